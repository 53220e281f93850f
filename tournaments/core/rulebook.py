"""Connect to `standings`: rule sets for tournaments, and questions about them.

`tournaments` may not import `standings`, so `standings` registers both at startup.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from tournaments.core.games import Game

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    from pairings.files.trf.records import TrfDocument
    from pairings.snapshot import Result, Snapshot
    from tournaments.models import Pairing, Player, Stage, Tournament

#: Rule sets that an organiser can choose, in display order: key -> name. `standings` fills it.
RULE_SETS: dict[str, object] = {}

#: The number of places on the podium.
PODIUM = 3


def place_text(first: int, last: int | None) -> str:
    """Return a place, or the first and the last of several places."""
    return f"{first}–{last}" if last else str(first)


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place in a table, which may be shared down to the place `last`, and the player's points.

    `level` is the same for all who are tied by the first criterion. `by_points`: whether places follow from points.
    Otherwise `score` is the number that they follow from, as in the table, and `score_name` its name; both are empty
    if there is none. `points_first`: whether more points alone give a better place, in one table of all players.
    `mcmahon` is the McMahon score if places follow from it; `points` are then the wins. `stage` is the number of the
    stage that decided, and `decided_in` the name of its system.
    """

    rank: int
    last: int | None
    player: Player
    points: Fraction
    level: int = 0
    by_points: bool = True
    score: str = ""
    score_name: StrOrPromise = ""
    points_first: bool = False
    mcmahon: str = ""
    stage: int = 1
    decided_in: StrOrPromise = ""

    @property
    def shown(self) -> str:
        """The place, with the last of the shared places or, in a knock-out, of the possible places."""
        return place_text(self.rank, self.last)


@dataclass(frozen=True, slots=True)
class Level:
    """Players whom no criterion of the list separates, as in the table after a round. `reason` is why they are in this
    order, if a person has entered it.
    """

    round: int
    players: tuple[Player, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PrizeWon:
    """A player's prize in a category, as text: money, objects, or both.

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
    """The effect of a player's games against rated opponents on the FIDE rating (B.02).

    A rated player has `k`, the `expected` score and the exact `change`. An unrated player has the `first` rating, None
    until there is one.
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
    """A table for a report file: each player's rank by player key, none before a round counts, and the tie-break list
    of record 212.
    """

    ranks: Mapping[int, int]
    tie_breaks: str


@dataclass(frozen=True, slots=True)
class ReportRules:
    """The tie-breaks in a report file: the rule set valid on its first day, the chain of criteria, and changed lines.

    `listed` is whether the file has a list, and `unknown` its first code that is not supported.
    """

    key: str
    chain: tuple[str, ...]
    changes: Mapping[str, Any]
    listed: bool
    unknown: str = ""


class Recorded(Protocol):
    """The rounds of a stage as read from the database, and its players by seat number."""

    @property
    def snapshot(self) -> Snapshot: ...

    @property
    def players(self) -> Mapping[int, Player]: ...


class RuleBook(Protocol):
    """Questions about rule sets; `system` is the key of the pairing system they are for."""

    def check(self, key: str, system: str, changes: Mapping[str, object]) -> dict[str, object]:
        """Return the changes as stored. Raise ValueError for an invalid line, with the line as its `name`."""

    def lines(self, key: str, system: str, changes: Mapping[str, object]) -> dict[str, Any]:
        """Return every line of the changed rule set, ready for JSON."""

    def points(
        self, stage: Stage, *, before_round: int | None = None, record: Recorded | None = None
    ) -> Mapping[int, Fraction]:
        """Return the points of a stage by player key. They are from its published rounds, from those before a round, or
        from rounds that have been read already.
        """

    def barred_criteria(self, key: str, system: str, changes: Mapping[str, object]) -> list[str]:
        """Return the codes of a changed rule set's criteria that FIDE does not allow in tournaments of a system."""

    def criteria(self, key: str, system: str) -> list[str]:
        """Return the names of a rule set's criteria in order, in the reader's language."""

    def name(self, key: str, system: str) -> str:
        """Return the name of a rule set for a system: round robins have FIDE's rules for round robins."""

    def report_table(self, stage: Stage) -> ReportTable:
        """Return the table of a stage with all present results, as in its report file."""

    def of_report(self, document: TrfDocument, system: str, *, of_teams: bool = False) -> ReportRules:
        """Return the rule set and the tie-break list that a report file specifies."""

    def level(self, tournament: Tournament) -> Sequence[Level]:
        """Return tied players in the table of the last stage; a drawn lot, and the order of seeds, separate nobody."""

    def places(self, tournament: Tournament) -> Sequence[Place]:
        """Return the final table of a tournament after its last stage, the best player first."""

    def places_won(self, tournament: Tournament) -> Mapping[int, int]:
        """Return the number of places that players have gained since the round before, negative if lost, by key.

        Players are left out if the table of that round is not compared.
        """

    def seats(self, stage: Stage, pairing: Pairing, result: Result) -> Sequence[Player] | None:
        """Return the players of a later stage in seat order, if a pairing of the stage before had this result; None if
        nothing changes.
        """

    def fund(self, stored: Mapping[str, object]) -> dict[str, object]:
        """Return a prize fund as stored. Raise ValueError if it is invalid."""

    def offers(self, stored: Mapping[str, object]) -> Sequence[tuple[str, str]]:
        """Return the prizes of a stored fund: each category with its prizes in one line."""

    def prizes(self, tournament: Tournament, places: Sequence[Place]) -> Prizes:
        """Return the prizes of the tournament's fund for these places, the best first; none without a fund."""

    def club_rule(self, stored: Mapping[str, object]) -> dict[str, object]:
        """Return the definition of club teams in its stored form. Raise ValueError if it is invalid."""

    def rating_change(self, tournament: Tournament, player: Player) -> RatingChange | None:
        """Return the change of a player's rating; None in games other than chess, and before a game that counts."""

    def facts(self, key: str, system: str, changes: Mapping[str, object]) -> dict[str, Any]:
        """Return the changed rule set as the journal stores it."""

    def sentence(self, facts: Mapping[str, object], *, halves: bool) -> str:
        """Return the journal's note of a rule set, in one line in the reader's language."""


#: The only rule book, which `standings` registers.
RULE_BOOKS: list[RuleBook] = []


def rules_for(game: Game) -> str:
    """Return the game's usual rule set, or otherwise the first one."""
    return game.rules if game.rules in RULE_SETS else next(iter(RULE_SETS))
