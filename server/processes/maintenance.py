"""A worker's request to the supervisor: end all workers and start again, perhaps with another database.

No client may be connected while a backup replaces the database, so no worker can do it. During that time the supervisor
holds the socket: requests wait for a few seconds, then they are answered.
"""

from __future__ import annotations

from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple


class Request(NamedTuple):
    """A request to start again, after restoring this backup if there is one."""

    backup: Path | None


_to_supervisor: list[Connection] = []


def connect(pipe: Connection) -> None:
    """Store this worker's connection to its supervisor."""
    _to_supervisor[:] = [pipe]


def is_possible() -> bool:
    """Return whether this process has a supervisor; a developer's server and tests have none."""
    return bool(_to_supervisor)


def ask_for_restore(backup: Path) -> None:
    """Request that a backup replaces all stored data, as soon as this worker has sent its answers."""
    _to_supervisor[0].send_bytes(str(backup).encode())


def ask_to_start_again() -> None:
    """Request a restart of the server with the same data, if there is a supervisor."""
    if is_possible():
        _to_supervisor[0].send_bytes(b"")


def read_request(pipe: Connection) -> Request | None:
    """Return a worker's request, or None. Called by the supervisor."""
    if not pipe.poll():
        return None
    text = pipe.recv_bytes().decode()
    return Request(Path(text) if text else None)
