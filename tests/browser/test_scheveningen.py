"""A Scheveningen match of two teams of three, from the player list to the score after each round."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import settle, table_of, width_of
from tests.conftest import PHONE

pytestmark = pytest.mark.django_db(transaction=True)


def names_the_teams(page, *names):
    page.get_by_role("link", name="Settings").first.click()
    for label, name in zip(("First team", "Second team"), names, strict=True):
        page.get_by_label(label).fill(name)
    page.get_by_role("button", name="Save").first.click()
    settle(page)


@pytest.mark.rotates(8)
def test_two_teams_play_and_the_match_score_is_shown(live_server, page, new_page):
    captain = Organiser(page, live_server.url)
    names = [f"{team} {number}" for team in ("Oslo", "Riga") for number in (1, 2, 3)]
    captain.starts("Oslo v Riga", "chess", "Scheveningen", names)
    names_the_teams(page, "Oslo", "Riga")
    for number, results in enumerate(({1: "1-0", 2: "½-½", 3: "0-1"}, dict.fromkeys((1, 2, 3), "1-0")), start=1):
        captain.does_the_next_step(re.compile(f"[Pp]air round {number}$"))
        captain.publishes()
        captain.stores(number, results)
        captain.stores_the_end_of(number)
    page.get_by_role("link", name="Oslo v Riga").first.click()
    expect(page.get_by_role("heading", name="Oslo v Riga")).to_be_visible()
    phone = new_page(PHONE)
    phone.goto(page.url)
    for each in (page, phone):
        expect(each.locator("#match-score h2")).to_contain_text("Oslo 3½ – 2½ Riga")
        assert [row[-1] for row in table_of(each, "#match-score table")] == ["2½ – ½", "3½ – 2½"]
        assert faults(each) == []
    assert width_of(phone) <= PHONE["width"]
