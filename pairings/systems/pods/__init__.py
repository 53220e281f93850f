"""Pods: tables of four, of three at the bottom, each player alone against the table. For Commander."""

from pairings.system import Questions, SystemKind, SystemOf
from pairings.systems.pods.engine import pair, rounds
from pairings.systems.pods.options import PRESETS, Options
from pairings.systems.pods.promises import find_violations
from pairings.systems.pods.whatif import why_not
from pairings.systems.pods.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = ["PRESETS", "SYSTEM", "Options", "pair", "rounds", "why_not"]

SYSTEM = SystemOf(
    key="pods",
    name=_("Pods (Commander)"),
    summary=_("Tables of three or four individual players, by points and with few repeated opponents."),
    source="",
    options=Options,
    pair=pair,
    rounds=rounds,
    promises=find_violations,
    sentences=SENTENCES,
    kind=SystemKind.SWISS,
    questions=Questions(why_not=why_not),
    presets=tuple(PRESETS.values()),
    pods=True,
)
