"""Teams for programs: members, line-ups and boards of their matches, and the results of each member."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.snapshot import Result as ResultFact
from tournaments.core import rights
from tournaments.core.journal.errors import Conflict, Repeated
from tournaments.core.rights import Right
from tournaments.core.words import boards as words
from tournaments.core.words import notation
from tournaments.models import Appearance, MatchSheet, Pairing, Player, TeamMember
from tournaments.teams import boards, line_ups, matches
from tournaments.teams import members as teams
from tournaments.teams.serializers import (
    BestBoardsOut,
    BoardsIn,
    LineUpIn,
    TeamMatchOut,
    TeamMembersIn,
    TeamMembersOut,
)
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS, IF_MATCH, KEY, meets
from tournaments.web.api.problems import Problem
from tournaments.web.api.reading import amount
from tournaments.web.api.response_cache import cached_by_revision
from tournaments.web.api.serializers import side_of
from tournaments.web.api.views import PairingView

PERSONAL = ("birth", "sex", "fide_id")


class Members(TournamentView):
    def team(self, player_id: str) -> Player:
        found = get_object_or_404(Player, tournament=self.tournament, public_id=player_id)
        found.tournament = self.tournament
        return found

    def answer(self, team: Player) -> Response:
        team.refresh_from_db(fields=["version"])
        return Response(self._members(team), headers={"ETag": self.tag(team.version)})

    def _members(self, team: Player) -> dict[str, object]:
        return {"members": [self._document(row) for row in team.members.all()]}

    def _document(self, row: TeamMember) -> dict[str, object]:
        document: dict[str, Any] = {"id": row.public_id}
        document |= {name: getattr(row, name) for name in ("name", "rating", "title", "federation")}
        for name in PERSONAL:
            rule = rights.RULES[name]
            if rule.right in self.granted:
                document[name] = getattr(row, name)
            elif rule.cut is not None:
                document[name] = rule.cut(getattr(row, name))
        return document

    @extend_schema(responses={200: TeamMembersOut, **FAULTS}, operation_id="members")
    def get(self, request: Request, slug: str, player_id: str) -> Response:
        """List a team's members in board order; the ETag is the team's version, for If-Match."""
        return self.answer(self.team(player_id))

    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(
        request=TeamMembersIn,
        responses={200: TeamMembersOut, **FAULTS},
        parameters=[IF_MATCH],
        operation_id="set_members",
    )
    def put(self, request: Request, slug: str, player_id: str) -> Response:
        """Set a team's members, in board order. Members named by `id` stay; others are removed."""
        team = self.team(player_id)
        version = self.seen_version(request, team.version)
        body = TeamMembersIn(data=request.data)
        body.is_valid(raise_exception=True)
        try:
            rows = body.validated_data["members"]
            teams.set_members(self.who, self.tournament, team, rows, version=version)
        except Conflict as conflict:
            raise Problem(412, "stale", conflict.text, current=self._members(team)) from conflict
        return self.answer(team)


class MatchView(PairingView):
    def answer_match(self, pairing: Pairing) -> Response:
        fresh = self.pairing(pairing.public_id)
        document = self._match(fresh)
        return Response(document, headers={"ETag": self.tag(fresh.version)})

    def _match(self, pairing: Pairing) -> dict[str, object]:
        sheet = MatchSheet.objects.filter(pairing=pairing).first()
        places = Appearance.objects.filter(pairing=pairing).select_related("player").order_by("side")
        members = matches.members_of([place.player for place in places])
        return {
            "pairing": pairing.public_id,
            "round": pairing.round.number,
            "until": line_ups.deadline(pairing.round),
            "line_ups": [self._line_up(place, sheet, members) for place in places],
            "boards": [_board(line) for line in matches.lines_of(sheet, members, self.tournament.best_of)],
            "version": pairing.version,
        }

    def _line_up(
        self, place: Appearance, sheet: MatchSheet | None, members: Mapping[str, TeamMember]
    ) -> dict[str, object]:
        stored = sheet.of_side(place.side or 0) if sheet is not None else None
        own = self.who.badge is not None and self.who.badge.player_id == place.player_id
        staff = bool({Right.SEE_DRAFTS, Right.ENTER_RESULTS} & self.granted)
        is_visible = stored is not None and (own or staff or (sheet is not None and sheet.is_known))
        found = {"team": side_of(place.player), "is_in": stored is not None}
        if not is_visible:
            return found
        return {**found, "members": [None if each is None else side_of(members[each]) for each in stored or ()]}


