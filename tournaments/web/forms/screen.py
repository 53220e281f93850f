"""What the screen in the hall shows."""

from __future__ import annotations

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.models.screen import DEPTHS, LONGEST_MESSAGE, PARTS, Screen
from tournaments.web.forms.fields import LineField, PlainForm


class ScreenForm(PlainForm):
    shows = forms.MultipleChoiceField(
        label=_("What it shows, one after the other"),
        choices=list(PARTS.items()),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("Nothing of it: the clock alone, as large as it can be."),
    )
    message = LineField(
        label=_("Message"),
        longest=LONGEST_MESSAGE,
        required=False,
        help_text=_("Stands there all the time: when the next round begins, where the prizes are given."),
    )
    depth = forms.TypedChoiceField(
        label=_("How far away those in the last row stand"),
        coerce=int,
        choices=[(metres, format_lazy(_("{metres} m"), metres=metres)) for metres in DEPTHS],
        help_text=_(
            "Letters are as large as it takes on a picture two metres high; a smaller one takes the next step."
        ),
    )

    @classmethod
    def of(cls, screen: Screen) -> ScreenForm:
        return cls(initial={"shows": list(screen.shows), "message": screen.message, "depth": screen.depth})
