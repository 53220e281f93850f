"""Find tournaments by the name of a player."""

from __future__ import annotations

import re

from django.contrib.postgres.search import SearchQuery
from django.db.models import Q

from tournaments.models import Player
from tournaments.models.player import WORDS_OF_NAME, sort_key, space_words

_WORD = re.compile(r"\w+")
#: Letters of a query from which on it means a player, not half the players there are; of other scripts one is enough.
SHORTEST = 3


def played_by(query: str) -> Q:
    """The condition that a player's name has words which begin as all of those of a query do."""
    words = _WORD.findall(space_words(sort_key(query)))
    if sum(map(len, words)) < SHORTEST and query.isascii():
        return Q(pk__in=())
    meant = SearchQuery(" & ".join(f"{word}:*" for word in words), config="simple", search_type="raw")
    named = Player.objects.alias(words=WORDS_OF_NAME).filter(words=meant).order_by()
    return Q(pk__in=named.values("tournament"))
