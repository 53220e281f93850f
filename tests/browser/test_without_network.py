"""Without a network, a phone shows stored public pages with their age. It stores no private page."""

import pytest
from playwright.sync_api import expect

from tests.browser.page_reading import await_promise, comes_to, measure
from tests.conftest import PHONE
from tests.tournaments.conftest import cup, make, orla  # noqa: F401 fixtures
from tests.tournaments.self_service.test_badges import give
from tournaments.players import registration

pytestmark = pytest.mark.django_db(transaction=True)

KEPT = """caches.open("kierros-1").then((cache) => cache.keys())
    .then((keys) => keys.map((key) => new URL(key.url).pathname + new URL(key.url).search))"""
READY = "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"


@pytest.fixture
def running(cup):  # noqa: F811 the fixture
    cup.pair()
    cup.publish()
    return cup


def looks_at(phone, address):
    """Open a page on a phone, and wait until it is cached for offline use."""
    phone.goto(address)
    path = address.partition("//")[2].partition("/")[2]
    expect(phone.locator("h1")).to_be_visible()
    comes_to(phone, f"{KEPT}.then((paths) => paths.includes('/{path}'))")


@pytest.mark.rotates(8)
def test_public_pages_stay_and_show_their_age(running, live_server, new_page):
    phone = new_page(PHONE, service_workers="allow")
    base = f"{live_server.url}/t/cup"
    looks_at(phone, f"{base}/rounds/1/")
    assert await_promise(phone, READY)
    looks_at(phone, f"{base}/standings/")
    ann = f"/t/cup/players/{running.players['Ann'].public_id}/"
    looks_at(phone, live_server.url + ann)
    kept = f"{KEPT}.then((paths) => paths.includes('{ann}card/'))"
    comes_to(phone, f"fetch('{ann}card/').then(() => {kept})")
    phone.context.set_offline(True)
    phone.goto(f"{base}/rounds/1/")
    expect(phone.get_by_role("heading", name="Round 1")).to_be_visible()
    expect(phone.locator("#kept")).to_contain_text("No network. This page is from")
    expect(phone.locator("#kept")).to_contain_text("ago")
    phone.goto(f"{base}/crosstable/")
    expect(phone.get_by_role("heading", name="No network")).to_be_visible()
    saved = phone.locator("#saved a")
    expect(saved.first).to_have_attribute("href", ann)
    expect(saved.filter(has_text="Standings")).to_be_visible()
    expect(saved.filter(has_not_text="Cup")).to_have_count(0)  # no part of a page
    phone.goto(live_server.url)
    expect(phone.get_by_role("heading", name="No network")).to_be_visible()
    saved.filter(has_text="Round 1").click()
    expect(phone.get_by_role("heading", name="Round 1")).to_be_visible()
    running.enter(1, "1-0")
    phone.context.set_offline(False)
    expect(phone.locator("#t1 .score")).to_have_text("1-0")  # without a reload
    expect(phone.locator("#kept")).to_be_hidden()


@pytest.mark.rotates(8)
def test_cached_page_does_not_block_navigation(running, live_server, new_page):
    """There is a network again, but no server yet: a visitor on the way to another page gets there."""
    phone = new_page(PHONE, service_workers="allow")
    looks_at(phone, f"{live_server.url}/t/cup/rounds/1/")
    assert await_promise(phone, READY)
    looks_at(phone, f"{live_server.url}/t/cup/standings/")
    looks_at(phone, f"{live_server.url}/t/cup/rounds/1/")
    phone.context.set_offline(True)
    phone.goto(f"{live_server.url}/t/cup/rounds/1/")
    expect(phone.locator("#kept")).to_be_visible()
    to = "document.querySelector('a[href$=\"/t/cup/crosstable/\"]')"
    await_promise(phone, f"(() => {{ {to}.click(); dispatchEvent(new Event('online')); }})()")
    expect(phone.get_by_role("heading", name="No network")).to_be_visible()
    phone.get_by_role("link", name="Try again").click()
    assert phone.url.endswith("/t/cup/crosstable/")
    phone.context.set_offline(False)
    expect(phone.get_by_role("heading", name="Cross table")).to_be_visible()  # without a reload, as the page announces


