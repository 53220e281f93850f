"""The pictures of the manual: what each shows, for readers who do not see it, and its size.

`python -m tests.tools.manual_pictures` makes the files from demo tournaments.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

#: The language whose pictures are shown where there are none of the reader's.
FALLBACK = "en"
LAPTOP = (960, 600)
PHONE = (390, 720)


@dataclass(frozen=True, slots=True)
class ManualPicture:
    """A picture: the text that stands for it, and its size in pixels of the page."""

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
    """Where the file of a picture is, among the static files."""
    return f"manual/{language}/{key}.webp"
