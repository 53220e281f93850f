"""The writer of team events: members as players, teams in records 300 to 362 and 802, in TRF16 in record 013.

Source: C.02.03 annexure A.

A match is written as the cells of its players, so that any reader can rebuild the match from them. A match with unknown
players is in record 300, with all boards empty. TRF16 has no records for a match without boards, points of matches and
colours of boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pairings.files.trf.records import ByeList, PlayerRecord, TrfCell, TrfDocument
from pairings.files.trf.writing.build import CODES, Heading, Person, heading_texts, ranks_of, rules_of
from pairings.files.trf.writing.team_tables import game_points, table_texts
from pairings.files.trf.writing.write import BYE_CODES, Edition, new_line, player_text, rule_texts
from pairings.numbers import scores
from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Result, Round, Scoring, Snapshot

_POINTS = {Outcome.WIN: Fraction(1), Outcome.DRAW: Fraction(1, 2), Outcome.LOSS: Fraction(0)}
_COLOURS = "wb"
_AWAY = TrfCell(None, "", "Z")
#: Players without any data.
NOBODY = Person()


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a team. `number` is the member's own in the file, unique among all teams."""

    number: int
    name: str
    rating: int | None = None
    title: str = ""
    federation: str = ""
    person: Person = NOBODY


@dataclass(frozen=True, slots=True)
class Boards:
    """The boards of a match: by boards the member numbers of both teams, None for an empty seat, and results."""

    first: Sequence[int | None]
    second: Sequence[int | None]
    results: Sequence[Result | None]


def team_document(
    snapshot: Snapshot,
    heading: Heading,
    members: Mapping[int, Sequence[Member]],
    boards: Mapping[tuple[int, int], Boards],
    later: Sequence[ByeList] = (),
    ranks: Mapping[int, int] | None = None,
    edition: Edition = Edition.TRF26,
) -> TrfDocument:
    """Return a report file of a team event in UTF-8 with CRLF.

    `members` are those of each team by its number, in board order; `boards` those of each match by its round and the
    number of its first team: every match with a played board has them. `ranks` are the teams' in the standings. Raises
    TooWide like `document_of`.
    """
    everybody = [member for row in members.values() for member in row]
    old = edition is Edition.TRF16
    boards = {**dict(_forfeited_boards(snapshot, members)), **boards} if old else boards
    cells, points = _cells(snapshot, members, boards, "U" if old else "Z")
    texts = [*heading_texts({"062": str(len(everybody)), "082": str(len(snapshot.players)), **heading})]
    rules = replace(rules_of(snapshot, later, edition), scoring=Scoring())  # 362 has what matches are worth
    if old:
        texts += rule_texts(replace(rules, forbidden=(), virtual_points={}, byes=()), edition)
    else:
        texts += [f"352 {('WB' * snapshot.scoring.best_of)[: snapshot.scoring.best_of]}"]
        texts += [*rule_texts(rules, edition), *_match_points(snapshot.scoring)]
    for member in sorted(everybody, key=lambda each: each.number):
        row = PlayerRecord(
            member.number,
            member.person.sex[:1],
            member.title[:3],
            " ".join(member.name.split()),
            member.rating,
            member.federation,
            member.person.fide_id,
            member.person.birth,
            points[member.number],
            None,
            tuple(cells[member.number]),
        )
        texts.append(player_text(row))
    if old:
        texts += _old_records(snapshot, members)
    else:
        texts += [*_line_ups(snapshot, members, boards), *_team_records(snapshot, members, ranks or {})]
        texts += [*_byes(snapshot), *_forfeits(snapshot), *table_texts(snapshot)]
    return TrfDocument(tuple(new_line(text) for text in texts))


def _forfeited_boards(
    snapshot: Snapshot, members: Mapping[int, Sequence[Member]]
) -> Iterator[tuple[tuple[int, int], Boards]]:
    """Yield boards for the matches without a played one, which TRF16 cannot record: the first of each team's list."""
    count = snapshot.scoring.best_of
    for number, pairing in snapshot.recorded_pairings():
        if pairing.result is not None and pairing.result.decision is Decision.FORFEIT:
            sides = [[member.number for member in members[team]][:count] for team in (pairing.first, pairing.second)]
            one, other = ([*side, *[None] * (count - len(side))] for side in sides)
            yield (number, pairing.first), Boards(one, other, [pairing.result] * count)


def _match_points(scoring: Scoring) -> Iterator[str]:
    values = (("TW", scoring.win), ("TD", scoring.draw), ("TL", scoring.loss))
    yield "362 " + "   ".join(f"{name}{float(points):4.1f}" for name, points in values)


def _cells(
    snapshot: Snapshot,
    members: Mapping[int, Sequence[Member]],
    boards: Mapping[tuple[int, int], Boards],
    allocated: str,
) -> tuple[dict[int, list[TrfCell | None]], dict[int, Fraction]]:
    """Return each member's rounds, and the points of the member's boards; `allocated` is the code of that bye."""
    cells: dict[int, list[TrfCell | None]] = {member.number: [] for row in members.values() for member in row}
    points = dict.fromkeys(cells, Fraction(0))
    for played in snapshot.rounds:
        by_member = dict(_round_cells(played, boards))
        for bye in played.byes:
            by_member |= {member.number: _bye_cell(bye, allocated) for member in members[bye.player]}
        for number, row in cells.items():
            row.append(by_member.get(number, _AWAY))
        for number, gained in _round_points(played, boards):
            points[number] += gained
    return cells, points


