"""Webhooks are delivered in spite of faulty receivers, private addresses and failures of parts of the server."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import ssl
import subprocess
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_network
from types import SimpleNamespace

import pytest
import trustme
from django.db import connection
from standardwebhooks import Webhook as Verifier

from server.processes import deliverer, supervisor
from tests.serving import RealServer, free_port, wait_until
from tests.tournaments.api.conftest import account, token_of  # noqa: F401 fixtures
from tests.tournaments.conftest import cup, make, orla  # noqa: F401 fixtures
from tests.webhook_receiver import answers, nonsense, receiving, silent, without_end
from tournaments.webhooks.posting import MOST_BYTES, MOST_CHARACTERS, Poster

LOCAL = (ip_network("127.0.0.1"),)
LATER = {
    "name": "Later",
    "game": "chess",
    "starts_on": "2026-09-12",
    "time_zone": "Europe/Helsinki",
    "system": "dutch",
    "planned_rounds": 3,
}


def post(*urls, timeout=10.0):
    """Return the outcome of a message to each of these URLs, sent one after the other."""

    async def send():
        poster = Poster(timeout=timeout)
        try:
            return [await poster.post(url, {"webhook-id": "msg_1"}, '{"ä": 1}'.encode()) for url in urls]
        finally:
            await poster.close()

    with ThreadPoolExecutor(1) as thread:  # a browser's event loop may run in this thread
        return thread.submit(asyncio.run, send()).result()


class TestPosting:
    @pytest.fixture(autouse=True)
    def allow_local_addresses(self, settings):
        settings.WEBHOOK_NETWORKS = LOCAL

    def test_message_is_accepted(self):
        with receiving() as receiver:
            (answer,) = post(receiver.url)
        ((headers, body),) = receiver.got
        assert (answer.status, answer.fault, answer.is_taken) == (204, "", True)
        assert (headers["webhook-id"], body) == ("msg_1", '{"ä": 1}')
        assert "cookie" not in headers

    @pytest.mark.parametrize(("status", "taken"), [(200, True), (301, False), (404, False), (410, False), (500, False)])
    def test_only_2xx_counts_as_accepted(self, status, taken):
        with receiving(answers(status, b"so it is")) as receiver:
            (answer,) = post(receiver.url)
        assert (answer.status, answer.beginning, answer.is_taken) == (status, "so it is", taken)

    def test_only_the_beginning_of_a_long_answer_is_read(self):
        with receiving(answers(200, b"\xff\x00" + b"x" * 10 * MOST_BYTES)) as receiver:
            (answer,) = post(receiver.url)
        assert (answer.status, len(answer.beginning)) == (200, MOST_CHARACTERS)
        assert "\0" not in answer.beginning

    def test_compressed_answer_is_not_decompressed(self):
        with receiving(answers(200, b"\x1f\x8b not packed", **{"Content-Encoding": "gzip"})) as receiver:
            (answer,) = post(receiver.url)
        assert answer.status == 200

    @pytest.mark.parametrize("behave", [silent, without_end])
    def test_receiver_that_never_finishes_times_out(self, behave):
        with receiving(behave) as receiver:
            (answer,) = post(receiver.url, timeout=0.2)
        assert (answer.status, answer.fault) == (None, "timeout")

    def test_missing_or_nonsense_receiver_is_unreachable(self):
        with receiving(nonsense) as receiver:
            found = post(receiver.url, f"http://127.0.0.1:{free_port()}/")
        assert [(answer.status, answer.fault) for answer in found] == [(None, "unreachable")] * 2

    def test_untrusted_certificate_is_refused(self):
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        trustme.CA().issue_cert("127.0.0.1").configure_cert(context)
        with receiving(context=context) as receiver:
            (answer,) = post(receiver.url.replace("http:", "https:"))
        assert (answer.fault, receiver.got) == ("certificate", [])

    def test_redirect_is_not_followed(self):
        with receiving() as within, receiving(answers(307, Location=within.url)) as receiver:
            (answer,) = post(receiver.url)
        assert (answer.status, len(receiver.got), within.got) == (307, 1, [])

    def test_private_addresses_are_not_reached(self, settings):
        settings.WEBHOOK_NETWORKS = ()
        with receiving() as receiver:
            urls = [
                receiver.url.replace("127.0.0.1", host) for host in ("127.0.0.1", "[::ffff:127.0.0.1]", "localhost")
            ]
            found = post(*urls)
        assert [answer.fault for answer in found] == ["not-public"] * 3
        assert receiver.got == []

    @pytest.mark.parametrize("host", ["127.1", "2130706433", "0x7f000001", "0177.0.0.1"])
    def test_other_spellings_of_private_addresses_are_not_reached(self, settings, host):
        settings.WEBHOOK_NETWORKS = ()
        with receiving() as receiver:
            (answer,) = post(receiver.url.replace("127.0.0.1", host))
        assert (answer.status, receiver.got) == (None, [])
        assert answer.fault in ("not-public", "unreachable")

    def test_every_address_of_a_name_must_be_public_at_each_lookup(self, monkeypatch):
        real, asked = socket.getaddrinfo, []
        stands_for = [["127.0.0.1"], ["127.0.0.1", "10.0.0.1"], ["10.0.0.1"], ["127.0.0.1"]]

        def names(host, port, *rest, **more):
            if host != "hook.test":
                return real(host, port, *rest, **more)
            numbers = stands_for[len(asked)]
            asked.append(numbers)
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port)) for number in numbers]

        monkeypatch.setattr(socket, "getaddrinfo", names)
        with receiving(answers(200, Connection="close")) as receiver:
            url = receiver.url.replace("127.0.0.1", "hook.test")
            found = post(url, url, url, url)
        assert [answer.fault for answer in found] == ["", "not-public", "not-public", ""]
        assert (len(receiver.got), len(asked)) == (2, 4)
        assert receiver.got[0][0]["host"] == f"hook.test:{receiver.port}"

    def test_open_connection_is_reused_without_a_lookup(self, monkeypatch):
        real, asked = socket.getaddrinfo, []

        def names(host, port, *rest, **more):
            asked.append(host)
            return real("127.0.0.1" if host == "hook.test" else host, port, *rest, **more)

        monkeypatch.setattr(socket, "getaddrinfo", names)
        with receiving() as receiver:
            url = receiver.url.replace("127.0.0.1", "hook.test")
            assert all(answer.is_taken for answer in post(url, url, url))
        assert asked.count("hook.test") == 1


class Order:
    """A batch that is done when the test sets `done`."""

    def __init__(self, key):
        self.key, self.done, self.begun = key, asyncio.Event(), 0


class Orders:
    """A kind of batch without a database: each batch is due until it is stored."""

    def __init__(self, *batches):
        self.batches, self.stored = list(batches), []

    def any_at_work(self):
        return True

    def next_due(self, _now):
        return None

    def due(self, _now, but):
        return [batch for batch in self.batches if batch.key not in but]

    def store(self, outcomes, _now, _rng):
        for outcome in outcomes:
            self.stored.append(outcome.batch.key)
            self.batches.remove(outcome.batch)

    async def tell(self, _poster, batch, _clock):
        batch.begun += 1
        await batch.done.wait()
        return SimpleNamespace(batch=batch)


class Quiet:
    """A connection that never receives a notification."""

    async def notifies(self):
        await asyncio.Event().wait()
        yield


class TestDeliveryProcess:
    @pytest.fixture
    def orders(self, monkeypatch):
        def make_kind(*keys):
            kind = Orders(*(Order(key) for key in keys))
            monkeypatch.setattr(deliverer, "KINDS", {kind: kind.tell})
            return kind

        return make_kind

    @staticmethod
    def teller(**more):
        async def straight(_reader, question, *about):
            return question(*about)

        return straight, deliverer.Teller(None, None, **more)

    def run(self, play, monkeypatch, **more):
        straight, teller = self.teller(**more)
        monkeypatch.setattr(deliverer, "_ask", straight)
        with ThreadPoolExecutor(1) as thread:  # a browser's event loop may run in this thread
            thread.submit(asyncio.run, play(teller)).result()

    def test_slower_of_two_deliveries_is_stored_and_repeated(self, orders, monkeypatch, caplog):
        kind = orders("fast", "slow")
        fast, slow = kind.batches

        async def play(teller):
            await teller._turn()
            await asyncio.sleep(0)
            fast.done.set()
            await until(lambda: teller._done[kind])
            await teller._turn()
            assert kind.stored == ["fast"]
            slow.done.set()
            await until(lambda: teller._done[kind])
            await teller._turn()
            assert kind.stored == ["fast", "slow"]
            assert not teller._busy

        self.run(play, monkeypatch)
        assert not caplog.records

    def test_bug_in_a_delivery_stops_the_process(self, orders, monkeypatch):
        kind = orders("wrong")

        async def fail(_poster, _batch, _clock):
            raise ZeroDivisionError

        monkeypatch.setitem(deliverer.KINDS, kind, fail)

        async def play(teller):
            await teller._turn()
            await until(lambda: teller._faults)
            with pytest.raises(ZeroDivisionError):
                await teller._turn()

        self.run(play, monkeypatch)

    def test_ends_and_stops_listening_without_receivers(self, orders, monkeypatch):
        kind = orders()
        kind.any_at_work = lambda: False
        ends = []

        async def play(teller):
            ends.append(await teller.tell(Quiet()))

        self.run(play, monkeypatch)
        assert ends == [True]

    def test_delivery_that_never_ends_is_restarted(self, orders, monkeypatch, caplog):
        kind = orders("stuck")
        (stuck,) = kind.batches
        now = [0.0]

        async def play(teller):
            for at, begun in ((0.0, 1), (deliverer.OVERDUE_SECONDS, 1), (deliverer.OVERDUE_SECONDS + 1, 2)):
                now[0] = at
                await teller._turn()
                await asyncio.sleep(0)
                assert stuck.begun == begun

        self.run(play, monkeypatch, seconds=lambda: now[0])
        assert "stuck" in caplog.text


async def until(what):
    """Run the other tasks of this loop until `what()` is true; fail after ten turns."""
    for _ in range(10):
        if what():
            return
        await asyncio.sleep(0)
    raise AssertionError(what)


def children(server):
    """Return the process ids of the children of a real server."""
    listed = subprocess.run(
        ["ps", "-o", "pid=,stat=", "--ppid", str(server.process.pid)], capture_output=True, text=True, check=False
    )
    return {int(line.split()[0]) for line in listed.stdout.splitlines() if "Z" not in line.split()[1]}


@pytest.mark.rotates(8)
@pytest.mark.django_db(transaction=True)
def test_webhooks_get_every_event_when_parts_of_the_server_fail(cup, token_of):  # noqa: F811 fixtures
    server = RealServer(connection.settings_dict["NAME"], more={"WEBHOOK_NETWORKS": "127.0.0.1", "WEBHOOK_HTTP": "on"})
    secret = token_of(cup, "read", "admin")
    cup.pair()
    cup.publish()
    server.start()
    try:
        with receiving() as receiver:
            _follow(server, cup, secret, receiver)
            began = time.monotonic()
            server.stop()
            assert time.monotonic() - began < supervisor.GRACE
            assert not [line for line in server.output if "killed" in line]
    finally:
        server.stop()


@pytest.mark.rotates(8)
@pytest.mark.django_db(transaction=True)
def test_webhook_of_an_account_includes_later_tournaments(cup, account):  # noqa: F811 fixtures
    server = RealServer(connection.settings_dict["NAME"], more={"WEBHOOK_NETWORKS": "127.0.0.1", "WEBHOOK_HTTP": "on"})
    token = account("read", "players:write", "admin").headers["Authorization"].removeprefix("Bearer ")
    server.start()
    try:
        with receiving() as receiver:
            hook = _send(server, token, "webhooks", {"address": receiver.url})
            made = _send(server, token, "tournaments", LATER)
            _send(server, token, f"tournaments/{made['slug']}/players", {"players": [{"name": "Ann"}, {"name": "Bo"}]})
            wait_until(lambda: len(receiver.got) == 3)
            lines = [Verifier(hook["secret"]).verify(body, headers) for headers, body in receiver.got]
            _send(
                server,
                token,
                f"webhooks/{hook['id']}/replay",
                {"after": lines[1]["data"]["id"], "tournament": made["slug"]},
            )
            wait_until(lambda: len(receiver.got) == 4)
            again = [json.loads(body) for _headers, body in receiver.got[3:]]
        assert [each["type"] for each in lines] == ["created", "settings", "players"]
        assert again == lines[2:]
        assert {each["tournament"] for each in lines} == {made["slug"]}
    finally:
        server.stop()


def _send(server, token, path, body):
    """Send this to the API once as a program, and return the response."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Idempotency-Key": path}
    asked = urllib.request.Request(f"{server.url}/api/v1/{path}", json.dumps(body).encode(), headers, method="POST")
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return json.load(answer)


