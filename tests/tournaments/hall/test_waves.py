"""More games than tables: every system plays the round in waves, and all pages show them."""

from collections import Counter

import pytest
from django.urls import reverse

from pairings.seating.hall import Hall, Room
from pairings.systems import SYSTEMS
from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core import snapshot
from tournaments.drafts import editing
from tournaments.hall import calling, table_numbers
from tournaments.models.courts import CourtSettings
from tournaments.players import registration
from tournaments.schedule import schedules

pytestmark = pytest.mark.django_db

NAMES = [f"Player {number:02}" for number in range(1, 13)]


def has_tables(stage, **hall):
    stage.tournament = table_numbers.set_hall(stage.orla, stage.tournament, Hall(**hall))


def numbers(round_):
    return sorted(round_.pairings.values_list("table", flat=True))


@pytest.fixture
def cup(make):
    stage = make(system="papp").with_players(*NAMES[:6])
    has_tables(stage, most=2)
    stage.pair()
    stage.publish()
    return stage


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.rotates(4)
def test_every_system_uses_only_existing_tables_once_per_wave(make, system):
    options = {"options": {"boards": 6}} if system == "hutton" else {}
    planned = None if SYSTEMS[system].scheduled else 3
    stage = make(system=system, planned_rounds=planned, **options).with_players(*NAMES)
    has_tables(stage, most=2)
    stage.pair()
    if SYSTEMS[system].by_hand:
        pairs = [(stage.players[one], stage.players[other]) for one, other in zip(NAMES[::2], NAMES[1::2], strict=True)]
        editing.set_pairings(stage.orla, stage.tournament, stage.round, pairs)
    stage.publish()
    layout = stage.tournament.layout
    places = [layout.place_of(number) for number in numbers(stage.round)]
    assert len({(place.wave, place.table) for place in places}) == len(places)
    assert {place.table for place in places} <= {1, 2}
    assert max(place.wave for place in places) == -(-len(places) // 2)


def test_waves_apply_to_manual_pairs_too(cup):
    assert numbers(cup.round) == [1, 2, 201]
    late = registration.add_players(cup.orla, cup.tournament, [{"name": "Late"}, {"name": "Later"}])
    cup.enter(1, "1-0")
    cup.enter(2, "1-0")
    cup.enter(201, "1-0")
    cup.close()
    cup.pair()
    for place in cup.round.appearances.filter(player__in=late, pairing__isnull=False):
        editing.unpair(cup.orla, cup.tournament, cup.round, place.player)
    assert len(numbers(cup.round)) < 4
    editing.pair_rest(cup.orla, cup.tournament, cup.round)
    assert numbers(cup.round) == [1, 2, 201, 202]


def in_wave(round_, wave):
    there = round_.appearances.filter(pairing__table__gte=100 * wave, pairing__table__lt=100 * wave + 100)
    return {place.player.name for place in there.select_related("player")}


def test_players_who_waited_play_in_the_first_wave_later(cup):
    """Six players at two tables: after three rounds, each has waited for the second wave one time."""
    waited = []
    for _round in range(3):
        if waited:
            cup.pair()
            paired = {each.pk: each.table for each in cup.round.pairings.all()}
            table_numbers.number_tables(cup.orla, cup.tournament, cup.round)
            assert {each.pk: each.table for each in cup.round.pairings.all()} == paired
            cup.publish()
        waited += in_wave(cup.round, 2)
        for number in numbers(cup.round):
            cup.enter(number, "1-0")
        cup.close()
    assert len(set(waited[:4])) == 4


def test_schedule_shows_the_waves_of_its_rounds(make):
    stage = make(system="round-robin").with_players(*NAMES[:8])
    has_tables(stage, most=3)

    def waves_of_round(number):
        schedule = schedules.schedule_of(snapshot.take_view(stage.tournament.stages.get()))
        found = next(each for each in schedule.rounds() if each.number == number)
        return sorted((game.table, game.first, game.second) for game in found.games)

    planned = {number: waves_of_round(number) for number in range(1, 8)}
    for number in range(1, 8):
        stage.pair()
        stage.publish()
        assert waves_of_round(number) == planned[number]
        for table in numbers(stage.round):
            stage.enter(table, "1-0")
        stage.close()
    late = [seat for games in planned.values() for table, *seats in games if table > 200 for seat in seats]
    assert sorted(Counter(late).values()) == [1, 1, 2, 2, 2, 2, 2, 2]


@pytest.mark.parametrize(
    "page", ["round", "round-names", "slips", "player", "card", "screen", "why", "results", "embed-pairings"]
)
@pytest.mark.rotates(3)
def test_pages_show_the_wave(cup, orla, page):
    pairing = cup.table(201)
    player = pairing.appearances.first().player.public_id
    more = {"player": [player], "card": [player], "screen": [], "why": [1, pairing.public_id], "embed-pairings": []}
    address = reverse(f"tournaments:{page}", args=[cup.tournament.slug, *more.get(page, [1])])
    shown = signed_in(orla).get(address).content.decode().lower()
    assert "wave 2, table 1" in shown or "wave 2: 201 is table 1" in shown


def test_api_returns_wave_table_and_room(cup, client):
    found = client.get(f"/api/v1/tournaments/{cup.tournament.slug}/rounds/1").json()["pairings"]
    lines = [(each["table"], each["wave"], each["table_in_hall"], each["room"]) for each in found]
    assert lines == [(1, 1, 1, ""), (2, 1, 2, ""), (201, 2, 1, "")]


def test_rooms_have_waves_too(make):
    stage = make(system="papp").with_players(*NAMES[:6])
    has_tables(stage, rooms=(Room("Bar", 7, 8),))
    stage.pair()
    assert numbers(stage.round) == [7, 8, 207]
    assert stage.tournament.layout.room_of(207) == "Bar"


def test_courts_replace_waves(make):
    stage = make(system="papp", game="padel").with_players(*NAMES[:6])
    has_tables(stage, most=2)
    calling.set_courts(stage.orla, stage.tournament, CourtSettings(2))
    stage.tournament.refresh_from_db()
    stage.pair()
    assert numbers(stage.round) == [1, 2, 3]


def test_hall_page_explains_the_waves_of_the_next_round(cup, orla):
    client, where = signed_in(orla), reverse("tournaments:hall", args=[cup.tournament.slug])
    page = client.get(where).content.decode()
    assert "the round is played in 2 waves" in page
    assert "Wave 2: 201 is table 1" in page
    assert client.post(where, {"tables": "0"}).status_code == 422
    assert client.post(where, {"tables": "three"}).status_code == 422
    assert client.post(where, {"tables": "3"}).status_code == 302
    assert "waves" not in client.get(where).content.decode().split('id="places"')[1]
    cup.tournament.refresh_from_db()
    assert cup.tournament.layout == Hall(most=3)
