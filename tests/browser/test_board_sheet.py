"""The boards of all matches of a round are entered on one page by keys, one character for each board."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import sign_in_by_cookie, stop_at_requests
from tests.browser.page_reading import settle
from tests.tournaments.teams.test_teams import League
from tournaments.models import JournalEntry, MatchSheet, User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sheet(page, live_server):
    """Match sheets of a round of four teams, opened from the results; one click has saved all line-ups as listed."""
    orla = User.objects.create_user("Orla", password="a long enough password")
    league = League(orla, name="League", best_of=4).start()
    sign_in_by_cookie(page, live_server.url)
    stop_at_requests(page)
    page.goto(f"{live_server.url}/t/{league.tournament.slug}/desk/rounds/1/results/")
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
