"""Long lists of values are sent to the database as one array and find the same rows."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournaments.core.orm.fast_reading import MANY
from tournaments.models import Appearance, Operation, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def many(make):
    return make().with_players(*(f"Player {number:02}" for number in range(MANY + 5)))


def rows_and_statement(found):
    with CaptureQueriesContext(connection) as queries:
        rows = list(found.order_by("pk"))
    (query,) = queries.captured_queries
    return rows, query["sql"]


def test_long_lists_of_ids_keys_and_references_become_one_array(many):
    many.pair()
    rows = sorted(many.players.values(), key=lambda player: player.pk)
    for wanted in (
        Player.objects.filter(public_id__in=[*(row.public_id for row in rows), "nobody", None]),
        Player.objects.filter(pk__in={row.pk for row in rows}),
        Player.objects.filter(seats__player__in=rows),
    ):
        found, sql = rows_and_statement(wanted)
        assert found == rows
        assert " = ANY(" in sql
        assert " IN " not in sql
    found, sql = rows_and_statement(Appearance.objects.filter(player__in=rows[1:]))
    assert {place.player_id for place in found} == {row.pk for row in rows[1:]}
    assert " = ANY(" in sql


def test_unknown_operation_keys_find_no_rows(many):
    assert rows_and_statement(Operation.objects.filter(operation__in=[uuid4() for _number in range(MANY)]))[0] == []


def test_short_lists_and_subqueries_stay_unchanged(many):
    rows = list(many.players.values())
    found, sql = rows_and_statement(Player.objects.filter(pk__in=[row.pk for row in rows[: MANY - 1]]))
    assert (len(found), " IN (" in sql) == (MANY - 1, True)
    found, sql = rows_and_statement(Player.objects.filter(pk__in=Player.objects.filter(name__startswith="Player 0")))
    assert (len(found), "ANY" in sql) == (10, False)
    assert list(Player.objects.filter(pk__in=[])) == []
    assert list(Player.objects.exclude(pk__in=[row.pk for row in rows])) == []
