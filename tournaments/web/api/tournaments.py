"""Tournaments: found, created, set, copied, finished and put away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from django.forms import Form
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.systems import SYSTEMS
from tournaments import border
from tournaments.journal.errors import NotAllowed, Refused, Repeated
from tournaments.models import JournalEntry, Member, Tournament
from tournaments.rights import permissions
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.services import copying, deleting, external, lifecycle, moving, undo
from tournaments.services.seats import ways_of
from tournaments.web.api import found, settings
from tournaments.web.api.base import ProgramView, TournamentView, who_of, with_key
from tournaments.web.api.needs import missing, needs
from tournaments.web.api.problems import Problem
from tournaments.web.api.schema import FAULTS, IF_MATCH, KEY, meets
from tournaments.web.api.serializers import Strict
from tournaments.web.api.serializers_tournaments import DeletedOut, TournamentFileIn, TournamentOut, TournamentsOut
from tournaments.web.forms.creating import CreateForm

#: What the form of the page asks; all other settings are stored as they are given.
ASKED = ("name", "starts_on", "game", "players", "hours", "time_zone", "planned_rounds", "rules")
OF_STAGE = ("seating", "planned_rounds")


def for_all(who: Who) -> Who:
    """Whoever may make a tournament. Raises a problem for a token of one tournament, which could not work with it."""
    if who.user is None or who.is_guest:
        raise missing(who, [Right.ADMINISTER])
    if who.token is None:
        return who
    if who.token.tournament_id is not None:
        raise NotAllowed(_("This token is for one tournament. Use one that is for all of yours."), code="not-allowed")
    if Right.ADMINISTER not in permissions.granted_by(who.token):
        raise missing(who, [Right.ADMINISTER])
    return who


def once(who: Who, tournament: Tournament) -> Tournament:
    """What a request has made. Raises Refused when its key had made it of something else."""
    first = tournament.journal.order_by("sequence").first()
    if first is not None and first.key == who.key and first.key_of != who.key_of:
        raise Refused(_("This Idempotency-Key was used for another request."), code="key-reused")
    return tournament


def sheet_of(who: Who) -> Any:
    """What stands for a request where pages have the key of their form."""
    return uuid5(NAMESPACE_URL, str(who.key))


def created(who: Who, tournament: Tournament) -> Response:
    """The answer to whoever made a tournament."""
    where = reverse("api:tournament", kwargs={"slug": tournament.slug})
    return Response(found.document(who, tournament), status=201, headers={"Location": where})


class Tournaments(ProgramView):
    query = found.QUERY

    @extend_schema(responses={200: TournamentsOut, **FAULTS}, operation_id="tournaments")
    def get(self, request: Request) -> Response:
        """Public tournaments, a token's own, and those of whoever is signed in, the latest first, page by page.

        `next` is the cursor of the following page, null on the last one. Archived ones only with `status=archived`.
        """
        return Response(found.page(who_of(request), self.asked))

    @needs(Right.ADMINISTER)
    @extend_schema(
        request=PolymorphicProxySerializer(
            "NewTournament", [settings.NewTournamentIn, TournamentFileIn], resource_type_field_name=None
        ),
        responses={201: TournamentOut, **FAULTS},
        parameters=[KEY],
        operation_id="create_tournament",
    )
    def post(self, request: Request) -> Response:
        """A new tournament, with you as its organiser: from settings, or as it was from its tournament file.

        What is not said is as the page proposes it for the game and for so many players and hours.
        """
        who = for_all(with_key(request))
        if isinstance(request.data, dict) and "format" in request.data:
            sheet = uuid5(NAMESPACE_URL, f"{who.key} {who.key_of}")
            return created(who, moving.import_file(who, request.body, sheet=sheet))
        given = settings.NewTournamentIn(data=request.data)
        given.is_valid(raise_exception=True)
        values = _proposed(who, dict(given.validated_data))
        return created(who, once(who, lifecycle.create_tournament(who, sheet=sheet_of(who), **values)))


def _proposed(who: Who, data: dict[str, Any]) -> dict[str, Any]:
    """What create_tournament takes: as the page's form has it, with the settings that it does not ask for."""
    last = (
        Tournament.objects.filter(members__user=who.user, members__role=Member.Role.ORGANISER).order_by("-pk").first()
    )
    asked = {name: data.pop(name) for name in ASKED if name in data}
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
    """Raises ValidationError with what the form has to say, at the places where the document has it."""
    if not form.is_valid():
        raise ValidationError({name: [str(text) for text in texts] for name, texts in form.errors.items()})


def _seating_fits(system: str, data: Mapping[str, Any]) -> None:
    if "seating" in data and data["seating"] not in ways_of(system):
        raise ValidationError({"seating": [_("Players of this system are not numbered so.")]})


