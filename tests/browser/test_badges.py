"""Badges are printed and scanned. On two phones players report, confirm and dispute results, and the desk decides."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import codes_on_paper, measure, texts_of, width_of
from tests.conftest import PHONE
from tournaments.core.rights import Who
from tournaments.events import events
from tournaments.models import Tournament, User

pytestmark = pytest.mark.django_db(transaction=True)

#: The touch targets that are less than 44 pixels high.
SMALL = """[...document.querySelectorAll("main :is(a, button, summary, input:not([type=hidden]))")]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 44)
    .map((each) => each.textContent.trim())"""
HTML = "document.documentElement.outerHTML"


@pytest.fixture
def hall(lasting_server, transactional_db, page):
    """A real server, because only that can keep streams open, and four players who have no badges yet."""
    organiser = Organiser(page, lasting_server.url)
    organiser.starts("Open", "chess", names=("Hanna", "Ivo", "Jan", "Kim"))
    return organiser


def prints_badges(hall):
    """Create badges, and return the content of the codes on the printed sheet."""
    laptop = hall.page
    hall.goes_to_the_players()
    laptop.get_by_role("link", name="Badges").click()
    laptop.get_by_role("button", name="Create badges for 4 players").click()
    expect(laptop.get_by_role("img", name="Code of Kim")).to_be_visible()
    codes = codes_on_paper(laptop)
    assert len({*codes}) == 4
    assert all(code.startswith(f"{hall.url}/b/#") for code in codes)
    laptop.get_by_role("link", name="Desk", exact=True).click()
    return codes


def reads(code, phone):
    """Read a code with a phone, and return the player's name. No URL, referrer or page contains the secret."""
    asked = []
    phone.on("request", lambda request: asked.append((request.url, request.headers.get("referer", ""))))
    phone.goto(code)
    expect(phone.get_by_text("You have no opponent at the moment.")).to_be_visible()
    secret = code.partition("#")[2]
    assert secret not in repr([each for each in asked if each[0] != code]) + measure(phone, HTML) + phone.url
    phone.go_back()
    assert secret not in phone.url
    phone.go_forward()
    return texts_of(phone, "h1")[0]


@pytest.mark.rotates(8)
def test_players_report_results_and_the_desk_settles_disputes(hall, new_page):
    phones = {}
    for code in prints_badges(hall):
        phone = new_page(PHONE)
        phones[reads(code, phone)] = phone
    laptop = hall.page
    hall.does_the_next_step("Pair round 1")
    hall.publishes()
    hanna = phones["Hanna"]
    expect(hanna.get_by_text("Report result")).to_be_visible()  # without a reload
    other = texts_of(hanna, ".choices button")[0].removeprefix("I won against ")
    opponent = phones[other]
    assert (faults(hanna), measure(hanna, SMALL)) == ([], [])
    assert width_of(hanna) <= PHONE["width"]

    laptop.get_by_role("link", name="Desk", exact=True).click()
    hall.opens_the_results(1)
    hanna.get_by_role("button", name=f"I won against {other}").dblclick()
    expect(hanna.get_by_text("you reported: You won")).to_be_visible()
    expect(laptop.get_by_text("Hanna at")).to_be_visible()
    opponent.get_by_role("button", name="Dispute").click()
    for phone in (hanna, opponent):
        expect(phone.get_by_text("Please go to the organiser together")).to_be_visible()
    expect(laptop.get_by_text("· disputed")).to_be_visible()
    assert (faults(opponent), faults(laptop), measure(opponent, SMALL)) == ([], [], [])
    opponent.get_by_role("button", name="Confirm: Hanna won").click()
    for phone in (hanna, opponent):
        expect(phone.get_by_text("The result is final.")).to_be_visible()

    third = next(phone for name, phone in phones.items() if name not in ("Hanna", other))
    third.get_by_role("button", name="Draw", exact=True).click()
    expect(laptop.locator("[data-reported]")).to_have_text(re.compile("½-½"))
    laptop.keyboard.press("r")
    expect(laptop.get_by_text("½-½ accepted as reported.")).to_be_visible()
    expect(laptop.locator("#missing")).to_have_text("0")
    expect(third.get_by_text("The result is final.")).to_be_visible()

    third.get_by_role("button", name="This is not me").click()
    third.goto(f"{hall.url}/t/open/me/")
    expect(third.get_by_role("heading", name="My badge")).to_be_visible()


@pytest.mark.rotates(8)
def test_player_calls_an_organiser_and_the_desk_answers(hall, new_page):
    """A phone calls an organiser with one tap; the desk shows the call without a reload and answers it."""
    code = prints_badges(hall)[0]
    phone, laptop = new_page(PHONE), hall.page
    name = reads(code, phone)
    hall.does_the_next_step("Pair round 1")
    hall.publishes()
    laptop.get_by_role("link", name="Desk", exact=True).click()
    expect(laptop.get_by_role("heading", name="Desk")).to_be_visible()

    phone.get_by_role("button", name="Call an organiser").dblclick()
    expect(phone.get_by_text("Please wait where you play.")).to_be_visible()
    calling = laptop.locator("#calls li")
    expect(calling).to_contain_text(name)  # without a reload
    expect(calling).to_contain_text("Table")
    assert (faults(phone), faults(laptop), measure(phone, SMALL)) == ([], [], [])
    assert width_of(phone) <= PHONE["width"]

    other = laptop.context.new_page()  # the desk of all sections
    section = events.add_section(
        Who.at_page(User.objects.get()), Tournament.objects.get(), event="Spring", own="A", section="B"
    )
    other.goto(f"{hall.url}/e/{section.event.slug}/desk/")
    expect(other.locator("#calls li")).to_contain_text(name)
    assert faults(other) == []

    laptop.get_by_role("button", name=f"I am on the way {name}").click()
    expect(other.locator("#calls li")).to_contain_text("on the way since")  # without a reload
    expect(phone.get_by_text("An organiser is on the way")).to_be_visible()  # without a reload
    laptop.get_by_role("button", name=f"Resolved {name}").click()
    expect(phone.get_by_role("button", name="Call an organiser")).to_be_visible()
    expect(laptop.locator("#calls li")).to_have_count(0)
