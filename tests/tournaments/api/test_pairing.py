"""Pairing in the API: systems, presets, wishes, reasons, and questions about a round."""

import pytest

from pairings.options import as_json
from pairings.systems.papp import PRESETS, Options
from tests.tournaments.api.conftest import Program
from tournaments.drafts import editing
from tournaments.models import FixedPair, ForbiddenPair, JournalEntry
from tournaments.players import registration

pytestmark = pytest.mark.django_db


@pytest.fixture
def swiss(make):
    """Eight players under PAPP after one round, in which the first player of each table won."""
    stage = make(system="papp", game="othello", score_kind="", score_total=None).with_players(*"ABCDEFGH")
    stage.tournament.stages.update(seed="00f1")  # fixed draw between equal pairings
    stage.play("1-0", "1-0", "1-0", "1-0")
    return stage


@pytest.fixture
def organiser(orla):
    def signed_in(stage):
        program = Program(stage.tournament)
        program.client.force_login(orla)
        return program

    return signed_in


def change_system(program, body):
    return program.send("PATCH", "/system", body, If_Match=program.get("/system")["ETag"])


def opponents(document):
    """Return the opponent of each player in a round's document, by name."""
    games = [[side["name"] for side in (p["first"], p["second"])] for p in document["pairings"]]
    return {one: other for game in games for one, other in (game, game[::-1])}


def stranger_to(stage, name):
    """Return a player who does not meet the given player in the current draft."""
    table = stage.round.appearances.get(player=stage.players[name]).pairing
    met = {place.player.name for place in table.appearances.select_related("player")}
    return next(other for other in stage.players if other not in met)


class TestSystems:
    def test_every_option_and_preset_is_listed(self, client):
        found = {s["key"]: s for s in client.get("/api/v1/systems").json()["systems"]}
        papp = found["papp"]
        assert [p["key"] for p in papp["presets"]] == list(PRESETS)
        assert {o["name"]: o["default"] for o in papp["options"]} == as_json(Options())
        assert len(papp["checks"]) == 3

    def test_preset_sets_all_its_options(self, make, organiser):
        desk = organiser(make(system="papp"))
        answer = change_system(desk, {"preset": "slim"})
        assert answer.status_code == 200, answer.content
        assert answer.json()["options"] == as_json(PRESETS["slim"].options)
        assert desk.get("/system").json()["preset"] == "slim"

    def test_edition_of_the_dutch_rules_is_an_option_of_page_and_api(self, make, organiser):
        stage = make(system="dutch", planned_rounds=5)
        desk = organiser(stage)
        page = desk.client.get(f"/t/{stage.tournament.slug}/desk/settings/").content.decode()
        assert "In force since 1 February 2026" in page
        assert "In force from 1 July 2017 to 31 January 2026" in page
        assert change_system(desk, {"options": {"edition": "2017"}}).json()["options"]["edition"] == "2017"
        refused = change_system(desk, {"options": {"edition": "1998"}}).json()
        assert [error["pointer"] for error in refused["errors"]] == ["/options/edition"]

    def test_options_on_top_of_a_preset_make_it_custom(self, make, organiser):
        desk = organiser(make(system="papp"))
        answer = change_system(desk, {"preset": "club", "options": {"order": 3}}).json()
        assert (answer["preset"], answer["options"]["order"]) == (None, 3)
        assert answer["options"]["club"] == as_json(PRESETS["club"].options)["club"]
        text = change_system(desk, {"options": {"again_at_once": 7}}).json()["options"]
        assert (text["order"], text["again_at_once"]) == (3, 7)

    def test_contradicting_options_are_refused_with_a_pointer(self, make, organiser):
        answer = change_system(organiser(make(system="papp")), {"options": {"floats": [0, 30], "float_back": 20}})
        assert answer.status_code == 422
        assert [error["pointer"] for error in answer.json()["errors"]] == ["/options/float_back"]

    def test_unknown_presets_options_and_systems_are_refused(self, make, organiser):
        desk = organiser(make(system="papp"))
        for body in ({"preset": "shogi"}, {"options": {"shogi": 1}}, {"options": {"order": "much"}}, {"system": "x"}):
            assert change_system(desk, body).status_code == 422

    def test_new_system_starts_with_its_defaults(self, cup, organiser):
        answer = change_system(organiser(cup), {"system": "papp", "planned_rounds": 5}).json()
        assert (answer["system"], answer["preset"], answer["planned_rounds"]) == ("papp", "papp", 5)

    def test_system_cannot_be_changed_after_the_first_round(self, swiss, organiser):
        answer = change_system(organiser(swiss), {"preset": "slim"})
        assert (answer.status_code, answer.json()["code"]) == (422, "too-late")

    def test_second_of_two_changes_with_one_etag_is_stale(self, make, organiser):
        desk = organiser(make(system="papp"))
        read = desk.get("/system")["ETag"]
        assert desk.send("PATCH", "/system", {"preset": "slim"}, If_Match=read).status_code == 200
        assert desk.send("PATCH", "/system", {"preset": "club"}, If_Match=read).status_code == 412

    def test_token_without_admin_reads_but_cannot_change_the_system(self, cup, program):
        desk = program(cup)
        assert desk.get("/system").json()["system"] == "round-robin"
        assert change_system(desk, {"system": "papp"}).status_code == 403


