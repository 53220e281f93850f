"""Knock-out matches of several games: best of k by round, and two legs."""

from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from pairings.snapshot import Scoring
from pairings.systems.knock_out.engine import games
from pairings.systems.knock_out.options import Lives, Options
from tournaments.core.journal.errors import Refused
from tournaments.core.words.notation import parse
from tournaments.history import undo
from tournaments.models import Result
from tournaments.results import results
from tournaments.setup import lifecycle
from tournaments.stages import knockouts

pytestmark = pytest.mark.django_db

FOUR = ("Ann", "Bo", "Cy", "Di")


@pytest.fixture
def legs(make):
    """A knock-out with two legs before a final that is a best of five."""
    return make(system="knock-out", options={"games": [5, 2], "third_place": False}).with_players(*FOUR)


def test_games_per_match_are_counted_back_from_the_final():
    options = Options(games=(5, 3, 1))
    assert [games(number, 16, options) for number in (1, 2, 3, 4)] == [1, 1, 3, 5]
    assert [games(number, 3, options) for number in (1, 2)] == [3, 5]
    assert games(1, 16, Options()) is None
    double = Options(games=(5, 3), lives=Lives.TWO)
    assert [games(number, 4, double) for number in range(1, 6)] == [3, 3, 3, 5, 5]


@pytest.mark.rotates(4)
def test_drawn_two_legged_match_is_decided_by_extra_games(legs):
    legs.pair()
    assert legs.round.best_of == 2
    legs.publish()
    with pytest.raises(ValueError, match="2-0, 1-1, 0-2"):
        legs.enter(1, "1-0-0-0")
    with pytest.raises(Refused, match="Too many games for best of 2"):
        results.enter_result(legs.orla, legs.tournament, legs.table(1), parse("2-1", replace(Scoring(), best_of=3)))
    legs.enter(1, "1-1")
    legs.enter(2, "0-0-2")
    with pytest.raises(Refused, match="who advances"):
        legs.close()
    legs.round.refresh_from_db()
    knockouts.set_advancing_side(legs.orla, legs.tournament, legs.table(1), 2, how="games", note="2-1")
    knockouts.set_advancing_side(legs.orla, legs.tournament, legs.table(2), 1, how="games", note="1-0")
    legs.close()
    legs.pair()
    assert legs.round.best_of == 5
    legs.publish()
    legs.enter(1, "3-2")
    legs.close()
    assert legs.finish().finished_at is not None


def test_database_limits_results_to_the_games_of_the_round(legs):
    legs.pair()
    legs.publish()
    legs.enter(1, "2-0")
    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.filter(pairing=legs.table(1)).update(games_first=3)


@pytest.mark.rotates(8)
def test_pages_and_api_show_the_number_of_games(legs, client):
    slug = legs.tournament.slug
    text = "2 games, switching sides after each"
    before = client.get(f"/t/{slug}/bracket/").text
    assert text in before
    assert "Best of 5 games" in before
    legs.pair()
    legs.publish()
    client.force_login(legs.orla.user)
    for name in ("round", "results", "slips"):
        page = client.get(reverse(f"tournaments:{name}", args=[slug, 1])).text
        assert text in page, name
    assert "</kbd> 1-1" in client.get(reverse("tournaments:results", args=[slug, 1])).text
    assert client.get(f"/api/v1/tournaments/{slug}/rounds/1").json()["best_of"] == 2
    (part,) = client.get(f"/api/v1/tournaments/{slug}/bracket").json()["parts"]
    assert [each["best_of"] for each in part["rounds"]] == [2, 5]
    table = legs.table(1)
    address = f"/api/v1/tournaments/{slug}/pairings/{table.public_id}/result"
    headers = {"If-Match": f'"{table.version}"'}
    wrong = client.put(address, {"notation": "3-0"}, content_type="application/json", headers=headers)
    assert (wrong.status_code, "best of 2" in wrong.text) == (422, True)
    right = client.put(address, {"notation": "1-1"}, content_type="application/json", headers=headers)
    assert right.status_code == 200
    whole = client.get(f"/api/v1/tournaments/{slug}/file").json()
    assert [each["best_of"] for each in whole["rounds"]] == [2]


def test_invalid_number_of_games_is_refused(legs):
    for wrong, text in (([0], "1 to 25"), (["x"], "whole number"), ([26], "1 to 25")):
        with pytest.raises(ValueError, match=text):
            lifecycle.change_settings(legs.orla, legs.tournament, options={"games": wrong})
    with pytest.raises(Refused, match="the same number of games each round"):
        lifecycle.change_settings(legs.orla, legs.tournament, best_of=2, by_games=True)


def test_change_of_games_can_be_undone(legs):
    lifecycle.change_settings(legs.orla, legs.tournament, options={"games": [3]})
    undo.undo(legs.orla, legs.tournament, legs.tournament.journal.order_by("sequence").last())
    assert legs.tournament.stages.get().options["games"] == [5, 2]
