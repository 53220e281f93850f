"""Two opens under FIDE's rules from the first click to the report file.

One has 40 players and a round that is paired manually. The other has 121 players from a rating list, is in FIDE mode,
and contains every special case.
"""

import random
import re
import subprocess
import sys
from io import BytesIO

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from pairings.files import trf
from tests import fide_open
from tests.browser.organiser import Organiser, unfold_settings
from tests.browser.page_reading import measure, settle, table_of, texts_of
from tests.fide_open import ADJOURNED, DAYS, EXPELLED, FIRST, HEROES, LATE, OVER, PASTED, ROUNDS
from tests.serving import ROOT
from tournaments.core.journal import fide_locks
from tournaments.models import Tournament

PLAYERS = [(f"Player {number:02}", 2500 - 12 * number) for number in range(1, 41)]
LAST, BY_HAND = 6, 5
#: A small window: painting is most of the cost of many results.
SMALL = {"width": 800, "height": 360}
#: In these rounds one letter per table is typed; in the others the forms are sent as fast as the page can.
BY_KEYBOARD = {1, 3}
LETTERS = {"a": "1-0", "s": "½-½", "d": "0-1"}
REASON = "Two players of one family sat at neighbouring boards"
#: The events before a round is paired: requested byes (round, kind), withdrawals, late entries.
BYES = {"Player 11": (1, "half"), "Player 25": (2, "half"), "Player 40": (4, "zero")}
LEAVE = {4: "Player 33"}
COME = {3: ("Lena Late", "2145"), 6: ("Lou Later", "2333")}
FORFEITS = {2: {7: "+--"}, 3: {19: "--+", 20: "+--"}, 6: {5: "---"}}


WHAT_THE_REPORT_NEEDS = {
    "starts_on": FIRST.isoformat(),
    "city": "Turku",
    "federation": "FIN",
    "ends_on": DAYS[-1].isoformat(),
    "round_dates": ", ".join(day.isoformat() for day in DAYS),
    "chief_arbiter": "Ilona Arbiter",
    "deputy_arbiters": "Deputy One; Deputy Two",
    "rate_of_play": "90 minutes and 30 seconds a move",
    "time_control": "5400+30",
    "default_minutes": "30",
}
#: The settings that FIDE mode locks, with the field and value of an attempt.
LOCKED_SETTINGS = {
    "the number of rounds": ("planned_rounds", "7"),
    "points for results": ("points_win", "3"),
    "points for byes": ("points_half_bye", "0"),
    "the result format": ("best_of", "3"),
    "the default time": ("default_minutes", "60"),
}


class Arbiter(Organiser):
    """An organiser of a large open who uses lists, the fast entry of results, and manual changes."""

    def opens_registration(self, last):
        page = self.page
        page.get_by_label("Name of the tournament").fill("Turku Open")
        page.get_by_text("Change the recommendation").click()
        page.get_by_label("Pairing system").select_option(label="FIDE Dutch system")
        page.get_by_label("Rounds", exact=False).first.fill(str(last))
        page.get_by_label("FIDE-rated", exact=True).check()
        page.get_by_role("button", name="Create tournament").click()
        expect(page.get_by_text("Turku Open created.")).to_be_visible()

    def pastes_the_list(self, entries):
        self.goes_to_the_players()
        self.page.get_by_role("link", name="Paste or upload a list").click()
        self.page.get_by_label("Paste a list").fill("\n".join(f"{name}, {rating}" for name, rating in entries))
        self.page.get_by_role("button", name="Check list").click()
        self.page.get_by_role("button", name=f"Add {len(entries)} players").click()
        expect(self.page.get_by_text(f"{len(entries)} players added.")).to_be_visible()

    def notes_a_bye(self, name, number, kind):
        self.opens_the_player(name)
        self.page.get_by_label("Round").fill(str(number))
        self.page.get_by_label("Bye", exact=True).select_option(kind)
        self.page.get_by_role("button", name="Add bye").click()
        expect(self.page.get_by_text(f"Bye in round {number} saved.")).to_be_visible()

    def takes_in(self, name, rating):
        self.goes_to_the_players()
        self.page.locator("#add [name=name]").fill(name)
        self.page.locator("#add [name=rating]").fill(rating)
        self.page.get_by_role("button", name="Add", exact=True).click()
        expect(self.page.locator("#added")).to_contain_text(f"{name} added, playing from round")

    def swaps_black_of(self, one_table, other_table):
        """Exchange the second players of two tables of the draft."""
        blacks = {row[0]: row[2] for row in table_of(self.page, "#pairings") if len(row) > 2}
        one, other = blacks[str(one_table)], blacks[str(other_table)]
        self.page.get_by_text("Swap two players").click()
        self.page.get_by_label("This player", exact=True).select_option(label=name_in(one))
        self.page.get_by_label("and this player").select_option(label=name_in(other))
        self.page.get_by_role("button", name="Swap", exact=True).click()
        expect(self.page.get_by_label("Reason for the manual changes")).to_be_visible()

    def enters_all(self, number, rng):
        """Type the forfeits first. Then enter one letter for each table from the top, or send the remaining forms."""
        page = self.page
        self.opens_the_results(number)
        expect(page.locator("tr.selected")).to_be_visible()
        tables = len(table_of(page, "#entry"))
        forfeits = FORFEITS.get(number, {})
        for table, text in forfeits.items():
            page.locator(f"#t{table}").get_by_label(f"Result: table {table}").fill(text)
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


