"""An open of 80 players and nine rounds, or half of it, under FIDE's rules, from the first click to the report."""

import random
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from pairings import trf
from tests.browser.organiser import Organiser
from tests.browser.reading import table_of
from tests.serving import ROOT

PLAYERS = [(f"Player {number:02}", 2500 - 12 * number) for number in range(1, 81)]
BY_HAND = 5
#: A small window: painting is most of what 360 results cost.
SMALL = {"width": 800, "height": 360}
#: In these rounds a letter a table; in the others the same forms, sent as fast as the page can.
BY_KEYBOARD = {1, 3}
LETTERS = {"a": "1-0", "s": "½-½", "d": "0-1"}
REASON = "Two players of one family sat at neighbouring boards"
#: What happens before a round is paired: byes asked for (round, kind), who leaves, who comes.
BYES = {"Player 11": (1, "half"), "Player 25": (2, "half"), "Player 40": (4, "zero"), "Player 66": (7, "half")}
LEAVE = {4: "Player 33", 7: "Player 07"}
COME = {3: ("Lena Late", "2145"), 6: ("Lou Later", "2333")}
FORFEITS = {2: {7: "+--"}, 3: {19: "--+", 20: "+--"}, 6: {5: "---"}, 8: {30: "+--"}}


class Arbiter(Organiser):
    """An organiser of a large open: lists, the fast way through the results, changes by hand."""

    def opens_registration(self, last):
        page = self.page
        page.get_by_label("Name of the tournament").fill("Turku Open")
        page.get_by_text("Change what is proposed").click()
        page.get_by_label("Pairing system").select_option(label="FIDE-rated open")
        page.get_by_label("Rounds", exact=False).first.fill(str(last))
        page.get_by_role("button", name="Create the tournament").click()
        expect(page.get_by_text("Turku Open is created.")).to_be_visible()

    def pastes_the_list(self, entries):
        self.goes_to_the_players()
        self.page.get_by_role("link", name="Paste or upload a list").click()
        self.page.get_by_label("Paste the list here").fill("\n".join(f"{name}, {rating}" for name, rating in entries))
        self.page.get_by_role("button", name="Look at the list").click()
        self.page.get_by_role("button", name=f"Add {len(entries)} players").click()
        expect(self.page.get_by_text(f"{len(entries)} players are added.")).to_be_visible()

    def notes_a_bye(self, name, number, kind):
        self.opens_the_player(name)
        self.page.get_by_label("Round").fill(str(number))
        self.page.get_by_label("Bye", exact=True).select_option(kind)
        self.page.get_by_role("button", name="Note the bye").click()
        expect(self.page.get_by_text(f"The bye in round {number} is noted.")).to_be_visible()

    def takes_in(self, name, rating):
        self.goes_to_the_players()
        self.page.locator("#add [name=name]").fill(name)
        self.page.locator("#add [name=rating]").fill(rating)
        self.page.get_by_role("button", name="Add", exact=True).click()
        expect(self.page.locator("#added")).to_contain_text(f"{name} is added and plays from round")

    def swaps_black_of(self, one_table, other_table):
        """Exchange the second players of two tables of the draft."""
        blacks = {row[0]: row[2] for row in table_of(self.page, "#pairings") if len(row) > 2}
        one, other = blacks[str(one_table)], blacks[str(other_table)]
        self.page.get_by_text("Swap two players").click()
        self.page.get_by_label("This player").select_option(label=name_in(one))
        self.page.get_by_label("and this one").select_option(label=name_in(other))
        self.page.get_by_role("button", name="Swap", exact=True).click()
        expect(self.page.get_by_label("Why the pairing was changed by hand")).to_be_visible()

    def enters_all(self, number, rng):
        """Forfeits first, by typing; then one letter a table, from the top, or the forms of all that are left."""
        page = self.page
        self.opens_the_results(number)
        expect(page.locator("tr.selected")).to_be_visible()
        tables = len(table_of(page, "#entry"))
        forfeits = FORFEITS.get(number, {})
        for table, text in forfeits.items():
            page.locator(f"#t{table}").get_by_label(f"Result of table {table}").fill(text)
            page.locator(f"#t{table}").get_by_role("button", name="Save").click()
            expect(page.locator(f"#t{table}[data-done]")).to_be_visible()
        letters = rng.choices("aasd", k=tables - len(forfeits))
        if number not in BY_KEYBOARD:
            left = [table for table in range(1, tables + 1) if table not in forfeits]
            self.sends({table: LETTERS[letter] for table, letter in zip(left, letters, strict=True)})
            return
        page.locator("#jump").fill("1")
        page.keyboard.press("Enter")
        expect(page.locator("#t1")).to_have_class("selected")
        page.keyboard.type("".join(letters))
        expect(page.locator("#missing")).to_have_text("0")


def name_in(cell):
    """The player of a cell of the draft, which also has arrows, scores and colours."""
    return next(name for name, _rating in [*PLAYERS, *COME.values()] if name in cell)


def check(path):
    command = [sys.executable, "-m", "pairings", "check", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines(), done.stderr


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("entered", "last"), [pytest.param(80, 9, marks=pytest.mark.thorough("--all-events")), (40, 6)]
)
def test_the_check_finds_exactly_the_round_made_by_hand(new_page, live_server, tmp_path, entered, last):
    page = new_page(SMALL)
    orla, rng = Arbiter(page, live_server.url), random.Random(80)
    orla.makes_the_first_account()
    orla.opens_registration(last)
    orla.pastes_the_list(PLAYERS[:entered])
    for name, (number, kind) in BYES.items():
        if number <= last:
            orla.notes_a_bye(name, number, kind)
    for number in range(1, last + 1):
        if number in LEAVE:
            orla.withdraws(LEAVE[number])
        if number in COME:
            orla.takes_in(*COME[number])
        orla.does_the_next_step(f"Pair round {number}")
        expect(page.get_by_text("The pairings break no rule.")).to_be_visible()
        if number == BY_HAND:
            orla.swaps_black_of(3, 12)
            page.get_by_label("Why the pairing was changed by hand").fill(REASON)
        orla.publishes()
        orla.enters_all(number, rng)
        orla.closes(number)
    orla.announces()
    with page.expect_download() as download:
        page.get_by_role("link", name="TRF26").click()
    path = tmp_path / "turku-open.trf"
    download.value.save_as(path)

    status, lines, complaints = check(path)
    assert (status, complaints) == (1, "")
    assert [line for line in lines if line.endswith("differs")] == [f"{path}: round {BY_HAND} differs"]
    assert lines[-1] == f"{last} rounds checked, 1 differ; points and ranks of {entered + 2} players checked, 0 differ"
    assert f"### MPA @ Round {BY_HAND}: {REASON}\r\n" in path.read_bytes().decode()

    found = trf.Replay(trf.read(path.read_bytes()))
    numbers = {entrant.record.name: entrant.number for entrant in found.entrants}
    assert (len(numbers), found.played) == (entered + 2, last)
    assert (numbers["Lena Late"], numbers["Lou Later"]) == (31, 14)
    page.get_by_role("link", name="Standings").click()
    points = {entrant.record.name: float(entrant.record.points) for entrant in found.entrants}
    assert {row[1]: amount(row[2]) for row in table_of(page, "#standings")} == points


def amount(text):
    """7½ as a number."""
    return float(text.replace("½", ".5") if text != "½" else 0.5)
