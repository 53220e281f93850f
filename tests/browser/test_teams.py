"""Two rounds of FIDE's team Swiss for four teams of four with a reserve: members, line-ups on a phone and at the desk,
boards, and the table.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import codes_on_paper, settle, table_of, texts_of, width_of
from tests.conftest import PHONE

pytestmark = pytest.mark.django_db(transaction=True)

TEAMS = ("Oslo", "Riga", "Tartu", "Umea")


class Leader(Organiser):
    """An organiser of a team tournament."""

    of_whom = "Teams"

    def enters_members(self, team):
        page = self.page
        self.goes_to_the_players()
        page.get_by_role("row", name=team).get_by_role("link", name="Members").click()
        expect(page.get_by_role("heading", name="Members of")).to_contain_text(team)
        for place in range(1, 6):
            page.get_by_label(f"Name {place}", exact=True).fill(f"{team} {place}")
            page.get_by_label(f"Rating {place}", exact=True).fill(str(2200 - 100 * place - 10 * TEAMS.index(team)))
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_text("Members saved.")).to_be_visible()

    def opens_the_match(self, table):
        self.opens_the_results_of(self.number)
        self.page.locator(f"#t{table}").get_by_role("link", name="Boards").click()
        expect(self.page.get_by_role("heading", name=f"Boards of table {table}")).to_be_visible()

    def sets_the_line_ups(self):
        """Save both line-ups as proposed."""
        for at in (0, 1):
            self.sets_a_line_up(at)

    def sets_a_line_up(self, at):
        self.page.get_by_role("button", name="Save line-up for").nth(at).click()
        settle(self.page)
        expect(self.page.locator(".line-ups h3").nth(at)).to_contain_text("is in")

    def enters_the_boards(self, *texts):
        for number, text in enumerate(texts, start=1):
            self.page.get_by_role("group", name=f"Board {number}").get_by_label(text, exact=True).check()
        self.page.get_by_role("button", name="Save boards").click()
        expect(self.page.get_by_role("heading", name="Results of round")).to_be_visible()

    def prints_badges(self):
        """Create badges, and return the content of the codes on the printed sheet."""
        self.goes_to_the_players()
        self.page.get_by_role("link", name="Badges").click()
        self.page.get_by_role("button", name="Create badges for 4 teams").click()
        expect(self.page.get_by_role("img", name="Code of Umea")).to_be_visible()
        codes = codes_on_paper(self.page)
        self.page.get_by_role("link", name="Desk", exact=True).click()
        return codes

    def begins(self, number):
        self.number = number
        self.does_the_next_step(re.compile(f"[Pp]air round {number}$"))
        self.publishes()


def reads_a_badge(code, phone):
    """Read the code of a team's badge with a phone, and return the team."""
    phone.goto(code)
    expect(phone.get_by_text("You have no opponent at the moment.")).to_be_visible()
    return texts_of(phone, "h1")[0]


def hands_in(phone):
    phone.reload()
    expect(phone.get_by_role("heading", name="Your line-up")).to_be_visible()
    phone.get_by_role("button", name="Submit line-up").click()
    expect(phone.get_by_text("Your line-up is submitted.")).to_be_visible()


def hands_in_a_wrong_one_first(phone):
    """A line-up with the reserve above a regular player is refused, and no input is lost."""
    phone.reload()
    assert faults(phone) == []
    assert width_of(phone) <= PHONE["width"]
    phone.get_by_label("Board 3").select_option(label="5. Oslo 5")
    phone.get_by_role("button", name="Submit line-up").click()
    expect(phone.get_by_text("so Oslo 4 must play the higher board")).to_be_visible()
    phone.get_by_label("Board 3").select_option(label="4. Oslo 4")
    phone.get_by_label("Board 4").select_option(label="5. Oslo 5")
    phone.get_by_role("button", name="Submit line-up").click()
    expect(phone.get_by_text("Your line-up is submitted.")).to_be_visible()


@pytest.mark.rotates(8)
def test_line_ups_by_telephone_boards_and_table_work(live_server, page, new_page):
    leader = Leader(page, live_server.url)
    leader.starts("League", "chess", "With mild colour preferences (type B)", TEAMS, planned_rounds=2)
    for team in TEAMS:
        leader.enters_members(team)
    assert faults(page) == []
    ranks_otherwise(leader)
    phones = {reads_a_badge(code, phone): phone for code in leader.prints_badges() for phone in [new_page(PHONE)]}

    leader.begins(1)
    hands_in_a_wrong_one_first(phones["Oslo"])
    for name in TEAMS[1:]:
        hands_in(phones[name])
    phones["Oslo"].reload()
    expect(phones["Oslo"].locator(".boards")).to_contain_text("Oslo 5")
    assert faults(phones["Oslo"]) == []
    for table in (1, 2):
        leader.opens_the_match(table)
        assert faults(page) == []
        leader.enters_the_boards("1-0", "½-½", "0-1", "1-0")

    leader.begins(2)
    for table, second, third in ((1, "0-1", "½-½"), (2, "½-½", "0-1")):
        leader.opens_the_match(table)
        leader.sets_the_line_ups()
        leader.enters_the_boards("1-0", second, third, "1-0")
    leader.does_the_next_step(re.compile("[Cc]lose round 2"))
    page.get_by_role("link", name="Standings", exact=True).first.click()
    assert [row[2] for row in table_of(page, "#standings")] == ["4", "2", "2", "0"]
    page.get_by_role("link", name="Teams", exact=True).first.click()
    page.get_by_role("link", name="Best boards").click()
    expect(page.get_by_role("heading", name="Reserves")).to_be_visible()
    assert faults(page) == []
    reads_what_they_are_made_of(page, phones["Riga"])


