"""A rating or a rank typed behind a name in the same field: `Anna Virta 1900`, `Kim Min-jun 6d`.

The page shows what it takes before it is saved, so each pattern means the same here and in a browser's script: the name
is its first group, the value its second.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from tournaments.core.games import GAMES
from tournaments.models import Tournament
from tournaments.players.person_checks import has_ranks

#: Games whose players have ratings of four digits, and no invented names such as "Kaktus 1999".
RATED = frozenset(GAMES[key].key for key in ("chess", "go", "shogi", "othello", "table-tennis"))
_RANK = "(?:[1-9]|[12][0-9]|30) ?k(?:yu)?|[1-9] ?d(?:an)?"
#: A name ends in a letter or a dot. Two words are a full name: a value may follow it at once, or be short.
_ONE_WORD = r"(.*[^\s0-9,;:(/#+-])[\s,;:]+"
_TWO_WORDS = r"(.*[^\s0-9,;:]\s+\S*[^\s0-9,;:(/#+-])"
#: What may stand behind a name, by the field it belongs to.
ENDINGS: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "rating": (f"^{_ONE_WORD}([1-3][0-9]{{3}})$", rf"^{_TWO_WORDS}[\s,;:]*([1-3][0-9]{{3}}|[1-9][0-9]{{2}})$"),
        "rank": (f"^{_ONE_WORD}({_RANK})$", rf"^{_TWO_WORDS}[\s,;:]*({_RANK})$"),
    }
)


def endings_of(tournament: Tournament) -> Mapping[str, Sequence[str]]:
    """What may stand behind the name of a new player; nothing where a number may be part of it, as of a team."""
    if tournament.game not in RATED or tournament.table_kind.has_members:
        return {}
    return {field: ENDINGS[field] for field in ("rank", "rating") if field == "rating" or has_ranks(tournament)}


def split(name: str, endings: Mapping[str, Sequence[str]]) -> tuple[str, dict[str, str]]:
    """The name without what stands behind it, and that by its field."""
    found: dict[str, str] = {}
    rest = name.strip()
    for _ in endings:
        for field, patterns in endings.items():
            ending = next((hit for pattern in patterns if (hit := re.match(pattern, rest, re.IGNORECASE))), None)
            if field not in found and ending is not None:
                rest, found[field] = ending[1], ending[2]
    return rest, found
