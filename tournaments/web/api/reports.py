"""Report files for programs."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.trf import Edition, TooWide
from tournaments.border import files, reports
from tournaments.rights.permissions import Right
from tournaments.web.api.base import TournamentView
from tournaments.web.api.needs import needs
from tournaments.web.api.problems import Problem
from tournaments.web.api.schema import FAULTS
from tournaments.web.api.stage import STAGE, StageView
from tournaments.words.languages import translate


class FileRenderer(BaseRenderer):
    """A report file as it is; problems as JSON."""

    media_type = "text/plain"
    format = "trf"
    charset = "utf-8"

    def render(self, data: Any, media_type: str | None = None, context: Any = None) -> bytes:
        return data if isinstance(data, bytes) else json.dumps(data).encode()


class FileForAnybody(FileRenderer):
    """The same for a program that asks for JSON only, because all else here is."""

    media_type = "application/json"


class File(TournamentView):
    @needs(Right.SEE_DRAFTS, Right.SEE_PERSONAL)
    @extend_schema(responses={(200, "application/json"): OpenApiTypes.OBJECT, **FAULTS}, operation_id="tournament_file")
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Everything of the tournament in one file, its journal included: `POST /tournaments` takes it elsewhere."""
        return HttpResponse(files.write(self.tournament), content_type="application/json")


class Report(StageView):
    query = (STAGE,)
    renderer_classes = (FileRenderer, FileForAnybody)

    @extend_schema(
        responses={(200, "text/plain"): OpenApiTypes.STR, **FAULTS},
        operation_id="report",
    )
    def get(self, request: Request, slug: str, edition: str) -> Response:
        """The published rounds as a report file, at any time.

        Whole birth dates, sex and FIDE ID need the scope `read` or `players:write`, byes to come one of these or
        `pairings:write`, forbidden pairs `read` or `pairings:write`.
        """
        stage = self.stage()
        try:
            content = reports.report(stage, Edition(edition.upper()), self.granted)
        except TooWide as error:
            why = translate(error.sentence)
            text = _("The tournament does not fit a report file: {why}").format(why=why)
            raise Problem(422, "too-wide", text) from error
        name = f'attachment; filename="{self.tournament.slug}.trf"'
        return Response(content, content_type="text/plain; charset=utf-8", headers={"Content-Disposition": name})
