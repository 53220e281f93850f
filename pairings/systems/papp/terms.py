"""The penalty of a game, term by term: the declared table TERMS, in the order of the rule.

    p(i, j) = colour(i as first) + colour(j as second) + float + memory(i) + memory(j) + repeats + bye
              + nation + club + elitism + order + hill

p(i, j) is the penalty of the game in which i is first. The colours and the repeats depend on the first player, the rest
does not. Against the bye there are no colours: the game costs the same both ways round.

Every term is a whole number. A pair to avoid if possible costs UNLESS_UNAVOIDABLE, an absolutely forbidden one costs
NEVER: steps so high that no sum of lower ones over a whole round reaches them. So one whole number compares rounds
level by level, exactly. `split` separates the levels again.

Source: the penalties of T. Bousch's program PAPP and of T. Nakajima's SLIM (2002), restated in docs/rules/papp.md,
whose sections are cited.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pairings.snapshot import Outcome
from pairings.systems.papp.options import Options, by_step
from pairings.systems.papp.record import FIRST, SECOND, PappRecord

#: One game that is forbidden unless unavoidable. Options are at most 10**9 and scores at most some hundreds, so that
#: all other penalties of a round of thousands stay below 2**80 by far.
UNLESS_UNAVOIDABLE = 2**80
#: One pair that must never be made.
NEVER = 2**120
#: The cost of one place of distance if neighbours meet: more than the colours of a pair.
HILL = 10_000
#: The value that the program PAPP uses as infinite.
PAPP_INFINITE = 10_000_000


class Cost(NamedTuple):
    """A penalty, level by level: `never` and `forbidden` count pairs, `amount` is the sum of the numbers."""

    never: int
    forbidden: int
    amount: int


def split(cost: int) -> Cost:
    never, rest = divmod(cost, NEVER)
    return Cost(never, *divmod(rest, UNLESS_UNAVOIDABLE))


@dataclass(frozen=True, slots=True)
class PappRules:
    """The facts for the terms besides the two players: options, round, forbidden pairs, and the order.

    The last is whether neighbours of the whole order meet.
    """

    options: Options
    round: int
    barred: Mapping[int, frozenset[int]] = field(default_factory=dict)
    hill: bool = False

    @property
    def forbidden(self) -> int:
        """The cost of a game that is forbidden unless unavoidable."""
        return PAPP_INFINITE if self.options.profile == "as-papp" else UNLESS_UNAVOIDABLE

    def at(self, numbers: tuple[int, ...]) -> int:
        """Return the number of a table by rounds for this round."""
        return by_step(numbers, self.round - 1)


def colour_first(rules: PappRules, first: PappRecord, second: PappRecord) -> int:
    """Return the first player's colour cost (3.1); against the bye the difference is unchanged (3.6)."""
    if first.is_bye or second.is_bye:
        return 0 if first.is_bye else by_step(rules.options.colour, abs(first.balance))
    repeat_cost = rules.options.colour_again if first.last_colour == FIRST else 0
    return by_step(rules.options.colour, abs(first.balance + 1)) + repeat_cost


def colour_second(rules: PappRules, first: PappRecord, second: PappRecord) -> int:
    """Return the second player's colour cost (3.1); against the bye the difference is unchanged (3.6)."""
    if first.is_bye or second.is_bye:
        return 0 if second.is_bye else by_step(rules.options.colour, abs(second.balance))
    repeat_cost = rules.options.colour_again if second.last_colour == SECOND else 0
    return by_step(rules.options.colour, abs(second.balance - 1)) + repeat_cost


def floats(rules: PappRules, first: PappRecord, second: PappRecord) -> int:
    """Return the cost of the difference of the scores (section 3.2)."""
    return 0 if rules.hill else by_step(rules.options.floats, abs(first.score - second.score))


def memory_first(rules: PappRules, first: PappRecord, second: PappRecord) -> int:
    """Return the cost of the first player's last float (section 3.2)."""
    return _memory(rules, first, first.score - second.score)


def memory_second(rules: PappRules, first: PappRecord, second: PappRecord) -> int:
    """Return the cost of the second player's last float (section 3.2)."""
    return _memory(rules, second, second.score - first.score)


def _memory(rules: PappRules, player: PappRecord, height: int) -> int:
    """Return the cost of a repeated or reversed float; the bye has none.

    `height` is the player's score minus the opponent's.
    """
    direction = height * player.last_float
    if player.is_bye or direction == 0 or rules.hill:
        return 0
    # The second float in a row in the same direction costs more.
    if direction > 0:
        return rules.options.float_again
    # A float back in the opposite direction costs less.
    return -rules.options.float_back if _is_due(rules, player) else 0


def _is_due(rules: PappRules, player: PappRecord) -> bool:
    if rules.options.compensation == "always":
        return True
    if rules.round < 3:
        return False
    # Only a float with the expected result is compensated: up and lost, or down and won.
    if player.last_float < 0:
        return player.result in {None, Outcome.LOSS}
    return player.result is Outcome.WIN


def again_same_colours(rules: PappRules, first: PappRecord, second: PappRecord) -> int:
    """Return the cost of every earlier game with these colours (section 3.3)."""
    return _games(rules, first, second, FIRST) * _forbiddable(
        rules, rules.options.forbid_same_colours or rules.options.forbid_other_colours, rules.options.again_same_colours
    )


def again_other_colours(rules: PappRules, first: PappRecord, second: PappRecord) -> int:
    """Return the cost of every earlier game with the colours reversed (section 3.3)."""
    return _games(rules, first, second, SECOND) * _forbiddable(
        rules, rules.options.forbid_other_colours, rules.options.again_other_colours
    )


