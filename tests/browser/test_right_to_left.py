"""What follows a right-to-left name on a line is also displayed after it."""

import pytest
from playwright.sync_api import expect

from tests.browser.organiser import Organiser
from tests.browser.page_reading import read
from tests.conftest import LAPTOP, PHONE

NAMES = ("שרה כהן", "محمد العربي", "דוד 2 לוי", "Ann")

#: For each line: whether each small number after a name is to the right of it, or on a later line of text.
BEHIND = """() => [...document.querySelectorAll(':is(bdi, a:has(> bdi)) + small')].map((small) => {
  const name = small.previousElementSibling.getClientRects(), after = small.getBoundingClientRect();
  const last = name[name.length - 1];
  return after.left >= last.right - 1 || after.top >= last.bottom - 2;
})"""


@pytest.mark.rotates(8)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("media", ["screen", "print"])
def test_points_appear_behind_a_right_to_left_name(new_page, live_server, size, media):
    page = new_page(size)
    orla = Organiser(page, live_server.url)
    orla.starts("Cards", "cards", names=NAMES)
    page.goto(f"{live_server.url}/t/cards/desk/")
    page.get_by_role("button", name="Pair round 1", exact=True).click()
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("Round 1 is published")).to_be_visible()
    page.goto(f"{live_server.url}/t/cards/rounds/1/")
    page.emulate_media(media=media)
    assert read(page, BEHIND) == [True] * len(NAMES)
    page.emulate_media(media="screen")
    page.goto(f"{live_server.url}/t/cards/players/")
    page.get_by_role("link", name=NAMES[0]).click()
    page.get_by_role("button", name="This is me").click()
    page.goto(f"{live_server.url}/t/cards/rounds/1/")
    expect(page.locator("#me bdi").first).to_be_visible()
    assert read(page, BEHIND) == [True] * len(NAMES)
    expect(page.locator("#me small")).to_have_count(0)  # the own line names only the players
