"""The fields of the settings that stand in the report of a tournament."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.web.forms.fields import DayField, LineField
from tournaments.words import report_data, validation

FIELDS = (
    *("city", "federation", "ends_on", "round_dates", "chief_arbiter", "deputy_arbiters"),
    *("rate_of_play", "time_control", "rank_method"),
)


class WrittenField(LineField):
    """A line that is written in one way, which `read` knows."""

    def __init__(self, read: Callable[[str], str], **options: Any) -> None:
        super().__init__(required=False, **options)
        self.read = read

    def to_python(self, value: Any) -> str:
        try:
            return self.read(super().to_python(value))
        except validation.NotAName as error:
            raise ValidationError(str(error)) from error


def fields() -> dict[str, forms.Field]:
    """The fields by name."""
    several = _("Names with semicolons between.")
    days = _("With commas between; empty: the days on which the rounds are published.")
    return {
        "city": LineField(label=_("City"), required=False),
        "federation": WrittenField(report_data.federation, label=_("Federation"), longest=3, help_text=_("Like FIN.")),
        "ends_on": DayField(label=_("Last day"), required=False),
        "round_dates": WrittenField(
            report_data.round_dates, label=_("Days of the rounds"), longest=report_data.LONGEST, help_text=days
        ),
        "chief_arbiter": LineField(label=_("Chief arbiter"), required=False),
        "deputy_arbiters": LineField(
            label=_("Deputy arbiters"), longest=report_data.LONGEST, required=False, help_text=several
        ),
        "rate_of_play": LineField(label=_("Rate of play"), required=False),
        "time_control": WrittenField(
            report_data.time_control, label=_("Time control for programs"), help_text=_("In seconds, like 5400+30.")
        ),
        "rank_method": WrittenField(
            report_data.rank_method,
            label=_("Starting ranks by"),
            longest=5,
            help_text=_("FIDE, or where national ratings matter NRO, FIDON, NIDOF, HBFN, LBFN or OTHER (record 172)."),
        ),
    }
