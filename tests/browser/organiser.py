"""An organiser's actions in the browser, by the labels of links, buttons and fields."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Any

from django.test import Client
from playwright.sync_api import Page, expect

from pairings import options
from pairings.systems import SYSTEMS
from tests.browser.page_reading import settle, table_of
from tests.tournaments.conftest import Stage
from tournaments.core.rights import Who
from tournaments.core.words.names import isolate
from tournaments.core.words.notation import parse
from tournaments.models import Tournament, User
from tournaments.results import results as service
from tournaments.rounds import rounds

PASSWORD = "a long enough password"
#: Pages of the desk that are reached through another of their group.
GROUPED = {
    "Pairing and hall": {"Call to tables", "Courts", "Seats", "Fixed and forbidden pairs", "Print", "Screen"},
    "Arbiter": {"Warnings and penalties", "Norms", "FIDE mode"},
    "Settings": {"Event page", "Rules", "Prizes", "Staff"},
}


def sign_in_by_cookie(page: Page, url: str, name: str = "Orla") -> None:
    """Sign in without the form, which has its own test in test_without_network.py."""
    client = Client()
    client.force_login(User.objects.get(username=name))
    cookie = client.cookies["sessionid"]
    page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": url}])


def unfold_settings(page: Page) -> None:
    """Open the collapsed sections of the settings."""
    for section in ("results", "points", "report"):
        page.locator(f"#set-{section} > summary").click()


def stop_at_requests(page: Page) -> None:
    """Turn on request interception before the first page loads.

    If a test adds its first route after a page has loaded, the next request sometimes bypasses it.
    """
    page.route("**/no-such-address", lambda route: route.abort())


def system_called(label: str) -> dict[str, Any]:
    """Return the settings of a stage for a label in the form for new tournaments (a preset or system), or for a key."""
    for key, system in SYSTEMS.items():
        for preset in system.presets:
            if label == str(preset.label):
                return {"system": key, "options": options.as_json(preset.options)}
        if label in {key, str(system.name)}:
            return {"system": key}
    raise LookupError(label)


class Organiser:
    """An organiser at a laptop; `of_whom` is the pages' word for the entries that are paired."""

    of_whom = "Players"

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url

    def starts(self, name: str, game: str, system: str = "", names: Sequence[str] = (), **settings: Any) -> Stage:
        """Create a tournament with these players by service calls, and open its desk. `system` is a label from the form
        for new tournaments.
        """
        chosen = system_called(system) if system else {}
        user = User.objects.create_user("Orla", password=PASSWORD)
        stage = Stage(user, name=name, game=game, **{"starts_on": date(2026, 3, 1), **chosen, **settings})
        if names:
            stage.with_players(*names)
        sign_in_by_cookie(self.page, self.url)
        self.returns_to_the_desk()
        return stage

    def returns_to_the_desk(self) -> None:
        """Open the desk by its URL, after service calls have changed the tournament."""
        self.page.goto(f"{self.url}/t/{Tournament.objects.get().slug}/desk/")

    def stores(self, number: int, results: dict[int, str]) -> None:
        """Store results of a published round by service calls, for tests that are not about the results pages."""
        tournament = Tournament.objects.get()
        who, round_ = Who.at_page(User.objects.get(username="Orla")), tournament.rounds.get(number=number)
        for pairing in round_.pairings.filter(table__in=results):
            result = parse(results[pairing.table], tournament.scoring_of(round_.best_of))
            service.enter_result(who, tournament, pairing, result)

    def stores_the_end_of(self, *numbers: int) -> None:
        """Close rounds by service calls, and return to the desk."""
        tournament = Tournament.objects.get()
        who = Who.at_page(User.objects.get(username="Orla"))
        for number in numbers:
            rounds.close_round(who, tournament, tournament.rounds.get(number=number))
        self.returns_to_the_desk()

    def makes_the_first_account(self, name: str = "Orla") -> None:
        self.page.goto(self.url)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Create account").click()
        expect(self.page.get_by_role("heading", name="Create a tournament")).to_be_visible()

    def creates(self, name: str, game: str, more: dict[str, str] | None = None, rounds: int | None = None) -> None:
        page = self.page
        settle(page)
        if not page.get_by_role("heading", name="Create a tournament").is_visible():
            page.get_by_role("link", name="Kierros", exact=True).click()
            page.get_by_role("link", name="Create a tournament").click()
        page.get_by_label("Name of the tournament").fill(name)
        page.get_by_label("Game", exact=True).select_option(label=game)
        if more or rounds:
            page.get_by_text("Change the recommendation").click()
        for label, choice in (more or {}).items():
            page.get_by_label(label).select_option(label=choice)
        if rounds:
            page.get_by_label("Rounds").fill(str(rounds))
        page.get_by_role("button", name="Create tournament").click()
        expect(page.get_by_text(f"{isolate(name)} created.")).to_be_visible()

    def adds(self, *names: str) -> None:
        """Add players with the keyboard only: type a name, press Enter, and the field is ready for the next name."""
        settle(self.page)
        field = self.page.locator("#add [name=name]")
        for name in names:
            expect(field).to_be_focused()
            self.page.keyboard.type(name)
            self.page.keyboard.press("Enter")
            expect(self.page.locator("#added")).to_contain_text(f"{isolate(name)} added")

    def pastes(self, *lines: str) -> None:
        """Paste a list of players, and check it before it is stored."""
        self.page.get_by_role("link", name="Paste or upload a list").click()
        self.page.get_by_label("Paste a list").fill("\n".join(lines))
        self.page.get_by_role("button", name="Check list").click()
        self.page.get_by_role("button", name=re.compile(r"^Add \d+ player")).click()
        expect(self.page.get_by_text(f"{len(lines)} players added.")).to_be_visible()

    def goes_to_the_players(self) -> None:
        settle(self.page)
        self.page.get_by_role("link", name="Desk", exact=True).first.click()
        self.page.get_by_role("navigation", name="Desk").get_by_role("link", name=self.of_whom).click()
        expect(self.page.locator("#add [name=name]")).to_be_focused()

    def goes_to(self, name: str) -> None:
        """Open a page of the desk: first its group, then its own tab."""
        settle(self.page)
        self.page.get_by_role("link", name="Desk", exact=True).first.click()
        settle(self.page)
        group = next((group for group, pages in GROUPED.items() if name in pages), name)
        self.page.get_by_role("navigation", name="Desk").get_by_role("link", name=group, exact=True).click()
        if group != name:
            self.page.get_by_role("navigation", name="Pages in this section").get_by_role("link", name=name).click()
        settle(self.page)

    def opens_the_player(self, name: str) -> None:
        self.goes_to_the_players()
        self.page.get_by_role("link", name=name, exact=True).click()
        expect(self.page.get_by_role("heading", level=1, name=name)).to_be_visible()

    def notes_an_absence(self, name: str, number: int) -> None:
        self.opens_the_player(name)
        self.page.get_by_label("Round").fill(str(number))
        self.page.get_by_label("Bye", exact=True).select_option("zero")
        self.page.get_by_role("button", name="Add bye").click()
        expect(self.page.get_by_text(f"Bye in round {number} saved.")).to_be_visible()

    def withdraws(self, name: str) -> None:
        self.opens_the_player(name)
        self.page.get_by_role("button", name="Withdraw").click()
        expect(self.page.get_by_text(f"{name} is withdrawn.")).to_be_visible()

    def reads_the_tables(self) -> list[list[str]]:
        """Return table, first and second of each row of a draft. Byes have no table and come last, sorted by name."""
        found = [row for row in table_of(self.page, "#pairings") if len(row) > 2]
        games = [row[:3] for row in found if row[0].isdigit()]
        return games + sorted(["", row[1], ""] for row in found if not row[0].isdigit())

    def reads_the_standings(self) -> list[list[str]]:
        return table_of(self.page, "#standings")

    def does_the_next_step(self, label: str | re.Pattern[str]) -> None:
        settle(self.page)
        step = self.page.locator("#next")
        if not step.filter(has_text=label).is_visible():
            self.page.get_by_role("link", name="Desk", exact=True).click()
        expect(step).to_have_text(label)
        step.click()

    def opens_the_results(self, number: int) -> None:
        self.does_the_next_step(re.compile("^Enter results: "))
        expect(self.page.get_by_role("heading", name=f"Results of round {number}")).to_be_visible()

    def opens_the_results_of(self, number: int) -> None:
        """Open the results of any running round from its row at the desk."""
        settle(self.page)
        self.page.get_by_role("link", name="Desk", exact=True).first.click()
        number_of = self.page.get_by_role("rowheader", name=str(number), exact=True)
        self.page.get_by_role("row").filter(has=number_of).get_by_role("link", name="enter results").click()
        expect(self.page.get_by_role("heading", name=f"Results of round {number}")).to_be_visible()

    def announces(self) -> None:
        self.does_the_next_step("Publish the final standings")
        expect(self.page.get_by_text("The tournament is finished.").first).to_be_visible()

    def publishes(self) -> None:
        self.page.get_by_role("button", name="Publish").click()
        expect(self.page.get_by_text("is published.")).to_be_visible()

    def enters(self, results: dict[int, str]) -> None:
        """Enter results with the keyboard: the table number, Enter, and the letter of the result."""
        settle(self.page)
        for table, key in results.items():
            self.page.keyboard.type(str(table))
            self.page.keyboard.press("Enter")
            expect(self.page.locator(f"#t{table}")).to_have_class("selected")
            self.page.keyboard.press(key)
            expect(self.page.locator(f"#t{table}[data-done]")).to_be_visible()
        expect(self.page.locator("#missing")).to_have_text("0")

    def types(self, scores: dict[int, int]) -> None:
        """Type scores of games with a fixed total: the first side's score, then Enter, which moves to the next open
        table.
        """
        for table, score in scores.items():
            field = self.page.locator(f"#t{table} input[name=typed]")
            expect(field).to_be_focused()
            self.page.keyboard.type(str(score))
            self.page.keyboard.press("Enter")
        expect(self.page.locator("#missing")).to_have_text("0")

    def sends(self, results: dict[int, str]) -> None:
        """Send the result forms of these tables as fast as the page can."""
        expect(self.page.locator("#missing")).to_have_text(str(len(results)))
        settle(self.page)
        refused = self.page.evaluate(_SEND, {str(table): result for table, result in results.items()})
        assert refused == []

    def closes(self, number: int) -> None:
        """Close this round only, by the next step if it is the last round, otherwise by the button beside it."""
        settle(self.page)
        self.page.get_by_role("link", name="Desk", exact=True).click()
        self.page.get_by_role("button", name=re.compile(f"[Cc]lose round {number}$")).click()
        expect(self.page.get_by_text(f"Round {number} is closed.").first).to_be_visible()


_SEND = """async results => {
    const send = async ([table, result]) => {
        const form = document.querySelector(`#t${table} form:has([name=typed])`);
        const body = new URLSearchParams(new FormData(form));
        body.set("typed", result);
        const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
        return answer.ok ? [] : [[table, answer.status]];
    };
    return (await Promise.all(Object.entries(results).map(send))).flat();
}"""
