"""Forms that store a whole record: an old page does not undo changes that it never showed.

A form declares this by its base, `WholeRecord`, and has the stored values as `initial`, even when it is sent. Its page
sends back the values that it showed. If the form would undo a later change, it lists the changes and stores nothing.
Sent once more, it overwrites them knowingly.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from copy import copy

from django import forms
from django.forms.models import BaseModelForm
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from tournaments.core.words.names import join

#: The field in which a page sends back the values that it showed.
SHOWN_VALUES_FIELD = "shown_values"


def stored_text(values: Mapping[str, object]) -> str:
    """Return the stored values of a page, in the format in which it sends them back."""
    return json.dumps({name: str(value) for name, value in values.items()}, ensure_ascii=False)


def changed_names(shown: str, values: Mapping[str, object]) -> set[str]:
    """Return the names of values that have changed since a page showed these; empty if the page does not send them."""
    try:
        before = json.loads(shown)
    except ValueError:
        return set()
    now = json.loads(stored_text(values))
    return {name for name in now if name in before and before[name] != now[name]} if isinstance(before, dict) else set()


def overwriting_text(labels: Iterable[str]) -> str:
    """Return the message about changes that a page would undo."""
    text = _("Changed since you opened this page: {names}. Nothing was saved. Save again to use your values.")
    return text.format(names=join(dict.fromkeys(labels)))


class ShownField(forms.CharField):
    """The values that the page showed. They come back as they were sent, until the form has listed the later
    changes.
    """

    def __init__(self, initial: Callable[[], str]) -> None:
        super().__init__(
            required=False, widget=forms.HiddenInput(attrs={"autocomplete": "off", "id": False}), initial=initial
        )
        self.is_said = False

    def bound_data(self, data: object, initial: object) -> object:
        return initial if self.is_said or not data else data

    def has_changed(self, initial: object, data: object) -> bool:
        return False


class WholeRecord(forms.BaseForm):
    """The part of a form that stores a whole record, placed before `PlainForm` or `ModelForm`."""

    #: Whether the sent values are to be stored, not only previewed.
    will_store = True

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type] # what the form below takes
        self._shown_field = ShownField(initial=lambda: stored_text(self._stored_values))
        self.fields[SHOWN_VALUES_FIELD] = self._shown_field

    @property
    def _stored_values(self) -> dict[str, object]:
        return {
            name: self.get_initial_for_field(field, name)
            for name, field in self.fields.items()
            if not field.widget.is_hidden
        }

    @property
    def page_values(self) -> forms.BoundField:
        """The field in which the page sends back the values that it showed."""
        return self[SHOWN_VALUES_FIELD]

    def full_clean(self) -> None:
        """Check the input; input that would undo unseen changes is refused once."""
        super().full_clean()
        if not self.is_bound:
            return
        shown = self.cleaned_data.pop(SHOWN_VALUES_FIELD, "")
        if self.errors or not self.will_store:
            return
        since = changed_names(shown, self._stored_values) & {*self.changed_data}
        unseen = sorted(since, key=list(self.fields).index) if since else []
        if unseen and (names := self._differing_fields(unseen)):
            self.add_error(None, overwriting_text(self.label_of(name) for name in names))
            self._shown_field.is_said = True

    def label_of(self, name: str) -> str:
        """Return the label of a field on the page."""
        return str(self[name].label)

    def _differing_fields(self, names: Iterable[str]) -> list[str]:
        """Return the fields whose input has another meaning than the stored value, in whatever notation."""
        twin = copy(self)
        twin.data = MultiValueDict()
        for name, value in self._stored_values.items():
            twin.data.setlist(self.add_prefix(name), list(value) if isinstance(value, (list, tuple)) else [value])
        twin.files = MultiValueDict()
        twin._bound_fields_cache = {}  # type: ignore[attr-defined] # noqa: SLF001 as BaseForm has it
        if isinstance(self, BaseModelForm) and isinstance(twin, BaseModelForm):
            twin.instance = copy(self.instance)
        super(WholeRecord, twin).full_clean()
        return [name for name in names if not self.is_stored(name, twin.cleaned_data)]

    def is_stored(self, name: str, stored: Mapping[str, object]) -> bool:
        """Return whether the cleaned input of a field equals the `stored` value after cleaning."""
        value, stored_value = self.cleaned_data.get(name), stored.get(name)
        if isinstance(value, str) and isinstance(stored_value, str):
            return value.splitlines() == stored_value.splitlines()  # browsers end lines in their own way
        return name in stored and bool(value == stored_value)
