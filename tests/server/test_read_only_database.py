"""A server with a read-only database. `tests/faults/standby.py` uses a real standby, and promotes it."""

import asyncio
import json
from contextlib import contextmanager
from datetime import timedelta
from multiprocessing import Pipe
from threading import Thread

import pytest
from django.core.management import CommandError
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from config.starting import updates
from server import journal_listener
from server.journal_listener import JournalListener
from server.processes import maintenance
from server.processes.maintenance import Request
from tests.serving import PATIENCE, wait_until
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.conftest import cup, make, orla  # noqa: F401 fixtures
from tournaments.models import ApiToken, Report
from tournaments.people import tokens

pytestmark = pytest.mark.django_db

SAYS = "This server is for reading only"
EVERYBODYS = (
    "/",
    "/t/cup/",
    "/t/cup/rounds/1/",
    "/t/cup/standings/",
    "/t/cup/players/",
    "/account/sign-in/",
    "/manual/",
)
DESKS = ("/t/cup/desk/", "/t/cup/desk/rounds/1/results/", "/t/cup/desk/players/", "/t/cup/desk/journal/", "/account/")


@pytest.fixture
def close(db):
    """A function that makes the database read-only for the rest of the test."""
    before = transaction.savepoint()

    def close():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION READ ONLY")

    yield close
    transaction.savepoint_rollback(before)


@pytest.fixture
def running(cup):  # noqa: F811 the fixture
    cup.pair()
    cup.publish()
    return cup


@pytest.fixture
def reading(running, settings):
    settings.READING_ONLY = True
    return running


def test_every_page_opens_and_shows_the_notice(reading, orla, close):  # noqa: F811 the fixture
    page = signed_in(orla)
    close()
    for path in EVERYBODYS:
        assert SAYS in Client().get(path).text, path
    for path in DESKS:
        assert SAYS in page.get(path).text, path


def test_normal_server_shows_no_notice(running, orla):  # noqa: F811 the fixture
    assert SAYS not in signed_in(orla).get("/t/cup/desk/").text


def test_forms_are_refused_with_a_sentence(reading, orla, close):  # noqa: F811 the fixture
    page = signed_in(orla)
    close()
    for path in ("/t/cup/desk/rounds/1/results/", "/account/sign-in/", "/nowhere/"):
        answer = page.post(path, {"username": "Orla"})
        assert answer.status_code == 503
        assert "nothing was saved" in answer.text


def test_api_writes_are_refused_with_a_code(reading, close):
    close()
    answer = Client().post("/api/v1/tournaments/cup/rounds", "{}", content_type="application/json")
    assert answer.status_code == 503
    assert answer["Content-Type"].startswith("application/problem+json")
    assert answer.json()["code"] == "read-only"


def test_language_can_still_be_chosen(reading, close):
    close()
    assert Client().post("/language/", {"language": "fi", "next": "/"}).status_code == 302


def test_api_reads_with_and_without_a_token(reading, close):
    more = {"name": "Desk", "expires_at": timezone.now() + timedelta(days=1)}
    _row, value = tokens.create_token(reading.orla, reading.tournament, scopes=["read"], **more)
    ApiToken.objects.update(last_used_at=timezone.now() - timedelta(days=1))
    close()
    for headers in ({}, {"Authorization": f"Bearer {value}"}):
        answer = Client().get("/api/v1/tournaments/cup/snapshot", headers=headers, REMOTE_ADDR="192.0.2.1")
        assert answer.status_code == 200, json.loads(answer.content)


def test_due_report_is_left_to_the_main_server(reading, monkeypatch):
    monkeypatch.setattr(Report.objects, "due", lambda _now: pytest.fail("it looks for what to write"))
    assert signed_in(reading.orla.user).get("/t/cup/desk/rounds/1/results/").status_code == 200


def test_database_that_becomes_read_only_is_reported(running, orla, caplog, close):  # noqa: F811 the fixture
    page = signed_in(orla)
    close()
    for answer in (
        page.post("/t/cup/desk/rounds/1/close/"),
        page.get("/api/v1/tournaments/cup/snapshot", REMOTE_ADDR="192.0.2.7"),
    ):
        assert answer.status_code == 503
        assert SAYS in answer.content.decode()
    assert not caplog.records


@pytest.mark.parametrize("says", [True, False])
def test_health_check_reports_reading_only(db, settings, says, close):
    settings.READING_ONLY = says
    for path in ("/health/ready", "/up/"):
        answer = Client().get(path)
        assert (answer.status_code, answer.text) == ((200, "for reading only\n") if says else (204, ""))
    if not says:
        close()
        assert Client().get("/health/ready").text == "for reading only\n"


def test_older_database_is_refused(db, monkeypatch):
    updates.check_up_to_date()
    monkeypatch.setattr(updates.MigrationExecutor, "migration_plan", lambda *_arguments: [("a", False)])
    with pytest.raises(CommandError, match="main database first"):
        updates.check_up_to_date()


class Follower:
    def __init__(self):
        self.heard = []
        self.until = 0.0

    def on_connect(self):
        self.heard.append("connected")

    def on_confirm(self, until):
        self.until = until

    def on_change(self, tournament, revision):
        self.heard.append((tournament, revision))

    def on_disconnect(self):
        self.heard.append("disconnected")


@pytest.mark.django_db(transaction=True)
class TestPolling:
    """A standby does not support LISTEN, so it is polled."""

    @pytest.fixture(autouse=True)
    def looks(self, settings, monkeypatch):
        settings.READING_ONLY = True
        monkeypatch.setattr(journal_listener, "LOOK_EVERY", 0.01)
        monkeypatch.setattr(journal_listener, "LISTEN", "nothing that PostgreSQL knows")
        monkeypatch.setattr(journal_listener, "STATE", "SELECT true, pg_current_wal_lsn()::text")

    def test_reports_changes_and_deletions(self, cup):  # noqa: F811 the fixture
        follower, tournament = Follower(), cup.tournament
        with listening(follower) as listener:
            wait_until(lambda: follower.until)
            cup.pair()
            wait_until(lambda: len(follower.heard) > 1)
        tournament.refresh_from_db()
        assert follower.heard == ["connected", (tournament.pk, tournament.revision), "disconnected"]
        follower.heard.clear()
        listener._report_changes({1: 7, 2: 9}, {2: 9})
        assert follower.heard == [(1, journal_listener.DELETED_REVISION)]

    def test_restarts_the_server_when_the_database_becomes_writable(self, db, monkeypatch):
        asked = []
        monkeypatch.setattr(journal_listener, "STATE", "SELECT false, ''")
        monkeypatch.setattr(maintenance, "ask_to_start_again", lambda: asked.append(True))
        with listening(Follower()):
            wait_until(lambda: asked)


@contextmanager
def listening(follower):
    """A listener that runs in its own event loop."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    listener = JournalListener()
    listener.add(follower)
    loop.call_soon_threadsafe(listener.open)
    yield listener
    asyncio.run_coroutine_threadsafe(listener.close(), loop).result(PATIENCE)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def test_supervisor_restarts_without_a_backup(monkeypatch):
    asked, ask = Pipe(duplex=False)
    monkeypatch.setattr(maintenance, "_to_supervisor", [])
    maintenance.ask_to_start_again()
    maintenance.connect(ask)
    assert maintenance.read_request(asked) is None
    maintenance.ask_to_start_again()
    assert maintenance.read_request(asked) == Request(None)
