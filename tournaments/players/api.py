"""Players for programs, and the journal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.options import OptionError
from tournaments.core import external_ids, snapshot
from tournaments.core.journal.acts import created_keys
from tournaments.core.journal.errors import Conflict, Refused, Repeated, Unusual
from tournaments.core.rights import Right, Who
from tournaments.core.words.texts import translate
from tournaments.drafts import byes
from tournaments.history import undo
from tournaments.models import JournalEntry, Player, RequestedBye, Tournament
from tournaments.officials import arbiter
from tournaments.players import registration, start_order
from tournaments.players.serializers import (
    USES_CHECK_IN,
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
from tournaments.privacy import erasing
from tournaments.rounds.serializers import FixedPairOut, ForbiddenPairOut, RoundOut
from tournaments.setup.serializers import EntryOut, HallDocument, JournalOut, TournamentOut
from tournaments.web.api import documents, reading
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS, IF_MATCH, KEY
from tournaments.web.api.parts import Paged
from tournaments.web.api.problems import Problem
from tournaments.web.api.reading import Text
from tournaments.web.api.response_cache import cached_by_revision
from tournaments.web.api.serializers import (
    AnywayIn,
    BooleanField,
    ChoiceField,
    Document,
    SeatOut,
    SideOut,
    Strict,
    side_of,
)


def note_byes(
    who: Who, tournament: Tournament, requests: Sequence[tuple[Player, int, str | None]], *, anyway: bool, at: str = ""
) -> None:
    """Record requested byes. If a request with the same key recorded them before, do nothing.

    A refusal points to the byes in the request, which are at `at`.
    """
    try:
        registration.request_byes(who, tournament, requests, anyway=anyway)
    except Repeated:
        return
    except Refused as refusal:
        if refusal.field is not None and not isinstance(refusal, Unusual):
            refusal.field = at + refusal.field.replace("round_number", "round")
        raise


MOST = 20_000
VERB = OpenApiParameter(
    "verb", str, OpenApiParameter.PATH, enum=["check-in", "check-out", "withdraw", "return"], description="what they do"
)


class SeveralIn(Strict):
    players = serializers.ListField(
        child=serializers.CharField(max_length=12), allow_empty=False, max_length=MOST, help_text="The ids of players."
    )


class ByeOfPlayerIn(Strict):
    player = serializers.CharField(max_length=12)
    round = serializers.IntegerField(min_value=1, max_value=999)
    kind = ChoiceField(choices=RequestedBye.Kind.choices, allow_null=True)


class ByesAskedIn(AnywayIn):
    byes = serializers.ListField(child=ByeOfPlayerIn(), allow_empty=False, max_length=MOST)


class SeveralOut(PlayersOut):
    uses_check_in = BooleanField(help_text=USES_CHECK_IN)


class SeveralView(TournamentView):
    def find_players(self, ids: Collection[str], field: str = "players") -> dict[str, Player]:
        """Return the players by id, in the given order. Raise ValidationError for unknown and repeated ids."""
        players_by_id = {player.public_id: player for player in self.tournament.players.filter(public_id__in=set(ids))}
        found: dict[str, Player] = {}
        for place, public_id in enumerate(ids):
            if public_id not in players_by_id:
                text = _("Unknown player {player}.").format(player=public_id)
                raise ValidationError({field: {str(place): [text]}})
            if public_id in found:
                raise ValidationError({field: {str(place): [_("This player is listed twice. Remove one entry.")]}})
            found[public_id] = players_by_id[public_id]
        return found

    def answer(self, ids: Iterable[str]) -> Response:
        """Return the response with the current data of these players, in the given order."""
        rows = self.tournament.players.prefetch_related("requested_byes")
        now = {player.public_id: player for player in rows.filter(public_id__in=ids)}
        listed = [now[each] for each in dict.fromkeys(ids)]
        context = {"granted": self.granted, "external_ids": external_ids.of_players(self.who, listed)}
        players = PlayerOut(listed, many=True, context=context).data
        return Response({"players": players, "uses_check_in": self.tournament.uses_check_in})


class SeveralPlayers(SeveralView):
    """Actions on several players, each at its own address: check in, check out, withdraw and return."""

    verbs: dict[str, Callable[[Who, Tournament, list[Player]], object]] = {  # noqa: RUF012 a table, never changed
        "check-in": lambda who, tournament, players: registration.check_in(who, tournament, players, here=True),
        "check-out": lambda who, tournament, players: registration.check_in(who, tournament, players, here=False),
        "withdraw": registration.withdraw_all,
        "return": registration.return_all,
    }
    done_to, verb = "players", ""

    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(request=SeveralIn, responses={200: SeveralOut, **FAULTS}, parameters=[KEY])
    def post(self, request: Request, slug: str) -> Response:
        """Check players in or out, withdraw or return them, all or none. Repeating the request has no effect."""
        body = SeveralIn(data=request.data)
        body.is_valid(raise_exception=True)
        ids = body.validated_data["players"]
        players = self.find_players(ids)
        with suppress(Repeated):
            self.verbs[self.verb](self.who, self.tournament, [*players.values()])
        return self.answer(ids)


class PlayersByes(SeveralView):
    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(
        request=ByesAskedIn, responses={200: SeveralOut, **FAULTS}, parameters=[KEY], operation_id="request_byes"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Set byes of several players for rounds that are not yet paired, all or none; null as kind cancels one."""
        body = ByesAskedIn(data=request.data)
        body.is_valid(raise_exception=True)
        byes: list[dict[str, Any]] = body.validated_data["byes"]
        ids = [bye["player"] for bye in byes]
        players = self.find_players([*dict.fromkeys(ids)], "byes")
        requests = [(players[bye["player"]], bye["round"], bye["kind"]) for bye in byes]
        anyway: bool = body.validated_data["anyway"]
        note_byes(self.who, self.tournament, requests, anyway=anyway, at="byes/0/" if len(requests) == 1 else "")
        return self.answer(ids)


