"""The initial ranking of C.04.2, by which players are numbered where numbers follow strength."""

from __future__ import annotations

from pairings.snapshot import Player as PlayerFact
from tournaments.models.player import sort_key

#: Titles in the order of C.04.2 article 2.2; whoever has another or none comes after them.
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")


def initial_ranking(player: PlayerFact) -> tuple[int, int, str]:
    """What orders the initial list (C.04.2 article 2.2): rating, title, then the alphabet."""
    title = player.title.upper()
    return -(player.rating or 0), TITLES.index(title) if title in TITLES else len(TITLES), sort_key(player.name)
