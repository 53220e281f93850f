"""Invitations and tokens."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import ApiToken, Member
from tournaments.web.forms.fields import NameField, PlainForm

DAYS = (("1", _("one day")), ("7", _("one week")), ("31", _("one month")), ("366", _("one year")))


class InviteForm(PlainForm):
    role = forms.ChoiceField(label=_("Role"), choices=Member.Role.choices, initial=Member.Role.HELPER)


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
