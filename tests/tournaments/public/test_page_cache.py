"""Cached public pages: all readers get the same bytes, whatever other requests contain."""

import re
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from threading import Event

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.urls import resolve, reverse
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.slices import choose_cases
from tests.tournaments.all_features.test_pages import at, signed_in
from tests.tournaments.all_features.url_patterns import routes
from tests.tournaments.conftest import Stage, fresh
from tests.tournaments.players.test_clubs import RULE as CLUB_TEAMS
from tournaments.events import events
from tournaments.hall import calling
from tournaments.models.courts import CourtSettings
from tournaments.players import registration
from tournaments.public.page_cache import PAGES, ROOM, Address, NotForEverybody, RenderedPage, from_memory, page_of

pytestmark = pytest.mark.django_db
FORGED = "FINAL CANCELLED, all prizes at the bar"


@pytest.fixture(autouse=True)
def nothing_kept():
    PAGES.clear()


def play_everything(orla):
    """Return a tournament with which every kind of public page has something to show.

    It has a closed round, a running one and a section, and beside it a knock-out and a jamboree.
    """
    cup = Stage(orla).with_players("Ann", "Bo", "Cy", "Di")
    cup.play("1-0", "½-½")
    cup.pair()
    cup.publish()
    names = {"event": "Cups", "own": "A", "section": "B"}
    cup.knock_out = Stage(orla, name="Last four", system="knock-out").with_players("Ann", "Bo", "Cy", "Di")
    cup.knock_out.pair()
    cup.knock_out.publish()
    cup.jamboree = Stage(orla, name="Jamboree", system="hutton", options={"boards": 2})
    cup.jamboree.with_players("A", "B", "C", "D")
    cup.jamboree.pair()
    cup.jamboree.publish()
    registration.set_club_teams(cup.orla, cup.tournament, CLUB_TEAMS)
    cup.event = events.add_section(cup.orla, cup.tournament, **names).event
    calling.set_courts(cup.orla, cup.tournament, CourtSettings(1))
    return cup


@pytest.fixture(scope="module")
def module_running(module_orla):
    return play_everything(module_orla)


@pytest.fixture
def orla(module_orla, db):
    return deepcopy(module_orla)


@pytest.fixture
def running(module_running, db):
    return fresh(module_running)


