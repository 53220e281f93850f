"""A draft on a laptop shows at least 14 tables. Two clicks or keys swap two players, and swap them back."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import measure, texts_of, width_of
from tests.conftest import LAPTOP, PHONE

NAMES = [f"Player {at:02}" for at in range(41)]


def at(page, table):
    return texts_of(page, f"#t{table} .who bdi")


def complaints_of(page):
    """Collect the console messages about the page's scripts and its policy from now on."""
    found = []
    page.on("console", lambda message: found.append(message.text))
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def rows_in_sight(page):
    """Return how many tables are completely inside the window; the first must begin within 260 pixels of the top."""
    rows = "[...document.querySelectorAll('#pairings tbody tr[id]')]"
    assert measure(page, f"{rows}[0].getBoundingClientRect().top") < 260
    return measure(page, f"{rows}.filter(row => row.getBoundingClientRect().bottom <= innerHeight).length")


@pytest.mark.rotates(8)
def test_changed_draft_keeps_fourteen_tables_visible(new_page, live_server):
    page = new_page(LAPTOP)
    orla = Organiser(page, live_server.url)
    stage = orla.starts("Open", "chess", "dutch", names=NAMES, planned_rounds=7)
    stage.play(*["1-0", "1/2"] * 10)
    stage.pair()
    orla.returns_to_the_desk()
    complaints = complaints_of(page)
    page.goto(f"{page.url}rounds/2/")
    one, other = at(page, 1), at(page, 12)
    for place in (0, 1):
        page.get_by_role("button", name=f"Swap {one[place]}", exact=True).click()
        page.get_by_role("button", name=f"Swap {other[place]}", exact=True).click()
        expect(page.locator("#edits li")).to_have_count(place + 1)
    page.locator("#t3").get_by_role("button", name="separate").click()
    expect(page.locator("#free")).to_be_visible()
    assert rows_in_sight(page) >= 14
    assert [text for text in complaints if "Service Worker" not in text] == []
    assert faults(page) == []
    page.locator("#edits li").last.get_by_role("button").click()
    expect(page.locator("#edits li")).to_have_count(2)
    assert (at(page, 1), at(page, 12)) == ([one[0], other[1]], [other[0], one[1]])
    page.set_viewport_size(PHONE)
    assert width_of(page) <= PHONE["width"]


@pytest.mark.rotates(8)
def test_two_clicks_swap_two_players_and_one_undoes_it(new_page, live_server):
    page = new_page(LAPTOP)
    Organiser(page, live_server.url).starts("Open", "chess", names=NAMES, planned_rounds=7)
    page.get_by_role("button", name="Pair round 1", exact=True).click()
    expect(page.locator("#t20")).to_be_visible()
    assert rows_in_sight(page) >= 14
    assert faults(page) == []

    one, other = at(page, 2), at(page, 4)
    page.get_by_role("button", name=f"Swap {one[0]}", exact=True).click()
    expect(page.get_by_text(f"Choose the player to swap with {one[0]}. Escape stops.")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Escape stops.")).to_have_count(0)
    page.get_by_role("button", name=f"Swap {one[0]}", exact=True).click()
    page.get_by_role("button", name=f"Swap {other[1]}", exact=True).click()
    undo = page.get_by_role("button", name=re.compile("^Undo"))
    expect(undo).to_be_visible()
    assert (at(page, 2), at(page, 4)) == ([other[1], one[1]], [other[0], one[0]])
    expect(page.get_by_role("button", name="Publish", exact=True)).to_be_in_viewport()
    page.mouse.wheel(0, 5000)
    expect(page.get_by_role("button", name="Publish", exact=True)).to_be_in_viewport()
    undo.click()
    expect(undo).to_have_count(0)
    assert (at(page, 2), at(page, 4)) == (one, other)

    page.get_by_role("button", name=f"Swap {one[0]}", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name=f"Swap {other[0]}", exact=True).focus()
    page.keyboard.press("Space")
    expect(undo).to_be_visible()
    assert at(page, 2)[0] == other[0]
    page.set_viewport_size(PHONE)
    assert width_of(page) <= PHONE["width"]
