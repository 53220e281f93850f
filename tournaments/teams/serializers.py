"""Serializers of teams: members, line-ups and boards."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.core.words import names
from tournaments.teams import members
from tournaments.web.api.reading import AmountOut
from tournaments.web.api.serializers import (
    AnywayIn,
    BooleanField,
    ChoiceField,
    Document,
    LineField,
    Many,
    NameField,
    SideOut,
    Strict,
)

SEEN = "the line-up that was there when this one was made, empty if none was; where another is there by now, it stays"


def ids_by_boards(help_text: str, **more: Any) -> serializers.ListField:
    """The members of a line-up by their boards."""
    each = serializers.CharField(max_length=12, allow_null=True)
    return serializers.ListField(child=each, max_length=members.MOST, help_text=help_text, **more)


class TeamMemberIn(Strict):
    id = serializers.CharField(max_length=12, required=False, help_text="of a member who stays")
    name = NameField(max_length=names.NAME_LENGTH)
    rating = serializers.IntegerField(min_value=0, max_value=9999, required=False, allow_null=True)
    title = LineField(max_length=10, required=False, allow_blank=True)
    federation = LineField(max_length=40, required=False, allow_blank=True)
    fide_id = LineField(max_length=11, required=False, allow_blank=True)
    birth = LineField(max_length=10, required=False, allow_blank=True, help_text="1990-05-31, or the year alone")
    sex = ChoiceField(choices=["m", "w", ""], required=False)


class TeamMembersIn(Strict):
    members: Many = serializers.ListSerializer(child=TeamMemberIn(), max_length=members.MOST)


class TeamMemberOut(Document):
    id = serializers.CharField()
    name = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)
    title = serializers.CharField()
    federation = serializers.CharField()
    birth = serializers.CharField(help_text="the year alone without `read` or `players:write`")
    sex = serializers.CharField(required=False, help_text="not there without `read` or `players:write`")
    fide_id = serializers.CharField(required=False, help_text="not there without `read` or `players:write`")


class TeamMembersOut(Document):
    members = TeamMemberOut(many=True, help_text="in the order of the boards; who is beyond them is a reserve")


class BoardOut(Document):
    board = serializers.IntegerField()
    first = SideOut(allow_null=True, help_text="the member of the first team; null: nobody, or not known yet")
    second = SideOut(allow_null=True)
    result = serializers.CharField(help_text="as it is written; empty while the board is open")


class LineUpOut(Document):
    team = SideOut()
    is_in = BooleanField(help_text="whether it was handed in")
    members = serializers.ListField(
        child=SideOut(allow_null=True),
        required=False,
        help_text="by boards, null for an empty one; there for everybody once both line-ups are in, before that "
        "for the desk and the team's own badge",
    )


class TeamMatchOut(Document):
    pairing = serializers.CharField()
    round = serializers.IntegerField()
    until = serializers.DateTimeField(allow_null=True, help_text="until when captains hand in; null: no deadline")
    line_ups = LineUpOut(many=True, help_text="of the first team, then of the second")
    boards = BoardOut(many=True)
    version = serializers.IntegerField(help_text="that of the pairing, for If-Match")


class LineUpIn(AnywayIn):
    team = serializers.CharField(max_length=12)
    members = ids_by_boards("ids by boards")
    seen = ids_by_boards(SEEN, required=False)


class OwnLineUpIn(Strict):
    round = serializers.IntegerField(min_value=1, max_value=999)
    members = ids_by_boards("ids by boards")
    seen = ids_by_boards(SEEN, required=False)


class BoardsIn(Strict):
    boards = serializers.ListField(
        child=serializers.CharField(max_length=40, allow_blank=True),
        max_length=25,
        help_text="of each board in its order: 1-0, ½-½, 0-1, 0-0, +--, --+, ---; empty while it is open",
    )
    reason = LineField(max_length=500, default="", allow_blank=True, help_text="of a correction in a closed round")


class BestBoardOut(Document):
    member = SideOut()
    team = SideOut()
    board = serializers.IntegerField(help_text="the place in the team's order")
    points = AmountOut()
    boards = serializers.IntegerField(help_text="how many are in, those won or lost by forfeit too")
    played = serializers.IntegerField()


class BestBoardsOut(Document):
    members = BestBoardOut(many=True, help_text="the best share of the points first")
