"""Export the pairings of a round as PGN, and import its results from PGN. With `dry_run` nothing is stored."""

from __future__ import annotations

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.files.pgn import BrokenPgn, PgnReason, Status
from tournaments.core.rights import Right
from tournaments.core.words.texts import translate
from tournaments.report_files import pgn
from tournaments.report_files.pgn import MatchedGame
from tournaments.web.api.base import needs
from tournaments.web.api.openapi import FAULTS, KEY
from tournaments.web.api.problems import Problem
from tournaments.web.api.reading import Flag
from tournaments.web.api.response_cache import cached_by_revision
from tournaments.web.api.serializers import BooleanField, ChoiceField, Document, Strict, query_parameters
from tournaments.web.api.views import FileRenderer, JsonTypeFileRenderer, RoundView

PGN = "application/x-chess-pgn"


class PgnRenderer(FileRenderer):
    """A renderer for files of games; problems are JSON."""

    media_type = PGN
    format = "pgn"


PLAIN = Flag("plain", "Use only characters of Windows-1252, for old software.")


class PairingsPgn(RoundView):
    query = (PLAIN,)
    renderer_classes = (PgnRenderer, JsonTypeFileRenderer)

    @cached_by_revision
    @extend_schema(responses={(200, PGN): OpenApiTypes.STR, **FAULTS}, operation_id="pairings_pgn")
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Get the pairings of a round as PGN, for electronic boards and broadcasts."""
        round_ = self.round(number)
        if not pgn.has_pgn(self.tournament):
            raise Problem(422, "no-pgn", _("Only rounds of chess have PGN files."))
        plain = bool(self.query_values.get("plain"))
        headers = {"Content-Disposition": f'attachment; filename="{self.tournament.slug}-r{number}.pgn"'}
        text = pgn.write_round(round_, self.granted, old_software=plain)
        return Response(text.encode(), content_type=f"{PGN}; charset=utf-8", headers=headers)


class ResultsAsked(Strict):
    """Query parameters of an import of results."""

    dry_run = BooleanField(default=False, help_text="Check the request and report the outcome, but save nothing.")


class PgnRowOut(Document):
    white = serializers.CharField(allow_blank=True, help_text="The player with White, as named in the file.")
    black = serializers.CharField(allow_blank=True)
    status = ChoiceField(
        choices=[each.value for each in Status], help_text="What becomes of the result. Results with `set` are saved."
    )
    reason = ChoiceField(choices=[each.value for each in PgnReason], allow_blank=True)
    pairing = serializers.CharField(allow_null=True, help_text="The id of the matching table's pairing; null for none.")
    board = serializers.IntegerField(allow_null=True, help_text="The board of a team match; null in other tournaments.")
    result = serializers.CharField(
        allow_blank=True, help_text="The result: 1-0, 0-1 or 1/2-1/2, with a final F for a forfeit."
    )
    entered = serializers.CharField(allow_blank=True, help_text="The result that was entered before.")


class PgnOut(Document):
    dry_run = BooleanField()
    stored = serializers.IntegerField()
    refused = serializers.ListField(child=serializers.CharField(), help_text="Why results were not saved.")
    rows = PgnRowOut(many=True)


class ResultsPgn(RoundView):
    @needs(Right.ENTER_RESULTS)
    @extend_schema(
        request={"text/plain": OpenApiTypes.STR},
        responses={200: PgnOut, **FAULTS},
        parameters=[KEY, ResultsAsked],
        operation_id="take_pgn",
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Import results of a round from PGN; in team matches board by board. Clear results are saved; others are
        reported and left.
        """
        round_ = self.round(number)
        if not pgn.reads_pgn(round_):
            raise Problem(
                422,
                "no-pgn",
                _("PGN results are only for rounds of chess with one game for each match or board."),
            )
        dry_run = query_parameters(ResultsAsked, request)["dry_run"]
        try:
            found = pgn.match_games(round_, self.body)
        except BrokenPgn as error:
            raise Problem(422, "broken-file", translate(error.sentence)) from error
        stored, refused = (0, []) if dry_run else pgn.store(self.who, self.tournament, found, {})
        rows = [_row(each) for each in found]
        return Response({"dry_run": dry_run, "stored": stored, "refused": refused, "rows": rows})


def _row(found: MatchedGame) -> dict[str, object]:
    row = found.row
    return {
        "white": row.white,
        "black": row.black,
        "status": row.status.value,
        "reason": row.reason.value,
        "pairing": found.pairing.public_id if found.pairing else None,
        "board": found.game.board or None if found.game else None,
        "result": row.result,
        "entered": row.entered,
    }
