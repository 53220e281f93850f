"""Round robin: everybody meets everybody, by a schedule of seats that is known before the first round.

Theory. With an even number n of seats, n - 1 rounds of n/2 games suffice: one seat stays where it is, the others move
round it by one place a round, and whoever face each other play (the circle method, known since Kirkman and Lucas). As
n - 1 is odd and prime to 2, two moving seats face each other exactly once in n - 1 moves. Odd fields get one more
seat, which is the bye. Two numberings of the same schedule are in use:

* `circle`: seat 1 stays, the others move clockwise; the place at the table keeps its colour, only the fixed seat
  alternates. First is Black, as Go players have it. An odd field's bye is seat 1, so players sit on 2 to n.
  Source: Karjalainen, "Algoritmi täyskierrosturnauksen paritukseen", 2004.
* `berger`: the last seat stays; the tables of FIDE's Handbook C.05, Annex 1, continued by their formula beyond 16.
  First is White. An odd field's bye is seat n.

Either way colours differ by at most one for everybody, n - 2 times somebody has the same colour twice running, which is
the least possible, and nobody has it three times. Cost: each round is computed by itself, in time n.

The modules: `schedule` lays out the rounds, `course` says how a schedule goes on after people have changed a round,
`engine` answers for one round.
"""

from pairings.engines.round_robin.engine import consequences, length, pair
from pairings.engines.round_robin.schedule import (
    SOURCE,
    Game,
    Options,
    late_seats,
    rounds,
    schedule_round,
    whole_schedule,
)

__all__ = [
    "SOURCE",
    "Game",
    "Options",
    "consequences",
    "late_seats",
    "length",
    "pair",
    "rounds",
    "schedule_round",
    "whole_schedule",
]