class OneTournament(TournamentView):
    """Its ETag is the tournament's revision, for If-Match."""

    def answer(self) -> Response:
        self.tournament.refresh_from_db()
        return Response(found.document(self.who, self.tournament), headers={"ETag": self.tag()})

    @extend_schema(responses={200: TournamentOut, **FAULTS}, operation_id="tournament")
    def get(self, request: Request, slug: str) -> Response:
        """Every setting, and the revision; the ETag is the revision, for If-Match.

        Options of the pairing system are in `/system`, lines of the rules in `/rules`, tables and rooms in `/hall`.
        """
        return Response(found.document(self.who, self.tournament))

    @needs(Right.ADMINISTER)
    @meets(409)
    @extend_schema(
        request=settings.ChangeIn(partial=True),
        responses={200: TournamentOut, **FAULTS},
        parameters=[IF_MATCH],
        operation_id="change_tournament",
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Change some settings. What is so already stays so, whatever If-Match says.

        What a result is stays once there are results; points and tie-breaks change with a reason after round 1.
        """
        revision = self.seen_version(request, self.tournament.revision)
        given = settings.ChangeIn(data=request.data, partial=True)
        given.is_valid(raise_exception=True)
        values = dict(given.validated_data)
        reason = values.pop("reason", "")
        if self._is_so(values):
            return self.answer()
        if revision != self.tournament.revision:
            text = _("The tournament has changed since; read it again.")
            raise Problem(412, "stale", text, current=found.document(self.who, self.tournament))
        if "section" in values and self.tournament.event_id is None:
            raise ValidationError({"section": [_("This tournament is no section of an event.")]})
        lifecycle.change_settings(self.who, self.tournament, reason=reason, revision=revision, **values)
        return self.answer()

    @needs(Right.ADMINISTER)
    @meets(409, never=(422,))
    @extend_schema(responses={200: DeletedOut, **FAULTS}, parameters=[IF_MATCH], operation_id="delete_tournament")
    def delete(self, request: Request, slug: str) -> Response:
        """Delete it for good, with its journal and all that is in it; nobody can undo it. The answer counts it.

        If-Match is the revision that you have read. Asked again, there is nothing at this address.
        """
        revision = self.seen_version(request, self.tournament.revision)
        if revision != self.tournament.revision:
            text = _("The tournament has changed since; read it again.")
            raise Problem(412, "stale", text, current=found.document(self.who, self.tournament))
        return Response(asdict(deleting.delete_tournament(self.who, self.tournament, revision=revision)))

    def _is_so(self, values: Mapping[str, Any]) -> bool:
        """Whether the tournament is as it is wished already."""
        stage = border.current_stage(self.tournament)
        _seating_fits(stage.system, {name: value for name, value in values.items() if value != stage.seating})
        if values.get("external_id") is not None:
            known = external.of_tournaments(self.who, [self.tournament]).get(self.tournament.pk, "")
            if known != values["external_id"]:
                return False
        values = {name: value for name, value in values.items() if name != "external_id"}
        rows = {name: stage if name in OF_STAGE else self.tournament for name in values}
        return all(getattr(rows[name], name) == value for name, value in values.items())


class Copy(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(
        request=settings.CopyIn,
        responses={201: TournamentOut, **FAULTS},
        parameters=[KEY],
        operation_id="copy_tournament",
    )
    def post(self, request: Request, slug: str) -> Response:
        """A new tournament set up as this one, with you as its organiser."""
        who = for_all(self.who)
        given = settings.CopyIn(data=request.data)
        given.is_valid(raise_exception=True)
        if given.validated_data["with_players"]:
            self.need(Right.MANAGE_PLAYERS)
        made = copying.copy_tournament(who, self.tournament, sheet=sheet_of(who), **given.validated_data)
        return created(who, once(who, made))


def reopen(who: Who, tournament: Tournament) -> None:
    """Take the end back; nothing happens where there is none."""
    if tournament.finished_at is None:
        return
    ends = JournalEntry.objects.filter(tournament=tournament, verb="finish", undone_by__isnull=True)
    undo.undo(who, tournament, ends.latest("sequence"))


class VerbIn(Strict):
    rounds_missing = serializers.IntegerField(
        required=False, default=0, min_value=0, max_value=999, help_text="`finish` early: rounds that are not played"
    )


class TournamentVerb(TournamentView):
    """What happens to a tournament as a whole, as an address of its own."""

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
        """`finish` when all rounds are closed, `reopen`; `archive` takes it off the lists, `unarchive` puts it back.

        What is so already stays so.
        """
        given = VerbIn(data=request.data)
        given.is_valid(raise_exception=True)
        said = given.validated_data if verb == "finish" else {}
        with suppress(Repeated):
            self.verbs[verb](self.who, self.tournament, **said)
        self.tournament.refresh_from_db()
        return Response(found.document(self.who, self.tournament))
