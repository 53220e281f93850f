"""Circular plan: the players sit on a circle, everybody plays the same number of games against the next seats.

Theory. N seats, r games each, N·r even: the graph is a circulant. A *pass* of distance d has the games (a, a + d) for
all seats a (two games each); a *half pass* has one game each and exists for even N only. Even r takes the passes 1 to
r/2; odd r adds a half pass. The modules, each with its own theory: `passes` says which games there are, `even_field`
and `odd_field` lay them into the fewest rounds, `colouring` does so for a given number of tables, `plan` puts it
together, `engine` answers for one round.

Source: C. Methfessel and G. Podszuweit, "DO-TO-HO Turnier-Modus-Vorschlag", 1999, with its misprints corrected
(docs/rules/circular.md lists them); rounds, tables and the style `antipodal` are ours.
"""

from pairings.engines.circular.engine import consequences, length, pair
from pairings.engines.circular.options import SOURCE, Options, refusal, rounds
from pairings.engines.circular.passes import Game
from pairings.engines.circular.plan import every_game, whole_plan

__all__ = [
    "SOURCE",
    "Game",
    "Options",
    "consequences",
    "every_game",
    "length",
    "pair",
    "refusal",
    "rounds",
    "whole_plan",
]
