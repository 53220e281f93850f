"""Forms for a player list, pasted or as a file, and for the answers about it."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments import player_lists
from tournaments.core.words.entrants import Entrants, message_for_entrants
from tournaments.core.words.names import whole_number
from tournaments.player_lists import LARGEST, SECTION, Answers, ColumnChoice
from tournaments.players.forms import Sections, section_field
from tournaments.web.fields import PlainForm

#: The prefix of the answer for a single row, before the row's key.
OF_ROW = "row-"
#: Help for the list, as a message of `message_for_entrants`.
_HELP = (
    "One player per line: “Ivo 1800”, “GM Ivo (BUL) 1800”, or columns copied from a spreadsheet. You "
    "can check everything before it is saved."
)


class ListForm(PlainForm):
    """The list. A file replaces the text. With `sections`, the user may choose a section for the players."""

    text = forms.CharField(
        label=_("Paste a list"),
        required=False,
        strip=False,
        max_length=LARGEST,
        widget=forms.Textarea(
            attrs={"rows": 10, "wrap": "off", "spellcheck": "false", "translate": "no", "class": "file"}
        ),
    )
    file = forms.FileField(
        label=_("or choose a file (CSV, TSV, XLSX or a report file)"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,.trf,.trfx,text/*"}),
    )

    def __init__(
        self, *args: object, sections: Sections = (), entrants: Entrants = Entrants.PLAYERS, **options: object
    ) -> None:
        super().__init__(*args, **options)
        self.fields["text"].help_text = message_for_entrants(_HELP, entrants)
        if sections:
            label = _("Section for players without one in the list")
            self.fields[SECTION] = section_field(label, sections)

    def clean_file(self) -> UploadedFile[bytes] | None:
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file is not None and (file.size or 0) > LARGEST:
            raise ValidationError(_("The file is too large. The limit is 2 MB."))
        return file

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and not cleaned.get("file") and not (cleaned.get("text") or "").strip():
            raise ValidationError(_("Paste a list or choose a file."))
        return cleaned

    def shows(self, text: str) -> None:
        """Show a text in the field as if it had been pasted there."""
        data = QueryDict(mutable=True)
        data["text"] = text
        if SECTION in self.fields:
            data[SECTION] = self.cleaned_data[SECTION]
        self.data = data


class AnswersForm(PlainForm):
    """A form: how to treat rows with a fault, and players who exist already."""

    faulty = forms.ChoiceField(
        label=_("Rows with unreadable values"),
        choices=[("skip", _("skip the rows")), ("take", _("ignore the values"))],
        widget=forms.RadioSelect({"hx-post": ""}),
        initial="skip",
        required=False,
    )
    present = forms.ChoiceField(
        label=_("Duplicates, and players already on the list"),
        choices=[
            ("leave", _("keep them unchanged")),
            ("update", _("update them from the list")),
            ("add", _("add them again (unless the FIDE ID is the same)")),
        ],
        widget=forms.RadioSelect({"hx-post": ""}),
        initial="leave",
        required=False,
    )

    def answers(self) -> Answers:
        """Return the answers; a question without an answer gets the most careful one."""
        self.is_valid()
        data = self.cleaned_data
        of_rows = {
            name.removeprefix(OF_ROW): answer
            for name, answer in self.data.items()
            if name.startswith(OF_ROW) and answer in ("leave", "update", "add")
        }
        return Answers(data.get("faulty") == "take", data.get("present") or "leave", of_rows)


def choice_of(post: QueryDict) -> ColumnChoice:
    """Return the chosen columns, given the present and former values of the choosers above them."""
    width = whole_number(post.get("width", "")) or 0
    chosen = [post.get(f"c{at}", "") for at in range(min(width, 100))]
    columns = player_lists.chosen_after(post.get("was", "").split(","), chosen)
    return ColumnChoice(post.get("shape", ""), tuple(columns), "header" in post)
