"""Documents of an event with several sections: one list of all names, and everything as a ZIP."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache

from paper.sheets import LARGER
from standings.web.papers import orders
from standings.web.papers.catalogue import has_prizes, prizes_of_all
from standings.web.papers.orders import Asked, Part, Wanted
from standings.web.papers.pages import asked_for, file_answer, papers_for, rounds_for
from standings.web.papers.round_sheets import names_of_all
from tournaments.core.rights import Right
from tournaments.events.pages import EventDesk, staff_of_event
from tournaments.web import links
from tournaments.web.common import PageRequest, who


@never_cache
@staff_of_event(Right.ENTER_RESULTS)
def print_names(request: PageRequest, desk: EventDesk) -> HttpResponse:
    """Everybody of the newest published round of each section by name, with the section and the table."""
    mine = [section for section in desk.sections if section.may(Right.ENTER_RESULTS)]
    published = ([row for row in rounds_for(section) if not row.is_draft] for section in mine)
    newest = [rounds[-1] for rounds in published if rounds]
    if not newest:
        raise Http404
    make = partial(
        orders.names_of_sections, desk.event.name, partial(names_of_all, newest), newest,
        _asked(request, desk), _size(request),
    )  # fmt: skip
    return file_answer(f"{desk.event.slug}-names.pdf", make)


@never_cache
@staff_of_event(Right.ENTER_RESULTS)
def print_prizes(request: PageRequest, desk: EventDesk) -> HttpResponse:
    """The prize lists of all finished sections, to be signed."""
    sections = [row for row in desk.where(Right.ENTER_RESULTS) if has_prizes(row)]
    if not sections:
        raise Http404
    make = partial(
        orders.sheets_of_sections, desk.event.name, partial(prizes_of_all, sections), sections,
        _asked(request, desk), _size(request),
    )  # fmt: skip
    return file_answer(f"{desk.event.slug}-prizes.pdf", make)


@never_cache
@staff_of_event(Right.ENTER_RESULTS)
def print_sections(request: PageRequest, desk: EventDesk) -> HttpResponse:
    """All documents of the sections that the reader helps to run, each section in a folder."""
    parts = []
    for section in desk.sections:
        if section.may(Right.ENTER_RESULTS):
            tournament = section.tournament
            language = tournament.home_language or get_language() or "en"
            wanted = Wanted(tournament, language=language, size=_size(request))
            parts.append(
                Part(tournament.slug, papers_for(section), rounds_for(section), wanted, asked_for(request, section))
            )
    asked = _asked(request, desk)
    return file_answer(f"{desk.event.slug}-papers.zip", lambda: orders.all_sections(parts, asked))


def _asked(request: PageRequest, desk: EventDesk) -> Asked:
    link = links.link(request, reverse("tournaments:event", args=[desk.event.slug]))
    return Asked(who(request), request.get_full_path(), link)


def _size(request: PageRequest) -> str:
    asked = request.GET.get("size", "")
    return asked if asked in LARGER else "A4"
