"""Players: one, or a whole list."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pairings import amounts
from pairings.hall import HIGHEST
from pairings.snapshot import Scoring
from tournaments.models import RequestedBye
from tournaments.web.forms.fields import LineField, NameField, PlainForm

HIGHEST_RATING = 9999


class NewPlayerForm(PlainForm):
    """A name is enough; Enter adds it and the field is ready for the next."""

    name = NameField(label=_("Name"))
    rating = forms.IntegerField(label=_("Rating"), min_value=0, max_value=HIGHEST_RATING, required=False)
    club = LineField(label=_("Club"), required=False)


class PlayerForm(NewPlayerForm):
    """Everything about a player."""

    title = LineField(label=_("Title"), longest=10, required=False)
    federation = LineField(label=_("Federation"), longest=40, required=False)
    fide_id = LineField(label=_("FIDE ID"), longest=11, required=False)
    birth = LineField(label=_("Born"), longest=10, required=False, help_text=_("As 1990/05/31, or the year alone."))
    sex = forms.ChoiceField(label=_("Sex"), choices=[("", "–"), ("m", "m"), ("w", "w")], required=False)
    fixed_table = forms.IntegerField(
        label=_("Fixed table"),
        min_value=1,
        max_value=HIGHEST,
        required=False,
        help_text=_("For a wheelchair or a stream: the player sits there in every round, and opponents come."),
    )
    may_have_bye = forms.BooleanField(label=_("May get the bye"), required=False)


class ByeForm(PlainForm):
    """A bye that a player asks for."""

    round_number = forms.IntegerField(label=_("Round"), min_value=1, max_value=999)
    kind = forms.ChoiceField(label=_("Bye"), choices=[*RequestedBye.Kind.choices, ("none", _("none after all"))])


class MissedForm(PlainForm):
    """What the rounds from before a player came count, each choice with its points in this tournament."""

    def __init__(self, scoring: Scoring, *args: Any, **options: Any) -> None:
        super().__init__(*args, auto_id="missed_%s", **options)  # the page has a form of byes with a `kind` too
        worth = {
            "none": (_("missed rounds: {points} each"), scoring.zero_bye),
            "half": (_("half-point byes: {points} each"), scoring.half_bye),
            "full": (_("full-point byes: {points} each"), scoring.full_bye),
        }
        choices = [
            (key, text.format(points=amounts.shown(points, halves=scoring.halves)))
            for key, (text, points) in worth.items()
        ]
        self.fields["kind"] = forms.ChoiceField(label=_("They count as"), choices=choices)
