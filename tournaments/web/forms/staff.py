"""Invitations and tokens."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from pairings.hall import HIGHEST
from tournaments.models import ApiToken, Member
from tournaments.web.forms.fields import NameField, PlainForm

DAYS = (("1", _("one day")), ("7", _("one week")), ("31", _("one month")), ("366", _("one year")))

HOURS = (
    ("3", _("3 hours")),
    ("6", _("6 hours")),
    ("12", _("12 hours")),
    ("24", _("a day and a night")),
    ("72", _("three days")),
)


class InviteForm(PlainForm):
    role = forms.ChoiceField(label=_("Role"), choices=Member.Role.choices, initial=Member.Role.HELPER)


class TablesForm(PlainForm):
    """From a table to a table, or both empty for all."""

    first_table = forms.IntegerField(label=_("From table"), min_value=1, max_value=HIGHEST, required=False)
    last_table = forms.IntegerField(label=_("to table"), min_value=1, max_value=HIGHEST, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        first, last = cleaned.get("first_table"), cleaned.get("last_table")
        if not self.errors and (first is None) != (last is None):
            self.add_error("last_table" if last is None else "first_table", _("Write both tables, or none for all."))
        elif first is not None and last is not None and last < first:
            self.add_error("last_table", _("The last table comes before the first one."))
        return cleaned

    @property
    def tables(self) -> tuple[int, int] | None:
        """Both ends, once the form is valid; None for all tables."""
        first, last = self.cleaned_data["first_table"], self.cleaned_data["last_table"]
        return None if first is None else (first, last)


class PassForm(TablesForm):
    hours = forms.ChoiceField(label=_("It works for"), choices=HOURS, initial="12")
    field_order = ("hours", "first_table", "last_table")


class GuestForm(PlainForm):
    """The name under which a helper without an account works."""

    name = NameField(label=_("Your name"), help_text=_("The journal shows it with the results that you enter."))


class TokenForm(PlainForm):
    name = NameField(label=_("Name of the program"), longest=60)
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        choices=ApiToken.Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=[ApiToken.Scope.READ],
    )
    days = forms.ChoiceField(label=_("Valid for"), choices=DAYS, initial="7")

    def __init__(self, *args: Any, in_event: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["scopes"]
        if not in_event and isinstance(field, forms.MultipleChoiceField):
            field.choices = [scope for scope in ApiToken.Scope.choices if scope[0] != ApiToken.Scope.EVENT.value]

    @property
    def values(self) -> dict[str, Any]:
        expires = timezone.now() + timedelta(days=int(self.cleaned_data["days"]))
        return {"name": self.cleaned_data["name"], "scopes": self.cleaned_data["scopes"], "expires_at": expires}
