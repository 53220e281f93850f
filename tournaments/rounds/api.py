"""Rounds, pairings and results for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.snapshot import Result as ResultFact
from tournaments.core.journal.errors import Conflict, Repeated
from tournaments.core.rights import Right, Who
from tournaments.drafts import editing
from tournaments.long_tasks.api import TaskOut, underway
from tournaments.long_tasks.running import Underway, carry_out
from tournaments.models import Pairing, Player, Round, Tournament
from tournaments.officials import corrections
from tournaments.results import results
from tournaments.rounds import publishing, requests, rounds, serializers
from tournaments.rounds.serializers import (
    AdjournIn,
    CorrectionIn,
    OnePairingOut,
    PairingsIn,
    PairRoundIn,
    RatedIn,
    ResultIn,
    ResultsIn,
    RoundOut,
    RoundsOut,
    RoundVerbIn,
    result_fact,
    slip_of,
)
from tournaments.stages.knockouts import Follow
from tournaments.web.api import documents
from tournaments.web.api.base import needs
from tournaments.web.api.openapi import FAULTS, IF_MATCH, KEY, meets
from tournaments.web.api.problems import Problem
from tournaments.web.api.response_cache import cached_by_revision
from tournaments.web.api.views import PairingView, RoundView


class Rounds(RoundView):
    @cached_by_revision
    @extend_schema(responses={200: RoundsOut, **FAULTS}, operation_id="rounds")
    def get(self, request: Request, slug: str) -> Response:
        """List the rounds with their pairings; drafts only if you may see them."""
        shown = self.tournament.rounds.order_by("number")
        if Right.SEE_DRAFTS not in self.granted:
            shown = shown.public()
        return Response({"rounds": documents.round_documents(shown, self.granted)})

    @needs(Right.PAIR)
    @meets(409)
    @extend_schema(
        request=PairRoundIn,
        responses={201: serializers.PairedOut, 202: TaskOut, **FAULTS},
        parameters=[KEY],
        operation_id="pair_round",
    )
    def post(self, request: Request, slug: str) -> Response:
        """Pair a round. The answer is a draft, or the existing round of that number.

        Players with neither pairing nor bye are listed with the reason.

        If pairing takes over a second, it continues after the answer 202. Location is the address of the task, which
        reports progress and can be stopped. Repeat the request under the same key until the answer is 201 with the
        round.
        """
        body = PairRoundIn(data=request.data)
        body.is_valid(raise_exception=True)
        number, by_hand = body.validated_data["number"], body.validated_data["by_hand"]

        if body.validated_data["close"] and by_hand:
            raise ValidationError({"close": [_("Close the previous round first, then pair manually.")]})

        def make() -> Round:
            if body.validated_data["close"]:
                return rounds.close_and_pair(self.who, self.tournament, number - 1)
            return rounds.pair_next_round(self.who, self.tournament, number, by_hand=by_hand)

        try:
            new_round = carry_out(requests.pairing(self.who, self.tournament, number, make))
        except Underway as long:
            return underway(long.task)
        if new_round.number != number:
            raise Problem(422, "wrong-number", _("The next round is {number}.").format(number=new_round.number))
        return self.answer_paired(new_round, 201)


class OneRound(RoundView):
    @cached_by_revision
    @extend_schema(responses={200: RoundOut, **FAULTS}, operation_id="round")
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Get a round."""
        return self.answer(self.round(number))

    @needs(Right.PAIR)
    @meets(409)
    @extend_schema(responses={204: None, **FAULTS}, parameters=[IF_MATCH], operation_id="discard_round")
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Discard a draft."""
        round_ = self.round_to_change(number)
        try:
            rounds.discard_round(self.who, self.tournament, round_, tag=self.required_version(request, round_.tag))
        except Conflict as conflict:
            raise self.stale(conflict, round_) from conflict
        return Response(status=204)


class RoundPairings(RoundView):
    def repeated_answer(self) -> Response:
        return self.answer(self.round(self.kwargs["number"]))

    @needs(Right.PAIR)
    @meets(409)
    @extend_schema(
        request=PairingsIn, responses={200: RoundOut, **FAULTS}, parameters=[IF_MATCH], operation_id="set_pairings"
    )
    def put(self, request: Request, slug: str, number: int) -> Response:
        """Set all pairs of a draft, at tables 1, 2, 3 ..., and its byes."""
        round_ = self.round_to_change(number)
        tag = self.required_version(request, round_.tag)
        body = PairingsIn(data=request.data)
        body.is_valid(raise_exception=True)
        pairs = [(self._player(p["first"]), self._player(p["second"])) for p in body.validated_data["pairings"]]
        byes = [(self._player(bye["player"]), bye["kind"]) for bye in body.validated_data.get("byes", [])]
        try:
            editing.set_pairings(
                self.who, self.tournament, round_, pairs, byes, tag=tag, anyway=body.validated_data["anyway"]
            )
        except Conflict as conflict:
            raise self.stale(conflict, round_) from conflict
        return self.answer(round_)

    def _player(self, player_id: str) -> Player:
        if not hasattr(self, "_players"):
            self._players = {player.public_id: player for player in self.tournament.players.all()}
        if player_id not in self._players:
            raise ValidationError({"pairings": [_("Unknown player {player}.").format(player=player_id)]})
        return self._players[player_id]


class RoundResults(RoundView):
    keyed_by_content = False

    @needs(Right.ENTER_RESULTS)
    @extend_schema(
        request=ResultsIn, responses={200: RoundOut, **FAULTS}, parameters=[IF_MATCH], operation_id="put_results"
    )
    def put(self, request: Request, slug: str, number: int) -> Response:
        """Enter several results of a round, all or none. Repeating the same results changes nothing, whatever If-Match
        is.
        """
        round_ = self.round(number)
        body = ResultsIn(data=request.data)
        body.is_valid(raise_exception=True)
        lines = body.validated_data["results"]
        tag = None if all("version" in line for line in lines) else self.required_version(request, round_.tag)
        facts = self._facts(round_, body.validated_data)
        entries = list(zip(facts, lines, strict=True))
        versions = {pairing: line["version"] for pairing, line in entries if "version" in line}
        slips = {pairing: slip_of(line["result"]) for pairing, line in entries}
        try:
            results.enter_round(self.who, self.tournament, round_, facts, tag=tag, versions=versions, slips=slips)
        except Conflict as conflict:
            raise self.stale(conflict, round_) from conflict
        return self.answer(round_)

    def _facts(self, round_: Round, data: dict[str, Any]) -> dict[Pairing, ResultFact | None]:
        tables = {pairing.public_id: pairing for pairing in round_.pairings.defer("reasons")}
        facts: dict[Pairing, ResultFact | None] = {}
        scoring = self.tournament.scoring_of(round_.best_of)
        _no_table_twice([line["pairing"] for line in data["results"]])
        for place, line in enumerate(data["results"]):
            if line["pairing"] not in tables:
                unknown = [_("This pairing is not in this round.")]
                raise ValidationError({"results": {str(place): {"pairing": unknown}}})
            try:
                fact = None if line["result"] is None else result_fact(line["result"], scoring)
            except ValidationError as error:
                raise ValidationError({"results": {str(place): {"result": error.detail}}}) from error
            facts[tables[line["pairing"]]] = fact
        return facts


def _no_table_twice(pairings: list[str]) -> None:
    """Raise ValidationError with every place at which a batch names a table again."""
    times = Counter(pairings)
    faults = {"pairing": [_("This pairing is listed more than once. Remove one entry.")]}
    if twice := {str(place): faults for place, pairing in enumerate(pairings) if times[pairing] > 1}:
        raise ValidationError({"results": twice})


class RoundVerb(RoundView):
    verbs: dict[str, Callable[[Who, Tournament, Round], Round]] = {  # noqa: RUF012 a table, never changed
        "close": rounds.close_round,
        "reopen": publishing.reopen_round,
        "unpublish": publishing.unpublish_round,
    }

    @needs(Right.PAIR)
    @meets(409)
    @extend_schema(
        request=RoundVerbIn,
        responses={200: RoundOut, 202: TaskOut, **FAULTS},
        parameters=[KEY],
        operation_id="round_verb",
    )
    def post(self, request: Request, slug: str, number: int, verb: str) -> Response:
        """Publish, close, reopen (a closed round runs again) or unpublish a round (a running round is a draft again).

        Repeating the request has no effect. A round goes back only while nothing depends on it: a later round, and for
        `unpublish` a result.

        For a draft with manual changes, `reason` explains why it differs from the engine's pairing. If players have
        neither opponent nor bye, the answer is the problem `not-paired` with these `players`, until `not_paired`
        contains their ids.
        """
        round_ = self.round_to_change(number)
        body = RoundVerbIn(data=request.data or {})
        body.is_valid(raise_exception=True)
        values = body.validated_data

        def publish() -> Round:
            return rounds.publish_round(self.who, self.tournament, round_, **values)

        try:
            if verb == "publish":
                carry_out(requests.publishing(self.who, round_, publish))
            else:
                self.verbs[verb](self.who, self.tournament, round_)
        except Underway as long:
            return underway(long.task)
        except Repeated:
            return self.answer(round_)
        return self.answer(round_)


class OnePairing(PairingView):
    @meets(410)
    @extend_schema(responses={200: OnePairingOut, **FAULTS}, operation_id="pairing")
    def get(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Get a table, and why these players meet. The ETag is the table's own version, for If-Match."""
        return self.answer_pairing(self.pairing(pairing_id))


