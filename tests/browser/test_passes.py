"""A helper scans a QR code with a phone and can enter results at the helper's own tables only."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import settle, texts_of, width_of
from tests.conftest import PHONE

PLAYERS = ["Ada", "Ben", "Cleo", "Dag", "Eva", "Finn", "Gil", "Hana"]


@pytest.fixture
def organiser(page, live_server, transactional_db):
    organiser = Organiser(page, live_server.url)
    stage = organiser.starts("Open", "chess", "dutch", PLAYERS, planned_rounds=3)
    stage.pair()
    stage.publish()
    organiser.returns_to_the_desk()
    return organiser


def makes_a_pass(organiser, first, last):
    """Create a pass by visible links, and return the link in its QR code."""
    page = organiser.page
    page.get_by_role("link", name="Desk", exact=True).click()
    page.get_by_role("link", name="Settings", exact=True).click()
    page.get_by_role("link", name="Staff", exact=True).click()
    asked = page.locator("#pass")
    asked.get_by_label("From number").fill(str(first))
    asked.get_by_label("To number").fill(str(last))
    asked.get_by_role("button", name="Create pass").click()
    expect(page.get_by_role("img", name=re.compile("QR code"))).to_be_visible()
    assert faults(page) == []
    return texts_of(page, "#link")[0]


@pytest.mark.rotates(8)
def test_helper_enters_results_at_assigned_tables_without_an_account(organiser, new_page):
    link = makes_a_pass(organiser, 1, 2)
    phone = new_page(PHONE)
    phone.goto(link)
    assert faults(phone) == []
    expect(phone.get_by_text("Tables 1–2", exact=False)).to_be_visible()
    phone.get_by_label("Your name").fill("Hanna")
    phone.get_by_role("button", name="Start").click()
    phone.get_by_role("link", name=re.compile("^Enter results: 2 missing")).click()
    expect(phone.get_by_text("You enter results from number 1 to 2.", exact=False)).to_be_visible()
    settle(phone)
    assert texts_of(phone, "#entry tbody th") == ["1", "2"]
    assert width_of(phone) <= PHONE["width"]
    for table, left in ((1, "1"), (2, "0")):
        phone.locator(f"#t{table} button[data-key=a]").click()
        expect(phone.locator("#missing")).to_have_text(left)
    phone.goto(f"{organiser.url}/new/")
    expect(phone.get_by_label("Name of the tournament")).to_have_count(0)

    page = organiser.page
    page.get_by_role("link", name="Back to staff").click()
    expect(page.get_by_text("Hanna").first).to_be_visible()
    page.get_by_role("link", name="Journal", exact=True).click()
    expect(page.locator("table").get_by_text("Hanna").first).to_be_visible()
    page.get_by_role("link", name="Settings", exact=True).click()
    page.get_by_role("link", name="Staff", exact=True).click()
    page.get_by_role("button", name="Remove Hanna").click()
    expect(page.get_by_text("Hanna is no longer on the staff.")).to_be_visible()
    phone.goto(f"{organiser.url}/t/open/desk/rounds/1/results/")
    expect(phone.get_by_role("heading", name="Sign in")).to_be_visible()


@pytest.mark.rotates(8)
def test_unused_pass_is_revoked(organiser, new_page):
    page = organiser.page
    link = makes_a_pass(organiser, 1, 2)
    page.get_by_role("link", name="Back to staff").click()
    page.locator("#links").get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("The link has been revoked.")).to_be_visible()
    phone = new_page(PHONE)
    phone.goto(link)
    expect(phone.get_by_role("heading", name="This link has expired")).to_be_visible()
