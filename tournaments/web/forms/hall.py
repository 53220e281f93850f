"""The hall: a number, a list of numbers, and a room a line."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from pairings.hall import HIGHEST, Hall, Room
from tournaments.web.forms.fields import PlainForm
from tournaments.words import ranges


class HallForm(PlainForm):
    """Everything may stay empty: then tables count from 1."""

    first = forms.IntegerField(
        label=_("First table"),
        min_value=1,
        max_value=HIGHEST,
        required=False,
        help_text=_("Empty: the lowest table of the rooms. Without rooms 1, or behind the sections before this one."),
    )
    closed = forms.CharField(
        label=_("Closed tables"),
        max_length=2000,
        required=False,
        help_text=_("Nobody sits there. Like 5, 17-20."),
    )
    rooms = forms.CharField(
        label=_("Rooms"),
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "translate": "no"}),
        help_text=_("One a line, its name and its tables, like Main hall 1-60. Other tables are not used then."),
    )

    @classmethod
    def of(cls, hall: Hall) -> HallForm:
        """The form as somebody would fill it in for a hall."""
        rooms = "\n".join(f"{room.name} {room.first}-{room.last}" for room in hall.rooms)
        return cls(initial={"first": hall.first, "closed": ranges.written(hall.closed), "rooms": rooms})

    def clean_closed(self) -> frozenset[int]:
        try:
            return ranges.read(self.cleaned_data["closed"])
        except ranges.NotNumbers as error:
            raise ValidationError(str(error)) from error

    def clean_rooms(self) -> tuple[Room, ...]:
        try:
            return ranges.read_rooms(self.cleaned_data["rooms"])
        except ranges.NotNumbers as error:
            raise ValidationError(str(error)) from error

    @property
    def hall(self) -> Hall:
        """What was filled in, once it is valid."""
        given: dict[str, Any] = self.cleaned_data
        return Hall(given["first"], given["closed"], given["rooms"])
