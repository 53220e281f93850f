"""Kill the primary in mid-round and promote the standby, with two hosts in DATABASE_URL.

    python -m tests.faults.failover

The primary waits for its standby (synchronous_standby_names), so the standby has everything that was confirmed.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tests.faults.harness import Play, Server, address, primary, run


def scenario(play: Play, outer: Path) -> None:
    first, tokens = primary(outer / "primary")
    play.open(first)
    second = first.standby(outer / "standby")
    play.open(second)
    first.set("synchronous_standby_names", "*")
    server = Server(outer / "var", address(first, second, more="?target_session_attrs=read-write"))
    play.open(server.start())
    play.begin(server, tokens)
    play.go_on()
    began = time.monotonic()
    first.kill()
    time.sleep(1)
    second.promote()
    play.go_on(1)
    play.say(f"primary killed, standby promoted: all eight continue after {time.monotonic() - began:.1f} s")
    play.end()
    play.count(second.ask, server)


if __name__ == "__main__":
    sys.exit(run("failover", scenario))
