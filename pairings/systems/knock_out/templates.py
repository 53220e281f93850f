"""Templates: the matches of a knock-out, as a list of sources each; `tree` takes the byes out.

Double elimination. A loser of main round r drops into the second chance. In its first round the losers of main round 1
meet each other; then each main round's losers meet the players left there (a drop round), and the winners of
neighbouring matches meet (a merge round). The order in which losers drop decides how early two meet again who have met
in the main tree. The orders here were found by trying all products of five ways to order them for up to 128 players,
and none lets them meet later. Each player has at least two matches in any place: 2n - 2 matches, and one more with a
second final.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from pairings.systems.knock_out import relatives
from pairings.systems.knock_out.options import Lives, Options, TreeKind
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


@lru_cache(maxsize=64)
def tree_of(
    players: int, bracket: TreeKind, lives: Lives, third_place: bool, reset: bool, reseed: bool, plate: bool
) -> KnockOutTree:
    """Return the tree for a number of players, at least two."""
    if bracket is not TreeKind.TREE:
        return relatives.TREES[bracket](players)
    if lives is Lives.TWO:
        return _double(players, reset)
    return _single(players, third_place, reseed, plate)


def tree_for(players: int, options: Options) -> KnockOutTree:
    """Return the tree for these options."""
    lives = options.lives
    return tree_of(players, options.bracket, lives, options.third_place, options.reset, options.reseed, options.plate)


def _single(players: int, third_place: bool, reseed: bool, plate: bool) -> KnockOutTree:
    size = size_of(players)
    depth = size.bit_length() - 1
    laid = list(_main(size, reseed))
    ends: list[list[Ending]] = [[(True, f"W{depth}.1")], [(False, f"W{depth}.1")]]
    losers = [
        [(False, _key("W", number, place)) for place in range(1, (size >> number) + 1)]
        for number in range(depth - 1, 0, -1)
    ]
    # With three players only one loses a semi-final.
    if third_place and players >= 4:
        sources = (loser(f"W{depth - 1}.1"), loser(f"W{depth - 1}.2"))
        laid.insert(-1, TemplateMatch("P3.1", TreePart.THIRD, sources, depth, 4))
        ends += [[(True, "P3.1")], [(False, "P3.1")]]
        losers = losers[1:]
    ends += losers
    if plate and depth > 2:
        laid += _plate(size, players, late=depth > 3 and not reseed)
    return collapse(players, laid, ends)


def _key(part: str, number: int, place: int) -> str:
    return f"{part}{number}.{place}"


def _main(size: int, reseed: bool = False) -> Iterator[TemplateMatch]:
    """Yield the main tree. With `reseed` the sources of all later rounds are the remaining players, by their seeds."""
    seeds = seed_order(size)
    for place in range(1, size // 2 + 1):
        sources = (Source(From.SEED, seeds[2 * place - 2]), Source(From.SEED, seeds[2 * place - 1]))
        yield TemplateMatch(_key("W", 1, place), TreePart.MAIN, sources, 1, size)
    for number in range(2, size.bit_length()):
        left = size >> (number - 1)
        order = seed_order(left)
        for place in range(1, left // 2 + 1):
            if reseed:
                a, b = (Source(From.LEFT, order[2 * place - each], f"W{number - 1}") for each in (2, 1))
            else:
                a, b = (winner(_key("W", number - 1, 2 * place - each)) for each in (1, 0))
            yield TemplateMatch(_key("W", number, place), TreePart.MAIN, (a, b), number, left)


def _plate(size: int, players: int, *, late: bool) -> Iterator[TemplateMatch]:
    """Yield the plate of first-round losers; `late` admits players free there who lose in the second."""
    seeds = seed_order(size)
    entries: list[Source | None] = []
    for place in range(1, size // 2 + 1):
        entry: Source | None = loser(_key("W", 1, place))
        # A bye has no loser. Its player may enter here after losing the first match, in main round 2.
        if max(seeds[2 * place - 2], seeds[2 * place - 1]) > players:
            fresh = Source(From.FRESH, match=_key("W", 2, (place + 1) // 2))
            entry = fresh if late and fresh not in entries else None
        entries.append(entry)
    for place in range(1, size // 4 + 1):
        yield TemplateMatch(
            _key("C", 1, place), TreePart.PLATE, (entries[2 * place - 2], entries[2 * place - 1]), 2, size // 2
        )
    for number in range(2, size.bit_length() - 1):
        left = size >> number
        for place in range(1, left // 2 + 1):
            a, b = (winner(_key("C", number - 1, 2 * place - each)) for each in (1, 0))
            yield TemplateMatch(_key("C", number, place), TreePart.PLATE, (a, b), number + 1, left)


def _double(players: int, reset: bool) -> KnockOutTree:
    size = size_of(players)
    depth = size.bit_length() - 1
    chance = _SecondChance()
    alive = [loser(_key("W", 1, place)) for place in range(1, size // 2 + 1)]
    if depth > 1:
        alive = chance.play(alive[::2], alive[1::2])
    for main in range(2, depth + 1):
        dropped = [loser(_key("W", main, place)) for place in _order(main, size >> main)]
        alive = chance.play(dropped, alive)
        if len(alive) > 1:
            alive = chance.play(alive[::2], alive[1::2])
    last = "G1.1"
    finals = [TemplateMatch(last, TreePart.FINAL, (winner(f"W{depth}.1"), alive[0]), places=2)]
    if reset:
        last = "G2.1"
        finals.append(TemplateMatch(last, TreePart.FINAL, (winner("G1.1"), loser("G1.1")), places=2, after="G1.1"))
    ends = [[(True, last)], [(False, last)], *reversed(chance.ends)]
    return collapse(players, [*_main(size), *chance.matches, *finals], ends)


class _SecondChance:
    """The matches of players who have lost one match, round by round."""

    def __init__(self) -> None:
        self.matches: list[TemplateMatch] = []
        self.ends: list[list[Ending]] = []

    def play(self, firsts: Sequence[Source], seconds: Sequence[Source]) -> list[Source]:
        """Add a round of the second chance and return its winners."""
        keys = [_key("L", len(self.ends) + 1, place) for place in range(1, len(firsts) + 1)]
        for key, pair in zip(keys, zip(firsts, seconds, strict=True), strict=True):
            self.matches.append(TemplateMatch(key, TreePart.SECOND_CHANCE, pair, places=2 * len(keys)))
        self.ends.append([(False, key) for key in keys])
        return [winner(key) for key in keys]


def _order(main: int, count: int) -> list[int]:
    """Return the places of a main round's losers in the order in which they drop."""
    places = list(range(1, count + 1))
    half = count // 2
    if main == 2:
        return places[::-1]
    if main == 3 and count >= 4:
        return places[half:] + places[:half]
    if main == 4 and count >= 4:
        return places[:half][::-1] + places[half:][::-1]
    return places
