"""The copy of the program that a server runs from, so that an update of the checkout changes no running server.

Modules and templates are read when they are first needed, also by workers that are started hours later. So `start`
copies the program and its packages to `VAR/programs`, once for each version, and runs from there. A server holds a
lock on its copies. The next `start` deletes the copies that no server holds.

Only the standard library is used: `config.bootstrap` does this before there are any packages.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path

from config.build import PARTS, build_mark
from operating_system import system

#: The environment variable with the numbers of the open folders that hold the locks.
LOCKS_VARIABLE = "KIERROS_COPIES"

#: The parts of the checkout that a server needs.
PROGRAM_PARTS = (*PARTS, "examples", "manage.py", "requirements")


def make_copies(root: Path, packages: Path, var: Path) -> tuple[Path, Path]:
    """Return the copies of the checkout `root` and of its packages folder, below `var`; create missing ones.

    This process holds them, and so does every program that replaces it by `exec`. Copies that nobody holds are deleted.
    """
    folder = var / "programs"
    folder.mkdir(parents=True, exist_ok=True)
    facts = packages.stat()
    mark = blake2b(f"{packages} {facts.st_ino} {facts.st_mtime_ns}".encode(), digest_size=6).hexdigest()
    copies = folder / f"program-{build_mark(root, var)}", folder / f"packages-{mark}"
    with _copy_lock(folder):
        _make(copies[0], root, PROGRAM_PARTS, shutil.copy2)
        _make(copies[1], packages, (".",), _link)
        hold(copies)
        for other in folder.iterdir():
            if other.is_dir() and other not in copies:
                system.delete_unless_held(other)
    return copies


def held_copies() -> tuple[int, ...]:
    """Return the open folders that hold the copies of this server; a program that outlives it inherits them."""
    numbers = map(int, os.environ.get(LOCKS_VARIABLE, "").split())
    return tuple(number for number in numbers if _is_open_folder(number))


def _is_open_folder(number: int) -> bool:
    """Return whether a descriptor is an open folder of this process; the commands that it runs do not have it."""
    try:
        return stat.S_ISDIR(os.fstat(number).st_mode)
    except OSError:
        return False


@contextmanager
def _copy_lock(folder: Path) -> Iterator[None]:
    """Let only one server copy at a time: another would take a half-made copy for an old one."""
    with (folder / "copy.lock").open("w") as lock:
        system.lock(lock.fileno())
        yield


def _make(copy: Path, source: Path, parts: Sequence[str], copy_file: Callable[[str, str], object]) -> None:
    if copy.exists():
        return
    unfinished = copy.with_name(f"{copy.name}.part")
    shutil.rmtree(unfinished, ignore_errors=True)  # of a process that was killed
    for part in parts:
        if (source / part).is_dir():
            shutil.copytree(
                source / part, unfinished / part, symlinks=True, copy_function=copy_file, dirs_exist_ok=True
            )
        elif (source / part).exists():
            shutil.copy2(source / part, unfinished / part)
    system.replace(unfinished, copy)


def _link(source: str, copy: str) -> None:
    """Link the file under a second name, or copy it: installers replace files and do not write into them."""
    try:
        os.link(source, copy, follow_symlinks=False)
    except OSError:  # another disk, or one without links
        shutil.copy2(source, copy)


def hold(copies: Sequence[Path]) -> None:
    """Lock copies for the life of this process and of every program that replaces it by `exec`."""
    os.environ[LOCKS_VARIABLE] = " ".join(str(system.hold_folder(copy)) for copy in copies)
