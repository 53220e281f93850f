"""Why two teams do not meet, and what each brings to a round."""

from __future__ import annotations

from collections.abc import Mapping

from pairings.matching.sets.weighted import NoCompleteMatching
from pairings.plan import Fact, Reason
from pairings.snapshot import Snapshot
from pairings.swiss.explain.cards import Cards
from pairings.swiss.explain.refusals import barred_by_rule
from pairings.swiss.rules.points import exact
from pairings.system import Card, Pairs
from pairings.systems.team_swiss.brackets import Bracket, cheapest_with, total
from pairings.systems.team_swiss.engine import Paired, paired
from pairings.systems.team_swiss.field import TeamField
from pairings.systems.team_swiss.options import BOOK, Options


def cards(snapshot: Snapshot, options: Options) -> Mapping[int, Card]:
    """The cards of everybody who is there for the next round, by number."""
    return Cards(TeamField(snapshot, options))


def why_not(snapshot: Snapshot, options: Options, a: int, b: int, pairs: Pairs | None = None) -> tuple[Reason, ...]:
    """Why a and b do not meet in the text's own round. Raises as `paired` does."""
    barred = barred_by_rule(snapshot, options.book.articles, a, b)
    if barred is not None:
        return (barred,)
    found = paired(snapshot, options)
    index = {team.number: team.index for team in found.field.players}
    facts: dict[str, Fact] = {"first": a, "second": b}
    if found.bye in {index[a], index[b]}:
        return (Reason("team-why-bye", {"player": found.field.players[found.bye].number}, f"{BOOK} 3.4"),)
    first, second = (_bracket_of(found, index[number]) for number in (a, b))
    if first is not second:
        where = min(first, second, key=found.brackets.index)
        score = exact(max(found.field.points[i] for pair in where.pairs for i in pair), found.field.unit)
        return (Reason("team-why-group", {**facts, "points": score}, f"{BOOK} C4–C7, 3.5"),)
    return (_within(found.field, first, index[a], index[b], facts),)


def _within(field: TeamField, bracket: Bracket, one: int, other: int, facts: dict[str, Fact]) -> Reason:
    """Of two in one bracket: what the best pairing in which they meet costs more, or the order."""
    now = total(field, bracket.pairs, bracket.upfloaters)
    try:
        then = cheapest_with(field, bracket, one, other)
    except NoCompleteMatching:
        return Reason("team-why-rest", facts, f"{BOOK} C1")
    for name, before, after in zip(("C8", "C9", "C10"), now, then, strict=True):
        if after > before:
            return Reason(f"team-why-{name}", {**facts, "now": before, "then": after}, f"{BOOK} {name}")
    return Reason("team-why-order", facts, f"{BOOK} 3.6")


def _bracket_of(found: Paired, index: int) -> Bracket:
    return next(bracket for bracket in found.brackets if bracket.teams >> index & 1)
