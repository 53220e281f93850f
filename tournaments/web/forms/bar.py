"""The bar and the floor of a McMahon tournament."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from pairings import ranks
from tournaments.web.forms.fields import PlainForm

RANKS = [(ranks.spelled(rank),) * 2 for rank in range(ranks.HIGHEST, ranks.LOWEST - 1, -1)]


class BarForm(PlainForm):
    bar = forms.ChoiceField(
        label=_("Bar"),
        choices=RANKS,
        widget=forms.Select(attrs={"translate": "no"}),
        help_text=_("Players of this rank and above start equal, and can win."),
    )
    floor = forms.ChoiceField(
        label=_("Floor"),
        choices=RANKS,
        widget=forms.Select(attrs={"translate": "no"}),
        help_text=_("Players of this rank and below start equal."),
    )
