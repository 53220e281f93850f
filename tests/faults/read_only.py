"""Make the database read-only in mid-round, as some providers do when it is full, then writable again.

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
    play.check(play.total_stored == before, "the server confirmed results that it could not store")
    asked = {"operations": []}  # type: ignore[var-annotated]
    answer = server.ask(f"/api/v1/tournaments/{SLUGS[0]}/ops", asked, token=tokens[0], Idempotency_Key="closed")
    play.check(answer.status in (400, 422, 503), f"answer to a program: {answer}")
    page = server.ask(f"/t/{SLUGS[0]}/standings/")
    play.check(page.status == 200, f"status of a page: {page.status}")
    play.check(
        server.ask("/health/ready").body == b"for reading only\n", "the health check does not report read-only mode"
    )
    began = time.monotonic()
    database.set("default_transaction_read_only", "off")
    play.go_on(1)
    play.say(f"writable again: all eight continue after {time.monotonic() - began:.1f} s")
    play.end()
    play.count(database.ask, server)


if __name__ == "__main__":
    sys.exit(run("read_only", scenario))
