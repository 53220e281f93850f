"""Keizer scores: a result is worth the opponent's place, and places follow from scores.

Places give worths, worths scores, scores places: this is repeated until the order is stable. If it alternates between
two orders, the mean of both scores counts, and after twenty times the last. At first players are in the order of their
ratings. All numbers are doubled and whole, halves rounded up; each player starts with their own worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pairings.snapshot import ByeKind, Outcome, Pairing, Round, Snapshot
from pairings.systems.keizer.options import PARTS, Options

#: The most times that the places are worked out again.
MOST_TIMES = 20


class Fact(NamedTuple):
    """The yield of a round: `parts` of the worth of player `worth`, the `opponent` in a game, else the player's own."""

    round: int
    worth: int
    parts: int
    opponent: int | None = None


class KeizerShare(NamedTuple):
    """The points of a round; round 0 is a player's own worth, with which all players start."""

    points: Fraction
    round: int
    opponent: int | None = None
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Keizer:
    """Keizer scores: `order` from the first place, `doubled` are scores twice, `worths` those of places twice."""

    order: tuple[int, ...]
    doubled: Mapping[int, int]
    worths: Mapping[int, int]
    shares: Mapping[int, tuple[KeizerShare, ...]]


def keizer(snapshot: Snapshot, options: Options, through: int | None = None) -> Keizer:
    """Return the scores after a round, by default the last recorded. A game without a result adds nothing yet."""
    rounds = [played for played in snapshot.rounds if through is None or played.number <= through]
    facts = _facts(snapshot, rounds, options)
    ratings = {player.number: player.rating or 0 for player in snapshot.players}
    order = _order(dict.fromkeys(ratings, 0), ratings)
    if not options.frozen:
        return _settle(order, facts, ratings, options)
    brought: dict[int, tuple[KeizerShare, ...]] = dict.fromkeys(facts, ())
    doubled: dict[int, int] = {}
    shares: dict[int, tuple[KeizerShare, ...]] = {}
    for number in (0, *(played.number for played in rounds)):
        # The places before a round decide what it brings; later rounds do not change that.
        worths = _worths(order, options)
        for player, own in facts.items():
            brought[player] += tuple(_share(fact, worths) for fact in own if fact.round == number)
        shares = {player: (KeizerShare(Fraction(worths[player], 2), 0), *own) for player, own in brought.items()}
        doubled = {player: int(2 * sum(share.points for share in own)) for player, own in shares.items()}
        order = _order(doubled, ratings)
    return Keizer(order, doubled, _worths(order, options), shares)


def scores(snapshot: Snapshot, options: Options, through: int | None = None) -> dict[int, tuple[KeizerShare, ...]]:
    """Return the parts of each player's score, by number."""
    return dict(keizer(snapshot, options, through).shares)


def _settle(
    order: tuple[int, ...], facts: Mapping[int, Sequence[Fact]], ratings: Mapping[int, int], options: Options
) -> Keizer:
    """Return places, worths and scores that are consistent with each other."""
    before: tuple[int, ...] = ()
    worths = last = _worths(order, options)
    for _time in range(MOST_TIMES):
        worths = _worths(order, options)
        doubled = _double_scores(facts, worths)
        next_order = _order(doubled, ratings)
        # Two orders alternate and neither is stable, so their mean counts.
        if next_order == before and next_order != order:
            return _mean(facts, (worths, last), ratings)
        before, order, last, settled = order, next_order, worths, next_order == order
        if settled:
            break
    doubled = _double_scores(facts, worths)
    shares = {
        player: (KeizerShare(Fraction(worths[player], 2), 0), *_shares(own, worths)) for player, own in facts.items()
    }
    return Keizer(_order(doubled, ratings), doubled, worths, shares)


def _double_scores(facts: Mapping[int, Sequence[Fact]], worths: Mapping[int, int]) -> dict[int, int]:
    """Return twice the score of each player, if places have these worths."""
    return {player: worths[player] + sum(_double_value(fact, worths) for fact in own) for player, own in facts.items()}


