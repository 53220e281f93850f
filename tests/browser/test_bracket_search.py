"""A search for a name in a bracket highlights the player's path."""

from datetime import date

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tournaments.setup import samples


@pytest.mark.rotates(4)
@pytest.mark.django_db(transaction=True)
def test_search_highlights_the_path_of_the_player(phone, live_server, monkeypatch):
    monkeypatch.setattr(samples, "DEMOS", [each for each in samples.DEMOS if each.key == "knock-out"])
    samples.load_demo(date(2026, 4, 1))
    phone.goto(live_server.url + "/t/demo-knock-out/bracket/")
    field = phone.get_by_label("Find your name")
    field.fill("gros")
    expect(phone.locator(".trees p.on bdi").first).to_have_text("Friedrich Groß")
    expect(phone.locator("#traced")).to_have_text("Friedrich Groß")
    assert faults(phone) == []
    field.fill("nobody at all")
    expect(phone.locator(".trees p.on")).to_have_count(0)
    expect(phone.get_by_text("No player with that name.")).to_be_visible()
    field.fill("")
    expect(phone.get_by_text("No player with that name.")).to_be_hidden()


@pytest.mark.rotates(4)
@pytest.mark.django_db(transaction=True)
def test_link_to_the_round_in_view_is_marked_on_a_phone(phone, live_server, monkeypatch):
    monkeypatch.setattr(samples, "DEMOS", [each for each in samples.DEMOS if each.key == "knock-out"])
    samples.load_demo(date(2026, 4, 1))
    phone.goto(live_server.url + "/t/demo-knock-out/bracket/")
    marked = phone.get_by_role("navigation", name="Rounds of the bracket").locator("[aria-current]")
    expect(marked).to_have_text(["Semi-finals"])
    phone.get_by_role("link", name="Last 16").click()
    expect(marked).to_have_text(["Last 16"])
    expect(marked).to_be_in_viewport(ratio=1)


@pytest.mark.rotates(4)
@pytest.mark.django_db(transaction=True)
def test_search_field_is_hidden_without_script(new_page, live_server, monkeypatch):
    monkeypatch.setattr(samples, "DEMOS", [each for each in samples.DEMOS if each.key == "knock-out"])
    samples.load_demo(date(2026, 4, 1))
    page = new_page(java_script_enabled=False)
    page.goto(live_server.url + "/t/demo-knock-out/bracket/")
    expect(page.locator("#find-in-bracket")).to_be_hidden()
