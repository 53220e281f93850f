"""Reading of files with results into snapshots: `read` accepts all formats.

The formats are report files, snapshots of the API and tournament files (`pairings.files.reading`), and two JSON formats
for events of card games and of chess, one module each.
"""

from __future__ import annotations

from collections.abc import Mapping

from pairings.files.reading import BrokenDocument, parse_json, recorded_in
from pairings.system import SystemKind
from pairings.systems import SYSTEMS
from standings.reading import card_games, chess
from standings.reading.document import BrokenFile, SnapshotFile
from standings.reading.trf import read_report

__all__ = ["BrokenFile", "SnapshotFile", "read"]


def read(content: bytes) -> SnapshotFile:
    """Return the content of a file. Raises BrokenFile for content that cannot be read."""
    return _json_document(content) if content.lstrip()[:1] in (b"{", b"[", b"") else read_report(content)


def _json_document(content: bytes) -> SnapshotFile:
    try:
        data = parse_json(content)
        if isinstance(data, Mapping) and data.get("format") == card_games.FORMAT:
            return card_games.read(data)
        if isinstance(data, Mapping) and str(data.get("system")) in chess.SYSTEMS:
            return chess.read(data)
        found = recorded_in(data)
    except BrokenDocument as error:
        raise BrokenFile(str(error)) from error
    round_robin = SYSTEMS[found.system].kind is SystemKind.ROUND_ROBIN if found.system in SYSTEMS else None
    return SnapshotFile(found.before, found.ids, round_robin)
