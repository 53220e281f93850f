"""A football league of 18 teams with dates and kick-off times, by visible links, from the home page to the final table.

`tests/tournaments/api/test_seasons.py` plays a league of the same size through the API and checks the table itself.
"""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import measure, settle, table_of
from tests.conftest import PHONE
from tests.tournaments.api.test_seasons import DAYS, League
from tournaments.core.rights import Who
from tournaments.core.words import notation
from tournaments.models import Pairing, Tournament, User
from tournaments.results import results

CLUBS = ["Harbour", "Harbour", *(f"Club {n}" for n in range(16))]
#: A match of round 17 is played in March, and one team does not appear for a match of round 9.
LATE, LATE_DAY = (17, 4), "2027-03-10 19:00"
AWARDED = (9, 1)
#: The rounds whose results are typed; those of other rounds are stored by service calls.
TYPED = (1, 2, 9, 17, 18, 34)


class Secretary(Organiser):
    """The league secretary, who enters the results.

    Clicks are counted, and so are keys, except those of the team list and the dates, which are pasted.
    """

    clicks = keys = 0

    def click(self, name, role="link", exact=False):
        settle(self.page)
        self.page.get_by_role(role, name=name, exact=exact).first.click()
        self.clicks += 1

    def presses(self, key):
        self.page.keyboard.press(key)
        self.keys += 1

    def writes(self, text):
        self.page.keyboard.type(text)
        self.keys += len(text)

    def pastes_into(self, label, text):
        self.page.get_by_label(label).fill(text)
        self.clicks, self.keys = self.clicks + 1, self.keys + 1

    def chooses(self, label, value):
        self.page.get_by_label(label).select_option(label=value)
        self.clicks += 2


def makes_the_league(page, orla):
    orla.makes_the_first_account()
    orla.writes("District league")
    page.get_by_label("Game", exact=True).select_option(label="Football")
    page.get_by_text("Everyone plays everyone").click()
    page.get_by_text("Change the recommendation").click()
    orla.clicks += 4
    orla.chooses("Standings and tie-breaks", "Football: Bundesliga")
    orla.click("Create tournament", "button")
    orla.click("Paste or upload a list")
    lines = [f"Team {n:02};{club}" for n, club in enumerate(CLUBS)]
    orla.pastes_into("Paste a list", "\n".join(["name;club", *lines]))
    orla.click("Check list", "button")
    orla.click(re.compile("^Add 18 "), "button")
    orla.click("Settings")
    orla.pastes_into("Days of the rounds", ", ".join(f"{day} 15:30" for day in DAYS))
    orla.pastes_into("Everyone plays everyone", "2")
    orla.click("Save settings", "button")
    expect(page.get_by_text("Settings saved.")).to_be_visible()
    orla.click("Desk", exact=True)
    orla.click("Publish all 34 remaining rounds", "button")
    expect(page.get_by_text("All rounds are published.")).to_be_visible()


def reads_a_round_to_come(visitor, root):
    """A round that has not started, and the page of each team, show when they play."""
    day = f"To be played on {DAYS[-1].day} {DAYS[-1]:%B %Y}, 15:30"
    visitor.goto(f"{root}/rounds/34/")
    expect(visitor.locator("#fresh")).to_have_text(day)
    visitor.get_by_role("link", name="Team 00").first.click()
    visitor.set_viewport_size(PHONE)
    expect(visitor.get_by_text(f"To be played on {DAYS[-1].day} {DAYS[-1]:%b}, 15:30")).to_be_visible()
    cards = "[...document.querySelectorAll('.game')]"
    assert measure(visitor, f"{cards}.every(card => card.scrollWidth <= card.clientWidth)")
    assert measure(visitor, f"{cards}.length") == 34
    assert faults(visitor) == []
    expect(visitor.get_by_text("still playing")).to_have_count(0)
    expect(visitor.get_by_text("still running")).to_have_count(0)


def postpones(page, orla):
    orla.click("Settings")
    orla.pastes_into("Postponed matches", f"{LATE[0]}/{LATE[1]} {LATE_DAY}")
    orla.click("Save settings", "button")
    expect(page.get_by_text("Settings saved.")).to_be_visible()
    orla.click("Desk", exact=True)