def _shares(facts: Sequence[Fact], worths: Mapping[int, int]) -> tuple[KeizerShare, ...]:
    return tuple(_share(fact, worths) for fact in facts)


def _mean(
    facts: Mapping[int, Sequence[Fact]], pair: tuple[Mapping[int, int], Mapping[int, int]], ratings: Mapping[int, int]
) -> Keizer:
    """Return the mean of two scores, half up; the rounding difference goes to the start."""
    one, other = (_double_scores(facts, worths) for worths in pair)
    doubled = {player: (one[player] + other[player] + 1) // 2 for player in one}
    shares = {}
    for player, own in facts.items():
        rounds = tuple(
            KeizerShare((first.points + second.points) / 2, first.round, first.opponent)
            for first, second in zip(_shares(own, pair[0]), _shares(own, pair[1]), strict=True)
        )
        start = Fraction(doubled[player], 2) - sum((share.points for share in rounds), Fraction(0))
        shares[player] = (KeizerShare(start, 0), *rounds)
    return Keizer(_order(doubled, ratings), doubled, pair[0], shares)


def _order(doubled: Mapping[int, int], ratings: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(sorted(ratings, key=lambda number: (-doubled[number], -ratings[number], number)))


def _worths(order: Sequence[int], options: Options) -> dict[int, int]:
    """Return twice the worth of each place, one point less from place to place."""
    top = 2 * len(order) if options.worth == "count" else 3 * len(order)
    return {number: top - 2 * place for place, number in enumerate(order)}


def _double_value(fact: Fact, worths: Mapping[int, int]) -> int:
    """Return twice the yield of a fact, half up."""
    return (2 * worths[fact.worth] * fact.parts + PARTS) // (2 * PARTS)


def _share(fact: Fact, worths: Mapping[int, int]) -> KeizerShare:
    return KeizerShare(Fraction(_double_value(fact, worths), 2), fact.round, fact.opponent)


def _facts(snapshot: Snapshot, rounds: Sequence[Round], options: Options) -> dict[int, list[Fact]]:
    found: dict[int, list[Fact]] = {player.number: [] for player in snapshot.players}
    absences = dict.fromkeys(found, 0)
    for played in rounds:
        for fact_of, fact in (*_games(played, options), *_byes(played, options)):
            found[fact_of].append(fact)
        present = {number for p in played.pairings for number in (p.first, p.second)}
        # A zero-point bye is an absence, like a missed round.
        present |= {bye.player for bye in played.byes if bye.kind is not ByeKind.ZERO}
        for player in snapshot.players:
            # Players who have withdrawn earn nothing more.
            withdrawn = player.withdrawn is not None and player.withdrawn < played.number
            if player.number in present or withdrawn:
                continue
            absences[player.number] += 1
            parts = options.absent if absences[player.number] <= options.absences else 0
            found[player.number].append(Fact(played.number, player.number, parts))
    return found


def _games(played: Round, options: Options) -> Iterator[tuple[int, Fact]]:
    for pairing in played.pairings:
        for own, other, outcome in _sides(pairing):
            parts = {Outcome.WIN: PARTS, Outcome.DRAW: PARTS // 2, Outcome.LOSS: options.loss}[outcome]
            is_played = pairing.result is not None and pairing.result.played
            # A played loss may earn something, a forfeit never.
            if not is_played and outcome is Outcome.LOSS:
                parts = 0
            yield own, Fact(played.number, other, parts, other)


def _sides(pairing: Pairing) -> tuple[tuple[int, int, Outcome], ...]:
    result = pairing.result
    if result is None:
        return ()
    return (pairing.first, pairing.second, result.first), (pairing.second, pairing.first, result.second)


def _byes(played: Round, options: Options) -> Iterator[tuple[int, Fact]]:
    parts = {ByeKind.ALLOCATED: options.bye, ByeKind.FULL: options.duty, ByeKind.HALF: options.excused}
    for bye in played.byes:
        if bye.kind in parts:
            yield bye.player, Fact(played.number, bye.player, parts[bye.kind])
