"""A jamboree of four teams of three, from the player list to the podium of teams."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import settle, table_of, texts_of, width_of
from tests.conftest import PHONE

pytestmark = pytest.mark.django_db(transaction=True)
TEAMS = ("Oslo", "Riga", "Lyon", "Köln")


def says_the_teams(page, boards, *names):
    page.get_by_role("link", name="Settings").first.click()
    page.get_by_label("Players per team").fill(str(boards))
    page.get_by_label("Team names").fill("\n".join(names))
    page.get_by_role("button", name="Save").first.click()
    settle(page)


def sees_who_plays_for_whom(page):
    page.get_by_role("link", name="Desk", exact=True).first.click()
    page.get_by_role("link", name="Pairing and hall", exact=True).click()
    page.get_by_role("link", name="Seats").first.click()
    assert [row[1:3] for row in table_of(page, "#seats")] == [
        [team, f"{team} {board}"] for team in TEAMS for board in (1, 2, 3)
    ]


@pytest.mark.rotates(8)
def test_four_teams_of_three_reach_the_podium(live_server, page, new_page):
    host = Organiser(page, live_server.url)
    names = [f"{team} {board}" for team in TEAMS for board in (1, 2, 3) if (team, board) != ("Köln", 3)]
    host.starts("Jamboree", "chess", "Hutton (jamboree)", names)
    says_the_teams(page, 3, *TEAMS)
    host.does_the_next_step(re.compile("[Pp]air round 1$"))
    expect(page.get_by_text("4 teams of 3 need 12 players, but there are 11.")).to_be_visible()
    host.goes_to_the_players()
    host.adds("Köln 3")
    sees_who_plays_for_whom(page)
    host.does_the_next_step(re.compile("[Pp]air round 1$"))
    assert host.reads_the_tables() == [
        ["1", "Oslo 1", "Köln 1"],
        ["2", "Riga 1", "Lyon 1"],
        ["3", "Köln 2", "Lyon 2"],
        ["4", "Oslo 2", "Riga 2"],
        ["5", "Riga 3", "Köln 3"],
        ["6", "Lyon 3", "Oslo 3"],
    ]
    expect(page.get_by_text("4 teams of 3, in seat order.")).to_be_visible()
    host.publishes()
    phone = new_page(PHONE)
    phone.goto(live_server.url)
    phone.get_by_role("link", name="Jamboree").first.click()
    expect(phone.get_by_text("6 games are open")).to_be_visible()
    host.stores(1, {1: "1-0", 2: "½-½", 3: "0-1", 4: "1-0", 5: "0-1", 6: "½-½"})
    host.stores_the_end_of(1)
    expect(phone.locator("#team-score tbody tr").first).to_contain_text("Oslo")
    host.announces()
    page.get_by_role("link", name="Jamboree").first.click()
    expect(page.get_by_role("heading", name="Final table")).to_be_visible()
    phone.reload()
    for each in (page, phone):
        settle(each)
        assert [row[1:] for row in table_of(each, "#team-score table")] == [
            ["Oslo", "2½", "1", "1", "½"],
            ["Lyon", "2", "½", "1", "½"],
            ["Köln", "1", "0", "0", "1"],
            ["Riga", "½", "½", "0", "0"],
        ]
        assert [text.split() for text in texts_of(each, ".podium li")] == [
            ["1", "Oslo", "2½", "points"],
            ["2", "Lyon", "2", "points"],
            ["3", "Köln", "1", "point"],
        ]
        assert faults(each) == []
    assert width_of(phone) <= PHONE["width"]
