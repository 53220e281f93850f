"""A mark of the program and of its data: pages kept by browsers and proxies are asked for again after an upgrade, and
after a backup was put back, when the numbers of revisions come a second time with something else behind them.
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
#: The file among the program's own, beside the data, that says when a backup was put back last.
RESTORED = "restored"


def build_mark(root: Path, var: Path) -> str:
    """Twelve letters that differ whenever a file of the program does, and after each backup that was put back; the same
    in every process of one machine.
    """
    digest = blake2b(digest_size=6)
    restored = var / RESTORED
    digest.update(restored.read_bytes() if restored.exists() else b"")
    for part in PARTS:
        for file in sorted((root / part).rglob("*")):
            if file.is_file() and file.suffix != ".pyc":
                facts = file.stat()
                digest.update(f"{file.relative_to(root)} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()
