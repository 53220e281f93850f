"""The Windows implementation with a real PostgreSQL and server.

The database has a password on 127.0.0.1, and a worker ends when its pipe closes.
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
import pytest
from django.db import connection

from config.backups import following, generations, replaying
from config.embedded import base, binaries, listening
from config.embedded import server as embedded
from server.processes import supervisor
from tests.operating_system.windows_way import WindowsWay
from tests.serving import PATIENCE, ROOT, RealServer, environment_for, wait_until

OPTIONS = ("fsync=off", *base.WAL_RETENTION)
ARRIVED = "SELECT bool_or(flush_lsn >= pg_current_wal_flush_lsn()) FROM pg_stat_replication"


@pytest.fixture(scope="module")
def folder():
    """A folder that PostgreSQL's account can enter even if root runs the tests; pytest's own are closed to it."""
    with tempfile.TemporaryDirectory(prefix="kierros ") as outer:
        Path(outer).chmod(0o755)
        yield Path(outer) / "cluster"


@pytest.fixture
def cluster(folder, monkeypatch):
    for module in (binaries, listening, embedded):
        monkeypatch.setattr(module, "system", WindowsWay())
    joined = embedded.Cluster(folder, OPTIONS)
    joined.join()
    yield joined
    joined.leave()
    assert not joined.is_ready()


def fetch_value(question, **where):
    with psycopg.connect(**where, dbname="postgres", connect_timeout=PATIENCE) as connected:
        return connected.execute(question).fetchone()[0]


def kill(cluster):
    os.kill(int((cluster.data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
    while cluster.is_ready():
        time.sleep(0.01)


@pytest.mark.slow("starts and kills the real PostgreSQL")
class TestPostgreSQL:
    @pytest.mark.rotates(8)
    def test_postgresql_listens_locally_and_needs_the_password(self, cluster, folder):
        where = cluster.connection
        assert fetch_value("SHOW listen_addresses", **where) == "127.0.0.1"
        assert fetch_value("SHOW unix_socket_directories", **where) == ""
        assert fetch_value("SHOW timezone", **where) == "UTC"
        for wrong in ("", "guessed"):
            with pytest.raises(psycopg.OperationalError, match="password"):
                fetch_value("SELECT 1", **{**where, "password": wrong})
        assert folder.stat().st_mode & 0o077 == 0
        assert fetch_value("SELECT count(*) FROM pg_hba_file_rules WHERE auth_method = 'trust'", **where) == 0

    @pytest.mark.rotates(8)
    def test_second_location_receives_changes_and_can_be_restored(self, cluster, folder):
        """The password is restored too: the copy contains it."""
        stick = folder.parent / "stick"
        stick.mkdir()
        cluster.account.own(stick)
        with psycopg.connect(**cluster.connection, dbname="postgres", autocommit=True) as opened:
            follower = following.Follower(cluster, stick)
            follower._begin(opened)
            try:
                opened.execute("CREATE TABLE entered AS SELECT 7 AS seen")
                wait_until(lambda: opened.execute(ARRIVED).fetchone()[0])
            finally:
                follower._end()
        (generation,) = generations.whole(stick)
        scratch = folder / replaying.SCRATCH
        replaying._unpack(generation, cluster, scratch)
        there = embedded.Cluster(scratch, OPTIONS)
        there.join()
        assert fetch_value("SELECT seen FROM entered", **there.connection) == 7
        assert there.connection["password"] == cluster.connection["password"]
        there.leave()

    @pytest.mark.rotates(8)
    def test_killed_server_returns_at_its_port(self, cluster):
        before = cluster.connection
        kill(cluster)
        cluster.join()
        assert cluster.connection == before
        assert fetch_value("SELECT 5", **before) == 5

    @pytest.mark.rotates(8)
    def test_port_taken_by_another_program_is_left_to_it(self, cluster):
        before = cluster.connection
        kill(cluster)
        with socket.create_server((before["host"], before["port"])):
            cluster.join()
            assert cluster.connection["port"] != before["port"]
            assert fetch_value("SELECT 5", **cluster.connection) == 5

    @pytest.mark.rotates(8)
    def test_process_reusing_the_pid_of_a_killed_server_is_not_the_server(self, cluster):
        kill(cluster)
        pidfile = cluster.data / "postmaster.pid"
        lines = pidfile.read_text().splitlines()
        pidfile.write_text("\n".join([str(os.getpid()), *lines[1:]]) + "\n")
        assert not cluster.is_ready()
        with pytest.raises(binaries.PostgresError, match="is not running"):
            _ = cluster.connection
        cluster.join()
        assert cluster.is_ready()

    def test_settings_with_spaces_and_quotes_are_passed_on(self, folder, cluster):
        found = listening.OnLoopback(folder, cluster.data, cluster.account)
        assert found.start_options(("search_path=it's, a path",)) == ()
        assert "search_path = 'it''s, a path'" in (cluster.data / listening.SETTINGS).read_text()

    def test_data_folder_with_umlauts_moves_where_postgresql_can_read(self, tmp_path, monkeypatch):
        monkeypatch.setattr(binaries, "SHARED", tmp_path / "ProgramData")
        account = super(WindowsWay, WindowsWay()).account_for(tmp_path)
        theirs = tmp_path / "Jörg Ääni"
        found = binaries.reachable_folder(theirs, account)
        assert found.parent == tmp_path / "ProgramData"
        assert str(found).isascii()
        assert binaries.reachable_folder(theirs, account) == found


@pytest.mark.rotates(4)
def test_django_finds_the_server_again_after_a_kill(folder, cluster):
    script = """
import os, signal, time
import operating_system
from tests.operating_system.windows_way import WindowsWay
operating_system.system = WindowsWay()
import django; django.setup()
from django.db import connection
def ask():
    with connection.cursor() as cursor:
        (answer,) = cursor.execute("SELECT pg_backend_pid()").fetchone()
    connection.close()
    return answer
pooled = ask()
os.kill(int((connection.data_folder / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
while os.path.exists(f"/proc/{pooled}"):
    time.sleep(0.01)
(connection.data_folder.parent / "port").write_text("0")
assert ask() != pooled
print("answered")
"""
    environment = environment_for("kierros", EMBEDDED_POSTGRES_DIR=str(folder))
    environment.pop("DATABASE_URL", None)
    ran = subprocess.run(
        [sys.executable, "-c", script], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.stdout.strip() == "answered", ran.stderr


@pytest.mark.rotates(4)
def test_server_has_one_worker_replaces_it_and_ends_on_request(transactional_db):
    where = connection.get_connection_params()
    url = os.environ.get("DATABASE_URL") or f"postgres:///{where['host']}/{where['dbname']}"
    more = {"KIERROS_SYSTEM": "windows", "DATABASE_URL": url, "PGUSER": where["user"]}
    served = RealServer(where["dbname"], more=more)
    try:
        served.start()
        (first,) = workers(served)
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: workers(served) - {first})
        wait_until(served.answers)
    finally:
        began = time.monotonic()
        served.stop()
    assert time.monotonic() - began < supervisor.GRACE  # the worker ended on request and was not killed
    assert served.process.returncode == 0
    assert served.output[0].startswith("Kierros is at")
    assert not served.answers()


def workers(served):
    """Return the process ids of the workers, which are spawned processes."""
    found = set()
    for each in psutil.Process(served.process.pid).children(recursive=True):
        with suppress(psutil.Error):  # it has ended
            if "spawn_main" in " ".join(each.cmdline()):
                found.add(each.pid)
    return found
