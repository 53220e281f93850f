"""Entries on the results page survive a lost network, server, sign-in or page: none is lost, none is doubled."""

from itertools import cycle

import pytest
from playwright.sync_api import expect

from tests.browser.page_reading import measure, settle
from tests.browser.test_results_page import hall, held_back, sign_in, stored_results
from tournaments.core.rights import Who
from tournaments.core.words import notation
from tournaments.models import JournalEntry, Result, User
from tournaments.results import results

__all__ = ["hall"]

pytestmark = pytest.mark.django_db(transaction=True)

RESULT = "**/result/"


def tables_of_entries():
    """Return the table numbers of the result entries in the journal, in journal order."""
    found = JournalEntry.objects.filter(verb="enter-result").order_by("sequence")
    return list(found.values_list("facts__table", flat=True))


def collect_posts(page):
    """Collect the POST requests that the page sends from now on."""
    posts = []
    page.on("request", lambda request: posts.append(request.post_data_json) if request.method == "POST" else None)
    return posts


def enters_elsewhere(hall, table, text):
    """Enter a result as another user, before the page does."""
    pairing = hall.rounds.get().pairings.get(table=table)
    orla = Who.at_page(User.objects.get(username="Orla"))
    results.enter_result(orla, hall, pairing, notation.parse(text, hall.scoring))


