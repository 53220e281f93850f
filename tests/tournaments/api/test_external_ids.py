"""A program that has lost its data finds its players and tournaments by its own ids."""

import pytest
from django.db import IntegrityError, transaction

from tests.tournaments.api.conftest import Program, in_days
from tests.tournaments.api.test_api import problem
from tournaments.core.rights import Who
from tournaments.events import events
from tournaments.history import undo
from tournaments.models import ExternalId, JournalEntry, Player
from tournaments.people import tokens
from tournaments.players import registration

pytestmark = pytest.mark.django_db

ALL = ["read", "players:write", "admin"]
NEW = {"name": "Spring Open", "starts_on": "2026-05-01", "game": "chess"}


@pytest.fixture
def make_program(orla):
    """Return a function that creates a program with a token of the given name."""

    def make(name, user=orla):
        return Program(
            None,
            tokens.create_account_token(Who.at_page(user), name=name, scopes=ALL, expires_at=in_days(1))[1],
        )

    return make


@pytest.fixture
def desk(make_program):
    return make_program("Desk")


def ids(answer):
    return {row["name"]: row["external_id"] for row in answer.json()["players"]}


def change(desk, player, **values):
    return desk.send("PATCH", f"/tournaments/cup/players/{player.public_id}", values, If_Match=f'"{player.version}"')


class TestPlayerIds:
    @pytest.mark.rotates(4)
    def test_are_stored_and_found_by_another_token_of_the_program(self, cup, make_program, desk):
        rows = [{"name": "Eve", "external_id": "m-17"}, {"name": "Flo", "external_id": "m-18"}, {"name": "Gus"}]
        assert ids(desk.post("/tournaments/cup/players", {"players": rows}, key="k")) == {
            "Eve": "m-17", "Flo": "m-18", "Gus": "",
        }  # fmt: skip
        again = make_program("Desk")
        assert ids(again.get("/tournaments/cup/players?external_id=m-18")) == {"Flo": "m-18"}
        assert ids(desk.post("/tournaments/cup/players", {"players": rows}, key="k"))["Eve"] == "m-17"
        problem(again.post("/tournaments/cup/players", {"players": rows}, key="k"), 422, "external-id-taken")
        assert Player.objects.count() == 7
        assert ids(again.get("/tournaments/cup/players?external_id=m-1")) == {}

    @pytest.mark.rotates(4)
    def test_are_hidden_from_other_programs_and_accounts(self, cup, make_program, desk, sam, anonymous):
        desk.post("/tournaments/cup/players", {"players": [{"name": "Eve", "external_id": "m-17"}]})
        board = make_program("Board")
        for other in (board, make_program("Desk", sam)):
            assert ids(other.get("/tournaments/cup/players"))["Eve"] == ""
            assert ids(other.get("/tournaments/cup/players?external_id=m-17")) == {}
        assert b"m-17" not in anonymous(cup).get("/players").content + anonymous(cup).get("/snapshot").content
        rows = {"players": [{"name": "Eve of the board", "external_id": "m-17"}]}
        assert board.post("/tournaments/cup/players", rows).status_code == 201

    @pytest.mark.rotates(4)
    def test_belong_to_one_player_each(self, cup, desk):
        rows = [{"name": "Eve", "external_id": "m-17"}, {"name": "Flo", "external_id": "m-17"}]
        found = problem(desk.post("/tournaments/cup/players", {"players": rows}), 422, "external-id-taken")
        assert [each["pointer"] for each in found["errors"]] == ["/players/1/external_id"]
        assert Player.objects.count() == 4
        assert change(desk, cup.players["Ann"], external_id="m-17").json()["external_id"] == "m-17"
        problem(change(desk, cup.players["Bo"], external_id="m-17"), 422, "external-id-taken")
        assert change(desk, cup.players["Ann"], external_id="m-19").status_code == 200
        assert change(desk, cup.players["Bo"], external_id="m-17").status_code == 200
        assert change(desk, cup.players["Bo"], external_id="").json()["external_id"] == ""
        assert list(ExternalId.objects.values_list("value", flat=True)) == ["m-19"]

    def test_are_removed_and_restored_with_their_player(self, cup, desk):
        ann = cup.players["Ann"]
        change(desk, ann, external_id="m-17")
        registration.remove_player(cup.orla, cup.tournament, ann)
        assert not ExternalId.objects.exists()
        undo.undo(cup.orla, cup.tournament, JournalEntry.objects.get(verb="remove-player"))
        assert ids(desk.get("/tournaments/cup/players?external_id=m-17")) == {"Ann": "m-17"}
        undo.undo(cup.orla, cup.tournament, JournalEntry.objects.get(verb="change-player"))
        assert not ExternalId.objects.exists()

    @pytest.mark.rotates(4)
    def test_follow_a_moved_player_unless_taken_in_the_new_section(self, cup, desk):
        names = {"event": "Cups", "own": "A", "section": "B"}
        other = events.add_section(cup.orla, cup.tournament, **names)
        for name, given in (("Ann", "m-17"), ("Bo", "m-18")):
            change(desk, cup.players[name], external_id=given)
        rows = {"players": [{"name": "Eve", "external_id": "m-18"}]}
        assert desk.post(f"/tournaments/{other.slug}/players", rows).status_code == 201
        events.move_players(cup.orla, [cup.players["Ann"], cup.players["Bo"]], other)
        found = ids(desk.get(f"/tournaments/{other.slug}/players"))
        assert found == {"Ann": "m-17", "Bo": "", "Eve": "m-18"}

    def test_are_unique_in_the_database(self, cup, orla):
        given = {"owner": orla, "program": "Desk", "tournament": cup.tournament}
        ann, bo = cup.players["Ann"], cup.players["Bo"]
        ExternalId.objects.create(**given, player=ann, value="1")
        ExternalId.objects.create(**given, player=None, value="1")
        for wrong in (
            {"player": bo, "value": "1"}, {"player": ann, "value": "2"}, {"player": None, "value": "2"},
            {"player": bo, "value": ""},
        ):  # fmt: skip
            with pytest.raises(IntegrityError), transaction.atomic():
                ExternalId.objects.create(**given, **wrong)


