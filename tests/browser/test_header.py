"""The page header fits on one line for any names of tournament and account; a phone has one more line for the name."""

from datetime import date

import pytest
from playwright.sync_api import expect

from tests.browser.organiser import sign_in_by_cookie
from tests.browser.page_reading import measure, width_of
from tests.conftest import LAPTOP, PHONE
from tournaments.core.rights import Who
from tournaments.models import User
from tournaments.setup import lifecycle

NAMES = (
    "Club",
    "Thursday club evening of the united northern card game friends",
    "מועדון השחמט של העיר הגדולה בצפון",
    "W" * 100,
)
#: The width of the line with the tournament's name.
WIDTH_OF_NAME = "document.querySelector('.top .here').getBoundingClientRect().width"


def height_of_head(page):
    return measure(page, "document.querySelector('header.top').getBoundingClientRect().height")


@pytest.mark.rotates(8)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_header_is_one_line_and_cut_where_room_is_missing(new_page, live_server, size):
    page, visitor = new_page(size), new_page(size)
    user = User.objects.create_user("Orla von Organisierenberg zu Langenname")
    sign_in_by_cookie(page, live_server.url, user.username)
    page.goto(live_server.url)
    visitor.goto(live_server.url + "/account/sign-in/")
    line = height_of_head(visitor)
    assert height_of_head(page) <= line
    for name in NAMES:
        tournament = lifecycle.create_tournament(
            Who.at_page(user), name=name, game="chess", starts_on=date(2026, 3, 1), time_zone="UTC"
        )
        root = f"{live_server.url}/t/{tournament.slug}"
        for each in (page, visitor):
            each.goto(f"{root}/players/")
            head = each.locator("header.top")
            if size is PHONE:
                assert line < height_of_head(each) < 2 * line
                assert measure(each, WIDTH_OF_NAME) >= 0.9 * size["width"]
            else:
                assert height_of_head(each) <= line
            expect(head.locator(".here")).to_have_attribute("title", name)
            assert width_of(each) <= size["width"]
            expect(head.get_by_text("Sign", exact=False).last).to_be_in_viewport(ratio=1)


def test_phone_header_does_not_repeat_the_heading_of_the_page(new_page, live_server):
    phone = new_page(PHONE)
    user = User.objects.create_user("Orla")
    sign_in_by_cookie(phone, live_server.url, user.username)
    tournament = lifecycle.create_tournament(
        Who.at_page(user), name="Club", game="chess", starts_on=date(2026, 3, 1), time_zone="UTC"
    )
    phone.goto(f"{live_server.url}/t/{tournament.slug}/")
    expect(phone.get_by_role("heading", name="Club")).to_be_visible()
    expect(phone.locator("header.top .here")).to_be_hidden()
    phone.goto(f"{live_server.url}/t/{tournament.slug}/desk/")
    expect(phone.locator("header.top .here")).to_be_visible()


@pytest.mark.rotates(4)
def test_phone_header_of_the_desk_is_one_line_with_the_account_at_the_foot(new_page, live_server):
    phone = new_page(PHONE)
    user = User.objects.create_user("Orla von Organisierenberg zu Langenname")
    sign_in_by_cookie(phone, live_server.url, user.username)
    phone.goto(live_server.url)
    line = height_of_head(phone)
    for name in NAMES:
        tournament = lifecycle.create_tournament(
            Who.at_page(user), name=name, game="chess", starts_on=date(2026, 3, 1), time_zone="UTC"
        )
        phone.goto(f"{live_server.url}/t/{tournament.slug}/desk/penalties/")
        assert height_of_head(phone) <= line
        assert measure(phone, WIDTH_OF_NAME) >= 0.4 * PHONE["width"]
        assert width_of(phone) <= PHONE["width"]
        below = measure(
            phone,
            "document.querySelector('.top form.plain').getBoundingClientRect().top"
            " - Math.max(...[...document.querySelectorAll('main > *')].map((e) => e.getBoundingClientRect().bottom))",
        )
        assert below >= 0
        expect(phone.get_by_role("button", name="Sign out")).to_be_visible()
    phone.get_by_role("button", name="Sign out").click()
    expect(phone.get_by_role("link", name="Sign in")).to_be_visible()