@pytest.mark.rotates(8)
def test_cached_page_is_replaced_when_the_server_returns(running, live_server, new_page):
    """This holds even if the phone never reports a change of its network, which was available all the time."""
    phone = new_page(PHONE, service_workers="allow")
    phone.add_init_script("addEventListener('online', (event) => event.stopImmediatePropagation(), true)")
    looks_at(phone, f"{live_server.url}/t/cup/rounds/1/")
    assert await_promise(phone, READY)
    looks_at(phone, f"{live_server.url}/t/cup/players/")
    phone.context.set_offline(True)
    phone.goto(f"{live_server.url}/t/cup/players/")
    expect(phone.locator("#kept")).to_be_visible()
    registration.withdraw(running.orla, running.tournament, running.players["Di"])
    phone.context.set_offline(False)
    expect(phone.get_by_text("withdrawn")).to_be_visible()


@pytest.mark.rotates(8)
def test_private_pages_are_not_cached(running, live_server, new_page):
    phone = new_page(PHONE, service_workers="allow")
    looks_at(phone, f"{live_server.url}/t/cup/")
    phone.goto(f"{live_server.url}/b/#{give(running, 'Ann')}")
    expect(phone.get_by_role("heading", name="Ann")).to_be_visible()
    phone.goto(f"{live_server.url}/t/cup/me/")
    expect(phone.get_by_role("heading", name="Ann")).to_be_visible()
    looks_at(phone, f"{live_server.url}/t/cup/players/")
    assert not [path for path in await_promise(phone, KEPT) if "/me/" in path or path.startswith(("/b/", "/api/"))]
    phone.context.set_offline(True)
    phone.goto(f"{live_server.url}/t/cup/players/")
    expect(phone.locator("#kept")).to_be_visible()


@pytest.mark.rotates(8)
def test_pages_of_signed_in_users_are_not_cached(running, live_server, new_page):
    laptop = new_page(service_workers="allow")
    laptop.goto(f"{live_server.url}/account/sign-in/")
    laptop.get_by_label("Name").fill("Orla")
    laptop.get_by_label("Password").fill("a long enough password")
    laptop.get_by_role("button", name="Sign in").click()
    expect(laptop.get_by_role("button", name="Sign out")).to_be_visible()
    laptop.goto(f"{live_server.url}/t/cup/")
    assert await_promise(laptop, "navigator.serviceWorker.ready.then(() => true)")
    laptop.goto(f"{live_server.url}/t/cup/rounds/1/")
    expect(laptop.get_by_role("heading", name="Round 1")).to_be_visible()
    assert not [path for path in await_promise(laptop, KEPT) if path.startswith("/t/")]
    laptop.goto(f"{live_server.url}/t/cup/desk/players/")
    laptop.context.set_offline(True)
    for path in ["/t/cup/desk/players/", "/series/"]:
        laptop.goto(live_server.url + path)
        expect(laptop.get_by_role("heading", name="No network")).to_be_visible()
    assert not [path for path in await_promise(laptop, KEPT) if path.startswith(("/t/", "/series/"))]
    laptop.goto(f"{live_server.url}/t/cup/desk/players/")
    laptop.context.set_offline(False)
    expect(laptop.get_by_role("link", name="Ann")).to_be_visible()  # without a reload


@pytest.mark.rotates(4)
def test_site_is_installable_on_the_home_screen(running, live_server, phone):
    phone.goto(f"{live_server.url}/t/cup/")
    address = measure(phone, "document.querySelector('link[rel=manifest]').getAttribute('href')")
    answer = await_promise(phone, f"fetch({address!r}).then((answer) => answer.json())")
    assert (answer["name"], answer["start_url"], answer["display"]) == ("Cup", "/t/cup/", "standalone")
    for icon in answer["icons"]:
        side = await_promise(phone, f"fetch({icon['src']!r}).then((answer) => answer.blob()).then(createImageBitmap)"
                              ".then((picture) => `${picture.width}x${picture.height}`)")  # fmt: skip
        assert side == icon["sizes"]


@pytest.mark.rotates(2)
def test_missing_https_is_reported(running, live_server, new_page):
    phone = new_page(PHONE)
    phone.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    phone.goto(f"{live_server.url}/t/cup/")
    expect(phone.get_by_text("This page is not served over HTTPS")).to_be_visible()
    assert measure(phone, "document.querySelector('[data-install]').hidden")
