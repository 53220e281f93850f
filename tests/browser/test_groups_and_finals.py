"""Groups and a knock-out of twelve for 22 table tennis players. A wrong group result is found in the semi-final."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import measure, read, settle, table_of, texts_of, width_of
from tests.conftest import LAPTOP, PHONE

NAMES = [f"{name} {club}" for club in ("Aalto", "Berg") for name in (
    *("Aino", "Bertta", "Cilla", "Dora", "Elli", "Fanni", "Greta", "Hilja", "Impi", "Jenna", "Kaisa"),
)]  # fmt: skip
SEED = {name: seed for seed, name in enumerate(NAMES)}


def plays(stage):
    """Play the next round by service calls: the earlier entry wins, with scores of a best of five. Return the pairs."""
    stage.pair()
    stage.publish()
    met = []
    for pairing in stage.round.pairings.prefetch_related("appearances__player"):
        places = sorted(pairing.appearances.all(), key=lambda place: place.side)
        first, second = (place.player.name for place in places)
        stage.enter(pairing.table, "3-1" if SEED[first] < SEED[second] else "1-3")
        met.append((first, second))
    return met


def fits(page, size):
    assert faults(page) == []
    assert width_of(page) <= size["width"]


def groups_of(page):
    """Return the names in each group's table, in order."""
    script = """() => [[...document.querySelectorAll('table.group')].map(
        table => [...table.querySelectorAll('tbody .who bdi')].map(name => name.innerText.trim()))]"""
    return read(page, script)[0]


@pytest.mark.django_db(transaction=True)
@pytest.mark.rotates(8)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_22_players_go_from_groups_to_a_final_with_a_wrong_group_result(new_page, live_server, size):
    page = new_page(size)
    orla = Organiser(page, live_server.url)
    stage = orla.starts("Spring cup", "table-tennis", "Groups", NAMES)
    for _number in range(1, 4):
        plays(stage)
        stage.close()
    orla.returns_to_the_desk()

    page.get_by_role("link", name="Standings", exact=True).first.click()
    expect(page.get_by_role("heading", name="Group F")).to_be_visible()
    fits(page, size)
    groups = groups_of(page)
    assert sorted(map(len, groups)) == [3, 3, 4, 4, 4, 4]
    orla.does_the_next_step("Start the finals")
    expect(page.locator("#from-groups")).to_have_text("The first 2 of each group advance.")
    expect(page.get_by_label("Places in the next stage")).to_have_value("12")
    fits(page, size)
    page.get_by_role("button", name="Start stage").click()
    expect(page.get_by_text("Stage 2 started.")).to_be_visible()

    met = set()
    for _number in (4, 5, 6):
        met |= {frozenset(pair) for pair in plays(stage)}
        if stage.round.number < 6:
            stage.close()
    orla.returns_to_the_desk()
    mates = {frozenset((group[0], group[1])) for group in groups}
    assert not met & mates, "players of one group meet in the final at the earliest"

    second, third = groups[3][1], groups[3][2]
    corrects(orla, second, third, size)
    goes_on_to_the_podium(orla, size)


def corrects(orla, second, third, size):
    """Reverse the result that decided second place in a group; the mistake is found during the semi-finals."""
    page = orla.page
    page.get_by_role("link", name="Desk", exact=True).first.click()
    for number in (1, 2, 3):
        settle(page)
        page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=str(number), exact=True)).get_by_role(
            "link", name=re.compile("^results")
        ).click()
        expect(page.get_by_role("heading", name=f"Results of round {number}")).to_be_visible()
        if {second, third} in [{row[1], row[3]} for row in table_of(page, "#pairings")]:
            break
        page.get_by_role("link", name="Desk", exact=True).first.click()
    row = page.get_by_role("row").filter(has_text=second).filter(has_text=third)
    row.get_by_role("link", name=re.compile("[Cc]orrect")).click()
    field = page.get_by_label("Correct result")
    expect(field).to_be_visible()
    was = measure(page, "document.getElementById('typed').value")
    field.fill("-".join(reversed(was.split("-"))))
    page.get_by_label("Reason").fill("read from the slip")
    page.get_by_role("button", name="Preview changes").click()
    expect(page.locator("#hanging")).to_contain_text(second)
    expect(page.locator("#next-stage")).to_contain_text(third)
    fits(page, size)
    page.get_by_label(re.compile("Replay them")).check()
    page.get_by_role("button", name="Correct the result").click()
    expect(page.get_by_text("Result corrected.")).to_be_visible()


def goes_on_to_the_podium(orla, size):
    """Follow the next step at the desk, round by round with all replays, until the winners are shown."""
    page = orla.page
    for _step in range(30):
        page.get_by_role("link", name="Desk", exact=True).first.click()
        expect(page.get_by_role("heading", name="Desk", exact=True)).to_be_visible()
        answer = texts_of(page, "#next")[0]
        if answer.startswith("Publish the final"):
            break
        page.locator("#next").click()
        settle(page)
        if answer.startswith("Enter results"):
            rows = read(page, "() => [...document.querySelectorAll('tr[id^=t]:not([data-done])')].map(row => row.id)")
            orla.sends({int(row.removeprefix("t")): "3-0" for row in rows})
            page.reload()
    orla.announces()
    page.get_by_role("link", name="Show the winners").click()
    settle(page)
    assert len(texts_of(page, ".podium .who bdi")) >= 3
    page.get_by_role("link", name="Standings", exact=True).first.click()
    assert len(table_of(page, "#standings")) == 12
    fits(page, size)