class StartingGroupOut(Document):
    score = serializers.IntegerField(help_text="The score with which these players start; 30 is 1 dan.")
    at_bar = BooleanField(help_text="Whether this group starts at the bar and can win.")
    players = SideOut(many=True)


class BarOut(Document):
    bar = serializers.CharField()
    floor = serializers.CharField()
    at_bar = serializers.IntegerField(help_text="The number of players who start at the bar.")
    usual_from = serializers.IntegerField(
        allow_null=True, help_text="The usual minimum number of players at the bar for this number of rounds."
    )
    usual_to = serializers.IntegerField(allow_null=True)
    proposed = serializers.CharField(allow_null=True, help_text="The bar that comes nearest to the usual number.")
    groups = StartingGroupOut(many=True, help_text="The starting groups, highest first.")


class Bar(TournamentView):
    query = (
        Text("bar", "A rank such as 3d; the current bar by default.", longest=3),
        Text("floor", "A rank such as 20k; the current floor by default.", longest=3),
    )

    @needs(Right.ADMINISTER)
    @extend_schema(responses={200: BarOut, **FAULTS}, operation_id="bar")
    def get(self, request: Request, slug: str) -> Response:
        """Get the starting groups of a McMahon tournament, also for another bar and floor. Set bar and floor with
        `/system`.
        """
        stage = snapshot.current_stage(self.tournament)
        if not start_order.has_bar(stage):
            raise Http404(_("A McMahon bar needs a McMahon tournament with starting scores by rank."))
        try:
            start = start_order.start_of(stage, self.query_values.get("bar"), self.query_values.get("floor"))
        except OptionError as error:
            text = translate(error.sentence)
            raise Problem(422, "query", text, errors=[{"pointer": f"/{error.name}", "detail": text}]) from error
        return Response(_document(start))


def _document(start: start_order.Start) -> dict[str, object]:
    low, high = start.fitting or (None, None)
    return {
        "bar": start.bar,
        "floor": start.floor,
        "at_bar": len(start.at_bar),
        "usual_from": low,
        "usual_to": high,
        "proposed": start.proposed,
        "groups": [
            {
                "score": group.score,
                "at_bar": group.at_bar,
                "players": [side_of(player) for player in group.players],
            }
            for group in start.groups
        ],
    }


class StageFactsOut(Document):
    number = serializers.IntegerField()
    first_round = serializers.IntegerField()
    system = serializers.CharField()
    options = serializers.JSONField(help_text="The options of the system that differ from the defaults in `systems`.")
    planned_rounds = serializers.IntegerField(
        allow_null=True, help_text="The number of rounds as planned; many systems derive their own."
    )
    first_colour = serializers.CharField(
        allow_null=True, help_text="The side that the first player drew: first, second."
    )
    virtual_points = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="The virtual points by player, for each round of the stage.",
    )
    halves = BooleanField(help_text="Whether the game writes half a point as ½.")
    seats = SeatOut(many=True, help_text="The pairing numbers, or the seats of a schedule.")
    not_here = serializers.ListField(
        child=serializers.CharField(), help_text="Players who have not checked in before the start."
    )


class RulesTakenOut(Document):
    rules = serializers.CharField(help_text="The rule set of the standings.")
    changes = serializers.DictField(child=serializers.JSONField(), help_text="The lines that differ from the rule set.")