def ranks_otherwise(leader):
    """Change the rules before round 1: extended direct encounter replaces direct encounter, and Buchholz uses game
    points.
    """
    page = leader.page
    page.get_by_role("link", name="Desk", exact=True).first.click()
    page.get_by_role("link", name="Settings", exact=True).click()
    page.get_by_role("navigation", name="Pages in this section").get_by_role("link", name="Rules").click()
    expect(page.locator("#chain code")).to_have_text(("PTS", "MPVGP", "DE", "SB"))
    for name in ("Game points", "Direct encounter", "Sonneborn-Berger"):
        page.get_by_role("button", name=f"Remove {name}").click()
        settle(page)
    for name in ("Extended direct encounter, top boards (EDET)", "Buchholz (BH)"):
        page.get_by_label("Another criterion").select_option(label=name)
        page.get_by_role("button", name="Add criterion").click()
        settle(page)
    page.locator("#chain > li").last.get_by_text("Variant").click()
    page.get_by_label("Use game points, not match points").last.check()
    page.get_by_role("button", name="Preview changes").last.click()
    expect(page.locator("#chain code")).to_have_text(("PTS", "EDET", "BH:GP"))
    assert faults(page) == []
    page.get_by_role("button", name="Save rules").click()
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()


def reads_what_they_are_made_of(page, phone):
    """Read the explanation of values at the desk and on a captain's phone."""
    page.get_by_role("link", name="Standings", exact=True).first.click()
    expect(page.locator("#standings thead")).to_contain_text("BH:GP")
    address = page.url
    phone.goto(address)
    assert width_of(phone) <= PHONE["width"]
    for code, text in (
        ("EDET", "the boards of all matches decide: 1½ to 1 at"),
        ("BH:GP", "Buchholz (BH:GP) is"),
    ):
        phone.goto(address)
        phone.get_by_label("Show tie-breaks").check()
        phone.locator("#standings a[href*='" + code + "']").first.click()
        expect(phone.locator("main")).to_contain_text(text)
        assert faults(phone) == []
        assert width_of(phone) <= PHONE["width"]


def says(phone, *texts):
    """A captain reports the result of every board."""
    phone.reload()
    expect(phone.get_by_text("Report result")).to_be_visible()
    for number, text in enumerate(texts, start=1):
        phone.get_by_role("group", name=f"Board {number}").get_by_label(text, exact=True).check()
    phone.get_by_role("button", name="Report boards").click()
    expect(phone.get_by_text("you reported:")).to_be_visible()


@pytest.mark.rotates(8)
def test_captains_dispute_and_agree_on_the_boards(live_server, page, new_page):
    """One captain reports, the other disputes, the first reports another result, and the other confirms it."""
    leader = Leader(page, live_server.url)
    leader.starts("Final", "chess", "With mild colour preferences (type B)", TEAMS[:2], planned_rounds=1)
    page.get_by_role("link", name="Settings").first.click()
    page.get_by_label("Players report results with their badges").check()
    page.get_by_role("button", name="Save").first.click()
    settle(page)
    for team in ("Oslo", "Riga"):
        leader.enters_members(team)
    leader.goes_to_the_players()
    page.get_by_role("link", name="Badges").click()
    page.get_by_role("button", name="Create badges for 2 teams").click()
    expect(page.get_by_role("img", name="Code of Riga")).to_be_visible()
    phones = {reads_a_badge(code, phone): phone for code in codes_on_paper(page) for phone in [new_page(PHONE)]}
    page.get_by_role("link", name="Desk", exact=True).click()
    leader.begins(1)
    for phone in phones.values():
        hands_in(phone)
    says(phones["Oslo"], "1-0", "½-½", "0-1", "1-0")
    phones["Riga"].reload()
    expect(phones["Riga"].get_by_text("(1-0 ½-½ 0-1 1-0)").first).to_be_visible()
    assert faults(phones["Riga"]) == []
    assert width_of(phones["Riga"]) <= PHONE["width"]
    phones["Riga"].get_by_role("button", name="Dispute").click()
    expect(phones["Riga"].get_by_text("Your reports differ.")).to_be_visible()
    phones["Oslo"].reload()
    phones["Oslo"].get_by_text("Report another result").click()
    says_again = phones["Oslo"].get_by_role("group", name="Board 4")
    says_again.get_by_label("½-½", exact=True).check()
    for number, text in enumerate(("1-0", "½-½", "0-1"), start=1):
        phones["Oslo"].get_by_role("group", name=f"Board {number}").get_by_label(text, exact=True).check()
    phones["Oslo"].get_by_role("button", name="Report boards").click()
    phones["Riga"].reload()
    phones["Riga"].get_by_role("button", name="Confirm").click()
    expect(phones["Riga"].get_by_text("The result is final.")).to_be_visible()
    leader.opens_the_match(1)
    expect(page.get_by_role("group", name="Board 4").get_by_label("½-½", exact=True)).to_be_checked()
