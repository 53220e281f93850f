"""The arbiter's log in a browser: a round starts, the default time ends, and absent players lose."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import sign_in_by_cookie
from tests.browser.page_reading import measure, width_of
from tests.tournaments.conftest import make, orla  # noqa: F401 fixtures

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.rotates(8)
def test_absent_player_loses_by_default_after_the_start(page, live_server, make, orla):  # noqa: F811
    page.set_viewport_size({"width": 390, "height": 800})
    stage = make(system="dutch", planned_rounds=3, default_minutes=0).with_players(
        "Ann Ashworth-Featherstonehaugh", "Bo", "Cy", "Di"
    )
    stage.pair()
    stage.publish()
    sign_in_by_cookie(page, live_server.url)
    page.goto(f"{live_server.url}/t/cup/desk/")
    page.get_by_role("link", name="Arbiter's log").click()
    assert faults(page) == []
    page.get_by_role("button", name="Start round 1 now").click()
    expect(page.get_by_role("heading", name="players not at the board")).to_be_visible()
    page.get_by_label("Di", exact=True).check()
    page.get_by_role("button", name="Save default losses").click()
    expect(page.get_by_text("(table 2, lost by default)")).to_be_visible()
    expect(page.get_by_label("Di", exact=True)).to_be_checked()
    assert width_of(page) <= 390
    assert measure(
        page, "(region => region.scrollWidth <= region.clientWidth)(document.querySelector('.scroll:has(#protocol)'))"
    )
    expect(page.locator("#protocol [data-of]")).to_have_count(6)
    assert faults(page) == []
    page.goto(f"{live_server.url}/t/cup/rounds/1/")
    expect(page.get_by_text("Lost by default at table")).to_be_visible()
    assert faults(page) == []
