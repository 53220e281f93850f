"""Whole schedules with changing partners: whist tournaments, and the nearest approximations if none exist.

Theory. A round of g games has 2g pairs of partners, so all pairs are partners once after n(n-1)/4 games, and n must be
0 or 1 modulo 4. Then a whist tournament exists: each pair are partners once and opponents twice (known for all such n).
For 4m+2 and 4m+3 players, n rounds of m games give each player 4m games. So 4m of 4m+1 (4m+2) possible partners and 8m
opponents are the most, and a deficit of 2 (4) to twice each is unavoidable: the schedules here have exactly that.

Cyclic construction. A starter round contains each number once. Adding 1, or `step`, to every number modulo N gives the
next round. N is n, or n - 1 with one number fixed for n = 4m. The partners of the starter have all differences, up to
sign, once, and its opponents each at most twice. Nine players have no starter modulo 9 (none of 315 fits): theirs are
pairs of numbers modulo 3.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

Side = tuple[int, int]
Game = tuple[Side, Side]
Games = tuple[Game, ...]
#: Rounds in their order; the players are 1, 2, 3 ...
Table = tuple[Games, ...]

LARGEST = 24
#: By the number of players: the step from round to round, and the starter with numbers from 0.
STARTERS: Mapping[int, tuple[int, Games]] = MappingProxyType(
    {
        4: (1, (((0, 1), (3, 2)),)),
        5: (1, (((4, 0), (1, 3)),)),
        6: (1, (((4, 5), (0, 2)),)),
        7: (1, (((3, 6), (5, 0)),)),
        8: (1, (((1, 4), (5, 6)), ((0, 2), (7, 3)))),
        10: (1, (((4, 7), (6, 0)), ((8, 9), (1, 3)))),
        11: (1, (((2, 6), (5, 8)), ((10, 4), (0, 1)))),
        12: (1, (((2, 3), (9, 0)), ((7, 1), (6, 10)), ((5, 8), (11, 4)))),
        13: (1, (((9, 1), (2, 6)), ((12, 0), (8, 10)), ((4, 7), (5, 11)))),
        14: (1, (((4, 7), (3, 9)), ((0, 2), (10, 11)), ((1, 5), (8, 13)))),
        15: (1, (((6, 7), (0, 2)), ((1, 8), (5, 10)), ((11, 14), (13, 4)))),
        16: (1, (((5, 8), (12, 3)), ((11, 1), (13, 2)), ((9, 10), (4, 6)), ((7, 14), (15, 0)))),
        17: (1, (((8, 11), (13, 0)), ((10, 12), (2, 9)), ((3, 4), (7, 15)), ((1, 6), (16, 5)))),
        18: (1, (((11, 13), (7, 10)), ((0, 6), (14, 1)), ((17, 3), (8, 15)), ((12, 2), (4, 5)))),
        19: (4, (((4, 7), (8, 14)), ((12, 2), (9, 13)), ((10, 15), (18, 1)), ((17, 5), (11, 0)))),
        20: (1, (((11, 17), (8, 10)), ((13, 16), (2, 9)), ((1, 5), (14, 3)), ((7, 12), (6, 15)), ((18, 0), (19, 4)))),
        21: (1, (((5, 13), (18, 20)), ((14, 3), (6, 15)), ((0, 4), (10, 11)), ((19, 1), (17, 2)), ((7, 12), (9, 16)))),
        22: (3, (((4, 14), (21, 2)), ((7, 9), (18, 0)), ((5, 12), (8, 13)), ((10, 19), (15, 16)), ((3, 11), (17, 1)))),
        23: (3, (((19, 7), (2, 9)), ((17, 20), (5, 11)), ((21, 22), (1, 6)), ((10, 12), (3, 13)), ((18, 4), (0, 8)))),
        24: (
            1,
            (
                ((12, 14), (8, 11)),
                ((3, 10), (23, 1)),
                ((15, 0), (2, 7)),
                ((16, 4), (20, 21)),
                ((9, 18), (19, 6)),
                ((13, 17), (22, 5)),
            ),
        ),
    }
)

#: Nine players as pairs of numbers modulo 3.
NINE: Games = (((1, 2), (3, 6)), ((4, 8), (5, 7)))
#: In which rounds, bit by bit, the sides of a game of the starter change: everybody serves first in half of the games.
FLIPS: Mapping[int, Mapping[int, int]] = MappingProxyType(
    {8: {1: 19}, 12: {2: 199}, 16: {0: 273, 3: 28977}, 20: {4: 288561}, 24: {1: 8193474}}
)
#: Men a, b, c ... and women a, b, c ...: a game is man and woman against man and woman. Partners are never repeated.
#: With 4, 5, 7, 8, 9 and 11 of each nobody is met twice. With three one repeated meeting is unavoidable; with 6, 10 and
#: 12 there are 6, 15 and 26, and nobody is met more than twice.
MIXED: Mapping[int, str] = MappingProxyType(
    {
        3: ("bbcc cbaa acba"),
        4: ("adbccbda abcdbadc acdbbdca"),
        5: ("bdeccbde aebccaeb adcedcea acdbbacd abedbeda"),
        6: ("bbeeccddaaff cdaedceabffb dbbdecafcefa ebcaacbedffd abdabccfedfe"),
        7: ("bdgecgfbdcef agbccfgddbfa afcedagcedfg aedgbacdecgb adebbgdffega acfdbfeacbde abgfbefccaeg"),
        8: (
            "adbccbdaehfggfhe agcebhdfecgafdhb afdgbechebhcfagd ahedbgfccfgbdeha aefbbfeacghddhgc "
            "abghbahgcdefdcfe achfbdgecafhdbeg"
        ),
        9: (
            "bicedhgfedigfchb ahbddfhiebgafgie afcgdaiceihdfegh aedcbafdciehhfib acefbhdgcdfbgeha "
            "agfibfeacbdegcid aigbbeifcahgecfh adhebcgichiadbeg abihbghccfgddifa"
        ),
        10: (
            "jhbidcieebcggfhdfjaa dbffegbjgiiahechjdac efjbggfihcbacdihdeaj gcdfhgjecifaibbhejad "
            "hieccaddijjfbefbghag ccgjifeabddgfejihbah iihjbbgdfcehjgdaceaf bgcffdhajjgbdheiicae "
            "fgidjccbdjhheegabfai"
        ),
        11: (
            "bdkicgjfdjicebhkfegh akbccfkhdijeeaibfdhj ajcedhkgekjdfciagfhi aidgbacdejkffbjcgeik "
            "aheibkdffakegdjbhgij agfkbjehcbdegckdhfja afgbbifjcaeghekcihjk aehdbhgackfidcefigkb "
            "adifbghccjgkdbfhjika acjhbfiecihbdagjedfg abkjbejgchiddkhaecgi"
        ),
        12: (
            "lfjeahbbidelfkkcgjdihacg ajhfiajbflbggiecddkelkch illhfehbgdjadjbkkgefaicc fiaegblldkhgkhjjedbficca "
            "gcijdaafkilgebhebljkfhcd dhfakdieegakbclbjihjglcf klgheafjbeifjdaghklidccb ejdfbhggjlfchdikleaakbci "
            "bakkjgdbhigfljfdaciheecl jheihlkalcdgadgkibffbjce hcbdlaehabkjiidlfggejfck"
        ),
    }
)


@cache
def table(players: int) -> Table:
    """Return the schedule of 4 to 24 players, on as many courts as they fill."""
    if players == 9:
        return tuple(_shift_by_threes(across, up) for across in range(3) for up in range(3))
    step, starter = STARTERS[players]
    fixed = players - 1 if players % 4 == 0 else None
    modulus = players if fixed is None else players - 1
    flips = FLIPS.get(players, {})

    def at(number: int, times: int) -> int:
        return number + 1 if number == fixed else (number + times * step) % modulus + 1

    return tuple(
        tuple(
            _game(*((at(a, times), at(b, times)) for a, b in game), turned=bool(flips.get(place, 0) >> times & 1))
            for place, game in enumerate(starter)
        )
        for times in range(modulus)
    )


def _game(first: Side, second: Side, *, turned: bool) -> Game:
    return (second, first) if turned else (first, second)


def _shift_by_threes(across: int, up: int) -> Games:
    def at(number: int) -> int:
        return (number // 3 + across) % 3 * 3 + (number % 3 + up) % 3 + 1

    return tuple(((at(a), at(b)), (at(c), at(d))) for (a, b), (c, d) in NINE)


@cache
def mixed_table(couples: int) -> Table:
    """Return the schedule of men, numbered from 1, and as many women, numbered after them: 3 to 12 of each."""

    def game(text: str) -> Game:
        man, woman, other_man, other_woman = (ord(letter) - ord("a") + 1 for letter in text)
        return (man, couples + woman), (other_man, couples + other_woman)

    return tuple(
        tuple(game(written[at : at + 4]) for at in range(0, len(written), 4)) for written in MIXED[couples].split()
    )
