"""The results page in daily use: keyboard, mouse, two people, no network, no script."""

from datetime import date
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.organiser import PASSWORD, sign_in_by_cookie, stop_at_requests
from tests.browser.page_reading import measure, settle
from tournaments.core.rights import Who
from tournaments.history import undo
from tournaments.models import JournalEntry, Member, Result, User
from tournaments.players import registration
from tournaments.rounds import rounds
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hall():
    """A running round of six tables, with an organiser and a helper."""
    orla = User.objects.create_user("Orla", password=PASSWORD)
    heli = User.objects.create_user("Heli", password=PASSWORD)
    who = Who.at_page(orla)
    tournament = lifecycle.create_tournament(
        who, name="Hall", game="chess", starts_on=date(2026, 3, 1), time_zone="Europe/Helsinki"
    )
    Member.objects.create(tournament=tournament, user=heli, role="helper")
    registration.add_players(who, tournament, [{"name": f"Player {letter}"} for letter in "ABCDEFGHIJKL"])
    rounds.publish_round(who, tournament, rounds.pair_next_round(who, tournament, 1))
    return tournament


def sign_in(page, url, name, *, script=True):
    sign_in_by_cookie(page, url, name)
    stop_at_requests(page)
    page.goto(f"{url}/t/hall/desk/rounds/1/results/")
    expect(page.get_by_role("heading", name="Results of round 1")).to_be_visible()
    if script:
        settle(page)
        if measure(page, "document.activeElement === document.body"):
            page.keyboard.press("Enter")  # selects the highlighted table
    return page


def held_back(page):
    """Hold requests that store a result until the returned function is called."""
    held, free = [], []
    page.route("**/result/", lambda route: route.continue_() if free else held.append(route))

    def release():
        page.wait_for_function("() => document.querySelector('tr.waiting')")
        free.append(True)
        for route in held:
            route.continue_()

    return release


def stored_results():
    return {r.pairing.table: f"{r.first} {r.second}" for r in Result.objects.select_related("pairing")}


@pytest.mark.rotates(4)
def test_one_letter_enters_a_result_and_selects_the_next_open_table(page, hall, live_server):
    sign_in(page, live_server.url, "Orla")
    expect(page.locator("#t1")).to_have_class("selected")
    page.keyboard.press("a")
    expect(page.locator("#t2")).to_have_class("selected")
    page.keyboard.press("d")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(page.locator("#t5")).to_have_class("selected")
    page.keyboard.press("s")
    expect(page.locator("#t6")).to_have_class("selected")
    expect(page.locator("#missing")).to_have_text("3")
    assert stored_results() == {1: "win loss", 2: "draw draw", 5: "loss win"}


@pytest.mark.rotates(4)
def test_letter_behind_a_number_belongs_to_that_table(page, hall, live_server):
    sign_in(page, live_server.url, "Orla")
    expect(page.locator("#t1")).to_have_class("selected")
    page.keyboard.type("5s")
    expect(page.locator("#t6")).to_have_class("selected")
    page.keyboard.type("9a")
    expect(page.locator("#jump")).to_have_value("9")
    assert measure(page, "document.getElementById('jump').validationMessage") == "Number 9 is not on this page."
    page.keyboard.press("Enter")
    expect(page.locator("#jump")).to_have_value("9")
    page.keyboard.press("Backspace")
    page.keyboard.type("2d")
    expect(page.locator("#missing")).to_have_text("4")
    assert stored_results() == {5: "loss win", 2: "draw draw"}


@pytest.mark.rotates(8)
def test_thirty_results_by_number_take_eighty_keys_at_most(page, hall, live_server, record_property):
    who = Who.at_page(User.objects.get(username="Orla"))
    undo.undo(who, hall, hall.journal.get(verb="publish-round"))
    rounds.discard_round(who, hall, hall.rounds.get())
    registration.add_players(who, hall, [{"name": f"Another {number:02}"} for number in range(48)])
    rounds.publish_round(who, hall, rounds.pair_next_round(who, hall, 1))
    sign_in(page, live_server.url, "Orla")
    tables, pressed, wanted = list(range(1, 31)), 0, {}
    Random(1).shuffle(tables)
    for left, table in enumerate(tables):
        letter = "asd"[table % 3]
        keys = letter if left == len(tables) - 1 else f"{table}{letter}"  # the last open table is selected already
        page.keyboard.type(keys)
        pressed += len(keys)
        wanted[table] = ("win loss", "loss win", "draw draw")[table % 3]
    expect(page.locator("#missing")).to_have_text("0")
    assert stored_results() == wanted
    record_property("keys for thirty results by number", pressed)
    print(f"\nthirty results by number: {pressed} keys")  # noqa: T201 a figure
    assert pressed <= 80


