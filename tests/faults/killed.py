"""Kill a worker, PostgreSQL and the whole server with SIGKILL in mid-round, and restart each.

python -m tests.faults.killed
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.faults.harness import Play, Server, copy_base, processes, run


def scenario(play: Play, outer: Path) -> None:
    server = Server(outer / "var")
    tokens = copy_base(server.folder)
    play.open(server.start())
    play.begin(server, tokens)
    play.go_on()
    for called, happen in (
        ("every worker killed", lambda: _kill(server.workers())),
        ("PostgreSQL killed", lambda: _kill([server.postmaster(), *processes("--ppid", str(server.postmaster()))])),
        ("PostgreSQL stopped at once", lambda: os.kill(server.postmaster(), signal.SIGQUIT)),
        ("the server killed", lambda: _again(server, server.kill)),
        ("the server restarted", lambda: _again(server, server.stop)),
    ):
        began = time.monotonic()
        happen()
        play.go_on(1)
        play.say(f"{called}: all eight continue after {time.monotonic() - began:.1f} s")
    play.end()
    play.count(server.ask_database, server)


def _kill(pids: list[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _again(server: Server, end: Callable[[], None]) -> None:
    end()
    server.start_again()


if __name__ == "__main__":
    sys.exit(run("killed", scenario))
