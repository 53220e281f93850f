"""Reads TRF06, TRF16, TRF26 and what pairing engines added to them (JaVaFo's XX records, bbpPairings' BB records).

A file is read whole or not at all. What is not known is kept as it stands: FIDE lets programs add records, and a
federation's code in columns 1–3 is one. Source: FIDE Handbook C.02.03 Annexure A; the manuals of the two engines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pairings.trf.errors import TrfError
from pairings.trf.fields import Fields
from pairings.trf.player_read import player
from pairings.trf.records import Document, Line, PlayerRecord, Record
from pairings.trf.settings_read import SETTINGS

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")


def read(data: bytes) -> Document:
    """The document in the bytes of a file. Raises TrfError at its first fault; nothing is half read."""
    document, faults = _scan(data)
    if faults:
        raise faults[0]
    return document


def read_faults(data: bytes) -> tuple[TrfError, ...]:
    """Every fault that `read` would meet, in the order of lines, for showing them all at once."""
    return tuple(_scan(data)[1])


def lines_of(data: bytes) -> tuple[Line, ...]:
    """The lines of a file, broken or not, for showing a fault in its place."""
    return _scan(data)[0].lines


def _scan(data: bytes) -> tuple[Document, list[TrfError]]:
    text, encoding, bom = _decoded(data)
    lines: list[Line] = []
    faults: list[TrfError] = []
    for number, (content, ending) in enumerate(_split(text), start=1):
        try:
            record = record_of(Fields(number, content))
        except TrfError as fault:
            faults.append(fault)
            record = None
        lines.append(Line(content, ending, record))
    document = Document(tuple(lines), encoding, bom)
    faults.extend(_duplicates(document))
    if not faults and next(document.records(PlayerRecord), None) is None:
        faults.append(TrfError(1, 1, "a report file with at least one player (record 001)", text[:3].strip()))
    return document, sorted(faults, key=lambda fault: (fault.line, fault.column))


def _decoded(data: bytes) -> tuple[str, str, bool]:
    bom = data.startswith(b"\xef\xbb\xbf")
    try:
        return data[3 if bom else 0 :].decode("utf-8"), "utf-8", bom
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1", False


def _split(text: str) -> Iterator[tuple[str, str]]:
    """Lines with their endings: only CR, LF and CRLF end a line, whatever else Unicode calls a line end."""
    for match in _LINE.finditer(text):
        if match.group():
            yield match.group(1), match.group(2)


def record_of(fields: Fields) -> Record | None:
    """What a line says, None when its code is not known. Raises TrfError."""
    code = fields.text[:3]
    if code == "001":
        return player(fields)
    parser = SETTINGS.get(code)
    return parser(fields) if parser else None


def _duplicates(document: Document) -> Iterator[TrfError]:
    seen: set[int] = set()
    for line, record in document.located(PlayerRecord):
        if record.number in seen:
            yield TrfError(line, 5, "a starting rank that no other player has", str(record.number))
        seen.add(record.number)
