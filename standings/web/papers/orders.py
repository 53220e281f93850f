"""A printable document: its availability, its content, and how it is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import get_language, get_language_bidi, override
from django.utils.translation import gettext as _

from pairings.wording.mark import gettext_noop
from paper.press import archive_documents, print_document
from paper.sheets import Document, Sheet, Table
from tournaments.core.rights import Right, Who
from tournaments.core.words.moments import format_moment
from tournaments.long_tasks.running import LongTask, ask, carry_out, recent_result
from tournaments.models import Round, Tournament
from tournaments.web import links

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

#: The groups of documents in the list: for a round, for the tournament, and for its end.
OF_ROUND, OF_EVENT, AT_THE_END = "round", "event", "end"
#: The default last place with a certificate.
PLACES = 3
PRINTING = gettext_noop("Printing")


@dataclass(frozen=True, slots=True)
class PaperRequest:
    """A print request: the tournament, the round if there is one, and the layout.

    With a `second` language, titles and heads are in both.
    """

    tournament: Tournament
    round: Round | None = None
    language: str = "en"
    second: str = ""
    size: str = "A4"
    design: str = "frame"
    places: int = PLACES


@dataclass(frozen=True, slots=True)
class Paper:
    """A document: its name, its availability, and its sheets. `is_for` is whether it applies to a tournament.

    `needs` is the right to print it: a helper prints pairings, but no dates of birth.
    """

    key: str
    name: StrOrPromise
    about: StrOrPromise
    when: str
    sheets: Callable[[PaperRequest], Sequence[Sheet]]
    is_for: Callable[[Tournament], bool] = field(default=lambda _tournament: True)
    needs: Right = Right.ENTER_RESULTS


@dataclass(frozen=True, slots=True)
class PrintOrder:
    """The reader of a document, the address that serves it, and the link to the tournament on its pages."""

    who: Who
    place: str
    link: str


def document(paper: Paper, request: PaperRequest, order: PrintOrder) -> Document:
    """Return the current document."""
    with override(request.language):
        found = _translate_paper(paper, request, order.link)
    if request.second in ("", request.language):
        return found
    with override(request.second):
        other = tuple(paper.sheets(request))
    return replace(found, sheets=tuple(map(bilingual_sheet, found.sheets, other)))


def bilingual_sheet(sheet: Sheet, other: Sheet) -> Sheet:
    """Return a sheet with the titles and heads of the same sheet in another language added to its own."""
    sheet = replace(sheet, title=_bilingual(sheet.title, other.title), of=_bilingual(sheet.of, other.of))
    if not isinstance(sheet, Table) or not isinstance(other, Table):
        return sheet
    pairs = zip(sheet.columns, other.columns, strict=True)
    columns = tuple(replace(column, head=_bilingual(column.head, its.head)) for column, its in pairs)
    notes = (*sheet.notes, *(note for note in other.notes if note not in sheet.notes))
    return replace(sheet, columns=columns, notes=notes)


def _bilingual(text: str, other: str) -> str:
    return text if text == other else f"{text} · {other}"


def _translate_paper(paper: Paper, request: PaperRequest, link: str) -> Document:
    name = request.tournament.name
    return _add_heading(f"{name} · {paper.name}", name, tuple(paper.sheets(request)), request, link)


def _add_heading(title: str, event: str, sheets: tuple[Sheet, ...], request: PaperRequest, link: str) -> Document:
    """Return sheets with their shared parts, in the current language."""
    now = timezone.now().astimezone(request.tournament.zone)
    time = format_moment(now, "date-time")
    return Document(
        title=title,
        event=event,
        language=get_language() or "en",
        printed=_("Printed {time}").format(time=time),
        page=_("Page {page} of {pages}"),
        sheets=sheets,
        address=link.partition("://")[2],
        code=str(links.svg(link)),
        size=request.size,
        rtl=get_language_bidi(),
    )


def print_paper(paper: Paper, request: PaperRequest, order: PrintOrder) -> bytes:
    """Return the document as PDF. Raises Underway if it takes longer than a request waits."""

    @cache
    def whole() -> Document:
        return document(paper, request, order)

    return _print_or_reuse(
        f"{paper.key} {_number(request)}", request, order, lambda: bytes(ask(print_document, whole()))
    )


def everything(papers: Sequence[Paper], rounds: Sequence[Round], request: PaperRequest, order: PrintOrder) -> bytes:
    """Return all documents of a tournament as a ZIP, with a folder for each round. May raise Underway.

    The document of the whole round is left out, because it contains the same sheets.
    """

    @cache
    def files() -> list[tuple[str, Document]]:
        return [(name, document(paper, each, order)) for name, paper, each in named_files(papers, rounds, request)]

    facts = f"everything {' '.join(paper.key for paper in papers)} {' '.join(str(row.number) for row in rounds)}"
    return _print_or_reuse(facts, request, order, lambda: bytes(ask(archive_documents, files())))


@dataclass(frozen=True, slots=True)
class SectionPrint:
    """The print request of a section of an event: these documents, with round documents once for each round."""

    folder: str
    papers: Sequence[Paper]
    rounds: Sequence[Round]
    wanted: PaperRequest
    asked: PrintOrder


def all_sections(parts: Sequence[SectionPrint], order: PrintOrder) -> bytes:
    """Return all documents of the sections of an event as a ZIP with a folder for each section. May raise Underway."""

    @cache
    def files() -> list[tuple[str, Document]]:
        return [
            (f"{part.folder}/{name}", document(paper, each, part.asked))
            for part in parts
            for name, paper, each in named_files(part.papers, part.rounds, part.wanted)
        ]

    facts = " ".join(
        f"{part.wanted.tournament.pk} {part.wanted.tournament.revision} {len(part.papers)} {len(part.rounds)}"
        for part in parts
    )
    return _print_or_reuse(f"sections {facts}", parts[0].wanted, order, lambda: bytes(ask(archive_documents, files())))


def names_of_sections(
    event: str, sheet: Callable[[], Sheet], rounds: Sequence[Round], order: PrintOrder, size: str
) -> bytes:
    """Return one list of several sections as PDF, in the language of the first one. May raise Underway."""
    first = rounds[0].tournament
    request = PaperRequest(first, language=first.home_language or get_language() or "en", size=size)

    def whole() -> Document:
        with override(request.language):
            names = sheet()
            return _add_heading(f"{event} · {names.title}", event, (names,), request, order.link)

    facts = " ".join(f"{row.tournament.pk} {row.tournament.revision} {row.number}" for row in rounds)
    return _print_or_reuse(f"names {facts}", request, order, lambda: bytes(ask(print_document, whole())))


def sheets_of_sections(
    event: str, sheets: Callable[[], Sequence[Sheet]], sections: Sequence[Tournament], order: PrintOrder, size: str
) -> bytes:
    """Return a sheet of each of these sections as one PDF, in the language of the first one. May raise Underway."""
    request = PaperRequest(sections[0], language=sections[0].home_language or get_language() or "en", size=size)

    def whole() -> Document:
        with override(request.language):
            printed_sheets = tuple(sheets())
            return _add_heading(f"{event} · {printed_sheets[0].title}", event, printed_sheets, request, order.link)

    facts = " ".join(f"{row.pk} {row.revision}" for row in sections)
    return _print_or_reuse(f"prizes {facts}", request, order, lambda: bytes(ask(print_document, whole())))


def named_files(
    papers: Sequence[Paper], rounds: Sequence[Round], request: PaperRequest
) -> Iterator[tuple[str, Paper, PaperRequest]]:
    """Yield each document of a tournament with its path in the archive."""
    own_papers = [paper for paper in papers if paper.is_for(request.tournament) and paper.key != "round"]
    for paper in own_papers:
        if paper.when != OF_ROUND:
            yield f"{paper.key}.pdf", paper, replace(request, round=None)
    for row in rounds:
        for paper in own_papers:
            if paper.when == OF_ROUND:
                yield f"round-{row.number:02}/{paper.key}.pdf", paper, replace(request, round=row)


def _print_or_reuse(facts: str, request: PaperRequest, order: PrintOrder, do: Callable[[], bytes]) -> bytes:
    """Return a document from a task if the tournament has not changed since, or print it once for all readers.

    Everyone who may see the tournament may see the progress: helpers can print, and see no drafts.
    """
    looks = f"{request.size} {request.design} {request.places} {request.language} {request.second}"
    digest = sha256(f"{facts} {request.tournament.revision} {looks}".encode()).hexdigest()[:24]
    key = f"print {request.tournament.pk} {digest}"
    found = recent_result(key)
    if isinstance(found, bytes):
        return found
    long_task: LongTask[bytes] = LongTask(
        key,
        request.tournament,
        order.who,
        PRINTING,
        back=order.place,
        do=do,
        to=lambda _content: order.place,
        for_staff=False,
        keep=True,
    )
    return carry_out(long_task)


def _number(request: PaperRequest) -> int:
    return request.round.number if request.round is not None else 0
