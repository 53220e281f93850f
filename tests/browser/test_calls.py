"""A telephone calls an organiser with one tap, the desk sees it by itself and answers, and the telephone shows it."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.reading import measure, width_of
from tests.browser.test_badges import SMALL, hall, prints_badges, reads  # noqa: F401 a fixture
from tests.conftest import PHONE
from tournaments.models import Tournament, User
from tournaments.rights.who import Who
from tournaments.services import sections

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_player_calls_and_somebody_comes(hall, new_page):  # noqa: F811 the fixture
    code = prints_badges(hall)[0]
    phone, laptop = new_page(PHONE), hall.page
    name = reads(code, phone)
    hall.does_the_next_step("Pair round 1")
    hall.publishes()
    laptop.get_by_role("link", name="Desk", exact=True).click()
    expect(laptop.get_by_role("heading", name="Desk")).to_be_visible()

    phone.get_by_role("button", name="Call an organiser").dblclick()
    expect(phone.get_by_text("The desk sees it.")).to_be_visible()
    calling = laptop.locator("#calls li")
    expect(calling).to_contain_text(name)  # by itself
    expect(calling).to_contain_text("Table")
    assert (faults(phone), faults(laptop), measure(phone, SMALL)) == ([], [], [])
    assert width_of(phone) <= PHONE["width"]

    other = laptop.context.new_page()  # the desk of all sections
    section = sections.add_section(
        Who.at_page(User.objects.get()), Tournament.objects.get(), event="Spring", own="A", section="B"
    )
    other.goto(f"{hall.url}/e/{section.event.slug}/desk/")
    expect(other.locator("#calls li")).to_contain_text(name)
    assert faults(other) == []

    laptop.get_by_role("button", name=f"I am on the way {name}").click()
    expect(other.locator("#calls li")).to_contain_text("is on the way since")  # by itself
    expect(phone.get_by_text("An organiser is on the way to you")).to_be_visible()  # by itself
    laptop.get_by_role("button", name=f"Settled {name}").click()
    expect(phone.get_by_role("button", name="Call an organiser")).to_be_visible()
    expect(laptop.locator("#calls li")).to_have_count(0)
