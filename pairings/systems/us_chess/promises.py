"""The promises of pairings by US Chess rules: no repeats, the bye, colours, and no needless third in a row.

Judged from the recorded rounds and the plan alone, independently of the engine's code.
"""

from __future__ import annotations

from collections.abc import Iterator

from pairings.judge import Violation
from pairings.plan import PlannedPairing, Reason, RoundPlan
from pairings.snapshot import Snapshot
from pairings.swiss.promises import (
    ABSOLUTE,
    MILD,
    OTHER,
    STRONG,
    Book,
    Colours,
    JudgeCard,
    Past,
    SwissOptions,
    broken_by,
)

SERIES = "US Chess 29E5f"
BOOK = Book(
    "US Chess 27A1",
    "US Chess 28L3",
    SERIES,
    (*["US Chess 29E4"] * 4, "US Chess 29E2"),
    "US Chess 28L1",
    asked_bars=True,
)


class UsColours(Colours):
    """Colours without limits; ratings rank players of equal scores."""

    def __init__(self, past: Past, snapshot: Snapshot, options: SwissOptions | None) -> None:
        super().__init__(past, snapshot, options)
        self.ratings = {player.number: player.rating or 0 for player in snapshot.players}

    def wish(self, card: JudgeCard) -> tuple[str, int]:
        """Return the colour had less often, else the reverse of the last, and its strength."""
        if not card.colours:
            return "", 0
        wants = OTHER[card.colours[-1]] if not card.surplus else "b" if card.surplus > 0 else "w"
        if card.colours[-2:] == 2 * OTHER[wants]:
            return wants, ABSOLUTE
        return wants, STRONG if card.surplus else MILD

    def is_third(self, one: int, other: int) -> bool:
        """Return whether one of the two has a colour a third time in a row if they meet."""
        wishes = [self.wish(self.past.cards[number]) for number in (one, other)]
        return wishes[0] == wishes[1] and wishes[0][1] == ABSOLUTE

    def _topscorers(self, *numbers: int) -> bool:
        return True

    def _due(self, white: JudgeCard, black: JudgeCard) -> tuple[str, int]:
        (wish, strength), (other_wish, other_strength) = self.wish(white), self.wish(black)
        if wish != other_wish or not wish:
            return super()._due(white, black)
        need, other_need = (strength == ABSOLUTE, abs(white.surplus)), (other_strength == ABSOLUTE, abs(black.surplus))
        if need != other_need:
            return (wish if need > other_need else OTHER[wish]), 2
        for own, other in zip(reversed(white.colours), reversed(black.colours), strict=False):
            if own != other:
                return other, 3
        return (wish if self._higher(white, black) is white else OTHER[wish]), 4

    def _higher(self, white: JudgeCard, black: JudgeCard) -> JudgeCard:
        def rank(card: JudgeCard) -> tuple[int, int, int]:
            return -self.past.standing(card.number, self.round), -self.ratings[card.number], card.number

        return min(white, black, key=rank)


def find_violations(snapshot: Snapshot, plan: RoundPlan, options: SwissOptions | None) -> Iterator[Violation]:
    """Yield violations of the plan in the order of the tables; manual pairs are checked for meetings only."""
    colours: list[UsColours] = []

    def colours_of(past: Past, snapshot: Snapshot, options: SwissOptions | None) -> Colours:
        colours.append(UsColours(past, snapshot, options))
        return colours[0]

    yield from broken_by(snapshot, plan, options, BOOK, colours_of)
    yield from map(Violation, _needless_thirds(snapshot, plan, colours[0]))


def _needless_thirds(snapshot: Snapshot, plan: RoundPlan, colours: UsColours) -> Iterator[Reason]:
    """Yield players with a colour a third time in a row, if two tables of one score could exchange opponents."""
    cards, forbidden_opponents = colours.past.cards, snapshot.forbidden_opponents()
    by_hand = {frozenset(pair) for pair in snapshot.fixed}

    def score(table: PlannedPairing) -> set[int]:
        return {colours.past.standing(number, snapshot.next_round) for number in table.players}

    def can_meet(one: int, other: int) -> bool:
        return other not in cards[one].met and other not in forbidden_opponents.get(one, ())

    tables = [
        table
        for table in plan.pairings
        if frozenset(table.players) not in by_hand and cards.keys() >= set(table.players) and len(score(table)) == 1
    ]
    for table in tables:
        if not colours.is_third(*table.players):
            continue
        for other in tables:
            a, b, c, d = *table.players, *other.players
            now = 1 + colours.is_third(c, d)
            for (e, f), (g, h) in (((a, c), (b, d)), ((a, d), (b, c))) if score(other) == score(table) else ():
                thirds = colours.is_third(e, f) + colours.is_third(g, h)
                if other is not table and can_meet(e, f) and can_meet(g, h) and thirds < now:
                    yield Reason("us-needless-third", {"first": a, "second": b, "table": other.table}, SERIES)
                    break
            else:
                continue
            break
