"""Pages with scripts also work in Firefox: results, draft, grid, hall, sections and player lists."""

from datetime import date

import pytest

from tests.browser.organiser import PASSWORD
from tests.firefox import ENTER, ESCAPE, TAB, open_firefox
from tests.serving import wait_until
from tournaments.core.rights import Who
from tournaments.core.words import notation
from tournaments.models import Result, Round, Tournament, User
from tournaments.players import registration
from tournaments.rounds import rounds
from tournaments.rounds.tables import rows_of
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Ada", "Ben", "Cleo", "Dag", "Eva", "Finn", "Gil", "Hana")

firefox = pytest.fixture(scope="module")(open_firefox)


@pytest.fixture
def hall():
    """A draft of four tables."""
    who = Who.at_page(User.objects.create_user("Orla", password=PASSWORD))
    tournament = lifecycle.create_tournament(
        who, name="Hall", game="chess", starts_on=date(2026, 3, 1), time_zone="Europe/Helsinki", system="papp"
    )
    registration.add_players(who, tournament, [{"name": name} for name in NAMES])
    rounds.pair_next_round(who, tournament, 1)
    return who, tournament


@pytest.fixture
def running(hall):
    who, tournament = hall
    rounds.publish_round(who, tournament, tournament.rounds.get())
    return hall


def signs_in(firefox, url, path, there="#entry .selected, #draft"):
    firefox.goes_to(f"{url}/account/sign-in/?next=/t/hall/desk/{path}")
    firefox.forgets()
    firefox.goes_to(f"{url}/account/sign-in/?next=/t/hall/desk/{path}")
    firefox.writes("[name=username]", "Orla")
    firefox.writes("[name=password]", PASSWORD + ENTER)
    firefox.finds(there)


def stored_results():
    found = Result.objects.select_related("pairing").order_by("pairing__table")
    return {result.pairing.table: notation.write(result.fact) for result in found}


def missing(firefox, count):
    wait_until(lambda: firefox.text("#missing") == str(count))


class TestResults:
    @pytest.mark.rotates(8)
    def test_one_letter_enters_a_result_in_table_order_and_by_number(self, firefox, running, live_server):
        signs_in(firefox, live_server.url, "rounds/1/results/")
        firefox.types(f"{ENTER}a")
        firefox.types("s")
        missing(firefox, 2)
        firefox.types(f"4{ENTER}d")
        missing(firefox, 1)
        assert stored_results() == {1: "1-0", 2: "0-1", 4: "½-½"}
        firefox.types("u")
        missing(firefox, 2)
        wait_until(lambda: stored_results() == {1: "1-0", 2: "0-1"})

    @pytest.mark.rotates(4)
    def test_typed_text_is_stored_or_refused(self, firefox, running, live_server):
        signs_in(firefox, live_server.url, "rounds/1/results/")
        firefox.writes("#t2 [name=typed]", f"0-1{ENTER}")
        missing(firefox, 3)
        firefox.writes("#t3 [name=typed]", f"banana{ENTER}")
        assert "Not a valid result." in firefox.text("#t3 [role=alert]")
        assert firefox.value("#t3 [name=typed]") == "banana"
        firefox.writes("#t4 [name=typed]", f"½-½{TAB}")
        missing(firefox, 2)
        firefox.writes("#t1 [name=typed]", f"1-0{ESCAPE}")
        assert stored_results() == {2: "0-1", 4: "½-½"}

    @pytest.mark.rotates(8)
    def test_entries_wait_without_network_and_are_sent_in_order(self, firefox, running, live_server):
        signs_in(firefox, live_server.url, "rounds/1/results/")
        firefox.loses_the_network(True)
        firefox.types(ENTER)
        try:
            for letter in "asd":
                firefox.types(letter)
            wait_until(lambda: "Entries kept on this device: 3" in firefox.text("#network"))
            assert stored_results() == {}
        finally:
            firefox.loses_the_network(False)
        missing(firefox, 1)
        assert stored_results() == {1: "1-0", 2: "0-1", 3: "½-½"}

    @pytest.mark.rotates(8)
    def test_no_show_and_next_step_work(self, firefox, running, live_server):
        signs_in(firefox, live_server.url, "rounds/1/results/")
        firefox.clicks("#t1 .no-show")
        firefox.clicks("#t1 .panel button[value='--+']")
        missing(firefox, 3)
        for letter in "aaa":
            firefox.types(letter)
        firefox.finds("#next")
        assert stored_results()[1] == "--+"
        firefox.follows("All 4 results in: close and pair round 2")
        firefox.finds("#draft")
        assert Round.objects.get(number=2).is_draft


