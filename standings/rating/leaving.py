"""Choices of won games to leave out for a norm (Handbook B.01 1.4.1e, f): a few, among them the best.

Of a number of games, the best rest has the highest ratings with the required titles and federations. Titles are bounds
on nested sets of games, so the lowest ratings first, as far as the bounds allow, are the best choice. Federations
require that some games are left out: those are chosen first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from standings.rating.opposition import NO_FEDERATION, NormGame

#: Federations, of which two must stay, are protected in pairs among at most this many.
MOST_PROTECTED = 4


@dataclass(frozen=True, slots=True)
class Bounds:
    """The requirements on a number of games: opponents with a `title` at all and of the `company` of the norm.

    Of the `own` federation and of any one there is a maximum, None if federations are not required.
    """

    titled: int
    company: int
    own: int | None
    one: int | None


@dataclass(frozen=True, slots=True)
class Field:
    """Games with what is asked about them: which are won, and whose opponents have such titles."""

    games: tuple[NormGame, ...]
    titled: frozenset[str]
    company: frozenset[str]
    federation: str
    unrated: int

    def left_out(self, count: int, bounds: Bounds) -> Iterator[frozenset[int]]:
        """Yield rounds of `count` won games to leave out, the likely best first, within the bounds on titles."""
        seen = set()
        for protected in self._protected_games(bounds):
            for strict in (False, True):
                found = self._choose(count, bounds, protected, strict=strict)
                if found is not None and found not in seen:
                    seen.add(found)
                    yield found

    def _protected_games(self, bounds: Bounds) -> Iterator[frozenset[int]]:
        """Nothing, then the best games against two foreign federations, which must not go."""
        yield frozenset()
        if bounds.own is None:
            return
        best: dict[str, NormGame] = {}
        for game in sorted(self.games, key=self._rating):
            if game.opponent.federation not in NO_FEDERATION | {self.federation}:
                best[game.opponent.federation] = game
        first = sorted(best.values(), key=self._rating, reverse=True)[:MOST_PROTECTED]
        for pair in combinations(first, 2):
            yield frozenset(game.round for game in pair)

    def _choose(self, count: int, bounds: Bounds, protected: frozenset[int], *, strict: bool) -> frozenset[int] | None:
        """The rounds to leave out; `strict`: games that federations ask to go are taken from those without titles
        first.
        """
        won = [game for game in self.games if game.score == 1 and game.round not in protected]
        won.sort(key=self._rating)
        room = [
            sum(game.opponent.title in self.company for game in self.games) - bounds.company,
            sum(game.opponent.title in self.titled for game in self.games) - bounds.titled,
        ]
        chosen: set[int] = set()
        for federation, excess in self._excess(bounds):
            of_it = [game for game in won if game.opponent.federation == federation]
            if strict:
                of_it.sort(key=self._level)
            self._take(of_it, min(excess, count - len(chosen)), room, chosen)
        self._take(won, count - len(chosen), room, chosen)
        return frozenset(chosen) if len(chosen) == count else None

    def _excess(self, bounds: Bounds) -> Iterator[tuple[str, int]]:
        """Federations with more games than may be of them, and how many are too many."""
        if bounds.own is None or bounds.one is None:
            return
        for federation, games in Counter(game.opponent.federation for game in self.games).items():
            most = bounds.one if federation != self.federation else min(bounds.own, bounds.one)
            if federation not in NO_FEDERATION and games > most:
                yield federation, games - most

    def _take(self, games: Iterable[NormGame], count: int, room: list[int], chosen: set[int]) -> None:
        """Leave out `count` more of some games in their order, as far as the bounds on titles allow."""
        for game in games:
            if count <= 0:
                return
            used = self._uses(game)
            if game.round in chosen or any(left < use for left, use in zip(room, used, strict=True)):
                continue
            room[:] = [left - use for left, use in zip(room, used, strict=True)]
            chosen.add(game.round)
            count -= 1

    def _uses(self, game: NormGame) -> Sequence[int]:
        return (game.opponent.title in self.company, game.opponent.title in self.titled)

    def _level(self, game: NormGame) -> int:
        return sum(self._uses(game))

    def _rating(self, game: NormGame) -> tuple[int, int]:
        return game.opponent.rating or self.unrated, game.round