class PairingResult(PairingView):
    keyed_by_content = False

    @needs(Right.ENTER_RESULTS)
    @meets(410)
    @extend_schema(
        request=ResultIn, responses={200: OnePairingOut, **FAULTS}, parameters=[IF_MATCH], operation_id="put_result"
    )
    def put(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Enter a result. Repeating the same result changes nothing. A different one for an old version is answered 412
        with the current state.
        """
        pairing = self.pairing(pairing_id)
        version = self.seen_version(request, pairing.version)
        body = ResultIn(data=request.data)
        body.is_valid(raise_exception=True)
        slip = slip_of(body.validated_data)
        return self._store(pairing, body.fact(self.tournament.scoring_of(pairing.round.best_of)), version, slip)

    @needs(Right.ENTER_RESULTS)
    @meets(410)
    @extend_schema(responses={200: OnePairingOut, **FAULTS}, parameters=[IF_MATCH], operation_id="clear_result")
    def delete(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Clear a result."""
        pairing = self.pairing(pairing_id)
        return self._store(pairing, None, self.seen_version(request, pairing.version))

    def _store(
        self, pairing: Pairing, fact: ResultFact | None, version: int, slip: results.Slip = results.NO_SLIP
    ) -> Response:
        try:
            stored = results.enter_result(self.who, self.tournament, pairing, fact, version=version, slip=slip)
        except Conflict as conflict:
            current = self.answer_pairing(pairing).data
            raise Problem(412, "stale", conflict.text, current=current) from conflict
        return self.answer_pairing(stored if fact is not None else pairing)


class Corrections(PairingView):
    @needs(Right.ADMINISTER)
    @meets(410)
    @extend_schema(
        request=CorrectionIn,
        responses={200: OnePairingOut, **FAULTS},
        parameters=[KEY],
        operation_id="correct_result",
    )
    def post(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Correct a result of a closed round, with a reason."""
        body = CorrectionIn(data=request.data)
        body.is_valid(raise_exception=True)
        pairing = self.pairing(pairing_id)
        fact = result_fact(body.validated_data["result"], self.tournament.scoring_of(pairing.round.best_of))
        try:
            results.correct_result(
                self.who,
                self.tournament,
                pairing,
                fact,
                reason=body.validated_data["reason"],
                slip=slip_of(body.validated_data["result"]),
                follow=Follow(body.validated_data.get("follow", "")),
            )
        except Repeated:
            return self.answer_pairing(pairing)
        return self.answer_pairing(pairing)


class Adjourn(PairingView):
    @needs(Right.ENTER_RESULTS)
    @meets(410)
    @extend_schema(
        request=AdjournIn, responses={200: OnePairingOut, **FAULTS}, parameters=[KEY], operation_id="adjourn_game"
    )
    def post(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Adjourn a game. It counts as a draw until its result is entered as a correction. Repeat the request to change
        the note.
        """
        body = AdjournIn(data=request.data)
        body.is_valid(raise_exception=True)
        pairing = self.pairing(pairing_id)
        with suppress(Repeated):
            results.adjourn(self.who, self.tournament, pairing, **body.validated_data)
        return self.answer_pairing(pairing)


class Rated(PairingView):
    @needs(Right.ADMINISTER)
    @meets(410)
    @extend_schema(
        request=RatedIn, responses={200: OnePairingOut, **FAULTS}, parameters=[KEY], operation_id="correct_rated_result"
    )
    def post(self, request: Request, slug: str, pairing_id: str) -> Response:
        """Correct a result of a closed round for the rating report only, with a reason. Pairings, standings and this
        answer keep the result that counts.
        """
        body = RatedIn(data=request.data)
        body.is_valid(raise_exception=True)
        pairing = self.pairing(pairing_id)
        fact = result_fact(body.validated_data["result"], self.tournament.scoring_of(pairing.round.best_of))
        with suppress(Repeated):
            corrections.correct_for_rating(
                self.who,
                self.tournament,
                pairing,
                fact,
                reason=body.validated_data["reason"],
            )
        return self.answer_pairing(pairing)