class TestDraft:
    @pytest.mark.rotates(8)
    def test_players_swap_a_table_is_split_and_the_round_is_published(self, firefox, hall, live_server):
        def tables():
            """Return the two players of each table if the page shows what is stored, otherwise None."""
            answer = firefox.runs(
                "return [...document.querySelectorAll('#pairings tbody tr')].map((row) => row.innerText)"
            )
            rows, _byes = rows_of(Round.objects.select_related("tournament", "stage").get())
            stored = [(row.first.name, row.second.name) for row in rows]
            same = [all(name in text for name in names) for text, names in zip(answer, stored, strict=False)]
            return stored if len(answer) == len(stored) and all(same) else None

        signs_in(firefox, live_server.url, "rounds/1/")
        before = tables()
        (one, first), (two, second), third, fourth = before
        firefox.follows("Swap two players")
        firefox.writes("#one", first)
        firefox.writes("#other", second)
        firefox.follows("Swap")
        wait_until(lambda: tables() == [(one, second), (two, first), third, fourth])
        firefox.clicks("#t3 button[name=first]")
        wait_until(lambda: tables() == [(one, second), (two, first), fourth])
        assert firefox.text("#free h2") == "Not paired: 2"
        firefox.follows("Pair")
        pairs = {frozenset(pair) for pair in [(one, second), (two, first), third, fourth]}
        wait_until(lambda: set(map(frozenset, tables() or ())) == pairs)
        firefox.follows("Publish")
        firefox.finds(".step")
        assert Round.objects.get().is_running


class TestOtherPages:
    @pytest.mark.rotates(8)
    def test_schedule_is_typed_into_its_grid(self, firefox, live_server):
        who = Who.at_page(User.objects.create_user("Orla", password=PASSWORD))
        league = lifecycle.create_tournament(
            who, name="Hall", game="chess", starts_on=date(2026, 3, 1), time_zone="UTC", system="round-robin"
        )
        registration.add_players(who, league, [{"name": name} for name in NAMES[:4]])
        rounds.publish_schedule(who, league)
        signs_in(firefox, live_server.url, "grid/", "#entry :focus")
        for text in ("1", "0", "½"):
            firefox.types(text + ENTER)
        missing(firefox, 3)
        assert Result.objects.count() == 3

    @pytest.mark.rotates(8)
    def test_hall_list_with_row_decision_and_second_section_work(self, firefox, hall, live_server):
        _who, tournament = hall
        signs_in(firefox, live_server.url, "rounds/1/")
        desk = f"{live_server.url}/t/hall/desk"
        firefox.goes_to(f"{desk}/hall/")
        firefox.writes("[name=first]", f"11{ENTER}")
        wait_until(lambda: "The hall is saved." in firefox.text("main"))
        firefox.goes_to(f"{desk}/players/list/")
        firefox.writes("[name=text]", "Ada 1800")
        firefox.follows("Check list")
        firefox.runs(
            "const row = document.querySelector('[name^=row-]'); row.value = 'update';"
            "row.dispatchEvent(new Event('change', {bubbles: true}));"
        )
        wait_until(lambda: "Update 1 player" in firefox.text("#outcome"))
        firefox.follows("Update 1 player")
        wait_until(lambda: tournament.players.get(name="Ada").rating == 1800)
        firefox.goes_to(f"{desk}/section/")
        firefox.follows("Add section")
        wait_until(lambda: Tournament.objects.filter(name="Hall – B").exists())
        assert firefox.text("h1") == "Desk of all sections"
        firefox.clicks("form[action$='/order/'] button")
        wait_until(lambda: Tournament.objects.get(name="Hall – B").place == 1)
