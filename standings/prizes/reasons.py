"""The sentences that explain an amount."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pairings.wording.mark import Sentence, ngettext
from pairings.wording.mark import gettext_noop as _
from standings.core.exact import half_up
from standings.prizes.fund import Category, Fund, Sharing, money
from standings.prizes.sharing import PrizeShare

#: The maximum number of parts that explain a sum.
MOST_PARTS = 6


def reasons_of(share: PrizeShare, fund: Fund, category: Category) -> Iterator[Sentence]:
    """Yield the sentences that explain a share."""
    amounts = [prize.amount for prize in category.prizes[share.first - 1 : share.last + share.dropped] if prize.amount]
    parts = " + ".join(money(each, "") for each in amounts)
    if len(amounts) > MOST_PARTS:
        parts = money(sum(amounts), "")
    facts = {"first": share.first, "last": share.last, "parts": f"{parts} {fund.currency}".strip()}
    if share.first == share.last:
        yield Sentence(_("The prize for place {place}."), place=share.place)
    elif fund.sharing is Sharing.HORT:
        own = money(int(half_up(share.own)), fund.currency)
        text = _(
            "Half of the prize for place {place}, {own}, plus half of an equal share of {parts} for places "
            "{first}–{last}."
        )
        yield Sentence(text, place=share.place, own=own, **facts)
    elif fund.sharing is Sharing.NONE:
        yield Sentence(_("Places {first}–{last} are tied on everything and share {parts} equally."), **facts)
    else:
        yield Sentence(_("Places {first}–{last} are tied and share {parts} equally."), **facts)
    if share.paid != share.exact:
        text = _("Rounded to {unit}; the remainder goes to the players in front.")
        yield Sentence(text, unit=money(fund.unit, fund.currency))
    if share.dropped:
        text = ngettext(
            "Shares below {least} are not paid, so {count} tied player gets nothing.",
            "Shares below {least} are not paid, so {count} tied players get nothing.",
            "count",
        )
        yield Sentence(text, least=money(fund.least, fund.currency), count=share.dropped)


def instead(amount: Fraction, category: str, fund: Fund) -> Sentence:
    """Return the sentence that a player has this prize instead of one in another category."""
    text = _("Instead of {amount} for {category}: each player gets only the largest prize.")
    return Sentence(text, amount=money(int(half_up(amount)), fund.currency), category=category)


def undecided_thing(tied: int) -> Sentence:
    """Return the sentence that an item cannot be shared among players whom the table does not separate."""
    text = ngettext(
        "{count} player is tied on everything: decide by lot who gets the prize.",
        "{count} players are tied on everything: decide by lot who gets the prize.",
        "count",
    )
    return Sentence(text, count=tied)
