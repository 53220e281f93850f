"""A rule set as data: everything that the standings of a tournament depend on beside its results.

Points come from the snapshot: `snapshot.scoring` is what the organiser set, and the snapshot wins. `Rules.scoring` is
what a rule set proposes when a tournament starts from it. Percentages divide by the points of a win, so that they
stay shares whatever a win is worth.

What an organiser may change is a line: an option with its words, from which the sheet of the rules, files, API, command
line and the sentences of a comparison derive (`pairings.options`). A new line is one field here.
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


class PlacesOf(Protocol):
    """The best and the worst place of each player after a round, where the system says it and not the points."""

    def __call__(self, snapshot: Snapshot, *, through: int | None = None) -> Mapping[int, tuple[int, int]]: ...


#: The players of each group, by their numbers, where places are places in groups.
GroupsOf = Callable[[Snapshot], tuple[tuple[int, ...], ...]]


class PartOf(Protocol):
    """What a round brought a player of such a score; round 0 is what everybody starts with."""

    @property
    def points(self) -> Fraction: ...

    @property
    def round(self) -> int: ...

    @property
    def opponent(self) -> int | None: ...

    @property
    def cause(self) -> str: ...


class ScoresOf(Protocol):
    """What each player's score is made of after a round, where the system says it and not the points."""

    def __call__(self, snapshot: Snapshot, *, through: int | None = None) -> Mapping[int, Sequence[PartOf]]: ...


class MovedOf(Protocol):
    """How many places down a round brought a player in a list, where to, and why; the first is the first place."""

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
    """What each player's place is made of after a round, where the system keeps a list that games change."""

    def __call__(self, snapshot: Snapshot, *, through: int | None = None) -> Mapping[int, Sequence[MovedOf]]: ...


class LastResort(StrEnum):
    """What happens to players whom no criterion separates."""

    SHARE = "share"
    LOT = "lot"
    SEED = "seed"


class NoOpponent(StrEnum):
    """The mean over opponents of a player who had none."""

    ZERO = "zero"
    FLOOR = "floor"
    UNDEFINED = "undefined"


class Denominator(StrEnum):
    """The rounds that a share of won matches divides by."""

    TAKEN_PART = "taken-part"
    SCHEDULED = "scheduled"


class Rematch(StrEnum):
    """How often an opponent met twice enters a mean."""

    EACH_TIME = "each-time"
    ONCE = "once"


class Unit(StrEnum):
    """What a match-win percentage is a share of."""

    POINTS = "points"
    WINS = "wins"


@dataclass(frozen=True, slots=True)
class Percentages:
    """How shares of won matches and games are taken.

    `floor` is the least that a share counts (None: no floor), `game_floor` whether it holds for games too. `rounding`
    is the number of decimals, half up, at each step (None: exact). `drop_cap` is the most that the share of a player
    who left counts. `byes_in_matches` and `byes_in_games` say whether the holder's own shares count byes. `tie_weight`
    is the part of a win that a draw is when `unit` is wins.
    """

    floor: Fraction | None = share(
        None, _("Floor"), _("The least that a share counts, such as 0.33 or 1/3."), about=_("the floor")
    )
    game_floor: bool = switch(True, _("The floor holds for games too"), about=_("the floor for games"))
    rounding: int | None = whole(
        None,
        _("Decimals at each step"),
        0,
        12,
        _("Empty: exact, and only the display is rounded."),
        about=_("the decimals that each step is rounded to"),
    )
    drop_cap: Fraction | None = share(
        None,
        _("The most that a player who left counts"),
        _("Such as 0.75."),
        about=_("the most that a player who left counts"),
    )
    unit: Unit = choice(
        Unit.POINTS,
        _("Match wins are a share of"),
        ("points", _("points")),
        ("wins", _("wins")),
        about=_("the count of match wins as a share"),
    )
    tie_weight: Fraction = share(
        Fraction(1, 2),
        _("A draw as a part of a win"),
        _("Where wins are counted."),
        about=_("the part of a win that a draw is"),
    )
    byes_in_matches: bool = switch(
        True, _("Byes count in one's own match wins"), about=_("byes in one's own match wins")
    )
    byes_in_games: bool = switch(True, _("Byes count in one's own game wins"), about=_("byes in one's own game wins"))
    denominator: Denominator = choice(
        Denominator.TAKEN_PART,
        _("Match wins are divided by"),
        ("taken-part", _("the rounds that the player was in"), _("those that the player was in")),
        ("scheduled", _("all rounds of the tournament"), _("all of the tournament")),
        about=_("the rounds that match wins are divided by"),
    )
    no_opponent: NoOpponent = choice(
        NoOpponent.ZERO,
        _("A player without an opponent has"),
        ("zero", _("zero")),
        ("floor", _("the floor")),
        ("undefined", _("no value")),
        about=_("the value of a player without an opponent"),
    )
    rematch: Rematch = choice(
        Rematch.EACH_TIME,
        _("An opponent met twice counts"),
        ("each-time", _("twice"), _("each time")),
        ("once", _("once")),
        about=_("the counting of an opponent met twice"),
    )


