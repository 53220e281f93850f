"""A bracket for page and program: parts, their rounds, and matches with what is known of their two sides."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F

from pairings.plan import Reason
from pairings.systems import knock_out
from pairings.systems.knock_out.course import Course, Meeting
from pairings.systems.knock_out.engine import name_of
from pairings.systems.knock_out.tree import From, Part, Source
from tournaments import border
from tournaments.models import Advance, Pairing, Player, Round, Stage
from tournaments.words import notation


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a match: its player, or where one will come from. `match` is the number of that match, 0 for none."""

    player: Player | None
    seed: int
    won: bool
    coming: From
    match: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Cell:
    """A match. `number` counts matches in the order in which they are played; `round` is the tournament's.

    `notation` has the result with the first side of the match first.
    """

    key: str
    number: int
    round: int
    sides: tuple[Side, Side]
    pairing: str = ""
    table: int = 0
    notation: str = ""
    advance: Advance | None = None
    needless: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A round of a part, by its matches from above; None is a place without one, for whoever was there had a bye.

    `name` says what the round is called.
    """

    key: str
    name: Reason
    round: int
    places: tuple[Cell | None, ...]

    @property
    def cells(self) -> list[Cell]:
        return [cell for cell in self.places if cell is not None]


@dataclass(frozen=True, slots=True)
class Bracket:
    """`parts` are its trees, the main one first; `present` is the key of the round that people want to see."""

    stage: Stage
    parts: tuple[tuple[Part, tuple[Column, ...]], ...]
    players: int
    present: str

    @property
    def columns(self) -> list[Column]:
        return [column for _part, columns in self.parts for column in columns]


def bracket_of(stage: Stage) -> Bracket | None:
    """The bracket of a stage as everybody may see it; None while it has fewer than two players, or is no knock-out."""
    system, options = border.system_of(stage)
    if not system.knocks_out:
        return None
    view = border.take_record(stage)
    if sum(player.entered <= 1 for player in view.snapshot.players) < 2:
        return None
    course = knock_out.course_of(view.snapshot, options)
    return _Drawing(stage, view, course).bracket()


class _Drawing:
    def __init__(self, stage: Stage, view: border.View, course: Course) -> None:
        self.stage = stage
        self.players = view.players
        self.course = course
        self.numbers = {match.key: number for number, match in enumerate(course.tree.matches, start=1)}
        self.tables = _tables(stage) if course.recorded else {}

    def bracket(self) -> Bracket:
        parts = ((part, tuple(self._columns(part))) for part in Part)
        found = tuple((part, columns) for part, columns in parts if columns)
        return Bracket(self.stage, found, len(self.course.field), self._present())

    def _columns(self, part: Part) -> list[Column]:
        rounds: dict[int, dict[int, Meeting]] = {}
        for meeting in self.course.meetings:
            if meeting.match.part is part:
                of_round, place = map(int, meeting.match.key[1:].split("."))
                rounds.setdefault(of_round, {})[place] = meeting
        columns = []
        for number, meetings in sorted(rounds.items()):
            match = next(iter(meetings.values())).match
            halves = part in {Part.MAIN, Part.PLATE}
            count = match.left // 2 if halves else max(meetings)
            places = (meetings.get(place) for place in range(1, count + 1))
            cells = tuple(None if meeting is None else self._cell(meeting) for meeting in places)
            columns.append(Column(f"{part.value}{number}", name_of(match), self._round(match.round), cells))
        return columns

    def _round(self, number: int) -> int:
        return number + self.stage.first_round - 1

    def _present(self) -> str:
        """The first round with a match that is not over, else the last."""
        waiting = (each for each in self.course.meetings if each.winner is None and not each.needless)
        at = next(waiting, self.course.meetings[-1])
        return at.match.key.partition(".")[0]

    def _cell(self, meeting: Meeting) -> Cell:
        match, pairing = meeting.match, meeting.pairing
        sides = tuple(
            self._side(source, side, meeting) for source, side in zip(match.sources, meeting.sides, strict=True)
        )
        number, at = self.numbers[match.key], self._round(match.round)
        if pairing is None:
            return Cell(match.key, number, at, (sides[0], sides[1]), needless=meeting.needless)
        row = self.tables[match.round, pairing.table]
        result = pairing.result
        if result is not None and pairing.first != meeting.sides[0]:
            result = notation.mirrored(result)
        written = notation.write(result) if result is not None else ""
        said = getattr(row, "advance", None)
        return Cell(match.key, number, at, (sides[0], sides[1]), row.public_id, pairing.table, written, said)

    def _side(self, source: Source, player: int | None, meeting: Meeting) -> Side:
        row = self.players.get(player or 0)
        won = row is not None and meeting.winner == player and not meeting.needless
        seed = self.course.seed_of.get(player or 0, 0)
        return Side(row, seed, won, source.kind, self.numbers.get(source.match, 0), source.number)


def _tables(stage: Stage) -> dict[tuple[int, int], Pairing]:
    """The tables of a stage by its own round and their number, with what was said of who goes on."""
    rows = Pairing.objects.filter(round__stage=stage).exclude(round__status=Round.Status.DRAFT)
    numbered = rows.select_related("advance").annotate(of_round=F("round__number")).defer("reasons")
    shift = stage.first_round - 1
    return {(row.of_round - shift, row.table): row for row in numbered}
