"""The round clock on several screens counts by the server's time, even if the clock of a phone is wrong."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.organiser import Organiser
from tests.conftest import PHONE

#: A phone whose clock was set manually and is an hour slow.
AN_HOUR_LATE = "{ const now = Date.now; Date.now = () => now() - 3600000; }"


@pytest.mark.rotates(8)
@pytest.mark.django_db(transaction=True)
def test_telephone_with_a_late_clock_counts_as_the_desk_does(new_page, live_server):
    desk, phone = new_page(), new_page(PHONE)
    phone.add_init_script(AN_HOUR_LATE)
    orla = Organiser(desk, live_server.url)
    stage = orla.starts("Clock Cup", "chess", names=("Ann", "Bo", "Cy", "Di"))
    stage.pair()
    stage.publish()
    orla.returns_to_the_desk()
    desk.get_by_role("link", name="Clock", exact=True).click()
    desk.get_by_label("Round time in minutes").fill("50")
    desk.get_by_role("button", name="Start the clock").click()
    running = re.compile(r"^(50:00|[1-4]\d:\d\d)$")
    expect(desk.get_by_role("timer")).to_have_text(running)

    phone.goto(f"{live_server.url}/t/clock-cup/rounds/1/")
    expect(phone.get_by_role("timer")).to_have_text(running)

    desk.get_by_role("button", name="Stop").click()
    expect(desk.get_by_text("left, clock stopped")).to_be_visible()
    phone.goto(f"{live_server.url}/t/clock-cup/")
    expect(phone.get_by_text("left, clock stopped")).to_be_visible()
    desk.get_by_role("button", name="Resume").click()
    expect(desk.get_by_role("timer")).to_have_text(running)
