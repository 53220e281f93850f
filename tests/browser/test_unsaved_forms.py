"""The browser asks before it leaves a page with unsaved input, and only then."""

import pytest
from playwright.sync_api import expect

from tests.browser.organiser import sign_in_by_cookie, unfold_settings
from tests.tournaments.conftest import make, orla  # noqa: F401 fixtures

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk(page, live_server, make, orla):  # noqa: F811
    """The page of a cup's desk. `asked` contains the prompts shown before leaving a page; all are dismissed."""
    make(system="dutch", planned_rounds=3, uses_check_in=True).with_players("Ann", "Bo", "Cy", "Di")
    sign_in_by_cookie(page, live_server.url)
    page.asked = []

    def stay(dialog):
        page.asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.at = f"{live_server.url}/t/cup/desk/"
    yield page
    page.remove_listener("dialog", stay)


@pytest.mark.rotates(4)
def test_leaving_a_page_with_unsaved_changes_asks(desk):
    desk.goto(f"{desk.at}settings/")
    desk.get_by_label("Name of the tournament").fill("Autumn Cup")
    desk.get_by_role("link", name="Overview").click()
    expect(desk.get_by_label("Name of the tournament")).to_have_value("Autumn Cup")
    assert desk.asked == ["beforeunload"]
    desk.get_by_role("button", name="Save settings").click()  # a submitted form is not lost
    expect(desk.get_by_text("Settings saved.")).to_be_visible()
    desk.get_by_role("link", name="Overview").click()
    expect(desk.get_by_role("heading", name="Settings")).to_have_count(0)
    assert desk.asked == ["beforeunload"]


@pytest.mark.rotates(4)
def test_leaving_after_a_refusal_asks(desk):
    desk.goto(f"{desk.at}settings/")
    unfold_settings(desk)
    desk.locator("[name=points_draw]").fill("5")
    expect(desk.get_by_text("Unsaved changes: 1")).to_be_in_viewport()
    expect(desk.get_by_role("button", name="Save settings")).to_be_in_viewport()
    desk.get_by_role("button", name="Save settings").click()
    expect(desk.locator(".field.wrong")).not_to_have_count(0)
    desk.get_by_role("link", name="Overview").click()
    expect(desk.locator(".field.wrong")).not_to_have_count(0)
    assert desk.asked == ["beforeunload"]


@pytest.mark.rotates(4)
def test_leaving_unsaved_values_filled_in_by_the_server_asks(desk):
    desk.goto(f"{desk.at}rules/")
    desk.get_by_role("button", name="Preview changes").click()
    expect(desk.locator("#preview")).to_be_visible()
    desk.get_by_role("link", name="Overview").click()
    expect(desk.locator("#preview")).to_be_visible()
    assert desk.asked == ["beforeunload"]


@pytest.mark.rotates(4)
def test_leaving_after_a_reverted_change_does_not_ask(desk):
    desk.goto(f"{desk.at}settings/")
    name = desk.get_by_label("Name of the tournament")
    name.fill("Autumn Cup")
    name.fill("Cup")
    desk.get_by_role("link", name="Overview").click()
    expect(desk).to_have_url(desk.at)
    assert desk.asked == []


@pytest.mark.rotates(4)
def test_leaving_the_players_page_does_not_ask(desk):
    desk.goto(f"{desk.at}players/")
    desk.get_by_role("link", name="Overview").click()
    expect(desk).to_have_url(desk.at)
    assert desk.asked == []


@pytest.mark.rotates(2)
def test_leaving_after_a_search_does_not_ask(desk):
    desk.goto(f"{desk.at}players/check-in/")
    desk.locator("#q").fill("An")
    desk.get_by_role("link", name="Overview").click()
    expect(desk).to_have_url(desk.at)
    assert desk.asked == []


@pytest.mark.rotates(4)
def test_leaving_asks_for_an_unadded_name_but_not_for_an_added_one(desk):
    desk.goto(f"{desk.at}players/")
    add = desk.locator("#add [name=name]")
    add.fill("Ed")
    add.press("Enter")
    expect(desk.locator("#players tbody")).to_contain_text("Ed")
    desk.get_by_role("link", name="Overview").click()
    expect(desk).to_have_url(desk.at)
    assert desk.asked == []
    desk.goto(f"{desk.at}players/")
    add.fill("Flo")
    desk.get_by_role("link", name="Overview").click()
    expect(add).to_have_value("Flo")
    assert desk.asked == ["beforeunload"]
