"""Knock-out seeds are put in order by dragging, by a typed number and by keys only."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import measure, settle, texts_of, width_of
from tests.conftest import LAPTOP, PHONE

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Ada", "Ben", "Cleo", "Dag", "Eva", "Finn", "Gro", "Hal")


@pytest.mark.rotates(4)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_seeds_are_dragged_typed_and_moved_by_keys(new_page, live_server, size):
    page = new_page(size)
    orla = Organiser(page, live_server.url)
    stage = orla.starts("Cup", "table-tennis", names=NAMES, system="knock-out")
    page.goto(f"{live_server.url}/t/{stage.tournament.slug}/bracket/")
    page.get_by_role("link", name="Change the seeds").click()
    settle(page)

    last = page.locator("tbody .grip").last
    last.scroll_into_view_if_needed()
    grips = "[...document.querySelectorAll('#seats tbody tr .grip')].map(grip => grip.getBoundingClientRect())"
    at, bottom, top = measure(page, f"(rows => [rows[2].x + 5, rows.at(-1).y + 9, rows[2].y])({grips})")
    page.mouse.move(at, bottom)
    page.mouse.down()
    page.mouse.move(at, top, steps=8)
    page.mouse.up()
    assert texts_of(page, "#seats th bdi") == ["Ada", "Ben", "Hal", "Cleo", "Dag", "Eva", "Finn", "Gro"]

    page.get_by_label("Seat of Gro").fill("1")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Move Eva up").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#moved")).to_have_text("Eva: 6")
    page.keyboard.press("Alt+ArrowUp")
    wanted = ["Gro", "Ada", "Ben", "Hal", "Eva", "Cleo", "Dag", "Finn"]
    assert texts_of(page, "#seats th bdi") == wanted
    assert faults(page) == []
    assert width_of(page) <= size["width"]

    page.get_by_role("button", name="Save these seeds").click()
    expect(page.get_by_text("Seeds saved.")).to_be_visible()
    assert texts_of(page, "#seats th bdi") == wanted
