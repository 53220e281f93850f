"""What axe finds wrong with a page."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.reading import settle

WCAG = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def faults(page: Page) -> list[tuple[str, str, list[str]]]:
    """The rules that the page breaks, with the first places."""
    settle(page)
    found = Axe().run(page, options=WCAG).response["violations"]
    return [(page.url, fault["id"], [node["html"][:120] for node in fault["nodes"][:3]]) for fault in found]
