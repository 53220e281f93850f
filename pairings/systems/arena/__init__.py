"""An arena: no round waits for another. A free player is paired with another free one near in the table."""

from pairings.system import Questions, SystemKind, SystemOf
from pairings.systems.arena.engine import at_open_tables, pair, rounds
from pairings.systems.arena.options import PRESETS, Options
from pairings.systems.arena.promises import find_violations
from pairings.systems.arena.score import scores
from pairings.systems.arena.whatif import why_not
from pairings.systems.arena.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = ["PRESETS", "SYSTEM", "Options", "at_open_tables", "pair", "rounds", "scores", "why_not"]

SYSTEM = SystemOf(
    key="arena",
    name=_("Arena"),
    summary=_(
        "Players are paired again as soon as they finish a game, against opponents near in the standings. "
        "Winning streaks count double."
    ),
    source="",
    options=Options,
    pair=pair,
    rounds=rounds,
    promises=find_violations,
    sentences=SENTENCES,
    kind=SystemKind.SWISS,
    questions=Questions(why_not=why_not, idle=at_open_tables, scores=scores),
    presets=tuple(PRESETS.values()),
    several_byes=True,
    open_ended=True,
    overlapping=True,
)
