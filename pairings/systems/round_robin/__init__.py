"""Round robin: all players meet each other, by a schedule of seats that is known before the first round.

Theory. With an even number n of seats, n - 1 rounds of n/2 games suffice: one seat stays, the others move round it by
one place a round, and opposite seats play (the circle method, known since Kirkman and Lucas). As n - 1 is odd and prime
to 2, two moving seats face each other exactly once in n - 1 moves. Odd fields get one more seat, which is the bye. Two
numberings of the same schedule are in use:

* `circle`: seat 1 stays, the others move clockwise; the place at the table keeps its colour, only the fixed seat
  alternates. First is Black, as in Go. An odd field's bye is seat 1, so players sit on 2 to n.
  Source: Karjalainen, "Algoritmi täyskierrosturnauksen paritukseen", 2004.
* `berger`: the last seat stays; the tables of FIDE's Handbook C.05, Annex 1, continued by their formula beyond 16.
  First is White. An odd field's bye is seat n.

Either way colours differ by at most one for each player. A player has the same colour twice running n - 2 times, the
least possible, and never three times. Cost: each round is computed by itself, in time n.

The modules: `pairings.schedules.round_robin` creates the rounds, `pairings.schedules.changed_round_robin` continues a
schedule after manual changes, `engine` returns one round.
"""

from pairings.plan import CannotPair, Reason
from pairings.schedules.round_robin import (
    SOURCE,
    Options,
    RoundRobinGame,
    late_seats,
    rounds,
    schedule_round,
    whole_schedule,
)
from pairings.schedules.schedule import GameSchedule, ScheduledRound
from pairings.system import Questions, Scheduling, SystemKind, SystemOf
from pairings.systems.round_robin.engine import consequences, length, pair
from pairings.systems.round_robin.files import code_of, fit_options, options_named
from pairings.systems.round_robin.promises import promises
from pairings.systems.round_robin.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = [
    "SOURCE",
    "SYSTEM",
    "Options",
    "RoundRobinGame",
    "consequences",
    "late_seats",
    "length",
    "pair",
    "rounds",
    "schedule_round",
    "whole_schedule",
]


def lay_out(players: int, options: Options) -> GameSchedule:
    """Return all rounds between seats. Raises CannotPair for fewer than two players."""
    if players < 2:
        raise CannotPair(Reason("too-few-players", {"count": players}))
    laid = enumerate(whole_schedule(players, options), start=1)
    rounds = tuple(ScheduledRound(number, tuple(games), bye) for number, (games, bye) in laid)
    return GameSchedule(players, rounds, ("B", "W") if options.numbering == "circle" else ("W", "B"))


def cycles(options: Options) -> int:
    """Return the number of games between every two players."""
    return options.cycles


SYSTEM = SystemOf(
    key="round-robin",
    name=_("Round robin"),
    summary=_("Everyone plays everyone."),
    source=SOURCE,
    options=Options,
    pair=pair,
    rounds=rounds,
    promises=promises,
    sentences=SENTENCES,
    kind=SystemKind.ROUND_ROBIN,
    of_fide=True,
    questions=Questions(consequences=consequences),
    scheduling=Scheduling(
        lay_out,
        length,
        _("In the numbering berger the first player is White (W), in circle Black (B)."),
        late_seats,
        cycles,
    ),
    report_code=code_of,
    of_code=options_named,
    words=("round robin", "berger"),
    fitted=fit_options,
)
