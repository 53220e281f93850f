"""The page that lists all documents, and each as PDF. They are for staff only, because printing takes work."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache

from paper.sheets import LARGER
from standings.web.papers import orders
from standings.web.papers.catalogue import BY_KEY, DESIGNS, MOST_PLACES, PAPERS, has_prizes, prizes_of_all
from standings.web.papers.orders import (
    AT_THE_END,
    OF_EVENT,
    OF_ROUND,
    PLACES,
    Paper,
    PaperRequest,
    PrintOrder,
    SectionPrint,
)
from standings.web.papers.round_sheets import names_of_all
from tournaments.core.rights import Right
from tournaments.core.words.names import whole_number
from tournaments.events.desk_pages import EventDesk, staff_of_event
from tournaments.long_tasks.pages import page_of
from tournaments.long_tasks.running import Underway
from tournaments.models import Round
from tournaments.web import links
from tournaments.web.common import Desk, PageRequest, find_round, frame, staff_only, who


@never_cache
@staff_only(Right.ENTER_RESULTS)
def prints(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Show all available documents; `?round=3` shows those of another round."""
    rounds = rounds_for(desk)
    number = whole_number(request.GET.get("round", ""))
    chosen = next((row for row in rounds if row.number == number), rounds[-1] if rounds else None)
    size = _size(request)
    papers = [(paper, _address(desk, paper, chosen)) for paper in papers_for(desk)]
    context = frame(
        desk,
        rounds=rounds,
        chosen=chosen,
        size=size,
        sizes=LARGER,
        language=_language(request, desk),
        second=_second(request),
        in_language=_in_language(request, desk),
        designs=DESIGNS.items(),
        of_round=[each for each in papers if each[0].when == OF_ROUND and chosen is not None],
        of_event=[each for each in papers if each[0].when == OF_EVENT],
        at_the_end=[each for each in papers if each[0].when == AT_THE_END],
    )
    return render(request, "standings/print.html", context)


def papers_for(desk: Desk) -> list[Paper]:
    """Return the available documents that the reader may print."""
    return [paper for paper in PAPERS if desk.may(paper.needs) and paper.is_for(desk.tournament)]


def _address(desk: Desk, paper: Paper, row: Round | None) -> str:
    slug = desk.tournament.slug
    if paper.when == OF_ROUND:
        return reverse("standings:print-round", args=[slug, row.number, paper.key]) if row is not None else ""
    return reverse("standings:print-event", args=[slug, paper.key])


@never_cache
@staff_only(Right.ENTER_RESULTS)
def print_event(request: HttpRequest, desk: Desk, key: str) -> HttpResponse:
    """Return a document of the tournament."""
    paper = BY_KEY.get(key)
    if paper is None or paper.when == OF_ROUND or paper not in papers_for(desk):
        raise Http404
    return _pdf(request, desk, paper, _read_request(request, desk))


@never_cache
@staff_only(Right.ENTER_RESULTS)
def print_round(request: HttpRequest, desk: Desk, number: int, sheet: str) -> HttpResponse:
    """Return a document of a round."""
    paper, row = BY_KEY.get(sheet), find_round(desk.tournament, number)
    if paper is None or paper.when != OF_ROUND or paper not in papers_for(desk):
        raise Http404
    if row.is_draft and not desk.may(Right.SEE_DRAFTS):
        raise Http404
    row.tournament = desk.tournament
    return _pdf(request, desk, paper, _read_request(request, desk, row))


def _read_request(request: HttpRequest, desk: Desk, row: Round | None = None) -> PaperRequest:
    design, places = request.GET.get("design", ""), whole_number(request.GET.get("places", ""))
    return PaperRequest(
        desk.tournament,
        language=_language(request, desk),
        second=_second(request),
        size=_size(request),
        design=design if design in DESIGNS else "frame",
        places=min(places or PLACES, MOST_PLACES),
        round=row,
    )


def _language(request: HttpRequest, desk: Desk) -> str:
    """Return the chosen language of the paper, or the tournament's, or the reader's."""
    code, languages = request.GET.get("language", ""), dict(settings.LANGUAGES)
    return code if code in languages else desk.tournament.home_language or get_language() or settings.LANGUAGE_CODE


def _second(request: HttpRequest) -> str:
    """Return the second language of titles and heads; "" for none."""
    code = request.GET.get("second", "")
    return code if code in dict(settings.LANGUAGES) else ""


def _in_language(request: HttpRequest, desk: Desk) -> str:
    """Return the language part of a paper's URL, if there are several languages."""
    return f"&language={_language(request, desk)}&second={_second(request)}" if len(settings.LANGUAGES) > 1 else ""


def _size(request: HttpRequest) -> str:
    size = request.GET.get("size", "")
    return size if size in LARGER else "A4"


