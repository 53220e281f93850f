"""Knock-out: a player who loses is out, or has a second chance first.

The tree of matches is a template over the seats of the stage; seat n is seed n. It is not stored: results fill it, and
a round contains the matches of the tree whose two sides are known.

The modules: `tree` is a tree as data, `templates` create trees, `relatives` formats without a tree, `course` fills the
tree from recorded rounds, `engine` returns one round.
"""

from pairings.system import Questions, SystemKind, SystemOf
from pairings.systems.knock_out.course import Course, Meeting, course_of
from pairings.systems.knock_out.engine import games, idle, length, name_of, pair, places, rounds
from pairings.systems.knock_out.options import PRESETS, Options, common_name
from pairings.systems.knock_out.promises import promises
from pairings.systems.knock_out.templates import tree_for
from pairings.systems.knock_out.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = [
    "PRESETS",
    "SYSTEM",
    "Course",
    "Meeting",
    "Options",
    "common_name",
    "course_of",
    "name_of",
    "pair",
    "places",
    "rounds",
    "tree_for",
]


SYSTEM = SystemOf(
    key="knock-out",
    name=_("Knock-out"),
    summary=_("Losers are out until one player is left; byes go to the top seeds."),
    source="",
    options=Options,
    pair=pair,
    rounds=rounds,
    promises=promises,
    sentences=SENTENCES,
    kind=SystemKind.KNOCK_OUT,
    presets=tuple(PRESETS.values()),
    words=("knock out", "single elimination", "double elimination"),
    common_name=common_name,
    questions=Questions(idle=idle, places=places, length=length, games=games),
)
