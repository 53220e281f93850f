"""Sign-up by program: its settings, listing and confirming sign-ups, and the state of one's own sign-up."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.journal.errors import Repeated, TooOften
from tournaments.core.rights import Right, Who
from tournaments.core.words import names
from tournaments.models import Enrolment, SignUp
from tournaments.models.fields import typed_secret
from tournaments.models.self_service import MOST_PLACES, SIGN_UP_QUESTIONS, sign_up_with
from tournaments.people import attempts
from tournaments.self_service import sign_ups as service
from tournaments.web.api.base import TournamentView, needs
from tournaments.web.api.openapi import FAULTS, IF_MATCH, KEY, meets
from tournaments.web.api.parts import Paged
from tournaments.web.api.problems import Problem
from tournaments.web.api.reading import TimeField
from tournaments.web.api.serializers import BooleanField, ChoiceField, Document, LineField, NameField, PagedOut, Strict

#: A client that knows the key and body of a request gets the secret again, so the key must not be guessable.
SHORTEST_KEY = 16


class EnrolmentIn(Strict):
    is_open = BooleanField(help_text="Whether people can sign up. Sign-up ends when round 1 is paired.")
    places = serializers.IntegerField(min_value=1, max_value=MOST_PLACES, allow_null=True, required=False)
    closes_at = TimeField(allow_null=True, required=False)
    asks = serializers.ListField(
        child=ChoiceField(choices=list(SIGN_UP_QUESTIONS)),
        max_length=len(SIGN_UP_QUESTIONS),
        required=False,
        help_text=("What the form asks for besides the name. FIDE ID: chess only; rank: Go and shogi; reading: Japan."),
    )


class EnrolmentOut(Document):
    is_open = BooleanField()
    places = serializers.IntegerField(allow_null=True, help_text="The number of places; null without a limit.")
    closes_at = serializers.DateTimeField(allow_null=True)
    asks = serializers.ListField(child=serializers.CharField())
    taken = serializers.IntegerField(help_text="The number of players on the list.")
    waiting = serializers.IntegerField(help_text="The number of sign-ups that wait for confirmation or a place.")


class SignUpIn(Strict):
    name = NameField(max_length=names.NAME_LENGTH)
    reading = LineField(
        max_length=100, required=False, allow_blank=True, help_text="A Japanese name in kana. Lists sort by it."
    )
    club = LineField(max_length=100, required=False, allow_blank=True)
    rank = LineField(max_length=8, required=False, allow_blank=True, help_text="The rank in Go and shogi: 12k, 3d.")
    rating = serializers.IntegerField(min_value=0, max_value=9999, required=False, allow_null=True)
    federation = LineField(max_length=40, required=False, allow_blank=True)
    fide_id = LineField(max_length=11, required=False, allow_blank=True)


class StandingOut(Document):
    id = serializers.CharField(help_text="The id of the player, once the sign-up is confirmed.")
    state = ChoiceField(choices=service.STATES)
    place = serializers.IntegerField(allow_null=True, help_text="The place on the waiting list.")


class NewSignUpOut(StandingOut):
    secret = serializers.CharField(
        help_text="The secret, a bearer token to read the state of the sign-up. It is not shown again."
    )
    link = serializers.CharField(help_text="A web page for the player, with the secret after the #.")


class SignUpOut(StandingOut):
    name = serializers.CharField()
    reading = serializers.CharField(allow_blank=True)
    club = serializers.CharField(allow_blank=True)
    rank = serializers.CharField(allow_blank=True)
    rating = serializers.IntegerField(allow_null=True)
    federation = serializers.CharField(allow_blank=True)
    fide_id = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    alike = BooleanField(help_text="Whether someone of this name is on the list or has signed up before.")


class SignUpsOut(PagedOut):
    sign_ups = SignUpOut(many=True)


class ConfirmIn(Strict):
    sign_ups = serializers.ListField(
        child=serializers.CharField(max_length=12),
        max_length=service.MOST_WAITING,
        required=False,
        help_text="The ids of sign-ups. By default all for whom there is a place, except those marked `alike`.",
    )


class EnrolmentResource(TournamentView):
    def answer(self) -> Response:
        row = Enrolment.objects.filter(tournament=self.tournament).first() or Enrolment(tournament=self.tournament)
        queue = service.queue_of(self.tournament)
        document = {name: getattr(row, name) for name in ("is_open", "places", "closes_at", "asks")}
        document |= {"taken": queue.taken, "waiting": len(queue.first) + len(queue.listed)}
        return Response(document, headers={"ETag": self.tag()})

    @extend_schema(responses={200: EnrolmentOut, **FAULTS}, operation_id="enrolment")
    def get(self, request: Request, slug: str) -> Response:
        """Get whether sign-up is open, its places and deadline; the ETag is the tournament's revision."""
        return self.answer()

    @needs(Right.MANAGE_PLAYERS)
    @meets(409)
    @extend_schema(
        request=EnrolmentIn,
        responses={200: EnrolmentOut, **FAULTS},
        parameters=[IF_MATCH],
        operation_id="set_enrolment",
    )
    def put(self, request: Request, slug: str) -> Response:
        """Open or close sign-up. Fields that are left out set no limit and are not asked for."""
        revision = self.seen_version(request, self.tournament.revision)
        body = EnrolmentIn(data=request.data)
        body.is_valid(raise_exception=True)
        if revision != self.tournament.revision:
            raise Problem(412, "stale", _("The tournament has changed. Read it again."))
        service.set_enrolment(self.who, self.tournament, **body.validated_data, revision=revision)
        return self.answer()


