"""Set the computer's clock back by an hour in mid-round, then forward again.

python -m tests.faults.clock
"""

from __future__ import annotations

import shutil
import struct
import subprocess
import sys
import time
from pathlib import Path

from tests.faults.harness import SLUGS, Play, Server, copy_base, run

SOURCE = Path(__file__).with_name("clock.c")


def scenario(play: Play, outer: Path) -> None:
    compiler, library = shutil.which("cc"), outer / "clock.so"
    if compiler is None or sys.platform != "linux":
        play.say("not run: it needs Linux and a C compiler")
        return
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl"], check=True)
    clock = outer / "clock"
    clock.write_bytes(struct.pack("=q", 0))
    faked = {"LD_PRELOAD": str(library), "KIERROS_CLOCK": str(clock)}
    server = Server(outer / "var", more=faked)
    tokens = copy_base(server.folder)
    play.open(server.start())
    play.begin(server, tokens)
    play.go_on()
    for called, offset in (("clock set back by an hour", -3600), ("clock correct again", 0)):
        began = time.monotonic()
        with clock.open("r+b") as file:
            file.write(struct.pack("=q", offset))
        time.sleep(2)
        play.go_on(6)
        play.say(f"{called}: all eight continue after {time.monotonic() - began:.1f} s")
        page = server.ask(f"/t/{SLUGS[0]}/standings/")
        play.check(page.status == 200, f"status of a page: {page.status}")
    spread = server.ask_database(
        "SELECT extract(epoch FROM max(at) - min(at)) FROM tournaments_journalentry e "
        "WHERE verb = 'enter-result' AND at > now() - interval '2 hours'"
    )
    play.check(int(float(str(spread[0][0]))) > 3000, f"no entry has the changed time: {spread}")
    play.end()
    play.count(server.ask_database, server)


if __name__ == "__main__":
    sys.exit(run("clock", scenario))
