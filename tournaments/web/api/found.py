"""The list of tournaments: by what it is narrowed, and where its next page begins."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.games import GAMES
from tournaments.models import Member, Round, Tournament, external
from tournaments.rights.permissions import visible
from tournaments.rights.who import Who
from tournaments.services import external as ids
from tournaments.web.api import serializers as s

A_PAGE = 100
STATES = ("planned", "running", "finished", "archived")


class CursorField(serializers.CharField):
    """Where a page begins, as the page before said it; what is inside is nobody's business but ours."""

    def to_internal_value(self, data: Any) -> Any:
        try:
            day, name, key = json.loads(urlsafe_b64decode(super().to_internal_value(data).encode()))
            if not (isinstance(name, str) and isinstance(key, int) and "\0" not in name and 0 < key < 2**63):
                raise ValueError(name)
            return date.fromisoformat(day), name, key
        except (ValueError, TypeError, RecursionError) as error:
            text = _("This is no cursor. Take the `next` of the page before.")
            raise serializers.ValidationError(text) from error


class TournamentsQuery(s.Strict):
    mine = serializers.BooleanField(required=False, help_text="only those on whose staff you are")
    game = serializers.ChoiceField(choices=list(GAMES), required=False)
    status = serializers.ChoiceField(
        choices=STATES, required=False, help_text="planned: no round is published; archived ones are in no other list"
    )
    date_from = serializers.DateField(required=False, help_text="starts on this day or later")
    date_to = serializers.DateField(required=False, help_text="starts on this day or earlier")
    q = s.LineField(max_length=120, required=False, help_text="a part of the name")
    external_id = s.LineField(max_length=external.LONGEST, required=False, help_text="the id that you have given")
    limit = serializers.IntegerField(min_value=1, max_value=200, default=A_PAGE)
    cursor = CursorField(max_length=800, required=False, help_text="the `next` of the page before")


def page(who: Who, query: Mapping[str, Any]) -> dict[str, Any]:
    """A page of the tournaments that somebody may see, the latest first. Raises ValidationError."""
    given = TournamentsQuery(data={name: query[name] for name in query})
    given.is_valid(raise_exception=True)
    asked = given.validated_data
    rows = _narrowed(visible(who), who, asked).order_by("-starts_on", "name", "pk")
    if "cursor" in asked:
        day, name, key = asked["cursor"]
        level = Q(starts_on=day)
        rows = rows.filter(Q(starts_on__lt=day) | (level & Q(name__gt=name)) | (level & Q(name=name, pk__gt=key)))
    shown = list(rows.select_related("event").prefetch_related("stages")[: asked["limit"] + 1])
    following = _cursor(shown[asked["limit"] - 1]) if len(shown) > asked["limit"] else None
    return {"tournaments": documents(who, shown[: asked["limit"]]), "next": following}


def documents(who: Who, tournaments: Sequence[Tournament]) -> Any:
    """Tournaments as somebody reads them, with the ids that the reader gave them."""
    context = {"external_ids": ids.of_tournaments(who, tournaments)}
    return s.TournamentOut(tournaments, many=True, context=context).data


def document(who: Who, tournament: Tournament) -> Any:
    """The same of one tournament."""
    return documents(who, [tournament])[0]


def _narrowed(rows: QuerySet[Tournament], who: Who, asked: Mapping[str, Any]) -> QuerySet[Tournament]:
    begun = Exists(Round.objects.filter(tournament=OuterRef("pk")).exclude(status=Round.Status.DRAFT))
    by_status = {
        "planned": Q(~begun, finished_at=None),
        "running": Q(begun, finished_at=None),
        "finished": Q(finished_at__isnull=False),
        "archived": Q(),
    }
    rows = rows.filter(by_status.get(asked.get("status", ""), Q()))
    rows = rows.filter(archived_at__isnull=asked.get("status") != "archived")
    if asked.get("mine"):
        rows = rows.filter(pk__in=Member.objects.active().filter(user=who.user).values("tournament"))
    if "external_id" in asked:
        rows = rows.filter(pk__in=ids.own(who).filter(player=None, value=asked["external_id"]).values("tournament"))
    named = {"game": "game", "date_from": "starts_on__gte", "date_to": "starts_on__lte", "q": "name__icontains"}
    return rows.filter(**{named[name]: value for name, value in asked.items() if name in named})


def _cursor(last: Tournament) -> str:
    inside = json.dumps([last.starts_on.isoformat(), last.name, last.pk])
    return urlsafe_b64encode(inside.encode()).decode()
