"""An americano of 13 players on 3 courts by visible links: drafts, scores at the desk and on a phone, and the table."""

from collections import Counter

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import settle, table_of, texts_of, width_of
from tests.conftest import PHONE

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = [f"Player {number:02}" for number in range(1, 14)]
ROUNDS = 3
SCORES = {1: 15, 2: 12, 3: 8}


def sides_of(page, table):
    """Return the names of the two sides at a table."""
    names = texts_of(page, f"#t{table} .pod bdi")
    return tuple(names[:2]), tuple(names[2:])


@pytest.mark.rotates(8)
def test_americano_of_13_on_3_courts(live_server, page, new_page):
    orla = Organiser(page, live_server.url)
    orla.makes_the_first_account()
    orla.creates("Americano", "Padel, pickleball", rounds=ROUNDS)
    orla.pastes(*NAMES)
    phone = new_page(PHONE)
    partners, points, games = Counter(), Counter(), Counter()
    for number in range(1, ROUNDS + 1):
        orla.does_the_next_step(f"Pair round {number}")
        expect(page.get_by_text("The pairings break no rule.")).to_be_visible()
        if number == 1:
            assert faults(page) == []
        sides = {table: sides_of(page, table) for table in SCORES}
        partners.update(frozenset(side) for both in sides.values() for side in both)
        orla.publishes()
        phone.goto(f"{live_server.url}/t/americano/rounds/{number}/")
        assert faults(phone) == []
        assert width_of(phone) <= PHONE["width"]
        for table, both in sides.items():
            assert sides_of(phone, table) == both
        orla.opens_the_results_of(number)
        if number == 1:
            assert faults(page) == []
        orla.types(SCORES)
        for table, score in SCORES.items():
            for side, own in zip(sides[table], (score, 24 - score), strict=True):
                points.update(dict.fromkeys(side, own))
                games.update(side)
        orla.stores_the_end_of(number)
    assert set(partners.values()) == {1}
    name = sides_of(phone, 1)[0][0]
    phone.get_by_role("link", name=name).first.click()
    settle(phone)
    expect(phone.get_by_text("You play with").or_(phone.get_by_text(name)).first).to_be_visible()
    assert width_of(phone) <= PHONE["width"]
    orla.announces()
    page.get_by_role("link", name="Standings", exact=True).first.click()
    rows = table_of(page, "#standings")
    assert len(rows) == 13
    assert {row[1]: float(row[2]) for row in rows} == {
        name: pytest.approx(points[name] / games[name], abs=0.001) for name in NAMES
    }
    assert sum(points.values()) == ROUNDS * 3 * 48
    assert faults(page) == []
