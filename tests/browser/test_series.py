"""A series by visible links: two events are typed, a question is answered, and the table is read."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.reading import settle, table_of, width_of
from tests.conftest import LAPTOP, PHONE

EVENTS = {"Turku": "1 Anna\n2 Bo\n2 Cy\n4 Di", "Oulu": "1 Bo\n2 Anna\n3 Di\n4 Ed"}


@pytest.mark.rotates(8)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_series_from_the_first_page_to_the_table(new_page, live_server, size):
    page = new_page(size)
    Organiser(page, live_server.url).makes_the_first_account()
    settle(page)
    page.get_by_role("link", name="Kierros", exact=True).click()
    page.get_by_role("link", name="Series", exact=True).click()
    page.get_by_role("link", name="Create a series").click()
    page.get_by_label("Name of the series").fill("Grand Prix")
    page.get_by_label("Points by place").fill("5 3 4")
    page.get_by_role("button", name="Create series").click()
    expect(page.get_by_text("Points for place 3 are higher than for place 2.")).to_be_visible()
    page.get_by_label("Points by place").fill("13 10 8 6")
    page.get_by_role("button", name="Create series").click()
    for day, (name, lines) in enumerate(EVENTS.items(), start=1):
        page.get_by_text("Enter results of an event that was not run here").click()
        page.get_by_label("Name of the event").fill(name)
        page.get_by_label("Date").fill(f"2026-03-0{day}")
        page.get_by_label("Results", exact=True).fill(lines)
        page.get_by_role("button", name="Add event").click()
        expect(page.locator("#events")).to_contain_text(name)
    assert faults(page) == []
    page.get_by_role("button", name="Selected: same person").click()
    expect(page.get_by_text("Answer saved.")).to_be_visible()
    page.get_by_role("link", name="Series table").click()
    found = [row[:3] for row in table_of(page, "#series")]
    assert [(row[0], row[1].split()[0], row[2]) for row in found] == [
        ("1", "Anna", "23"), ("2", "Bo", "22"), ("3", "Di", "14"), ("4", "Cy", "9"), ("5", "Ed", "6"),
    ]  # fmt: skip
    assert faults(page) == []
    assert width_of(page) <= size["width"]
    page.get_by_role("link", name="Bo").click()
    expect(page.get_by_text("Places 2–3 share: (10 + 8) / 2 = 9.")).to_be_visible()
    assert faults(page) == []
