"""Tournaments in files of any known form: report files, snapshots of the API, tournament files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from pairings.files.reading.recorded import BrokenDocument, Recorded
from pairings.files.trf.reading.read import read as read_report
from pairings.files.trf.records import TrfDocument
from pairings.files.trf.replay import Replay

__all__ = ["BrokenDocument", "Recorded", "Source", "is_json", "parse_json", "read", "recorded_in"]

#: Both describe a tournament with `played`, `ids`, `names`, `rounds`, `colour_known` and `snapshot(round)`.
Source: TypeAlias = Replay | Recorded

_NONE = "This is no file of results that can be read here: neither a snapshot of the API nor a tournament file."


def read(data: bytes) -> Source:
    """Return the tournament in a file. Raises TrfError or BrokenDocument with the fault, TypeError without bytes."""
    if not isinstance(data, bytes | bytearray):
        raise TypeError("Give the bytes of a file, such as Path(name).read_bytes().")
    if is_json(data):
        return recorded_in(parse_json(data))
    document = read_report(data)
    return _of_teams(document) or _of_matches(document) or Replay(document)


# What most files are not is imported for a file that may be it; teams and matches bring the engine of their system.


def _of_teams(document: TrfDocument) -> Recorded | None:
    """Return the event of a file that was paired by the Swiss team system, else None."""
    if not document.names_teams:
        return None
    from pairings.files.reading.team_report import read_teams, team_swiss_options

    options = team_swiss_options(document)
    return None if options is None else read_teams(document, options)


def _of_matches(document: TrfDocument) -> Recorded | None:
    """Return the tournament of a file that was paired by the Double-Swiss system, else None."""
    if not any(code.strip().upper().startswith("FIDE_DOUBLE") for code in document.texts("192")):
        return None
    from pairings.files.reading.double_report import MatchReplay, is_of_matches, read_matches

    if not is_of_matches(document):
        return None
    return replace(read_matches(document), report=MatchReplay(document))


def is_json(data: bytes) -> bool:
    """Return whether a file is JSON and not a report file."""
    return data.lstrip()[:1] in (b"{", b"[")


def recorded_in(document: object) -> Recorded:
    """Return the last stage in a snapshot of the API or in a tournament file. Raises BrokenDocument."""
    if not isinstance(document, Mapping):
        raise BrokenDocument(_NONE)
    from pairings.files.reading import tournament_file
    from pairings.files.reading.snapshot_document import read_snapshot

    if document.get("format") == tournament_file.FORMAT:
        return read_snapshot(tournament_file.as_snapshot(document))
    if not {"tournament", "players", "rounds", "stages"} <= document.keys():
        raise BrokenDocument(_NONE)
    return read_snapshot(document)


def parse_json(data: bytes) -> object:
    """Return parsed JSON. Raises BrokenDocument."""
    import json

    try:
        return json.loads(data)
    except UnicodeDecodeError as error:
        raise BrokenDocument("The text is not UTF-8.") from error
    except (ValueError, RecursionError) as error:
        raise BrokenDocument(f"No JSON: {error}.") from error
