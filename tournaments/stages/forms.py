"""Define the form to start the next stage of a tournament."""

from __future__ import annotations

from typing import cast

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pairings.systems import SYSTEMS
from tournaments.core.tables import TableKind, is_paired_by
from tournaments.setup.forms.setting_forms import refuse_rounds, systems
from tournaments.web.fields import LineField, PlainForm

#: Groups, and the system chosen for groups by the places of the previous stage.
GROUPS, FINAL_GROUPS = "groups", "final-groups"


class NextStageForm(PlainForm):
    """A form: how many players advance, the next system, and how to decide ties. `tied` are (public id, name) of tied
    players.
    """

    places = forms.IntegerField(widget=forms.HiddenInput)
    system = forms.ChoiceField(label=_("Pairing system"), choices=systems)
    planned_rounds = forms.IntegerField(
        label=pgettext_lazy("round of a tournament", "Rounds"),
        min_value=1,
        max_value=999,
        required=False,
        help_text=_("Leave empty for a knock-out or a round robin: the format sets the number of rounds."),
    )
    decision = forms.ChoiceField(
        label=_("Decide ties"),
        choices=[("lot", _("by lot, drawn now and recorded")), ("hand", _("manually, as below"))],
        widget=forms.RadioSelect,
    )
    reason = LineField(label=_("Reason for the manual decision"), longest=300, required=False)

    def __init__(self, *args: object, tied: list[tuple[str, str]], kind: TableKind, **options: object) -> None:
        super().__init__(*args, **options)
        offered: list[tuple[str, object]] = []
        for key, name in systems():
            if is_paired_by(kind, SYSTEMS[key]):
                offered.append((key, name))
                if key == GROUPS:
                    offered.append((FINAL_GROUPS, _("Final groups: the first places in group A, the next ones in B")))
        cast("forms.ChoiceField", self.fields["system"]).choices = offered
        self.orders: list[str] = []
        if not tied:
            del self.fields["decision"], self.fields["reason"]
        for key, name in tied:
            self.fields[f"order-{key}"] = forms.IntegerField(
                label=name, min_value=1, max_value=9999, required=False, widget=forms.NumberInput(attrs={"size": 4})
            )
            self.orders.append(f"order-{key}")

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("system"):
            cleaned["final_groups"] = cleaned["system"] == FINAL_GROUPS
            cleaned["system"] = GROUPS if cleaned["final_groups"] else cleaned["system"]
            refuse_rounds(self, SYSTEMS[cleaned["system"]])
        return cleaned

    @property
    def tie_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.orders]

    @property
    def by_hand(self) -> dict[str, int]:
        """The numbers that order tied players, by public id."""
        given = {name.removeprefix("order-"): self.cleaned_data.get(name) for name in self.orders}
        return {key: number for key, number in given.items() if number is not None}
