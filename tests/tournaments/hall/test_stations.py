"""Stations of the hall: calls on the bracket, the screen, the desk and players' cards."""

import re

import pytest
from django.urls import reverse

from pairings.seating.hall import Hall
from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.court_floor import stations_of
from tournaments.core.journal.errors import Refused
from tournaments.core.journal.verbs import VERBS
from tournaments.hall import table_numbers

pytestmark = pytest.mark.django_db


def lets_play_at(stage, count):
    stage.tournament = table_numbers.set_hall(stage.orla, stage.tournament, Hall(stations=count))


@pytest.fixture
def cup(make):
    stage = make(system="knock-out").with_players(*(f"P{at}" for at in range(1, 9)))
    lets_play_at(stage, 2)
    stage.pair()
    stage.publish()
    return stage


def test_the_journal_names_the_stations(cup):
    entry = cup.tournament.journal.get(verb="set-hall")
    sentence = "Changed the hall: first number 1, closed –, rooms –, limit –, stations 2."
    assert VERBS["set-hall"].sentence(entry.facts) == sentence
    table_numbers.set_hall(cup.orla, cup.tournament, Hall(first=3))
    entry = cup.tournament.journal.first()
    assert VERBS["set-hall"].sentence(entry.facts) == "Changed the hall: first number 3, closed –, rooms –."


def stations_by_table(stage):
    return {each.table: each.station for each in stations_of(stage.tournament).called}


def page(stage, client, name, *more):
    return client.get(reverse(f"tournaments:{name}", args=[stage.tournament.slug, *more])).content.decode()


def test_free_station_gets_the_next_match(cup):
    assert stations_by_table(cup) == {1: 1, 2: 2}
    assert stations_of(cup.tournament).waiting == 2
    cup.enter(2, "1-0")
    assert stations_by_table(cup) == {1: 1, 3: 2}
    cup.enter(1, "0-1")
    assert stations_by_table(cup) == {3: 2, 4: 1}
    cup.enter(2, "0-1")
    assert stations_by_table(cup) == {3: 2, 4: 1}


def test_draft_and_closed_round_call_no_match(make):
    stage = make(system="knock-out").with_players("A", "B", "C", "D")
    lets_play_at(stage, 1)
    stage.pair()
    assert stations_by_table(stage) == {}
    stage.publish()
    for table in (1, 2):
        stage.enter(table, "1-0")
    stage.close()
    assert stations_by_table(stage) == {}


def test_pages_without_stations_do_not_mention_them(cup, client):
    lets_play_at(cup, None)
    assert cup.tournament.hall is None
    assert "At the stations" not in page(cup, client, "tournament")


def test_pages_screen_and_cards_show_stations_and_the_queue(cup, client, orla):
    for shown in (page(cup, client, "tournament"), page(cup, client, "screen"), page(cup, signed_in(orla), "desk")):
        assert "At the stations" in shown
    bracket = page(cup, client, "bracket")
    assert "Station 1" in bracket
    assert "Number 2 in the queue" in bracket
    waits = cup.table(3).appearances.first().player
    plays = cup.table(2).appearances.first().player
    assert "You wait for a free station: number 1 in the queue." in page(cup, client, "card", waits.public_id)
    assert "Station" in page(cup, client, "card", plays.public_id)
    cup.enter(1, "1-0")
    assert "You wait" not in page(cup, client, "card", waits.public_id)


def test_table_numbers_belong_to_matches_in_games_without_tables(make, client):
    stage = make(game="football", system="round-robin").with_players(*"ABCDEFGH")
    assert stage.tournament.table_title(5) == "Pitch 5"
    lets_play_at(stage, 4)
    assert stage.tournament.table_title(5) == "Match 5"


def test_numbers_stay_tables_in_games_at_tables(cup):
    assert cup.tournament.table_title(5) == "Table 5"


def test_entry_at_the_desk_returns_the_next_call(cup, orla):
    client = signed_in(orla)
    where = reverse("tournaments:results", args=[cup.tournament.slug, 1])
    assert "At the stations" in client.get(where).content.decode()
    entry = reverse("tournaments:result", args=[cup.tournament.slug, cup.table(1).public_id])
    answer = client.post(entry, {"result": "1-0"}, headers={"HX-Request": "true"}).content.decode()
    waited = cup.table(3).appearances.first().player.name
    assert waited in answer.split('id="stations-now"')[1]


def test_hall_page_sets_the_stations(cup, orla):
    client, where = signed_in(orla), reverse("tournaments:hall", args=[cup.tournament.slug])
    assert client.get(where).context["form"]["stations"].value() == 2
    assert client.post(where, {"stations": "3"}).status_code == 302
    cup.tournament.refresh_from_db()
    assert cup.tournament.layout.stations == 3
    assert client.post(where, {"stations": "0"}).status_code == 422
    with pytest.raises(Refused, match="from 1 to 200 stations"):
        lets_play_at(cup, 201)


def test_partners_stand_on_one_side_at_their_station(make, client, orla):
    stage = make(system="partners", game="padel", planned_rounds=3).with_players("Ann", "Bo", "Cy", "Di")
    lets_play_at(stage, 1)
    stage.pair()
    stage.publish()
    seats = list(stage.table(1).appearances.order_by("side").values_list("player__name", flat=True))
    shown = f"1 {seats[0]} · {seats[2]} – {seats[1]} · {seats[3]}"
    for where in (client.get("/t/cup/screen/"), signed_in(orla).get("/t/cup/desk/")):
        assert shown in " ".join(re.sub(r"<[^>]+>", " ", where.content.decode()).split())
