"""A rule set as data: all parameters of a tournament's standings except its results.

Points come from the snapshot: `snapshot.scoring` is the organiser's setting and takes precedence. `Rules.scoring` is
what a rule set proposes when a tournament starts with it. Percentages divide by the points of a win, so they remain
shares whatever a win is worth.

An organiser changes lines. A line is an option with its words; the sheet of the rules, files, API, command line and the
sentences of a comparison derive from it (`pairings.options`). A new line is one field here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Protocol

from pairings.options import choice, exact, part, share, switch, text, texts, whole
from pairings.snapshot import Scoring, Snapshot
from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import pgettext


class PlacesOf(Protocol):
    """The function that returns the best and the worst place of each player after a round, if the system defines places
    and not the points.
    """

    def __call__(self, snapshot: Snapshot, *, through: int | None = None) -> Mapping[int, tuple[int, int]]: ...


#: The function that returns the players of each group by their numbers, if places are places in groups.
GroupsOf = Callable[[Snapshot], tuple[tuple[int, ...], ...]]


class PartOf(Protocol):
    """The part of a score from one round; round 0 is the start score."""

    @property
    def points(self) -> Fraction: ...

    @property
    def round(self) -> int: ...

    @property
    def opponent(self) -> int | None: ...

    @property
    def cause(self) -> str: ...


class ScoresOf(Protocol):
    """The function that returns the parts of each player's score after a round, if the system defines it."""

    def __call__(self, snapshot: Snapshot, *, through: int | None = None) -> Mapping[int, Sequence[PartOf]]: ...


class MovedOf(Protocol):
    """The move in a list in a round: places down, the new place, and the cause; the first move is the first place."""

    @property
    def places(self) -> Fraction: ...

    @property
    def round(self) -> int: ...

    @property
    def place(self) -> int: ...

    @property
    def cause(self) -> str: ...

    @property
    def opponent(self) -> int | None: ...


class MovesOf(Protocol):
    """The function that returns the moves behind each player's place after a round, if the system keeps a list."""

    def __call__(self, snapshot: Snapshot, *, through: int | None = None) -> Mapping[int, Sequence[MovedOf]]: ...


class LastResort(StrEnum):
    """The rule for players whom no criterion separates."""

    SHARE = "share"
    LOT = "lot"
    SEED = "seed"


class NoOpponent(StrEnum):
    """The rule for a mean over opponents if a player had none."""

    ZERO = "zero"
    FLOOR = "floor"
    UNDEFINED = "undefined"


class Denominator(StrEnum):
    """The rounds by which a share of won matches is divided."""

    TAKEN_PART = "taken-part"
    SCHEDULED = "scheduled"


class Rematch(StrEnum):
    """The weight in a mean of an opponent met twice."""

    EACH_TIME = "each-time"
    ONCE = "once"


class Unit(StrEnum):
    """The unit of a match-win percentage."""

    POINTS = "points"
    WINS = "wins"


@dataclass(frozen=True, slots=True)
class Percentages:
    """The calculation of shares of won matches and games.

    `floor` is the lowest value of a share (None: no floor); `game_floor` applies it to games too. `rounding` is the
    number of decimals, half up, at each step (None: exact). `drop_cap` is the highest share of a player who left.
    `byes_in_matches` and `byes_in_games` are whether a player's own shares count byes. `tie_weight` is the value of a
    draw as a part of a win if `unit` is wins.
    """

    floor: Fraction | None = share(
        None,
        pgettext("least value of a percentage", "Floor"),
        _("The lowest value of a percentage, such as 0.33 or 1/3."),
        about=_("the floor"),
    )
    game_floor: bool = switch(True, _("Apply the floor to games too"), about=_("the floor for games"))
    rounding: int | None = whole(
        None,
        _("Decimals at each step"),
        0,
        12,
        _("Leave empty for exact values; only the display is rounded."),
        about=_("the decimals at each step"),
    )
    drop_cap: Fraction | None = share(
        None,
        _("Maximum for a withdrawn player"),
        _("Such as 0.75."),
        about=_("the maximum for a withdrawn player"),
    )
    unit: Unit = choice(
        Unit.POINTS,
        _("Match-win percentage counts"),
        ("points", pgettext("number of games won", "points")),
        ("wins", pgettext("number of games won", "wins")),
        about=_("the basis of the match-win percentage"),
    )
    tie_weight: Fraction = share(
        Fraction(1, 2),
        _("Value of a draw in wins"),
        _("Only if wins are counted."),
        about=_("the value of a draw in wins"),
    )
    byes_in_matches: bool = switch(
        True, _("Include byes in own match-win percentage"), about=_("byes in the own match-win percentage")
    )
    byes_in_games: bool = switch(
        True, _("Include byes in own game-win percentage"), about=_("byes in the own game-win percentage")
    )
    denominator: Denominator = choice(
        Denominator.TAKEN_PART,
        _("Divide match wins by"),
        ("taken-part", _("the player's own rounds"), _("the player's own rounds")),
        ("scheduled", _("all rounds of the tournament"), _("all rounds of the tournament")),
        about=_("the divisor of match wins"),
    )
    no_opponent: NoOpponent = choice(
        NoOpponent.ZERO,
        _("Value for a player without opponents"),
        ("zero", pgettext("none of these", "zero")),
        ("floor", _("the floor")),
        ("undefined", _("no value")),
        about=_("the value for a player without opponents"),
    )
    rematch: Rematch = choice(
        Rematch.EACH_TIME,
        _("Count a repeated opponent"),
        ("each-time", pgettext("how often", "twice"), _("each time")),
        ("once", pgettext("how often", "once")),
        about=_("the counting of a repeated opponent"),
    )


