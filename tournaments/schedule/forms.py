"""What a schedule is asked for on pages."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.schedule.courts import LONGEST, MOST_COURTS
from tournaments.web.fields import PlainForm


class CourtsForm(PlainForm):
    """What a schedule on few courts needs to know."""

    courts = forms.IntegerField(
        label=gettext_lazy("Courts"),
        min_value=1,
        max_value=MOST_COURTS,
        help_text=gettext_lazy("How many games can be played at the same time: courts, fields, tables or boards."),
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes per game"),
        min_value=1,
        max_value=LONGEST,
        initial=30,
        help_text=gettext_lazy("With the time to change over to the next game."),
    )
    start = forms.TimeField(
        label=gettext_lazy("First game at"),
        initial="10:00",
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    rest = forms.BooleanField(
        label=gettext_lazy("Nobody plays two games in a row"),
        required=False,
        help_text=gettext_lazy("This can take longer and leave courts empty."),
    )
