"""Restore each automatic backup of a round in which eight people enter results, and compare it with its last entry.

python -m tests.faults.backups
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from tests.faults.harness import SLUGS, Play, Server, copy_base, run

#: The number of backups made while people enter results.
COUNT = 4
MAKE = """
from config.backups import database, keeping
with database.open_connection() as opened:
    keeping._make(opened)
"""
#: Fetches the readers' pages without a server.
READ = f"""
import json
from django.test import Client
read = {{}}
for slug in {SLUGS!r}:
    found = Client().get(f"/api/v1/tournaments/{{slug}}/snapshot", HTTP_HOST="127.0.0.1").json()
    rows = found["rounds"][-1]["pairings"]
    tables = {{row["id"]: (row["result"] or {{}}).get("notation", "") for row in rows if row["second"] is not None}}
    read[slug] = found["tournament"]["revision"], tables
print(json.dumps(read))
"""


def scenario(play: Play, outer: Path) -> None:
    server = Server(outer / "var", more={"BACKUP_DIR": str(outer / "backups")})
    tokens = copy_base(server.folder)
    play.open(server.start())
    play.begin(server, tokens)
    for _ in range(COUNT):
        play.go_on(1)
        server.run("shell", "--no-imports", "-c", MAKE)
        time.sleep(1)
    play.end()
    play.count(server.ask_database, server)
    paths = sorted((outer / "backups").glob("kierros-*.zip"))
    play.check(len(paths) >= COUNT, f"{len(paths)} backups were made")
    other = Server(outer / "other", more={"BACKUP_DIR": str(outer / "replaced")})
    copy_base(other.folder)
    equal = 0
    for path in paths:
        other.run("restore", str(path), "--yes")
        read = json.loads(other.run("shell", "--no-imports", "-c", READ).splitlines()[-1])
        for writer in play.writers:
            revision, tables = read[writer.slug]
            after = revision - writer.before
            expected = writer.states[after - 1] if after > 0 else writer.first or writer.tables
            play.check(tables == expected, f"{path.name}: {writer.slug} differs at revision {revision}")
            equal += tables == expected
    play.say(f"{len(paths)} backups restored: {equal} of {len(paths) * len(SLUGS)} tournaments as at their last entry")


if __name__ == "__main__":
    sys.exit(run("backups", scenario))
