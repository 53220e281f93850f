"""Points are deducted on the Arbiter's page, by keyboard and on a phone, and public pages show it."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import sign_in_by_cookie
from tests.tournaments.conftest import make, orla  # noqa: F401 fixtures

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.rotates(8)
@pytest.mark.parametrize("width", [1366, 390])
def test_arbiter_deducts_points_and_everyone_reads_the_reason(page, live_server, make, orla, width):  # noqa: F811
    page.set_viewport_size({"width": width, "height": 800})
    stage = make(system="dutch", planned_rounds=3).with_players("Ann", "Bo", "Cy", "Di")
    stage.play("1-0", "½-½")
    sign_in_by_cookie(page, live_server.url)
    page.goto(f"{live_server.url}/t/cup/desk/arbiter/")
    page.locator("#deduct_player").select_option("Ann")
    page.get_by_label("Points").fill("a lot")
    page.get_by_label("Reason").fill("Late arrival twice")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Enter whole points up to 99, or halves below 10.")).to_be_visible()
    expect(page.get_by_label("Reason")).to_have_value("Late arrival twice")
    expect(page.get_by_label("Points")).to_be_focused()
    expect(page.get_by_label("Points")).to_be_in_viewport()
    assert faults(page) == []
    page.get_by_label("Points").fill("-1")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Late arrival twice")).to_be_visible()
    assert faults(page) == []
    for address in ("standings", "crosstable", f"players/{stage.players['Ann'].public_id}"):
        page.goto(f"{live_server.url}/t/cup/{address}/")
        expect(page.get_by_text("Late arrival twice")).to_be_visible()
        assert faults(page) == []
    page.goto(f"{live_server.url}/t/cup/desk/arbiter/")
    page.get_by_role("button", name="Undo deduction").click()
    expect(page.get_by_text("No deductions.")).to_be_visible()
