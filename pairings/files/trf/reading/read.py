"""The reader of TRF06, TRF16, TRF26 and engine additions (JaVaFo's XX records, bbpPairings' BB records).

A file is read whole or not at all. Unknown content is kept unchanged: FIDE lets programs add records, and a
federation's code in columns 1–3 is one. Source: FIDE Handbook C.02.03 Annexure A; the manuals of the two engines.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from pairings.files.encoding import letters_of
from pairings.files.trf.errors import TrfError
from pairings.files.trf.fields import TrfLineReader
from pairings.files.trf.reading.player_read import player
from pairings.files.trf.reading.settings_read import SETTINGS
from pairings.files.trf.records import (
    PlannedRounds,
    PlayerRecord,
    Record,
    TrfDocument,
    TrfLine,
    VirtualList,
    VirtualRange,
)
from pairings.wording.mark import Sentence
from pairings.wording.mark import gettext_noop as _

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")


#: More lines, players times rounds, or places in ranges of virtual points are none of a tournament. The time to read
#: a file grows with its size and with nothing else.
MOST_LINES = 20_000
MOST_PLACES = 100_000


def read(data: bytes) -> TrfDocument:
    """Return the document in the bytes of a file. Raises TrfError at its first fault; nothing is half read."""
    document, faults = scan(data)
    if faults:
        raise faults[0]
    return document


def scan(data: bytes) -> tuple[TrfDocument, list[TrfError]]:
    """Return the lines of a file, broken or not, and every fault for `read`, in line order."""
    text, encoding, bom = _decode(data)
    lines: list[TrfLine] = []
    faults: list[TrfError] = []
    for number, (content, ending) in enumerate(_split_lines(text), start=1):
        if number > MOST_LINES:
            expected = Sentence(_("the end of the file: a report has at most {most} lines"), most=MOST_LINES)
            faults.append(TrfError(number, 1, expected))
            break
        try:
            record = record_of(TrfLineReader(number, content))
        except TrfError as fault:
            faults.append(fault)
            record = None
        lines.append(TrfLine(content, ending, record))
    document = TrfDocument(tuple(lines), encoding, bom)
    faults.extend(_duplicates(document))
    faults.extend(_too_large(document))
    if not faults and next(document.records(PlayerRecord), None) is None:
        faults.append(TrfError(1, 1, _("a report file with at least one player (record 001)"), text[:3].strip()))
    return document, sorted(faults, key=lambda fault: (fault.line, fault.column))


def _decode(data: bytes) -> tuple[str, str, bool]:
    try:
        found = letters_of(data)
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1", False
    return found.text, found.encoding, bool(found.mark)


def _split_lines(text: str) -> Iterator[tuple[str, str]]:
    """Yield lines with their endings. Only CR, LF and CRLF end a line, no other line end of Unicode."""
    for match in _LINE.finditer(text):
        if match.group():
            yield match.group(1), match.group(2)


def record_of(fields: TrfLineReader) -> Record | None:
    """Return the record of a line, or None if its code is unknown. Raises TrfError."""
    code = fields.text[:3]
    if code == "001":
        return player(fields)
    parser = SETTINGS.get(code)
    return parser(fields) if parser else None


def _too_large(document: TrfDocument) -> Iterator[TrfError]:
    """Yield faults for sizes beyond any tournament: players times rounds, and ranges of virtual points."""
    numbers = sorted(record.number for record in document.records(PlayerRecord))
    written = [record for line in document.lines if isinstance(record := line.record, VirtualList | VirtualRange)]
    planned = max((record.count for record in document.records(PlannedRounds)), default=0) if written else 0
    width = max(document.columns + 1, planned)
    if len(numbers) * width > MOST_PLACES:
        wide = next(
            (line for line, r in document.records_with_lines(PlayerRecord) if len(r.cells) == document.columns), 1
        )
        expected = Sentence(_("players times rounds of at most {most}"), most=MOST_PLACES)
        yield TrfError(wide, 1, expected, str(len(numbers) * width))
        return
    places = 0
    for line, record in document.records_with_lines(VirtualRange):
        players = bisect_right(numbers, record.last_player) - bisect_left(numbers, record.first_player)
        places += max(0, players) * max(0, min(record.last_round, width) - record.first_round + 1)
        if places > MOST_PLACES:
            many = _("virtual points in at most {most} places, one for each player and round")
            yield TrfError(line, 1, Sentence(many, most=MOST_PLACES))
            return


def _duplicates(document: TrfDocument) -> Iterator[TrfError]:
    numbers: set[int] = set()
    for line, record in document.records_with_lines(PlayerRecord):
        if record.number in numbers:
            yield TrfError(line, 5, _("a starting rank not used by another player"), str(record.number))
        numbers.add(record.number)
