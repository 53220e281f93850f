"""Swiss pairings by US Chess rules 27 to 29, as interpreted in docs/divergences.md. US Chess has not certified them.

The rule book leaves much to the director's judgement. Here it is a fixed list of values to minimise, one after the
other, so that the same field always gives the same round. Other programs need not agree.
"""

from pairings.swiss.rules.warnings import rounds_warning
from pairings.system import Questions, SystemKind, SystemOf
from pairings.systems.us_chess.engine import pair, rounds
from pairings.systems.us_chess.options import PRESETS, Options
from pairings.systems.us_chess.promises import find_violations
from pairings.systems.us_chess.whatif import cards, why_not
from pairings.systems.us_chess.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = ["PRESETS", "SYSTEM", "Options", "cards", "pair", "rounds", "why_not"]

SYSTEM = SystemOf(
    key="us-chess",
    name=_("US Chess rules (not certified)"),
    summary=_("Upper half meets lower half; opponents are swapped for colours only within rating limits."),
    source="US Chess, Official Rules of Chess, 7th edition, rules 27 to 29; not certified",
    options=Options,
    pair=pair,
    rounds=rounds,
    promises=find_violations,
    sentences=SENTENCES,
    kind=SystemKind.SWISS,
    questions=Questions(why_not=why_not, cards=cards, rounds_warning=rounds_warning),
    ranked=True,
    words=("us chess", "uscf"),
    presets=tuple(PRESETS.values()),
)
