"""A newcomer gets from the first page to the next round by visible links and buttons, in a limited number of clicks."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import PASSWORD
from tests.browser.page_reading import measure, settle, width_of
from tests.conftest import LAPTOP, PHONE

NAMES = ["Ada", "Ben", "Cleo", "Dag", "Eva", "Finn", "Gil", "Hana", "Ida", "Jon", "Kim", "Lea"]


class Newcomer:
    """A user who clicks and fills in fields; both are counted."""

    def __init__(self, page):
        self.page, self.clicks, self.fields = page, 0, 0

    def click(self, role, name):
        settle(self.page)
        self.page.get_by_role(role, name=name).click()
        self.clicks += 1

    def fill(self, label, text):
        self.page.get_by_label(label).fill(text)
        self.fields += 1

    def presses_the_step(self, label):
        settle(self.page)
        step = self.page.locator("#next")
        expect(step).to_have_text(label)
        step.click()
        self.clicks += 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.rotates(8)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_newcomer_publishes_a_swiss_of_twelve_and_reaches_round_2(new_page, live_server, size, record_property):
    page = new_page(size)
    anna = Newcomer(page)
    page.goto(live_server.url)
    anna.fill("Your name", "Anna")
    anna.fill("Password", PASSWORD)
    anna.click("button", "Create account")
    anna.fill("Name of the tournament", "Club evening")
    anna.fill("Players or teams expected", "12")
    anna.click("button", "Create tournament")
    for name in NAMES:
        expect(page.locator("#add [name=name]")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator("#added")).to_have_text("Lea added.")
    anna.click("link", re.compile("^Desk$"))
    anna.presses_the_step("Pair round 1")
    anna.click("button", "Publish")
    expect(page.get_by_text("Round 1 is published")).to_be_visible()
    record_property("clicks of a newcomer", anna.clicks)
    record_property("fields of a newcomer", anna.fields)
    print(f"\na newcomer to a published Swiss of 12: {anna.clicks} clicks, {anna.fields} fields")  # noqa: T201 a figure
    assert (anna.clicks <= 6, anna.fields <= 5) == (True, True)

    goes_on_to_round_2(anna)
    assert faults(page) == []
    assert width_of(page) <= size["width"]
    if size == LAPTOP:
        assert measure(page, "document.querySelector('.sub').scrollWidth <= document.querySelector('.sub').clientWidth")

    anna.clicks = 0
    corrects_round_1(anna)
    record_property("clicks to a corrected old result", anna.clicks)
    print(f"from the desk to a corrected old result: {anna.clicks} clicks")  # noqa: T201 a figure
    assert anna.clicks <= 3


def goes_on_to_round_2(anna):
    """Go to the results by keyboard and enter each with one key; then take the next step and select "Publish"."""
    page = anna.page
    expect(page.locator(".step")).to_contain_text("Round 1 of 5")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#next")).to_be_focused()
    print("to the main button: Tab once, and Enter on the link that leads there")  # noqa: T201 a figure
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Results of round 1")).to_be_visible()
    settle(page)
    page.keyboard.press("Enter")  # selects the highlighted table
    page.keyboard.type("a" * 6)
    anna.clicks = 0
    anna.presses_the_step("All 6 results in: close and pair round 2")
    expect(page.get_by_role("heading", name="Draft of round 2")).to_be_visible()
    anna.click("button", "Publish")
    expect(page.locator(".step")).to_contain_text("Round 2 of 5")
    print(f"the next round after the last result: {anna.clicks} clicks")  # noqa: T201 a figure
    assert anna.clicks == 2


def corrects_round_1(anna):
    """Correct a result from the desk: select the round and the table, press Enter in the form, then confirm."""
    page = anna.page
    anna.click("link", "results of round 1")
    anna.click("link", re.compile("Correct table 1"))
    settle(page)
    page.get_by_label("Correct result").fill("0-1")
    page.get_by_label("Reason").fill("read from the slip")
    page.keyboard.press("Enter")
    anna.click("button", "Correct the result")
    expect(page.get_by_text("Result corrected.")).to_be_visible()
