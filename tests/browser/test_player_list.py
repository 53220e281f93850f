"""A player list from paste or workbook: a click corrects a column, on a laptop and on a phone."""

from datetime import date

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import PASSWORD, sign_in_by_cookie
from tests.browser.page_reading import settle, table_of, width_of
from tests.conftest import PHONE
from tests.tournaments.player_lists.test_workbooks import book
from tournaments.core.rights import Who
from tournaments.models import Player, User
from tournaments.players import registration
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db(transaction=True)

LAPTOP = {"width": 1280, "height": 800}
#: Sixty players whose town and school cannot be recognised: the second column looks like given names.
LETTERS = [chr(65 + n % 26) + chr(97 + n // 26) for n in range(60)]
SIXTY = "\n".join(f"Player{two};Town{two};{1200 + n}" for n, two in enumerate(LETTERS))


@pytest.fixture
def hall():
    who = Who.at_page(User.objects.create_user("Orla", password=PASSWORD))
    cup = lifecycle.create_tournament(who, name="Hall", game="chess", starts_on=date(2026, 3, 1), time_zone="UTC")
    registration.add_players(who, cup, [{"name": "PlayerAa", "rating": 1000}])


def opens_the_list(page, url):
    sign_in_by_cookie(page, url)
    page.goto(f"{url}/t/hall/desk/players/")
    if page.viewport_size == PHONE:
        page.locator("summary").get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Paste or upload a list").click()
    expect(page.get_by_role("heading", name="List of players")).to_be_visible()


@pytest.mark.rotates(8)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_sixty_pasted_players_have_columns_corrected_by_a_click(new_page, hall, live_server, size):
    page = new_page(size)
    opens_the_list(page, live_server.url)
    page.get_by_label("Paste a list").fill(SIXTY)
    page.get_by_role("button", name="Check list").click()
    expect(page.get_by_role("heading", name="Check the list")).to_be_visible()
    settle(page)
    expect(page.get_by_label("Column 1")).to_have_value("family")
    expect(page.get_by_role("button", name="Add 60 players")).to_be_visible()

    page.get_by_label("Column 1").select_option(label="Name")
    expect(page.get_by_role("button", name="Add 60 players")).to_be_visible()
    page.get_by_label("Column 2").focus()
    page.get_by_label("Column 2").select_option(label="Club")
    expect(page.get_by_role("button", name="Add 59 players")).to_be_visible()
    assert "Unchanged. PlayerAa is already on the list." in table_of(page, ".odd")[0][2]
    expect(page.get_by_label("Column 2")).to_be_focused()
    page.get_by_label("update them from the list").check()
    expect(page.get_by_role("button", name="Add 59 players and update 1")).to_be_visible()
    assert width_of(page) <= size["width"]
    assert faults(page) == []

    page.get_by_role("button", name="Add 59 players and update 1").click()
    expect(page.get_by_text("59 players added. 1 player updated.")).to_be_visible()
    assert Player.objects.count() == 60
    first = Player.objects.get(name="PlayerAa")
    assert (first.club, first.rating) == ("TownAa", 1200)


@pytest.mark.rotates(8)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_workbook_of_two_sheets_is_imported(new_page, hall, live_server, size):
    page = new_page(size)
    opens_the_list(page, live_server.url)
    header = ["Nr", "Name", "Titel", "FideID", "Land", "EloI", "Verein", "Geb.", "Schuhe"]
    rows = [
        [n + 1, f"Müller{two}, Jens", "FM", 460000 + n, "GER", 2300 - n, "SK Nord", 1980 + n, 42]
        for n, two in enumerate(LETTERS[:30])
    ]
    rows[4][5] = "x"
    content = book(("Open", [header, *rows]), ("Youth", [["Name"], ["Kid One"]]))
    page.set_input_files("input[type=file]", {"name": "open.xlsx", "mimeType": "", "buffer": content})
    page.get_by_role("button", name="Check list").click()
    settle(page)
    expect(page.get_by_role("button", name="Add 29 players")).to_be_visible()
    expect(page.get_by_text("The column “Schuhe” (“42”) was not recognised and is ignored")).to_be_visible()
    expect(page.locator(".odd")).to_contain_text("“x” is not a rating")
    assert faults(page) == []
    assert width_of(page) <= size["width"]
    page.get_by_label("Sheet").select_option("Youth")
    expect(page.get_by_role("button", name="Add 1 player")).to_be_visible()
    settle(page)
    page.get_by_label("Sheet").select_option("Open")
    expect(page.get_by_role("button", name="Add 29 players")).to_be_visible()
    settle(page)
    page.get_by_label("ignore the values").check()
    page.get_by_role("button", name="Add 30 players").click()
    expect(page.get_by_text("30 players added.")).to_be_visible()


@pytest.mark.rotates(8)
def test_list_is_checked_again_without_scripts(new_page, hall, live_server):
    page = new_page(java_script_enabled=False)
    opens_the_list(page, live_server.url)
    page.get_by_label("Paste a list").fill(SIXTY)
    page.get_by_role("button", name="Check list").click()
    page.get_by_label("Column 1").select_option(label="Name")
    page.get_by_label("Column 2").select_option(label="Club")
    page.get_by_role("button", name="Add 60 players").click()
    expect(page.get_by_role("alert")).to_contain_text("changed since the preview")
    page.get_by_role("button", name="Add 59 players").click()
    expect(page.get_by_text("59 players added.")).to_be_visible()


@pytest.mark.rotates(4)
def test_invalid_list_keeps_the_typed_text(new_page, hall, live_server):
    page = new_page()
    opens_the_list(page, live_server.url)
    page.get_by_label("Paste a list").fill('Ann,Nord\nBo,"Sud\n')
    page.get_by_role("button", name="Check list").click()
    expect(page.get_by_text("Row 2 has an opening quotation mark without a closing one.")).to_be_visible()
    expect(page.get_by_label("Paste a list")).to_have_value('Ann,Nord\nBo,"Sud\n')
