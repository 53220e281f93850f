"""Series for programs: their rules, events and tables, and questions about the identity of players."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from datetime import date as day
from decimal import Decimal
from fractions import Fraction
from typing import TypedDict

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from standings.series.presets import BY_KEY
from standings.series.rule import MOST_EVENTS, MOST_PLACES, By, Left, RuleError, SeriesStep, Ties
from standings.series.table import SeriesTable as Table
from standings.series.table import Zone
from standings.web.series.corrections import store_moves, table_of, with_rule
from standings.web.series.forms import MOST_LINES, check_places
from standings.web.series.of_series import OfSeries
from standings.web.series.stored import USUAL, from_json, to_json, with_preset
from standings.web.series.tables import EventResults, SeriesView, ShownCell, ShownLine, as_rows, format_points
from tournaments.core.rights import Right, visible
from tournaments.core.words import names
from tournaments.core.words.texts import MARK, as_csv, translate
from tournaments.models import Series, SeriesEvent, Tournament
from tournaments.models.series import LONGEST_REASON, LONGEST_TYPE
from tournaments.models.stage import LONGEST_NAME
from tournaments.series import series as verbs
from tournaments.setup.api import sheet_of
from tournaments.web.api.base import needs
from tournaments.web.api.openapi import FAULTS, IF_MATCH, KEY, meets
from tournaments.web.api.problems import Problem
from tournaments.web.api.reading import AmountOut, Day, Text
from tournaments.web.api.serializers import BooleanField, ChoiceField, Document, LineField, NameField, Strict
from tournaments.web.api.views import CSV, CsvRenderer, JsonTypeFileRenderer

AMOUNT = r"^[0-9]{1,6}(\.[0-9]{1,4})?(/[1-9][0-9]{0,3})?$"
LONGEST_KEY = 400
STEPS = [each.value for each in SeriesStep]


class SeriesAmount(serializers.RegexField):
    """Points as a text, a whole number, a decimal or a fraction: "10", "2.5", "23/2"."""

    def __init__(self, *, help_text: str | None = None, allow_null: bool = False) -> None:
        super().__init__(AMOUNT, required=False, help_text=help_text, allow_null=allow_null)


class PointsDocument(Strict):
    by = ChoiceField(choices=[each.value for each in By], required=False)
    ties = ChoiceField(choices=[each.value for each in Ties], required=False)
    table = serializers.ListField(
        child=serializers.RegexField(AMOUNT),
        required=False,
        max_length=MOST_PLACES,
        help_text="The points for each place, from first place down.",
    )
    tail = SeriesAmount(help_text="The points for every other place.")
    kickers = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=9999),
        required=False,
        max_length=MOST_PLACES,
        help_text="For each place, the number of players from which it earns points.",
    )
    factor = SeriesAmount(allow_null=True, help_text="For `result`: the factor of a score, or null for points by game.")
    win = SeriesAmount()
    draw = SeriesAmount()
    loss = SeriesAmount()
    base = serializers.IntegerField(min_value=0, max_value=4000, required=False)
    top = serializers.IntegerField(min_value=1, max_value=100, required=False)
    least_games = serializers.IntegerField(min_value=0, max_value=100, required=False)
    attendance = SeriesAmount()
    first = SeriesAmount()
    first_from = serializers.IntegerField(min_value=0, max_value=9999, required=False)
    unbeaten = SeriesAmount()
    all_rounds = SeriesAmount()
    best_of_category = SeriesAmount()
    left = ChoiceField(choices=[each.value for each in Left], required=False)
    least_players = serializers.IntegerField(min_value=0, max_value=9999, required=False)
    skip_guests = BooleanField(required=False)


def _count() -> serializers.IntegerField:
    return serializers.IntegerField(min_value=0, max_value=MOST_EVENTS, required=False)


def _by_type() -> serializers.DictField:
    return serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_EVENTS),
        required=False,
        help_text="The number for each type of event.",
    )


class CountingDocument(Strict):
    best = _count()
    best_of_type = _by_type()
    drop = _count()
    average = BooleanField(required=False)
    months = serializers.IntegerField(min_value=0, max_value=240, required=False)
    least = _count()
    least_of_type = _by_type()
    missing_is_nothing = BooleanField(required=False)
    planned = _count()


class CategoryDocument(Strict):
    name = NameField(max_length=LONGEST_NAME)
    sex = ChoiceField(choices=["w", ""], required=False, help_text="Send `w` for women only, or nothing for everyone.")
    born_from = serializers.IntegerField(min_value=0, max_value=2200, required=False)
    born_to = serializers.IntegerField(min_value=0, max_value=2200, required=False)
    rating_below = serializers.IntegerField(min_value=0, max_value=9999, required=False)


@extend_schema_field({"type": "array", "items": {"type": "string", "enum": STEPS}, "uniqueItems": True})
class StepsField(serializers.ListField):
    child = ChoiceField(choices=STEPS)


class SeriesRuleDocument(Strict):
    points = PointsDocument(required=False)
    counting = CountingDocument(required=False)
    steps = StepsField(required=False, max_length=len(SeriesStep))
    categories = CategoryDocument(many=True, required=False)
    own_points = BooleanField(required=False, help_text="Whether places within the category count.")
    running = BooleanField(required=False, help_text="Whether running tournaments count too.")
    clubs = serializers.IntegerField(
        min_value=0, max_value=20, required=False, help_text="The number of best players who count for a club."
    )
    up = serializers.IntegerField(
        min_value=0, max_value=100, required=False, help_text="The number of players who are promoted after the season."
    )
    down = serializers.IntegerField(
        min_value=0,
        max_value=100,
        required=False,
        help_text="The number of players who are relegated after the season.",
    )


class SeriesIn(Strict):
    name = NameField(max_length=LONGEST_NAME)
    rule = SeriesRuleDocument(required=False)
    closed = BooleanField(
        required=False, help_text="True closes the season. The series cannot be changed until false reopens it."
    )
    reason = LineField(
        max_length=LONGEST_REASON,
        required=False,
        help_text="Why the rule changes. The page of the table shows the reason and whose place changed.",
    )


class NewSeriesIn(SeriesIn):
    preset = ChoiceField(
        choices=list(BY_KEY),
        required=False,
        help_text="A well-known series whose points to use; fields in `rule` override it.",
    )


class SeriesEventOut(Document):
    id = serializers.CharField()
    name = serializers.CharField()
    date = serializers.DateField()
    tournament = serializers.CharField(
        allow_null=True, help_text="The tournament; null if its results were entered as text."
    )
    type = serializers.CharField(allow_blank=True)
    factor = serializers.CharField()
    counts = BooleanField()


class SeriesOut(Document):
    slug = serializers.CharField()
    name = serializers.CharField()
    version = serializers.IntegerField()
    closed_at = serializers.DateTimeField(allow_null=True, help_text="When the season was closed; null while it runs.")
    rule = SeriesRuleDocument()
    events = SeriesEventOut(many=True)


class SeriesNameOut(Document):
    slug = serializers.CharField()
    name = serializers.CharField()


class AllSeriesOut(Document):
    series = SeriesNameOut(many=True)


class TypedResultIn(Strict):
    place = serializers.IntegerField(min_value=1, max_value=9999)
    name = NameField(max_length=names.NAME_LENGTH)


class TypedResult(TypedDict):
    """A line of results entered as text."""

    place: int
    name: str


class TypedEvent(TypedDict):
    """An event with results entered as text, after validation."""

    name: str
    date: day
    results: list[TypedResult]


class SeriesEventIn(Strict):
    """A tournament, or results entered as text: a name, a date and places."""

    tournament = serializers.SlugField(max_length=80, required=False)
    name = NameField(max_length=LONGEST_NAME, required=False)
    date = serializers.DateField(required=False)
    results = TypedResultIn(many=True, required=False)
    type = LineField(max_length=LONGEST_TYPE, required=False, allow_blank=True)
    factor = serializers.DecimalField(max_digits=5, decimal_places=2, min_value=Decimal("0.01"), required=False)

    def validate(self, data: dict[str, object]) -> dict[str, object]:
        if ("tournament" in data) == ("results" in data):
            raise serializers.ValidationError({"tournament": [_("Send either a tournament or results.")]})
        lacking = [name for name in ("name", "date") if "results" in data and name not in data]
        if lacking:
            raise serializers.ValidationError({name: [_("Typed results need a name and a date.")] for name in lacking})
        results = data.get("results")
        if isinstance(results, Sized) and len(results) > MOST_LINES:
            text = _("Enter at most %(most)s lines.") % {"most": MOST_LINES}
            raise serializers.ValidationError({"results": [text]})
        return data


class CellOut(Document):
    event = serializers.CharField()
    place = serializers.CharField(help_text="The place, or the first and last of shared places: 2–3.")
    points = AmountOut()
    counts = BooleanField(help_text="Whether the result counts; false if it is dropped.")
    reasons = serializers.ListField(child=serializers.CharField())


class SeriesByHandOut(Document):
    points = AmountOut(help_text="The points; below 0 for a penalty.")
    reason = serializers.CharField()


class SeriesLineOut(Document):
    rank = serializers.IntegerField(allow_null=True, help_text="The place; null with too few events so far.")
    id = serializers.CharField(help_text="The first of `ids`; for clubs, the name.")
    ids = serializers.ListField(child=serializers.CharField(), help_text="The player's ids in the events.")
    name = serializers.CharField()
    club = serializers.CharField(allow_blank=True)
    total = AmountOut()
    can_reach = AmountOut(allow_null=True)
    events = serializers.IntegerField()
    cells = CellOut(many=True)
    by_hand = SeriesByHandOut(many=True)
    zone = ChoiceField(
        choices=[each.value for each in Zone],
        allow_null=True,
        help_text="Whether the player is promoted or relegated after the season; `-tied` if a tie crosses the border.",
    )
    separated_by = serializers.CharField(allow_null=True, help_text="What ranks the line above the next one.")
    reasons = serializers.ListField(child=serializers.CharField())


class SeriesTableOut(Document):
    events = SeriesEventOut(many=True)
    lines = SeriesLineOut(many=True)


class AskedOut(Document):
    id = serializers.CharField()
    event = serializers.CharField()
    name = serializers.CharField()


class QuestionOut(Document):
    one = serializers.CharField()
    other = serializers.CharField()
    likeness = ChoiceField(choices=["year", "club", "name"])
    players = AskedOut(many=True)


class AnswerOut(Document):
    one = serializers.CharField()
    other = serializers.CharField()
    same = BooleanField()


class QuestionsOut(Document):
    questions = QuestionOut(many=True)
    answers = AnswerOut(many=True)


class AnswerIn(Strict):
    one = serializers.CharField(
        max_length=LONGEST_KEY, trim_whitespace=False, help_text="A key from a question, or the id of a player."
    )
    other = serializers.CharField(max_length=LONGEST_KEY, trim_whitespace=False)
    same = BooleanField(allow_null=True, help_text="Whether they are one person; null removes the answer.")


def _rule_json(values: Mapping[str, object], preset: str = "") -> dict[str, object]:
    """Return a rule as it is stored. Raise a Problem if it is not valid."""
    try:
        return to_json(from_json(values, with_preset(USUAL, BY_KEY.get(preset))))
    except RuleError as error:
        text = translate(error.sentence)
        part = "counting" if error.name in CountingDocument().fields else "points"
        pointer = "/rule/steps" if error.name == "steps" else f"/rule/{part}/{error.name}"
        raise Problem(422, "invalid", text, errors=[{"pointer": pointer, "detail": text}]) from error


def _amount(value: Fraction) -> dict[str, str]:
    return {"exact": str(value), "shown": format_points(value)}


def _event(event: EventResults, view: SeriesView) -> dict[str, object]:
    return {
        "id": event.row.public_id,
        "name": "" if event.hidden else event.name,
        "date": event.on,
        "tournament": None if event.hidden or event.open_to_all is None else event.open_to_all.slug,
        "type": event.row.type,
        "factor": str(Fraction(event.row.factor)),
        "counts": event in view.counting,
    }


def _document(series: Series) -> dict[str, object]:
    view = SeriesView(series)
    shown_series = {
        "slug": series.slug,
        "name": series.name,
        "version": series.version,
        "closed_at": series.closed_at,
        "rule": to_json(view.settings),
        "events": [_event(event, view) for event in view.held],
    }
    return dict(SeriesOut(shown_series).data)


class AllSeries(OfSeries):
    @extend_schema(responses={200: AllSeriesOut, **FAULTS}, operation_id="all_series")
    def get(self, request: Request) -> Response:
        """List all series, the latest first."""
        return Response({"series": [{"slug": each.slug, "name": each.name} for each in Series.objects.all()]})

    @needs(Right.ADMINISTER)
    @extend_schema(
        request=NewSeriesIn, responses={201: SeriesOut, **FAULTS}, parameters=[KEY], operation_id="create_series"
    )
    def post(self, request: Request) -> Response:
        """Create a series. Omitted fields of the rule have defaults: 10 points down to 1; all events count."""
        body = NewSeriesIn(data=request.data)
        body.is_valid(raise_exception=True)
        rule = _rule_json(body.validated_data.get("rule", {}), body.validated_data.get("preset", ""))
        created = verbs.create_series(self.who, name=body.validated_data["name"], rule=rule, sheet=sheet_of(self.who))
        if body.validated_data.get("closed") and created.closed_at is None:
            verbs.close_season(self.who, created, table_of=table_of)
        return Response(_document(created), status=201)


class OneSeries(OfSeries):
    versioned = True

    def answer(self) -> Response:
        return Response(_document(self.series), headers={"ETag": self.tag(self.series.version)})

    @extend_schema(responses={200: SeriesOut, **FAULTS}, operation_id="series")
    def get(self, request: Request, series: str) -> Response:
        """Get a series. It has a rule and events, the earliest first."""
        return self.answer()

    @needs(Right.ADMINISTER)
    @meets(409)
    @extend_schema(
        request=SeriesIn, responses={200: SeriesOut, **FAULTS}, parameters=[IF_MATCH], operation_id="change_series"
    )
    def put(self, request: Request, series: str) -> Response:
        """Change the name and the rule, or close the season; omitted fields of the rule have defaults."""
        version = self.seen_version(request, self.series.version)
        body = SeriesIn(data=request.data)
        body.is_valid(raise_exception=True)
        if version != self.series.version:
            raise Problem(412, "stale", _("The series has changed. Read it again."))
        rule = _rule_json(body.validated_data.get("rule", {}))
        name, closed = body.validated_data["name"], body.validated_data.get("closed")
        with transaction.atomic():
            if closed is False:
                verbs.reopen_season(self.who, self.series)
                version = self.series.version
            note = self._note(rule, body.validated_data.get("reason", ""))
            verbs.change_series(self.who, self.series, name=name, rule=rule, version=version, note=note)
            if closed:
                verbs.close_season(self.who, self.series, table_of=table_of)
        return self.answer()

    def _note(self, rule: Mapping[str, object], reason: str) -> verbs.RuleNote | None:
        if not reason or self.series.closed_at is not None:
            return None
        moves = with_rule(self.series, from_json(rule))
        return verbs.RuleNote(reason, store_moves(moves)) if moves else None

    @needs(Right.ADMINISTER)
    @extend_schema(responses={204: None, **FAULTS}, parameters=[IF_MATCH], operation_id="delete_series")
    def delete(self, request: Request, series: str) -> Response:
        """Delete the series; its tournaments stay as they are."""
        if self.seen_version(request, self.series.version) != self.series.version:
            raise Problem(412, "stale", _("The series has changed. Read it again."))
        verbs.delete_series(self.who, self.series)
        return Response(status=204)


class SeriesEvents(OfSeries):
    @needs(Right.ADMINISTER)
    @extend_schema(
        request=SeriesEventIn, responses={200: SeriesOut, **FAULTS}, parameters=[KEY], operation_id="add_series_event"
    )
    def post(self, request: Request, series: str) -> Response:
        """Add a tournament that you run, or results entered as text. An event of the series is not added again."""
        body = SeriesEventIn(data=request.data)
        body.is_valid(raise_exception=True)
        data = body.validated_data
        row = self._tournament(data["tournament"]) if "tournament" in data else self._build_typed_event(data)
        if "type" in data or "factor" in data:
            kind, factor = data.get("type", row.type), data.get("factor", row.factor)
            verbs.change_event(self.who, row, type=kind, factor=factor)
        self.series.refresh_from_db()
        return Response(_document(self.series))

    def _tournament(self, slug: str) -> SeriesEvent:
        found: Tournament | None = visible(self.who).filter(slug=slug).first()
        if found is None:
            text = _("Tournament not found, or you do not have access.")
            raise Problem(422, "invalid", text, errors=[{"pointer": "/tournament", "detail": text}])
        verbs.add_tournaments(self.who, self.series, [found])
        return self.series.events.get(tournament=found)

    def _build_typed_event(self, data: TypedEvent) -> SeriesEvent:
        try:
            rows = check_places([(each["place"], each["name"]) for each in data["results"]])
        except ValidationError as error:
            raise serializers.ValidationError({"results": error.messages}) from error
        return verbs.add_typed(self.who, self.series, name=data["name"], held_on=data["date"], rows=rows)


class RemoveSeriesEvent(OfSeries):
    @needs(Right.ADMINISTER)
    @extend_schema(
        request=None, responses={200: SeriesOut, **FAULTS}, parameters=[KEY], operation_id="remove_series_event"
    )
    def post(self, request: Request, series: str, event: str) -> Response:
        """Remove an event from the series; the tournament stays. If it is not in the series, nothing changes."""
        row = SeriesEvent.objects.filter(series=self.series, public_id=event).first()
        if row is not None:
            verbs.remove_event(self.who, row)
        self.series.refresh_from_db()
        return Response(_document(self.series))


class _Table(OfSeries):
    query = (
        Text("of", "The name of a category, or `clubs`; everyone by default."),
        Day("on", "The day as of which results count; today by default."),
    )

    def read(self) -> tuple[SeriesView, Table, list[ShownLine], bool]:
        view = SeriesView(self.series)
        key, on = self.query_values.get("of"), self.query_values.get("on")
        clubs = key == "clubs" and view.settings.clubs > 0
        category = view.category(key) if key else None
        if key and category is None and not clubs:
            raise Http404
        table = view.clubs() if clubs else view.table(category, on)
        return view, table, view.lines(table, clubs=clubs), clubs


class SeriesTable(_Table):
    @extend_schema(responses={200: SeriesTableOut, **FAULTS}, operation_id="series_table")
    def get(self, request: Request, series: str) -> Response:
        """Get the table, with the points of each event and the reasons; players with too few events come last."""
        view, _table, lines, clubs = self.read()
        events = [_event(event, view) for event in view.counting]
        return Response(SeriesTableOut({"events": events, "lines": [_line(view, each, clubs) for each in lines]}).data)


class SeriesPlayer(OfSeries):
    @extend_schema(responses={200: SeriesLineOut, **FAULTS}, operation_id="series_player")
    def get(self, request: Request, series: str, player_id: str) -> Response:
        """Get a player's line of the table, by any of the player's ids in the events."""
        view = SeriesView(self.series)
        key = view.find(player_id)
        line = next((each for each in view.lines(view.table()) if each.key == key), None)
        if key is None or line is None:
            raise Http404
        return Response(SeriesLineOut(_line(view, line, clubs=False)).data)


def _line(view: SeriesView, shown_line: ShownLine, clubs: bool) -> dict[str, object]:
    counted, separation = shown_line.line.result, shown_line.line.separation
    ids = [] if clubs else [key for _held, key in reversed(view.appearances[shown_line.key])]
    return {
        "rank": shown_line.line.rank,
        "id": shown_line.key,
        "ids": ids,
        "name": shown_line.name,
        "club": shown_line.club,
        "total": _amount(counted.total),
        "can_reach": None if counted.reach is None else _amount(counted.reach),
        "events": counted.events,
        "cells": [_cell(each) for each in shown_line.cells if each.cell is not None],
        "by_hand": [{"points": _amount(each.points), "reason": each.reason} for each in counted.by_hand],
        "zone": shown_line.line.zone,
        "separated_by": None if separation is None else separation.step.value if separation.step else "total",
        "reasons": [each for each in (*shown_line.reasons, shown_line.ahead) if each],
    }


def _cell(cell: ShownCell) -> dict[str, object]:
    points = Fraction(0) if cell.cell is None else cell.cell.score.points
    return {
        "event": cell.held.row.public_id,
        "place": cell.place,
        "points": _amount(points),
        "counts": cell.counts,
        "reasons": cell.reasons,
    }


class SeriesTableCsv(_Table):
    renderer_classes = (CsvRenderer, JsonTypeFileRenderer)

    @extend_schema(responses={**CSV, **FAULTS}, operation_id="series_table_csv")
    def get(self, request: Request, series: str) -> Response:
        """Get the table as CSV."""
        view, table, lines, _clubs = self.read()
        headers = {"Content-Disposition": f'attachment; filename="{self.series.slug}.csv"'}
        text = MARK + as_csv(as_rows(view, lines, table))
        return Response(text.encode(), content_type="text/csv; charset=utf-8", headers=headers)


class SeriesQuestions(OfSeries):
    @needs(Right.ADMINISTER)
    @extend_schema(responses={200: QuestionsOut, **FAULTS}, operation_id="series_questions")
    def get(self, request: Request, series: str) -> Response:
        """List the questions about who is one person, and the answers."""
        return self.answer()

    @needs(Right.ADMINISTER)
    @extend_schema(
        request=AnswerIn, responses={200: QuestionsOut, **FAULTS}, parameters=[KEY], operation_id="answer_series"
    )
    def post(self, request: Request, series: str) -> Response:
        """Set whether two players are one person; the answer also applies to later events."""
        body = AnswerIn(data=request.data)
        body.is_valid(raise_exception=True)
        one, other, same = (body.validated_data[key] for key in ("one", "other", "same"))
        one, other = sorted((one, other))
        if same is None:
            for answer in self.series.answers.filter(one=one, other=other):
                verbs.take_back(self.who, answer)
        else:
            self._check_players(one, other)
            verbs.answer(self.who, self.series, [(one, other)], same=same)
        return self.answer()

    def _check_players(self, *keys: str) -> None:
        ids = {key for event in SeriesView(self.series).held for one in event.appearances for key in (one.id, one.key)}
        for name, key in zip(("one", "other"), keys, strict=True):
            if key not in ids:
                text = _("No player of this series has this key.")
                raise Problem(422, "invalid", text, errors=[{"pointer": f"/{name}", "detail": text}])

    def answer(self) -> Response:
        view = SeriesView(Series.objects.get(pk=self.series.pk))
        by_key = {event.row.public_id: event for event in view.held}
        questions = [
            {
                "one": each.one,
                "other": each.other,
                "likeness": each.likeness.value,
                "players": [
                    {"id": one.id, "event": str(one.event), "name": by_key[str(one.event)].names[one.id]}
                    for one in each.appearances
                ],
            }
            for each in view.questions
        ]
        answers = [{"one": each.one, "other": each.other, "same": each.same} for each in self.series.answers.all()]
        return Response(QuestionsOut({"questions": questions, "answers": answers}).data)
