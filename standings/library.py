"""Ranking from Python, for other programs. `docs/library.md` has examples."""

from __future__ import annotations

from collections.abc import Mapping

from pairings.library.snapshot_checks import check_snapshot_values
from pairings.snapshot import Snapshot
from standings.core.rank import Row, Standings
from standings.core.rank import rank as ranked
from standings.rulesets.customise import customise
from standings.rulesets.presets import RULES, for_system

__all__ = ["Row", "Standings", "rank", "rule_sets"]


def rule_sets() -> Mapping[str, str]:
    """Return the name of every rule set by key."""
    return {key: rules.name for key, rules in RULES.items()}


def rank(
    snapshot: Snapshot,
    rules: str,
    *,
    through_round: int | None = None,
    round_robin: bool = False,
    changes: Mapping[str, object] | None = None,
) -> Standings:
    """Return the table of a snapshot under a rule set: `rows` in order, with exact values.

    `through_round` leaves out later rounds. Some rule sets treat a round robin differently. `changes` are lines of the
    rule set by name, such as {"chain": ["BH", "SB"]}. Raises LookupError for an unknown rule set, OptionError for an
    invalid line, ValueError for a missing round and for an invalid snapshot.
    """
    if rules not in RULES:
        raise LookupError(f"There is no rule set {rules}; there are {', '.join(RULES)}.")
    check_snapshot_values(snapshot)
    preset = RULES[rules] if not round_robin else for_system(RULES[rules], round_robin)
    return ranked(snapshot, customise(preset, changes or {}), through_round)
