"""The games of a round of a jamboree, by teams and boards.

Board b plays round b of a round robin of the teams, and the next round of the jamboree continues at the end of the
previous one. When all teams have met, it begins again with reversed sides. If a board would repeat its own games before
that, all boards move on by one round. With an even number of teams these rounds are those of FIDE's Berger table in
order. With an odd one a team is free in each, and the free players of boards 1 and 2, 3 and 4 ... meet. Two such teams
meet in the round in which the team halfway between them is free. So the rounds come in the order in which team N - k is
free after team k. The team halfway is then always N, and its round is never played. After N - 1 boards all teams have
met exactly once, as with an even number.

With an odd number of boards as well, the free player of the last board stays free. The free team of that board and the
one that would meet it are consecutive: the first round of the jamboree ends with the one, the second with the other.
When the circle contains no further round, a round from the circle is played again with the teams shifted. It is one in
which nobody is free again before all others were, and of those one in which the fewest boards repeat their games.

Sides are those of the Berger table if each team then has each of them at half of its boards, rounded up or down.
Otherwise boards 1 and 2, 3 and 4 ... are taken together: in two boards each team has two games, so these games are
rings of teams, and along a ring each team has each side in one game. A last board alone can add one.
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


class BoardPlace(NamedTuple):
    """A player's place: the number of the team and of the board, both from 1."""

    team: int
    board: int


class HuttonGame(NamedTuple):
    """A game of a round; `ring`: its sides are not those of the Berger table."""

    first: BoardPlace
    second: BoardPlace
    ring: bool = False


class HuttonRound(NamedTuple):
    """The games in the order of the boards, and the free player, if any."""

    games: tuple[HuttonGame, ...]
    free: BoardPlace | None


@lru_cache(maxsize=64)
def round_of(teams: int, boards: int, number: int) -> HuttonRound:
    """Return a round of the jamboree, counted from 1, for at least two teams."""
    moved = _alike(teams, boards, number).shift if teams % 2 and boards % 2 else 0
    lines = [_line(teams, part, moved) for part in _parts(teams, boards, number)]
    games: list[HuttonGame] = []
    for board, (pairs, free) in enumerate(lines, start=1):
        games += [HuttonGame(BoardPlace(first, board), BoardPlace(second, board)) for first, second in pairs]
        if free and board % 2 and board < boards:
            games.append(HuttonGame(BoardPlace(free, board), BoardPlace(lines[board][1], board + 1)))
    last = lines[-1][1]
    free_place = BoardPlace(last, boards) if last and boards % 2 else None
    return HuttonRound(tuple(games if _is_even(games) else _in_rings(games)), free_place)


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
    """Return consecutive parts.

    A board would repeat its parts early if its number divides the circle's. Then all boards move on by one part, or by
    two if two boards belong together.
    """
    common = gcd(boards, teams - 1)
    begin, moves = (number - 1) * boards, (number - 1) * common // (teams - 1)
    if teams % 2 == 0:
        return range(begin + moves, begin + moves + boards)
    exchanged, moved = divmod(moves, common // 2)
    begin += 2 * moved
    return [(begin + board) ^ (exchanged % 2) for board in range(boards)]


class Alike(NamedTuple):
    """The round in the circle that a round repeats, and the shift of the teams in it."""

    number: int
    shift: int


@lru_cache(maxsize=1024)
def _alike(teams: int, boards: int, number: int) -> Alike:
    """Return the games of a round if the numbers of teams and of boards are odd."""
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
    """Return the free team at each board, which determines the board's games."""
    return [_free(teams, part, choice.shift) for part in _parts(teams, boards, choice.number)]


def _free(teams: int, part: int, moved: int) -> int:
    """Return the free team in a part of the circle, for an odd number of teams."""
    at = part % (teams - 1)
    free = at // 2 + 1 if at % 2 == 0 else teams - (at // 2 + 1)
    return (free - moved - 1) % teams + 1


def _line(teams: int, part: int, moved: int) -> tuple[list[tuple[int, int]], int]:
    """Return the pairs of teams of a part of the circle, and its free team, 0 if there is none."""
    cycle, at = divmod(part, teams - 1)
    number = at + 1
    if teams % 2:
        free = _free(teams, part, moved)
        number = 2 * free - 1 if 2 * free <= teams + 1 else 2 * free - teams - 1
    games, bye = schedule_round(teams, number, BERGER)
    swapped = (cycle + moved) % 2
    return [(game.second, game.first) if swapped else (game.first, game.second) for game in games], bye or 0


def _is_even(games: Sequence[HuttonGame]) -> bool:
    """Return whether each team is first at half of its boards, rounded up or down."""
    ahead = Counter(game.first.team for game in games)
    ahead.subtract(game.second.team for game in games)
    return all(-1 <= each <= 1 for each in ahead.values())


def _in_rings(games: Sequence[HuttonGame]) -> Iterator[HuttonGame]:
    """Yield the games with sides along the rings of each two boards; those of a last board alone keep theirs."""
    own = {place: game for game in games for place in game[:2]}
    sided: dict[BoardPlace, HuttonGame] = {}
    for game in games:
        first = game.first
        while first not in sided and _partner_place(first) in own:
            found = own[first]
            second = found.second if found.first == first else found.first
            sided[first] = sided[second] = HuttonGame(first, second, ring=True)
            first = _partner_place(second)
    for game in games:
        yield sided.get(game.first, game)


def _partner_place(place: BoardPlace) -> BoardPlace:
    """Return the team's player at the other of two boards that are taken together."""
    return BoardPlace(place.team, place.board + 1 if place.board % 2 else place.board - 1)
