"""Documents to print for programs: their list, each as PDF, and all of them as a ZIP."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.conf import settings
from django.http import Http404
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from paper.sheets import LARGER
from standings.web.papers import orders
from standings.web.papers.catalogue import BY_KEY, DESIGNS, MOST_PLACES, PAPERS
from standings.web.papers.orders import OF_ROUND, PLACES, Paper, PaperRequest, PrintOrder
from tournaments.core.rights import Right
from tournaments.long_tasks.api import TaskOut, underway
from tournaments.long_tasks.running import Underway
from tournaments.models import Round
from tournaments.web import links
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS
from tournaments.web.api.problems import Problem
from tournaments.web.api.reading import Choice, Query, Whole
from tournaments.web.api.serializers import Document
from tournaments.web.api.views import FileRenderer, JsonTypeFileRenderer, RoundView

PDF, ZIP = "application/pdf", "application/zip"
SIZE = Choice(
    "size", "The paper size, A4 by default. Sheets that need more space use A3 or Tabloid.", choices=tuple(LARGER)
)
LANGUAGE = Choice(
    "language",
    "The language of the document; by default the tournament's own, otherwise that of the answer.",
    choices=[code for code, _name in settings.LANGUAGES],
)
SECOND = Choice(
    "second_language",
    "A second language for titles and headings.",
    choices=[code for code, _name in settings.LANGUAGES],
)
DESIGN = Choice("design", "The design of certificates, `frame` by default.", choices=tuple(DESIGNS))
DOWN_TO = Whole("places", f"The last place that gets a certificate, {PLACES} by default.", most=MOST_PLACES)


class PaperOut(Document):
    key = serializers.CharField(help_text="The name of the document in addresses.")
    name = serializers.CharField()
    about = serializers.CharField(allow_blank=True)
    round = serializers.IntegerField(
        allow_null=True, help_text="The number of the round; null for a document of the tournament."
    )
    address = serializers.CharField(help_text="The address of the PDF.")


class PapersOut(Document):
    papers = PaperOut(many=True)
    everything = serializers.CharField(help_text="The address of the ZIP file with all documents.")


class PdfRenderer(FileRenderer):
    """A renderer that sends a document unchanged, and problems and tasks as JSON."""

    media_type = PDF
    format = "pdf"
    charset = None  # type: ignore[assignment] # bytes have none


class ZipRenderer(PdfRenderer):
    media_type = ZIP
    format = "zip"


class PrintView(RoundView):
    """A resource of documents to print. The ETag is made from the bytes: a document shows the time of printing."""

    query: ClassVar[tuple[Query, ...]] = (SIZE, LANGUAGE, SECOND, DESIGN, DOWN_TO)
    renderer_classes = (PdfRenderer, JsonTypeFileRenderer)
    state = None

    def paper(self, key: str, *, of_round: bool) -> Paper:
        """Return a document by its key. Raise Http404 for unknown keys, and a Problem if it is not available now."""
        found = BY_KEY.get(key)
        if found is None or (found.when == OF_ROUND) is not of_round:
            raise Http404
        if found not in self.papers():
            raise Problem(404, "no-paper", _("This document is not available now. Read `papers` for those that are."))
        return found

    def papers(self) -> list[Paper]:
        """Return the documents that are available now and that the caller may print."""
        return [paper for paper in PAPERS if paper.needs in self.granted and paper.is_for(self.tournament)]

    def read_request(self, row: Round | None = None) -> PaperRequest:
        home = self.tournament.home_language or get_language() or settings.LANGUAGE_CODE
        return PaperRequest(
            self.tournament,
            row,
            language=self.query_values.get("language", home),
            second=self.query_values.get("second_language", ""),
            size=self.query_values.get("size", "A4"),
            design=self.query_values.get("design", "frame"),
            places=self.query_values.get("places", PLACES),
        )

    def by(self, request: Request) -> PrintOrder:
        """Return the order with the caller. The page to which the task links also shows the finished document."""
        slug = self.tournament.slug
        link = links.link(request, reverse("tournaments:tournament", args=[slug]))
        return PrintOrder(self.who, request.get_full_path(), link)

    def file(self, name: str, kind: str, make: Callable[[], bytes]) -> Response:
        try:
            content = make()
        except Underway as long:
            answer = underway(long.task)
            answer.content_type = "application/json"
            return answer
        headers = {"Content-Disposition": f'attachment; filename="{self.tournament.slug}-{name}"'}
        return Response(content, content_type=kind, headers=headers)


class Papers(TournamentView):
    @needs(Right.ENTER_RESULTS)
    @extend_schema(responses={200: PapersOut, **FAULTS}, operation_id="papers")
    def get(self, request: Request, slug: str) -> Response:
        """List the documents that can be printed now. Some are of the tournament, others of a round."""
        papers = [paper for paper in PAPERS if paper.needs in self.granted and paper.is_for(self.tournament)]
        rounds = self.tournament.rounds.order_by("number")
        visible_rounds = [row for row in rounds if not row.is_draft or Right.SEE_DRAFTS in self.granted]
        found = [_row(slug, paper, None) for paper in papers if paper.when != OF_ROUND]
        found += [_row(slug, paper, row) for row in visible_rounds for paper in papers if paper.when == OF_ROUND]
        return Response({"papers": found, "everything": reverse("papers-zip", args=[slug])})


def _row(slug: str, paper: Paper, row: Round | None) -> dict[str, Any]:
    place = reverse("paper", args=[slug, paper.key])
    if row is not None:
        place = reverse("paper-of-round", args=[slug, row.number, paper.key])
    return {
        "key": paper.key,
        "name": str(paper.name),
        "about": str(paper.about),
        "round": row.number if row is not None else None,
        "address": place,
    }


class OnePaper(PrintView):
    @needs(Right.ENTER_RESULTS)
    @extend_schema(
        responses={(200, PDF): OpenApiTypes.BINARY, (202, "application/json"): TaskOut, **FAULTS}, operation_id="paper"
    )
    def get(self, request: Request, slug: str, paper: str) -> Response:
        """Get a document of the tournament as PDF. When its task is done, repeat this request: the document is kept for
        ten minutes.
        """
        found, request_of_paper, by = self.paper(paper, of_round=False), self.read_request(), self.by(request)
        return self.file(f"{paper}.pdf", PDF, lambda: orders.print_paper(found, request_of_paper, by))


class PaperOfRound(PrintView):
    @needs(Right.ENTER_RESULTS)
    @extend_schema(
        responses={(200, PDF): OpenApiTypes.BINARY, (202, "application/json"): TaskOut, **FAULTS},
        operation_id="paper_of_round",
    )
    def get(self, request: Request, slug: str, number: int, sheet: str) -> Response:
        """Get a document of a round as PDF. When its task is done, repeat this request: the document is kept for ten
        minutes.
        """
        found = self.paper(sheet, of_round=True)
        request_of_paper, by = self.read_request(self.round(number)), self.by(request)
        return self.file(f"{sheet}-{number}.pdf", PDF, lambda: orders.print_paper(found, request_of_paper, by))


class Everything(PrintView):
    renderer_classes = (ZipRenderer, JsonTypeFileRenderer)

    @needs(Right.ENTER_RESULTS)
    @extend_schema(
        responses={(200, ZIP): OpenApiTypes.BINARY, (202, "application/json"): TaskOut, **FAULTS},
        operation_id="papers_zip",
    )
    def get(self, request: Request, slug: str) -> Response:
        """Get all documents as a ZIP of PDFs, with a folder for each round. Repeat it when its task is done."""
        rounds = self.tournament.rounds.select_related("stage").order_by("number")
        visible_rounds = [row for row in rounds if not row.is_draft or Right.SEE_DRAFTS in self.granted]
        for row in visible_rounds:
            row.tournament = self.tournament
        request_of_paper, by = self.read_request(), self.by(request)
        return self.file(
            "papers.zip", ZIP, lambda: orders.everything(self.papers(), visible_rounds, request_of_paper, by)
        )
