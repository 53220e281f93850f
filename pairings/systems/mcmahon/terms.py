"""The weights of a pair as named terms: the costs and gains of a game.

The rule is stated as a sum to maximise. Here each term is reversed, so that the total is minimised: a term that a game
should not break costs the shortfall, a term that prefers games has a negative cost. `WHOLE` and the amounts of `level`
add up to the sum of a game without any fault.

Weights are concave: several small gaps are better than a large one. The program that defines this rule uses
double-precision numbers and truncates them to whole ones. So does `concave`: these numbers are the same on every
machine, and all later arithmetic is whole.

Source: OpenGotha 3.51 (L. Vannier), its weights restated in docs/rules/mcmahon.md, whose sections are cited.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from pairings.systems.mcmahon.handicap import lot, stones
from pairings.systems.mcmahon.options import Options
from pairings.systems.mcmahon.record import McMahonRecord

#: A second meeting: above every sum of what follows in a round of thousands.
MEETING = 500_000_000_000_000
SCORE = 100_000_000_000
DRAW = 20_000_000
SEEDING = 5_000_000
COLOURS = 1_000_000
#: Draws up and down count in games between groups at most this far apart.
FAR = 3
#: A pair that must never be made: no sum of a round reaches it.
NEVER = 2**80


def concave(share: float) -> int:
    """Return SCORE times the rest of 1 after a gap: (1 - x)(1 + x/2), which falls faster for larger gaps."""
    return int(1e11 * (1.0 - share) * (1.0 + 0.5 * share))


@dataclass(frozen=True, slots=True)
class McMahonRules:
    """The facts that the terms need besides the two players.

    `groups` counts the possible score groups, including empty ones.
    """

    options: Options
    round: int
    groups: int
    barred: Mapping[int, frozenset[int]] = field(default_factory=dict)


def meeting(rules: McMahonRules, one: McMahonRecord, other: McMahonRecord) -> int:
    """Return the cost of every earlier game of the two (section 1)."""
    return MEETING * one.met.get(other.number, 0)


def score(rules: McMahonRules, one: McMahonRecord, other: McMahonRecord) -> int:
    """Return the cost of the number of groups between the two (section 2)."""
    return _gap_cost(abs(one.group - other.group), rules.groups)


@lru_cache(maxsize=4096)
def _gap_cost(gap: int, groups: int) -> int:
    return SCORE - concave(gap / groups)


def draw(rules: McMahonRules, one: McMahonRecord, other: McMahonRecord) -> int:
    """Return the cost of a draw between groups: players without one before, and of the right part (section 3)."""
    gap = abs(one.group - other.group)
    if not 0 < gap <= FAR:
        return 0
    up, down = (one, other) if one.group > other.group else (other, one)
    options = rules.options
    worth = scenario(options, up, down) * DRAW
    return -(worth + _position(options.drawn_up, up) + _position(options.drawn_down, down))


def scenario(options: Options, up: McMahonRecord, down: McMahonRecord) -> int:
    """Return 0 to 4: 2 for a draw without a past, less for repeating it, more for evening it out."""
    # A game between groups is worth less for each player who was drawn in the same direction before.
    worth = 2 - (up.ups > 0) - (down.downs > 0)
    # It is worth more for each player who was drawn more often in the other direction, if it is worth anything.
    if options.compensate:
        worth += worth > 0 and up.downs > up.ups
        worth += worth > 0 and down.ups > down.downs
    return worth


def _position(target: str, player: McMahonRecord) -> int:
    n, place = player.size, player.place
    distance = {"top": n - 1 - place, "bottom": place}.get(target, n - 1 - abs(2 * place - n + 1))
    return DRAW // 2 * distance // n


def seeding(rules: McMahonRules, one: McMahonRecord, other: McMahonRecord) -> int:
    """Return the cost by seeding (section 4), lower for two players of a group nearer to their seeded opponents."""
    if one.group != other.group:
        return 0
    n, i, j = one.size, one.place, other.place
    match rules.options.seeding(rules.round):
        case "random":
            # A player of the upper half meets a random one of the lower half.
            opposite_halves = (2 * i < n) != (2 * j < n)
            return -(SEEDING - lot(SEEDING // 5, one, other)) if opposite_halves else 0
        case "fold":
            # The first meets the last, the second the last but one.
            return -_seeding_value(abs(i + j - (n - 1)), max(1, n - 1))
        case "slip":
            # The first of the upper half meets the first of the lower half.
            return -_seeding_value(abs(2 * abs(i - j) - n), n)
        case _:
            # Neighbours meet.
            return -_seeding_value(abs(i - j) - 1, n)


def _seeding_value(off: int, n: int) -> int:
    """Return SEEDING for an exact match, less the square of the distance from the right place."""
    return SEEDING - SEEDING * off // n * off // n


def origin(rules: McMahonRules, one: McMahonRecord, other: McMahonRecord) -> int:
    """Return the cost of the same country or club (section 5). Players without one share it with nobody."""
    options = rules.options
    if options.start == "level" or (one.at_bar and other.at_bar and not options.apart_above_bar):
        return 0
    country, club = same_country(options, one, other), same_club(options, one, other)
    return _origin_cost(options.country_gap, options.club_gap, country, club, rules.groups)


def same_country(options: Options, one: McMahonRecord, other: McMahonRecord) -> bool:
    return bool(options.country_gap and one.country and one.country == other.country)


def same_club(options: Options, one: McMahonRecord, other: McMahonRecord) -> bool:
    return bool(options.club_gap and one.club and one.club == other.club)


@lru_cache(maxsize=4096)
def _origin_cost(country_gap: int, club_gap: int, country: bool, club: bool, groups: int) -> int:
    distance = _origin_distance(0 if country else country_gap, 0 if club else club_gap, groups)
    return concave(distance) - concave(_origin_distance(country_gap, club_gap, groups))


def _origin_distance(country_gap: int, club_gap: int, groups: int) -> float:
    """Return the distance of two origins, as a share: the larger, half of the smaller, and half a group more."""
    country, club = min(1.0, country_gap / groups), min(1.0, club_gap * 1.2 / groups)
    found = max(country, club) + min(country, club) / 2
    return found + 0.5 / groups if found else 0.0


def colours(rules: McMahonRules, one: McMahonRecord, other: McMahonRecord) -> int:
    """Return the cost of colours in an even game: better if both get nearer to equal Black and White (section 6)."""
    if stones(rules.options, one, other):
        return 0
    return balances(one.balance, other.balance)


def balances(one: int, other: int) -> int:
    # One player has more Blacks and the other more Whites: the game balances both.
    if one * other < 0:
        return -COLOURS
    # One player is balanced and the other has two more of a colour: the game helps the latter.
    return -COLOURS // 2 if not one * other and abs(one + other) >= 2 else 0


def chance(rules: McMahonRules, one: McMahonRecord, other: McMahonRecord) -> int:
    """Return the lot of the pair (section 7)."""
    return -lot(rules.options.lots, one, other) if rules.options.lots else 0


def forbidden_pair_cost(rules: McMahonRules, one: McMahonRecord, other: McMahonRecord) -> int:
    """Return the cost of a pair that the organiser has forbidden (section 8)."""
    return NEVER if other.number in rules.barred.get(one.number, ()) else 0


Cost = Callable[[McMahonRules, McMahonRecord, McMahonRecord], int]


class McMahonTerm(NamedTuple):
    """One rule of the sum. `level` is the share of a game without fault in the maximised sum."""

    key: str
    section: str
    cost: Cost


TERMS = (
    McMahonTerm("meeting", "1", meeting),
    McMahonTerm("score", "2", score),
    McMahonTerm("draw", "3", draw),
    McMahonTerm("seeding", "4", seeding),
    McMahonTerm("origin", "5", origin),
    McMahonTerm("colours", "6", colours),
    McMahonTerm("chance", "7", chance),
    McMahonTerm("barred", "8", forbidden_pair_cost),
)


def cost(rules: McMahonRules, one: McMahonRecord, other: McMahonRecord) -> int:
    """Return the total cost of a game; the same in both directions."""
    return sum([term.cost(rules, one, other) for term in TERMS])


def faultless(rules: McMahonRules) -> int:
    """Return the sum of a game without costs and gains: the sum of any game is this less its cost."""
    options = rules.options
    far = (
        0
        if options.start == "level"
        else SCORE - concave(_origin_distance(options.country_gap, options.club_gap, rules.groups))
    )
    return MEETING + SCORE + far + 1
