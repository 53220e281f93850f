"""Changing the settings of a tournament, and deleting it."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from pairings import options as system_options
from tournaments.journal.fide import GAME
from tournaments.models import Stage, Tournament
from tournaments.models.event import LONGEST_SECTION
from tournaments.rulebook import RULE_SETS
from tournaments.services.seats import ways_of
from tournaments.web.forms import fide, report_data
from tournaments.web.forms import systems as system_forms
from tournaments.web.forms.fields import DayField, LineField, NameField, PlainForm, ZoneField
from tournaments.words import sides
from tournaments.words.languages import translate

if TYPE_CHECKING:
    TournamentForm = forms.ModelForm[Tournament]
else:  # takes no parameters
    TournamentForm = forms.ModelForm

#: How the sides of a pairing are called.
SIDES = ("first_label", "second_label")


def seatings(stage: Stage, system: str) -> list[tuple[str, Any]]:
    """Ways to number players of a system before the first round, and the present one if it is none of them."""
    return [
        (seating.value, seating.label)
        for seating in Stage.Seating
        if seating.value == stage.seating or seating.value in ways_of(system)
    ]


class DeleteForm(PlainForm):
    """Whoever deletes a tournament types its name."""

    typed = LineField(label=_("To delete it, type its name"), widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, name: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self._name = name
        self.fields["typed"].help_text = format_html('<bdi translate="no">{}</bdi>', name)

    def clean_typed(self) -> str:
        typed: str = self.cleaned_data["typed"]
        if typed.casefold().split() != self._name.casefold().split():
            raise ValidationError(_("That is not the name of this tournament. Nothing was deleted."))
        return typed


class SettingsForm(TournamentForm):
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
            "fide_mode",
            "uses_check_in",
            "players_report",
            "players_decide",
            "report_minutes",
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
            "by_games",
            "of_teams",
            "line_up_minutes",
            "draws_allowed",
            "score_kind",
            "score_total",
            "half_byes_most",
            "half_byes_not_in_last",
            "default_minutes",
            "start_positions",
            "first_label",
            "second_label",
            *report_data.FIELDS,
        )
        widgets = {"starts_on": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}  # noqa: RUF012 as Django has it

    def __init__(self, data: QueryDict | None = None, *, stage: Stage, **options: Any) -> None:
        super().__init__(None if data is None else system_forms.filled(data, stage), **options)
        self.label_suffix = ""
        self.stage = stage
        present = system_forms.choice_of(stage)
        self.choice = present if data is None else system_forms.read_choice(data.get("system", "")) or present
        if self.instance.event_id is not None:
            self._name_in_event()
        for name in SIDES:
            self.initial[name] = sides.shown(self.initial[name])
        for name, value in self.initial.items():
            if isinstance(value, Decimal):
                self.initial[name] = Decimal(f"{value.normalize():f}")  # as it is typed, without the column's zeros
        self.fields["time_zone"] = ZoneField()
        self.fields["starts_on"] = DayField(label=_("Date"))
        self.fields.update(report_data.fields())
        self.fields["rules"] = forms.ChoiceField(label=_("Standings and tie-breaks"), choices=list(RULE_SETS.items()))
        fide.fit(self, self.instance, self.choice.system)
        if self.instance.game != GAME:
            del self.fields["start_positions"]
        self._stage_fields()

    def _name_in_event(self) -> None:
        """A section has its own name and the event's, which its other sections have too."""
        help_text = _("Its whole name is made of the event's and this one. The event is renamed on its own page.")
        self.fields["name"] = NameField(label=_("Name of the section"), longest=LONGEST_SECTION, help_text=help_text)
        self.initial["name"] = self.instance.section

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
            _("The tournament"): [
                *("name", "starts_on", "time_zone", "is_public"),
                *(name for name in ("fide_mode",) if name in self.fields),
                *("uses_check_in", "players_decide"),
            ],
            _("Pairing"): ["system", "seating", "planned_rounds", "half_byes_most", "half_byes_not_in_last"],
            _("Results"): [
                *("default_minutes", *(name for name in ("start_positions",) if name in self.fields)),
                "best_of",
                "by_games",
                "of_teams",
                "line_up_minutes",
                "draws_allowed",
                "score_kind",
                "score_total",
                "players_report",
                "report_minutes",
                "first_label",
                "second_label",
            ],
            _("Points and standings"): ["rules", *(n for n in self.fields if n.startswith("points_"))],
            _("The report for the federation"): [*report_data.FIELDS],
            _("Why"): ["reason"],
        }
        return [(heading, [self[name] for name in fields]) for heading, fields in names.items()]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
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
            self.add_error(f"{system_forms.PREFIX}{error.name}", translate(error.sentence))
        return cleaned

    @property
    def values(self) -> dict[str, Any]:
        """What change_settings takes."""
        own = {name: self.cleaned_data[name] for name in self.Meta.fields if name in self.fields}
        if self.instance.event_id is not None:
            own["section"] = own.pop("name")
        own |= {name: sides.stored(own[name]) for name in SIDES}
        stage = {name: self.cleaned_data[name] for name in ("seating", "planned_rounds")}
        system = {"system": self.choice.system.key, "options": self.options}
        return {**own, **stage, **system, "reason": self.cleaned_data["reason"]}
