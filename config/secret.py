"""The default key that signs sessions and links: created once, readable only by its owner."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path

from operating_system import system


def stored_secret(path: Path) -> str:
    """Return the secret in the file, or a new one if there is no file yet. Two processes at once get the same one."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_once(path, secrets.token_urlsafe(48))
    return path.read_text()


def _write_once(path: Path, secret: str) -> None:
    descriptor, draft = tempfile.mkstemp(dir=path.parent)  # mkstemp's files have mode 0600
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secret)
        system.give_name(Path(draft), path)
    except FileExistsError:
        pass  # another process was quicker: its secret counts
    finally:
        Path(draft).unlink(missing_ok=True)
