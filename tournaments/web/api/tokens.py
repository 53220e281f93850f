"""Tokens for programs: those that one has made, made with less than one has, and revoked."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.journal.acts import made_by
from tournaments.journal.errors import Repeated
from tournaments.models import ApiToken, Tournament
from tournaments.rights.permissions import Right, granted_by, visible
from tournaments.rights.who import Who
from tournaments.services import accounts, tokens
from tournaments.web.api.base import ProgramView, who_of, with_key
from tournaments.web.api.needs import missing, needed_by, needs
from tournaments.web.api.problems import Problem
from tournaments.web.api.schema import FAULTS, KEY, meets
from tournaments.web.api.serializers import Document, NameField, Strict

#: What a program calls the token that it comes with.
CURRENT = "current"


class TokenOut(Document):
    id = serializers.CharField()
    name = serializers.CharField()
    hint = serializers.CharField(help_text="how the token begins")
    scopes = serializers.ListField(child=serializers.ChoiceField(choices=ApiToken.Scope.values))
    tournament = serializers.CharField(
        allow_null=True, help_text="the address of the tournament that it is for; null: all of its maker's"
    )
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True, help_text="to a minute")
    made_with = serializers.CharField(allow_null=True, help_text="the token that made it, and with which it ends")


class NewTokenOut(TokenOut):
    token = serializers.CharField(help_text="the secret; it is told only now")


class TokensOut(Document):
    tokens = TokenOut(many=True)


class TokenIn(Strict):
    name = NameField(max_length=60)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=ApiToken.Scope.values), allow_empty=False, max_length=20
    )
    expires_at = serializers.DateTimeField(help_text="at most 366 days from now")
    tournament = serializers.SlugField(
        max_length=80, required=False, allow_null=True, help_text="for this one alone; without it for all that you run"
    )

    def validate_expires_at(self, value: Any) -> Any:
        now = timezone.now()
        if not now < value <= now + tokens.LONGEST:
            raise serializers.ValidationError(_("Choose a time from now on, at most 366 days ahead."))
        return value

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if not data.get("tournament") and ApiToken.Scope.EVENT in data["scopes"]:
            text = _("A token for all your tournaments is for all sections of their events anyway.")
            raise serializers.ValidationError({"scopes": [text]})
        return data


class AccountView(ProgramView):
    """What a person has beside any one tournament: of whoever is signed in, or of a token's maker."""

    who: Who

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.who = with_key(request) if request.method == "POST" else who_of(request)
        needed = needed_by(self, request.method)
        if self.who.user is None or self.who.is_guest:
            raise missing(self.who, needed)
        if self.who.token is not None and not granted_by(self.who.token) >= needed:
            raise missing(self.who, needed)


class Tokens(AccountView):
    @needs(Right.ADMINISTER)
    @extend_schema(responses={200: TokensOut, **FAULTS}, operation_id="tokens")
    def get(self, request: Request) -> Response:
        """Your tokens that still work, the latest first; with a token of one tournament, those of that tournament."""
        found = tokens.reached(self.who).filter(revoked_at__isnull=True, expires_at__gt=timezone.now())
        return Response({"tokens": [document(token) for token in found if token.is_open]})

    @needs(Right.ADMINISTER)
    @extend_schema(request=TokenIn, responses={201: NewTokenOut, **FAULTS}, parameters=[KEY], operation_id="make_token")
    def post(self, request: Request) -> Response:
        """Make a token. A token makes none that can do more, reaches further or works longer than itself.

        The answer holds the secret, also when the request is repeated; nobody reads it anywhere else.
        """
        given = TokenIn(data=request.data)
        given.is_valid(raise_exception=True)
        data = dict(given.validated_data)
        slug = data.pop("tournament", None)
        value = salted_hmac("tournaments.web.api.tokens", f"{self.who.key} {self.who.key_of}").hexdigest()
        if slug is None:
            token, secret = tokens.create_account_token(self.who, value=value, **data)
        else:
            token, secret = self._of_tournament(slug, value, data)
        return Response({**document(token), "token": secret}, status=201)

    def _of_tournament(self, slug: str, value: str, data: dict[str, Any]) -> tuple[ApiToken, str]:
        tournament = visible(self.who).filter(slug=slug).first()
        if tournament is None:
            text = _("There is no such tournament, or none that you may see.")
            raise Problem(422, "invalid", text, errors=[{"pointer": "/tournament", "detail": text}])
        try:
            return tokens.create_token(self.who, tournament, value=value, **data)
        except Repeated as repeated:
            made = ApiToken.objects.get(pk=made_by(repeated.entry, ApiToken)[0])
            return made, f"{tokens.MARK}{value}"


class OneToken(AccountView):
    def token(self, key: str) -> ApiToken:
        found = self.who.token if key == CURRENT else tokens.find(self.who, key)
        if found is None:
            raise Http404
        own = self.who.token
        if own is not None and found.pk != own.pk and Right.ADMINISTER not in granted_by(own):
            raise missing(self.who, [Right.ADMINISTER])
        return found

    @meets(403)
    @extend_schema(responses={200: TokenOut, **FAULTS}, operation_id="token")
    def get(self, request: Request, token: str) -> Response:
        """A token; `current` is the one that you come with, whatever its scopes."""
        return Response(document(self.token(token)))

    @extend_schema(responses={204: None, **FAULTS}, operation_id="revoke_token")
    def delete(self, request: Request, token: str) -> Response:
        """End a token at once, and those that were made with it. Any token ends itself; others need `admin`."""
        accounts.revoke_token(self.who, self.token(token))
        return Response(status=204)


def document(token: ApiToken) -> dict[str, Any]:
    """A token as its maker reads it, without its secret."""
    tournament: Tournament | None = token.tournament
    shown = {
        "id": token.public_id,
        "name": token.name,
        "hint": token.hint,
        "scopes": token.scopes,
        "tournament": tournament.slug if tournament is not None else None,
        "created_at": token.created_at,
        "expires_at": token.expires_at,
        "last_used_at": token.last_used_at,
        "made_with": token.made_with.public_id if token.made_with is not None else None,
    }
    return dict(TokenOut(shown).data)
