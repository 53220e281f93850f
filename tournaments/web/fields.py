"""Fields that several forms share."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.words import names, values
from tournaments.core.words.names import isolate, join

#: The first and last year of a tournament.
FIRST_YEAR, LAST_YEAR = 1900, 2200


class LineField(forms.CharField):
    """A line of text without invisible characters."""

    def __init__(self, *, longest: int = names.NAME_LENGTH, **options: Any) -> None:
        super().__init__(strip=True, **options)
        self.longest = longest  # no `maxlength`: a browser would cut off the end of a pasted text without a word

    def to_python(self, value: object) -> str:
        try:
            return names.clean_text(super().to_python(value) or "", self.longest)
        except names.NotAName as error:
            raise ValidationError(str(error)) from error


class NameField(LineField):
    """A name: a line with at least one letter or digit."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.widget.attrs |= {"autocomplete": "off", "spellcheck": "false", "translate": "no"}

    def to_python(self, value: object) -> str:
        text = super().to_python(value)
        if not text:
            return ""
        try:
            return names.clean_name(text, self.longest)
        except names.NotAName as error:
            raise ValidationError(str(error)) from error


class ZoneInput(forms.TextInput):
    """A line with an empty list of zones, which the page's script fills from the browser's list.

    If its text is not a zone, it lists similar ones.
    """

    def render(self, name: str, value: object, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        shown = values.zone_name(str(value or ""))
        listed = f"{name}-zones"
        line = super().render(name, shown, {**(attrs or {}), "list": listed}, renderer)
        zones = [] if values.read_zone(shown) else values.zones_like(shown)
        options = format_html_join("", '<option value="{}"></option>', ((values.zone_name(each),) for each in zones))
        return format_html('{}<datalist id="{}" translate="no">{}</datalist>', line, listed, options)


class ZoneField(forms.CharField):
    """A time zone, entered by its name or its city. With `propose` the browser's zone replaces UTC."""

    def __init__(self, *, propose: bool = False, **options: Any) -> None:
        options = {"label": gettext_lazy("Time zone"), "max_length": 80, **options}
        super().__init__(widget=ZoneInput, **options)
        self.help_text = self.help_text or gettext_lazy("A large city in the time zone, such as Helsinki or New York.")
        self.widget.attrs |= {"autocomplete": "off", "spellcheck": "false", "translate": "no"}
        self.widget.attrs["data-zone"] = "propose" if propose else ""

    def to_python(self, value: object) -> str:
        text = super().to_python(value) or ""
        if text in self.empty_values:
            return ""
        zone = values.read_zone(text)
        if zone is not None:
            return zone
        zones = values.zones_like(text)
        if not zones:
            raise ValidationError(
                _("Unknown time zone “{text}”. Enter a large city, such as Helsinki or New York.").format(
                    text=isolate(text)
                )
            )
        raise ValidationError(
            _("Unknown time zone “{text}”. Did you mean one of these: {zones}?").format(
                text=isolate(text), zones=join(map(values.zone_name, zones))
            )
        )


class DayField(forms.DateField):
    """The day of a tournament; a mistyped year is refused."""

    def __init__(self, **options: Any) -> None:
        super().__init__(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **options)

    def validate(self, value: date | None) -> None:
        super().validate(value)
        if value is not None and not FIRST_YEAR <= value.year <= LAST_YEAR:
            raise ValidationError(_("Choose a date between 1900 and 2200."))


class PlainForm(forms.Form):
    """A form whose fields report errors to screen readers too, and keep the input."""

    required_css_class = "required"
    error_css_class = "wrong"
    template_name = "forms/form.html"

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.label_suffix = ""
