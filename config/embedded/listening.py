"""The address of the embedded PostgreSQL, and the connection data: a Unix socket, or 127.0.0.1 and a password.

Only the server's account can enter the folder of a Unix socket, so no password is needed. Every account of the computer
can reach 127.0.0.1, so there a password is required. It is beside the data, in a private folder.
"""

from __future__ import annotations

import hashlib
import shlex
import socket
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NotRequired, TypedDict

from config.secret import stored_secret
from operating_system import Account, system

from .binaries import PostgresError

#: The kernel allows about 100 bytes for the whole path of a socket; PostgreSQL needs ".s.PGSQL.5432.lock" of them.
LONGEST_SOCKET_FOLDER = 80

LOOPBACK = "127.0.0.1"
#: The line of postmaster.pid with the port, counted from 0.
PORT_LINE = 3
#: The file beside the data with the port of the last start, and the settings file in the data that PostgreSQL reads.
LAST_PORT, SETTINGS = "port", "kierros.conf"


class Address(TypedDict):
    """The data that a client needs to connect."""

    host: str
    user: str
    port: NotRequired[int]
    password: NotRequired[str]


class Listening(ABC):
    """The way in which one cluster listens."""

    #: The last lines of the settings of new data.
    configuration: str

    @abstractmethod
    def initdb_options(self) -> Sequence[object]:
        """Return the options of initdb for authenticating clients."""

    @abstractmethod
    def start_options(self, settings: Sequence[str]) -> Sequence[object]:
        """Choose the address for this start, and return the options of `pg_ctl start` for it and for these settings."""

    @abstractmethod
    def address(self) -> Address | None:
        """Return the address of the running server; None if it does not seem to run."""


class OnUnixSocket(Listening):
    configuration = "listen_addresses = ''\nunix_socket_permissions = 0700\n"

    def __init__(self, folder: Path, account: Account) -> None:
        self.folder = folder / "socket"
        if len(str(self.folder)) > LONGEST_SOCKET_FOLDER:
            name = hashlib.sha256(str(folder).encode()).hexdigest()[:12]
            self.folder = Path(tempfile.gettempdir()) / f"kierros-{account.uid}-{name}"
        self.folder.mkdir(mode=0o700, exist_ok=True)
        if self.folder.is_symlink() or not account.has(self.folder):
            raise PostgresError(
                f"{self.folder} belongs to another account. Remove it, or move the project to a shorter path."
            )
        account.own(self.folder)

    def initdb_options(self) -> Sequence[object]:
        return "-A", "trust"

    def start_options(self, settings: Sequence[str]) -> Sequence[object]:
        chosen = (f"unix_socket_directories={self.folder}", *settings)
        return "-o", " ".join(f"-c {shlex.quote(setting)}" for setting in chosen)

    def address(self) -> Address | None:
        return {"host": str(self.folder), "user": "postgres"}


class OnLoopback(Listening):
    configuration = f"include_if_exists = '{SETTINGS}'\n"

    def __init__(self, folder: Path, data: Path, account: Account) -> None:
        self._folder, self._data, self._account = folder, data, account
        self._password = folder / "password"

    def initdb_options(self) -> Sequence[object]:
        system.make_private(self._folder)
        stored_secret(self._password)
        self._account.own(self._password)
        return "-A", "scram-sha-256", f"--pwfile={self._password}"

    def start_options(self, settings: Sequence[str]) -> Sequence[object]:
        """Use the port of the last start if it is free, so that open connections find the server again."""
        last = self._folder / LAST_PORT
        port = _free_port(int(last.read_text()) if last.exists() else 0)
        last.write_text(str(port))
        own_settings = (f"listen_addresses={LOOPBACK}", f"port={port}", "unix_socket_directories=", "timezone=UTC")
        pairs = (setting.split("=", 1) for setting in (*own_settings, *settings))
        lines = ["{} = '{}'\n".format(name, value.replace("'", "''")) for name, value in pairs]
        (self._data / SETTINGS).write_text("".join(lines))
        return ()

    def address(self) -> Address | None:
        """Return the address in the pid file, after checking the process: another program may use the port of a killed
        server.
        """
        pid, port = _pid_and_port(self._data / "postmaster.pid")
        if port is None or "postgres" not in system.process_name(pid):
            return None
        return {
            "host": LOOPBACK,
            "port": port,
            "user": "postgres",
            "password": stored_secret(self._password),
        }


def _free_port(usual_port: int) -> int:
    """Return the wanted port, or another one if it is in use."""
    for port in (usual_port, 0):
        with suppress(OSError), socket.socket() as probe:
            probe.bind((LOOPBACK, port))
            return int(probe.getsockname()[1])
    raise PostgresError(f"No port on {LOOPBACK} is free. Close other programs, then start again.")


def _pid_and_port(file: Path) -> tuple[int, int | None]:
    """Return the process id and the port in a pid file; 0 and None while it is incomplete."""
    try:
        lines = file.read_text().splitlines()
        return int(lines[0]), int(lines[PORT_LINE])
    except (OSError, IndexError, ValueError):
        return 0, None
