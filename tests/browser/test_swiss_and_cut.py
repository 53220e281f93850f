"""A Swiss of 24 card players, a cut to the best eight, and a knock-out to the podium, by visible links only."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import settle, table_of, texts_of, width_of
from tests.conftest import LAPTOP, PHONE
from tournaments.models import Stage

NAMES = [
    *("Aino", "Bertta", "Cilla", "Dora", "Elli", "Fanni", "Greta", "Hilja", "Impi", "Jenna", "Kaisa", "Lempi"),
    *("Martta", "Niina", "Oona", "Pirjo", "Raija", "Saara", "Tekla", "Ulla", "Venla", "Wilma", "Ylva", "Zaida"),
]
#: Quarter-finals by place in the Swiss: 1 and 2 can meet only in the final.
QUARTERS = [(1, 8), (4, 5), (2, 7), (3, 6)]


def plays(orla, number, tables, result="2-0"):
    """Play the draft round, from the desk to its last result."""
    orla.publishes()
    orla.does_the_next_step(re.compile("^Enter results"))
    expect(orla.page.get_by_role("heading", name=f"Results of round {number}")).to_be_visible()
    orla.sends(dict.fromkeys(range(1, tables + 1), result))
    settle(orla.page)
    orla.page.reload()


def winners(pairs):
    """Return the winners; the first side wins each match."""
    return [first for first, _second in pairs]


def higher_first(one, other, seeds):
    return tuple(sorted((one, other), key=seeds.index))


def pairs_of(page):
    return [(row[1].split("\n")[0], row[2].split("\n")[0]) for row in table_of(page, "#pairings") if row[0].isdigit()]


@pytest.mark.django_db(transaction=True)
@pytest.mark.rotates(8)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_swiss_of_24_is_cut_to_8_and_played_to_the_podium(new_page, live_server, size):
    page = new_page(size)
    orla = Organiser(page, live_server.url)
    orla.makes_the_first_account()
    orla.creates("Store championship", "Card game", rounds=5)
    orla.pastes(*NAMES)
    Stage.objects.update(seed="cut")  # with some seeds, eighth and ninth are tied on everything
    for number in range(1, 6):
        pairs(orla, number)
        plays(orla, number, 12, "2-1" if number % 2 else "2-0")
    orla.closes(5)
    seeds = cuts_after_a_decline(orla)
    fits(page, size)
    page.get_by_role("button", name="Start stage").click()
    expect(page.get_by_text("Stage 2 started.")).to_be_visible()
    plays_the_bracket(orla, seeds, size)


def pairs(orla, number):
    orla.does_the_next_step(re.compile(rf"[Pp]air round {number}$"))
    expect(orla.page.get_by_role("heading", name=f"Draft of round {number}")).to_be_visible()


def fits(page, size):
    assert faults(page) == []
    assert width_of(page) <= size["width"]


def cuts_after_a_decline(orla):
    """Withdraw the third player; the page of the next stage still proposes eight. Return the players who could advance,
    in order.
    """
    page = orla.page
    page.get_by_role("link", name="Standings", exact=True).first.click()
    places = [row[1] for row in table_of(page, "#standings")]
    orla.withdraws(places[2])
    seeds = [name for name in places if name != places[2]]
    page.get_by_role("link", name="Desk", exact=True).first.click()
    page.get_by_role("link", name="Start next stage (play-off)").click()
    settle(page)
    expect(page.get_by_label("Places in the next stage")).to_have_value("8")
    assert [row[1] for row in table_of(page, "#field") if "in" in row] == seeds[:8]
    return seeds


def plays_the_bracket(orla, seeds, size):
    page = orla.page
    quarters = [(seeds[a - 1], seeds[b - 1]) for a, b in QUARTERS]
    pairs(orla, 6)
    assert pairs_of(page) == quarters
    plays(orla, 6, 4)
    semis = [higher_first(*winners(half), seeds) for half in (quarters[:2], quarters[2:])]
    pairs(orla, 7)
    assert pairs_of(page) == semis
    plays(orla, 7, 2)
    final = higher_first(*winners(semis), seeds)
    third = higher_first(semis[0][1], semis[1][1], seeds)[0]
    pairs(orla, 8)
    plays(orla, 8, 2)
    page.get_by_role("link", name="Desk", exact=True).first.click()
    page.get_by_role("link", name="Bracket").first.click()
    expect(page.get_by_role("heading", name="Bracket").first).to_be_visible()
    fits(page, size)
    orla.closes(8)
    orla.announces()
    page.get_by_role("link", name="Show the winners").click()
    settle(page)
    assert texts_of(page, ".podium .who bdi")[:3] == [*final, third]
