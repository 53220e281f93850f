"""Series by visible links: two events are entered and a question is answered; a season is closed, corrected and closed
again.
"""

import re
from datetime import date

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import PASSWORD, Organiser, sign_in_by_cookie
from tests.browser.page_reading import settle, table_of, texts_of, width_of
from tests.conftest import LAPTOP, PHONE
from tests.tournaments.conftest import Stage
from tournaments.models import Member, User
from tournaments.players import registration

EVENTS = {"Turku": "1 Anna\n2 Bo\n2 Cy\n4 Di", "Oulu": "1 Bo\n2 Anna\n3 Di\n4 Ed"}


@pytest.mark.rotates(8)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_series_runs_from_first_page_to_table(new_page, live_server, size):
    page = new_page(size)
    Organiser(page, live_server.url).makes_the_first_account()
    settle(page)
    page.get_by_role("link", name="Kierros", exact=True).click()
    page.get_by_role("link", name="Series", exact=True).click()
    page.get_by_role("link", name="Create a series").click()
    page.get_by_label("Name of the series").fill("Grand Prix")
    page.get_by_label("Points by place").fill("5 3 4")
    page.get_by_role("button", name="Create series").click()
    expect(page.get_by_text("Points for place 3 are higher than for place 2.")).to_be_visible()
    page.get_by_label("Points by place").fill("13 10 8 6")
    page.get_by_role("button", name="Create series").click()
    for day, (name, lines) in enumerate(EVENTS.items(), start=1):
        page.get_by_text("Enter results of an event that was not run here").click()
        page.get_by_label("Name of the event").fill(name)
        page.get_by_label("Date").fill(f"2026-03-0{day}")
        page.get_by_label("Results", exact=True).fill(lines)
        page.get_by_role("button", name="Add event").click()
        expect(page.locator("#events")).to_contain_text(name)
    assert faults(page) == []
    page.get_by_role("button", name="Selected: same person").click()
    expect(page.get_by_text("Answer saved.")).to_be_visible()
    page.get_by_role("link", name="Series table").click()
    found = [row[:3] for row in table_of(page, "#series")]
    assert [(row[0], row[1].split()[0], row[2]) for row in found] == [
        ("1", "Anna", "23"), ("2", "Bo", "22"), ("3", "Di", "14"), ("4", "Cy", "9"), ("5", "Ed", "6"),
    ]  # fmt: skip
    assert faults(page) == []
    assert width_of(page) <= size["width"]
    page.get_by_role("link", name="Bo").click()
    expect(page.get_by_text("Places 2–3 share: (10 + 8) / 2 = 9.")).to_be_visible()
    assert faults(page) == []


#: The ranking of each evening. The best four of 10, 9, 8 and 7 points count; Di gets 2.5 points manually.
ORDERS = ("Anna Bo Cy Di", "Bo Di Anna Cy", "Cy Anna Bo Di", "Anna Cy Bo Di", "Di Anna Bo Cy", "Bo Di Anna Cy")
MEMBERS = {"Anna": "w", "Bo": "m", "Cy": "m", "Di": "w"}
BEFORE = [("1", "Anna", "38"), ("2", "Di", "37.50"), ("3", "Bo", "37"), ("4", "Cy", "34")]
#: The table after Di's game against Bo on the last evening is corrected to a win.
AFTER = [("1", "Di", "38.50"), ("2", "Anna", "38"), ("3", "Bo", "36"), ("4", "Cy", "34")]
#: Clicks of the first organiser, without those of the evenings, and without clicks into fields.
CLICKS = 35


def play_evening(orla, number, order):
    """Play a round robin: the player who comes first in `order` wins. Return the stage."""
    stage = Stage(orla, name=f"Evening {number}", system="round-robin", starts_on=date(2026, 1, number))
    rows = [{"name": name, "sex": sex, "external_id": name} for name, sex in MEMBERS.items()]
    registration.add_players(stage.orla, stage.tournament, rows)
    for _round in range(3):
        stage.pair()
        stage.publish()
        for pairing in stage.round.pairings.prefetch_related("appearances__player"):
            first, second = (each.player.name for each in sorted(pairing.appearances.all(), key=lambda each: each.side))
            stage.enter(pairing.table, "1-0" if order.index(first) < order.index(second) else "0-1")
        stage.close()
    stage.finish()
    return stage


