"""The HTTP front reads bodies before a thread starts, refuses bad requests, and isolates slow clients from others."""

import asyncio
import socket
import threading
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from types import SimpleNamespace

import pytest
from django.urls import reverse

from server.front import Front
from server.proxies import networks
from server.request_bodies import LONG_AT_ONCE, LONG_OF_NETWORK, Pace
from server.wsgi_threads import OPENING
from tests.serving import PATIENCE

HEAD = b"Host: 127.0.0.1\r\nCookie: csrftoken=" + b"a" * 32 + b"\r\n"
FORM = b"POST /account/sign-in/ HTTP/1.1\r\n" + HEAD


class FakeProtocol:
    """A client as granian presents it: a body in pieces, and the response."""

    def __init__(self, *pieces, endless=False):
        self.pieces = pieces
        self.endless = endless
        self.answer = None

    async def __aiter__(self):
        for piece in self.pieces:
            yield piece
        if self.endless:
            await asyncio.Event().wait()

    def response_bytes(self, status, headers, body):
        self.answer = SimpleNamespace(status=status, headers=dict(headers), body=body)

    def response_file(self, status, headers, file):
        self.response_bytes(status, headers, file)

    def response_empty(self, status, headers):
        self.response_bytes(status, headers, b"")


def answer_to(protocol, *headers, application=None, path="/", **limits):
    """Return the response to the client of one request."""
    scope = scope_of(*headers, path=path)

    async def serve():
        front = Front(application or echo, threads=1, **limits)
        await front.__rsgi__(scope, protocol)
        return protocol.answer

    with ThreadPoolExecutor(1) as apart:  # a browser's event loop may run in this thread
        return apart.submit(asyncio.run, serve()).result()


def scope_of(*headers, path="/", client="127.0.0.1"):
    return SimpleNamespace(
        method="POST", path=path, query_string="", scheme="http", server="127.0.0.1:80", client=f"{client}:5000",
        headers=Headers(headers),
    )  # fmt: skip


class Headers(list):
    def __contains__(self, name):
        return any(name == key for key, _value in self)

    def get(self, name, default=None):
        return dict(self).get(name, default)

    def items(self):
        return list(self)


