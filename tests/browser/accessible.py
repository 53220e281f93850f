"""Find the accessibility faults that axe reports on a page."""

from __future__ import annotations

import json

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.browser.page_reading import await_promise, measure

#: Only violations: describing everything that passes costs more than finding what does not.
WCAG: dict[str, object] = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}
COLOURS: dict[str, object] = {
    "runOnly": {"type": "rule", "values": ["color-contrast"]},
    "resultTypes": ["violations"],
}

#: Sent once to all pages of a browser context and run at the first examination: axe is half a megabyte.
LOADER = f"window.loadAxe = () => {{ {AXE_SCRIPT} }};"
EXAMINE = """async (options) => {
    if (!window.axe) window.loadAxe();
    const { violations } = await window.axe.run(options);
    return violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html.slice(0, 120))]);
}"""


def faults_in_the_dark(page: Page) -> list[tuple[str, str, list[str]]]:
    """Return the colour rules that a page in light colours breaks when the device asks for a dark scheme. Only colours
    differ.
    """
    page.emulate_media(color_scheme="dark")
    found = faults(page, COLOURS)
    page.emulate_media(color_scheme="light")
    return found


def faults(page: Page, options: dict[str, object] = WCAG) -> list[tuple[str, str, list[str]]]:
    """Return the accessibility rules that the page breaks, each with the first elements that break it."""
    if not measure(page, "Boolean(window.loadAxe)"):
        page.context.add_init_script(LOADER)
        await_promise(page, LOADER)
    examined = await_promise(page, f"({EXAMINE})({json.dumps(options)})")
    return [(page.url, rule, places) for rule, places in examined]
