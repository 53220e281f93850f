"""Commander for 23 players in pods, by visible links only: drafts, keys at the desk, phones at the table, a correction,
the podium, and the lists that players read in the hall.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import codes_on_paper, settle, table_of, texts_of, width_of
from tests.conftest import PHONE

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = [f"Player {number:02}" for number in range(1, 24)]
#: The letter to type for each table: a to f for the seat that wins, g if all draw; table 6 has three players.
KEYS = {1: "a", 2: "s", 3: "d", 4: "f", 5: "g", 6: "a"}


class Leader(Organiser):
    """An organiser of Commander."""

    def begins(self, number):
        self.does_the_next_step(re.compile(f"[Pp]air round {number}$"))
        expect(self.page.get_by_role("heading", name=f"Draft of round {number}")).to_be_visible()

    def swaps(self, one, other):
        self.page.get_by_text("Swap two players").click()
        self.page.get_by_label("This player", exact=True).select_option(label=one)
        self.page.get_by_label("and this player").select_option(label=other)
        self.page.get_by_role("button", name="Swap", exact=True).click()
        settle(self.page)

    def corrects(self, table, result):
        page = self.page
        page.get_by_role("link", name="Desk", exact=True).first.click()
        settle(page)
        number_of = page.get_by_role("rowheader", name="1", exact=True)
        page.get_by_role("row").filter(has=number_of).get_by_role("link", name="results").click()
        settle(page)
        page.locator(f"#t{table}").get_by_role("link", name="Correct table").click()
        settle(page)
        page.get_by_label("Correct result").fill(result)
        page.get_by_label("Reason").fill("The slip says so")
        page.get_by_role("button", name="Preview changes").click()
        settle(page)

    def goes_on_to_the_end(self):
        for number in (2, 3):
            if number == 3:
                self.begins(number)
                self.publishes()
            self.opens_the_results_of(number)
            self.enters(KEYS)
        self.does_the_next_step(re.compile("[Cc]lose round 3"))
        self.announces()
        self.page.get_by_role("link", name="Show the winners").click()
        expect(self.page.get_by_role("heading", name="Commander").first).to_be_visible()

    def prints_badges(self):
        self.goes_to_the_players()
        self.page.get_by_role("link", name="Badges").click()
        self.page.get_by_role("button", name="Create badges for 23 players").click()
        expect(self.page.get_by_role("img", name="Code of Player 23")).to_be_visible()
        codes = codes_on_paper(self.page)
        self.page.get_by_role("link", name="Desk", exact=True).click()
        return codes


def seats_of(page, table):
    """Return the names at a table, in seat order."""
    return texts_of(page, f"#t{table} .pod bdi")


def reports_by_badge(code, phone):
    """Scan a badge, report that its player has won, and return the player's name."""
    phone.goto(code)
    name = texts_of(phone, "h1")[0]
    expect(phone.get_by_text("Report result").first).to_be_visible()
    assert faults(phone) == []
    assert width_of(phone) <= PHONE["width"]
    phone.get_by_role("button", name="I won").click()
    expect(phone.get_by_text("you reported: You won")).to_be_visible()
    return name


@pytest.mark.rotates(8)
def test_commander_of_23_reaches_the_podium(live_server, page, new_page):
    leader = Leader(page, live_server.url)
    leader.makes_the_first_account()
    pods = {"Pairing system": "Commander: tables of four, of three at the bottom"}
    leader.creates("Commander", "Card game", pods, rounds=3)
    leader.pastes(*NAMES)
    codes = leader.prints_badges()

    leader.begins(1)
    assert faults(page) == []
    one, other = seats_of(page, 1)[0], seats_of(page, 6)[2]
    leader.swaps(one, other)
    assert (seats_of(page, 1)[0], seats_of(page, 6)[2]) == (other, one)
    leader.publishes()
    phone = new_page(PHONE)
    name = reports_by_badge(codes[0], phone)

    leader.opens_the_results_of(1)
    assert faults(page) == []
    page.locator("#reported").get_by_role("button", name=re.compile("1-|0-")).click()
    settle(page)
    phone.reload()
    expect(phone.get_by_text("The result is final.")).to_be_visible()
    leader.opens_the_results_of(1)
    (done,) = map(int, texts_of(page, "#entry tr[data-done] th"))
    leader.enters({table: key for table, key in KEYS.items() if table != done})
    leader.begins(2)
    assert [len(seats_of(page, table)) for table in range(1, 7)] == [4, 4, 4, 4, 4, 3]
    assert any(name in seats_of(page, table) for table in (1, 2))
    leader.publishes()

    leader.corrects(6, "4")
    expect(page.get_by_text("This table has 3 players.")).to_be_visible()
    page.go_back()
    settle(page)
    leader.corrects(6, "½" if done == 6 else "2")  # the report may already have given table 6 that result
    page.get_by_role("button", name="Correct the result").click()
    settle(page)
    leader.goes_on_to_the_end()
    check_the_table(page, 3 * 29 + (done == 5) - 2 * (done == 6))


def check_the_table(page, points):
    """Check the points: five tables yield five points each, and a drawn table four, or three with three players. If the
    reported win is at the table that would draw, all tables yield five.
    """
    page.get_by_role("link", name="Standings", exact=True).first.click()
    rows = table_of(page, "#standings")
    assert len(rows) == 23
    assert sum(float(row[2]) for row in rows) == points
    page.get_by_role("link", name="Cross table").first.click()
    assert faults(page) == []