@pytest.mark.rotates(4)
def test_link_to_a_table_selects_its_row(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    page.goto(page.url.partition("#")[0] + "#t3")
    expect(page.locator("#t3.selected")).to_be_visible()
    page.keyboard.press("a")
    expect(page.locator("#t3[data-done]")).to_be_visible()
    assert stored_results() == {3: "win loss"}


@pytest.mark.rotates(4)
def test_mouse_enters_and_clears_results(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    page.locator("#t3").get_by_role("button", name="0-1").click()
    expect(page.locator("#t3[data-done]")).to_be_visible()
    page.locator("#t3").get_by_role("button", name="clear").click()
    expect(page.locator("#missing")).to_have_text("6")
    page.locator("#t4").get_by_label("Result: table 4").fill("+--")
    page.locator("#t4").get_by_role("button", name="Save").click()
    expect(page.locator("#missing")).to_have_text("5")
    assert Result.objects.get().decision == "forfeit"


@pytest.mark.rotates(4)
def test_missing_only_filter_and_undo_work(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    page.keyboard.press("a")
    expect(page.locator("#missing")).to_have_text("5")
    page.keyboard.press("m")
    expect(page.locator("#entry tbody tr")).to_have_count(5)
    settle(page)
    page.keyboard.press("u")
    expect(page.get_by_text("Table 1: the previous result is back: none.")).to_be_visible()
    assert stored_results() == {}


@pytest.mark.rotates(8)
def test_two_people_at_one_table_see_both_values(page, new_page, hall, live_server):
    sign_in(page, live_server.url, "Orla")
    other = sign_in(new_page(), live_server.url, "Heli")
    page.locator("#t1").get_by_role("button", name="1-0").click()
    expect(page.locator("#t1[data-done]")).to_be_visible()
    other.locator("#t1").get_by_role("button", name="0-1").click()
    expect(other.get_by_text("A different result has been entered here.")).to_be_visible()
    assert stored_results() == {1: "win loss"}
    other.get_by_role("button", name="Replace with 0-1").click()
    expect(other.locator("#t1.conflict")).to_have_count(0)
    expect(other.locator("#t1 button.on")).to_have_text("0-1")
    assert stored_results() == {1: "loss win"}


@pytest.mark.rotates(4)
def test_entries_wait_without_network_and_are_sent_in_order(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    page.context.set_offline(True)
    for key in "asd":
        page.keyboard.press(key)
    expect(page.get_by_text("No network. Entries kept on this device: 3.")).to_be_visible()
    assert stored_results() == {}
    page.context.set_offline(False)
    expect(page.locator("#missing")).to_have_text("3")
    expect(page.locator("#network")).to_be_hidden()
    assert stored_results() == {1: "win loss", 2: "loss win", 3: "draw draw"}
    tables = (
        JournalEntry.objects.filter(verb="enter-result").order_by("sequence").values_list("facts__table", flat=True)
    )
    assert list(tables) == [1, 2, 3]


@pytest.mark.rotates(4)
def test_entries_survive_a_reload(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    page.route("**/result/", lambda route: route.abort())
    page.keyboard.press("a")
    expect(page.locator("#network")).to_be_visible()
    page.unroute("**/result/")
    page.reload()
    expect(page.locator("#missing")).to_have_text("5")
    assert stored_results() == {1: "win loss"}


@pytest.mark.rotates(8)
def test_lost_answer_is_not_entered_twice(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    lost = []

    def lose_the_first(route):
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch())
            route.abort()

    page.route("**/result/", lose_the_first)
    page.keyboard.press("a")
    expect(page.locator("#missing")).to_have_text("5")
    assert lost[0].status == 200
    assert JournalEntry.objects.filter(verb="enter-result").count() == 1


@pytest.mark.rotates(4)
def test_page_is_plain_forms_without_script(new_page, hall, live_server):
    page = new_page(java_script_enabled=False)
    sign_in(page, live_server.url, "Heli", script=False)
    page.locator("#t2").get_by_role("button", name="½-½").click()
    expect(page.get_by_role("heading", name="Results of round 1")).to_be_visible()
    page.get_by_role("link", name="Missing only").click()
    expect(page.locator("#entry tbody tr")).to_have_count(5)
    page.get_by_role("button", name="Undo table 2: ½-½").click()
    expect(page.get_by_text("Table 2: the previous result is back: none.")).to_be_visible()
    expect(page.get_by_role("button", name="Nothing to undo")).to_be_disabled()


@pytest.mark.rotates(4)
def test_refused_text_returns_as_written_without_script(new_page, hall, live_server):
    page = new_page(java_script_enabled=False)
    sign_in(page, live_server.url, "Heli", script=False)
    page.get_by_label("Result: table 3").fill("banana")
    page.get_by_label("Result: table 3").press("Enter")
    expect(page.locator("#t3").get_by_role("alert")).to_contain_text("Not a valid result.")
    expect(page.get_by_label("Result: table 3")).to_have_value("banana")
    expect(page.locator("#entry tbody tr")).to_have_count(6)
    page.get_by_label("Result: table 3").fill("0-1")
    page.get_by_label("Result: table 3").press("Enter")
    expect(page.locator("#missing")).to_have_text("5")
    assert stored_results() == {3: "loss win"}


@pytest.mark.rotates(4)
def test_undo_button_names_and_undoes_the_same_entry(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    page.keyboard.press("a")
    page.keyboard.press("s")
    page.keyboard.press("d")
    expect(page.locator("#missing")).to_have_text("3")
    page.get_by_role("button", name="Undo table 3: ½-½").dblclick()
    expect(page.get_by_text("Table 3: the previous result is back: none.")).to_be_visible()
    expect(page.get_by_role("button", name="Undo table 2: 0-1")).to_be_enabled()
    assert stored_results() == {1: "win loss", 2: "loss win"}


@pytest.mark.rotates(4)
def test_immediate_undo_undoes_the_entry_being_sent(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    page.keyboard.press("a")
    expect(page.locator("#t1[data-done]")).to_be_visible()
    release = held_back(page)
    page.keyboard.press("s")
    expect(page.get_by_role("button", name="Undo table 2: 0-1")).to_be_visible()
    page.keyboard.press("u")
    release()
    expect(page.get_by_text("Table 2: the previous result is back: none.")).to_be_visible()
    assert stored_results() == {1: "win loss"}


@pytest.mark.rotates(4)
def test_undo_skips_a_refused_entry(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    page.keyboard.press("a")
    expect(page.locator("#t1[data-done]")).to_be_visible()
    release = held_back(page)
    page.get_by_label("Result: table 2").fill("banana")
    page.get_by_label("Result: table 2").press("Tab")
    page.get_by_role("button", name="Undo table 2: banana").click()
    release()
    expect(page.locator("#t2").get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("button", name="Undo table 1: 1-0")).to_be_visible()
    assert stored_results() == {1: "win loss"}


@pytest.mark.rotates(4)
def test_result_button_overrides_a_half_typed_box(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    page.get_by_label("Result: table 2").fill("1-")
    page.locator("#t2").get_by_role("button", name="0-1").click()
    expect(page.locator("#t2[data-done] button.on")).to_have_text("0-1")
    page.get_by_label("Result: table 4").fill("1-")
    page.get_by_label("Result: table 4").press("Escape")
    expect(page.get_by_label("Result: table 4")).to_have_value("")
    assert stored_results() == {2: "loss win"}


@pytest.mark.rotates(4)
def test_text_begun_before_a_refusal_was_seen_stays_in_its_box(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    release = held_back(page)
    page.get_by_label("Result: table 1").fill("banana")
    page.get_by_label("Result: table 1").press("Enter")
    page.get_by_label("Result: table 2").fill("0-")
    release()
    expect(page.locator("#t1").get_by_role("alert")).to_be_visible()
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Result: table 1")).to_be_focused()
    expect(page.get_by_label("Result: table 2")).to_have_value("0-1")
    assert stored_results() == {}
    page.keyboard.type("1-0")
    page.keyboard.press("Enter")
    expect(page.locator("#t1[data-done]")).to_be_visible()
    page.get_by_label("Result: table 2").press("Enter")
    expect(page.locator("#t2[data-done] button.on")).to_have_text("0-1")
    assert stored_results() == {1: "win loss", 2: "loss win"}


@pytest.mark.rotates(4)
def test_table_chosen_by_hand_is_finished_before_the_refused_one(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    release = held_back(page)
    page.get_by_label("Result: table 1").fill("banana")
    page.get_by_label("Result: table 1").press("Enter")
    page.get_by_label("Result: table 4").click()
    page.keyboard.type("0-")
    release()
    expect(page.locator("#t1").get_by_role("alert")).to_be_visible()
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.locator("#t4[data-done]")).to_be_visible()
    expect(page.get_by_label("Result: table 1")).to_be_focused()
    assert stored_results() == {4: "loss win"}


@pytest.mark.rotates(8)
def test_draw_is_typed_by_its_sign_without_a_field(page, hall, live_server):
    sign_in(page, live_server.url, "Orla")
    for text in ("=", "=-=", "0.5-0.5"):
        for key in (*text, "Enter", "Enter"):
            page.keyboard.press(key)
        settle(page)
    assert stored_results() == dict.fromkeys((1, 2, 3), "draw draw")


def test_result_typed_into_the_number_field_goes_to_the_next_table(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    page.get_by_label("Result: table 2").fill("1/2")
    page.get_by_label("Result: table 2").press("Enter")
    expect(page.locator("#t2[data-done]")).to_be_visible()
    expect(page.locator("#t3")).to_have_class("selected")
    page.keyboard.type("0-1")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Result: table 3")).to_have_value("0-1")
    expect(page.get_by_label("Result: table 3")).to_be_focused()
    expect(page.locator("#jump")).to_have_value("")
    assert stored_results() == {2: "draw draw"}
    page.keyboard.press("Enter")
    expect(page.locator("#t3[data-done] button.on")).to_have_text("0-1")
    assert stored_results() == {2: "draw draw", 3: "loss win"}


@pytest.mark.rotates(4)
@pytest.mark.parametrize("focus", ["nowhere", "the box of table numbers"])
def test_no_letter_goes_to_another_table_after_a_refusal(page, hall, live_server, focus):
    sign_in(page, live_server.url, "Heli")
    release = held_back(page)
    page.get_by_label("Result: table 1").fill("banana")
    page.get_by_label("Result: table 1").press("Enter")
    expect(page.locator("#t2")).to_have_class("selected")
    if focus != "nowhere":
        page.locator("#jump").focus()
    page.keyboard.press("s")
    release()
    expect(page.get_by_text("Not saved, see the row: 1. Not sent yet, press Enter in the row: 2.")).to_be_visible()
    expect(page.locator("#undo")).to_be_disabled()
    expect(page.get_by_label("Result: table 1")).to_be_focused()
    page.keyboard.press("s")
    assert stored_results() == {}
    expect(page.get_by_label("Result: table 1")).to_have_value("s")
    page.keyboard.press("Escape")
    page.get_by_label("Result: table 2").press("Enter")
    expect(page.locator("#t2[data-done]")).to_be_visible()
    assert stored_results() == {2: "loss win"}


@pytest.mark.rotates(4)
def test_letters_do_nothing_until_a_table_is_chosen(page, hall, live_server):
    sign_in(page, live_server.url, "Orla")
    page.reload()
    settle(page)
    page.keyboard.type("sad")
    assert measure(page, "document.getElementById('jump').validationMessage").startswith("Choose a pairing first")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("s")
    page.keyboard.type("Dubas")
    expect(page.locator("#missing")).to_have_text("5")
    settle(page)
    assert stored_results() == {2: "loss win"}


@pytest.mark.rotates(4)
def test_other_key_after_a_number_does_nothing(page, hall, live_server):
    faults = []
    page.on("pageerror", lambda error: faults.append(error))  # noqa: PLW0108 playwright looks into functions
    sign_in(page, live_server.url, "Orla")
    page.keyboard.type("2")
    page.keyboard.press("Shift")
    page.keyboard.press("s")
    expect(page.locator("#t2[data-done]")).to_be_visible()
    settle(page)
    assert stored_results() == {2: "loss win"}
    assert faults == []


@pytest.mark.rotates(4)
def test_deleted_table_is_reported(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    published = JournalEntry.objects.get(verb="publish-round")
    orla = Who.at_page(User.objects.get(username="Orla"))
    undo.undo(orla, hall, published)
    rounds.discard_round(orla, hall, hall.rounds.get())
    page.keyboard.press("a")
    expect(page.get_by_text("Not saved: the round was paired again")).to_be_visible()
    expect(page.locator("#t1.waiting")).to_have_count(0)


def test_post_with_two_different_results_stores_none(client, hall):
    client.force_login(User.objects.get(username="Heli"))
    table = hall.rounds.get().pairings.get(table=1)
    url = f"/t/hall/desk/tables/{table.public_id}/result/"
    answer = client.post(url, {"result": "1-0", "typed": "0-1"}, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert stored_results() == {}


@pytest.mark.rotates(4)
def test_scores_are_typed(page, live_server):
    orla = User.objects.create_user("Orla", password=PASSWORD)
    who = Who.at_page(orla)
    tournament = lifecycle.create_tournament(
        who, name="Hall", game="othello", starts_on=date(2026, 3, 1), time_zone="Asia/Tokyo"
    )
    registration.add_players(who, tournament, [{"name": name} for name in ("Aki", "Ben", "Chi", "Don")])
    rounds.publish_round(who, tournament, rounds.pair_next_round(who, tournament, 1))
    sign_in(page, live_server.url, "Orla")
    page.keyboard.type("35")
    page.keyboard.press("Enter")
    expect(page.locator("#t1 input[name=typed]")).to_have_value("35-29")
    page.keyboard.type("70")
    page.keyboard.press("Enter")
    expect(page.locator("#t2.wrong")).to_be_visible()
    assert [(r.score_first, r.score_second) for r in Result.objects.all()] == [(35, 29)]
