"""Find a server's tournaments by words of name, place, game and day, or by a player.

Each query uses indexes, for any number of tournaments.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from django.contrib.postgres.search import SearchQuery
from django.db.models import Q, QuerySet

from tournaments.core.games import GAMES
from tournaments.core.orm.columns import BeginsWith, word_vector
from tournaments.core.words.names import LONGEST_ENDING, fits, fold_name, query_words
from tournaments.models import Player, Tournament
from tournaments.models.player import WORDS_OF_NAME, sort_key, space_words

_WORD = re.compile(r"\w+")
#: The minimum length of a query that searches players, to avoid too many matches; in other scripts one letter is
#: enough.
SHORTEST = 3
#: A year, a month or a day as a word of a query, which has no hyphens.
_DAY = re.compile(r"([12]\d{3})(\d\d)?(\d\d)?", re.ASCII)
#: The number of older rows that get their search words in one statement.
AT_ONCE = 500


def played_by(query: str) -> Q:
    """Return the condition that each word of a query begins a word of a player's name."""
    return Q(pk__in=_players(query).values("tournament"))


def fitting(tournaments: QuerySet[Tournament], query: str) -> QuerySet[Tournament]:
    """Return the tournaments whose name, place, game and day together contain every word of a query, or that have such
    a player.

    A word of a query may be any part of a word. Games have their names in the reader's language.
    """
    words = query_words(query)
    games = {key: str(game.name) for key, game in GAMES.items()}
    rows = tournaments.alias(words=word_vector("search_words"))
    for word in words:
        game_keys, period = [key for key, name in games.items() if word in fold_name(name)], _period(word)
        within = Q(starts_on__range=period) if period else Q(pk__in=())
        rows = rows.filter(Q(words=_begins_with(word)) | Q(game__in=game_keys) | within)
    found = Q(pk__in=rows.order_by().values("pk").union(_players(query).values("tournament")))
    older = tournaments.filter(search_words="").order_by().values_list("pk", "name", "city", "game", "starts_on")
    late = [
        pk
        for pk, name, city, game, day in older
        if all(_is_within(word, day) or fits(f"{name} {city} {games[game]}", word) for word in words)
    ]
    return tournaments.filter(found | Q(pk__in=late) if late else found)


def narrow(tournaments: QuerySet[Tournament], text: str) -> QuerySet[Tournament]:
    """Return few rows, including all whose name or city contains a text, for a closer check."""
    words = [Q(words=_begins_with(word)) for word in query_words(text)]
    if not words:
        return tournaments
    return tournaments.alias(words=word_vector("search_words")).filter(Q(*words) | Q(search_words=""))


def fill_search_words() -> None:
    """Fill empty search words, in rows that an older version wrote."""
    older = Tournament.objects.filter(search_words="").order_by("pk")
    last = 0
    while rows := list(older.filter(pk__gt=last)[:AT_ONCE]):
        for row in rows:
            row.derive(None)
        Tournament.objects.bulk_update(rows, ["search_words"])
        last = rows[-1].pk


def _players(query: str) -> QuerySet[Player]:
    words = _WORD.findall(space_words(sort_key(query)))
    if sum(map(len, words)) < SHORTEST and query.isascii():
        return Player.objects.none()
    name_query = SearchQuery(" & ".join(f"{word}:*" for word in words), config="simple", search_type="raw")
    return Player.objects.alias(words=WORDS_OF_NAME).filter(words=name_query).order_by()


def _begins_with(word: str) -> BeginsWith:
    return BeginsWith(word[:LONGEST_ENDING])


def _period(word: str) -> tuple[date, date] | None:
    """Return the first and last day of the year or month, or the day, that a word means; None if it means none."""
    found = _DAY.fullmatch(word)
    if found is None:
        return None
    year, month, day = (int(part) if part else 0 for part in found.groups())
    try:
        first = date(year, month or 1, day or 1)
    except ValueError:
        return None
    after = date(year + (month in {0, 12}), month % 12 + 1 if month else 1, 1)
    return first, first if day else after - timedelta(days=1)


def _is_within(word: str, day: date) -> bool:
    period = _period(word)
    return period is not None and period[0] <= day <= period[1]
