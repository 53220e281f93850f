"""Fields that several forms share."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tournaments.words import validation


class LineField(forms.CharField):
    """A line of text without anything invisible."""

    def __init__(self, *, longest: int = validation.NAME_LENGTH, **options: Any) -> None:
        super().__init__(strip=True, **options)
        self.longest = longest
        self.widget.attrs["maxlength"] = longest

    def to_python(self, value: Any) -> str:
        try:
            return validation.clean_text(super().to_python(value) or "", self.longest)
        except validation.NotAName as error:
            raise ValidationError(str(error)) from error


class NameField(LineField):
    """A name: a line with at least one letter or digit."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.widget.attrs |= {"autocomplete": "off", "spellcheck": "false", "translate": "no"}

    def to_python(self, value: Any) -> str:
        text = super().to_python(value)
        if not text:
            return ""
        try:
            return validation.clean_name(text)
        except validation.NotAName as error:
            raise ValidationError(str(error)) from error


class PlainForm(forms.Form):
    """A form whose fields say what is wrong to screen readers too, and keep what was typed."""

    required_css_class = "required"
    error_css_class = "wrong"
    template_name = "forms/form.html"

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.label_suffix = ""