class Match(MatchView):
    @meets(410)
    @extend_schema(responses={200: TeamMatchOut, **FAULTS}, operation_id="boards")
    def get(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Get the line-ups and boards of a team match."""
        return self.answer_match(self.pairing(pairing_id))

    @needs(Right.ENTER_RESULTS)
    @meets(410)
    @extend_schema(
        request=BoardsIn, responses={200: TeamMatchOut, **FAULTS}, parameters=[IF_MATCH], operation_id="put_boards"
    )
    def put(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Enter the results of all boards of a match. When no board is open, the match has its result. Repeating the
        same results changes nothing. In a closed round this is a correction: it needs a reason and the rights of an
        organiser.
        """
        pairing = self.pairing(pairing_id)
        version = self.seen_version(request, pairing.version)
        body = BoardsIn(data=request.data)
        body.is_valid(raise_exception=True)
        facts = [_fact(place, text) for place, text in enumerate(body.validated_data["boards"])]
        try:
            boards.enter_boards(
                self.who, self.tournament, pairing, facts, version=version, reason=body.validated_data["reason"]
            )
        except Conflict as conflict:
            raise Problem(412, "stale", conflict.text, current=self._match(self.pairing(pairing_id))) from conflict
        return self.answer_match(pairing)


class LineUps(MatchView):
    @needs(Right.ENTER_RESULTS)
    @meets(410, 412)
    @extend_schema(
        request=LineUpIn, responses={200: TeamMatchOut, **FAULTS}, parameters=[KEY], operation_id="set_line_up"
    )
    def post(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Set a team's line-up from the desk while the round runs; `anyway` also accepts a line-up out of board order.
        A board with only one player is won by forfeit. If the line-up differs from `seen` by now, it stays. The
        answer is then 412 with the current match.
        """
        pairing = self.pairing(pairing_id)
        body = LineUpIn(data=request.data)
        body.is_valid(raise_exception=True)
        values = body.validated_data
        team = get_object_or_404(Player, tournament=self.tournament, public_id=values["team"])
        team.tournament = self.tournament
        more = {"anyway": values["anyway"], "seen": values.get("seen")}
        try:
            with suppress(Repeated):
                line_ups.set_line_up(self.who, self.tournament, pairing, team, values["members"], **more)
        except Conflict as conflict:
            current = self._match(self.pairing(pairing_id))
            raise Problem(412, "stale", conflict.text, current=current) from conflict
        return self.answer_match(pairing)


class BestBoards(TournamentView):
    @cached_by_revision
    @extend_schema(responses={200: BestBoardsOut, **FAULTS}, operation_id="best_boards")
    def get(self, request: Request, slug: str) -> Response:
        """List the results of all team members in the published rounds."""
        halves = self.tournament.halves
        found = [
            {
                "member": side_of(each.member),
                "team": side_of(each.member.team),
                "board": each.member.place,
                "points": amount(each.points, halves=halves),
                "boards": each.boards,
                "played": each.played,
            }
            for each in matches.records(self.tournament)
        ]
        return Response({"members": found})


def _board(line: matches.BoardLine) -> dict[str, object]:
    first, second = (None if row is None else side_of(row) for row in (line.first, line.second))
    return {"board": line.number, "first": first, "second": second, "result": line.result}


def _fact(place: int, text: str) -> ResultFact | None:
    try:
        return words.parse(text)
    except notation.NotAResult as error:
        raise ValidationError({"boards": {str(place): [str(error)]}}) from error
