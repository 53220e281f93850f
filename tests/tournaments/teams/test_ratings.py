"""Team ratings as the average of the boards, and the words for teams."""

import pytest
from django.test import Client

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.history import undo
from tournaments.officials.forms import PenaltyForm
from tournaments.teams import members, ratings

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(make):
    """Three teams of two boards: one with ratings and a reserve, one with a missing rating, one without ratings."""
    stage = make(system="team-swiss", planned_rounds=3, of_teams=True, best_of=2).with_players("A", "B", "C")
    lists = {"A": (2000, 1801, 900), "B": (None, 1500), "C": (None, None)}
    for name, rated in lists.items():
        rows = [{"name": f"{name}{at}", "rating": rating} for at, rating in enumerate(rated)]
        members.set_members(stage.orla, stage.tournament, stage.players[name], rows)
    return stage


def ratings_by_name(stage):
    return dict(stage.tournament.players.values_list("name", "rating"))


def test_desk_sets_team_ratings_to_the_board_average_and_undoes_it(stage):
    client = signed_in(stage.orla.user)
    desk = client.get("/t/cup/desk/").text
    assert "None of 3 teams has a rating." in " ".join(desk.split())
    assert "Rate each team by the mean of its boards" in desk
    answer = client.post("/t/cup/desk/players/act/", {"do": "rate"}, follow=True)
    assert "2 teams rated by the mean of their boards." in answer.text
    assert ratings_by_name(stage) == {"A": 1901, "B": 1500, "C": None}
    undo.undo(stage.orla, stage.tournament, stage.tournament.journal.latest("sequence"))
    assert ratings_by_name(stage) == {"A": None, "B": None, "C": None}


def test_existing_team_rating_is_kept(stage):
    stage.tournament.players.filter(name="A").update(rating=2222)
    assert {team.name: mean for team, mean in ratings.mean_of_boards(stage.tournament).items()} == {"B": 1500}


def test_average_is_not_offered_without_rated_members(make):
    stage = make(system="team-swiss", planned_rounds=3, of_teams=True, best_of=2).with_players("A", "B", "C")
    assert "Rate each team" not in signed_in(stage.orla.user).get("/t/cup/desk/").text


def test_average_is_refused_for_individual_players(cup):
    answer = signed_in(cup.orla.user).post("/t/cup/desk/players/act/", {"do": "rate"}, follow=True)
    assert "not teams" in answer.text


def test_penalty_form_is_labelled_for_teams_or_players(stage, cup):
    assert PenaltyForm(players=stage.tournament.players.all()).fields["player"].label == "Team or member"
    assert PenaltyForm(players=cup.tournament.players.all()).fields["player"].label == "Player"


def test_new_tournament_asks_for_teams_or_players(orla):
    client: Client = signed_in(orla)
    sent = {"name": "Cup", "starts_on": "2026-03-01", "game": "chess", "kind": "team-swiss:fide", "time_zone": "UTC"}
    assert "Now add the teams." in client.post("/new/", sent, follow=True).text
    sent |= {"name": "Open", "sections": "A, B"}
    assert "Now add the teams." in client.post("/new/", sent, follow=True).text
    football = {"name": "League", "game": "football", "kind": "round-robin"}
    for sections in ("", "A, B"):
        assert "Now add the teams." in client.post("/new/", sent | football | {"sections": sections}, follow=True).text
    sent |= {"name": "Single", "sections": "", "kind": "swiss"}
    assert "Now add the players." in client.post("/new/", sent, follow=True).text
