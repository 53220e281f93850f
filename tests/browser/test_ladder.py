"""A club's ladder over four evenings with a challenge, a new player, an absence and a correction."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import settle, table_of, texts_of, width_of
from tests.conftest import PHONE

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ["Ada", "Ben", "Cleo", "Dag", "Eva", "Finn", "Gil", "Hana"]


class Club(Organiser):
    """The organiser of the ladder."""

    def pairs(self, number):
        self.does_the_next_step(re.compile(f"[Pp]air round {number}$"))
        expect(self.page.get_by_role("heading", name=f"Draft of round {number}")).to_be_visible()
        settle(self.page)
        return [set(row[1:3]) for row in self.reads_the_tables() if row[0]]

    def plays(self, number, *strong):
        """Play a round: the player further ahead in `strong` wins; if neither is in it, the second player wins."""
        strength = {name: at for at, name in enumerate(reversed(strong), start=1)}
        tables = [row for row in self.reads_the_tables() if row[0]]
        self.publishes()
        won = {int(table): strength.get(first, 0) > strength.get(second, 0) for table, first, second in tables}
        self.stores(number, {table: "1-0" if first else "0-1" for table, first in won.items()})
        self.stores_the_end_of(number)

    def notes_a_challenge(self, lower, higher):
        self.goes_to("Fixed and forbidden pairs")
        expect(self.page.get_by_text("A challenge is a fixed pair.")).to_be_visible()
        form = self.page.locator("#fix")
        form.get_by_label("White").select_option(label=lower)
        form.get_by_label("Black").select_option(label=higher)
        form.get_by_role("button", name="Fix pair").click()
        expect(self.page.get_by_text("Saved.")).to_be_visible()

    def reads_the_list(self):
        self.page.get_by_role("link", name="Standings", exact=True).first.click()
        settle(self.page)
        return [row[1] for row in self.reads_the_standings()]


def table_of_results(page):
    """Return the table number and the players of each row of a results page."""
    return [(re.sub(r"\D", "", row[0]), *row[1:]) for row in table_of(page, "table:has(tr[id^=t])") if len(row) > 2]


@pytest.mark.rotates(8)
def test_ladder_runs_for_four_evenings(live_server, page, new_page):
    club = Club(page, live_server.url)
    club.starts("Ladder", "chess", "Winner takes the place", NAMES)
    first_evening(club)
    a_challenge_and_a_newcomer(club)
    club.notes_an_absence("Hana", 3)
    club.pairs(3)
    club.plays(3, "Finn", "Kim", "Ada", "Ben")
    club.pairs(4)
    club.plays(4, "Finn", "Kim", "Ada", "Dag", "Gil")
    page.get_by_role("link", name="Desk", exact=True).first.click()
    expect(page.locator("#next")).to_have_text(re.compile("[Pp]air round 5$"))
    a_result_of_long_ago(club)
    a_place_on_a_telephone(new_page(PHONE), live_server.url)


def first_evening(club):
    assert club.pairs(1) == [{"Ada", "Ben"}, {"Cleo", "Dag"}, {"Eva", "Finn"}, {"Gil", "Hana"}]
    assert faults(club.page) == []
    club.plays(1, "Ada", "Dag", "Finn", "Gil")
    assert club.reads_the_list() == ["Ada", "Ben", "Dag", "Cleo", "Finn", "Eva", "Gil", "Hana"]
    assert faults(club.page) == []


def a_challenge_and_a_newcomer(club):
    club.notes_a_challenge("Finn", "Ada")
    club.goes_to_the_players()
    club.adds("Kim")
    assert {"Finn", "Ada"} in club.pairs(2)
    answer = re.compile("Finn.* challenges .*Ada.* over 4 places, beyond the ladder's limit")
    expect(club.page.get_by_text(answer)).to_be_visible()
    assert club.reads_the_tables()[-1][1] == "Kim"
    club.plays(2, "Finn", "Ben", "Dag", "Gil")
    assert club.reads_the_list()[:2] == ["Finn", "Ada"]


def a_result_of_long_ago(club):
    """Change a win in round 2 to a draw: as a result, Finn never took first place."""
    page = club.page
    assert club.reads_the_list()[0] == "Finn"
    page.get_by_role("link", name="Desk", exact=True).first.click()
    page.get_by_role("link", name="results of round 2").click()
    table = next(table for table, *pair in table_of_results(page) if {"Finn", "Ada"} <= set(pair))
    page.get_by_role("link", name=f"Correct table {table}").click()
    page.get_by_label("Correct result").fill("½-½")
    page.get_by_label("Reason").fill("they had agreed on a draw")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Correct the result").click()
    expect(page.get_by_text("Result corrected.")).to_be_visible()
    assert club.reads_the_list()[0] == "Ada"


def a_place_on_a_telephone(phone, url):
    """A place explains how it came about."""
    phone.goto(f"{url}/t/ladder/")
    phone.get_by_role("link", name="Standings", exact=True).first.click()
    settle(phone)
    place = next(row[0] for row in table_of(phone, "#standings") if row[1] == "Kim")
    assert width_of(phone) <= PHONE["width"]
    phone.locator("#standings tr").filter(has_text="Kim").get_by_role("link", name=place, exact=True).first.click()
    settle(phone)
    answer = texts_of(phone, ".steps li li")
    assert "Round 2: joined at the bottom, place 9." in answer
    assert any(re.fullmatch(r"Round \d: took place \d from .+\.", each) for each in answer)
    assert faults(phone) == []
    assert width_of(phone) <= PHONE["width"]