def _bye_cell(bye: Bye, allocated: str) -> TrfCell:
    """Return the cell of a bye; an allocated one is in record 320, and belongs to none of the members."""
    return TrfCell(None, "", allocated if bye.kind is ByeKind.ALLOCATED else BYE_CODES[bye.kind])


def _board_players(
    played: Round, boards: Mapping[tuple[int, int], Boards]
) -> Iterator[tuple[int, int | None, int, Result | None, bool]]:
    """Yield all seated players: (member, opponent, board from 0, result, whether of the first team)."""
    for pairing in played.pairings:
        found = boards.get((played.number, pairing.first))
        if found is None:
            continue
        for board, (one, other, result) in enumerate(zip(found.first, found.second, found.results, strict=True)):
            if one is not None:
                yield one, other, board, result, True
            if other is not None:
                yield other, one, board, result, False


def _round_cells(played: Round, boards: Mapping[tuple[int, int], Boards]) -> Iterator[tuple[int, TrfCell]]:
    for member, opponent, board, result, is_first in _board_players(played, boards):
        code = "" if result is None else CODES[result.decision][result.first if is_first else result.second]
        yield member, TrfCell(opponent, _COLOURS[(board + (not is_first)) % 2], code)


def _round_points(played: Round, boards: Mapping[tuple[int, int], Boards]) -> Iterator[tuple[int, Fraction]]:
    for member, _opponent, _board, result, is_first in _board_players(played, boards):
        if result is not None:
            yield member, _POINTS[result.first if is_first else result.second]


def _line_ups(
    snapshot: Snapshot, members: Mapping[int, Sequence[Member]], boards: Mapping[tuple[int, int], Boards]
) -> Iterator[str]:
    """Yield record 300 of each line-up out of the list's order or with gaps, and of each unknown one."""
    place = {member.number: at for row in members.values() for at, member in enumerate(row)}
    unknown = [None] * snapshot.scoring.best_of
    for played in snapshot.rounds:
        for pairing in played.pairings:
            found = boards.get((played.number, pairing.first))
            if found is None and pairing.result is not None:
                continue
            one, other = (found.first, found.second) if found is not None else (unknown, unknown)
            sides = ((pairing.first, pairing.second, one), (pairing.second, pairing.first, other))
            for team, opponent, line_up in sides:
                seated = [number for number in line_up if number is not None]
                in_order = sorted(seated, key=lambda number: place[number]) == seated
                if found is None or not in_order or None in line_up[: len(seated)]:
                    row = "".join(f" {number or 0:04}" for number in line_up)
                    yield f"300 {played.number:>3} {team:>3} {opponent:>3}{row}"


def _team_records(
    snapshot: Snapshot, members: Mapping[int, Sequence[Member]], ranks: Mapping[int, int]
) -> Iterator[str]:
    """Yield record 310 of each team: match points, game points, rank and members."""
    matches, games = scores.points(snapshot), game_points(snapshot)
    own = ranks_of(matches)
    for team in snapshot.players:
        row = " ".join(f"{member.number:>4}" for member in members[team.number])
        name = " ".join(team.name.split())[:32]
        yield (
            f"310 {team.number:>3} {name:32} {'':5} {team.rating or '':>6} {float(matches[team.number]):6.1f} "
            f"{float(games[team.number]):6.1f} {ranks.get(team.number, own[team.number]):>3}  {row}"
        ).rstrip()


def _old_records(snapshot: Snapshot, members: Mapping[int, Sequence[Member]]) -> Iterator[str]:
    """Yield record 013 of each team: its name and members, in the order of the teams' numbers."""
    for team in snapshot.players:
        row = " ".join(f"{member.number:>4}" for member in members[team.number])
        yield f"013 {' '.join(team.name.split())[:32]:32}{row}".rstrip()


def _byes(snapshot: Snapshot) -> Iterator[str]:
    """Yield record 320: the teams with the bye, and its value."""
    bye_teams = {
        played.number: bye.player for played in snapshot.rounds for bye in played.byes if bye.kind is ByeKind.ALLOCATED
    }
    if bye_teams:
        row = " ".join(f"{bye_teams.get(played.number, 0):03}" for played in snapshot.rounds)
        worth, boards = snapshot.scoring.allocated_bye, Fraction(snapshot.scoring.best_of, 2)
        yield f"320 {float(worth):4.1f} {float(boards):4.1f} {row}"


def _forfeits(snapshot: Snapshot) -> Iterator[str]:
    """Yield records 330: the matches without a played board."""
    for played in snapshot.rounds:
        for pairing in played.pairings:
            if pairing.result is not None and pairing.result.decision is Decision.FORFEIT:
                yield f"330 {_kind(pairing)} {played.number:>3} {pairing.first:>3} {pairing.second:>3}"


def _kind(pairing: Pairing) -> str:
    sides = (pairing.result.first, pairing.result.second) if pairing.result is not None else ()
    return "".join("+" if side is Outcome.WIN else "-" for side in sides)
