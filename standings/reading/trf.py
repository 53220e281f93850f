"""FIDE's report files, read by `pairings.files.trf`, as documents for ranking."""

from __future__ import annotations

from pairings.files.trf import Replay, TrfError, read
from pairings.files.trf.records import TrfDocument as Report
from standings.reading.document import BrokenFile, SnapshotFile

#: The record with the type of the tournament in people's own words.
_KIND = "092"


def read_report(content: bytes) -> SnapshotFile:
    """Return the content of a report file. Raises BrokenFile with the invalid line and column."""
    try:
        report = read(content)
        replay = Replay(report)
    except TrfError as error:
        raise BrokenFile(f"{error}.") from error
    labels = {number: str(identity) for number, identity in replay.ids.items()}
    return SnapshotFile(replay.snapshot(replay.played + 1), labels, is_round_robin(report))


def is_round_robin(report: Report) -> bool | None:
    """Return whether line 092 names a round robin; None without the line or if it names neither system."""
    for text in report.texts(_KIND):
        kind = text.casefold().replace("-", " ")
        return True if "round robin" in kind or "berger" in kind else False if "swiss" in kind else None
    return None
