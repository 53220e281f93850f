"""Tournaments for programs: search, create, change settings, copy, finish, archive and delete."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import date
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.forms import Form
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.systems import SYSTEMS
from tournaments.core import external_ids, rights, snapshot
from tournaments.core.games import GAMES
from tournaments.core.journal.errors import NotAllowed, Refused, Repeated
from tournaments.core.rights import Right, Who, visible
from tournaments.core.rulebook import RULE_SETS
from tournaments.core.words import names, notation, values
from tournaments.core.words.names import TITLE_LENGTH
from tournaments.history import undo
from tournaments.models import JournalEntry, Member, Round, Stage, Tournament, journal
from tournaments.models.tournament import LONGEST_DEFAULT, MOST_FINALISTS
from tournaments.schedule.seats import ways_of
from tournaments.setup import copies, lifecycle, moving
from tournaments.setup.finding import narrow, played_by
from tournaments.setup.forms.creation_forms import CreateForm
from tournaments.setup.serializers import (
    DeletedOut,
    PointsIn,
    TournamentFileIn,
    TournamentOut,
    TournamentsOut,
    columns_of_points,
)
from tournaments.web.api.base import ProgramView, TournamentView, missing, needs, who_of, with_key
from tournaments.web.api.openapi import FAULTS, IF_MATCH, KEY, meets
from tournaments.web.api.parts import BEGINNING
from tournaments.web.api.problems import Problem
from tournaments.web.api.reading import Choice, Day, Flag, InvalidValue, Text, Whole
from tournaments.web.api.serializers import BooleanField, ChoiceField, ExternalIdField, LineField, NameField, Strict


def _validate_value(read: Callable[[str], str], value: str) -> str:
    try:
        return read(value)
    except names.NotAName as error:
        raise serializers.ValidationError(str(error)) from error


class ReportDataIn(Strict):
    """Place, days and arbiters, which are in report files only."""

    city = LineField(max_length=100, required=False, allow_blank=True)
    federation = LineField(
        max_length=3, required=False, allow_blank=True, help_text="The federation, by its FIDE code of three letters."
    )
    ends_on = serializers.DateField(required=False, allow_null=True, help_text="The last day.")
    round_dates = LineField(
        max_length=values.LONGEST_LINE, required=False, allow_blank=True,
        help_text="The days of the rounds, separated by commas, optionally with times. If empty, the publication days.",
    )  # fmt: skip
    moved_matches = LineField(
        max_length=values.LONGEST_LINE, required=False, allow_blank=True,
        help_text="Matches at a different time, separated by commas: 3/2 2026-11-11 19:00 for table 2 of round 3.",
    )  # fmt: skip
    chief_arbiter = LineField(max_length=100, required=False, allow_blank=True)
    deputy_arbiters = LineField(
        max_length=values.LONGEST_LINE, required=False, allow_blank=True,
        help_text="The names of the deputy arbiters, separated by semicolons.",
    )  # fmt: skip
    rate_of_play = LineField(max_length=100, required=False, allow_blank=True, help_text="The time control in words.")
    time_control = LineField(
        max_length=100, required=False, allow_blank=True,
        help_text="The time control in seconds, as in record 222: 5400+30.",
    )  # fmt: skip

    rank_method = LineField(
        max_length=5, required=False, allow_blank=True,
        help_text="The method of the starting rank, as in record 172: FIDE, NRO, FIDON ...",
    )  # fmt: skip

    def validate_rank_method(self, value: str) -> str:
        return _validate_value(values.rank_method, value)

    def validate_federation(self, value: str) -> str:
        return _validate_value(values.federation, value)

    def validate_round_dates(self, value: str) -> str:
        return _validate_value(values.round_dates, value)

    def validate_moved_matches(self, value: str) -> str:
        return _validate_value(values.moved_matches, value)

    def validate_time_control(self, value: str) -> str:
        return _validate_value(values.time_control, value)

    def validate_ends_on(self, value: Any) -> object:
        if value is not None and not 1900 <= value.year <= 2200:
            raise serializers.ValidationError(_("Choose a date between 1900 and 2200."))
        return value


LONGEST_ZONE = 64


class TournamentIn(ReportDataIn):
    """Settings of a tournament and of its current stage. Omitted fields keep their values, or the game's defaults."""

    name = NameField(max_length=TITLE_LENGTH, required=False)
    starts_on = serializers.DateField(required=False)
    time_zone = serializers.CharField(max_length=LONGEST_ZONE, required=False, help_text="An IANA zone: Europe/Berlin.")
    language = serializers.CharField(
        max_length=8, required=False, allow_blank=True,
        help_text="The language of documents, hall screen and pages, such as `fi`; empty for each reader's language.",
    )  # fmt: skip
    is_public = BooleanField(required=False, help_text="Whether everyone can see the tournament.")
    fide_mode = BooleanField(
        required=False,
        help_text="Whether FIDE mode is on, for FIDE-rated tournaments. Set it before round 1; the default is off.",
    )
    uses_check_in = BooleanField(required=False, help_text="Whether only players who are checked in are paired.")
    players_report = BooleanField(required=False, help_text="Whether players report results with their badges.")
    players_decide = BooleanField(
        required=False, help_text="Whether players check in, request byes and withdraw with their badges."
    )
    report_minutes = serializers.IntegerField(
        min_value=0, max_value=24 * 60, required=False,
        help_text="Minutes until an undisputed report counts; 0 if reports need confirmation.",
    )  # fmt: skip
    rules = serializers.CharField(max_length=64, required=False, help_text="The key of a rule set, as in `/rule-sets`.")
    best_of = serializers.IntegerField(min_value=1, max_value=25, required=False, help_text="Games in a pairing.")
    by_games = BooleanField(required=False, help_text="Whether each game of a pairing scores its share of the points.")
    of_teams = BooleanField(
        required=False, help_text="Whether players are teams. `best_of` is then the number of boards."
    )
    line_up_minutes = serializers.IntegerField(
        min_value=0, max_value=7 * 24 * 60, required=False,
        help_text="Minutes after publication for captains to submit line-ups; 0 until both are in.",
    )  # fmt: skip
    finalists = serializers.IntegerField(
        min_value=2, max_value=MOST_FINALISTS, required=False, allow_null=True,
        help_text="The number of top players in a knock-out after the first stage; null if none is planned.",
    )  # fmt: skip
    draws_allowed = BooleanField(required=False)
    score_kind = ChoiceField(choices=Tournament.ScoreKind.choices, required=False)
    score_total = serializers.IntegerField(
        min_value=1, max_value=100_000, required=False, allow_null=True, help_text="The sum of both scores."
    )
    by_score = BooleanField(required=False, help_text="With changing partners: whether scores are points.")
    half_byes_most = serializers.IntegerField(
        min_value=0, max_value=99, required=False, allow_null=True,
        help_text="The most half-point byes for a player; null without a limit.",
    )  # fmt: skip
    half_byes_not_in_last = serializers.IntegerField(
        min_value=0, max_value=99, required=False, help_text="The number of last rounds without half-point byes."
    )
    default_minutes = serializers.IntegerField(
        min_value=0, max_value=LONGEST_DEFAULT, required=False, allow_null=True,
        help_text="Minutes after the start of a round until absent players lose; null for never.",
    )  # fmt: skip
    start_positions = ChoiceField(
        choices=Tournament.StartPositions.choices, required=False,
        help_text="For chess: Chess960 with a start position for each `round` or `table`. Set it before round 1.",
    )  # fmt: skip
    first_label = LineField(max_length=20, required=False, help_text="The name of the first side of a pairing.")
    second_label = LineField(max_length=20, required=False)
    seating = ChoiceField(choices=Stage.Seating.choices, required=False, help_text="How players are numbered.")
    planned_rounds = serializers.IntegerField(min_value=1, max_value=999, required=False, allow_null=True)

    external_id = ExternalIdField(required=False)
    points = PointsIn(required=False)

    def to_internal_value(self, data: object) -> Any:
        values = super().to_internal_value(data)
        columns = columns_of_points(values.pop("points", {}))
        return {**values, **columns}

    def validate_starts_on(self, value: Any) -> object:
        if not 1900 <= value.year <= 2200:
            raise serializers.ValidationError(_("Choose a date between 1900 and 2200."))
        return value

    def validate_time_zone(self, value: str) -> str:
        if value not in values.known_zones():
            raise serializers.ValidationError(_("Unknown time zone. Enter, for example, Europe/Berlin."))
        return value

    def validate_language(self, value: str) -> str:
        if value and value not in dict(settings.LANGUAGES):
            codes = ", ".join(code for code, _name in settings.LANGUAGES)
            raise serializers.ValidationError(_("Unknown language. Choose one of {known}.").format(known=codes))
        return value

    def validate_rules(self, value: str) -> str:
        if value not in RULE_SETS:
            raise serializers.ValidationError(_("Unknown rule set."))
        return value

    def validate_first_label(self, value: str) -> str:
        return notation.side_to_store(value)

    def validate_second_label(self, value: str) -> str:
        return notation.side_to_store(value)


