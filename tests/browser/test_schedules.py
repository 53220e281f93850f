"""Schedules in the browser: a double round robin, its games played in any order, from creation to the final table."""

import pytest
from playwright.sync_api import expect

from tests.browser.organiser import Organiser, table_of

NAMES = ("Ada", "Ben", "Cleo", "Dag", "Eva", "Finn", "Gro")


def strength(name):
    """Who comes first in the alphabet wins, but for one game."""
    return NAMES.index(name)


def results_of(page):
    """What to type for each table of the results page that is open: the stronger one wins."""
    keys = {}
    for row in page.locator("tr[id^=t]").all():
        table = int(row.get_attribute("id")[1:])
        first, second = (cell.split("\n")[0].strip() for cell in row.locator("td").all_inner_texts()[:2])
        keys[table] = "a" if strength(first) < strength(second) else "s"
    return keys


@pytest.mark.django_db(transaction=True)
def test_seven_players_meet_twice_in_any_order(page, new_page, live_server):
    orla = Organiser(page, live_server.url)
    orla.makes_the_first_account()
    orla.creates("Kerhon mestaruus", "Chess")
    orla.adds(*NAMES)
    root = f"{live_server.url}/t/kerhon-mestaruus"
    page.goto(f"{root}/desk/settings/")
    page.get_by_label("Everybody meets everybody").fill("2")
    page.get_by_label("Swap the last two rounds of the first cycle").check()
    page.get_by_role("button", name="Store the settings").click()
    expect(page.get_by_text("The settings are stored.")).to_be_visible()

    page.get_by_role("link", name="Seats").click()
    page.get_by_label("Seat of Ada").fill("2")
    page.get_by_role("button", name="Store these seats").click()
    expect(page.get_by_role("alert")).to_have_text("Seat 2 was given twice.")
    expect(page.get_by_label("Seat of Ada")).to_have_value("2")
    page.get_by_label("Seat of Ben").fill("1")
    page.get_by_role("button", name="Store these seats").click()
    expect(page.get_by_text("The seats are stored.")).to_be_visible()
    assert new_page().goto(f"{root}/schedule/").status == 404

    page.get_by_role("link", name="Desk").click()
    page.get_by_role("button", name="Publish all 14 rounds that are left").click()
    expect(page.get_by_text("All rounds are published.")).to_be_visible()
    visitor = new_page()
    visitor.goto(f"{root}/schedule/")
    grid = table_of(visitor, "#grid")
    assert [row[1] for row in grid[:2]] == ["Ben", "Ada"]
    assert all(len(cell.split()) == 2 for row in grid for cell in row[2:] if cell != "×")
    assert {cell[-1] for row in grid for cell in row[2:] for cell in cell.split() if cell != "×"} == {"W", "B"}

    for number in (14, 1, 7, *range(2, 7), *range(8, 14)):
        page.goto(f"{root}/desk/rounds/{number}/results/")
        orla.enters(results_of(page))
    for number in range(1, 15):
        orla.closes(number)
    orla.does_the_next_step("Finish the tournament")
    expect(page.get_by_text("The tournament is finished.").first).to_be_visible()
    visitor.goto(f"{root}/standings/")
    assert [(row[1], row[2]) for row in table_of(visitor, "#standings")] == list(
        zip(NAMES, ("12", "10", "8", "6", "4", "2", "0"), strict=True)
    )
    visitor.get_by_role("link", name="Cross table").click()
    assert table_of(visitor, "#cross")[0][2:] == ["×", *["1 1"] * 6, "12"]
