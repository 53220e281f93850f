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
    last = rounds(players, options)
    if not 1 <= number <= last:
        raise ValueError(f"round {number} of {last}")
    games, bye = _laid_out(players, number, options, _ring(players, options))
    if (number - 1) // (last // options.cycles) % 2:
        return tuple(Game(*game, "rr-reversed") for game in games), bye
    fixed, moving = ("rr-fixed", "rr-place") if options.numbering == "circle" else ("rr-last", "rr-parity")
    odd = players % 2
    return tuple(Game(*game, moving if place or odd else fixed) for place, game in enumerate(games)), bye


def whole_schedule(players: int, options: Options) -> Iterator[tuple[list[tuple[int, int]], int | None]]:
    """Every round: its games as (first, second) in the order of the tables, and the seat that has the bye, if any."""
    ring = _ring(players, options)
    for number in range(1, rounds(players, options) + 1):
        yield _laid_out(players, number, options, ring)


def _ring(players: int, options: Options) -> list[int]:
    """The seats that move, in their order, twice round, so that every turn of them is a slice."""
    even = players + players % 2
    moving = range(2, even + 1) if options.numbering == "circle" and not players % 2 else range(1, even)
    return [*moving, *moving]


def _laid_out(players: int, number: int, options: Options, ring: list[int]) -> tuple[list[tuple[int, int]], int | None]:
    length = rounds(players, options) // options.cycles
    cycle, place = divmod(number - 1, length)
    if options.swap_last_two and options.cycles > 1 and cycle == 0 and length > 1 and place >= length - 2:
        place = 2 * length - 3 - place
    lay_out = _circle if options.numbering == "circle" else _berger
    opponent, fixed_first, games = lay_out(players + players % 2, place + 1, ring)
    if cycle % 2:
        games = [(second, first) for first, second in games]
    if players % 2:
        return games, opponent
    fixed = 1 if options.numbering == "circle" else players
    return [(fixed, opponent) if fixed_first != bool(cycle % 2) else (opponent, fixed), *games], None


def _circle(seats: int, number: int, ring: list[int]) -> tuple[int, bool, list[tuple[int, int]]]:
    """Round `number` of an even number of seats: whom the fixed seat meets, whether it is first, the other columns.

    First is Black. Column c holds the tops from left to right and the bottoms from right to left of one turned ring.
    """
    half = seats // 2
    turned = (1 - number) % (seats - 1)
    tops = ring[turned : turned + half - 1]
    bottoms = ring[turned + half - 1 : turned + seats - 2][::-1]
    games = list(zip(tops, bottoms, strict=True))
    games[::2] = zip(bottoms[::2], tops[::2], strict=True)
    return ring[turned + seats - 2], bool(number % 2), games


def _berger(seats: int, number: int, ring: list[int]) -> tuple[int, bool, list[tuple[int, int]]]:
    """Round `number` of the Berger table: whom the last seat meets, whether it is first, the other games.

    First is White. The others sit symmetrically to both sides of the last seat's opponent.
    """
    half = seats // 2
    opponent = (number + 1) // 2 if number % 2 else half + number // 2
    after = ring[opponent : opponent + half - 1]
    before = ring[opponent + half - 1 : opponent + seats - 2][::-1]
    return opponent, number % 2 == 0, list(zip(after, before, strict=True))


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
    it once. A requested bye does not change the schedule: the game stands in its round, to be played at another time,
    and the plan says so. Raises CannotPair when the schedule is over.
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
