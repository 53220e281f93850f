"""Forms of a schedule's pages."""

from __future__ import annotations

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.core.words.values import Moment
from tournaments.models.courts import Referees
from tournaments.schedule.schedules import LONGEST, MOST_COURTS
from tournaments.web.fields import PlainForm

WHO_REFEREES = (
    (Referees.NONE.value, pgettext_lazy("referees", "None")),
    (Referees.RESTING.value, gettext_lazy("Those without a game at that time")),
    (Referees.OTHER_GROUP.value, gettext_lazy("Those without a game, from another group if possible")),
)


class RefereesField(forms.ChoiceField):
    """A choice of referees; a form without it has no referees."""

    def __init__(self) -> None:
        super().__init__(label=gettext_lazy("Referees"), choices=WHO_REFEREES, required=False, initial=Referees.NONE)

    def clean(self, value: str) -> str:
        return str(super().clean(value)) or Referees.NONE.value


class DateForm(PlainForm):
    """The date of a match that is not played with its round."""

    day = forms.DateField(label=gettext_lazy("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    at = forms.TimeField(
        label=gettext_lazy("Time"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )

    @property
    def moment(self) -> Moment:
        return Moment(self.cleaned_data["day"], self.cleaned_data["at"])


class CourtsForm(PlainForm):
    """The settings of a schedule on few courts."""

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
    referees = RefereesField()

    def __init__(self, data: QueryDict | None = None, *, has_groups: bool = True) -> None:
        super().__init__(data)
        if not has_groups:
            referees = self.fields["referees"]
            assert isinstance(referees, forms.ChoiceField)  # noqa: S101 - it is declared above
            referees.choices = [each for each in WHO_REFEREES if each[0] != Referees.OTHER_GROUP]