class ChangeIn(TournamentIn):
    section = NameField(max_length=names.NAME_LENGTH, required=False, help_text="For a section: its name in the event.")
    reason = LineField(
        max_length=300, required=False, allow_blank=True,
        help_text="The reason, required if points or tie-breaks change after round 1.",
    )  # fmt: skip


class NewTournamentIn(TournamentIn):
    """Only name, date and game are required. Defaults follow from the numbers of players and hours, as on the page."""

    name = NameField(max_length=TITLE_LENGTH)
    starts_on = serializers.DateField()
    game = ChoiceField(choices=list(GAMES))
    players = serializers.IntegerField(
        min_value=1, max_value=100_000, required=False,
        help_text="The expected number of players, which determines system and rounds.",
    )  # fmt: skip
    hours = serializers.DecimalField(
        min_value=0, max_value=999, max_digits=5, decimal_places=2, required=False,
        help_text="The available time in hours.",
    )  # fmt: skip
    system = ChoiceField(choices=list(SYSTEMS), required=False)
    preset = serializers.CharField(
        max_length=40, required=False, help_text="A preset of the system, as in `/systems`; the first one by default."
    )

    def validate(self, data: dict[str, Any]) -> dict[str, object]:
        if "preset" in data:
            known = [preset.key for preset in SYSTEMS[data["system"]].presets] if "system" in data else []
            if data["preset"] not in known:
                raise serializers.ValidationError({"preset": [_("This system has no such preset.")]})
        return data


