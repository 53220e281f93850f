"""FIDE mode on forms: the box that sets it, and the two steps in which it is left."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from tournaments.journal import fide
from tournaments.models import Tournament
from tournaments.services.fide import LONGEST_REASON
from tournaments.web.forms.fields import LineField, PlainForm


class ModeField(forms.BooleanField):
    """The box that puts a tournament into FIDE mode."""

    def __init__(self, **options: Any) -> None:
        help_text = _(
            "For rated chess: what FIDE's rules want fixed stays as it is once round 1 is published. For a club "
            "evening where rounds and old results may change, take it out."
        )
        super().__init__(label=_("FIDE mode"), required=False, help_text=help_text, **options)


def fit(form: forms.BaseForm, tournament: Tournament) -> None:
    """Give a form of settings the box while it says something: for chess, until round 1 is published."""
    if tournament.game == fide.GAME and not fide.has_begun(tournament):
        form.fields["fide_mode"] = ModeField()
    else:
        del form.fields["fide_mode"]


class LeaveForm(PlainForm):
    """The first confirmation: why, and that somebody knows what it means."""

    reason = LineField(
        label=_("Why FIDE mode is left"),
        longest=LONGEST_REASON,
        help_text=_("Everybody reads it on the tournament's page, and FIDE in the report."),
    )
    understood = forms.BooleanField(
        label=_("I know that this tournament never comes back into FIDE mode, and that everybody sees it")
    )


class LeaveForGoodForm(LeaveForm):
    """The second confirmation: the tournament's name, typed."""

    name = LineField(
        label=_("To leave FIDE mode, type the tournament's name"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, called: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["name"].help_text = format_html('<bdi translate="no">{}</bdi>', called)
        for said in ("reason", "understood"):
            self.fields[said].widget = forms.HiddenInput()
