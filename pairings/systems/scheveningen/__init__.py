"""Scheveningen: each player of one team meets each of the other, in as many rounds as a team has players.

The players of the first team have the first seats. `tables` has the pairs and colours of each round, `engine` returns
one round. Source: FIDE C.05 names the system; the tables are ours, found by a search for both balances of colours.
"""

from pairings.schedules.schedule import GameSchedule, ScheduledRound
from pairings.snapshot import Snapshot
from pairings.system import Questions, Scheduling, SystemKind, SystemOf, TeamOfSeats
from pairings.systems.scheveningen.engine import length, pair, whole_plan
from pairings.systems.scheveningen.options import SOURCE, Options, code_of, options_named, rounds
from pairings.systems.scheveningen.promises import promises
from pairings.systems.scheveningen.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = ["SYSTEM", "Options", "length", "pair", "rounds", "whole_plan"]


def lay_out(players: int, options: Options) -> GameSchedule:
    """Return all rounds between seats. Raises CannotPair for numbers without a table."""
    laid = enumerate(whole_plan(players, options), start=1)
    return GameSchedule(players, tuple(ScheduledRound(number, games) for number, games in laid), ("W", "B"))


def teams(snapshot: Snapshot, options: Options) -> tuple[TeamOfSeats, ...]:
    """Return the two teams with the numbers of their players."""
    numbers = [player.number for player in snapshot.players]
    size = (len(numbers) + 1) // 2
    return (
        TeamOfSeats(options.first_team, tuple(numbers[:size])),
        TeamOfSeats(options.second_team, tuple(numbers[size:])),
    )


def cycles(options: Options) -> int:
    """Return the number of games against each player of the other team."""
    return options.cycles


SYSTEM = SystemOf(
    key="scheveningen",
    name=_("Scheveningen"),
    summary=_("Two teams: everyone plays everyone in the other team."),
    source=SOURCE,
    options=Options,
    pair=pair,
    rounds=rounds,
    promises=promises,
    sentences=SENTENCES,
    kind=SystemKind.ROUND_ROBIN,
    questions=Questions(teams=teams),
    scheduling=Scheduling(
        lay_out,
        length,
        _("White is W, Black is B; the first team has the first half of the seats."),
        cycles=cycles,
    ),
    report_code=code_of,
    of_code=options_named,
    words=("scheveningen",),
)
