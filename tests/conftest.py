"""What tests may ask for: a browser, a page of it at laptop or phone size, a real server."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.serving import RealServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

LAPTOP = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}

#: Pages note when a link or a form leads to another page, which a click does not wait for.
LEAVING = """
addEventListener("submit", (event) => { window.leaving ||= !event.defaultPrevented; });
navigation.addEventListener("navigate", (event) => {
  window.leaving ||= !event.hashChange && event.downloadRequest === null;
});
"""

#: Fixtures that open a browser, and the folder where every test is about one.
WITH_A_BROWSER = {"browser", "new_page", "page", "phone"}
BROWSER_TESTS = Path(__file__).parent / "browser"

#: Playwright's synchronous calls run inside an event loop, which makes Django's ORM afraid for nothing.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def pytest_addoption(parser: pytest.Parser) -> None:
    """More thorough runs than the suite's own."""
    parser.addoption("--dutch-corpus", metavar="FOLDER", help="recorded Dutch tournaments to replay, all of them")
    parser.addoption("--all-plans", action="store_true", help="circular plans of every field up to 200 players")
    parser.addoption("--all-hostile", action="store_true", help="every hostile value to every field of every address")
    parser.addoption("--dutch-positions", type=int, default=250, metavar="N", help="random positions to enumerate")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Tests that need a browser are marked so: `-m "not browser"` leaves them out."""
    if BROWSER_TESTS in item.path.parents or WITH_A_BROWSER & set(getattr(item, "fixturenames", ())):
        item.add_marker("browser")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hypothesis' plugin imports all of it for its last words; where no test has used it, it has none to say."""
    if "hypothesis" not in sys.modules:
        session.config.pluginmanager.unregister(name="hypothesispytest")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    from tests import chromium

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium.executable(), args=chromium.arguments())
        yield started
        started.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages of people who know nothing of each other: new_page(), new_page(PHONE, locale="fi")."""
    contexts: list[BrowserContext] = []

    def open_page(viewport: dict[str, int] = LAPTOP, **options: object) -> Page:
        phone = {"is_mobile": True, "has_touch": True} if viewport == PHONE else {}
        context = browser.new_context(viewport=viewport, **{"locale": "en", **phone, **options})
        context.add_init_script(LEAVING)
        contexts.append(context)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A page on a laptop."""
    return new_page()


@pytest.fixture
def phone(new_page: Callable[..., Page]) -> Page:
    """A page on a telephone."""
    return new_page(PHONE)


@pytest.fixture
def real_server(transactional_db: None) -> Iterator[RealServer]:
    """`manage.py start` on the test's database, running. What the test stores is what it serves."""
    from django.db import connection

    server = RealServer(connection.settings_dict["NAME"])
    server.start()
    yield server
    server.stop()
