"""The clock of the computer is set back by an hour in mid-round, and forward again. Needs libfaketime.

python -m tests.faults.clock
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tests.faults.harness import SLUGS, Play, Server, copied, run

FOLDERS = ("/usr/lib/x86_64-linux-gnu/faketime", "/usr/lib/aarch64-linux-gnu/faketime")
LIBRARIES = tuple(f"{folder}/libfaketime.so.1" for folder in FOLDERS)


def scenario(play: Play, outer: Path) -> None:
    library = next((path for path in LIBRARIES if Path(path).exists()), None)
    if library is None:
        play.say("not played: libfaketime is not installed")
        return
    clock = outer / "clock"
    clock.write_text("+0")
    faked = {
        "LD_PRELOAD": library, "FAKETIME_TIMESTAMP_FILE": str(clock), "FAKETIME_CACHE_DURATION": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_DONT_RESET": "1",
    }  # fmt: skip
    server = Server(outer / "var", more=faked)
    tokens = copied(server.folder)
    play.open(server.start())
    play.begin(server, tokens)
    play.go_on()
    for called, offset in (("set back by an hour", "-3600"), ("set right again", "+0")):
        began = time.monotonic()
        clock.write_text(offset)
        time.sleep(2)
        play.go_on(6)
        play.say(f"{called}: all eight go on after {time.monotonic() - began:.1f} s")
        page = server.ask(f"/t/{SLUGS[0]}/standings/")
        play.check(page.status == 200, f"a page: {page.status}")
    latest = server.ask_database("SELECT max(at) - now() > interval '50 minutes' FROM tournaments_journalentry")
    play.say(f"an entry of the other time is there: {latest[0][0]}")
    play.end()
    play.count(server.ask_database, server)


if __name__ == "__main__":
    sys.exit(run("clock", scenario))
