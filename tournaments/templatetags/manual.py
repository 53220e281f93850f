"""Write references in the manual: buttons and fields by their messages, other chapters, and pictures.

Each picture has a text alternative and a size. `python -m tests.tools.manual_pictures` makes the files from demo
tournaments.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.utils.functional import Promise
from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, pgettext
from django.utils.translation import gettext_lazy as _

from tournaments.public.manual_pages import CHAPTER_BY_KEY
from tournaments.templatetags.pages import asset

register = template.Library()

#: Parts of a message for screen readers only.
_HIDDEN_TEXT = re.compile(r'<span class="hidden">.*?</span>')


@register.simple_tag
def button(message: str, context: str = "", **facts: object) -> SafeString:
    """Return the name of a button, link or heading, in the reader's language.

    `message` is the message of the page, `facts` are the values for its placeholders.
    """
    return _name(_translate(message, context, facts))


@register.simple_tag
def field(message: str, context: str = "", **facts: object) -> SafeString:
    """Return the label of a form's field, with a capital first letter."""
    return _name(capfirst(_translate(message, context, facts)))


def _translate(message: str, context: str, facts: dict[str, object]) -> str:
    text = pgettext(context, message) if context else gettext(message)
    if facts:
        text = text % facts if "%(" in text else text.format(**facts)
    return strip_tags(_HIDDEN_TEXT.sub("", text)).strip().rstrip(" \u00a0:：")  # the colon of a label is not its name


def _name(text: str) -> SafeString:
    return format_html('<b class="button-name">{}</b>', text)


@register.simple_tag
def command(text: str) -> SafeString:
    """Return a command, file or address, which is the same in each language. Commands are written for this computer."""
    return format_html('<code translate="no">{}</code>', text.replace("python3 manage.py", settings.COMMAND))


@register.simple_tag
def manual_page(key: str) -> SafeString:
    """Return a link to another chapter, with its title."""
    chapter = CHAPTER_BY_KEY[key]
    return format_html('<a href="{}">{}</a>', chapter.url, chapter.title)


@register.inclusion_tag("manual/picture.html")
def manual_picture(key: str) -> dict[str, object]:
    """Show a picture of a page: in the reader's language if there is one, or else in English."""
    language = get_language() or FALLBACK
    path = path_of(key, language)
    if finders.find(path) is None:
        path = path_of(key, FALLBACK)
    return {"picture": PICTURES[key], "address": asset(path)}


#: The language of the pictures if there are none in the reader's.
FALLBACK = "en"
LAPTOP = (960, 600)
PHONE = (390, 720)


@dataclass(frozen=True, slots=True)
class ManualPicture:
    """A picture: its text alternative, and its size in CSS pixels."""

    alt: Promise
    width: int
    height: int


def _laptop(alt: Promise) -> ManualPicture:
    return ManualPicture(alt, *LAPTOP)


def _phone(alt: Promise) -> ManualPicture:
    return ManualPicture(alt, *PHONE)


PICTURES = {
    "desk": _laptop(_("The overview of a tournament: the round, the missing tables and the large button below them.")),
    "draft": _laptop(_("The draft of a round: the button that publishes it, and the tables with their reasons.")),
    "results": _laptop(_("The results of a round: a box for the keyboard, and buttons in the row of each table.")),
    "standings": _laptop(_("Standings: place, name, last results, points and tie-breaks.")),
    "list": _laptop(_("A pasted list: each column with its heading, and what will be added below.")),
    "bracket": _laptop(_("A bracket: the semi-finals on the left, the final on the right.")),
    "effect": _laptop(_("The effect of a correction: the places and numbers that change, old and new.")),
    "print": _laptop(_("The page for printing: the documents of a round and of the whole tournament.")),
    "card": _phone(_("A phone with a badge: table, opponent, and buttons to report the result.")),
    "helper": _phone(_("A phone of a helper: the tables of the round with a button for each result.")),
    "player": _phone(_("The public page on a phone: the round, a box to find a table, and the first tables.")),
}


def path_of(key: str, language: str) -> str:
    """Return the path of a picture among the static files."""
    return f"manual/{language}/{key}.webp"
