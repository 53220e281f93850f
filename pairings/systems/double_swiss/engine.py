"""A round of the Double-Swiss system, and its questions: the procedure of matches, without colours (C.04.5)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from pairings.plan import Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Snapshot
from pairings.swiss.matches.engine import Matches
from pairings.swiss.matches.field import MatchField
from pairings.swiss.rules.colours import Allocation
from pairings.swiss.rules.field import Competitor
from pairings.systems.double_swiss.files import GAMES
from pairings.systems.double_swiss.options import BOOK, Options, allocation
from pairings.wording.mark import gettext_noop as _


class DoubleField(MatchField):
    """A field with the colours of first games, which nobody is due; floats are ignored in the last round (C7, C8)."""

    quality = ("C8",)

    def costs(self, v: int, w: int, upfloaters: int) -> tuple[int, ...]:
        """Return the cost of a pair by C8: an upfloater's opponent who floated in the round before."""
        return (self.floats_again(v, w, upfloaters),)

    def allocation(self, higher: Competitor, lower: Competitor, lot: int) -> Allocation:
        """Return the colour of the higher-ranked player in the first game (art. 4.3)."""
        return allocation(higher.past.colours, lower.past.colours, lot)


MATCHES = Matches(DoubleField, _("Pairing groups from the top: {done} of {of} players."))


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the next round, with a warning if a match is not two games whose points are added.

    Raises NoLegalPairing, and CannotPair for impossible manual pairs.
    """
    plan = MATCHES.pair(snapshot, options, rng, work)
    scoring = snapshot.scoring
    if scoring.best_of == GAMES and scoring.by_games:
        return plan
    return replace(plan, reasons=(*plan.reasons, Reason("double-not-two-games", {"count": GAMES}, f"{BOOK} 0")))
