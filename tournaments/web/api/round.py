"""What the resources of a round share."""

from __future__ import annotations

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.response import Response

from tournaments.border import paired
from tournaments.border.missing_order import missing_order
from tournaments.journal.errors import Conflict
from tournaments.models import Round
from tournaments.rights.permissions import Right
from tournaments.web import errands
from tournaments.web.api import documents
from tournaments.web.api.base import TournamentView
from tournaments.web.api.problems import Problem


class RoundView(TournamentView):
    """A resource of one round. Its ETag says its state, pairings and results, for If-Match."""

    def round(self, number: int) -> Round:
        found = Round.objects.select_related("stage").filter(tournament=self.tournament, number=number).first()
        if found is None or (found.is_draft and Right.SEE_DRAFTS not in self.granted):
            raise Http404
        found.tournament = self.tournament
        return found

    def round_to_change(self, number: int) -> Round:
        """The same, for a request that a program sends while the round may still be paired."""
        try:
            return self.round(number)
        except Http404:
            if Right.SEE_DRAFTS not in self.granted or not errands.being_paired(self.tournament, int(number)):
                raise
        text = _("Round {number} is still being paired. Repeat the request in a moment.").format(number=number)
        raise Problem(409, "being-paired", text, headers={"Retry-After": "1"})

    def answer(self, round_: Round, status: int = 200) -> Response:
        fresh = get_object_or_404(Round.objects.select_related("stage"), pk=round_.pk)
        fresh.tournament = self.tournament
        headers = {"ETag": self.tag(fresh.tag)}
        return Response(documents.round_document(fresh, self.granted), status=status, headers=headers)

    def answer_paired(self, round_: Round, status: int) -> Response:
        """A round that was just paired, with whom it leaves out and why, and whether the order lacks ranks."""
        response = self.answer(round_, status)
        fresh = self.round(round_.number)
        left_out = [{"player": documents.side(player), "why": why} for player, why in paired.left_out(fresh)]
        response.data |= {"left_out": left_out, "notices": paired.notices(fresh)}
        response.data["notices"] += filter(None, [missing_order(fresh.stage)])
        return response

    def stale(self, conflict: Conflict, round_: Round) -> Problem:
        return Problem(412, "stale", conflict.text, current=self.answer(round_).data)
