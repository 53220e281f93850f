"""The record of a pairing system: frozen, with the system's own typed functions as fields.

An engine is `pair(snapshot, options, rng, work) -> RoundPlan`: no input or output, no clock, no global random. The same
snapshot, options and seed of `rng` give the same plan on every machine, and `work` receives the progress. `options` is
always an object of the system's own record of options, whose type is the parameter of `SystemOf`. Pairs are (first,
second) with the bye as 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from pairings.options import Preset
from pairings.plan import CannotPair, Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Snapshot

if TYPE_CHECKING:  # to pair takes neither the judge nor schedules
    from pairings.judge import Violation
    from pairings.schedules.schedule import GameSchedule

#: Tables of more players are of no use to anybody, and printing them takes long.
MOST_PLAYERS = 1000


#: The record of a system's options, and what a function takes of it.
OptionsT = TypeVar("OptionsT")
OptionsT_contra = TypeVar("OptionsT_contra", contravariant=True)


class ReasonedAnswer(Protocol):
    """An answer of a system that is more than reasons, such as a comparison of two pairings."""

    def reasons(self) -> tuple[Reason, ...]: ...


Pairs = Iterable[tuple[int, int]]
Answers = tuple[Reason, ...] | ReasonedAnswer


class Engine(Protocol[OptionsT_contra]):
    """The function that plans the next round. Raises CannotPair, and any exception of `work`."""

    def __call__(
        self, snapshot: Snapshot, options: OptionsT_contra, rng: Random, work: Work = NO_PROGRESS
    ) -> RoundPlan: ...


class WhyNot(Protocol[OptionsT_contra]):
    """The function that explains why two players do not meet.

    `pairs` is the current round, None for the engine's own. Raises CannotPair if the others cannot be paired.
    """

    def __call__(
        self, snapshot: Snapshot, options: OptionsT_contra, a: int, b: int, pairs: Pairs | None = None
    ) -> Answers: ...


class EqualOptima(Protocol[OptionsT_contra]):
    """Up to `limit` equally good pairings, and whether these are all; the first is the one for the seed."""

    def __call__(
        self, snapshot: Snapshot, options: OptionsT_contra, limit: int, seed: int | str = 0
    ) -> tuple[Sequence[Sequence[tuple[int, int]]], bool]: ...


class PlaceCalculator(Protocol[OptionsT_contra]):
    """The best and the worst place of each player, by number, after round `through` (None: the last recorded)."""

    def __call__(
        self, snapshot: Snapshot, options: OptionsT_contra, through: int | None = None
    ) -> dict[int, tuple[int, int]]: ...


class Groups(Protocol[OptionsT_contra]):
    """The players of each group, by their numbers; nothing if the numbers make no groups."""

    def __call__(self, snapshot: Snapshot, options: OptionsT_contra) -> tuple[tuple[int, ...], ...]: ...


class ScorePart(Protocol):
    """The part of a score from one round and an opponent (None: without one); round 0 is the start score.

    `cause` explains the amount where needed.
    """

    @property
    def points(self) -> Fraction: ...

    @property
    def round(self) -> int: ...

    @property
    def opponent(self) -> int | None: ...

    @property
    def cause(self) -> str: ...


class Scores(Protocol[OptionsT_contra]):
    """The function that gives the parts of each player's score, by number, after round `through` (None: the last
    recorded).
    """

    def __call__(
        self, snapshot: Snapshot, options: OptionsT_contra, through: int | None = None
    ) -> Mapping[int, Sequence[ScorePart]]: ...


class Moved(Protocol):
    """A player's move in a list in one round: places down, and the new place.

    The first move is the whole first place. `cause` gives the reason, `opponent` the game that caused it.
    """

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


class Moves(Protocol[OptionsT_contra]):
    """The function that gives the moves behind each player's place in a list, by number, after round `through`.

    None: the last recorded round.
    """

    def __call__(
        self, snapshot: Snapshot, options: OptionsT_contra, through: int | None = None
    ) -> Mapping[int, Sequence[Moved]]: ...


@dataclass(frozen=True, slots=True)
class PairingCard:
    """The facts about a player before a round, as on an arbiter's pairing card: score, colour due, floats.

    `score` is the player's own score; `virtual` is the extra points of acceleration.

    `due` is "first", "second" or "" and `strength` 0 to 3 (none, mild, strong, absolute; art. 1.7). `floats` has
    "down", "up" or "" for the round before the last and for the last.
    """

    score: Fraction
    virtual: Fraction
    due: str
    strength: int
    floats: tuple[str, str]

    @property
    def points(self) -> Fraction:
        """The pairing score."""
        return self.score + self.virtual


@dataclass(frozen=True, slots=True)
class TeamOfSeats:
    """A team in a stage of individual players: its name, and the numbers of its players."""

    name: str
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Questions(Generic[OptionsT]):
    """The questions that a system can answer about its rounds; None if a question has no meaning for it.

    * `explained(snapshot, options, games)`: the plan of manual games, with the reasons of each
    * `cost_of_forced(snapshot, options, pairs)`: the cost of manual pairs
    * `why_worse(snapshot, options, plan)`: why a plan differs from the one that the rules require
    * `paired_as(snapshot, options, pairs, rng)`: the plan of one of the `equal_optima`
    * `cards(snapshot, options)`: the card of each player, by number
    * `consequences(snapshot, options, plan)`: the effects of a manual round on later rounds
    * `rounds_warning(players, rounds)`: a reason why so many rounds may not work for so few players, or None
    * `idle(snapshot, options)`: the players without a match in the next round by the system itself, as in a knock-out
    * `places(snapshot, options, through)`: the best and the worst place that each player can still have after a round,
      if places do not follow from points
    * `scores(snapshot, options, through)`: the parts of each score, if standings follow from it
    * `moves(snapshot, options, through)`: the parts of each place, if standings are a list that games change
    * `length(snapshot, options)`: the number of rounds after the recorded ones, if results can change it
    * `virtual(snapshot, options)`: the pairing points beyond results that the system itself gives each player, by
      number, in the format of `Snapshot.virtual_points`: the starting scores of McMahon
    * `handicaps(snapshot, options, games)`: the stones of each of these games (first, second), if the system gives any
    * `games(number, players, options)`: the games of a pairing in a round, if it is not the tournament's number
    * `groups(snapshot, options)`: the players of each group, by number, in a stage whose places are places in groups
    * `one_table(options)`: for groups, whether one table over all of them decides who advances
    * `group_by_group(options)`: for groups, whether all of one are ahead of all of the next one at the end
    * `advancing(snapshot, options)`: for groups, the number of players to advance, set when they were formed
    * `teams(snapshot, options)`: the two teams whose players meet, if the games make up one match
    * `fits_round_robin(snapshot)`: whether the field is so small that the system offers a round robin
    """

    why_not: WhyNot[OptionsT] | None = None
    explained: Callable[[Snapshot, OptionsT, Pairs], RoundPlan] | None = None
    cost_of_forced: Callable[[Snapshot, OptionsT, Pairs], Answers] | None = None
    why_worse: Callable[[Snapshot, OptionsT, RoundPlan], tuple[Reason, ...]] | None = None
    equal_optima: EqualOptima[OptionsT] | None = None
    paired_as: Callable[[Snapshot, OptionsT, Pairs, Random], RoundPlan] | None = None
    cards: Callable[[Snapshot, OptionsT], Mapping[int, PairingCard]] | None = None
    consequences: Callable[[Snapshot, OptionsT, RoundPlan], tuple[Reason, ...]] | None = None
    rounds_warning: Callable[[int, int], Reason | None] | None = None
    fits_round_robin: Callable[[Snapshot], bool] | None = None
    idle: Callable[[Snapshot, OptionsT], frozenset[int]] | None = None
    places: PlaceCalculator[OptionsT] | None = None
    scores: Scores[OptionsT] | None = None
    moves: Moves[OptionsT] | None = None
    length: Callable[[Snapshot, OptionsT], int] | None = None
    virtual: Callable[[Snapshot, OptionsT], Mapping[int, tuple[Fraction, ...]]] | None = None
    handicaps: Callable[[Snapshot, OptionsT, Pairs], Sequence[int]] | None = None
    games: Callable[[int, int, OptionsT], int | None] | None = None
    groups: Groups[OptionsT] | None = None
    one_table: Callable[[OptionsT], bool] | None = None
    group_by_group: Callable[[OptionsT], bool] | None = None
    advancing: Callable[[Snapshot, OptionsT], int] | None = None
    teams: Callable[[Snapshot, OptionsT], tuple[TeamOfSeats, ...]] | None = None

    @property
    def by_points(self) -> bool:
        """True if standings follow points and a list of tie-breaks: no bracket, no own scores, no list."""
        return self.places is None and self.scores is None and self.moves is None


class SystemKind(StrEnum):
    """The kind of a system, which determines its tie-break rules."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    KNOCK_OUT = "knock-out"


