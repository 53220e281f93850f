"""Players in the API: one validation for programs, pages and lists, and byes that can be read again."""

import pytest
from django.test import Client

from tests.tournaments.api.test_api import problem
from tournaments import player_lists
from tournaments.core.words.names import END, ISOLATE
from tournaments.players import registration
from tournaments.rounds import rounds

pytestmark = pytest.mark.django_db

#: A refused value with its field, and the correction that the message suggests.
WRONG = [
    ("birth", "31.12.1990", "1990-05-31"),
    ("birth", "1990-02-30", "1990-05-31"),
    ("birth", "2990", "1990-05-31"),
    ("federation", "finland", "three letters"),
    ("fide_id", "12a", "11 digits"),
    ("fide_id", "500123", "Ann"),
]


@pytest.fixture
def cup_with_fide_id(cup):
    registration.change_player(cup.orla, cup.tournament, cup.players["Ann"], fide_id="500123")
    return cup


def pointed_at(answer, code, pointer):
    (error,) = problem(answer, 422, code)["errors"]
    assert error["pointer"] == pointer
    return error["detail"]


class TestValidation:
    @pytest.mark.parametrize(("field", "value", "says"), WRONG)
    def test_refuses_invalid_values_in_every_way_of_entry(self, cup_with_fide_id, program, field, value, says):
        desk, bo = program(cup_with_fide_id), cup_with_fide_id.players["Bo"]
        code = "fide-id-taken" if value == "500123" else f"no-{field.replace('_', '-')}"
        rows = {"players": [{"name": "Ed"}, {"name": "Flo", field: value}]}
        assert says in pointed_at(desk.post("/players", rows), code, f"/players/1/{field}")
        path = f"/players/{bo.public_id}"
        changed = desk.send("PATCH", path, {field: value}, If_Match=desk.get(path)["ETag"])
        assert says in pointed_at(changed, code, f"/{field}")
        browser = Client()
        browser.force_login(cup_with_fide_id.orla.user)
        address = f"/t/{cup_with_fide_id.tournament.slug}/desk/players/{bo.public_id}/"
        form = {"name": "Bo", "version": bo.version, field: value}
        page = browser.post(address, form)
        assert (page.status_code, says in page.content.decode()) == (422, True)
        bo.refresh_from_db()
        assert (bo.birth, bo.federation, bo.fide_id, cup_with_fide_id.tournament.players.count()) == ("", "", "", 4)

    def test_finds_duplicates_inside_one_request(self, cup, program):
        rows = {"players": [{"name": "Ed", "fide_id": "7"}, {"name": "Flo", "fide_id": "7"}]}
        assert "Ed" in pointed_at(program(cup).post("/players", rows), "fide-id-taken", "/players/1/fide_id")

    def test_reports_faults_of_a_list_row_by_row(self):
        found = player_lists.read("Name;Federation\nEd;finland\nFlo;fin\n", chess=True)
        assert ["finland" in " ".join(row.faults) for row in found.rows] == [True, False]
        assert found.rows[1].values["federation"] == "FIN"
        assert not player_lists.read("Name;Federation\nEd;finland\n").rows[0].faults

    @pytest.mark.parametrize(
        ("sent", "read"), [("1990-05-31", "1990-05-31"), ("1990/05/31", "1990-05-31"), ("1990", "1990"), ("", "")]
    )
    def test_birth_is_read_as_an_iso_date(self, cup, program, sent, read):
        made = program(cup).post("/players", {"players": [{"name": "Ed", "birth": sent}]})
        assert made.json()["players"][0]["birth"] == read
        assert sent == "" or read.replace("-", "/") in program(cup).get("/report.trf26").content.decode()

    def test_stored_invalid_values_do_not_block_other_changes(self, cup, program):
        bo = cup.players["Bo"]
        type(bo).objects.filter(pk=bo.pk).update(federation="Lapland", birth="31.12.1990")
        desk, path = program(cup), f"/players/{bo.public_id}"
        body = {"federation": "Lapland", "birth": "31.12.1990", "club": "Oulu"}
        assert desk.send("PATCH", path, body, If_Match=desk.get(path)["ETag"]).json()["club"] == "Oulu"

    def test_federations_are_free_in_other_games(self, make, program):
        go = make(name="Go", game="go")
        made = program(go).post("/players", {"players": [{"name": "Ed", "federation": "Lapland"}]})
        assert made.json()["players"][0]["federation"] == "Lapland"


