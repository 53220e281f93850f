"""Events in the API: sections, players, and moves between sections, once and with the right scope."""

from uuid import uuid4

import pytest
from django.test import Client

from tests.tournaments.api.conftest import Program
from tests.tournaments.api.test_api import problem
from tests.tournaments.conftest import Stage
from tournaments.drafts import editing
from tournaments.events import events
from tournaments.models import JournalEntry, Member
from tournaments.players import registration
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db

BOTH = ("players:write", "event")


@pytest.fixture
def spring(make):
    """An event with Ann, Bo and Cy in section A, and Ed in B."""
    stage = make(name="Spring", system="dutch", planned_rounds=3).with_players("Ann", "Bo", "Cy")
    names = {"event": "Spring", "own": "A", "section": "B"}
    stage.other = events.add_section(stage.orla, stage.tournament, **names)
    registration.add_player(stage.orla, stage.other, name="Ed", birth="1990/05/31")
    stage.tournament.refresh_from_db()
    return stage


def read(path, token=None, **headers):
    client = Client(raise_request_exception=False)
    own = {"Authorization": f"Bearer {token}"} if token else {}
    return client.get(f"/api/v1/events/spring{path}", headers={**own, **headers})


def move(program, spring, key=None, to=None):
    return program.post(f"/players/{spring.players['Ann'].public_id}/move", {"to": to or spring.other.slug}, key=key)


class TestReading:
    def test_event_lists_its_sections_in_order_without_drafts(self, spring):
        spring.pair()
        found = read("").json()
        assert (found["slug"], found["name"]) == ("spring", "Spring")
        rows = [(row["slug"], row["section"], row["name"], row["players"], row["rounds"]) for row in found["sections"]]
        assert rows == [("spring", "A", "Spring – A", 3, 0), ("spring-b", "B", "Spring – B", 1, 0)]
        spring.publish()
        assert read("").json()["sections"][0]["rounds"] == 1
        assert read("").json()["sections"][0]["planned_rounds"] == 3

    def test_tournament_names_its_event_and_section(self, spring, anonymous, cup):
        found = anonymous(spring).get("").json()
        assert (found["event"], found["section"]) == ("spring", "A")
        alone = anonymous(cup).get("").json()
        assert (alone["event"], alone["section"]) == (None, "")

    def test_players_of_all_sections_come_by_name_without_private_data(self, spring, token_of):
        rows = read("/players").json()["players"]
        assert [(row["player"]["name"], row["section"]) for row in rows] == [
            ("Ann", "spring"), ("Bo", "spring"), ("Cy", "spring"), ("Ed", "spring-b"),
        ]  # fmt: skip
        for scopes, birth in ((("read",), "1990"), (("read", "event"), "1990-05-31")):
            (ed,) = read("/players", token_of(spring, *scopes)).json()["players"][3:]
            assert ed["player"]["birth"] == birth

    def test_hidden_sections_and_events_without_public_ones_are_absent(self, spring, token_of):
        lifecycle.change_settings(spring.orla, spring.other, is_public=False)
        assert len(read("").json()["sections"]) == 1
        assert len(read("", token_of(spring, "read")).json()["sections"]) == 1
        assert len(read("", token_of(spring, "read", "event")).json()["sections"]) == 2
        lifecycle.change_settings(spring.orla, spring.tournament, is_public=False)
        problem(read(""), 404, "not-found")

    @pytest.mark.parametrize("path", ["", "/players"])
    def test_unchanged_event_is_not_sent_again(self, spring, path):
        etag = read(path)["ETag"]
        assert read(path, **{"If-None-Match": etag}).status_code == 304
        registration.add_player(spring.orla, spring.other, name="Flo")
        assert read(path, **{"If-None-Match": etag}).status_code == 200


class TestMoving:
    def test_event_token_moves_a_player_once(self, spring, program):
        editing.forbid_pair(spring.orla, spring.tournament, spring.players["Ann"], spring.players["Bo"])
        board, key = program(spring, *BOTH), uuid4().hex
        found = move(board, spring, key).json()
        assert (found["section"], found["player"]["name"], found["pairs"]) == ("spring-b", "Ann", ["Ann – Bo"])
        assert found["player"]["id"] == spring.players["Ann"].public_id
        before = JournalEntry.objects.count()
        assert move(board, spring, key).json()["player"] == found["player"]
        assert move(board, spring).json()["player"] == found["player"], "who is there stays there"
        assert JournalEntry.objects.count() == before

    def test_token_of_a_single_section_cannot_move(self, spring, program):
        problem(move(program(spring, "players:write"), spring), 403, "not-allowed")
        problem(move(program(spring, "read", "results:write", "event"), spring), 403, "not-allowed")
        assert spring.tournament.players.count() == 3

    def test_moving_needs_rights_of_the_maker_in_both_sections(self, spring, program):
        board = program(spring, *BOTH)
        Member.objects.filter(tournament=spring.other).delete()
        problem(move(board, spring), 403, "not-allowed")

    def test_moving_after_round_1_is_paired_is_refused(self, spring, program):
        spring.pair()
        problem(move(program(spring, *BOTH), spring), 422, "already-paired")

    def test_moving_outside_the_event_is_refused(self, spring, program, orla):
        elsewhere = Stage(orla, name="Elsewhere").tournament
        board = program(spring, *BOTH)
        problem(move(board, spring, to=elsewhere.slug), 404, "not-found")
        problem(move(board, spring, to="nowhere"), 404, "not-found")
        problem(board.post(f"/players/{spring.players['Ann'].public_id}/move", {}), 422, "invalid")
        alone = program(Stage(orla, name="Alone").with_players("Zoe"), *BOTH)
        problem(alone.post("/players/zzzzzzzz/move", {"to": "spring"}), 404, "not-found")

    def test_signed_in_organiser_moves_a_player(self, spring, orla):
        board = Program(spring.tournament)
        board.client.force_login(orla)
        assert move(board, spring).status_code == 200
