"""The head of a page is one line, whatever the tournament and the account are called."""

import pytest
from playwright.sync_api import expect

from tests.browser.organiser import Organiser
from tests.browser.reading import measure, width_of
from tests.conftest import LAPTOP, PHONE

NAMES = (
    "Club",
    "Thursday club evening of the united northern card game friends",
    "מועדון השחמט של העיר הגדולה בצפון",
    "W" * 100,
)


def height_of_head(page):
    return measure(page, "document.querySelector('header.top').getBoundingClientRect().height")


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_it_is_one_line_with_its_end_cut_where_there_is_no_room(new_page, live_server, size):
    page, visitor = new_page(size), new_page(size)
    orla = Organiser(page, live_server.url)
    orla.makes_the_first_account("Orla von Organisierenberg zu Langenname")
    visitor.goto(live_server.url + "/account/sign-in/")
    line = height_of_head(visitor)
    assert height_of_head(page) <= line
    for name in NAMES:
        orla.creates(name, "Chess")
        root = measure(page, "location.href").split("/desk")[0]
        for each in (page, visitor):
            each.goto(f"{root}/players/")
            head = each.locator("header.top")
            assert height_of_head(each) <= line
            expect(head.locator(".here")).to_have_attribute("title", name)
            assert width_of(each) <= size["width"]
            expect(head.get_by_text("Sign", exact=False).last).to_be_in_viewport(ratio=1)