class SeriesOrganiser:
    """The organiser of the series, with a count of clicks."""

    def __init__(self, page):
        self.page = page
        self.clicked = []

    def click(self, role, name):
        settle(self.page)
        self.page.get_by_role(role, name=name, exact=True).first.click()
        self.clicked.append(name)

    def unfold(self, text):
        settle(self.page)
        self.page.locator("summary").get_by_text(text, exact=True).click()
        self.clicked.append(text)

    def check(self, label):
        self.page.get_by_label(label).check()
        self.clicked.append(label)

    def go_to_the_series(self):
        for name in ("Kierros", "Series", "Club evenings"):
            self.click("link", name)

    def read_lines(self):
        """Return place, name and total of each row of the open table; the page must have no faults."""
        assert faults(self.page) == []
        return [(row[0], row[1].split()[0], row[2]) for row in table_of(self.page, "#series")]

    def create_the_series(self):
        """Create the series; a preset of points is filled in last, and keeps the fields that are filled in already."""
        page = self.page
        self.click("link", "Series")
        self.click("link", "Create a series")
        page.get_by_label("Name of the series").fill("Club evenings")
        for label, number in (("Best results that count", 4), ("Events needed to be ranked", 3), ("Planned events", 6)):
            page.get_by_label(label).fill(str(number))
        self.unfold("More settings")
        self.check("Separate table for women")
        page.get_by_label("Players who are promoted").fill("1")
        page.get_by_label("Players who are relegated").fill("1")
        self.click("button", "Fill in points")
        expect(page.get_by_text("The points are filled in, but not saved yet.")).to_be_visible()
        assert faults(page) == []
        page.get_by_label("Name of the series").press("Enter")

    def add_all(self):
        settle(self.page)
        for number in range(1, 7):
            self.check(f"Evening {number}")
        self.click("button", "Add the selected tournaments")

    def give_points(self):
        self.unfold("Manual points")
        self.page.get_by_label("Name", exact=True).select_option(label="Di")
        self.page.get_by_label("Points", exact=True).fill("2.5")
        self.page.get_by_label("Reason").fill("won the outing")
        self.click("button", "Add points")

    def correct_the_last_evening(self):
        """Correct a result: Di beat Bo. The tournament's pages are reached from the series."""
        page = self.page
        for name in ("Evening 6", "Desk", "results of round 3"):
            self.click("link", name)
        table, first = next((row[0], row[1]) for row in table_of(page, "#pairings") if {row[1], row[3]} == {"Bo", "Di"})
        self.click("link", re.compile(f"Correct table {table}$"))
        page.get_by_label("Correct result").fill("1-0" if first == "Di" else "0-1")
        page.get_by_label("Reason").fill("wrong on the slip")
        page.get_by_label("Reason").press("Enter")
        self.click("button", "Correct the result")
        expect(page.get_by_text("Result corrected.")).to_be_visible()


@pytest.mark.rotates(8)
@pytest.mark.slow("plays six evenings")
@pytest.mark.django_db(transaction=True)
def test_season_of_six_evenings_is_closed_corrected_and_closed_again(new_page, live_server):
    page = new_page(LAPTOP)
    user, heli = (User.objects.create_user(name, password=PASSWORD) for name in ("Orla", "Heli"))
    stages = [play_evening(user, number, order.split()) for number, order in enumerate(ORDERS, start=1)]
    Member.objects.create(tournament=stages[0].tournament, user=heli, role=Member.Role.ORGANISER)
    sign_in_by_cookie(page, live_server.url)
    page.goto(live_server.url)
    orla = SeriesOrganiser(page)
    orla.create_the_series()
    orla.add_all()
    orla.give_points()
    orla.click("link", "Series table")
    assert orla.read_lines() == BEFORE
    assert texts_of(page, "#series .chip") == ["Promotion place", "Relegation place"]
    orla.click("link", "Women")
    assert [name for _place, name, _total in orla.read_lines()] == ["Anna", "Di"]
    orla.click("link", "Di")
    assert table_of(page, "#results")[-1][0].split("\n")[0] == "won the outing"
    for role, name in (("link", "Series table"), ("link", "Manage series"), ("button", "Close the season")):
        orla.click(role, name)
    orla.correct_the_last_evening()
    orla.go_to_the_series()
    assert orla.read_lines() == BEFORE, "closed is closed"
    orla.click("link", "Manage series")
    expect(page.locator("#corrections")).to_contain_text("have changed since the season was closed")
    assert faults(page) == []
    orla.click("button", "Reopen the season")
    orla.click("link", "Series table")
    assert orla.read_lines() == AFTER
    orla.click("link", "Manage series")
    orla.click("button", "Undo reopening")
    orla.unfold("Other organisers")
    page.get_by_label("Organiser of one of your tournaments").select_option("Heli")
    orla.click("button", "Add organiser")
    expect(page.get_by_text("now manages this series, too.")).to_be_visible()
    assert len(orla.clicked) == CLICKS
    take_over(new_page(PHONE), live_server.url)


def take_over(other, url):
    """Another organiser opens the series on a phone."""
    sign_in_by_cookie(other, url, "Heli")
    other.goto(url)
    second = SeriesOrganiser(other)
    for name in ("Series", "Club evenings"):
        second.click("link", name)
    assert second.read_lines() == BEFORE, "closed again with the table that it had"
    assert width_of(other) <= PHONE["width"]
    second.click("link", "Manage series")
    expect(other.get_by_role("button", name="Reopen the season")).to_be_visible()
    expect(other.get_by_text("Delete this series")).to_have_count(0)
