"""The settings of the whole tournament, from the records of every dialect."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pairings.files.trf.records import (
    Forbidden,
    InitialColour,
    PlannedRounds,
    PlayerRecord,
    PointValues,
    TrfDocument,
    VirtualList,
    VirtualRange,
)
from pairings.snapshot import ForbiddenPair, Scoring


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings; `virtual_points` are by file number, first round first; `first_colour` is "w", "b" or ""."""

    planned_rounds: int | None
    first_colour: str
    by_position: bool
    scoring: Scoring
    forbidden: tuple[ForbiddenPair, ...]
    virtual_points: Mapping[int, tuple[Fraction, ...]]


def settings(document: TrfDocument) -> Settings:
    """Return the settings of a document. A later record overrides an earlier one of the same setting."""
    planned = [record.count for record in document.records(PlannedRounds)]
    colours = list(document.records(InitialColour))
    scoring = _scoring(document)
    rounds = planned[-1] if planned else None
    return Settings(
        planned_rounds=rounds,
        first_colour=next((record.colour for record in reversed(colours) if record.colour), ""),
        by_position=any(record.by_position for record in colours),
        scoring=scoring,
        forbidden=tuple(
            ForbiddenPair(frozenset(record.players), record.first_round, record.last_round)
            for record in document.records(Forbidden)
        ),
        virtual_points=_virtual_points(document, rounds, scoring),
    )


def baku(numbers: Iterable[int], rounds: int, scoring: Scoring) -> dict[int, tuple[Fraction, ...]]:
    """Return Baku acceleration (C.04.7): virtual points of group A, the first half of the list made even.

    The first half of the accelerated rounds (half of all, both rounded up) is worth a win, the rest a draw. Players
    absent in round 1 count too: engines that pair by record 192 alone do so.
    """
    ranking = sorted(numbers)
    group = ranking[: 2 * -(-len(ranking) // 4)]
    accelerated = -(-rounds // 2)
    high = -(-accelerated // 2)
    points = (scoring.win,) * high + (scoring.draw,) * (accelerated - high)
    return dict.fromkeys(group, trim_zeros(points))


def _scoring(document: TrfDocument) -> Scoring:
    values: dict[str, Any] = {
        name: points for record in document.records(PointValues) for name, points in record.values
    }
    if "win" in values:
        values.setdefault("allocated_bye", values["win"])
    return replace(Scoring(), **values)


def _virtual_points(document: TrfDocument, rounds: int | None, scoring: Scoring) -> dict[int, tuple[Fraction, ...]]:
    """Return virtual points; written points override the method of record 192."""
    numbers = [player.number for player in document.records(PlayerRecord)]
    written = [r for line in document.lines if isinstance(r := line.record, VirtualRange | VirtualList)]
    if not written:
        is_baku = any("_BAKU" in value.upper() for value in document.texts("192"))
        return baku(numbers, rounds, scoring) if is_baku and rounds else {}
    width = max(document.columns + 1, rounds or 0)
    table = {number: [Fraction(0)] * width for number in numbers}
    ordered = sorted(numbers)
    for record in written:
        if isinstance(record, VirtualList) and record.player in table:
            table[record.player] = [*record.points[:width], *[Fraction(0)] * (width - len(record.points))]
        elif isinstance(record, VirtualRange):
            _fill(table, ordered, record, width)
    return {number: trim_zeros(points) for number, points in table.items() if any(points)}


def trim_zeros(points: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return points by rounds without trailing zeros: one form for one fact."""
    end = max((number for number, value in enumerate(points, start=1) if value), default=0)
    return tuple(points[:end])


def _fill(table: dict[int, list[Fraction]], ordered: Sequence[int], record: VirtualRange, width: int) -> None:
    last = min(record.last_round, width)
    inside = slice(bisect_left(ordered, record.first_player), bisect_right(ordered, record.last_player))
    for number in ordered[inside] if record.first_round <= last else ():
        table[number][record.first_round - 1 : last] = [record.points] * (last - record.first_round + 1)
