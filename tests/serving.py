"""A real server on the test's database, for tests that a server in their own process cannot do, such as killing it."""

from __future__ import annotations

import os
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parent.parent

#: Seconds to wait for a condition; in CI a failure should not cost ten minutes.
PATIENCE = 60 if "CI" in os.environ else 600


def wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it does not come"
        time.sleep(0.01)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment_for(database: str, **more: str) -> dict[str, str]:
    """Return the environment in which a process uses this database on the server of the tests."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings", "KIERROS_BOOTSTRAP": "off", **more}
    if url := os.environ.get("DATABASE_URL"):
        return {**environment, "DATABASE_URL": urlunsplit(urlsplit(url)._replace(path=f"/{database}"))}
    return {**environment, "EMBEDDED_POSTGRES_NAME": database}


def own_environment(folder: Path, **more: str) -> dict[str, str]:
    """Return the environment of another computer, with its own PostgreSQL in this folder."""
    own = {"EMBEDDED_POSTGRES_DIR": str(folder), "EMBEDDED_POSTGRES_OPTIONS": "fsync=off"}
    environment = environment_for("kierros", **own, **more)
    environment.pop("DATABASE_URL", None)
    return {**environment, "EMBEDDED_POSTGRES_NAME": "kierros"}


def manage(*arguments: str) -> list[str]:
    return [sys.executable, str(ROOT / "manage.py"), *arguments]


@dataclass
class RealServer:
    """`manage.py start` on one database, in its own process group, so that no part of it survives a kill."""

    database: str
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[str] | None = None
    output: list[str] = field(default_factory=list)
    more: dict[str, str] = field(default_factory=dict)
    context: ssl.SSLContext | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}" if self.context is None else f"https://localhost:{self.port}"

    def start(self, context: ssl.SSLContext | None = None) -> None:
        """Start the server and wait until it responds; with a context, by HTTPS to clients that trust the same
        certificates.
        """
        self.context = context
        command = manage("start", "--port", str(self.port))
        self.process = subprocess.Popen(
            command,
            env=environment_for(self.database, **self.more),
            text=True,
            start_new_session=True,
            stdout=subprocess.PIPE,
        )
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            assert self.process.poll() is None, "the server ended at once: see above"
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.05)

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/up/", timeout=60, context=self.context) as response:
                return bool(response.status == 204)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False

    def kill(self) -> None:
        """Act as `kill -9` on the server: no worker can clean up."""
        assert self.process is not None
        self.process.kill()
        self._wait_for_end()

    def stop(self) -> None:
        """Act as Ctrl+C; after that, `said` contains the output."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
            self._wait_for_end()

    def _wait_for_end(self) -> None:
        assert self.process is not None
        self.process.wait(300)
        assert self.process.stdout is not None
        self.output = self.process.stdout.read().splitlines()
        self.process.stdout.close()
