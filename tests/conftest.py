"""Fixtures of all tests: a browser, a page of laptop or phone size, and a real server."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial, wraps
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

from tests import slices
from tests.durations import Durations
from tests.serving import PATIENCE, RealServer
from tests.tournaments.all_features.slow import Brake

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, Playwright
    from pytest_django import DjangoDbBlocker

LAPTOP = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}

#: Makes pages record when a link or form leads to another page, which a click does not wait for.
LEAVING = """
addEventListener("submit", (event) => { window.leaving ||= !event.defaultPrevented; });
navigation.addEventListener("navigate", (event) => {
  window.leaving ||= !event.hashChange && event.downloadRequest === null;
});
"""

#: User actions on a page, which are lost until the page's scripts have started.
ACTIONS = (
    *("check", "clear", "click", "dblclick", "fill", "focus", "hover", "press", "press_sequentially"),
    *("select_option", "set_checked", "set_input_files", "tap", "uncheck"),
)
KEYS = ("press", "type", "insert_text", "down")

#: Fixtures that open a browser, and the folder in which every test needs one.
WITH_A_BROWSER = {"browser", "new_page", "page", "phone"}
BROWSER_TESTS = Path(__file__).parent / "browser"

#: Playwright's synchronous calls run inside an event loop, which Django's ORM would refuse without need.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add options for more thorough runs than the standard suite."""
    parser.addoption("--slice", type=int, metavar="N", help="of tests that rotate, the cases of this slice alone")
    parser.addoption("--dutch-corpus", metavar="FOLDER", help="recorded Dutch tournaments to replay, all of them")
    parser.addoption("--dutch-2017-corpus", metavar="FOLDER", help="the same of the edition of 2017")
    parser.addoption("--dutch-2012-corpus", metavar="FOLDER", help="positions of the edition of 2012")
    parser.addoption("--mcmahon-corpus", metavar="FOLDER", help="recorded McMahon tournaments with all their weights")
    parser.addoption("--swiss-corpus", metavar="FOLDER", help="recorded positions of the Burstein and Dubov systems")
    parser.addoption("--all-plans", action="store_true", help="circular plans of every field up to 200 players")
    parser.addoption("--all-operations", action="store_true", help="5,000 operations of 4 desks by a faulty network")
    parser.addoption("--all-events", action="store_true", help="whole events, each at both sizes and by every preset")
    parser.addoption("--record-examples", action="store_true", help="write what the API answers into its examples")
    parser.addoption("--all-links", action="store_true", help="in the language of nobody, every link of every page")
    parser.addoption("--all-typed", action="store_true", help="every text typed as a result, by every way to send it")
    parser.addoption("--all-hostile", action="store_true", help="every hostile value to every field of every address")
    parser.addoption("--clients", action="store_true", help="clients that .ci/clients has generated, against a server")
    parser.addoption("--walks", type=int, default=1, metavar="N", help="random walks of five hundred verbs a system")
    parser.addoption("--generated", type=int, default=25, metavar="N", help="made-up tournaments that check themselves")
    parser.addoption("--dutch-positions", type=int, default=250, metavar="N", help="random positions to enumerate")


def pytest_configure(config: pytest.Config) -> None:
    """Report in every run how long it took."""
    config.pluginmanager.register(Durations(config, config.rootpath / "var/durations.json"))


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark tests that need a browser: `-m "not browser"` leaves them out."""
    if BROWSER_TESTS in item.path.parents or WITH_A_BROWSER & set(getattr(item, "fixturenames", ())):
        item.add_marker("browser")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect all but the sample of `thorough` tests, unless the run has their option, and apply the slice to rotating
    tests.
    """
    left = {item for item in items if any(not config.getoption(mark.args[0]) for mark in item.iter_markers("thorough"))}
    left |= set(slices.outside([item for item in items if item not in left], config.getoption("slice")))
    if left:
        config.hook.pytest_deselected(items=[item for item in items if item in left])
        items[:] = [item for item in items if item not in left]


def pytest_collection_finish() -> None:
    """Freeze the collected objects, which live until the end, so that garbage collection does not search them again."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Unregister Hypothesis' plugin if no test has used it: it would import all of Hypothesis for an empty final
    report.
    """
    if "hypothesis" not in sys.modules:
        session.config.pluginmanager.unregister(name="hypothesispytest")


