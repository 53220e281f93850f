"""Forms for the members of a team, one line of fields for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.words.names import whole_number
from tournaments.models import TeamMember
from tournaments.models.player import LineUp, sort_key
from tournaments.player_lists import LARGEST, ListRow
from tournaments.teams.members import FIELDS, MOST
from tournaments.web.fields import LineField, PlainForm

#: The widths of the fields.
SIZES = {"place": 2, "title": 3, "rating": 4, "federation": 4, "fide_id": 9, "birth": 9}
#: The number of empty lines for new members.
EMPTY_LINES = 3


class MemberForm(PlainForm):
    """One member, by the place in the team; a line without a name has no member."""

    id = forms.CharField(widget=forms.HiddenInput, required=False, max_length=12)
    place = forms.IntegerField(
        label=pgettext_lazy("members of a team", "Place"), min_value=1, max_value=999, required=False
    )
    name = LineField(label=pgettext_lazy("name of a person or a team", "Name"), required=False)
    title = LineField(label=pgettext_lazy("title of a player", "Title"), longest=10, required=False)
    rating = forms.IntegerField(label=_("Rating"), min_value=0, max_value=9999, required=False)
    federation = LineField(label=_("Federation"), longest=40, required=False)
    fide_id = LineField(label=_("FIDE ID"), longest=11, required=False)
    birth = LineField(label=_("Born"), longest=10, required=False)
    sex = forms.ChoiceField(label=_("Sex"), choices=[("", "–"), ("m", _("male")), ("w", _("female"))], required=False)

    def __init__(self, *args: object, number: int, **options: object) -> None:
        super().__init__(*args, prefix=f"m{number}", **options)
        for name, size in SIZES.items():
            self.fields[name].widget = forms.TextInput(attrs={"size": size, "autocomplete": "off"})
        self.fields["place"].widget.attrs["inputmode"] = self.fields["rating"].widget.attrs["inputmode"] = "numeric"
        for name, field in self.fields.items():
            if name != "id":
                field.widget.attrs["aria-label"] = f"{field.label} {number}"

    @property
    def values(self) -> dict[str, Any]:
        """The line's values as `set_members` takes them."""
        data = {name: value for name, value in self.cleaned_data.items() if name != "place"}
        return {**data, "id": data["id"] or None}

    @property
    def texts(self) -> dict[str, object]:
        """The texts of the line, valid or not."""
        return {name: self[name].value() for name in ("id", *FIELDS)}


class PasteForm(PlainForm):
    """A form for a list of members, which fills the lines."""

    use_required_attribute = False  # it stands among the lines, which are stored without it

    text = forms.CharField(
        label=_("Paste the team members"),
        strip=False,
        max_length=LARGEST,
        widget=forms.Textarea(attrs={"rows": 6, "wrap": "off", "spellcheck": "false", "translate": "no"}),
        help_text=_(
            "One member per line, board 1 first: “Ivo 1800”, “GM Ivo (BUL) 1800”, or rows copied from a "
            "spreadsheet. This only fills in the lines above. Select Save to keep them."
        ),
        error_messages={"required": _("Paste a list first, with one member per line.")},
    )


class TeamListForm(PlainForm):
    """A form for all teams with their members. A file replaces the text."""

    text = forms.CharField(
        label=_("Paste a list"),
        required=False,
        strip=False,
        max_length=LARGEST,
        widget=forms.Textarea(
            attrs={"rows": 12, "wrap": "off", "spellcheck": "false", "translate": "no", "class": "file"}
        ),
        help_text=_(
            "The name of a team, then its members in board order, one per line, then an empty line. Or rows copied "
            "from a spreadsheet with a column “Team”."
        ),
    )
    file = forms.FileField(
        label=_("or choose a file (CSV, TSV or XLSX)"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,text/*"}),
    )


def members_to_json(members: Iterable[TeamMember]) -> list[dict[str, object]]:
    """Return the stored members in the form of the lines."""
    return [{"id": row.public_id, **{name: getattr(row, name) for name in FIELDS}} for row in members]


def lines_of(rows: Sequence[Mapping[str, object]], least: int, data: Any = None) -> list[MemberForm]:
    """Return a line for each member and some more, with the stored or the sent values."""
    count = min(MOST, max(least, len(rows)) + EMPTY_LINES)
    if data is not None:
        count = max([count, *(n for n in range(1, MOST + 1) if f"m{n}-name" in data)])
    return [
        MemberForm(data, number=number, initial={"place": number, **(rows[number - 1] if number <= len(rows) else {})})
        for number in range(1, count + 1)
    ]


def merge_lines(rows: Iterable[ListRow], lines: Iterable[MemberForm]) -> list[dict[str, object]]:
    """Return the members of a list, in its order, followed by the other members in the lines.

    A member in both, by FIDE ID or by name, is one member; the list may add data.
    """
    placed = sorted(lines, key=lambda line: whole_number(str(line["place"].value() or "")) or MOST)
    typed_lines = [line.texts for line in placed if str(line["name"].value() or "").strip()]
    found = []
    for row in rows:
        values = {name: row.values[name] for name in FIELDS if row.values.get(name) not in ("", None)}
        same = next((each for each in typed_lines if _is_same(each, values)), None)
        if same is not None:
            typed_lines.remove(same)
        found.append({**(same or {}), **values})
    return [*found, *typed_lines]


def _is_same(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    if one.get("fide_id") and other.get("fide_id"):
        return bool(one["fide_id"] == other["fide_id"])
    return sort_key(str(one["name"])) == sort_key(str(other["name"]))


def posted_line_up(request: HttpRequest) -> LineUp:
    """Return the members chosen for the boards, in order; None for an empty board."""
    return [key[:12] or None for key in request.POST.getlist("board")]


def line_up_of_form(request: HttpRequest) -> LineUp | None:
    """Return the line-up that the form showed, [] if there was none; None if the form does not contain it."""
    seen = request.POST.get("seen")
    return None if seen is None else [key or None for key in seen[:1000].split(",")]