class CopyIn(Strict):
    name = NameField(max_length=TITLE_LENGTH)
    starts_on = serializers.DateField()
    with_players = BooleanField(
        default=False, help_text="Whether to copy players and forbidden pairs too. This also needs `players:write`."
    )

    validate_starts_on = TournamentIn.validate_starts_on


A_PAGE = 100
STATES = ("planned", "running", "finished", "archived")


class Cursor(Text):
    """The beginning of a page, as returned by the page before; its content is private to the server."""

    def read(self, text: str) -> tuple[date, str, int] | None:
        if text == BEGINNING:
            return None
        try:
            day, name, key = json.loads(urlsafe_b64decode(Text.read(self, text).encode()))
            if not (isinstance(name, str) and isinstance(key, int) and "\0" not in name and 0 < key < 2**63):
                raise InvalidValue(name)
            return date.fromisoformat(day), name, key
        except (ValueError, TypeError, RecursionError) as error:
            raise InvalidValue(_("Invalid cursor. Use `cursor` from the previous answer.")) from error


QUERY = (
    Flag("mine", "Only tournaments on whose staff you are."),
    Choice("game", "Only tournaments of this game.", choices=tuple(GAMES)),
    Choice(
        "status",
        (
            "The state of the tournaments. `planned` means that no round is published. Only `archived` lists archived "
            "ones."
        ),
        choices=STATES,
    ),
    Day("date_from", "Only tournaments that start on this day or later."),
    Day("date_to", "Only tournaments that start on this day or earlier."),
    Text("q", "Part of the name.", longest=120),
    Text("city", "Part of the name of the place.", longest=120),
    Text("player", "Words of a player's name, or their beginnings.", longest=120),
    Text("external_id", "The external id that you have set.", longest=journal.LONGEST),
    Whole("limit", f"The number of tournaments, {A_PAGE} by default.", most=200),
    Cursor("cursor", "The `cursor` of the previous page; 0 for the first page.", longest=800),
)


