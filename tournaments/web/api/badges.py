"""Badges for programs: who has one, making them, revoking."""

from __future__ import annotations

from contextlib import suppress

from django.urls import reverse
from django.utils.crypto import salted_hmac
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.journal.errors import Repeated
from tournaments.models import Badge
from tournaments.models.ids import typed_secret
from tournaments.rights.permissions import Right
from tournaments.services import badges as service
from tournaments.web.api.needs import needs
from tournaments.web.api.schema import FAULTS, KEY
from tournaments.web.api.serializers import Document, Strict
from tournaments.web.api.several import SeveralIn, SeveralView


class BadgesIn(Strict):
    players = serializers.ListField(
        child=serializers.CharField(max_length=12),
        allow_empty=False,
        max_length=service.MOST,
        help_text="ids of players; a badge that one of them had ends",
    )


class BadgeOut(Document):
    player = serializers.CharField(help_text="the id of the player")
    made_at = serializers.DateTimeField()


class BadgesOut(Document):
    badges = BadgeOut(many=True)


class NewBadgeOut(Document):
    player = serializers.CharField(help_text="the id of the player")
    secret = serializers.CharField(help_text="what the player can type; it is told only now")
    link = serializers.CharField(help_text="what stands in the code of the badge, the secret behind the #")


class NewBadgesOut(Document):
    badges = NewBadgeOut(many=True)


class Badges(SeveralView):
    @needs(Right.ADMINISTER)
    @extend_schema(responses={200: BadgesOut, **FAULTS}, operation_id="badges")
    def get(self, request: Request, slug: str) -> Response:
        """Who has a badge. Its secret is told when it is made, and never again."""
        there = Badge.objects.filter(player__tournament=self.tournament).order_by("player__public_id")
        rows = there.values_list("player__public_id", "made_at")
        return Response({"badges": [{"player": player, "made_at": made_at} for player, made_at in rows]})

    @needs(Right.ADMINISTER)
    @extend_schema(
        request=BadgesIn, responses={201: NewBadgesOut, **FAULTS}, parameters=[KEY], operation_id="make_badges"
    )
    def post(self, request: Request, slug: str) -> Response:
        """Make badges, all or none. The answer holds their secrets, also when the request is repeated."""
        given = BadgesIn(data=request.data)
        given.is_valid(raise_exception=True)
        players = self.named(given.validated_data["players"])
        seed = salted_hmac("tournaments.web.api.badges", f"{self.who.key} {self.who.key_of}", algorithm="sha256")
        secrets = {each: typed_secret(seed.hexdigest(), each.public_id) for each in players.values()}
        with suppress(Repeated):
            service.make_badges(self.who, self.tournament, secrets)
        at = request.build_absolute_uri(reverse("tournaments:badge"))
        made = [{"player": each.public_id, "secret": value, "link": f"{at}#{value}"} for each, value in secrets.items()]
        return Response({"badges": made}, status=201)


class RevokeBadges(SeveralView):
    @needs(Right.ADMINISTER)
    @extend_schema(request=SeveralIn, responses={204: None, **FAULTS}, parameters=[KEY], operation_id="revoke_badges")
    def post(self, request: Request, slug: str) -> Response:
        """End the badges of players, at once: nothing that is shown to have them is possible any more."""
        given = SeveralIn(data=request.data)
        given.is_valid(raise_exception=True)
        players = self.named(given.validated_data["players"])
        with suppress(Repeated):
            service.revoke_badges(self.who, self.tournament, players.values())
        return Response(status=204)
