"""The database is closed to everybody who writes in mid-round, as some providers do when it is full, and opened again.

python -m tests.faults.read_only
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tests.faults.harness import SLUGS, Play, Server, address, primary, run

SENTENCE = b"This server is for reading only, so nothing was saved."


def scenario(play: Play, outer: Path) -> None:
    database, tokens = primary(outer / "primary")
    play.open(database)
    server = Server(outer / "var", address(database))
    play.open(server.start())
    play.begin(server, tokens)
    play.go_on()
    database.set("default_transaction_read_only", "on")
    time.sleep(3)
    before = play.total_stored
    time.sleep(2)
    play.check(play.total_stored == before, "something was confirmed that nobody can have stored")
    asked = {"operations": []}  # type: ignore[var-annotated]
    answer = server.ask(f"/api/v1/tournaments/{SLUGS[0]}/ops", asked, token=tokens[0], Idempotency_Key="closed")
    play.check(answer.status in (400, 422, 503), f"a program: {answer}")
    page = server.ask(f"/t/{SLUGS[0]}/standings/")
    play.check(page.status == 200, f"a page: {page.status}")
    play.check(server.ask("/health/ready").body == b"for reading only\n", "health does not say it")
    began = time.monotonic()
    database.set("default_transaction_read_only", "off")
    play.go_on(1)
    play.say(f"opened again: all eight go on after {time.monotonic() - began:.1f} s")
    play.end()
    play.count(database.ask, server)


if __name__ == "__main__":
    sys.exit(run("read_only", scenario))
