"""The clock of a round: how long it lasts, and which table has more time."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.services.clock import LONGEST, MOST_EXTENSION
from tournaments.web.forms.fields import LineField, PlainForm


class ClockForm(PlainForm):
    minutes = forms.IntegerField(label=_("Minutes of the round"), min_value=1, max_value=LONGEST)


class ExtensionForm(PlainForm):
    table = forms.IntegerField(label=_("Table"), min_value=1)
    minutes = forms.IntegerField(
        label=_("Minutes more"),
        min_value=0,
        max_value=MOST_EXTENSION,
        help_text=_("All minutes more than the others have; 0 takes them back."),
    )
    reason = LineField(label=_("Why"), longest=200, required=False)
