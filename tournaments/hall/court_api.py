"""The courts for programs: settings of calls, matches on the courts, the queue, and calling matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.court_floor import Floor, floor_of, sections_on_courts
from tournaments.core.court_people import CourtMatch
from tournaments.core.journal.errors import Refused, Repeated
from tournaments.core.rights import Right, rights_of_all
from tournaments.hall import calling
from tournaments.models import Player
from tournaments.models.courts import LONGEST_MATCH, LONGEST_REST, MOST_COURTS, USUAL_MINUTES, CourtSettings, Referees
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS, IF_MATCH, KEY, meets
from tournaments.web.api.problems import Problem
from tournaments.web.api.serializers import BooleanField, Document, NameField, SideOut, Strict, side_of
from tournaments.web.api.views import PairingView

#: The most names that can stand for several people.
MOST_NAMES = 50


def _number(help_text: str = "") -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, max_value=MOST_COURTS, help_text=help_text)


def _referees() -> serializers.ChoiceField:
    return serializers.ChoiceField(
        choices=Referees.choices,
        required=False,
        default=Referees.NONE.value,
        help_text="Who referees: no players, players without a game, or these with other groups first.",
    )


class ReservedCourt(Strict):
    """A court that is reserved."""

    court = _number()
    section = serializers.CharField(
        allow_null=True, max_length=80, help_text="The slug of the only section there; null for manual calls only."
    )


class CourtPlanField(Strict):
    """The planned times of a section on a number of courts."""

    section = serializers.CharField(
        max_length=80, help_text="The slug of the section, or of a tournament without an event."
    )
    start = serializers.DateTimeField(help_text="When the first games start.")
    minutes = serializers.IntegerField(
        min_value=1, max_value=LONGEST_MATCH, help_text="Minutes from one start time to the next."
    )
    courts = _number("The number of courts in the plan.")
    rest = BooleanField(
        required=False, default=False, help_text="Whether the plan avoids two games in a row for a player."
    )
    referees = _referees()


class CourtSettingsIn(Strict):
    """How matches are called to courts; in an event for all sections."""

    count = _number("The number of matches that can be played at once.")
    closed = serializers.ListField(child=_number(), max_length=MOST_COURTS, required=False, default=list)
    reserved = ReservedCourt(many=True, required=False, default=list)
    rest = serializers.IntegerField(
        min_value=0,
        max_value=LONGEST_REST,
        required=False,
        default=0,
        help_text="The minimum rest of a player between two matches, in minutes.",
    )
    waits = BooleanField(
        required=False, default=True, help_text="Whether matches are proposed only after their players' rest."
    )
    minutes = serializers.IntegerField(
        min_value=1,
        max_value=LONGEST_MATCH,
        required=False,
        default=USUAL_MINUTES,
        help_text="The assumed duration of a match in minutes, until three matches of its stage have ended.",
    )
    by_itself = BooleanField(
        required=False, default=False, help_text="Whether the next match is called as soon as a court is free."
    )
    apart = serializers.ListField(
        child=NameField(max_length=120),
        max_length=MOST_NAMES,
        required=False,
        default=list,
        help_text="Names shared by different people in two sections.",
    )
    plans = CourtPlanField(many=True, required=False, default=list)
    on_time = BooleanField(
        required=False, default=True, help_text="Whether matches are proposed only from their planned time on."
    )
    referees = _referees()


class CourtSettingsOut(Document):
    count = serializers.IntegerField()
    closed = serializers.ListField(child=serializers.IntegerField())
    reserved = ReservedCourt(many=True)
    rest = serializers.IntegerField()
    waits = BooleanField()
    minutes = serializers.IntegerField()
    by_itself = BooleanField()
    apart = serializers.ListField(child=serializers.CharField())
    plans = CourtPlanField(many=True)
    on_time = BooleanField()
    referees = serializers.ChoiceField(choices=Referees.choices)


class CourtMatchOut(Document):
    tournament = serializers.CharField(help_text="The slug of the match's tournament or section.")
    round = serializers.IntegerField()
    table = serializers.IntegerField(help_text="The number of the match in its round.")
    pairing = serializers.CharField()
    players = SideOut(many=True)


class CourtOut(Document):
    court = serializers.IntegerField()
    open = BooleanField()
    taken = BooleanField(help_text="Whether the court is occupied, even by a match that the reader cannot see.")
    match = CourtMatchOut(allow_null=True, help_text="The match on the court; null without one.")
    called_at = serializers.DateTimeField(allow_null=True)
    called_again_at = serializers.DateTimeField(allow_null=True)
    proposed = CourtMatchOut(allow_null=True, help_text="The match that can be called there now; null without one.")
    referee = SideOut(allow_null=True, help_text="The player who referees the current or proposed match.")


class QueuedOut(Document):
    place = serializers.IntegerField()
    match = CourtMatchOut()
    expected_at = serializers.DateTimeField(allow_null=True, help_text="The estimated time; null if unknown.")
    why_not = serializers.ListField(
        child=serializers.CharField(), help_text="Why the match cannot be called now; empty if it can."
    )
    referee = SideOut(allow_null=True, help_text="The planned referee.")


class CourtsOut(Document):
    settings = CourtSettingsOut(allow_null=True, help_text="The settings; null if no matches are called.")
    courts = CourtOut(many=True)
    queue = QueuedOut(many=True)


class CallIn(Strict):
    court = serializers.IntegerField(
        min_value=1,
        max_value=MOST_COURTS,
        allow_null=True,
        required=False,
        default=None,
        help_text="The number of the court; null for the first free court that can take the match.",
    )
    despite_rest = BooleanField(required=False, default=False)


class RefereeIn(Strict):
    player = serializers.CharField(max_length=12, allow_null=True, help_text="The player; null if no player referees.")


class PutBackIn(Strict):
    last = BooleanField(
        required=False,
        default=False,
        help_text="Whether the match goes to the end of the queue; otherwise it goes first.",
    )


def _settings(courts: CourtSettings) -> dict[str, object]:
    reserved = [{"court": court, "section": section or None} for court, section in sorted(courts.reserved.items())]
    plans = [
        {
            "section": section,
            "start": plan.start,
            "minutes": plan.minutes,
            "courts": plan.courts,
            "rest": plan.rest,
            "referees": plan.referees,
        }
        for section, plan in sorted(courts.plans.items())
    ]
    return {
        **courts.stored,
        "reserved": reserved,
        "plans": plans,
        "on_time": courts.on_time,
        "referees": courts.referees,
    }


def _match(match: CourtMatch | None, visible_sections: frozenset[int]) -> dict[str, object] | None:
    if match is None or match.section.pk not in visible_sections:
        return None
    return {
        "tournament": match.section.slug,
        "round": match.round.number,
        "table": match.pairing.table,
        "pairing": match.pairing.public_id,
        "players": [side_of(player) for player in match.players],
    }


def _referee(floor: Floor, court: int, visible_sections: frozenset[int]) -> dict[str, str] | None:
    """Return the referee on a court, or the one proposed for it."""
    match = floor.on_court.get(court)
    referee = match.referee if match is not None else floor.referees.proposed.get(court)
    return None if referee is None or referee.tournament_id not in visible_sections else side_of(referee)


def _document(floor: Floor, visible_sections: frozenset[int]) -> dict[str, object]:
    courts = []
    for number in floor.numbers:
        match = floor.on_court.get(number)
        shown = _match(match, visible_sections)
        courts.append(
            {
                "court": number,
                "open": floor.is_open(number),
                "taken": match is not None,
                "match": shown,
                "called_at": match.since if match is not None and shown else None,
                "called_again_at": match.again if match is not None and shown else None,
                "proposed": _match(floor.proposed.get(number), visible_sections),
                "referee": _referee(floor, number, visible_sections),
            }
        )
    queue = [
        {
            "place": place,
            "match": shown,
            "expected_at": floor.time_of(match),
            "why_not": floor.why_not(match),
            "referee": side_of(planned) if (planned := floor.referees.planned_player(match)) is not None else None,
        }
        for place, match in enumerate(floor.queue, start=1)
        if (shown := _match(match, visible_sections)) is not None
    ]
    return {"settings": _settings(floor.settings), "courts": courts, "queue": queue}


class _OfCourts(TournamentView):
    """A resource of the courts. In an event its state depends on all sections and on the time."""

    @property
    def state(self) -> object:
        sections = sections_on_courts(self.tournament)
        beside = [(each.pk, each.revision) for each in sections if each.pk != self.tournament.pk]
        return super().state, beside, int(timezone.now().timestamp()) // 60

    def now(self) -> Mapping[str, object]:
        self.tournament.refresh_from_db()
        floor = floor_of(self.tournament)
        if floor is None:
            return {"settings": None, "courts": [], "queue": []}
        rights_by_section = rights_of_all(self.who, floor.sections)
        visible_sections = frozenset(key for key, rights in rights_by_section.items() if Right.SEE in rights)
        return CourtsOut(_document(floor, visible_sections)).data

    def answer_courts(self) -> Response:
        return Response(self.now(), headers={"ETag": self.tag()})


class Courts(_OfCourts):
    @extend_schema(responses={200: CourtsOut, **FAULTS}, operation_id="courts")
    def get(self, request: Request, slug: str) -> Response:
        """Get the courts with their matches and the queue, of an event with all sections that share them.

        The ETag is the tournament's revision, for If-Match.
        """
        return self.answer_courts()

    @needs(Right.PAIR)
    @meets(409)
    @extend_schema(
        request=CourtSettingsIn,
        responses={200: CourtsOut, **FAULTS},
        parameters=[IF_MATCH],
        operation_id="set_courts",
    )
    def put(self, request: Request, slug: str) -> Response:
        """Set the courts and how matches are called there. In an event this needs `pairings:write` in each section."""
        revision = self.seen_version(request, self.tournament.revision)
        body = CourtSettingsIn(data=request.data)
        body.is_valid(raise_exception=True)
        data = body.validated_data
        courts = CourtSettings(
            data["count"],
            frozenset(data["closed"]),
            {each["court"]: each["section"] or "" for each in data["reserved"]},
            data["rest"],
            data["waits"],
            data["minutes"],
            data["by_itself"],
            frozenset(data["apart"]),
            on_time=data["on_time"],
            referees=Referees(data["referees"]),
        )
        self._set(courts, revision, data["plans"])
        return self.answer_courts()

    @needs(Right.PAIR)
    @meets(409)
    @extend_schema(request=None, responses={204: None, **FAULTS}, parameters=[IF_MATCH], operation_id="remove_courts")
    def delete(self, request: Request, slug: str) -> Response:
        """Stop calling matches to courts."""
        self._set(None, self.seen_version(request, self.tournament.revision))
        return Response(status=204)

    def _set(self, courts: CourtSettings | None, revision: int, plans: Sequence[calling.GivenPlan] = ()) -> None:
        try:
            if courts is not None:
                courts = replace(courts, plans=calling.plans_of(self.tournament, plans))
            calling.set_courts(self.who, self.tournament, courts, revision=revision)
        except Refused as refusal:
            if refusal.status != 422:
                raise
            errors = [{"pointer": f"/{refusal.field}", "detail": refusal.text}]
            raise Problem(422, refusal.code, refusal.text, errors=errors) from refusal


class _OfMatch(PairingView, _OfCourts):
    pass


class CallMatch(_OfMatch):
    @needs(Right.ENTER_RESULTS)
    @meets(410)
    @extend_schema(request=CallIn, responses={200: CourtsOut, **FAULTS}, parameters=[KEY], operation_id="call_match")
    def post(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Call a match to a court; one that is on another court moves there."""
        pairing = self.pairing(pairing_id)
        body = CallIn(data=request.data)
        body.is_valid(raise_exception=True)
        with suppress(Repeated):
            calling.call_match(self.who, self.tournament, pairing, **body.validated_data)
        return self.answer_courts()


