"""The games of a round of a jamboree, by teams and boards.

Board b plays round b of a round robin of the teams, and the next round of the jamboree continues where the one before
ended; when everybody has met everybody it begins again with sides changed, and if a board would repeat its own games
before that, all boards move on by one round. With an even number of teams these rounds are those of FIDE's Berger table
in their order. With an odd one a team is free in each, and the free players of boards 1 and 2, 3 and 4 ... meet. Two
such teams meet in the round in which the team halfway between them is free. So the rounds come in the order in which
team N - k is free after team k: the team halfway is then N in every case, its round is never played, and after N - 1
boards everybody has met everybody just once, as with an even number.

With an odd number of boards as well, the free player of the last board is free indeed. The free team of that board and
the one that would meet it come one after the other: the first round of the jamboree ends with the one, the second with
the other. When the circle holds no further round, a round from the circle is played again with the teams moved on. It
is one in which nobody is free again before everybody else was, and of those one in which the fewest boards play again
what they have played.

Sides are those of the Berger table wherever each team then has each of them at half of its boards, rounded up or down.
Elsewhere boards 1 and 2, 3 and 4 ... are taken together: in two boards each team has two games, so these games are
rings of teams, and along a ring each team is first once and second once. A last board alone can add one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from pairings.schedules.round_robin import Options as Robin
from pairings.schedules.round_robin import schedule_round

BERGER = Robin()


class Place(NamedTuple):
    """A player's: the number of the team and of the board, both from 1."""

    team: int
    board: int


class Game(NamedTuple):
    """A game of a round; `ring`: its sides are not those of the Berger table."""

    first: Place
    second: Place
    ring: bool = False


class Round(NamedTuple):
    """The games in the order of the boards, and who is free, if anybody."""

    games: tuple[Game, ...]
    free: Place | None


@lru_cache(maxsize=64)
def round_of(teams: int, boards: int, number: int) -> Round:
    """A round of the jamboree, counted from 1. There are two teams at least."""
    moved = _alike(teams, boards, number).moved if teams % 2 and boards % 2 else 0
    lines = [_line(teams, part, moved) for part in _parts(teams, boards, number)]
    games: list[Game] = []
    for board, (pairs, free) in enumerate(lines, start=1):
        games += [Game(Place(first, board), Place(second, board)) for first, second in pairs]
        if free and board % 2 and board < boards:
            games.append(Game(Place(free, board), Place(lines[board][1], board + 1)))
    last = lines[-1][1]
    free_place = Place(last, boards) if last and boards % 2 else None
    return Round(tuple(games if _is_even(games) else _in_rings(games)), free_place)


def _parts(teams: int, boards: int, number: int) -> Sequence[int]:
    """Return the part of the circle that each board plays, from 0."""
    if teams % 2 == 0 or boards % 2 == 0:
        return _in_line(teams, boards, number)
    number = _alike(teams, boards, number).number
    begin = (number - 1) // 2 * 2 * boards
    if number % 2:
        return range(begin, begin + boards)
    return (*range(begin + boards + 1, begin + 2 * boards), begin + boards)


def _in_line(teams: int, boards: int, number: int) -> Sequence[int]:
    """Parts one after the other. A board would play the same parts again where its number goes into the circle's before
    the circle is through: then all boards move on by one part, or by two where two boards belong together.
    """
    common = gcd(boards, teams - 1)
    begin, moves = (number - 1) * boards, (number - 1) * common // (teams - 1)
    if teams % 2 == 0:
        return range(begin + moves, begin + moves + boards)
    exchanged, moved = divmod(moves, common // 2)
    begin += 2 * moved
    return [(begin + board) ^ (exchanged % 2) for board in range(boards)]


class Alike(NamedTuple):
    """The round in the circle that a round repeats, and how many places the teams have moved on in it."""

    number: int
    moved: int


@lru_cache(maxsize=1024)
def _alike(teams: int, boards: int, number: int) -> Alike:
    """The games of a round where the numbers of teams and of boards are odd."""
    in_circle = max(1, (teams - 1) // boards)
    if number <= in_circle:
        return Alike(number, 0)
    before = [_free_teams(teams, boards, _alike(teams, boards, each)) for each in range(1, number)]
    played = [Counter(board) for board in zip(*before, strict=True)]
    fewest = min(played[-1][team] for team in range(1, teams + 1))

    def again(choice: Alike) -> tuple[bool, int]:
        free = _free_teams(teams, boards, choice)
        return played[-1][free[-1]] > fewest, sum(board[team] > 0 for board, team in zip(played, free, strict=True))

    return min((Alike(like, moved) for like in range(1, in_circle + 1) for moved in range(teams)), key=again)


def _free_teams(teams: int, boards: int, choice: Alike) -> list[int]:
    """The team that is free at each board, which says what the board plays."""
    return [_free(teams, part, choice.moved) for part in _parts(teams, boards, choice.number)]


def _free(teams: int, part: int, moved: int) -> int:
    """The team that is free in a part of the circle, of an odd number of teams."""
    at = part % (teams - 1)
    free = at // 2 + 1 if at % 2 == 0 else teams - (at // 2 + 1)
    return (free - moved - 1) % teams + 1


def _line(teams: int, part: int, moved: int) -> tuple[list[tuple[int, int]], int]:
    """The pairs of teams of a part of the circle, and the team that is free in it, 0 where none is."""
    again, at = divmod(part, teams - 1)
    number = at + 1
    if teams % 2:
        free = _free(teams, part, moved)
        number = 2 * free - 1 if 2 * free <= teams + 1 else 2 * free - teams - 1
    games, bye = schedule_round(teams, number, BERGER)
    turned = (again + moved) % 2
    return [(game.second, game.first) if turned else (game.first, game.second) for game in games], bye or 0


def _is_even(games: Sequence[Game]) -> bool:
    """Return whether each team is first at half of its boards, rounded up or down."""
    ahead = Counter(game.first.team for game in games)
    ahead.subtract(game.second.team for game in games)
    return all(-1 <= each <= 1 for each in ahead.values())


def _in_rings(games: Sequence[Game]) -> Iterator[Game]:
    """The games with sides along the rings of each two boards; those of a last board alone keep theirs."""
    own = {place: game for game in games for place in game[:2]}
    sided: dict[Place, Game] = {}
    for game in games:
        first = game.first
        while first not in sided and _fellow(first) in own:
            found = own[first]
            second = found.second if found.first == first else found.first
            sided[first] = sided[second] = Game(first, second, ring=True)
            first = _fellow(second)
    for game in games:
        yield sided.get(game.first, game)


def _fellow(place: Place) -> Place:
    """The team's player at the other one of two boards that are taken together."""
    return Place(place.team, place.board + 1 if place.board % 2 else place.board - 1)