def _games(rules: PappRules, first: PappRecord, second: PappRecord, colour: int) -> int:
    """Return the earlier games that count: none if repeated games are free."""
    if rules.hill and rules.options.hill_repeats:
        return 0
    return [own for _, own in first.games.get(second.number, ())].count(colour)


def _forbiddable(rules: PappRules, forbidden: bool, number: int) -> int:
    return rules.forbidden if forbidden else number


def again_at_once(rules: PappRules, first: PappRecord, second: PappRecord) -> int:
    """Return the cost of repeating a game or a bye of the last round (section 3.3)."""
    if first.is_bye or second.is_bye:
        rounds = first.idle or second.idle
    elif rules.hill and rules.options.hill_repeats:
        return 0
    else:
        rounds = tuple(number for number, _ in first.games.get(second.number, ()))
    return rules.options.again_at_once if rules.round - 1 in rounds else 0


def bye_again(rules: PappRules, first: PappRecord, second: PappRecord) -> int:
    """Return the cost of every earlier round without a game (section 3.6)."""
    if not (first.is_bye or second.is_bye):
        return 0
    byes = len(first.idle or second.idle)
    return byes * _forbiddable(rules, rules.options.forbid_second_bye, rules.options.bye_again)


def nation(rules: PappRules, first: PappRecord, second: PappRecord) -> int:
    """Return the cost of the same nation (section 3.4); an unknown one is none, except in PAPP's own way."""
    if first.is_bye or second.is_bye or first.nation != second.nation:
        return 0
    if not first.nation and rules.options.profile != "as-papp":
        return 0
    return rules.at(rules.options.nation) + (rules.forbidden if rules.round in rules.options.nation_apart else 0)


def club(rules: PappRules, first: PappRecord, second: PappRecord) -> int:
    """Return the cost of the same club (section 3.7)."""
    if not first.club or first.club != second.club:
        return 0
    return rules.at(rules.options.club) + (rules.forbidden if rules.round in rules.options.club_apart else 0)


def elitism(rules: PappRules, first: PappRecord, second: PappRecord) -> int:
    """Return the extra cost of a float at the top (section 3.5), rounded down; 0 for scores below 0."""
    if first.score < 0 or second.score < 0 or rules.hill:
        return 0
    return rules.at(rules.options.elitism) * abs(first.score**2 - second.score**2) // 2


def order(rules: PappRules, first: PappRecord, second: PappRecord) -> int:
    """Return SLIM's distance (section 3.8): neighbours in a score group, or last of the upper to first of the lower."""
    higher, lower = (first, second) if first.score >= second.score else (second, first)
    if not rules.options.order or not higher.top or rules.hill:
        return 0
    below = lower.top or 1
    distance = higher.top - below if higher.score == lower.score else higher.bottom + below
    return rules.options.order * distance**2


def hill(rules: PappRules, first: PappRecord, second: PappRecord) -> int:
    """Return the cost of the distance in the order of all players (section 3.10); it exceeds any colours."""
    return HILL * (first.top - second.top) ** 2 if rules.hill else 0


def forbidden_pair_cost(rules: PappRules, first: PappRecord, second: PappRecord) -> int:
    """Return the cost of forbidden pairs, and of a bye for a player who may not have it (section 3.9)."""
    if first.is_bye or second.is_bye:
        return 0 if first.may_have_bye and second.may_have_bye else NEVER
    return NEVER if second.number in rules.barred.get(first.number, ()) else 0


@dataclass(frozen=True, slots=True)
class PappTerm:
    """A term of the penalty. `reads` names the view of a player it uses, None if it uses the pair itself.

    `of` is the owner of the penalty: the "first" player, the "second", or the "pair".
    """

    key: str
    section: str
    cost: Callable[[PappRules, PappRecord, PappRecord], int]
    reads: str | None
    of: str = "pair"


#: The views of a player that a term may use. Players alike in a view are alike to all terms that read it.
VIEWS: Mapping[str, Callable[[PappRecord], Hashable]] = {
    "colour": lambda player: (player.balance, player.last_colour),
    "score": lambda player: (player.score, player.last_float, player.result),
    "nation": lambda player: player.nation,
    "club": lambda player: player.club,
    "place": lambda player: (player.score, player.top, player.bottom),
}

TERMS: tuple[PappTerm, ...] = (
    PappTerm("colour-first", "3.1", colour_first, "colour", "first"),
    PappTerm("colour-second", "3.1", colour_second, "colour", "second"),
    PappTerm("float", "3.2", floats, "score"),
    PappTerm("memory-first", "3.2", memory_first, "score", "first"),
    PappTerm("memory-second", "3.2", memory_second, "score", "second"),
    PappTerm("again-same-colours", "3.3", again_same_colours, None),
    PappTerm("again-other-colours", "3.3", again_other_colours, None),
    PappTerm("again-at-once", "3.3", again_at_once, None),
    PappTerm("bye-again", "3.6", bye_again, None),
    PappTerm("nation", "3.4", nation, "nation"),
    PappTerm("club", "3.7", club, "club"),
    PappTerm("elitism", "3.5", elitism, "score"),
    PappTerm("order", "3.8", order, "place"),
    PappTerm("hill", "3.10", hill, "place"),
    PappTerm("barred", "3.9", forbidden_pair_cost, None),
)


def penalty(rules: PappRules, first: PappRecord, second: PappRecord) -> int:
    """Return p(first, second): the sum of all terms."""
    return sum(term.cost(rules, first, second) for term in TERMS)