def addresses(stage):
    """Return one address of every cached page; a new cached page needs a line here."""
    slug = stage.tournament.slug
    ann, table = stage.players["Ann"].public_id, stage.table(1).public_id
    return {
        "e/<slug:event>/": f"/e/{stage.event.slug}/",
        "e/<slug:event>/courts/": f"/e/{stage.event.slug}/courts/",
        "e/<slug:event>/prizes/": f"/e/{stage.event.slug}/prizes/",
        "t/<slug:slug>/": f"/t/{slug}/",
        "t/<slug:slug>/courts/": f"/t/{slug}/courts/",
        "t/<slug:slug>/app.webmanifest": f"/t/{slug}/app.webmanifest",
        "t/<slug:slug>/rounds/<int:number>/": f"/t/{slug}/rounds/2/",
        "t/<slug:slug>/rounds/<int:number>/pods/": f"/t/{slug}/rounds/2/pods/",
        "t/<slug:slug>/rounds/<int:number>/names/": f"/t/{slug}/rounds/2/names/",
        "t/<slug:slug>/rounds/<int:number>/pairings.pgn": f"/t/{slug}/rounds/2/pairings.pgn",
        "t/<slug:slug>/rounds/<int:number>/tables/<str:pairing_id>/": f"/t/{slug}/rounds/2/tables/{table}/",
        "t/<slug:slug>/schedule/": f"/t/{slug}/schedule/?stage=1",
        "t/<slug:slug>/schedule/courts/": f"/t/{slug}/schedule/courts/?courts=1&minutes=20&rest=1&start=10%3A00",
        "t/<slug:slug>/schedule.csv": f"/t/{slug}/schedule.csv",
        "t/<slug:slug>/teams.csv": f"/t/{stage.jamboree.tournament.slug}/teams.csv",
        r"t/(?P<slug>[-\w]+)/report\.(?P<edition>trf16|trf26)$": f"/t/{slug}/report.trf26",
        "t/<slug:slug>/bracket/": f"/t/{stage.knock_out.tournament.slug}/bracket/",
        "t/<slug:slug>/players/": f"/t/{slug}/players/",
        "t/<slug:slug>/best-boards/": f"/t/{slug}/best-boards/",
        "t/<slug:slug>/screen/": f"/t/{slug}/screen/?only=clock",
        "t/<slug:slug>/players/<str:player_id>/": f"/t/{slug}/players/{ann}/",
        "t/<slug:slug>/players/<str:player_id>/card/": f"/t/{slug}/players/{ann}/card/",
        "t/<slug:slug>/standings/": f"/t/{slug}/standings/?live=1&round=1&rules=fide-2026",
        "t/<slug:slug>/standings.csv": f"/t/{slug}/standings.csv",
        "t/<slug:slug>/standings.h9": f"/t/{slug}/standings.h9",
        "t/<slug:slug>/standings.aga": f"/t/{slug}/standings.aga",
        "t/<slug:slug>/standings.fesa": f"/t/{slug}/standings.fesa",
        "t/<slug:slug>/standings/comparison/": f"/t/{slug}/standings/comparison/?with=othello",
        "t/<slug:slug>/standings/course/": f"/t/{slug}/standings/course/?live=1",
        "t/<slug:slug>/standings/course/<str:player_id>/": f"/t/{slug}/standings/course/{ann}/?live=1",
        "t/<slug:slug>/standings/<str:player_id>/": f"/t/{slug}/standings/{ann}/",
        "t/<slug:slug>/standings/<str:player_id>/<path:code>/": f"/t/{slug}/standings/{ann}/PTS/",
        "t/<slug:slug>/club-teams/": f"/t/{slug}/club-teams/",
        "t/<slug:slug>/club-teams.csv": f"/t/{slug}/club-teams.csv",
        "t/<slug:slug>/crosstable/": f"/t/{slug}/crosstable/",
        "t/<slug:slug>/norms/": f"/t/{slug}/norms/",
        "t/<slug:slug>/ratings/": f"/t/{slug}/ratings/",
        "embed/<slug:slug>/standings/": f"/embed/{slug}/standings/",
        "embed/<slug:slug>/pairings/": f"/embed/{slug}/pairings/",
    }


@pytest.fixture
def message(sam):
    """The signed cookie of a message not yet read, in which the sender chooses 100 letters."""
    own = Stage(sam, name="Elsewhere")
    client = signed_in(sam)
    client.post(at(own, "player-add"), {"name": FORGED})
    return client.cookies["messages"].value


#: Languages and headers that the program does not use.
LANGUAGES = ("sv", "da-DK,da;q=0.9", "*", "en-x-" + "a" * 60, "xx", "ar", "zh-Hans")
HEADERS = {
    "Host": "localhost", "X-Forwarded-Host": "evil.example", "X-Forwarded-For": "6.6.6.6", "X-Forwarded-Proto": "https",
    "Referer": "https://evil.example/", "Origin": "https://evil.example", "User-Agent": "<script>",
    "Accept": "image/png",
    "HX-Request": "true", "HX-Boosted": "true", "HX-Target": "main", "HX-Current-URL": "https://evil.example/",
    "X-Requested-With": "XMLHttpRequest", "X-CSRFToken": "a" * 32, "Authorization": "Bearer kie_none",
    "If-Modified-Since": "Sat, 01 Jan 2050 00:00:00 GMT", "If-None-Match": '"none"', "Range": "bytes=0-10",
    "Cache-Control": "no-cache", "Save-Data": "on", "Sec-GPC": "1", "X-Method-Override": "POST", "Remote-User": "Orla",
}  # fmt: skip
COOKIES = {
    "csrftoken": "a" * 32, settings.SESSION_COOKIE_NAME: "b" * 32, "django_language": "fi", "theme": "<b>",
    "user": "Orla",    "timezone": "Asia/Tokyo",
}  # fmt: skip
UNKNOWN = ("x=1", "utm_source=evil", "next=/evil", "page=2", "q=Ann&top=8", "=empty", "x", "lang=fi", "format=json")


