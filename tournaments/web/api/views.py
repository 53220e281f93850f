"""Players and the journal."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.journal.acts import made_by
from tournaments.journal.errors import Conflict, Repeated
from tournaments.models import JournalEntry, Player
from tournaments.rights.permissions import Right
from tournaments.services import deductions, expelling, external, missed, registration, undo
from tournaments.web.api import documents, narrowing
from tournaments.web.api.base import TournamentView
from tournaments.web.api.byes import note_byes
from tournaments.web.api.kept import kept
from tournaments.web.api.needs import needs
from tournaments.web.api.problems import Problem
from tournaments.web.api.schema import FAULTS, IF_MATCH, KEY
from tournaments.web.api.serializers_players import (
    ByeIn,
    DeductionIn,
    ExpelIn,
    MissedIn,
    PlayerDoneOut,
    PlayerIn,
    PlayerOut,
    PlayersAddedOut,
    PlayersIn,
    PlayersOut,
)
from tournaments.web.api.serializers_snapshot import SnapshotOut
from tournaments.web.api.serializers_tournaments import EntryOut, JournalOut


class Snapshot(TournamentView):
    @kept
    @extend_schema(responses={200: SnapshotOut, **FAULTS}, operation_id="snapshot")
    def get(self, request: Request, slug: str) -> Response:
        """The whole tournament in one document. Drafts are in it for those who may see them."""
        return Response(documents.snapshot(self.tournament, self.visible_rounds(), self.granted, self.who))

    def visible_rounds(self) -> list[Any]:
        rounds = self.tournament.rounds.order_by("number")
        return list(rounds if Right.SEE_DRAFTS in self.granted else rounds.public())


class Players(TournamentView):
    query = narrowing.PLAYERS

    @kept
    @extend_schema(responses={200: PlayersOut, **FAULTS}, operation_id="players")
    def get(self, request: Request, slug: str) -> Response:
        """All players by name, or those asked for; the list is never split."""
        shown = narrowing.players(self.who, self.tournament, self.asked)
        return Response({"players": self.documents(list(shown))})

    def documents(self, players: list[Player]) -> Any:
        context = {"granted": self.granted, "external_ids": external.of_players(self.who, players)}
        return PlayerOut(players, many=True, context=context).data

    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(
        request=PlayersIn, responses={201: PlayersAddedOut, **FAULTS}, parameters=[KEY], operation_id="add_players"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Add players in the order given, all or none.

        `twins` and `notices` name those who may be on the list twice.
        """
        given = PlayersIn(data=request.data)
        given.is_valid(raise_exception=True)
        try:
            players = registration.add_players(
                self.who,
                self.tournament,
                given.validated_data["players"],
                new_names=given.validated_data["new_names"],
            )
        except Repeated as repeated:
            players = list(Player.objects.filter(pk__in=made_by(repeated.entry, Player)).order_by("pk"))
        return Response({"players": self.documents(players), **self.told(players)}, status=201)

    def told(self, added: list[Player]) -> dict[str, Any]:
        """Who of those added may be on the list twice."""
        found = registration.namesakes(self.tournament, added)
        return {
            "twins": [{"player": player.public_id, "like": other.public_id} for player, other in found],
            "notices": [registration.twice(player) for player, _other in found],
        }


class PlayerView(TournamentView):
    """A resource of one player."""

    def player(self, player_id: str) -> Player:
        return get_object_or_404(Player, tournament=self.tournament, public_id=player_id)

    def answer(self, player: Player, status: int = 200) -> Response:
        player = self.player(player.public_id)
        return Response(self.document(player), status=status, headers={"ETag": self.tag(player.version)})

    def document(self, player: Player) -> dict[str, Any]:
        context = {"granted": self.granted, "external_ids": external.of_players(self.who, [player])}
        return dict(PlayerOut(player, context=context).data)


class OnePlayer(PlayerView):
    @extend_schema(responses={200: PlayerOut, **FAULTS}, operation_id="player")
    def get(self, request: Request, slug: str, player_id: str) -> Response:
        """One player; the ETag is the player's own version, for If-Match."""
        return self.answer(self.player(player_id))

    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(
        request=PlayerIn(partial=True),
        responses={200: PlayerOut, **FAULTS},
        parameters=[IF_MATCH],
        operation_id="change_player",
    )
    def patch(self, request: Request, slug: str, player_id: str) -> Response:
        """Change some fields."""
        player = self.player(player_id)
        version = self.seen_version(request, player.version)
        given = PlayerIn(data=request.data, partial=True)
        given.is_valid(raise_exception=True)
        try:
            player = registration.change_player(
                self.who, self.tournament, player, version=version, **given.validated_data
            )
        except Conflict as conflict:
            raise Problem(412, "stale", conflict.text, current=self.document(conflict.current)) from conflict
        return self.answer(player)

    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(responses={204: None, **FAULTS}, parameters=[IF_MATCH], operation_id="remove_player")
    def delete(self, request: Request, slug: str, player_id: str) -> Response:
        """Take a player off the list who is in no round yet; later players withdraw. Gone already is gone."""
        if registration.was_removed(self.tournament, player_id):
            return Response(status=204)
        player = self.player(player_id)
        version = self.seen_version(request, player.version)
        try:
            registration.remove_player(self.who, self.tournament, player, version=version)
        except Conflict as conflict:
            raise Problem(412, "stale", conflict.text, current=self.document(conflict.current)) from conflict
        return Response(status=204)


