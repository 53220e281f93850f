"""The shared parts of the scripts: separate PostgreSQL servers, Kierros servers, writers, readers, and their count.

All files are below one folder of the script. Each process is stopped by its id, never by a name pattern.
"""

from __future__ import annotations

import atexit
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import traceback
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import randrange
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import psycopg

from config.embedded.server import Cluster
from tests.serving import ROOT, free_port, wait_until

#: Demo tournaments with a running round: one for each of the eight writers.
SLUGS = (
    "demo-dutch", "demo-dubov", "demo-burstein", "demo-lim", "demo-round-robin", "demo-danish", "demo-monrad",
    "demo-papp",
)  # fmt: skip
PREPARE = f"""
from django.core.management import call_command
from tournaments.models import Member, Tournament, User
user = User.objects.create_user("organiser", password="a long password", is_superuser=True)
for slug in {SLUGS!r}:
    Member.objects.create(tournament=Tournament.objects.get(slug=slug), user=user, role=Member.Role.ORGANISER)
    call_command("create_token", slug, name="faults")
"""
KEY = "the same key for all servers of this script"
#: How long a writer repeats a request without an answer, in seconds.
PATIENCE = 120.0
#: Text that no page and no API answer may show.
TRACEBACK = re.compile(rb"Traceback|psycopg|django\.db|Exception")
JSON = "application/json"


#: A function that queries a database.
Ask = Callable[[str], list[tuple[object, ...]]]