def page(who: Who, query: Mapping[str, Any]) -> dict[str, object]:
    """Return a page of the tournaments that the caller may see, latest first. `query` has the values for QUERY."""
    limit = query.get("limit", A_PAGE)
    rows = _filter_rows(visible(who), who, query).order_by("-starts_on", "name", "pk")
    begin: tuple[date, str, int] | None = query.get("cursor")
    if begin is not None:
        day, name, key = begin
        level = Q(starts_on=day)
        rows = rows.filter(Q(starts_on__lt=day) | (level & Q(name__gt=name)) | (level & Q(name=name, pk__gt=key)))
    shown = list(rows.select_related("event").prefetch_related("stages")[: limit + 1])
    rest, shown = shown[limit:], shown[:limit]
    end = (shown[-1].starts_on, shown[-1].name, shown[-1].pk) if shown else begin
    cursor, more = _cursor(end) if end is not None else BEGINNING, bool(rest)
    return {"tournaments": documents(who, shown), "next": cursor if more else None, "cursor": cursor, "more": more}


def documents(who: Who, tournaments: Sequence[Tournament]) -> Any:
    """Return tournaments as JSON, with the caller's external ids."""
    context = {"external_ids": external_ids.of_tournaments(who, tournaments)}
    return TournamentOut(tournaments, many=True, context=context).data


def document(who: Who, tournament: Tournament) -> Any:
    """Return one tournament as JSON, with the caller's external id."""
    return documents(who, [tournament])[0]


def _filter_rows(rows: QuerySet[Tournament], who: Who, query: Mapping[str, Any]) -> QuerySet[Tournament]:
    begun = Exists(Round.objects.filter(tournament=OuterRef("pk")).exclude(status=Round.Status.DRAFT))
    by_status = {
        "planned": Q(~begun, finished_at=None),
        "running": Q(begun, finished_at=None),
        "finished": Q(finished_at__isnull=False),
        "archived": Q(),
    }
    rows = rows.filter(by_status.get(query.get("status", ""), Q()))
    rows = rows.filter(archived_at__isnull=query.get("status") != "archived")
    if query.get("mine"):
        rows = rows.filter(pk__in=Member.objects.active().filter(user=who.user).values("tournament"))
    if "external_id" in query:
        named_so = external_ids.own(who).filter(player=None, value=query["external_id"])
        rows = rows.filter(pk__in=named_so.values("tournament"))
    if "player" in query:
        rows = rows.filter(played_by(query["player"]))
    for name in ("q", "city"):
        rows = narrow(rows, query.get(name, ""))
    terms = {
        "game": "game",
        "date_from": "starts_on__gte",
        "date_to": "starts_on__lte",
        "q": "name__icontains",
        "city": "city__icontains",
    }
    return rows.filter(**{terms[name]: value for name, value in query.items() if name in terms})


def _cursor(last: tuple[date, str, int]) -> str:
    inside = json.dumps([last[0].isoformat(), *last[1:]])
    return urlsafe_b64encode(inside.encode()).decode()


#: Settings in the page's form. All others are stored as given.
PROPOSAL_SETTINGS = ("name", "starts_on", "game", "players", "hours", "time_zone", "planned_rounds", "rules")
OF_STAGE = ("seating", "planned_rounds")


def creating_account(who: Who) -> Who:
    """Return the caller, who may create tournaments. Raise an error for others, and for tokens of one tournament."""
    if who.user is None or who.is_guest:
        raise missing(who, [Right.ADMINISTER])
    if who.token is None:
        return who
    if who.token.tournament_id is not None:
        raise NotAllowed(_("This token is for one tournament. Use one for all your tournaments."), code="not-allowed")
    if Right.ADMINISTER not in rights.granted_by(who.token):
        raise missing(who, [Right.ADMINISTER])
    return who


def once(who: Who, tournament: Tournament) -> Tournament:
    """Return the tournament that a request created. Raises Refused if its key was used for a different request."""
    first = tournament.journal.order_by("sequence").first()
    if first is not None and first.key == who.key and first.key_of != who.key_of:
        raise Refused(_("This Idempotency-Key was already used for a different request."), code="key-reused")
    return tournament


def sheet_of(who: Who) -> Any:
    """Return the id of a request, in place of the key that a page's form has."""
    return uuid5(NAMESPACE_URL, str(who.key))


def answer_created(who: Who, tournament: Tournament) -> Response:
    """Return the answer to the request that created a tournament."""
    place = reverse("api:tournament", kwargs={"slug": tournament.slug})
    return Response(document(who, tournament), status=201, headers={"Location": place})


