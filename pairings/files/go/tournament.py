"""A tournament from a results sheet: its players, its rounds, and the settings that its scores reveal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from pairings.files.go.h9 import BrokenSheet, H9Cell, H9Line, H9Sheet
from pairings.numbers import ranks
from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round
from pairings.systems.mcmahon import Options
from pairings.systems.mcmahon.start import FIRST_DAN
from pairings.wording.mark import gettext_noop as _

_OUTCOMES = {"+": Outcome.WIN, "=": Outcome.DRAW, "-": Outcome.LOSS}
_POINTS = {"+": Fraction(1), "=": Fraction(1, 2), "-": Fraction(0), "?": Fraction(0), "#": Fraction(0)}
#: Ranks with the starting scores that the file gives them, and how many players have each.
Starts: TypeAlias = Counter[tuple[int, Fraction]]


@dataclass(frozen=True, slots=True)
class SheetTournament:
    """A tournament; `players` are numbered by their places.

    `options` are those of the file, and those that fit its scores. `otherwise` are players whose score they do not
    explain, `starts` their start scores. `untold` is the number of games without colours in the file.
    """

    players: tuple[Player, ...]
    rounds: tuple[Round, ...]
    options: Options
    otherwise: tuple[int, ...]
    untold: int
    starts: Mapping[int, Fraction] = field(default_factory=dict)


def tournament_of_sheet(sheet: H9Sheet) -> SheetTournament:
    """Return the tournament of a sheet. Raises BrokenSheet if a round before the last has an open game."""
    lines = sorted(sheet.lines, key=lambda line: line.place)
    number = {line.place: at for at, line in enumerate(lines, start=1)}
    players = tuple(_player(number[line.place], line) for line in lines)
    bye_results = {cell.result for line in lines for cell in line.cells if not cell.opponent}
    halves = "-" in bye_results and "=" in bye_results
    rounds = tuple(_round(at, lines, number, halves=halves) for at in range(1, sheet.rounds + 1))
    for played in rounds[:-1]:
        if any(pairing.result is None for pairing in played.pairings):
            raise BrokenSheet(
                _("Round {round} has an open game (?) before a later round. Replace it with +, - or =."),
                round=played.number,
            )
    options = _settings(sheet, Fraction(1, 2) if bye_results != {"-"} and not halves else Fraction(0))
    starts = _starts(sheet, lines, options.absence or (Fraction(1, 2) if halves else Fraction(0)))
    ranks_by_place = {line.place: line.rank for line in lines if line.place in starts and line.rank is not None}
    if starts:
        options = _fitting(options, Counter((rank, starts[place]) for place, rank in ranks_by_place.items()))
    otherwise = [
        number[place]
        for place, rank in ranks_by_place.items()
        if starts[place] != _clamp(rank, options.bar_rank, options.floor_rank)
    ]
    untold = sum(bool(cell.opponent) and not cell.colour for line in lines for cell in line.cells) // 2
    began = {number[place]: start for place, start in starts.items()}
    return SheetTournament(
        players, rounds, options, tuple(otherwise), untold, {each: began[each] for each in otherwise}
    )


def _player(number: int, line: H9Line) -> Player:
    return Player(number, line.name, line.rating, rank=line.rank, federation=line.country, club=line.club)


def _round(at: int, lines: list[H9Line], number: Mapping[int, int], *, halves: bool) -> Round:
    cells = {line.place: line.cells[at - 1] if at <= len(line.cells) else H9Cell(0, "-") for line in lines}
    by_place = {line.place: line for line in lines}
    tables = [
        _pairing(by_place[place], by_place[cell.opponent], cell, cells[cell.opponent], number)
        for place, cell in cells.items()
        if cell.opponent > place
    ]
    numbered = tuple(replace(pairing, table=table) for table, pairing in enumerate(tables, start=1))
    return Round(at, numbered, tuple(_byes(cells, number, halves=halves)))


def _byes(cells: Mapping[int, H9Cell], number: Mapping[int, int], *, halves: bool) -> Iterator[Bye]:
    """Yield the byes: the last player with a point without a game had the allocated bye, others a full-point bye.

    If some have half a point for a missed round and others nothing, the halves are requested byes.
    """
    free = [place for place, cell in cells.items() if not cell.opponent]
    won = [place for place in free if cells[place].result == "+"]
    for place in free:
        if place in won:
            yield Bye(number[place], ByeKind.ALLOCATED if place == won[-1] else ByeKind.FULL)
        else:
            half = halves and cells[place].result == "="
            yield Bye(number[place], ByeKind.HALF if half else ByeKind.ZERO)


def _pairing(one: H9Line, other: H9Line, own_cell: H9Cell, other_cell: H9Cell, number: Mapping[int, int]) -> Pairing:
    """Return a pairing; without colours the weaker is Black, as with handicaps; of equals the lower in the table."""
    untold = not own_cell.colour and not other_cell.colour
    black = own_cell.colour == "b" or other_cell.colour == "w" or (untold and _strength(one) < _strength(other))
    stones = max(own_cell.stones or 0, other_cell.stones or 0)
    first, second, cell = (one, other, own_cell) if black else (other, one, other_cell)
    if cell.result == "?":
        return Pairing(0, number[first.place], number[second.place], handicap=stones)
    if cell.result == "#":
        double_loss = Result(Outcome.LOSS, Outcome.LOSS, Decision.FORFEIT)
        return Pairing(0, number[first.place], number[second.place], double_loss)
    outcome = _OUTCOMES[cell.result]
    against = {Outcome.WIN: Outcome.LOSS, Outcome.LOSS: Outcome.WIN}.get(outcome, outcome)
    decision = Decision.FORFEIT if own_cell.by_default or other_cell.by_default else Decision.PLAYED
    return Pairing(0, number[first.place], number[second.place], Result(outcome, against, decision), handicap=stones)


def _strength(line: H9Line) -> tuple[int, int]:
    """Return a player's strength; one with neither rank nor rating is the weakest."""
    return ranks.LOWEST - 1 if line.rank is None else line.rank, line.rating or 0


