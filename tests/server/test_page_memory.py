"""Cached public pages contain nothing private, and are never older than what their reader has already seen."""

import asyncio
import http.client
import zlib
from threading import Event, Thread
from types import SimpleNamespace

import brotli
import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test import Client

from server.front import Front
from server.page_memory import OVERHEAD, Memory
from tests.server.test_front import FakeProtocol
from tests.serving import wait_until
from tests.tournaments.conftest import catalogue, nobodys, orla  # noqa: F401 fixtures
from tests.tournaments.public.test_page_cache import COOKIES, HEADERS, LANGUAGES, UNKNOWN, addresses, play_everything
from tournaments.events import events
from tournaments.public.page_cache import CONTENT_KEY, PAGES, ROOM, Address, Offer, RenderedPage
from tournaments.setup import lifecycle
from tournaments.setup.copies import delete_tournament

HOST = {"host": "127.0.0.1:8000"}
BROWSER = {**HOST, "accept-encoding": "gzip, deflate, br"}
DEADLINE = 600


class Headers(list):
    """Headers as granian provides them: lower-case names, some perhaps twice."""

    def __contains__(self, name):
        return any(name == key for key, _value in self)

    def get(self, name, default=None):
        return next((value for key, value in self if key == name), default)

    def get_all(self, name):
        return [value for key, value in self if key == name]

    def items(self):
        return list(self)


def scope(path, *, method="GET", scheme="http", headers=None, more=()):
    path, _mark, query = path.partition("?")
    found = Headers([*(BROWSER if headers is None else headers).items(), *more])
    return SimpleNamespace(
        method=method, path=path, query_string=query, scheme=scheme, server="127.0.0.1:80", client="127.0.0.1:5000",
        headers=found,
    )  # fmt: skip


class Protocol(FakeProtocol):
    def body(self):
        packed = {"br": brotli.decompress, "gzip": lambda body: zlib.decompress(body, 31)}
        way = self.answer.headers.get("content-encoding", "")
        return packed.get(way, bytes)(self.answer.body).decode()


class Door:
    """A front in its own event loop that counts the requests to Django."""

    def __init__(self):
        self.asked = 0
        self.before = self.after = lambda: None
        self.application = WSGIHandler()
        self.loop = asyncio.new_event_loop()
        Thread(target=self.loop.run_forever, daemon=True).start()
        self.front = Front(self._count, threads=2)
        self.run(self._begin())
        wait_until(lambda: self.memory._confirmed_until)

    async def _begin(self):
        self.memory = self.front._page_memory()

    def _count(self, environ, start_response):
        self.asked += 1
        self.shown = environ[CONTENT_KEY]
        self.before()
        parts = self.application(environ, start_response)
        self.after()
        return parts

    def run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(DEADLINE)

    async def _call(self, function):
        return function()

    def forget(self):
        self.run(self._call(self.memory._forget))
        PAGES.clear()

    def send(self, *asked, **more):
        protocol = Protocol()
        return asyncio.run_coroutine_threadsafe(self._send(protocol, scope(*asked, **more)), self.loop)

    async def _send(self, protocol, request):
        await self.front.__rsgi__(request, protocol)
        return protocol

    def read(self, *asked, **more):
        """Return the response, with `kept` if it came from memory."""
        before = self.asked
        protocol = self.send(*asked, **more).result(DEADLINE)
        protocol.answer.kept = self.asked == before
        protocol.answer.text = protocol.body()
        return protocol.answer

    def hears(self, tournament):
        tournament.refresh_from_db()
        wait_until(lambda: self.memory._revisions.get(tournament.pk, 0) >= tournament.revision)

    def close(self):
        self.run(self.front.end_streams())
        self.loop.call_soon_threadsafe(self.loop.stop)


@pytest.fixture
def door(transactional_db):
    PAGES.clear()
    found = Door()
    yield found
    found.close()


@pytest.fixture
def running(orla):  # noqa: F811 the fixture
    return play_everything(orla)


@pytest.fixture
def organiser(orla):  # noqa: F811 the fixture
    """The session cookie of a signed-in user."""
    client = Client()
    client.force_login(orla)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def private_ways(session):
    """Yield request options that must not be answered from memory, such as those of a signed-in user."""
    yield {"headers": {**BROWSER, "cookie": f"{settings.SESSION_COOKIE_NAME}={session}"}}
    yield {"headers": {**BROWSER, "cookie": f"csrftoken={'a' * 32}; {settings.SESSION_COOKIE_NAME}={session}"}}
    yield {"more": [("cookie", "csrftoken=a"), ("cookie", f"{settings.SESSION_COOKIE_NAME}={session}")]}
    for name, value in COOKIES.items():
        if name != "csrftoken":
            yield {"headers": {**BROWSER, "cookie": f"{name}={value}"}}
    yield {"headers": {**BROWSER, "cookie": "nonsense"}}
    yield {"headers": {**BROWSER, "authorization": "Bearer kie_none"}}
    yield {"headers": {**BROWSER, "content-length": "0"}}
    yield {"headers": {**BROWSER, "x-after": "-1"}}
    yield {"headers": HOST}


