"""The pairs of each round, for teams of 2 to 10: tables found by search, equal to those of the data.

In every round each team has White in half of its games, rounded up or down, and so has every player over all rounds;
nobody has a colour three times running up to teams of 8 (2 times at 9, 7 times at 10). For two players no table keeps
both balances: there each player has each colour once, and the teams alternate White.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

#: The games of each round, White first; A1 is the first player of the first team.
_TEXTS = {
    2: ("A1-B1 A2-B2", "B2-A1 B1-A2"),
    3: (
        "A1-B2 B3-A2 B1-A3",
        "B3-A1 A2-B1 B2-A3",
        "A1-B1 B2-A2 A3-B3",
    ),
    4: (
        "B3-A1 A2-B4 A3-B1 B2-A4",
        "B4-A1 B1-A2 A3-B2 A4-B3",
        "A1-B1 B2-A2 B3-A3 A4-B4",
        "A1-B2 A2-B3 B4-A3 B1-A4",
    ),
    5: (
        "B5-A1 A2-B1 B2-A3 A4-B3 A5-B4",
        "A1-B3 B4-A2 A3-B5 B1-A4 A5-B2",
        "B4-A1 A2-B5 B1-A3 A4-B2 B3-A5",
        "B2-A1 A2-B3 A3-B4 B5-A4 A5-B1",
        "A1-B1 B2-A2 B3-A3 A4-B4 B5-A5",
    ),
    6: (
        "B5-A1 A2-B4 B6-A3 B3-A4 A5-B1 A6-B2",
        "A1-B4 B3-A2 B2-A3 A4-B5 A5-B6 B1-A6",
        "A1-B3 A2-B2 A3-B1 B6-A4 B5-A5 B4-A6",
        "B1-A1 A2-B6 B4-A3 A4-B2 B3-A5 A6-B5",
        "B2-A1 B5-A2 A3-B3 A4-B1 A5-B4 B6-A6",
        "A1-B6 B1-A2 A3-B5 B4-A4 B2-A5 A6-B3",
    ),
    7: (
        "B4-A1 B5-A2 A3-B6 A4-B7 B1-A5 A6-B2 B3-A7",
        "A1-B5 B6-A2 B7-A3 B1-A4 A5-B2 B3-A6 A7-B4",
        "B2-A1 A2-B3 B4-A3 B5-A4 B6-A5 A6-B7 A7-B1",
        "A1-B3 B4-A2 A3-B5 A4-B6 B7-A5 B1-A6 B2-A7",
        "A1-B7 A2-B1 A3-B2 B3-A4 A5-B4 B5-A6 B6-A7",
        "B1-A1 A2-B2 B3-A3 A4-B4 B5-A5 A6-B6 A7-B7",
        "B6-A1 B7-A2 A3-B1 B2-A4 A5-B3 B4-A6 A7-B5",
    ),
    8: (
        "B3-A1 B4-A2 A3-B5 A4-B6 B7-A5 A6-B8 B1-A7 A8-B2",
        "A1-B1 B2-A2 A3-B3 B4-A4 A5-B5 B6-A6 A7-B7 B8-A8",
        "A1-B7 A2-B8 B1-A3 A4-B2 B3-A5 A6-B4 B5-A7 B6-A8",
        "B2-A1 A2-B3 A3-B4 B5-A4 A5-B6 B7-A6 B8-A7 A8-B1",
        "A1-B8 B1-A2 B2-A3 A4-B3 B4-A5 A6-B5 A7-B6 B7-A8",
        "B6-A1 A2-B7 A3-B8 B1-A4 A5-B2 B3-A6 B4-A7 A8-B5",
        "B5-A1 A2-B6 B7-A3 B8-A4 A5-B1 B2-A6 A7-B3 A8-B4",
        "A1-B4 B5-A2 B6-A3 A4-B7 B8-A5 A6-B1 A7-B2 B3-A8",
    ),
    9: (
        "B4-A1 B5-A2 B6-A3 A4-B7 A5-B8 B9-A6 B1-A7 A8-B2 A9-B3",
        "B8-A1 A2-B9 A3-B1 A4-B2 A5-B3 B4-A6 A7-B5 B6-A8 B7-A9",
        "A1-B6 B7-A2 A3-B8 B9-A4 B1-A5 A6-B2 B3-A7 A8-B4 A9-B5",
        "B2-A1 A2-B3 B4-A3 B5-A4 B6-A5 A6-B7 A7-B8 A8-B9 B1-A9",
        "A1-B1 A2-B2 B3-A3 A4-B4 A5-B5 B6-A6 B7-A7 B8-A8 B9-A9",
        "A1-B7 B8-A2 A3-B9 B1-A4 B2-A5 A6-B3 A7-B4 B5-A8 A9-B6",
        "B3-A1 B4-A2 A3-B5 B6-A4 B7-A5 A6-B8 A7-B9 A8-B1 A9-B2",
        "B9-A1 A2-B1 B2-A3 A4-B3 A5-B4 B5-A6 A7-B6 B7-A8 B8-A9",
        "A1-B5 A2-B6 A3-B7 A4-B8 A5-B9 B1-A6 B2-A7 B3-A8 B4-A9",
    ),
    10: (
        "A1-B6 B7-A2 A3-B4 B8-A4 B10-A5 A6-B1 B9-A7 A8-B3 B2-A9 A10-B5",
        "B4-A1 A2-B9 A3-B8 B3-A4 B1-A5 B5-A6 A7-B2 A8-B10 A9-B7 B6-A10",
        "A1-B5 A2-B2 B7-A3 A4-B1 A5-B6 A6-B3 B10-A7 B9-A8 B4-A9 B8-A10",
        "A1-B10 A2-B3 B6-A3 A4-B5 B2-A5 A6-B9 A7-B4 B8-A8 B1-A9 B7-A10",
        "A1-B7 A2-B8 B1-A3 B6-A4 B5-A5 B4-A6 B3-A7 A8-B2 A9-B9 A10-B10",
        "B2-A1 B10-A2 A3-B5 B9-A4 A5-B8 B7-A6 A7-B1 A8-B6 A9-B3 B4-A10",
        "B9-A1 B1-A2 B3-A3 A4-B4 A5-B7 A6-B8 A7-B6 B5-A8 B10-A9 A10-B2",
        "A1-B1 A2-B4 A3-B2 A4-B10 B9-A5 B6-A6 B5-A7 A8-B7 B8-A9 B3-A10",
        "B8-A1 B6-A2 A3-B9 B2-A4 A5-B3 A6-B10 B7-A7 B4-A8 A9-B5 A10-B1",
        "B3-A1 B5-A2 B10-A3 A4-B7 A5-B4 B2-A6 A7-B8 B1-A8 A9-B6 A10-B9",
    ),
}
_GAME = re.compile(r"([AB])(\d+)-[AB](\d+)")
MOST = max(_TEXTS)

#: (first, second) of each game by rounds, by seats: the first team sits on 1 to n, the second on n + 1 to 2n.
Table = tuple[tuple[tuple[int, int], ...], ...]


def _table(size: int, texts: tuple[str, ...]) -> Table:
    found = []
    for text in texts:
        games = []
        for team, one, other in _GAME.findall(text):
            first, second = int(one), int(other)
            games.append((first, size + second) if team == "A" else (size + first, second))
        found.append(tuple(games))
    return tuple(found)


TABLES: Mapping[int, Table] = MappingProxyType({size: _table(size, texts) for size, texts in _TEXTS.items()})
