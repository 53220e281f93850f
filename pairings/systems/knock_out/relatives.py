"""Relatives of the tree: groups of four with two lives, page play-off, stepladder, and matches for all places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from pairings.systems.knock_out.options import TreeKind
from pairings.systems.knock_out.tree import (
    Ending,
    From,
    KnockOutTree,
    Source,
    TemplateMatch,
    TreePart,
    collapse,
    loser,
    seed_order,
    size_of,
    winner,
)


def fours(players: int) -> KnockOutTree:
    """Return groups of four, seeded to and fro; some have three players, and one of five in all has two.

    A player with two wins is first, a player with two losses is out, and the two with one each play for second place.
    """
    if players == 2:
        return ladder(2)
    count = -(-players // 4)
    laid: list[TemplateMatch] = []
    ends: list[list[Ending]] = [[], [], [], []]
    for group in range(1, count + 1):
        one, two = f"F1.{2 * group - 1}", f"F1.{2 * group}"
        winners, losers, decider = f"F2.{2 * group - 1}", f"F2.{2 * group}", f"F3.{group}"
        seeds = (group, 2 * count + 1 - group, 2 * count + group, 4 * count + 1 - group)
        best, second, third, last = (_seed(seed) for seed in seeds)
        for key, number, sources, name in (
            (one, 1, (best, last), "ko-opening"),
            (two, 1, (second, third), "ko-opening"),
            (winners, 2, (winner(one), winner(two)), "ko-winners-match"),
            (losers, 2, (loser(one), loser(two)), "ko-losers-match"),
            (decider, 3, (loser(winners), winner(losers)), "ko-decider"),
        ):
            laid.append(TemplateMatch(key, TreePart.FOURS, sources, number, section=group, name=name))
        for place, ending in enumerate(((True, winners), (True, decider), (False, decider), (False, losers))):
            ends[place].append(ending)
    laid.sort(key=lambda each: each.round)
    return collapse(players, laid, ends)


def page(players: int) -> KnockOutTree:
    """Return a page play-off: the first two meet, and the winner is in the final.

    The loser has a second chance against the winner between the third and the fourth. With more players, those from the
    fourth on play for that place from the last seed up.
    """
    if players == 2:
        return ladder(2)
    laid, fourth = _steps(players, above=4)
    steps = len(laid)
    first, third = "Q1.1", "Q1.2" if not steps else f"Q{steps + 1}.1"
    second, final = f"Q{steps + 2}.1", f"Q{steps + 3}.1"
    for key, number, sources, name in (
        (first, 1, (_seed(1), _seed(2)), "ko-page-first"),
        (third, steps + 1, (_seed(3), fourth), "ko-page-third"),
        (second, steps + 2, (loser(first), winner(third)), "ko-page-second"),
        (final, steps + 3, (winner(first), winner(second)), "ko-final"),
    ):
        laid.append(TemplateMatch(key, TreePart.PAGE, sources, number, name=name))
    ends = [(True, final), (False, final), (False, second), (False, third)]
    ends += [(False, each.key) for each in reversed(laid[:steps])]
    return collapse(players, laid, [[ending] for ending in ends])


def ladder(players: int) -> KnockOutTree:
    """Return a stepladder: the last two seeds meet, the winner meets the seed above, and so on up to the first."""
    laid, _top = _steps(players, above=1)
    ends = [(True, laid[-1].key), *((False, each.key) for each in reversed(laid))]
    return collapse(players, laid, [[ending] for ending in ends])


def _steps(players: int, above: int) -> tuple[list[TemplateMatch], Source]:
    """Return the steps from the last seed up to the one of number `above`, and the source of their winner."""
    laid: list[TemplateMatch] = []
    best = _seed(max(players, above))
    for number, seed in enumerate(range(players - 1, above - 1, -1), start=1):
        key = f"S{number}.1"
        laid.append(
            TemplateMatch(key, TreePart.STEPS, (_seed(seed), best), number, name="ko-final" if seed == 1 else "ko-step")
        )
        best = winner(key)
    return laid, best


def places(players: int) -> KnockOutTree:
    """Return a tree in which nobody is out, so that every place is played for.

    In each round players meet who have won and lost in the same rounds. The losers of a round play for the lower half
    of their places.
    """
    size = size_of(players)
    seeds = seed_order(size)
    laid: list[TemplateMatch] = []
    blocks: dict[int, list[Source]] = {1: [_seed(seed) for seed in seeds]}
    number = 0
    while len(blocks[1]) > 1:
        number += 1
        following: dict[int, list[Source]] = {}
        for top, sources in sorted(blocks.items()):
            part, section = (TreePart.MAIN, 0) if top == 1 else (TreePart.PLACES, top)
            first = (top - 1) // 2
            keys = [f"{part.value}{number}.{first + place}" for place in range(1, len(sources) // 2 + 1)]
            pairs = zip(sources[::2], sources[1::2], strict=True)
            laid += [
                TemplateMatch(key, part, pair, number, len(sources), section=section)
                for key, pair in zip(keys, pairs, strict=True)
            ]
            following[top] = [winner(key) for key in keys]
            following[top + len(keys)] = [loser(key) for key in keys]
        blocks = following
    last = [source for _top, (source,) in sorted(blocks.items())]
    return collapse(players, laid, [[(source.kind is From.WINNER, source.match)] for source in last])


def _seed(number: int) -> Source:
    return Source(From.SEED, number)


TREES: Mapping[TreeKind, Callable[[int], KnockOutTree]] = MappingProxyType(
    {TreeKind.FOURS: fours, TreeKind.PAGE: page, TreeKind.LADDER: ladder, TreeKind.PLACES: places}
)