class TestWishes:
    def test_fixed_pair_meets_and_the_others_are_paired(self, swiss, program):
        desk = program(swiss)
        a, b = (swiss.players[name].public_id for name in "AB")
        answer = desk.post("/wishes/fixed", {"round": 2, "first": a, "second": b}, key="fix")
        assert answer.status_code == 201, answer.content
        assert desk.post("/wishes/fixed", {"round": 2, "first": a, "second": b}, key="fix").json() == answer.json()
        assert desk.get("/wishes/fixed").json()["pairs"] == [answer.json()]
        assert opponents(desk.post("/rounds", {"number": 2}).json())["A"] == "B"

    @pytest.mark.rotates(2)
    def test_forbidden_pair_does_not_meet(self, swiss, program):
        desk = program(swiss)
        met = opponents(desk.post("/rounds", {"number": 2}).json())["A"]
        desk.send("DELETE", "/rounds/2", If_Match=desk.get("/rounds/2")["ETag"])
        ids = {"first": swiss.players["A"].public_id, "second": swiss.players[met].public_id}
        answer = desk.post("/wishes/forbidden", ids, key="forbid")
        assert (answer.status_code, answer.json()["first_round"]) == (201, 1)
        assert desk.post("/wishes/forbidden", ids, key="forbid").json() == answer.json()
        assert desk.get("/wishes/forbidden").json()["pairs"] == [answer.json()]
        assert opponents(desk.post("/rounds", {"number": 2}).json())["A"] != met

    def test_fixed_and_forbidden_pairs_are_cancelled_once(self, swiss, program):
        desk, p = program(swiss), swiss.players
        fixed = {"round": 2, "first": p["A"].public_id, "second": p["B"].public_id}
        forbidden = {"first": p["C"].public_id, "second": p["D"].public_id}
        for path, body in (("/wishes/fixed", fixed), ("/wishes/forbidden", forbidden)):
            wish = desk.post(path, body).json()["id"]
            assert desk.post(f"/wishes/{wish}/take-back", key=path).status_code == 204
            assert desk.post(f"/wishes/{wish}/take-back", key=path).status_code in (204, 404)
            assert desk.post(f"/wishes/{wish}/take-back").status_code == 404
        assert (FixedPair.objects.count(), ForbiddenPair.objects.count()) == (0, 0)

    def test_wishes_need_staff_rights(self, swiss, anonymous, program):
        for path in ("/wishes/fixed", "/wishes/forbidden"):
            assert anonymous(swiss).get(path).status_code == 401
            assert program(swiss, "results:write").get(path).status_code == 403
        body = {"first": swiss.players["A"].public_id, "second": swiss.players["B"].public_id}
        assert program(swiss, "results:write").post("/wishes/forbidden", body).status_code == 403

    def test_unknown_player_is_refused_with_a_pointer(self, swiss, program):
        body = {"round": 2, "first": swiss.players["A"].public_id, "second": "zzzz"}
        answer = program(swiss).post("/wishes/fixed", body)
        assert answer.json()["errors"][0]["pointer"] == "/second"


