"""The hall screen follows the desk that controls it."""

from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import expect

from pairings.seating.hall import Hall
from tests.browser.accessible import faults
from tests.browser.organiser import sign_in_by_cookie
from tests.browser.page_reading import await_promise, measure, texts_of
from tests.tournaments.conftest import make, orla  # noqa: F401 fixtures
from tournaments.event_page.event_page import read_image, set_event_page
from tournaments.hall import clock, table_numbers
from tournaments.models.fields import DEPTHS

pytestmark = pytest.mark.django_db(transaction=True)

#: The window sizes of projectors.
PICTURES = ({"width": 1920, "height": 1080}, {"width": 1366, "height": 768})

#: The bottom of the last line.
LOWEST = "Math.max(...[...document.querySelectorAll('#screen li')].map((line) => line.getBoundingClientRect().bottom))"


@pytest.mark.rotates(8)
def test_screen_turns_pages_follows_the_desk_and_survives_network_loss(new_page, live_server, make, orla):  # noqa: F811
    stage = make(system="round-robin").with_players(*(f"Player {n:02}" for n in range(60)))
    stage.pair()
    stage.publish()
    clock.set_screen(stage.orla, stage.tournament, ["pairings"], message="Lunch until two", depth=20)
    for picture in PICTURES:
        wall = new_page(picture, color_scheme="dark" if picture["width"] < 1900 else "light")
        wall.clock.install()
        wall.goto(f"{live_server.url}/t/cup/screen/")
        lines = wall.locator("#screen li:visible")
        expect(wall.locator(".turn")).to_contain_text("1 / ")
        assert faults(wall) == []
        seen, pages = set(), int(texts_of(wall, ".turn")[0].split("/")[1])
        assert pages > 1
        for _turn in range(4 * pages):  # the clock runs too: a busy machine may miss a page at first
            seen |= set(texts_of(wall, "#screen li:not([hidden]) b"))
            assert measure(wall, LOWEST) <= picture["height"]
            if len(seen) == 30:
                break
            wall.clock.run_for(15_000)
        assert seen == {str(table) for table in range(1, 31)}
        assert measure(wall, "document.documentElement.scrollHeight") <= picture["height"]

    desk = new_page()
    sign_in_by_cookie(desk, live_server.url)
    desk.goto(f"{live_server.url}/t/cup/desk/screen/")
    desk.get_by_label("Names with their tables").check()
    desk.get_by_label("Message (optional)").fill("Round 2 at three")
    desk.get_by_role("button", name="Update screen").click()
    expect(desk.get_by_text("Saved. The screen is updated.")).to_be_visible()
    assert faults(desk) == []
    wall.clock.run_for(30_000)
    expect(wall.locator(".says")).to_have_text("Round 2 at three")

    age = wall.locator("#age")
    wall.context.set_offline(True)
    wall.clock.run_for(20_000)
    expect(age).to_contain_text("No connection. Last update at")
    expect(lines.first).to_be_visible()
    wall.context.set_offline(False)
    wall.clock.run_for(10_000)
    expect(age).to_be_hidden()


@pytest.mark.rotates(2)
def test_last_five_minutes_of_the_clock_have_a_colour(new_page, live_server, make, orla):  # noqa: F811
    stage = make(system="dutch", planned_rounds=3).with_players("Ann", "Bo")
    stage.pair()
    stage.publish()
    clock.set_clock(stage.orla, stage.tournament, stage.round, 6)
    wall = new_page()
    wall.clock.install()
    wall.goto(f"{live_server.url}/t/cup/screen/")
    timer = wall.get_by_role("timer")
    expect(timer).to_have_class("")
    wall.clock.run_for(90_000)
    expect(timer).to_have_class("soon")
    wall.clock.run_for(300_000)
    expect(timer).to_have_class("over")


#: Keeps the parts of the page that shift without being asked to.
SHIFTS = """window.shifts = []; new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) shifts.push(...shift.sources.map(({ node }) => `${node?.outerHTML}`));
}).observe({ type: "layout-shift", buffered: true });"""
#: The shifts so far, once the page has been painted twice more.
PAINTED = (
    """new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0, shifts))))"""
)