def _settings(sheet: H9Sheet, absence: Fraction) -> Options:
    """Return the settings given by the headers and the titles of the scores."""
    level = bool(sheet.titles) and sheet.titles[0] != "MMS"
    stones = any(cell.stones for line in sheet.lines for cell in line.cells)
    handicap = sheet.headers.get("HA", "").strip().lower().removeprefix("h").lstrip("-")
    reduction = int(handicap) if handicap.isdecimal() and len(handicap) == 1 else Options().reduction
    return Options(
        start="level" if level else "rank",
        absence=Fraction(0) if level else absence,
        handicaps=stones or "HA" in sheet.headers,
        reduction=reduction,
        early="slip" if level else Options().early,
    )


def _starts(sheet: H9Sheet, lines: list[H9Line], half: Fraction) -> dict[int, Fraction]:
    """Return the start score of each player, by place: the McMahon score less the points won.

    Empty without such a score.
    """
    if sheet.titles[:1] != ("MMS",):
        return {}
    found = {}
    for line in lines:
        try:
            score = Fraction(line.scores[0].replace(",", ".").replace("½", ".5"))
        except (IndexError, ValueError):
            continue
        bye_points = sum((half for cell in line.cells if not cell.opponent and cell.result == "="), Fraction(0)) // 1
        won = sum((_POINTS[cell.result] for cell in line.cells if cell.opponent or cell.result == "+"), Fraction(0))
        found[line.place] = score - won - bye_points
    return found


def _clamp(rank: int, bar: int, floor: int) -> int:
    return max(floor, min(bar, rank)) + FIRST_DAN


def _fitting(options: Options, starts: Starts) -> Options:
    """Return the bar and the floor that explain most of the scores; the default ones if they do."""
    present_ranks = {rank for rank, _start in starts}
    usual = (options.bar_rank, options.floor_rank)
    bounds = product(sorted(present_ranks | {usual[0]}, reverse=True), sorted(present_ranks | {usual[1]}))

    def misses(ends: tuple[int, int]) -> tuple[int, bool, bool]:
        wrong = sum(n for (rank, start), n in starts.items() if start != _clamp(rank, *ends))
        return wrong, ends[0] != usual[0], ends[1] != usual[1]

    bar, floor = min(((bar, floor) for bar, floor in bounds if floor <= bar), key=misses)
    return replace(options, bar=ranks.spell_rank(bar), floor=ranks.spell_rank(floor))
