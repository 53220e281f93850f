"""Reused queries do the same as Django's statements and return the same rows."""

from datetime import timedelta
from importlib import import_module

import pytest
from django.db import transaction
from django.utils import timezone

from tests.layers import modules
from tournaments.core import hall, rights, snapshot
from tournaments.core.journal import acts
from tournaments.core.orm.fast_reading import ReusedQuery
from tournaments.models import Pairing, Tournament
from tournaments.people import tokens
from tournaments.results import results
from tournaments.web import common
from tournaments.web.api import base, views

pytestmark = pytest.mark.django_db


def columns(row):
    return {name: value for name, value in vars(row).items() if not name.startswith("_")}


def cases(running):
    """Return every cached query, with values that find a row."""
    key, table = running.tournament.pk, running.table(1)
    made, _secret = tokens.create_token(
        running.orla, running.tournament, name="Bot", scopes=["read"], expires_at=timezone.now() + timedelta(days=1)
    )
    return [
        (base.TOURNAMENT_BY_SLUG, (running.tournament.slug,)),
        (common.OF_SLUG, (running.tournament.slug,)),
        (snapshot._LATEST, (key,)),
        (snapshot._BYES, (key, 2)),
        (snapshot._FIXED_PAIRS, (key, 2)),
        (snapshot._FORBIDDEN_PAIRS, (key,)),
        (hall._WITH_TABLES, (key,)),
        (acts._LOCKED_TOURNAMENT, (key,)),
        (rights._MEMBER, (key, running.orla.user.pk, table.result.entered_at)),
        (results._SIDES, (table.pk, key)),
        (views._ANY_TABLE, (table.public_id, key)),
        (views._VISIBLE_TABLE, (table.public_id, key)),
        (tokens._TOKEN, (made.secret_hash,)),
    ]


@pytest.fixture
def running(cup):
    cup.pair()
    cup.publish()
    cup.enter(1, "1-0")
    return cup


def test_reused_queries_return_the_same_rows_as_django(running):
    stored = cases(running)
    with transaction.atomic():
        for written, values in stored:
            expected, found = list(written.query(*values)), written.rows(*values)
            assert found == expected
            assert [columns(row) for row in found] == [columns(row) for row in expected]
            assert [row.get_deferred_fields() for row in found] == [row.get_deferred_fields() for row in expected]


def test_every_reused_query_is_compared(running):
    found = [
        value
        for name, path in modules()
        if "ReusedQuery(" in path.read_text() and not name.startswith("tournaments.core.orm")
        for value in vars(import_module(name)).values()
        if isinstance(value, ReusedQuery)
    ]
    assert {id(each) for each in found} == {id(written) for written, _values in cases(running)}


def test_related_rows_are_loaded_in_the_same_query(running, django_assert_num_queries):
    table = running.table(1)
    results._SIDES.rows(table.pk, running.tournament.pk)
    with django_assert_num_queries(1):
        first, second = results._SIDES.rows(table.pk, running.tournament.pk)
        assert {first.player.name, second.player.name} < {"Ann", "Bo", "Cy", "Di"}
        assert first.pairing.result.entered_by.username == "Orla"
        assert first.pairing.round.number == second.pairing.round.number == 1
    assert results._SIDES.rows(running.table(2).pk, running.tournament.pk)[0].pairing.table == 2


def test_other_values_find_other_rows(running):
    assert base.TOURNAMENT_BY_SLUG.first("nothing-of-this-name") is None
    assert acts._LOCKED_TOURNAMENT.query(-1).model is Tournament


def test_value_transformed_in_the_query_is_refused():
    with pytest.raises(ValueError, match="not all of these values"):
        ReusedQuery(lambda table: Pairing.objects.filter(table=table + 1), -1).rows(1)
