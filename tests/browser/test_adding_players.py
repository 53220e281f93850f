"""Players typed quickly in a row are added in order. A name that is refused returns to the field."""

from datetime import date

import pytest
from playwright.sync_api import expect

from tests.browser.organiser import PASSWORD, sign_in_by_cookie, stop_at_requests
from tests.browser.page_reading import settle, table_of
from tournaments.core.rights import Who
from tournaments.models import Player, User
from tournaments.players import registration
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db(transaction=True)

ADD = "**/players/add/"


@pytest.fixture
def roll(page, live_server):
    """The players page, with Ann on the list."""
    who = Who.at_page(User.objects.create_user("Orla", password=PASSWORD))
    tournament = lifecycle.create_tournament(
        who, name="Hall", game="chess", starts_on=date(2026, 3, 1), time_zone="Europe/Helsinki"
    )
    registration.add_players(who, tournament, [{"name": "Ann"}])
    sign_in_by_cookie(page, live_server.url)
    stop_at_requests(page)
    page.goto(f"{live_server.url}/t/hall/desk/players/")
    expect(page.locator("#add [name=name]")).to_be_focused()
    settle(page)
    return page


def types(page, *names):
    for name in names:
        page.keyboard.type(name)
        page.keyboard.press("Enter")


def names():
    return list(Player.objects.order_by("pk").values_list("name", flat=True))


@pytest.mark.rotates(4)
def test_names_typed_without_waiting_are_added_in_order(roll):
    types(roll, "Bob", "Cid", "Dan")
    expect(roll.locator("#total")).to_have_text("4")
    expect(roll.locator("#added")).to_contain_text("Dan")
    assert [row[0] for row in table_of(roll, "#players")] == ["Dan", "Cid", "Bob", "Ann"]
    assert names() == ["Ann", "Bob", "Cid", "Dan"]


@pytest.mark.rotates(4)
def test_existing_name_returns_and_can_be_added_anyway(roll):
    types(roll, "ann")
    expect(roll.get_by_role("alert")).to_contain_text("Add another player with this name?")
    expect(roll.locator("#add [name=name]")).to_have_value("ann")
    roll.get_by_role("button", name="Add anyway").click()
    expect(roll.locator("#total")).to_have_text("2")
    expect(roll.get_by_role("button", name="Add anyway")).to_be_hidden()
    expect(roll.locator("#add-problem")).to_be_hidden()
    assert names() == ["Ann", "ann"]


@pytest.mark.rotates(4)
def test_refusal_does_not_overwrite_text_being_typed(roll):
    held = []

    def hold(route):
        held.append(route)

    roll.route(ADD, hold)
    with roll.expect_request(ADD):
        types(roll, "…!")
    roll.keyboard.type("Bo")
    held[0].continue_()
    expect(roll.get_by_role("alert")).to_contain_text("…!: Enter a name")
    roll.unroute(ADD)
    types(roll, "b")
    expect(roll.locator("#total")).to_have_text("2")
    assert names() == ["Ann", "Bob"]


@pytest.mark.rotates(4)
def test_name_waits_in_the_field_without_network(roll):
    roll.context.set_offline(True)
    types(roll, "Bob")
    expect(roll.get_by_role("alert")).to_contain_text("Bob: not added: no network.")
    expect(roll.locator("#add [name=name]")).to_have_value("Bob")
    roll.context.set_offline(False)
    roll.get_by_role("button", name="Add", exact=True).click()
    expect(roll.locator("#total")).to_have_text("2")
    assert names() == ["Ann", "Bob"]


@pytest.mark.rotates(4)
def test_signed_out_user_keeps_the_typed_name(roll):
    roll.context.clear_cookies(name="sessionid")
    types(roll, "Bob")
    expect(roll.get_by_role("alert")).to_contain_text("Bob: not added. Reload the page and try again.")
    expect(roll.locator("#add [name=name]")).to_have_value("Bob")
    expect(roll.locator("#players tbody tr")).to_have_count(1)
    assert names() == ["Ann"]


@pytest.mark.rotates(4)
def test_clearing_a_name_clears_the_rating_typed_behind_it(roll):
    roll.keyboard.type("Aino 1873")
    roll.keyboard.press("Tab")
    expect(roll.locator("#add [name=rating]")).to_have_value("1873")
    roll.keyboard.press("Shift+Tab")
    roll.keyboard.press("Delete")
    expect(roll.locator("#add [name=rating]")).to_have_value("")
    types(roll, "Bob")
    expect(roll.locator("#added")).to_contain_text("Bob")
    assert list(Player.objects.order_by("pk").values_list("name", "rating")) == [("Ann", None), ("Bob", None)]


@pytest.mark.rotates(4)
def test_too_long_name_returns_whole(roll):
    roll.locator("#add [name=name]").fill("x" * 200)
    roll.keyboard.press("Enter")
    expect(roll.get_by_role("alert")).to_contain_text("The text has 200 characters. Shorten it to 100.")
    expect(roll.locator("#add [name=name]")).to_have_value("x" * 200)
    assert names() == ["Ann"]


@pytest.mark.rotates(4)
def test_added_player_leaves_no_mark_of_unsaved_input(roll):
    types(roll, "Bob")
    expect(roll.locator("#total")).to_have_text("2")
    expect(roll.locator(".unsaved")).to_have_count(0)
    roll.keyboard.type("Cid")
    expect(roll.locator(".unsaved")).to_have_count(1)
