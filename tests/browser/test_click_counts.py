"""The number of clicks, by links and buttons of the pages, for a bracket result and for the undo of a round."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import PASSWORD, Organiser
from tests.browser.page_reading import measure, settle, width_of
from tests.conftest import LAPTOP, PHONE
from tournaments.models import Round

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Ada", "Ben", "Cleo", "Dag", "Eva", "Finn", "Gro", "Hal")


class Counting(Organiser):
    """An organiser whose clicks are counted."""

    clicks = 0

    def click(self, what):
        settle(self.page)
        what.click()
        self.clicks += 1

    def take_clicks(self):
        found, self.clicks = self.clicks, 0
        return found


@pytest.mark.rotates(8)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_result_in_a_bracket_is_one_click(new_page, live_server, size):
    page = new_page(size)
    orla = Counting(page, live_server.url)
    stage = orla.starts("Cup", "table-tennis", names=NAMES, system="knock-out", options={"games": [3]})
    stage.pair()
    stage.publish()
    page.goto(f"{live_server.url}/t/{stage.tournament.slug}/bracket/")
    for table in range(1, 5):
        before = measure(page, "document.querySelectorAll('.tapped').length")
        orla.click(page.locator(".tapped").first.locator("button").first)
        expect(page.locator(".tapped")).to_have_count(before - 1)
        seats = stage.round.pairings.get(table=table).appearances.order_by("side")
        names = " – ".join(seats.values_list("player__name", flat=True))
        expect(page.get_by_text(f"{names}: result saved.")).to_be_visible()
        edges = "[document.querySelector('.messages .message'), document.querySelector('.hero')]"
        message, head = measure(page, f"{edges}.map(part => part.getBoundingClientRect())")
        assert message["bottom"] <= head["top"], "the heading does not cover the message"
    assert orla.take_clicks() == 4
    assert faults(page) == []
    assert width_of(page) <= size["width"]
    assert not stage.round.pairings.filter(result__isnull=True).exists()
    orla.click(page.get_by_role("button", name="All 4 results in: close and pair round 2"))
    orla.click(page.get_by_role("button", name="Publish"))
    expect(page.get_by_text("Round 2 is published.")).to_be_visible()
    assert orla.take_clicks() == 2


@pytest.mark.rotates(8)
def test_wrong_result_is_retyped_and_invalid_text_refused_at_its_field(page, live_server):
    orla = Counting(page, live_server.url)
    stage = orla.starts("Open", "chess", names=NAMES, system="dutch", planned_rounds=5)
    stage.play(*["1-0"] * 4)
    page.goto(f"{live_server.url}/t/{stage.tournament.slug}/desk/rounds/1/results/")
    orla.click(page.get_by_role("link", name="Correct table 1"))
    settle(page)
    for typed, reason in (("7-7", "slip"), ("1-0", "")):
        page.keyboard.type(typed)
        page.keyboard.press("Tab")
        page.keyboard.type(reason)
        page.keyboard.press("Enter")
        expect(page.locator("#typed_error")).to_be_visible()
        settle(page)
        expect(page.get_by_label("Correct result")).to_be_focused()
        expect(page.get_by_label("Correct result")).to_have_value(typed)
        expect(page.get_by_label("Reason")).to_have_value("slip")
        assert faults(page) == []
    page.keyboard.type("0-1")
    page.keyboard.press("Enter")
    orla.click(page.get_by_role("button", name="Correct the result"))
    expect(page.get_by_text("Result corrected.")).to_be_visible()
    expect(page.get_by_role("link", name="Correct table 1")).to_contain_text("0-1")


@pytest.mark.rotates(8)
def test_newcomer_publishes_a_swiss_in_three_clicks(page, live_server):
    orla = Counting(page, live_server.url)
    page.goto(live_server.url)
    expect(page.get_by_label("Your name")).to_be_focused()
    for text, then in (("Orla", "Tab"), (PASSWORD, "Enter")):
        page.keyboard.type(text)
        page.keyboard.press(then)
    expect(page.get_by_label("Name of the tournament")).to_be_focused()
    page.keyboard.type("Club evening")
    orla.click(page.get_by_role("button", name="Create tournament"))
    orla.adds(*NAMES)
    orla.click(page.get_by_role("button", name="Pair round 1"))
    orla.click(page.get_by_role("button", name="Publish"))
    expect(page.get_by_text("Round 1 is published.")).to_be_visible()
    assert orla.take_clicks() == 3


@pytest.mark.rotates(8)
def test_published_round_is_undone_by_two_clicks_in_the_journal(page, live_server):
    orla = Counting(page, live_server.url)
    stage = orla.starts("Open", "chess", names=NAMES, system="dutch", planned_rounds=5)
    stage.play(*["1-0"] * 4)
    stage.pair()
    before = stage.tournament.journal.latest("sequence").sequence
    stage.publish()
    for table in range(1, 5):
        stage.enter(table, "0-1")
    page.get_by_role("link", name="Journal", exact=True).first.click()
    settle(page)
    rows = measure(page, "[...document.querySelectorAll('.log tbody tr')].map(row => row.clientHeight)")
    assert max(rows[:5]) < 40, "a line an entry"
    assert width_of(page) <= page.viewport_size["width"]
    orla.click(page.locator(f"#e{before}").get_by_role("link", name=re.compile("^Undo all after")))
    orla.click(page.get_by_role("button", name=re.compile("^Undo")))
    expect(page.get_by_text("undone", exact=True).first).to_be_visible()
    assert stage.tournament.rounds.get(number=2).status == Round.Status.DRAFT
    assert orla.take_clicks() == 2


#: 97 letters and spaces, and a four-digit rating for each player.
RATED = {
    "Aino Virta": 1873,
    "Bert Olsen": 1720,
    "Carla Rossi": 1655,
    "Dag Volkov": 2011,
    "Elsa Lund": 1490,
    "Farid Kaya": 1788,
    "Gro Haugen": 1566,
    "Hugo Roy": 1934,
    "Iris Mayer": 1402,
    "Jan Novak": 1611,
}


@pytest.mark.rotates(8)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_ten_rated_players_take_one_key_each_beyond_their_data(new_page, live_server, size):
    page = new_page(size)
    stage = Counting(page, live_server.url).starts("Open", "chess", system="dutch", planned_rounds=5)
    page.goto(f"{live_server.url}/t/{stage.tournament.slug}/desk/players/")
    settle(page)
    keys = 0
    for name, rating in RATED.items():
        page.keyboard.type(f"{name}{rating}")
        expect(page.get_by_label("Rating")).to_have_value(str(rating))
        page.keyboard.press("Enter")
        expect(page.locator("#added")).to_contain_text(name)
        expect(page.locator("#add [name=name]")).to_be_focused()
        keys += len(f"{name}{rating}") + 1
    assert dict(stage.tournament.players.values_list("name", "rating")) == RATED
    print(f"\nten players with ratings: {keys} keys")  # noqa: T201 a figure
    assert keys <= 150


@pytest.mark.rotates(8)
def test_rating_typed_behind_the_name_is_shown_and_can_be_given_back(page, live_server):
    stage = Counting(page, live_server.url).starts("Open", "go", system="mcmahon")
    page.goto(f"{live_server.url}/t/{stage.tournament.slug}/desk/players/")
    name, rank, rating = page.locator("#add [name=name]"), page.get_by_label("Rank"), page.get_by_label("Rating")
    settle(page)
    page.keyboard.type("Lee 4d")
    expect(rank).to_have_value("4d")
    page.keyboard.press("Backspace")
    expect(rank).to_have_value("")
    page.keyboard.type("k 1900")
    expect(rank).to_have_value("4k")
    expect(rating).to_have_value("1900")
    page.keyboard.press("Tab")
    expect(name).to_have_value("Lee")
    rating.fill("1905")
    page.keyboard.press("Enter")
    expect(page.locator("#added")).to_contain_text("Lee")
    expect(rating).to_have_value("")
    page.keyboard.type("Robot 2000")
    page.keyboard.press("Tab")
    expect(name).to_have_value("Robot")
    rating.fill("")
    expect(name).to_have_value("Robot 2000")
    page.keyboard.press("Enter")
    expect(page.locator("#added")).to_contain_text("Robot 2000")
    page.keyboard.type("Kim 2100")
    expect(rating).to_have_value("2100")
    page.keyboard.press("Enter")
    expect(page.locator("#added")).to_contain_text("Kim")
    assert set(stage.tournament.players.values_list("name", "rank", "rating")) == {
        ("Lee", "4k", 1905),
        ("Robot 2000", "", None),
        ("Kim", "", 2100),
    }
