"""Circular plan: everybody plays the same number of games against the next seats on a circle."""

from pairings.engines import circular
from pairings.promises.circular import promises
from pairings.schedule import Schedule, ScheduledRound
from pairings.system import Kind, Questions, Scheduling, System
from pairings.wording.circular import SENTENCES
from pairings.wording.mark import gettext_noop as _


def lay_out(players: int, options: circular.Options) -> Schedule:
    """All rounds between seats. Raises CannotPair for numbers that do not work."""
    laid = enumerate(circular.whole_plan(players, options), start=1)
    rounds = tuple(ScheduledRound(number, tuple((game.first, game.second) for game in games)) for number, games in laid)
    return Schedule(players, rounds, ("F", "S"))


SYSTEM = System(
    key="circular",
    name=_("Circular plan"),
    summary=_("Everybody plays the same number of games against neighbours on a circle; no groups."),
    source=circular.SOURCE,
    options=circular.Options,
    pair=circular.pair,
    rounds=circular.rounds,
    promises=promises,
    sentences=SENTENCES,
    kind=Kind.ROUND_ROBIN,
    questions=Questions(consequences=circular.consequences),
    scheduling=Scheduling(
        lay_out,
        circular.length,
        _(
            "In the grid F is the first player, S the second; 0 tables means as many as needed.\n"
            "Players times games must be even, and there are fewer games than players."
        ),
    ),
)
