"""The Double-Swiss system of FIDE, C.04.5 in the edition of 2026: every pairing is a match of two games.

The first player has White in the first game and Black in the second. The points of a match are those of its games
(`Scoring.by_games`).
"""

from pairings.swiss.groupwise import rounds
from pairings.swiss.rules.warnings import rounds_warning
from pairings.system import InFile, Questions, SystemKind, SystemOf
from pairings.systems.double_swiss.engine import MATCHES, pair
from pairings.systems.double_swiss.files import GAMES, as_games, first_game
from pairings.systems.double_swiss.options import CODE, PRESETS, Options
from pairings.systems.double_swiss.promises import find_violations
from pairings.systems.double_swiss.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = ["MATCHES", "PRESETS", "SYSTEM", "Options", "pair"]

SYSTEM = SystemOf(
    key="double-swiss",
    name=_("FIDE Double-Swiss"),
    summary=_("Players with equal scores meet for two games, one with each colour."),
    source="FIDE C.04.5, 1 February 2026",
    options=Options,
    pair=pair,
    rounds=rounds,
    promises=find_violations,
    sentences=SENTENCES,
    kind=SystemKind.SWISS,
    of_fide=True,
    questions=Questions(why_not=MATCHES.why_not, cards=MATCHES.cards, rounds_warning=rounds_warning),
    ranked=True,
    presets=tuple(PRESETS.values()),
    report_code=CODE.of,
    of_code=CODE.options_named,
    words=("double swiss",),
    in_file=InFile(as_games, first_game, GAMES),
)
