"""A round robin of six players, from the first draft to the final table."""

import pytest
from playwright.sync_api import expect

from tests.browser.organiser import Organiser
from tests.browser.page_reading import table_of

#: The matrices of the text, round by round; the games in the order of the columns, Black first.
ROUNDS = (
    ((1, 6), (5, 2), (3, 4)),
    ((5, 1), (4, 6), (2, 3)),
    ((1, 4), (3, 5), (6, 2)),
    ((3, 1), (2, 4), (5, 6)),
    ((1, 2), (6, 3), (4, 5)),
)
NAMES = ("Aino", "Bertta", "Cilla", "Dora", "Elli", "Fanni")


@pytest.mark.rotates(8)
@pytest.mark.django_db(transaction=True)
def test_six_players_finish_a_round_robin_by_the_circle_method(page, new_page, live_server):
    orla = Organiser(page, live_server.url)
    orla.starts("Oulun mestaruus", "go", "Round robin", NAMES)
    visitor = new_page()
    for number, games in enumerate(ROUNDS, start=1):
        orla.does_the_next_step(f"Pair round {number}")
        expect(page.get_by_text("The pairings break no rule.")).to_be_visible()
        drawn = [tuple(cell.split()[0] for cell in row[1:3]) for row in table_of(page, "#pairings")]
        assert drawn == [(NAMES[first - 1], NAMES[second - 1]) for first, second in games]
        unpublished = visitor.goto(f"{live_server.url}/t/oulun-mestaruus/rounds/{number}/")
        assert unpublished.status == 404
        orla.publishes()
        assert visitor.goto(f"{live_server.url}/t/oulun-mestaruus/rounds/{number}/").status == 200
        won = {table: first < second for table, (first, second) in enumerate(games, start=1)}
        orla.stores(number, {table: "1-0" if first else "0-1" for table, first in won.items()})
        orla.stores_the_end_of(number)
    orla.announces()
    visitor.goto(f"{live_server.url}/t/oulun-mestaruus/")
    visitor.get_by_role("navigation", name="Tournament").get_by_role("link", name="Cross table").click()
    rows = table_of(visitor, "#cross")
    assert [(row[1], row[-1]) for row in rows] == list(zip(NAMES, "543210", strict=True))
    assert rows[0][2:-1] == ["×", "1", "1", "1", "1", "1"]
