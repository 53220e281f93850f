"""A mark of the program itself: pages kept by browsers and proxies are asked for anew after an upgrade."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

PARTS = ("config", "pairings", "standings", "static", "templates", "tournaments")


def build_mark(root: Path) -> str:
    """Twelve letters that differ whenever a file of the program does; the same in every process of one machine."""
    digest = blake2b(digest_size=6)
    for part in PARTS:
        for file in sorted((root / part).rglob("*")):
            if file.is_file() and file.suffix != ".pyc":
                facts = file.stat()
                digest.update(f"{file.relative_to(root)} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()
