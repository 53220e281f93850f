"""The list of players at the desk: actions on several players at once, and the page of one."""

import re

import pytest

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.models import JournalEntry
from tournaments.players.forms import PlayerForm

pytestmark = pytest.mark.django_db


class TestSeveralPlayers:
    """One action for all players who are ticked in the list."""

    @pytest.fixture
    def field(self, make):
        stage = make(system="dutch", planned_rounds=5, uses_check_in=True).with_players(*"ABCDEF")
        self.client = signed_in(stage.orla.user)
        return stage

    def act(self, stage, names, **more):
        ids = [stage.players[name].public_id for name in names]
        return self.client.post("/t/cup/desk/players/act/", {"player": ids, **more}, follow=True)

    def entries(self, stage):
        return JournalEntry.objects.filter(tournament=stage.tournament).count()

    def test_each_action_is_one_journal_entry(self, field):
        for do, text in [
            ("here", "3 players checked in."),
            ("away", "3 players are not here."),
            ("withdraw", "3 players withdrawn."),
            ("return", "3 players returned to the tournament."),
        ]:
            before = self.entries(field)
            assert text in self.act(field, "ABC", do=do).text
            assert self.entries(field) == before + 1

    def test_bye_is_saved_and_cancelled_for_several_players(self, field):
        answer = self.act(field, "AB", do="bye", round_number=2, kind="half")
        assert "Bye saved for 2 players." in answer.text
        assert answer.text.count("bye in round 2") == 2
        assert "Bye cancelled." in self.act(field, "AB", do="bye", round_number=2, kind="none").text
        assert "bye in round 2" not in self.client.get("/t/cup/desk/players/").text

    def test_invalid_action_changes_nothing(self, field):
        before = self.entries(field)
        assert "Select at least one player." in self.act(field, "", do="withdraw").text
        assert "Choose an action." in self.act(field, "A", do="promote").text
        assert "Choose a round from 1 to 999" in self.act(field, "A", do="bye", round_number=0, kind="half").text
        assert self.entries(field) == before

    @pytest.mark.rotates(2)
    def test_list_shows_status_and_table_and_the_next_step(self, field):
        self.act(field, "ABCD", do="here")
        self.act(field, "D", do="withdraw")
        page = self.client.get("/t/cup/desk/players/")
        assert page.text.count('<span class="chip ok">here</span>') == 3
        assert page.context["step"] is not None
        self.act(field, "D", do="return")
        field.pair()
        field.publish()
        page = self.client.get("/t/cup/desk/players/")
        places = {name: page.context["places"][field.players[name].pk].pairing.table for name in "ABCD"}
        assert sorted(places.values()) == [1, 1, 2, 2]
        for name, table in places.items():
            assert re.search(rf'<bdi>{name}</bdi>.*?results/#t{table}"', page.text, re.DOTALL)


class TestPlayersPage:
    def test_actions_come_before_the_details(self, make):
        stage = make(uses_check_in=True).with_players("Ann", "Bo")
        client = signed_in(stage.orla.user)
        at = f"/t/cup/desk/players/{stage.players['Ann'].public_id}/"
        text = client.get(at).text
        assert text.index("Withdraw") < text.index("Add bye") < text.index('name="rating"')
        client.post(f"{at}act/", {"do": "here"})
        stage.players["Ann"].refresh_from_db()
        assert stage.players["Ann"].checked_in

    @pytest.mark.parametrize(
        ("game", "asked", "not_asked"),
        [
            ("chess", {"fide_id", "official_rating"}, {"rank"}),
            ("go", {"rank"}, {"fide_id", "official_rating"}),
            ("cards", {"title"}, {"rank", "fide_id", "official_rating", "may_take_half_bye"}),
        ],
    )
    def test_form_has_only_the_fields_of_the_game(self, make, game, asked, not_asked):
        tournament = make(game=game).tournament
        usual = {"may_take_half_bye": True}
        fields = PlayerForm.of(tournament, None, usual).fields.keys()
        assert asked <= fields
        assert not not_asked & fields
        known = PlayerForm.of(tournament, None, {"rank": "3d", "fide_id": "500", "may_take_half_bye": False})
        assert {"rank", "fide_id", "may_take_half_bye"} <= known.fields.keys()


def test_next_step_has_the_same_name_as_on_the_desk(make):
    stage = make(system="dutch", planned_rounds=5).with_players(*"ABCD")
    stage.pair()
    stage.publish()
    client = signed_in(stage.orla.user)
    label = lambda page: re.search(r'id="next"[^>]*>\s*([^<]*?)\s*</', client.get(page).text)[1]  # noqa: E731
    assert label("/t/cup/desk/players/") == label("/t/cup/desk/")
