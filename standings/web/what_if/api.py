"""Comparisons of rule sets and verdicts on the first places, for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.options import plain
from standings.explain.wording_compare import line_sentence, move_sentence
from standings.explain.wording_verdict import verdict_sentences
from standings.rulesets.compare import PlaceDifference, compare
from standings.rulesets.customise import RuleDifference
from standings.rulesets.presets import RULES
from standings.verdict.answer import Condition, PlayerVerdict, Verdict
from standings.web.rules.rule_sets import NotRead, preset_of, readable
from standings.web.table.common_api import StandingsView
from standings.web.table.current import StageStandings
from standings.web.what_if.verdicts import (
    BY_SCORES,
    KnownVerdicts,
    OpenResults,
    known_verdicts,
    open_results,
    tops_of,
    usual_top,
    verdict_task,
)
from tournaments.core.rights import Right
from tournaments.core.words import notation
from tournaments.core.words.texts import translate
from tournaments.long_tasks.api import TaskOut, underway
from tournaments.long_tasks.running import Underway, carry_out
from tournaments.web.api.openapi import FAULTS
from tournaments.web.api.problems import Problem
from tournaments.web.api.reading import Choice, Whole
from tournaments.web.api.serializers import BooleanField, ChoiceField, Document, SideOut, side_of


class LineOut(Document):
    name = serializers.CharField()
    first = serializers.JSONField()
    second = serializers.JSONField()
    sentence = serializers.CharField()


class MoveOut(Document):
    player = SideOut()
    first = serializers.IntegerField(allow_null=True)
    second = serializers.IntegerField(allow_null=True)
    causes = serializers.ListField(
        child=serializers.CharField(), help_text="The lines that change the place on their own."
    )
    sentence = serializers.CharField()


class ComparisonOut(Document):
    first = serializers.CharField()
    second = serializers.CharField()
    after_round = serializers.IntegerField()
    lines = LineOut(many=True)
    moves = MoveOut(many=True)


class ConditionOut(Document):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    result = serializers.CharField()


class WitnessOut(Document):
    state = serializers.CharField()
    conditions = ConditionOut(many=True)
    smallest = BooleanField(help_text="Whether no smaller set of results forces it.")


class AnswerOut(Document):
    state = ChoiceField(choices=["in", "out", "level", "depends", "unproved"])
    possible = serializers.ListField(
        child=serializers.CharField(), help_text="The final states for which an outcome was found."
    )
    witnesses = WitnessOut(many=True)


class OwnOut(AnswerOut):
    own = ConditionOut()


class VerdictOut(AnswerOut):
    player = SideOut()
    own = OwnOut(many=True)
    sentences = serializers.ListField(child=serializers.CharField())


class VerdictsOut(Document):
    top = serializers.IntegerField()
    revision = serializers.IntegerField(help_text="The revision whose results were used.")
    open_tables = serializers.IntegerField(help_text="The tables without a result at `revision`.")
    verdicts = VerdictOut(many=True)


WITH = Choice("with", "The rule set to compare with.", required=True, choices=tuple(RULES))
TOP = Whole("top", "The number of top places; by default 8, or fewer in a small field.")


class Comparison(StandingsView):
    query = (WITH, *StandingsView.query)

    @extend_schema(responses={200: ComparisonOut, **FAULTS}, operation_id="comparison")
    def get(self, request: Request, slug: str) -> Response:
        """Compare the places under another rule set, and the lines that change them."""
        now = self.standings()
        try:
            readable(now.view.stage.system, self.query_values["with"])
        except NotRead as error:
            raise self.read_problem(error, "with") from error
        second = preset_of(now.view.stage.system, self.query_values["with"])
        found = compare(now.view.snapshot, now.table.rules, second, now.table.through_round)
        return Response(
            {
                "first": now.table.rules.key,
                "second": second.key,
                "after_round": now.round,
                "lines": [_line(now, line) for line in found.lines],
                "moves": [_move(now, move) for move in found.moves],
            }
        )


def _line(now: StageStandings, line: RuleDifference) -> dict[str, object]:
    return {
        "name": line.name,
        "first": plain(line.first),
        "second": plain(line.second),
        "sentence": line_sentence(line, translate, halves=now.table.reckoning.scoring.halves),
    }


def _move(now: StageStandings, move: PlaceDifference) -> dict[str, object]:
    return {
        "player": side_of(now.view.players[move.player]),
        "first": move.first,
        "second": move.second,
        "causes": [line.name for line in move.causes],
        "sentence": move_sentence(move, now.view.names, translate),
    }


class Verdicts(StandingsView):
    query = (TOP,)
    state = None  # the verdicts can be those of an earlier revision

    @extend_schema(responses={200: VerdictsOut, 202: TaskOut, **FAULTS}, operation_id="verdicts")
    def get(self, request: Request, slug: str) -> Response:
        """List who is sure of the top places, who cannot reach them, and what decides for the others.

        It answers if the open results are the last ones. The state `unproved` means: in the time for an answer, no
        outcome outside `possible` was found, and none was ruled out.
        """
        field = open_results(self.tournament)
        if field.by_scores:
            raise Problem(422, "nothing-open", translate(BY_SCORES))
        if not field.is_open or not field.is_last:
            raise Problem(422, "nothing-open", gettext("Verdicts are available only while the last round is running."))
        top = self._top(field)
        try:
            known = known_verdicts(self.tournament, top) or carry_out(
                verdict_task(self.who, self.tournament, field, top)
            )
        except Underway as long:
            return underway(long.task)
        return Response(
            {
                "top": top,
                "revision": known.revision,
                "open_tables": known.open_tables,
                "verdicts": [_verdict(field, known, verdict, top) for verdict in known.verdicts],
            }
        )

    def _top(self, field: OpenResults) -> int:
        offered = tops_of(field)
        top: int | None = self.query_values.get("top")
        if top is None:
            return usual_top(offered) or 1
        if top not in offered and Right.SEE_DRAFTS not in self.granted:
            known = gettext("Use one of these numbers: {known}.").format(known=", ".join(map(str, offered)))
            raise Problem(422, "query", known, errors=[{"pointer": "/top", "detail": known}])
        return top


def _verdict(field: OpenResults, known: KnownVerdicts, verdict: Verdict, top: int) -> dict[str, object]:
    return {
        "player": side_of(field.view.players[verdict.player]),
        **_answer(field, verdict.answer),
        "own": [{"own": _condition(field, own.condition), **_answer(field, own.answer)} for own in verdict.own],
        "sentences": list(
            verdict_sentences(
                verdict,
                known.snapshot,
                top,
                field.view.names,
                translate,
                field.view.stage.first_round,
                field.view.stage.tournament.table_inside,
            )
        ),
    }


def _answer(field: OpenResults, answer: PlayerVerdict) -> Mapping[str, Any]:
    return {
        "state": answer.state.value,
        "possible": sorted(state.value for state in answer.possible),
        "witnesses": [
            {
                "state": witness.state.value,
                "conditions": [_condition(field, condition) for condition in witness.conditions],
                "smallest": witness.smallest,
            }
            for witness in answer.witnesses
        ],
    }


def _condition(field: OpenResults, condition: Condition) -> dict[str, object]:
    number = condition.round + field.view.stage.first_round - 1
    return {"round": number, "table": condition.table, "result": notation.write(condition.result)}
