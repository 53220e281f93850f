"""Five rounds of FIDE's team Swiss for twelve teams of four with a reserve, from a pasted list to the best boards."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.page_reading import await_promise, codes_on_paper, settle, table_of
from tests.browser.test_groups_and_finals import fits
from tests.browser.test_teams import Leader, reads_a_badge
from tests.conftest import LAPTOP, PHONE

TEAMS = ("Bergen", "Espoo", "Kaunas", "Lund", "Malmö", "Narva", "Oslo", "Pärnu", "Riga", "Tartu", "Umeå", "Vilnius")
ROUNDS, BOARDS = 5, 4
#: The results of a match's boards, selected by its table number.
BROUGHT = (("1-0", "½-½", "1-0", "½-½"), ("0-1", "½-½", "½-½", "0-1"), ("1-0", "0-1", "½-½", "½-½"))


class Captains(Leader):
    """An organiser of an event with twelve teams."""

    def pastes_the_teams(self):
        page = self.page
        page.get_by_role("link", name="Paste or upload a list").click()
        rows = [f"{team};{2300 - 25 * at}" for at, team in enumerate(TEAMS)]
        page.get_by_label("Paste a list").fill("\n".join(["Name;Rating", *rows]))
        page.get_by_role("button", name="Check list").click()
        page.get_by_role("button", name=re.compile("^Add 12 ")).click()
        expect(page.get_by_text("12 teams added.")).to_be_visible()

    def enters_members(self, team):
        """Enter the players of the four boards, and a reserve."""
        page = self.page
        page.get_by_role("row", name=team).get_by_role("link", name="Members").click()
        expect(page.get_by_role("heading", name="Members of")).to_contain_text(team)
        for place in range(1, BOARDS + 2):
            page.get_by_label(f"Name {place}", exact=True).fill(f"{team} {place}")
            page.get_by_label(f"Rating {place}", exact=True).fill(str(2400 - 60 * place - 25 * TEAMS.index(team)))
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_text("Members saved.")).to_be_visible()

    def pastes_members(self, team):
        """Paste the members of the next team from a letter. The page names a line that it cannot read; it is corrected
        there.
        """
        page, at = self.page, TEAMS.index(team)
        page.get_by_role("button", name=f"Save and go to {team}").click()
        expect(page.get_by_role("heading", name="Members of")).to_contain_text(team)
        page.get_by_role("button", name="Fill in lines").click()
        expect(page.get_by_text("Paste a list first")).to_be_visible()
        ratings = [2400 - 60 * place - 25 * at for place in range(1, BOARDS + 2)]
        lines = [f"{place}. {team} {'ABCDE'[place - 1]} {rating}" for place, rating in enumerate(ratings, start=1)]
        page.get_by_label("Paste the team members").fill("\n".join([team, *lines[:-1], f"{lines[-1]}?"]))
        page.get_by_role("button", name="Fill in lines").click()
        expect(page.get_by_text("Nothing has been saved yet")).to_be_visible()
        for place, rating in enumerate(ratings, start=1):
            page.get_by_label(f"Name {place}", exact=True).fill(f"{team} {place}")
            if place > BOARDS:
                page.get_by_label(f"Rating {place}", exact=True).fill(str(rating))
            expect(page.get_by_label(f"Rating {place}", exact=True)).to_have_value(str(rating))
        page.get_by_label("Name 1", exact=True).press("Enter")
        expect(page.get_by_text("Members saved.")).to_be_visible()

    def makes_badges(self):
        """Create badges, and return the content of the codes on the printed badges."""
        page = self.page
        if page.viewport_size == PHONE:
            page.locator("summary").get_by_text("More", exact=True).click()
        page.get_by_role("link", name="Badges").click()
        page.get_by_role("button", name="Create badges for 12 teams").click()
        expect(page.get_by_role("img", name="Code of Vilnius")).to_be_visible()
        codes = codes_on_paper(page)
        page.get_by_role("link", name="Desk", exact=True).click()
        return codes

    def sends_all(self, tables, *, boards):
        """Send the proposed line-ups of all tables, and the boards of the tables in `boards`. The forms of each match
        page are sent as fast as the page can.
        """
        self.opens_the_results_of(self.number)
        matches = {str(table): BROUGHT[table % 3] if table in boards else [] for table in tables}
        assert await_promise(self.page, f"({_SEND})({json.dumps(matches)})") == []
        self.page.reload()
        settle(self.page)


_SEND = """async matches => {
    const refused = [];
    const post = async (form, more = {}) => {
        const body = new URLSearchParams(new FormData(form));
        for (const name in more) body.set(name, more[name]);
        const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
        if (answer.type !== "opaqueredirect") refused.push([form.action, answer.status]);
    };
    const open = async (link) => new DOMParser().parseFromString(await (await fetch(link)).text(), "text/html");
    await Promise.all(Object.entries(matches).map(async ([table, brought]) => {
        const link = document.querySelector(`#t${table} a.button[href*="boards"]`).href;
        for (const form of (await open(link)).querySelectorAll(".line-ups form")) {
            if (!form.querySelector("h3 span").textContent.includes("is in")) await post(form);
        }
        if (!brought.length) return;
        const form = (await open(link)).querySelector("#boards");
        form.action = link;
        await post(form, Object.fromEntries(brought.map((text, at) => [`b${at + 1}`, text])));
    }));
    return refused;
}"""


@pytest.mark.django_db(transaction=True)
@pytest.mark.rotates(8)
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_12_teams_of_four_with_reserves_play_five_rounds(new_page, live_server, size):
    page = new_page(size)
    leader = Captains(page, live_server.url)
    leader.makes_the_first_account()
    leader.creates("Nordic cup", "Chess", {"Pairing system": "With mild colour preferences (type B)"}, ROUNDS)
    leader.pastes_the_teams()
    leader.goes_to_the_players()
    leader.enters_members(TEAMS[0])
    for team in TEAMS[1:]:
        leader.pastes_members(team)
    leader.goes_to_the_players()
    phone = new_page(PHONE)
    captain = reads_a_badge(leader.makes_badges()[0], phone)

    met = []
    for number in range(1, ROUNDS + 1):
        leader.begins(number)
        met += plays(leader, phone, captain, size)
        leader.closes(number)
        if number == 2:
            corrects(leader, size)
    assert len(set(met)) == len(met) == 30
    leader.announces()
    reads_the_end(leader, size)


def plays(leader, phone, captain, size):
    """Play a round, and return the pairs. Two matches of round 1 are entered manually, and three results of round 3 on
    the results page.
    """
    page, number = leader.page, leader.number
    leader.opens_the_results_of(number)
    rows = table_of(page, "#entry")
    met = [frozenset(row[1:3]) for row in rows]
    if number == 1:
        own = next(at for at, row in enumerate(rows, start=1) if captain in row[1:3])
        empty = own % 6 + 1
        by_telephone(leader, phone, captain, own, size)
        without_the_last_board(leader, empty)
        rest = [table for table in range(1, 7) if table not in {own, empty}]
        leader.sends_all(rest, boards=rest)
    elif number == 3:
        leader.sends_all(range(1, 7), boards=(1, 2, 3))
        leader.sends({4: "2½-1½", 5: "2-2", 6: "0-4"})
        page.reload()
    else:
        leader.sends_all(range(1, 7), boards=range(1, 7))
    expect(page.locator("#missing")).to_have_text("0")
    return met


def by_telephone(leader, phone, captain, table, size):
    """The captain puts the reserve on the last board; the desk saves the other line-up and enters the boards."""
    phone.reload()
    phone.get_by_label("Board 4").select_option(label=f"5. {captain} 5")
    fits(phone, PHONE)
    phone.get_by_role("button", name="Submit line-up").click()
    expect(phone.get_by_text("Your line-up is submitted.")).to_be_visible()
    leader.opens_the_match(table)
    other = leader.page.locator(".line-ups form").filter(has_text="missing")
    other.get_by_role("button", name="Save line-up for").click()
    expect(leader.page.get_by_role("group", name="Board 4")).to_contain_text(f"{captain} 5")
    fits(leader.page, size)
    leader.enters_the_boards("1-0", "½-½", "1-0", "½-½")


def without_the_last_board(leader, table):
    """The second team has no player at the last board, so the first team wins that board by forfeit."""
    page = leader.page
    leader.opens_the_match(table)
    leader.sets_a_line_up(0)
    page.locator(".line-ups form").nth(1).get_by_label("Board 4").select_option(label="nobody")
    leader.sets_a_line_up(1)
    last = page.get_by_role("group", name="Board 4")
    expect(last.get_by_label("+--", exact=True)).to_be_checked()
    leader.enters_the_boards("1-0", "½-½", "0-1")


def corrects(leader, size):
    """Reverse the result of a board in round 2; the mistake is found after the round is closed."""
    page = leader.page
    page.get_by_role("link", name="Desk", exact=True).first.click()
    page.get_by_role("link", name="results of round 2").click()
    expect(page.get_by_role("heading", name="Results of round 2")).to_be_visible()
    shown = page.locator("#t1")
    expect(shown).to_contain_text("1-3")
    shown.get_by_role("link", name=re.compile("[Cc]orrect")).click()
    page.get_by_role("group", name="Board 4").get_by_label("1-0", exact=True).check()
    page.get_by_label("Reason").fill("The slip was read upside down")
    fits(page, size)
    page.get_by_role("button", name="Save boards").click()
    expect(page.locator("#t1")).to_contain_text("2-2")


def reads_the_end(leader, size):
    page = leader.page
    page.get_by_role("link", name="Standings", exact=True).first.click()
    table = table_of(page, "#standings")
    assert sum(int(row[2]) for row in table) == 60
    fits(page, size)
    page.get_by_role("link", name="Teams", exact=True).first.click()
    page.get_by_role("link", name="Best boards").click()
    expect(page.get_by_role("heading", name="Reserves")).to_be_visible()
    fits(page, size)
    page.set_viewport_size(PHONE)
    fits(page, PHONE)
