"""Why not another pairing: the same round with some pairs laid down, and the first criterion by which it is worse.

Laid down means that those players have no other possible opponent; everything else is the engine itself. So the answer
speaks of the best pairing that has those pairs.

For one pair there are quicker ways: its bracket alone may give the answer (`within`), and if not, everybody else is
paired anew. The pair's contributions to all criteria are the same in each pairing that has it, so the best of those is
the best pairing of everybody else, with the pair put back in its place. Two things do not add up like that: C9, which
looks at brackets that float nobody but the bye, and the order of article 4, which numbers all players of a bracket.
Where one of them could decide the pair is laid down; in a large field, where that takes long, the answer cites article
3.8.1 (of equals the first) instead of the part of article 4.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pairings.plan import Fact, Reason, RoundPlan
from pairings.snapshot import ByeKind, Snapshot
from pairings.systems.dutch.explain.again import Again
from pairings.systems.dutch.explain.refusals import barred_by_rule, no_legal_pairing
from pairings.systems.dutch.explain.verdict import Difference, Paired, first_difference
from pairings.systems.dutch.explain.within import within
from pairings.systems.dutch.rules.field import Field
from pairings.systems.dutch.rules.options import Options
from pairings.systems.dutch.rules.points import points_text
from pairings.systems.dutch.solve.brackets import PairedBracket, pair_brackets
from pairings.systems.dutch.solve.completion import Completion
from pairings.systems.dutch.solve.exact import Outcome

#: How many pairs of another pairing are named.
NAMED = 6

#: Up to how many players the part of article 4 is looked for.
EXACT_ORDER = 120

#: In passing, brackets up to this size are asked again for one pair, all brackets only in fields up to that size.
BRACKET_ANEW, FIELD_ANEW = 100, 200

#: And brackets above that of the pair as long as no more vertices were put in order for that.
WORK_ANEW = 1000


def why_not(snapshot: Snapshot, options: Options, first: int, second: int) -> tuple[Reason, ...]:
    """Why two players do not meet in the next round; empty when they do. They are there to be paired.

    Raises NoLegalPairing when the round has none.
    """
    if any({first, second} & set(pair) for pair in snapshot.fixed):
        return (Reason("dutch-why-by-hand", {"first": first, "second": second}),)
    barred = barred_by_rule(snapshot, first, second)
    if barred is not None:
        return (barred,)
    field = Field(snapshot, options)
    one, other = (next(p for p in field.players if p.number == number) for number in (first, second))
    if not field.legal[one.index] >> other.index & 1:
        code = "dutch-both-w" if one.preference.wants > 0 else "dutch-both-b"
        return (Reason(code, {"first": first, "second": second}, "C.04.3 2.1.3"),)
    facts: dict[str, Fact] = {"first": first, "second": second}
    pair = (min(one.index, other.index), max(one.index, other.index))
    completion = Completion(field)
    if not completion.possible:
        raise no_legal_pairing(field, completion)
    best = Paired(*pair_brackets(field, completion))
    found = instead(snapshot, options, completion, best, pair)
    if not found or (found[0].code == "dutch-why-not-order" and field.size <= EXACT_ORDER):
        return _compared(field, Field(snapshot, options), [pair], None, "dutch-why-not", facts)
    return found


def instead(
    snapshot: Snapshot,
    options: Options,
    completion: Completion,
    best: Paired,
    pair: tuple[int, int],
) -> tuple[Reason, ...]:
    """The answer for a legal pair, from its bracket alone or by pairing everybody else; empty where neither is certain.

    `pair` has the higher ranked player first.
    """
    field = completion.field
    at = _bracket_of(field, best, pair)
    found = None if at is None else within(field, completion, best, at, pair, in_order=True)
    found = found or beside(snapshot, options, completion, best, pair)
    return _told(field, best, found, pair)


def in_passing(again: Again, pair: tuple[int, int]) -> tuple[Reason, ...]:
    """The same where the criterion will do, and not where it takes long."""
    field, best = again.field, again.best
    at = _bracket_of(field, best, pair)
    if at is None or (best.brackets[at].residents.bit_count() > BRACKET_ANEW and field.size > FIELD_ANEW):
        return ()
    above = field.size <= FIELD_ANEW and again.spent < WORK_ANEW
    return _told(field, best, again.first_difference(at, pair, above=above), pair)[:1]


def _told(
    field: Field, best: Paired, found: tuple[Difference, Paired] | None, pair: tuple[int, int]
) -> tuple[Reason, ...]:
    if found is None:
        return ()
    difference, then = found
    if difference.criterion.startswith("4"):
        difference = replace(difference, criterion="3.8.1")
    first, second = (field.players[v].number for v in pair)
    return _worded(field, best, then, difference, "dutch-why-not", {"first": first, "second": second})


def _bracket_of(field: Field, best: Paired, pair: tuple[int, int]) -> int | None:
    """The bracket in which two players could be paired: the lower one's, if the other is there."""
    at = field.scores.index(field.points[pair[1]])
    bracket = best.brackets[at]
    return at if bracket.residents >> pair[0] & 1 or pair[0] in bracket.moved else None


