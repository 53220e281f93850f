"""Conversion of snapshots and plans to report files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from pairings.files.trf.errors import TooWide
from pairings.files.trf.fields import MOST_ROUNDS, TrfLineReader, points_field
from pairings.files.trf.ratings import national_text
from pairings.files.trf.reading.read import record_of
from pairings.files.trf.records import ByeList, PlayerRecord, TrfCell, TrfDocument, TrfLine
from pairings.files.trf.replay import Replay
from pairings.files.trf.writing.write import (
    BYE_CODES,
    RANK,
    ROUNDS,
    Edition,
    TrfSettings,
    new_line,
    player_text,
    rule_texts,
    with_cell,
)
from pairings.numbers import scores
from pairings.plan import PlannedBye, PlannedPairing, RoundPlan
from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Snapshot
from pairings.wording.mark import Sentence
from pairings.wording.mark import gettext_noop as _

_COLOURS = {"first": "w", "second": "b"}
#: The code of a game for one of its players.
CODES = {
    Decision.PLAYED: {Outcome.WIN: "1", Outcome.DRAW: "=", Outcome.LOSS: "0"},
    Decision.RULING: {Outcome.WIN: "W", Outcome.DRAW: "D", Outcome.LOSS: "L"},
    Decision.ADJOURNED: {Outcome.DRAW: "?"},
    Decision.FORFEIT: {Outcome.WIN: "+", Outcome.DRAW: "-", Outcome.LOSS: "-"},
}
_PARTNERS = _(
    "Report files support two-player games only, but here two play against two. Use the tournament file instead."
)
_PODS = _(
    "Report files support two-player games only, but this tournament is played in pods. Use the tournament file "
    "instead."
)
_MANY_ROUNDS = _("The tournament has {count} rounds, but a report file allows at most {most}.")
#: Columns 81–84, points, from 0.
_POINTS = slice(80, 84)


@dataclass(frozen=True, slots=True)
class Person:
    """The data of a player in a file that no pairing depends on.

    `rank` is the place in the standings; `official` is FIDE's rating if it differs from the snapshot's, 0 for none.
    """

    sex: str = ""
    fide_id: str = ""
    birth: str = ""
    rank: int | None = None
    official: int | None = None


Heading: TypeAlias = Mapping[str, str | Sequence[str]]


def document_of(
    snapshot: Snapshot,
    heading: Heading | None = None,
    edition: Edition = Edition.TRF26,
    people: Mapping[int, Person] | None = None,
    later: Sequence[ByeList] = (),
) -> TrfDocument:
    """Return a report file of everything in the snapshot, in UTF-8 with CRLF.

    `heading` gives text records by their codes, several of one code as a list: {"012": "Turku Open", "112": ["Ann",
    "Bo"], "132": ["26/05/01", "26/05/02"], "192": "FIDE_DUTCH_2026", "###": ["MPA @ Round 3"]}. The number of players
    (062) and points are computed, and ranks if `people` has none (by points, then number). Byes of the next round are
    written in its column, unless all players have one, and in TRF26 as records 240; `later` are byes of rounds after
    it. If record 172 is given and some rating is not FIDE's, all players have a national record. Raises TooWide for a
    value that does not fit its columns, for more rounds than its fields can count, and for pods and partners, which no
    field can express.
    """
    if snapshot.scoring.pods:
        raise TooWide(Sentence(_PODS))
    if snapshot.scoring.partners:
        raise TooWide(Sentence(_PARTNERS))
    count = max(snapshot.planned_rounds or 0, snapshot.next_round - 1)
    if count > MOST_ROUNDS:
        raise TooWide(Sentence(_MANY_ROUNDS, count=count, most=MOST_ROUNDS))
    points = scores.points(snapshot)
    ranks = ranks_of(points)
    cells = _cells(snapshot)
    texts = [*heading_texts({"062": str(len(snapshot.players)), **(heading or {})})]
    texts += rule_texts(rules_of(snapshot, later, edition), edition)
    federation = str((heading or {}).get("172", ""))[:3]
    national = []
    for player in snapshot.players:
        person = (people or {}).get(player.number, Person())
        record = _record(player, person, cells[player.number], points[player.number])
        texts.append(player_text(record if person.rank else replace(record, rank=ranks[player.number])))
        national.append(national_text(federation, record, player.rating))
    if federation and any(person.official is not None for person in (people or {}).values()):
        texts += national
    return TrfDocument(tuple(new_line(text) for text in texts))


def heading_texts(heading: Heading) -> Iterator[str]:
    """Yield text records in the order of their codes; the dates of rounds (132) in the columns of their rounds."""
    for code, value in sorted(heading.items()):
        values = [value] if isinstance(value, str) else value
        if code == "132":
            dates = "".join(f"{' '.join(date.split())[:8]:8}  " for date in values)
            yield code.ljust(ROUNDS) + dates.rstrip()
        else:
            yield from (f"{code} {' '.join(text.split())}" for text in values)


def with_round(document: TrfDocument, plan: RoundPlan) -> TrfDocument:
    """Return the file with a round that was planned from its snapshot: pairs without results, byes with theirs.

    Rounds from the plan's on are dropped first. Points and ranks are computed again if rounds were dropped; otherwise
    only the points of those who get points in the new round. Raises TrfError like `Replay`, and TooWide.
    """
    replay = Replay(document)
    cut = plan.number <= replay.played
    new = {replay.ids[number]: cell for number, cell in _plan_cells(plan, replay)}
    points = {replay.ids[n]: p for n, p in _points_with(replay, plan).items()}
    ranks = ranks_of(points)

    def text_of(line: TrfLine) -> str:
        if not isinstance(line.record, PlayerRecord):
            return line.text
        number = line.record.number
        gains = cut or (number in new and new[number].opponent is None)
        text = with_cell(line.text, plan.number, new.get(number), cut=cut)
        return _with_points(text, points[number] if gains else None, ranks[number] if cut else None)

    return _rewrite(document, text_of)


def first_rounds(document: TrfDocument, count: int) -> TrfDocument:
    """Return the file with its first `count` rounds, and their points and ranks. Raises TrfError, and TooWide."""
    replay = Replay(document)
    points = {replay.ids[n]: p for n, p in scores.points(replay.snapshot(count + 1)).items()}
    ranks = ranks_of(points)

    def text_of(line: TrfLine) -> str | None:
        if isinstance(line.record, PlayerRecord):
            number = line.record.number
            return _with_points(with_cell(line.text, count + 1, None, cut=True), points[number], ranks[number])
        if _is_later(line, count):
            return None
        return line.text[: _TEAM_ROUNDS[line.code](count)].rstrip() if line.code in _TEAM_ROUNDS else line.text

    return _rewrite(document, text_of)


def _rewrite(document: TrfDocument, text_of: Callable[[TrfLine], str | None]) -> TrfDocument:
    """Return the file with new texts of its lines. A line for which `text_of` returns None is left out."""
    lines = []
    for place, line in enumerate(document.lines, start=1):
        text = text_of(line)
        if text is not None:
            lines.append(TrfLine(text, line.ending, record_of(TrfLineReader(place, text))))
    return TrfDocument(tuple(lines), document.encoding, document.bom)


#: Records of teams with a field for each round: their length by number of rounds, or the place of the round in others.
_TEAM_ROUNDS: Mapping[str, Callable[[int], int]] = {
    "320": lambda count: 13 + 4 * count,
    "802": lambda count: 28 + 13 * count,
}
_TEAM_ROUND = {"300": slice(4, 7), "330": slice(7, 10)}


def _is_later(line: TrfLine, count: int) -> bool:
    """Return whether a line-up or a forfeited match is of a round that is left out."""
    round_text = line.text[_TEAM_ROUND[line.code]].strip() if line.code in _TEAM_ROUND else ""
    return round_text.isdecimal() and int(round_text) > count


def round_of(plan: RoundPlan) -> Round:
    """Return the plan as a recorded round, with open results if the plan has none."""
    return Round(
        plan.number,
        tuple(Pairing(p.table, p.first, p.second, p.result) for p in plan.pairings),
        tuple(Bye(bye.player, bye.kind) for bye in plan.byes),
    )


def as_plan(played: Round) -> RoundPlan:
    """Return a recorded round as a plan without reasons, for the judge and for comparison with an engine's."""
    return RoundPlan(
        played.number,
        tuple(
            PlannedPairing(p.table, p.first, p.second, result=p.result, handicap=p.handicap) for p in played.pairings
        ),
        tuple(PlannedBye(bye.player, bye.kind) for bye in played.byes),
        booster_pods=played.booster_pods,
    )


