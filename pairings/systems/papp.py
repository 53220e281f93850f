"""Smallest penalty: every possible game has a penalty, and the round with the smallest total is paired."""

from pairings.engines import papp
from pairings.promises.papp import broken
from pairings.system import Kind, Questions, System
from pairings.wording.mark import gettext_noop as _
from pairings.wording.papp import SENTENCES

SYSTEM = System(
    key="papp",
    name=_("Smallest penalty (PAPP)"),
    summary=_("Every possible game has a penalty; the round with the smallest total is paired."),
    source="PAPP 1.36 (T. Bousch); SLIM (T. Nakajima, 2002)",
    options=papp.Options,
    pair=papp.pair,
    rounds=papp.rounds,
    promises=broken,
    sentences=SENTENCES,
    kind=Kind.SWISS,
    questions=Questions(
        why_not=papp.why_not,
        explained=papp.explained,
        cost_of_forced=papp.cost_of_forced,
        equal_optima=papp.equal_optima,
        paired_as=papp.paired_as,
        fits_round_robin=papp.fits_round_robin,
    ),
    presets=tuple(papp.PRESETS.values()),
    checks=papp.CHECKS,
)
