"""The answer to "why not this pairing": the round with these pairs fixed, and the first criterion by which it is worse.

Fixed ("laid down") means that those players have no other possible opponent; the engine does the rest. So the answer is
about the best pairing that has those pairs.

For one pair the round is not paired again: the pair is taken out of the best matching and put back (`again`). The pair
is laid down only if the bye could decide, and always if an edition joins the lowest brackets. It is also laid down
within one bracket if the order of equally good candidates decides, because that order numbers all players of the
bracket.
"""

from __future__ import annotations

from pairings.plan import Fact, Reason, RoundPlan
from pairings.snapshot import ByeKind, Snapshot
from pairings.swiss.explain.again import Again, keep_only_pairs
from pairings.swiss.explain.difference import difference_reasons, of_criterion
from pairings.swiss.explain.refusals import forbidding_reason, no_legal_pairing
from pairings.swiss.explain.verdict import first_difference, first_worse, in_brackets_of
from pairings.swiss.rules.criterion import FinishedBracket, Scope
from pairings.swiss.rules.field import SwissField
from pairings.swiss.rules.options import Options
from pairings.swiss.solve.brackets import pair_brackets
from pairings.swiss.solve.completion import Completion


def why_not(snapshot: Snapshot, options: Options, first: int, second: int) -> tuple[Reason, ...]:
    """Return why two players do not meet in the next round; empty if they do. Both must take part in the round.

    Raises NoLegalPairing if the round has none.
    """
    if any({first, second} & set(pair) for pair in snapshot.fixed):
        return (Reason("dutch-why-by-hand", {"first": first, "second": second}),)
    articles = options.book.articles
    reason = forbidding_reason(snapshot, articles, first, second)
    if reason is not None:
        return (reason,)
    field = SwissField(snapshot, options)
    one, other = (next(p for p in field.players if p.number == number) for number in (first, second))
    if not field.legal[one.index] >> other.index & 1:
        code = "dutch-both-w" if one.preference.wants > 0 else "dutch-both-b"
        return (Reason(code, {"first": first, "second": second}, articles.same_colour),)
    facts: dict[str, Fact] = {"first": first, "second": second}
    pair = (min(one.index, other.index), max(one.index, other.index))
    completion = Completion(field)
    if not completion.possible:
        raise no_legal_pairing(field, completion)
    questions = Again(field, completion, pair_brackets(field, completion))
    if questions.meets.get(pair[0]) == pair[1]:
        return ()
    found = None if field.edition.collapses else questions.first_difference(pair, in_order=True)
    if found is None:
        return _compare(field, SwissField(snapshot, options), [pair], None, "why-not", facts)
    if found[0].criterion is None:
        return difference_reasons(field, questions.best, *questions.of_equals(found[0].at, pair), "why-not", facts)
    return difference_reasons(field, questions.best, *found, "why-not", facts)


def why_worse(snapshot: Snapshot, options: Options, plan: RoundPlan) -> tuple[Reason, ...]:
    """Return why another pairing of the whole round is worse than the engine's.

    Empty if it has the same pairs, or if it is no legal pairing of all players: the judge reports that.
    """
    field = SwissField(snapshot, options)
    index = {player.number: player.index for player in field.players}
    pairs = [(index[p.first], index[p.second]) for p in plan.pairings if {p.first, p.second} <= set(index)]
    byes = [index[b.player] for b in plan.byes if b.kind is ByeKind.ALLOCATED and b.player in index]
    planned_players = [v for pair in pairs for v in pair] + byes
    legal = all(field.legal[v] >> w & 1 for v, w in pairs) and all(field.eligible >> v & 1 for v in byes)
    if not legal or sorted(planned_players) != list(range(field.size)):
        return ()
    return _compare(field, SwissField(snapshot, options), pairs, byes[0] if byes else None, "worse", {})


def _compare(
    field: SwissField,
    other: SwissField,
    pairs: list[tuple[int, int]],
    bye: int | None,
    topic: str,
    facts: dict[str, Fact],
) -> tuple[Reason, ...]:
    completion = Completion(field)
    if not completion.possible:
        raise no_legal_pairing(field, completion)
    keep_only_pairs(other, pairs, bye)
    forced = Completion(other)
    of_round = first_worse(field.edition.of(Scope.ROUND), _whole_round(completion), _whole_round(forced))
    if of_round is not None:
        reasons = () if forced.possible else no_legal_pairing(other, forced).reasons[1:]
        return (of_criterion(field, topic, facts, *of_round), *reasons)
    best, alternative = pair_brackets(field, completion), pair_brackets(other, forced)
    if alternative.pairs == best.pairs:
        return ()
    if field.edition.collapses:
        alternative = in_brackets_of(best, alternative)
    difference = first_difference(field, best, alternative)
    return difference_reasons(field, best, difference, alternative, topic, facts) if difference else ()


def _whole_round(completion: Completion) -> FinishedBracket:
    return FinishedBracket(complete=completion.possible, bye_score=completion.bye_score)
