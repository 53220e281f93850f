"""A whole schedule is entered in its grid: by keyboard, without network, and by two people at once."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import measure, settle, table_of, width_of
from tests.conftest import LAPTOP, PHONE
from tournaments.models import Result

NAMES = ("Ada", "Ben", "Cleo", "Dag", "Eva", "Finn")
#: Row by row, the results against the players further down.
TOLD = ("1", "½", "1", "0", "1", "0", "1", "½", "+", "1", "0", "1", "½", "-", "1")
POINTS = {"Ada": "3½", "Ben": "2½", "Cleo": "3½", "Dag": "½", "Eva": "4", "Finn": "1"}


@pytest.fixture
def at_grid(new_page, live_server):
    def begin(size):
        page = new_page(size)
        orla = Organiser(page, live_server.url)
        orla.makes_the_first_account()
        orla.creates("League", "Chess", {"Pairing system": "Round robin"})
        orla.adds(*NAMES)
        page.get_by_role("link", name="Desk").click()
        page.get_by_role("button", name="Publish all 5 remaining rounds").click()
        page.get_by_role("link", name="All rounds as a grid").click()
        expect(page.get_by_role("heading", name="All rounds as a grid")).to_be_visible()
        settle(page)
        return page

    return begin


@pytest.mark.rotates(8)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "size", [LAPTOP, pytest.param(PHONE, marks=pytest.mark.thorough("--all-events"))], ids=["laptop", "phone"]
)
def test_fifteen_games_by_keyboard_finish_the_event(at_grid, size):
    page = at_grid(size)
    assert width_of(page) <= size["width"]
    assert faults(page) == []
    for text in TOLD:
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    expect(page.locator("#missing")).to_have_text("0")
    expect(page.locator("#undo")).to_have_text("Undo Eva – Finn: 1")
    expect(page.locator("tbody tr").last.locator("td div")).to_have_text(["0", "-", "0", "+", "0"])
    page.get_by_role("button", name="All 15 results in: close all rounds").click()
    page.get_by_role("button", name="Publish the final standings").click()
    page.get_by_role("link", name="Show the winners").click()
    expect(page.locator(".podium li")).to_have_count(3)
    page.get_by_role("link", name="Cross table").first.click()
    won = {row[-8]: row[-1] for row in table_of(page, "#cross")}
    assert won == POINTS


@pytest.mark.rotates(8)
@pytest.mark.django_db(transaction=True)
def test_invalid_text_stays_until_corrected(at_grid):
    page = at_grid(LAPTOP)
    page.keyboard.type("banana")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="Not a valid result.")).to_be_visible()
    wrong = page.locator("[aria-invalid]")
    expect(wrong).to_have_value("banana")
    wrong.fill("1")
    wrong.press("Enter")
    expect(page.locator("[aria-invalid]")).to_have_count(0)
    expect(page.locator("#missing")).to_have_text("14")
    assert Result.objects.count() == 1


@pytest.mark.rotates(8)
@pytest.mark.django_db(transaction=True)
def test_after_a_refusal_nothing_goes_to_another_game(at_grid):
    page = at_grid(LAPTOP)
    faulty = []
    page.on("pageerror", lambda error: faulty.append(error))  # noqa: PLW0108 playwright looks into functions
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    settle(page)
    expect(page.get_by_label("Ada – Ben")).to_be_focused()
    page.keyboard.type("½")
    page.keyboard.press("Enter")
    expect(page.locator("#missing")).to_have_text("14")
    assert Result.objects.get().pairing.appearances.filter(player__name__in=["Ada", "Ben"]).count() == 2
    assert faulty == []


@pytest.mark.rotates(8)
@pytest.mark.django_db(transaction=True)
def test_games_wait_without_network_and_are_sent(at_grid):
    page = at_grid(LAPTOP)
    page.context.set_offline(True)
    for text in TOLD[:4]:
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    expect(page.locator("#network")).to_contain_text("Entries kept on this device: 4")
    page.context.set_offline(False)
    expect(page.locator("#missing")).to_have_text("11")
    expect(page.locator("#network")).to_be_hidden()
    page.reload()
    expect(page.locator("#missing")).to_have_text("11")


@pytest.mark.rotates(8)
@pytest.mark.django_db(transaction=True)
def test_tab_stores_and_arrows_move_up_and_down(at_grid):
    page = at_grid(LAPTOP)
    page.keyboard.type("1")
    page.keyboard.press("Tab")
    expect(page.locator("#missing")).to_have_text("14")
    expect(page.get_by_label("Ada – Cleo")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Ben – Cleo")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_label("Ada – Cleo")).to_be_focused()
    page.keyboard.type("x")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Ada – Cleo")).to_have_value("")
    page.locator("#undo").click()
    expect(page.locator("#missing")).to_have_text("15")
    expect(page.get_by_role("heading", name="All rounds as a grid")).to_be_visible()


@pytest.mark.rotates(8)
@pytest.mark.django_db(transaction=True)
def test_game_is_one_tap_on_a_phone(at_grid):
    """Buttons enter the result of the chosen game. Then the next open game is chosen, without the phone's keyboard."""
    page = at_grid(PHONE)
    assert measure(page, "document.querySelector('#entry tbody tr').getBoundingClientRect().top") < 260
    assert measure(page, "document.activeElement.inputMode") == "none"
    for text in TOLD:
        page.locator("#pad").get_by_role("button", name=text, exact=True).tap()
    expect(page.locator("#missing")).to_have_text("0")
    expect(page.locator("#undo")).to_have_text("Undo Eva – Finn: 1")
    page.get_by_label("Ada – Ben").tap()
    expect(page.locator("#pad-game")).to_contain_text("Ada – Ben")
    expect(page.locator("#pad .on")).to_have_text("1")
    page.locator("#pad").get_by_role("button", name="clear").tap()
    expect(page.locator("#missing")).to_have_text("1")
    assert faults(page) == []
    assert width_of(page) <= PHONE["width"]