def public_ways():
    """Yield what a client can send besides the URL, each header separately and then all together."""
    plain = {name.lower(): value for name, value in HEADERS.items()}
    for name in ("host", "authorization", "if-none-match"):
        plain.pop(name)
    yield from ({"headers": {**BROWSER, name: value}} for name, value in plain.items())
    yield from ({"headers": {**BROWSER, "accept-language": language}} for language in LANGUAGES)
    yield {"headers": {**BROWSER, **plain, "cookie": "csrftoken=" + "a" * 32}}


@pytest.mark.rotates(8)
def test_memory_contains_nothing_private(door, running, organiser):
    for address in [*addresses(running).values(), f"/t/{running.tournament.slug}/rounds/2/"]:
        door.forget()
        usual = door.read(address)
        assert (usual.status, usual.kept) == (200, False), address
        assert door.read(address).kept
        assert door.read(address).text == usual.text
    assert "Desk" not in usual.text
    for way in private_ways(organiser):
        for _warm in (False, True):
            answer = door.read(address, **way)
            assert not answer.kept, way
            assert answer.status == 200, way
            assert ("Desk" in answer.text) == (organiser in str(way)), way
            assert door.read(address).text == usual.text
        door.forget()
    for way in public_ways():
        for warm in (False, True):
            answer = door.read(address, **way)
            assert (answer.text, answer.kept) == (usual.text, warm), way
            assert "set-cookie" not in answer.headers
        assert (door.read(address).text, door.read(address).headers) == (usual.text, usual.headers)
        door.forget()


@pytest.mark.rotates(4)
def test_other_requests_get_djangos_answer(door, running):
    address = f"/t/{running.tournament.slug}/rounds/2/"
    usual = door.read(address)
    for _warm in (False, True):
        evil = door.read(address, headers={**BROWSER, "host": "evil.example"})
        assert (evil.status, evil.kept) == (400, False)
        assert not door.read(address, headers={"accept-encoding": "br"}).kept  # without a Host header
        assert door.read(address, method="POST").status in (403, 405)
        assert door.read(f"{address}x/").status == 404
        door.read(address)
    stored = len(door.memory._entries)
    for query in UNKNOWN:
        other = door.read(f"{address}?{query}")
        assert (other.text, other.kept) == (usual.text, False)
    for spelling in ("0002", "%32", "2/../2"):
        assert not door.read(f"/t/{running.tournament.slug}/rounds/{spelling}/").kept
    for query in ("q=ann", "q=nobody"):
        for _again in range(2):
            assert not door.read(f"/t/{running.tournament.slug}/players/?{query}").kept
    assert len(door.memory._entries) == stored
    assert door.read(address).kept


@pytest.mark.rotates(2)
def test_encodings_conditional_and_head_requests(door, running):
    address = f"/t/{running.tournament.slug}/standings/"
    usual = door.read(address)
    tag = usual.headers["etag"]
    for accepted, way in (("br", "br"), ("gzip, br;q=0", "gzip"), ("GZIP;q=0.5", "gzip"), ("br;q=0, *", None)):
        answer = door.read(address, headers={**HOST, "accept-encoding": accepted})
        assert (answer.headers.get("content-encoding"), answer.text) == (way, usual.text)
    for tags in (tag, f'"a", {tag}', f'{tag}, "b"'):
        door.forget()
        for warm in (False, True, True):
            same = door.read(address, headers={**BROWSER, "if-none-match": tags})
            assert (same.status, same.body, same.headers["etag"], same.kept) == (304, b"", tag, warm)
    assert not door.read(address).kept  # only the ETag was known
    assert door.read(address).kept
    assert door.read(address, headers={**BROWSER, "if-none-match": tag}).status == 304
    assert door.read(address, headers={**BROWSER, "if-none-match": '"other", *'}).status == 200
    head = door.read(address, method="HEAD")
    assert (head.kept, head.headers) == (True, door.read(address).headers)


@pytest.fixture
def secure(settings):
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.SECURE_HSTS_SECONDS = 1


@pytest.mark.rotates(2)
def test_http_gets_nothing_when_https_is_required(secure, door, running, settings):
    from server.proxies import networks

    address = f"/t/{running.tournament.slug}/"
    assert door.read(address, scheme="https").headers["strict-transport-security"]
    assert door.read(address, scheme="https").kept
    assert (door.read(address).status, door.read(address).kept) == (301, False)
    values = {**BROWSER, "x-forwarded-proto": "https"}
    assert (door.read(address, headers=values).status, door.read(address, headers=values).kept) == (301, False)
    settings.TRUSTED_PROXIES = networks(["127.0.0.1"])
    assert door.read(address, headers=values).kept
    assert not door.read(address, headers={**BROWSER, "x-forwarded-proto": "http"}).kept


