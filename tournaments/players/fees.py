"""Store the entry fee and who has paid it. Organisers record payments; no money is collected. Only staff can see
payments.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from tournaments.core.journal.acts import act
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right, Who
from tournaments.core.words.figures import LONGEST_CURRENCY, PLACES, money_text
from tournaments.core.words.names import NotAName, clean_text
from tournaments.models import Player, SignUp, Tournament

HIGHEST = Decimal(999_999)


def set_fee(who: Who, tournament: Tournament, amount: Decimal | None, currency: str) -> None:
    """Set the entry fee of a tournament; None for no fee. Raises Refused for an invalid amount."""
    if amount is not None and not (0 < amount <= HIGHEST and amount == round(amount, PLACES)):
        text = _("Enter an amount above 0 with at most two decimals, or leave it empty.")
        raise Refused(text, code="fee", field="fee")
    try:
        unit = clean_text(currency, LONGEST_CURRENCY)
    except NotAName as error:
        raise Refused(str(error), code="currency", field="currency") from error
    with act(who, tournament, "set-fee", Right.MANAGE_PLAYERS) as doing:
        row = doing.tournament
        doing.facts["fee"] = None if amount is None else money_text(amount, unit)
        if amount is not None and (row.fee is None or row.fee != amount):
            doing.update(row, fee=amount)
        elif amount is None:
            doing.update(row, fee=None)
        doing.update(row, fee_currency=unit)


def mark_paid(who: Who, tournament: Tournament, ids: Collection[str], *, paid: bool) -> None:
    """Record that players, or people who have signed up, have paid or have not. Raises Refused for an unknown
    person.
    """
    with act(who, tournament, "mark-paid" if paid else "mark-unpaid", Right.MANAGE_PLAYERS) as doing:
        players = list(doing.tournament.players.filter(public_id__in=ids))
        listed = {each.public_id for each in players}
        others = SignUp.objects.filter(tournament=doing.tournament, public_id__in=set(ids) - listed)
        rows: list[Player | SignUp] = [*players, *others]
        if len(rows) < len(set(ids)):
            raise Refused(_("This person is no longer on the list. Reload the page."), code="no-such-player")
        names = sorted(each.name for each in rows)
        doing.facts |= {"name": names[0]} if len(names) == 1 else {"names": names}
        for row in rows:
            doing.update(row, paid=paid)


@dataclass(frozen=True, slots=True)
class Payer:
    """A person who owes the fee: a listed player, or a person who has signed up and is waiting."""

    id: str
    name: str
    club: str
    paid: bool
    waits: bool


@dataclass(frozen=True, slots=True)
class Payers:
    """All people who owe the fee, by name; how many have not paid; and the amounts owed and paid."""

    fee: Decimal | None
    currency: str
    rows: tuple[Payer, ...]

    @property
    def unpaid(self) -> int:
        return sum(not each.paid for each in self.rows)

    @property
    def amount_owed(self) -> Decimal:
        return (self.fee or Decimal()) * self.unpaid

    @property
    def amount_received(self) -> Decimal:
        return (self.fee or Decimal()) * (len(self.rows) - self.unpaid)

    @property
    def fee_text(self) -> str:
        return "" if self.fee is None else money_text(self.fee, self.currency)

    @property
    def owed_text(self) -> str:
        return money_text(self.amount_owed, self.currency)

    @property
    def received_text(self) -> str:
        return money_text(self.amount_received, self.currency)


def payers_of(tournament: Tournament) -> Payers:
    """Return who owes the fee. A withdrawn player owes none, but stays on the list if the fee was paid."""
    return Payers(tournament.fee, tournament.fee_currency, tuple(_payers(tournament)))


def _payers(tournament: Tournament) -> Iterator[Payer]:
    for player in tournament.players.all():
        if player.is_in or player.paid:
            yield Payer(player.public_id, player.name, player.club, player.paid, waits=False)
    waiting = {"confirmed_at__isnull": True, "declined_at__isnull": True, "withdrawn_at__isnull": True}
    for row in SignUp.objects.filter(tournament=tournament, **waiting).order_by("at", "pk"):
        yield Payer(row.public_id, row.name, row.club, row.paid, waits=True)