def _with_deductions(snapshot: Snapshot) -> Mapping[int, tuple[Fraction, ...]]:
    """Return virtual points plus deductions, in every later round: engines have no other record."""
    table = {number: list(row) for number, row in snapshot.virtual_points.items()}
    width = max(snapshot.next_round, snapshot.planned_rounds or 0)
    for played in snapshot.rounds:
        for each in played.deductions:
            row = table.setdefault(each.player, [])
            row.extend([Fraction(0)] * (width - len(row)))
            row[played.number :] = [value + each.points for value in row[played.number :]]
    return {number: tuple(row) for number, row in table.items() if any(row)}


def rules_of(snapshot: Snapshot, later: Sequence[ByeList], edition: Edition) -> TrfSettings:
    """Return the settings of a tournament for the settings records."""
    byes = [
        ByeList(kind, snapshot.next_round, tuple(bye.player for bye in snapshot.byes if bye.kind is kind))
        for kind in (ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO)
    ]
    return TrfSettings(
        planned_rounds=snapshot.planned_rounds,
        first_colour=_COLOURS.get(snapshot.first_colour or "", ""),
        scoring=snapshot.scoring,
        virtual_points=snapshot.virtual_points if edition is not Edition.TRF16 else _with_deductions(snapshot),
        deductions={played.number: played.deductions for played in snapshot.rounds if played.deductions},
        forbidden=snapshot.forbidden,
        byes=tuple(listed for listed in (*byes, *later) if listed.players),
    )


