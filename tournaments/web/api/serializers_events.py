"""What comes in and goes out of events and their sections."""

from __future__ import annotations

from rest_framework import serializers

from tournaments.web.api.serializers import Document, Strict
from tournaments.web.api.serializers_players import PlayerOut


class SectionOut(Document):
    slug = serializers.CharField(help_text="the address of the tournament that it is")
    section = serializers.CharField(help_text="its name in the event")
    name = serializers.CharField(help_text="its whole name")
    players = serializers.IntegerField()
    rounds = serializers.IntegerField(help_text="rounds that everybody sees")
    planned_rounds = serializers.IntegerField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    revision = serializers.IntegerField()


class EventOut(Document):
    slug = serializers.CharField()
    name = serializers.CharField()
    sections = SectionOut(many=True)


class EventPlayerOut(Document):
    section = serializers.CharField(help_text="the address of the section")
    player = PlayerOut()


class EventPlayersOut(Document):
    players = EventPlayerOut(many=True)


class MoveIn(Strict):
    to = serializers.CharField(max_length=80, help_text="the address of the section to move to")


class MovedOut(EventPlayerOut):
    pairs = serializers.ListField(
        child=serializers.CharField(), help_text="pairs forbidden or made beforehand, whose other half has stayed"
    )
    byes = serializers.ListField(child=serializers.CharField(), help_text="byes that the other section does not give")