class TestReasons:
    @pytest.mark.rotates(2)
    def test_every_table_states_its_penalty_and_the_round_is_optimal(self, swiss, program, anonymous):
        swiss.pair()
        document = program(swiss).get("/rounds/2/reasons").json()
        assert document["reasons"][0]["text"].startswith("No pairing of this round has a smaller total penalty than")
        assert [table["reasons"][-1]["code"] for table in document["pairings"]] == ["papp-total"] * 4
        assert anonymous(swiss).get("/rounds/2/reasons").status_code == 404
        swiss.publish()
        assert anonymous(swiss).get("/rounds/2/reasons").json() == document

    def test_bye_has_reasons(self, make, program):
        stage = make(system="papp").with_players(*"ABC")
        stage.pair()
        byes = program(stage).get("/rounds/1/reasons").json()["byes"]
        assert [bye["reasons"][-1]["code"] for bye in byes] == ["papp-total"]

    def test_changed_draft_has_reasons_of_its_current_pairings(self, swiss, program):
        swiss.pair()
        editing.swap_players(
            swiss.orla, swiss.tournament, swiss.round, swiss.players["A"], swiss.players[stranger_to(swiss, "A")]
        )
        document = program(swiss).get("/rounds/2/reasons").json()
        assert document["reasons"][0]["code"] == "papp-round-sum"
        by_hand = [t for t in document["pairings"] if t["reasons"][0]["code"] == "by-hand"]
        assert len(by_hand) == 2
        assert {table["reasons"][-1]["code"] for table in by_hand} == {"papp-total"}

    @pytest.mark.rotates(2)
    def test_published_reasons_survive_a_correction(self, swiss, program):
        swiss.pair()
        swiss.publish()
        frozen = program(swiss).get("/rounds/2/reasons").json()
        registration.change_player(swiss.orla, swiss.tournament, swiss.players["A"], federation="FIN")
        assert program(swiss).get("/rounds/2/reasons").json() == frozen


class TestQuestions:
    def why_not(self, stage, desk, a, b):
        return desk.get(f"/rounds/2/why-not?first={stage.players[a].public_id}&second={stage.players[b].public_id}")

    def test_why_not_explains_penalties_by_terms_and_other_pairs(self, swiss, program):
        swiss.pair()
        other = stranger_to(swiss, "A")
        answer = self.why_not(swiss, program(swiss), "A", other).json()
        assert answer["extra"]["amount"] == sum(t["then"]["amount"] - t["now"]["amount"] for t in answer["terms"])
        assert {"A", other} in [{side["name"] for side in pair} for pair in answer["then"]]
        ring = next(ring for ring in answer["rings"] if "A" in {side["name"] for side in ring})
        assert other in {side["name"] for side in ring}
        assert len(answer["now"]) == len(answer["then"]) == 4
        assert answer["text"]

    def test_why_not_needs_two_players_of_the_stage(self, swiss, program):
        swiss.pair()
        answer = program(swiss).get(f"/rounds/2/why-not?first={swiss.players['A'].public_id}")
        assert answer.json()["errors"][0]["pointer"] == "/second"
        assert self.why_not(swiss, program(swiss), "A", "A").status_code == 422

    def test_why_not_is_refused_for_a_schedule(self, cup, program):
        cup.pair()
        a, b = (cup.players[name].public_id for name in ("Ann", "Bo"))
        answer = program(cup).get(f"/rounds/1/why-not?first={a}&second={b}")
        assert answer.status_code == 422
        assert "nothing to compare" in answer.json()["detail"]

    @pytest.mark.rotates(2)
    def test_manual_pairing_costs_are_compared_with_the_optimum(self, swiss, program):
        swiss.pair()
        desk = program(swiss)
        assert desk.get("/rounds/2/cost").status_code == 422
        other = stranger_to(swiss, "A")
        editing.pair_by_hand(swiss.orla, swiss.tournament, swiss.round, swiss.players["A"], swiss.players[other])
        answer = desk.get("/rounds/2/cost").json()
        assert answer["extra"]["amount"] == sum(t["then"]["amount"] - t["now"]["amount"] for t in answer["terms"])
        assert answer["extra"] == {"forbidden": 0, "amount": 81_576}
        assert {"A", other} in [{side["name"] for side in pair} for pair in answer["then"]]

    def test_questions_need_staff_rights(self, swiss, anonymous, program):
        swiss.pair()
        swiss.publish()
        for desk, status in ((anonymous(swiss), 401), (program(swiss, "results:write"), 403)):
            assert self.why_not(swiss, desk, "A", "B").status_code == status
            assert desk.get("/rounds/2/cost").status_code == status


