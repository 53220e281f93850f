"""Players' own actions by program. The bearer token is the secret of the player's badge, which only the header has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.crypto import salted_hmac
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.journal.errors import Conflict, Repeated
from tournaments.core.rights import Right, Who, rights_and_tables
from tournaments.core.snapshot import scoring_in
from tournaments.core.words import notation
from tournaments.drafts import byes
from tournaments.models import Badge, Call, Pairing, Player, Report, Result, Round, Tournament
from tournaments.models.fields import typed_secret
from tournaments.players import registration
from tournaments.players.api import SeveralIn, SeveralView, note_byes
from tournaments.players.serializers import ByeAskedOut, ByeIn
from tournaments.rounds.serializers import OnePairingOut, SaidIn, result_or_boards
from tournaments.self_service import badges, reports
from tournaments.self_service import reports as service
from tournaments.teams import line_ups
from tournaments.teams.serializers import OwnLineUpIn
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS, KEY, meets
from tournaments.web.api.problems import Problem
from tournaments.web.api.serializers import BooleanField, Document, SideOut, Strict, side_of
from tournaments.web.api.views import PairingView


class BadgesIn(Strict):
    players = serializers.ListField(
        child=serializers.CharField(max_length=12),
        allow_empty=False,
        max_length=badges.MOST,
        help_text="The ids of the players. Any earlier badge of these players stops working.",
    )


class BadgeOut(Document):
    player = SideOut(help_text="The player who has the badge.")
    made_at = serializers.DateTimeField()


class BadgesOut(Document):
    badges = BadgeOut(many=True)


class NewBadgeOut(Document):
    player = SideOut(help_text="The player who has the badge.")
    secret = serializers.CharField(help_text="The code that the player can type. It is not shown again.")
    link = serializers.CharField(help_text="The link in the QR code of the badge, with the secret after the #.")


class NewBadgesOut(Document):
    badges = NewBadgeOut(many=True)


class Badges(SeveralView):
    @needs(Right.ADMINISTER)
    @extend_schema(responses={200: BadgesOut, **FAULTS}, operation_id="badges")
    def get(self, request: Request, slug: str) -> Response:
        """List the badges. The secret is shown only when the badge is created."""
        badge_rows = Badge.objects.filter(player__tournament=self.tournament).order_by("player__public_id")
        rows = [{"player": side_of(row.player), "made_at": row.made_at} for row in badge_rows.select_related("player")]
        return Response({"badges": rows})

    @needs(Right.ADMINISTER)
    @extend_schema(
        request=BadgesIn, responses={201: NewBadgesOut, **FAULTS}, parameters=[KEY], operation_id="make_badges"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Create badges, all or none. The answer contains their secrets, also when the request is repeated."""
        body = BadgesIn(data=request.data)
        body.is_valid(raise_exception=True)
        players = self.find_players(body.validated_data["players"])
        seed = salted_hmac("tournaments.self_service.api", f"{self.who.key} {self.who.key_of}", algorithm="sha256")
        secrets = {each: typed_secret(seed.hexdigest(), each.public_id) for each in players.values()}
        with suppress(Repeated):
            badges.make_badges(self.who, self.tournament, secrets)
        at = request.build_absolute_uri(reverse("tournaments:badge"))
        rows = [{"player": side_of(each), "secret": value, "link": f"{at}#{value}"} for each, value in secrets.items()]
        return Response({"badges": rows}, status=201)


class RevokeBadges(SeveralView):
    @needs(Right.ADMINISTER)
    @extend_schema(request=SeveralIn, responses={204: None, **FAULTS}, parameters=[KEY], operation_id="revoke_badges")
    def post(self, request: Request, slug: str) -> Response:
        """Revoke badges. Their links and codes stop working."""
        body = SeveralIn(data=request.data)
        body.is_valid(raise_exception=True)
        players = self.find_players(body.validated_data["players"])
        with suppress(Repeated):
            badges.revoke_badges(self.who, self.tournament, players.values())
        return Response(status=204)


class CallOut(Document):
    player = SideOut(help_text="The player who calls.")
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(
        allow_null=True, help_text="The player's table at the time of the call; null without a table."
    )
    at = serializers.DateTimeField()
    answered_at = serializers.DateTimeField(
        allow_null=True, help_text="When staff answered the call; null before that."
    )


