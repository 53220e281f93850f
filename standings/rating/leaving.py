"""Choices of won games to leave out for a norm (Handbook B.01 1.4.1e, f): a short list that includes the best.

Of all choices of a number of games, the best remainder has the highest ratings with the required titles and
federations. Titles are bounds on nested sets of games. So the best choice is the lowest ratings first, as far as the
bounds allow. Federations may require leaving some games out; those are chosen first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from standings.rating.opposition import NO_FEDERATION, NormGame

#: Two foreign federations must remain; pairs among at most this many federations are protected.
MOST_PROTECTED = 4


@dataclass(frozen=True, slots=True)
class GameRequirements:
    """The requirements on a number of games: opponents with any `title`, and with a title of the norm's `company`.

    `own` and `one` are the maximum from the player's own federation and from any one, None if federations are not
    required.
    """

    titled: int
    company: int
    own: int | None
    one: int | None


@dataclass(frozen=True, slots=True)
class NormGames:
    """The games with the data for requirements: the titles that count, the player's federation and the rating of
    unrated opponents.
    """

    games: tuple[NormGame, ...]
    titled: frozenset[str]
    company: frozenset[str]
    federation: str
    unrated: int

    def left_out(self, count: int, bounds: GameRequirements) -> Iterator[frozenset[int]]:
        """Yield rounds of `count` won games to leave out, the likely best first, within the bounds on titles."""
        seen = set()
        for protected in self._protected_games(bounds):
            for strict in (False, True):
                found = self._choose(count, bounds, protected, strict=strict)
                if found is not None and found not in seen:
                    seen.add(found)
                    yield found

    def _protected_games(self, bounds: GameRequirements) -> Iterator[frozenset[int]]:
        """Yield the empty set, then the best games against two foreign federations, which must stay."""
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

    def _choose(
        self, count: int, bounds: GameRequirements, protected: frozenset[int], *, strict: bool
    ) -> frozenset[int] | None:
        """Return the rounds to leave out. With `strict`, games to leave out because of federations are first taken from
        opponents without titles.
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

    def _excess(self, bounds: GameRequirements) -> Iterator[tuple[str, int]]:
        """Yield the federations with too many games, and how many are too many."""
        if bounds.own is None or bounds.one is None:
            return
        for federation, games in Counter(game.opponent.federation for game in self.games).items():
            most = bounds.one if federation != self.federation else min(bounds.own, bounds.one)
            if federation not in NO_FEDERATION and games > most:
                yield federation, games - most

    def _take(self, games: Iterable[NormGame], count: int, room: list[int], chosen: set[int]) -> None:
        """Leave out `count` more of the games, in order, as far as the bounds on titles allow."""
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
