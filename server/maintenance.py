"""What a page asks of the supervisor: to end all workers, restore a backup, and start again.

Nobody may be connected to a database that is replaced, so no worker can do it. The supervisor holds the socket
meanwhile: anyone who asks for a page waits for a few seconds and gets it.
"""

from __future__ import annotations

from multiprocessing.connection import Connection
from pathlib import Path

_to_supervisor: list[Connection] = []


def connect(asked: Connection) -> None:
    """Remember how this worker reaches its supervisor."""
    _to_supervisor[:] = [asked]


def is_possible() -> bool:
    """Whether this process has a supervisor; a developer's server and tests have none."""
    return bool(_to_supervisor)


def ask_for_restore(backup: Path) -> None:
    """Have everything that is stored replaced by a backup, as soon as this worker has given its answers."""
    _to_supervisor[0].send_bytes(str(backup).encode())


def asked_for(asked: Connection) -> Path | None:
    """The backup that a worker asks for; None if none does. For the supervisor."""
    return Path(asked.recv_bytes().decode()) if asked.poll() else None
