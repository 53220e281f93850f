"""Files with results, read into snapshots: a module for each format, and `read_file` that knows them all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from standings.reading import card_games, chess
from standings.reading.document import BrokenFile, Document
from standings.reading.trf import read_report

__all__ = ["BrokenFile", "Document", "read_file"]


def read_file(path: Path) -> Document:
    """Raises BrokenFile for what cannot be read or understood."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BrokenFile(f"{path}: {error.strerror}.") from error
    try:
        return _json_document(content) if content.lstrip()[:1] in (b"{", b"[", b"") else read_report(content)
    except BrokenFile as error:
        raise BrokenFile(f"{path}: {error}") from error


def _json_document(content: bytes) -> Document:
    data = _json(content)
    if isinstance(data, Mapping) and data.get("format") == card_games.FORMAT:
        return card_games.read(data)
    if isinstance(data, Mapping) and str(data.get("system")) in chess.SYSTEMS:
        return chess.read(data)
    raise BrokenFile("This is no file of results that can be read here.")


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except UnicodeDecodeError as error:
        raise BrokenFile("The text is not UTF-8.") from error
    except (ValueError, RecursionError) as error:
        raise BrokenFile(f"No JSON: {error}.") from error
