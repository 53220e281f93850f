"""Lists of all tournaments read indexes, however many tournaments a server has."""

from copy import copy

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournaments.models import Player, Tournament
from tournaments.setup.card_pages import how_far

#: Tables that grow with the number of tournaments.
GROWING = ("tournaments_tournament", "tournaments_player", "tournaments_round", "tournaments_pairing")


def plans(client, address, *without):
    """The plan of each query that a page makes."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    with connection.cursor() as cursor:
        for way in without:
            cursor.execute(f"SET LOCAL enable_{way} = off")
        for query in queries.captured_queries:
            if query["sql"].startswith("SELECT"):
                cursor.execute(f"EXPLAIN {query['sql']}")
                yield "\n".join(line for (line,) in cursor.fetchall())


@pytest.mark.rotates(4)
@pytest.mark.parametrize(
    ("address", "index"),
    [
        ("/", "tournament_going"),
        ("/?page=2", "tournament_listed"),
        ("/calendar/", "tournament_listed"),
        ("/calendar.ics", "tournament_listed"),
        ("/?archive", "tournament_archived"),
        ("/api/v1/tournaments", "tournament_listed"),
        ("/api/v1/tournaments?status=archived", "tournament_archived"),
    ],
)
def test_a_list_reads_its_index(cup, client, address, index):
    found = list(plans(client, address, "seqscan", "sort"))
    assert any(index in plan for plan in found), found
    assert not [plan for plan in found for table in GROWING if f"Seq Scan on {table}" in plan]


@pytest.mark.django_db
def test_a_later_page_counts_nothing_of_the_pages_before(cup):
    Tournament.objects.bulk_create(copy_with(cup.tournament, slug=f"t-{n}") for n in range(30))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE tournaments_tournament")
        sql, values = how_far(Tournament.objects.all()[20:25]).query.sql_with_params()
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", values)
        ((plan,),) = cursor.fetchone()
    counted = [node for node in nodes_of(plan["Plan"]) if node.get("Parent Relationship") == "SubPlan"]
    assert counted
    assert {node["Actual Loops"] for node in counted} <= {0, 1, 5}


def nodes_of(plan):
    """Every step of a plan."""
    return [plan, *(node for step in plan.get("Plans", ()) for node in nodes_of(step))]


@pytest.mark.rotates(8)
def test_a_players_name_is_looked_up_not_read_for(cup, client):
    tournaments = Tournament.objects.bulk_create(copy_with(cup.tournament, slug=f"t-{n}") for n in range(200))
    Player.objects.bulk_create(
        Player(tournament=each, name=f"Player {n}", sort_key=f"player {n}") for each in tournaments for n in range(40)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE tournaments_tournament, tournaments_player")
    for address in ("/?q=anna", "/api/v1/tournaments?player=anna"):
        found = list(plans(client, address))
        assert any("player_by_words" in plan for plan in found), found
        assert not [plan for plan in found if "Seq Scan on tournaments_player" in plan]


def copy_with(tournament, **values):
    new = copy(tournament)
    new.pk = None
    for name, value in values.items():
        setattr(new, name, value)
    return new
