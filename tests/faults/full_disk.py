"""Fill the data disk in mid-round, then free space again. Only root can mount a small disk for this.

python -m tests.faults.full_disk
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from tests.faults.harness import Play, Server, copy_base, run

#: The free space when the server starts, in bytes.
ROOM = 60 << 20


def scenario(play: Play, outer: Path) -> None:
    disk = outer / "disk"
    disk.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=900m", "kierros", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mounting, check=False).returncode:
        play.say("not run: only root can mount a small disk")
        return
    disk.chmod(0o777)
    try:
        _play(play, disk)
    finally:
        play.end()
        while play.opened:
            play.opened.pop().stop()
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


def _play(play: Play, disk: Path) -> None:
    server = Server(disk / "var")
    tokens = copy_base(server.folder)
    play.open(server.start())
    play.begin(server, tokens)
    play.go_on()
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(1 << 16))
    began, before = time.monotonic(), play.total_stored
    time.sleep(12)
    play.say(f"full for {time.monotonic() - began:.0f} s: {play.total_stored - before} results stored during that time")
    began = time.monotonic()
    filler.unlink()
    play.go_on(1)
    play.say(f"space available again: all eight continue after {time.monotonic() - began:.1f} s")
    play.end()
    play.count(server.ask_database, server)


if __name__ == "__main__":
    sys.exit(run("full_disk", scenario))
