"""What pairs with other opponents would have cost by the smallest penalty: a picture for each of the two of a pair."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairings.plan import CannotPair
from pairings.systems.papp.options import Options
from pairings.systems.papp.terms import Cost
from pairings.systems.papp.whatif import opponents
from pictures.bars import Costs, costs
from pictures.shapes import Picture
from tournaments.core.snapshot import system_of, take_view
from tournaments.core.words.names import isolate
from tournaments.core.words.numbers.costs import penalty
from tournaments.models import Player, Round
from tournaments.rounds.tables import Row

#: How many other opponents are shown; in a larger field there is no picture.
MOST, MOST_PLAYERS = 6, 1000
#: What is forbidden stands behind all amounts.
FORBIDDEN = 10**12


def alternatives(round_: Round, row: Row) -> Iterator[Picture]:
    """For each of the two, the penalty of their pair and those of the cheapest others; empty for other systems."""
    _system, options = system_of(round_.stage)
    if not isinstance(options, Options):
        return
    view = take_view(round_.stage, before_round=round_.number)
    if len(view.snapshot.players) > MOST_PLAYERS:
        return
    for player, other in ((row.first, row.second), (row.second, row.first)):
        try:
            found = opponents(view.snapshot, options, view.numbers[player.pk])
        except (CannotPair, ValueError):  # an earlier result was taken back since, or a bye is no longer needed
            return
        listed = [(view.players[number], cost) for number, cost in found if number]
        made = [each for each in listed if each[0].pk == other.pk]
        shown = [*made, *[each for each in listed if each[0].pk != other.pk and not each[1].never][:MOST]]
        if made and len(shown) > 1 and any(cost.amount or cost.forbidden for _player, cost in shown):
            yield _draw_costs(player, shown)


def _draw_costs(player: Player, shown: list[tuple[Player, Cost]]) -> Picture:
    name = isolate(player.name)
    description = _(
        "First the pair that was made, then the cheapest other opponents. The round as a whole has the smallest "
        "penalty, so a cheaper pair would cost others more. A bar grows with the digits of its number."
    )
    rows: list[Costs] = []
    for other, cost in shown:
        size = cost.amount + FORBIDDEN * cost.forbidden
        text = penalty(cost.never + cost.forbidden, cost.amount)
        rows.append(Costs(other.name, ((size, text),), own=not rows))
    title = _("What other opponents of {name} would have cost").format(name=name)
    return costs(title, description, (_("Opponent"), pgettext("cost of a pairing", "Penalty")), rows)