@dataclass(frozen=True, slots=True)
class Chess:
    """The reading of FIDE's Handbook C.07. `edition` is "2024" or "2026".

    In a round robin forfeits count as games and nobody has a dummy opponent (15.2). `unrated` is the rating that the
    organiser published for players without one (10). With None, rating criteria are skipped if any player is unrated.
    """

    edition: str = choice("2026", _("Edition"), ("2024", "2024"), ("2026", "2026"), about=_("the edition of the rules"))
    round_robin: bool = switch(
        False,
        _("Treat as a round robin"),
        _("Forfeits count as games, and no dummy opponents are used."),
        about=_("the treatment as a round robin"),
    )
    unrated: int | None = whole(
        None,
        _("Rating of unrated players"),
        1,
        4000,
        _("Leave empty to skip tie-breaks that use ratings."),
        about=_("the rating of unrated players"),
    )


@dataclass(frozen=True, slots=True)
class Othello:
    """The Brightwell quotient. `constant` is the value of an opponent's point in discs; a win is one point.

    With None the usual values apply: round(80 / rounds), or with `papp` 6 from 8 rounds on and below that 0, the disc
    count. `bye_discs` are the discs that a bye counts in the disc count.
    """

    constant: Fraction | None = exact(
        None,
        _("Brightwell constant"),
        _("The value of an opponent's point in discs. Leave empty for 80 divided by the rounds."),
        about=_("the Brightwell constant"),
    )
    papp: bool = switch(
        False,
        _("As in PAPP: 6 for 8 or more rounds, otherwise discs"),
        about=_("the choice of the Brightwell constant"),
    )
    board: int = whole(64, _("Discs on a board"), 1, 1000, about=_("the discs on a board"))
    bye_discs: int = whole(40, _("Discs for a bye"), 0, 1000, about=_("the discs for a bye"))


@dataclass(frozen=True, slots=True)
class Scrabble:
    """Spread: the spread of a bye and a forfeit, and the highest spread of one game (None: no limit)."""

    bye_spread: int = whole(50, _("Spread for a bye"), -1000, 1000, about=_("the spread for a bye"))
    forfeit_spread: int = whole(50, _("Spread for a forfeit"), -1000, 1000, about=_("the spread for a forfeit"))
    cap: int | None = whole(
        None,
        _("Maximum spread of a game"),
        0,
        1000,
        _("Leave empty for no limit."),
        about=_("the maximum spread of a game"),
    )


class Restart(StrEnum):
    """How the steps among tied players continue after one of them has separated someone."""

    BLOCK = "block"
    NONE = "none"
    EACH = "each"
    TOP = "top"


class Unmet(StrEnum):
    """The rule for steps among tied players while matches among them are still missing."""

    COUNT = "count"
    SKIP = "skip"


