"""The staff for programs: members, one-day passes for helpers, the tables of helpers, and tokens."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.seating.hall import HIGHEST
from tournaments.core.journal.acts import created_keys
from tournaments.core.journal.errors import Repeated
from tournaments.core.rights import Right, granted_by, visible
from tournaments.events import events
from tournaments.models import ApiToken, Invitation, Member, Tournament
from tournaments.models.access import LETTERS_OF_ID
from tournaments.people import accounts, staff, tokens
from tournaments.web.api.base import AccountView, TournamentView, missing, needs
from tournaments.web.api.openapi import FAULTS, KEY, meets
from tournaments.web.api.problems import Problem
from tournaments.web.api.serializers import BooleanField, ChoiceField, Document, NameField, SideOut, Strict

LONGEST_PASS = 72


class TablesField(Strict):
    """A range of tables."""

    first = serializers.IntegerField(min_value=1, max_value=HIGHEST)
    last = serializers.IntegerField(min_value=1, max_value=HIGHEST)

    def validate(self, data: dict[str, Any]) -> dict[str, object]:
        if data["last"] < data["first"]:
            raise serializers.ValidationError({"last": [_("The last number is before the first. Swap them.")]})
        return data


class MemberOut(Document):
    id = serializers.IntegerField()
    name = serializers.CharField()
    role = ChoiceField(choices=Member.Role.choices)
    tables = TablesField(allow_null=True, help_text="The only tables at which a helper enters results; null for all.")
    until = serializers.DateTimeField(allow_null=True, help_text="When the pass expires.")


class LinkOut(Document):
    id = serializers.CharField()
    role = ChoiceField(choices=Member.Role.choices)
    tables = TablesField(allow_null=True)
    expires_at = serializers.DateTimeField()
    is_pass = BooleanField(help_text="Whether the link is a pass for a helper without an account.")


class NewPassOut(LinkOut):
    link = serializers.CharField(help_text="The link, which works once for one person. It is not shown again.")


class StaffOut(Document):
    members = MemberOut(many=True)
    links = LinkOut(many=True, help_text="Unused links, without their secrets.")


class SharedOut(StaffOut):
    added = serializers.ListField(
        child=serializers.CharField(), help_text="The people who were added; empty for a repeated request."
    )


class PassIn(Strict):
    hours = serializers.IntegerField(min_value=1, max_value=LONGEST_PASS, default=12)
    tables = TablesField(required=False, allow_null=True)


class TablesIn(Strict):
    tables = TablesField(allow_null=True, help_text="The tables; null for all.")


class Staff(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(responses={200: StaffOut, **FAULTS}, operation_id="staff")
    def get(self, request: Request, slug: str) -> Response:
        """List the staff, and the links that are not yet used. To invite people with accounts, use the website."""
        return Response(_staff(self.tournament))


class ShareStaff(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(request=None, responses={200: SharedOut, **FAULTS}, parameters=[KEY], operation_id="share_staff")
    def post(self, request: Request, slug: str) -> Response:
        """Add the staff of the event's other sections in the same roles; not helpers with a pass.

        This applies to sections that you run. A token also needs the scope `event`.
        """
        added: list[str] = []
        with suppress(Repeated):
            added = events.share_staff(self.who, self.tournament)
        return Response({**_staff(self.tournament), "added": added})


class Passes(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(request=PassIn, responses={201: NewPassOut, **FAULTS}, parameters=[KEY], operation_id="make_pass")
    def post(self, request: Request, slug: str) -> Response:
        """Create a pass. It is a link for one helper without an account, for example as a QR code.

        The answer contains the link, also when the request is repeated. A pass cannot outlive the token that creates
        it.
        """
        body = PassIn(data=request.data)
        body.is_valid(raise_exception=True)
        data = body.validated_data
        secret = salted_hmac("tournaments.people.api", f"{self.who.key} {self.who.key_of}").hexdigest()
        with suppress(Repeated):
            staff.invite(
                self.who,
                self.tournament,
                role=Member.Role.HELPER,
                hours=data["hours"],
                tables=_ends(data.get("tables")),
                value=secret,
                is_pass=True,
            )
        row = staff.invitation_of(secret)
        if row is None:
            raise Http404
        link = request.build_absolute_uri(reverse("tournaments:join", kwargs={"secret": secret}))
        return Response({**_link(row), "link": link}, status=201)


class RevokeLink(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(request=None, responses={204: None, **FAULTS}, parameters=[KEY], operation_id="revoke_link")
    def post(self, request: Request, slug: str, link: str) -> Response:
        """Revoke an unused link; repeating the request changes nothing."""
        found = self.tournament.invitations.filter(secret_hash__startswith=link)
        row = get_object_or_404(found if len(link) == LETTERS_OF_ID else found.none())
        with suppress(Repeated):
            staff.revoke_invitation(self.who, self.tournament, row)
        return Response(status=204)


class TablesOfMember(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(
        request=TablesIn, responses={200: MemberOut, **FAULTS}, parameters=[KEY], operation_id="set_tables_of_helper"
    )
    def post(self, request: Request, slug: str, member: int) -> Response:
        """Set the tables at which a helper enters results."""
        row = get_object_or_404(Member.objects.active(), tournament=self.tournament, pk=_key(member))
        body = TablesIn(data=request.data)
        body.is_valid(raise_exception=True)
        with suppress(Repeated):
            staff.set_tables(self.who, self.tournament, row, _ends(body.validated_data["tables"]))
        return Response(_member(get_object_or_404(Member.objects.select_related("user"), pk=row.pk)))


class RemoveMember(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(request=None, responses={204: None, **FAULTS}, parameters=[KEY], operation_id="remove_from_staff")
    def post(self, request: Request, slug: str, member: int) -> Response:
        """Remove a helper from the staff. Repeating the request has no effect. A token cannot remove an organiser."""
        row = Member.objects.select_related("user").filter(tournament=self.tournament, pk=_key(member)).first()
        if row is not None:
            with suppress(Repeated):
                staff.remove_member(self.who, self.tournament, row)
        return Response(status=204)


def _key(number: int) -> int:
    """Return a number from an address. Raise a Problem (404) if it is too large for a key of the database."""
    if number >= 2**63:
        raise Problem(404, "not-found", _("Page not found, or you do not have access."))
    return number


def _ends(tables: dict[str, int] | None) -> staff.Tables:
    return None if tables is None else (tables["first"], tables["last"])


def _range(tables: range | None) -> dict[str, int] | None:
    return None if tables is None else {"first": tables.start, "last": tables.stop - 1}


def _staff(tournament: Tournament) -> dict[str, object]:
    members = tournament.members.active().select_related("user").order_by("role", "pk")
    links = tournament.invitations.filter(used_at=None, revoked_at=None).order_by("expires_at")
    return {
        "members": [_member(each) for each in members],
        "links": [_link(each) for each in links if each.is_open],
    }


def _member(row: Member) -> dict[str, object]:
    shown = {"id": row.pk, "name": row.user.called, "role": row.role, "tables": _range(row.tables), "until": row.until}
    return dict(MemberOut(shown).data)


def _link(row: Invitation) -> dict[str, object]:
    shown = {
        "id": row.secret_hash[:LETTERS_OF_ID],
        "role": row.role,
        "tables": _range(row.tables),
        "expires_at": row.expires_at,
        "is_pass": row.until is not None,
    }
    return dict(LinkOut(shown).data)


#: A program's name for its own token.
CURRENT = "current"


class TokenOut(Document):
    id = serializers.CharField()
    name = serializers.CharField()
    hint = serializers.CharField(help_text="The beginning of the token.")
    scopes = serializers.ListField(child=ChoiceField(choices=ApiToken.Scope.values))
    tournament = serializers.CharField(
        allow_null=True, help_text="The slug of the token's tournament; null for all tournaments of its creator."
    )
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True, help_text="When the token was last used, to the minute.")
    made_with = serializers.CharField(
        allow_null=True, help_text="The token that created it. When that one ends, this one ends too."
    )
    account = SideOut(
        allow_null=True,
        help_text=(
            "The account that the token acts for: its permanent id and name. Null for a token of one tournament, "
            "which someone else may hold."
        ),
    )


class NewTokenOut(TokenOut):
    token = serializers.CharField(help_text="The secret. It is not shown again.")


class TokensOut(Document):
    tokens = TokenOut(many=True)


class TokenIn(Strict):
    name = NameField(max_length=60)
    scopes = serializers.ListField(child=ChoiceField(choices=ApiToken.Scope.values), allow_empty=False, max_length=20)
    expires_at = serializers.DateTimeField(help_text="When the token expires, at most 366 days from now.")
    tournament = serializers.SlugField(
        max_length=80,
        required=False,
        allow_null=True,
        help_text="The slug of a tournament to limit the token to; by default all that you run.",
    )

    def validate_expires_at(self, value: Any) -> object:
        now = timezone.now()
        if not now < value <= now + tokens.LONGEST:
            raise serializers.ValidationError(_("Choose a time in the future, at most 366 days ahead."))
        return value

    def validate(self, data: dict[str, Any]) -> dict[str, object]:
        if not data.get("tournament") and ApiToken.Scope.EVENT in data["scopes"]:
            text = _("A token for all your tournaments already covers all sections of their events.")
            raise serializers.ValidationError({"scopes": [text]})
        return data


class Tokens(AccountView):
    @needs(Right.ADMINISTER)
    @extend_schema(responses={200: TokensOut, **FAULTS}, operation_id="tokens")
    def get(self, request: Request) -> Response:
        """List your active tokens, latest first; a token of one tournament lists those of that tournament."""
        found = tokens.tokens_in_reach(self.who).filter(revoked_at__isnull=True, expires_at__gt=timezone.now())
        return Response({"tokens": [token_document(token) for token in found if token.is_open]})

    @needs(Right.ADMINISTER)
    @extend_schema(request=TokenIn, responses={201: NewTokenOut, **FAULTS}, parameters=[KEY], operation_id="make_token")
    def post(self, request: Request) -> Response:
        """Create a token. A token cannot create one with more rights, more tournaments or a later expiry than its own.

        The answer contains the secret, also when the request is repeated. It is shown nowhere else.
        """
        body = TokenIn(data=request.data)
        body.is_valid(raise_exception=True)
        data = dict(body.validated_data)
        slug = data.pop("tournament", None)
        value = salted_hmac("tournaments.people.api", f"{self.who.key} {self.who.key_of}").hexdigest()
        if slug is None:
            token, secret = tokens.create_account_token(self.who, value=value, **data)
        else:
            token, secret = self._of_tournament(slug, value, data)
        return Response({**token_document(token), "token": secret}, status=201)

    def _of_tournament(self, slug: str, value: str, data: dict[str, Any]) -> tuple[ApiToken, str]:
        tournament = visible(self.who).filter(slug=slug).first()
        if tournament is None:
            text = _("Tournament not found, or you do not have access.")
            raise Problem(422, "invalid", text, errors=[{"pointer": "/tournament", "detail": text}])
        try:
            return tokens.create_token(self.who, tournament, value=value, **data)
        except Repeated as repeated:
            token = ApiToken.objects.get(pk=created_keys(repeated.entry, ApiToken)[0])
            return token, f"{tokens.MARK}{value}"


class OneToken(AccountView):
    def token(self, key: str) -> ApiToken:
        found = self.who.token if key == CURRENT else tokens.find_token(self.who, key)
        if found is None:
            raise Http404
        own = self.who.token
        if own is not None and found.pk != own.pk and Right.ADMINISTER not in granted_by(own):
            raise missing(self.who, [Right.ADMINISTER])
        return found

    @meets(403)
    @extend_schema(responses={200: TokenOut, **FAULTS}, operation_id="token")
    def get(self, request: Request, token: str) -> Response:
        """Get a token; `current` is the one that sends the request."""
        return Response(token_document(self.token(token)))

    @extend_schema(responses={204: None, **FAULTS}, operation_id="revoke_token")
    def delete(self, request: Request, token: str) -> Response:
        """Revoke a token, and those that were created with it. Any token can revoke itself; others need `admin`."""
        accounts.revoke_token(self.who, self.token(token))
        return Response(status=204)


def token_document(token: ApiToken) -> dict[str, object]:
    """Return a token for its creator, without the secret."""
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
        "account": {"id": str(token.created_by_id), "name": str(token.created_by)}
        if token.tournament_id is None
        else None,
    }
    return dict(TokenOut(shown).data)
