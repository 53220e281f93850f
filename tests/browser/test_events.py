"""Complete events of several games up to the podium; a card event from the first click."""

import re

import pytest
from playwright.sync_api import expect

from pairings.systems.papp import PRESETS
from tests.browser.organiser import Organiser
from tests.browser.page_reading import settle, texts_of

pytestmark = pytest.mark.django_db(transaction=True)

CARDS = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWX"]
OTHELLO = ("Ada", "Ben", "Cleo", "Dag", "Eva", "Finn", "Gil", "Hana")


class Host(Organiser):
    """An organiser who knows only the first URL."""

    def begins(self, name, game, rounds):
        self.makes_the_first_account()
        self.page.get_by_label("Name of the tournament").fill(name)
        self.page.get_by_label("Game", exact=True).select_option(label=game)
        self.page.get_by_text("Change the recommendation").click()
        self.page.get_by_label("Rounds").fill(str(rounds))
        self.page.get_by_role("button", name="Create tournament").click()
        expect(self.page.locator("#add [name=name]")).to_be_focused()

    def goes_to(self, *links):
        for link in links:
            settle(self.page)
            self.page.get_by_role("link", name=link, exact=True).first.click()

    def pairs(self, number):
        self.does_the_next_step(re.compile(rf"[Pp]air round {number}$"))

    def presses(self, table, result):
        """Select the button of a result in the row of a table."""
        settle(self.page)
        self.page.locator(f"#t{table}").locator(f"button[value='{result}']").first.click()
        expect(self.page.locator(f"#t{table}[data-done]")).to_be_visible()

    def tells_who_did_not_come(self, table):
        """Record the first player of a table as a no-show, and return the name."""
        settle(self.page)
        gone = texts_of(self.page, f"#t{table} td bdi")[1]
        self.page.locator(f"#t{table} .no-show").click()
        self.page.get_by_role("button", name=f"{gone} is a no-show").click()
        expect(self.page.locator(f"#t{table}[data-done]")).to_be_visible()
        return gone

    def gives_half_a_point_for_what_was_missed(self):
        self.page.get_by_role("link", name="Give byes for missed rounds").click()
        self.page.get_by_label("Count as").select_option("half")
        self.page.locator("form:has([value=missed])").get_by_role("button", name="Save").click()
        expect(self.page.get_by_text("Score for missed rounds saved.")).to_be_visible()
        self.goes_to("Desk")

    def corrects(self, number, table, result):
        page = self.page
        self.goes_to("Desk", f"results of round {number}")
        page.locator(f"#t{table}").get_by_role("link").first.click()
        page.get_by_label("Correct result").fill(result)
        page.get_by_label("Reason").fill("The slip was read upside down")
        page.get_by_role("button", name="Preview changes").click()
        page.get_by_role("button", name="Correct the result").click()
        expect(page.get_by_text("Result corrected.")).to_be_visible()
        self.goes_to("Desk")

    def swaps_the_seconds_of_two_tables(self):
        """Swap the second players of the first two tables of a draft manually."""
        page = self.page
        first, second = (row[2] for row in self.reads_the_tables()[:2])
        page.get_by_text("Swap two players").click()
        page.get_by_label("This player", exact=True).select_option(label=first)
        page.get_by_label("and this player").select_option(label=second)
        page.get_by_role("button", name="Swap", exact=True).click()
        expect(page.locator("#t1")).to_contain_text(second)

    def fills_the_grid(self, results):
        """Type each row of the grid: the results against the players further down."""
        self.goes_to("All rounds as a grid")
        settle(self.page)
        for text in results:
            self.page.keyboard.type(text)
            self.page.keyboard.press("Enter")
        expect(self.page.locator("#missing")).to_have_text("0")

    def sees_the_podium(self):
        """Return the names on the winners' page."""
        self.does_the_next_step("Show the winners")
        expect(self.page.locator(".podium")).to_be_visible()
        return texts_of(self.page, ".podium bdi")

    def reads_points(self):
        self.goes_to("Standings")
        return {row[1]: row[2] for row in self.reads_the_standings()}


