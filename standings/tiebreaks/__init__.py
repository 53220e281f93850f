"""TIEBREAKS: every criterion there is, by its code. Stored codes are never renamed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from standings.tiebreaks import card_games
from standings.tiebreaks.criterion import Criterion

TIEBREAKS: Mapping[str, Criterion] = MappingProxyType(
    {
        criterion.code: criterion
        for criterion in (
            card_games.MP,
            card_games.WINS,
            card_games.MW,
            card_games.GW,
            card_games.OMW,
            card_games.OGW,
            card_games.OOMW,
        )
    }
)


class UnknownTiebreak(ValueError):
    """A code that is in no table, or a modifier that the criterion does not take."""


def tiebreak(code: str) -> Criterion:
    """The criterion of a code. Raises UnknownTiebreak with a sentence for the user."""
    if code not in TIEBREAKS:
        raise UnknownTiebreak(f"There is no tie-break {code}.")
    return TIEBREAKS[code]
