"""The interface to `standings`: rule sets for tournaments, and questions about them.

`tournaments` may not import `standings`, which therefore registers both at the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from tournaments.core.games import Game

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    from pairings.files.trf.records import Document
    from pairings.snapshot import Result, Snapshot
    from tournaments.models import Pairing, Player, Stage, Tournament

#: Rule sets of the standings that an organiser can choose, in display order: key -> name. `standings` fills it.
RULE_SETS: dict[str, object] = {}

#: Places on the podium.
PODIUM = 3


def place_text(first: int, last: int | None) -> str:
    """A place, or the first and the last of several."""
    return f"{first}–{last}" if last else str(first)


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place in a table, which may be shared down to the place `last`, and the player's points.

    `level` is the same for all who are level by the first criterion. `by_points`: whether places follow from points;
    else `score` is the number that they follow from, as the table has it, empty where they follow from none.
    `points_first`: whether more points alone are a better place, in one table of all players.
    `mcmahon` is the McMahon score where places follow from it; `points` are then the wins.
    `stage` is the number of the stage that decided, and `decided_in` the name of its system.
    """

    rank: int
    last: int | None
    player: Player
    points: Fraction
    level: int = 0
    by_points: bool = True
    score: str = ""
    points_first: bool = False
    mcmahon: str = ""
    stage: int = 1
    decided_in: StrOrPromise = ""

    @property
    def shown(self) -> str:
        """The place, with the last of the shared or, in a knock-out, possible places."""
        return place_text(self.rank, self.last)


@dataclass(frozen=True, slots=True)
class Level:
    """Players whom no criterion of the list separates, as they are in the table after a round, and why in that order
    if a person has entered it.
    """

    round: int
    players: tuple[Player, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PrizeWon:
    """A player's prize in a category, as a text: money as it is paid, things, or both.

    `reasons` are sentences in the reader's language.
    """

    player: Player
    category: str
    place: int
    prize: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prizes:
    """The prizes won, by category and place; `left` is the money of each category that nobody wins."""

    won: tuple[PrizeWon, ...] = ()
    left: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The effect of a player's games against rated opponents on FIDE's rating (B.02).

    A rated player has `k`, the `expected` score and the exact `change`; an unrated one the `first` rating, None while
    there is none.
    """

    games: int
    points: Fraction
    performance: int
    k: int | None
    expected: Fraction | None
    change: Fraction | None
    first: int | None


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table for a report file: the rank of each player by the player's key, none before a round counts, and the
    tie-break list as record 212 has it.
    """

    ranks: Mapping[int, int]
    tie_breaks: str


@dataclass(frozen=True, slots=True)
class ReportRules:
    """The tie-breaks in a report file: the rule set of its first day, the chain of criteria, and changed lines.

    `listed` is whether the file has a list, and `unknown` the first code in it that is not known here.
    """

    key: str
    chain: tuple[str, ...]
    changes: Mapping[str, Any]
    listed: bool
    unknown: str = ""


class Recorded(Protocol):
    """The rounds of a stage as they have been read, and its players by their numbers in them."""

    @property
    def snapshot(self) -> Snapshot: ...

    @property
    def players(self) -> Mapping[int, Player]: ...


class RuleBook(Protocol):
    """Questions about rule sets; `system` is the key of the pairing system for which they are read."""

    def check(self, key: str, system: str, changes: Mapping[str, object]) -> dict[str, object]:
        """Return the changes as stored. Raises ValueError for an invalid line, with the line as its `name`."""

    def lines(self, key: str, system: str, changes: Mapping[str, object]) -> dict[str, Any]:
        """Every line of the changed rule set, ready for JSON."""

    def points(
        self, stage: Stage, *, before_round: int | None = None, record: Recorded | None = None
    ) -> Mapping[int, Fraction]:
        """Points of a stage by the player's key, from its published rounds, from those before a round, or from those
        that have been read already.
        """

    def barred_criteria(self, key: str, system: str, changes: Mapping[str, object]) -> list[str]:
        """The codes of a changed rule set's criteria that FIDE bars from the tournaments of a system."""

    def criteria(self, key: str, system: str) -> list[str]:
        """The names of the criteria of a rule set in their order, in the reader's language."""

    def name(self, key: str, system: str) -> str:
        """The name of a rule set as a system reads it: round robins have FIDE's rules for round robins."""

    def report_table(self, stage: Stage) -> ReportTable:
        """The table of a stage with all results that are in, as its report file has them."""

    def of_report(self, document: Document, system: str, *, of_teams: bool = False) -> ReportRules:
        """The rule set and the tie-break list that a report file asks for."""

    def level(self, tournament: Tournament) -> Sequence[Level]:
        """Return tied players in the last stage's table; a lot, and the order of seeds, separate nobody."""

    def places(self, tournament: Tournament) -> Sequence[Place]:
        """The final table of a tournament as its last stage leaves it, the best first."""

    def places_won(self, tournament: Tournament) -> Mapping[int, int]:
        """The number of places that players have won since the round before, below zero lost, by key.

        Players are left out where the table of that round is not compared.
        """

    def seats(self, stage: Stage, pairing: Pairing, result: Result) -> Sequence[Player] | None:
        """The players of a later stage in the order of their seats, if a pairing of the stage before had this result;
        None where nothing changes.
        """

    def fund(self, stored: Mapping[str, object]) -> dict[str, object]:
        """Return a prize fund as stored. Raises ValueError if it is invalid."""

    def offers(self, stored: Mapping[str, object]) -> Sequence[tuple[str, str]]:
        """Return the prizes of a stored fund: each category with its prizes in a line."""

    def prizes(self, tournament: Tournament, places: Sequence[Place]) -> Prizes:
        """Return the prizes of the tournament's fund for these places, the best first; none without a fund."""

    def club_rule(self, stored: Mapping[str, object]) -> dict[str, object]:
        """Return the definition of club teams in its stored form. Raises ValueError if it is not possible."""

    def rating_change(self, tournament: Tournament, player: Player) -> RatingChange | None:
        """Return the change of a player's rating; None in games other than chess, and before a game that counts."""

    def facts(self, key: str, system: str, changes: Mapping[str, object]) -> dict[str, Any]:
        """The changed rule set as the journal keeps it."""

    def sentence(self, facts: Mapping[str, object], *, halves: bool) -> str:
        """Return the journal's note of a rule set, in one line in the reader's language."""


#: The one rule book, which `standings` brings.
RULE_BOOKS: list[RuleBook] = []


def rules_for(game: Game) -> str:
    """The game's usual rule set, or else the first one."""
    return game.rules if game.rules in RULE_SETS else next(iter(RULE_SETS))
