"""The Swiss team system of FIDE, C.04.6 in the edition of 2026. A player of the snapshot is a team, a pairing a match.

The games inside a result are the boards of the match: game points come from them, match points from who won the match.
The first team has White on its first board.
"""

from pairings.swiss.groupwise import rounds
from pairings.swiss.rules.warnings import rounds_warning
from pairings.system import Questions, SystemKind, SystemOf
from pairings.systems.team_swiss.engine import MATCHES
from pairings.systems.team_swiss.options import KEY, PRESETS, Options, code_of
from pairings.systems.team_swiss.promises import find_violations
from pairings.systems.team_swiss.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = ["MATCHES", "PRESETS", "SYSTEM", "Options", "code_of"]

SYSTEM = SystemOf(
    key=KEY,
    name=_("FIDE Swiss for teams"),
    summary=_("Teams with equal scores meet; match points and game points stay separate."),
    source="FIDE C.04.6, 1 February 2026",
    options=Options,
    pair=MATCHES.pair,
    rounds=rounds,
    promises=find_violations,
    sentences=SENTENCES,
    kind=SystemKind.SWISS,
    of_fide=True,
    questions=Questions(why_not=MATCHES.why_not, cards=MATCHES.cards, rounds_warning=rounds_warning),
    ranked=True,
    presets=tuple(PRESETS.values()),
)
