"""McMahon with handicaps for 40 Go players: a pasted list with ranks, five rounds by keys, and the H9 file."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pairings.files import go
from pairings.numbers import ranks
from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import table_of, texts_of, width_of
from tests.conftest import LAPTOP, PHONE
from tests.pairings.mcmahon.recorded import games_on

ROUNDS = 5
#: Three players each of 6d, 3d, 1k and so on down to 30k: groups of three lead to games between ranks.
RANKS = {f"Player {at:02}": ranks.spell_rank(max(5 - at // 3 * 3, ranks.LOWEST)) for at in range(39)}
KEYS, MARKS, RESULTS = "asdas", "+-=+-", ("1-0", "0-1", "½-½", "1-0", "0-1")


def fits(page, size):
    assert faults(page) == []
    assert width_of(page) <= size["width"]


def switches_handicaps_on(orla, size):
    page = orla.page
    page.get_by_role("link", name="Desk", exact=True).first.click()
    page.get_by_role("link", name="Settings").first.click()
    if size == PHONE:
        page.locator("#set-pairing > summary").click()
    page.get_by_text("Options of").click()
    box = page.get_by_label("Handicap games")
    expect(box).not_to_be_checked()
    box.check()
    page.get_by_role("button", name="Save settings").click()
    expect(page.get_by_role("heading", name="Desk", exact=True)).to_be_visible()
    page.get_by_role("link", name="Bar and floor").click()
    expect(page.locator("#groups .headline")).to_contain_text("start at the bar")
    fits(page, size)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text(re.compile("The bar is at .*, the floor at"))).to_be_visible()


def games_shown(page):
    """Return (Black, White, stones) for each table of a draft."""
    script = "#pairings tbody tr:has(td + td) td:nth-of-type(1)"
    stones = [re.search(r"(\d+) handicap stone", text) for text in texts_of(page, script)]
    rows = [row for row in table_of(page, "#pairings") if row[0].isdigit()]
    return [(row[1], row[2], int(found[1]) if found else 0) for row, found in zip(rows, stones, strict=False)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.rotates(8)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_40_go_players_finish_by_mcmahon_with_handicaps_and_h9_file(new_page, live_server, size):
    page = new_page(size)
    orla = Organiser(page, live_server.url)
    orla.starts("Go open", "go", "McMahon without handicaps", planned_rounds=ROUNDS)
    orla.goes_to_the_players()
    lines = [f"{name};{rank}" for name, rank in RANKS.items()]
    page.get_by_role("link", name="Paste or upload a list").click()
    page.get_by_label("Paste a list").fill("\n".join(["Name;Grade", *reversed(lines)]))
    page.get_by_role("button", name="Check list").click()
    page.get_by_role("button", name="Add 39 players").click()
    expect(page.get_by_text("39 players added.")).to_be_visible()
    switches_handicaps_on(orla, size)

    played = set()
    for number in range(1, ROUNDS + 1):
        orla.does_the_next_step(re.compile(f"[Pp]air round {number}$"))
        games = games_shown(page)
        assert len(games) == (19, 20, 19, 20, 20)[number - 1]
        played |= {(number, *pair, MARKS[at % 5], stones) for at, (*pair, stones) in enumerate(games)}
        if number == 1:
            assert max(stones for _black, _white, stones in games) > 0
            fits(page, size)
        orla.publishes()
        if number == 1:
            orla.opens_the_results(number)
            expect(page.locator("#entry").get_by_text("2 handicap stones").first).to_be_visible()
            orla.enters({table: KEYS[(table - 1) % 5] for table in range(1, len(games) + 1)})
            comes_late(orla)
        else:
            orla.stores(number, {table: RESULTS[(table - 1) % 5] for table in range(1, len(games) + 1)})
            orla.returns_to_the_desk()
        if number == 2:
            orla.notes_an_absence("Player 20", 3)
    orla.closes(ROUNDS)
    orla.announces()
    reads_the_file(page, played, size)


def comes_late(orla):
    """Add a late entry with a rank between two rounds."""
    page = orla.page
    orla.goes_to_the_players()
    page.locator("#add [name=name]").fill("Late Lou")
    page.keyboard.press("Enter")
    expect(page.locator("#added")).to_contain_text("added, playing from round 2")
    orla.opens_the_player("Late Lou")
    page.get_by_label("Rank").fill("4k")
    details = page.locator("form").filter(has=page.get_by_label("Rank"))
    details.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").or_(page.locator(".message.success")).first).to_be_visible()
    orla.opens_the_player("Late Lou")
    expect(page.get_by_label("Rank")).to_have_value("4k")


def reads_the_file(page, played, size):
    """Compare the standings with the H9 file linked beside them: it contains every player, and every game as it was
    played.
    """
    page.get_by_role("link", name="Standings", exact=True).first.click()
    expect(page.locator("#standings thead")).to_contain_text("SOS")
    table = table_of(page, "#standings")
    fits(page, size)
    with page.expect_download() as started:
        page.get_by_role("link", name=re.compile("H9")).click()
    sheet = go.read(Path(started.value.path()).read_text())
    assert [line.name for line in sheet.lines] == [row[1] for row in table]
    assert len(table) == 40
    assert {line.name: line.rank_text for line in sheet.lines} == {**RANKS, "Late Lou": "4k"}
    assert len(played) == 98
    assert games_on(sheet) == played
    alone = {(line.name, at) for line in sheet.lines for at, cell in enumerate(line.cells, 1) if not cell.opponent}
    assert {("Late Lou", 1), ("Player 20", 3)} < alone
    assert len(alone) == 4
