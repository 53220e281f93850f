"""The organiser's papers: one sheet for each certificate, and the boxes of a result slip beside their boards."""

import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.browser.organiser import sign_in_by_cookie
from tests.browser.page_reading import read
from tests.tournaments.conftest import Stage
from tests.tournaments.teams.test_teams import League
from tournaments.models import Player, User

pytestmark = pytest.mark.django_db(transaction=True)
PAPER = {"width": 794, "height": 1123}
#: For each box on slips, in pixels: the distance of its top from that of its line, and of its bottom from the line's.
GAPS = """() => [...document.querySelectorAll('.slip .box')].map(box => {
    const own = box.getBoundingClientRect(), line = box.parentElement.getBoundingClientRect();
    return [own.top - line.top, line.bottom - own.top];
})"""


@pytest.fixture
def orla(transactional_db):
    return User.objects.create_user("Orla", password="a long enough password")


def print_page(page, live_server, path):
    page.goto(live_server.url + path)
    page.emulate_media(media="print")
    return PdfReader(BytesIO(page.pdf(prefer_css_page_size=True)))


@pytest.mark.rotates(2)
def test_certificates_have_no_empty_sheet(new_page, live_server, orla):
    stage = Stage(orla, system="dutch", planned_rounds=1).with_players("Ann", "Bo", "Cy", "Di")
    stage.play("1-0", "1-0")
    stage.finish()
    page = new_page(PAPER)
    sign_in_by_cookie(page, live_server.url)
    paper = print_page(page, live_server, "/t/cup/desk/certificates/?places=4")
    texts = [sheet.extract_text() for sheet in paper.pages]
    assert [text.split("Place ")[1][0] for text in texts] == ["1", "1", "3", "3"]
    assert all(sheet.mediabox.width > sheet.mediabox.height for sheet in paper.pages)


@pytest.mark.rotates(2)
def test_boxes_of_a_team_slip_are_beside_their_boards(new_page, live_server, orla):
    league = League(orla).start()
    long = "Kallenautio-Rantakokko, Anna Katariina"
    team = league.teams_at(1)[0]
    for member in team.members.order_by("place"):
        type(member).objects.filter(pk=member.pk).update(name=f"{long} {member.place}")
    Player.objects.filter(pk=team.pk).update(name=f"Shakkikerho {long}")
    league.both(1).both(2)
    page = new_page(PAPER)
    sign_in_by_cookie(page, live_server.url)
    paper = print_page(page, live_server, "/t/cup/desk/rounds/1/slips/")
    assert len(paper.pages) == 1
    beside_their_lines(page, 4 + 6)


@pytest.mark.rotates(2)
def test_boxes_of_a_slip_are_beside_their_names(new_page, live_server, orla):
    stage = Stage(orla, system="dutch", planned_rounds=1)
    stage.with_players(*(f"{'Kallenautio-' * 7}{n}" for n in range(4)), club="Kuopion Shakkikerho 1912", title="WGM")
    stage.pair()
    stage.publish()
    page = new_page(PAPER)
    sign_in_by_cookie(page, live_server.url)
    print_page(page, live_server, "/t/cup/desk/rounds/1/slips/")
    beside_their_lines(page, 4)


#: Names of up to 40 letters; the fields allow 64.
LONG = (
    "Christodoulopoulos, Anna-Katariina",
    "Kallenautio-Rantakokko, Konstantinos",
    "Guðmundsdóttir, Þórunn",
    "Li, Wei",
)
#: For each name in the bracket, in pixels: the overflow beyond its line, and beyond the sheet.
OVER = """() => [...document.querySelectorAll('.trees bdi')].map(name => {
    const own = name.getBoundingClientRect(), line = name.parentElement.getBoundingClientRect();
    return Math.max(own.right - line.right, line.left - own.left, own.bottom - line.bottom, line.top - own.top);
})"""

#: For each match of the bracket below another: the gap between the two, in pixels.
APART = """() => [...document.querySelectorAll('.trees ol')].flatMap(list => {
    const box = (match, line) => match.querySelector(line).getBoundingClientRect();
    const boxes = [...list.querySelectorAll('li')].map(match => [box(match, 'p').top, box(match, 'p + p').bottom]);
    return boxes.slice(1).map(([top], place) => top - boxes[place][1]);
})"""


@pytest.mark.parametrize("sheet", ["A4", "A3"])
@pytest.mark.rotates(4)
def test_bracket_of_64_fits_a_landscape_sheet_with_whole_names(new_page, live_server, orla, sheet):
    names = [f"{LONG[number % len(LONG)]} {number}" for number in range(64)]
    stage = Stage(orla, system="knock-out", seating="entry").with_players(*names)
    stage.play(*["1-0", "0-1"] * 16)
    page = new_page({"width": 1123, "height": 794})
    page.goto(f"{live_server.url}/t/cup/bracket/")
    page.emulate_media(media="print")
    assert max(read(page, OVER)) < 1
    gaps = read(page, APART)
    assert len(gaps) == 2 * (15 + 7 + 3 + 1)
    assert min(gaps) > -0.5
    paper = PdfReader(BytesIO(page.pdf(format=sheet, landscape=True)))
    (only,) = paper.pages
    assert only.mediabox.width > only.mediabox.height
    letters = "".join(only.extract_text().split())
    missing = [name for name in names if "".join(name.split()) not in letters]
    assert missing == []