def beside(
    snapshot: Snapshot, options: Options, completion: Completion, best: Paired, pair: tuple[int, int]
) -> tuple[Difference, Paired] | None:
    """The first difference to the best round with a pair, by pairing everybody else; None where it is not certain."""
    field, bye_score = completion.field, completion.bye_score
    if bye_score is not None and bye_score >= field.points[pair[1]]:
        return None
    first, second = (field.players[v].number for v in pair)
    rest = Field(replace(snapshot, fixed=(*snapshot.fixed, (first, second))), options)
    without = Completion(rest)
    if not without.possible or without.bye_score != bye_score or rest.scores != field.scores:
        return None
    then = with_pair(field, rest, Paired(*pair_brackets(rest, without)), pair)
    difference = first_difference(field, best, then)
    return None if difference is None else (difference, then)


def with_pair(field: Field, rest: Field, paired: Paired, pair: tuple[int, int]) -> Paired:
    """A round paired without two players as a round of the whole field, with their pair in its bracket."""
    index = {player.number: player.index for player in field.players}
    to = [index[player.number] for player in rest.players]
    by_score = {bracket.score: bracket for bracket in paired.brackets}
    higher, lower = pair
    found: list[PairedBracket] = []
    moved: list[int] = []
    for number, score in enumerate(field.scores, start=1):
        chosen: list[tuple[int, int]] = []
        pairs: list[tuple[int, int]] = []
        floaters = set(moved)
        if score in by_score:
            outcome = by_score[score].outcome
            chosen, pairs = ([(to[v], to[w]) for v, w in part] for part in (outcome.moved_pairs, outcome.pairs))
            floaters = {to[v] for v in outcome.floaters}
        if field.points[lower] == score:
            (pairs if field.points[higher] == score else chosen).append(pair)
        elif field.points[lower] < score <= field.points[higher]:
            floaters.add(higher)
        outcome = Outcome(chosen, pairs, sorted(floaters - ({higher} if field.points[lower] == score else set())), {})
        found.append(PairedBracket(number, score, moved, field.groups[score], outcome))
        moved = outcome.floaters
    return Paired(found, None if paired.bye is None else to[paired.bye])


def why_worse(snapshot: Snapshot, options: Options, plan: RoundPlan) -> tuple[Reason, ...]:
    """Why another pairing of the whole round is worse than the engine's.

    Empty when it has the same pairs, and when it is no legal pairing of everybody: that is for the judge to say.
    """
    field = Field(snapshot, options)
    index = {player.number: player.index for player in field.players}
    pairs = [(index[p.first], index[p.second]) for p in plan.pairings if {p.first, p.second} <= set(index)]
    byes = [index[b.player] for b in plan.byes if b.kind is ByeKind.ALLOCATED and b.player in index]
    there = [v for pair in pairs for v in pair] + byes
    legal = all(field.legal[v] >> w & 1 for v, w in pairs) and all(field.eligible >> v & 1 for v in byes)
    if not legal or sorted(there) != list(range(field.size)):
        return ()
    return _compared(field, Field(snapshot, options), pairs, byes[0] if byes else None, "dutch-worse", {})