class CallsOut(Document):
    calls = CallOut(many=True)


def serialize_call(call: Call) -> dict[str, object]:
    """Return a call as JSON."""
    return {
        "player": side_of(call.player),
        "round": call.round_number,
        "table": call.table,
        "at": call.at,
        "answered_at": call.answered_at,
    }


class CallsView(TournamentView):
    def answer_calls(self) -> Response:
        own = rights_and_tables(self.who, self.tournament)[1]
        found = [
            each for each in badges.open_calls(self.tournament) if own is None or not each.table or each.table in own
        ]
        return Response({"calls": [serialize_call(each) for each in found]})


class Calls(CallsView):
    @needs(Right.ENTER_RESULTS)
    @extend_schema(responses={200: CallsOut, **FAULTS}, operation_id="calls")
    def get(self, request: Request, slug: str) -> Response:
        """List the open calls for an organiser. Unanswered calls come first, then the longest wait."""
        return self.answer_calls()


class CallVerb(CallsView):
    @needs(Right.ENTER_RESULTS)
    @extend_schema(request=None, responses={200: CallsOut, **FAULTS}, parameters=[KEY], operation_id="call_verb")
    def post(self, request: Request, slug: str, player_id: str, verb: str) -> Response:
        """Answer a player's call, so that the player knows that someone is coming, or end it when it is resolved."""
        player = get_object_or_404(Player, tournament=self.tournament, public_id=player_id)
        with suppress(Repeated):
            (badges.answer_call if verb == "answer" else badges.end_call)(self.who, self.tournament, player)
        return self.answer_calls()


class ReportOut(Document):
    player = SideOut(help_text="The player who reports it.")
    notation = serializers.CharField(
        help_text="The result, the first side first; for teams, the boards separated by spaces."
    )
    at = serializers.DateTimeField()
    due_at = serializers.DateTimeField(allow_null=True, help_text="When the report counts unless it is disputed.")
    disputed_at = serializers.DateTimeField(allow_null=True)


class ReportedOut(Document):
    pairing = serializers.CharField(help_text="The id of the pairing.")
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    disputed = BooleanField(help_text="Whether the two players disagree.")
    reports = ReportOut(many=True)


class ReportsOut(Document):
    tables = ReportedOut(many=True)


class Reports(TournamentView):
    @needs(Right.ENTER_RESULTS)
    @extend_schema(responses={200: ReportsOut, **FAULTS}, operation_id="reports")
    def get(self, request: Request, slug: str) -> Response:
        """List reported results that are not confirmed. Disputed reports come first, then by table."""
        service.settle_due(self.tournament)
        own = rights_and_tables(self.who, self.tournament)[1]
        running = self.tournament.rounds.filter(status=Round.Status.PUBLISHED)
        found = [each for each in service.open_reports(running) if own is None or each.pairing.table in own]
        return Response({"tables": [serialize_reports(each.pairing, each.reports) for each in found]})

    @property
    def state(self) -> object:
        """None: reading stores what is due."""
        return None