@pytest.mark.rotates(8)
@pytest.mark.parametrize("picture", [{"width": 1920, "height": 1080}, {"width": 1280, "height": 720}])
def test_nothing_moves_while_the_screen_opens(new_page, live_server, make, orla, picture, settings):  # noqa: F811
    settings.LAN_ADDRESSES = lambda: ["192.0.2.7"]
    swiss = make(system="dutch", planned_rounds=3, name="Few").with_players(*"ABCDEFGH")
    tree = make(system="knock-out", name="Tree").with_players(*"ABCDEFGH")
    for stage in (swiss, tree):
        stage.pair()
        stage.publish()
        clock.set_clock(stage.orla, stage.tournament, stage.round, 90)
    clock.set_screen(tree.orla, tree.tournament, ["bracket"], message="", depth=20)
    wall = new_page(picture)
    wall.add_init_script(SHIFTS)
    for path in ("/t/few/screen/", "/t/tree/screen/", "/t/few/screen/?only=clock"):
        wall.goto(live_server.url + path)
        expect(wall.get_by_role("timer")).to_contain_text(":")
        expect(wall.get_by_role("img", name="Where you play, results and standings on your phone")).to_be_visible()
        assert await_promise(wall, PAINTED) == [], path


#: The letter size of the list, its number of columns, and the number of truncated names.
LIST = """(() => {
  const list = document.querySelector('#screen section:not([hidden]) ol');
  const seen = [...list.querySelectorAll('li:not([hidden])')];
  const names = seen.flatMap((line) => [...line.querySelectorAll('bdi')]).filter((name) => name.clientWidth);
  return [
    parseFloat(getComputedStyle(list).fontSize), new Set(seen.map((line) => line.getBoundingClientRect().left)).size,
    names.filter((name) => name.scrollWidth > name.clientWidth).length, seen.length,
  ];
})()"""


@pytest.mark.rotates(8)
@pytest.mark.parametrize("picture", [{"width": 1920, "height": 1080}, {"width": 1280, "height": 720}])
def test_letters_grow_for_few_tables_and_many_use_two_columns(
    new_page,
    live_server,
    make,  # noqa: F811
    orla,  # noqa: F811
    picture,
    settings,
):
    settings.LAN_ADDRESSES = lambda: ["192.0.2.7"]
    few = make(system="dutch", planned_rounds=3, name="Few", time_zone="Asia/Tokyo").with_players(*"ABCDEFGH")
    many = make(system="dutch", planned_rounds=3, name="Many", time_zone="Asia/Tokyo")
    many.with_players(*(f"Bergström, Maria {n:03}" for n in range(120)))
    for stage in (few, many):
        stage.pair()
        stage.publish()
    few.enter(1, "1-0")
    wall = new_page(picture)
    wall.clock.install(time="2026-01-10T12:34:00Z")
    letters = {}
    for stage, depth, columns, shown in ((few, 10, 1, 4), (many, 10, 2, 30), (many, 15, 2, 20)):
        clock.set_screen(stage.orla, stage.tournament, ["pairings"], message="", depth=depth)
        wall.goto(f"{live_server.url}/t/{stage.tournament.slug}/screen/")
        expect(wall.locator("#now")).to_contain_text(":")
        expect(wall.get_by_role("img", name="Where you play, results and standings on your phone")).to_be_visible()
        letter, found, cut, lines = measure(wall, LIST)
        assert (found, cut) == (columns, 0)
        assert lines >= shown
        letters[stage.tournament.name, depth] = letter
        assert measure(wall, "document.documentElement.scrollWidth") <= picture["width"]
    assert letters["Few", 10] > 2 * letters["Many", 10]
    assert letters["Many", 15] > 1.15 * letters["Many", 10]
    clock.set_screen(many.orla, many.tournament, ["names"], message="", depth=20)
    wall.goto(f"{live_server.url}/t/many/screen/")
    expect(wall.locator("#screen.turning")).to_be_visible()
    assert measure(wall, LIST)[1:3] == [2, 0]
    expect(wall.locator("#screen li:visible bdi:visible")).to_have_count(measure(wall, LIST)[3])