@dataclass(frozen=True, slots=True)
class Chess:
    """How FIDE's Handbook C.07 is read. `edition` is "2024" or "2026".

    In a round robin forfeits count as games and nobody has a dummy opponent (15.2). `unrated` is the rating that the
    organiser published for players without one (10); None takes rating criteria out of the list if anybody is unrated.
    """

    edition: str = choice("2026", _("Edition"), ("2024", "2024"), ("2026", "2026"), about=_("the edition of the rules"))
    round_robin: bool = switch(
        False,
        _("Read as a round robin"),
        _("Forfeits count as games, and nobody has a dummy opponent."),
        about=_("reading as a round robin"),
    )
    unrated: int | None = whole(
        None,
        _("Rating of players without one"),
        1,
        4000,
        _("Empty: rating criteria drop out."),
        about=_("the rating of players without one"),
    )


@dataclass(frozen=True, slots=True)
class Othello:
    """The Brightwell quotient. `constant` is what a point of an opponent is worth in discs, a win being one point.

    None takes the custom: round(80 / rounds), or with `papp` 6 from 8 rounds on and 0, the disc count, below.
    `bye_discs` are the discs that a bye counts in the disc count.
    """

    constant: Fraction | None = exact(
        None,
        _("Brightwell constant"),
        _("What a point of an opponent is worth in discs. Empty: 80 divided by the rounds."),
        about=_("the Brightwell constant"),
    )
    papp: bool = switch(
        False, _("As PAPP: 6 from 8 rounds on, else discs"), about=_("the custom for the Brightwell constant")
    )
    board: int = whole(64, _("Discs of a board"), 1, 1000, about=_("the discs of a board"))
    bye_discs: int = whole(40, _("Discs of a bye"), 0, 1000, about=_("the discs of a bye"))


@dataclass(frozen=True, slots=True)
class Scrabble:
    """Spread: what a bye or a forfeit counts, and the most that one game counts (None: all of it)."""

    bye_spread: int = whole(50, _("Spread of a bye"), -1000, 1000, about=_("the spread of a bye"))
    forfeit_spread: int = whole(50, _("Spread of a forfeit"), -1000, 1000, about=_("the spread of a forfeit"))
    cap: int | None = whole(
        None,
        _("The most that one game counts"),
        0,
        1000,
        _("Empty: all of it."),
        about=_("the most spread of a game"),
    )


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set. `name` is translatable English, `source` the document and `date` its edition.

    `chain` holds the codes of the criteria in their order, modifiers included; `family` every code that a table of
    these rules can show. `lot` is the recorded seed of the lots; until there is one, ranks are shared.
    `places` is set for a knock-out alone, whose places follow from its matches, `groups` for a stage in groups alone:
    it is ranked group by group, and then over the groups. `scores` is set for a system whose standings follow from
    scores of its own, `moves` for one whose standings are a list.
    `lists_no_shows` says whether who left before round 1 stands in the table, `strikes_below_half` whether the
    results of a player who left with fewer than half of the games played stop to count (round robins).
    """

    key: str
    name: str
    source: str
    date: date
    family: tuple[str, ...]
    scoring: Scoring
    chain: tuple[str, ...] = texts(
        _("Criteria, in the order in which they are asked"), about=_("the order of the criteria")
    )
    last_resort: LastResort = choice(
        LastResort.SHARE,
        _("Players whom no criterion separates"),
        ("share", _("They share the rank"), _("they share the rank")),
        ("lot", _("A recorded lot decides"), _("by lot")),
        ("seed", _("The order of the seeds decides"), _("by the order of the seeds")),
        about=_("the last resort for players who stay level"),
    )
    lot: str = text(
        "",
        _("Seed of the lot"),
        100,
        _(
            "Leave it empty, and the lot is drawn from the standings when it is needed. A seed that was announced "
            "before, such as the digits of a public lottery, may be written here. The same seed always gives the same "
            "order."
        ),
        about=_("the lot"),
    )
    outside: str = text(
        "",
        _("Values from outside are called"),
        40,
        _("Such as Play-off or Blitz points: the head of their column. They are entered on a page of their own."),
        about=_("what values from outside are called"),
    )
    lists_no_shows: bool = switch(
        False,
        _("Players who left before round 1 are listed"),
        about=_("listing of players who left before round 1"),
        group=_("Who is listed"),
    )
    strikes_below_half: bool = switch(
        False,
        _("Who leaves with fewer than half of the games played is struck"),
        _("For round robins: the results are shown and count for nobody."),
        about=_("striking of who left with fewer than half of the games played"),
        group=_("Who is listed"),
    )
    percentages: Percentages = part(Percentages, _("Shares of won matches and games"))
    chess: Chess = part(Chess, _("FIDE's rules"))
    othello: Othello = part(Othello, _("Brightwell and discs"))
    scrabble: Scrabble = part(Scrabble, _("Spread"))
    places: PlacesOf | None = None
    groups: GroupsOf | None = None
    scores: ScoresOf | None = None
    moves: MovesOf | None = None
