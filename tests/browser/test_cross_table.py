"""On a phone, each player of a Swiss cross table has one row with the rounds below it, and it remains a table."""

from collections import Counter
from datetime import date

import pytest

from tests.browser.accessible import faults
from tests.browser.page_reading import measure, width_of
from tests.conftest import PHONE
from tournaments.setup import samples

pytestmark = pytest.mark.django_db(transaction=True)

#: The vertical distance from the first player's name to the points, and to the cells of the rounds.
BELOW = """(() => {
  const line = document.querySelector('#cross tbody tr'), top = (cell) => cell.getBoundingClientRect().top;
  const name = top(line.querySelector('th'));
  const rounds = [...line.querySelectorAll('th ~ td:not(.sum)')].map(cell => top(cell) - name);
  return [top(line.querySelector('.sum')) - name, rounds];
})()"""
INSIDE = """[...document.querySelectorAll('#cross tbody :is(th, td)')].every(
  cell => cell.getBoundingClientRect().right <= innerWidth)"""


@pytest.fixture(params=["demo-dutch", "demo-round-robin"])
def address(request, monkeypatch):
    monkeypatch.setattr(samples, "DEMOS", [each for each in samples.DEMOS if each.slug == request.param])
    samples.load_demo(date(2026, 4, 1))
    return f"/t/{request.param}/crosstable/"


def roles_of(page):
    """Return the roles that a screen reader announces for the parts of the page."""
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")
    return [node["role"]["value"] for node in tree["nodes"] if not node["ignored"]]


@pytest.mark.rotates(8)
@pytest.mark.parametrize("width", [320, 390])
def test_every_game_of_a_player_is_visible_on_a_phone(new_page, live_server, address, width):
    page = new_page({**PHONE, "width": width})
    page.goto(live_server.url + address)
    assert width_of(page) <= width
    assert measure(page, INSIDE)
    points, rounds = measure(page, BELOW)
    assert abs(points) < 10
    assert min(rounds) > 20
    assert faults(page) == []


@pytest.mark.rotates(8)
def test_screen_reader_finds_the_same_table_at_both_widths(new_page, live_server, address):
    lines = []
    for size in (PHONE, {"width": 1280, "height": 800}):
        page = new_page(size)
        page.goto(live_server.url + address)
        roles = Counter(roles_of(page))
        lines.append({role: roles[role] for role in ("table", "row", "cell", "columnheader", "rowheader")})
    assert lines[0] == lines[1]
    assert lines[0]["table"] == 1
    assert min(lines[0].values()) > 0


@pytest.mark.rotates(8)
@pytest.mark.parametrize("media", [{"media": "print"}, {"forced_colors": "active"}])
def test_wins_are_bold_where_colours_are_missing(new_page, live_server, address, media):
    page = new_page()
    page.goto(live_server.url + address)
    page.emulate_media(**media)
    weights = (
        "[...new Set([...document.querySelectorAll('#cross td.%s')].map(cell => getComputedStyle(cell).fontWeight))]"
    )
    assert [measure(page, weights % result) for result in "wdl"] == [["700"], ["400"], ["400"]]
