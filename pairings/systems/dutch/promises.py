"""What the Dutch system promises of a round: the absolute criteria, the bye and the colours (C.04.3 art. 2.1 and 5.2).

Judged from the recorded rounds and the plan alone, in other words than the engine's: every player's past is a list of
cards, one a round, and each question is asked of the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pairings import scores
from pairings.plan import PlannedPairing, Reason, RoundPlan
from pairings.snapshot import ByeKind, Snapshot
from pairings.violation import Violation

#: A colour as a letter; the other one.
OTHER = {"w": "b", "b": "w"}
MILD, STRONG, ABSOLUTE = 1, 2, 3


@dataclass(slots=True)
class Card:
    """One player: colours of played games as letters, opponents met by round, points, and what bars from the bye."""

    number: int
    colours: str = ""
    met: dict[int, int] = field(default_factory=dict)
    points: Fraction = Fraction(0)
    barred_in: int = 0
    took_part: bool = False

    @property
    def surplus(self) -> int:
        return self.colours.count("w") - self.colours.count("b")

    @property
    def wish(self) -> tuple[str, int]:
        """The colour due and how strongly (art. 1.7)."""
        surplus, last = self.surplus, self.colours[-1:]
        if abs(surplus) > 1:
            return ("b" if surplus > 0 else "w"), ABSOLUTE
        if self.colours.endswith(("ww", "bb")):
            return OTHER[last], ABSOLUTE
        if surplus:
            return ("b" if surplus > 0 else "w"), STRONG
        return (OTHER[last], MILD) if last else ("", 0)


def broken(snapshot: Snapshot, plan: RoundPlan, options: Any) -> Iterator[Violation]:
    """Violations of the plan in the order of the tables; pairs made by hand answer for meetings only."""
    cards = _cards(snapshot)
    ready = {player.number for player in snapshot.to_be_paired()}
    by_hand = {frozenset(pair) for pair in snapshot.fixed}
    yield from _byes(snapshot, plan, cards, ready)
    colours = _Colours(snapshot, plan, options, cards)
    for pairing in plan.pairings:
        both = (pairing.first, pairing.second)
        if both[0] not in cards or both[1] not in cards or both[0] == both[1]:
            continue
        for number in both:
            if number not in ready and pairing.result is None:
                yield Violation(Reason("not-there", {"player": number, "table": pairing.table}, "C.04.2 3.1"))
        round_met = cards[pairing.first].met.get(pairing.second)
        if round_met is not None:
            facts = {"first": pairing.first, "second": pairing.second, "round": round_met}
            yield Violation(Reason("met-before", facts, "C.04.3 2.1.1"))
        if frozenset(both) not in by_hand:
            yield from map(Violation, colours.of(pairing))


def _cards(snapshot: Snapshot) -> dict[int, Card]:
    """Everybody's past; the points are `pairings.scores`', and a draw for each game that is still open."""
    totals, scoring = scores.points(snapshot), snapshot.scoring
    cards = {player.number: Card(player.number, points=totals[player.number]) for player in snapshot.players}
    for played in snapshot.rounds:
        for pairing in played.pairings:
            for number, other, letter, side in (
                (pairing.first, pairing.second, "w", "first"),
                (pairing.second, pairing.first, "b", "second"),
            ):
                card, result = cards[number], pairing.result
                card.took_part = True
                if result is None:
                    card.points += scoring.draw
                if result is None or result.played:
                    card.colours += letter
                    card.met[other] = played.number
                elif scoring.points_of(getattr(result, side), result.decision) >= scoring.win:
                    card.barred_in = played.number
        for bye in played.byes:
            card = cards[bye.player]
            card.took_part |= bye.kind is ByeKind.ALLOCATED
            if bye.kind is ByeKind.ALLOCATED or scoring.points_of_bye(bye.kind) >= scoring.win:
                card.barred_in = played.number
    return cards


def _byes(snapshot: Snapshot, plan: RoundPlan, cards: dict[int, Card], ready: set[int]) -> Iterator[Violation]:
    """C2, and one bye only where the field is odd (C.04.1 art. 3)."""
    asked = {bye.player for bye in snapshot.byes}
    given = [b.player for b in plan.byes if b.kind is ByeKind.ALLOCATED and b.player not in asked and b.player in cards]
    refuses = {player.number for player in snapshot.players if not player.may_have_bye}
    if len(given) > len(ready) % 2:
        yield Violation(Reason("dutch-needless-bye", {"players": tuple(given), "count": len(ready)}, "C.04.1 3"))
    for player in given:
        if cards[player].barred_in:
            since = cards[player].barred_in
            yield Violation(Reason("dutch-bye-again", {"player": player, "round": since}, "C.04.3 2.1.2"))
        elif player in refuses:
            yield Violation(Reason("dutch-bye-refused", {"player": player}, "C.04.3 2.1.2"))


class _Colours:
    """C3 and article 5.2, asked table by table."""

    def __init__(self, snapshot: Snapshot, plan: RoundPlan, options: Any, cards: dict[int, Card]) -> None:
        self.cards = cards
        self.last_round = snapshot.planned_rounds is not None and plan.number >= snapshot.planned_rounds
        self.half = len(snapshot.rounds) * max(snapshot.scoring.win, snapshot.scoring.draw) / 2
        extra = snapshot.virtual_points or _accelerated(snapshot, options)
        self.standing = {
            number: card.points + sum(extra.get(number, ())[plan.number - 1 : plan.number], Fraction(0))
            for number, card in cards.items()
        }
        ready = {player.number for player in snapshot.to_be_paired()}
        came = sorted(number for number, card in cards.items() if number in ready or card.took_part)
        self.place = {number: place for place, number in enumerate(came, start=1)}
        self.initial = _initial(snapshot, options)

    def of(self, pairing: PlannedPairing) -> Iterator[Reason]:
        white, black = self.cards[pairing.first], self.cards[pairing.second]
        facts = {"first": white.number, "second": black.number}
        (wish, strength), (other_wish, other_strength) = white.wish, black.wish
        if wish == other_wish and strength == other_strength == ABSOLUTE and not self._topscorers(white, black):
            yield Reason(f"dutch-both-{wish}", facts, "C.04.3 2.1.3")
            return
        colour, article = self._due(white, black)
        if colour == "b":
            yield Reason("dutch-colours", facts, f"C.04.3 {article}")

    def _topscorers(self, *cards: Card) -> bool:
        return self.last_round and any(self.standing[card.number] > self.half for card in cards)

    def _due(self, white: Card, black: Card) -> tuple[str, str]:
        """The colour that article 5.2 gives the player who has White in the plan, and which part of it."""
        (wish, strength), (other_wish, other_strength) = white.wish, black.wish
        if wish != other_wish:
            return wish or OTHER[other_wish], "5.2.1"
        if wish and strength != other_strength:
            return (wish if strength > other_strength else OTHER[wish]), "5.2.2"
        wider = abs(white.surplus) - abs(black.surplus)
        if strength == ABSOLUTE and wider:
            return (wish if wider > 0 else OTHER[wish]), "5.2.2"
        for mine, theirs in zip(white.colours[::-1], black.colours[::-1], strict=False):
            if mine != theirs:
                return theirs, "5.2.3"
        higher = min(white, black, key=lambda card: (-self.standing[card.number], card.number))
        if wish:
            return (wish if higher is white else OTHER[wish]), "5.2.4"
        return self._by_lot(higher, higher is white), "5.2.5"

    def _by_lot(self, higher: Card, is_white: bool) -> str:
        """Article 5.2.5. Where nobody knows the lot yet, the first table that depends on it tells."""
        colour_of_higher = "w" if is_white else "b"
        odd = self.place.get(higher.number, 1) % 2 == 1
        if not self.initial:
            self.initial = colour_of_higher if odd else OTHER[colour_of_higher]
        due = self.initial if odd else OTHER[self.initial]
        return "w" if due == colour_of_higher else "b"


def _initial(snapshot: Snapshot, options: Any) -> str:
    """The initial colour, as far as settings, snapshot or the first games tell."""
    if options is not None and options.initial_colour != "lot":
        return str(options.initial_colour[0])
    if snapshot.first_colour is not None:
        return "w" if snapshot.first_colour == "first" else "b"
    came: Counter[int] = Counter()
    for played in snapshot.rounds:
        letters = {}
        for pairing in played.pairings:
            came.update((pairing.first, pairing.second))
            if pairing.result is None or pairing.result.played:
                letters.update({pairing.first: "w", pairing.second: "b"})
        came.update(bye.player for bye in played.byes if bye.kind is ByeKind.ALLOCATED)
        for place, number in enumerate(sorted(came)):
            if number in letters:
                return OTHER[letters[number]] if place % 2 else letters[number]
    return ""


def _accelerated(snapshot: Snapshot, options: Any) -> dict[int, tuple[Fraction, ...]]:
    """Virtual points of group A (C.04.7): twice a quarter of the first list, the quarter rounded up."""
    if options is None or options.acceleration != "baku" or snapshot.planned_rounds is None:
        return {}
    listed = sorted(p.number for p in snapshot.players if p.entered <= 1 and p.withdrawn != 0)
    group = listed[: (len(listed) + 3) // 4 * 2]
    rounds = (snapshot.planned_rounds + 1) // 2
    whole = (rounds + 1) // 2
    row = tuple(snapshot.scoring.win if at < whole else snapshot.scoring.draw for at in range(rounds))
    return {player.number: row for player in snapshot.players if group and player.number <= group[-1]}
