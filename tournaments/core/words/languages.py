"""The language of a visitor: the one chosen on a page, else the browser's."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header


def asked_of(request: HttpRequest) -> str:
    """The language that a request asks for, "" where it asks for none that there is."""
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return asked_language(chosen, request.META.get("HTTP_ACCEPT_LANGUAGE", ""))


def asked_language(chosen: str, accepted: str) -> str:
    """One of the languages that there are: the one that was chosen, or the first that the browser accepts; else ""."""
    return _preferred_language(chosen, accepted, tuple(code for code, _name in settings.LANGUAGES))


@lru_cache(maxsize=512)
def _preferred_language(chosen: str, accepted: str, _there_are: tuple[str, ...]) -> str:
    """As `get_language_from_request` finds it, which does not tell an English reader from one who asks for nothing."""
    for code in (chosen, *(code for code, _weight in parse_accept_lang_header(accepted))):
        if code == "*":
            break
        with suppress(LookupError):
            return get_supported_language_variant(code)
    return ""
