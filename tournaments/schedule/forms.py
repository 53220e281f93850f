"""What a schedule on few courts needs to know."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.schedule.courts import LONGEST, MOST_COURTS
from tournaments.web.fields import PlainForm


class CourtsForm(PlainForm):
    courts = forms.IntegerField(
        label=_("Courts"),
        min_value=1,
        max_value=MOST_COURTS,
        help_text=_("How many games can be played at the same time: courts, fields, tables or boards."),
    )
    minutes = forms.IntegerField(
        label=_("Minutes per game"),
        min_value=1,
        max_value=LONGEST,
        initial=30,
        help_text=_("With the time to change over to the next game."),
    )
    start = forms.TimeField(
        label=_("First game at"), initial="10:00", widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    rest = forms.BooleanField(
        label=_("Nobody plays two games in a row"),
        required=False,
        help_text=_("This can take longer and leave courts empty."),
    )