@pytest.fixture(autouse=True)
def same_lots_again(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seed the random draws of a test as in its last run, so that a failure repeats."""
    if not request.config.pluginmanager.hasplugin("django"):  # pure tests may run without it
        return
    from tournaments.models import fields

    lots = Random(request.node.nodeid)
    monkeypatch.setattr(fields, "seed", lambda: f"{lots.getrandbits(64):016x}")


@pytest.fixture(autouse=True, scope="session")
def tokens_of_forms_are_no_names(request: pytest.FixtureRequest) -> Iterator[None]:
    """Use few letters in the CSRF tokens of forms, so that no test finds a name in a random token."""
    if not request.config.pluginmanager.hasplugin("django"):
        yield
        return
    from django.middleware import csrf

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(csrf, "CSRF_ALLOWED_CHARS", "ajqxz")
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_blocker: DjangoDbBlocker
) -> None:
    """Make test databases as copies of a migrated database."""
    from django.db import connection

    from tests import database_template

    with django_db_blocker.unblock():
        connection.settings_dict["TEST"]["TEMPLATE"] = database_template.template()
        connection.creation._destroy_test_db = database_template.drop


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Set up the test database, which is emptied the fast way if the database role permits it."""
    from django.core.management.commands import flush
    from django.db import connection
    from django.db.backends.postgresql.operations import DatabaseOperations

    from tests import table_cleanup

    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("SELECT current_database()")
        assert cursor.fetchone() == (connection.settings_dict["NAME"],), "the tests run on another database"
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        if cursor.fetchone() == (True,):
            DatabaseOperations.sql_flush = table_cleanup.deleting  # type: ignore[method-assign]
            # The rows that the signal would write again are never deleted.
            flush.emit_post_migrate_signal = lambda *_what, **_more: None  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    from playwright.sync_api import Locator, expect, sync_playwright

    expect.set_options(timeout=1000 * PATIENCE)
    for action in ACTIONS:
        setattr(Locator, action, _once_scripts_run(getattr(Locator, action)))
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    from tests import chromium

    started = playwright.chromium.launch(executable_path=chromium.executable(), args=chromium.arguments())
    yield started
    started.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """A function that opens pages in separate browser contexts: new_page(), new_page(PHONE, locale="fi")."""
    yield from _opening(browser)


@pytest.fixture
def new_page_that_notifies(playwright: Playwright) -> Iterator[Callable[..., Page]]:
    """A function like `new_page` for a full Chromium, which shows notifications."""
    from tests import chromium

    path = chromium.executable(whole=True)
    started = playwright.chromium.launch(executable_path=path, args=chromium.arguments())
    yield from _opening(started)
    started.close()


def _opening(browser: Browser) -> Iterator[Callable[..., Page]]:
    contexts: list[BrowserContext] = []
    errors: list[Error] = []

    def open_page(viewport: dict[str, int] = LAPTOP, **options: object) -> Page:
        phone = {"is_mobile": True, "has_touch": True} if viewport == PHONE else {}
        context = browser.new_context(
            viewport=viewport, **{"locale": "en", "service_workers": "block", **phone, **options}
        )
        context.set_default_timeout(1000 * PATIENCE)
        context.add_init_script(LEAVING)
        contexts.append(context)
        context.on("weberror", lambda error: errors.append(error.error))
        opened = context.new_page()
        for key in KEYS:
            setattr(opened.keyboard, key, partial(_once_ready, opened, getattr(opened.keyboard, key)))
        if options.get("java_script_enabled", True):
            opened.goto = _after_what_was_clicked(opened)
        return opened

    yield open_page
    for context in contexts:
        context.close()
    assert not errors, [error.stack or error.message for error in errors]


def _once_ready(page: Page, action: Callable[..., object], *arguments: object, **options: object) -> object:
    """Wait until the page's scripts are running, then act: visible text does not prove that they are."""
    page.wait_for_load_state("domcontentloaded")
    return action(*arguments, **options)


def _once_scripts_run(action: Callable[..., object]) -> Callable[..., object]:
    """Return an action on a locator that first waits for the scripts of its page."""

    @wraps(action)
    def on_a_page_that_listens(place: Locator, *arguments: object, **options: object) -> object:
        return _once_ready(place.page, action, place, *arguments, **options)

    return on_a_page_that_listens


def _after_what_was_clicked(page: Page) -> Callable[..., object]:
    """Return a `goto` that waits for earlier clicks: a URL opened too early would abort their requests."""
    from tests.browser.page_reading import settle

    goto = page.goto

    def settled_goto(address: str, **options: object) -> object:
        settle(page)
        return goto(address, **options)

    return settled_goto


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A page on a laptop."""
    return new_page()


@pytest.fixture
def phone(new_page: Callable[..., Page]) -> Page:
    """A page on a phone."""
    return new_page(PHONE)


@pytest.fixture
def idle_server(transactional_db: None) -> Iterator[RealServer]:
    """`manage.py start` on the test's database, not started yet. It serves what the test stores."""
    from django.db import connection

    server = RealServer(connection.settings_dict["NAME"])
    yield server
    server.stop()


@pytest.fixture
def real_server(idle_server: RealServer) -> RealServer:
    """`manage.py start` on the test's database, running."""
    idle_server.start()
    return idle_server


@pytest.fixture(scope="module")
def lasting_server(django_db_setup: None) -> Iterator[RealServer]:
    """A server that runs for all tests of a file; they must not stop it or need other settings. It can keep streams
    open.

    It does not outlive the file: the server performs due tasks, so it would act on data that tests of other files
    store.
    """
    from django.db import connection

    server = RealServer(connection.settings_dict["NAME"], more={"STREAMS": "100"})
    server.start()
    yield server
    server.stop()


@pytest.fixture
def brake(monkeypatch: pytest.MonkeyPatch) -> Iterator[Brake]:
    """A brake in its own folder, which a server that has dropped root privileges can see."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        monkeypatch.setenv("SLOW_UNTIL", f"{folder}/go on")
        yield Brake(Path(folder, "go on"))


@pytest.fixture
def slow_server(brake: Brake, idle_server: RealServer) -> RealServer:
    """A real server in which every pairing takes until the brake is released."""
    idle_server.more = {
        "DJANGO_SETTINGS_MODULE": "tests.tournaments.all_features.slow_settings",
        "SLOW_UNTIL": str(brake.file),
    }
    idle_server.start()
    return idle_server