def echo(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [environ["wsgi.input"].read(), environ.get("HTTP_X_FORWARDED_FOR", "").encode()]


class TestBodies:
    def test_body_is_read_to_its_end(self):
        answer = answer_to(FakeProtocol(b"ab", b"c"), ("content-length", "3"))
        assert (answer.status, answer.body) == (200, b"abc")

    def test_long_body_is_read_to_its_end(self):
        answer = answer_to(FakeProtocol(*[b"a" * 30_000] * 10), ("content-length", "300000"))
        assert answer.body == b"a" * 300_000

    def test_body_that_arrives_too_late_gets_408(self):
        answer = answer_to(FakeProtocol(b"a", endless=True), ("content-length", "3"), pace=Pace(deadline=0.01))
        assert answer.status == 408
        assert b"Nothing was saved" in answer.body
        assert answer.headers["connection"] == "close"

    def test_body_that_is_too_long_is_refused_before_reading(self):
        protocol = FakeProtocol(endless=True)
        answer = answer_to(protocol, ("content-length", "2000001"), longest=2_000_000)
        assert answer.status == 413
        assert answer.headers["connection"] == "close"

    def test_rating_lists_may_be_longer(self):
        protocol = FakeProtocol(*[b"a" * 30_000] * 100)
        answer = answer_to(protocol, ("content-length", "3000000"), path="/account/rating-lists/", longest=2_000_000)
        assert (answer.status, len(answer.body)) == (200, 3_000_000)

    def test_body_without_a_length_is_refused(self):
        assert answer_to(FakeProtocol(b"a"), ("transfer-encoding", "chunked")).status == 411

    def test_truncated_body_never_reaches_the_application(self):
        taken = []
        answer_to(FakeProtocol(b"a"), ("content-length", "3"), application=lambda *_: taken.append(1) or [])
        assert not taken

    def test_api_error_is_a_problem_document(self):
        answer = answer_to(FakeProtocol(), ("transfer-encoding", "chunked"), path="/api/v1/tournaments")
        assert answer.headers["content-type"] == "application/problem+json; charset=utf-8"


class TestPriority:
    """Hundreds of phones open their streams at once: a result that arrives then goes first, but not forever."""

    STREAM = "/api/v1/tournaments/cup/events/stream"

    @pytest.mark.parametrize(
        ("patient", "answered"),
        [
            (100, ["/first", "/result", "/desk", *[STREAM] * 50]),
            (1, ["/first", *[STREAM] * 50, "/result", "/desk"]),
        ],
    )
    def test_opening_a_stream_waits_for_other_requests(self, monkeypatch, patient, answered):
        monkeypatch.setattr("server.wsgi_threads.PATIENT", patient)
        order, entered, go = [], threading.Event(), threading.Event()

        def slow(environ, start_response):
            entered.set()
            go.wait()
            order.append(environ["PATH_INFO"])
            return echo(environ, start_response)

        async def serve():
            front = Front(slow, threads=1)
            paths = ["/first", *[self.STREAM] * 50, "/result", "/desk"]
            asked = [asyncio.ensure_future(front.__rsgi__(scope_of(path=path), FakeProtocol())) for path in paths]
            await asyncio.get_running_loop().run_in_executor(None, entered.wait)
            go.set()
            await asyncio.gather(*asked)

        with ThreadPoolExecutor(1) as apart:
            apart.submit(asyncio.run, serve()).result()
        assert order == answered

    def test_stream_address_is_recognised(self):
        assert reverse("api:event-stream", args=["cup"]) == self.STREAM
        assert self.STREAM.endswith(OPENING)


LONG = ("content-length", "100000")


class TestPlaces:
    """Long bodies share a few places; slow clients, or clients with many connections, do not take them from others."""

    def last(self, others, own, *headers, **limits):
        """Return the response to the client `own`, while the other clients, as (piece, client), never stop sending."""
        protocol = FakeProtocol(*[b"a" * 50_000] * 2)

        async def serve():
            front = Front(echo, threads=1, **limits)
            waiting = [
                asyncio.ensure_future(front.__rsgi__(scope_of(LONG, client=client), FakeProtocol(piece, endless=True)))
                for piece, client in others
            ]
            await asyncio.sleep(0)
            await front.__rsgi__(scope_of(LONG, *headers, client=own), protocol)
            for other in waiting:
                other.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
            return protocol.answer

        with ThreadPoolExecutor(1) as apart:
            return apart.submit(asyncio.run, serve()).result()

    def test_body_that_is_mostly_missing_takes_no_place(self):
        assert self.last([(b"a", "192.0.2.1")] * 60, "192.0.2.1").status == 200

    def test_one_network_cannot_take_all_places(self):
        assert self.last([(b"a" * 70_000, "192.0.2.1")] * 60, "192.0.2.2").status == 200
        assert LONG_OF_NETWORK < LONG_AT_ONCE

    def test_ipv6_network_counts_as_one_client(self):
        others = [(b"a" * 70_000, f"[2001:db8::{number}]") for number in range(1, LONG_OF_NETWORK + 1)]
        assert self.last(others, "[2001:db8::99]", pace=Pace(patience=0.01)).status == 503
        assert self.last(others, "[2001:db8:0:1::99]").status == 200

    def test_clients_behind_a_proxy_are_counted_separately(self, settings):
        settings.TRUSTED_PROXIES = networks(["127.0.0.1"])
        others = [(b"a" * 70_000, "127.0.0.1")] * LONG_OF_NETWORK
        answer = self.last(others, "127.0.0.1", ("x-forwarded-for", "192.0.2.2"), pace=Pace(patience=0.01))
        assert answer.status == 200

    def test_long_body_must_keep_a_minimum_pace(self):
        slow = FakeProtocol(b"a" * 70_000, endless=True)
        answer = answer_to(slow, LONG, pace=Pace(grace=0.01, least=10**9))
        assert answer.status == 408

    def test_client_without_a_place_gets_503(self):
        others = [(b"a" * 70_000, f"192.0.2.{number}") for number in range(LONG_AT_ONCE)]
        answer = self.last(others, "198.51.100.1", pace=Pace(patience=0.01))
        assert answer.status == 503
        assert b"Try again in a minute" in answer.body


class TestFiles:
    """A client that stops reading must not keep a whole file in memory: granian reads the file as it is sent."""

    def test_whole_file_is_passed_by_its_path(self, tmp_path):
        path = tmp_path / "script.js"
        path.write_bytes(b"abc")

        def file(environ, start_response):
            start_response("200 OK", [])
            return environ["wsgi.file_wrapper"](path.open("rb"))

        assert answer_to(FakeProtocol(), application=file).body == str(path)

    def test_part_of_a_file_is_read(self, tmp_path):
        path = tmp_path / "script.js"
        path.write_bytes(b"abc")

        def part(environ, start_response):
            start_response("206 Partial Content", [])
            opened = path.open("rb")
            opened.seek(1)
            return environ["wsgi.file_wrapper"](opened)

        assert answer_to(FakeProtocol(), application=part).body == b"bc"


class TestHeaders:
    def test_header_that_could_imitate_another_is_dropped(self):
        assert answer_to(FakeProtocol(), ("x_forwarded_for", "192.0.2.1")).body == b""

    def test_failing_application_gives_500_and_a_log_entry(self, caplog):
        answer = answer_to(FakeProtocol(), application=lambda *_: 1 / 0)
        assert answer.status == 500
        assert "ZeroDivisionError" in caplog.text


@pytest.fixture
def slow(lasting_server, transactional_db):
    """A function that connects to the real server, sends the given bytes, and then sends nothing."""
    with ExitStack() as opened:

        def connect(begun):
            one = opened.enter_context(socket.create_connection(("127.0.0.1", lasting_server.port)))
            one.sendall(begun)
            return one

        yield connect


def fetch_status(server):
    with urllib.request.urlopen(f"{server.url}/account/sign-in/", timeout=PATIENCE) as answer:
        return answer.status


class TestSlowClients:
    """Two processes have four threads each: a dozen clients that occupy threads would stop the server."""

    @pytest.mark.rotates(8)
    def test_slow_bodies_do_not_delay_others(self, lasting_server, slow):
        for _client in range(40):
            slow(FORM + b"Content-Length: 100000\r\n\r\na")
        assert fetch_status(lasting_server) == 200

    def test_slow_bodies_do_not_take_places_of_long_ones(self, lasting_server, slow):
        for _client in range(40):
            slow(FORM + b"Content-Length: 100000\r\n\r\na")
        one = slow(FORM + b"Connection: close\r\nContent-Length: 100000\r\n\r\n" + b"a" * 100_000)
        one.settimeout(PATIENCE)
        assert one.recv(12) == b"HTTP/1.1 403"  # without a CSRF token, but read to its end

    def test_slow_long_bodies_do_not_delay_others(self, lasting_server, slow):
        for _client in range(40):
            slow(FORM + b"Content-Length: 1000000\r\n\r\n" + b"a" * 100_000)
        assert fetch_status(lasting_server) == 200

    def test_partial_headers_and_stalled_readers_do_not_delay_others(self, lasting_server, slow):
        for _client in range(40):
            slow(b"GET / HTTP/1.1\r\n")
            slow(
                b"GET /static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js HTTP/1.1\r\n"
                + HEAD
                + b"\r\n"
            )
        assert fetch_status(lasting_server) == 200

    @pytest.mark.rotates(2)
    def test_announced_length_over_the_limit_gets_413_at_once(self, lasting_server, slow):
        one = slow(FORM + b"Content-Length: 99999999\r\n\r\na")
        one.settimeout(PATIENCE)
        assert b" 413 " in one.recv(200)
