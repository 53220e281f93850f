"""The clock of a round: how long it lasts, which table has more time, and when a draft publishes itself."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models.clock import MOST_EXTENSION
from tournaments.services.clock import LONGEST
from tournaments.web.forms.fields import LineField, PlainForm

#: A time that is farther away is meant to be the one of before.
TONIGHT = timedelta(hours=18)


class ClockForm(PlainForm):
    minutes = forms.IntegerField(label=_("Minutes of the round"), min_value=1, max_value=LONGEST)


class PublishTimeForm(PlainForm):
    """The next such time of the tournament's day, unless it is nearly a day away: then it is over."""

    at = forms.TimeField(label=_("Publish it at"), widget=forms.TimeInput(attrs={"type": "time"}))
    minutes = forms.IntegerField(
        label=_("Minutes of its clock"),
        min_value=1,
        max_value=LONGEST,
        required=False,
        help_text=_("The clock then starts with the round."),
    )

    def instant(self, now: datetime) -> datetime | None:
        """When that is, seen from a time of the tournament's; None if it is over."""
        coming = datetime.combine(now.date(), self.cleaned_data["at"], now.tzinfo)
        if coming <= now:
            coming += timedelta(days=1)
        return coming if coming - now <= TONIGHT else None


class ExtensionForm(PlainForm):
    table = forms.IntegerField(label=_("Table"), min_value=1)
    minutes = forms.IntegerField(
        label=_("Minutes more"),
        min_value=0,
        max_value=MOST_EXTENSION,
        help_text=_("All minutes more than the others have; 0 takes them back."),
    )
    reason = LineField(label=_("Why"), longest=200, required=False)
