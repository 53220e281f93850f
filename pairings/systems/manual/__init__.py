"""Manual pairing: the organiser chooses every pair, and the judge checks only the general rules."""

from pairings.system import SystemKind, SystemOf
from pairings.systems.manual.engine import Options, pair, rounds
from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import pgettext

__all__ = ["SYSTEM", "Options", "pair", "rounds"]


SYSTEM = SystemOf(
    key="manual",
    name=pgettext("made by hand", "Manual"),
    summary=_("The organiser makes every pair; Kierros checks them."),
    source="",
    options=Options,
    pair=pair,
    rounds=rounds,
    promises=None,
    sentences={},
    kind=SystemKind.SWISS,
    by_hand=True,
)
