"""The request of a worker to the supervisor: end all workers and start again, perhaps with another database.

Nobody may be connected to a database that is replaced by a backup, so no worker can do it. Meanwhile the supervisor
holds the socket: a request waits for a few seconds, then it is answered.
"""

from __future__ import annotations

from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple


class Request(NamedTuple):
    """Start again; first put this backup in the place of what is stored, if there is one."""

    backup: Path | None


_to_supervisor: list[Connection] = []


def connect(asked: Connection) -> None:
    """Remember how this worker reaches its supervisor."""
    _to_supervisor[:] = [asked]


def is_possible() -> bool:
    """Return whether this process has a supervisor; a developer's server and tests have none."""
    return bool(_to_supervisor)


def ask_for_restore(backup: Path) -> None:
    """Have everything that is stored replaced by a backup, as soon as this worker has given its answers."""
    _to_supervisor[0].send_bytes(str(backup).encode())


def ask_to_start_again() -> None:
    """Have the server start again with the same data, where there is a supervisor."""
    if is_possible():
        _to_supervisor[0].send_bytes(b"")


def asked_for(asked: Connection) -> Request | None:
    """Return a worker's request, or None. For the supervisor."""
    if not asked.poll():
        return None
    text = asked.recv_bytes().decode()
    return Request(Path(text) if text else None)
