"""A repeated request gets the same answer as the first one, even if that was lost."""

import pytest

from tests.tournaments.api.test_api import problem
from tournaments.drafts import editing
from tournaments.models import FixedPair, Pairing, Player
from tournaments.players import registration
from tournaments.rounds import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def field(make):
    """Four players of a manually paired tournament whose first round is a draft."""
    stage = make(system="manual").with_players("Ann", "Bo", "Cy", "Di")
    stage.pair()
    ids = [stage.players[name] for name in ("Ann", "Bo", "Cy", "Di")]
    editing.set_pairings(stage.orla, stage.tournament, stage.round, [(ids[0], ids[1]), (ids[2], ids[3])])
    return stage


def twice(desk, method, path, body, etag):
    answers = [desk.send(method, path, body, If_Match=etag) for _time in (1, 2)]
    assert answers[0].status_code in (200, 204), answers[0].content
    return answers


class TestRepeatedRequest:
    @pytest.mark.rotates(4)
    def test_repeated_conditional_request_gets_the_same_answer(self, field, program):
        desk = program(field)
        ids = {name: player.public_id for name, player in field.players.items()}
        pairs = [{"first": ids["Ann"], "second": ids["Cy"]}, {"first": ids["Bo"], "second": ids["Di"]}]
        asked = [
            ("PATCH", f"/players/{ids['Ann']}", {"rating": 1500}, f"/players/{ids['Ann']}"),
            ("PUT", "/rounds/1/pairings", {"pairings": pairs}, "/rounds/1"),
            ("PUT", "/hall", {"first": 5, "closed": [], "rooms": []}, "/hall"),
            ("PUT", "/rules", {"rules": "fide-2026"}, "/rules"),
            ("DELETE", "/rounds/1", None, "/rounds/1"),
        ]
        for method, path, body, read in asked:
            first, second = twice(desk, method, path, body, desk.get(read)["ETag"])
            assert (second.status_code, second.content) == (first.status_code, first.content), path
            assert second.headers.get("ETag") == first.headers.get("ETag"), path

    @pytest.mark.rotates(8)
    def test_different_change_with_the_same_etag_is_a_conflict(self, field, program):
        desk = program(field)
        path = f"/players/{field.players['Ann'].public_id}"
        etag = desk.get(path)["ETag"]
        twice(desk, "PATCH", path, {"rating": 1500}, etag)
        problem(desk.send("PATCH", path, {"rating": 1600}, If_Match=etag), 412, "stale")

    def test_repeated_request_gets_the_current_state(self, field, program):
        desk = program(field)
        path = f"/players/{field.players['Ann'].public_id}"
        etag = desk.get(path)["ETag"]
        desk.send("PATCH", path, {"rating": 1500}, If_Match=etag)
        registration.change_player(field.orla, field.tournament, field.players["Ann"], rating=1700)
        assert desk.send("PATCH", path, {"rating": 1500}, If_Match=etag).json()["rating"] == 1700
        assert Player.objects.get(name="Ann").rating == 1700

    def test_change_already_made_by_someone_else_succeeds(self, field, program):
        desk = program(field)
        path = f"/players/{field.players['Ann'].public_id}"
        etag = desk.get(path)["ETag"]
        registration.change_player(field.orla, field.tournament, field.players["Ann"], rating=1500)
        assert desk.send("PATCH", path, {"rating": 1500}, If_Match=etag).status_code == 200

    @pytest.mark.rotates(2)
    def test_new_draft_differs_from_the_discarded_one(self, field, program):
        desk = program(field)
        etag = desk.get("/rounds/1")["ETag"]
        assert desk.send("DELETE", "/rounds/1", If_Match='"other"').status_code == 412
        assert desk.send("DELETE", "/rounds/1", If_Match=etag).status_code == 204
        field.pair()
        assert desk.send("DELETE", "/rounds/1", If_Match=etag).status_code == 204
        assert field.tournament.rounds.exists()

    def test_taking_a_wish_back_twice_succeeds(self, field, program):
        desk = program(field)
        ids = [field.players[name].public_id for name in ("Ann", "Bo")]
        pair = desk.post("/wishes/fixed", {"round": 2, "first": ids[0], "second": ids[1]}).json()
        for _time in (1, 2):
            assert desk.post(f"/wishes/{pair['id']}/take-back", key="back").status_code == 204
        assert not FixedPair.objects.exists()
        problem(desk.post(f"/wishes/{pair['id']}/take-back", key="other"), 404, "not-found")

    def test_idempotency_key_compares_meaning_and_not_spelling(self, field, program):
        desk = program(field)
        spelled = ['{"players": [{"name": "Eve", "rating": 1500}]}', '{"players":[{"rating":1500,"name":"\\u0045ve"}]}']
        for text in spelled:
            headers = {**desk.headers, "Idempotency-Key": "k"}
            answer = desk.client.post(desk.root + "/players", text, content_type="application/json", headers=headers)
            assert answer.status_code == 201
        assert Player.objects.filter(name="Eve").count() == 1
        problem(desk.post("/players", {"players": [{"name": "Flo"}]}, key="k"), 422, "key-reused")


class TestReplaced:
    def test_replaced_pairing_names_the_current_table_of_both_players(self, field, program):
        desk = program(field)
        old = field.table(2).public_id
        p = field.players
        editing.set_pairings(field.orla, field.tournament, field.round, [(p["Di"], p["Cy"]), (p["Ann"], p["Bo"])])
        answer = problem(desk.get(f"/pairings/{old}"), 410, "replaced")
        assert answer["successor"] == {"id": field.table(1).public_id, "table": 1, "round": 1}

    @pytest.mark.rotates(2)
    def test_replaced_pairing_falls_back_to_table_number_even_after_discard(self, field, program, anonymous):
        old = field.table(2).public_id
        p = field.players
        rounds.discard_round(field.orla, field.tournament, field.round)
        assert problem(program(field).get(f"/pairings/{old}"), 410, "replaced")["successor"] is None
        problem(anonymous(field).get(f"/pairings/{old}"), 404, "not-found")
        field.pair()
        editing.set_pairings(field.orla, field.tournament, field.round, [(p["Ann"], p["Di"]), (p["Bo"], p["Cy"])])
        problem(anonymous(field).get(f"/pairings/{old}"), 404, "not-found")
        field.publish()
        for reader in (program(field), anonymous(field)):
            found = problem(reader.get(f"/pairings/{old}"), 410, "replaced")["successor"]
            assert found["id"] == Pairing.objects.get(table=2).public_id

    def test_result_and_operation_for_a_replaced_pairing_report_it(self, field, program):
        desk = program(field)
        old = field.table(1).public_id
        p = field.players
        editing.set_pairings(field.orla, field.tournament, field.round, [(p["Ann"], p["Di"]), (p["Bo"], p["Cy"])])
        field.publish()
        problem(desk.send("PUT", f"/pairings/{old}/result", {"notation": "1-0"}, If_Match='"0"'), 410, "replaced")
        wish = {"id": "0" * 32, "type": "result", "pairing": old, "version": 0, "result": {"notation": "1-0"}}
        (answer,) = desk.send("POST", "/ops", {"operations": [wish]}).json()["operations"]
        assert (answer["status"], answer["problem"]["code"]) == ("rejected", "replaced")
        assert answer["problem"]["successor"]["table"] == 1

    def test_unknown_pairing_is_not_found(self, field, program):
        problem(program(field).get("/pairings/abcdefgh"), 404, "not-found")
