"""The prizes of a fund by a table, with reasons.

If each player gets only one prize, it is the largest. Of all players who would get money in several categories, the one
with the largest share takes it and leaves the other categories, where those behind move up. This repeats until nobody
is left in two. Prizes do not rise from place to place, so remaining players never lose by that. Items (a cup, a title)
depend only on the place in the category, not on other prizes of the winner.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pairings.wording.mark import Sentence
from standings.prizes.fund import Category, Contender, Fund
from standings.prizes.reasons import instead, reasons_of, undecided_thing
from standings.prizes.sharing import PrizeShare, shares


@dataclass(frozen=True, slots=True)
class Award:
    """A player's award at a place of a category: money, `exact` and as `paid` in hundredths, or an item."""

    player: int
    category: str
    place: int
    exact: Fraction
    paid: int
    thing: str
    reasons: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class UnawardedMoney:
    """Money without a winner, because too few players compete in a category."""

    category: str
    amount: int


@dataclass(frozen=True, slots=True)
class Awards:
    """All awards, by category and place, and the money that is left; together they are the fund."""

    awards: tuple[Award, ...]
    left: tuple[UnawardedMoney, ...]


def award(fund: Fund, table: Sequence[Contender]) -> Awards:
    """Divide a fund by a table, best player first. Raises ArithmeticError if any cent is lost or added."""
    lists = [[each for each in table if category.group.takes(each)] for category in fund.categories]
    found = _Sharing(fund, lists)
    explanations = {} if fund.several else found.settle()
    awards, unawarded = [], []
    for number, category in enumerate(fund.categories):
        money = [
            Award(
                player,
                category.name,
                share.place,
                share.exact,
                share.paid,
                "",
                (*reasons_of(share, fund, category), *more),
            )
            for player, share in found.shares[number].items()
            for more in [explanations.get(player, ())]
        ]
        rest = sum(prize.amount for prize in category.prizes) - sum(each.paid for each in money)
        places = sum(1 for prize in category.prizes if prize.amount)
        if rest < 0 or (rest and len(found.lists[number]) >= places):
            raise ArithmeticError(f"{category.name}: {rest}")
        if rest:
            unawarded.append(UnawardedMoney(category.name, rest))
        awards += sorted(
            [*money, *_awards_in_kind(category, lists[number])], key=lambda each: (each.place, each.player)
        )
    return Awards(tuple(awards), tuple(unawarded))


def _awards_in_kind(category: Category, table: Sequence[Contender]) -> Iterator[Award]:
    for place, (prize, winner) in enumerate(zip(category.prizes, table, strict=False), start=1):
        if prize.thing:
            tied = sum(1 for each in table if each.rank == winner.rank)
            explanation = (undecided_thing(tied),) if tied > 1 else ()
            yield Award(winner.player, category.name, place, Fraction(0), 0, prize.thing, explanation)


class _Sharing:
    """The shares of each category by player, while players leave categories."""

    def __init__(self, fund: Fund, lists: Sequence[Sequence[Contender]]) -> None:
        self._fund = fund
        self.lists = [list(each) for each in lists]
        self.shares: list[Mapping[int, PrizeShare]] = [self._reckon(number) for number in range(len(self.lists))]

    def _reckon(self, number: int) -> dict[int, PrizeShare]:
        category = self._fund.categories[number]
        competing = self.lists[number]
        found = shares(
            [prize.amount for prize in category.prizes],
            [(each.level, each.rank) for each in competing],
            self._fund.sharing,
            unit=self._fund.unit,
            least=self._fund.least,
        )
        return {competing[share.place - 1].player: share for share in found}

    def settle(self) -> dict[int, tuple[Sentence, ...]]:
        """Reduce each player's money to one share; return the sentences about the other shares, by player."""
        sentences: dict[int, tuple[Sentence, ...]] = {}
        while (chosen := self._next(sentences)) is not None:
            player, number = chosen
            others = [
                each
                for each, shares_of_category in enumerate(self.shares)
                if each != number and player in shares_of_category
            ]
            amounts = [(self.shares[each][player].exact, self._fund.categories[each].name) for each in others]
            sentences[player] = tuple(instead(amount, name, self._fund) for amount, name in amounts)
            for each in range(len(self.lists)):
                if each != number and any(one.player == player for one in self.lists[each]):
                    self.lists[each] = [one for one in self.lists[each] if one.player != player]
                    self.shares[each] = self._reckon(each)
        return sentences

    def _next(self, settled: Mapping[int, object]) -> tuple[int, int] | None:
        """Return the player with the largest share among those with several, and its category; None without any."""
        several: dict[int, list[int]] = {}
        for number, shares_of_category in enumerate(self.shares):
            for player in shares_of_category:
                several.setdefault(player, []).append(number)
        best: tuple[Fraction, int, int] | None = None
        for player, numbers in several.items():
            if len(numbers) < 2 or player in settled:
                continue
            number = max(numbers, key=lambda each: (self.shares[each][player].exact, -each))
            share = self.shares[number][player].exact
            if best is None or (share, -number) > (best[0], -best[1]):
                best = (share, number, player)
        return None if best is None else (best[2], best[1])
