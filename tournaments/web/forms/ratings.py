"""Rating lists: one to load, and how ratings are called."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.models.ratinglist import LONGEST_NAME
from tournaments.web.forms.fields import LineField, PlainForm

RATE_NAMES = [
    ("standard", gettext_lazy("standard")),
    ("rapid", gettext_lazy("rapid")),
    ("blitz", gettext_lazy("blitz")),
]


class LoadForm(PlainForm):
    """A list to load."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("FIDE's list as TXT or XML, another one as CSV; also as ZIP."),
    )
    name = LineField(
        label=gettext_lazy("Name of the list"),
        longest=LONGEST_NAME,
        required=False,
        help_text=gettext_lazy("Such as FIN. FIDE's are called FIDE if you say nothing."),
    )
    listed_on = forms.DateField(
        label=gettext_lazy("Date of the list"),
        required=False,
        widget=forms.DateInput({"type": "date"}),
        help_text=gettext_lazy("Needed where the file does not say it."),
    )
    rate = forms.ChoiceField(
        label=gettext_lazy("Its rating"),
        choices=[("", gettext_lazy("as the file says")), *RATE_NAMES],
        required=False,
        help_text=gettext_lazy("For a list with one rating only."),
    )

    def clean_rate(self) -> str | None:
        return self.cleaned_data["rate"] or None
