"""Restore a backup from the browser: the supervisor ends all workers, restores, and starts again as a new server.

The new server has a new mark of the data, so browsers reload all pages. The outcome is written to a file, and the
owner's page shows it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from socket import socket
from typing import NoReturn

from django.conf import settings
from django.utils import timezone

from config.starting import privileges
from operating_system import system

OUTCOME = "restoring.json"


@dataclass(frozen=True)
class RestoreOutcome:
    """The last restore from the browser: its time, the file, and the output of the command."""

    at: str
    file: str
    is_done: bool
    said: str

    @property
    def when(self) -> datetime:
        return datetime.fromisoformat(self.at)


def last_outcome() -> RestoreOutcome | None:
    """Read the outcome of the last restore from the browser; None if there was none."""
    try:
        return RestoreOutcome(**json.loads((settings.VAR / OUTCOME).read_text()))
    except (FileNotFoundError, ValueError, TypeError):
        return None


def start_again(listener: socket, backup: Path | None = None) -> NoReturn:
    """Start again as a new server on the same socket. Restore a backup first; start even if that failed."""
    if backup is not None:
        _restore(backup)
    listener.set_inheritable(True)
    os.environ[privileges.LISTENER] = str(listener.fileno())
    arguments = [argument for argument in sys.argv if argument not in ("--demo", "--browser")]
    system.become(sys.executable, [sys.executable, *arguments], os.environ)


def _restore(backup: Path) -> None:
    command = [sys.executable, sys.argv[0], "restore", str(backup), "--yes"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    is_done = ran.returncode == 0
    output = (ran.stdout if is_done else ran.stderr).strip().removeprefix("CommandError: ")
    outcome = RestoreOutcome(timezone.now().isoformat(), backup.name, is_done, output)
    (settings.VAR / OUTCOME).write_text(json.dumps(asdict(outcome)))