class Database:
    """A separate PostgreSQL with its own data and its own address on this computer."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.host = f"127.{randrange(2, 250)}.{randrange(1, 250)}.{randrange(1, 250)}"
        self.cluster = Cluster(folder, [f"listen_addresses={self.host}", *options])

    def start(self) -> Database:
        self.cluster.join()
        return self

    def make(self) -> Database:
        """Start it with an empty database for Kierros."""
        self.start()
        with psycopg.connect(**self.cluster.connection, dbname="postgres", autocommit=True) as opened:
            opened.execute("CREATE DATABASE kierros")
        return self

    def standby(self, folder: Path) -> Database:
        """Return a standby that replicates this database by streaming replication."""
        made = Database(folder)
        source = f"host={self.host} user=postgres"
        self.cluster.run("pg_basebackup", "-d", source, "-D", made.cluster.data, "-R", "-X", "stream", "-c", "fast")
        return made.start()

    def promote(self) -> None:
        self.cluster.run("pg_ctl", "-D", self.cluster.data, "-w", "promote")

    def kill(self) -> None:
        """Kill PostgreSQL and all its processes with SIGKILL."""
        postmaster = (self.cluster.data / "postmaster.pid").read_text().split()[0]
        for pid in (int(postmaster), *processes("--ppid", postmaster)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def ask(self, question: str) -> list[tuple[object, ...]]:
        with psycopg.connect(**self.cluster.connection, dbname="kierros", autocommit=True) as opened:
            return opened.execute(question).fetchall()

    def set(self, name: str, value: str) -> None:
        """Change a setting of PostgreSQL and reload it."""
        self.ask_alone(f"ALTER SYSTEM SET {name} = '{value}'")
        self.ask_alone("SELECT pg_reload_conf()")

    def ask_alone(self, statement: str) -> None:
        with psycopg.connect(**self.cluster.connection, dbname="kierros", autocommit=True) as opened:
            opened.execute(statement)

    def restart(self) -> None:
        """Restart PostgreSQL without waiting for clients."""
        self.cluster.run("pg_ctl", "-D", self.cluster.data, "-m", "immediate", "stop")
        self.start()

    def stop(self) -> None:
        self.cluster.leave()


def address(*databases: Database, more: str = "") -> str:
    """Return the DATABASE_URL for these databases."""
    return f"postgres://postgres@{','.join(f'{each.host}:5432' for each in databases)}/kierros{more}"


def processes(*chosen: str) -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", *chosen], capture_output=True, text=True, check=False)
    return [int(pid) for pid in listed.stdout.split()]


@dataclass
class Answer:
    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def code(self) -> str:
        """Return the error code of the API."""
        return str(json.loads(self.body).get("code", "")) if self.body.startswith(b"{") else ""


@dataclass
class Server:
    """A `manage.py start` with its own folder and log."""

    folder: Path
    url_of_database: str = ""
    more: dict[str, str] = field(default_factory=dict)
    #: The program's folder.
    root: Path = ROOT
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    #: Answers with internal details that no user may see.
    shown: list[str] = field(default_factory=list)

    @property
    def environment(self) -> dict[str, str]:
        answer = {name: value for name, value in os.environ.items() if not name.startswith(("DATABASE_", "EMBEDDED_"))}
        url = {"DATABASE_URL": self.url_of_database} if self.url_of_database else {}
        own = {"VAR_DIR": str(self.folder), "SECRET_KEY": KEY, "KIERROS_BOOTSTRAP": "off"}
        return {**answer, **url, **own, "DJANGO_SETTINGS_MODULE": "config.settings", **self.more}

    def _manage(self, *arguments: str) -> list[str]:
        return [sys.executable, str(self.root / "manage.py"), *arguments]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return (self.folder / "log.txt").read_text(errors="replace")

    def begin(self, *arguments: str) -> Server:
        """Start the server without waiting for it."""
        self.folder.mkdir(exist_ok=True)
        self.folder.chmod(0o777)
        with (self.folder / "log.txt").open("ab") as log:
            self.process = subprocess.Popen(
                self._manage("start", "--no-lan", "--port", str(self.port), *arguments),
                env=self.environment, cwd=self.root, start_new_session=True, stdout=log, stderr=log,
            )  # fmt: skip
        return self

    def start(self, *arguments: str) -> Server:
        self.begin(*arguments)
        wait_until(self._answers)
        return self

    def start_again(self) -> None:
        """Start the server again as soon as the previous processes have released its port."""

        def answers() -> bool:
            assert self.process is not None
            if self.process.poll() is not None:
                self.begin()
            return self.ask("/up/", patience=5).status in (200, 204)

        wait_until(answers)

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, f"the server ended: {self.log}"
        return self.ask("/up/", patience=5).status in (200, 204)

    def ask(self, path: str, data: object = None, *, token: str = "", patience: float = 60, **headers: str) -> Answer:
        """Send one request and return its answer; status 0 means no answer."""
        values = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            values["Authorization"] = f"Bearer {token}"
        body = None if data is None else data if isinstance(data, bytes) else json.dumps(data).encode()
        if body is not None:
            values.setdefault("Content-Type", JSON)
        try:
            with urllib.request.urlopen(
                urllib.request.Request(self.url + path, body, values), timeout=patience
            ) as opened:
                answer = Answer(opened.status, opened.read(), dict(opened.headers))
        except urllib.error.HTTPError as error:
            with error:
                answer = Answer(error.code, error.read(), dict(error.headers))
        except OSError:
            return Answer(0, b"")
        if answer.status >= 400 and TRACEBACK.search(answer.body):
            self.shown.append(f"{path}: {answer.status} {answer.body[:300]!r}")
        return answer

    def read(self, path: str, token: str = "") -> dict[str, Any]:
        """Return the API's answer to a GET request."""
        answer = self.ask(path, token=token)
        assert answer.status == 200, (path, answer)
        read: dict[str, Any] = json.loads(answer.body)
        return read

    def run(self, *arguments: str, check: bool = True) -> str:
        """Return the output of a command of Kierros."""
        ran = subprocess.run(
            self._manage(*arguments),
            env=self.environment,
            cwd=self.root,
            check=check,
            stdout=subprocess.PIPE,
            text=True,
        )
        return ran.stdout.strip()

    def prepare(self) -> list[str]:
        """Create tokens for the demo tournaments and return them in the order of SLUGS."""
        return re.findall(r"kie_[\w-]+", self.run("shell", "--no-imports", "-c", PREPARE))

    def workers(self) -> list[int]:
        """Return the supervisor's worker processes."""
        assert self.process is not None
        return processes("--ppid", str(self.process.pid))

    def kill(self) -> None:
        """Kill the supervisor with SIGKILL; its workers end with it."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def ask_database(self, question: str) -> list[tuple[object, ...]]:
        """Return the rows of a query to this server's embedded PostgreSQL."""
        where = {"host": str(self.folder / "postgres" / "socket"), "user": "postgres", "dbname": "kierros"}
        with psycopg.connect(**where, autocommit=True) as opened:  # type: ignore[arg-type]
            return opened.execute(question).fetchall()

    def postmaster(self) -> int:
        (data,) = (self.folder / "postgres").glob("pg[0-9]*")
        return int((data / "postmaster.pid").read_text().split()[0])

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(90)