def _record(player: Player, person: Person, cells: tuple[TrfCell | None, ...], points: Fraction) -> PlayerRecord:
    return PlayerRecord(
        number=player.number,
        sex=person.sex[:1],
        title=player.title[:3],
        name=" ".join(player.name.split()),
        rating=player.rating if person.official is None else person.official or None,
        federation=player.federation,
        fide_id=person.fide_id,
        birth=person.birth,
        points=points,
        rank=person.rank,
        cells=cells,
    )


def _cells(snapshot: Snapshot) -> dict[int, tuple[TrfCell | None, ...]]:
    """Return all players' rounds; a player in no list of a round was absent: `Z` if rounds follow.

    Byes of the next round are left out if all players have one: such a column would be read as a played round.
    """
    absent = TrfCell(None, "", "Z")
    table: dict[int, list[TrfCell | None]] = {player.number: [] for player in snapshot.players}
    for played in snapshot.rounds:
        cells = dict(_round_cells(played))
        for number, row in table.items():
            row.append(cells.get(number, absent))
    if {bye.player for bye in snapshot.byes} != table.keys():
        for bye in snapshot.byes:
            table[bye.player].append(TrfCell(None, "", BYE_CODES[bye.kind]))
    return {number: tuple(row) for number, row in table.items()}


def _round_cells(played: Round) -> Iterator[tuple[int, TrfCell]]:
    for pairing in played.pairings:
        first, second = _codes(pairing.result)
        yield pairing.first, TrfCell(pairing.second, "w", first)
        yield pairing.second, TrfCell(pairing.first, "b", second)
    for bye in played.byes:
        yield bye.player, TrfCell(None, "", BYE_CODES[bye.kind])


def _codes(result: Result | None) -> tuple[str, str]:
    if result is None:
        return "", ""
    codes = CODES[result.decision]
    return codes[result.first], codes[result.second]


def ranks_of(points: Mapping[int, Fraction]) -> dict[int, int]:
    """Return ranks by points, then number."""
    ordered = sorted(points, key=lambda number: (-points[number], number))
    return {number: rank for rank, number in enumerate(ordered, start=1)}


def _plan_cells(plan: RoundPlan, replay: Replay) -> Iterator[tuple[int, TrfCell]]:
    for number, cell in _round_cells(round_of(plan)):
        yield number, TrfCell(replay.ids[cell.opponent] if cell.opponent else None, cell.colour, cell.result)


def _points_with(replay: Replay, plan: RoundPlan) -> dict[int, Fraction]:
    snapshot = replay.snapshot(plan.number)
    points = scores.points(snapshot)
    planned = replace(round_of(plan), deductions=replay.deductions(plan.number))
    for number, gained in scores.of_round(planned, snapshot.scoring, tuple(points)):
        points[number] += gained
    return points


def _with_points(text: str, points: Fraction | None, rank: int | None) -> str:
    if points is not None:
        text = _write_columns(text, _POINTS, points_field(points))
    return text if rank is None else _write_columns(text, RANK, str(rank))


def _write_columns(text: str, columns: slice, value: str) -> str:
    text = text.ljust(columns.stop)
    return text[: columns.start] + value.rjust(columns.stop - columns.start) + text[columns.stop :]
