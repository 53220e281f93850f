"""A play-off set when the tournament is created: in the plan of the day and as a step at the desk."""

import pytest
from django.urls import reverse

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.desk.progress import StepKind, next_step, progress_of
from tournaments.history import undo
from tournaments.models import Tournament
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db

ASKED = {
    "name": "Open",
    "starts_on": "2026-12-05",
    "game": "cards",
    "players": "27",
    "kind": "swiss",
    "time_zone": "UTC",
}


@pytest.fixture
def page(orla):
    client = signed_in(orla)

    def of(**text):
        answer = client.post(reverse("tournaments:create"), {**ASKED, **text})
        return answer.status_code, answer.content.decode()

    return of


class TestPlan:
    def test_plan_has_all_rounds_of_both_stages_with_their_times(self, page):
        status, shown = page(do="propose", finalists="8", first_at="10:00")
        assert status == 200
        assert "then a final for the best 8 in 3 rounds" in shown
        plan = [line.split("</li>")[0].replace("<b>", "").replace("</b>", "") for line in shown.split("<li>")[1:]]
        assert plan == [
            *("10:00 Round 1", "11:00 Round 2", "12:00 Round 3", "13:00 Round 4", "14:00 Round 5"),
            *("15:00 Round 6", "16:00 Semi-finals", "17:00 Final", "18:00 End"),
        ]

    def test_plan_is_missing_without_a_valid_start_time(self, page):
        assert 'class="plan"' not in page(do="propose")[1]
        assert 'class="plan"' not in page(do="propose", first_at="later")[1]

    def test_plan_continues_after_midnight(self, page):
        assert "<b>00:40</b> Round 3" in page(do="propose", first_at="22:40")[1]

    def test_plan_warns_if_it_exceeds_the_available_time(self, page):
        text = "This takes longer than the available time."
        assert text in page(do="propose", hours="7.5", finalists="8")[1]
        assert text not in page(do="propose", hours="8", finalists="8")[1]

    def test_field_suits_players_and_teams(self, page):
        shown = page(finalists="-3")[1]
        assert "Places in the play-off" in shown
        assert "Players in the play-off" not in shown

    def test_play_off_after_a_knock_out_is_refused(self, page):
        _status, shown = page(do="propose", kind="knock-out:single", finalists="8")
        assert "then a final for" not in shown
        status, shown = page(kind="knock-out:single", finalists="8")
        assert status == 422
        assert "No play-off can follow this format. Leave the field empty." in shown
        page(kind="swiss", finalists="8")
        assert Tournament.objects.get().finalists == 8

    @pytest.mark.parametrize("wrong", ["1", "1025", "-3", "banana"])
    def test_invalid_number_of_finalists_is_refused_at_the_field(self, page, wrong):
        status, shown = page(finalists=wrong)
        assert status == 422
        assert 'id="id_finalists_error"' in shown
        assert not Tournament.objects.exists()


class TestDesk:
    @pytest.fixture
    def played_stage(self, make):
        stage = make(system="papp", planned_rounds=1, finalists=2).with_players("Ann", "Bo", "Cy", "Di")
        stage.play("1-0", "1-0")
        return stage

    def test_next_step_after_the_last_round_is_the_play_off(self, played_stage, orla):
        assert next_step(progress_of(played_stage.tournament)).kind is StepKind.GO_ON
        client = signed_in(orla)
        slug = played_stage.tournament.slug
        assert "Start the finals" in client.get(reverse("tournaments:desk", args=[slug])).content.decode()
        shown = client.get(reverse("standings:next-stage", args=[slug])).context["form"]
        assert shown["places"].value() == 2
        sent = {"places": "2", "system": "knock-out", "decision": "lot"}
        answer = client.post(reverse("standings:next-stage", args=[slug]), sent)
        assert answer.status_code == 302, answer.context["form"].errors
        assert played_stage.tournament.stages.count() == 2
        assert next_step(progress_of(played_stage.tournament)).kind is StepKind.PAIR

    def test_next_step_without_play_off_is_the_final_standings(self, played_stage):
        lifecycle.change_settings(played_stage.orla, played_stage.tournament, finalists=None)
        played_stage.tournament.refresh_from_db()
        assert next_step(progress_of(played_stage.tournament)).kind is StepKind.ANNOUNCE
        undo.undo(played_stage.orla, played_stage.tournament, played_stage.tournament.journal.latest("sequence"))
        played_stage.tournament.refresh_from_db()
        assert played_stage.tournament.finalists == 2

    def test_proposed_number_is_limited_to_the_players(self, played_stage, orla):
        lifecycle.change_settings(played_stage.orla, played_stage.tournament, finalists=64)
        shown = (
            signed_in(orla).get(reverse("standings:next-stage", args=[played_stage.tournament.slug])).context["form"]
        )
        assert shown["places"].value() == 4

    def test_settings_page_has_the_field_only_if_a_play_off_can_follow(self, make, orla):
        slug = make(system="papp", planned_rounds=3).tournament.slug
        client = signed_in(orla)
        assert "finalists" in client.get(reverse("tournaments:settings", args=[slug])).context["form"].fields
        Tournament.objects.get().stages.update(system="knock-out", options={})
        assert "finalists" not in client.get(reverse("tournaments:settings", args=[slug])).context["form"].fields