@dataclass
class Writer:
    """A person who enters results of one tournament, one by one, and repeats requests without an answer."""

    server: Server
    slug: str
    token: str
    #: The version of each table that its next result is based on.
    tables: dict[str, str]
    based_on: dict[str, dict[str, object]]
    before: int
    #: The ids of the operations sent, and of those confirmed.
    sent: list[str] = field(default_factory=list)
    confirmed: list[str] = field(default_factory=list)
    #: The state of the tables before, and after each confirmed result.
    first: dict[str, str] = field(default_factory=dict)
    states: list[dict[str, str]] = field(default_factory=list)
    sent_again: int = 0
    refused: list[str] = field(default_factory=list)
    slowest: float = 0.0
    ended: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None

    @classmethod
    def of(cls, server: Server, slug: str, token: str) -> Writer:
        read = server.read(f"/api/v1/tournaments/{slug}/snapshot", token)
        rows = [row for row in read["rounds"][-1]["pairings"] if row["second"] is not None]
        tables = {row["id"]: (row["result"] or {}).get("notation", "") for row in rows}
        based_on: dict[str, dict[str, object]] = {row["id"]: {"version": row["version"]} for row in rows}
        return cls(server, slug, token, tables, based_on, read["tournament"]["revision"])

    def begin(self) -> None:
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def end(self) -> None:
        """Wait for the answer to the last request, then stop."""
        self.ended.set()
        if self.thread is not None:
            self.thread.join(PATIENCE * 2)

    def _run(self) -> None:
        turn = 0
        while not self.ended.is_set():
            table = list(self.tables)[turn % len(self.tables)]
            turn += 1
            if not self._enter(table, "0-1" if self.tables[table] == "1-0" else "1-0"):
                return

    def _enter(self, table: str, text: str) -> bool:
        """Enter one result, repeating the request with the same id and key until it is answered."""
        key, began = str(uuid4()), time.monotonic()
        asked = {"id": key, "type": "result", "pairing": table, "result": {"notation": text}, **self.based_on[table]}
        self.sent.append(key)
        while True:
            answer = self.server.ask(
                f"/api/v1/tournaments/{self.slug}/ops", {"operations": [asked]}, token=self.token, patience=30,
                Idempotency_Key=key,
            )  # fmt: skip
            if answer.status == 200:
                (outcome,) = json.loads(answer.body)["operations"]
                if outcome["status"] in ("applied", "duplicate"):
                    break
            elif answer.status in (0, 502, 503) and time.monotonic() - began < PATIENCE:
                self.sent_again += 1
                time.sleep(0.2)
                continue
            self.refused.append(f"{answer.status} {answer.body[:400].decode(errors='replace')}")
            return False
        self.confirmed.append(key)
        self.first = self.first or dict(self.tables)
        self.tables[table] = text
        self.states.append(dict(self.tables))
        self.based_on[table] = {"after": key}
        self.slowest = max(self.slowest, time.monotonic() - began)
        return True


@dataclass
class Reader:
    """A reader who opens pages continuously. No error may show internal details."""

    server: Server
    seen: Counter[int] = field(default_factory=Counter)
    ended: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None

    def begin(self) -> None:
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def end(self) -> None:
        self.ended.set()
        if self.thread is not None:
            self.thread.join(PATIENCE)

    def _run(self) -> None:
        pages = ("/", "/t/{}/", "/t/{}/standings/", "/t/{}/players/", "/api/v1/tournaments/{}", "/account/sign-in/")
        turn = 0
        while not self.ended.is_set():
            path = pages[turn % len(pages)].format(SLUGS[turn % len(SLUGS)])
            turn += 1
            answer = self.server.ask(path, patience=30)
            self.seen[answer.status] += 1
            if answer.status == 500:
                self.server.shown.append(f"{path}: 500 {answer.body[:400]!r}")
            time.sleep(0.05)