class RequestedByeOut(Document):
    player = SideOut()
    round = serializers.IntegerField()
    kind = ChoiceField(choices=RequestedBye.Kind.choices)


class SnapshotOut(Document):
    """The whole tournament. Readers who may see drafts also get the last three fields."""

    tournament = TournamentOut()
    players = PlayerOut(many=True)
    rounds = RoundOut(many=True)
    hall = HallDocument()
    standings = RulesTakenOut()
    stages = StageFactsOut(many=True)
    requested_byes = RequestedByeOut(many=True, required=False)
    fixed_pairs = FixedPairOut(many=True, required=False)
    forbidden_pairs = ForbiddenPairOut(many=True, required=False)


class Snapshot(TournamentView):
    @cached_by_revision
    @extend_schema(responses={200: SnapshotOut, **FAULTS}, operation_id="snapshot")
    def get(self, request: Request, slug: str) -> Response:
        """Get the whole tournament in one document. Drafts are included for readers who may see them."""
        return Response(documents.snapshot(self.tournament, self.visible_rounds(), self.granted, self.who))

    def visible_rounds(self) -> list[Any]:
        rounds = self.tournament.rounds.order_by("number")
        return list(rounds if Right.SEE_DRAFTS in self.granted else rounds.public())


class Players(TournamentView):
    query = reading.PLAYERS
    paged = Paged("players")

    @cached_by_revision
    @extend_schema(responses={200: PlayersOut, **FAULTS}, operation_id="players")
    def get(self, request: Request, slug: str) -> Response:
        """List players by name. With `limit`, you get them page by page."""
        shown = reading.players(self.who, self.tournament, self.query_values)
        return Response({"players": self.documents(list(shown))})

    def documents(self, players: list[Player]) -> Any:
        context = {"granted": self.granted, "external_ids": external_ids.of_players(self.who, players)}
        return PlayerOut(players, many=True, context=context).data

    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(
        request=PlayersIn, responses={201: PlayersAddedOut, **FAULTS}, parameters=[KEY], operation_id="add_players"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Add players in the order given, all or none.

        The fields `twins` and `notices` name possible duplicates.
        """
        body = PlayersIn(data=request.data)
        body.is_valid(raise_exception=True)
        try:
            players = registration.add_players(
                self.who,
                self.tournament,
                body.validated_data["players"],
                new_names=body.validated_data["new_names"],
            )
        except Repeated as repeated:
            players = list(Player.objects.filter(pk__in=created_keys(repeated.entry, Player)).order_by("pk"))
        return Response({"players": self.documents(players), **self.possible_duplicates(players)}, status=201)

    def possible_duplicates(self, added: list[Player]) -> dict[str, object]:
        """Return the added players who may be listed twice."""
        found = registration.namesakes(self.tournament, added)
        return {
            "twins": [{"player": side_of(player), "like": side_of(other)} for player, other in found],
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
        context = {"granted": self.granted, "external_ids": external_ids.of_players(self.who, [player])}
        return dict(PlayerOut(player, context=context).data)


class OnePlayer(PlayerView):
    @extend_schema(responses={200: PlayerOut, **FAULTS}, operation_id="player")
    def get(self, request: Request, slug: str, player_id: str) -> Response:
        """Get a player; the ETag is the player's version, for If-Match."""
        return self.answer(self.player(player_id))

    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(
        request=PlayerIn(partial=True),
        responses={200: PlayerOut, **FAULTS},
        parameters=[IF_MATCH],
        operation_id="change_player",
    )
    def patch(self, request: Request, slug: str, player_id: str) -> Response:
        """Change fields."""
        player = self.player(player_id)
        version = self.seen_version(request, player.version)
        body = PlayerIn(data=request.data, partial=True)
        body.is_valid(raise_exception=True)
        try:
            player = registration.change_player(
                self.who, self.tournament, player, version=version, **body.validated_data
            )
        except Conflict as conflict:
            raise Problem(412, "stale", conflict.text, current=self.document(conflict.current)) from conflict
        return self.answer(player)

    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(responses={204: None, **FAULTS}, parameters=[IF_MATCH], operation_id="remove_player")
    def delete(self, request: Request, slug: str, player_id: str) -> Response:
        """Remove a player who is in no round yet; withdraw others instead. Repeating the request has no effect."""
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
    """Actions on one player, each at its own address: withdraw, return, check in and check out."""

    verbs: dict[str, Callable[..., Any]] = {  # noqa: RUF012 a table, never changed
        "withdraw": registration.withdraw,
        "return": registration.return_player,
        "check-in": lambda who, tournament, player: registration.check_in(who, tournament, [player], here=True),
        "check-out": lambda who, tournament, player: registration.check_in(who, tournament, [player], here=False),
    }

    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(request=None, responses={200: PlayerDoneOut, **FAULTS}, parameters=[KEY], operation_id="player_verb")
    def post(self, request: Request, slug: str, player_id: str, verb: str) -> Response:
        """Withdraw, return, check in or check out a player. Repeating the request has no effect.

        The setting `uses_check_in` of the tournament determines whether check-in matters.
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
        """Expel a player. Games played stand. Repeat the request to change the reason or `left_out`.

        Only an undo in the journal reverses it.
        """
        body = ExpelIn(data=request.data)
        body.is_valid(raise_exception=True)
        player = self.player(player_id)
        with suppress(Repeated):
            registration.expel(self.who, self.tournament, player, **body.validated_data)
        return self.answer(player)


class PlayerErasure(PlayerView):
    @needs(Right.ADMINISTER)
    @extend_schema(request=None, responses={200: PlayerOut, **FAULTS}, parameters=[KEY], operation_id="erase_player")
    def post(self, request: Request, slug: str, player_id: str) -> Response:
        """Erase a player's personal data. The name becomes neutral; results and rating stay. This cannot be undone.

        Afterwards the name and other personal fields cannot be changed. The player cannot be added again under the same
        `external_id` (`erased`).
        """
        player = self.player(player_id)
        with suppress(Repeated):
            erasing.erase_player(self.who, self.tournament, player)
        return self.answer(player)


class PlayerBye(PlayerView):
    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(request=ByeIn, responses={200: PlayerOut, **FAULTS}, parameters=[KEY], operation_id="request_bye")
    def post(self, request: Request, slug: str, player_id: str) -> Response:
        """Set a bye for a round that is not yet paired; null as kind cancels it."""
        body = ByeIn(data=request.data)
        body.is_valid(raise_exception=True)
        player = self.player(player_id)
        data = body.validated_data
        note_byes(self.who, self.tournament, [(player, data["round"], data["kind"])], anyway=data["anyway"])
        return self.answer(player)


class PlayerDeduction(PlayerView):
    @needs(Right.PAIR)
    @extend_schema(
        request=DeductionIn, responses={200: PlayerOut, **FAULTS}, parameters=[KEY], operation_id="deduct_points"
    )
    def post(self, request: Request, slug: str, player_id: str) -> Response:
        """Deduct or award points in a round, with a reason. Repeat it to change the points; null removes them."""
        body = DeductionIn(data=request.data)
        body.is_valid(raise_exception=True)
        player = self.player(player_id)
        number, points, reason = (body.validated_data[name] for name in ("round", "points", "reason"))
        exact = None if points is None else Fraction(points)
        with suppress(Repeated):
            arbiter.deduct_points(self.who, self.tournament, player, number, exact, reason=reason)
        return self.answer(player)


class PlayerMissed(PlayerView):
    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(
        request=MissedIn, responses={200: PlayerOut, **FAULTS}, parameters=[KEY], operation_id="count_missed"
    )
    def post(self, request: Request, slug: str, player_id: str) -> Response:
        """Set how rounds before a late entry count. Send a kind of bye, or null if they do not count."""
        body = MissedIn(data=request.data)
        body.is_valid(raise_exception=True)
        player = self.player(player_id)
        try:
            byes.count_missed(self.who, self.tournament, player, **body.validated_data)
        except Repeated:
            return self.answer(player)
        return self.answer(player)


class Journal(TournamentView):
    query = reading.JOURNAL

    @needs(Right.SEE_DRAFTS)
    @extend_schema(responses={200: JournalOut, **FAULTS}, operation_id="journal")
    def get(self, request: Request, slug: str) -> Response:
        """List the journal, oldest entry first. The `cursor` is the start of later entries, also of future ones."""
        entries, following, more = reading.journal(self.tournament, self.query_values)
        rows = EntryOut(entries, many=True).data
        return Response({"entries": rows, "next": following, "cursor": str(following), "more": more})


class Undo(TournamentView):
    @extend_schema(request=None, responses={200: EntryOut, **FAULTS}, parameters=[KEY], operation_id="undo")
    def post(self, request: Request, slug: str, sequence: int) -> Response:
        """Undo an entry; repeating the request changes nothing."""
        entry = get_object_or_404(JournalEntry, tournament=self.tournament, sequence=min(sequence, 2**62))
        with suppress(Repeated):  # the answer is the same: it is undone
            undo.undo(self.who, self.tournament, entry)
        return Response(EntryOut(JournalEntry.objects.get(pk=entry.pk)).data)
