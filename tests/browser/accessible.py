"""What axe finds wrong with a page."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.reading import settle

WCAG: dict[str, object] = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


COLOURS: dict[str, object] = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


def faults_in_the_dark(page: Page) -> list[tuple[str, str, list[str]]]:
    """The rules that a page in light colours breaks where a device asks for dark ones, which are all that differs."""
    page.emulate_media(color_scheme="dark")
    found = faults(page, COLOURS)
    page.emulate_media(color_scheme="light")
    return found


def faults(page: Page, options: dict[str, object] = WCAG) -> list[tuple[str, str, list[str]]]:
    """The rules that the page breaks, with the first places."""
    settle(page)
    found = Axe().run(page, options=options).response["violations"]
    return [(page.url, fault["id"], [node["html"][:120] for node in fault["nodes"][:3]]) for fault in found]
