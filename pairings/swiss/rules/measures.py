"""The measures shared by criteria of several editions: the value on a finished bracket, and the amounts of a pair.

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
    PlayerKind,
    Shape,
    Value,
)

Amounts = Iterable[tuple[Key, int]]
#: The test whether a pair, higher ranked player first, fails a criterion.
Fails = Callable[[PlayerKind, PlayerKind], bool]


def one_part(shape: Shape) -> Sequence[Key]:
    """Return the single component of a bracket of any shape."""
    return (None,)


def score_components(shape: Shape) -> Sequence[Key]:
    """Return one component for each score in the bracket."""
    return shape.scores


def after(rounds: int, parts: Callable[[Shape], Sequence[Key]]) -> Callable[[Shape], Sequence[Key]]:
    """Return a function that gives the components only after that many rounds have been played."""
    return lambda shape: parts(shape) if shape.rounds >= rounds else ()


def scores_of(players: Iterable[PlayerKind]) -> Value:
    return tuple(sorted((player.points for player in players), reverse=True))


# The round as a whole


def incomplete(judged: FinishedBracket) -> Value:
    return (int(not judged.complete),)


def score_of_bye(judged: FinishedBracket) -> Value:
    return () if judged.bye_score is None else (judged.bye_score,)


# Who leaves the bracket


def number_of_floaters(judged: FinishedBracket) -> Value:
    return (len(judged.floaters),)


def one_a_pair(higher: PlayerKind, lower: PlayerKind) -> Amounts:
    yield None, 1


def scores_of_floaters(judged: FinishedBracket) -> Value:
    return scores_of(judged.floaters)


def score_of_higher(higher: PlayerKind, lower: PlayerKind) -> Amounts:
    """Yield the higher player's score, because the pair keeps this floater; the lower one has the residents' score."""
    yield higher.points, 1


def moved_down_left(judged: FinishedBracket) -> Value:
    """Return the number of moved-down players who float on."""
    return (sum(player.role == MOVED_DOWN for player in judged.floaters),)


def moved_down_met(higher: PlayerKind, lower: PlayerKind) -> Amounts:
    yield None, higher.role == MOVED_DOWN


# The next bracket


def floaters_of_next(judged: FinishedBracket) -> Value:
    """Return the number of floaters from the next bracket, and their scores; nothing for the last bracket."""
    if judged.next_floaters is None:
        return ()
    return len(judged.next_floaters), *scores_of(judged.next_floaters)


def parts_of_next(shape: Shape) -> Sequence[Key]:
    return () if shape.next_score is None else (None, *shape.scores, shape.next_score)


def pair_in_next(higher: PlayerKind, lower: PlayerKind) -> Amounts:
    if lower.role == NEXT:
        yield None, 1
        yield higher.points, 1


# Differences of scores: of a pair, and of who leaves the bracket to the score a point below its lowest one


def difference_components(shape: Shape) -> Sequence[Key]:
    """Return one component for each difference of scores that the bracket can have, greatest first."""
    scores, lowest = shape.scores, shape.scores[-1]
    found = {one - other for one in scores for other in scores if one > other}
    return sorted(found | {score - lowest + shape.point for score in scores}, reverse=True)


def differences(judged: FinishedBracket) -> Value:
    """Return the nonzero differences of scores; the number of pairs and floaters is decided before."""
    found = [higher.points - lower.points for higher, lower in judged.pairs if higher.points != lower.points]
    return tuple(sorted([*found, *(player.fall for player in judged.floaters)], reverse=True))


def differences_kept(higher: PlayerKind, lower: PlayerKind) -> Amounts:
    """Yield the amounts of a pair: both stay in the bracket; their own difference counts instead."""
    yield higher.fall, 1
    yield lower.fall, 1
    if higher.points != lower.points:
        yield higher.points - lower.points, -1


def falls_of_next(judged: FinishedBracket) -> Value:
    """Return the number of players without an opponent in the next bracket, and their scores.

    Nothing for the last bracket. In the last bracket a player who may not have the bye counts as three.
    """
    if judged.next_floaters is None:
        return ()
    return sum(1 + 2 * player.barred for player in judged.next_floaters), *scores_of(judged.next_floaters)


def parts_of_falls(shape: Shape) -> Sequence[Key]:
    if shape.next_score is None:
        return ()
    return None, *(score - shape.scores[-1] + shape.point for score in shape.scores)


def falls_kept_in_next(higher: PlayerKind, lower: PlayerKind) -> Amounts:
    """Yield the amounts of a pair here or in the next bracket: two fewer without opponents, two fewer who fall."""
    yield None, (lower.role == NEXT) + higher.barred + lower.barred
    for player in (higher, lower):
        if player.role != NEXT:
            yield player.fall, 1


def squared_differences(judged: FinishedBracket) -> Value:
    """Return the sum of the squared differences of scores; a floater falls to one point below all."""
    pairs = sum((higher.points - lower.points) ** 2 for higher, lower in judged.pairs)
    return (pairs + sum(player.fall**2 for player in judged.floaters),)


def squares_kept(higher: PlayerKind, lower: PlayerKind) -> Amounts:
    """Yield the amount of a pair: both stay in the bracket; their own squared difference counts instead."""
    yield None, higher.fall**2 + lower.fall**2 - (higher.points - lower.points) ** 2


# The bye


def unplayed_of_bye(judged: FinishedBracket) -> Value:
    return (judged.bye.unplayed if judged.bye is not None else 0,)


def part_of_bye(shape: Shape) -> Sequence[Key]:
    return (None,) if shape.about_bye else ()


def measure_byes(higher: PlayerKind, lower: PlayerKind) -> Amounts:
    """Yield the unplayed rounds of a pair: a paired player does not have the bye."""
    yield None, higher.unplayed + lower.unplayed


# Colours


def beyond_two(one: Coloured, other: Coloured) -> bool:
    """Return whether one player of a pair would exceed a colour difference of two.

    Both want the same colour and have a difference of two or more.
    """
    a, b = one.preference, other.preference
    return a.wants == b.wants != 0 and abs(a.difference) > 1 and abs(b.difference) > 1


def three_in_a_row(one: Coloured, other: Coloured) -> bool:
    """Return whether one would get a colour three times in a row: the one with the smaller difference, or either."""
    a, b = one.preference, other.preference
    if a.wants != b.wants or a.strength < ABSOLUTE or b.strength < ABSOLUTE:
        return False
    # Equal differences: colours alternate from the latest game in which they differed (5.2.3). So a colour comes a
    # third time only if both have repeated the same one.
    if abs(a.difference) == abs(b.difference):
        return a.repeated == b.repeated != 0
    # The wider difference is granted (5.2.2), so the player with the smaller one gets the unwanted colour.
    lesser = a if abs(a.difference) < abs(b.difference) else b
    return lesser.repeated == -lesser.wants


def not_preferred(one: Coloured, other: Coloured) -> bool:
    """Return whether one of the two does not get the preferred colour."""
    return one.preference.wants == other.preference.wants != 0


def not_strongly_preferred(one: Coloured, other: Coloured) -> bool:
    """Return whether one does not get a strongly preferred colour; other criteria cover two absolute preferences."""
    a, b = one.preference, other.preference
    return a.wants == b.wants != 0 and STRONG <= min(a.strength, b.strength) < ABSOLUTE


def both_absolute(one: Coloured, other: Coloured) -> bool:
    """Return whether both must have the same colour, which only topscorers may have to accept."""
    a, b = one.preference, other.preference
    return a.wants == b.wants != 0 and a.strength == b.strength == ABSOLUTE


def both_strong(one: Coloured, other: Coloured) -> bool:
    """Return whether both prefer the same colour, and neither of them mildly."""
    a, b = one.preference, other.preference
    return a.wants == b.wants != 0 and min(a.strength, b.strength) >= STRONG


def failing(fails: Fails) -> Callable[[FinishedBracket], Value]:
    """Return a function that counts the pairs that fail."""
    return lambda judged: (sum(fails(*pair) for pair in judged.pairs),)


def not_failing(fails: Fails) -> Callable[[PlayerKind, PlayerKind], Amounts]:
    """Return a function that counts a pair that does not fail; the number of pairs is decided before."""

    def amounts(higher: PlayerKind, lower: PlayerKind) -> Amounts:
        yield None, not fails(higher, lower)

    return amounts


# Floats again, as many rounds before the last one as `ago` says


def repeats_downfloat(ago: int) -> Callable[[PlayerKind], bool]:
    """Return a test for a resident with a downfloat `ago` rounds back, who would leave the bracket."""
    return lambda player: player.role == RESIDENT and player.down[ago]


def repeats_upfloat(ago: int) -> Fails:
    """Return a test for a lower player who would meet more points, and had an upfloat `ago` rounds back."""
    return lambda higher, lower: higher.points > lower.points and lower.up[ago]


def count_repeated_downfloats(ago: int) -> Callable[[FinishedBracket], Value]:
    repeats = repeats_downfloat(ago)
    return lambda judged: (sum(repeats(player) for player in judged.floaters),)


def residents_kept(ago: int) -> Callable[[PlayerKind, PlayerKind], Amounts]:
    repeats = repeats_downfloat(ago)

    def amounts(higher: PlayerKind, lower: PlayerKind) -> Amounts:
        yield None, repeats(higher) + repeats(lower)

    return amounts


def repeated_downfloats(ago: int) -> Callable[[FinishedBracket], Value]:
    """Return a function that counts the players leaving a bracket who had a downfloat `ago` rounds back.

    Residents and moved-down players both count.
    """
    return lambda judged: (sum(player.down[ago] for player in judged.floaters),)


def all_pairs_kept(ago: int) -> Callable[[PlayerKind, PlayerKind], Amounts]:
    def amounts(higher: PlayerKind, lower: PlayerKind) -> Amounts:
        yield None, higher.down[ago] + lower.down[ago]

    return amounts


def repeats_upfloat_from_above(ago: int) -> Fails:
    """Return a test for a resident who would meet a moved-down player, and had an upfloat `ago` rounds back."""
    return lambda higher, lower: higher.role == MOVED_DOWN and lower.role == RESIDENT and lower.up[ago]


def falls_of_repeated_downfloats(ago: int) -> Callable[[FinishedBracket], Value]:
    """Return a function that lists the falls of moved-down players with an earlier downfloat, greatest first.

    A player who moves on counts with a greater fall than any paired player.
    """

    def value(judged: FinishedBracket) -> Value:
        falls = [h.points - w.points for h, w in judged.pairs if h.role == MOVED_DOWN and h.down[ago]]
        falls += [
            1 + judged.top + player.points
            for player in judged.floaters
            if player.role == MOVED_DOWN and player.down[ago]
        ]
        return tuple(sorted(falls, reverse=True))

    return value


def fallers_kept(ago: int) -> Callable[[PlayerKind, PlayerKind], Amounts]:
    """Return a function that counts the paired players with an earlier downfloat, by score.

    All of one score have the same difference.
    """

    def amounts(higher: PlayerKind, lower: PlayerKind) -> Amounts:
        for player in (higher, lower):
            if player.down[ago]:
                yield player.points, 1

    return amounts


def rises_of_repeated_upfloats(ago: int) -> Callable[[FinishedBracket], Value]:
    """Return a function that lists the rises of opponents with an earlier upfloat, greatest first."""
    repeats = repeats_upfloat(ago)

    def value(judged: FinishedBracket) -> Value:
        return tuple(sorted((h.points - w.points for h, w in judged.pairs if repeats(h, w)), reverse=True))

    return value


def risers_kept(ago: int) -> Callable[[PlayerKind, PlayerKind], Amounts]:
    repeats = repeats_upfloat(ago)

    def amounts(higher: PlayerKind, lower: PlayerKind) -> Amounts:
        yield higher.points, not repeats(higher, lower)

    return amounts


# The same float as in an earlier round, no matter who it is given to in this one


def same_fall(ago: int) -> Callable[[PlayerKind], bool]:
    """Return a test for a player with a downfloat `ago` rounds back, who now floats down again."""
    return lambda player: player.down[ago]


def same_falls(ago: int) -> Callable[[FinishedBracket], Value]:
    def value(judged: FinishedBracket) -> Value:
        falling = [higher for higher, lower in judged.pairs if higher.points > lower.points]
        return (sum(player.down[ago] for player in [*falling, *judged.floaters]),)

    return value


def same_falls_spared(ago: int) -> Callable[[PlayerKind, PlayerKind], Amounts]:
    """Return a function that counts spared downfloats: the lower player's, and the higher's if scores are equal."""

    def amounts(higher: PlayerKind, lower: PlayerKind) -> Amounts:
        yield None, lower.down[ago] + (higher.down[ago] and higher.points == lower.points)

    return amounts


def same_fall_differences(ago: int) -> Callable[[FinishedBracket], Value]:
    """Return a function that lists the differences of scores of repeated downfloaters, greatest first."""

    def value(judged: FinishedBracket) -> Value:
        found = [h.points - w.points for h, w in judged.pairs if h.points > w.points and h.down[ago]]
        return tuple(sorted([*found, *(p.fall for p in judged.floaters if p.down[ago])], reverse=True))

    return value


def same_fall_differences_kept(ago: int) -> Callable[[PlayerKind, PlayerKind], Amounts]:
    def amounts(higher: PlayerKind, lower: PlayerKind) -> Amounts:
        if lower.down[ago]:
            yield lower.fall, 1
        if higher.down[ago]:
            yield higher.fall, 1
            if higher.points != lower.points:
                yield higher.points - lower.points, -1

    return amounts


def same_rise_differences_kept(ago: int) -> Callable[[PlayerKind, PlayerKind], Amounts]:
    """Return a function that gives the cost of a repeated upfloat: the difference of scores."""
    repeats = repeats_upfloat(ago)

    def amounts(higher: PlayerKind, lower: PlayerKind) -> Amounts:
        if repeats(higher, lower):
            yield higher.points - lower.points, -1

    return amounts
