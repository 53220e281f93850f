"""Members of a team, a line of fields for each."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import TeamMember
from tournaments.services.teams import MOST
from tournaments.web.forms.fields import LineField, PlainForm

#: How wide the fields are.
SIZES = {"place": 2, "title": 3, "rating": 4, "federation": 4, "fide_id": 9, "birth": 9}
#: What a line shows of a member.
SHOWN = ("name", "title", "rating", "federation", "fide_id", "birth")
#: Lines for those who are to come.
EMPTY_LINES = 3


class MemberForm(PlainForm):
    """One member, by the place among the others; a line without a name is nobody."""

    id = forms.CharField(widget=forms.HiddenInput, required=False, max_length=12)
    place = forms.IntegerField(label=_("Place"), min_value=1, max_value=999, required=False)
    name = LineField(label=_("Name"), required=False)
    title = LineField(label=_("Title"), longest=10, required=False)
    rating = forms.IntegerField(label=_("Rating"), min_value=0, max_value=9999, required=False)
    federation = LineField(label=_("Federation"), longest=40, required=False)
    fide_id = LineField(label=_("FIDE ID"), longest=11, required=False)
    birth = LineField(label=_("Born"), longest=10, required=False)

    def __init__(self, *args: Any, number: int, **options: Any) -> None:
        super().__init__(*args, prefix=f"m{number}", **options)
        for name, size in SIZES.items():
            self.fields[name].widget = forms.TextInput(attrs={"size": size, "autocomplete": "off"})
        self.fields["place"].widget.attrs["inputmode"] = self.fields["rating"].widget.attrs["inputmode"] = "numeric"
        for name, field in self.fields.items():
            if name != "id":
                field.widget.attrs["aria-label"] = f"{field.label} {number}"

    @property
    def values(self) -> dict[str, Any]:
        """What `set_members` takes of the line."""
        given = {name: value for name, value in self.cleaned_data.items() if name != "place"}
        return {**given, "id": given["id"] or None}


def lines_of(members: list[TeamMember], least: int, data: Any = None) -> list[MemberForm]:
    """A line for each member and some more, as they are stored or as they were sent."""
    count = min(MOST, max(least, len(members)) + EMPTY_LINES)
    if data is not None:
        count = max([count, *(n for n in range(1, MOST + 1) if f"m{n}-name" in data)])
    lines = []
    for number in range(1, count + 1):
        row = members[number - 1] if number <= len(members) else None
        initial: dict[str, Any] = {"place": number}
        if row is not None:
            initial |= {
                name: getattr(row, name) for name in ("name", "title", "rating", "federation", "fide_id", "birth")
            }
            initial["id"] = row.public_id
        lines.append(MemberForm(data, number=number, initial=initial))
    return lines
