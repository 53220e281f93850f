"""The event page as programs read and write it."""

from __future__ import annotations

from rest_framework import serializers

from tournaments.core.words.images import KEY, LARGEST_UPLOAD
from tournaments.core.words.presentation import (
    LONGEST_ABOUT,
    LONGEST_ADDRESS,
    LONGEST_CONTACT,
    MOST_LINKS,
    MOST_SPONSORS,
)
from tournaments.web.api.serializers import LineField, Strict

#: Letters of a data: address of the largest upload.
LONGEST_DATA = LARGEST_UPLOAD * 4 // 3 + 100


class ImageField(serializers.CharField):
    """The key of an image that the tournament has, or a new image as a data: address in Base64."""

    def __init__(self, **options: object) -> None:
        told = f"a key of {KEY} digits, or a new image as data:image/png;base64,…"
        super().__init__(max_length=LONGEST_DATA, allow_blank=True, required=False, default="", help_text=told)


class LinkDocument(Strict):
    name = LineField()
    url = serializers.CharField(max_length=LONGEST_ADDRESS)


class SponsorDocument(Strict):
    name = LineField()
    url = serializers.CharField(max_length=LONGEST_ADDRESS, allow_blank=True, required=False, default="")
    logo = ImageField()


class EventPageDocument(Strict):
    """What visitors see of the event beside its play."""

    accent = serializers.CharField(
        max_length=7, allow_blank=True, required=False, default="", help_text="a colour such as #0f5c50"
    )
    logo = ImageField()
    about = serializers.CharField(
        max_length=2 * LONGEST_ABOUT,
        allow_blank=True,
        required=False,
        default="",
        help_text="a description in Markdown",
    )
    contact = LineField(max_length=LONGEST_CONTACT, allow_blank=True, required=False, default="")
    links = LinkDocument(many=True, required=False, default=list, help_text=f"at most {MOST_LINKS}")
    sponsors = SponsorDocument(many=True, required=False, default=list, help_text=f"at most {MOST_SPONSORS}")
