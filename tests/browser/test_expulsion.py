"""An arbiter expels a player from the player's page, and public pages show it."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import sign_in_by_cookie
from tests.tournaments.conftest import make, orla  # noqa: F401 fixtures

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.rotates(8)
def test_expelled_player_is_left_out_and_marked(page, new_page, live_server, make, orla):  # noqa: F811
    stage = make(system="dutch", planned_rounds=3, fide_mode=None).with_players("Ann", "Bo", "Cy", "Di")
    stage.play("1-0", "½-½")
    sign_in_by_cookie(page, live_server.url)
    page.goto(f"{live_server.url}/t/cup/desk/players/")
    page.get_by_role("link", name="Cy", exact=True).click()
    page.get_by_role("link", name="Expel", exact=True).click()

    form = page.locator("#expel")
    expect(form.get_by_label("Player")).to_have_value(stage.players["Cy"].public_id)
    expect(form.get_by_label("Why")).to_be_focused()
    expect(form.get_by_text("Player", exact=True)).to_be_in_viewport(ratio=1)
    form.get_by_label("Why").fill("A telephone, after a warning")
    form.get_by_label("Exclude from the table").check()
    assert faults(page) == []
    form.get_by_role("button", name="Expel player").click()
    expect(page.get_by_text("Cy is expelled and removed from the standings.")).to_be_visible()
    expect(page.locator("section.message").get_by_label("Why")).to_have_value("A telephone, after a warning")
    assert faults(page) == []

    phone = new_page({"width": 390, "height": 844})
    phone.goto(f"{live_server.url}/t/cup/standings/")
    expect(phone.locator("#standings tbody tr")).to_have_count(3)
    phone.locator("#left-out").get_by_role("link", name="Cy").click()
    expect(phone.get_by_text("expelled")).to_be_visible()
    expect(phone.get_by_text("telephone, after")).to_have_count(0)
    assert faults(phone) == []

    page.get_by_role("link", name="You can undo an expulsion in the journal").click()
    entry = page.locator("details", has=page.get_by_text("The player's former status will be restored"))
    entry.locator("summary").click()
    entry.get_by_role("button", name="Undo this").click()
    phone.goto(f"{live_server.url}/t/cup/standings/")
    expect(phone.locator("#standings tbody tr")).to_have_count(4)
    expect(phone.get_by_text("expelled")).to_have_count(0)
