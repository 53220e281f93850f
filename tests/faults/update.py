"""Update in mid-round, with a migration that the older version cannot write to, then roll back.

    python -m tests.faults.update

The rollback restores the backup from before the update. Later entries are saved in a file.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from pathlib import Path

from tests.faults.backups import READ
from tests.faults.harness import ROOT, Play, Server, copy_base, run

NEXT = """
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("tournaments", "{last}")]
    operations = [migrations.RunSQL("ALTER TABLE tournaments_operation ADD next int DEFAULT 0 NOT NULL")]
"""
NOT_COPIED = (".git", ".venv", "var", ".*_cache", "docs", "__pycache__")


def scenario(play: Play, outer: Path) -> None:
    newer = outer / "newer"
    shutil.copytree(ROOT, newer, ignore=shutil.ignore_patterns(*NOT_COPIED))
    migrations = newer / "tournaments" / "migrations"
    last = max(path.stem for path in migrations.glob("0*.py"))
    (migrations / "0999_next.py").write_text(NEXT.format(last=last))
    server = Server(outer / "var")
    tokens = copy_base(server.folder)
    play.open(server.start())
    play.begin(server, tokens)
    play.go_on()
    began = time.monotonic()
    server.stop()
    server.root = newer
    server.start_again()
    play.go_on()
    play.say(f"updated: all eight continue after {time.monotonic() - began:.1f} s")
    play.end()
    play.count(server.ask_database, server)

    server.stop()
    server.root = ROOT
    older = server.begin().process
    assert older is not None
    play.check(older.wait(120) != 0, "the older version started on the newer database")
    play.check("newer version of Kierros" in server.log, server.log[-2000:])
    (backup,) = (server.folder / "backups").glob("before-update-*.zip")
    server.run("restore", str(backup), "--yes")
    play.check(list((server.folder / "backups").glob("replaced-*.zip")), "the replaced data was not saved")
    read = json.loads(server.run("shell", "--no-imports", "-c", READ).splitlines()[-1])
    for writer in play.writers:
        revision, tables = read[writer.slug]
        after = revision - writer.before
        expected = writer.states[after - 1] if after > 0 else writer.first
        play.check(tables == expected, f"{writer.slug} differs at revision {revision}")
    server.start()
    later = Play(f"{play.name}, rolled back")
    later.begin(server, tokens)
    later.go_on()
    later.end()
    later.count(server.ask_database, server)
    play.faults += later.faults


if __name__ == "__main__":
    sys.exit(run("update", scenario))
