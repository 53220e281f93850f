"""Take the pictures of the manual from the demo tournaments, with a browser:

    python3 -m tests.tools.manual_pictures [LANGUAGE]

A server with its own database in a temporary folder shows them in the language (en). The files replace those in
`static/manual/LANGUAGE`. Commit them when pages have changed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import django
import noto_cjk_sans_otc
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests import chromium
from tests.serving import ROOT, RealServer, manage, own_environment

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()
from tournaments.templatetags.manual import FALLBACK, LAPTOP, PHONE, path_of  # noqa: E402 models need settings

#: The maximum file size in bytes, and the scale factor of the pictures.
LARGEST = 40 * 1024
SHARPNESS = 1.5
NAME, PASSWORD = "Orla", "a long enough password"
DESK = "/t/demo-dutch/desk/"
LIST = (
    "Given name\tFamily name\tFederation\tRating\n"
    "Ada\tLovell\tENG\t1840\nBruno\tKeller\tGER\t1795\nCleo\tMarsh\tENG\t1660"
)


def main(language: str) -> None:
    with tempfile.TemporaryDirectory(prefix="kierros-") as folder, sync_playwright() as playwright:
        Path(folder).chmod(0o711)  # root's PostgreSQL runs as another account
        browser = playwright.chromium.launch(
            executable_path=chromium.executable(), args=chromium.arguments(), env=with_fonts(Path(folder))
        )
        with serving(folder) as url:
            for key, picture in take_pictures(browser, url, language):
                file = ROOT / "static" / path_of(key, language)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(picture)
        browser.close()


def with_fonts(folder: Path) -> dict[str, str | float | bool]:
    """Return an environment with the documents' font for the browser, because a machine may have no Japanese font."""
    file = folder / "fonts.conf"
    file.write_text(
        "<fontconfig><include ignore_missing='yes'>/etc/fonts/fonts.conf</include>"
        f"<dir>{Path(noto_cjk_sans_otc.__path__[0])}</dir></fontconfig>"
    )
    return {**os.environ, "FONTCONFIG_FILE": str(file)}


@contextmanager
def serving(folder: str) -> Iterator[str]:
    """Run a server with the demo tournaments, and yield its URL."""
    environment = own_environment(Path(folder) / "postgres", VAR_DIR=folder)
    for command in ("migrate", "load_demo"):
        subprocess.run(manage(command), env=environment, check=True, stdout=subprocess.DEVNULL)
    server = RealServer("kierros", more=environment)
    server.start()
    try:
        yield server.url
    finally:
        server.stop()


def take_pictures(browser: Browser, url: str, language: str) -> Iterator[tuple[str, bytes]]:
    """Yield each picture with its key. The last ones change the tournament that the first ones show."""
    laptop, phone = (
        browser.new_context(
            base_url=url,
            locale=language,
            viewport={"width": width, "height": height},
            device_scale_factor=SHARPNESS,
            reduced_motion="reduce",
        )
        for width, height in (LAPTOP, PHONE)
    )
    page, visitor = laptop.new_page(), phone.new_page()
    sign_up(page)
    yield "player", at(visitor, "/t/demo-dutch/")
    phone.add_cookies([each for each in laptop.cookies(url) if each["name"] == "sessionid"])  # type: ignore[misc]
    yield "helper", at(visitor, f"{DESK}rounds/3/results/", "h1")
    phone.clear_cookies()
    yield "desk", at(page, DESK)
    yield "results", at(page, f"{DESK}rounds/3/results/")
    yield "standings", at(page, "/t/demo-dutch/standings/")
    yield "print", at(page, f"{DESK}print/")
    yield "bracket", at(page, "/t/demo-knock-out/bracket/")
    for key, prepare in (("list", paste_list), ("effect", correct), ("draft", finish_round)):
        prepare(page)
        yield key, take_window(page)
    link_badge(page, visitor)
    yield "card", take_window(visitor)


def at(page: Page, address: str, scroll_to: str = "") -> bytes:
    page.goto(address)
    return take_window(page, scroll_to)


def take_window(page: Page, scroll_to: str = "") -> bytes:
    """Return a screenshot of the window as a small file."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.activeElement.blur()")
    if scroll_to:
        page.locator(scroll_to).first.evaluate("element => element.scrollIntoView()")
    with Image.open(BytesIO(page.screenshot())) as image:
        return compress_picture(image.convert("RGB"))


def compress_picture(image: Image.Image) -> bytes:
    """Return the file with the most colours that is small enough. Pages have few colours, so the loss hardly shows."""
    for colours in (128, 64, 32, 16):
        file = BytesIO()
        few = image.quantize(colours, dither=Image.Dither.NONE).convert("RGB")
        few.save(file, "WEBP", lossless=True, quality=100, method=6)
        if file.tell() <= LARGEST:
            return file.getvalue()
    raise ValueError("The picture is too large. Show less of the page.")


def sign_up(page: Page) -> None:
    page.goto("/account/first/")
    page.locator("input[autocomplete=username]").fill(NAME)
    page.locator("input[type=password]").fill(PASSWORD)
    page.locator("main form button").click()
    page.wait_for_url("**/new/")


def paste_list(page: Page) -> None:
    page.goto(f"{DESK}players/list/")
    page.locator("main textarea").fill(LIST)
    page.locator("main form:has(textarea) button").last.click()
    page.locator("#outcome").wait_for()


def correct(page: Page) -> None:
    """Open the preview of a corrected result of round 1."""
    page.goto(f"{DESK}rounds/1/results/")
    page.locator("main a[href$='/correct/']").first.click()
    before = re.search(r"(1-0|0-1|½-½)", page.locator("main").inner_text())
    page.locator("input#typed").fill("1-0" if before is None or before[0] != "1-0" else "0-1")
    page.locator("#reason").fill("Slip")
    page.locator("main form button.main").click()
    page.wait_for_url("**/effect/**")


def finish_round(page: Page) -> None:
    """Enter the missing results of the running round, close it and pair the next one."""
    page.goto(f"{DESK}rounds/3/results/?missing")
    while (row := page.locator("main tbody button[data-key]")).count():
        row.first.click()
        page.goto(f"{DESK}rounds/3/results/?missing")
    page.goto(DESK)
    page.locator("#next").click()
    page.locator("#draft").wait_for()


def link_badge(page: Page, phone: Page) -> None:
    """Publish the draft, let players report, and link the phone to a player who has a table."""
    page.locator("#publish").click()
    page.wait_for_url(f"**{DESK}")
    page.goto(f"{DESK}settings/")
    page.locator("[name=players_report]").check()
    page.locator("form:has([name=players_report]) button.main").click()
    page.wait_for_load_state()
    page.goto(f"{DESK}badges/")
    page.locator("#badges form button").first.click()
    code = page.locator(".typed code").first.inner_text()
    phone.goto("/b/")
    phone.locator("#code").fill(code)
    phone.locator("main form button").click()
    phone.wait_for_url("**/me/")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else FALLBACK)
