"""The staff for programs: who helps, passes for helpers of a day, and their tables."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from pairings.hall import HIGHEST
from tournaments.journal.errors import Repeated
from tournaments.models import Invitation, Member, Tournament
from tournaments.models.access import LETTERS_OF_ID
from tournaments.rights.permissions import Right
from tournaments.services import events
from tournaments.services import staff as service
from tournaments.web.api.base import TournamentView
from tournaments.web.api.needs import needs
from tournaments.web.api.problems import Problem
from tournaments.web.api.schema import FAULTS, KEY
from tournaments.web.api.serializers import Document, Strict

LONGEST_PASS = 72


class TablesField(Strict):
    """From a table to a table."""

    first = serializers.IntegerField(min_value=1, max_value=HIGHEST)
    last = serializers.IntegerField(min_value=1, max_value=HIGHEST)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if data["last"] < data["first"]:
            raise serializers.ValidationError({"last": [_("The last table comes before the first one.")]})
        return data


class MemberOut(Document):
    id = serializers.IntegerField()
    name = serializers.CharField()
    role = serializers.ChoiceField(choices=Member.Role.choices)
    tables = TablesField(allow_null=True, help_text="the only ones at which a helper enters results; null: all")
    until = serializers.DateTimeField(allow_null=True, help_text="when a pass ends")


class LinkOut(Document):
    id = serializers.CharField()
    role = serializers.ChoiceField(choices=Member.Role.choices)
    tables = TablesField(allow_null=True)
    expires_at = serializers.DateTimeField()
    is_pass = serializers.BooleanField(help_text="for a helper without an account")


class NewPassOut(LinkOut):
    link = serializers.CharField(help_text="for one person, once; it is told only now")


class StaffOut(Document):
    members = MemberOut(many=True)
    links = LinkOut(many=True, help_text="links that nobody has used yet, without their secrets")


class SharedOut(StaffOut):
    added = serializers.ListField(
        child=serializers.CharField(), help_text="who is new here; empty for a repeated request"
    )


class PassIn(Strict):
    hours = serializers.IntegerField(min_value=1, max_value=LONGEST_PASS, default=12)
    tables = TablesField(required=False, allow_null=True)


class TablesIn(Strict):
    tables = TablesField(allow_null=True, help_text="null: all of them")


class Staff(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(responses={200: StaffOut, **FAULTS}, operation_id="staff")
    def get(self, request: Request, slug: str) -> Response:
        """Who is on the staff, and the links that wait for somebody. People with accounts are invited by page."""
        return Response(_staff(self.tournament))


class ShareStaff(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(request=None, responses={200: SharedOut, **FAULTS}, parameters=[KEY], operation_id="share_staff")
    def post(self, request: Request, slug: str) -> Response:
        """Who works in the event's other sections works here too, in the same role; helpers with a pass do not.

        It is about sections that you run: a token needs the scope `event` too.
        """
        added: list[str] = []
        with suppress(Repeated):
            added = events.share_staff(self.who, self.tournament)
        return Response({**_staff(self.tournament), "added": added})


class Passes(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(request=PassIn, responses={201: NewPassOut, **FAULTS}, parameters=[KEY], operation_id="make_pass")
    def post(self, request: Request, slug: str) -> Response:
        """A link that makes a helper without an account, once, until it ends: to be shown as a QR code.

        The answer holds the link, also when the request is repeated. A token's passes end before it does.
        """
        given = PassIn(data=request.data)
        given.is_valid(raise_exception=True)
        asked = given.validated_data
        secret = salted_hmac("tournaments.web.api.staff", f"{self.who.key} {self.who.key_of}").hexdigest()
        with suppress(Repeated):
            service.invite(
                self.who,
                self.tournament,
                role=Member.Role.HELPER,
                hours=asked["hours"],
                tables=_ends(asked.get("tables")),
                value=secret,
                is_pass=True,
            )
        row = service.invitation_of(secret)
        if row is None:
            raise Http404
        link = request.build_absolute_uri(reverse("tournaments:join", kwargs={"secret": secret}))
        return Response({**_link(row), "link": link}, status=201)


class RevokeLink(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(request=None, responses={204: None, **FAULTS}, parameters=[KEY], operation_id="revoke_link")
    def post(self, request: Request, slug: str, link: str) -> Response:
        """End a link that nobody has used; done already, nothing happens."""
        found = self.tournament.invitations.filter(secret_hash__startswith=link)
        row = get_object_or_404(found if len(link) == LETTERS_OF_ID else found.none())
        with suppress(Repeated):
            service.revoke_invitation(self.who, self.tournament, row)
        return Response(status=204)


class TablesOfMember(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(
        request=TablesIn, responses={200: MemberOut, **FAULTS}, parameters=[KEY], operation_id="set_tables_of_helper"
    )
    def post(self, request: Request, slug: str, member: int) -> Response:
        """Say at which tables a helper enters results."""
        row = get_object_or_404(Member.objects.active(), tournament=self.tournament, pk=_key(member))
        given = TablesIn(data=request.data)
        given.is_valid(raise_exception=True)
        with suppress(Repeated):
            service.set_tables(self.who, self.tournament, row, _ends(given.validated_data["tables"]))
        return Response(_member(get_object_or_404(Member.objects.select_related("user"), pk=row.pk)))


class RemoveMember(TournamentView):
    @needs(Right.ADMINISTER)
    @extend_schema(request=None, responses={204: None, **FAULTS}, parameters=[KEY], operation_id="remove_from_staff")
    def post(self, request: Request, slug: str, member: int) -> Response:
        """Take a helper off the staff. Who is off it already stays off; a token takes off no organiser."""
        row = Member.objects.select_related("user").filter(tournament=self.tournament, pk=_key(member)).first()
        if row is not None:
            with suppress(Repeated):
                service.remove_member(self.who, self.tournament, row)
        return Response(status=204)


def _key(number: int) -> int:
    """A number of an address, as far as the database has such."""
    if number >= 2**63:
        raise Problem(404, "not-found", _("There is nothing at this address, or nothing that you may see."))
    return number


def _ends(tables: dict[str, int] | None) -> service.Tables:
    return None if tables is None else (tables["first"], tables["last"])


def _range(tables: range | None) -> dict[str, int] | None:
    return None if tables is None else {"first": tables.start, "last": tables.stop - 1}


def _staff(tournament: Tournament) -> dict[str, Any]:
    members = tournament.members.active().select_related("user").order_by("role", "pk")
    links = tournament.invitations.filter(used_at=None, revoked_at=None).order_by("expires_at")
    return {
        "members": [_member(each) for each in members],
        "links": [_link(each) for each in links if each.is_open],
    }


def _member(row: Member) -> dict[str, Any]:
    shown = {"id": row.pk, "name": row.user.called, "role": row.role, "tables": _range(row.tables), "until": row.until}
    return dict(MemberOut(shown).data)


def _link(row: Invitation) -> dict[str, Any]:
    shown = {
        "id": row.secret_hash[:LETTERS_OF_ID],
        "role": row.role,
        "tables": _range(row.tables),
        "expires_at": row.expires_at,
        "is_pass": row.until is not None,
    }
    return dict(LinkOut(shown).data)
