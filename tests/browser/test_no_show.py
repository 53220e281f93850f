"""One button reports a no-show. Results are entered on a phone, and an old result is corrected from the desk."""

from datetime import date

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import PASSWORD, sign_in_by_cookie
from tests.browser.page_reading import settle, width_of
from tests.conftest import LAPTOP, PHONE
from tournaments.core.rights import Who
from tournaments.core.words import notation
from tournaments.models import Result, User
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Aleksanteri Korkeasaari-Lahti", "שרה כהן", "Cleo", "Dag")


@pytest.fixture
def hall():
    """A running round of two tables."""
    who = Who.at_page(User.objects.create_user("Orla", password=PASSWORD))
    tournament = lifecycle.create_tournament(
        who, name="Hall", game="cards", starts_on=date(2026, 3, 1), time_zone="Europe/Helsinki"
    )
    registration.add_players(who, tournament, [{"name": name, "rating": 1800, "title": "CM"} for name in NAMES])
    return who, tournament, rounds.publish_round(who, tournament, rounds.pair_next_round(who, tournament, 1))


def signs_in(page, url, path):
    sign_in_by_cookie(page, url)
    page.goto(f"{url}/t/hall/desk/{path}")


@pytest.mark.rotates(8)
@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_button_of_the_row_enters_a_no_show(new_page, hall, live_server, size, script):
    page = new_page(size, java_script_enabled=script)
    signs_in(page, live_server.url, "rounds/1/results/")
    for table, which, written in ((1, 0, "--+"), (1, 1, "+--"), (2, 2, "---")):
        row = page.locator(f"#t{table}")
        row.locator(".no-show").click()
        expect(row.locator(".panel button")).to_contain_text(["is a no-show", "is a no-show", "Both are no-shows"])
        row.locator(".panel button").nth(which).click()
        expect(row.locator("[name=typed]")).to_have_value(written)
        assert width_of(page) <= size["width"]
    stored = {result.pairing.table: notation.write(result.fact) for result in Result.objects.select_related("pairing")}
    assert stored == {1: "+--", 2: "---"}


@pytest.mark.rotates(8)
def test_no_show_player_is_withdrawn_from_the_row(page, hall, live_server):
    _who, tournament, _round = hall
    signs_in(page, live_server.url, "rounds/1/results/")
    row = page.locator("#t1")
    expect(row.get_by_role("button", name="Withdraw")).to_have_count(0)
    row.locator(".no-show").click()
    row.locator(".panel button").first.click()
    row.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_text("is withdrawn.")).to_be_visible()
    expect(page.get_by_role("heading", name="Results of round 1")).to_be_visible()
    expect(row.get_by_role("button", name="Withdraw")).to_have_count(0)
    gone = tournament.players.get(withdrawn_after__isnull=False)
    assert gone.appearances.get().pairing.table == 1
    assert gone.appearances.get().side == 1


@pytest.mark.rotates(4)
def test_buttons_on_a_phone_carry_names_and_fit(phone, hall, live_server):
    signs_in(phone, live_server.url, "rounds/1/results/")
    settle(phone)
    names = [place.player.name for place in hall[2].pairings.get(table=1).appearances.order_by("side")]
    first, second = names
    expect(phone.locator("#t1").get_by_role("button", name=first)).to_have_text(["2-0", "2-1"])
    expect(phone.locator("#t1").get_by_role("button", name=second)).to_have_text(["1-2", "0-2"])
    phone.locator("#t1 .no-show").click()
    assert width_of(phone) <= PHONE["width"]
    assert faults(phone) == []


@pytest.mark.rotates(8)
def test_old_result_is_corrected_in_three_clicks_from_the_desk(page, hall, live_server):
    who, tournament, round_ = hall
    for pairing in round_.pairings.order_by("table"):
        results.enter_result(who, tournament, pairing, notation.parse("2-0", tournament.scoring))
    rounds.close_round(who, tournament, round_)
    signs_in(page, live_server.url, "")
    page.get_by_role("link", name="results of round 1").click()
    assert faults(page) == []
    page.get_by_role("link", name="Correct table 2").click()
    expect(page.locator(".versus .who")).to_contain_text(
        [place.player.name for place in round_.pairings.get(table=2).appearances.order_by("side")]
    )
    expect(page.get_by_label("Correct result")).to_be_focused()
    page.get_by_label("Correct result").fill("1-2")
    page.get_by_label("Reason").fill("Written the wrong way round")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Correct the result").click()
    expect(page.get_by_text("Result corrected.")).to_be_visible()
    assert notation.write(Result.objects.get(pairing__table=2).fact) == "1-2"