@dataclass(frozen=True, slots=True)
class League:
    """Tie-breaks of leagues: where steps among tied players start again, and how one match counts.

    `cap` is the most that a match counts in a goal difference (None: no limit). `last_game` are the points that the
    loser takes from the winner if the last possible game decided. `narrow` is the largest margin of a defeat that gives
    a bonus point (None: no bonus).
    """

    restart: Restart = choice(
        Restart.BLOCK,
        _("Steps among the tied start again"),
        ("block", _("after the last of them, for those still tied"), _("after the last of them")),
        ("none", _("never: the same matches count in all steps"), _("never")),
        ("each", _("as soon as a step separates someone"), _("after each separation")),
        ("top", _("for all others, once the first is found"), _("once the first is found")),
        about=_("the restart of steps among the tied"),
    )
    unmet: Unmet = choice(
        Unmet.COUNT,
        _("Steps among the tied, before all have met"),
        ("count", _("count the matches played so far"), _("the matches so far count")),
        ("skip", _("skip these steps"), _("skip these steps")),
        about=_("the steps among the tied before all have met"),
    )
    cap: int | None = whole(
        None,
        _("Maximum goal difference of a match"),
        1,
        1000,
        _("Leave empty for no limit."),
        about=_("the maximum goal difference of a match"),
    )
    last_game: int = whole(
        0,
        _("Points for losing in the last game"),
        0,
        100,
        _("The same number is taken from the winner. Volleyball uses 1. Only in league points."),
        about=_("the points for losing in the last game"),
    )
    narrow: int | None = whole(
        None,
        _("Bonus point for a defeat by at most"),
        0,
        1000,
        _("Rugby uses 7. Only in league points. Leave empty for no bonus."),
        about=_("the bonus point for a narrow defeat"),
    )


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set. `name` is translatable English, `source` the document and `date` its edition.

    `chain` contains the codes of the criteria in order, with modifiers; `family` contains every code that a table of
    these rules can show. `lot` is the recorded seed of the lots; until there is one, ranks are shared. `places` is set
    only for a knock-out, where places follow from its matches. `groups` is set only for a stage in groups, which is
    ranked group by group, and then across the groups. The table across groups is in `one_table` of all players, by the
    places in groups, or `group_by_group` with all of the first before all of the second. `scores` is set for a system
    whose standings follow from its own scores, `moves` for one whose standings are a list. `lists_no_shows` is whether
    players who left before round 1 are in the table. `strikes_below_half` is whether the results of a player who left
    with fewer than half of the games played stop counting (round robins).
    """

    key: str
    name: str
    source: str
    date: date
    family: tuple[str, ...]
    scoring: Scoring
    chain: tuple[str, ...] = texts(_("Tie-breaks, in order"), about=_("the order of tie-breaks"))
    last_resort: LastResort = choice(
        LastResort.SHARE,
        _("Players still tied after all tie-breaks"),
        ("share", _("Share the place"), _("they share the place")),
        ("lot", _("Decide by recorded lot"), _("by lot")),
        ("seed", _("Decide by seeding"), _("by seeding")),
        about=_("the decision for players still tied"),
    )
    lot: str = text(
        "",
        _("Seed of the lot"),
        100,
        _(
            "Leave empty to draw lots from the standings when needed. You can also enter a seed announced in "
            "advance, such as the digits of a public lottery. The same seed always gives the same order."
        ),
        about=_("the lot"),
    )
    outside: str = text(
        "",
        _("Name of external values"),
        40,
        _("The column heading, such as Play-off or Blitz points. Enter the values on their own page."),
        about=_("the name of external values"),
    )
    lists_no_shows: bool = switch(
        False,
        _("Show players who left before round 1"),
        about=_("showing of players who left before round 1"),
        group=_("Players shown"),
    )
    strikes_below_half: bool = switch(
        False,
        _("Remove players who leave with fewer than half their games played"),
        _("For round robins: their results are shown but do not count."),
        about=_("removal of players who left with fewer than half their games played"),
        group=_("Players shown"),
    )
    percentages: Percentages = part(Percentages, _("Match-win and game-win percentages"))
    chess: Chess = part(Chess, _("FIDE rules"))
    othello: Othello = part(Othello, _("Brightwell and discs"))
    scrabble: Scrabble = part(Scrabble, pgettext("games inside a match", "Spread"))
    league: League = part(League, _("League tie-breaks"))
    places: PlacesOf | None = None
    groups: GroupsOf | None = None
    one_table: bool = False
    group_by_group: bool = False
    scores: ScoresOf | None = None
    moves: MovesOf | None = None
