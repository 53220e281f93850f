"""The event page for programs: read by everybody who sees the tournament, written whole by its organisers."""

from __future__ import annotations

from base64 import b64decode

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.words.presentation import NOTHING, EventPage, Sponsor
from tournaments.event_page.event_page import read_image, set_event_page
from tournaments.event_page.serializers import EventPageDocument
from tournaments.models import Tournament
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS, IF_MATCH, meets
from tournaments.web.api.problems import Problem


class EventPageResource(TournamentView):
    def answer(self) -> Response:
        return Response(document(self.tournament), headers={"ETag": self.tag()})

    @extend_schema(responses={200: EventPageDocument, **FAULTS}, operation_id="event_page")
    def get(self, request: Request, slug: str) -> Response:
        """Get the event page: logo, colour, description, contact, links and sponsors.

        The image with a key is at `/t/SLUG/images/KEY.png`.
        """
        return self.answer()

    @needs(Right.ADMINISTER)
    @meets(409)
    @extend_schema(
        request=EventPageDocument,
        responses={200: EventPageDocument, **FAULTS},
        parameters=[IF_MATCH],
        operation_id="set_event_page",
    )
    def put(self, request: Request, slug: str) -> Response:
        """Set the event page. A part that is left out is empty; a new image is resized and stored as PNG."""
        revision = self.seen_version(request, self.tournament.revision)
        given = EventPageDocument(data=request.data)
        given.is_valid(raise_exception=True)
        if revision != self.tournament.revision:
            raise Problem(412, "stale", _("The tournament has changed. Read the event page again."))
        try:
            page, images = _with_keys(given.validated_data)
            self.tournament = set_event_page(self.who, self.tournament, page, images=images, revision=revision)
        except Refused as refusal:
            if refusal.status != 422:
                raise
            errors = [{"pointer": f"/{refusal.field}", "detail": refusal.text}]
            raise Problem(422, refusal.code, refusal.text, errors=errors) from refusal
        return self.answer()


def document(tournament: Tournament) -> EventPage:
    return tournament.event_page or NOTHING


def _with_keys(given: EventPage) -> tuple[EventPage, dict[str, bytes]]:
    """The page with keys in place of new images, and these by key."""
    images: dict[str, bytes] = {}

    def key(value: str, field: str) -> str:
        if not value.startswith("data:"):
            return value
        found, image = read_image(_decoded(value, field), field)
        images[found] = image
        return found

    sponsors: list[Sponsor] = [
        {**each, "logo": key(each["logo"], f"sponsors/{at}/logo")} for at, each in enumerate(given["sponsors"])
    ]
    return {**given, "logo": key(given["logo"], "logo"), "sponsors": sponsors}, images


def _decoded(address: str, field: str) -> bytes:
    head, _comma, body = address.partition(",")
    try:
        if not head.endswith(";base64"):
            raise ValueError(head)
        return b64decode(body, validate=True)
    except ValueError as error:
        text = _("Send the image as a base64 data address.")
        raise Refused(text, code="not-an-image", field=field) from error
