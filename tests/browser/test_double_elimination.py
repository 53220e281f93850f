"""Double elimination of 13 by visible links alone: who loses twice is out, and the final is played again."""

import re
from collections import Counter

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.reading import settle, table_of, texts_of, width_of
from tests.conftest import LAPTOP, PHONE

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = [
    *("Aino", "Bertta", "Cilla", "Dora", "Elli", "Fanni", "Greta"),
    *("Hilja", "Impi", "Jenna", "Kaisa", "Lempi", "Martta"),
]


@pytest.mark.parametrize(
    "size", [pytest.param(LAPTOP, marks=pytest.mark.thorough("--all-events")), PHONE], ids=["laptop", "phone"]
)
def test_thirteen_and_a_final_that_is_played_again(new_page, live_server, size):
    page = new_page(size)
    orla = Organiser(page, live_server.url)
    orla.makes_the_first_account()
    orla.creates("Winter cup", "Card game", {"Pairing system": "Double elimination: who loses twice is out"})
    orla.pastes(*NAMES)
    losses, finals = plays_to_the_end(orla, size)
    assert len(finals) == 2
    assert sorted(losses.values()) == [1, *[2] * 12]
    (winner,) = [name for name in NAMES if losses[name] == 1]
    orla.announces()
    page.get_by_role("link", name="Show the winners").click()
    settle(page)
    assert texts_of(page, ".podium .who bdi")[:2] == [winner, next(iter(finals[0] - {winner}))]
    page.get_by_role("link", name="Bracket").first.click()
    expect(page.get_by_role("heading", name="Bracket").first).to_be_visible()
    assert faults(page) == []
    assert width_of(page) <= size["width"]


def plays_to_the_end(orla, size):
    """Who is higher in the list wins, but for the first final. How often each has lost, and the pairs of the finals."""
    losses, finals, number = Counter(), [], 0
    while True:
        number += 1
        tables = pairs(orla, number)
        unbeaten = [name for name in NAMES if not losses[name]]
        final = len(tables) == 1 and sum(losses[name] < 2 for name in NAMES) == 2
        first_final = final and len(unbeaten) == 1
        finals += [set(pair) for pair in tables.values() if final]
        beaten = {table: max(pair, key=NAMES.index) for table, pair in tables.items()}
        if first_final:
            beaten = dict.fromkeys(tables, unbeaten[0])
        losses.update(beaten.values())
        orla.publishes()
        orla.does_the_next_step(re.compile("^Enter results"))
        expect(orla.page.get_by_role("heading", name=f"Results of round {number}")).to_be_visible()
        orla.sends({table: "0-2" if pair[0] == beaten[table] else "2-0" for table, pair in tables.items()})
        settle(orla.page)
        orla.page.reload()
        if number == 3:
            looks_at_the_bracket(orla.page, size)
        if sum(losses[name] < 2 for name in NAMES) == 1:
            orla.closes(number)
            return losses, finals


def pairs(orla, number):
    """The tables of a new draft."""
    orla.does_the_next_step(re.compile(rf"[Pp]air round {number}$"))
    expect(orla.page.get_by_role("heading", name=f"Draft of round {number}")).to_be_visible()
    rows = table_of(orla.page, "#pairings")
    return {int(row[0]): tuple(text.split("\n")[0] for text in row[1:3]) for row in rows if row[0].isdigit()}


def looks_at_the_bracket(page, size):
    """From the desk, while it is played, and back to the desk."""
    page.get_by_role("link", name="Desk", exact=True).first.click()
    page.get_by_role("link", name="Bracket").first.click()
    expect(page.get_by_role("heading", name="Bracket").first).to_be_visible()
    assert faults(page) == []
    assert width_of(page) <= size["width"]
    page.get_by_role("link", name="Desk", exact=True).first.click()