def types_a_round(page, orla, number, goals):
    """Type a round with the keyboard only, from the first table on. A button awards the match that was not played."""
    expect(page.get_by_role("heading", name=f"Results of round {number}")).to_be_visible()
    settle(page)
    for table in range(1, 10):
        if (number, table) == LATE:
            orla.presses("Escape")
            orla.writes(str(table + 1))
            orla.presses("Enter")
            continue
        field = page.locator(f"#t{table} input[name=typed]")
        expect(field).to_be_focused()
        if (number, table) == AWARDED:
            page.locator(f"#t{table} .no-show").click()
            page.locator(f"#t{table} .panel button").nth(1).click()
            orla.clicks += 2
            continue
        orla.writes(goals[number, table])
        orla.presses("Enter")
    expect(page.locator("#missing")).to_have_text("1" if number == LATE[0] else "0")


def stores_a_round(number, goals):
    tournament = Tournament.objects.get()
    who = Who.at_page(User.objects.get(username="Orla"))
    entries = [
        results.ResultEntry(pairing.public_id, notation.parse(goals[number, pairing.table], tournament.scoring))
        for pairing in Pairing.objects.filter(round__number=number)
    ]
    results.enter_results(who, tournament, entries)


def deducts(page, orla):
    orla.click("Warnings and penalties")
    orla.click("Point deductions")
    page.locator("#deduct_player").select_option("Team 05")
    orla.clicks += 2
    page.get_by_label("Points").click()
    orla.clicks += 1
    orla.writes("-3")
    page.get_by_label("Reason").click()
    orla.clicks += 1
    orla.writes("fielded a banned player")
    orla.presses("Enter")
    expect(page.get_by_text("fielded a banned player")).to_be_visible()


def matches_of(goals):
    """Return (home, away, goals) for all matches, as the program paired them."""
    found = []
    for pairing in Pairing.objects.select_related("round").prefetch_related("appearances__player"):
        home, away = (each.player.name for each in sorted(pairing.appearances.all(), key=lambda each: each.side))
        at = (pairing.round.number, pairing.table)
        found.append((home, away, (3, 0) if at == AWARDED else tuple(map(int, goals[at].split("-")))))
    return found


def plays_the_league(page, new_page, url, typed):
    """Play the whole league, and return its secretary."""
    rng = Random(18)
    goals = {
        (number, table): f"{rng.choice((0, 0, 1, 1, 2, 3, 4))}-{rng.choice((0, 0, 1, 1, 2, 3))}"
        for number in range(1, 35)
        for table in range(1, 10)
    }
    orla, visitor = Secretary(page, url), new_page()
    makes_the_league(page, orla)
    root = f"{url}/t/district-league"
    reads_a_round_to_come(visitor, root)
    postpones(page, orla)
    for number in range(1, 35):
        if number not in typed:
            stores_a_round(number, goals)
    orla.click(re.compile("^Enter results: "))
    for number, following in zip(typed, [*typed[1:], LATE[0]], strict=True):
        types_a_round(page, orla, number, goals)
        orla.click(f"Results of round {following}", exact=True)
    visitor.goto(f"{root}/rounds/{LATE[0]}/")
    expect(visitor.locator("#fresh")).to_have_text("To be played on 10 March 2027, 19:00")
    expect(page.locator(f"#t{LATE[1]} input[name=typed]")).to_be_focused()
    orla.writes(goals[LATE])
    orla.presses("Enter")
    deducts(page, orla)
    orla.click("Desk", exact=True)
    orla.click("All 306 results in: close all rounds", "button")
    orla.click("Publish the final standings", "button")
    expect(page.get_by_text("The tournament is finished.").first).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link", name="Calendar", exact=True)).to_be_visible()
    calendar = page.request.get(
        measure(page, "[...document.querySelectorAll('main a')].find(a => a.text.trim() === 'Calendar').href")
    )
    days = re.findall(r"DTSTART:(\d{8})T153000Z", calendar.text())
    assert days == [f"{day:%Y%m%d}" for day in DAYS]
    orla.click("Public page")
    orla.click("Standings")
    names = [row[1] for row in table_of(page, "#standings")]
    expected = League(matches_of(goals), {"Team 05": -3}).table()
    found = [{names.pop(0) for _team in place} for place in expected]
    assert found == expected
    return orla


@pytest.mark.rotates(8)
@pytest.mark.slow("a league of 306 matches")
@pytest.mark.django_db(transaction=True)
def test_league_of_18_runs_from_first_page_to_final_table(page, new_page, live_server):
    plays_the_league(page, new_page, live_server.url, TYPED)
