"""Names of sixty letters without a space, long clubs and right-to-left names fit at 320 pixels without axe faults."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults, faults_in_the_dark
from tests.browser.organiser import sign_in_by_cookie
from tests.browser.page_reading import measure, width_of
from tests.conftest import LAPTOP, PHONE
from tests.tournaments.conftest import make, orla  # noqa: F401 fixtures
from tests.tournaments.hall.courts import with_courts
from tournaments.players import registration
from tournaments.series import series

pytestmark = pytest.mark.django_db(transaction=True)

NARROW = {"width": 320, "height": 640}
NAMES = (
    "Wolfeschlegelsteinhausenbergerdorffvoralternwarengewissenhaft", "محمد العربي", "שרה כהן", "Aino Virtanen",
    "Maximiliane von Hohenstein-Wittgenstein zu Berleburg", "Владимир Крамниковский", "Björn Åkesson", "Di",
)  # fmt: skip
CLUB = "Schachgesellschaft Freibauer Mörfelden-Walldorf 1926 e.V."
CLUB_TEAMS = {"by": "club", "best": 4, "several": True, "short": True}
RESULTS = ("1-0", "0-1", "1/2-1/2", "1-0")


@pytest.fixture
def swiss(make):  # noqa: F811
    stage = make(system="dutch", planned_rounds=4).with_players(*NAMES, club=CLUB, federation="FIN", rating=2100)
    registration.set_club_teams(stage.orla, stage.tournament, CLUB_TEAMS)
    for _round in (1, 2):
        stage.play(*RESULTS)
    stage.tournament.refresh_from_db()
    return stage


@pytest.fixture
def padel(make):  # noqa: F811
    stage = make(name="Padel", system="partners", planned_rounds=3).with_players(*NAMES, club=CLUB, federation="FIN")
    stage.pair()
    stage.publish()
    stage.enter(1, "15-9")
    return stage


def looks(page, url, paths):
    """Return the faults of pages on a narrow phone: content that overflows the edge, and faults that axe finds."""
    found = []
    for path in paths:
        answer = page.goto(url + path)
        assert answer.status == 200, path
        if (width := width_of(page)) > NARROW["width"]:
            found.append((path, width))
        found += faults(page) + faults_in_the_dark(page)
    return found


@pytest.mark.rotates(8)
def test_public_pages_fit_with_long_names(new_page, live_server, swiss, padel):
    with_courts(padel, 2)
    why = swiss.tournament.rounds.get(number=2).pairings.first().public_id
    page = new_page(NARROW)
    paths = (
        f"/t/cup/rounds/2/tables/{why}/", "/t/cup/standings/course/", "/t/cup/standings/verdicts/", "/t/cup/ratings/",
        "/t/cup/club-teams/", "/t/cup/standings/comparison/?with=third", "/calendar/", "/t/padel/rounds/1/",
        "/t/padel/courts/", "/embed/padel/pairings/",
    )  # fmt: skip
    assert looks(page, live_server.url, paths) == []
    wide = new_page(LAPTOP)
    wide.goto(live_server.url + "/t/cup/ratings/")
    hidden = "(table => table.scrollWidth - table.parentElement.clientWidth)(document.querySelector('#ratings'))"
    assert measure(wide, hidden) <= 1, "no column stands behind the picture"


#: The links that are wider than the paragraph around them.
WIDER = """[...document.querySelectorAll('main p a')]
  .filter((link) => link.getBoundingClientRect().right > link.closest('p').getBoundingClientRect().right + 1)
  .map((link) => link.textContent.trim())"""


@pytest.mark.rotates(4)
def test_name_of_the_opponent_breaks_inside_the_card(new_page, live_server, swiss):
    swiss.pair()
    swiss.publish()
    seats = [seat for game in swiss.round.pairings.order_by("table") for seat in game.appearances.order_by("pk")]
    (game,) = [seat.pairing for seat in seats if seat.player.name == NAMES[0]]
    (other,) = [seat.player for seat in seats if seat.pairing == game and seat.player.name != NAMES[0]]
    page = new_page(PHONE)
    page.goto(f"{live_server.url}/t/cup/players/{other.public_id}/")
    expect(page.locator("#card").get_by_role("link", name=NAMES[0])).to_be_visible()
    assert measure(page, WIDER) == []


#: The headings of columns that are cut off.
CUT = """[...document.querySelectorAll('#ratings thead th')].filter((cell) => cell.scrollWidth > cell.clientWidth)
  .map((cell) => cell.textContent.trim())"""
#: The headings that take more than one line.
BROKEN = """[...document.querySelectorAll('#ratings thead th')].filter((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1;
  }).map((cell) => cell.textContent.trim())"""


@pytest.mark.rotates(4)
@pytest.mark.parametrize("size", [NARROW, PHONE], ids=["narrow", "phone"])
def test_headings_of_ratings_are_whole_on_phones(new_page, live_server, swiss, size):
    page = new_page(size)
    page.goto(f"{live_server.url}/t/cup/ratings/")
    assert measure(page, CUT) == []
    if size is PHONE:
        assert measure(page, BROKEN) == []


@pytest.mark.rotates(8)
def test_lists_of_players_series_and_times_fit_with_long_names(new_page, live_server, swiss, make):  # noqa: F811
    series.create_series(swiss.orla, name=NAMES[0][:49] + " Grand Prix", rule={})
    evening = make(name="Evening", system="round-robin").with_players(*NAMES)
    evening.pair()
    evening.publish()
    paths = (
        "/t/cup/players/", "/series/",
        "/t/evening/schedule/courts/?courts=2&minutes=15&start=10:00&referees=resting",
    )  # fmt: skip
    assert looks(new_page(NARROW), live_server.url, paths) == []


@pytest.mark.rotates(8)
def test_desk_pages_fit_with_long_names(new_page, live_server, swiss, padel):
    page = new_page(NARROW)
    sign_in_by_cookie(page, live_server.url)
    paths = ("/t/cup/desk/poster/", "/t/cup/desk/badges/", "/t/padel/desk/rounds/1/results/")
    assert looks(page, live_server.url, paths) == []
    padel.enter(2, "12-12")
    padel.close()
    padel.pair()
    swiss.finish()
    paths = ("/t/padel/desk/rounds/2/", "/t/cup/desk/certificates/")
    assert looks(page, live_server.url, paths) == []
