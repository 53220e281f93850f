"""The settings form: sections by subject, only applicable settings, and marks on unusual values."""

import pytest

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.all_features.test_settings_walk import as_sent
from tournaments.core.words.names import isolate
from tournaments.setup import lifecycle
from tournaments.web.whole_records import SHOWN_VALUES_FIELD

pytestmark = pytest.mark.django_db
ADDRESS = "/t/cup/desk/settings/"


def groups_of(answer):
    return {group.key: group for group in answer.context["form"].groups()}


def test_settings_that_differ_from_the_recommendation_are_marked_and_counted(make, orla):
    make(system="dutch", planned_rounds=5, points_win="3", uses_check_in=True)
    answer = signed_in(orla).get(ADDRESS)
    groups = groups_of(answer)
    assert {key: group.changed for key, group in groups.items() if group.changed} == {
        "tournament": "1 changed", "points": "1 changed"
    }  # fmt: skip
    assert [each.usual for each in groups["points"].settings if each.usual] == ["Recommended: 1"]
    assert [each.usual for each in groups["tournament"].settings if each.usual] == ["Recommended: no"]
    assert [key for key, group in groups.items() if group.is_open] == ["tournament", "pairing"]


@pytest.mark.parametrize(
    ("settings", "gone"),
    [
        ({"system": "dutch", "planned_rounds": 5}, set()),
        ({"system": "round-robin"}, {"planned_rounds", "half_byes_most", "half_byes_not_in_last"}),
        ({"system": "papp", "game": "othello", "planned_rounds": 5}, {"time_control", "rank_method"}),
        ({"system": "team-swiss", "planned_rounds": 5}, set()),
    ],
    ids=["chess", "schedule", "Othello", "teams"],
)
def test_page_has_only_applicable_settings(make, orla, settings, gone):
    make(**settings)
    answer = signed_in(orla).get(ADDRESS)
    form = answer.context["form"]
    asked = {each.field.name for group in form.groups() for each in group.settings}
    candidates = {"planned_rounds", "half_byes_most", "half_byes_not_in_last", "time_control", "rank_method"}
    assert candidates - asked == gone
    assert [group.changed for group in form.groups() if group.changed] == []


@pytest.mark.rotates(2)
def test_another_system_is_selected_in_one_step_without_its_fields(make, orla):
    stage = make(system="round-robin", half_byes_most=None)
    client = signed_in(orla)
    sent = as_sent(client.get(ADDRESS).context["form"])
    assert "half_byes_not_in_last" not in sent
    filled = client.post(ADDRESS, {**sent, "system": "dutch:fide", "do": "fill"})
    assert filled.status_code == 200
    assert str(filled.context["form"]["half_byes_not_in_last"].value()) == "0"
    assert client.post(ADDRESS, {**sent, "system": "dutch:fide"}).status_code == 302
    assert stage.tournament.stages.get().system == "dutch"


def test_folded_section_with_an_error_is_open(make, orla):
    make(system="dutch", planned_rounds=5)
    client = signed_in(orla)
    sent = as_sent(client.get(ADDRESS).context["form"])
    answer = client.post(ADDRESS, {**sent, "points_draw": "5"})
    assert answer.status_code == 422
    assert groups_of(answer)["points"].is_open


def locked_of(answer):
    fields = answer.context["form"].fields
    return {name for name, field in fields.items() if "disabled" in field.widget.attrs}


def test_locked_settings_are_marked_and_stay_if_missing_from_the_form(make, orla):
    stage = make(system="knock-out").with_players("Ann", "Bo", "Cy", "Di")
    client = signed_in(orla)
    assert locked_of(client.get(ADDRESS)) == set()
    stage.pair()
    stage.publish()
    stage.enter(1, "1-0")
    answer = client.get(ADDRESS)
    locked = locked_of(answer)
    assert {"system", "seating", "start_positions", *lifecycle.FIXED_BY_RESULTS} <= locked
    assert "option-sides" in locked
    assert "option-games" not in locked
    assert not locked & {"name", "rules", "points_win"}
    assert answer.content.decode().count(">locked</span>") == len(locked)
    sent = {name: value for name, value in as_sent(answer.context["form"]).items() if name not in locked}
    assert client.post(ADDRESS, {**sent, "name": "Winter Cup", "option-games": "3, 1"}).status_code == 302
    stage.tournament.refresh_from_db()
    now = stage.tournament.stages.get()
    assert (stage.tournament.name, now.system, now.options["games"]) == ("Winter Cup", "knock-out", [3, 1])


def test_refused_option_lists_options_that_can_still_change(make, orla):
    make(system="knock-out").with_players("Ann", "Bo", "Cy", "Di").pair()
    client = signed_in(orla)
    sent = as_sent(client.get(ADDRESS).context["form"])
    answer = client.post(ADDRESS, {**sent, "option-sides": "lot"})
    assert answer.status_code == 422
    assert "these can still change: Games per match, from the final back." in answer.content.decode()


class TestConflicts:
    """An old page does not revert changes to values that it never showed."""

    @pytest.fixture
    def cup(self, make):
        return make(system="dutch", planned_rounds=5, city="Oulu")

    def opened(self, client):
        return as_sent(client.get(ADDRESS).context["form"])

    def test_conflicting_changes_are_named_and_saved_only_on_the_second_try(self, cup, orla):
        client = signed_in(orla)
        old = self.opened(client)
        assert client.post(ADDRESS, {**self.opened(client), "city": "Turku"}).status_code == 302
        answer = client.post(ADDRESS, {**old, "name": "Autumn Cup"})
        assert answer.status_code == 422
        assert f"Changed since you opened this page: {isolate('City')}. Nothing was saved." in answer.text
        cup.tournament.refresh_from_db()
        assert (cup.tournament.name, cup.tournament.city) == ("Cup", "Turku")
        again = as_sent(answer.context["form"])
        assert (again["name"], again["city"]) == ("Autumn Cup", "Oulu")
        assert client.post(ADDRESS, again).status_code == 302
        cup.tournament.refresh_from_db()
        assert (cup.tournament.name, cup.tournament.city) == ("Autumn Cup", "Oulu")

    def test_form_with_an_error_still_detects_conflicts(self, cup, orla):
        client = signed_in(orla)
        old = self.opened(client)
        client.post(ADDRESS, {**self.opened(client), "city": "Turku"})
        answer = client.post(ADDRESS, {**old, "name": ""})
        sent = {**as_sent(answer.context["form"]), "name": "Autumn Cup"}
        assert "Nothing was saved" in client.post(ADDRESS, sent).text

    def test_double_click_and_unrelated_changes_are_no_conflict(self, cup, orla):
        client = signed_in(orla)
        sent = {**self.opened(client), "city": "Turku"}
        cup.with_players("Ann", "Bo")
        assert [client.post(ADDRESS, sent).status_code for _click in range(2)] == [302, 302]

    @pytest.mark.parametrize("seen", ["", "{", "[]", "1", '{"city": 5}', '{"no": "field"}'])
    def test_malformed_original_values_are_ignored(self, cup, orla, seen):
        client = signed_in(orla)
        answer = client.post(ADDRESS, {**self.opened(client), "name": "Autumn Cup", SHOWN_VALUES_FIELD: seen})
        assert answer.status_code == 302
