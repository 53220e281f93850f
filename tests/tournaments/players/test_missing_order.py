"""Desk and draft show how many players lack the rank or rating that sets their order."""

import html
import re

import pytest
from django.test import Client

from tournaments.players import registration
from tournaments.players.start_order import missing_order

pytestmark = pytest.mark.django_db


def said_of(stage, *, rounds=""):
    """Return the text about the order on the desk, or on the draft of a round."""
    client = Client()
    client.force_login(stage.orla.user)
    page = client.get(f"/t/{stage.tournament.slug}/desk/{rounds}").content.decode()
    found = re.search(r'id="missing-order">(.*?)</div>', page, re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", found[1])).split()) if found else ""


def with_values(make, field, values, **settings):
    stage = make(**settings)
    rows = [{"name": f"P{n}", field: value} for n, value in enumerate(values)]
    stage.players = {player.name: player for player in registration.add_players(stage.orla, stage.tournament, rows)}
    return stage


GO = {"game": "go", "rules": "go", "system": "mcmahon", "planned_rounds": 3}


class TestRanks:
    @pytest.mark.rotates(2)
    def test_desk_and_draft_count_players_without_rank_in_every_round(self, make):
        go = with_values(make, "rank", ["2d", "3k", "", ""], **GO)
        text = "2 of 4 players have no rank and start at the floor. Complete the list"
        assert said_of(go) == text
        go.play("1-0", "1-0")
        go.pair()
        assert said_of(go, rounds="rounds/2/") == text

    def test_message_changes_if_no_player_has_a_rank(self, make):
        go = with_values(make, "rank", ["", ""], **GO)
        assert said_of(go).startswith("None of 2 players has a rank. All start level, without handicaps.")

    def test_rating_replaces_a_rank(self, make):
        assert not said_of(with_values(make, "rating", [2100, 1500], **GO))


class TestRatings:
    @pytest.mark.parametrize("settings", [{"system": "dutch"}, {"system": "knock-out"}, {"system": "keizer"}])
    def test_missing_ratings_are_counted_until_round_1_is_published(self, make, settings):
        stage = with_values(make, "rating", [1900, 1800, 1700, None], planned_rounds=3, **settings)
        text = "1 of 4 players is unrated and comes last in the starting order. Complete the list"
        assert said_of(stage) == text
        stage.pair()
        assert said_of(stage, rounds="rounds/1/") == text
        stage.publish()
        assert not said_of(stage)

    def test_message_names_the_order_if_no_player_has_a_rating(self, make):
        stage = with_values(make, "rating", [None, None], system="knock-out")
        assert said_of(stage).startswith("None of 2 players has a rating. The starting order is alphabetical.")

    @pytest.mark.parametrize("settings", [{"system": "round-robin"}, {"system": "dutch", "seating": "lot"}])
    def test_missing_ratings_are_ignored_if_they_order_no_players(self, make, settings):
        assert not missing_order(with_values(make, "rating", [None, None], **settings).tournament.stages.get())
