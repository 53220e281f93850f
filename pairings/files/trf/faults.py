"""All faults and oddities of a file together, for the preview of an import."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from operator import itemgetter
from typing import Generic, TypeVar

from pairings.files.trf.errors import TrfError
from pairings.files.trf.fields import points_text
from pairings.files.trf.reading.read import scan
from pairings.files.trf.records import PlannedRounds, TrfDocument
from pairings.files.trf.replay import Entrant, Replay, denials
from pairings.snapshot import Outcome, Result
from pairings.wording.mark import Sentence
from pairings.wording.mark import gettext_noop as _

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Remark:
    """An oddity that does not prevent reading: the line (0: the file as a whole) and a sentence."""

    line: int
    text: Sentence


@dataclass(frozen=True, slots=True)
class FaultList(Generic[T]):
    """The first findings, in the order of lines, and the total number."""

    first: tuple[T, ...]
    count: int


def examine(data: bytes) -> tuple[TrfDocument, tuple[TrfError, ...]]:
    """Return a file and every fault of it in line order; without faults, `Replay` accepts it."""
    document, found = first_faults(data)
    return document, found.first


def first_faults(data: bytes, most: int | None = None) -> tuple[TrfDocument, FaultList[TrfError]]:
    """Return as `examine` does; at most `most` contradictions between lines get a sentence."""
    document, found = scan(data)
    if found:
        return document, FaultList(tuple(found[:most]), len(found))
    denied = denials(document)
    first = tuple(denial.fault() for denial in islice(denied, most))
    return document, FaultList(first, len(first) + sum(1 for _denial in denied))


def faults(data: bytes) -> tuple[TrfError, ...]:
    """Return every fault of a file in line order."""
    return examine(data)[1]


def remarks(replay: Replay) -> tuple[Remark, ...]:
    """Return remarks for the arbiter: points that differ from the results, and results that do not add up."""
    return first_remarks(replay).first


def first_remarks(replay: Replay, most: int | None = None) -> FaultList[Remark]:
    """Return as `remarks` does; at most `most` get a sentence."""
    odd = sorted((*_rounds(replay), *_points(replay), *_results(replay)), key=itemgetter(0))
    return FaultList(tuple(Remark(line, say(*facts)) for line, say, facts in odd[:most]), len(odd))


#: An oddity before it is a sentence: the line, the function of the sentence, and its facts.
_Odd = tuple[int, Callable[..., Sentence], tuple[object, ...]]


def _rounds(replay: Replay) -> Iterator[_Odd]:
    counts = {record.count for record in replay.document.records(PlannedRounds)}
    if len(counts) > 1:
        yield 0, _say_rounds, (counts,)


def _say_rounds(counts: set[int]) -> Sentence:
    text = _("Records 142 and XXR give different numbers of rounds: {counts}.")
    return Sentence(text, counts=", ".join(map(str, sorted(counts))))


def wrong_points(replay: Replay) -> Iterator[tuple[Entrant, Fraction, Fraction]]:
    """Yield (player, points of columns 81-84, points of the results) if they differ.

    Points of the next round's byes and virtual points may be in the column.
    """
    snapshot = replay.snapshot(replay.played + 1)
    ahead = {bye.player: snapshot.scoring.points_of_bye(bye.kind) for bye in snapshot.byes}
    for entrant in replay.entrants:
        written, own = entrant.record.points, replay.points[entrant.number]
        if written is None or written == own:
            continue
        virtual = replay.virtual_points.get(entrant.number, ())
        extra = virtual[replay.played] if replay.played < len(virtual) else Fraction(0)
        bye = ahead.get(entrant.number, Fraction(0))
        if written not in (own + extra, own + bye, own + extra + bye):
            yield entrant, written, own


def _points(replay: Replay) -> Iterator[_Odd]:
    for entrant, written, own in wrong_points(replay):
        yield entrant.line, _say_points, (entrant.record.number, written, own)


def _say_points(number: int, written: Fraction, own: Fraction) -> Sentence:
    text = _("Player {number} has {written} points in the file, but {own} from the results.")
    return Sentence(text, number=number, written=points_text(written), own=points_text(own))


def _results(replay: Replay) -> Iterator[_Odd]:
    entrants = {entrant.number: entrant for entrant in replay.entrants}
    for played in replay.rounds:
        for pairing in played.pairings:
            if pairing.result is not None and not _adds_up(pairing.result):
                first, second = entrants[pairing.first], entrants[pairing.second]
                yield first.line, _say_results, (played.number, first.record.number, second.record.number)


def _adds_up(result: Result) -> bool:
    """Return whether it is the result of one game: a win and a loss, two draws, or a forfeit by both."""
    first, second = result.first, result.second
    if first is second:
        return first is Outcome.DRAW or (first is Outcome.LOSS and not result.played)
    return first is not Outcome.DRAW and second is not Outcome.DRAW


def _say_results(number: int, first: int, second: int) -> Sentence:
    text = _("Round {round}: the results of players {first} and {second} do not add up to one game.")
    return Sentence(text, round=number, first=first, second=second)