@dataclass
class Play:
    """A run of a script: eight writers, two readers, and the faults found."""

    name: str
    writers: list[Writer] = field(default_factory=list)
    readers: list[Reader] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)
    faults: list[str] = field(default_factory=list)
    #: The processes to stop at the end, in reverse order.
    opened: list[Server | Database] = field(default_factory=list)

    def open(self, *made: Server | Database) -> None:
        self.opened.extend(made)

    def begin(self, server: Server, tokens: list[str]) -> None:
        self.writers = [Writer.of(server, slug, token) for slug, token in zip(SLUGS, tokens, strict=True)]
        self.readers = [Reader(server), Reader(server)]
        for each in (*self.writers, *self.readers):
            each.begin()

    @property
    def total_stored(self) -> int:
        return sum(len(writer.confirmed) for writer in self.writers)

    def go_on(self, seconds: float = 4.0) -> None:
        """Continue until each writer has stored another result."""
        known = [len(writer.confirmed) for writer in self.writers]
        time.sleep(seconds)
        wait_until(
            lambda: all(
                len(writer.confirmed) > before or writer.refused
                for writer, before in zip(self.writers, known, strict=True)
            )
        )

    def say(self, text: str) -> None:
        print(f"{self.name}: {text}", flush=True)

    def check(self, holds: object, text: str) -> None:
        """Record a fault unless the condition holds."""
        if not holds:
            self.faults.append(text)
            self.say(f"FAULT: {text}")

    def end(self) -> None:
        for each in (*self.writers, *self.readers):
            each.end()

    def count(self, ask: Ask, *servers: Server) -> None:
        """Compare confirmed operations with the first server's data: each stored once, and the last of each table."""
        lost = doubled = 0
        for writer in self.writers:
            self.check(not writer.refused, f"{writer.slug}: {writer.refused}")
            of = f"tournament_id = (SELECT id FROM tournaments_tournament WHERE slug = '{writer.slug}')"
            there = {str(row[0]) for row in ask(f"SELECT operation FROM tournaments_operation WHERE {of}")}
            entries = ask(
                f"SELECT count(*) FROM tournaments_journalentry WHERE {of} AND sequence > {writer.before} "
                "AND verb IN ('enter-result', 'put-results')"
            )
            lost += len(set(writer.confirmed) - there)
            doubled += int(str(entries[0][0])) - len(there & set(writer.sent))
            read = servers[0].read(f"/api/v1/tournaments/{writer.slug}/snapshot", writer.token)
            final = {row["id"]: (row["result"] or {}).get("notation", "") for row in read["rounds"][-1]["pairings"]}
            lost += sum(final[table] != text for table, text in writer.tables.items())
        again = sum(writer.sent_again for writer in self.writers)
        slowest = max((writer.slowest for writer in self.writers), default=0.0)
        seen = sum((reader.seen for reader in self.readers), Counter[int]())
        self.say(
            f"{len(self.writers)} writers, {self.total_stored} confirmed, {lost} lost, {doubled} duplicated; {again} "
            f"sent again, slowest {slowest:.1f} s; pages by status {dict(sorted(seen.items()))}; "
            f"{time.monotonic() - self.began:.0f} s"
        )
        self.check(not lost and not doubled, "results are lost or duplicated")
        for server in servers:
            self.check(not server.shown, f"shown to users: {server.shown[:3]}")


@cache
def base() -> tuple[Path, list[str]]:
    """Return a data folder with the demo tournaments, made once per process, and the writers' tokens."""
    made = TemporaryDirectory(prefix="kierros-base-")
    atexit.register(made.cleanup)
    outer = Path(made.name)
    outer.chmod(0o777)
    server = Server(outer / "var")
    server.start("--demo")
    tokens = server.prepare()
    server.stop()
    return server.folder, tokens


def copy_base(to: Path) -> list[str]:
    """Copy that data into a server's folder and return the tokens."""
    source, tokens = base()
    subprocess.run(["cp", "-a", str(source), str(to)], check=True)
    (to / "log.txt").unlink(missing_ok=True)
    return tokens


def primary(to: Path, *options: str) -> tuple[Database, list[str]]:
    """Return a separate PostgreSQL with the same data, and the tokens."""
    source, tokens = base()
    to.mkdir()
    to.chmod(0o777)
    made = Database(to, *options)
    subprocess.run(["cp", "-a", str(source / "postgres" / made.cluster.data.name), str(to)], check=True)
    return made.start(), tokens


@contextmanager
def folder() -> Iterator[Path]:
    with TemporaryDirectory(prefix="kierros-", ignore_cleanup_errors=True) as outer:
        made = Path(outer)
        made.chmod(0o777)
        yield made


def run(name: str, scenario: Callable[[Play, Path], None]) -> int:
    """Run one script and return 1 if it found a fault, else 0."""
    play = Play(name)
    with folder() as outer:
        try:
            scenario(play, outer)
        except Exception:  # noqa: BLE001 reported like every other fault
            play.check(False, traceback.format_exc())
        finally:
            play.end()
            for each in reversed(play.opened):
                each.stop()
    return int(bool(play.faults))