class TestTournamentIds:
    @pytest.mark.rotates(4)
    def test_are_stored_found_and_changed(self, cup, make_program, desk):
        made = desk.post("/tournaments", {**NEW, "external_id": "e-1"}, key="k").json()
        assert made["external_id"] == "e-1"
        found = make_program("Desk").get("/tournaments?external_id=e-1").json()["tournaments"]
        assert [row["slug"] for row in found] == ["spring-open"]
        problem(desk.post("/tournaments", {**NEW, "name": "Other", "external_id": "e-1"}), 422, "external-id-taken")
        tag = desk.get("/tournaments/cup")["ETag"]
        for _time in range(2):
            answer = desk.send("PATCH", "/tournaments/cup", {"external_id": "e-2"}, If_Match=tag)
            assert (answer.status_code, answer.json()["external_id"]) == (200, "e-2")
        tag = desk.get("/tournaments/cup")["ETag"]
        taken = desk.send("PATCH", "/tournaments/cup", {"external_id": "e-1"}, If_Match=tag)
        problem(taken, 422, "external-id-taken")

    @pytest.mark.rotates(4)
    def test_are_hidden_from_other_programs(self, make_program, desk):
        desk.post("/tournaments", {**NEW, "external_id": "e-1"})
        board = make_program("Board")
        assert board.get("/tournaments?external_id=e-1").json()["tournaments"] == []
        assert board.get("/tournaments/spring-open").json()["external_id"] == ""
        assert board.post("/tournaments", {**NEW, "external_id": "e-1"}).status_code == 201


@pytest.mark.rotates(4)
def test_new_external_id_changes_etags_for_its_program_only(cup, program, token_of):
    desk, other = program(cup), Program(cup.tournament, token_of(cup, *ALL, name="Another"))
    path = f"/players/{cup.players['Ann'].public_id}"
    seen = {who: (who.get("/players"), who.get(path)) for who in (desk, other)}
    assert desk.send("PATCH", path, {"external_id": "a1"}, If_Match=seen[desk][1]["ETag"]).status_code == 200
    of_list, of_one = (answer["ETag"] for answer in seen[desk])
    assert desk.get("/players", If_None_Match=of_list).status_code == 200
    assert desk.get(path, If_None_Match=of_one).json()["external_id"] == "a1"
    assert len({who.get(path)["ETag"] for who in (desk, other)}) == 2
    assert other.get(path).json()["external_id"] == ""
