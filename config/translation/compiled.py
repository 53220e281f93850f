"""The catalogues as gettext reads them, made of the translators' files when a process first needs them.

They are kept in a folder that is named after what the files say, so they cannot be older than these. Who has changed a
file gets a new folder at the next start. An installed application has no such files, and the catalogues in their place.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from hashlib import blake2b
from importlib import import_module
from pathlib import Path

#: Folders that are kept: those of the newest states. A server that runs may still read from the one before.
KEPT = 3
#: The folder beside the translators' files in which an installed application has its catalogues.
READY = "compiled"


def compile_catalogues(source: Path, target: Path) -> Path:
    """The folder below `target` with the compiled catalogues of `source`, made if it is missing."""
    if (source / READY).exists():
        return source / READY
    folder = target / _mark(source)
    if not folder.exists():
        import_module("config.translation.compiling").compile_all(source, folder)
        _forget_old(target)
    return folder


def _mark(source: Path) -> str:
    digest = blake2b(digest_size=8)
    for path in sorted(source.glob("*/*.po")):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(source)} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _forget_old(target: Path) -> None:
    ages = {}
    for folder in target.iterdir():
        with suppress(FileNotFoundError):  # another process forgets it, too
            ages[folder] = folder.stat().st_mtime
    for folder in sorted(ages, key=ages.__getitem__)[:-KEPT]:
        shutil.rmtree(folder, ignore_errors=True)
