"""An organiser's own tournaments on the home page: the next step, the winner, and a copy for later."""

import re
from copy import copy
from datetime import date

import pytest

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.events import events
from tournaments.players import registration
from tournaments.setup.card_pages import next_date

pytestmark = pytest.mark.django_db


def cards(user):
    text = signed_in(user).get("/").text
    return [
        " ".join(re.sub(r"<[^>]+>", " ", each).split())
        for each in re.findall(r'(?s)<li class="card own">.*?</li>', text)
    ]


@pytest.mark.rotates(4)
def test_card_of_a_running_tournament_shows_its_next_step(cup):
    cup.pair()
    assert "Publish round 1" in cards(cup.orla.user)[0]
    cup.publish()
    cup.enter(1, "1-0")
    (card,) = cards(cup.orla.user)
    assert "Enter results: 1 missing" in card
    assert "results entered" not in card, "said once"
    assert "(table" not in card
    cup.enter(2, "1-0")
    assert "close and pair round 2" in cards(cup.orla.user)[0]


def test_running_tournament_is_listed_before_coming_and_finished_ones(make, orla):
    for name in ("Coming", "Running", "Over"):
        stage = make(name=name, slug=name.casefold()).with_players("Ann", "Bo")
        if name == "Running":
            stage.pair()
            stage.publish()
        if name == "Over":
            stage.play("1-0")
            stage.finish()
            first = stage.table(1).appearances.get(side=1).player.name
    running, coming, over = cards(orla)
    assert running.startswith("Running")
    assert coming.startswith("Coming")
    assert over.startswith("Over finished")
    assert f"1 {first}" in over
    assert "Duplicate for next week" in over


def test_winner_is_public_once_the_tournament_is_finished(make, client):
    stage = make(name="Over").with_players("Ann", "Bo")
    stage.play("1-0")
    first = stage.table(1).appearances.get(side=1).player
    assert first.name not in client.get("/").text
    stage.finish()
    assert first.name in client.get("/").text
    registration.change_player(stage.orla, stage.tournament, first, name="Cleo")
    assert "Cleo" in client.get("/").text


@pytest.mark.rotates(4)
def test_event_shows_results_of_all_sections_and_finally_their_winners(make, orla):
    first = make(name="Open", slug="open", planned_rounds=1).with_players("Ann", "Bo", "Cy", "Di")
    second = copy(first)
    second.tournament = events.add_section(first.orla, first.tournament, event="Open", own="A", section="B")
    events.move_players(first.orla, [first.players["Cy"], first.players["Di"]], second.tournament)
    for stage in (first, second):
        stage.pair()
        stage.publish()
    (card,) = cards(orla)
    assert "0 of 2 results entered" in card
    assert "Desk of all sections" in card
    winners = []
    for stage in (first, second):
        game = stage.round.pairings.get()
        stage.enter(game.table, "1-0")
        winners.append(game.appearances.get(side=1).player.name)
        stage.close()
        stage.finish()
    (card,) = cards(orla)
    assert f"1 A: {winners[0]}; B: {winners[1]}" in card
    assert "Winners of all sections" in card


def test_helper_sees_no_step_for_organisers(cup, helper):
    cup.pair()
    assert "Publish" not in cards(helper.user)[0]


@pytest.mark.parametrize(("today", "then"), [((5, 1), (5, 8)), ((4, 1), (5, 8)), ((5, 9), (5, 15)), ((5, 15), (5, 15))])
def test_copy_is_proposed_for_the_same_weekday_in_the_future(today, then):
    assert next_date(date(2026, 5, 1), date(2026, *today)) == date(2026, *then)