@pytest.mark.rotates(8)
def test_24_card_players_with_late_entry_drop_no_show_and_correction(page, live_server):
    host = Host(page, live_server.url)
    host.begins("Friday", "Card game", rounds=3)
    host.pastes(*CARDS)
    host.pairs(1)
    host.publishes()
    host.goes_to_the_players()
    page.locator("#add [name=name]").fill("Late Lou")
    page.keyboard.press("Enter")
    expect(page.locator("#added")).to_contain_text("playing from round 2. The missed round counts 0.")
    host.gives_half_a_point_for_what_was_missed()
    host.opens_the_results(1)
    gone = host.tells_who_did_not_come(3)
    for table in (1, 2, *range(4, 13)):
        host.presses(table, "2-0")
    host.withdraws(gone)
    host.pairs(2)
    host.publishes()
    host.corrects(1, 1, "0-2")
    for number in (2, 3):
        host.opens_the_results(number)
        for table in range(1, 13):
            host.presses(table, "2-1")
        if number == 2:
            host.pairs(3)
            host.publishes()
    host.does_the_next_step("All 12 results in: close round 3")
    host.announces()
    assert len(host.sees_the_podium()) >= 3
    points = host.reads_points()
    assert len(points) == 25
    assert points[gone] == "0"
    assert points["Late Lou"] in {"1", "4", "7"}, "one for the round before, three for each that is won"


@pytest.mark.rotates(8)
def test_othello_runs_with_a_round_changed_by_hand(phone, live_server):
    host = Host(phone, live_server.url)
    host.starts("Reversi evening", "othello", str(PRESETS["papp"].label), OTHELLO, planned_rounds=3)
    for number, scores in ((1, (40, 33, 20, 64)), (2, (32, 35, 10, 60)), (3, (34, 31, 0, 50))):
        host.pairs(number)
        if number == 2:
            host.swaps_the_seconds_of_two_tables()
        host.publishes()
        host.opens_the_results(number)
        host.types(dict(enumerate(scores, start=1)))
    host.does_the_next_step("All 4 results in: close round 3")
    host.announces()
    assert len(host.sees_the_podium()) >= 3
    host.goes_to("Pairings", "Round 2")
    phone.locator("#pairings").get_by_role("link", name="1", exact=True).click()
    expect(phone.get_by_text("Paired manually by the organiser.")).to_be_visible()


@pytest.mark.rotates(8)
def test_football_schedule_is_entered_in_a_grid(page, live_server):
    host = Host(page, live_server.url)
    host.starts("Four nations", "football", "Round robin", ("Suomi", "Eesti", "Sverige", "Norge"))
    page.get_by_role("button", name="Publish all 3 remaining rounds").click()
    host.fills_the_grid(("2-1", "0-0", "1-3", "2-2", "4-0", "1-1"))
    host.does_the_next_step("All 6 results in: close all rounds")
    host.announces()
    assert host.sees_the_podium()[0] == "Eesti"
    assert host.reads_points() == {"Eesti": "4", "Suomi": "4", "Norge": "4", "Sverige": "3"}


@pytest.mark.rotates(8)
def test_six_darts_players_finish_in_a_grid(page, live_server):
    host = Host(page, live_server.url)
    host.starts("Darts", "darts", "Round robin", ("Ada", "Ben", "Cleo", "Dag", "Eva", "Finn"))
    page.get_by_role("button", name="Publish all 5 remaining rounds").click()
    host.fills_the_grid(
        ("3-0", "3-1", "3-2", "0-3", "3-0", "3-2", "1-3", "3-0", "3-1", "0-3", "3-2", "3-1", "2-3", "3-0", "1-3")
    )
    host.does_the_next_step("All 15 results in: close all rounds")
    host.announces()
    assert host.sees_the_podium()[0] == "Ada"
    assert host.reads_points() == {"Ada": "4", "Ben": "3", "Dag": "3", "Cleo": "2", "Eva": "2", "Finn": "1"}
