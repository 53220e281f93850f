"""The measures of criteria of several editions: the value on a finished bracket, and the amounts of a pair.

The two sides of one measure stand next to each other, because they agree: the better value has the greater amounts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pairings.swiss.rules.colours import ABSOLUTE, STRONG
from pairings.swiss.rules.criterion import (
    MOVED_DOWN,
    NEXT,
    RESIDENT,
    Coloured,
    FinishedBracket,
    Key,
    Kind,
    Shape,
    Value,
)

Amounts = Iterable[tuple[Key, int]]
#: The test whether a pair, higher ranked player first, fails a criterion.
Fails = Callable[[Kind, Kind], bool]


def one_part(shape: Shape) -> Sequence[Key]:
    """Return the single component of a bracket of any shape."""
    return (None,)


def part_a_score(shape: Shape) -> Sequence[Key]:
    """A component for each score in the bracket."""
    return shape.scores


def after(rounds: int, parts: Callable[[Shape], Sequence[Key]]) -> Callable[[Shape], Sequence[Key]]:
    """The same, once that many rounds have been played."""
    return lambda shape: parts(shape) if shape.rounds >= rounds else ()


def scores_of(players: Iterable[Kind]) -> Value:
    return tuple(sorted((player.points for player in players), reverse=True))


# The round as a whole


def incomplete(judged: FinishedBracket) -> Value:
    return (int(not judged.complete),)


def score_of_bye(judged: FinishedBracket) -> Value:
    return () if judged.bye_score is None else (judged.bye_score,)


# Who leaves the bracket


def number_of_floaters(judged: FinishedBracket) -> Value:
    return (len(judged.floaters),)


def one_a_pair(higher: Kind, lower: Kind) -> Amounts:
    yield None, 1


def scores_of_floaters(judged: FinishedBracket) -> Value:
    return scores_of(judged.floaters)


def score_of_higher(higher: Kind, lower: Kind) -> Amounts:
    """A pair keeps a floater with the score of its higher player; its lower one has the score of all residents."""
    yield higher.points, 1


def moved_down_left(judged: FinishedBracket) -> Value:
    """Return how many moved-down players float on."""
    return (sum(player.role == MOVED_DOWN for player in judged.floaters),)


def moved_down_met(higher: Kind, lower: Kind) -> Amounts:
    yield None, higher.role == MOVED_DOWN


# The next bracket


def floaters_of_next(judged: FinishedBracket) -> Value:
    """Return how many players the next bracket floats, and their scores; nothing for the last bracket."""
    if judged.next_floaters is None:
        return ()
    return len(judged.next_floaters), *scores_of(judged.next_floaters)


def parts_of_next(shape: Shape) -> Sequence[Key]:
    return () if shape.next_score is None else (None, *shape.scores, shape.next_score)


def pair_in_next(higher: Kind, lower: Kind) -> Amounts:
    if lower.role == NEXT:
        yield None, 1
        yield higher.points, 1


# Differences of scores: of a pair, and of who leaves the bracket to the score a point below its lowest one


def parts_a_difference(shape: Shape) -> Sequence[Key]:
    """A component for each difference of scores that the bracket can have, greatest first."""
    scores, lowest = shape.scores, shape.scores[-1]
    found = {one - other for one in scores for other in scores if one > other}
    return sorted(found | {score - lowest + shape.point for score in scores}, reverse=True)


def differences(judged: FinishedBracket) -> Value:
    """The differences of scores but those of nothing; as many as there are pairs and floaters, which is decided."""
    found = [higher.points - lower.points for higher, lower in judged.pairs if higher.points != lower.points]
    return tuple(sorted([*found, *(player.fall for player in judged.floaters)], reverse=True))


def differences_kept(higher: Kind, lower: Kind) -> Amounts:
    """Neither of them leaves the bracket; instead there is the difference between the two."""
    yield higher.fall, 1
    yield lower.fall, 1
    if higher.points != lower.points:
        yield higher.points - lower.points, -1


def falls_of_next(judged: FinishedBracket) -> Value:
    """Return how many players find no opponent in the next bracket, and their scores; nothing for the last.

    In the last bracket a player who may not have the bye counts as three.
    """
    if judged.next_floaters is None:
        return ()
    return sum(1 + 2 * player.barred for player in judged.next_floaters), *scores_of(judged.next_floaters)


def parts_of_falls(shape: Shape) -> Sequence[Key]:
    if shape.next_score is None:
        return ()
    return None, *(score - shape.scores[-1] + shape.point for score in shape.scores)


def falls_kept_in_next(higher: Kind, lower: Kind) -> Amounts:
    """A pair here or in the next bracket: two fewer who find nobody, two fewer of this one who fall."""
    yield None, (lower.role == NEXT) + higher.barred + lower.barred
    for player in (higher, lower):
        if player.role != NEXT:
            yield player.fall, 1


def squared_differences(judged: FinishedBracket) -> Value:
    """The squares of the differences of scores, added up; who leaves the bracket falls to a point below all."""
    pairs = sum((higher.points - lower.points) ** 2 for higher, lower in judged.pairs)
    return (pairs + sum(player.fall**2 for player in judged.floaters),)


def squares_kept(higher: Kind, lower: Kind) -> Amounts:
    """Neither of them leaves the bracket; instead there is the difference between the two."""
    yield None, higher.fall**2 + lower.fall**2 - (higher.points - lower.points) ** 2


# The bye


def unplayed_of_bye(judged: FinishedBracket) -> Value:
    return (judged.bye.unplayed if judged.bye is not None else 0,)


def part_of_bye(shape: Shape) -> Sequence[Key]:
    return (None,) if shape.about_bye else ()


def measure_byes(higher: Kind, lower: Kind) -> Amounts:
    """A paired player does not have the bye."""
    yield None, higher.unplayed + lower.unplayed


# Colours


def beyond_two(one: Coloured, other: Coloured) -> bool:
    """Return whether one player of a pair would go beyond a colour difference of two.

    Both want the same colour and have a difference of two or more.
    """
    a, b = one.preference, other.preference
    return a.wants == b.wants != 0 and abs(a.difference) > 1 and abs(b.difference) > 1


def three_in_a_row(one: Coloured, other: Coloured) -> bool:
    """One of them would get a colour three times in a row: who has the smaller difference, or either of them."""
    a, b = one.preference, other.preference
    if a.wants != b.wants or a.strength < ABSOLUTE or b.strength < ABSOLUTE:
        return False
    if abs(a.difference) == abs(b.difference):
        return a.repeated == b.repeated != 0
    lesser = a if abs(a.difference) < abs(b.difference) else b
    return lesser.repeated == -lesser.wants


def not_preferred(one: Coloured, other: Coloured) -> bool:
    """One of them does not get the preferred colour."""
    return one.preference.wants == other.preference.wants != 0


def not_strongly_preferred(one: Coloured, other: Coloured) -> bool:
    """One of them does not get a strongly preferred colour; other criteria cover two absolute preferences."""
    a, b = one.preference, other.preference
    return a.wants == b.wants != 0 and STRONG <= min(a.strength, b.strength) < ABSOLUTE


def both_absolute(one: Coloured, other: Coloured) -> bool:
    """Both must have the same colour, which only topscorers may be asked to bear."""
    a, b = one.preference, other.preference
    return a.wants == b.wants != 0 and a.strength == b.strength == ABSOLUTE


def both_strong(one: Coloured, other: Coloured) -> bool:
    """Both prefer the same colour, and neither of them mildly."""
    a, b = one.preference, other.preference
    return a.wants == b.wants != 0 and min(a.strength, b.strength) >= STRONG


def failing(fails: Fails) -> Callable[[FinishedBracket], Value]:
    """Return a function that counts the pairs that fail."""
    return lambda judged: (sum(fails(*pair) for pair in judged.pairs),)


def not_failing(fails: Fails) -> Callable[[Kind, Kind], Amounts]:
    """A pair that does not fail; how many pairs there are is decided before."""

    def amounts(higher: Kind, lower: Kind) -> Amounts:
        yield None, not fails(higher, lower)

    return amounts


# Floats again, as many rounds before the last one as `ago` says


def down_again(ago: int) -> Callable[[Kind], bool]:
    """A resident who would leave the bracket with a downfloat then."""
    return lambda player: player.role == RESIDENT and player.down[ago]


def up_again(ago: int) -> Fails:
    """The lower player would meet somebody with more points, and did so then."""
    return lambda higher, lower: higher.points > lower.points and lower.up[ago]


def floating_again(ago: int) -> Callable[[FinishedBracket], Value]:
    again = down_again(ago)
    return lambda judged: (sum(again(player) for player in judged.floaters),)


def residents_kept(ago: int) -> Callable[[Kind, Kind], Amounts]:
    again = down_again(ago)

    def amounts(higher: Kind, lower: Kind) -> Amounts:
        yield None, again(higher) + again(lower)

    return amounts


def repeated_downfloats(ago: int) -> Callable[[FinishedBracket], Value]:
    """Return a function that counts the players leaving a bracket who had a downfloat `ago` rounds back.

    Residents and moved-down players both count.
    """
    return lambda judged: (sum(player.down[ago] for player in judged.floaters),)


def all_kept(ago: int) -> Callable[[Kind, Kind], Amounts]:
    def amounts(higher: Kind, lower: Kind) -> Amounts:
        yield None, higher.down[ago] + lower.down[ago]

    return amounts


def up_again_from_above(ago: int) -> Fails:
    """The lower player would meet a moved-down one, and met somebody with more points then."""
    return lambda higher, lower: higher.role == MOVED_DOWN and lower.role == RESIDENT and lower.up[ago]


def falls_again(ago: int) -> Callable[[FinishedBracket], Value]:
    """By how much moved-down players with a downfloat then fall, greatest first; who moves on, by more than anybody."""

    def value(judged: FinishedBracket) -> Value:
        falls = [h.points - w.points for h, w in judged.pairs if h.role == MOVED_DOWN and h.down[ago]]
        falls += [
            1 + judged.top + player.points
            for player in judged.floaters
            if player.role == MOVED_DOWN and player.down[ago]
        ]
        return tuple(sorted(falls, reverse=True))

    return value


def fallers_kept(ago: int) -> Callable[[Kind, Kind], Amounts]:
    """Those with a downfloat then who are paired, by score: of all with one score the difference is the same."""

    def amounts(higher: Kind, lower: Kind) -> Amounts:
        for player in (higher, lower):
            if player.down[ago]:
                yield player.points, 1

    return amounts


def rises_again(ago: int) -> Callable[[FinishedBracket], Value]:
    """How far opponents of moved-down players with an upfloat then float, greatest first."""
    again = up_again(ago)

    def value(judged: FinishedBracket) -> Value:
        return tuple(sorted((h.points - w.points for h, w in judged.pairs if again(h, w)), reverse=True))

    return value


def risers_kept(ago: int) -> Callable[[Kind, Kind], Amounts]:
    again = up_again(ago)

    def amounts(higher: Kind, lower: Kind) -> Amounts:
        yield higher.points, not again(higher, lower)

    return amounts


# The same float as in an earlier round, no matter who it is given to in this one


def same_fall(ago: int) -> Callable[[Kind], bool]:
    """A player who had a downfloat then, and now leaves the bracket or meets somebody with fewer points."""
    return lambda player: player.down[ago]


def same_falls(ago: int) -> Callable[[FinishedBracket], Value]:
    def value(judged: FinishedBracket) -> Value:
        falling = [higher for higher, lower in judged.pairs if higher.points > lower.points]
        return (sum(player.down[ago] for player in [*falling, *judged.floaters]),)

    return value


def same_falls_spared(ago: int) -> Callable[[Kind, Kind], Amounts]:
    """A pair spares its lower player a downfloat, and the higher one if they have the same score."""

    def amounts(higher: Kind, lower: Kind) -> Amounts:
        yield None, lower.down[ago] + (higher.down[ago] and higher.points == lower.points)

    return amounts


def same_fall_differences(ago: int) -> Callable[[FinishedBracket], Value]:
    """The differences of scores of those who had a downfloat then and get one now, greatest first."""

    def value(judged: FinishedBracket) -> Value:
        found = [h.points - w.points for h, w in judged.pairs if h.points > w.points and h.down[ago]]
        return tuple(sorted([*found, *(p.fall for p in judged.floaters if p.down[ago])], reverse=True))

    return value


def same_fall_differences_kept(ago: int) -> Callable[[Kind, Kind], Amounts]:
    def amounts(higher: Kind, lower: Kind) -> Amounts:
        if lower.down[ago]:
            yield lower.fall, 1
        if higher.down[ago]:
            yield higher.fall, 1
            if higher.points != lower.points:
                yield higher.points - lower.points, -1

    return amounts


def same_rise_differences_kept(ago: int) -> Callable[[Kind, Kind], Amounts]:
    """A pair whose lower player had an upfloat then and gets one now costs the difference of their scores."""
    again = up_again(ago)

    def amounts(higher: Kind, lower: Kind) -> Amounts:
        if again(higher, lower):
            yield higher.points - lower.points, -1

    return amounts
