"""Define the form of the event page: texts, a colour, uploads, and one line for each link."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.core.journal.errors import Refused
from tournaments.core.words.presentation import (
    LONGEST_ABOUT,
    LONGEST_ADDRESS,
    LONGEST_CONTACT,
    MOST_SPONSORS,
    EventPage,
    Link,
    Sponsor,
)
from tournaments.event_page.event_page import read_image
from tournaments.web.fields import LineField, PlainForm
from tournaments.web.whole_records import WholeRecord

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

IMAGES = "image/png,image/jpeg,image/webp,image/gif"
#: The number of empty lines for further sponsors.
MORE_SPONSORS = 2


class UploadField(forms.FileField):
    """An image from the visitor's computer; it is checked when it is stored."""

    def __init__(self, label: StrOrPromise, help_text: StrOrPromise = "") -> None:
        widget = forms.FileInput(attrs={"accept": IMAGES})
        super().__init__(label=label, help_text=help_text, required=False, widget=widget)


class EventPageForm(WholeRecord, PlainForm):
    """The form of the event page. All fields may be empty: pages then look as without an event page."""

    logo = UploadField(
        label=gettext_lazy("Logo"),
        help_text=gettext_lazy("An image of up to 4 MB. Kierros makes it smaller for you."),
    )
    remove_logo = forms.BooleanField(label=gettext_lazy("Remove the logo"), required=False)
    accent = forms.CharField(
        label=gettext_lazy("Colour"),
        max_length=20,
        required=False,
        widget=forms.TextInput(attrs={"spellcheck": "false", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "A colour such as #0f5c50 for links and buttons. It gets darker or lighter where it is hard to read."
        ),
    )
    about = forms.CharField(
        label=gettext_lazy("Description"),
        max_length=2 * LONGEST_ABOUT,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=gettext_lazy("Markdown: **bold**, *italic*, - list, # heading, [text](https://address)."),
    )
    contact = LineField(
        label=gettext_lazy("Contact"),
        longest=LONGEST_CONTACT,
        required=False,
        help_text=gettext_lazy("Shown publicly: a name, an email address or a phone number."),
    )
    links = forms.CharField(
        label=gettext_lazy("Links"),
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text=gettext_lazy("One per line: name and address, such as Rules https://example.org/rules."),
    )

    def __init__(
        self, data: QueryDict | None, files: MultiValueDict[str, UploadedFile[bytes]] | None, *, page: EventPage
    ) -> None:
        self.page = page
        self.known = page["sponsors"]
        lines = "\n".join(f"{link['name']} {link['url']}" for link in page["links"])
        texts = {"accent": page["accent"], "about": page["about"], "contact": page["contact"]}
        super().__init__(data, files, initial={**texts, "links": lines, "logo": page["logo"]})
        if not page["logo"]:
            del self.fields["remove_logo"]
        typed = sum(f"sponsor_{number}_name" in self.data for number in range(1, MOST_SPONSORS + 1))
        for number in range(1, max(typed, min(MOST_SPONSORS, len(self.known) + MORE_SPONSORS)) + 1):
            self._add_sponsor(number, self.known[number - 1] if number <= len(self.known) else None)

    def _add_sponsor(self, number: int, sponsor: Sponsor | None) -> None:
        name = LineField(label=pgettext_lazy("name of a thing", "Name"), required=False)
        name.initial = sponsor["name"] if sponsor else ""
        address = forms.CharField(label=gettext_lazy("Address"), max_length=LONGEST_ADDRESS, required=False)
        address.initial = sponsor["url"] if sponsor else ""
        logo = UploadField(label=gettext_lazy("Logo"))
        logo.initial = sponsor["logo"] if sponsor else ""
        self.fields |= {
            f"sponsor_{number}_name": name,
            f"sponsor_{number}_url": address,
            f"sponsor_{number}_logo": logo,
        }
        if sponsor and sponsor["logo"]:
            remove = forms.BooleanField(label=gettext_lazy("Remove the logo"), required=False)
            self.fields[f"sponsor_{number}_remove"] = remove

    def first(self) -> list[forms.BoundField]:
        """Return all fields except those of sponsors."""
        return [field for field in self.visible_fields() if not field.name.startswith("sponsor_")]

    def sponsors(self) -> Iterator[tuple[int, str, list[forms.BoundField]]]:
        """Yield for each sponsor the number, the key of the logo, and the fields."""
        number = 0
        while f"sponsor_{number + 1}_name" in self.fields:
            number += 1
            logo = self.known[number - 1]["logo"] if number <= len(self.known) else ""
            own = [field for field in self.visible_fields() if field.name.startswith(f"sponsor_{number}_")]
            yield number, logo, own

    def is_stored(self, name: str, stored: Mapping[str, object]) -> bool:
        """Return whether a value is stored. An image is stored if its key is; it is read only if it was changed."""
        upload = self.files.get(self.add_prefix(name))
        if upload is None:
            return super().is_stored(name, stored)
        data = upload.read()
        upload.seek(0)
        try:
            return read_image(data, name)[0] == stored.get(name)
        except Refused:
            return False

    def clean_links(self) -> list[Link]:
        """Return a name and an address from each line; the address is its last word."""
        found: list[Link] = []
        for line in filter(str.strip, self.cleaned_data["links"].splitlines()):
            name, _blank, address = line.strip().rpartition(" ")
            if not name:
                raise forms.ValidationError(_("Write a name before the address {address}.").format(address=address))
            found.append({"name": name.strip(), "url": address})
        return found

    def values(self) -> tuple[EventPage, dict[str, bytes], list[str]]:
        """Return the page with its kept images, the bytes of new ones by field, and the fields of sponsors."""
        values = self.cleaned_data
        uploads: dict[str, bytes] = {name: values[name].read() for name in self.files if values.get(name)}
        sponsors: list[Sponsor] = []
        fields: list[str] = []
        for number, logo, _fields in self.sponsors():
            own = f"sponsor_{number}_"
            name, address = values[f"{own}name"], values[f"{own}url"]
            if name or address or f"{own}logo" in uploads:
                image = "" if values.get(f"{own}remove") else logo
                sponsors.append({"name": name, "url": address, "logo": image})
                fields.append(f"{own}logo")
        page: EventPage = {
            "accent": values["accent"],
            "logo": "" if values.get("remove_logo") else self.page["logo"],
            "about": values["about"],
            "contact": values["contact"],
            "links": values["links"],
            "sponsors": sponsors,
        }
        return page, uploads, fields
