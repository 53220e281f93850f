"""By what lists of one tournament are narrowed. What is not known as a parameter is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.journal.verbs import VERBS
from tournaments.models import JournalEntry, Player, Tournament, external
from tournaments.models.player import sort_key
from tournaments.rights.who import Who
from tournaments.services import external as ids
from tournaments.web.api import serializers as s

A_PAGE = 200
LARGEST = 2**53 - 1


class PlayersQuery(s.Strict):
    q = s.LineField(max_length=100, required=False, help_text="a part of the name; case and accents do not count")
    club = s.LineField(max_length=100, required=False, help_text="the whole club")
    federation = s.LineField(max_length=40, required=False)
    checked_in = serializers.BooleanField(required=False)
    withdrawn = serializers.BooleanField(required=False, help_text="only those who have left, or only who are in")
    external_id = s.LineField(max_length=external.LONGEST, required=False, help_text="the id that you have given")


class JournalQuery(s.Strict):
    after = serializers.IntegerField(
        min_value=0, max_value=LARGEST, default=0, help_text="entries that came later: `next` of an answer before"
    )
    verb = serializers.CharField(max_length=40, required=False, help_text="only entries of this verb")
    limit = serializers.IntegerField(min_value=1, max_value=A_PAGE, default=A_PAGE)

    def validate_verb(self, verb: str) -> str:
        if verb not in VERBS:
            raise serializers.ValidationError(_("There is no such verb in the journal."))
        return verb


def asked(kind: type[s.Strict], query: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of an address. Raises ValidationError."""
    given = kind(data={name: query[name] for name in query})
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)


def players(who: Who, tournament: Tournament, query: Mapping[str, Any]) -> QuerySet[Player]:
    """The players of a tournament that a reader asks for, by name."""
    given = asked(PlayersQuery, query)
    found = tournament.players.prefetch_related("requested_byes")
    if "q" in given:
        found = found.filter(sort_key__contains=sort_key(given["q"]))
    if "withdrawn" in given:
        found = found.filter(withdrawn_after__isnull=not given["withdrawn"])
    if "external_id" in given:
        mine = ids.own(who).filter(value=given["external_id"])
        found = found.filter(pk__in=mine.values("player"))
    same = {"club": "club__iexact", "federation": "federation__iexact", "checked_in": "checked_in"}
    return found.filter(**{column: given[name] for name, column in same.items() if name in given})


def journal(tournament: Tournament, query: Mapping[str, Any]) -> tuple[list[JournalEntry], int, bool]:
    """Entries of a journal that a reader asks for, oldest first; where what follows begins; and if there is more now.

    Where there is none it begins where this reading began: asked again later, it tells what came meanwhile.
    """
    given = asked(JournalQuery, query)
    found = tournament.journal.filter(sequence__gt=given["after"])
    if "verb" in given:
        found = found.filter(verb=given["verb"])
    rows = list(found.select_related("actor", "undone_by").defer("changes").order_by("sequence")[: given["limit"] + 1])
    shown = rows[: given["limit"]]
    return shown, shown[-1].sequence if shown else given["after"], len(rows) > len(shown)
