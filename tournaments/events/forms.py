"""Define forms for events: their names, and their sections."""

from __future__ import annotations

import re
from collections.abc import Collection
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models import Event, Tournament
from tournaments.models.player import sort_key
from tournaments.models.stage import LONGEST_NAME, LONGEST_SECTION
from tournaments.web.fields import NameField, PlainForm
from tournaments.web.whole_records import WholeRecord

#: The maximum number of sections that can be created at once.
MOST_SECTIONS = 20


def section_names(text: str) -> list[str]:
    """Return the names listed in a line. Raise ValidationError for names that no event can have."""
    names = [name for name in (part.strip() for part in re.split(r"[,;]", text)) if name]
    if len(names) == 1:
        raise ValidationError(_("Enter at least two groups, separated by a comma, or leave empty."))
    if len(names) > MOST_SECTIONS:
        raise ValidationError(_("Enter at most %(most)s groups."), params={"most": MOST_SECTIONS})
    keys: set[str] = set()
    for name in names:
        if not any(letter.isalnum() for letter in name) or len(name) > LONGEST_SECTION:
            wrong = _("“%(name)s” is not a valid group name. Use letters or digits, at most %(most)s.")
            raise ValidationError(wrong, params={"name": name, "most": LONGEST_SECTION})
        if sort_key(name) in keys:
            raise ValidationError(_("Two sections cannot have the same name."))
        keys.add(sort_key(name))
    return names


class EventForm(WholeRecord, PlainForm):
    """The name of an event."""

    name = NameField(label=_("Event name"), longest=LONGEST_NAME)


class SectionForm(PlainForm):
    """A section beside a tournament, which also becomes a section if it is not one."""

    event = NameField(label=_("Event name"), longest=LONGEST_NAME)
    own = NameField(label=_("Name of this section"), longest=LONGEST_SECTION)
    section = NameField(label=_("Name of the new section"), longest=LONGEST_SECTION)
    staff = forms.BooleanField(label=_("Its staff can work on the other sections too"), required=False, initial=True)
    sheet = forms.UUIDField(widget=forms.HiddenInput, required=False, initial=uuid4)

    def __init__(self, *args: object, tournament: Tournament, used_names: Collection[str], **options: object) -> None:
        super().__init__(*args, **options)
        self.fields["section"].initial = next_letter(used_names) if used_names else "B"
        if tournament.members.active().count() < 2:
            del self.fields["staff"]
        if tournament.event_id is not None:
            del self.fields["event"], self.fields["own"]
        else:
            self.fields["event"].initial = shorten_name(tournament.name, LONGEST_NAME)
            self.fields["own"].initial = "A"

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        own, new = cleaned.get("own"), cleaned.get("section")
        if own and new and sort_key(own) == sort_key(new):
            self.add_error("section", _("Two sections cannot have the same name."))
        return cleaned


class JoinForm(PlainForm):
    """A form that makes a tournament a section of an existing event."""

    event = forms.ModelChoiceField(
        label=pgettext_lazy("several tournaments", "Event"), queryset=Event.objects.none(), empty_label=None
    )
    section = NameField(label=_("Name of this section"), longest=LONGEST_SECTION)
    staff = forms.BooleanField(
        label=_("Staff of the other sections can work on this one too"), required=False, initial=True
    )

    def __init__(self, *args: object, events: Collection[Event], **options: object) -> None:
        super().__init__(*args, **options)
        field = self.fields["event"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = Event.objects.filter(pk__in=[event.pk for event in events]).order_by("name", "pk")


def next_letter(used_names: Collection[str]) -> str:
    """Return the letter after the last one used as a section's name; "" if they have other names, or after Z."""
    letters = [name for name in used_names if len(name) == 1 and "A" <= name < "Z"]
    following = chr(ord(max(letters)) + 1) if letters else ""
    return "" if following in used_names else following


def shorten_name(name: str, longest: int) -> str:
    """Return a name shortened by whole words to the available length."""
    if len(name) <= longest:
        return name
    return name[: longest + 1].rpartition(" ")[0].rstrip(" ,;:–-") or name[:longest]