@dataclass(frozen=True, slots=True)
class Scheduling(Generic[OptionsT]):
    """The scheduling of a system whose rounds are all known in advance and depend on no result.

    Games can be played in any order, and no pair can be fixed or forbidden. Players can join only through `late_seats`,
    which reseats a field before its second round. `schedule` calls `lay_out`; `length` returns the number of rounds
    after those recorded, which manual changes can make larger than planned. `about` explains the printed grid. `cycles`
    is how often all players meet each other, cycle after cycle.
    """

    lay_out: Callable[[int, OptionsT], GameSchedule]
    length: Callable[[Snapshot, OptionsT], int]
    about: str
    late_seats: Callable[[Sequence[tuple[int, int]], int | None, int, OptionsT], dict[int, int]] | None = None
    cycles: Callable[[OptionsT], int] | None = None

    def schedule(self, players: int, options: OptionsT) -> GameSchedule:
        """Return all rounds for a number of players. Raises CannotPair for numbers that do not work."""
        if players > MOST_PLAYERS:
            raise CannotPair(Reason("schedule-too-many", {"count": players, "most": MOST_PLAYERS}))
        return self.lay_out(players, options)


@dataclass(frozen=True, slots=True)
class InFile:
    """The rounds of a report file: each pairing in `snapshot` has `each` pairings in the file, from round `first`."""

    snapshot: Callable[[Snapshot], Snapshot]
    first: Callable[[int], int]
    each: int