class SignUpsView(TournamentView):
    def answer_list(self) -> Response:
        queue = service.queue_of(self.tournament)
        rows = [*queue.first, *queue.listed]
        alike = service.alike(self.tournament, rows)
        found = [
            {
                **_standing(queue, row),
                **{name: getattr(row, name) for name in ("name", *SIGN_UP_QUESTIONS, "at")},
                "alike": row.pk in alike,
            }
            for row in rows
        ]
        return Response({"sign_ups": found})


class SignUps(SignUpsView):
    paged = Paged("sign_ups")

    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(responses={200: SignUpsOut, **FAULTS}, operation_id="sign_ups")
    def get(self, request: Request, slug: str) -> Response:
        """List the sign-ups, in order. Those with a place come first."""
        return self.answer_list()

    @extend_schema(request=SignUpIn, responses={201: NewSignUpOut, **FAULTS}, parameters=[KEY], operation_id="sign_up")
    def post(self, request: Request, slug: str) -> Response:
        """Sign up; this needs no token. Fields that the form does not ask for are refused. The answer contains the
        secret, also when the request is repeated: use an Idempotency-Key of at least 16 random characters.
        """
        body = SignUpIn(data=request.data)
        body.is_valid(raise_exception=True)
        if len(request.headers["Idempotency-Key"]) < SHORTEST_KEY:
            text = _("To sign up, send an Idempotency-Key of at least {number} random characters.")
            raise Problem(400, "idempotency-key", text.format(number=SHORTEST_KEY))
        request_text = f"{slug} {self.who.key} {self.who.key_of}"
        seed = salted_hmac("tournaments.self_service.sign_up_api", request_text, algorithm="sha256").hexdigest()
        secret = typed_secret(seed, slug)
        if sign_up_with(secret) is None:
            _not_too_often(request)
            values = {name: value for name, value in body.validated_data.items() if value not in ("", None)}
            with suppress(Repeated):
                service.sign_up(replace(self.who, user=None), self.tournament, secret, values)
        row = sign_up_with(secret)
        if row is None:
            raise Http404
        at = request.build_absolute_uri(reverse("tournaments:my-sign-up", args=[slug]))
        shown = {**_standing(service.queue_of(self.tournament), row), "secret": secret, "link": f"{at}#{secret}"}
        return Response(shown, status=201)


