"""The form for the rule of club teams."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from standings.clubs.rule import MOST, ClubRule, Origin
from tournaments.web.fields import PlainForm
from tournaments.web.whole_records import WholeRecord


class ClubsForm(WholeRecord, PlainForm):
    by = forms.ChoiceField(
        label=_("Team type"),
        choices=[
            ("", _("no club teams")),
            (Origin.CLUB.value, _("players of one club")),
            (Origin.FEDERATION.value, _("players of one federation")),
        ],
        required=False,
        widget=forms.RadioSelect,
    )
    best = forms.IntegerField(
        label=_("Counting players per team"),
        min_value=1,
        max_value=MOST,
        required=False,
        help_text=_("The best-placed players count; 4 is usual."),
    )
    several = forms.BooleanField(
        label=_("Allow several teams per club"),
        required=False,
        help_text=_("The next best players form the second team, and so on."),
    )
    short = forms.BooleanField(
        label=_("Include incomplete teams"),
        required=False,
        help_text=_("Missing players count 0. Otherwise an incomplete team is not ranked."),
    )

    @classmethod
    def of(cls, rule: ClubRule | None, data: QueryDict | None = None) -> ClubsForm:
        initial: dict[str, object] = {"by": "", "best": 4}
        if rule is not None:
            initial = {"by": rule.by.value, "best": rule.best, "several": rule.several, "short": rule.short}
        return cls(data, initial=initial)

    def clean(self) -> dict[str, object]:
        values = super().clean() or {}
        if values.get("by") and "best" not in self.errors and values.get("best") is None:
            self.add_error("best", ValidationError(_("Enter how many players of each team count.")))
        return values

    @property
    def made(self) -> ClubRule | None:
        """The rule from a valid form; None without club teams."""
        values = self.cleaned_data
        if not values["by"]:
            return None
        return ClubRule(Origin(values["by"]), values["best"], values["several"], values["short"])
