"""What is wrong with a file, all of it at once, and what is odd: for the preview of an import."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pairings import scores
from pairings.snapshot import Outcome
from pairings.trf.errors import TrfError
from pairings.trf.fields import points_text
from pairings.trf.read import scan
from pairings.trf.records import Document, PlannedRounds
from pairings.trf.replay import Replay, disagreements


@dataclass(frozen=True, slots=True)
class Remark:
    """Something odd that does not hinder reading: the line (0: the file as a whole) and an English sentence."""

    line: int
    text: str


def examine(data: bytes) -> tuple[Document, tuple[TrfError, ...]]:
    """A file and every fault of it in the order of lines; with none, `Replay` of it works."""
    document, found = scan(data)
    return document, tuple(found or disagreements(document))


def faults(data: bytes) -> tuple[TrfError, ...]:
    """Every fault of a file in the order of lines."""
    return examine(data)[1]


def remarks(replay: Replay) -> tuple[Remark, ...]:
    """What an arbiter should look at: points that the results do not give, results that do not add up."""
    return (*_rounds(replay), *_points(replay), *_results(replay))


def _rounds(replay: Replay) -> Iterator[Remark]:
    counts = {record.count for record in replay.document.records(PlannedRounds)}
    if len(counts) > 1:
        yield Remark(0, f"Records 142 and XXR give different numbers of rounds: {', '.join(map(str, sorted(counts)))}.")


def _points(replay: Replay) -> Iterator[Remark]:
    """Columns 81–84 against the results; points of the next round's byes and virtual points may be in them."""
    snapshot = replay.snapshot(replay.played + 1)
    reckoned = scores.points(snapshot)
    ahead = {bye.player: snapshot.scoring.points_of_bye(bye.kind) for bye in snapshot.byes}
    for entrant in replay.entrants:
        written, own = entrant.record.points, reckoned[entrant.number]
        virtual = replay.virtual_points.get(entrant.number, ())
        extra = virtual[replay.played] if replay.played < len(virtual) else Fraction(0)
        bye = ahead.get(entrant.number, Fraction(0))
        if written is not None and written not in {own, own + extra, own + bye, own + extra + bye}:
            who = f"Player {entrant.record.number} has {points_text(written)} points"
            yield Remark(entrant.line, f"{who}; the results give {points_text(own)}.")


def _results(replay: Replay) -> Iterator[Remark]:
    lines = {entrant.number: entrant.line for entrant in replay.entrants}
    for played in replay.rounds:
        for pairing in played.pairings:
            result = pairing.result
            if result and {result.first, result.second} not in ({Outcome.WIN, Outcome.LOSS}, {Outcome.DRAW}):
                who = f"players {replay.ids[pairing.first]} and {replay.ids[pairing.second]}"
                text = f"Round {played.number}: the results of {who} do not add up to one game."
                if result.played or result.first is not Outcome.LOSS or result.second is not Outcome.LOSS:
                    yield Remark(lines[pairing.first], text)