class Tournaments(ProgramView):
    query = QUERY

    @extend_schema(responses={200: TournamentsOut, **FAULTS}, operation_id="tournaments")
    def get(self, request: Request) -> Response:
        """List tournaments that are public or yours, latest first, page by page.

        The field `next` is the cursor of the following page, null on the last one. Archived tournaments are listed
        only with `status=archived`.
        """
        return Response(page(who_of(request), self.query_values))

    @needs(Right.ADMINISTER)
    @extend_schema(
        request=PolymorphicProxySerializer(
            "NewTournament", [NewTournamentIn, TournamentFileIn], resource_type_field_name=None
        ),
        responses={201: TournamentOut, **FAULTS},
        parameters=[KEY],
        operation_id="create_tournament",
    )
    def post(self, request: Request) -> Response:
        """Create a tournament, with you as its organiser. Send settings, or a tournament file for an exact copy.

        Defaults follow from the game and the numbers of players and hours, as on the page.
        """
        who = with_key(request, creating_account(who_of(request)))
        if isinstance(request.data, dict) and "format" in request.data:
            sheet = uuid5(NAMESPACE_URL, f"{who.key} {who.key_of}")
            return answer_created(who, moving.import_file(who, request.body, sheet=sheet))
        body = NewTournamentIn(data=request.data)
        body.is_valid(raise_exception=True)
        values = _propose_settings(who, dict(body.validated_data))
        return answer_created(who, once(who, lifecycle.create_tournament(who, sheet=sheet_of(who), **values)))


def _propose_settings(who: Who, data: dict[str, Any]) -> dict[str, Any]:
    """Return the values for create_tournament, as from the page's form, with settings that the form lacks."""
    last = (
        Tournament.objects.filter(members__user=who.user, members__role=Member.Role.ORGANISER).order_by("-pk").first()
    )
    asked = {name: data.pop(name) for name in PROPOSAL_SETTINGS if name in data}
    asked.setdefault("time_zone", last.time_zone if last is not None else "UTC")
    system, preset = data.pop("system", ""), data.pop("preset", "")
    if system and not preset and SYSTEMS[system].presets:
        preset = SYSTEMS[system].presets[0].key
    asked["system"] = f"{system}:{preset}" if preset else system
    form = CreateForm({**asked, "is_public": data.pop("is_public", True)})
    _valid(form)
    values = {name: value for name, value in form.values.items() if name != "sheet"}
    _seating_fits(values["system"], data)
    return {**values, **data}


def _valid(form: Form) -> None:
    """Raise ValidationError with the errors of the form, at the fields of the request that they belong to."""
    if not form.is_valid():
        raise ValidationError({name: [str(text) for text in texts] for name, texts in form.errors.items()})


def _seating_fits(system: str, data: Mapping[str, object]) -> None:
    if "seating" in data and data["seating"] not in ways_of(system):
        raise ValidationError({"seating": [_("This numbering is not available for this pairing system.")]})


