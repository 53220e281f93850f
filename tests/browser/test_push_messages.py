"""A phone subscribes, the push service receives an encrypted message, and the service worker shows its content."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_network

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from server.processes.deliverer import _tell_telephone
from tests.browser.accessible import faults
from tests.browser.page_reading import await_promise, comes_to
from tests.conftest import PHONE
from tests.push_device import Telephone
from tests.tournaments.conftest import cup, make, orla  # noqa: F401 fixtures
from tests.webhook_receiver import receiving
from tournaments.models import Subscription
from tournaments.webhooks import telephones
from tournaments.webhooks.posting import Poster

pytestmark = pytest.mark.django_db(transaction=True)

#: Stands in for the subscription from a push service, which cannot be reached from here.
SUBSCRIBES = """
    const own = %s;
    const plain = (text) => atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = (text) => Uint8Array.from(plain(text), (letter) => letter.charCodeAt(0));
    // A subscription outlives the page, as a real one does.
    const made = (key) => key && {
        endpoint: own.address,
        options: { applicationServerKey: bytes(key).buffer },
        getKey: (name) => bytes(name === "auth" ? own.secret : own.key).buffer,
        unsubscribe: async () => { sessionStorage.removeItem("subscribed"); return true; },
    };
    PushManager.prototype.getSubscription = async () => made(sessionStorage.getItem("subscribed"));
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        sessionStorage.setItem("subscribed", applicationServerKey);
        return made(applicationServerKey);
    };
    Notification.requestPermission = async () => "granted";
"""
SHOWN = """navigator.serviceWorker.ready.then((found) => found.getNotifications())
    .then((all) => all.map((each) => ({ title: each.title, body: each.body, tag: each.tag, page: each.data })))"""


def tell():
    """Run the push delivery once, in this process."""

    async def carry(batches):
        poster = Poster()
        try:
            return [await _tell_telephone(poster, batch, timezone.now) for batch in batches]
        finally:
            await poster.close()

    batches = telephones.due(timezone.now())
    with ThreadPoolExecutor(1) as thread:
        outcomes = thread.submit(asyncio.run, carry(batches)).result()
    telephones.store(outcomes, timezone.now(), None)


def push_message(phone, text):
    """Let the browser's push service deliver a message to the service worker."""
    devtools = phone.context.new_cdp_session(phone)
    found = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    phone.wait_for_function("() => navigator.serviceWorker.controller")
    origin = await_promise(phone, "location.origin")
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": found[0]["registrationId"], "data": text},
    )


@pytest.mark.rotates(8)
def test_telephone_is_notified_of_the_table_of_its_player(cup, live_server, new_page_that_notifies, settings):  # noqa: F811 fixtures
    settings.WEBHOOK_NETWORKS, settings.WEBHOOK_HTTP = (ip_network("127.0.0.1"),), True
    ann = cup.players["Ann"]
    with receiving() as service:
        telephone = Telephone(service.url)
        phone = new_page_that_notifies(PHONE, service_workers="allow")
        phone.context.grant_permissions(["notifications"], origin=live_server.url)
        phone.add_init_script(SUBSCRIBES % json.dumps(telephone.fields))
        phone.goto(f"{live_server.url}/t/cup/players/{ann.public_id}/")
        phone.get_by_role("button", name="This is me: remember me on this phone").click()
        phone.goto(f"{live_server.url}/t/cup/")
        phone.get_by_role("button", name="Notify me of new rounds").click()
        expect(phone.get_by_role("button", name="Turn off notifications")).to_be_visible()
        assert faults(phone) == []
        assert Subscription.objects.get().player == ann

        cup.pair()
        cup.publish()
        tell()
        (shown,) = telephone.shows(service)
        assert shown["body"].startswith("Round 1 is published. Your table: ")
        push_message(phone, json.dumps(shown))
        seen = comes_to(phone, f"{SHOWN}.then((all) => all.length && all)")
        assert seen == [{"title": "Cup", "body": shown["body"], "tag": "cup round", "page": "/t/cup/"}]

        phone.get_by_role("button", name="This is not me").click()
        expect(phone.locator("#told")).to_be_hidden()
        phone.reload()  # perhaps before the request to the server
        phone.wait_for_function("() => !localStorage.getItem('told:cup')")
        assert not Subscription.objects.exists()


@pytest.mark.rotates(4)
def test_browser_without_push_shows_that_it_cannot_notify(cup, live_server, new_page):  # noqa: F811 fixtures
    phone = new_page(PHONE)
    phone.add_init_script("delete window.PushManager")
    phone.add_init_script(f"localStorage.setItem('me:cup', '{cup.players['Ann'].public_id}')")
    phone.goto(f"{live_server.url}/t/cup/")
    expect(phone.get_by_text("This browser cannot notify you while the page is closed")).to_be_visible()
    expect(phone.get_by_role("button", name="Notify me of new rounds")).to_be_hidden()


@pytest.mark.rotates(2)
def test_denied_permission_shows_advice(cup, live_server, new_page):  # noqa: F811 fixtures
    phone = new_page(PHONE, service_workers="allow")
    phone.add_init_script("Notification.requestPermission = async () => 'denied'")
    phone.add_init_script(f"localStorage.setItem('me:cup', '{cup.players['Ann'].public_id}')")
    phone.goto(f"{live_server.url}/t/cup/")
    phone.get_by_role("button", name="Notify me of new rounds").click()
    expect(
        phone.get_by_text("Notifications are blocked. Allow them in your browser's settings for this page.")
    ).to_be_visible()
    assert not Subscription.objects.exists()
