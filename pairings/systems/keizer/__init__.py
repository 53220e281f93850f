"""Keizer: a winner gets the worth of the opponent's place, and neighbours in the order meet. For clubs."""

from pairings.system import Questions, SystemKind, SystemOf
from pairings.systems.keizer.engine import pair, rounds
from pairings.systems.keizer.options import PRESETS, Options
from pairings.systems.keizer.promises import find_violations
from pairings.systems.keizer.scores import keizer, scores
from pairings.systems.keizer.whatif import why_not
from pairings.systems.keizer.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = ["PRESETS", "SYSTEM", "Options", "keizer", "pair", "rounds", "scores", "why_not"]

SYSTEM = SystemOf(
    key="keizer",
    name=_("Keizer"),
    summary=_(
        "Beating highly placed players gives more points. Neighbours in the standings meet, and players may come "
        "and go."
    ),
    source="",
    options=Options,
    pair=pair,
    rounds=rounds,
    promises=find_violations,
    sentences=SENTENCES,
    kind=SystemKind.SWISS,
    questions=Questions(why_not=why_not, scores=scores),
    presets=tuple(PRESETS.values()),
    open_ended=True,
    words=("keizer",),
)
