"""`manage.py start` as somebody meets it."""

import os
import signal
import socket
import subprocess
import time

from django.contrib.auth import get_user_model

from config import serving
from tests.serving import environment_for, free_port, manage


def started(*arguments, **environment):
    return subprocess.run(
        manage("start", *arguments), env=environment_for("kierros", **environment),
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


class TestSentences:
    def test_a_port_in_use_is_named_with_the_way_out(self):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            port = other.getsockname()[1]
            said = started("--port", str(port)).stderr
        assert f"Port {port} is in use" in said
        assert f"--port {port + 1}" in said
        assert "Traceback" not in said

    def test_a_port_that_is_none_is_refused(self):
        assert "A port is a number from 1 to 65535" in started("--port", "70000").stderr

    def test_a_server_that_is_not_there_is_said(self):
        said = started(
            "--port", str(free_port()), DATABASE_URL="postgres://nobody@127.0.0.1:1/nothing?connect_timeout=1"
        ).stderr
        assert "The database cannot be reached" in said
        assert "Traceback" not in said


class TestWhatItSays:
    def test_the_address_and_at_first_what_to_do_next(self, real_server):
        real_server.stop()
        assert real_server.said[0].startswith(f"Kierros is at {real_server.url}/")
        assert "create the organiser's account" in real_server.said[1]

    def test_nothing_of_accounts_once_there_is_one(self, real_server):
        real_server.stop()
        get_user_model().objects.create_user("organiser")
        real_server.start()
        real_server.stop()
        assert not any("account" in line for line in real_server.said)


class TestDeath:
    def test_a_killed_server_leaves_its_port_and_its_database_to_the_next(self, real_server):
        real_server.kill()
        deadline = time.monotonic() + 5
        while real_server.answers():
            assert time.monotonic() < deadline, "a worker lives on"
        real_server.start()
        assert real_server.answers()

    def test_a_killed_worker_is_replaced(self, real_server):
        for worker in workers(real_server):
            os.kill(worker, signal.SIGKILL)
        wait_until(real_server.answers)

    def test_workers_that_die_again_and_again_do_not_end_the_server(self, real_server):
        for _time in range(3):
            dead = workers(real_server)
            for worker in dead:
                os.kill(worker, signal.SIGKILL)
            wait_until(lambda: len(workers(real_server)) == serving.WORKERS and not dead & workers(real_server))  # noqa: B023
        wait_until(real_server.answers)


def workers(server):
    """The worker processes of a real server."""
    listed = subprocess.run(
        ["ps", "-o", "pid=,stat=", "--ppid", str(server.process.pid)], capture_output=True, text=True, check=False
    )
    return {int(line.split()[0]) for line in listed.stdout.splitlines() if "Z" not in line.split()[1]}


def wait_until(happened):
    deadline = time.monotonic() + 30
    while not happened():
        assert time.monotonic() < deadline, "nobody answers any more"
        time.sleep(0.05)
