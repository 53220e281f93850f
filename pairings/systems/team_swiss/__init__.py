"""The Swiss team system of FIDE, C.04.6 in the edition of 2026. A player of the snapshot is a team, a pairing a match.

The games inside a result are the boards of the match: game points come from them, match points from who won the match.
The first team has White on its first board.
"""

from pairings.swiss.rules.warnings import rounds_warning
from pairings.system import Kind, Questions, System
from pairings.systems.team_swiss.engine import pair, rounds
from pairings.systems.team_swiss.options import PRESETS, Options
from pairings.systems.team_swiss.promises import broken
from pairings.systems.team_swiss.whatif import cards, why_not
from pairings.systems.team_swiss.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = ["PRESETS", "SYSTEM", "Options", "cards", "pair", "rounds", "why_not"]

SYSTEM = System(
    key="team-swiss",
    name=_("FIDE Swiss for teams"),
    summary=_("Teams with equal scores meet; match points and game points are kept apart."),
    source="FIDE C.04.6, 1 February 2026",
    options=Options,
    pair=pair,
    rounds=rounds,
    promises=broken,
    sentences=SENTENCES,
    kind=Kind.SWISS,
    questions=Questions(why_not=why_not, cards=cards, rounds_warning=rounds_warning),
    ranked=True,
    presets=tuple(PRESETS.values()),
)
