"""By what lists of one tournament are narrowed. What is not known as a parameter is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from tournaments.journal.verbs import VERBS
from tournaments.models import JournalEntry, Player, Tournament, external
from tournaments.rights.who import Who
from tournaments.services import external as ids
from tournaments.web.api.queries import LARGEST, Choice, Flag, Text, Whole
from tournaments.words.finding import fits

A_PAGE = 200

PLAYERS = (
    Text("q", "words of the name in any order; case, accents and apostrophes do not count", longest=100),
    Text("club", "the whole club", longest=100),
    Text("federation", "of this federation", longest=40),
    Flag("checked_in", "only those who are here, or only who are not"),
    Flag("withdrawn", "only those who have left, or only who are in"),
    Text("external_id", "the id that you have given", longest=external.LONGEST),
)
JOURNAL = (
    Whole("after", "entries that came later: `next` of an answer before", least=0, most=LARGEST),
    Choice("verb", "only entries of this verb", choices=tuple(VERBS)),
    Whole("limit", f"how many, {A_PAGE} if not given", most=A_PAGE),
)


def players(who: Who, tournament: Tournament, given: Mapping[str, Any]) -> QuerySet[Player]:
    """The players of a tournament that a reader asks for, by name."""
    found = tournament.players.prefetch_related("requested_byes")
    if "q" in given:
        names = tournament.players.values_list("pk", "name")
        found = found.filter(pk__in=[key for key, name in names if fits(name, given["q"])])
    if "withdrawn" in given:
        found = found.filter(withdrawn_after__isnull=not given["withdrawn"])
    if "external_id" in given:
        mine = ids.own(who).filter(value=given["external_id"])
        found = found.filter(pk__in=mine.values("player"))
    same = {"club": "club__iexact", "federation": "federation__iexact", "checked_in": "checked_in"}
    return found.filter(**{column: given[name] for name, column in same.items() if name in given})


def journal(tournament: Tournament, given: Mapping[str, Any]) -> tuple[list[JournalEntry], int, bool]:
    """Entries of a journal that a reader asks for, oldest first; where what follows begins; and if there is more now.

    Where there is none it begins where this reading began: asked again later, it tells what came meanwhile.
    """
    after, limit = given.get("after", 0), given.get("limit", A_PAGE)
    found = tournament.journal.filter(sequence__gt=after)
    if "verb" in given:
        found = found.filter(verb=given["verb"])
    rows = list(found.select_related("actor", "undone_by").defer("changes").order_by("sequence")[: limit + 1])
    shown = rows[:limit]
    return shown, shown[-1].sequence if shown else after, len(rows) > len(shown)
