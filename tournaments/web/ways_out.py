"""Where a page sends somebody whose request was refused: the page on which the reason goes away."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from tournaments.journal import fide
from tournaments.journal.errors import BuiltOn, Refused, ResultsMissing, Undecided
from tournaments.models import Round


@dataclass(frozen=True, slots=True)
class WayOut:
    """A link that a refusal gets."""

    url: str
    label: str


def way_out(slug: str, refusal: Refused) -> WayOut | None:
    """The page that helps after a refusal in the tournament of an address; None where there is none."""
    match refusal:
        case Undecided():
            table = refusal.pairings[0].table
            url = f"{reverse('tournaments:results', args=[slug, refusal.number])}#t{table}"
            return WayOut(url, _("Say who goes on"))
        case BuiltOn():
            url = reverse("tournaments:rewind", args=[slug, refusal.entry.sequence - 1])
            return WayOut(url, _("Undo it with everything after it"))
        case ResultsMissing():
            return WayOut(reverse("tournaments:results", args=[slug, refusal.number]), _("Enter results"))
        case Refused(code="fide-mode"):
            return WayOut(reverse("tournaments:fide-mode", args=[slug]), _("What FIDE mode locks, and how to leave it"))
    return None


def with_way_out(slug: str, refusal: Refused) -> str:
    """A refusal for a page: its text, and the link where there is one."""
    way = way_out(slug, refusal)
    return refusal.text if way is None else format_html('{} <a href="{}">{}</a>', refusal.text, way.url, way.label)


def locked_text(round_: Round) -> str:
    """Why no result of a round can be corrected, for a page; nothing where it can."""
    refusal = fide.refusal_of_correction(round_)
    return "" if refusal is None else with_way_out(round_.tournament.slug, refusal)
