"""The schedule of seats: the round of each game, and its first player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pairings import options as option
from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import pgettext

SOURCE = "Karjalainen 2004; FIDE Handbook C.05, Annex 1"


@dataclass(frozen=True, slots=True)
class Options:
    """The numbering of the seats, and the number of cycles."""

    numbering: str = option.choice(
        "berger",
        pgettext("heading", "Schedule"),
        ("berger", _("Berger tables (FIDE)")),
        ("circle", _("circle, first seat fixed")),
        help=_("Both give the same games, with seats in a different order."),
    )
    cycles: int = option.whole(1, _("Everyone plays everyone"), 1, 4, help=_("Times, switching sides each time."))
    swap_last_two: bool = option.switch(
        default=False,
        label=_("Swap the last two rounds of the first cycle"),
        help=_("FIDE's advice for a double round robin: nobody has the same side three times in a row."),
    )


@dataclass(frozen=True, slots=True)
class RoundRobinGame:
    """A game between seats; `rule` names the rule that gave `first` that side.

    `moved`: the schedule has it in another round.
    """

    first: int
    second: int
    rule: str
    moved: bool = False


def rounds(players: int, options: Options) -> int:
    """Return the rounds of a field: n - 1 a cycle for even n, n for odd n."""
    return (players - 1 + players % 2) * options.cycles


def schedule_round(players: int, number: int, options: Options) -> tuple[tuple[RoundRobinGame, ...], int | None]:
    """Return the games of one round in table order, and the seat that has the bye, if any.

    `number` counts from 1 through all cycles; seats are 1 to `players`. Raises ValueError beyond the last round.
    """
    last = rounds(players, options)
    if not 1 <= number <= last:
        raise ValueError(f"round {number} of {last}")
    games, bye = _games_and_bye(players, number, options, _ring(players, options))
    if (number - 1) // (last // options.cycles) % 2:
        return tuple(RoundRobinGame(*game, "rr-reversed") for game in games), bye
    fixed, moving = ("rr-fixed", "rr-place") if options.numbering == "circle" else ("rr-last", "rr-parity")
    odd = players % 2
    return tuple(RoundRobinGame(*game, moving if place or odd else fixed) for place, game in enumerate(games)), bye


def whole_schedule(players: int, options: Options) -> Iterator[tuple[list[tuple[int, int]], int | None]]:
    """Yield every round: its games as (first, second) in table order, and the seat with the bye, if any."""
    ring = _ring(players, options)
    for number in range(1, rounds(players, options) + 1):
        yield _games_and_bye(players, number, options, ring)


def _ring(players: int, options: Options) -> list[int]:
    """Return the moving seats in order, twice round, so that every rotation of them is a slice."""
    even = players + players % 2
    moving = range(2, even + 1) if options.numbering == "circle" and not players % 2 else range(1, even)
    return [*moving, *moving]


def _games_and_bye(
    players: int, number: int, options: Options, ring: list[int]
) -> tuple[list[tuple[int, int]], int | None]:
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
    """Return round `number` of an even number of seats: the fixed seat's opponent, whether it is first, and the rest.

    First is Black. Column c has the tops from left to right and the bottoms from right to left of one rotated ring.
    """
    half = seats // 2
    offset = (1 - number) % (seats - 1)
    tops = ring[offset : offset + half - 1]
    bottoms = ring[offset + half - 1 : offset + seats - 2][::-1]
    games = list(zip(tops, bottoms, strict=True))
    games[::2] = zip(bottoms[::2], tops[::2], strict=True)
    return ring[offset + seats - 2], bool(number % 2), games


def _berger(seats: int, number: int, ring: list[int]) -> tuple[int, bool, list[tuple[int, int]]]:
    """Return round `number` of the Berger table: the last seat's opponent, whether it is first, and the other games.

    First is White. The others sit symmetrically on both sides of the last seat's opponent.
    """
    half = seats // 2
    opponent = (number + 1) // 2 if number % 2 else half + number // 2
    after = ring[opponent : opponent + half - 1]
    before = ring[opponent + half - 1 : opponent + seats - 2][::-1]
    return opponent, number % 2 == 0, list(zip(after, before, strict=True))


def late_seats(games: Sequence[tuple[int, int]], free: int | None, newcomer: int, options: Options) -> dict[int, int]:
    """Return seats for a field with a newcomer if only round 1 has been scheduled, so that its games stay.

    `games` are those of round 1 as (first, second) and `free` the player without a game, all by their present seats;
    `newcomer` is any other number. Returns the new seat of each. The newcomer meets `free` in round 1, or has the bye:
    the last table, or the bye, of round 1 in the larger field's schedule. A schedule does not depend on the players in
    its seats, so this one has the properties of any other.
    """
    table, bye = schedule_round(2 * len(games) + (1 if free is None else 2), 1, options)
    all_games = [*games] if free is None else [*games, (free, newcomer)]
    seats = {}
    for place, (first, second) in zip(table, all_games, strict=True):
        seats[first], seats[second] = place.first, place.second
    if bye is not None:
        seats[newcomer] = bye
    return seats