class CallAgain(_OfMatch):
    @needs(Right.ENTER_RESULTS)
    @meets(410)
    @extend_schema(request=None, responses={200: CourtsOut, **FAULTS}, parameters=[KEY], operation_id="call_again")
    def post(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Call a match again, because its players are not at the court."""
        pairing = self.pairing(pairing_id)
        with suppress(Repeated):
            calling.call_again(self.who, self.tournament, pairing)
        return self.answer_courts()


class SetReferee(_OfMatch):
    @needs(Right.ENTER_RESULTS)
    @meets(410)
    @extend_schema(
        request=RefereeIn, responses={200: CourtsOut, **FAULTS}, parameters=[KEY], operation_id="set_referee"
    )
    def post(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Set which player referees a match on a court, or that no player does."""
        pairing = self.pairing(pairing_id)
        body = RefereeIn(data=request.data)
        body.is_valid(raise_exception=True)
        player_id = body.validated_data["player"]
        referee = Player.objects.filter(tournament=self.tournament, public_id=player_id).first()
        if player_id is not None and referee is None:
            raise Refused(_("Choose players from this tournament."), code="no-such-player", field="player")
        with suppress(Repeated):
            calling.set_referee(self.who, self.tournament, pairing, referee)
        return self.answer_courts()


class PutBack(_OfMatch):
    @needs(Right.ENTER_RESULTS)
    @meets(410)
    @extend_schema(request=PutBackIn, responses={200: CourtsOut, **FAULTS}, parameters=[KEY], operation_id="put_back")
    def post(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Put a match back into the queue, first or last; a waiting match changes its place."""
        pairing = self.pairing(pairing_id)
        body = PutBackIn(data=request.data)
        body.is_valid(raise_exception=True)
        with suppress(Repeated):
            calling.return_to_queue(self.who, self.tournament, pairing, **body.validated_data)
        return self.answer_courts()
