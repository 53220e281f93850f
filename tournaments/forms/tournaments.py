"""Creating a tournament and changing its settings."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any
from uuid import uuid4
from zoneinfo import available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from pairings import options as system_options
from pairings.systems import SYSTEMS
from tournaments.forms import systems as system_forms
from tournaments.forms.fields import LineField, NameField, PlainForm
from tournaments.games import GAMES, RULE_SETS
from tournaments.models import Stage, Tournament
from tournaments.services.seats import ways_of


def time_zones() -> list[tuple[str, str]]:
    """IANA zones by name, without the technical ones."""
    zones = sorted(
        name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "posix", "right"))
    )
    return [("UTC", "UTC"), *((name, name.replace("_", " ")) for name in zones)]


def seatings(stage: Stage, system: str) -> list[tuple[str, Any]]:
    """Ways to number players of a system before the first round, and the present one if it is none of them."""
    return [
        (seating.value, seating.label)
        for seating in Stage.Seating
        if seating.value == stage.seating or seating.value in ways_of(system)
    ]


class CreateForm(PlainForm):
    """Three fields are enough: name, date and game. The game brings the rest."""

    name = NameField(label=_("Name of the tournament"))
    starts_on = forms.DateField(label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    game = forms.ChoiceField(label=_("Game"))
    time_zone = forms.ChoiceField(label=_("Time zone"))
    system = forms.ChoiceField(
        label=_("Pairing system"), required=False, help_text=_("All its numbers can be changed in the settings.")
    )
    planned_rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=999,
        required=False,
        help_text=_("For a Swiss system; a schedule has as many as it needs."),
    )
    rules = forms.ChoiceField(label=_("Standings and tie-breaks"), required=False)
    is_public = forms.BooleanField(label=_("Everybody can see it"), required=False, initial=True)
    sheet = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid4)

    def __init__(self, *args: Any, zone: str = "UTC", **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["game"].choices = [(game.key, game.name) for game in GAMES.values()]
        self.fields["time_zone"].choices = time_zones()
        self.fields["time_zone"].initial = zone
        usual = [("", _("as usual for the game"))]
        self.fields["system"].choices = usual + system_forms.choices(own=False)
        self.fields["rules"].choices = usual + list(RULE_SETS.items())
        self.fields["starts_on"].initial = date.today

    def clean_starts_on(self) -> date:
        value = self.cleaned_data["starts_on"]
        if not 1900 <= value.year <= 2200:
            raise ValidationError(_("Choose a date between 1900 and 2200."))
        return value

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("planned_rounds") and cleaned.get("game"):
            chosen = system_forms.read_choice(cleaned.get("system", ""))
            system = chosen.system if chosen else SYSTEMS[GAMES[cleaned["game"]].system]
            system_forms.refuse_rounds(self, system)
        return cleaned

    @property
    def values(self) -> dict[str, Any]:
        """What create_tournament takes; what was left as usual is left out."""
        given = {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}
        chosen = system_forms.read_choice(given.get("system", ""))
        if chosen is None:
            return given
        return {**given, "system": chosen.system.key, "options": system_options.as_json(chosen.options())}


class SettingsForm(forms.ModelForm):
    """Everything that can be set of a tournament and its stage; the system's own options follow from SYSTEMS."""

    template_name = "forms/form.html"
    name = NameField(label=_("Name of the tournament"))
    first_label = LineField(label=_("First player is called"), longest=20)
    second_label = LineField(label=_("Second player is called"), longest=20)
    reason = LineField(label=_("Reason of the change"), longest=300, required=False)

    class Meta:
        model = Tournament
        fields = (
            "name",
            "starts_on",
            "time_zone",
            "is_public",
            "uses_check_in",
            "rules",
            "points_win",
            "points_draw",
            "points_loss",
            "points_forfeit_win",
            "points_forfeit_loss",
            "points_allocated_bye",
            "points_full_bye",
            "points_half_bye",
            "points_zero_bye",
            "best_of",
            "draws_allowed",
            "score_kind",
            "score_total",
            "half_byes_most",
            "half_byes_not_in_last",
            "first_label",
            "second_label",
        )
        widgets = {"starts_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}  # noqa: RUF012 as Django has it

    def __init__(self, data: QueryDict | None = None, *, stage: Stage, **options: Any) -> None:
        super().__init__(None if data is None else system_forms.filled(data, stage), **options)
        self.label_suffix = ""
        self.stage = stage
        present = system_forms.choice_of(stage)
        self.choice = present if data is None else system_forms.read_choice(data.get("system", "")) or present
        self.fields["time_zone"] = forms.ChoiceField(label=_("Time zone"), choices=time_zones())
        self.fields["rules"] = forms.ChoiceField(label=_("Standings and tie-breaks"), choices=list(RULE_SETS.items()))
        self._stage_fields()

    def _stage_fields(self) -> None:
        self.fields["system"] = forms.ChoiceField(
            label=_("Pairing system"), choices=system_forms.choices(own=True), initial=self.choice.value
        )
        self.fields["shown"] = forms.CharField(widget=forms.HiddenInput, initial=self.choice.value, required=False)
        self.fields["seating"] = forms.ChoiceField(
            label=_("Players are numbered"),
            choices=seatings(self.stage, self.choice.system.key),
            initial=self.stage.seating,
        )
        self.fields["planned_rounds"] = forms.IntegerField(
            label=_("Rounds"), min_value=1, max_value=999, required=False, initial=self.stage.planned_rounds
        )
        self.fields.update(system_forms.option_fields(self.choice, self.stage))

    @property
    def option_fields(self) -> list[forms.BoundField]:
        """The fields of the system's options, in their order."""
        return [self[name] for name in self.fields if name.startswith(system_forms.PREFIX)]

    @property
    def options_open(self) -> bool:
        """Whether the options are shown at once: when they are few, just filled in, or wrong."""
        few = len(self.option_fields) <= system_forms.FEW
        return few or self.is_bound or self.choice.value != system_forms.choice_of(self.stage).value

    def checks(self) -> list[Any]:
        """What the options must be like together, a sentence each."""
        return [_(sentence) for sentence in self.choice.system.checks]

    def groups(self) -> Iterable[tuple[Any, list[forms.BoundField]]]:
        """The fields under their headings."""
        names = {
            _("The tournament"): ["name", "starts_on", "time_zone", "is_public", "uses_check_in"],
            _("Pairing"): ["system", "seating", "planned_rounds", "half_byes_most", "half_byes_not_in_last"],
            _("Results"): ["best_of", "draws_allowed", "score_kind", "score_total", "first_label", "second_label"],
            _("Points and standings"): ["rules", *(n for n in self.fields if n.startswith("points_"))],
            _("Why"): ["reason"],
        }
        return [(heading, [self[name] for name in fields]) for heading, fields in names.items()]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("score_total") and not cleaned.get("score_kind"):
            self.add_error("score_total", _("A sum of scores needs scores: choose discs or points above."))
        if cleaned.get("planned_rounds") != self.stage.planned_rounds:
            system_forms.refuse_rounds(self, self.choice.system)
        given = {
            name.removeprefix(system_forms.PREFIX): value
            for name, value in cleaned.items()
            if name.startswith(system_forms.PREFIX)
        }
        try:
            self.options = system_options.as_json(system_options.read(self.choice.system.options, given))
        except system_options.OptionError as error:
            self.add_error(f"{system_forms.PREFIX}{error.name}", _(str(error)))
        return cleaned

    @property
    def values(self) -> dict[str, Any]:
        """What change_settings takes."""
        own = {name: self.cleaned_data[name] for name in self.Meta.fields}
        stage = {name: self.cleaned_data[name] for name in ("seating", "planned_rounds")}
        system = {"system": self.choice.system.key, "options": self.options}
        return {**own, **stage, **system, "reason": self.cleaned_data["reason"]}