def senders(message):
    """Yield what a client can send with an address: each language alone, all cookies, all headers, and both."""
    yield from ({"headers": {"Accept-Language": language}} for language in LANGUAGES)
    yield {"headers": HEADERS}
    yield {"cookies": {"messages": message, **COOKIES}}
    yield {"cookies": {"messages": message, **COOKIES}, "headers": HEADERS}


def single_things(message):
    """Yield each header and each cookie alone, because one may hide the effect of another."""
    yield from ({"headers": {name: value}} for name, value in HEADERS.items())
    yield from ({"cookies": {name: value}} for name, value in {"messages": message, **COOKIES}.items())


def read(address, cookies=None, headers=None):
    client = Client()
    for name, value in (cookies or {}).items():
        client.cookies[name] = value
    return client.get(address, headers=headers or {})


class TestFirstReader:
    @pytest.fixture(autouse=True)
    def _held_clock(self, running, monkeypatch):
        """Stop the clock, because pages show the minute at which a match is expected."""
        now = timezone.now()
        monkeypatch.setattr(timezone, "now", lambda: now)

    def test_every_cached_page_is_tested(self, running):
        assert {route.pattern for route in routes() if route.is_kept} == set(addresses(running))

    @pytest.mark.rotates(8)
    def test_cached_page_contains_nothing_the_client_sent(self, running, message, request):
        for address in choose_cases(request, addresses(running).values(), of=4):
            usual = read(address)
            assert usual.status_code == 200, address
            for sender in senders(message):
                self.leaves_no_trace(sender, address, usual)

    @pytest.mark.rotates(6)
    def test_cached_page_contains_no_single_thing_the_client_sent(self, running, message):
        for address in (at(running, "round", number=2), at(running, "standings:table")):
            usual = read(address)
            for sender in single_things(message):
                self.leaves_no_trace(sender, address, usual)

    def leaves_no_trace(self, sender, address, usual):
        PAGES.clear()
        first = read(address, **sender)
        assert first.content == usual.content, (address, sender)
        assert first["Content-Type"] == usual["Content-Type"]
        assert read(address).content == usual.content, (address, sender)

    @pytest.mark.rotates(4)
    def test_unknown_parameters_do_not_create_another_cached_page(self, running, request):
        for address in choose_cases(request, addresses(running).values(), of=3):
            PAGES.clear()
            usual = read(address)
            for query in UNKNOWN:
                if not address.endswith(("/players/", "/e/cups/", "/names/")) or "q=" not in query:
                    other = read(f"{address}{'&' if '?' in address else '?'}{query}")
                    assert (other.content, other["ETag"]) == (usual.content, usual["ETag"])
            assert len(PAGES) == 1

    @pytest.mark.parametrize("spoken", ["fi", "fi-FI", "fi;q=0.5"])
    @pytest.mark.rotates(8)
    def test_each_supported_language_is_cached_once(self, running, settings, spoken, request):
        settings.LANGUAGES = [("en", "English"), ("fi", "Finnish")]
        for address in choose_cases(request, addresses(running).values(), of=5):
            PAGES.clear()
            finnish = read(address, headers={"Accept-Language": spoken}).content
            english = read(address).content
            assert (b'<html lang="fi"' in finnish, b'<html lang="fi"' in english) == (b"<html" in english, False)
            assert read(address, headers={"Accept-Language": "sv"}).content == english
            assert read(address, headers={"Accept-Language": "fi"}).content == finnish
            assert len(PAGES) == 2

    @pytest.mark.rotates(8)
    @hypothesis_settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(
        headers=st.dictionaries(
            st.from_regex(r"[A-Za-z][A-Za-z-]{0,20}", fullmatch=True), st.text("abcé;=,\"'<>&%", max_size=40)
        ),
        cookies=st.dictionaries(st.from_regex(r"[a-z_]{1,12}", fullmatch=True), st.text("ab12:-_.", max_size=40)),
    )  # fmt: skip
    def test_random_headers_and_cookies_do_not_change_the_page(self, running, headers, cookies):
        address = at(running, "round", number=2)
        usual = read(address).content
        PAGES.clear()
        kept_out = {"host", "if-none-match", "accept-encoding", "content-length"}
        read(address, cookies, {name: value for name, value in headers.items() if name.lower() not in kept_out})
        assert read(address).content == usual


