"""A bracket for page and program: parts, their rounds, and matches with what is known of their two sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import F

from pairings.plan import Reason
from pairings.systems import knock_out
from pairings.systems.knock_out.course import Course, Meeting
from pairings.systems.knock_out.engine import name_of
from pairings.systems.knock_out.templates import tree_for
from pairings.systems.knock_out.tree import From, Match, Part, Source
from tournaments import border
from tournaments.border.games import games_of
from tournaments.models import Advance, Pairing, Player, Round, Stage
from tournaments.words import boards, notation


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

    `name` says what the round is called, `best_of` of how many games its matches are, where that is said of the round.
    """

    key: str
    name: Reason
    round: int
    places: tuple[Cell | None, ...]
    best_of: int | None = None

    @property
    def cells(self) -> list[Cell]:
        return [cell for cell in self.places if cell is not None]


@dataclass(frozen=True, slots=True)
class Section:
    """Rounds that hang together: a part of the tree, a group of four, or the matches for some places. `number` is that
    of the group, from 1 on, or the best of the places; `last` is the last of them.
    """

    part: Part
    number: int
    last: int
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """`sections` are its trees, the main one first; `present` is the key of the round that people want to see."""

    stage: Stage
    sections: tuple[Section, ...]
    players: int
    present: str

    @property
    def columns(self) -> list[Column]:
        return [column for section in self.sections for column in section.columns]


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


def rounds_laid_out(stage: Stage, players: int) -> list[Section]:
    """The sections and rounds of the bracket of so many players, without their matches: for what rounds are called."""
    _system, options = border.system_of(stage)
    found: dict[tuple[Part, int], dict[int, list[Match]]] = {}
    for match in tree_for(players, options).matches:
        of_section = found.setdefault((match.part, match.section), {})
        of_section.setdefault(_place(match)[0], []).append(match)
    shift = stage.first_round - 1
    return [
        Section(part, number, 0, tuple(_empty(of_round, rounds[of_round], shift) for of_round in sorted(rounds)))
        for (part, number), rounds in sorted(found.items(), key=_in_order)
    ]


def _empty(of_round: int, matches: Sequence[Match], shift: int) -> Column:
    first = matches[0]
    return Column(_column(first), _name_in(of_round, matches), first.round + shift, ())


def _in_order(item: tuple[tuple[Part, int], object]) -> tuple[int, int]:
    """Sections stand in the order of their parts."""
    (part, number), _rounds = item
    return list(Part).index(part), number


def _name_in(of_round: int, matches: Iterable[Match]) -> Reason:
    """What a round of a section is called; by its number where its matches are called otherwise."""
    first, *others = map(name_of, matches)
    return first if all(name == first for name in others) else Reason("ko-round", {"round": of_round})


class _Drawing:
    def __init__(self, stage: Stage, view: border.View, course: Course) -> None:
        self.stage = stage
        self.players = view.players
        self.course = course
        self.numbers = {match.key: number for number, match in enumerate(course.tree.matches, start=1)}
        self.tables, self.games = _tables(stage) if course.recorded else ({}, {})

    def bracket(self) -> Bracket:
        found: dict[tuple[Part, int], list[Meeting]] = {}
        for meeting in self.course.meetings:
            found.setdefault((meeting.match.part, meeting.match.section), []).append(meeting)
        sections = tuple(self._section(*key, meetings) for key, meetings in sorted(found.items(), key=_in_order))
        return Bracket(self.stage, sections, len(self.course.field), self._present())

    def _section(self, part: Part, number: int, meetings: list[Meeting]) -> Section:
        last = number + max(meeting.match.left for meeting in meetings) - 1
        return Section(part, number, last, tuple(self._columns(part, number, meetings)))

    def _columns(self, part: Part, section: int, meetings: list[Meeting]) -> Iterator[Column]:
        rounds: dict[int, dict[int, Meeting]] = {}
        for meeting in meetings:
            of_round, place = _place(meeting.match)
            rounds.setdefault(of_round, {})[place] = meeting
        for of_round, there in sorted(rounds.items()):
            match = next(iter(there.values())).match
            if part in {Part.MAIN, Part.PLATE, Part.PLACES}:
                before = (section - 1) // 2 if section else 0
                places = [there.get(before + place) for place in range(1, match.left // 2 + 1)]
            elif part is Part.FOURS:
                places = list(there.values())
            else:
                places = [there.get(place) for place in range(1, max(there) + 1)]
            name = _name_in(of_round, (meeting.match for meeting in there.values()))
            cells = tuple(None if meeting is None else self._cell(meeting) for meeting in places)
            yield Column(_column(match), name, self._round(match.round), cells, self._games(match.round))

    def _games(self, number: int) -> int | None:
        return self.games.get(number) or games_of(self.stage, number, len(self.course.field))

    def _round(self, number: int) -> int:
        return number + self.stage.first_round - 1

    def _present(self) -> str:
        """The first round with a match that is not over, else the last."""
        waiting = (each for each in self.course.meetings if each.winner is None and not each.needless)
        at = next(waiting, self.course.meetings[-1])
        return _column(at.match)

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
        written = boards.shown(result, self.stage.tournament)
        said = getattr(row, "advance", None)
        return Cell(match.key, number, at, (sides[0], sides[1]), row.public_id, pairing.table, written, said)

    def _side(self, source: Source, player: int | None, meeting: Meeting) -> Side:
        row = self.players.get(player or 0)
        won = row is not None and meeting.winner == player and not meeting.needless
        seed = self.course.seed_of.get(player or 0, 0)
        return Side(row, seed, won, source.kind, self.numbers.get(source.match, 0), source.number)


def _place(match: Match) -> tuple[int, int]:
    """The round of its part that a match is in, and its number there."""
    of_round, _point, place = match.key[1:].partition(".")
    return int(of_round), int(place)


def _column(match: Match) -> str:
    """The key of a round of a section."""
    within = f"-{match.section}" if match.section else ""
    return f"{match.part.value}{_place(match)[0]}{within}"


def _tables(stage: Stage) -> tuple[dict[tuple[int, int], Pairing], dict[int, int | None]]:
    """The tables of a stage by its own round and their number, with what was said of who goes on; and of how many games
    the matches of each round are.
    """
    rows = Pairing.objects.filter(round__stage=stage).exclude(round__status=Round.Status.DRAFT)
    in_rounds = rows.annotate(of_round=F("round__number"), of_games=F("round__best_of"))
    numbered = in_rounds.select_related("advance").defer("reasons")
    shift = stage.first_round - 1
    tables: dict[tuple[int, int], Pairing] = {}
    games: dict[int, int | None] = {}
    for row in numbered:
        tables[row.of_round - shift, row.table] = row
        games[row.of_round - shift] = row.of_games
    return tables, games
