"""What an organiser does in the browser, in the words of the pages."""

from __future__ import annotations

from playwright.sync_api import Page, expect

PASSWORD = "a long enough password"


class Organiser:
    """An organiser at a laptop."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url

    def makes_the_first_account(self, name: str = "Orla") -> None:
        self.page.goto(self.url)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Make the account").click()
        expect(self.page.get_by_role("heading", name="Create a tournament")).to_be_visible()

    def creates(self, name: str, game: str, more: dict[str, str] | None = None) -> None:
        page = self.page
        page.goto(self.url + "/new/")
        page.get_by_label("Name of the tournament").fill(name)
        page.get_by_label("Game", exact=True).select_option(label=game)
        if more:
            page.get_by_text("More, if the usual does not fit").click()
        for label, choice in (more or {}).items():
            page.get_by_label(label).select_option(label=choice)
        page.get_by_role("button", name="Create the tournament").click()
        expect(page.get_by_text(f"{name} is created.")).to_be_visible()

    def adds(self, *names: str) -> None:
        """By keyboard alone: a name, Enter, and the field is ready for the next."""
        field = self.page.locator("#add [name=name]")
        for name in names:
            expect(field).to_be_focused()
            self.page.keyboard.type(name)
            self.page.keyboard.press("Enter")
            expect(self.page.locator("#added")).to_have_text(f"{name} is added.")

    def does_the_next_step(self, label: str) -> None:
        self.page.get_by_role("link", name="Desk").click()
        step = self.page.locator("#next")
        expect(step).to_have_text(label)
        step.click()

    def publishes(self) -> None:
        self.page.get_by_role("button", name="Publish").click()
        expect(self.page.get_by_text("is published: everybody sees it now.")).to_be_visible()

    def enters(self, results: dict[int, str]) -> None:
        """Tables and keys: the number, Enter, the letter."""
        for table, key in results.items():
            self.page.keyboard.type(str(table))
            self.page.keyboard.press("Enter")
            expect(self.page.locator(f"#t{table}")).to_have_class("selected")
            self.page.keyboard.press(key)
            expect(self.page.locator(f"#t{table}[data-done]")).to_be_visible()
        expect(self.page.locator("#missing")).to_have_text("0")

    def closes(self, number: int) -> None:
        self.does_the_next_step(f"Close round {number}")
        expect(self.page.get_by_text(f"Round {number} is closed.").first).to_be_visible()


def table_of(page: Page, selector: str) -> list[list[str]]:
    """The cells of a table's body, as they can be read."""
    rows = page.locator(f"{selector} tbody tr")
    return [[cell.strip() for cell in row.locator("th, td").all_inner_texts()] for row in rows.all()]