def test_uncached_pairings_take_few_queries(running, django_assert_max_num_queries):
    for page, number, most in (("round", 1, 5), ("round", 2, 7), ("round-names", 2, 5)):
        with django_assert_max_num_queries(most):
            read(at(running, page, number=number))


class TestAttacks:
    @pytest.mark.rotates(4)
    def test_forged_message_reaches_no_reader(self, running, message):
        """There are 20 tries on pages that are not cached yet."""
        address = at(running, "round", number=2)
        for _try in range(20):
            PAGES.clear()
            assert FORGED not in read(address, {"messages": message}).content.decode()
            assert FORGED not in read(address).content.decode()

    @pytest.mark.rotates(6)
    def test_unknown_parameters_do_not_evict_cached_pages(self, running):
        address = at(running, "round", number=2)
        read(address)
        before = dict(PAGES)
        for number in range(880):
            read(f"{address}?x={number}")
        assert dict(PAGES) == before

    def test_searches_are_answered_and_not_cached(self, running):
        address = at(running, "players")
        shown = re.compile(r'<li\s*><a href="/t/')  # a player who does not match is hidden, and reappears on typing
        assert len(shown.findall(read(f"{address}?q=ann").content.decode())) == 1
        assert not shown.findall(read(f"{address}?q=nobody").content.decode())
        assert len(PAGES) == 0

    def test_forged_session_gets_the_cached_page(self, running, django_assert_num_queries):
        address = at(running, "standings:table")
        usual = read(address).content
        with django_assert_num_queries(2):  # the session, which does not exist, and the revision
            answer = read(address, {settings.SESSION_COOKIE_NAME: "c" * 32})
        assert answer.content == usual
        assert answer["Cache-Control"] == "private, no-cache"


class TestPendingMessage:
    @pytest.fixture
    def organiser(self, cup, orla):
        """An organiser who has added a player and has not yet seen the message."""
        organiser = signed_in(orla)
        organiser.post(at(cup, "player-add"), {"name": "Prince of Secrets"})
        assert "messages" in organiser.cookies
        return organiser

    @pytest.fixture(params=["signs out", "expires"])
    def message_gone(self, request, organiser):
        if request.param == "expires":
            organiser.session.flush()
        else:
            organiser.post("/account/sign-out/")
        return organiser

    def test_is_shown_only_in_its_own_browser(self, cup, message_gone, client):
        for someone in (message_gone, client):
            for page in ("tournament", "players", "standings:table"):
                assert "Secrets added" not in someone.get(at(cup, page)).content.decode()
        assert "Prince of Secrets added" in message_gone.get("/").content.decode()


