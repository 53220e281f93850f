"""A long pairing shows its progress and a button to stop it, and leads to the draft without another click."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import sign_in_by_cookie
from tests.tournaments.all_features.test_load import PASSWORD
from tournaments.core.rights import Who
from tournaments.models import Round, User
from tournaments.players import registration
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def at_desk(page, slow_server):
    who = Who.at_page(User.objects.create_user("Orla", password=PASSWORD))
    cup = lifecycle.create_tournament(
        who, name="Cup", game="chess", system="dutch", planned_rounds=5, starts_on="2026-04-01", time_zone="UTC"
    )
    registration.add_players(who, cup, [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")])
    sign_in_by_cookie(page, slow_server.url)
    page.goto(f"{slow_server.url}/t/cup/desk/")
    return page


@pytest.mark.rotates(8)
def test_long_pairing_is_stopped_and_restarted(at_desk, brake):
    page = at_desk
    page.get_by_role("button", name="Pair round 1").click()
    expect(page.get_by_role("heading", name="Pairing round 1")).to_be_visible()
    expect(page.locator("#how-far")).to_have_text("3 of 8 brackets are paired.")
    expect(page.locator("progress")).to_have_attribute("value", "3")
    assert faults(page) == []
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("alert")).to_have_text("Stopped. Nothing was saved.")
    assert not Round.objects.exists()
    page.get_by_role("link", name="Back").click()
    page.get_by_role("button", name="Pair round 1").click()
    expect(page.locator("#how-far")).to_have_text("3 of 8 brackets are paired.")
    brake.release()
    expect(page.get_by_role("heading", name="Draft of round 1")).to_be_visible()
