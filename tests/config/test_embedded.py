"""The embedded PostgreSQL is found again, shared, stopped by its last user, and restarted after every kind of crash."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from config.embedded import binaries
from config.embedded.server import Cluster
from operating_system.posix import PosixAccount
from tests.serving import ROOT, environment_for, manage, own_environment

QUICK = ("fsync=off",)


@pytest.fixture(scope="module")
def folder():
    """A folder that PostgreSQL's account can enter even if root runs the tests; pytest's own are closed to it."""
    with tempfile.TemporaryDirectory(prefix="kierros-") as outer:
        Path(outer).chmod(0o755)
        yield Path(outer) / "cluster"


@pytest.fixture
def cluster(folder):
    joined = Cluster(folder, QUICK)
    joined.join()
    yield joined
    joined.leave()


def execute(cluster, statement):
    with psycopg.connect(**cluster.connection, dbname="postgres") as connected:
        connected.execute(statement)


def fetch_value(cluster, question):
    with psycopg.connect(**cluster.connection, dbname="postgres", autocommit=True) as connected:
        return connected.execute(question).fetchone()[0]


def postmaster(cluster):
    return int((cluster.data / "postmaster.pid").read_text().split()[0])


def kill(cluster):
    os.kill(postmaster(cluster), signal.SIGKILL)
    while cluster.is_ready():
        time.sleep(0.01)


def user(folder):
    """Start another process that joins the cluster, prints the process id of its server, and leaves on request."""
    script = (
        "import sys; from pathlib import Path; from config.embedded.server import Cluster\n"
        "joined = Cluster(Path(sys.argv[1])); joined.join()\n"
        "print((joined.data / 'postmaster.pid').read_text().split()[0], flush=True); input()\n"
    )
    command = [sys.executable, "-c", script, str(folder)]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


class TestData:
    @pytest.mark.rotates(8)
    def test_next_start_finds_the_data(self, folder):
        first = Cluster(folder, QUICK)
        first.join()
        execute(first, "CREATE TABLE kept AS SELECT 7 AS seen")
        first.leave()
        assert not first.is_ready()
        second = Cluster(folder, QUICK)
        second.join()
        assert fetch_value(second, "SELECT seen FROM kept") == 7
        second.leave()

    @pytest.mark.rotates(8)
    def test_killed_initdb_leaves_nothing_that_looks_like_data(self, cluster, folder):
        other = Cluster(folder.parent / "half", QUICK)
        leftover = other.folder / "new-killed"
        leftover.mkdir()
        other.join()
        assert not leftover.exists()
        assert other.is_ready()
        other.leave()

    def test_data_of_another_version_is_unchanged_and_named(self, folder):
        old = folder.parent / "old"
        (old / "pg9").mkdir(parents=True)
        with pytest.raises(binaries.PostgresError, match=r"pg9.*Nothing was changed"):
            Cluster(old).join()


class TestExchange:
    @pytest.mark.rotates(8)
    def test_data_is_exchanged_and_an_interrupted_exchange_is_reverted(self, folder):
        here, there = Cluster(folder.parent / "here", QUICK), Cluster(folder.parent / "there", QUICK)
        for each in (here, there):
            each.join()
            execute(each, f"CREATE TABLE of_{each.folder.name} ()")
        there.leave()
        here.exchange(there.data)
        here.join()
        assert fetch_value(here, "SELECT to_regclass('of_there') IS NOT NULL")
        assert not [path for path in here.folder.iterdir() if path.name == "replaced-data"]
        here.leave()
        here.data.rename(here.folder / "replaced-data")
        here.join()
        assert fetch_value(here, "SELECT to_regclass('of_there') IS NOT NULL")
        here.leave()

    @pytest.mark.rotates(8)
    def test_exchange_is_refused_while_another_process_uses_the_data(self, cluster, folder):
        other = user(folder)
        other.stdout.readline()
        with pytest.raises(binaries.PostgresError, match="Stop it, then"):
            cluster.exchange(folder.parent / "nothing")
        cluster.join()
        assert cluster.is_ready()
        other.communicate("\n")


class TestCrashes:
    @pytest.mark.rotates(8)
    def test_killed_server_returns_with_all_confirmed_data(self, cluster):
        execute(cluster, "CREATE TABLE confirmed AS SELECT 9 AS seen")
        kill(cluster)
        cluster.join()
        assert fetch_value(cluster, "SELECT seen FROM confirmed") == 9

    @pytest.mark.rotates(8)
    def test_stale_pid_file_does_not_prevent_a_start(self, cluster):
        kill(cluster)
        pidfile = cluster.data / "postmaster.pid"
        lines = pidfile.read_text().splitlines()
        pidfile.write_text("\n".join([str(os.getpid()), *lines[1:]]) + "\n")
        cluster.join()
        assert cluster.is_ready()

    @pytest.mark.rotates(8)
    def test_pool_gets_new_connections_after_a_kill(self, folder, cluster):
        """As in a worker of the server: after its connections have died, the next request works."""
        script = """
