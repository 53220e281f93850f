"""Standings rules for programs: the available rule sets, the tournament's own rules, and drawing the lot."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.options import as_json
from standings.core.rules import Rules
from standings.rulesets.customise import LINES
from standings.rulesets.presets import RULES
from standings.web.table.current import rules_of
from tournaments.core import snapshot
from tournaments.core.journal.errors import Refused, Repeated
from tournaments.core.rights import Right
from tournaments.core.words.texts import translate
from tournaments.rounds.serializers import OptionOut
from tournaments.setup import rules
from tournaments.setup.serializers import PointsIn, columns_of_points
from tournaments.web.api import documents
from tournaments.web.api.base import ProgramView, TournamentView, needs
from tournaments.web.api.openapi import FAULTS, IF_MATCH, KEY, meets
from tournaments.web.api.problems import Problem
from tournaments.web.api.reading import PointsOut, points
from tournaments.web.api.serializers import ChoiceField, Document, Strict


class RuleSetOut(Document):
    key = serializers.CharField()
    name = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment] # no attribute: fields are taken out
    date = serializers.DateField()
    lines = serializers.DictField(child=serializers.JSONField(), help_text="All lines that can be changed.")


class RuleSetsOut(Document):
    rule_sets = RuleSetOut(many=True)
    lines = OptionOut(many=True, help_text="The lines of a rule set that can change, and their values.")


class RulesOut(Document):
    rules = serializers.CharField(help_text="The key of the chosen rule set.")
    changes = serializers.DictField(child=serializers.JSONField(), help_text="The lines that differ from the rule set.")
    lines = serializers.DictField(child=serializers.JSONField(), help_text="All lines that apply here.")
    points = PointsOut()
    source = serializers.CharField()  # type: ignore[assignment] # no attribute: fields are taken out
    date = serializers.DateField()


#: The help text of fields that clients can read but not set.
FOLLOWS = "Derived from the other fields. Send it unchanged or leave it out."


class RulesIn(Strict):
    """The rules, in the same form for reading and for writing."""

    rules = ChoiceField(choices=list(RULES))
    changes = serializers.DictField(child=serializers.JSONField(allow_null=True), default=dict)
    points = PointsIn(required=False)
    reason = serializers.CharField(max_length=500, default="", allow_blank=True)
    lines = serializers.DictField(child=serializers.JSONField(allow_null=True), required=False, help_text=FOLLOWS)
    source = serializers.CharField(required=False, allow_blank=True, help_text=FOLLOWS)  # type: ignore[assignment]
    date = serializers.CharField(required=False, help_text=FOLLOWS)


def document_of(rules: Rules) -> dict[str, object]:
    return {
        "key": rules.key,
        "name": translate(rules.name),
        "source": translate(rules.source),
        "date": rules.date,
        "lines": as_json(rules),
    }


class RuleSets(ProgramView):
    @extend_schema(responses={200: RuleSetsOut, **FAULTS}, operation_id="rule_sets")
    def get(self, request: Request) -> Response:
        """List the rule sets for standings, with their lines and what lines can contain."""
        lines = [documents.option(spec) for spec in LINES.values()]
        return Response({"rule_sets": [document_of(rules) for rules in RULES.values()], "lines": lines})


class RulesView(TournamentView):
    def answer(self) -> Response:
        self.tournament.refresh_from_db()
        return Response(self.document(), headers={"ETag": self.tag()})

    def document(self) -> dict[str, Any]:
        rules = rules_of(self.tournament, snapshot.current_stage(self.tournament))
        return {
            "rules": self.tournament.rules,
            "changes": self.tournament.rules_changes,
            "lines": as_json(rules),
            "points": points(self.tournament),
            "source": translate(rules.source),
            "date": rules.date,
        }


class TournamentRules(RulesView):
    @extend_schema(responses={200: RulesOut, **FAULTS}, operation_id="rules")
    def get(self, request: Request, slug: str) -> Response:
        """Get the standings rules and the points; the ETag is the tournament's revision, for If-Match."""
        return self.answer()

    @needs(Right.SET_RULES)
    @meets(409)
    @extend_schema(
        request=RulesIn, responses={200: RulesOut, **FAULTS}, parameters=[IF_MATCH], operation_id="change_rules"
    )
    def put(self, request: Request, slug: str) -> Response:
        """Set the standings rules. Points that are left out stay; a change after round 1 needs a reason."""
        revision = self.seen_version(request, self.tournament.revision)
        serializer = RulesIn(data=request.data)
        serializer.is_valid(raise_exception=True)
        values = dict(serializer.validated_data)
        values["points"] = columns_of_points(values.get("points", {}))
        if revision != self.tournament.revision:
            raise Problem(412, "stale", gettext("The tournament has changed. Read the rules again."))
        self._as_read(values)
        try:
            rules.change_rules(self.who, self.tournament, revision=revision, **values)
        except Refused as refusal:
            if refusal.status != 422:
                raise
            field = refusal.field or "changes"
            pointer = f"/points/{field.removeprefix('points_')}" if field in rules.POINTS else f"/{field}"
            detail = [{"pointer": pointer, "detail": refusal.text}]
            raise Problem(422, refusal.code, refusal.text, errors=detail) from refusal
        return self.answer()

    def _as_read(self, values: dict[str, object]) -> None:
        """Remove the values that follow from the others. Raise ValidationError if one differs from the current one."""
        now = {**self.document(), "date": self.document()["date"].isoformat()}
        text = gettext("This follows from the rule set and its changes. Change those instead.")
        wrong = {name: [text] for name in ("lines", "source", "date") if values.pop(name, now[name]) != now[name]}
        if wrong:
            raise serializers.ValidationError(wrong)


class Lot(RulesView):
    @needs(Right.SET_RULES)
    @extend_schema(request=None, responses={200: RulesOut, **FAULTS}, parameters=[KEY], operation_id="draw_lot")
    def post(self, request: Request, slug: str) -> Response:
        """Draw the lot for ties, once; its seed makes every such decision repeatable."""
        try:
            rules.draw_lot(self.who, self.tournament)
        except Repeated:
            return self.answer()
        return self.answer()