def _follow(server, cup, token, receiver):  # noqa: F811 a parameter
    # Without webhooks there is no delivery process.
    wait_until(lambda: len(children(server)) == supervisor.WORKERS)
    workers = children(server)
    hook = _ask(server, cup, token, "POST", "", {"address": receiver.url, "whole": True})
    wait_until(lambda: len(children(server) - workers) == 1)
    (deliverer,) = children(server) - workers
    begun = int(hook["cursor"])
    cup.enter(1, "1-0")
    cup.enter(2, "0-1")
    wait_until(lambda: receiver.numbers == [begun + 1, begun + 2])
    headers, body = receiver.got[0]
    assert Verifier(hook["secret"]).verify(body, headers)["data"]["results"][0]["notation"] == "1-0"

    # The database ends the connection, and the delivery continues.
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            " AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 5437718)"
        )
        assert cursor.rowcount == 1
    cup.enter(1, "½-½")
    wait_until(lambda: receiver.numbers[-1] == begun + 3)

    # The process is killed, and another one continues where it stopped.
    os.kill(deliverer, signal.SIGKILL)
    cup.enter(1, "0-1")
    wait_until(lambda: receiver.numbers == [begun + 1, begun + 2, begun + 3, begun + 4])
    wait_until(lambda: len(children(server) - workers) == 1)

    # It ends with the last webhook, and starts again with the next, whose receiver does not respond.
    where = f"/{hook['id']}"
    version = _ask(server, cup, token, "GET", where)["version"]
    _ask(server, cup, token, "DELETE", where, version=version)
    wait_until(lambda: children(server) == workers)
    receiver.behave = silent
    _ask(server, cup, token, "POST", "", {"address": receiver.url})
    seen = len(receiver.got)
    cup.enter(1, "1-0")
    wait_until(lambda: len(receiver.got) == seen + 1)


def _ask(server, stage, token, method, path, body=None, version=0):
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "If-Match": f'"{version}"'}
    headers["Idempotency-Key"] = f"{method}{path}{stage.revision()}"
    asked = urllib.request.Request(
        f"{server.url}/api/v1/tournaments/{stage.tournament.slug}/webhooks{path}",
        json.dumps(body).encode() if body is not None else None,
        headers if method != "GET" else {"Authorization": headers["Authorization"]},
        method=method,
    )
    with urllib.request.urlopen(asked, timeout=60) as answer:
        text = answer.read()
    return json.loads(text) if text else None