class PlayerVerb(PlayerView):
    """Withdraw, return, check in: what a player does, as an address of its own."""

    verbs: dict[str, Callable[..., Any]] = {  # noqa: RUF012 a table, never changed
        "withdraw": registration.withdraw,
        "return": registration.return_player,
        "check-in": lambda who, tournament, player: registration.check_in(who, tournament, [player], here=True),
        "check-out": lambda who, tournament, player: registration.check_in(who, tournament, [player], here=False),
    }

    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(request=None, responses={200: PlayerDoneOut, **FAULTS}, parameters=[KEY], operation_id="player_verb")
    def post(self, request: Request, slug: str, player_id: str, verb: str) -> Response:
        """`withdraw`, `return`, `check-in` or `check-out`. What is so already stays so.

        Whether it counts who is checked in is a setting of the tournament, `uses_check_in`.
        """
        player = self.player(player_id)
        with suppress(Repeated):
            self.verbs[verb](self.who, self.tournament, player)
        response = self.answer(player)
        response.data["uses_check_in"] = self.tournament.uses_check_in
        return response


class PlayerExpulsion(PlayerView):
    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(request=ExpelIn, responses={200: PlayerOut, **FAULTS}, parameters=[KEY], operation_id="expel_player")
    def post(self, request: Request, slug: str, player_id: str) -> Response:
        """Expel a player, who is not paired any more: games played stand. Again: another reason, or place in the table.

        The journal takes it back, nothing else.
        """
        given = ExpelIn(data=request.data)
        given.is_valid(raise_exception=True)
        player = self.player(player_id)
        with suppress(Repeated):
            expelling.expel(self.who, self.tournament, player, **given.validated_data)
        return self.answer(player)


class PlayerBye(PlayerView):
    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(request=ByeIn, responses={200: PlayerOut, **FAULTS}, parameters=[KEY], operation_id="request_bye")
    def post(self, request: Request, slug: str, player_id: str) -> Response:
        """Note a bye for a round that is still to be paired; null as kind cancels it."""
        given = ByeIn(data=request.data)
        given.is_valid(raise_exception=True)
        player = self.player(player_id)
        data = given.validated_data
        note_byes(self.who, self.tournament, [(player, data["round"], data["kind"])], anyway=data["anyway"])
        return self.answer(player)


class PlayerDeduction(PlayerView):
    @needs(Right.PAIR)
    @extend_schema(
        request=DeductionIn, responses={200: PlayerOut, **FAULTS}, parameters=[KEY], operation_id="deduct_points"
    )
    def post(self, request: Request, slug: str, player_id: str) -> Response:
        """Deduct points in a round, or give them, with a reason; again: other points; null: none any more."""
        given = DeductionIn(data=request.data)
        given.is_valid(raise_exception=True)
        player = self.player(player_id)
        number, points, reason = (given.validated_data[name] for name in ("round", "points", "reason"))
        exact = None if points is None else Fraction(points)
        with suppress(Repeated):
            deductions.deduct_points(self.who, self.tournament, player, number, exact, reason=reason)
        return self.answer(player)


class PlayerMissed(PlayerView):
    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(
        request=MissedIn, responses={200: PlayerOut, **FAULTS}, parameters=[KEY], operation_id="count_missed"
    )
    def post(self, request: Request, slug: str, player_id: str) -> Response:
        """Count all rounds from before a player came as byes of a kind, or, with null, as rounds without a place."""
        given = MissedIn(data=request.data)
        given.is_valid(raise_exception=True)
        player = self.player(player_id)
        try:
            missed.count_missed(self.who, self.tournament, player, **given.validated_data)
        except Repeated:
            return self.answer(player)
        return self.answer(player)


class Journal(TournamentView):
    query = narrowing.JOURNAL

    @needs(Right.SEE_DRAFTS)
    @extend_schema(responses={200: JournalOut, **FAULTS}, operation_id="journal")
    def get(self, request: Request, slug: str) -> Response:
        """What was done, oldest first. `next` is where the following entries begin, those still to come too."""
        entries, following, more = narrowing.journal(self.tournament, self.asked)
        return Response({"entries": EntryOut(entries, many=True).data, "next": following, "more": more})


class Undo(TournamentView):
    @extend_schema(request=None, responses={200: EntryOut, **FAULTS}, parameters=[KEY], operation_id="undo")
    def post(self, request: Request, slug: str, sequence: int) -> Response:
        """Take an entry back; done already, nothing happens."""
        entry = get_object_or_404(JournalEntry, tournament=self.tournament, sequence=min(sequence, 2**62))
        with suppress(Repeated):  # the answer is the same: it is undone
            undo.undo(self.who, self.tournament, entry)
        return Response(EntryOut(JournalEntry.objects.get(pk=entry.pk)).data)
