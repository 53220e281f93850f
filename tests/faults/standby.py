"""Test a server at a standby: it serves readers, refuses changes, and becomes a normal server after the promotion.

    python -m tests.faults.standby

A primary and a streaming standby of the real PostgreSQL have a server each. Eight people enter results on the first
server, and two open pages of the second. Then the primary is killed and the standby promoted.
"""

from __future__ import annotations

import sys
import threading
import time
import urllib.request

from tests.faults.harness import SLUGS, Database, Play, Reader, Server, address, folder, wait_until

SAYS = b"This server is for reading only."
#: Pages and API resources that a read-only server gives to everyone.
PAGES = (
    "/", "/t/{}/", "/t/{}/rounds/1/", "/t/{}/standings/", "/t/{}/crosstable/", "/t/{}/players/", "/account/sign-in/",
    "/manual/",
)  # fmt: skip
READINGS = ("", "/snapshot", "/standings", "/events", "/players", "/rounds/1")


def main() -> int:
    play = Play("standby")
    with folder() as outer:
        primary = Database(outer / "primary").make()
        standby: Database | None = None
        servers = [Server(outer / "first", address(primary))]
        try:
            servers[0].start("--demo")
            tokens = servers[0].prepare()
            standby = primary.standby(outer / "standby")
            servers.append(Server(outer / "second", address(standby)).start())
            _play(play, primary, standby, *servers, tokens)
        finally:
            play.end()
            for server in servers:
                server.stop()
            for database in filter(None, (standby, primary)):
                database.stop()
    return int(bool(play.faults))


def _play(play: Play, primary: Database, standby: Database, first: Server, second: Server, tokens: list[str]) -> None:
    _reads(play, second, tokens[0])
    _refuses(play, second, tokens[0])
    play.begin(first, tokens)
    play.readers.append(Reader(second))
    play.readers[-1].begin()
    _follows(play, first, second)
    play.go_on(8)
    for each in play.writers:
        each.end()
    wait_until(lambda: standby.ask("SELECT 1 WHERE pg_last_wal_replay_lsn() IS NOT NULL"))
    position = str(primary.ask("SELECT pg_current_wal_lsn()")[0][0])
    wait_until(lambda: standby.ask(f"SELECT 1 WHERE pg_last_wal_replay_lsn() >= '{position}'"))
    for reader in play.readers[:2]:
        reader.end()
    primary.kill()
    began = time.monotonic()
    standby.promote()
    wait_until(lambda: second.ask("/health/ready").status == 204)
    play.say(f"a normal server {time.monotonic() - began:.1f} s after the promotion")
    answer = second.ask("/")
    play.check(SAYS not in answer.body and answer.status == 200, "the page still shows the read-only notice")
    for writer in play.writers:
        writer.server = second
        writer.ended.clear()
        writer.begin()
    play.go_on(3)
    play.end()
    play.count(standby.ask, second, first)
    play.check("Traceback" not in second.log, f"the log of the second server has a traceback: {second.log[-2000:]}")


def _reads(play: Play, second: Server, token: str) -> None:
    for slug in SLUGS:
        for path in PAGES:
            answer = second.ask(path.format(slug))
            play.check(answer.status == 200, f"{path.format(slug)}: {answer.status}")
            play.check(SAYS in answer.body, f"{path.format(slug)} lacks the read-only notice")
        for path in READINGS:
            for who in ("", token if slug == SLUGS[0] else ""):
                answer = second.ask(f"/api/v1/tournaments/{slug}{path}", token=who)
                play.check(answer.status == 200, f"{slug}{path}: {answer.status} {answer.body[:200]!r}")
    ready = second.ask("/health/ready")
    play.check((ready.status, ready.body) == (200, b"for reading only\n"), f"ready: {ready}")
    play.say(f"{len(SLUGS) * (len(PAGES) + len(READINGS))} pages and API resources read")


def _refuses(play: Play, second: Server, token: str) -> None:
    operation = {"operations": []}  # type: ignore[var-annotated]
    answer = second.ask(f"/api/v1/tournaments/{SLUGS[0]}/ops", operation, token=token, Idempotency_Key="1")
    play.check((answer.status, answer.code) == (503, "read-only"), f"answer to a program: {answer}")
    form = {"Content_Type": "application/x-www-form-urlencoded"}
    for path in ("/account/sign-in/", f"/t/{SLUGS[0]}/desk/rounds/1/results/", "/new/"):
        answer = second.ask(path, b"username=organiser&password=a+long+password", **form)
        play.check(answer.status == 503 and SAYS[:-1] in answer.body, f"{path}: {answer}")
    answer = second.ask("/language/", b"language=fi&next=/", **form)
    play.check(answer.status == 200, f"status of a page in another language: {answer.status}")


def _follows(play: Play, first: Server, second: Server) -> None:
    """Measure how long a stream and a page of the second server take to show data stored at the first one."""
    heard: list[float] = []

    def listen() -> None:
        with urllib.request.urlopen(f"{second.url}/api/v1/tournaments/{SLUGS[0]}/events/stream", timeout=60) as stream:
            heard.extend(time.monotonic() for line in stream if line.startswith(b"data:"))

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    wait_until(lambda: len(heard) > 5)
    delays = []
    for _ in range(10):
        wanted = first.read(f"/api/v1/tournaments/{SLUGS[1]}")["revision"]
        began = time.monotonic()
        wait_until(lambda wanted=wanted: second.read(f"/api/v1/tournaments/{SLUGS[1]}")["revision"] >= wanted)  # type: ignore[misc]
        delays.append(time.monotonic() - began)
    pages = _ages(first, second)
    play.say(f"the stream works; the API lags by {max(delays) * 1000:.0f} ms at most, a page by {max(pages):.2f} s")
    play.check(max(pages) < 4, f"a page was {max(pages):.1f} s out of date")


def _ages(first: Server, second: Server) -> list[float]:
    """Measure how long the second server keeps showing an old page from memory while results are stored."""
    found = []
    for _ in range(5):
        page, began = second.ask(f"/t/{SLUGS[2]}/standings/").body, time.monotonic()
        wait_until(lambda page=page: second.ask(f"/t/{SLUGS[2]}/standings/").body != page)  # type: ignore[misc]
        found.append(time.monotonic() - began)
    return found


if __name__ == "__main__":
    sys.exit(main())
