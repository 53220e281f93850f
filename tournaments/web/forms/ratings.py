"""Rating lists: one to load, and how ratings are called."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models.ratinglist import LONGEST_NAME
from tournaments.web.forms.fields import LineField, PlainForm

RATE_NAMES = [("standard", _("standard")), ("rapid", _("rapid")), ("blitz", _("blitz"))]


class LoadForm(PlainForm):
    """A list to load."""

    file = forms.FileField(label=_("File"), help_text=_("FIDE's list as TXT or XML, another one as CSV; also as ZIP."))
    name = LineField(
        label=_("Name of the list"),
        longest=LONGEST_NAME,
        required=False,
        help_text=_("Such as FIN. FIDE's are called FIDE if you say nothing."),
    )
    listed_on = forms.DateField(
        label=_("Date of the list"),
        required=False,
        widget=forms.DateInput({"type": "date"}),
        help_text=_("Needed where the file does not say it."),
    )
    rate = forms.ChoiceField(
        label=_("Its rating"),
        choices=[("", _("as the file says")), *RATE_NAMES],
        required=False,
        help_text=_("For a list with one rating only."),
    )

    def clean_rate(self) -> str | None:
        return self.cleaned_data["rate"] or None
