"""The whole circular plan: every game of every round, in the order of the tables."""

from __future__ import annotations

from functools import lru_cache

from pairings.plan import CannotPair
from pairings.systems.circular.colouring import level_rounds
from pairings.systems.circular.even_field import even_rounds
from pairings.systems.circular.odd_field import odd_rounds
from pairings.systems.circular.options import Options, fewest_rounds, refusal
from pairings.systems.circular.passes import CircularGame, game, lefts, passes
from pairings.systems.circular.text_order import text_rounds


def every_game(players: int, options: Options) -> list[CircularGame]:
    """Return all games, pass by pass in the printed order. Raises CannotPair if there is no plan for these numbers."""
    reason = refusal(players, options)
    if reason is not None:
        raise CannotPair(reason)
    return [
        game(players, each, left)
        for each in passes(players, options.games, options.style)
        for left in lefts(players, each)
    ]


@lru_cache(maxsize=8)
def whole_plan(players: int, options: Options) -> tuple[tuple[CircularGame, ...], ...]:
    """Return all rounds, largest first. Raises CannotPair if there is no plan for these numbers."""
    reason = refusal(players, options)
    if reason is not None:
        raise CannotPair(reason)
    every = passes(players, options.games, options.style)
    if options.order == "text":
        return tuple(tuple(games) for games in text_rounds(players, every, options.tables))
    rounds = odd_rounds(players, every, options.games) if players % 2 else even_rounds(players, every)
    laid = level_rounds(rounds, fewest_rounds(players, options))
    laid.sort(key=len, reverse=True)
    return tuple(tuple(sorted(games)) for games in laid)