@pytest.mark.rotates(4)
def test_next_page_shows_a_change(door, running):
    address, whole = f"/t/{running.tournament.slug}/rounds/2/", f"/e/{running.event.slug}/"
    assert "1-0" not in door.read(address).text
    assert door.read(address).kept
    running.enter(1, "1-0")
    door.hears(running.tournament)
    assert ("1-0" in door.read(address).text, door.read(address).kept) == (True, True)

    # A reader who knows of a revision gets it, even if the memory has not been notified of it.
    missed = []
    door.memory.on_change = lambda *heard: missed.append(heard)
    running.enter(1, "0-1")
    values = {**BROWSER, "x-after": str(running.revision())}
    assert ("0-1" in door.read(address).text, door.read(address).kept) == (False, True)
    assert "0-1" in door.read(address, headers=values).text
    assert door.read(address, headers=values).kept
    wait_until(lambda: missed)
    del door.memory.on_change

    # The page of an event changes when another tournament joins it.
    assert door.read(whole).status == 200
    assert door.read(whole).kept
    names = {"event": "Cups", "own": "A", "section": "Newcomers"}
    made = events.add_section(running.orla, running.tournament, **names)
    door.hears(made)
    assert "Newcomers" in door.read(whole).text

    # A hidden tournament is hidden for everyone.
    assert door.read(address).status == 200
    lifecycle.change_settings(running.orla, running.tournament, is_public=False)
    door.hears(running.tournament)
    assert [door.read(address).status for _again in range(2)] == [404, 404]
    assert not door.read(address).kept


@pytest.mark.rotates(8)
def test_nothing_is_sent_without_the_listener(door, running):
    address = f"/t/{running.tournament.slug}/rounds/2/"
    door.read(address)
    assert door.read(address).kept
    epoch = door.memory._epoch
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            " AND query LIKE 'LISTEN%'"
        )
        assert cursor.rowcount >= 1
    wait_until(lambda: door.memory._epoch > epoch)
    running.enter(1, "1-0")
    assert "1-0" in door.read(address).text
    wait_until(lambda: door.memory._epoch > epoch + 1 and door.memory._confirmed_until)
    door.read(address)
    assert door.read(address).kept
    running.enter(1, "0-1")
    door.hears(running.tournament)
    assert "0-1" in door.read(address).text

    # A connection that died silently is not trusted forever.
    door.read(address)
    assert door.read(address).kept
    door.memory._time = lambda: door.memory._confirmed_until + 1
    assert not door.read(address).kept


@pytest.mark.rotates(4)
def test_many_simultaneous_requests_render_a_page_once(door, running):
    address, go = f"/t/{running.tournament.slug}/rounds/2/", Event()
    door.before = go.wait
    asked = [door.send(address) for _reader in range(50)]
    go.set()
    assert {each.result(DEADLINE).body() for each in asked} == {door.read(address).text}
    assert door.asked == 1

    # A missing page is requested by each reader separately, and no reader waits forever.
    asked = [door.send("/t/nowhere/") for _reader in range(5)]
    assert {each.result(DEADLINE).answer.status for each in asked} == {404}


@pytest.mark.rotates(2)
def test_page_of_an_older_state_is_not_stored(door, running):
    address = f"/t/{running.tournament.slug}/rounds/2/"

    def change():
        door.after = lambda: None
        Thread(target=enter).start()
        wait_until(lambda: door.memory._moment > moment)

    def enter():
        running.enter(1, "1-0")
        connection.close()

    door.hears(running.tournament)
    moment, door.after = door.memory._moment, change
    first, second = door.send(address), door.send(address)
    assert "1-0" not in first.result(DEADLINE).body()
    assert "1-0" in second.result(DEADLINE).body()
    assert "1-0" in door.read(address).text


@pytest.mark.rotates(4)
def test_known_state_of_a_tournament_is_passed_to_django(door, running):
    tournament = running.tournament
    one, two, three = (
        f"/t/{tournament.slug}/players/{running.players[name].public_id}/" for name in ("Ann", "Bo", "Cy")
    )
    door.hears(tournament)
    door.read(one)
    assert door.shown is None
    assert "<title>Bo ·" in door.read(two).text
    assert door.shown == (tournament.slug, tournament.pk, tournament.revision)
    door.read(three, headers={**BROWSER, "x-after": str(tournament.revision + 1)})
    assert door.shown is None  # its reader knows of a later revision

    running.enter(1, "1-0")
    door.hears(tournament)
    assert "1 of 2 results entered" in door.read(one).text
    assert door.shown is None
    door.read(two)
    assert door.shown == (tournament.slug, tournament.pk, tournament.revision)
    lifecycle.change_settings(running.orla, tournament, is_public=False)
    door.hears(tournament)
    assert [door.read(each).status for each in (one, two, three)] == [404, 404, 404]