@pytest.mark.rotates(8)
def test_each_entry_is_sent_once(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    posts = collect_posts(page)
    page.keyboard.press("a")
    page.get_by_label("Result: table 2").fill("0-1")
    page.get_by_label("Result: table 2").press("Enter")
    page.get_by_label("Result: table 3").fill("banana")
    page.get_by_label("Result: table 3").press("Tab")
    expect(page.locator("#t3").get_by_role("alert")).to_be_visible()
    page.get_by_label("Result: table 4").fill("½-½")
    page.locator("#t4").get_by_role("button", name="Save").click()
    expect(page.locator("#missing")).to_have_text("3")
    settle(page)
    assert [post["result"] for post in posts] == ["1-0", "0-1", "banana", "½-½"]


@pytest.mark.rotates(4)
def test_enter_twice_sends_one_entry(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    posts = collect_posts(page)
    release = held_back(page)
    page.get_by_label("Result: table 1").fill("1-0")
    page.get_by_label("Result: table 1").press("Enter")
    page.get_by_label("Result: table 1").press("Enter")
    page.get_by_label("Result: table 2").fill("0-1")
    page.get_by_label("Result: table 2").press("Enter")
    release()
    expect(page.locator("#missing")).to_have_text("4")
    settle(page)
    assert [post["result"] for post in posts] == ["1-0", "0-1"]


def grip(page, table):
    """Press the button beside the field of a table, and hold it down."""
    page.locator(f"#t{table}").get_by_role("button", name="Save").hover()
    page.mouse.down()


@pytest.mark.rotates(4)
def test_button_moving_away_under_the_pointer_still_sends_the_typed_text(page, hall, live_server):
    """A refusal above moves the rows between press and release, so the click hits no button."""
    sign_in(page, live_server.url, "Heli")
    box = "document.querySelector('#t2 button:not([name])').getBoundingClientRect()"
    before = measure(page, f"{box}.y")
    release = held_back(page)
    page.get_by_label("Result: table 1").fill("banana")
    page.get_by_label("Result: table 1").press("Enter")
    page.get_by_label("Result: table 2").fill("0-1")
    grip(page, 2)
    release()
    expect(page.locator("#t1").get_by_role("alert")).to_be_visible()
    assert measure(page, f"{box}.y - {box}.height / 2") > before
    page.mouse.up()
    expect(page.locator("#t2[data-done]")).to_be_visible()
    assert stored_results() == {2: "loss win"}


@pytest.mark.rotates(4)
def test_press_on_the_refused_row_sends_text_typed_elsewhere(page, hall, live_server):
    """A click selected the field, so its text is intended: moving from it to the refused row submits the text."""
    sign_in(page, live_server.url, "Heli")
    release = held_back(page)
    page.get_by_label("Result: table 1").fill("banana")
    page.get_by_label("Result: table 1").press("Enter")
    page.get_by_label("Result: table 2").click()
    page.get_by_label("Result: table 2").fill("0-1")
    release()
    expect(page.locator("#t1").get_by_role("alert")).to_be_visible()
    page.locator("#t1 th").click()
    expect(page.locator("#t2[data-done]")).to_be_visible()
    assert stored_results() == {2: "loss win"}


@pytest.mark.rotates(4)
def test_row_returning_under_the_pointer_keeps_the_typed_text(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    release = held_back(page)
    page.get_by_label("Result: table 1").fill("1-0")
    page.get_by_label("Result: table 1").press("Enter")
    page.get_by_label("Result: table 1").fill("0-1")
    grip(page, 1)
    release()
    expect(page.locator("#t1[data-done]")).to_be_visible()
    expect(page.get_by_label("Result: table 1")).to_have_value("0-1")
    page.mouse.up()
    expect(page.locator("#t1 button.on")).to_have_text("0-1")
    settle(page)
    assert tables_of_entries() == [1, 1]


@pytest.mark.rotates(4)
def test_two_results_of_one_table_are_sent_in_order(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    release = held_back(page)
    page.locator("#t1").get_by_role("button", name="1-0").click()
    page.locator("#t1").get_by_role("button", name="0-1").click()
    page.keyboard.press("d")
    release()
    expect(page.locator("#missing")).to_have_text("4")
    expect(page.locator("tr.waiting")).to_have_count(0)
    assert stored_results() == {1: "loss win", 2: "draw draw"}
    assert tables_of_entries() == [1, 1, 2]


@pytest.mark.rotates(8)
def test_table_with_another_unsent_entry_still_waits(page, hall, live_server):
    """The next step does not appear yet either, and the undo button still names the latest entry."""
    for table in range(2, 7):
        enters_elsewhere(hall, table, "1-0")
    sign_in(page, live_server.url, "Orla")
    held, free = [], []
    page.route(RESULT, lambda route: route.continue_() if free else held.append(route))
    with page.expect_request(RESULT):
        page.locator("#t1").get_by_role("button", name="1-0").click()
    page.locator("#t2").get_by_role("button", name="clear").click()
    page.locator("#t1").get_by_role("button", name="0-1").click()
    with page.expect_request(RESULT):
        held[0].continue_()
    expect(page.locator("#t1.waiting[data-done]")).to_be_visible()
    expect(page.locator("#missing")).to_have_text("0")
    expect(page.locator("#step")).to_be_empty()
    expect(page.get_by_role("button", name="Undo table 1: 0-1")).to_be_enabled()
    free.append(True)
    for route in held[1:]:
        route.continue_()
    expect(page.locator("tr.waiting")).to_have_count(0)
    expect(page.locator("#t1 button.on")).to_have_text("0-1")
    expect(page.locator("#missing")).to_have_text("1")
    assert stored_results() == {1: "loss win"} | dict.fromkeys(range(3, 7), "win loss")


@pytest.mark.rotates(8)
def test_unsent_entries_keep_order_and_versions_after_reload(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    page.context.set_offline(True)
    page.locator("#t4").get_by_role("button", name="1-0").click()
    page.locator("#t2").get_by_role("button", name="0-1").click()
    page.locator("#t4").get_by_role("button", name="½-½").click()
    expect(page.get_by_text("Entries kept on this device: 3.")).to_be_visible()
    page.route(RESULT, lambda route: route.abort())
    page.context.set_offline(False)
    page.reload()
    expect(page.get_by_text("Entries kept on this device: 3.")).to_be_visible()
    expect(page.locator("tr.waiting")).to_have_count(2)
    page.unroute(RESULT)
    expect(page.locator("#missing")).to_have_text("4")
    expect(page.locator("tr.waiting")).to_have_count(0)
    expect(page.locator("#network")).to_be_hidden()
    assert stored_results() == {2: "loss win", 4: "draw draw"}
    assert tables_of_entries() == [4, 2, 4]
    page.reload()
    assert measure(page, "localStorage.length") == 0


@pytest.mark.rotates(2)
def test_entries_are_sent_as_soon_as_the_network_returns(page, hall, live_server):
    """Entries are otherwise sent after three seconds; in this test that time never passes."""
    page.add_init_script("const after = setTimeout; window.setTimeout = (f, ms) => after(f, ms === 3000 ? 1e9 : ms);")
    sign_in(page, live_server.url, "Heli")
    page.context.set_offline(True)
    page.keyboard.press("a")
    expect(page.get_by_text("Entries kept on this device: 1.")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#missing")).to_have_text("5")
    assert stored_results() == {1: "win loss"}


@pytest.mark.rotates(8)
def test_failing_server_is_asked_again(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    statuses = cycle([502, 503])
    page.route(RESULT, lambda route: route.fulfill(status=next(statuses), body="no"))
    page.keyboard.press("a")
    with page.expect_response(lambda response: response.status == 503):
        expect(page.get_by_text("Entries kept on this device: 1.")).to_be_visible()
    page.unroute(RESULT)
    expect(page.locator("#missing")).to_have_text("5")
    expect(page.locator("#network")).to_be_hidden()
    assert stored_results() == {1: "win loss"}


@pytest.mark.rotates(8)
def test_foreign_page_in_between_settles_nothing(page, hall, live_server):
    """A network with a captive portal answers every request with its own page."""
    sign_in(page, live_server.url, "Heli")
    page.route(RESULT, lambda route: route.fulfill(status=200, content_type="text/html", body="<h1>Pay</h1>"))
    page.keyboard.press("a")
    expect(page.get_by_text("Entries kept on this device: 1.")).to_be_visible()
    expect(page.get_by_role("heading", name="Pay")).to_have_count(0)
    expect(page.locator("#t1.waiting")).to_be_visible()
    page.unroute(RESULT)
    expect(page.locator("#missing")).to_have_text("5")
    assert stored_results() == {1: "win loss"}


@pytest.mark.rotates(8)
def test_entries_are_sent_after_signing_in_again_in_another_tab(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    other = page.context.new_page()
    other.goto(live_server.url)
    other.get_by_role("button", name="Sign out").click()
    expect(other.get_by_role("link", name="Sign in")).to_be_visible()
    page.keyboard.press("a")
    page.keyboard.press("s")
    expect(page.get_by_text("You are signed out. Sign in in another tab. Your entries stay here.")).to_be_visible()
    expect(page.get_by_role("heading", name="Results of round 1")).to_be_visible()
    expect(page.locator("tr.waiting")).to_have_count(2)
    assert stored_results() == {}
    sign_in(other, live_server.url, "Heli")
    expect(page.locator("#missing")).to_have_text("4")
    expect(page.locator("#network")).to_be_hidden()
    assert stored_results() == {1: "win loss", 2: "loss win"}
    page.keyboard.press("u")
    expect(page.get_by_text("Table 2: the previous result is back: none.")).to_be_visible()


@pytest.mark.rotates(8)
def test_two_tabs_without_network_keep_the_entries_of_both(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    other = page.context.new_page()
    other.goto(page.url)
    settle(other)
    page.context.set_offline(True)
    page.locator("#t1").get_by_role("button", name="1-0").click()
    other.locator("#t2").get_by_role("button", name="0-1").click()
    page.locator("#t3").get_by_role("button", name="½-½").click()
    expect(page.get_by_text("Entries kept on this device: 2.")).to_be_visible()
    expect(other.get_by_text("Entries kept on this device: 1.")).to_be_visible()
    other.close()
    page.route(RESULT, lambda route: route.abort())
    page.context.set_offline(False)
    page.reload()
    expect(page.get_by_text("Entries kept on this device: 3.")).to_be_visible()
    page.unroute(RESULT)
    expect(page.locator("#missing")).to_have_text("3")
    expect(page.locator("tr.waiting")).to_have_count(0)
    assert stored_results() == {1: "win loss", 2: "loss win", 3: "draw draw"}


@pytest.mark.rotates(8)
def test_conflict_at_a_table_no_longer_shown_is_shown(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    page.context.set_offline(True)
    page.locator("#t1").get_by_role("button", name="1-0").click()
    expect(page.get_by_text("Entries kept on this device: 1.")).to_be_visible()
    enters_elsewhere(hall, 1, "0-1")
    page.route(RESULT, lambda route: route.abort())
    page.context.set_offline(False)
    page.get_by_role("link", name="Missing only").click()
    expect(page.get_by_text("Entries kept on this device: 1.")).to_be_visible()
    expect(page.locator("#entry tbody tr")).to_have_count(5)
    page.unroute(RESULT)
    expect(page.get_by_text("A different result has been entered here.")).to_be_visible()
    page.get_by_role("button", name="Replace with 1-0").click()
    expect(page.locator("#t1 button.on")).to_have_text("1-0")
    assert stored_results() == {1: "win loss"}


@pytest.mark.rotates(4)
def test_conflict_remains_for_the_next_entry_of_the_table(page, hall, live_server):
    """Both entries were made before this page knew of the other result."""
    sign_in(page, live_server.url, "Heli")
    release = held_back(page)
    page.locator("#t1").get_by_role("button", name="½-½").click()
    page.locator("#t1").get_by_role("button", name="1-0").click()
    enters_elsewhere(hall, 1, "0-1")
    release()
    expect(page.get_by_role("button", name="Replace with 1-0")).to_be_visible()
    expect(page.get_by_text("Not saved, see the row: 1.")).to_be_visible()
    assert stored_results() == {1: "loss win"}
    page.get_by_role("button", name="Keep this result").click()
    expect(page.locator("#t1.conflict")).to_have_count(0)
    expect(page.locator("#network")).to_be_hidden()
    assert stored_results() == {1: "loss win"}


@pytest.mark.rotates(4)
def test_returning_row_keeps_unfinished_text(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    release = held_back(page)
    page.locator("#t1").get_by_role("button", name="1-0").click()
    page.get_by_label("Result: table 1").click()
    page.keyboard.type("0-")
    release()
    expect(page.locator("#t1[data-done] button.on")).to_have_text("1-0")
    expect(page.get_by_label("Result: table 1")).to_be_focused()
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.locator("#t1 button.on")).to_have_text("0-1")
    assert stored_results() == {1: "loss win"}


@pytest.mark.rotates(4)
def test_focus_after_tab_survives_the_return_of_the_row(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    page.get_by_label("Result: table 1").fill("1-0")
    page.get_by_label("Result: table 1").press("Tab")
    expect(page.locator("#t1[data-done]")).to_be_visible()
    expect(page.locator("#t1").get_by_role("button", name="Save")).to_be_focused()


@pytest.mark.rotates(4)
def test_selected_table_stays_selected_when_its_row_returns(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    release = held_back(page)
    page.locator("#t1").get_by_role("button", name="1-0").click()
    page.locator("#t1 th").click()
    expect(page.locator("#t1")).to_have_class("waiting selected")
    release()
    expect(page.locator("#t1.selected[data-done]")).to_be_visible()


@pytest.mark.rotates(4)
def test_refused_table_is_selected_if_no_other_is(page, hall, live_server):
    for table in range(2, 7):
        enters_elsewhere(hall, table, "1-0")
    sign_in(page, live_server.url, "Heli")
    page.get_by_label("Result: table 1").fill("banana")
    page.get_by_label("Result: table 1").press("Enter")
    expect(page.locator("#t1.wrong.selected")).to_be_visible()


@pytest.mark.rotates(8)
def test_next_step_appears_with_the_last_result_and_goes_with_it(page, hall, live_server):
    for table in range(2, 7):
        enters_elsewhere(hall, table, "1-0")
    sign_in(page, live_server.url, "Orla")
    expect(page.locator("#missing")).to_have_text("1")
    page.locator("#t1").get_by_role("button", name="1-0").click()
    expect(page.get_by_role("button", name="All 6 results in: close and pair round 2")).to_be_visible()
    release = held_back(page)
    page.locator("#t1").get_by_role("button", name="clear").click()
    page.locator("#t1").get_by_role("button", name="0-1").click()
    release()
    expect(page.locator("#t1 button.on")).to_have_text("0-1")
    page.unroute(RESULT)
    page.locator("#t1").get_by_role("button", name="clear").click()
    expect(page.locator("#step")).to_be_empty()
    page.locator("#t1").get_by_role("button", name="½-½").click()
    page.get_by_role("button", name="All 6 results in: close and pair round 2").click()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    assert Result.objects.count() == 6


@pytest.mark.rotates(4)
def test_deleted_table_leaves_no_undo_with_a_wrong_name(page, hall, live_server):
    sign_in(page, live_server.url, "Heli")
    page.route(RESULT, lambda route: route.fulfill(status=404, body="no"))
    page.keyboard.press("a")
    expect(page.get_by_text("Not saved: the round was paired again")).to_be_visible()
    expect(page.get_by_role("button", name="Undo table 1: 1-0")).to_be_disabled()
    page.unroute(RESULT)
    page.keyboard.press("s")
    expect(page.get_by_role("button", name="Undo table 2: 0-1")).to_be_enabled()
    expect(page.locator("#missing")).to_have_text("5")
    page.reload()
    settle(page)
    assert stored_results() == {2: "loss win"}
