"""The teams' points in a file, in record 310 and in the tables 801 and 802, compared with the boards.

The columns of the tables differ between programs: they are read by their words. The team's number comes first, its
points follow after a short name. For each round 801 has the opponent, the colour, the boards and the players, or a word
for a bye; 802 has the opponent, the colour and the game points, or the letters of a bye and its game points.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pairings.files.reading.team_event import TeamEvent
from pairings.files.trf.fields import points_of_text, points_text
from pairings.files.trf.records import TrfDocument
from pairings.files.trf.writing.team_tables import TeamRound, game_points, rounds_of
from pairings.snapshot import Snapshot
from pairings.wording.mark import Sentence
from pairings.wording.mark import gettext_noop as _

_LINE = re.compile(r"80[12]\s+(\d{1,3})\s(.*?)\s(\d+(?:\.\d)?)\s+(\d+\.\d)(?:\s(.*))?")
_ROUND_802 = re.compile(r"(?:(\d+)\s+([wWbB])|(PAB|[FHZ]PB))(?:\s+(\d+\.\d)f?)?(?=\s|$)")


def disagreements(event: TeamEvent, points: Mapping[int, Fraction]) -> Iterator[tuple[int, Sentence]]:
    """Yield every place of records 801 and 802 that contradicts the boards, with its line."""
    document, before = event.records.document, event.before
    own, games = rounds_of(before), game_points(before)
    for line, number, written in (*_team_points_310(event), *_totals(document)):
        if number in own:
            found = (points[number], games[number])
            for text, value, is_so in zip((_MATCH_POINTS, _GAME_POINTS), written, found, strict=True):
                if value is not None and value != is_so:
                    facts = {"team": number, "written": points_text(value), "own": points_text(is_so)}
                    yield line, Sentence(text, **facts)
    yield from _rounds_802(document, own)
    yield from _rounds_801(event, before)


_MATCH_POINTS = _("Team {team} has {written} match points in the file, but {own} from its boards.")
_GAME_POINTS = _("Team {team} has {written} game points in the file, but {own} from its boards.")
_ROUND = _("Team {team}, round {round}: {written} in the file, but {own} from its boards.")


def _team_points_310(event: TeamEvent) -> Iterator[tuple[int, int, tuple[Fraction | None, Fraction | None]]]:
    yield from ((team.line, team.number, team.points) for team in event.records.teams.values())


def _totals(document: TrfDocument) -> Iterator[tuple[int, int, tuple[Fraction | None, Fraction | None]]]:
    for at, found in _tables(document, "801", "802"):
        yield at, int(found[1]), (points_of_text(found[3]), points_of_text(found[4]))


def _tables(document: TrfDocument, *codes: str) -> Iterator[tuple[int, re.Match[str]]]:
    for at, line in enumerate(document.lines, start=1):
        if line.code in codes and (found := _LINE.match(line.text)):
            yield at, found


def _rounds_802(document: TrfDocument, own: Mapping[int, Sequence[TeamRound]]) -> Iterator[tuple[int, Sentence]]:
    for at, line in _tables(document, "802"):
        number = int(line[1])
        for place, (record, is_so) in enumerate(
            zip(_ROUND_802.finditer(line[5] or ""), own.get(number, ()), strict=False), 1
        ):
            if not _is_same_round(record, is_so):
                facts = {"written": " ".join(record[0].split()), "own": " ".join(is_so.text.split())}
                yield at, Sentence(_ROUND, team=number, round=place, **facts)


def _is_same_round(record: re.Match[str], own: TeamRound) -> bool:
    opponent, colour = (record[1] or record[3]).lstrip("0"), (record[2] or "").lower()
    games = points_of_text(record[4]) if record[4] else None
    return opponent == own.opponent and (own.is_forfeit or colour == own.colour) and games in (None, own.games)


def _rounds_801(event: TeamEvent, before: Snapshot) -> Iterator[tuple[int, Sentence]]:
    own = rounds_of(before)
    for at, found in _tables(event.records.document, "801"):
        number = int(found[1])
        for place, (row, is_so) in enumerate(zip(_records_801(found[5] or ""), own.get(number, ()), strict=False), 1):
            boards = _codes(event, number, place)
            if row and boards and row != (is_so.opponent, is_so.colour, boards):
                facts = {"written": " ".join(row), "own": f"{is_so.opponent} {is_so.colour} {boards}"}
                yield at, Sentence(_ROUND, team=number, round=place, **facts)


def _records_801(text: str) -> Iterator[tuple[str, str, str] | None]:
    """Yield (opponent, colour, boards) of each round, None for a bye."""
    words = text.split()
    while words:
        if len(words) >= 3 and words[0].isdecimal() and words[1].lower() in ("w", "b"):
            yield words[0].lstrip("0"), words[1].lower(), words[2]
            del words[: 4 if len(words) > 3 and words[3].isdecimal() and not _is_pair(words[3:]) else 3]
        else:
            yield None
            del words[0]


def _is_pair(words: Sequence[str]) -> bool:
    """Return whether these words begin another round, and are not players of the boards."""
    return len(words) > 1 and words[1].lower() in ("w", "b")


def _codes(event: TeamEvent, team: int, number: int) -> str:
    """Return the boards of a team's match, a letter each as in record 001."""
    for (round_number, first), sheet in event.sheets.items():
        pairing = next((p for p in event.rounds[round_number - 1].pairings if p.first == first), None)
        if round_number == number and pairing is not None and team in (pairing.first, pairing.second):
            line_up = sheet.first if team == first else sheet.second
            cells = [event.records.players[member].cell(number) if member else None for member in line_up]
            return "".join("-" if cell is None else cell.result or "*" for cell in cells)
    return ""
