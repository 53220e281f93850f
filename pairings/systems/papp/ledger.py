"""Reasons for the cost of a pair: the terms of its penalty; for the round, the breaches of each rule.

Reasons are computed from the same records as the pairing, and frozen with the plan.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pairings.plan import Fact, Reason
from pairings.systems.papp.field import PappField
from pairings.systems.papp.record import PappRecord
from pairings.systems.papp.terms import TERMS, Cost, PappRules, PappTerm, split


@dataclass(frozen=True, slots=True)
class Charge:
    """A nonzero term of a pair, and its cost."""

    term: PappTerm
    value: int

    @property
    def cost(self) -> Cost:
        return split_signed(self.value)


def split_signed(value: int) -> Cost:
    """Return the cost as `split` does; a bonus is a negative amount, not one forbidden pair less."""
    return split(value) if value >= 0 else Cost(*(-part for part in split(-value)))


def charges(rules: PappRules, first: PappRecord, second: PappRecord) -> list[Charge]:
    """Return the ledger of a game in the order of the rule; the values add up to its penalty."""
    found = [Charge(term, term.cost(rules, first, second)) for term in TERMS]
    return [charge for charge in found if charge.value]


def binding(ledger: Iterable[Charge]) -> Charge | None:
    """Return the most expensive term; None if the game costs nothing."""
    return max(ledger, key=lambda charge: charge.value, default=None)


def reasons_of_pair(field: PappField, first: int, second: int) -> tuple[Reason, ...]:
    """Return a reason for every nonzero term, then the binding rule and the total."""
    one, other = field.everybody[first], field.everybody[second]
    ledger = charges(field.rules, one, other)
    total = split_signed(sum(charge.value for charge in ledger))
    most = binding(ledger)
    found = [_charge_reason(charge, one, other, field.unit) for charge in ledger]
    if most is None:
        return (Reason("papp-free", {}, "3"),)
    facts: dict[str, Fact] = {"total": total.amount, "forbidden": total.forbidden, "rule": most.term.key}
    code = "papp-total-forbidden" if total.forbidden else "papp-total"
    return (*found, Reason(f"papp-binding-{most.term.key}", {}, most.term.section), Reason(code, facts, "3"))


def reasons_of_round(field: PappField, games: Iterable[tuple[int, int]], smallest: bool = True) -> tuple[Reason, ...]:
    """Return the total of the round, `smallest` or not, and for every rule its number of breaches and their cost."""
    times: Counter[str] = Counter()
    sums: Counter[str] = Counter()
    for first, second in games:
        for charge in charges(field.rules, field.everybody[first], field.everybody[second]):
            times[charge.term.key] += 1
            sums[charge.term.key] += charge.value
    total = split_signed(sum(sums.values()))
    found = [Reason("papp-round-total" if smallest else "papp-round-sum", {"total": total.amount}, "3")]
    if total.forbidden:
        found.append(Reason("papp-unavoidable", {"times": total.forbidden}, "4.2"))
    for term in TERMS:
        if times[term.key]:
            cost = split_signed(sums[term.key])
            facts: Mapping[str, Fact] = {
                "rule": term.key,
                "times": times[term.key],
                "amount": cost.amount,
                "forbidden": cost.forbidden,
            }
            found.append(Reason(f"papp-bent-{term.key}", facts, term.section))
    return tuple(found)


#: The facts of a term's reason besides the player and the amount.
_TERM_FACTS: Mapping[str, tuple[str, ...]] = {
    "colour-first": ("balance",),
    "colour-second": ("balance",),
    "float": ("opponent", "points"),
    "memory-first": (),
    "memory-second": (),
    "again-same-colours": ("opponent", "games"),
    "again-other-colours": ("opponent", "games"),
    "bye-again": ("byes",),
    "elitism": ("opponent",),
}


#: Terms whose reason is not called as they are.
_CODES = {"float": "apart"}


def _charge_reason(charge: Charge, first: PappRecord, second: PappRecord, unit: Fraction) -> Reason:
    """Return the reason of a charge: its player, its cost, and the facts of its sentence."""
    player, opponent = (second, first) if charge.term.of == "second" or first.is_bye else (first, second)
    cost = charge.cost
    facts: dict[str, Fact] = {"player": player.number, "amount": cost.amount}
    if cost.forbidden:
        facts["forbidden"] = cost.forbidden
    values: Mapping[str, Fact] = {
        "opponent": opponent.number,
        "points": str(abs(first.score - second.score) * unit),
        "games": len(first.games.get(second.number, ())),
        "byes": len(player.idle),
        "balance": player.balance,
    }
    facts |= {name: values[name] for name in _TERM_FACTS.get(charge.term.key, ("opponent",))}
    return Reason(f"papp-{_sentence(charge, first.is_bye or second.is_bye)}", facts, charge.term.section)


def _sentence(charge: Charge, bye: bool) -> str:
    """Return the code of the sentence: its own for forbidden pairs, and with the bye if that changes the meaning."""
    key = charge.term.key
    if charge.cost.forbidden:
        return f"{key}-forbidden"
    if bye and charge.term.reads == "colour":
        return "colour-bye"
    return f"{_CODES.get(key, key)}-bye" if bye and key in {"float", "order", "hill"} else _CODES.get(key, key)
