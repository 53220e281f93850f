"""FIDE mode on forms: the box that sets it, and the two steps in which it is left."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from pairings.system import System
from tournaments.journal import fide
from tournaments.models import Tournament
from tournaments.services.fide import LONGEST_REASON
from tournaments.web.forms.fields import LineField, PlainForm


class ModeField(forms.BooleanField):
    """The question that puts a tournament into FIDE mode."""

    def __init__(self, **options: Any) -> None:
        help_text = _(
            "FIDE mode: rounds, points, tie-breaks and old results are locked after round 1 is published. Leave it "
            "unticked for a club evening."
        )
        super().__init__(label=_("FIDE-rated"), required=False, help_text=help_text, **options)


def fit(form: forms.BaseForm, tournament: Tournament, system: System) -> None:
    """Give a form of settings the question while it means something: for chess by a system of FIDE, until round 1 is
    published.
    """
    means_something = fide.knows(tournament.game, system) or tournament.fide_mode
    if means_something and not fide.has_begun(tournament):
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
