"""Two rounds in a hall whose tables begin at 11, with a closed table, a wheelchair user and two rooms."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import settle, texts_of, width_of
from tests.conftest import PHONE

PLAYERS = ["Ada", "Ben", "Cleo", "Dag", "Eva", "Finn", "Gil", "Hana"]
ROOMS = "Main hall 11-13\nLibrary 61-70"


@pytest.fixture
def organiser(page, live_server, transactional_db):
    organiser = Organiser(page, live_server.url)
    organiser.starts("Open", "chess", "dutch", PLAYERS, planned_rounds=3)
    return organiser


def sets_up_the_hall(organiser):
    page = organiser.page
    page.get_by_role("link", name="Desk", exact=True).click()
    page.get_by_role("link", name="Pairing and hall", exact=True).click()
    page.get_by_role("link", name="Hall", exact=True).click()
    expect(page.get_by_text("Numbers start at 1.", exact=False).first).to_be_visible()
    page.get_by_label("First number").fill("11")
    page.get_by_label("Closed numbers").fill("12")
    page.get_by_label("Rooms").fill(ROOMS)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The hall is saved.")).to_be_visible()


def gives_a_table(organiser, name, table):
    organiser.opens_the_player(name)
    organiser.page.get_by_label("Fixed number").fill(table)
    organiser.page.get_by_role("button", name="Save").click()
    expect(organiser.page.get_by_text("updated.")).to_be_visible()


def plays(organiser, number):
    """Play a round from its draft to its results, and return its table numbers."""
    page = organiser.page
    expect(page.get_by_role("heading", name=f"Draft of round {number}")).to_be_visible()
    tables = [row[0] for row in organiser.reads_the_tables()]
    seat_of_hana = page.locator("#pairings tr").filter(has_text="Hana").locator("th")
    expect(seat_of_hana).to_have_text("11")
    organiser.publishes()
    organiser.stores(number, dict.fromkeys(map(int, tables), "1-0"))
    organiser.returns_to_the_desk()
    return sorted(tables)


@pytest.mark.rotates(8)
def test_tables_are_numbered_as_they_stand_in_the_hall(organiser, new_page):
    page = organiser.page
    sets_up_the_hall(organiser)
    assert faults(page) == []
    assert texts_of(page, "main .lines li") == ["Main hall: 11, 13", "Library: 61-62"]
    gives_a_table(organiser, "Hana", "11")
    page.get_by_role("link", name="Desk", exact=True).click()
    organiser.does_the_next_step("Pair round 1")
    assert plays(organiser, 1) == ["11", "13", "61", "62"]
    organiser.does_the_next_step(re.compile("close and pair round 2"))
    assert plays(organiser, 2) == ["11", "13", "61", "62"]

    phone = new_page(PHONE)
    phone.goto(f"{organiser.url}/t/open/rounds/2/")
    assert texts_of(phone, "#pairings tr.group") == ["Main hall", "Library"]
    assert faults(phone) == []
    expect(phone.locator("#pairings tr").filter(has_text="Hana").locator("th")).to_have_text("11")
    phone.get_by_role("link", name="by name").click()
    expect(phone.locator("#pairings tr").filter(has=phone.get_by_text("Hana")).first).to_contain_text("Main hall")
    assert width_of(phone) <= PHONE["width"]
    phone.goto(f"{organiser.url}/t/open/players/")
    phone.get_by_role("link", name="Hana").click()
    expect(phone.locator(".game").first).to_contain_text("Main hall")
    phone.get_by_role("button", name="This is me").click()
    phone.goto(f"{organiser.url}/t/open/rounds/2/")
    expect(phone.locator("#me")).to_contain_text("Main hall")


@pytest.mark.rotates(8)
def test_draft_is_renumbered_by_a_button(organiser):
    page = organiser.page
    page.get_by_role("link", name="Desk", exact=True).click()
    organiser.does_the_next_step("Pair round 1")
    assert [row[0] for row in organiser.reads_the_tables()] == ["1", "2", "3", "4"]
    sets_up_the_hall(organiser)
    page.get_by_role("link", name="Renumber its pairings").click()
    expect(page.get_by_text("4 pairings belong at other tables")).to_be_visible()
    page.get_by_role("button", name="Renumber pairings").click()
    expect(page.get_by_role("button", name="Renumber pairings")).to_have_count(0)
    settle(page)
    assert [row[0] for row in organiser.reads_the_tables()] == ["11", "13", "61", "62"]
    assert faults(page) == []
