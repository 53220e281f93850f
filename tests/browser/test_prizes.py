"""Prizes by visible links: set up at the desk, the winners at each moment, and the winners on the public page."""

from datetime import date

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import PASSWORD, sign_in_by_cookie
from tests.browser.page_reading import measure, settle, texts_of, width_of
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
RATINGS = {"Ada": 2000, "Ben": 1500, "Cleo": 1900, "Dag": 1400}


@pytest.fixture
def cup():
    """A finished tournament of one planned round: Ada and Cleo have won, Ben and Dag have lost."""
    who = Who.at_page(User.objects.create_user("Orla", password=PASSWORD))
    cup = lifecycle.create_tournament(
        who, name="Cup", game="chess", starts_on=date(2026, 3, 1), time_zone="UTC", system="manual", planned_rounds=1
    )
    people = {
        each.name: each
        for each in registration.add_players(who, cup, [{"name": n, "rating": r} for n, r in RATINGS.items()])
    }
    round_ = rounds.pair_next_round(who, cup, 1)
    editing.set_pairings(who, cup, round_, [(people["Ada"], people["Ben"]), (people["Cleo"], people["Dag"])])
    rounds.publish_round(who, cup, round_)
    for pairing in round_.pairings.order_by("table"):
        results.enter_result(who, cup, pairing, parse("1-0", cup.scoring))
    rounds.close_round(who, cup, round_)
    return cup


@pytest.mark.rotates(8)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_prizes_are_entered_and_won(new_page, cup, live_server, size):
    page = new_page(size)
    sign_in_by_cookie(page, live_server.url)
    page.goto(f"{live_server.url}/t/cup/desk/")
    page.get_by_role("link", name="Settings", exact=True).click()
    page.get_by_role("link", name="Prizes", exact=True).click()
    page.get_by_label("Prizes, first place first").first.fill("300 + cup\n100 100")
    page.get_by_text("Another category").click()
    block = page.locator("details.prize")
    block.get_by_label("Category").fill("Under 1600")
    if size == LAPTOP:  # the prizes stand beside the name of their category
        edge = "document.querySelector('fieldset.prize {}').getBoundingClientRect().{}"
        assert measure(page, edge.format("textarea", "left")) > measure(page, edge.format("[name$=name]", "right"))
    block.get_by_label("Prizes, first place first").fill("30")
    block.get_by_text("Limit to some players").click()
    block.get_by_label("Rating below").fill("1600")
    page.get_by_role("button", name="Save prizes").click()
    expect(page.get_by_text("“100 100” is not a prize.")).to_be_visible()
    page.get_by_label("Prizes, first place first").first.fill("300 + cup\n100")
    page.get_by_role("button", name="Save prizes").click()
    expect(page.get_by_text("Prizes saved.")).to_be_visible()
    settle(page)
    assert faults(page) == []
    assert width_of(page) <= size["width"]
    won = ["200 € + cup", "200 €", "15 €", "15 €"]
    assert texts_of(page, "#winners td.number") == won
    page.get_by_role("link", name="Overview").click()
    page.get_by_role("button", name="Publish the final standings").click()
    page.get_by_role("link", name="Show the winners").click()
    settle(page)
    assert texts_of(page, ".prizes td.number") == won
    assert faults(page) == []
    assert width_of(page) <= size["width"]