class TestByesAskedFor:
    def test_appear_in_player_list_and_snapshot(self, make, program, anonymous):
        stage = make(system="dutch", planned_rounds=5).with_players(*"ABCD")
        desk, path = program(stage), f"/players/{stage.players['A'].public_id}"
        before = desk.get(path)["ETag"]
        byes = [{"round": 3, "kind": "half"}]
        answer = desk.post(f"{path}/byes", byes[0])
        assert (answer.status_code, answer.json()["requested_byes"]) == (200, byes)
        after = desk.get(path)["ETag"]
        assert after != before
        assert answer["ETag"].strip('"') == after.strip('"').partition("-")[0]
        for listed in (desk.get("/players").json(), desk.get("/snapshot").json()):
            assert [player["requested_byes"] for player in listed["players"]] == [byes, [], [], []]
        assert "requested_byes" not in anonymous(stage).get(path).json()

    def test_for_a_round_beyond_the_last_are_refused(self, make, program):
        stage = make(system="dutch", planned_rounds=5).with_players(*"ABCD")
        answer = program(stage).post(f"/players/{stage.players['A'].public_id}/byes", {"round": 99, "kind": "half"})
        assert "5 rounds" in pointed_at(answer, "no-such-round", "/round")
        robin = make(name="Robin").with_players(*"ABCD")
        answer = program(robin).post(f"/players/{robin.players['A'].public_id}/byes", {"round": 4, "kind": "zero"})
        assert "3 rounds" in pointed_at(answer, "no-such-round", "/round")


class TestPairingTells:
    def test_names_unpaired_players_with_reasons(self, make, program):
        stage = make(system="dutch", planned_rounds=5, uses_check_in=True)
        stage.with_players(*"ABCDEF", rating=1500)
        desk, players = program(stage), stage.players
        for name in "ABCD":
            answer = desk.post(f"/players/{players[name].public_id}/check-in").json()
        assert (answer["checked_in"], answer["uses_check_in"]) == (True, True)
        desk.post(f"/players/{players['D'].public_id}/withdraw")
        desk.post(f"/players/{players['C'].public_id}/byes", {"round": 1, "kind": "half"})
        paired = desk.post("/rounds", {"number": 1}).json()
        assert {line["player"]["name"]: line["why"] for line in paired["left_out"]} == {
            "D": "withdrawn", "E": "not-checked-in", "F": "not-checked-in",
        }  # fmt: skip
        assert paired["notices"] == []

    def test_gives_a_notice_that_ranks_are_missing(self, make, program):
        go = make(game="go", system="mcmahon", planned_rounds=3).with_players(*"ABCD")
        (notice,) = program(go).post("/rounds", {"number": 1}).json()["notices"]
        assert notice == "None of 4 players has a rank. All start level, without handicaps."

    def test_gives_a_notice_of_a_round_beyond_the_plan(self, make, program, client):
        stage = make(system="dutch", planned_rounds=1).with_players(*"ABCD")
        stage.play("1-0", "1-0")
        (notice,) = program(stage).post("/rounds", {"number": 2}).json()["notices"]
        assert "1 round was planned" in notice
        client.force_login(stage.orla.user)
        assert notice in client.get(f"/t/{stage.tournament.slug}/desk/rounds/2/").content.decode()


class TestTwins:
    def test_answer_lists_players_of_the_same_name(self, cup, program):
        desk = program(cup)
        assert desk.post("/players", {"players": [{"name": "Ed"}]}).json()["twins"] == []
        answer = desk.post("/players", {"players": [{"name": "ann"}, {"name": "Flo"}, {"name": "Flo"}]})
        ann, flo, other = (row["id"] for row in answer.json()["players"])
        assert answer.status_code == 201
        assert answer.json()["twins"] == [
            {"player": {"id": ann, "name": "ann"}, "like": {"id": cup.players["Ann"].public_id, "name": "Ann"}},
            {"player": {"id": other, "name": "Flo"}, "like": {"id": flo, "name": "Flo"}},
        ]
        assert [each.replace(ISOLATE, "").replace(END, "") for each in answer.json()["notices"]] == [
            f"Another {name} was already on the list. If this is the same person, remove one of the two."
            for name in ("ann", "Flo")
        ]

    def test_repeated_request_gets_the_same_answer(self, cup, program):
        desk, sent = program(cup), {"players": [{"name": "Ann"}]}
        first, second = (desk.post("/players", sent, key="again").json() for _time in range(2))
        assert (first, len(first["twins"])) == (second, 1)

    @pytest.mark.parametrize("names", [["Ed", "Ann"], ["Ed", "ED"]])
    def test_same_names_are_refused_on_request(self, cup, program, names):
        sent = {"players": [{"name": name} for name in names], "new_names": True}
        assert "already on the list" in pointed_at(program(cup).post("/players", sent), "twin", "/players/1/name")
        assert cup.tournament.players.count() == 4


def test_game_forfeited_by_withdrawal_cannot_become_a_played_win(cup, program):
    rounds.publish_schedule(cup.orla, cup.tournament)
    desk, ann = program(cup), cup.players["Ann"]
    desk.post(f"/players/{ann.public_id}/withdraw")
    table = next(row for row in desk.get("/rounds/1").json()["pairings"] if ann.name in str(row))
    path, etag = f"/pairings/{table['id']}/result", f'"{table["version"]}"'
    for method, body in (("PUT", {"notation": "1-0"}), ("DELETE", None)):
        problem(desk.send(method, path, body, If_Match=etag), 422, "has-left")
    whole = {"results": [{"pairing": table["id"], "result": {"notation": "1-0"}}]}
    problem(desk.put("/rounds/1/results", whole, read="/rounds/1"), 422, "has-left")
    desk.post(f"/players/{ann.public_id}/return")
    assert desk.send("PUT", path, {"notation": "1-0"}, If_Match=etag).json()["result"]["decision"] == "played"
