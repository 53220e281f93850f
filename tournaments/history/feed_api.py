"""One feed of all tournaments that a program works for: what happened in any of them, with one cursor.

The cursor says how far each tournament has been read. No order over several tournaments is needed for that, and an
entry that is stored late is told late and never lost.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.journal.feed import OPEN, events
from tournaments.core.journal.verbs import with_undone
from tournaments.core.rights import Right, Who, rights_of_all
from tournaments.history.api import A_PAGE, FeedEventOut
from tournaments.models import JournalEntry, Member, Tournament
from tournaments.web.api.base import ProgramView, missing, who_of
from tournaments.web.api.openapi import FAULTS, meets
from tournaments.web.api.reading import NotTaken, Text, Whole
from tournaments.web.api.serializers import Document

#: The cursor of who has read nothing.
NOTHING = "0"
_CURSOR = re.compile(r"(?:[0-9a-f]{1,15}\.[0-9a-f]{1,15}(?:~|$))*")


@dataclass(frozen=True, slots=True)
class CursorOfAll(Text):
    """How far each tournament was read, by its key; what is inside is nobody's business but ours."""

    def read(self, text: str) -> Mapping[int, int]:
        if text == NOTHING:
            return {}
        if not 0 < len(text) <= self.longest or not _CURSOR.fullmatch(text):
            raise NotTaken(_("Invalid cursor. Use `cursor` from the previous answer."))
        pairs = (each.split(".") for each in text.split("~"))
        return {int(key, 16): int(number, 16) for key, number in pairs}


def _as_text(cursor: Mapping[int, int]) -> str:
    return "~".join(f"{key:x}.{number:x}" for key, number in sorted(cursor.items())) or NOTHING


AFTER = CursorOfAll("after", "the `cursor` of the last answer; everything without it or with 0", longest=20_000)
LIMIT = Whole("limit", f"how many, {A_PAGE} if not given", most=A_PAGE)


class EventOfAllOut(FeedEventOut):
    tournament = serializers.CharField(help_text="its slug, as in addresses")


class FeedOfAllOut(Document):
    created = serializers.ListField(
        child=serializers.CharField(), help_text="slugs of tournaments that are new since the cursor"
    )
    events = EventOfAllOut(many=True, help_text="of each tournament in its order")
    cursor = serializers.CharField(help_text="give it as `after` for what follows")
    more = serializers.BooleanField(help_text="whether there is more by now")


@dataclass(frozen=True, slots=True)
class Followed:
    """A tournament with how far it was read, and whether the reader is told what the journal says."""

    row: Tournament
    after: int
    whole: bool

    @property
    def entries(self) -> Q:
        between = Q(tournament=self.row.pk, sequence__gt=self.after, sequence__lte=self.row.revision)
        return between if self.whole else between & with_undone(OPEN)


def followed(who: Who, cursor: Mapping[int, int]) -> list[Followed]:
    """The tournaments on whose staff somebody is, as far as the token goes."""
    mine = Member.objects.active().filter(user=who.user).values("tournament")
    rows = list(Tournament.objects.filter(pk__in=mine).order_by("pk"))
    granted = rights_of_all(who, rows)
    there = [row for row in rows if granted[row.pk] - {Right.SEE}]
    return [Followed(row, cursor.get(row.pk, 0), Right.SEE_DRAFTS in granted[row.pk]) for row in there]


def entries_of(tournaments: Sequence[Followed], limit: int) -> list[JournalEntry]:
    """What happened in them, each in its order."""
    behind = [each for each in tournaments if each.row.revision > each.after]
    if not behind:
        return []
    asked = Q()
    for each in behind:
        asked |= each.entries
    return list(JournalEntry.objects.filter(asked).select_related("actor").defer("changes").order_by("pk")[:limit])


class AllEvents(ProgramView):
    query = (AFTER, LIMIT)

    @meets(403)  # a player's badge
    @extend_schema(responses={200: FeedOfAllOut, **FAULTS}, operation_id="feed_of_all")
    def get(self, request: Request) -> Response:
        """List events of all tournaments that you help to run, at most 200; `created` names new tournaments.

        A token for one tournament is told of that one. Ask again with the `cursor`: an answer without events costs two
        queries, however many tournaments there are, and with If-None-Match it is 304.
        """
        who = who_of(request)
        if who.user is None:
            raise missing(who, [Right.SEE_DRAFTS])
        cursor: Mapping[int, int] = self.asked.get("after", {})
        limit: int = self.asked.get("limit", A_PAGE)
        tournaments = followed(who, cursor)
        read = entries_of(tournaments, limit + 1)
        shown, more = read[:limit], len(read) > limit
        by_key = {each.row.pk: each for each in tournaments}
        reached = {key: each.after if more else each.row.revision for key, each in by_key.items()}
        told = []
        for entry, event in zip(shown, events(shown), strict=True):
            of = by_key[entry.tournament_id]
            told.append({**(event.whole if of.whole or event.open is None else event.open), "tournament": of.row.slug})
            reached[of.row.pk] = max(reached[of.row.pk], entry.sequence)
        new = [each.row.slug for each in tournaments if each.row.pk not in cursor]
        return Response({"created": new, "events": told, "cursor": _as_text(reached), "more": more})
