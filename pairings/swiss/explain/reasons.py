"""Reasons for each pair: first for its players, then for an arbiter (bracket, places, exchange, players ruled out).

Reasons are read off the finished brackets. Simple checks rule out an opponent who comes earlier in the order: the pair
itself, or the pair that would be left if the two exchanged opponents. If nothing rules out the pair itself, fields up
to a limit are paired again with it. That gives the first criterion by which that round is worse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pairings.matching.sets.bits import bits
from pairings.numbers.amounts import exact
from pairings.plan import Fact, Reason
from pairings.swiss.rules.articles import Articles
from pairings.swiss.rules.colours import WHITE, Allocation
from pairings.swiss.rules.criterion import Criterion, Scope
from pairings.swiss.rules.field import Competitor
from pairings.swiss.solve.completion import Completion
from pairings.swiss.solve.paired import PairedBracket, PairedRound

if TYPE_CHECKING:
    from pairings.swiss.explain.again import Again

Facts = dict[str, Fact]


class RoundReasons:
    """The reasons of a paired round, by pairs of the field."""

    def __init__(self, completion: Completion, best: PairedRound) -> None:
        self.field = field = completion.field
        self.articles = field.edition.articles
        self.failing = [criterion for criterion in field.edition.criteria if criterion.fails]
        self._completion, self._best = completion, best
        self.scale = field.scale.scale

    @cached_property
    def again(self) -> Again:
        """The round, ready to be paired again with other pairs. Most rounds are explained without it."""
        from pairings.swiss.explain.again import Again

        return Again(self.field, self._completion, self._best)

    def exact(self, points: int) -> str:
        return exact(points, self.scale)

    def bracket(self, bracket: PairedBracket) -> Iterator[tuple[tuple[int, int], list[Reason]]]:
        """Yield each pair of a bracket, higher-ranked player first, with its reasons."""
        meets = dict(bracket.outcome.moved_pairs + bracket.outcome.pairs)
        meets |= {w: v for v, w in meets.items()}
        place = "dutch-places-moved" if bracket.moved else "dutch-places"
        about = self._bracket_facts(bracket)
        alike = self._joined_reason if bracket.collapsed or not bracket.bracket_kind else self._alike
        for half, first in ((moved_down_half(bracket), self._moved_down_reason), (remainder_half(bracket), alike)):
            exchanged = {*half.left_s1, *half.left_s2}
            for seat in half.seats():
                facts = self._pair_facts(seat)
                places = Reason(place, {**facts, **about, **_place_facts(seat, half)}, self.articles.halves)
                reasons = [first(seat, half, facts), places]
                if seat.first_free != seat.lower:
                    reasons += self._ruled_out(seat, meets, facts)
                if seat.higher in exchanged or seat.lower in exchanged:
                    reasons.append(self._exchange(half))
                yield (seat.higher, seat.lower), reasons

    def _pair_facts(self, seat: OrderedPair) -> Facts:
        players = self.field.players
        higher, lower = players[seat.higher], players[seat.lower]
        return {
            "higher": higher.number,
            "lower": lower.number,
            "points": self.exact(higher.points),
            "lower_points": self.exact(lower.points),
            "natural": players[seat.first_free].number,
        }

    def _joined_reason(self, seat: OrderedPair, half: Half, facts: Facts) -> Reason:
        if facts["points"] != facts["lower_points"]:
            return Reason("dutch-collapsed", facts, self.articles.collapsed)
        return self._of_equals(seat, half, facts)

    def _alike(self, seat: OrderedPair, half: Half, facts: Facts) -> Reason:
        if facts["points"] != facts["lower_points"]:
            return Reason("dutch-alike", facts, self.articles.alike)
        return self._of_equals(seat, half, facts)

    def _of_equals(self, seat: OrderedPair, half: Half, facts: Facts) -> Reason:
        if seat.first_free != seat.lower:
            return Reason("dutch-not-first", facts, self.articles.better)
        if seat.place == seat.lower_place and not half.left_s1:
            return Reason("dutch-in-order", facts, self.articles.halves)
        return Reason("dutch-next-free", facts, self.articles.transposition)

    def _moved_down_reason(self, seat: OrderedPair, half: Half, facts: Facts) -> Reason:
        return Reason("dutch-came-down", facts, self.articles.downfloat)

    def _bracket_facts(self, bracket: PairedBracket) -> Facts:
        return {
            "bracket": bracket.number,
            "score": self._score_of(bracket),
            "moved": len(bracket.moved),
            "residents": bracket.residents.bit_count(),
        }

    def _score_of(self, bracket: PairedBracket) -> Fact:
        """Return the score of a bracket, or the highest and lowest score of a merged bracket."""
        scores = self.field.scores_in(bracket.residents)
        highest, lowest = scores[0], scores[-1]
        return self.exact(highest) if lowest == highest else (self.exact(highest), self.exact(lowest))

    def _exchange(self, half: Half) -> Reason:
        players = self.field.players
        facts: Facts = {
            "players": tuple(players[v].number for v in half.left_s1),
            "opponents": tuple(players[v].number for v in half.left_s2),
        }
        return Reason("dutch-exchange", facts, self.articles.exchange)

    def _ruled_out(self, seat: OrderedPair, meets: dict[int, int], facts: Facts) -> Iterator[Reason]:
        """Yield the rules against the first free opponent that a simple check shows."""
        own = self.against(seat.higher, seat.first_free, instead_of=(seat.higher, seat.lower))
        if own is not None:
            yield own
            return
        pair = (min(seat.higher, seat.first_free), max(seat.higher, seat.first_free))
        differences = () if self.field.edition.collapses else self._difference(pair)
        found = [*self._left_over(seat, meets, facts), *differences]
        yield from found or [Reason("dutch-rest-worse", facts, self.articles.better)]

    def _difference(self, pair: tuple[int, int]) -> Iterable[Reason]:
        """Return the first criterion by which the round is worse with a pair, if it is found quickly."""
        from pairings.swiss.explain.difference import quick_difference

        return quick_difference(self.again, pair)

    def _left_over(self, seat: OrderedPair, meets: dict[int, int], facts: Facts) -> Iterator[Reason]:
        """Yield the rules against the pair that is left if the first free opponent is taken from another player."""
        other = meets.get(seat.first_free)
        if other is None:
            return
        reason = self.against(other, seat.lower, instead_of=(other, seat.first_free))
        if reason is not None:
            exchanged = {**facts, "other": self.field.players[other].number}
            yield Reason("dutch-exchanged-opponents", exchanged, self.articles.better)
            yield reason

    def against(self, one: int, other: int, instead_of: tuple[int, int], *, floats: bool = True) -> Reason | None:
        """Return what rules out a pair: an absolute criterion, else a criterion that the actual pair does not fail.

        Criteria of floats are checked only with `floats`.
        """
        field = self.field
        first, second = field.players[one], field.players[other]
        if not field.legal[one] >> other & 1:
            return self._barred_reason(first, second)
        higher, lower = field.kind(one), field.kind(other)
        kinds = field.kind(instead_of[0]), field.kind(instead_of[1])
        for criterion in self.failing:
            fails = criterion.fails if floats or criterion.scope is Scope.COLOURS else None
            if fails and fails(higher, lower) and not fails(*kinds):
                return self._failing(criterion, first, second)
        return None

    def _failing(self, criterion: Criterion, first: Competitor, second: Competitor) -> Reason:
        edition = self.field.edition
        if criterion.scope is Scope.COLOURS:
            code = "dutch-due-both-white" if first.preference.wants == WHITE else "dutch-due-both-black"
            return Reason(code, _pair(first, second), edition.cite(criterion))
        return Reason(edition.code("up-again", criterion), {"player": second.number}, edition.cite(criterion))

    def _barred_reason(self, first: Competitor, second: Competitor) -> Reason:
        facts = _pair(first, second)
        played = first.past.met.get(second.number)
        if played is not None:
            return Reason("met-before", {**facts, "round": played}, self.articles.meet_once)
        if self.field.forbidden[first.index] >> second.index & 1:
            return Reason("forbidden-pair", facts, self.articles.absolute)
        code = "dutch-both-w" if first.preference.wants == WHITE else "dutch-both-b"
        return Reason(code, facts, self.articles.same_colour)


def _place_facts(seat: OrderedPair, half: Half) -> Facts:
    return {"place": seat.place, "lower_place": seat.lower_place, "s1": len(half.pairs), "s2": len(half.s2)}


def _pair(first: Competitor, second: Competitor) -> Facts:
    return {"first": first.number, "second": second.number}


#: The step of the allocation at which colours go by preferences that differ, and the one by lot.
BY_PREFERENCE, BY_LOT = 1, 5


def colour_reason(articles: Articles, higher: Competitor, lower: Competitor, allocation: Allocation) -> Reason:
    """Return the step of the allocation that gave the colours; `player` is the one whose preference was granted."""
    first, second = (higher, lower) if allocation.colour == WHITE else (lower, higher)
    facts: Facts = {"first": first.number, "second": second.number, "higher": higher.number, "number": higher.arrived}
    if allocation.step == BY_PREFERENCE:
        variant = "both" if higher.preference.wants and lower.preference.wants else "one"
        facts["player"] = (higher if higher.preference.wants else lower).number
    elif allocation.step == BY_LOT:
        variant = "odd" if higher.arrived % 2 else "even"
    else:
        variant = "white" if higher.preference.wants == WHITE else "black"
        facts["player"] = (first if variant == "white" else second).number
    return Reason(f"dutch-5.2.{allocation.step}-{variant}", facts, articles.allocation[allocation.step - 1])


class OrderedPair(NamedTuple):
    """A pair in the order of article 4.2: places from 1 in S1 and S2, and the first free player of S2."""

    higher: int
    lower: int
    place: int
    lower_place: int
    first_free: int


class Half:
    """S1 against S2: the moved-down players against the residents, or the remainder after its exchange (if any)."""

    def __init__(self, pairs: list[tuple[int, int]], s2: list[int], exchanged: tuple[list[int], list[int]]) -> None:
        self.pairs = sorted(pairs)
        self.s2 = s2
        self.left_s1, self.left_s2 = exchanged

    def seats(self) -> list[OrderedPair]:
        place = {player: number for number, player in enumerate(self.s2, start=1)}
        free = iter(self.s2)
        used: set[int] = set()
        first = next(free, -1)
        found = []
        for number, (higher, lower) in enumerate(self.pairs, start=1):
            while first in used:
                first = next(free, -1)
            found.append(OrderedPair(higher, lower, number, place[lower], first))
            used.add(lower)
        return found


def moved_down_half(bracket: PairedBracket) -> Half:
    """Return the moved-down players who are paired, against all residents."""
    return Half(bracket.outcome.moved_pairs, list(bits(bracket.residents)), ([], []))


def remainder_half(bracket: PairedBracket) -> Half:
    """Return the residents who meet no moved-down player, after the exchange."""
    paired_residents = {resident for _, resident in bracket.outcome.moved_pairs}
    players = [player for player in bits(bracket.residents) if player not in paired_residents]
    pairs = [(min(pair), max(pair)) for pair in bracket.outcome.pairs]
    tops = {top for top, _ in pairs}
    s1 = players[: len(pairs)]
    left_s1 = [player for player in s1 if player not in tops]
    left_s2 = [player for player in players[len(pairs) :] if player in tops]
    return Half(pairs, [player for player in players if player not in tops], (left_s1, left_s2))