@pytest.mark.rotates(2)
def test_called_matches_take_their_turn(new_page, live_server, make, orla):  # noqa: F811
    stage = make(system="knock-out").with_players(*"ABCDEFGH")
    stage.tournament = table_numbers.set_hall(stage.orla, stage.tournament, Hall(stations=2))
    stage.pair()
    stage.publish()
    wall = new_page(PICTURES[0])
    wall.goto(f"{live_server.url}/t/cup/screen/")
    expect(wall.locator("#screen .stations li:visible")).to_have_count(2)


#: The visible matches: their names, the bottom of the lowest, and their letter size.
BRACKET = """(() => {
  const seen = [...document.querySelectorAll('#screen .bracket li')].filter((match) => match.offsetParent);
  const names = seen.flatMap((match) => [...match.querySelectorAll('bdi')]);
  return [
    names.map((name) => name.textContent), Math.max(...seen.map((match) => match.getBoundingClientRect().bottom)),
    parseFloat(getComputedStyle(document.querySelector('#screen .rounds')).fontSize),
    names.filter((name) => name.scrollWidth > name.clientWidth).length,
  ];
})()"""


@pytest.mark.rotates(8)
@pytest.mark.parametrize(("players", "depth", "pages"), [(8, 10, 1), (32, 10, 3), (32, 20, 8)])
def test_large_bracket_is_shown_in_halves(new_page, live_server, make, orla, players, depth, pages):  # noqa: F811
    stage = make(system="knock-out").with_players(*(f"Bergström, Maria {n:02}" for n in range(players)))
    stage.pair()
    stage.publish()
    stage.enter(1, "1-0")
    clock.set_screen(stage.orla, stage.tournament, ["bracket"], message="", depth=depth)
    for picture in PICTURES:
        wall = new_page(picture, color_scheme="dark" if picture["width"] < 1900 else "light")
        wall.clock.install()
        wall.goto(f"{live_server.url}/t/cup/screen/")
        expect(wall.locator("#screen .live").first).to_be_visible()
        expect(wall.locator(".turn")).to_have_text(f"1 / {pages}" if pages > 1 else "")
        assert faults(wall) == []
        seen, letters = set(), []
        for _turn in range(2 * pages):  # the clock runs too
            names, lowest, letter, cut = measure(wall, BRACKET)
            assert cut == 0
            assert lowest <= picture["height"]
            seen |= set(names)
            letters.append(letter)
            wall.clock.run_for(12_000)
        assert len(seen) == players
        assert min(letters) >= picture["height"] / DEPTHS[depth] / 1.7
        assert measure(wall, "document.documentElement.scrollHeight") <= picture["height"]


#: How many times a sponsor's box is as wide as it is high.
WIDE = "(logo => logo.offsetWidth / logo.offsetHeight)(document.querySelector('.sponsors img'))"


@pytest.mark.rotates(8)
def test_wide_logos_of_sponsors_have_wide_boxes(new_page, live_server, make, orla):  # noqa: F811
    stage = make(system="dutch", planned_rounds=3).with_players("Ann", "Bo")
    drawn = BytesIO()
    Image.new("RGB", (300, 100), "red").save(drawn, "PNG")
    key, image = read_image(drawn.getvalue(), "logo")
    sponsors = [{"name": "Hotel", "url": "", "logo": key}]
    page = {"accent": "", "logo": "", "about": "", "contact": "", "links": [], "sponsors": sponsors}
    set_event_page(stage.orla, stage.tournament, page, images={key: image})
    wall = new_page(PICTURES[0])
    for path in ("/t/cup/", "/t/cup/screen/"):
        wall.goto(live_server.url + path)
        assert measure(wall, WIDE) > 1.8
