"""What users see when they run `manage.py start`."""

import os
import signal
import socket
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from django.contrib.auth import get_user_model
from django.db import connection

from config.embedded import binaries
from config.embedded.server import Cluster
from operating_system.posix import PosixAccount
from server import lan
from server.processes import supervisor
from tests.serving import PATIENCE, RealServer, environment_for, free_port, manage
from tournaments.people import accounts


@pytest.fixture
def new_database(db):
    """The name of an empty database."""
    import psycopg

    name = f"new_{os.getpid()}"
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as other:
        other.execute(f"CREATE DATABASE {name}")
        yield name
        other.execute(f"DROP DATABASE {name} WITH (FORCE)")


def run_start(*arguments, **environment):
    return subprocess.run(
        manage("start", *arguments), env=environment_for("kierros", **environment),
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip


class TestSentences:
    @pytest.mark.rotates(4)
    def test_port_in_use_is_named_with_a_solution(self):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            port = other.getsockname()[1]
            output = run_start("--port", str(port)).stderr
        assert f"Port {port} is in use" in output
        assert f"--port {port + 1}" in output
        assert "Traceback" not in output

    @pytest.mark.rotates(4)
    def test_invalid_port_is_refused(self):
        assert "Choose a number from 1 to 65535" in run_start("--port", "70000").stderr

    @pytest.mark.rotates(8)
    def test_unreachable_database_is_reported(self):
        output = run_start(
            "--port", str(free_port()), DATABASE_URL="postgres://nobody@127.0.0.1:1/nothing?connect_timeout=1"
        ).stderr
        assert "The database cannot be reached" in output
        assert "Traceback" not in output

    @pytest.mark.rotates(8)
    def test_unwritable_folder_is_reported(self):
        output = run_start("--port", str(free_port()), DATABASE_URL="", EMBEDDED_POSTGRES_DIR="/sys/kierros").stderr
        assert "/sys/kierros cannot be written" in output
        assert "VAR_DIR" in output
        assert "Traceback" not in output


class TestOutput:
    @pytest.mark.rotates(8)
    def test_prints_the_address_and_the_first_step(self, real_server):
        for address in lan.addresses():
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection((address, real_server.port), timeout=PATIENCE)
        real_server.stop()
        assert real_server.output[0].startswith(f"Kierros is at {real_server.url}/")
        assert "create the organiser's account" in real_server.output[1]
        assert not any("code" in line for line in real_server.output)  # not on a machine that nobody else can reach


class TestCrashes:
    @pytest.mark.rotates(8)
    def test_killed_server_leaves_port_and_database_to_the_next(self, real_server):
        real_server.kill()
        deadline = time.monotonic() + PATIENCE
        while real_server.answers():
            assert time.monotonic() < deadline, "a worker lives on"
        get_user_model().objects.create_user("organiser")
        real_server.start()
        assert real_server.answers()
        real_server.stop()
        assert not any("account" in line for line in real_server.output)

    @pytest.mark.rotates(8)
    def test_workers_that_keep_dying_are_replaced(self, lasting_server):
        for _time in range(3):
            dead = workers(lasting_server)
            for worker in dead:
                os.kill(worker, signal.SIGKILL)
            wait_until(
                lambda dead=dead: (
                    len(workers(lasting_server)) == supervisor.WORKERS and not dead & workers(lasting_server)
                )
            )
        wait_until(lasting_server.answers)


def workers(server):
    """Return the process ids of the workers of a real server."""
    listed = subprocess.run(
        ["ps", "-o", "pid=,stat=", "--ppid", str(server.process.pid)], capture_output=True, text=True, check=False
    )
    return {int(line.split()[0]) for line in listed.stdout.splitlines() if "Z" not in line.split()[1]}


def wait_until(happened):
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "nobody answers any more"
        time.sleep(0.05)


class TestSeveralAtOnce:
    @pytest.mark.rotates(8)
    def test_servers_started_together_share_a_new_database(self, new_database):
        servers = [RealServer(new_database) for _server in range(2)]
        try:
            with ThreadPoolExecutor(2) as together:
                list(together.map(RealServer.start, servers))
            assert all(server.answers() for server in servers)
        finally:
            for server in servers:
                server.stop()


class TestAccount:
    def test_no_process_of_the_server_is_root(self, lasting_server):
        wait_until(lambda: len(workers(lasting_server)) == supervisor.WORKERS)
        owners = subprocess.run(
            ["ps", "-o", "uid=", "-p", ",".join(map(str, [lasting_server.process.pid, *workers(lasting_server)]))],
            capture_output=True, text=True, check=True,
        ).stdout.split()  # fmt: skip
        assert len(owners) == 1 + supervisor.WORKERS
        assert "0" not in owners

    def test_unreachable_programs_are_copied_for_the_account(self, tmp_path, monkeypatch):
        other = PosixAccount(os.getuid() + 1, os.getgid() + 1)
        monkeypatch.setattr(binaries, "SHARED", tmp_path / "shared")
        closed = tmp_path / "closed"
        (closed / "tests").mkdir(parents=True)
        (closed / "program").write_text("x")
        (closed / "tests" / "one").write_text("x")
        (closed / "program").chmod(0o700)
        closed.chmod(0o700)
        copy = binaries.reachable_copy(closed, other, "v1", without=["tests"])
        assert [found.name for found in copy.iterdir()] == ["program"]
        assert oct((copy / "program").stat().st_mode)[-3:] == "755"
        assert oct(copy.stat().st_mode)[-3:] == "755"
        newer = binaries.reachable_copy(closed, other, "v2")
        assert (newer / "tests" / "one").exists()
        assert not copy.exists()

    def test_servers_started_together_keep_each_others_copies(self, tmp_path, monkeypatch):
        other = PosixAccount(os.getuid() + 1, os.getgid() + 1)
        monkeypatch.setattr(binaries, "SHARED", tmp_path / "shared")
        closed = tmp_path / "closed"
        for folder in range(200):
            (closed / str(folder)).mkdir(parents=True)
            (closed / str(folder) / "program").write_text("x")
        closed.chmod(0o700)
        with ThreadPoolExecutor(6) as together:
            copies = set(together.map(lambda _one: binaries.reachable_copy(closed, other, "v1"), range(6)))
        (copy,) = copies
        assert len(list(copy.glob("*/program"))) == 200
        assert [found.name for found in copy.parent.iterdir() if found.is_dir()] == [copy.name]

    def test_files_left_by_root_go_to_the_account(self, tmp_path, monkeypatch):
        monkeypatch.setattr(binaries, "SHARED", tmp_path / "shared")
        cluster = Cluster(tmp_path / "postgres")
        (cluster.folder / "start.lock").touch(mode=0o600)
        cluster.hand_over()
        assert (cluster.folder / "start.lock").stat().st_uid == cluster.account.uid


class TestFirstAccount:
    @pytest.mark.rotates(8)
    def test_public_server_prints_the_code_for_the_first_account(self, settings, idle_server):
        idle_server.more = {"ALLOWED_HOSTS": "kierros.example"}
        idle_server.start()
        idle_server.stop()
        assert accounts.first_account_code() in idle_server.output[2]


@pytest.mark.parametrize(
    ("holder", "given"),
    [
        (lambda fd, uds, backlog: (fd, uds, backlog), (7, False, supervisor.BACKLOG)),
        (lambda fd, uds: (fd, uds), (7, False)),
        (lambda socket: (socket.fileno(),), (7,)),
    ],
    ids=["linux", "macos", "windows"],
)
def test_web_server_gets_the_socket_in_the_form_of_each_system(holder, given):
    assert supervisor.hold(SimpleNamespace(fileno=lambda: 7), holder) == given
