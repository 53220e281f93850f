"""Without one of its tables, a draft shows a warning, and publishing names each player who is not paired."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.organiser import Organiser
from tests.browser.page_reading import texts_of
from tests.conftest import LAPTOP, PHONE

NAMES = ["שרה כהן", "محمد العربي", "Aleksanteri Korkeasaari-Lehtonen von und zu Hohenstein"]
NAMES += ["Dora", "Edda", "Fritz", "Gustav", "Hilde", "Ilona", "Jesse", "Kaarlo", "Leena"]


@pytest.mark.rotates(8)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_unpaired_players_are_shown_asked_about_and_listed(new_page, live_server, size):
    page = new_page(size)
    orla = Organiser(page, live_server.url)
    orla.starts("Cards", "cards", names=NAMES)
    page.goto(f"{live_server.url}/t/cards/desk/")
    page.get_by_role("button", name="Pair round 1", exact=True).click()
    page.locator("#t5").get_by_role("button", name="separate").click()
    warning = page.get_by_role("heading", name="Not paired: 2")
    expect(warning).to_be_in_viewport()
    page.reload()
    expect(warning).to_be_in_viewport()
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text(re.compile("Not paired: .*confirm that they sit out this round"))).to_be_in_viewport()
    left = texts_of(page, "#free > p bdi")
    assert len(left) == 2
    page.get_by_label("Publish without them").check()
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("Round 1 is published")).to_be_visible()
    for order in ("", "names/"):
        page.goto(f"{live_server.url}/t/cards/rounds/1/{order}")
        for name in left:
            expect(page.locator("#pairings tr", has_text=name).filter(has_text="not paired")).to_be_visible()
        page.emulate_media(media="print")
        expect(page.locator("#pairings tr", has_text="not paired").first).to_be_visible()
        page.emulate_media(media="screen")
