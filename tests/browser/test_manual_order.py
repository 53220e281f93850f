"""Manual orders, external values and rated results in a browser, by keyboard and on a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import sign_in_by_cookie
from tests.tournaments.conftest import make, orla  # noqa: F401 fixtures

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.rotates(8)
@pytest.mark.parametrize("width", [1366, 390])
def test_level_players_are_ordered_and_a_result_is_rated_differently(page, live_server, make, orla, width):  # noqa: F811
    page.set_viewport_size({"width": width, "height": 800})
    stage = make(system="dutch", planned_rounds=3, rules="fide-2026", rules_changes={"chain": ["PTS", "OUT"]})
    stage.with_players("Ann", "Bo", "Cy", "Di").play("1-0", "1-0")
    sign_in_by_cookie(page, live_server.url)
    page.goto(f"{live_server.url}/t/cup/standings/")
    page.get_by_role("link", name="Manual order").click()
    tie = page.locator("#tie-0")
    tie.get_by_role("textbox").nth(0).fill("2")
    tie.get_by_role("textbox").nth(1).fill("1")
    assert faults(page) == []
    tie.get_by_label("Reason").fill("Play-off 2-0")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Order saved.")).to_be_visible()
    page.locator("#values").get_by_label("Ann").fill("2.5")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Values saved.")).to_be_visible()
    assert faults(page) == []
    page.goto(f"{live_server.url}/t/cup/standings/")
    assert faults(page) == []
    page.goto(f"{live_server.url}/t/cup/desk/rounds/1/results/")
    page.get_by_role("link", name="Correct table 1").click()
    page.get_by_role("link", name="Correct for the rating report only").click()
    page.get_by_label("Rated result").fill("0-1")
    page.get_by_label("Reason").fill("The slip was read wrong")
    assert faults(page) == []
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="rated 0-1")).to_be_visible()
    assert faults(page) == []
