"""A tree: the matches of a knock-out, each with the sources of its two sides. Pure data; results fill it.

A template has a power of two as its size. Byes are missing seeds: a match with one of them does not exist, and its
player is in the next one; its loser is nobody. So n players have n - 1 matches.

Theory of the seed order. Start with seed 1. While there are fewer seeds than places, put next to each seed x the seed s
- x, where s is one more than the doubled number of seeds. So 1 and 2 can meet only in the final, the first four not
before the semi-finals, and byes go to the first seeds, the best first.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property


class From(StrEnum):
    """The kind of origin of a side of a match.

    LEFT is the n-th best seed among the winners of a round, FRESH the loser of a match that was the player's first.
    """

    SEED = "seed"
    WINNER = "winner"
    LOSER = "loser"
    LEFT = "left"
    FRESH = "fresh"


@dataclass(frozen=True, slots=True)
class Source:
    """The origin of a side: `number` of a seed or of a remaining player, `match` for all except seeds.

    For remaining players, `match` is any of the matches that they come from.
    """

    kind: From
    number: int = 0
    match: str = ""


class TreePart(StrEnum):
    """The part of the tree that a match belongs to; stored keys of matches begin with it."""

    MAIN = "W"
    THIRD = "P"
    SECOND_CHANCE = "L"
    FINAL = "G"
    PLATE = "C"
    FOURS = "F"
    STEPS = "S"
    PAGE = "Q"
    PLACES = "N"


@dataclass(frozen=True, slots=True)
class TreeMatch:
    """A place in a tree where two sources meet. `key` is W2.1 for the first match of the second round.

    `places` is the number of places, including byes, at the start of its round of its part: it gives the round's name.
    `after` is a match whose second side must have won for this one to be played. `section` is the group of four, from
    1, or the best of the places that are played for. `name` is the code of the sentence that names the match, if its
    part and round do not.
    """

    key: str
    part: TreePart
    round: int
    sources: tuple[Source, Source]
    places: int = 0
    after: str = ""
    section: int = 0
    name: str = ""


#: (whether its winner, a match): who has a place, by which match.
Ending = tuple[bool, str]


@dataclass(frozen=True)
class KnockOutTree:
    """Matches in playing order. `ends` are the places, best first: those of one group share.

    `free` are the seeds that have a bye in the first round.
    """

    players: int
    matches: tuple[TreeMatch, ...]
    ends: tuple[tuple[Ending, ...], ...] = field(repr=False)
    free: frozenset[int] = frozenset()

    @property
    def rounds(self) -> int:
        return max((match.round for match in self.matches), default=0)

    @cached_property
    def by_key(self) -> dict[str, TreeMatch]:
        return {match.key: match for match in self.matches}

    @cached_property
    def by_round(self) -> dict[int, tuple[TreeMatch, ...]]:
        found: dict[int, list[TreeMatch]] = {}
        for match in self.matches:
            found.setdefault(match.round, []).append(match)
        return {number: tuple(found[number]) for number in sorted(found)}

    @cached_property
    def next_matches(self) -> dict[Source, tuple[TreeMatch, ...]]:
        """The match that a source leads to; several if it is unknown which."""
        found: dict[Source, list[TreeMatch]] = {}
        for match in self.matches:
            for source in match.sources:
                found.setdefault(source, []).append(match)
        return {source: tuple(matches) for source, matches in found.items()}

    @cached_property
    def places(self) -> dict[Ending, tuple[int, int]]:
        """The first and the last place of each ending."""
        found: dict[Ending, tuple[int, int]] = {}
        first = 1
        for group in self.ends:
            found.update(dict.fromkeys(group, (first, first + len(group) - 1)))
            first += len(group)
        return found


def seed_order(size: int) -> tuple[int, ...]:
    """Return the seeds of the lines of a tree, from the top; `size` is a power of two."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for each in order for seed in (each, total - each)]
    return tuple(order)


def size_of(players: int) -> int:
    """Return the lines of a tree for that number of players: the next power of two."""
    return 1 << max(1, (players - 1).bit_length())


@dataclass(frozen=True, slots=True)
class TemplateMatch:
    """A match of a template, whose sources may be byes (None)."""

    key: str
    part: TreePart
    sources: tuple[Source | None, Source | None]
    round: int = 1
    places: int = 0
    after: str = ""
    section: int = 0
    name: str = ""


def collapse(players: int, laid: Iterable[TemplateMatch], ends: Iterable[Iterable[Ending]]) -> KnockOutTree:
    """Return the tree without byes. A match is played in its round, or as early as its sides can be known."""
    became: dict[Source, Source | None] = {}
    free: set[int] = set()
    round_of: dict[str, int] = {}
    matches: list[TreeMatch] = []
    for each in laid:
        first, second = (_present(source, players, became) for source in each.sources)
        if first is None or second is None:
            single = first or second
            if single is not None and single.kind is From.SEED and each.round == 1:
                free.add(single.number)
            became[Source(From.WINNER, match=each.key)] = single
            became[Source(From.LOSER, match=each.key)] = None
            continue
        earliest = 1 + max(round_of.get(source.match, 0) for source in (first, second))
        round_of[each.key] = max(each.round, earliest)
        details = (each.places, each.after, each.section, each.name)
        matches.append(TreeMatch(each.key, each.part, round_of[each.key], (first, second), *details))
    matches.sort(key=lambda match: match.round)
    endings = (tuple(found for ending in group if (found := _ending(ending, round_of, became))) for group in ends)
    return KnockOutTree(players, tuple(matches), tuple(group for group in endings if group), frozenset(free))


def _ending(ending: Ending, keys: Container[str], became: Mapping[Source, Source | None]) -> Ending | None:
    """Return the ending that exists for a player, or None: after a bye it is that of the match before."""
    won, key = ending
    if key in keys:
        return ending
    source = became.get(Source(From.WINNER if won else From.LOSER, match=key))
    return None if source is None else (source.kind is From.WINNER, source.match)


def _present(source: Source | None, players: int, became: dict[Source, Source | None]) -> Source | None:
    if source is None or (source.kind is From.SEED and source.number > players):
        return None
    return became.get(source, source)


def winner(key: str) -> Source:
    return Source(From.WINNER, match=key)


def loser(key: str) -> Source:
    return Source(From.LOSER, match=key)
