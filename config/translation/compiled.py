"""The compiled catalogues for gettext, made from the translators' files when a process first needs them.

Their folder is named after the content of those files, so they are never out of date. After a change of a file, the
next start makes a new folder. An installed application has no such files, but already compiled catalogues.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from hashlib import blake2b
from importlib import import_module
from pathlib import Path

#: The number of folders to keep, newest first. A running server may still read from the previous one.
MOST_FOLDERS = 3
#: The folder of compiled catalogues in an installed application, beside the place of translators' files.
FOLDER_NAME = "compiled"


def compile_catalogues(source: Path, target: Path) -> Path:
    """Return the folder below `target` with the compiled catalogues of `source`, made if it is missing."""
    if (source / FOLDER_NAME).exists():
        return source / FOLDER_NAME
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
        with suppress(FileNotFoundError):  # another process may delete it too
            ages[folder] = folder.stat().st_mtime
    for folder in sorted(ages, key=ages.__getitem__)[:-MOST_FOLDERS]:
        shutil.rmtree(folder, ignore_errors=True)
