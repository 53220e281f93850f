"""Changes to a rule set as plain values: the organiser's settings for forms, files and the journal.

A change is a line of the rules by name, "percentages.floor", and a JSON value. Exact numbers are text ("1/3"), choices
their value, the chain a list of codes. Lines and their values are defined with the rules: every option of `Rules` is a
line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pairings import options
from pairings.options import OptionError, OptionSpec
from pairings.wording.mark import gettext_noop as _
from standings.core.rules import Rules
from standings.core.tiebreaks import UnknownTiebreak, tiebreak

LINES: Mapping[str, OptionSpec] = {spec.name: spec for spec in options.specs(Rules)}


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """A line of the rules in which two rule sets differ."""

    name: str
    first: Any
    second: Any


def customise(rules: Rules, changes: Mapping[str, object]) -> Rules:
    """Return the rule set with these lines changed. Raises OptionError for an unknown line or an invalid value."""
    for name in changes:
        if name not in LINES:
            text = _("Unknown rule {name}. Known: {known}.")
            raise OptionError(name, text, name=name, known=", ".join(LINES))
    chain = {"chain": _chain(changes["chain"])} if "chain" in changes else {}
    return options.take(rules, {**changes, **chain})


def facts_of(preset: Rules, rules: Rules) -> dict[str, object]:
    """Return a rule set for the journal: its key, its criteria, and the other lines that differ from the preset."""
    others = {name: value for name, value in changes_of(preset, rules).items() if name != "chain"}
    return {"rules": rules.key, "chain": list(rules.chain), "lines": others}


def changes_of(preset: Rules, rules: Rules) -> dict[str, object]:
    """Return the lines in which a rule set differs from its preset, ready for JSON."""
    return {line.name: options.plain(line.second) for line in differing_lines(preset, rules)}


def differing_lines(first: Rules, second: Rules) -> Iterator[RuleDifference]:
    """Yield every line in which two rule sets differ."""
    for name in LINES:
        value, other_value = options.value_of(first, name), options.value_of(second, name)
        if value != other_value:
            yield RuleDifference(name, value, other_value)


def with_line(rules: Rules, line: RuleDifference) -> Rules:
    """Return the rule set with the second value of this line."""
    return options.replace_options(rules, {line.name: line.second})


def _chain(value: object) -> tuple[str, ...]:
    """Return the codes of criteria, each only once and with modifiers in canonical order. Raises OptionError."""
    if not isinstance(value, list | tuple) or not value or not all(isinstance(code, str) for code in value):
        raise OptionError("chain", _("Give at least one tie-break, each by its code."))
    try:
        codes = tuple(tiebreak(code).code for code in value)
    except UnknownTiebreak as error:
        raise OptionError("chain", error.sentence.message, **error.sentence.facts) from error
    if len(set(codes)) < len(codes):
        raise OptionError("chain", _("A tie-break is listed twice. Remove one of them."))
    return codes
