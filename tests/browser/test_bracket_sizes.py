"""A large bracket has two sizes: readable, and fitted to the window."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import sign_in_by_cookie
from tests.browser.page_reading import measure
from tests.conftest import PHONE
from tests.tournaments.conftest import make, orla  # noqa: F401 fixtures

pytestmark = pytest.mark.django_db(transaction=True)

#: Width and height of the bracket, and the width that it needs.
TREES = """(() => {
  const trees = document.querySelector(".trees"), box = trees.getBoundingClientRect();
  return [box.width, box.height, trees.scrollWidth];
})()"""
SIZES = (PHONE, {"width": 1280, "height": 800})


@pytest.mark.rotates(8)
def test_large_bracket_is_readable_or_fits_the_window(new_page, live_server, make):  # noqa: F811
    stage = make(system="knock-out").with_players(*(f"Bergström-Nieminen, Maria {n:03}" for n in range(128)))
    stage.pair()
    stage.publish()
    stage.enter(1, "1-0")
    for size in SIZES:
        page = new_page(size)
        page.goto(f"{live_server.url}/t/cup/bracket/")
        assert measure(page, "document.documentElement.scrollWidth") == size["width"]
        page.get_by_role("link", name="Overview").press("Enter")
        page.wait_for_url("**/bracket/?view=overview")
        width, height, needed = measure(page, TREES)
        assert needed <= width + 1
        assert measure(page, "document.documentElement.scrollWidth") == size["width"]
        assert height < 64 * 40
        assert faults(page) == []
        page.get_by_label("Find your name").fill("maria 007")
        expect(page.locator(".trees .on")).to_have_count(1)
        page.get_by_role("link", name="Last 64").click()
        page.wait_for_url("**/bracket/?#*")
        expect(page.get_by_role("link", name="Reading size")).to_have_attribute("aria-current", "page")
        expect(page.locator(":target")).to_be_in_viewport()


@pytest.mark.rotates(8)
def test_result_buttons_of_a_bracket_suit_fingers(phone, live_server, make):  # noqa: F811
    stage = make(system="knock-out").with_players("Ann", "Bo", "Cy", "Di")
    stage.pair()
    stage.publish()
    sign_in_by_cookie(phone, live_server.url)
    phone.goto(f"{live_server.url}/t/cup/bracket/")
    assert (
        measure(phone, "Math.min(...[...document.querySelectorAll('.tapped button')].map((b) => b.offsetHeight))") >= 44
    )