def _compared(
    field: Field, other: Field, pairs: list[tuple[int, int]], bye: int | None, code: str, facts: dict[str, Fact]
) -> tuple[Reason, ...]:
    completion = Completion(field)
    if not completion.possible:
        raise no_legal_pairing(field, completion)
    lay_down(other, pairs, bye)
    forced = Completion(other)
    if not forced.possible:
        refusal = no_legal_pairing(other, forced)
        return (Reason(f"{code}-C4", facts, "C.04.3 C4"), *refusal.reasons[1:])
    if forced.bye_score != completion.bye_score:
        scores = {"now": _text(field, completion.bye_score), "then": _text(field, forced.bye_score)}
        return (Reason(f"{code}-C5", {**facts, **scores}, "C.04.3 C5"),)
    best, then = Paired(*pair_brackets(field, completion)), Paired(*pair_brackets(other, forced))
    difference = first_difference(field, best, then)
    return _worded(field, best, then, difference, code, facts) if difference else ()


def lay_down(field: Field, pairs: Iterable[tuple[int, int]], bye: int | None) -> None:
    """Leaves these players no other opponent, and nobody else the bye if there is one laid down."""
    for v, w in pairs:
        for one, two in ((v, w), (w, v)):
            for other in range(field.size):
                field.legal[other] &= ~(1 << one)
            field.legal[one] = 1 << two
            field.eligible &= ~(1 << one)
        field.legal[v], field.legal[w] = 1 << w, 1 << v
    if bye is not None:
        field.eligible &= 1 << bye


def _text(field: Field, points: int | None) -> str:
    return "" if points is None else points_text(points, field.scale.scale)


def _worded(
    field: Field, best: Paired, then: Paired, difference: Difference, code: str, facts: dict[str, Fact]
) -> tuple[Reason, ...]:
    bracket = best.brackets[difference.at]
    where: dict[str, Fact] = {"bracket": bracket.number, "points": _text(field, bracket.score)}
    name = difference.criterion
    if not name.startswith("C"):
        first = Reason(f"{code}-order", {**facts, **where}, f"C.04.3 {name}")
    else:
        first = Reason(f"{code}-{name}", {**facts, **where, **_figures(field, name, difference)}, f"C.04.3 {name}")
    return first, *_other_pairs(field, best, then, difference.at)


def _figures(field: Field, name: str, difference: Difference) -> dict[str, Fact]:
    """Both values as people read them: numbers of players, or lists of points."""
    now, then = difference.better, difference.worse
    if name in {"C7", "C18", "C19", "C20", "C21"}:
        return {"now": _listed(field, now), "then": _listed(field, then)}
    return {"now": now[0], "then": then[0]}


def _listed(field: Field, values: tuple[int, ...]) -> str:
    """Points as a list; a player who moves down again has no difference, and an arrow instead."""
    return ", ".join("↓" if value > max(field.points) else _text(field, value) for value in values) or "–"


def _other_pairs(field: Field, best: Paired, then: Paired, at: int) -> tuple[Reason, ...]:
    """The pairs by which the other pairing differs in the bracket, the first few."""
    one, two = best.brackets[at].outcome, then.brackets[at].outcome
    kept = set(one.moved_pairs + one.pairs)
    new = [pair for pair in two.moved_pairs + two.pairs if pair not in kept]
    number = [player.number for player in field.players]
    if not new:
        return ()
    pairs = tuple((number[v], number[w]) for v, w in new[:NAMED])
    code = "dutch-then-pairs" if len(new) <= NAMED else "dutch-then-pairs-more"
    return (Reason(code, {"pairs": pairs, "count": len(new)}),)