@dataclass(frozen=True, slots=True)
class SystemOf(Generic[OptionsT]):
    """A pairing system. `name`, `summary` and option labels are translatable English messages.

    `rounds` tells how many rounds a field of n players plays when the system fixes that, else None. `promises` are what
    it promises beyond the general rules, judged by their own code; `sentences` its messages by the codes of its
    reasons. `kind` says which tie-break rules read it. `scheduling` is set where all rounds are known in advance; in
    other systems a player may join for any round. `by_hand`: the organiser makes every pair. `ranked`: numbers follow
    the initial ranking, and the number of rounds must be known. `presets` are options to start from, the first one is
    the default. `checks` says, a translatable sentence each, what the options must be like together.

    `report_code` is what record 192 of a report file says about a tournament with these options; `of_code(code, first
    day)` gives the options that such a code names, None for another system's, and raises ValueError, a sentence, for
    an edition that is not here. `words`, in small letters and without hyphens, name the system in record 092.
    `in_file` is how report files have its rounds, where a round is not a round there.
    `of_fide`: a tournament that FIDE rates can be paired by it in FIDE mode.
    `pods`: three or four players sit at a table, each for themselves, where else two do.
    `partners`: two play against two at a table, and partners change.
    `overlapping`: a round is paired while others still run, of those who sit at no open table.
    `open_ended`: a club plays it evening by evening, so that nobody proposes how many rounds there are.
    `several_byes`: a round may have more than one bye by pairing, each in a part of the field that is odd.
    `fitted(snapshot)` are options under which the system lays out as many of the recorded rounds as it can.
    `common_name(options)` is what players call it, if that is not `name`.
    """

    key: str
    name: str
    summary: str
    source: str
    options: type[OptionsT]
    pair: Engine[OptionsT]
    rounds: Callable[[int, OptionsT], int | None]
    promises: Callable[[Snapshot, RoundPlan, OptionsT], Iterator[Violation]] | None
    sentences: Mapping[str, str]
    kind: SystemKind
    questions: Questions[OptionsT] = field(default_factory=Questions)
    scheduling: Scheduling[OptionsT] | None = None
    by_hand: bool = False
    ranked: bool = False
    presets: tuple[Preset, ...] = ()
    report_code: Callable[[OptionsT], str] | None = None
    of_code: Callable[[str, str], Mapping[str, object] | None] | None = None
    words: tuple[str, ...] = ()
    of_fide: bool = False
    fitted: Callable[[Snapshot], OptionsT] | None = None
    in_file: InFile | None = None
    checks: tuple[str, ...] = ()
    pods: bool = False
    partners: bool = False
    several_byes: bool = False
    open_ended: bool = False
    overlapping: bool = False
    common_name: Callable[[OptionsT], str] | None = None

    @property
    def of_two(self) -> bool:
        """True if two play at a table: one against one, or team against team."""
        return not self.pods and not self.partners

    @property
    def scheduled(self) -> bool:
        return self.scheduling is not None

    @property
    def knocks_out(self) -> bool:
        """True if a player who loses is out, so that the rounds follow from seats and results alone."""
        return self.kind is SystemKind.KNOCK_OUT

    @property
    def has_seeds(self) -> bool:
        """True if the numbers of its players are seeds of a bracket."""
        return self.knocks_out

    @property
    def can_be_followed(self) -> bool:
        """True if a play-off can follow it: it has a last round, and is not itself a play-off."""
        return not (self.knocks_out or self.open_ended or self.overlapping or self.questions.groups is not None)

    @property
    def counts_points(self) -> bool:
        """True if points of rounds decide pairings and ranks, and not matches, a list or own scores."""
        return not self.knocks_out and not self.orders_itself and self.questions.virtual is None

    @property
    def orders_itself(self) -> bool:
        """True if its standings follow from the system alone, whatever the tournament's rule set."""
        ask = self.questions
        return any(each is not None for each in (ask.places, ask.scores, ask.moves))

    @property
    def names_matches(self) -> bool:
        """True if the first reason of each pairing is the name of its match, such as the match for third place."""
        return self.knocks_out

    @property
    def fixes_rounds(self) -> bool:
        """True if the number of players determines the number of rounds."""
        return self.scheduled or self.knocks_out

    @property
    def takes_wishes(self) -> bool:
        """True if pairs can be fixed or forbidden beforehand: schedules and knock-outs leave no choice."""
        return not self.scheduled and not self.knocks_out

    @property
    def can_fix_pairs(self) -> bool:
        """True if a whole round can be paired with two players together: wishes count, and two play at a table."""
        return self.takes_wishes and self.of_two and not self.overlapping

    def add_system_facts(self, snapshot: Snapshot, options: OptionsT) -> Snapshot:
        """Return the snapshot with the system's own facts: players without a match, and starting scores."""
        ask = self.questions
        if self.overlapping:
            snapshot = replace(snapshot, may_wait=True)
        if ask.idle:
            snapshot = replace(snapshot, idle=ask.idle(snapshot, options))
        return replace(snapshot, virtual_points=ask.virtual(snapshot, options)) if ask.virtual else snapshot

    def name_for_players(self, options: OptionsT) -> str:
        """Return what players call the system with these options; a translatable English message."""
        return self.common_name(options) if self.common_name else self.name

    def preset_of(self, options: OptionsT) -> Preset | None:
        """Return the preset with exactly these options, or None."""
        return next((preset for preset in self.presets if preset.options == options), None)


#: A system whose options are not known by their type: one of many, as those who ask by key have it.
System: TypeAlias = SystemOf[Any]
