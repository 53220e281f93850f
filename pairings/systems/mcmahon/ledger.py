"""Reasons for a pair: its terms, stones and Black; for the round the sum of each term.

Reasons are computed from the same records as the pairing, and frozen with the plan.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pairings.plan import Fact, Reason
from pairings.systems.mcmahon.field import BYE, McMahonField, bye_value
from pairings.systems.mcmahon.handicap import stones, stones_of, strength
from pairings.systems.mcmahon.record import McMahonRecord
from pairings.systems.mcmahon.terms import NEVER, TERMS, McMahonRules, same_club, same_country

_ARTICLE_OF_HANDICAPS, _ARTICLE_OF_BYES = "10", "9"


def charges(rules: McMahonRules, one: McMahonRecord, other: McMahonRecord) -> list[tuple[str, int]]:
    """Return the nonzero terms of a pair, in the order of the rule, with their cost or gain (negative)."""
    found = [(term.key, term.cost(rules, one, other)) for term in TERMS]
    return [(key, value) for key, value in found if value]


def reasons_of_pair(field: McMahonField, first: int, second: int) -> tuple[Reason, ...]:
    """Return a reason for each term of a game, the dominant one, the total, and Black with the stones."""
    black, white = field.everybody[first], field.everybody[second]
    ledger = charges(field.rules, black, white)
    found = [_term(field.rules, key, value, black, white) for key, value in ledger]
    costly = max((line for line in ledger if line[1] > 0), key=lambda line: line[1], default=None)
    if costly is not None:
        found.append(Reason(f"mcmahon-binding-{costly[0]}", {}, _SECTION[costly[0]]))
    total = sum(value for _key, value in ledger if value < NEVER)
    return (*found, Reason("mcmahon-total", {"total": total}, "1"), *_colours(field, black, white))


def reasons_of_bye(field: McMahonField, player: int) -> tuple[Reason, ...]:
    """Return why this player has the bye: the turn by rank, score and earlier byes."""
    record = field.everybody[player]
    facts: dict[str, Fact] = {"player": player, "value": bye_value(record), "byes": record.byes}
    return (Reason("mcmahon-bye-again" if record.byes else "mcmahon-bye", facts, _ARTICLE_OF_BYES),)


def reasons_of_round(
    field: McMahonField, games: Iterable[tuple[int, int]], smallest: bool = True
) -> tuple[Reason, ...]:
    """Return the total of the round, `smallest` or not, and for each term its number of games and its sum."""
    times: Counter[str] = Counter()
    sums = term_sums(field, games, times)
    total = sum(value for key, value in sums.items() if key != "barred")
    found = [Reason("mcmahon-round-total" if smallest else "mcmahon-round-sum", {"total": total}, "1")]
    for key in (term.key for term in TERMS):
        if times[key]:
            facts: dict[str, Fact] = {"rule": key, "times": times[key], "amount": sums[key]}
            found.append(Reason(f"mcmahon-bent-{key}", facts, _SECTION[key]))
    return tuple(found)


def term_sums(
    field: McMahonField, games: Iterable[tuple[int, int]], times: Counter[str] | None = None
) -> dict[str, int]:
    """Return the sum of each term over these games; `times` counts the games in which it is not 0."""
    sums = dict.fromkeys(_SECTION, 0)
    for one, other in games:
        if BYE not in {one, other}:
            for key, value in charges(field.rules, field.everybody[one], field.everybody[other]):
                sums[key] += value
                if times is not None:
                    times[key] += 1
    return sums


_SECTION = {term.key: term.section for term in TERMS}


def _term(rules: McMahonRules, key: str, value: int, one: McMahonRecord, other: McMahonRecord) -> Reason:
    """Return a term with the facts of its sentence; the player above comes first."""
    higher, lower = (one, other) if one.group <= other.group else (other, one)
    facts: dict[str, Fact] = {"higher": higher.number, "lower": lower.number, "amount": value}
    code = key
    match key:
        case "meeting":
            facts["times"] = one.met[other.number]
        case "score":
            facts["groups"] = lower.group - higher.group
        case "draw":
            facts |= {"downs": higher.downs, "ups": lower.ups}
        case "seeding":
            high, low = sorted((one, other), key=lambda each: each.place)
            facts |= {"higher": high.number, "lower": low.number, "size": one.size}
            facts |= {"place": high.place + 1, "other_place": low.place + 1}
            code = f"seeding-{rules.options.seeding(rules.round)}"
        case "origin":
            alike = (same_country(rules.options, one, other), same_club(rules.options, one, other))
            code = {(True, True): "origin-both", (True, False): "origin-country"}.get(alike, "origin-club")
        case "colours":
            facts |= {"balance": higher.balance, "other_balance": lower.balance}
        case "barred":
            del facts["amount"]
    return Reason(f"mcmahon-{code}", facts, _SECTION[key])


def _colours(field: McMahonField, black: McMahonRecord, white: McMahonRecord) -> tuple[Reason, ...]:
    """Return who is Black and why, with stones or without."""
    options = field.rules.options
    facts: dict[str, Fact] = {"first": black.number, "second": white.number}
    due = stones(options, black, white)
    if due and not stones_of(options, black, white):
        return (Reason("mcmahon-turned", {**facts, "stones": due}, _ARTICLE_OF_HANDICAPS),)
    if due:
        ranks = strength(options, white) - strength(options, black)
        facts |= {"stones": due, "ranks": ranks}
        return (Reason("mcmahon-handicap", facts, _ARTICLE_OF_HANDICAPS),)
    facts |= {"balance": black.balance, "other_balance": white.balance}
    if black.balance == white.balance:
        return (Reason("mcmahon-even-lot", facts, _ARTICLE_OF_HANDICAPS),)
    code = "mcmahon-even" if black.balance > white.balance else "mcmahon-even-turned"
    return (Reason(code, facts, _ARTICLE_OF_HANDICAPS),)