class TestCacheKeys:
    @pytest.mark.parametrize(
        ("query", "same"),
        [
            ("?round=1", "?round=01"), ("?round=1", "?round=0001&x=2"), ("?live=1", "?live"), ("?live=1", "?live=no"),
            ("?live=1&round=1", "?round=1&live=1"), ("", "?stage="), ("", "?rules=&round="),
            ("?round=2&live=1", "?round=1&live&round=2"),
        ],
    )  # fmt: skip
    def test_equivalent_queries_share_a_cached_page(self, running, query, same):
        address = at(running, "standings:table")
        assert read(address + query)["ETag"] == read(address + same)["ETag"]
        assert len(PAGES) == 1

    def test_equivalent_paths_share_a_cached_page(self, running):
        assert (
            read(at(running, "round", number=2))["ETag"] == read(f"/t/{running.tournament.slug}/rounds/0002/")["ETag"]
        )
        assert len(PAGES) == 1

    @pytest.mark.parametrize("query", ["?round=x", "?round=99999", "?round=٣", "?rules=none", "?stage=-1", "?round=99"])
    def test_invalid_query_gives_404_and_is_not_cached(self, running, query):
        assert read(at(running, "standings:table") + query).status_code == 404
        assert len(PAGES) == 0

    @pytest.mark.parametrize("letters", ["%0a", "%25", "%3f", "a%20b", "%E2%82%AC", "..%2f"])
    def test_odd_letters_in_an_address_give_404(self, running, letters):
        for name in ("tournaments:player", "standings:place"):
            address = reverse(name, args=[running.tournament.slug, "LETTERS"]).replace("LETTERS", letters)
            assert read(address).status_code == 404


class TestPageCache:
    ADDRESS = Address(((1, 1),), "en", "/")

    def page(self, size):
        return RenderedPage((("br", b"x"), ("gzip", b"x" * (size - 1))), ())

    def test_is_limited_by_bytes(self):
        for number in range(80):
            page_of(self.ADDRESS._replace(shown=((1, number),)), lambda: self.page(ROOM // 20))
        assert PAGES.currsize <= ROOM
        assert 0 < len(PAGES) < 20

    def test_page_larger_than_the_cache_is_still_answered(self):
        assert page_of(self.ADDRESS, lambda: self.page(ROOM)).size > ROOM
        assert len(PAGES) == 0

    def test_concurrent_requests_render_a_page_once(self):
        rendered, go = [], Event()

        def render():
            go.wait()
            rendered.append(1)
            return self.page(1)

        with ThreadPoolExecutor(8) as pool:
            asked = [pool.submit(page_of, self.ADDRESS, render) for _reader in range(8)]
            go.set()
        assert len({each.result() for each in asked}) == 1
        assert len(rendered) == 1

    def test_failed_rendering_is_not_cached(self):
        with pytest.raises(ZeroDivisionError):
            page_of(self.ADDRESS, lambda: 1 // 0)
        assert page_of(self.ADDRESS, lambda: self.page(1)) == self.page(1)


class TestPersonalContent:
    """A forbidden use of a cached page fails with an error that its author cannot miss."""

    def ask(self, cup, view):
        address = at(cup, "tournament")
        request = RequestFactory().get(address)
        request.resolver_match = resolve(address)
        return from_memory()(view)(request, slug=cup.tournament.slug)

    def test_csrf_token_is_refused(self, cup):
        with pytest.raises(NotForEverybody):
            self.ask(cup, lambda request, slug: HttpResponse(get_token(request)))

    def test_cookie_is_refused(self, cup):
        def view(request, slug):
            response = HttpResponse()
            response.set_cookie("a", "b")
            return response

        with pytest.raises(NotForEverybody):
            self.ask(cup, view)

    @pytest.mark.parametrize("thing", ["session", "htmx", "_messages", "csp_nonce"])
    def test_reader_attributes_are_missing_on_the_request(self, cup, thing):
        with pytest.raises(AttributeError):
            self.ask(cup, lambda request, slug: HttpResponse(getattr(request, thing)))

    def test_post_is_refused(self, cup):
        assert signed_in(cup.orla.user).post(at(cup, "tournament")).status_code == 405
