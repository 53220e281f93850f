"""In lists of a large hall, long names, titles, ratings and clubs keep rows on one line, on a laptop and on paper."""

from datetime import date

import pytest
from playwright.sync_api import expect

from tests.browser.organiser import PASSWORD, sign_in_by_cookie
from tests.browser.page_reading import measure, width_of
from tests.conftest import PHONE
from tests.tournaments.conftest import Stage
from tournaments.core.rights import Who
from tournaments.models import User
from tournaments.players import registration
from tournaments.rounds import rounds
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db(transaction=True)

LAPTOP = {"width": 1280, "height": 800}
#: The space between the margins of A4, in CSS pixels.
PAPER = {"width": 688, "height": 1016}
FIRST = ("Aleksanteri", "Bartholomeus", "Christabella", "Konstantinos", "Maximiliane")
LAST = ("Papadopoulos-Iris", "von Hohenstein-Au")
TALLEST = "Math.max(...[...document.querySelectorAll('tbody tr')].map((row) => row.offsetHeight))"
LINES_BESIDE_A_BYE = "document.querySelector('tr:has(td[colspan]) bdi').getClientRects().length"
SEEN = (
    "[...document.querySelectorAll('tbody tr')].filter((r) => r.getBoundingClientRect().bottom <= innerHeight).length"
)

#: The names followed by a text whose first word is only partly visible.
BROKEN = """[...document.querySelectorAll('.who .also')].filter((small) => {
  const word = document.createRange(), text = small.firstChild;
  word.setStart(text, 0);
  word.setEnd(text, text.data.trimEnd().search(/ |$/));
  const lines = [...word.getClientRects()].filter((line) => line.width);
  const seen = lines.filter((line) => line.top < small.getBoundingClientRect().bottom - 2);
  return seen.length && seen.length < lines.length;
}).map((small) => small.parentElement.innerText)"""


@pytest.fixture
def hall():
    """A running round with sixty boards."""
    who = Who.at_page(User.objects.create_user("Orla", password=PASSWORD))
    tournament = lifecycle.create_tournament(
        who, name="Hall", game="chess", system="dutch", planned_rounds=5, starts_on=date(2026, 3, 1), time_zone="UTC"
    )
    players = [
        {
            "name": f"{FIRST[number % 5]} {LAST[number % 2]}"[:30],
            "title": ("WIM", "GM")[number % 2],
            "rating": 2600 - number,
            "federation": "FIN",
            "club": "Club of the United North",
        }
        for number in range(120)
    ]
    registration.add_players(who, tournament, players)
    rounds.publish_round(who, tournament, rounds.pair_next_round(who, tournament, 1))


def signs_in(page, url):
    sign_in_by_cookie(page, url)
    page.goto(f"{url}/t/hall/desk/rounds/1/results/")
    expect(page.get_by_role("heading", name="Results of round 1")).to_be_visible()


@pytest.mark.rotates(2)
def test_fifteen_results_are_visible_on_a_laptop(new_page, hall, live_server):
    page = new_page(LAPTOP)
    signs_in(page, live_server.url)
    assert measure(page, TALLEST) <= 36
    assert measure(page, SEEN) >= 15


@pytest.mark.rotates(8)
def test_rows_are_one_line_on_laptop_and_paper_and_fit_a_phone(new_page, hall, live_server):
    page, phone = new_page(LAPTOP), new_page(PHONE)
    for path in ("rounds/1/", "rounds/1/names/", "standings/", "crosstable/"):
        for each in (page, phone):
            each.goto(f"{live_server.url}/t/hall/{path}")
        assert measure(page, TALLEST) <= 48, path
        page.emulate_media(media="print")
        page.set_viewport_size(PAPER)
        two_columns = path.endswith("names/")  # long names wrap there, and the list needs half as many sheets
        assert measure(page, TALLEST) <= (36 if two_columns else 30), path
        page.emulate_media(media="screen")
        page.set_viewport_size(LAPTOP)
        assert width_of(phone) <= PHONE["width"], path


@pytest.mark.rotates(2)
def test_rating_behind_a_name_is_shown_whole_or_not_at_all(new_page, live_server):
    names = ["Mimi " + "i" * number for number in range(12, 52)]
    orla = User.objects.create_user("Orla", password=PASSWORD)
    stage = Stage(orla, system="dutch", planned_rounds=5).with_players(*names, rating=1888)
    stage.pair()
    stage.publish()
    phone = new_page(PHONE)
    phone.goto(f"{live_server.url}/t/cup/rounds/1/")
    expect(phone.locator("tr:not(.group) .who")).to_have_count(len(names))
    assert measure(phone, BROKEN) == []


@pytest.mark.rotates(8)
def test_long_word_for_a_bye_leaves_room_for_the_name_on_a_phone(new_page, live_server):
    stage = Stage(User.objects.create_user("Orla", password=PASSWORD), system="dutch", planned_rounds=3)
    stage.with_players("Ann", "Bo", "Cy", "Lahti Oona")
    registration.request_bye(stage.orla, stage.tournament, stage.players["Lahti Oona"], 1, "half")
    stage.pair()
    stage.publish()
    phone = new_page(PHONE, locale="fi")
    for path in ("rounds/1/", "rounds/1/names/"):
        phone.goto(f"{live_server.url}/t/cup/{path}")
        expect(phone.get_by_role("row", name="puolen pisteen vapaakierros")).to_contain_text("Lahti Oona")
        assert measure(phone, LINES_BESIDE_A_BYE) == 1, path
        assert width_of(phone) <= PHONE["width"], path
