"""Round robin: everybody meets everybody."""

from pairings.engines import round_robin
from pairings.plan import CannotPair, Reason
from pairings.promises.round_robin import promises
from pairings.schedule import Schedule, ScheduledRound
from pairings.system import Kind, Questions, Scheduling, System
from pairings.wording.mark import gettext_noop as _
from pairings.wording.round_robin import SENTENCES


def lay_out(players: int, options: round_robin.Options) -> Schedule:
    """All rounds between seats. Raises CannotPair for fewer than two players."""
    if players < 2:
        raise CannotPair(Reason("too-few-players", {"count": players}))
    laid = enumerate(round_robin.whole_schedule(players, options), start=1)
    rounds = tuple(ScheduledRound(number, tuple(games), bye) for number, (games, bye) in laid)
    return Schedule(players, rounds, ("B", "W") if options.numbering == "circle" else ("W", "B"))


SYSTEM = System(
    key="round-robin",
    name=_("Round robin"),
    summary=_("Everybody meets everybody."),
    source=round_robin.SOURCE,
    options=round_robin.Options,
    pair=round_robin.pair,
    rounds=round_robin.rounds,
    promises=promises,
    sentences=SENTENCES,
    kind=Kind.ROUND_ROBIN,
    questions=Questions(consequences=round_robin.consequences),
    scheduling=Scheduling(
        lay_out,
        round_robin.length,
        _("In the numbering berger the first player is White (W), in circle Black (B)."),
        round_robin.late_seats,
    ),
)
