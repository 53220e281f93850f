"""Two schedules from the first page to the final table.

One is a double round robin whose games are played in any order; the other is a circular plan with a play-off of four.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import table_of
from tournaments.models import Pairing

NAMES = ("Ada", "Ben", "Cleo", "Dag", "Eva", "Finn", "Gro", "Hal", "Ida", "Jon")


def strength(name):
    """Return the strength of a player by name: the alphabetically first wins, except in one game."""
    return NAMES.index(name)


def results_of(page):
    """Return the results to type for each table of the open results page: the stronger player wins."""
    keys = {}
    for table, *sides in (row[:3] for row in table_of(page, "#entry")):
        first, second = (side.split("\n")[0].strip() for side in sides)
        keys[int(table)] = "a" if strength(first) < strength(second) else "s"
    return keys


def stronger_wins(number, upsets=()):
    """Return the results of a round without opening its page; in a pair of `upsets` the weaker player wins."""
    found = {}
    for pairing in Pairing.objects.filter(round__number=number).prefetch_related("appearances__player"):
        first, second = (place.player.name for place in sorted(pairing.appearances.all(), key=lambda each: each.side))
        found[pairing.table] = "1-0" if (strength(first) < strength(second)) != ({first, second} in upsets) else "0-1"
    return found


@pytest.mark.rotates(8)
@pytest.mark.django_db(transaction=True)
def test_seven_players_finish_a_double_round_robin_in_any_order(page, new_page, live_server):
    orla = Organiser(page, live_server.url)
    orla.starts("Kerhon mestaruus", "chess", "Round robin", NAMES[:7])
    root = f"{live_server.url}/t/kerhon-mestaruus"
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("Everyone plays everyone").fill("2")
    page.get_by_label("Swap the last two rounds of the first cycle").check()
    page.get_by_role("button", name="Save settings").click()
    expect(page.get_by_text("Settings saved.")).to_be_visible()

    page.get_by_role("link", name="Pairing and hall", exact=True).click()
    page.get_by_role("link", name="Seats").click()
    page.get_by_label("Seat of Ada").fill("8")
    page.get_by_role("button", name="Save these seats").click()
    expect(page.get_by_role("alert")).to_have_text("Use the numbers from 1 to 7.")
    expect(page.get_by_label("Seat of Ada")).to_have_value("8")
    page.get_by_label("Seat of Ada").fill("2")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Seat of Ben")).to_have_value("1")
    page.get_by_role("button", name="Save these seats").click()
    expect(page.get_by_text("Seats saved.")).to_be_visible()
    assert new_page().goto(f"{root}/schedule/").status == 404

    page.get_by_role("link", name="Desk").click()
    page.get_by_role("button", name="Publish all 14 remaining rounds").click()
    expect(page.get_by_text("All rounds are published.")).to_be_visible()
    visitor = new_page()
    visitor.goto(f"{root}/schedule/")
    grid = table_of(visitor, "#grid")
    assert [row[1] for row in grid[:2]] == ["Ben", "Ada"]
    assert all(len(cell.split()) == 2 for row in grid for cell in row[2:] if cell != "×")
    assert {cell[-1] for row in grid for cell in row[2:] for cell in cell.split() if cell != "×"} == {"W", "B"}

    orla.opens_the_results_of(14)
    orla.enters(results_of(page))
    for number in range(1, 14):
        orla.stores(number, stronger_wins(number))
    orla.stores_the_end_of(*range(1, 14))
    orla.closes(14)
    orla.announces()
    visitor.goto(f"{root}/standings/")
    assert [(row[1], row[2]) for row in table_of(visitor, "#standings")] == list(
        zip(NAMES[:7], ("12", "10", "8", "6", "4", "2", "0"), strict=True)
    )
    visitor.get_by_role("navigation", name="Tournament").get_by_role("link", name="Cross table").click()
    assert table_of(visitor, "#cross")[0][2:] == ["×", *["1 1"] * 6, "12"]


def adds_the_list(page):
    """Add ten players of five clubs, the strongest first."""
    page.get_by_role("link", name="Paste or upload a list").click()
    lines = [f"{name};{2400 - 100 * place};Club {place % 5}" for place, name in enumerate(NAMES)]
    page.get_by_label("Paste a list").fill("name;rating;club\n" + "\n".join(lines))
    page.get_by_role("button", name="Check list").click()
    page.get_by_role("button", name="Add 10 players").click()
    expect(page.get_by_text("10 players added.")).to_be_visible()


def draws_the_seats(page):
    """Draw the seats by lot with club mates apart, and read what was achieved; then by rating, which fixes who meets
    whom.
    """
    page.get_by_role("link", name="Pairing and hall", exact=True).click()
    page.get_by_role("link", name="Seats").click()
    page.get_by_label("Assign seats").select_option(label="by lot, club mates or compatriots far apart")
    page.get_by_role("button", name="Draw seats").click()
    draw = page.locator("#draw")
    expect(draw).to_contain_text("By lot, with club mates at least 5 seats apart.")
    expect(draw).to_contain_text("None of them meet.")
    expect(draw).to_contain_text("Verified: drawing again gives the same seats.")
    assert faults(page) == []
    page.get_by_label("Assign seats").select_option(label="by rating, highest first")
    page.get_by_role("button", name="Draw again").click()
    assert [row[1] for row in table_of(page, "#seats")] == list(NAMES)


def reads_the_schedule(visitor, root):
    """Check the schedule: each player has four games, two with each colour. A page explains why two players meet."""
    visitor.goto(f"{root}/schedule/")
    for row in table_of(visitor, "#grid"):
        assert sorted(cell[0] for cell in row[2:] if cell not in {"×", ""}) == ["1", "2", "3", "4"]
        assert sorted(cell[-1] for cell in row[2:] if cell not in {"×", ""}) == ["B", "B", "W", "W"]
    visitor.get_by_role("link", name="Round 1", exact=True).click()
    visitor.locator("table.pairings tbody th a").first.click()
    expect(visitor.get_by_text("apart on the circle: pass 2 of 2, in round 1.")).to_be_visible()


def starts_the_play_off(page):
    """Start a play-off of four. The rules do not decide fourth place, so the organiser does, with a reason."""
    page.get_by_role("link", name="Desk").click()
    page.get_by_role("link", name="Start next stage (play-off)").click()
    expect(page.get_by_text("Ben, Eva are tied from place 4 on all criteria")).to_be_visible()
    assert faults(page) == []
    page.get_by_label("Pairing system").select_option(label="Round robin")
    page.get_by_label("manually, as below").check()
    page.get_by_label("Eva").fill("1")
    page.get_by_label("Ben").fill("2")
    page.get_by_role("button", name="Start stage").click()
    expect(page.get_by_text("Give a reason for deciding the tie this way.")).to_be_visible()
    page.get_by_label("Reason for the manual decision").fill("a lightning game")
    page.get_by_role("button", name="Start stage").click()
    expect(page.get_by_text("Stage 2 started.")).to_be_visible()


@pytest.mark.rotates(8)
@pytest.mark.django_db(transaction=True)
def test_ten_players_finish_a_circular_plan_and_a_play_off_of_four(page, new_page, live_server):
    orla, visitor = Organiser(page, live_server.url), new_page()
    orla.starts("Ringturnier", "go", "Circular plan")
    orla.goes_to_the_players()
    root = f"{live_server.url}/t/ringturnier"
    adds_the_list(page)
    draws_the_seats(page)
    page.get_by_role("link", name="Desk").click()
    page.get_by_role("button", name="Publish all 4 remaining rounds").click()
    reads_the_schedule(visitor, root)
    for number in range(1, 5):
        orla.stores(number, stronger_wins(number, upsets=({"Ada", "Ida"}, {"Ben", "Jon"})))
    orla.stores_the_end_of(*range(1, 5))

    starts_the_play_off(page)
    page.get_by_role("link", name="Pairing and hall", exact=True).click()
    page.get_by_role("link", name="Seats").click()
    assert [row[1] for row in table_of(page, "#seats")] == ["Ada", "Cleo", "Dag", "Eva"]
    page.get_by_role("link", name="Desk").click()
    page.get_by_role("button", name="Publish all 3 remaining rounds").click()
    for number in range(5, 8):
        orla.stores(number, stronger_wins(number))
    orla.stores_the_end_of(*range(5, 8))
    orla.announces()
    visitor.goto(f"{root}/standings/")
    expect(visitor.get_by_text("A tie was decided manually (a lightning game): Eva, Ben.")).to_be_visible()
    final = [(row[1], row[2]) for row in table_of(visitor, "#standings")]
    assert final == [("Ada", "3"), ("Cleo", "2"), ("Dag", "1"), ("Eva", "0")]
    visitor.goto(f"{root}/standings/?stage=1")
    assert [row[1] for row in table_of(visitor, "#standings")][:5] == ["Ada", "Cleo", "Dag", "Ben", "Eva"]
