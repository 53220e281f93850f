"""What the manual names: buttons and fields by the messages of their pages, other chapters, and pictures."""

from __future__ import annotations

import re

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, pgettext

from tournaments.public.manual_chapters import CHAPTER_BY_KEY
from tournaments.public.manual_pictures import FALLBACK, PICTURES, path_of
from tournaments.templatetags.pages import asset

register = template.Library()

#: Parts of a message that only screen readers say.
_HIDDEN = re.compile(r'<span class="hidden">.*?</span>')


@register.simple_tag
def button(message: str, context: str = "", **facts: object) -> SafeString:
    """The name of a button, link or heading, in the reader's language. `message` is the message of the page, `facts`
    are the values for its places.
    """
    return _name(_translated(message, context, facts))


@register.simple_tag
def field(message: str, context: str = "", **facts: object) -> SafeString:
    """The label of a field of a form, which begins with a capital."""
    return _name(capfirst(_translated(message, context, facts)))


def _translated(message: str, context: str, facts: dict[str, object]) -> str:
    text = pgettext(context, message) if context else gettext(message)
    if facts:
        text = text % facts if "%(" in text else text.format(**facts)
    return strip_tags(_HIDDEN.sub("", text)).strip()


def _name(text: str) -> SafeString:
    return format_html('<b class="button-name">{}</b>', text)


@register.simple_tag
def command(text: str) -> SafeString:
    """A command, file or address, which is the same in every language. Commands are typed as on this computer."""
    return format_html('<code translate="no">{}</code>', text.replace("python3 manage.py", settings.COMMAND))


@register.simple_tag
def manual_page(key: str) -> SafeString:
    """A link to another chapter, by its title."""
    chapter = CHAPTER_BY_KEY[key]
    return format_html('<a href="{}">{}</a>', chapter.url, chapter.title)


@register.inclusion_tag("manual/picture.html")
def manual_picture(key: str) -> dict[str, object]:
    """A picture of a page: in the reader's language if there is one, else in English."""
    language = get_language() or FALLBACK
    path = path_of(key, language)
    if finders.find(path) is None:
        path = path_of(key, FALLBACK)
    return {"picture": PICTURES[key], "address": asset(path)}
