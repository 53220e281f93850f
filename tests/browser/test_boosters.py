"""A booster draft with 22 seats: two rounds inside the pods, with a phone."""

import re
from itertools import chain

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import settle, table_of, texts_of, width_of
from tests.conftest import PHONE

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = [f"Player {number:02}" for number in range(1, 23)]


def seats_in(page):
    """Return the names in each pod, in seat order."""
    return [texts_of(page, f"section:has(#pod{pod}) .seats bdi") for pod in (1, 2, 3)]


def opposite(pods):
    return {frozenset((pod[at], pod[at + len(pod) // 2])) for pod in pods for at in range(len(pod) // 2)}


def pairs_in(page):
    rows = table_of(page, "#pairings")
    return {frozenset(re.findall(r"Player \d\d", " ".join(row))) for row in rows}


def sees_the_seats(phone, url):
    """Check that opposite players meet, and that the player's card links to the seating and back; return the pods."""
    phone.goto(f"{url}/t/draft/")
    phone.get_by_role("link", name="Pairings of round 1").click()
    pairs = pairs_in(phone)
    phone.get_by_role("link", name="Draft seating").click()
    settle(phone)
    pods = seats_in(phone)
    assert list(map(len, pods)) == [8, 8, 6]
    assert sorted(chain.from_iterable(pods)) == NAMES
    assert opposite(pods) == pairs
    assert faults(phone) == []
    assert width_of(phone) <= PHONE["width"]
    phone.get_by_role("link", name=pods[1][4]).click()
    expect(phone.get_by_text("pod 2, seat 5")).to_be_visible()
    assert width_of(phone) <= PHONE["width"]
    phone.get_by_role("link", name="All seats").click()
    expect(phone.get_by_role("heading", name="Pod 3")).to_be_visible()
    return pods


@pytest.mark.rotates(8)
def test_booster_draft_of_22_gets_seats_and_pairings(live_server, page, new_page):
    leader = Organiser(page, live_server.url)
    leader.starts("Draft", "cards", "Booster draft: rounds within the pod", NAMES, planned_rounds=2)
    leader.does_the_next_step(re.compile("[Pp]air round 1$"))
    expect(page.get_by_role("heading", name="Draft of round 1")).to_be_visible()
    assert faults(page) == []
    leader.publishes()

    phone = new_page(PHONE)
    pods = sees_the_seats(phone, live_server.url)
    leader.stores(1, dict.fromkeys(range(1, 12), "2-0"))
    leader.returns_to_the_desk()
    leader.does_the_next_step(re.compile("[Pp]air round 2$"))
    leader.publishes()
    phone.goto(f"{live_server.url}/t/draft/")
    phone.get_by_role("link", name="Pairings of round 2").click()
    where = {name: at for at, pod in enumerate(pods) for name in pod}
    assert all(len({where[name] for name in pair}) == 1 for pair in pairs_in(phone))
    phone.get_by_role("link", name="Draft seating").click()
    settle(phone)
    assert seats_in(phone) == pods
