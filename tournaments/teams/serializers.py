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

SEEN_HELP = "The line-up that you saw, empty for none. If it has changed since, the current one stays."


def ids_by_boards(help_text: str, **more: Any) -> serializers.ListField:
    """Return a field for a line-up: the ids of members in board order, None for an empty board."""
    each = serializers.CharField(max_length=12, allow_null=True)
    return serializers.ListField(child=each, max_length=members.MOST, help_text=help_text, **more)


class TeamMemberIn(Strict):
    id = serializers.CharField(max_length=12, required=False, help_text="The id of a member who stays.")
    name = NameField(max_length=names.NAME_LENGTH)
    rating = serializers.IntegerField(min_value=0, max_value=9999, required=False, allow_null=True)
    title = LineField(max_length=10, required=False, allow_blank=True)
    federation = LineField(max_length=40, required=False, allow_blank=True)
    fide_id = LineField(max_length=11, required=False, allow_blank=True)
    birth = LineField(
        max_length=10, required=False, allow_blank=True, help_text="The birth date as 1990-05-31, or the year alone."
    )
    sex = ChoiceField(choices=["m", "w", ""], required=False)


class TeamMembersIn(Strict):
    members: Many = serializers.ListSerializer(child=TeamMemberIn(), max_length=members.MOST)


class TeamMemberOut(Document):
    id = serializers.CharField()
    name = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)
    title = serializers.CharField()
    federation = serializers.CharField()
    birth = serializers.CharField(help_text="The birth date; the year alone without `read` or `players:write`.")
    sex = serializers.CharField(
        required=False, help_text="The FIDE ID number; absent without `read` or `players:write`."
    )
    fide_id = serializers.CharField(
        required=False, help_text="The FIDE ID number; absent without `read` or `players:write`."
    )


class TeamMembersOut(Document):
    members = TeamMemberOut(many=True, help_text="The members in board order; those after the last board are reserves.")


class BoardOut(Document):
    board = serializers.IntegerField()
    first = SideOut(
        allow_null=True, help_text="The member of the first team; null if the seat is empty or not known yet."
    )
    second = SideOut(allow_null=True)
    result = serializers.CharField(help_text="The result in notation; empty while the board is open.")


class LineUpOut(Document):
    team = SideOut()
    is_in = BooleanField(help_text="Whether the line-up was submitted.")
    members = serializers.ListField(
        child=SideOut(allow_null=True),
        required=False,
        help_text=(
            "The members by board, null for an empty board. Public once both line-ups are in; before that, only for "
            "staff and the team's badge."
        ),
    )


class TeamMatchOut(Document):
    pairing = serializers.CharField()
    round = serializers.IntegerField()
    until = serializers.DateTimeField(allow_null=True, help_text="The deadline for line-ups; null without one.")
    line_ups = LineUpOut(many=True, help_text="The line-up of the first team, then of the second.")
    boards = BoardOut(many=True)
    version = serializers.IntegerField(help_text="The version of the pairing, for If-Match.")


class LineUpIn(AnywayIn):
    team = serializers.CharField(max_length=12)
    members = ids_by_boards("The ids of the members, in board order.")
    seen = ids_by_boards(SEEN_HELP, required=False)


class OwnLineUpIn(Strict):
    round = serializers.IntegerField(min_value=1, max_value=999)
    members = ids_by_boards("The ids of the members, in board order.")
    seen = ids_by_boards(SEEN_HELP, required=False)


class BoardsIn(Strict):
    boards = serializers.ListField(
        child=serializers.CharField(max_length=40, allow_blank=True),
        max_length=25,
        help_text="The result of each board, in order: 1-0, ½-½, 0-1, 0-0, +--, --+, ---; empty for an open board.",
    )
    reason = LineField(
        max_length=500, default="", allow_blank=True, help_text="The reason for a correction in a closed round."
    )


class BestBoardOut(Document):
    member = SideOut()
    team = SideOut()
    board = serializers.IntegerField(help_text="The member's place in the board order of the team.")
    points = AmountOut()
    boards = serializers.IntegerField(help_text="The number of results, including forfeits.")
    played = serializers.IntegerField()


class BestBoardsOut(Document):
    members = BestBoardOut(many=True, help_text="The members, by share of the points, highest first.")
