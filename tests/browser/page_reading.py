"""Read a page in a browser test in one call, after the last click or key has loaded it."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any

import zxingcpp
from playwright.sync_api import Page


def read(page: Page, script: str, argument: str = "") -> Any:
    """Return a function's result on the page, read in one step once no navigation or change is in progress.

    It waits until there is something: to read a list that may be empty, use `expect`.
    """
    looked = page.wait_for_function(
        f"""argument => {{
            if (window.leaving || document.readyState !== "complete") return null;
            if (document.querySelector(".htmx-request, .waiting")) return null;
            const found = ({script})(argument);
            return found.length ? found : null;
        }}""",
        arg=argument,
        polling=30,  # polling on each animation frame would force each to be painted
    )
    return looked.json_value()


def measure(page: Page, expression: str) -> Any:
    """Return the value of an expression on the page, once the page has loaded and settled, as for `read`."""
    return read(page, f"() => [{expression}]")[0]


def await_promise(page: Page, expression: str) -> Any:
    """Return the result of a promise on the page, once the page has loaded and settled."""
    settle(page)
    return page.evaluate(expression)


def comes_to(page: Page, expression: str) -> Any:
    """Return the result of a promise on the page; ask again until there is one.

    A promise itself is always truthy, so a caller that waits for it must look at its result.
    """
    page.evaluate(
        f"""() => {{
            window.came = null;
            const ask = async () => (window.came = (await ({expression})) || null) || setTimeout(ask, 50);
            ask();
        }}"""
    )
    return page.wait_for_function("() => window.came").json_value()


def settle(page: Page) -> None:
    """Wait until the page that a click leads to has loaded with its scripts. Keys pressed after that belong to it."""
    measure(page, "true")


def table_of(page: Page, selector: str) -> list[list[str]]:
    """Return the cells of a table's body as a reader sees them. A person is the name only; the match counts beside the
    criteria of standings are left out.
    """
    rows: list[list[str]] = read(page, _TEXTS, selector)
    return rows


def texts_of(page: Page, selector: str) -> list[str]:
    """Return the text of each matching element; there must be at least one."""
    found: list[str] = read(page, _EACH, selector)
    return found


def width_of(page: Page) -> int:
    """Return the width of the page with all its content: at most the window's width, if nothing overflows."""
    return int(measure(page, "document.documentElement.scrollWidth"))


_TEXTS = """selector => [...document.querySelectorAll(selector + " tbody tr")].map(
    row => [...row.cells].filter(cell => !cell.matches(".record"))
        .map(cell => (cell.querySelector(".who bdi") || cell).innerText.trim()))"""
_EACH = "selector => [...document.querySelectorAll(selector)].map(element => element.innerText.trim())"
#: The brightness of each pixel of a picture, row by row, decoded by the browser.
_LIGHT = """async (picture) => {
    const image = new Image();
    image.src = "data:image/png;base64," + picture;
    await image.decode();
    const { width, height } = image;
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const paper = canvas.getContext("2d");
    paper.drawImage(image, 0, 0);
    const { data } = paper.getImageData(0, 0, width, height);
    let light = "";
    for (let at = 0; at < data.length; at += 4) {
        light += String.fromCharCode((data[at] + data[at + 1] + data[at + 2]) / 3);
    }
    return [height, width, btoa(light)];
}"""


def codes_on_paper(page: Page) -> list[str]:
    """Return the content of the QR codes on a printed page. A separate program reads them from the picture, as a camera
    would.
    """
    settle(page)
    page.emulate_media(media="print")
    picture = b64encode(page.screenshot(full_page=True)).decode()
    height, width, light = page.evaluate(_LIGHT, picture)
    page.emulate_media(media="screen")
    rows = memoryview(b64decode(light)).cast("B", shape=[height, width])
    return [found.text for found in zxingcpp.read_barcodes(rows)]
