"""Chess960: start positions drawn for a round or for each table, on all pages of players and arbiters."""

import pytest

from pairings.numbers.chess960 import back_rank
from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.journal.errors import Refused
from tournaments.models import Round
from tournaments.public.cards import start_position
from tournaments.setup import copies, lifecycle

pytestmark = pytest.mark.django_db


def fischer(make, kind, **more):
    stage = make(system="dutch", planned_rounds=3, start_positions=kind, **more).with_players(*"ABCDEFGH")
    stage.pair()
    stage.publish()
    return stage


def numbers(round_):
    return [start_position(round_, table).number for table in range(1, 5)]


def fresh(stage):
    return Round.objects.get(pk=stage.round.pk)


class TestDraw:
    def test_round_setting_gives_all_tables_the_same_position(self, make):
        stage = fischer(make, "round")
        assert len(set(numbers(stage.round))) == 1
        assert start_position(stage.round, None).number == numbers(stage.round)[0]

    def test_table_setting_gives_each_table_its_own_position(self, make):
        stage = fischer(make, "table")
        assert len(set(numbers(stage.round))) > 1
        assert start_position(stage.round, None) is None

    @pytest.mark.rotates(4)
    def test_same_seed_draws_the_same_positions_but_rounds_differ(self, make):
        stage = fischer(make, "table")
        first = numbers(stage.round)
        assert numbers(fresh(stage)) == first
        for table in range(1, 5):
            stage.enter(table, "1-0")
        stage.close()
        stage.pair()
        assert numbers(stage.round) != first
        other = fischer(make, "table", name="Other")
        other.round.stage.seed = fresh(stage).stage.seed
        assert numbers(other.round) == first

    def test_ordinary_chess_has_no_start_position(self, make):
        stage = fischer(make, "")
        assert start_position(stage.round, 1) is None


class TestSetting:
    @pytest.mark.rotates(4)
    def test_setting_is_locked_once_round_1_is_published(self, make):
        stage = make(system="dutch", planned_rounds=3).with_players(*"ABCD")
        lifecycle.change_settings(stage.orla, stage.tournament, start_positions="round")
        stage.pair()
        stage.publish()
        with pytest.raises(Refused, match="Round 1 is published") as refused:
            lifecycle.change_settings(stage.orla, stage.tournament, start_positions="table")
        assert (refused.value.code, refused.value.field) == ("too-late", "start_positions")

    def test_setting_is_refused_outside_chess(self, make):
        stage = make(game="go", system="dutch", planned_rounds=3)
        with pytest.raises(Refused, match="Only chess games"):
            lifecycle.change_settings(stage.orla, stage.tournament, start_positions="round")

    def test_copy_keeps_the_setting(self, make):
        stage = fischer(make, "round")
        copy = copies.copy_tournament(stage.orla, stage.tournament, name="Copy", starts_on=stage.tournament.starts_on)
        assert copy.start_positions == "round"

    @pytest.mark.rotates(4)
    def test_settings_page_offers_it_only_for_chess(self, make, orla):
        stage = make(system="dutch", planned_rounds=3)
        address = "/t/cup/desk/settings/"
        assert "Chess960, each table its own position" in signed_in(orla).get(address).text
        make(name="Go", game="go")
        assert "Chess960" not in signed_in(orla).get("/t/go/desk/settings/").text
        assert stage.tournament.start_positions == ""


@pytest.mark.parametrize("kind", ["round", "table"])
@pytest.mark.rotates(4)
def test_pages_slips_and_api_show_the_position(make, orla, client, kind):
    stage = fischer(make, kind)
    drawn = {f"{number} <strong>{back_rank(number)}</strong>" for number in numbers(stage.round)}
    for address in ("/t/cup/rounds/1/", "/t/cup/desk/rounds/1/slips/"):
        shown = signed_in(orla).get(address)
        assert shown.status_code == 200, address
        assert all(text in shown.text for text in drawn), address
    cards = [client.get(f"/t/cup/players/{player.public_id}/").text for player in stage.players.values()]
    assert all(any(text in card for text in drawn) for card in cards)
    answer = client.get("/api/v1/tournaments/cup/rounds/1").json()["start_positions"]
    assert [each["number"] for each in answer] == numbers(stage.round)
    assert {each["rank"] for each in answer} == {back_rank(number) for number in numbers(stage.round)}


def test_ordinary_chess_shows_no_position(make, client):
    fischer(make, "")
    assert "Start position" not in client.get("/t/cup/rounds/1/").text
    assert client.get("/api/v1/tournaments/cup/rounds/1").json()["start_positions"] == []


@pytest.mark.rotates(4)
def test_hall_screen_shows_the_position_while_games_are_played(make, client):
    one = fischer(make, "round")
    start = start_position(one.round, None)
    assert f"{start.number} <strong>{start.rank}</strong>" in client.get("/t/cup/screen/").text
    own = fischer(make, "table", name="Own")
    shown = f"1 · {start_position(own.round, 1).number}"
    address = f"/t/{own.tournament.slug}/screen/"
    assert shown in client.get(address).text
    own.enter(1, "1-0")
    assert shown not in client.get(address).text
