"""An arena of ten players at the desk and on a phone, by visible links only: games end at any time, nobody waits."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import faults
from tests.browser.organiser import Organiser
from tests.browser.page_reading import measure, settle, table_of, texts_of, width_of
from tests.conftest import PHONE

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ["Ada", "Ben", "Cleo", "Dag", "Eva", "Finn", "Gil", "Hana", "Ivo"]


class Arbiter(Organiser):
    """The arbiter of the arena."""

    def calls_who_is_free(self, number, free):
        """Start the next round of `number` games, from any page.

        Return the two players of each table.
        """
        self.does_the_next_step(f"Pair round {number}: {free} players are free")
        expect(self.page.get_by_role("heading", name=f"Draft of round {number}")).to_be_visible()
        found = {int(row[0]): set(row[1:3]) for row in self.reads_the_tables() if row[0]}
        self.publishes()
        return found

    def takes(self, results):
        """Enter results one by one as slips arrive; other games continue."""
        settle(self.page)
        for table, key in results.items():
            self.page.keyboard.type(str(table))
            self.page.keyboard.press("Enter")
            expect(self.page.locator(f"#t{table}")).to_have_class("selected")
            self.page.keyboard.press(key)
            expect(self.page.locator(f"#t{table}[data-done]")).to_be_visible()

    def reads_who_sits(self):
        """Return for each table of the results page whether its game is still running."""
        rows = '[...document.querySelectorAll("#entry tr[data-table]")]'
        return dict(measure(self.page, f'{rows}.map(row => [+row.dataset.table, !("done" in row.dataset)])'))


@pytest.mark.rotates(8)
def test_arena_of_ten_runs_through_an_afternoon(live_server, page, new_page):
    arbiter = Arbiter(page, live_server.url)
    arbiter.starts("Arena", "chess", "After two wins in a row, games count double", NAMES)
    arbiter.does_the_next_step("Pair round 1")
    pairs = {int(row[0]): set(row[1:3]) for row in arbiter.reads_the_tables() if row[0]}
    (waits,) = [row[1] for row in arbiter.reads_the_tables() if not row[0]]
    assert (len(pairs), pairs.keys()) == (4, {1, 2, 3, 4})
    arbiter.publishes()
    telephone = follows_on_a_telephone(new_page(PHONE), live_server.url, waits)
    arbiter.opens_the_results(1)
    arbiter.takes({2: "a", 4: "s"})
    free = pairs[2] | pairs[4] | {waits}
    second = arbiter.calls_who_is_free(2, 4)
    assert set().union(*second.values()) < free
    assert waits in set().union(*second.values())
    assert second.keys() == {2, 4}
    expect(telephone.locator("#card").get_by_text(re.compile("^Table"))).to_be_visible()
    one_page_for_all_tables(arbiter)
    the_last_games(arbiter)
    the_table(new_page(PHONE), live_server.url)


def follows_on_a_telephone(telephone, url, name):
    """A waiting player's phone shows the next table without a tap."""
    telephone.goto(f"{url}/t/arena/")
    telephone.get_by_role("link", name="Players", exact=True).first.click()
    telephone.get_by_role("link", name=name, exact=True).click()
    expect(telephone.locator("#card").get_by_text("waits")).to_be_visible()
    assert width_of(telephone) <= PHONE["width"]
    assert faults(telephone) == []
    return telephone


def one_page_for_all_tables(arbiter):
    """Check that a result for table 1 goes to round 1, and a result for table 2 to round 2."""
    arbiter.opens_the_results(2)
    assert arbiter.reads_who_sits() == dict.fromkeys((1, 2, 3, 4), True)
    assert faults(arbiter.page) == []
    arbiter.takes({1: "d", 2: "a"})
    expect(arbiter.page.locator("#undo")).to_have_text(re.compile("Undo table 2"))
    arbiter.page.locator("#undo").click()
    expect(arbiter.page.locator("#t2[data-done]")).to_have_count(0)
    arbiter.takes({2: "a", 4: "a"})
    arbiter.page.get_by_role("link", name="Pairings").first.click()
    settle(arbiter.page)
    assert [row[0] for row in table_of(arbiter.page, "#pairings") if row[0].isdigit()] == ["2", "3", "4"]
    arbiter.page.go_back()


def the_last_games(arbiter):
    """Pair one more round, then no more: the open games end, and the standings are final."""
    page = arbiter.page
    page.get_by_role("link", name="Desk", exact=True).first.click()
    settle(page)
    (label,) = texts_of(page, "#next")
    free = int(re.fullmatch(r"Pair round 3: (\d) players are free", label)[1])
    tables = arbiter.calls_who_is_free(3, free)
    assert not tables.keys() & {3}
    arbiter.opens_the_results(3)
    arbiter.takes({table: "a" for table, goes_on in arbiter.reads_who_sits().items() if goes_on})
    page.get_by_role("link", name="Desk", exact=True).first.click()
    page.get_by_text("End the tournament here").click()
    page.get_by_role("button", name="Finish the tournament").click()
    expect(page.get_by_text("The tournament is finished.").first).to_be_visible()


def the_table(phone, url):
    """The explanation of a score lists each game."""
    phone.goto(f"{url}/t/arena/")
    phone.get_by_role("link", name="Standings", exact=True).first.click()
    settle(phone)
    leader = table_of(phone, "#standings")[0]
    phone.locator("#standings tbody tr").first.get_by_role("link", name=leader[0], exact=True).first.click()
    settle(phone)
    answer = texts_of(phone, ".steps li li")
    assert answer
    assert any(re.fullmatch(r"Round \d, won against .+: 2\.", each) for each in answer)
    assert faults(phone) == []
    assert width_of(phone) <= PHONE["width"]