#: The parts of the sheet's width and height that the bracket fills.
FILLED = """() => {
    const boxes = [...document.querySelectorAll('.trees li p')].map(each => each.getBoundingClientRect());
    const right = Math.max(...boxes.map(box => box.right)), bottom = Math.max(...boxes.map(box => box.bottom));
    return [right / innerWidth, bottom / innerHeight];
}"""


@pytest.mark.parametrize("sheet", ["A4", "A3"])
@pytest.mark.rotates(4)
def test_small_bracket_fills_one_landscape_sheet(new_page, live_server, orla, sheet):
    names = [f"{LONG[number % len(LONG)]} {number}" for number in range(16)]
    stage = Stage(orla, system="knock-out", seating="entry").with_players(*names)
    stage.play(*["1-0", "0-1"] * 4)
    page = new_page({"width": 1123, "height": 794} if sheet == "A4" else {"width": 1587, "height": 1123})
    page.goto(f"{live_server.url}/t/cup/bracket/")
    page.emulate_media(media="print")
    width, height = read(page, FILLED)
    assert 0.9 < width <= 1
    assert 0.8 < height <= 1
    assert max(read(page, OVER)) < 1
    assert len(PdfReader(BytesIO(page.pdf(format=sheet, landscape=True))).pages) == 1


#: For each name in a list, in pixels: the overflow beyond its cell, and beyond the sheet.
BEYOND = """() => [...document.querySelectorAll('#pairings tbody bdi')].map(name => {
    const own = name.getBoundingClientRect(), cell = name.closest('th, td').getBoundingClientRect();
    return Math.max(own.right - cell.right, cell.left - own.left, own.right - document.documentElement.clientWidth);
})"""

LEFT = "() => [...document.querySelectorAll('#pairings tbody th')].map(cell => cell.getBoundingClientRect().left)"


@pytest.mark.rotates(4)
def test_pairings_by_name_run_down_two_columns_with_every_name_whole(new_page, live_server, orla):
    names = [f"{LONG[number % len(LONG)]} {number}" for number in range(64)]
    stage = Stage(orla, system="dutch", planned_rounds=1).with_players(*names, club="Kuopion Shakkikerho 1912")
    stage.pair()
    stage.publish()
    page = new_page(PAPER)
    paper = print_page(page, live_server, "/t/cup/rounds/1/names/")
    letters = "".join("".join(sheet.extract_text().split()) for sheet in paper.pages)
    found = [("".join(name.split()), name) for name in names]
    assert [name for text, name in found if letters.find(text) == letters.rfind(text)] == [], "each is in two places"
    assert max(read(page, BEYOND)) < 1
    assert len(set(read(page, LEFT))) == 2


def beside_their_lines(page, count):
    gaps = read(page, GAPS)
    assert len(gaps) == count
    assert all(below >= -1 and above > 5 for below, above in gaps), gaps


@pytest.mark.rotates(4)
def test_printed_tournament_shows_its_round_and_leaders_without_buttons(new_page, live_server, orla):
    stage = Stage(orla, system="dutch", planned_rounds=2).with_players("Ann", "Bo", "Cy", "Di")
    stage.play("1-0", "1-0")
    stage.pair()
    stage.publish()
    paper = print_page(new_page(PAPER), live_server, "/t/cup/")
    (text,) = (sheet.extract_text() for sheet in paper.pages)
    assert re.findall("Cup|Round 2 of 2|Leaders", text) == ["Cup", "Round 2 of 2", "Leaders"]
    assert "Pairings of round" not in text


#: Of each element, whether a page may break after it and inside it.
BREAKS = """() => [...document.querySelectorAll('main :is(h2, .card)')].map((each) => {
    const { breakAfter, breakInside } = getComputedStyle(each);
    return each.matches('h2') ? breakAfter : breakInside;
})"""


@pytest.mark.rotates(4)
def test_headings_stay_with_their_tables_and_cards_stay_whole(new_page, live_server, orla):
    stage = Stage(orla, system="round-robin").with_players(*(f"Wolfeschlegelstein {n}" for n in range(20)))
    stage.play(*["1-0"] * 10)
    page = new_page(PAPER)
    paper = print_page(page, live_server, "/t/cup/schedule/")
    assert "10" in [line.split()[0] for sheet in paper.pages for line in sheet.extract_text().splitlines() if line]
    for path in ("/t/cup/schedule/", "/t/cup/"):
        page.goto(live_server.url + path)
        found = read(page, BREAKS)
        assert found
        assert set(found) == {"avoid"}
    page.goto(f"{live_server.url}/t/cup/players/{stage.table(1).appearances.first().player.public_id}/")
    assert read(page, "() => getComputedStyle(document.querySelector('i.side.dark')).printColorAdjust") == "exact"
