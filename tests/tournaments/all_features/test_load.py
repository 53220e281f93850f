"""A full hall: 200 players, eight people entering results at once, phones reading, and crashes in between."""

from __future__ import annotations

import http.client
import http.cookiejar
import os
import signal
import threading
import urllib.error
import urllib.parse
import urllib.request
from contextlib import suppress
from datetime import date
from pathlib import Path

import pytest
from django.db import connection

from tests.serving import PATIENCE, wait_until
from tournaments.core.rights import Who
from tournaments.models import JournalEntry, Pairing, Result, User
from tournaments.players import registration
from tournaments.rounds import rounds
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "a long enough password"
WRITERS = 8


@pytest.fixture
def hall():
    orla = User.objects.create_user("Orla", password=PASSWORD)
    who = Who.at_page(orla)
    tournament = lifecycle.create_tournament(
        who, name="Hall", game="chess", starts_on=date(2026, 4, 1), time_zone="Europe/Helsinki"
    )
    registration.add_players(who, tournament, [{"name": f"Player {number:03}"} for number in range(200)])
    rounds.publish_round(who, tournament, rounds.pair_next_round(who, tournament, 1))
    return tournament


class Person:
    """A person with a browser, by HTTP."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def get(self, path: str) -> str:
        with self.opener.open(self.url + path, timeout=PATIENCE) as answer:
            return answer.read().decode()

    def post(self, path: str, **fields: object) -> tuple[int, str]:
        token = next(cookie.value for cookie in self.jar if cookie.name == "csrftoken")
        headers = {"X-CSRFToken": token or ""}
        if path.endswith("/result/"):  # a row of the results page
            headers["HX-Request"] = "true"
        request = urllib.request.Request(self.url + path, urllib.parse.urlencode(fields).encode(), headers)
        with self.opener.open(request, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode()

    def signs_in(self) -> Person:
        self.get("/account/sign-in/")
        self.post("/account/sign-in/", username="Orla", password=PASSWORD)
        return self


def together(*works):
    """Run functions at the same time; return the errors of all of them."""
    faults = []

    def run(work):
        try:
            work()
        except Exception as error:  # noqa: BLE001 - whatever it is, the test shows it
            faults.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return faults


def is_running(pid):
    """Return whether the process exists and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def tables(tournament):
    return list(
        Pairing.objects.filter(round__tournament=tournament).order_by("table").values_list("public_id", flat=True)
    )


@pytest.mark.rotates(6)
def test_eight_people_enter_results_while_many_read(hall, real_server):
    ids = tables(hall)
    people = [Person(real_server.url).signs_in() for _ in range(WRITERS)]
    done = threading.Event()

    def write(person, mine):
        for table in mine:
            status, row = person.post(f"/t/hall/desk/tables/{table}/result/", result="1-0")
            assert status == 200
            assert "data-done" in row

    def read():
        reader = Person(real_server.url)
        while not done.is_set():
            assert "Player 000" in reader.get("/t/hall/rounds/1/")

    def all_write():
        try:
            assert together(*(lambda p=p, n=n: write(p, ids[n::WRITERS]) for n, p in enumerate(people))) == []
        finally:
            done.set()

    assert together(all_write, read, read, read) == []
    assert Result.objects.count() == 100
    entries = JournalEntry.objects.filter(verb="enter-result")
    assert entries.count() == 100
    hall.refresh_from_db()
    assert hall.revision == JournalEntry.objects.filter(tournament=hall).count()

    def click():
        Person(real_server.url).signs_in().post("/t/hall/desk/rounds/pair/", number=2)

    people[0].post("/t/hall/desk/rounds/1/close/")
    assert together(*[click] * 6) == []
    wait_until(lambda: hall.rounds.filter(number=2).exists())  # on a busy machine it takes longer than a request waits
    assert list(hall.rounds.values_list("number", "status")) == [(1, "closed"), (2, "draft")]


def enter_until(hall, server, kill, again):
    """Enter results one by one; after thirty, call `kill`, then `again`. No confirmed result may be missing."""
    confirmed = []
    person = Person(server.url).signs_in()
    for number, table in enumerate(tables(hall)[:60]):
        if number == 30:
            killer = threading.Thread(target=kill)
            killer.start()
        with suppress(OSError, http.client.HTTPException):  # an incomplete answer confirms nothing
            status, _row = person.post(f"/t/hall/desk/tables/{table}/result/", result="1-0")
            if status == 200:
                confirmed.append(table)
    killer.join()
    again()
    assert len(confirmed) >= 30
    connection.close()
    found = set(Result.objects.values_list("pairing__public_id", flat=True))
    assert set(confirmed) <= found
    assert JournalEntry.objects.filter(verb="enter-result").count() == len(found)
    person = Person(server.url).signs_in()
    for table in tables(hall)[:60]:
        assert person.post(f"/t/hall/desk/tables/{table}/result/", result="1-0")[0] == 200
    assert Result.objects.count() == JournalEntry.objects.filter(verb="enter-result").count() == 60


@pytest.mark.rotates(6)
def test_server_crash_loses_no_confirmed_result(hall, real_server):
    enter_until(hall, real_server, real_server.kill, real_server.start)


@pytest.mark.skipif("DATABASE_URL" in os.environ, reason="somebody else's PostgreSQL is not ours to kill")
@pytest.mark.rotates(6)
def test_database_crash_loses_no_confirmed_result(hall, real_server):
    def kill():
        postmaster = int((Path(connection.data_folder) / "postmaster.pid").read_text().split()[0])
        with connection.cursor() as cursor:
            children = [pid for (pid,) in cursor.execute("SELECT pid FROM pg_stat_activity").fetchall()]
        os.kill(postmaster, signal.SIGKILL)
        # Its children answer until they notice: a connection that is still good now would break in a later test.
        wait_until(lambda: not any(is_running(pid) for pid in [postmaster, *children]))
        connection.close()

    try:
        enter_until(hall, real_server, kill, connection.close)
    finally:
        connection.close()
