"""Start two servers at once: on the same empty database, in the same folder, and on the same port.

python -m tests.faults.concurrent_start
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.faults.harness import Database, Play, Server, address, copy_base, run, wait_until


def scenario(play: Play, outer: Path) -> None:
    database = Database(outer / "empty").make()
    play.open(database)
    servers = [Server(outer / name, address(database)) for name in ("first", "second")]
    play.open(*servers)
    for server in servers:
        server.begin()
    for server in servers:
        wait_until(lambda server=server: server.ask("/up/", patience=5).status == 204)  # type: ignore[misc]
        play.check("Traceback" not in server.log, server.log)
    applied = database.ask("SELECT count(*), count(DISTINCT (app, name)) FROM django_migrations")[0]
    play.check(applied[0] == applied[1], f"migrations were applied twice: {applied}")
    play.say(f"one empty database: both servers work, {applied[0]} migrations applied once each")
    for server in servers:
        server.stop()

    tokens = copy_base(outer / "var")
    both = [Server(outer / "var") for _ in range(2)]
    play.open(*both)
    for server in both:
        server.begin()
    for server in both:
        wait_until(lambda server=server: server.ask("/up/", patience=5).status == 204)  # type: ignore[misc]
    play.begin(both[0], tokens)
    for writer in play.writers[::2]:
        writer.server = both[1]
    play.go_on()
    third = Server(outer / "var", port=both[0].port).begin()
    assert third.process is not None
    play.check(third.process.wait(120) != 0, "a third server took the same port")
    play.check(f"Port {third.port} is in use" in third.log, third.log)
    play.check("Traceback" not in third.log, third.log)
    play.end()
    play.say("one folder: both servers work, with four people each; a third server on the same port is refused")
    play.count(both[0].ask_database, *both)


if __name__ == "__main__":
    sys.exit(run("together", scenario))
