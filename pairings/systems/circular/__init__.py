"""Circular plan: the players sit in a circle, and all play the same number of games against the nearest seats.

Theory. N seats, r games each, N·r even: the graph is a circulant. A *pass* of distance d has the games (a, a + d) for
all seats a (two games each); a *half pass* has one game each and exists for even N only. Even r takes the passes 1 to
r/2; odd r adds a half pass. The modules, each with its own theory: `passes` chooses the games, `even_field` and
`odd_field` put them into the fewest rounds, `colouring` does so for a given number of tables, `plan` combines them,
`engine` returns one round.

Source: C. Methfessel and G. Podszuweit, "DO-TO-HO Turnier-Modus-Vorschlag", 1999, with its misprints corrected
(docs/rules/circular.md lists them); rounds, tables and the style `antipodal` are ours.
"""

from pairings.schedules.schedule import GameSchedule, ScheduledRound
from pairings.system import Questions, Scheduling, SystemKind, SystemOf
from pairings.systems.circular.engine import consequences, length, pair
from pairings.systems.circular.options import SOURCE, Options, refusal, rounds
from pairings.systems.circular.passes import CircularGame
from pairings.systems.circular.plan import every_game, whole_plan
from pairings.systems.circular.promises import promises
from pairings.systems.circular.wording import SENTENCES
from pairings.wording.mark import gettext_noop as _

__all__ = [
    "SOURCE",
    "SYSTEM",
    "CircularGame",
    "Options",
    "consequences",
    "every_game",
    "length",
    "pair",
    "refusal",
    "rounds",
    "whole_plan",
]


def lay_out(players: int, options: Options) -> GameSchedule:
    """Return all rounds, between seats. Raises CannotPair for numbers that do not work."""
    laid = enumerate(whole_plan(players, options), start=1)
    rounds = tuple(ScheduledRound(number, tuple((game.first, game.second) for game in games)) for number, games in laid)
    return GameSchedule(players, rounds, ("F", "S"))


SYSTEM = SystemOf(
    key="circular",
    name=_("Circular plan"),
    summary=_("Everyone plays the same number of games against neighbours on a circle, without groups."),
    source=SOURCE,
    options=Options,
    pair=pair,
    rounds=rounds,
    promises=promises,
    sentences=SENTENCES,
    kind=SystemKind.ROUND_ROBIN,
    questions=Questions(consequences=consequences),
    scheduling=Scheduling(
        lay_out,
        length,
        _(
            "In the grid, F is the first player, S the second; 0 tables means as many as needed.\nPlayers "
            "times games must be even, and there must be fewer games than players."
        ),
    ),
)
