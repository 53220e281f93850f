"""Club teams are set up at the desk by visible links, and their page works on a laptop and a phone."""

from datetime import date

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import PASSWORD, sign_in_by_cookie
from tests.browser.page_reading import settle, texts_of, width_of
from tests.conftest import LAPTOP, PHONE
from tournaments.core.rights import Who
from tournaments.core.words.notation import parse
from tournaments.drafts import editing
from tournaments.models import User
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db(transaction=True)
CLUBS = {"Ada": "SC Bay", "Ben": "Town", "Cleo": "SC Bay", "Dag": "Town", "Eva": "SC Bay", "Fay": "Hill"}


@pytest.fixture
def cup():
    """A tournament in which Ada, Cleo and Fay have won."""
    who = Who.at_page(User.objects.create_user("Orla", password=PASSWORD))
    cup = lifecycle.create_tournament(
        who, name="Cup", game="chess", starts_on=date(2026, 3, 1), time_zone="UTC", system="manual", planned_rounds=1
    )
    rows = [{"name": name, "club": club} for name, club in CLUBS.items()]
    people = {each.name: each for each in registration.add_players(who, cup, rows)}
    round_ = rounds.pair_next_round(who, cup, 1)
    pairs = [("Ada", "Ben"), ("Cleo", "Dag"), ("Fay", "Eva")]
    editing.set_pairings(who, cup, round_, [(people[one], people[other]) for one, other in pairs])
    rounds.publish_round(who, cup, round_)
    for pairing in round_.pairings.order_by("table"):
        results.enter_result(who, cup, pairing, parse("1-0", cup.scoring))
    rounds.close_round(who, cup, round_)
    return cup


@pytest.mark.rotates(8)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_club_teams_are_set_up_and_read(new_page, cup, live_server, size):
    page = new_page(size)
    sign_in_by_cookie(page, live_server.url)
    page.goto(f"{live_server.url}/t/cup/desk/")
    page.get_by_role("link", name="Settings", exact=True).click()
    page.get_by_role("link", name="Prizes", exact=True).click()
    page.get_by_role("link", name="Club teams").click()
    page.get_by_label("players of one club").check()
    page.get_by_label("Counting players per team").fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Enter how many players of each team count.")).to_be_visible()
    page.get_by_label("Counting players per team").fill("2")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Club teams saved.")).to_be_visible()
    settle(page)
    assert faults(page) == []
    assert width_of(page) <= size["width"]
    page.get_by_role("link", name="Public page").click()
    settle(page)
    assert texts_of(page, "#clubs td:nth-child(2) > strong") == ["SC Bay", "Town", "Hill"]
    assert texts_of(page, "#clubs tbody th[scope=row]") == ["1", "2", "–"]
    expect(page.get_by_text("More points than Town: 2 to 0.")).to_be_visible()
    expect(page.get_by_text("does not count", exact=False).first).to_be_visible()
    assert faults(page) == []
    assert width_of(page) <= size["width"]
    page.get_by_role("link", name="Standings", exact=True).first.click()
    page.get_by_role("link", name="Club teams").click()
    expect(page.get_by_role("heading", name="Club teams")).to_be_visible()
