"""Two sections share two tables: the desk calls matches by keyboard, and a player follows on a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import sign_in_by_cookie
from tests.browser.page_reading import width_of
from tests.conftest import PHONE
from tests.tournaments.conftest import make, orla  # noqa: F401 fixtures
from tests.tournaments.hall.conftest import badminton  # noqa: F401
from tests.tournaments.hall.courts import floor

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.rotates(8)
def test_two_sections_on_two_courts_play_a_whole_evening(new_page, live_server, badminton):  # noqa: F811
    men, _mixed = badminton
    slug, event = men.tournament.slug, men.tournament.event.slug
    phone = new_page(PHONE)
    phone.goto(f"{live_server.url}/t/{slug}/players/{men.players['Anna Virta'].public_id}/")
    expect(phone.locator(".own-match")).to_contain_text(re.compile(r"number \d+ in the queue, not before"))
    assert faults(phone) == []
    phone.get_by_role("link", name="Queue and expected times").click()
    expect(phone.get_by_role("heading", name="Queue")).to_be_visible()
    assert faults(phone) == []
    assert width_of(phone) <= PHONE["width"]

    desk = new_page()
    sign_in_by_cookie(desk, live_server.url)
    desk.goto(f"{live_server.url}/t/{slug}/desk/")
    desk.get_by_role("link", name="Pairing and hall").click()
    desk.get_by_role("link", name="Call to tables").click()
    assert faults(desk) == []
    for played in range(12):
        while proposed := floor(men).proposed:
            court = min(proposed)
            desk.locator(f"#court-{court} button[autofocus]").focus()
            desk.keyboard.press("Enter")
            expect(desk.locator(f"#court-{court}.taken")).to_be_visible()
        there = floor(men).on_court
        assert there, played
        persons = [person for match in there.values() for person in floor(men).persons_of(match)]
        assert len(persons) == len(set(persons)), "nobody plays on two tables"
        number = min(there)
        field = desk.locator(f"#typed-{number}")
        field.fill("1-0")
        field.press("Enter")
        expect(desk.locator(f"#typed-{number}")).to_have_count(0)
    expect(desk.get_by_text("No match waits.")).to_be_visible()
    phone.goto(f"{live_server.url}/e/{event}/courts/")
    expect(phone.locator(".courts .match")).to_have_count(0)
