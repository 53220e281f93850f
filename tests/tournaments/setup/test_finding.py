"""Lists of all tournaments use indexes, however many tournaments a server has."""

from copy import copy
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournaments.core.games import GAMES
from tournaments.core.words.names import fits, word_endings
from tournaments.history import undo
from tournaments.models import Player, Stage, Tournament
from tournaments.setup.card_pages import how_far
from tournaments.setup.finding import fill_search_words, fitting, narrow
from tournaments.setup.lifecycle import change_settings

DAY, WEEK = date(2031, 5, 4), timedelta(7)

#: Tables that grow with the number of tournaments.
GROWING = ("tournaments_tournament", "tournaments_player", "tournaments_round", "tournaments_pairing")


def plans(client, address, *without):
    """Yield the plan of each query of a page."""
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
def test_list_query_uses_its_index(cup, client, address, index):
    found = list(plans(client, address, "seqscan", "sort"))
    assert any(index in plan for plan in found), found
    assert not [plan for plan in found for table in GROWING if f"Seq Scan on {table}" in plan]


@pytest.mark.django_db
def test_later_page_does_not_count_earlier_ones(cup):
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
    """Return every step of a plan."""
    return [plan, *(node for step in plan.get("Plans", ()) for node in nodes_of(step))]


@pytest.mark.rotates(8)
def test_search_for_a_player_uses_an_index(cup, client):
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


@pytest.mark.rotates(8)
def test_search_for_words_of_a_name_uses_an_index(cup, client):
    rows = [copy_with(cup.tournament, slug=f"t-{n}", name=f"Weekly {n}", starts_on=DAY + n * WEEK) for n in range(2000)]
    for row in rows:
        row.derive(None)
    Tournament.objects.bulk_create(rows)
    stages = [copy_with(cup.tournament.stages.get(), tournament=row) for row in rows]
    Stage.objects.bulk_create(stages)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE tournaments_tournament")
    pages = "/?q=eekly+1234", "/?q=1234+go", "/?q=eekly+1234+2031-06", "/?page=2&q=eekly+1234"
    for address in (*pages, "/api/v1/tournaments?q=eekly+1234", "/api/v1/tournaments?city=lahti"):
        found = list(plans(client, address))
        assert any("tournament_by_words" in plan for plan in found), (address, found)
        assert not [plan for plan in found if "Seq Scan on tournaments_tournament" in plan], (address, found)


NAMES = (
    "Åbo Öppna", "Abo open 2026", "O'Neill Memorial", "Ne-Ilya F.C. Cup", "Кубок Москвы", "春の大会", "ハルノ",
    "Straße & Łódź", "!? Cup", "ﬁnal  four", "x" * 100, "Ivan's 3+2 blitz", "Μάιος Σίσυφος",
)  # fmt: skip
QUERIES = (
    "abo", "ABO öppna", "bo 026", "oneill", "o'ne mem", "ne-il", "f.c", "c cup", "москв", "КУБ", "大会", "はる",
    "strasse", "łod", "odz &", "!?", "final", "x" * 60, "3 2", "ΣΊΣ", "lahti", "lahti cup", "go", "chess", "2031",
    "2031-05", "2031-05-04", "20310504", "2031-13", "0", "cup cup", "nobody's",
)  # fmt: skip


def test_search_requires_all_words(cup):
    rows = [
        copy_with(cup.tournament, slug=f"t-{n}", name=name, city="Lahti" * (n % 2), starts_on=DAY + n * WEEK)
        for n, name in enumerate(NAMES)
    ]
    for row in rows:
        row.derive(None)
    for row in rows[:3]:
        row.search_words = ""  # as an older version has left them
    Tournament.objects.bulk_create(rows)
    there = Tournament.objects.exclude(pk=cup.tournament.pk)
    for query in QUERIES:
        assert {row.name for row in fitting(there, query)} == {row.name for row in rows if has_all(row, query)}, query
        everything = Tournament.objects.filter(name__icontains=query)
        assert set(narrow(Tournament.objects.all(), query).filter(name__icontains=query)) == set(everything), query


def has_all(row, query):
    """Return whether a tournament matches each word of a query.

    A word matches in name, city or game, or as its year, month or day.
    """
    text = f"{row.name} {row.city} {GAMES[row.game].name}"
    days = {f"{row.starts_on:{shape}}" for shape in ("%Y", "%Y%m", "%Y%m%d")}
    return all(fits(text, word) or word.replace("-", "") in days for word in query.split())


def test_name_changed_without_search_words_is_found(cup):
    for name in "Harbour rapid", "Lakeside blitz":
        Tournament.objects.filter(pk=cup.tournament.pk).update(name=name)
        assert not Tournament.objects.get().search_words
        assert fitting(Tournament.objects.all(), name).exists()
        fill_search_words()
        assert Tournament.objects.get().search_words
        assert fitting(Tournament.objects.all(), name).exists()
        assert not fitting(Tournament.objects.all(), "spring").exists()


def test_renamed_tournament_is_found_and_so_is_an_undone_name(cup):
    before = cup.tournament.name
    assert Tournament.objects.exclude(search_words="").exists()
    change_settings(cup.orla, cup.tournament, name="Harbour rapid")
    assert fitting(Tournament.objects.all(), "arbour").exists()
    assert not fitting(Tournament.objects.all(), before).exists()
    undo.undo(cup.orla, cup.tournament, cup.tournament.journal.first())
    assert fitting(Tournament.objects.all(), before).exists()
    assert not fitting(Tournament.objects.all(), "arbour").exists()


@pytest.mark.parametrize("names", [("Harbour rapid", "HARBOUR  Rapid", "Harbour rapid!"), ("A", "a", "Á")])
def test_name_with_the_same_words_keeps_search_words(cup, names):
    for name in names:
        change_settings(cup.orla, cup.tournament, name=name)
        stored = Tournament.objects.get()
        assert stored.name == name
        assert set(stored.search_words.split()) == set(word_endings(f"{name} {stored.city}").split())
        assert fitting(Tournament.objects.all(), name).exists()


def copy_with(row, **values):
    new = copy(row)
    new.pk = None
    for name, value in values.items():
        setattr(new, name, value)
    return new