@pytest.mark.rotates(4)
def test_deleted_tournament_is_not_sent(door, running):
    address = f"/t/{running.tournament.slug}/rounds/2/"
    door.read(address)
    assert door.read(address).kept
    running.tournament.refresh_from_db()
    revision = running.tournament.revision
    delete_tournament(running.orla, running.tournament)
    wait_until(lambda: door.memory._revisions.get(running.tournament.pk, 0) > revision)
    assert (door.read(address).status, door.read(address).kept) == (404, False)


class TestBounds:
    def memory(self):
        found = Memory(lambda: 0.0)
        found.on_connect()
        found.on_confirm(1.0)
        return found

    def keep(self, memory, number, size):
        asked = memory.read_question(scope(f"/t/cup/{number}/"))
        page = RenderedPage((("br", b"x" * size), ("gzip", b"x")), ())
        offer = Offer(Address(((1, 1),), "en", ""), '"tag"', page, "", alone=True)
        memory.finish_page(asked, memory.begin_page(asked), (200, []), [offer])
        return memory.give(asked, FakeProtocol())

    def test_memory_is_limited_by_bytes(self):
        memory = self.memory()
        assert all(self.keep(memory, number, ROOM // 20) for number in range(60))
        assert memory._entries.currsize <= ROOM
        assert 0 < len(memory._entries) < 20
        assert not self.keep(memory, 60, ROOM - OVERHEAD)

    def test_page_in_an_unrequested_language_is_not_stored(self):
        memory = self.memory()
        asked = memory.read_question(scope("/t/cup/", headers={**BROWSER, "accept-language": "en"}))
        offer = Offer(Address(((1, 1),), "fi", ""), '"tag"', RenderedPage((("br", b"x"),), ()), "fi", alone=True)
        memory.finish_page(asked, memory.begin_page(asked), (200, []), [offer])
        assert not memory.give(asked, FakeProtocol())


class TestLanguages:
    """A page is kept once for each requested language that exists."""

    WAYS = (
        ({"accept-language": "en"}, "en"),
        ({"accept-language": "sv"}, ""),
        ({}, ""),
        ({"accept-language": "en-xa, en"}, "en-xa"),
        ({"accept-language": "en", "cookie": "language=en-xa"}, "en-xa"),
        ({"accept-language": "en-xa", "cookie": "csrftoken=a; language=en"}, "en"),
        ({"accept-language": "en-xa", "cookie": "language=sv"}, "en-xa"),
        ({"cookie": 'language="en-xa"'}, "en-xa"),
        ({"cookie": "language=en; language=en-xa"}, "en-xa"),
    )

    @pytest.mark.rotates(8)
    def test_follow_the_cookie_or_the_browser(self, door, running, nobodys):  # noqa: F811 the fixture
        address = f"/t/{running.tournament.slug}/rounds/2/"
        for again in (False, True):
            for headers, language in self.WAYS:
                answer = door.read(address, headers={**BROWSER, **headers})
                assert f'lang="{language or "en"}"' in answer.text, headers
                assert answer.kept or not again
        assert {key[2] for key in door.memory._entries} == {"", "en", "en-xa"}
        assert {each.language for each in PAGES} == {"en", "en-xa"}


@pytest.mark.rotates(8)
@pytest.mark.django_db(transaction=True)
def test_real_server_sends_the_same_page_from_memory(real_server, running):
    address = f"/t/{running.tournament.slug}/rounds/2/"

    def read(method="GET", **headers):
        client = http.client.HTTPConnection("127.0.0.1", real_server.port, timeout=DEADLINE)
        client.request(method, address, headers=headers)
        answer = client.getresponse()
        found = answer.status, answer.read(), dict(answer.headers)
        client.close()
        found[2].pop("date", None)
        return found

    ways = [("GET", {}), ("GET", {"Accept-Encoding": "br"}), ("GET", {"Accept-Encoding": "gzip"}),
            ("HEAD", {"Accept-Encoding": "br"})]  # fmt: skip
    first = [read(method, **headers) for method, headers in ways]
    assert len(first[1][1]) < len(first[0][1]) / 2
    assert (first[3][1], first[3][2]["content-length"]) == (b"", str(len(first[1][1])))
    for _again in range(5):  # to reach both workers
        assert [read(method, **headers) for method, headers in ways] == first
        status, body, _headers = read(**{"If-None-Match": first[0][2]["etag"], "Accept-Encoding": "br"})
        assert (status, body) == (304, b"")