class Event(Arbiter):
    """The organiser of the open with 121 players from a rating list; every page is reached by visible links."""

    def clicks(self, role, name, **how):
        settle(self.page)
        self.page.get_by_role(role, name=name, **how).first.click()

    def loads_the_rating_list(self, folder):
        path = folder / "standard_may26frl.txt"
        path.write_text(fide_open.rating_list(), encoding="utf-8")
        self.clicks("link", "Orla")
        self.clicks("link", "Rating lists")
        self.page.get_by_label("File").set_input_files(path)
        self.page.get_by_label("Date of the list").fill(FIRST.isoformat())
        self.page.get_by_role("button", name="Load a list", exact=True).click()
        expect(self.page.get_by_text("121 players loaded.")).to_be_visible()
        self.clicks("link", "Kierros", exact=True)

    def says_what_the_report_needs(self):
        self.goes_to("Settings")
        unfold_settings(self.page)
        for name, value in WHAT_THE_REPORT_NEEDS.items():
            self.page.locator(f"main [name={name}]").fill(value)
        self.page.get_by_role("button", name="Save settings").click()
        expect(self.page.get_by_text("Settings saved.")).to_be_visible()

    def takes_the_field(self):
        """Paste a list of names and FIDE IDs; all other data comes from the rating list."""
        page = self.page
        self.goes_to_the_players()
        self.clicks("link", "Paste or upload a list")
        page.get_by_label("Paste a list").fill(PASTED)
        page.get_by_role("button", name="Check list").click()
        page.get_by_role("button", name="Add 120 players").click()
        expect(page.get_by_text("120 players added.")).to_be_visible()
        self.goes_to_the_players()
        self.clicks("link", "From rating lists")
        self.clicks("link", "Update players from the lists")
        expect(page.get_by_text("120 of 120 players found in the lists.")).to_be_visible()
        page.get_by_role("button", name="Continue").click()
        page.get_by_role("button", name="Update 120 players").click()
        expect(page.get_by_text("120 players updated.")).to_be_visible()

    def takes_in_late(self):
        self.goes_to_the_players()
        self.clicks("link", "From rating lists")
        self.page.get_by_label("Name or FIDE ID").fill(LATE[1].replace("Family", "Familly"))
        self.page.get_by_role("button", name="Find").click()
        self.page.get_by_role("button", name=f"Add {LATE[1]}").click()
        expect(self.page.get_by_text(f"{LATE[1]} added, playing from round 3")).to_be_visible()

    def plays(self, number):
        """Play a round; its results are sent as fast as the page can. One game of one round is adjourned."""
        page = self.page
        self.does_the_next_step(f"Pair round {number}")
        expect(page.get_by_text("The pairings break no rule.")).to_be_visible()
        self.publishes()
        self.opens_the_results(number)
        results = fide_open.results(number)
        if number == ADJOURNED[0]:
            del results[ADJOURNED[1]]
            self.adjourns(*ADJOURNED)
            self.opens_the_results(number)
        self.sends(results)
        self.closes(number)

    def adjourns(self, number, table):
        self.goes_to("Arbiter")
        form = self.page.locator("form", has=self.page.get_by_role("button", name="Adjourn the game"))
        form.get_by_label("Table", exact=True).fill(str(table))
        self.page.get_by_label("Sealed move").fill("The envelope is with the arbiter")
        self.page.get_by_role("button", name="Adjourn the game").click()
        expect(self.page.get_by_text(f"Round {number} · Table {table}")).to_be_visible()

    def finishes_the_adjourned_game(self):
        self.goes_to("Arbiter")
        self.clicks("link", "Enter the final result")
        self.page.get_by_label("Result").fill(OVER)
        self.page.get_by_role("button", name="Enter result").click()
        self.goes_to("Arbiter")
        expect(self.page.get_by_text("No adjourned games.")).to_be_visible()

    def tries_each_lock(self):
        """Return the message that each lock shows on its page, by the locked item."""
        values = {what: self.is_refused_in_the_settings(name, value) for what, (name, value) in LOCKED_SETTINGS.items()}
        self.goes_to("Settings")
        expect(self.page.locator("[name=fide_mode]")).to_have_count(0)
        self.goes_to("FIDE mode")
        values["FIDE mode itself"] = self.reads("main")
        self.goes_to("Rules")
        expect(self.page.get_by_role("button", name=re.compile("^Remove Sonneborn-Berger"))).to_be_disabled()
        expect(self.page.get_by_role("button", name="Save rules")).to_have_count(0)
        values["the list of tie-breaks"] = self.reads("main .message")
        self.goes_to("Fixed and forbidden pairs")
        form = self.page.locator("#forbid")
        form.get_by_label("This player", exact=True).select_option(label=HEROES[0])
        form.get_by_label("and this player").select_option(label=HEROES[1])
        form.get_by_role("button", name="Forbid pair").click()
        values["forbidden pairs"] = self.reads("main .wrong, main [role=alert]")
        self.clicks("link", "Desk", exact=True)
        self.clicks("link", "results of round 1")
        self.page.locator("#t1").get_by_role("link", name="correct").click()
        expect(self.page.get_by_label("Correct result")).to_have_count(0)
        values["results before the previous round"] = self.reads("main [role=alert]")
        return values

    def is_refused_in_the_settings(self, name, value):
        self.goes_to("Settings")
        unfold_settings(self.page)
        field = self.page.locator(f"main [name={name}]")
        if measure(self.page, f"document.querySelector('main [name={name}]').disabled"):
            return self.reads(f"main .field:has([name={name}]) > label")
        field.select_option(value) if name == "rules" else field.fill(value)
        self.page.locator("main [name=reason]").fill("try")
        self.clicks("button", "Save settings")
        return self.reads("main [role=alert], main .error")

    def reads(self, selector):
        return " ".join(texts_of(self.page, selector))

    def expels(self):
        self.goes_to("Arbiter")
        form = self.page.locator("#expel")
        form.get_by_label("Player").select_option(label=EXPELLED)
        form.get_by_label("Why").fill("A telephone")
        form.get_by_label("Exclude from the table").check()
        form.get_by_role("button", name="Expel player").click()
        expect(self.page.get_by_text(f"{EXPELLED} is expelled and removed from the standings.")).to_be_visible()