class Settle(PairingView):
    @needs(Right.ENTER_RESULTS)
    @meets(410)
    @extend_schema(
        request=SaidIn, responses={200: OnePairingOut, **FAULTS}, parameters=[KEY], operation_id="settle_report"
    )
    def post(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Confirm a reported result. A report that was withdrawn is refused."""
        pairing = self.pairing(pairing_id)
        body = SaidIn(data=request.data)
        body.is_valid(raise_exception=True)
        with suppress(Repeated):
            fact = body.result_under(self.tournament.scoring_of(pairing.round.best_of))
            service.settle_report(self.who, self.tournament, pairing, fact)
        return self.answer_pairing(pairing)


class DismissReports(PairingView):
    @needs(Right.ENTER_RESULTS)
    @meets(410)
    @extend_schema(
        request=None, responses={200: OnePairingOut, **FAULTS}, parameters=[KEY], operation_id="dismiss_reports"
    )
    def post(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Dismiss the reports of a table; its players can report again."""
        pairing = self.pairing(pairing_id)
        with suppress(Repeated):
            service.dismiss_reports(self.who, self.tournament, pairing)
        return self.answer_pairing(pairing)


def serialize_reports(pairing: Pairing, reports: Any) -> dict[str, object]:
    """Return the reports of a table as a document."""
    rows: list[Report] = list(reports)
    shown = [
        {
            "player": side_of(row.player),
            "notation": row.said,
            "at": row.at,
            "due_at": row.due_at,
            "disputed_at": row.disputed_at,
        }
        for row in rows
    ]
    return {
        "pairing": pairing.public_id,
        "round": pairing.round.number,
        "table": pairing.table,
        "disputed": service.ReportedTable(pairing, tuple(rows)).is_disputed,
        "reports": shown,
    }


class OwnReportIn(Strict):
    round = serializers.IntegerField(min_value=1, max_value=999)
    result = SaidIn(allow_null=True, help_text="The result, the first side first; null withdraws the report.")


class OwnRoundIn(Strict):
    round = serializers.IntegerField(min_value=1, max_value=999)


class OwnTableOut(ReportedOut):
    result = serializers.CharField(help_text="The result that counts; empty without one.")


class OpenOut(Document):
    check_in = BooleanField(help_text="Whether `me/check-in` and `me/check-out` are possible.")
    leave = BooleanField(help_text="Whether `me/withdraw` is possible.")
    back = BooleanField(help_text="Whether `me/return` is possible.")
    rounds = serializers.ListField(
        child=serializers.IntegerField(), help_text="The rounds for which `me/byes` can request byes."
    )


class OwnPlayerOut(Document):
    player = SideOut(help_text="The player who has the badge.")
    tables = OwnTableOut(many=True, help_text="The player's tables in running rounds.")
    checked_in = BooleanField()
    withdrawn_after = serializers.IntegerField(
        allow_null=True, help_text="The last round before the player withdrew; null if the player takes part."
    )
    byes = ByeAskedOut(many=True, help_text="The byes that the player has requested.")
    call = CallOut(allow_null=True, help_text="The player's open call for an organiser; null for none.")
    open = OpenOut(allow_null=True, help_text="What the player can decide now; null if players decide nothing.")


class PlayerView(TournamentView):
    """A player's resources: the secret of the badge is the bearer token. Answers have the state after the request."""

    @property
    def badge(self) -> Badge:
        """The badge whose secret was sent. All these operations need a right that only players have."""
        if self.who.badge is None:
            raise Http404
        return self.who.badge

    def own(self) -> Response:
        player = Player.objects.select_related("tournament").get(pk=self.badge.player_id)
        tables = Pairing.objects.filter(
            appearances__player=player, round__tournament=self.tournament, round__status=Round.Status.PUBLISHED
        )
        rows = tables.select_related("round", "result").defer("reasons").order_by("round__number")
        found = [
            {
                **serialize_reports(row, row.reports.select_related("player")),
                "result": _notation_of(getattr(row, "result", None)),
            }
            for row in rows
        ]
        call = Call.objects.filter(player=player).select_related("player").first()
        return Response(
            {
                "player": side_of(player),
                "tables": found,
                "checked_in": player.checked_in,
                "withdrawn_after": player.withdrawn_after,
                "byes": [{"round": bye.round_number, "kind": bye.kind} for bye in player.requested_byes.all()],
                "call": serialize_call(call) if call is not None else None,
                "open": _open(byes.can(player, player.tournament)),
            }
        )

    @property
    def state(self) -> object:
        """None: reading stores what is due."""
        return None


class Own(PlayerView):
    @needs(Right.PLAY)
    @extend_schema(responses={200: OwnPlayerOut, **FAULTS}, operation_id="own_tables")
    def get(self, request: Request, slug: str) -> Response:
        """Get the player's own tables, reports and requests, and what the player can do.

        The token is the secret of the player's badge.
        """
        reports.settle_due(self.tournament)
        return self.own()


class OwnReport(PlayerView):
    @needs(Right.PLAY)
    @extend_schema(
        request=OwnReportIn, responses={200: OwnPlayerOut, **FAULTS}, parameters=[KEY], operation_id="report_result"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Report the result of the player's own table. It counts when the other player reports the same, when its time
        has passed, or when the staff accepts it. To confirm the other player's report, report the same result. The
        token is the secret of the player's badge.
        """
        body = OwnReportIn(data=request.data)
        body.is_valid(raise_exception=True)
        entry: dict[str, Any] | None = body.validated_data["result"]
        number = body.validated_data["round"]
        result = None if entry is None else result_or_boards(entry, scoring_in(self.tournament, number))
        with suppress(Repeated):
            reports.report_result(self.who, self.tournament, number, result)
        return self.own()


class OwnLineUp(PlayerView):
    @needs(Right.PLAY)
    @meets(412)
    @extend_schema(
        request=OwnLineUpIn, responses={200: OwnPlayerOut, **FAULTS}, parameters=[KEY], operation_id="hand_in_line_up"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Submit or change the team's line-up, until both are in or the deadline has passed. The token is the secret of
        the team's badge; `pairings/{id}/boards` has the submitted line-up. Repeating the same line-up is never
        refused while the round runs. If it differs from `seen` by now, it stays, and the answer is 412.
        """
        body = OwnLineUpIn(data=request.data)
        body.is_valid(raise_exception=True)
        values = body.validated_data
        try:
            with suppress(Repeated):
                line_ups.hand_in_line_up(
                    self.who, self.tournament, values["round"], values["members"], seen=values.get("seen")
                )
        except Conflict as conflict:
            current = {"members": conflict.current.members}
            raise Problem(412, "stale", conflict.text, current=current) from conflict
        return self.own()


class OwnDispute(PlayerView):
    @needs(Right.PLAY)
    @extend_schema(
        request=OwnRoundIn, responses={200: OwnPlayerOut, **FAULTS}, parameters=[KEY], operation_id="dispute_report"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Dispute what the other player reported. The staff decides. The token is the secret of the player's badge."""
        body = OwnRoundIn(data=request.data)
        body.is_valid(raise_exception=True)
        with suppress(Repeated):
            reports.dispute_report(self.who, self.tournament, body.validated_data["round"])
        return self.own()


class OwnBye(PlayerView):
    @needs(Right.PLAY)
    @extend_schema(request=ByeIn, responses={200: OwnPlayerOut, **FAULTS}, parameters=[KEY], operation_id="ask_for_bye")
    def post(self, request: Request, slug: str) -> Response:
        """Request a half-point or zero-point bye in a round that is not yet paired; null as kind cancels it.

        The token is the secret of the player's badge.
        """
        body = ByeIn(data=request.data)
        body.is_valid(raise_exception=True)
        bye_request = (self.badge.player, body.validated_data["round"], body.validated_data["kind"])
        note_byes(self.who, self.tournament, [bye_request], anyway=False)
        return self.own()


class OwnVerb(PlayerView):
    """A player's own decision, at its own address."""

    verbs: Mapping[str, Callable[[Who, Tournament, Player], object]] = MappingProxyType(
        {
            "check-in": lambda who, tournament, player: registration.check_in(who, tournament, [player], here=True),
            "check-out": lambda who, tournament, player: registration.check_in(who, tournament, [player], here=False),
            "withdraw": registration.withdraw,
            "return": registration.return_player,
            "call": lambda who, tournament, _player: badges.call_organiser(who, tournament),
            "take-back-call": lambda who, tournament, _player: badges.take_back_call(who, tournament),
        }
    )

    @needs(Right.PLAY)
    @extend_schema(request=None, responses={200: OwnPlayerOut, **FAULTS}, parameters=[KEY], operation_id="own_verb")
    def post(self, request: Request, slug: str, verb: str) -> Response:
        """Check in or out, withdraw or return, call an organiser to the table, or take the call back.

        All but calls are possible until the next round is paired. Repeating the request has no effect.

        The token is the secret of the player's badge.
        """
        with suppress(Repeated):
            self.verbs[verb](self.who, self.tournament, self.badge.player)
        return self.own()


def _notation_of(result: Result | None) -> str:
    return notation.write(result.fact) if result is not None else ""


def _open(found: byes.Open | None) -> dict[str, object] | None:
    if found is None:
        return None
    return {"check_in": found.check_in, "leave": found.leave, "back": found.back, "rounds": list(found.rounds)}
