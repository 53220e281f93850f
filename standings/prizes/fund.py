"""A prize fund as data: categories with their places, the sharing of tied players, and its limits.

Money is counted in hundredths of the currency, whole numbers: 12.50 is 1250.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from pairings.wording.mark import Sentence, SpokenError
from pairings.wording.mark import gettext_noop as _

MOST_CATEGORIES = 40
MOST_PLACES = 200
#: The largest amount of one prize, in hundredths.
LARGEST = 999_999_999
#: The units to which amounts can be rounded, in hundredths.
UNITS = (1, 10, 50, 100, 500, 1000)


class Sharing(StrEnum):
    """The rule by which players share prizes if they are tied in the first criterion of the table."""

    NONE = "none"
    EQUAL = "equal"
    HORT = "hort"


class FundError(SpokenError):
    """An invalid fund: `name` is the invalid field, in the category with that number, from 0."""

    def __init__(self, sentence: Sentence, name: str, category: int | None = None) -> None:
        super().__init__(sentence)
        self.name = name
        self.category = category


@dataclass(frozen=True, slots=True)
class Prize:
    """The prize of a place: money in hundredths, an item such as a cup, or both."""

    amount: int = 0
    thing: str = ""


@dataclass(frozen=True, slots=True)
class Contender:
    """A line of the table. `rank` may be shared; `level` is the same for all who are tied in the first criterion.

    `born` is the year. Unknown values are None or empty.
    """

    player: int
    rank: int
    level: int
    rating: int | None = None
    sex: str = ""
    born: int | None = None
    club: str = ""
    federation: str = ""


@dataclass(frozen=True, slots=True)
class PrizeGroup:
    """The group that competes for a category; a part that is None, empty or False sets no limit.

    `rating_below` is the first rating that is too high; both years are included. `unrated`: with a rating limit,
    unrated players compete too; without one, only they do.
    """

    rating_from: int | None = None
    rating_below: int | None = None
    unrated: bool = False
    sex: str = ""
    born_from: int | None = None
    born_to: int | None = None
    club: str = ""
    federation: str = ""

    def takes(self, contender: Contender) -> bool:
        return (
            self._takes_rating(contender.rating)
            and self.sex in ("", contender.sex)
            and self._takes_year(contender.born)
            and (not self.club or _same(self.club, contender.club))
            and (not self.federation or _same(self.federation, contender.federation))
        )

    def _takes_rating(self, rating: int | None) -> bool:
        limited = (self.rating_from, self.rating_below) != (None, None)
        if rating is None:
            return self.unrated or not limited
        above = self.rating_from is None or rating >= self.rating_from
        below = self.rating_below is None or rating < self.rating_below
        return above and below and (limited or not self.unrated)

    def _takes_year(self, born: int | None) -> bool:
        if (self.born_from, self.born_to) == (None, None):
            return True
        return born is not None and (self.born_from or born) <= born <= (self.born_to or born)


def _same(one: str, other: str) -> bool:
    return one.split() == other.split() or one.casefold().split() == other.casefold().split()


@dataclass(frozen=True, slots=True)
class Category:
    """Prizes under one name, the first place first; for everyone (main prizes) or for a group."""

    name: str
    prizes: tuple[Prize, ...]
    group: PrizeGroup = PrizeGroup()


@dataclass(frozen=True, slots=True)
class Fund:
    """All prizes of a tournament. If two categories are worth the same to a player, the earlier one counts.

    `unit` is the unit to which amounts are rounded, in hundredths. `least`: smaller shares are not paid out; no prize
    is smaller. `several`: a player may get prizes in several categories.
    """

    categories: tuple[Category, ...] = ()
    currency: str = "€"
    sharing: Sharing = Sharing.EQUAL
    unit: int = 1
    least: int = 0
    several: bool = False


def money(amount: int, currency: str) -> str:
    """Return an amount as text: 300 €, 12.50 €."""
    whole, rest = divmod(amount, 100)
    return f"{whole}.{rest:02} {currency}".strip() if rest else f"{whole} {currency}".strip()


def check(fund: Fund) -> Fund:
    """Return the fund if it is valid. Raises FundError."""
    if len(fund.categories) > MOST_CATEGORIES:
        text = _("Too many prize categories. The limit is {most}, so combine some.")
        raise FundError(Sentence(text, most=MOST_CATEGORIES), "categories")
    if fund.unit not in UNITS:
        text = _("Prizes cannot be rounded to this amount. Choose one of: {units}.")
        raise FundError(Sentence(text, units=", ".join(money(unit, "") for unit in UNITS)), "unit")
    if not 0 <= fund.least <= LARGEST:
        text = _("This amount is negative or too large. The maximum is {most}.")
        raise FundError(Sentence(text, most=money(LARGEST, fund.currency)), "least")
    smallest = min((prize.amount for each in fund.categories for prize in each.prizes if prize.amount), default=LARGEST)
    if fund.least > smallest:
        text = _("A prize of {amount} is below the smallest prize. Lower that limit, or raise the prize.")
        raise FundError(Sentence(text, amount=money(smallest, fund.currency)), "least")
    names: set[str] = set()
    for number, category in enumerate(fund.categories):
        for name, sentence in _faults(category, fund):
            raise FundError(sentence, name, number)
        if category.name.casefold() in names:
            text = _("A category with this name already exists. Choose another name.")
            raise FundError(Sentence(text), "name", number)
        names.add(category.name.casefold())
    return fund


def _faults(category: Category, fund: Fund) -> Iterator[tuple[str, Sentence]]:
    """Yield the errors of a category, by field."""
    prizes = category.prizes
    if not category.name:
        yield "name", Sentence(_("Enter a name for the category."))
    if not prizes:
        yield "prizes", Sentence(_("Enter at least one prize."))
    if len(prizes) > MOST_PLACES:
        text = _("A category has at most {most} places. Remove the last ones, or create another category.")
        yield "prizes", Sentence(text, most=MOST_PLACES)
    for place, prize in enumerate(prizes, start=1):
        if not 0 <= prize.amount <= LARGEST:
            text = _("The prize for place {place} is negative or too large. The maximum is {most}.")
            yield "prizes", Sentence(text, place=place, most=money(LARGEST, fund.currency))
        if prize.amount % fund.unit:
            unit = money(fund.unit, fund.currency)
            text = _(
                "The prize for place {place} is not a multiple of {unit}. Change it, or round to a smaller amount."
            )
            yield "prizes", Sentence(text, place=place, unit=unit)
    for place, (better, worse) in enumerate(pairwise(prizes), start=2):
        if worse.amount > better.amount:
            text = _("Place {place} would get more money than the place above it. Put the larger prize first.")
            yield "prizes", Sentence(text, place=place)
    yield from _faults_of_group(category.group)


def _faults_of_group(group: PrizeGroup) -> Iterator[tuple[str, Sentence]]:
    if group.rating_from is not None and group.rating_below is not None and group.rating_from >= group.rating_below:
        yield "rating_below", Sentence(_("The lower rating limit is above the upper limit. Change one of them."))
    if group.born_from is not None and group.born_to is not None and group.born_from > group.born_to:
        yield "born_to", Sentence(_("The last year is before the first. Swap them."))
