"""The build mark of the program and its data. Browsers and proxies use it to request pages again after an upgrade. They
also do so after a restore, when revision numbers repeat with different content.
"""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

PARTS = (
    "config",
    "locale",
    "operating_system",
    "pairings",
    "paper",
    "pictures",
    "server",
    "standings",
    "static",
    "templates",
    "tournaments",
)
#: The file among the program's own files, beside the data, with the time of the last restore.
RESTORE_TIME_FILE = "restored"


def build_mark(root: Path, var: Path) -> str:
    """Return twelve letters that change with any file of the program and with each restore. They are the same in every
    process of one computer.
    """
    digest = blake2b(digest_size=6)
    restored = var / RESTORE_TIME_FILE
    digest.update(restored.read_bytes() if restored.exists() else b"")
    for part in PARTS:
        for file in sorted((root / part).rglob("*")):
            if file.is_file() and file.suffix != ".pyc":
                facts = file.stat()
                digest.update(f"{file.relative_to(root)} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()
