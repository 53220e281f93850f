"""The event page for programs: anyone who can see the tournament can read it, and organisers replace it as a whole."""

from __future__ import annotations

from base64 import b64decode

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.words.presentation import (
    KEY,
    LARGEST_UPLOAD,
    LONGEST_ABOUT,
    LONGEST_ADDRESS,
    LONGEST_CONTACT,
    MOST_LINKS,
    MOST_SPONSORS,
    NOTHING,
    EventPage,
    Sponsor,
)
from tournaments.event_page.event_page import read_image, set_event_page
from tournaments.models import Tournament
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS, IF_MATCH, meets
from tournaments.web.api.problems import Problem
from tournaments.web.api.serializers import LineField, Strict

#: The length of a data: address that contains the largest upload, in characters.
LONGEST_DATA = LARGEST_UPLOAD * 4 // 3 + 100


class ImageField(serializers.CharField):
    """The key of an image of the tournament, or a new image as a data: address in Base64."""

    def __init__(self, **options: object) -> None:
        help_text = f"A key of {KEY} digits, or a new image as data:image/png;base64,…"
        super().__init__(max_length=LONGEST_DATA, allow_blank=True, required=False, default="", help_text=help_text)


class LinkDocument(Strict):
    name = LineField()
    url = serializers.CharField(max_length=LONGEST_ADDRESS)


class SponsorDocument(Strict):
    name = LineField()
    url = serializers.CharField(max_length=LONGEST_ADDRESS, allow_blank=True, required=False, default="")
    logo = ImageField()


class EventPageDocument(Strict):
    """The public content of the event apart from play."""

    accent = serializers.CharField(
        max_length=7, allow_blank=True, required=False, default="", help_text="A colour such as #0f5c50."
    )
    logo = ImageField()
    about = serializers.CharField(
        max_length=2 * LONGEST_ABOUT,
        allow_blank=True,
        required=False,
        default="",
        help_text="A description in Markdown.",
    )
    contact = LineField(max_length=LONGEST_CONTACT, allow_blank=True, required=False, default="")
    links = LinkDocument(many=True, required=False, default=list, help_text=f"At most {MOST_LINKS} links.")
    sponsors = SponsorDocument(many=True, required=False, default=list, help_text=f"At most {MOST_SPONSORS} sponsors.")


class EventPageResource(TournamentView):
    def answer(self) -> Response:
        return Response(document(self.tournament), headers={"ETag": self.tag()})

    @extend_schema(responses={200: EventPageDocument, **FAULTS}, operation_id="event_page")
    def get(self, request: Request, slug: str) -> Response:
        """Get the event page. It has a logo, colour, description, contact, links and sponsors.

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
        serializer = EventPageDocument(data=request.data)
        serializer.is_valid(raise_exception=True)
        if revision != self.tournament.revision:
            raise Problem(412, "stale", _("The tournament has changed. Read the event page again."))
        try:
            page, images = _with_keys(serializer.validated_data)
            self.tournament = set_event_page(self.who, self.tournament, page, images=images, revision=revision)
        except Refused as refusal:
            if refusal.status != 422:
                raise
            errors = [{"pointer": f"/{refusal.field}", "detail": refusal.text}]
            raise Problem(422, refusal.code, refusal.text, errors=errors) from refusal
        return self.answer()


def document(tournament: Tournament) -> EventPage:
    return tournament.event_page or NOTHING


def _with_keys(page: EventPage) -> tuple[EventPage, dict[str, bytes]]:
    """Return the page with keys instead of new images, and the new images by key."""
    images: dict[str, bytes] = {}

    def key(value: str, field: str) -> str:
        if not value.startswith("data:"):
            return value
        found, image = read_image(_decode_picture(value, field), field)
        images[found] = image
        return found

    sponsors: list[Sponsor] = [
        {**each, "logo": key(each["logo"], f"sponsors/{at}/logo")} for at, each in enumerate(page["sponsors"])
    ]
    return {**page, "logo": key(page["logo"], "logo"), "sponsors": sponsors}, images


def _decode_picture(address: str, field: str) -> bytes:
    head, _comma, body = address.partition(",")
    try:
        if not head.endswith(";base64"):
            raise ValueError(head)
        return b64decode(body, validate=True)
    except ValueError as error:
        text = _("Send the image as a base64 data address.")
        raise Refused(text, code="not-an-image", field=field) from error
