"""Players: one, or a whole list."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from pairings import amounts
from pairings.hall import HIGHEST
from pairings.snapshot import Scoring
from tournaments.models import RequestedBye
from tournaments.web.forms.fields import LineField, NameField, PlainForm

#: Beyond this a list is a mistake.
LARGEST_LIST = 2_000_000
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
        super().__init__(*args, **options)
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


class ListForm(PlainForm):
    """A list of players, pasted or as a file."""

    text = forms.CharField(
        label=_("Paste the list here"),
        required=False,
        strip=False,
        max_length=LARGEST_LIST,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "translate": "no"}),
        help_text=_(
            "One player a line: the name alone, or name, rating, club, federation and title, "
            "with commas, semicolons or tabs between them."
        ),
    )
    file = forms.FileField(label=_("or choose a file (CSV, TSV or text)"), required=False)

    def clean_file(self) -> UploadedFile[bytes] | None:
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > LARGEST_LIST:
            raise ValidationError(_("The file is too large: 2 MB are possible."))
        return file

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and not cleaned.get("file") and not (cleaned.get("text") or "").strip():
            raise ValidationError(_("Paste a list or choose a file."))
        return cleaned

    def content(self) -> str | bytes:
        """What was given, the file first."""
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        given: str | bytes = self.cleaned_data["text"] if file is None else file.read()
        return given