class OneTournament(TournamentView):
    """One tournament. Its ETag is the tournament's revision, for If-Match."""

    def answer(self) -> Response:
        self.tournament.refresh_from_db()
        return Response(document(self.who, self.tournament), headers={"ETag": self.tag()})

    @extend_schema(responses={200: TournamentOut, **FAULTS}, operation_id="tournament")
    def get(self, request: Request, slug: str) -> Response:
        """Get all settings and the revision; the ETag is the revision, for If-Match.

        Options of the pairing system are in `/system`, lines of the rules in `/rules`, tables and rooms in `/hall`.
        """
        return Response(document(self.who, self.tournament))

    @needs(Right.ADMINISTER)
    @meets(409)
    @extend_schema(
        request=ChangeIn(partial=True),
        responses={200: TournamentOut, **FAULTS},
        parameters=[IF_MATCH],
        operation_id="change_tournament",
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Change settings. Repeating a change has no effect, whatever If-Match is.

        The form of a result is fixed once there are results. Points and tie-breaks need a reason after round 1.
        """
        revision = self.seen_version(request, self.tournament.revision)
        body = ChangeIn(data=request.data, partial=True)
        body.is_valid(raise_exception=True)
        values = dict(body.validated_data)
        reason = values.pop("reason", "")
        if self._has_values(values):
            return self.answer()
        if revision != self.tournament.revision:
            text = _("The tournament has changed. Read it again.")
            raise Problem(412, "stale", text, current=document(self.who, self.tournament))
        if "section" in values and self.tournament.event_id is None:
            raise ValidationError({"section": [_("This tournament is not part of an event.")]})
        lifecycle.change_settings(self.who, self.tournament, reason=reason, revision=revision, **values)
        return self.answer()

    @needs(Right.ADMINISTER)
    @meets(409)
    @extend_schema(responses={200: DeletedOut, **FAULTS}, parameters=[IF_MATCH], operation_id="delete_tournament")
    def delete(self, request: Request, slug: str) -> Response:
        """Delete the tournament with its journal; this cannot be undone. The answer has the numbers of deleted objects.

        If-Match is the revision that you have read. A repeated request is answered 404.
        """
        revision = self.seen_version(request, self.tournament.revision)
        if revision != self.tournament.revision:
            text = _("The tournament has changed. Read it again.")
            raise Problem(412, "stale", text, current=document(self.who, self.tournament))
        return Response(asdict(copies.delete_tournament(self.who, self.tournament, revision=revision)))

    def _has_values(self, values: Mapping[str, object]) -> bool:
        """Return whether the tournament has these values already."""
        stage = snapshot.current_stage(self.tournament)
        _seating_fits(stage.system, {name: value for name, value in values.items() if value != stage.seating})
        if values.get("external_id") is not None:
            known = external_ids.of_tournaments(self.who, [self.tournament]).get(self.tournament.pk, "")
            if known != values["external_id"]:
                return False
        values = {name: value for name, value in values.items() if name != "external_id"}
        rows = {name: stage if name in OF_STAGE else self.tournament for name in values}
        return all(getattr(rows[name], name) == value for name, value in values.items())


class Copy(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(
        request=CopyIn, responses={201: TournamentOut, **FAULTS}, parameters=[KEY], operation_id="copy_tournament"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Copy the tournament's settings into a new one, with you as its organiser."""
        who = creating_account(self.who)
        body = CopyIn(data=request.data)
        body.is_valid(raise_exception=True)
        if body.validated_data["with_players"]:
            self.need(Right.MANAGE_PLAYERS)
        copy = copies.copy_tournament(who, self.tournament, sheet=sheet_of(who), **body.validated_data)
        return answer_created(who, once(who, copy))


def reopen(who: Who, tournament: Tournament) -> None:
    """Reopen a finished tournament. Do nothing if it is not finished."""
    if tournament.finished_at is None:
        return
    ends = JournalEntry.objects.filter(tournament=tournament, verb="finish", undone_by__isnull=True)
    undo.undo(who, tournament, ends.latest("sequence"))


class VerbIn(Strict):
    rounds_missing = serializers.IntegerField(
        required=False, default=0, min_value=0, max_value=999,
        help_text="To `finish` early: the number of rounds that will not be played.",
    )  # fmt: skip


class TournamentVerb(TournamentView):
    """An action on a whole tournament, at its own address."""

    verbs: dict[str, Callable[..., object]] = {  # noqa: RUF012 a table, never changed
        "finish": lifecycle.finish,
        "reopen": reopen,
        "archive": lifecycle.archive,
        "unarchive": lifecycle.unarchive,
    }

    @needs(Right.ADMINISTER)
    @extend_schema(
        request=VerbIn,
        responses={200: TournamentOut, **FAULTS},
        parameters=[
            KEY,
            OpenApiParameter("verb", str, OpenApiParameter.PATH, enum=["finish", "reopen", "archive", "unarchive"]),
        ],
        operation_id="tournament_verb",
    )
    def post(self, request: Request, slug: str, verb: str) -> Response:
        """Finish (when all rounds are closed), reopen, archive (removed from the lists) or unarchive a tournament.

        Repeating the request has no effect.
        """
        body = VerbIn(data=request.data)
        body.is_valid(raise_exception=True)
        options = body.validated_data if verb == "finish" else {}
        with suppress(Repeated):
            self.verbs[verb](self.who, self.tournament, **options)
        self.tournament.refresh_from_db()
        return Response(document(self.who, self.tournament))
