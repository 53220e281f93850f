"""Schedules, seats and stages in the API."""

import pytest

from tests.tournaments.api.conftest import Program
from tournaments.players import registration

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(orla):
    def signed_in(stage):
        program = Program(stage.tournament)
        program.client.force_login(orla)
        return program

    return signed_in


def names(sides):
    return [side["player"]["name"] for side in sides]


class TestSeats:
    def test_draw_returns_its_seed_and_is_made_once_for_a_key(self, cup, program):
        desk = program(cup)
        first = desk.post("/seats", {"seating": "lot"}, key="draw")
        again = desk.post("/seats", {"seating": "lot"}, key="draw")
        assert first.status_code == again.status_code == 201
        assert first.json()["seed"] == again.json()["seed"]
        assert sorted(names(first.json()["seats"])) == ["Ann", "Bo", "Cy", "Di"]

    def test_seats_by_hand_use_the_given_order(self, cup, program):
        order = [cup.players[name].public_id for name in ("Cy", "Di", "Ann", "Bo")]
        answer = program(cup).post("/seats", {"seating": "hand", "players": order})
        assert names(answer.json()["seats"]) == ["Cy", "Di", "Ann", "Bo"]

    def test_seats_by_hand_with_a_missing_player_are_refused(self, cup, program):
        answer = program(cup).post("/seats", {"seating": "hand", "players": [cup.players["Cy"].public_id]})
        assert (answer.status_code, answer.json()["code"]) == (422, "seats-differ")

    def test_restricted_draw_reports_its_success(self, make, program):
        robin = make().with_players(*"ABCDEFGHIJ", federation="FIN")
        for name in "ABC":
            registration.change_player(robin.orla, robin.tournament, robin.players[name], club="Kerho")
        answer = program(robin).post("/seats", {"seating": "varma", "apart": "club"}).json()
        assert (answer["draw"]["apart"], answer["draw"]["done"], answer["draw"]["repeated"]) == ("club", True, True)
        assert [reason["text"] for reason in answer["draw"]["reasons"]] == [
            "By lot, with club mates not meeting in rounds 7 to 9 if possible.",
            "None of them meet in those rounds.",
        ]
        assert answer["draw"]["reasons"][0]["article"] == "FIDE C.05, Annex 2"

    def test_seating_of_another_system_is_refused(self, cup, program):
        answer = program(cup).post("/seats", {"seating": "classes"})
        assert (answer.status_code, answer.json()["code"]) == (422, "unknown-seating")

    def test_seats_by_hand_have_no_draw(self, cup, program):
        order = [cup.players[name].public_id for name in ("Cy", "Di", "Ann", "Bo")]
        assert program(cup).post("/seats", {"seating": "hand", "players": order}).json()["draw"] is None

    def test_seats_and_schedule_are_hidden_before_the_first_round(self, cup, program, anonymous):
        program(cup).post("/seats", {"seating": "lot"})
        assert anonymous(cup).get("/seats").status_code == 404
        assert anonymous(cup).get("/schedule").status_code == 404


class TestSchedule:
    def test_exists_before_any_result(self, cup, program):
        rounds = program(cup).get("/schedule").json()["rounds"]
        assert [(r["number"], r["status"], len(r["games"])) for r in rounds] == [(1, "", 2), (2, "", 2), (3, "", 2)]

    def test_double_round_robin_has_cycles_and_dates(self, make, program):
        league = make(options={"cycles": 2}, round_dates="2026-08-15").with_players("Ann", "Bo")
        rounds = program(league).get("/schedule").json()["rounds"]
        assert [(r["cycle"], r["day"]) for r in rounds] == [(1, "2026-08-15"), (2, None)]

    def test_is_published_as_a_whole_once(self, cup, program, anonymous):
        answer = program(cup).post("/schedule", key="all")
        assert {r["status"] for r in answer.json()["rounds"]} == {"published"}
        assert program(cup).post("/schedule", key="all").status_code == 201
        assert len(anonymous(cup).get("/rounds").json()["rounds"]) == 3

    def test_does_not_exist_for_systems_that_pair_from_results(self, make, program):
        swiss = make(system="papp").with_players("Ann", "Bo")
        assert program(swiss).get("/schedule").status_code == 404
        assert program(swiss).post("/schedule").json()["code"] == "no-schedule"


class TestStages:
    @pytest.fixture
    def level(self, make):
        even = make().with_players("Ann", "Bo", "Cy")
        for _round in range(3):
            even.play("½-½")
        return even

    def test_next_stage_gets_the_best_players(self, cup, organiser):
        for texts in (("1-0", "1-0"), ("0-1", "1-0"), ("1-0", "0-1")):
            cup.play(*texts)
        answer = organiser(cup).post("/stages", {"places": 2, "system": "round-robin"})
        assert [stage["first_round"] for stage in answer.json()["stages"]] == [1, 4]
        assert names(organiser(cup).get("/seats").json()["seats"]) == ["Ann", "Bo"]

    def test_undecided_tie_at_the_cut_is_refused(self, level, organiser):
        answer = organiser(level).post("/stages", {"places": 2, "system": "manual"})
        assert (answer.status_code, answer.json()["code"]) == (422, "tie-undecided")

    @pytest.mark.rotates(2)
    def test_tie_at_the_cut_is_decided_by_hand(self, level, organiser):
        order = [level.players[name].public_id for name in ("Cy", "Bo", "Ann")]
        body = {"places": 2, "system": "manual", "ties": "hand", "order": order, "reason": "blitz games"}
        assert organiser(level).post("/stages", body).status_code == 201
        assert names(organiser(level).get("/seats").json()["seats"]) == ["Cy", "Bo"]

    def test_token_without_admin_cannot_start_a_stage(self, level, program):
        body = {"places": 2, "system": "manual", "ties": "lot"}
        assert program(level).post("/stages", body).status_code == 403
