"""Comparisons of rule sets as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from pairings.numbers import amounts
from pairings.snapshot import Scoring
from pairings.wording.mark import Translate, pgettext
from pairings.wording.mark import gettext_noop as _
from standings.core.rules import Rules
from standings.rulesets.compare import POINTS, PlaceDifference
from standings.rulesets.customise import LINES, RuleDifference
from standings.rulesets.presets import RULES

#: The subject of each line: those of the rules, and the points, which belong to the tournament.
ABOUT: Mapping[str, str] = MappingProxyType(
    {POINTS: _("the points"), **{name: spec.about for name, spec in LINES.items()}}
)
LAST_RESORTS: Mapping[str, str] = MappingProxyType(
    {
        "share": _("Remaining ties share the place."),
        "lot": _("A recorded lot decides remaining ties."),
        "seed": _("Seeding decides remaining ties."),
    }
)
COMPARISONS: Mapping[str, str] = MappingProxyType(
    {
        "line": _("{line}: {first} → {second}"),
        "move": _("{player}: place {first} → {second}, because of {lines}."),
        "move-together": _("{player}: place {first} → {second}, because of several differences together."),
        "unlisted": _("not shown"),
        "none": pgettext("none of these", "none"),
        "yes": pgettext("answer yes or no", "yes"),
        "no": pgettext("answer yes or no", "no"),
    }
)


def line_sentence(line: RuleDifference, translate: Translate = lambda message: message, *, halves: bool = True) -> str:
    """Return a sentence with the values of a line in the first and in the second rule set."""
    first, second = (value_word(line.name, value, translate, halves) for value in (line.first, line.second))
    return translate(COMPARISONS["line"]).format(line=translate(ABOUT[line.name]), first=first, second=second)


def move_sentence(
    move: PlaceDifference, names: Mapping[int, str], translate: Translate = lambda message: message
) -> str:
    """Return a sentence with both places of a player, and the lines that cause the move."""
    code = "move" if move.causes else "move-together"
    first, second = (place or translate(COMPARISONS["unlisted"]) for place in (move.first, move.second))
    causes = ", ".join(translate(ABOUT[line.name]) for line in move.causes)
    player = names.get(move.player, str(move.player))
    return translate(COMPARISONS[code]).format(player=player, first=first, second=second, lines=causes)


def last_resort_sentence(rules: Rules, translate: Translate = lambda message: message) -> str:
    """Return the sentence about the rule for players whom no criterion separates."""
    return translate(LAST_RESORTS[rules.last_resort])


def rules_sentence(
    facts: Mapping[str, Any], translate: Translate = lambda message: message, *, halves: bool = True
) -> str:
    """Return a rule set, as kept by `facts_of`, in one line: its name, the list of criteria, and other changes.

    Rule sets and lines that no longer exist are named by their keys.
    """
    preset = RULES.get(facts["rules"])
    head = f"{translate(preset.name) if preset else facts['rules']}: {' '.join(facts['chain'])}"
    changes = (
        f"{translate(ABOUT[name]) if name in ABOUT else name}: {value_word_of_json(name, value, translate, halves)}"
        for name, value in facts["lines"].items()
    )
    return "; ".join((head, *changes))


def value_word_of_json(name: str, value: object, translate: Translate, halves: bool) -> str:
    """Return the same text as `value_word`, for a value in JSON."""
    if isinstance(value, list):
        return value_word(name, tuple(value), translate, halves)
    if name in LINES and LINES[name].kind in ("share", "exact") and isinstance(value, str):
        return value_word(name, Fraction(value), translate, halves)
    return value_word(name, value, translate, halves)


def value_word(name: str, value: object, translate: Translate, halves: bool) -> str:
    """Return the value of a line as text inside a sentence."""
    if value is None:
        return translate(COMPARISONS["none"])
    if isinstance(value, bool):
        return translate(COMPARISONS["yes" if value else "no"])
    if isinstance(value, Scoring):
        return "–".join(amounts.decimal_text(points, halves=halves) for points in (value.win, value.draw, value.loss))
    if isinstance(value, Fraction):
        return amounts.decimal_text(value, halves=halves) if 10000 % value.denominator == 0 else str(value)
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    choices = LINES[name].choices if name in LINES else ()
    chosen = next((choice for choice in choices if choice.value == value), None)
    return translate(chosen.word or chosen.label) if chosen else str(value)
