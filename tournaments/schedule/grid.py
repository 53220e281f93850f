"""Show a whole schedule as a grid: each game is in the row of one player and the column of the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pairings.systems import SYSTEMS
from tournaments.core.tables import result_text
from tournaments.core.words import notation
from tournaments.core.words.names import isolate
from tournaments.models import Pairing, Player, Result, Round, Stage

#: The maximum number of players for which a grid is readable.
WIDEST = 30


@dataclass(frozen=True, slots=True)
class Meeting:
    """A game in the grid: `one` is the player of the row, who has the lower seat, `other` the player of the column.

    `mine` is an entry that was not stored, because of a `problem` or a `conflict`.
    """

    pairing: Pairing
    one: Player
    other: Player
    one_is_first: bool
    mine: str = ""
    problem: str = ""
    conflict: str = ""

    @property
    def key(self) -> str:
        """The key of the cell on the page: round and table."""
        return f"{self.pairing.round.number}-{self.pairing.table}"

    @property
    def name(self) -> str:
        return f"{isolate(self.one.name)} – {isolate(self.other.name)}"

    @property
    def result(self) -> Result | None:
        return getattr(self.pairing, "result", None)

    @property
    def own(self) -> str:
        """The result from the view of the row's player."""
        return self._result_of_side(first=self.one_is_first)

    @property
    def reply(self) -> str:
        """The result from the view of the column's player."""
        return self._result_of_side(first=not self.one_is_first)

    def _result_of_side(self, *, first: bool) -> str:
        fact = self.result.fact if self.result else None
        tournament = self.pairing.round.tournament
        if fact is not None and fact.games and tournament.table_kind.counts_boards:
            return result_text(fact if first else notation.mirror_result(fact), tournament)
        return notation.write_own(fact, first=first)


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell of a row and a column: games are entered above the diagonal, and mirrored below it."""

    meetings: tuple[Meeting, ...] = ()
    above: bool = False
    is_self: bool = False


@dataclass(frozen=True, slots=True)
class GridLine:
    number: int
    player: Player
    cells: tuple[GridCell, ...]


def has_grid(stage: Stage) -> bool:
    """Return whether a stage has started, is small enough, and has a system with a schedule."""
    return SYSTEMS[stage.system].scheduled and stage.started_at is not None and stage.seats.count() <= WIDEST


def grid_of(stage: Stage) -> list[GridLine]:
    """Return all players of a stage in the order of seats, with the games of its published rounds."""
    seats = {seat.player_id: seat for seat in stage.seats.select_related("player").order_by("number")}
    at = {player: place for place, player in enumerate(seats)}
    met: dict[tuple[int, int], list[Meeting]] = {}
    for meeting in _meetings(stage):
        met.setdefault((meeting.one.pk, meeting.other.pk), []).append(meeting)
    lines = []
    for row, seat in seats.items():
        cells = tuple(
            GridCell(
                tuple(met.get((row, column) if at[row] < at[column] else (column, row), ())),
                above=at[row] < at[column],
                is_self=row == column,
            )
            for column in seats
        )
        lines.append(GridLine(seat.number, seat.player, cells))
    return lines


def meeting_of(pairing: Pairing) -> Meeting | None:
    """Return one game of a grid; None if it is no longer in a published round."""
    return next(_meetings(pairing.round.stage, pairing), None)


def _meetings(stage: Stage, only: Pairing | None = None) -> Iterator[Meeting]:
    """Yield the games of a stage's published rounds, round by round."""
    numbers = dict(stage.seats.values_list("player_id", "number"))
    shown = Pairing.objects.filter(round__stage=stage).exclude(round__status=Round.Status.DRAFT)
    if only is not None:
        shown = shown.filter(pk=only.pk)
    found = shown.select_related("round", "result").prefetch_related("appearances__player")
    for pairing in found.order_by("round__number", "table"):
        pairing.round.tournament = stage.tournament
        first, second = (place.player for place in sorted(pairing.appearances.all(), key=lambda place: place.side or 0))
        if numbers[first.pk] < numbers[second.pk]:
            yield Meeting(pairing, first, second, one_is_first=True)
        else:
            yield Meeting(pairing, second, first, one_is_first=False)
