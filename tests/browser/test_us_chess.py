"""Nine players under US Chess rules: the bye, the odd player, and the reason why two players do not meet."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import settle, texts_of
from tournaments.players import registration

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ["Ada", "Ben", "Cleo", "Dag", "Eva", "Finn", "Gil", "Hana", "Ivo"]


@pytest.fixture
def organiser(page, live_server):
    return Organiser(page, live_server.url)


def pairs_of(organiser):
    return [set(row[1:3]) for row in organiser.reads_the_tables() if row[0]]


@pytest.mark.rotates(8)
def test_two_us_chess_rounds_explain_why_players_do_not_meet(organiser, page):
    stage = organiser.starts("Open", "chess", "US Chess, as in the rule book", planned_rounds=5)
    rows = [{"name": name, "rating": 2100 - 20 * at} for at, name in enumerate(NAMES)]
    registration.add_players(stage.orla, stage.tournament, rows)
    organiser.does_the_next_step(re.compile("[Pp]air round 1$"))
    settle(page)
    assert pairs_of(organiser) == [{"Ada", "Eva"}, {"Ben", "Finn"}, {"Cleo", "Gil"}, {"Dag", "Hana"}]
    assert organiser.reads_the_tables()[-1][1] == "Ivo"
    organiser.publishes()
    organiser.stores(1, dict.fromkeys(range(1, 5), "1-0"))
    organiser.returns_to_the_desk()
    organiser.does_the_next_step(re.compile("[Pp]air round 2$"))
    settle(page)
    paired = pairs_of(organiser)
    assert len(paired) == 4
    one, other = (min(pair) for pair in paired[:2])  # the winners of round 1, who have not met
    assert faults(page) == []
    page.get_by_role("link", name="Why not A–B?").click()
    settle(page)
    for label, name in (("This player", one), ("and this player", other)):
        page.get_by_label(label, exact=True).select_option(
            label=next(o for o in texts_of(page, "option") if o.startswith(name))
        )
    page.get_by_role("button", name="Why not?").click()
    settle(page)
    expect(page.get_by_text(re.compile(f"If ({one} and {other}|{other} and {one}) met, "))).to_be_visible()
