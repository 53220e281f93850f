"""Run two servers behind PgBouncer with pool_mode = transaction, and kill and restart the pooler in mid-round.

    python -m tests.faults.pooler       needs pgbouncer on the PATH

`start` refuses such a pooler without DATABASE_DIRECT_URL. With it, each server shows at once what the other stored,
backups work, and no confirmed result is lost when the pooler dies.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import psycopg

from config.embedded.server import Cluster
from examples.desk import Desk
from tests.serving import ROOT, free_port, manage, wait_until

SLUG = "demo-dutch"
ORGANISER = f"""
from tournaments.models import Member, Tournament, User
user = User.objects.create_user("organiser")
Member.objects.create(tournament=Tournament.objects.get(slug="{SLUG}"), user=user, role=Member.Role.ORGANISER)
"""
CONFIGURATION = """
[databases]
kierros = host={socket} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
max_client_conn = 500
logfile = {folder}/pgbouncer.log
pidfile = {folder}/pgbouncer.pid
"""


class Pooler:
    def __init__(self, folder: Path, cluster: Cluster) -> None:
        self.port = free_port()
        self.user = cluster.data.stat().st_uid
        self.file = folder / "pgbouncer.ini"
        self.file.write_text(CONFIGURATION.format(socket=cluster.connection["host"], port=self.port, folder=folder))
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            ["pgbouncer", "--quiet", str(self.file)], user=self.user if os.geteuid() == 0 else None
        )
        wait_until(self._answers)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def _answers(self) -> bool:
        assert self.process.poll() is None, "pgbouncer ended: see its log"
        try:
            psycopg.connect(host="127.0.0.1", port=self.port, dbname="kierros", user="postgres").close()
        except psycopg.OperationalError:
            return False
        return True


class Server:
    """A `manage.py start` with its own environment."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.process = subprocess.Popen(
            manage("start", "--no-lan", "--port", str(self.port)),
            env={**environment, "VAR_DIR": str(folder)},
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def wait_for_output(self) -> str:
        """Wait until the server ends by itself, and return its output."""
        printed, _nothing = self.process.communicate(timeout=120)
        return printed

    def wait(self) -> Server:
        wait_until(lambda: self.get("/up/") is not None)
        return self

    def get(self, path: str) -> bytes | None:
        try:
            with urllib.request.urlopen(self.url + path, timeout=60) as answer:
                return bytes(answer.read())
        except OSError:
            return None

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(60)


def main() -> int:
    if shutil.which("pgbouncer") is None:
        print("pgbouncer is not installed.")
        return 2
    with tempfile.TemporaryDirectory(prefix="kierros-") as outer:
        folder = Path(outer)
        folder.chmod(0o777)
        cluster = Cluster(folder / "cluster")
        cluster.join()
        with psycopg.connect(**cluster.connection, dbname="postgres", autocommit=True) as opened:
            opened.execute("CREATE DATABASE kierros")
        pooler = Pooler(folder, cluster)
        servers: list[Server] = []
        try:
            _play(folder, cluster, pooler, servers)
        finally:
            for server in servers:
                server.stop()
            pooler.kill()
            cluster.leave()
    return 0


def _play(folder: Path, cluster: Cluster, pooler: Pooler, servers: list[Server]) -> None:
    alone = {
        **os.environ,
        "DATABASE_URL": f"postgres://postgres@127.0.0.1:{pooler.port}/kierros",
        "SECRET_KEY": "the same key for both servers of this script",
        "KIERROS_BOOTSTRAP": "off",
    }
    refused = Server(alone, folder / "refused").wait_for_output()
    assert "DATABASE_DIRECT_URL" in refused, refused
    print("A pooler without DATABASE_DIRECT_URL is refused.")

    both = {**alone, "DATABASE_DIRECT_URL": f"postgres:///{cluster.connection['host']}/kierros", "PGUSER": "postgres"}
    servers.append(Server(both, folder / "first").wait())
    servers.append(Server(both, folder / "second").wait())
    _run(both, "load_demo")
    _run(both, "shell", "-c", ORGANISER)
    token = _run(both, "create_token", SLUG, "--name", "faults")
    desk = Desk(folder / "desk", token)
    desk.open(f"{servers[0].url}/api/v1/tournaments/{SLUG}")
    rounds = desk.fetch()["rounds"]
    tables = {row["table"]: (row["result"] or {}).get("notation") for row in rounds[-1]["pairings"]}
    page = f"/t/{SLUG}/rounds/{rounds[-1]['number']}/"

    stale = 0
    for turn in range(40):
        before = servers[1].get(page)
        _enter_another(desk, tables, turn)
        stale += servers[1].get(page) == before
    print(f"40 results stored on one server: the first page of the other was out of date {stale} times.")

    stored = 0
    for turn in range(30):
        if turn == 10:
            pooler.kill()
            pooler.start()
        began = time.perf_counter()
        _enter_another(desk, tables, turn)
        stored += 1
        if turn == 10:
            print(f"Pooler killed: the next result was stored after {time.perf_counter() - began:.2f} s.")
    found = {row["table"]: (row["result"] or {}).get("notation") for row in desk.fetch()["rounds"][-1]["pairings"]}
    lost = {table for table, notation in tables.items() if found[table] != notation}
    print(f"{stored} results stored before and after, {len(lost)} lost or changed.")
    assert not lost
    assert not stale
    print(_run(both, "backup", str(folder / "backup.zip")).replace(f"{folder}/", ""))


def _enter_another(desk: Desk, tables: dict[int, str | None], turn: int) -> None:
    """Store a result that differs from the table's current one, so that the page must change."""
    table = list(tables)[turn % len(tables)]
    tables[table] = "0-1" if tables[table] == "1-0" else "1-0"
    desk.enter(table, str(tables[table]))
    outcomes = desk.send()
    assert not outcomes, outcomes


def _run(environment: dict[str, str], *arguments: str) -> str:
    """Return the output of a command of Kierros. Its errors go to the terminal."""
    ran = subprocess.run(manage(*arguments), env=environment, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return ran.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
