"""The code of a program, and what it is allowed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Member, Tournament, User
from tournaments.web.forms.fields import LineField, PlainForm
from tournaments.web.forms.staff import DAYS


class CodeForm(PlainForm):
    user_code = LineField(label=_("Code"), longest=20, help_text=_("Eight letters that the program shows: ABCD-EFGH."))

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["user_code"].widget.attrs |= {"autocomplete": "off", "spellcheck": "false", "autocapitalize": "on"}


#: Instead of one tournament.
ALL = "all"


class AllowForm(PlainForm):
    """For which of one's tournaments, and for how long."""

    user_code = LineField(longest=20, widget=forms.HiddenInput)
    tournament = forms.ChoiceField(label=_("In"), initial=ALL)
    days = forms.ChoiceField(label=_("Valid for"), choices=DAYS, initial="7")

    def __init__(self, *args: Any, user: User, **options: Any) -> None:
        super().__init__(*args, **options)
        run = Member.objects.filter(user=user, role=Member.Role.ORGANISER).values("tournament")
        self.run = {str(each.pk): each for each in Tournament.objects.filter(pk__in=run, archived_at=None)}
        field = self.fields["tournament"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(ALL, _("all your tournaments")), *((key, each.name) for key, each in self.run.items())]

    @property
    def chosen(self) -> Tournament | None:
        """The one that is chosen; None for all."""
        return self.run.get(self.cleaned_data["tournament"])

    @property
    def until(self) -> datetime:
        return timezone.now() + timedelta(days=int(self.cleaned_data["days"]))
