"""Second entry of results: differences from saved results are shown, and nothing is saved."""

import re
from copy import deepcopy

import pytest

from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.conftest import Stage, fresh
from tournaments.models import JournalEntry, Member

pytestmark = pytest.mark.django_db

AGAIN = "/t/cup/desk/rounds/1/again/"
NAMES = [f"Player {number:02}" for number in range(24)]


@pytest.fixture(scope="module")
def module_cup(module_orla):
    cup = Stage(module_orla, system="dutch", planned_rounds=5).with_players(*NAMES)
    cup.pair()
    cup.publish()
    for table in range(1, 12):
        cup.enter(table, "1-0")
    return cup


@pytest.fixture
def orla(module_orla, db):
    return deepcopy(module_orla)


@pytest.fixture
def cup(module_cup, db):
    return fresh(module_cup)


@pytest.fixture
def helper(cup, heli):
    Member.objects.create(tournament=cup.tournament, user=heli, role="helper")
    return signed_in(heli)


def tables_of(answer):
    return [int(number) for number in re.findall(r'name="t(\d+)"', answer.text)]


def typed_results(**more):
    return {f"t{table}": "1-0" for table in range(1, 12)} | more


def text_of(answer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text))


def test_saved_results_are_not_shown(cup, helper):
    answer = helper.get(AGAIN)
    assert tables_of(answer) == list(range(1, 13))
    assert 'value="1-0"' not in answer.text


def test_differences_are_shown_with_links_to_enter_them(cup, helper):
    before = JournalEntry.objects.count()
    answer = helper.post(AGAIN, typed_results(t3="0-1", t7="+--", t12="½-½"))
    text = text_of(answer)
    assert "3 of 12 pairings have different results." in text
    assert re.findall(r"Enter table (\d+)", text) == ["3", "7", "12"]
    assert "saved 1-0 , second entry 0-1" in text
    assert "saved – , second entry ½-½" in text, "a table that has none yet"
    assert "/t/cup/desk/rounds/1/results/#t7" in answer.text
    assert JournalEntry.objects.count() == before


def test_matching_results_are_confirmed(cup, helper):
    cup.enter(12, "0-1")
    text = text_of(helper.post(AGAIN, typed_results(t12="0:1")))
    assert "12 pairings checked. All results match." in text


def test_differences_in_a_closed_round_link_to_corrections_for_organisers_only(cup, helper, orla):
    cup.enter(12, "0-1")
    cup.close()
    wrong = typed_results(t2="0-1", t12="0-1")
    assert "Correct table 2" in text_of(signed_in(orla).post(AGAIN, wrong))
    assert "Correct table" not in text_of(helper.post(AGAIN, wrong))


@pytest.mark.rotates(4)
def test_sample_of_tables_is_random(cup, helper):
    drawn = tables_of(helper.get(AGAIN, {"tables": 5}))
    assert len(set(drawn)) == 5
    assert drawn == sorted(drawn)
    others = [tables_of(helper.get(AGAIN, {"tables": 5})) for _try in range(20)]
    assert any(other != drawn for other in others), "another lot each time (792 of them)"
    sent = {f"t{table}": "1-0" for table in (1, 2)}
    assert "2 pairings checked" in text_of(helper.post(AGAIN, sent))


@pytest.mark.parametrize("many", ["0", "-3", "x", "99", "9" * 5000])
def test_invalid_sample_size_checks_all_tables(cup, helper, many):
    assert len(tables_of(helper.get(AGAIN, {"tables": many}))) == 12


def test_blank_tables_need_confirmation_and_typed_results_stay(cup, helper):
    answer = helper.post(AGAIN, typed_results(t1="", t12=" "))
    assert answer.status_code == 422
    assert "2 pairings are still blank." in text_of(answer)
    assert answer.text.count('value="1-0"') == 10
    text = text_of(helper.post(AGAIN, typed_results(t1="", t12="", do="without")))
    assert "10 pairings checked" in text


def test_invalid_result_is_marked_before_any_comparison(cup, helper):
    answer = helper.post(AGAIN, typed_results(t3="banana", t4="0-1", t12="1-0", do="without"))
    assert answer.status_code == 422
    assert "Not a valid result." in answer.text
    assert 'value="banana"' in answer.text
    assert "another result" not in answer.text


def test_form_without_results_is_refused(cup, helper):
    blank = {f"t{table}": "" for table in range(1, 13)}
    assert helper.post(AGAIN, {**blank, "do": "without"}).status_code == 422


def test_draft_has_no_second_entry(make, orla):
    cup = make(system="dutch", planned_rounds=5).with_players("Ann", "Bo")
    cup.pair()
    slug = cup.tournament.slug
    assert signed_in(orla).get(AGAIN.replace("cup", slug))["Location"] == f"/t/{slug}/desk/"
