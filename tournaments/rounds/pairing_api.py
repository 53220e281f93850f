"""Pairing for programs: systems and presets, fixed and forbidden pairs, and questions about a round."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from pairings import options as system_options
from pairings.systems import SYSTEMS
from tournaments.core import snapshot
from tournaments.core.journal.acts import created_keys
from tournaments.core.journal.errors import Refused, Repeated, last_change_text
from tournaments.core.rights import Right
from tournaments.core.words.texts import translate
from tournaments.drafts import editing, whatif
from tournaments.drafts.reason_texts import Teller
from tournaments.long_tasks.api import TaskOut, underway
from tournaments.long_tasks.running import Underway, carry_out
from tournaments.models import FixedPair, ForbiddenPair, Player, Round
from tournaments.rounds import requests, serializers
from tournaments.rounds.serializers import RoundOut
from tournaments.setup import lifecycle
from tournaments.web.api import documents
from tournaments.web.api.base import ProgramView, TournamentView, needs
from tournaments.web.api.openapi import FAULTS, IF_MATCH, KEY, meets
from tournaments.web.api.problems import Problem
from tournaments.web.api.reading import Text
from tournaments.web.api.views import RoundView


class Systems(ProgramView):
    @extend_schema(responses={200: serializers.SystemsOut, **FAULTS}, operation_id="systems")
    def get(self, request: Request) -> Response:
        """List the pairing systems with their options and presets."""
        return Response({"systems": [documents.system(system) for system in SYSTEMS.values()]})


class OneSystem(TournamentView):
    """The pairing system of the current stage. Its ETag is the tournament's revision, for If-Match."""

    def answer(self) -> Response:
        stage = snapshot.current_stage(self.tournament)
        return Response(documents.stage_system(stage), headers={"ETag": self.tag()})

    @extend_schema(responses={200: serializers.StageSystemOut, **FAULTS}, operation_id="pairing_system")
    def get(self, request: Request, slug: str) -> Response:
        """Get the pairing system, its preset (null for other values) and all options."""
        return self.answer()

    @needs(Right.ADMINISTER)
    @meets(409)
    @extend_schema(
        request=serializers.StageSystemIn,
        responses={200: serializers.StageSystemOut, **FAULTS},
        parameters=[IF_MATCH],
        operation_id="change_pairing_system",
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Set the pairing system, a preset and options."""
        sent_revision = self.seen_version(request, self.tournament.revision)
        body = serializers.StageSystemIn(data=request.data)
        body.is_valid(raise_exception=True)
        if sent_revision != self.tournament.revision:
            unknown = _("Someone else changed this tournament.")
            raise Problem(412, "stale", last_change_text(self.who, self.tournament, unknown))
        values = self._values(body.validated_data)
        lifecycle.change_settings(self.who, self.tournament, revision=sent_revision, **values)
        return self.answer()

    def _values(self, data: dict[str, Any]) -> dict[str, Any]:
        stage = snapshot.current_stage(self.tournament)
        system = SYSTEMS[data.get("system", stage.system)]
        presets = {preset.key: preset.options for preset in system.presets}
        if "preset" in data and data["preset"] not in presets:
            raise ValidationError({"preset": [_("This system has no such preset.")]})
        if "preset" in data:
            start = presets[data["preset"]]
        elif system.key == stage.system:
            start = system_options.read(system.options, stage.options)
        else:
            start = system_options.read(system.options, lifecycle.usual_options(system.key))
        try:
            options: object = system_options.read(
                system.options, {**system_options.as_json(start), **data.get("options", {})}
            )
        except system_options.OptionError as error:
            raise ValidationError({"options": {error.name: [translate(error.sentence)]}}) from error
        more = {"planned_rounds": data["planned_rounds"]} if "planned_rounds" in data else {}
        return {"system": system.key, "options": system_options.as_json(options), **more}


class WishesView(TournamentView):
    def player(self, public_id: str, field: str) -> Player:
        found = self.tournament.players.filter(public_id=public_id).first()
        if found is None:
            raise ValidationError({field: [_("Unknown player {player}.").format(player=public_id)]})
        return found


class FixedPairs(WishesView):
    @needs(Right.SEE_DRAFTS)
    @extend_schema(responses={200: serializers.FixedPairsOut, **FAULTS}, operation_id="fixed_pairs")
    def get(self, request: Request, slug: str) -> Response:
        """List the fixed pairs."""
        pairs = self.tournament.fixed_pairs.select_related("first", "second")
        return Response({"pairs": [documents.fixed_pair(pair) for pair in pairs]})

    @needs(Right.PAIR)
    @extend_schema(
        request=serializers.FixedPairIn,
        responses={201: serializers.FixedPairOut, **FAULTS},
        parameters=[KEY],
        operation_id="fix_pair",
    )
    def post(self, request: Request, slug: str) -> Response:
        """Fix a pair in a round that is not yet paired; the engine pairs the others."""
        body = serializers.FixedPairIn(data=request.data)
        body.is_valid(raise_exception=True)
        data = body.validated_data
        players = [self.player(data[name], name) for name in ("first", "second")]
        pair: FixedPair | None
        try:
            pair = editing.fix_pair(self.who, self.tournament, data["round"], *players)
        except Repeated as repeated:
            pair = FixedPair.objects.filter(pk__in=created_keys(repeated.entry, FixedPair)).first()
        if pair is None:
            raise Problem(404, "not-found", _("This pair has been undone."))
        return Response(documents.fixed_pair(pair), status=201)


class ForbiddenPairs(WishesView):
    @needs(Right.SEE_DRAFTS)
    @extend_schema(responses={200: serializers.ForbiddenPairsOut, **FAULTS}, operation_id="forbidden_pairs")
    def get(self, request: Request, slug: str) -> Response:
        """List the forbidden pairs."""
        pairs = self.tournament.forbidden_pairs.select_related("one", "other")
        return Response({"pairs": [documents.forbidden_pair(pair) for pair in pairs]})

    @needs(Right.PAIR)
    @extend_schema(
        request=serializers.ForbiddenPairIn,
        responses={201: serializers.ForbiddenPairOut, **FAULTS},
        parameters=[KEY],
        operation_id="forbid_pair",
    )
    def post(self, request: Request, slug: str) -> Response:
        """Forbid a pair from one round to another."""
        body = serializers.ForbiddenPairIn(data=request.data)
        body.is_valid(raise_exception=True)
        data = body.validated_data
        one, other = (self.player(data[name], name) for name in ("first", "second"))
        rounds = {"first_round": data["first_round"], "last_round": data.get("last_round")}
        pair: ForbiddenPair | None
        try:
            pair = editing.forbid_pair(self.who, self.tournament, one, other, **rounds)
        except Repeated as repeated:
            pair = ForbiddenPair.objects.filter(pk__in=created_keys(repeated.entry, ForbiddenPair)).first()
        if pair is None:
            raise Problem(404, "not-found", _("This pair has been undone."))
        return Response(documents.forbidden_pair(pair), status=201)


class TakeBack(WishesView):
    def repeated_answer(self) -> Response:
        return Response(status=204)

    @needs(Right.PAIR)
    @extend_schema(request=None, responses={204: None, **FAULTS}, parameters=[KEY], operation_id="take_wish_back")
    def post(self, request: Request, slug: str, wish_id: str) -> Response:
        """Delete a fixed or forbidden pair."""
        fixed = self.tournament.fixed_pairs.filter(public_id=wish_id).first()
        try:
            if fixed is not None:
                editing.free_pair(self.who, self.tournament, fixed)
            else:
                pair = get_object_or_404(self.tournament.forbidden_pairs, public_id=wish_id)
                editing.allow_pair(self.who, self.tournament, pair)
        except Repeated:
            return Response(status=204)
        return Response(status=204)


class RoundReasons(RoundView):
    @extend_schema(responses={200: serializers.RoundReasonsOut, **FAULTS}, operation_id="round_reasons")
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Get the reasons for the pairings of a round.

        The answer has how often each rule was broken, and the reasons for every table and bye.
        """
        return Response(documents.round_reasons(self.round(number)))


class Question(RoundView):
    """A question that the engine answers by pairing again, for the staff.

    If that takes long, the answer is a task. Once the task is done, the repeated request gets the stored answer.
    """

    def answer_question(self, round_: Round, now: whatif.Position, question: requests.RoundQuestion) -> Response:
        try:
            found = requests.answer(self.who, round_, question)
        except Underway as long:
            return underway(long.task)
        if found.refusal is not None:
            raise Refused(Teller.of(now.view).tell(found.refusal), code=found.refusal.code)
        if found.answer is None:
            raise Refused(_("No answer available: nothing to compare, or the system does not count."))
        return Response(documents.comparison(found.answer, now))


class WhyNot(Question):
    query = (
        Text("first", "The id of a player.", required=True),
        Text("second", "The id of the other player.", required=True),
    )

    @needs(Right.SEE_DRAFTS)
    @extend_schema(responses={200: serializers.RoundComparisonOut, 202: TaskOut, **FAULTS}, operation_id="why_not")
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Explain why two players do not meet.

        The answer has what it would cost, term by term, and the ring of tables that would change.
        """
        round_ = self.round(number)
        now = whatif.position_of(round_)
        keys = {player.public_id: seat for seat, player in now.view.players.items()}
        unknown = _("This player is not in this stage.")
        faults = [
            {"pointer": f"/{name}", "detail": unknown}
            for name in ("first", "second")
            if self.query_values[name] not in keys
        ]
        if faults:
            raise Problem(422, "query", unknown, errors=faults)
        first, second = (keys[self.query_values[name]] for name in ("first", "second"))
        return self.answer_question(round_, now, requests.why_not(now, round_, first, second))


class Cost(Question):
    @needs(Right.SEE_DRAFTS)
    @extend_schema(responses={200: serializers.RoundComparisonOut, 202: TaskOut, **FAULTS}, operation_id="cost_by_hand")
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Get the penalty of manual changes. It compares the current round with the unrestricted optimum."""
        round_ = self.round(number)
        now = whatif.position_of(round_)
        return self.answer_question(round_, now, requests.cost(now, round_))


class AnotherPairing(RoundView):
    @needs(Right.PAIR)
    @meets(409)
    @extend_schema(
        request=None,
        responses={200: serializers.AnotherOut, 202: TaskOut, **FAULTS},
        parameters=[KEY],
        operation_id="another",
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Replace the draft by the next pairing that is equally good; `complete` if `count` is all of them."""
        round_ = self.round_to_change(number)

        def take() -> whatif.Another:
            return editing.take_another(self.who, self.tournament, round_)

        try:
            found = carry_out(requests.of_draft(self.who, round_, requests.ANOTHER_PAIRING_LABEL, take))
        except Underway as long:
            return underway(long.task)
        except Repeated as repeated:
            place, count = repeated.entry.facts["place"], str(repeated.entry.facts["count"])
            return self.answer_page(round_, place, int(count.rstrip("+")), complete=not count.endswith("+"))
        return self.answer_page(round_, found.place, found.count, complete=found.complete)

    def answer_page(self, round_: Round, place: int, count: int, *, complete: bool) -> Response:
        document = self.answer(round_)
        body = {"place": place, "count": count, "complete": complete, "round": document.data}
        return Response(body, headers={"ETag": document.headers["ETag"]})


class PairRest(RoundView):
    @needs(Right.PAIR)
    @meets(409)
    @extend_schema(
        request=None, responses={200: RoundOut, 202: TaskOut, **FAULTS}, parameters=[KEY], operation_id="pair_rest"
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Pair the rest of a draft again, keeping manual pairs and byes."""
        round_ = self.round_to_change(number)

        def pair() -> Round:
            return editing.pair_rest(self.who, self.tournament, round_)

        try:
            carry_out(requests.of_draft(self.who, round_, requests.REST_LABEL, pair))
        except Underway as long:
            return underway(long.task)
        except Repeated:
            return self.answer(round_)
        return self.answer(round_)
