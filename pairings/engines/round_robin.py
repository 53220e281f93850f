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
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from pairings import options as option
from pairings.plan import CannotPair, PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.snapshot import ByeKind, Decision, Outcome, Player, Result, Snapshot
from pairings.wording.mark import gettext_noop as _

ARTICLE = "FIDE C.05, Annex 1"
SOURCE = "Karjalainen 2004; FIDE Handbook C.05, Annex 1"


@dataclass(frozen=True, slots=True)
class Options:
    """How the seats are numbered, and how often everybody meets."""

    numbering: str = option.choice(
        "berger",
        _("Schedule"),
        ("berger", _("Berger tables (FIDE)")),
        ("circle", _("circle, first seat fixed")),
        help=_("Both are the same games in another order of seats."),
    )
    cycles: int = option.whole(1, _("Everybody meets everybody"), 1, 4, help=_("Times; sides change with each."))
    swap_last_two: bool = option.switch(
        default=False,
        label=_("Swap the last two rounds of the first cycle"),
        help=_("FIDE's advice for a double round robin: nobody has the same side three times running."),
    )


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the schedule between seats; `rule` names the rule that gave `first` that side."""

    first: int
    second: int
    rule: str


def rounds(players: int, options: Options) -> int:
    """Rounds of a field: n - 1 a cycle for even n, n for odd n."""
    return (players - 1 + players % 2) * options.cycles


def schedule_round(players: int, number: int, options: Options) -> tuple[tuple[Game, ...], int | None]:
    """The games of one round in the order of the tables, and the seat that has the bye, if any.

    `number` counts from 1 through all cycles; seats are 1 to `players`. Raises ValueError beyond the last round.
    """
    if not 1 <= number <= rounds(players, options):
        raise ValueError(f"round {number} of {rounds(players, options)}")
    length = rounds(players, options) // options.cycles
    cycle, place = divmod(number - 1, length)
    if options.swap_last_two and options.cycles > 1 and cycle == 0 and length > 1 and place >= length - 2:
        place = 2 * length - 3 - place
    lay_out = _circle if options.numbering == "circle" else _berger
    shift = players % 2 if options.numbering == "circle" else 0
    games, bye = [], None
    for game in lay_out(players + players % 2, place + 1):
        first, second = game.first - shift, game.second - shift
        if not (1 <= first <= players and 1 <= second <= players):
            bye = first if 1 <= first <= players else second
        elif cycle % 2:
            games.append(Game(second, first, "rr-reversed"))
        else:
            games.append(Game(first, second, game.rule))
    return tuple(games), bye


def _circle(seats: int, number: int) -> Iterator[Game]:
    """Round `number` for an even number of seats, column by column; first is Black."""
    half = seats // 2

    def moving(place: int) -> int:
        return (place - (number - 1)) % (seats - 1) + 2

    opponent = moving(seats - 2)
    yield Game(1, opponent, "rr-fixed") if number % 2 else Game(opponent, 1, "rr-fixed")
    for column in range(2, half + 1):
        top, bottom = moving(column - 2), moving(seats - 1 - column)
        yield Game(top, bottom, "rr-place") if column % 2 else Game(bottom, top, "rr-place")


def _berger(seats: int, number: int) -> Iterator[Game]:
    """Round `number` of the Berger table for an even number of seats; first is White."""
    if number % 2:
        opponent = (number + 1) // 2
        yield Game(opponent, seats, "rr-last")
    else:
        opponent = seats // 2 + number // 2
        yield Game(seats, opponent, "rr-last")
    for step in range(1, seats // 2):
        yield Game((opponent - 1 + step) % (seats - 1) + 1, (opponent - 1 - step) % (seats - 1) + 1, "rr-parity")


def late_seats(games: Sequence[tuple[int, int]], free: int | None, newcomer: int, options: Options) -> dict[int, int]:
    """Seats for a field that somebody joins when only round 1 has been laid out, so that its games stand.

    `games` are those of round 1 as (first, second) and `free` who sat it out, all by their present seats; `newcomer` is
    any other number. Returns the new seat of each. The newcomer meets `free` in round 1, or is free himself: whatever
    round 1 of the larger field's schedule has for the last table or the bye. Which seat is whose does not matter to a
    schedule, so this one has all the properties of every other.
    """
    table, bye = schedule_round(2 * len(games) + (1 if free is None else 2), 1, options)
    known = [*games] if free is None else [*games, (free, newcomer)]
    seats = {}
    for place, (first, second) in zip(table, known, strict=True):
        seats[first], seats[second] = place.first, place.second
    if bye is not None:
        seats[newcomer] = bye
    return seats


def pair(snapshot: Snapshot, options: Options, rng: Random) -> RoundPlan:
    """The schedule's round `next_round`. Players' numbers are their seats, 1 to n without gaps.

    Who has withdrawn keeps the seat and loses by forfeit. The free seat of an odd field scores nothing: everybody has
    it once. A requested bye does not change the schedule: the game stands
    in its round, to be played at another time, and the plan says so. Raises CannotPair when the schedule is over.
    """
    players = len(snapshot.players)
    if players < 2:
        raise CannotPair(Reason("too-few-players", {"count": players}))
    last = rounds(players, options)
    if snapshot.next_round > last:
        raise CannotPair(Reason("schedule-over", {"rounds": last}))
    games, bye = schedule_round(players, snapshot.next_round, options)
    by_seat = {player.number: player for player in snapshot.players}
    away = {bye.player for bye in snapshot.byes}
    return RoundPlan(
        number=snapshot.next_round,
        pairings=tuple(
            PlannedPairing(
                table,
                game.first,
                game.second,
                _reasons(game, snapshot.next_round, away),
                _forfeit(by_seat[game.first], by_seat[game.second]),
            )
            for table, game in enumerate(games, start=1)
        ),
        byes=() if bye is None or by_seat[bye].withdrawn is not None else (_free(bye),),
    )


def _free(seat: int) -> PlannedBye:
    return PlannedBye(seat, ByeKind.ZERO, (Reason("rr-bye", {"player": seat}, ARTICLE),))


def _reasons(game: Game, number: int, away: set[int]) -> tuple[Reason, ...]:
    facts = {"first": game.first, "second": game.second, "first_seat": game.first, "second_seat": game.second}
    found = [
        Reason("rr-seats", {**facts, "round": number}, ARTICLE),
        Reason(game.rule, {"first": game.first, "round": number}, ARTICLE),
    ]
    found += [Reason("rr-bye-asked", {"player": seat}) for seat in (game.first, game.second) if seat in away]
    return tuple(found)


def _forfeit(first: Player, second: Player) -> Result | None:
    """The result that is known beforehand when somebody has left."""
    gone = (first.withdrawn is not None, second.withdrawn is not None)
    if gone == (False, False):
        return None
    sides = tuple(Outcome.WIN if not mine and theirs else Outcome.LOSS for mine, theirs in (gone, gone[::-1]))
    return Result(sides[0], sides[1], Decision.FORFEIT)
