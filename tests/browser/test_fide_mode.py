"""In FIDE mode, locked settings give their reason, and leaving the mode takes two pages."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import sign_in_by_cookie, stop_at_requests
from tests.browser.page_reading import settle
from tests.tournaments.conftest import make, orla  # noqa: F401 fixtures
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.rotates(8)
def test_tick_survives_a_later_recommendation(page, live_server, orla):  # noqa: F811
    """The recommendation requested by other fields arrives late: the server made it before the box was ticked."""
    sign_in_by_cookie(page, live_server.url)
    stop_at_requests(page)
    page.goto(f"{live_server.url}/new/")
    page.get_by_label("Name of the tournament").fill("Turku Open")
    settle(page)
    waiting = []

    def hold(route):
        waiting.append(route)

    page.route("**/new/", hold)
    with page.expect_request("**/new/"):
        page.get_by_label("Players or teams expected").fill("24")
    page.get_by_label("FIDE-rated", exact=True).check()
    page.unroute("**/new/")
    for route in waiting:
        route.continue_()
    expect(page.locator("#proposal .headline")).to_contain_text("5")
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_text("Turku Open created.")).to_be_visible()
    assert Tournament.objects.get().fide_mode


@pytest.mark.rotates(8)
def test_fide_question_is_shown_for_chess_only(page, live_server, orla):  # noqa: F811
    sign_in_by_cookie(page, live_server.url)
    page.goto(f"{live_server.url}/new/")
    page.get_by_label("FIDE-rated", exact=True).check()
    page.get_by_label("Game").select_option("go")
    expect(page.get_by_label("FIDE-rated", exact=True)).to_be_hidden()
    page.get_by_label("Game").select_option("chess")
    expect(page.get_by_label("FIDE-rated", exact=True)).to_be_checked()


@pytest.mark.rotates(8)
def test_leaving_takes_two_steps_and_is_public(page, new_page, live_server, make, orla):  # noqa: F811
    stage = make(system="dutch", planned_rounds=3, fide_mode=None).with_players("Ann", "Bo", "Cy", "Di")
    stage.play("1-0", "½-½")
    sign_in_by_cookie(page, live_server.url)
    page.goto(f"{live_server.url}/t/cup/desk/fide-mode/")
    expect(page.get_by_role("list", name="What it locks")).to_be_visible()
    assert faults(page) == []

    page.goto(f"{live_server.url}/t/cup/desk/settings/")
    page.locator("[name=planned_rounds]").fill("4")
    page.get_by_role("button", name="Save settings").click()
    expect(page.get_by_text("In FIDE mode, the number of rounds is locked once round 1 is published")).to_be_visible()

    page.get_by_role("link", name="FIDE mode", exact=True).click()
    page.get_by_label("Reason for leaving FIDE mode").fill("The hall closes early")
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Leave FIDE mode").click()
    expect(page.get_by_role("heading", name="Leave FIDE mode for good?")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("link", name="Cancel").click()
    expect(page.get_by_role("button", name="Leave FIDE mode")).to_be_visible()

    page.get_by_label("Reason for leaving FIDE mode").fill("The hall closes early")
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Leave FIDE mode").click()
    page.get_by_label("enter the tournament's name").fill("Cup")
    page.get_by_role("button", name="Leave for good").click()
    expect(page.get_by_text("FIDE mode is off.")).to_be_visible()
    expect(page.get_by_role("button", name="Leave FIDE mode")).to_have_count(0)

    phone = new_page({"width": 390, "height": 844})
    phone.goto(f"{live_server.url}/t/cup/")
    expect(phone.get_by_text(re.compile("FIDE mode was left in round 1: .*The hall closes early"))).to_be_visible()
    assert faults(phone) == []
