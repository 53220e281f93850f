"""Standings rules are edited by mouse, by keyboard and without script. On a phone, one tap explains a value."""

from datetime import date

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import PASSWORD, sign_in_by_cookie
from tests.browser.page_reading import measure, texts_of, width_of
from tests.conftest import PHONE
from tournaments.core.rights import Who
from tournaments.core.words.notation import parse
from tournaments.models import User
from tournaments.players import registration
from tournaments.results import results
from tournaments.rounds import rounds
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cards():
    """Six players of a card game: two rounds are closed, and one result of the last round is entered."""
    orla = Who.at_page(User.objects.create_user("Orla", password=PASSWORD))
    tournament = lifecycle.create_tournament(
        orla,
        name="Cards",
        game="cards",
        system="papp",
        best_of=1,
        starts_on=date(2026, 4, 1),
        time_zone="Europe/Helsinki",
        planned_rounds=3,
    )
    registration.add_players(orla, tournament, [{"name": name} for name in ("Ann", "Bo", "Cy", "Di", "Eve", "Fay")])
    for number, texts in ((1, ("1-0", "1-0", "½-½")), (2, ("1-0", "½-½", "0-1")), (3, ("1-0",))):
        row = rounds.publish_round(orla, tournament, rounds.pair_next_round(orla, tournament, number))
        for pairing, text in zip(row.pairings.order_by("table"), texts, strict=False):
            results.enter_result(orla, tournament, pairing, parse(text, tournament.scoring))
        if number < 3:
            rounds.close_round(orla, tournament, row)
    return tournament


def signed_in(page, url):
    sign_in_by_cookie(page, url)
    return page


def expect_chain(page, *codes):
    expect(page.locator("#chain code")).to_have_text(codes)


@pytest.mark.rotates(8)
def test_criteria_are_dragged_previewed_and_stored_with_a_reason(page, cards, live_server):
    signed_in(page, live_server.url).goto(f"{live_server.url}/t/cards/desk/rules/")
    expect(page.get_by_text("Rounds have been played")).to_be_visible()
    expect_chain(page, "MP", "OMW", "GW", "OGW")
    page.locator("#chain .grip").nth(2).drag_to(page.locator("#chain > li").nth(1), target_position={"x": 40, "y": 4})
    expect_chain(page, "MP", "GW", "OMW", "OGW")
    page.get_by_label("Floor", exact=True).fill("1/3")
    page.get_by_role("button", name="Preview changes").last.click()
    expect(page.locator("#differs")).to_contain_text("MP OMW GW OGW → MP GW OMW OGW")
    expect(page.locator("#differs")).to_contain_text("the floor: 0.33 → 1/3")
    page.get_by_role("button", name="Save rules").click()
    expect(page.locator("#reason_error")).to_contain_text("Give a reason")
    page.get_by_label("Reason for the change").fill("as the club announced")
    page.get_by_role("button", name="Save rules").click()
    expect(page.get_by_text("Rules saved.")).to_be_visible()
    page.goto(f"{live_server.url}/t/cards/desk/journal/")
    expect(page.locator("main")).to_contain_text("Magic: The Gathering: MP OMW GW OGW; 3/1/0")
    expect(page.locator("main")).to_contain_text("as the club announced")


@pytest.mark.rotates(8)
def test_list_is_changed_by_buttons_without_script_and_mouse(new_page, cards, live_server):
    page = signed_in(new_page(PHONE, java_script_enabled=False), live_server.url)
    page.goto(f"{live_server.url}/t/cards/desk/rules/")
    page.get_by_role("button", name="Move Game-win percentage up", exact=True).press("Enter")
    expect_chain(page, "MP", "GW", "OMW", "OGW")
    page.get_by_role("button", name="Remove Opponents' game-win percentage").press("Enter")
    page.get_by_label("Another criterion").select_option("H2H")
    page.get_by_role("button", name="Add criterion").press("Enter")
    expect_chain(page, "MP", "GW", "OMW", "H2H")
    page.get_by_label("Decide by seeding").check()
    page.get_by_label("Reason for the change").fill("announced")
    page.get_by_role("button", name="Save rules").press("Enter")
    expect(page.get_by_text("Seeding decides remaining ties.")).to_be_visible()


