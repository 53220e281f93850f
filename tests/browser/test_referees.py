"""Five players on one court act as each other's referees: set in the settings, called by keys, changed manually."""

from collections import Counter

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import sign_in_by_cookie
from tests.browser.page_reading import width_of
from tests.conftest import PHONE
from tests.tournaments.conftest import make, orla  # noqa: F401 fixtures
from tests.tournaments.hall.courts import floor
from tournaments.models import CourtCall
from tournaments.rounds import rounds

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("Anna Virta", "Bo Niemi", "Carla Diaz", "Dan Ek", "Eva Lund")


@pytest.mark.rotates(8)
def test_five_players_on_one_court_referee_each_other(new_page, live_server, make):  # noqa: F811
    stage = make(system="round-robin").with_players(*NAMES)
    stage.pair()
    stage.publish()
    rounds.publish_schedule(stage.orla, stage.tournament)
    slug = stage.tournament.slug
    desk = new_page()
    sign_in_by_cookie(desk, live_server.url)
    desk.goto(f"{live_server.url}/t/{slug}/desk/")
    desk.get_by_role("link", name="Pairing and hall").click()
    desk.get_by_role("link", name="Call to tables").click()
    desk.get_by_label("How many matches can be played at once").fill("1")
    desk.get_by_label("Referees").select_option("Those without a game at that time")
    desk.get_by_role("button", name="Save").click()
    expect(desk.locator("#court-1")).to_contain_text("Referee: ")
    desk.locator("#court-1 button[autofocus]").press("Enter")
    expect(desk.locator("#court-1.taken")).to_be_visible()
    match = floor(stage).on_court[1]
    phone = new_page(PHONE)
    phone.goto(f"{live_server.url}/t/{slug}/players/{match.referee.public_id}/")
    expect(phone.locator(".own-match p").first).to_contain_text("You referee now (Table 1):")
    assert faults(phone) == []
    assert width_of(phone) <= PHONE["width"]
    phone.get_by_role("link", name="Queue and expected times").click()
    expect(phone.locator(".courts")).to_contain_text(f"Referee: {match.referee.name}")

    other = next(each for each in NAMES if each not in (match.referee.name, *(player.name for player in match.players)))
    desk.locator("#court-1").get_by_text("More").click()
    desk.locator("#court-1").get_by_label("Referee").select_option(other)
    desk.locator("#court-1").get_by_role("button", name="Change referee").click()
    expect(desk.locator("#court-1")).to_contain_text(f"Referee: {other}")
    assert faults(desk) == []
    expect(phone.locator(".courts")).to_contain_text(f"Referee: {other}")

    while floor(stage).on_court:
        desk.locator("#typed-1").fill("1-0")
        desk.locator("#typed-1").press("Enter")
        expect(desk.locator("#court-1:not(.taken)")).to_be_visible()
        if floor(stage).proposed:
            desk.locator("#court-1 button[autofocus]").press("Enter")
            expect(desk.locator("#court-1.taken")).to_be_visible()
    duties = Counter(CourtCall.objects.exclude(court=None).values_list("referee__name", flat=True))
    assert duties == dict.fromkeys(NAMES, 2)