class ConfirmSignUps(SignUpsView):
    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(
        request=ConfirmIn, responses={200: SignUpsOut, **FAULTS}, parameters=[KEY], operation_id="confirm_sign_ups"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Confirm sign-ups, all or none; people on the waiting list only if named."""
        body = ConfirmIn(data=request.data)
        body.is_valid(raise_exception=True)
        ids = body.validated_data.get("sign_ups")
        rows = None if ids is None else self._find_sign_ups(ids)
        with suppress(Repeated):
            service.confirm(self.who, self.tournament, rows)
        return self.answer_list()

    def _find_sign_ups(self, ids: list[str]) -> list[SignUp]:
        rows_by_id = {
            row.public_id: row for row in SignUp.objects.filter(tournament=self.tournament, public_id__in=ids)
        }
        for place, public_id in enumerate(ids):
            if public_id not in rows_by_id:
                text = _("No sign-up with ID {id} was found in this tournament.").format(id=public_id)
                raise ValidationError({"sign_ups": {str(place): [text]}})
        return list(rows_by_id.values())


class DeclineSignUp(SignUpsView):
    @needs(Right.MANAGE_PLAYERS)
    @extend_schema(
        request=None, responses={200: SignUpsOut, **FAULTS}, parameters=[KEY], operation_id="decline_sign_up"
    )
    def post(self, request: Request, slug: str, public_id: str) -> Response:
        """Decline a sign-up."""
        row = get_object_or_404(SignUp, tournament=self.tournament, public_id=public_id)
        with suppress(Repeated):
            service.decline(self.who, self.tournament, row)
        return self.answer_list()


class OwnSignUpView(TournamentView):
    """A view for people who have signed up: the secret is the bearer token."""

    is_public = False

    @property
    def row(self) -> SignUp:
        row = self.request.auth
        if not isinstance(row, SignUp):
            raise Problem(
                401,
                "token-missing",
                _("Send the secret from your sign-up in the header Authorization: Bearer."),
                headers={"WWW-Authenticate": "Bearer"},
            )
        if row.tournament_id != self.tournament.pk:
            raise Http404
        return row

    def own(self, row: SignUp) -> Response:
        return Response(_standing(service.queue_of(self.tournament), row))

    @property
    def state(self) -> object:
        """None, because the response differs for each person who asks."""
        return None


class OwnSignUp(OwnSignUpView):
    @extend_schema(responses={200: StandingOut, **FAULTS}, operation_id="own_sign_up")
    def get(self, request: Request, slug: str) -> Response:
        """Get the state of your sign-up. The token is the secret that you got when you signed up."""
        return self.own(self.row)


class WithdrawSignUp(OwnSignUpView):
    @extend_schema(
        request=None, responses={200: StandingOut, **FAULTS}, parameters=[KEY], operation_id="withdraw_sign_up"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Withdraw, until round 1 is paired. The token is the secret that you got when you signed up."""
        return self.own(service.withdraw(Who(agent="sign-up"), self.row))


class ReturnSignUp(OwnSignUpView):
    @extend_schema(
        request=None, responses={200: StandingOut, **FAULTS}, parameters=[KEY], operation_id="return_sign_up"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Sign up again after you withdrew. You go to the end of the waiting list. If you were confirmed and there is a
        place, you are on the list again. The token is the secret that you got when you signed up.
        """
        return self.own(service.come_back(Who(agent="sign-up"), self.row))


def _standing(queue: service.Queue, row: SignUp) -> dict[str, object]:
    return {"id": row.public_id, "state": queue.state_of(row).value, "place": queue.place_of(row)}


def _not_too_often(request: Request) -> None:
    minutes = attempts.sign_up_attempt(request._request).minutes_to_wait(lambda: False)  # noqa: SLF001 Django's own
    if minutes:
        raise TooOften(
            _("Too many sign-ups from this network. Wait for the time given in Retry-After."),
            code="signed-up-often",
            seconds=60 * minutes,
        )
