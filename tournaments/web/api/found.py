"""The list of tournaments: by what it is narrowed, and where its next page begins."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.games import GAMES
from tournaments.models import Member, Round, Tournament, external
from tournaments.rights.permissions import visible
from tournaments.rights.who import Who
from tournaments.services import external as ids
from tournaments.web.api.queries import Choice, Day, Flag, NotTaken, Text, Whole
from tournaments.web.api.serializers_tournaments import TournamentOut

A_PAGE = 100
STATES = ("planned", "running", "finished", "archived")


class Cursor(Text):
    """Where a page begins, as the page before said it; what is inside is nobody's business but ours."""

    def read(self, text: str) -> tuple[date, str, int]:
        try:
            day, name, key = json.loads(urlsafe_b64decode(Text.read(self, text).encode()))
            if not (isinstance(name, str) and isinstance(key, int) and "\0" not in name and 0 < key < 2**63):
                raise NotTaken(name)
            return date.fromisoformat(day), name, key
        except (ValueError, TypeError, RecursionError) as error:
            raise NotTaken(_("This is no cursor. Take the `next` of the page before.")) from error


QUERY = (
    Flag("mine", "only those on whose staff you are"),
    Choice("game", "of this game", choices=tuple(GAMES)),
    Choice("status", "planned: no round is published; archived ones are in no other list", choices=STATES),
    Day("date_from", "starts on this day or later"),
    Day("date_to", "starts on this day or earlier"),
    Text("q", "a part of the name", longest=120),
    Text("external_id", "the id that you have given", longest=external.LONGEST),
    Whole("limit", f"how many, {A_PAGE} if not given", most=200),
    Cursor("cursor", "the `next` of the page before", longest=800),
)


def page(who: Who, asked: Mapping[str, Any]) -> dict[str, Any]:
    """A page of the tournaments that somebody may see, the latest first; `asked` are values of QUERY."""
    limit = asked.get("limit", A_PAGE)
    rows = _narrowed(visible(who), who, asked).order_by("-starts_on", "name", "pk")
    if "cursor" in asked:
        day, name, key = asked["cursor"]
        level = Q(starts_on=day)
        rows = rows.filter(Q(starts_on__lt=day) | (level & Q(name__gt=name)) | (level & Q(name=name, pk__gt=key)))
    shown = list(rows.select_related("event").prefetch_related("stages")[: limit + 1])
    following = _cursor(shown[limit - 1]) if len(shown) > limit else None
    return {"tournaments": documents(who, shown[:limit]), "next": following}


def documents(who: Who, tournaments: Sequence[Tournament]) -> Any:
    """Tournaments as somebody reads them, with the ids that the reader gave them."""
    context = {"external_ids": ids.of_tournaments(who, tournaments)}
    return TournamentOut(tournaments, many=True, context=context).data


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
