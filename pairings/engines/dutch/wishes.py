"""The text's order as digits of a weight (C.04.3 art. 4.2 to 4.4), for matchings of greatest weight.

The *top* of a pair is its higher ranked member. After an exchange S1 is the set of tops, whence with q pairs: the
players exchanged are the tops beyond the first q, and the difference of the exchange is the sum of the tops less
1 + ... + q. So every wish of the text is a sum over pairs, and wishes in their order of importance are digits.
"""

from __future__ import annotations

from collections.abc import Callable

#: For the top of a pair (head, last, shift): the pair adds head + (last - low << shift).
Wish = Callable[[int], tuple[int, int, int]]


def remainder_wish(size: int, pairs: int) -> tuple[Wish, int]:
    """Exchanges (4.3) and transpositions (4.2) of `size` players numbered from 1, `pairs` pairs to be made.

    Returns the wish of a top, and how many binary digits a sum of what pairs add may have.
    """
    base = (size + 1).bit_length()
    order = base * size
    wide = (size * size + 1).bit_length()

    def wish(top: int) -> tuple[int, int, int]:
        value = (top <= pairs) << wide | size - top
        value = value << size + wide | ((1 << pairs) - (1 << top - 1) if top <= pairs else 0)
        value = value << size + wide | (1 << size - top if top > pairs else 0)
        return value << order, size, base * (size - top)

    return wish, order + 2 * (size + wide) + 2 * wide + 1


def moved_wish(moved: int, residents: int) -> tuple[Wish, int]:
    """Which of `moved` players moved down are paired (4.4), then the opponent of each (4.2); both count from 0."""
    base = (residents + 1).bit_length()

    def wish(player: int) -> tuple[int, int, int]:
        return 1 << base * moved + moved - 1 - player, residents, base * (moved - 1 - player)

    return wish, moved * (base + 1)
