"""An open of three sections with one player list, from its first section to the podiums."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import settle, texts_of, width_of
from tests.conftest import LAPTOP, PHONE
from tournaments.events import events
from tournaments.models import JournalEntry, Round, Tournament
from tournaments.players import registration

SECTIONS = ("A", "B", "Juniors")
NAMES = [
    *("Ada Aalto", "Ben Berg", "Cleo Costa", "Dag Dahl", "Eva Ek", "Finn Falk", "Gil Gomez", "Hana Horák"),
    *("Ida Ilves", "Jon Jansen", "Kim Koh", "Lea Lind", "Mia Meri", "Nils Norén", "Oda Olsen", "Per Palm"),
    *("Qi Qian", "Rut Roos", "Sam Salo", "Tea Toivo", "Una Unt", "Vera Vuori", "Will Wood", "Yara Yıldız"),
]  # fmt: skip
LINES = ["Name,Rating,Section", *(f"{name},{2200 - 40 * n},{SECTIONS[n // 8]}" for n, name in enumerate(NAMES))]


class Desk(Organiser):
    """The organiser of the open; every page visited passes axe and fits the window."""

    def __init__(self, page, url, size):
        super().__init__(page, url)
        self.size = size

    def looks_at_it(self):
        settle(self.page)
        assert faults(self.page) == []
        assert width_of(self.page) <= self.size["width"]

    def clicks(self, role, name, **how):
        settle(self.page)
        self.page.get_by_role(role, name=name, **how).click()

    def goes_to_all_sections(self):
        self.clicks("link", "Desk of all sections")
        expect(self.page.get_by_role("heading", name="Desk of all sections")).to_be_visible()

    def steps(self, section, label):
        """Take the next step of a section at the desk of all sections."""
        settle(self.page)
        step = self.page.get_by_role("region", name=section, exact=True).locator(".button.main")
        expect(step).to_have_text(label)
        step.click()

    def begins(self):
        self.starts("Spring Open", "chess", "dutch", planned_rounds=2)
        self.clicks("link", "Add a section")
        expect(self.page.get_by_label("Event name")).to_have_value("Spring Open")
        self.looks_at_it()
        self.clicks("button", "Add section")
        self.clicks("link", "Add a section")
        expect(self.page.get_by_label("Name of the new section")).to_have_value("C")
        self.page.get_by_label("Name of the new section").fill("Juniors")
        self.clicks("button", "Add section")
        assert texts_of(self.page, ".step h2") == list(SECTIONS)

    def enters_everybody(self):
        self.clicks("link", "Players", exact=True)
        self.clicks("link", "Paste or upload a list")
        self.looks_at_it()
        self.page.get_by_label("Paste a list").fill("\n".join(LINES))
        self.clicks("button", "Check list")
        expect(self.page.get_by_text("24 players will be added.")).to_be_visible()
        self.looks_at_it()
        self.clicks("button", "Add 24 players")
        expect(self.page.get_by_text("24 players added.")).to_be_visible()
        self.looks_at_it()

    def moves(self, name, section):
        self.clicks("link", name)
        self.page.get_by_label("Other section").select_option(section)
        self.clicks("button", "Move to this section")
        expect(self.page.get_by_text(f"{name} is now in section {section}.")).to_be_visible()

    def moves_by_rating(self, lowest, below, origin, section):
        self.clicks("link", "Move players to another section")
        self.page.get_by_label("From section").select_option(origin)
        self.page.get_by_label("Rating below").fill(str(below))
        self.page.get_by_label("Rating from").fill(str(lowest))
        self.page.get_by_label("To section").select_option(section)
        self.clicks("button", "Show these players")
        self.looks_at_it()
        self.clicks("button", f"Move to {section}")

    def plays(self, number):
        """Publish the draft of each section, and enter its results; the first player wins every game."""
        for section in SECTIONS:
            self.steps(section, f"Publish round {number}")
            expect(self.page.get_by_text(f"Round {number} is published")).to_be_visible()
            self.goes_to_all_sections()
        self.looks_at_it()
        for section in SECTIONS:
            self.steps(section, re.compile("^Enter results: 4 missing"))
            expect(self.page.get_by_role("heading", name=f"Results of round {number}")).to_be_visible()
            settle(self.page)
            self.page.keyboard.press("Enter")  # selects the highlighted table
            self.page.keyboard.type("aaaa")
            expect(self.page.locator("#missing")).to_have_text("0")
            self.goes_to_all_sections()


@pytest.mark.django_db(transaction=True)
@pytest.mark.rotates(8)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_open_of_three_sections_runs_with_one_list(new_page, live_server, size):
    page = new_page(size)

    orla = Desk(page, live_server.url, size)
    orla.begins()
    orla.enters_everybody()
    orla.moves("Ida Ilves", "A")
    orla.moves_by_rating(1900, 1930, "A", "B")
    expect(page.get_by_text("Hana Horák is now in section B.")).to_be_visible()
    orla.clicks("link", "Overview")
    for section in SECTIONS:
        orla.steps(section, "Pair round 1")
        expect(page.get_by_role("heading", name="Draft of round 1")).to_be_visible()
        orla.goes_to_all_sections()
    orla.plays(1)

    reader = new_page(PHONE)
    reader.goto(live_server.url)
    reader.get_by_role("link", name="Spring Open").click()
    expect(reader.get_by_text("Round 1 of 2")).to_have_count(3)
    reader.get_by_label("Find your name and your table").fill("hor")
    expect(reader.locator("#players tbody tr:visible")).to_have_count(1)
    expect(reader.locator("#players tbody tr:visible")).to_contain_text(
        re.compile(r"Hana Horák.*B.*[5-8].*round 1", re.DOTALL)
    )
    assert faults(reader) == []
    assert width_of(reader) <= PHONE["width"]
    reader.get_by_role("link", name="Hana Horák").click()
    reader.get_by_role("button", name="This is me").click()

    for section in SECTIONS:
        orla.steps(section, "All 4 results in: close and pair round 2")
        expect(page.get_by_role("heading", name="Draft of round 2")).to_be_visible()
        orla.goes_to_all_sections()
    orla.plays(2)
    reader.get_by_role("link", name="All sections").click()
    expect(reader.locator("#me")).to_contain_text(re.compile("Hana Horák.*B.*round 2", re.DOTALL))
    for section in SECTIONS:
        orla.steps(section, "All 4 results in: close round 2")
        orla.goes_to_all_sections()
        orla.steps(section, "Publish the final standings")
        orla.goes_to_all_sections()
    orla.looks_at_it()
    reader.reload()
    expect(reader.locator(".sections .podium")).to_have_count(3)
    for place in range(3):
        expect(reader.locator(".sections > li").nth(place).locator(".place1").first).to_be_visible()
    assert faults(reader) == []
    assert width_of(reader) <= PHONE["width"]


#: The requests that a page sends without a user action.
POLLS = ("fetch", "xhr", "eventsource")


class AllAtOnce(Desk):
    """An impatient organiser who takes each step for all sections with one button."""

    def sees_done(self, text):
        expect(self.page.get_by_text(text)).to_be_visible()

    def double_clicks(self, label, done):
        settle(self.page)
        self.page.get_by_role("button", name=label).dblclick()
        self.sees_done(done)
        expect(self.page.get_by_text("No section is ready")).to_have_count(0)

    def enters_all(self, number):
        for section in SECTIONS:
            self.steps(section, re.compile("^Enter results: 4 missing"))
            settle(self.page)
            self.page.keyboard.press("Enter")
            self.page.keyboard.type("aaaa")
            expect(self.page.locator("#missing")).to_have_text("0")
            self.goes_to_all_sections()


@pytest.mark.django_db(transaction=True)
@pytest.mark.rotates(8)
def test_three_sections_finish_with_one_button_a_step(new_page, live_server):
    page = new_page(LAPTOP)
    orla = AllAtOnce(page, live_server.url, LAPTOP)
    orla.begins()
    orla.enters_everybody()
    orla.clicks("link", "Overview")
    second = page.context.new_page()  # offline while it waits, so it does not change
    second.route(
        lambda address: True, lambda route: route.abort() if route.request.resource_type in POLLS else route.fallback()
    )
    second.goto(page.url)

    orla.double_clicks("Pair the next round of 3 sections", "Paired: A, B, Juniors.")
    orla.double_clicks("Publish the drafts of 3 sections", "Published: A, B, Juniors.")
    orla.enters_all(1)
    assert Round.objects.filter(status="published").count() == 3
    second.get_by_role("button", name="Pair the next round of 3 sections").click()
    expect(second.get_by_text("The sections have moved on")).to_be_visible()
    assert Round.objects.filter(status="published").count() == 3
    expect(page.get_by_role("button", name="Pair the next round of 3 sections")).to_have_count(0)

    orla.double_clicks("Close the rounds and pair the next ones in 3 sections", "Paired: A, B, Juniors.")
    orla.double_clicks("Publish the drafts of 3 sections", "Published: A, B, Juniors.")
    orla.enters_all(2)
    second.goto(page.url)
    orla.double_clicks("Close the rounds of 3 sections", "Closed: A, B, Juniors.")
    second.get_by_role("button", name="Close the rounds of 3 sections").click()
    expect(second.get_by_text("No section is ready for this step.")).to_be_visible()
    orla.double_clicks("Publish the final standings of 3 sections", "Final standings published: A, B, Juniors.")
    page.go_back()
    settle(page)
    orla.looks_at_it()
    expect(page.get_by_role("link", name=re.compile("winners of all|Winners"))).to_be_visible()
    assert Tournament.objects.filter(finished_at=None).count() == 0
    assert Round.objects.filter(status="closed").count() == 6
    assert JournalEntry.objects.filter(verb="finish").count() == 3


@pytest.mark.rotates(4)
def test_numbers_of_rounds_typed_at_the_desk_of_all_sections_are_kept(page, live_server):
    desk = Desk(page, live_server.url, LAPTOP)
    stage = desk.starts("Spring Open", "chess", "dutch", ["Ann", "Bo", "Cy", "Di"])
    other = events.add_section(stage.orla, stage.tournament, event="Spring Open", own="A", section="B")
    registration.add_players(stage.orla, other, [{"name": name} for name in ("Ed", "Flo", "Gus", "Hal")])
    stage.tournament.refresh_from_db()
    page.goto(f"{live_server.url}/e/{stage.tournament.event.slug}/desk/")
    page.get_by_role("region", name="A", exact=True).get_by_label("Rounds").fill("2")
    desk.clicks("button", "Pair the next round of 2 sections")
    expect(page.get_by_role("region", name="A", exact=True)).to_contain_text("Round 1 of 2")
