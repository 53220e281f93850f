"""The eight players of the worked example are entered by keys, and the table has the percentages of the document."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.organiser import Organiser
from tests.browser.page_reading import table_of

SEED = Path(__file__).parent.parent / "data" / "standings" / "seed" / "seed_event.json"
KEYS = {(2, 0): "a", (2, 1): "s", (1, 2): "d", (0, 2): "f"}


@pytest.mark.rotates(8)
@pytest.mark.django_db(transaction=True)
def test_worked_example_runs_from_first_draft_to_standings(page, live_server):
    matches = json.loads(SEED.read_text())["matches"]
    orla = Organiser(page, live_server.url)
    orla.starts("Hyogo 2009", "cards", "Manual", "ABCDEFGH", rules="hyogo-2009")
    for number in (1, 2, 3):
        orla.does_the_next_step(f"Pair round {number}")
        games = [match for match in matches if match["round"] == number]
        for game in games:
            page.locator("#first").select_option(label=game["a"])
            page.locator("#second").select_option(label=game["b"])
            page.get_by_role("button", name="Pair", exact=True).click()
            expect(page.locator("#pairings tbody tr")).to_have_count(game["table"])
        expect(page.get_by_text("The pairings break no rule.")).to_be_visible()
        orla.publishes()
        if number == 1:
            orla.opens_the_results(number)
            orla.enters({game["table"]: KEYS[game["a_games"], game["b_games"]] for game in games})
            orla.closes(number)
        else:
            orla.stores(number, {game["table"]: f"{game['a_games']}-{game['b_games']}" for game in games})
            orla.stores_the_end_of(number)
    page.get_by_role("link", name="Standings", exact=True).click()
    rows = table_of(page, "#standings")
    assert [row[1] for row in rows] == list("AEBGDFCH")
    assert rows == [
        ["1", "A", "9", "56%", "75%", "57%"],
        ["2", "E", "6", "67%", "57%", "58%"],
        ["3", "B", "6", "55%", "63%", "52%"],
        ["4", "G", "6", "44%", "57%", "40%"],
        ["5", "D", "3", "67%", "50%", "57%"],
        ["6", "F", "3", "56%", "43%", "45%"],
        ["7", "C", "3", "44%", "38%", "42%"],
        ["8", "H", "0", "44%", "14%", "46%"],
    ]
    page.get_by_role("link", name="55%").click()
    expect(page.get_by_role("heading", name="B: ")).to_be_visible()
    expect(page.get_by_text("Round 1: A gives 100%.")).to_be_visible()
