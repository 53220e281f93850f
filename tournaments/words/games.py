"""Of how many games a pairing is, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def of_games(best_of: int) -> str:
    """What to say of a pairing of so many games: an even number is played in full, an odd one until it is decided."""
    if best_of % 2:
        text = ngettext("{n} game", "Best of {n} games", best_of)
    else:
        text = _("{n} games, the sides change after each")
    return text.format(n=best_of)
