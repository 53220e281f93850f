"""Double elimination of 13 players up to the podium: two losses end an event, and the final is played again."""

import re
from collections import Counter

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import read, settle, texts_of, width_of
from tests.conftest import LAPTOP, PHONE

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = [
    *("Aino", "Bertta", "Cilla", "Dora", "Elli", "Fanni", "Greta"),
    *("Hilja", "Impi", "Jenna", "Kaisa", "Lempi", "Martta"),
]


@pytest.mark.rotates(8)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_thirteen_players_finish_with_a_replayed_final(new_page, live_server, size):
    page = new_page(size)
    orla = Organiser(page, live_server.url)
    stage = orla.starts("Winter cup", "cards", "Double elimination: two losses and out", NAMES)
    losses, finals = plays_to_the_end(orla, stage, size)
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


def plays_to_the_end(orla, stage, size):
    """Play to the end: the player higher in the list wins, except in the first final.

    Return the number of losses of each player, and the pairs of the finals.
    """
    losses, finals, number = Counter(), [], 0
    while True:
        number += 1
        stage.pair()
        tables = {
            pairing.table: tuple(place.player.name for place in sorted(pairing.appearances.all(), key=side))
            for pairing in stage.round.pairings.prefetch_related("appearances__player")
        }
        unbeaten = [name for name in NAMES if not losses[name]]
        final = len(tables) == 1 and sum(losses[name] < 2 for name in NAMES) == 2
        first_final = final and len(unbeaten) == 1
        finals += [set(pair) for pair in tables.values() if final]
        beaten = {table: max(pair, key=NAMES.index) for table, pair in tables.items()}
        if first_final:
            beaten = dict.fromkeys(tables, unbeaten[0])
        losses.update(beaten.values())
        stage.publish()
        for table, pair in tables.items():
            stage.enter(table, "0-2" if pair[0] == beaten[table] else "2-0")
        if number == 3:
            orla.returns_to_the_desk()
            looks_at_the_bracket(orla.page, size)
        stage.close()
        if sum(losses[name] < 2 for name in NAMES) == 1:
            orla.returns_to_the_desk()
            return losses, finals


def side(place):
    return place.side


def looks_at_the_bracket(page, size):
    """Open the bracket from the desk while it is being played, and return to the desk."""
    page.get_by_role("link", name="Desk", exact=True).first.click()
    page.get_by_role("link", name="Bracket").first.click()
    expect(page.get_by_role("heading", name="Bracket").first).to_be_visible()
    assert faults(page) == []
    assert width_of(page) <= size["width"]
    traces_a_player(page)
    page.get_by_role("link", name="Desk", exact=True).first.click()


#: The names whose lines are highlighted.
LIT = "() => [[...document.querySelectorAll('.trees .path .on bdi')].map(name => name.textContent)]"


def traces_a_player(page):
    """Highlight all of Dora's matches, in the tree and in the losers' bracket, with the keyboard and by touch."""
    matches = Counter(texts_of(page, ".trees bdi"))["Dora"]
    assert matches > 1
    first = page.get_by_role("button", name="Dora").first
    first.focus()
    assert read(page, LIT) == [["Dora"] * matches]
    first.press("Enter")
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#traced").get_by_role("link", name="Dora")).to_have_attribute("href", re.compile("/players/"))
    page.get_by_role("heading", name="Bracket").first.click()
    assert read(page, LIT) == [["Dora"] * matches]
    first.click()
    page.mouse.move(0, 0)
    first.blur()
    assert read(page, LIT) == [[]]
    expect(page.locator("#traced")).to_be_hidden()
