"""Planned times: no match is called before its time, and matches follow the order of the plan."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.hall.courts import floor, names, with_courts
from tournaments.core.journal.errors import Refused
from tournaments.hall import calling
from tournaments.models.courts import CourtPlan, CourtSettings

pytestmark = pytest.mark.django_db
NINE = datetime(2026, 1, 10, 7, 0, tzinfo=UTC)


@pytest.fixture
def planned_evening(evening):
    """Six players on two courts, with a start time every 20 minutes from 9:00 in Helsinki."""
    plan = calling.plan_of(evening.tournament, NINE, 20, 2, rest=False)
    settings = calling.with_plan(evening.tournament, plan)
    evening.tournament = calling.set_courts(evening.orla, evening.tournament, settings)
    return evening


def at(stage, minutes):
    return floor(stage, NINE + timedelta(minutes=minutes))


def first_games(stage, slot):
    plan = stage.tournament.court_settings.plans[stage.tournament.slug]
    by_place = {(match.round.number, match.pairing.table): names(match) for match in floor(stage).by_pairing.values()}
    return [by_place[game] for game in plan.slots[slot]]


class TestPlan:
    def test_plan_has_every_game_once(self, planned_evening):
        plan = planned_evening.tournament.court_settings.plans[planned_evening.tournament.slug]
        games = [game for slot in plan.slots for game in slot]
        assert len(games) == len(set(games)) == 15
        assert CourtPlan.of(plan.stored) == plan

    def test_match_is_not_called_before_its_planned_time(self, planned_evening):
        assert not at(planned_evening, -1).proposed
        now = at(planned_evening, 0)
        assert sorted(map(names, now.proposed.values())) == sorted(first_games(planned_evening, 0))
        later = next(match for match in now.queue if names(match) in first_games(planned_evening, 1))
        assert now.why_not(later) == ["Planned for 09:20."]

    def test_queue_and_estimates_follow_the_plan(self, planned_evening):
        now = at(planned_evening, -30)
        assert sorted(names(match) for match in now.queue[:2]) == sorted(first_games(planned_evening, 0))
        assert now.time_of(now.queue[0]) == NINE
        assert now.time_of(now.queue[2]) >= NINE + timedelta(minutes=20)

    def test_as_soon_as_possible_keeps_the_planned_order(self, planned_evening):
        settings = planned_evening.tournament.court_settings
        soon = CourtSettings(settings.count, plans=settings.plans, on_time=False)
        calling.set_courts(planned_evening.orla, planned_evening.tournament, soon)
        now = at(planned_evening, -30)
        assert sorted(map(names, now.proposed.values())) == sorted(first_games(planned_evening, 0))

    def test_match_put_first_or_called_manually_ignores_the_plan(self, planned_evening):
        last = at(planned_evening, -30).queue[-1]
        calling.return_to_queue(planned_evening.orla, planned_evening.tournament, last.pairing)
        assert [names(match) for match in at(planned_evening, -30).proposed.values()] == [names(last)]
        other = at(planned_evening, -30).queue[-1]
        calling.call_match(planned_evening.orla, planned_evening.tournament, other.pairing, 2)
        assert names(floor(planned_evening).on_court[2]) == names(other)

    def test_results_do_not_change_the_plan(self, planned_evening):
        before = planned_evening.tournament.court_settings
        planned_evening.round = planned_evening.tournament.rounds.get(number=1)
        planned_evening.enter(1, "1-0")
        planned_evening.tournament.refresh_from_db()
        assert planned_evening.tournament.court_settings == before

    def test_closing_a_court_keeps_the_plan_and_unknown_section_is_refused(self, planned_evening):
        stage = planned_evening
        calling.open_court(stage.orla, stage.tournament, 2, is_open=False)
        stage.tournament.refresh_from_db()
        (plan,) = stage.tournament.court_settings.plans.values()
        with pytest.raises(Refused) as refused:
            with_courts(stage, 2, plans={"elsewhere": plan})
        assert refused.value.field == "plans"

    def test_system_that_needs_results_has_no_plan(self, make):
        stage = make(system="dutch", planned_rounds=3).with_players(*"ABCD")
        with pytest.raises(Refused) as refused:
            calling.plan_of(stage.tournament, NINE, 20, 2, rest=False)
        assert refused.value.code == "no-schedule"


class TestPages:
    def test_schedule_page_sends_the_plan_to_the_queue_and_removes_it(self, evening, orla):
        client, slug = signed_in(orla), evening.tournament.slug
        asked = {"courts": 2, "minutes": 20, "start": "09:00"}
        page = client.get(reverse("tournaments:schedule-on-courts", args=[slug]), asked).text
        assert "Call matches by these times" in page
        where = reverse("tournaments:courts", args=[slug])
        sent = {"do": "plan", "courts": "2", "minutes": "20", "start": "09:00"}
        assert "Matches are now called by these times." in client.post(where, sent, follow=True).text
        evening.tournament.refresh_from_db()
        settings = evening.tournament.court_settings
        assert settings.plans[slug].minutes == 20
        form = {"do": "settings", "count": "2", "rest": "0", "minutes": "30", "planned": "soon"}
        client.post(where, form)
        evening.tournament.refresh_from_db()
        assert evening.tournament.court_settings.plans == settings.plans
        assert not evening.tournament.court_settings.on_time
        client.post(where, {**form, "planned": ""})
        evening.tournament.refresh_from_db()
        assert not evening.tournament.court_settings.plans

    @pytest.mark.parametrize("wrong", [{}, {"courts": "0"}, {"minutes": "x"}, {"start": "25:99"}])
    def test_invalid_plan_changes_nothing(self, evening, orla, wrong):
        revision = evening.revision()
        sent = {"do": "plan", "courts": "2", "minutes": "20", "start": "09:00", **wrong} if wrong else {"do": "plan"}
        signed_in(orla).post(reverse("tournaments:courts", args=[evening.tournament.slug]), sent)
        assert evening.revision() == revision
