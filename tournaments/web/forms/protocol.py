"""When a round began, as an arbiter notes it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Round
from tournaments.web.forms.fields import PlainForm

WRITTEN = "%Y-%m-%dT%H:%M"


class StartForm(PlainForm):
    """A round and the minute of its start, by the clocks of the tournament's place."""

    round = forms.TypedChoiceField(label=_("Round"), coerce=int)
    at = forms.DateTimeField(
        label=_("Began at"),
        input_formats=[WRITTEN],
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=WRITTEN),
        help_text=_("Empty takes the note away."),
    )

    def __init__(self, *args: Any, rounds: Sequence[Round], zone: ZoneInfo, **options: Any) -> None:
        super().__init__(*args, **options)
        self.zone = zone
        self.fields["round"].choices = [(row.number, str(row.number)) for row in rounds]  # type: ignore[attr-defined]
        latest = max((row.number for row in rounds), default=None)
        self.initial = {"round": latest, "at": timezone.localtime(None, zone).strftime(WRITTEN), **self.initial}

    def clean_at(self) -> datetime | None:
        given: datetime | None = self.cleaned_data["at"]
        return None if given is None else given.replace(tzinfo=self.zone)