class TestPublishing:
    @pytest.mark.rotates(2)
    def test_publishing_names_unpaired_players_until_confirmed(self, swiss, program):
        swiss.pair()
        desk = program(swiss)
        left = [place.player for place in swiss.table(1).appearances.select_related("player")]
        editing.unpair(swiss.orla, swiss.tournament, swiss.round, left[0])
        names = [{"id": player.public_id, "name": player.name} for player in sorted(left, key=lambda p: p.name)]
        answer = desk.post("/rounds/2/publish")
        assert (answer.status_code, answer.json()["code"]) == (422, "not-paired")
        assert answer.json()["players"] == names
        assert answer.json()["errors"][0]["pointer"] == "/not_paired"
        assert desk.get("/rounds/2").json()["not_paired"] == names
        assert desk.post("/rounds/2/publish", {"not_paired": [names[0]["id"]]}).json()["code"] == "not-paired"
        done = desk.post("/rounds/2/publish", {"not_paired": [side["id"] for side in names]})
        assert (done.status_code, done.json()["status"], done.json()["not_paired"]) == (200, "published", names)

    @pytest.mark.rotates(2)
    def test_publishing_a_complete_round_needs_no_confirmation(self, swiss, program):
        swiss.pair()
        assert program(swiss).post("/rounds/2/publish").json()["not_paired"] == []


class TestDrafts:
    @pytest.mark.rotates(4)
    def test_another_equal_pairing_gives_the_number_of_them(self, make, program):
        stage = make(system="papp").with_players(*"ABCD")
        stage.pair()
        desk = program(stage)
        answers = [desk.post("/rounds/1/another", key=f"step {step}").json() for step in range(3)]
        assert [(a["count"], a["complete"]) for a in answers] == [(3, True)] * 3
        assert len({opponents(a["round"])["A"] for a in answers}) == 3
        assert desk.post("/rounds/1/another", key="step 2").json() == answers[2]
        assert JournalEntry.objects.filter(verb="another-pairing").count() == 3

    def test_another_pairing_is_refused_if_there_is_only_one(self, make, program):
        stage = make(system="papp").with_players(*"AB")
        stage.pair()
        assert program(stage).post("/rounds/1/another").json()["code"] == "only-one"

    @pytest.mark.rotates(2)
    def test_rest_is_paired_beside_manual_pairings(self, swiss, program):
        swiss.pair()
        other = stranger_to(swiss, "A")
        editing.pair_by_hand(swiss.orla, swiss.tournament, swiss.round, swiss.players["A"], swiss.players[other])
        desk = program(swiss)
        answer = desk.post("/rounds/2/rest", key="rest").json()
        assert opponents(answer)["A"] == other
        assert len(opponents(answer)) == 8
        assert desk.post("/rounds/2/rest", key="rest").json() == answer

    def test_changing_drafts_needs_the_right_to_pair(self, swiss, program):
        swiss.pair()
        for path in ("/rounds/2/another", "/rounds/2/rest"):
            assert program(swiss, "read").post(path).status_code == 403