import django, os, signal, time; django.setup()
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
assert ask() != pooled
print("answered")
"""
        environment = environment_for("kierros", EMBEDDED_POSTGRES_DIR=str(folder))
        environment.pop("DATABASE_URL", None)
        ran = subprocess.run(
            [sys.executable, "-c", script], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert ran.stdout.strip() == "answered", ran.stderr


class TestSharing:
    @pytest.mark.rotates(2)
    def test_only_the_last_user_stops_the_server(self, folder):
        first, second = Cluster(folder, QUICK), Cluster(folder, QUICK)
        first.join()
        second.join()
        first.leave()
        assert second.is_ready()
        second.leave()
        assert not second.is_ready()

    @pytest.mark.rotates(2)
    def test_killed_process_does_not_count_as_a_user(self, cluster, folder):
        with user(folder) as other:
            assert other.stdout.readline()
            other.kill()
        cluster.leave()
        assert not cluster.is_ready()

    @pytest.mark.rotates(2)
    def test_processes_that_start_at_once_share_one_server(self, folder):
        others = [user(folder) for _ in range(3)]
        servers = {other.stdout.readline() for other in others}
        for other in others:
            other.communicate("\n")
        assert len(servers) == 1
        assert not Cluster(folder).is_ready()


class TestPaths:
    @pytest.mark.rotates(8)
    def test_path_longer_than_the_limit_of_sockets_works(self, folder):
        deep = folder.parent / ("d" * 60) / ("e" * 60)
        there = Cluster(deep, QUICK)
        there.join()
        assert fetch_value(there, "SELECT 5") == 5
        there.leave()
        there.listening.folder.rmdir()

    @pytest.mark.rotates(2)
    def test_only_the_account_can_enter_the_folder_of_the_socket(self, cluster):
        assert cluster.listening.folder.stat().st_mode & 0o777 == 0o700

    def test_programs_and_data_move_out_of_an_inaccessible_path(self, folder, monkeypatch, tmp_path):
        """If root uses a project below root's home, programs and data move to a place that the account can reach."""
        closed, shared = folder.parent / "closed", folder.parent / "shared"
        monkeypatch.setattr(binaries, "SHARED", shared)
        closed.mkdir(mode=0o700)
        other = PosixAccount(os.geteuid() + 1, os.getegid())
        monkeypatch.setattr(PosixAccount, "own", lambda *_: None)
        assert not other.can_reach(closed)
        assert binaries.reachable_folder(closed, other).parent == shared

    def test_data_of_another_user_is_refused(self, folder, monkeypatch):
        theirs = folder.parent / "theirs"
        theirs.mkdir()
        monkeypatch.setattr(os, "geteuid", lambda: theirs.stat().st_uid + 1)
        with pytest.raises(binaries.PostgresError, match="belongs to another account"):
            binaries.account_for(theirs)


class TestChoiceOfDatabase:
    @pytest.mark.rotates(8)
    def test_database_url_prevents_the_embedded_server(self, cluster, tmp_path):
        environment = environment_for("kierros", EMBEDDED_POSTGRES_DIR=str(tmp_path / "unused"))
        environment |= {"DATABASE_URL": f"postgres:///{cluster.listening.folder}/postgres", "PGUSER": "postgres"}
        ran = subprocess.run(manage("migrate", "--plan"), env=environment, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        assert not (tmp_path / "unused").exists()

    @pytest.mark.rotates(8)
    def test_dbshell_connects_to_the_embedded_server(self, cluster, folder):
        """psql would not find this server by default, and the embedded psql is not on the PATH."""
        environment = own_environment(folder, PATH="")
        command = manage("dbshell", "--", "--csv", "--tuples-only", "-c", "SELECT current_database(), 'of ours'")
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert ran.stdout == "kierros,of ours\n", ran.stderr

    @pytest.mark.rotates(4)
    def test_other_kinds_of_database_are_refused(self):
        environment = environment_for("kierros") | {"DATABASE_URL": "sqlite:///somewhere"}
        ran = subprocess.run(manage("check"), env=environment, capture_output=True, text=True, check=False)
        assert ran.returncode != 0
        assert "DATABASE_URL must name a PostgreSQL" in ran.stderr

    @pytest.mark.rotates(8)
    def test_the_tests_run_on_postgresql(self, db):
        assert connection.vendor == "postgresql"
        assert Path(connection.settings_dict["NAME"]).name.startswith("test_")