def name_in(cell):
    """Return the player in a cell of the draft, which also contains arrows, scores and colours."""
    return next(name for name, _rating in [*PLAYERS, *COME.values()] if name in cell)


def check(path):
    command = [sys.executable, "-m", "pairings", "check", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines(), done.stderr


@pytest.mark.django_db(transaction=True)
@pytest.mark.rotates(8)
def test_check_finds_exactly_the_round_made_by_hand(new_page, live_server, tmp_path):
    page = new_page(SMALL)
    orla, rng = Arbiter(page, live_server.url), random.Random(80)
    orla.makes_the_first_account()
    orla.opens_registration(LAST)
    orla.pastes_the_list(PLAYERS)
    for name, (number, kind) in BYES.items():
        orla.notes_a_bye(name, number, kind)
    for number in range(1, LAST + 1):
        if number in LEAVE:
            orla.withdraws(LEAVE[number])
        if number in COME:
            orla.takes_in(*COME[number])
        orla.does_the_next_step(f"Pair round {number}")
        expect(page.get_by_text("The pairings break no rule.")).to_be_visible()
        if number == BY_HAND:
            orla.swaps_black_of(3, 12)
            page.get_by_label("Reason for the manual changes").fill(REASON)
        orla.publishes()
        orla.enters_all(number, rng)
        orla.closes(number)
    orla.announces()
    with page.expect_download() as download:
        page.get_by_role("link", name="Report file for the federation").click()
    path = tmp_path / "turku-open.trf"
    download.value.save_as(path)

    status, lines, complaints = check(path)
    assert (status, complaints) == (1, "")
    assert [line for line in lines if line.endswith("differs")] == [f"{path}: round {BY_HAND} differs"]
    assert lines[-1] == f"{LAST} rounds checked, 1 differ; points and ranks of 42 players checked, 0 differ"
    assert f"### MPA @ Round {BY_HAND}: {REASON}\r\n" in path.read_bytes().decode()

    found = trf.Replay(trf.read(path.read_bytes()))
    numbers = {entrant.record.name: entrant.number for entrant in found.entrants}
    assert (len(numbers), found.played) == (42, LAST)
    assert (numbers["Lena Late"], numbers["Lou Later"]) == (31, 14)
    page.get_by_role("link", name="Standings", exact=True).click()
    points = {entrant.record.name: float(entrant.record.points) for entrant in found.entrants}
    assert {row[1]: amount(row[2]) for row in table_of(page, "#standings")} == points


def amount(text):
    """Return an amount such as 7½ as a number."""
    return float(text.replace("½", ".5") if text != "½" else 0.5)


@pytest.mark.django_db(transaction=True)
@pytest.mark.thorough("--all-events")
def test_fide_open_runs_from_rating_list_to_report(new_page, live_server, tmp_path):
    page = new_page(SMALL)
    orla = Event(page, live_server.url)
    orla.makes_the_first_account()
    orla.loads_the_rating_list(tmp_path)
    orla.clicks("link", "Create a tournament")
    orla.opens_registration(ROUNDS)
    orla.says_what_the_report_needs()
    orla.takes_the_field()
    for number in range(1, ROUNDS + 1):
        if number == 3:
            orla.takes_in_late()
        orla.plays(number)
        if number == 4:
            no_lock_gave_way(orla.tries_each_lock())
        if number == ADJOURNED[0] + 1:
            orla.finishes_the_adjourned_game()
        if number == 7:
            orla.expels()
    orla.announces()
    two_norms_with_their_papers(orla)
    the_report_is_right(orla, tmp_path / "turku-open.trf")


def no_lock_gave_way(answer):
    locks = {str(lock.what): lock for lock in fide_locks.locks()}
    assert answer.keys() == locks.keys()
    # The field of the result format is disabled, the buttons of the rules too. Both say "locked".
    earlier = dict.fromkeys(["the result format", "the list of tie-breaks"], "locked")
    for what, text in answer.items():
        if what in earlier:
            assert earlier[what] in text
            continue
        assert str(locks[what].text) in text or what == "FIDE mode itself", (what, text)
        assert str(locks[what].article) in text, (what, text)


def two_norms_with_their_papers(orla):
    orla.goes_to("Norms")
    orla.page.get_by_label("Federation of the tournament").select_option("FIN")
    orla.clicks("button", "Show", exact=True)
    made = [text for text in texts_of(orla.page, "section.norm header") if "achieved" in text]
    assert len(made) == len(HEROES)
    assert all(any(hero in text and text.startswith("GM") for text in made) for hero in HEROES)
    orla.clicks("link", "Print norm forms")
    with orla.page.expect_download() as download:
        orla.clicks("link", re.compile("PDF"))
    papers = PdfReader(BytesIO(download.value.path().read_bytes()))
    certificates = [text for each in papers.pages if "(IT1)" in (text := each.extract_text())]
    assert len(certificates) == len(HEROES)


def the_report_is_right(orla, path):
    orla.page.get_by_role("link", name="Desk", exact=True).first.click()
    with orla.page.expect_download() as download:
        orla.page.get_by_role("link", name="Report file for the federation").click()
    download.value.save_as(path)
    judged = f"{ROUNDS} rounds checked, 0 differ; points and ranks of 121 players checked, 0 differ"
    assert check(path) == (0, [judged], "")
    fide_open.judge(Tournament.objects.get(), path.read_bytes().decode(), "PTS,DE,BH/C1,BH,SB")