@pytest.mark.rotates(8)
def test_one_tap_explains_a_number_and_another_a_place(phone, cards, live_server):
    phone.goto(f"{live_server.url}/t/cards/standings/")
    numbers = "#standings tbody tr:first-child td a"
    expect(phone.locator(numbers).nth(2)).to_be_hidden()
    phone.get_by_label("Show tie-breaks").check()
    shown = texts_of(phone, numbers)[2]
    phone.locator(numbers).nth(2).tap()
    expect(phone.locator(".big")).to_have_text(shown)
    expect(phone.locator("main ul li").first).to_contain_text("Opponents' match-win percentage is")
    phone.go_back()
    phone.locator("#standings tbody tr").nth(1).locator("td a").first.tap()
    expect(phone.locator("#separated li").first).to_contain_text("Ahead of ")
    expect(phone.locator(".steps > li")).to_have_count(4)


@pytest.mark.rotates(8)
def test_player_reads_in_out_or_depends(phone, cards, live_server):
    phone.goto(f"{live_server.url}/t/cards/standings/")
    phone.get_by_role("link", name="In or out").tap()
    phone.get_by_role("link", name="3", exact=True).tap()
    expect(phone.locator("#verdicts li[data-player]")).to_have_count(6)
    answer = phone.locator("#verdicts details").first
    answer.locator("summary").tap()
    expect(answer.locator("li").first).to_contain_text("With a ")


@pytest.mark.rotates(8)
@pytest.mark.parametrize(
    "size",
    [PHONE, pytest.param({"width": 1280, "height": 800}, marks=pytest.mark.thorough("--all-events"))],
    ids=["phone", "laptop"],
)
def test_pages_fit_the_screen_and_axe_finds_nothing(new_page, cards, live_server, size):
    page = signed_in(new_page(size), live_server.url)
    first = cards.players.order_by("pk").first().public_id
    found = []
    for path in (
        "standings/", f"standings/{first}/", f"standings/{first}/OMW/", "standings/comparison/?with=pokemon",
        "standings/verdicts/?top=2", "desk/rules/",
    ):  # fmt: skip
        page.goto(f"{live_server.url}/t/cards/{path}")
        assert width_of(page) <= size["width"], path
        found += faults(page)
    assert found == []


@pytest.mark.rotates(2)
def test_order_is_explained_on_paper(page, cards, live_server):
    page.goto(f"{live_server.url}/t/cards/standings/?why=1")
    page.emulate_media(media="print")
    expect(page.get_by_text("Ahead of ").first).to_be_visible()
    expect(page.get_by_text("Remaining ties share the place.")).to_be_visible()
    expect(page.get_by_role("link", name="As CSV for a spreadsheet")).to_be_hidden()


@pytest.mark.rotates(4)
def test_remembered_player_jumps_to_the_own_row(phone, cards, live_server):
    address = live_server.url + "/t/cards/standings/"
    phone.goto(address)
    expect(phone.locator("#me")).to_be_hidden()
    player, place = measure(
        phone,
        """(own => {
            const { player } = own.querySelector("[data-player]").dataset;
            localStorage.setItem("me:cards", player);
            return [player, own.cells[0].innerText];
        })([...document.querySelectorAll("#standings tbody tr")].at(-1))""",
    )
    assert player
    phone.goto(address)
    jump = phone.get_by_role("link", name=f"Your place: {place}. Show my row")
    jump.click()
    expect(phone.locator("tr.mine")).to_have_attribute("id", "mine")
    expect(phone.locator("tr.mine")).to_be_in_viewport()
    for page in ("crosstable/", "standings/verdicts/?top=2"):
        phone.goto(f"{live_server.url}/t/cards/{page}")
        phone.get_by_role("link", name="Show my row").click()
        expect(phone.locator(".mine")).to_have_attribute("id", "mine")
        expect(phone.locator(".mine")).to_be_in_viewport()
