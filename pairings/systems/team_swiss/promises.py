"""The promises of the Swiss team system about a round: no repeated meetings, the bye, and colours.

Judged from the recorded rounds and the plan alone, independently of the engine's code.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Protocol

from pairings.judge import Violation
from pairings.plan import RoundPlan
from pairings.snapshot import ByeKind, Outcome, Snapshot
from pairings.swiss.promises import NEWEST, OTHER, Book, Colours, JudgeCard, Past, SwissOptions, broken_by

BOOK: Book = replace(
    NEWEST,
    meet_once="C.04.6 C1",
    bye="C.04.6 C2",
    steps=tuple(f"C.04.6 4.3.{step}" for step in range(1, 10)),
    one_bye="C.04.6 3.4",
)
HALF = Fraction(1, 2)


class TeamOptions(SwissOptions, Protocol):
    """The options of this system that the judge needs."""

    @property
    def preference(self) -> str: ...
    @property
    def primary(self) -> str: ...
    @property
    def secondary(self) -> bool: ...


class TeamColours(Colours):
    """Colours: no wish is absolute, and both scores decide the first team of a match."""

    def __init__(self, past: Past, snapshot: Snapshot, options: TeamOptions | None) -> None:
        super().__init__(past, snapshot, options)
        self.snapshot = snapshot
        self.kind = options.preference if options is not None else "a"
        self.by_games = options is not None and options.primary == "game"
        self.both = options is None or options.secondary

    def wish(self, card: JudgeCard) -> tuple[str, int]:
        """Return the wish; strong: two more of a colour, or the last two of it and not fewer in total. Mild is type
        B's.
        """
        if self.kind == "none":
            return "", 0
        twice = card.colours[-2:] if card.colours[-2:] in {"ww", "bb"} else ""
        for colour, ahead in (("w", card.surplus), ("b", -card.surplus)):
            if ahead > 1 or (twice.startswith(colour) and ahead in {0, 1}):
                return OTHER[colour], 2
        if self.kind == "a" or not card.colours:
            return "", 0
        if card.surplus:
            return ("b" if card.surplus > 0 else "w"), 1
        return ("", 0) if self.last_round else (OTHER[card.colours[-1]], 1)

    def _due(self, white: JudgeCard, black: JudgeCard) -> tuple[str, int]:
        higher = self._higher(white, black)
        lower = black if higher is white else white
        colour, step = self._of_higher(higher, lower, is_white=higher is white)
        return (colour if higher is white else OTHER[colour]), step

    def _of_higher(self, higher: JudgeCard, lower: JudgeCard, *, is_white: bool) -> tuple[str, int]:
        if not higher.colours + lower.colours:
            due = self._by_lot(higher, is_white)
            return (due if is_white else OTHER[due]), 1
        (wish, strength), (other_wish, other_strength) = self.wish(higher), self.wish(lower)
        if wish != other_wish:
            return wish or OTHER[other_wish], 3 if wish and other_wish else 2
        if strength != other_strength:
            return (wish if strength > other_strength else OTHER[wish]), 4
        if higher.surplus != lower.surplus:
            return ("w" if higher.surplus < lower.surplus else "b"), 5
        for higher_colour, lower_colour in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
            if higher_colour != lower_colour:
                return lower_colour, 6
        if wish:
            return wish, 7
        return (OTHER[higher.colours[-1]], 8) if higher.colours else (lower.colours[-1], 9)

    def _higher(self, white: JudgeCard, black: JudgeCard) -> JudgeCard:
        def rank(card: JudgeCard) -> tuple[Fraction, Fraction, int]:
            matches, games = Fraction(self.past.standing(card.number, self.round)), self._games[card.number]
            main, more = (games, matches) if self.by_games else (matches, games)
            return -main, -more if self.both else Fraction(0), card.number

        return min(white, black, key=rank)

    @cached_property
    def _games(self) -> dict[int, Fraction]:
        """The game points of all teams: of played boards, or all boards for a win without a game."""
        boards = self.snapshot.scoring.best_of
        found = dict.fromkeys((player.number for player in self.snapshot.players), Fraction(0))
        share = {Outcome.WIN: Fraction(1), Outcome.DRAW: HALF, Outcome.LOSS: Fraction(0)}
        of_bye = {ByeKind.ALLOCATED: HALF, ByeKind.FULL: 2 * HALF, ByeKind.HALF: HALF, ByeKind.ZERO: 0 * HALF}
        for played in self.snapshot.rounds:
            for pairing in played.pairings:
                result = pairing.result
                if result is None:
                    gained = boards * HALF, boards * HALF
                elif result.games is None or not result.played:
                    gained = boards * share[result.first], boards * share[result.second]
                else:
                    gained = result.games[0] + result.games[2] * HALF, result.games[1] + result.games[2] * HALF
                found[pairing.first] += gained[0]
                found[pairing.second] += gained[1]
            for bye in played.byes:
                found[bye.player] += boards * of_bye[bye.kind]
        return found


def find_violations(snapshot: Snapshot, plan: RoundPlan, options: TeamOptions | None) -> Iterator[Violation]:
    """Yield violations of the plan in the order of the tables; manual pairs are checked for meetings only."""
    return broken_by(snapshot, plan, options, BOOK, TeamColours)
