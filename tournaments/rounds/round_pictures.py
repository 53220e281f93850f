"""Draw pictures of a round: its score groups, and the cost of other pairs.

The score groups of a Swiss: how many players each has, and who meets a player of another group. By the smallest
penalty: the cost of pairs with other opponents, a picture for each of the two players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from pairings.numbers import amounts
from pairings.plan import CannotPair
from pairings.system import SystemKind
from pairings.systems import SYSTEMS
from pairings.systems.papp.options import Options
from pairings.systems.papp.terms import Cost
from pairings.systems.papp.whatif import opponents
from pairings.wording.sentences import group_thousands
from pictures.bars import CostBars, Float, costs, groups, groups_of_pair
from pictures.shapes import Picture
from tournaments.core.snapshot import system_of, take_view
from tournaments.core.words.figures import local
from tournaments.core.words.names import isolate
from tournaments.models import Player, Round
from tournaments.rounds.tables import TableRow

#: No picture with more groups than this: in a long league, nearly every player has a different score.
MOST_GROUPS = 24


def is_of_groups(round_: Round) -> bool:
    """Return whether points decide its pairings: a Swiss after its first round, without pods, a list or own scores."""
    system = SYSTEMS[round_.stage.system]
    questions = system.questions
    by_points = (
        system.kind is SystemKind.SWISS and questions.moves is None and questions.scores is None and system.of_two
    )
    return by_points and not system.scheduled and round_.number > round_.stage.first_round


def score_groups(
    round_: Round, rows: Iterable[TableRow], bye_players: Iterable[Player], points: Mapping[int, Fraction]
) -> Picture | None:
    """Return the score groups of paired players and of `bye_players`; None if there are fewer than two."""
    if not is_of_groups(round_):
        return None
    pairs = [(points.get(row.first.pk), points.get(row.second.pk)) for row in rows if row.pairing.round_id == round_.pk]
    score_pairs = [(one, other) for one, other in pairs if one is not None and other is not None]
    scores = [
        *(each for pair in score_pairs for each in pair),
        *(points[each.pk] for each in bye_players if each.pk in points),
    ]
    sizes = sorted(Counter(scores).items(), reverse=True)
    if not 1 < len(sizes) <= MOST_GROUPS:
        return None
    at = {score: number for number, (score, _size) in enumerate(sizes)}
    across = Counter((min(at[one], at[other]), max(at[one], at[other])) for one, other in score_pairs if one != other)
    floats = [Float(upper, lower, count) for (upper, lower), count in sorted(across.items())]
    halves = round_.tournament.halves
    shown = [(local(amounts.decimal_text(score, halves=halves)), size) for score, size in sizes]
    text = _("Each bar shows the players with that score before the round. Arrows show pairs between two groups.")
    heads = (_("Points"), _("Players"), _("Pairs with"))
    return groups(_("Score groups of round {number}").format(number=round_.number), text, heads, shown, floats)


def groups_of_two(
    round_: Round, row: TableRow, players: Iterable[Player], points: Mapping[int, Fraction]
) -> Picture | None:
    """Return the score groups of the two players of a pair, among those of `players`; None if there are fewer than
    two.
    """
    scores = [points.get(player.pk) for player in (row.first, row.second)]
    if not is_of_groups(round_) or None in scores:
        return None
    sizes = sorted(Counter(points[each.pk] for each in players if each.pk in points).items(), reverse=True)
    if not 1 < len(sizes) <= MOST_GROUPS:
        return None
    halves = round_.tournament.halves
    shown = [(local(amounts.decimal_text(score, halves=halves)), size) for score, size in sizes]
    at = {score: number for number, (score, _size) in enumerate(sizes)}
    first, second = ((at[points[player.pk]], player.name) for player in (row.first, row.second))
    description = _("Each bar shows the players with that score before the round. The dots are the groups of the two.")
    heads = (_("Points"), _("Players"), pgettext("name of a person or a team", "Name"))
    return groups_of_pair(_("Where the two come from"), description, heads, shown, (first, second))


def group_starts(round_: Round, rows: Iterable[TableRow], points: Mapping[int, Fraction]) -> frozenset[int]:
    """Return the pairings that are the first of a lower score group, by key.

    A pair belongs to the group of its higher player. If tables are not in the order of scores, no line is correct. That
    happens with fixed tables, and with games of earlier rounds that still run.
    """
    if not is_of_groups(round_):
        return frozenset()
    scores = [(row.pairing.pk, max(points.get(each.pk, Fraction()) for each in row.players)) for row in rows]
    steps = list(pairwise(scores))
    if any(below > above for (_upper, above), (_lower, below) in steps):
        return frozenset()
    return frozenset(lower for (_upper, above), (lower, below) in steps if below < above)


#: The maximum number of other opponents shown, and of players in a field with pictures.
MOST_OPPONENTS, MOST_PLAYERS = 6, 1000
#: Sorts forbidden pairings after all amounts.
FORBIDDEN_AMOUNT = 10**12


def alternatives(round_: Round, row: TableRow) -> Iterator[Picture]:
    """Yield for each of the two players the penalty of their pair and of the cheapest others; empty for other
    systems.
    """
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
        actual = [each for each in listed if each[0].pk == other.pk]
        shown = [*actual, *[each for each in listed if each[0].pk != other.pk and not each[1].never][:MOST_OPPONENTS]]
        if actual and len(shown) > 1 and any(cost.amount or cost.forbidden for _player, cost in shown):
            yield _draw_costs(player, shown)


def _draw_costs(player: Player, shown: list[tuple[Player, Cost]]) -> Picture:
    name = isolate(player.name)
    description = _(
        "First the pair that was made, then the cheapest other opponents. The round as a whole has the smallest "
        "penalty, so a cheaper pair would cost others more. A bar grows with the digits of its number."
    )
    rows: list[CostBars] = []
    for other, cost in shown:
        size = cost.amount + FORBIDDEN_AMOUNT * cost.forbidden
        text = penalty(cost.never + cost.forbidden, cost.amount)
        rows.append(CostBars(other.name, ((size, text),), own=not rows))
    title = _("What other opponents of {name} would have cost").format(name=name)
    return costs(title, description, (_("Opponent"), pgettext("cost of a pairing", "Penalty")), rows)


def penalty(forbidden: int, amount: int) -> str:
    """Return a penalty by levels: forbidden unless unavoidable is given as a number of games."""
    if not forbidden:
        return group_thousands(amount)
    return _("{number} × forbidden").format(number=forbidden) + (f" + {group_thousands(amount)}" if amount else "")
