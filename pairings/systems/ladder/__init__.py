"""A club's ladder: a winner takes the place of a player above, and challenges go to players not far above."""

from pairings.system import Questions, SystemKind, SystemOf
from pairings.systems.ladder.engine import pair, rounds
from pairings.systems.ladder.options import PRESETS, Options, Takes
from pairings.systems.ladder.order import ladder, moves
from pairings.systems.ladder.promises import find_violations
from pairings.systems.ladder.whatif import why_not
from pairings.systems.ladder.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = ["PRESETS", "SYSTEM", "Options", "Takes", "ladder", "moves", "pair", "rounds", "why_not"]

SYSTEM = SystemOf(
    key="ladder",
    name=_("Club ladder"),
    summary=_("A player who beats someone higher takes their place. Players meet others nearby, and may come and go."),
    source="",
    options=Options,
    pair=pair,
    rounds=rounds,
    promises=find_violations,
    sentences=SENTENCES,
    kind=SystemKind.SWISS,
    questions=Questions(why_not=why_not, moves=moves),
    presets=tuple(PRESETS.values()),
    open_ended=True,
)
