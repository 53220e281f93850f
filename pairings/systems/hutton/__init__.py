"""Hutton, or jamboree: many teams, whose players have one game each in a round, all against other teams.

Players sit team by team, each team in board order. `tables` has the games and their sides, `engine` returns one round.
Source: G. D. Hutton's pairing of 1921; the rounds of the circle are FIDE's Berger tables.
"""

from pairings.schedules.schedule import GameSchedule, ScheduledRound
from pairings.snapshot import Snapshot
from pairings.system import Questions, Scheduling, SystemKind, SystemOf, TeamOfSeats
from pairings.systems.hutton.engine import length, pair, whole_plan
from pairings.systems.hutton.options import SOURCE, Options, code_of, options_named, rounds
from pairings.systems.hutton.promises import promises
from pairings.systems.hutton.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = ["SYSTEM", "Options", "length", "pair", "rounds", "whole_plan"]


def lay_out(players: int, options: Options) -> GameSchedule:
    """Return all rounds between seats. Raises CannotPair if the players do not make whole teams."""
    laid = enumerate(whole_plan(players, options), start=1)
    return GameSchedule(players, tuple(ScheduledRound(number, games) for number, games in laid), ("W", "B"))


def teams(snapshot: Snapshot, options: Options) -> tuple[TeamOfSeats, ...]:
    """Return the teams with the numbers of their players; none if the players do not make whole teams."""
    seats = [player.number for player in snapshot.players]
    if rounds(len(seats), options) is None:
        return ()
    found = enumerate(range(0, len(seats), options.boards), start=1)
    return tuple(
        TeamOfSeats(options.name_of(team), tuple(seats[begin : begin + options.boards])) for team, begin in found
    )


SYSTEM = SystemOf(
    key="hutton",
    name=_("Hutton (jamboree)"),
    summary=_("For many teams: everyone has a game each round, and a team meets different teams at its boards."),
    source=SOURCE,
    options=Options,
    pair=pair,
    rounds=rounds,
    promises=promises,
    sentences=SENTENCES,
    kind=SystemKind.ROUND_ROBIN,
    questions=Questions(teams=teams),
    scheduling=Scheduling(lay_out, length, _("White is W, Black is B; the teams sit one behind the other.")),
    report_code=code_of,
    of_code=options_named,
    words=("hutton", "jamboree"),
)
