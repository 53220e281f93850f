"""Changing partners: two play against two, and each scores alone. For padel, pickleball, euchre, volleyball."""

from pairings.system import SystemKind, SystemOf
from pairings.systems.partners.engine import pair, rounds
from pairings.systems.partners.options import PRESETS, Options
from pairings.systems.partners.promises import find_violations
from pairings.systems.partners.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = ["PRESETS", "SYSTEM", "Options", "pair", "rounds"]

SYSTEM = SystemOf(
    key="partners",
    name=_("Changing partners (americano, mexicano)"),
    summary=_("Two play against two with new partners each round, and everyone scores alone."),
    source="",
    options=Options,
    pair=pair,
    rounds=rounds,
    promises=find_violations,
    sentences=SENTENCES,
    kind=SystemKind.SWISS,
    presets=tuple(PRESETS.values()),
    partners=True,
)