@never_cache
@staff_only(Right.ENTER_RESULTS)
def print_everything(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Return all documents of the tournament and of its rounds as a ZIP."""
    rounds = rounds_for(desk)
    order, papers, paper_request = order_for(request, desk), papers_for(desk), _read_request(request, desk)
    return file_answer(
        f"{desk.tournament.slug}-papers.zip", lambda: orders.everything(papers, rounds, paper_request, order)
    )


def rounds_for(desk: Desk) -> list[Round]:
    """Return the rounds that the reader may see."""
    found = desk.tournament.rounds.select_related("stage").order_by("number")
    rounds = [row for row in found if not row.is_draft or desk.may(Right.SEE_DRAFTS)]
    for row in rounds:
        row.tournament = desk.tournament
    return rounds


def _pdf(request: HttpRequest, desk: Desk, paper: Paper, paper_request: PaperRequest) -> HttpResponse:
    order = order_for(request, desk)
    name = f"{desk.tournament.slug}-{name_of(paper, paper_request)}"
    return file_answer(name, lambda: orders.print_paper(paper, paper_request, order))


def name_of(paper: Paper, paper_request: PaperRequest) -> str:
    """Return the file name of a document, after the tournament's part."""
    return f"{paper.key}-{paper_request.round.number}.pdf" if paper_request.round is not None else f"{paper.key}.pdf"


def order_for(request: HttpRequest, desk: Desk) -> PrintOrder:
    """Return the order for a document of a tournament, with the link on it."""
    link = links.link(request, reverse("tournaments:tournament", args=[desk.tournament.slug]))
    return PrintOrder(who(request), request.get_full_path(), link)


def file_answer(name: str, make: Callable[[], bytes]) -> HttpResponse:
    """Return a document or an archive as a file with this name, or the page of the task that makes it."""
    try:
        content = make()
    except Underway as long:
        return page_of(long.task)
    is_pdf = name.endswith(".pdf")
    response = HttpResponse(content, content_type="application/pdf" if is_pdf else "application/zip")
    shown = "inline" if is_pdf else "attachment"
    response["Content-Disposition"] = f'{shown}; filename="{name}"'
    return response


@never_cache
@staff_of_event(Right.ENTER_RESULTS)
def print_names(request: PageRequest, desk: EventDesk) -> HttpResponse:
    """Return all players of the newest published round of each section by name, with section and table."""
    own_sections = [section for section in desk.sections if section.may(Right.ENTER_RESULTS)]
    published = ([row for row in rounds_for(section) if not row.is_draft] for section in own_sections)
    newest = [rounds[-1] for rounds in published if rounds]
    if not newest:
        raise Http404
    make = partial(orders.names_of_sections, desk.event.name, partial(names_of_all, newest), newest)
    return _of_event(request, desk, "names", make)


@never_cache
@staff_of_event(Right.ENTER_RESULTS)
def print_prizes(request: PageRequest, desk: EventDesk) -> HttpResponse:
    """Return the prize lists of all finished sections, for signatures."""
    sections = [row for row in desk.where(Right.ENTER_RESULTS) if has_prizes(row)]
    if not sections:
        raise Http404
    make = partial(orders.sheets_of_sections, desk.event.name, partial(prizes_of_all, sections), sections)
    return _of_event(request, desk, "prizes", make)


@never_cache
@staff_of_event(Right.ENTER_RESULTS)
def print_sections(request: PageRequest, desk: EventDesk) -> HttpResponse:
    """Return all documents of the sections that the reader helps to run, with a folder for each section."""
    parts = []
    for section in desk.sections:
        if section.may(Right.ENTER_RESULTS):
            tournament = section.tournament
            language = tournament.home_language or get_language() or "en"
            paper_request = PaperRequest(tournament, language=language, size=_size(request))
            parts.append(
                SectionPrint(
                    tournament.slug,
                    papers_for(section),
                    rounds_for(section),
                    paper_request,
                    order_for(request, section),
                )
            )
    order = _order_for_event(request, desk)
    return file_answer(f"{desk.event.slug}-papers.zip", lambda: orders.all_sections(parts, order))


def _of_event(
    request: PageRequest, desk: EventDesk, name: str, make: Callable[[PrintOrder, str], bytes]
) -> HttpResponse:
    """Return a document of several sections, which `make` prints for the reader and in the requested paper size."""
    order, size = _order_for_event(request, desk), _size(request)
    return file_answer(f"{desk.event.slug}-{name}.pdf", lambda: make(order, size))


def _order_for_event(request: PageRequest, desk: EventDesk) -> PrintOrder:
    link = links.link(request, reverse("tournaments:event", args=[desk.event.slug]))
    return PrintOrder(who(request), request.get_full_path(), link)
