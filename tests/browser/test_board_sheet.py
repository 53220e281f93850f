"""The boards of all matches of a round are entered on one page by keys, one character for each board."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import sign_in_by_cookie, stop_at_requests
from tests.browser.page_reading import measure, settle, width_of
from tests.conftest import PHONE
from tests.tournaments.conftest import Stage
from tests.tournaments.teams.test_teams import League
from tournaments.models import JournalEntry, MatchSheet, User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sheet(page, live_server):
    """Match sheets of a round of four teams, opened from the results; one click has saved all line-ups as listed."""
    stop_at_requests(page)
    return opens_the_sheet(page, live_server.url)


def opens_the_sheet(page, url):
    orla = User.objects.create_user("Orla", password="a long enough password")
    league = League(orla, name="League", best_of=4).start()
    sign_in_by_cookie(page, url)
    page.goto(f"{url}/t/{league.tournament.slug}/desk/rounds/1/results/")
    page.get_by_role("link", name="Boards of all matches").click()
    page.get_by_role("button", name="Save 4 missing line-ups as listed").click()
    settle(page)
    return page


def stored_boards():
    """Return the stored boards by table."""
    return {row.pairing.table: row.boards for row in MatchSheet.objects.select_related("pairing")}


@pytest.mark.rotates(8)
def test_round_of_matches_takes_five_keys_a_match(sheet):
    assert faults(sheet) == []
    expect(sheet.locator("#t1 .sheet li")).to_have_count(4)
    expect(sheet.locator("#t1 .taps").first).to_be_hidden()
    for key in ("1", "5", "0", "1", "Enter", "=", "=", "+", "0", "Enter"):
        sheet.keyboard.press(key)
    expect(sheet.locator("#t2[data-done]")).to_be_visible()
    settle(sheet)
    assert stored_boards() == {1: ["1-0", "½-½", "0-1", "1-0"], 2: ["½-½", "½-½", "+--", "0-1"]}
    expect(sheet.locator("#t1 strong").first).to_have_text("2½-1½")
    expect(sheet.get_by_role("button", name="close")).to_be_visible()
    sheet.locator("#undo").click()
    expect(sheet.locator("#t2[data-done]")).to_have_count(0)
    settle(sheet)
    assert not any(stored_boards()[2])
    expect(sheet.locator("#t2 .sheet")).to_be_visible()


@pytest.mark.rotates(8)
def test_invalid_row_of_boards_is_refused_and_stops_there(sheet):
    for text in ("3-1", "11"):
        sheet.get_by_label("Result: table 1", exact=True).fill(text)
        sheet.keyboard.press("Enter")
        expect(sheet.locator("#t1").get_by_role("alert")).to_be_visible()
        settle(sheet)
        expect(sheet.get_by_label("Result: table 1", exact=True)).to_be_focused()
    assert not any(map(any, stored_boards().values()))


@pytest.mark.rotates(8)
def test_entries_wait_for_the_network(sheet):
    sheet.route("**/result/?boards", lambda route: route.abort())
    sheet.keyboard.type("1010\n0101\n")
    expect(sheet.locator("#network")).to_contain_text("2")
    sheet.unroute("**/result/?boards")
    expect(sheet.locator("#t2[data-done]")).to_be_visible(timeout=20_000)
    settle(sheet)
    assert stored_boards() == {1: ["1-0", "0-1", "1-0", "0-1"], 2: ["0-1", "1-0", "0-1", "1-0"]}
    assert JournalEntry.objects.filter(verb="enter-result").count() == 2


def taps_boards(phone, table, keys):
    for board, key in enumerate(keys, start=1):
        phone.locator(f"#t{table}").get_by_role("group", name=f"Board {board}").locator(f"[value='{key}']").tap()


@pytest.mark.rotates(8)
def test_board_is_one_tap_on_a_phone(phone, live_server):
    """Only the match that is being entered is open. After its last board the next one opens."""
    opens_the_sheet(phone, live_server.url)
    assert faults(phone) == []
    taps_boards(phone, 1, "1=01")
    expect(phone.locator("#t2")).to_have_class("selected")
    expect(phone.locator("#t1 .taps").first).to_be_hidden()
    taps_boards(phone, 2, "1=0")
    expect(phone.locator("#t2.waiting")).to_have_count(0)
    phone.locator("#t2").get_by_role("group", name="Board 4").locator("[value='0']").tap()
    expect(phone.locator(".selected")).to_have_count(0)
    expect(phone.locator("#t2[data-done] .opens")).to_have_text("1½-2½")
    phone.locator("#t2 .opens").tap()
    taps_boards(phone, 2, "1")
    settle(phone)
    expect(phone.locator("#t2 [data-board='1'][aria-pressed='true']")).to_have_count(0)
    assert stored_boards() == {1: ["1-0", "½-½", "0-1", "1-0"], 2: ["", "½-½", "0-1", "0-1"]}
    assert measure(phone, "document.activeElement.matches('input')") is False, "no keyboard over the boards"
    assert width_of(phone) <= PHONE["width"]


@pytest.mark.rotates(8)
def test_taps_wait_for_the_network_and_stay_visible(phone, live_server):
    opens_the_sheet(phone, live_server.url)
    phone.route("**/result/?boards", lambda route: route.abort())
    taps_boards(phone, 1, "1=")
    expect(phone.locator("#network")).to_contain_text("2")
    expect(phone.locator("#t1 [aria-pressed='true']")).to_have_count(2)
    phone.unroute("**/result/?boards")
    phone.reload()
    expect(phone.locator("#network")).to_be_hidden(timeout=20_000)
    settle(phone)
    assert stored_boards()[1] == ["1-0", "½-½", "", ""]
    expect(phone.locator("#t1 [aria-pressed='true']")).to_have_count(2)


@pytest.mark.rotates(8)
def test_round_of_twelve_boards_takes_twelve_taps_on_a_phone(phone, live_server):
    stage = Stage(User.objects.create_user("Orla", password="a long enough password"), planned_rounds=3)
    stage.with_players(*(f"Player {at}" for at in range(24)))
    stage.pair()
    stage.publish()
    sign_in_by_cookie(phone, live_server.url)
    phone.goto(f"{live_server.url}/t/cup/desk/rounds/1/results/")
    tops = "[...document.querySelectorAll('#entry [data-table]')].map((row) => row.getBoundingClientRect().top)"
    first, second, *_rest = measure(phone, tops)
    assert first < 260
    assert second - first <= 110
    for table, label in enumerate(("1-0", "½-½", "0-1") * 4, start=1):
        phone.locator(f"#t{table}").get_by_role("button", name=label, exact=True).tap()
    expect(phone.locator("#missing")).to_have_text("0")
    expect(phone.locator("#entry tr[data-done]")).to_have_count(12)
    expect(phone.locator("#step")).to_be_in_viewport()
    assert width_of(phone) <= PHONE["width"]
