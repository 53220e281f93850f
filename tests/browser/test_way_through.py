"""From the first click to the next round by visible links and buttons alone, counted."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import PASSWORD
from tests.browser.reading import settle, width_of
from tests.conftest import LAPTOP, PHONE

NAMES = ["Ada", "Ben", "Cleo", "Dag", "Eva", "Finn", "Gil", "Hana", "Ida", "Jon", "Kim", "Lea"]


class Newcomer:
    """Clicks and fills, and counts both."""

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
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_newcomer_publishes_a_swiss_of_twelve_and_goes_on_to_round_2(new_page, live_server, size, record_property):
    page = new_page(size)
    anna = Newcomer(page)
    page.goto(live_server.url)
    anna.fill("Your name", "Anna")
    anna.fill("Password", PASSWORD)
    anna.click("button", "Make the account")
    anna.fill("Name of the tournament", "Club evening")
    anna.fill("How many players you expect", "12")
    anna.click("button", "Create the tournament")
    for name in NAMES:
        expect(page.locator("#add [name=name]")).to_be_focused()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator("#added")).to_have_text("Lea is added.")
    anna.click("link", re.compile("^Desk$"))
    anna.presses_the_step("Pair round 1")
    anna.click("button", "Publish")
    expect(page.get_by_text("Round 1 is published")).to_be_visible()
    record_property("clicks of a newcomer", anna.clicks)
    record_property("fields of a newcomer", anna.fields)
    print(f"\na newcomer to a published Swiss of 12: {anna.clicks} clicks, {anna.fields} fields")  # noqa: T201 a figure
    assert (anna.clicks <= 6, anna.fields <= 5) == (True, True)

    expect(page.locator(".step")).to_contain_text("Round 1 of 5")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Results of round 1")).to_be_visible()
    settle(page)
    page.keyboard.type("a" * 6)
    anna.clicks = 0
    anna.presses_the_step("All 6 in: close and pair round 2")
    expect(page.get_by_role("heading", name="Draft of round 2")).to_be_visible()
    anna.click("button", "Publish")
    expect(page.locator(".step")).to_contain_text("Round 2 of 5")
    print(f"the next round after the last result: {anna.clicks} clicks")  # noqa: T201 a figure
    assert anna.clicks == 2
    assert faults(page) == []
    assert width_of(page) <= size["width"]
