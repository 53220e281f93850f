"""Started by root, Kierros serves as the account that runs PostgreSQL.

Root's tasks come first: the socket is opened, and data, key and locks are given to the account. Then the same process
continues as that account, and cannot return. The account cannot enter root's home, which may include the Python of a
version manager. What it cannot reach is copied to /var/lib/kierros, once for each version.
"""

from __future__ import annotations

import hashlib
import os
import socket
import sys
from pathlib import Path
from typing import NoReturn

import django
from django.conf import settings
from django.db import connection

from config.backups import keeping
from config.embedded.binaries import account_for, reachable_copy, reachable_folder
from config.embedded.server import Cluster
from config.starting.program_copies import hold, make_copies
from operating_system import Account, system

#: The environment variable with the number of the open socket.
LISTENER = "KIERROS_LISTENER"

PRIVATE_FOLDERS = (".git", ".venv", "var", "__pycache__", ".*_cache")
UNUSED_MODULES = (
    "site-packages",
    "test",
    "tests",
    "idlelib",
    "tkinter",
    "turtledemo",
    "ensurepip",
    "config-*",
    "*.opt-?.pyc",
)


def inherited_listener() -> socket.socket | None:
    """Return the socket that was opened before the account changed; None without one."""
    number = os.environ.pop(LISTENER, "")
    return system.inherited_socket(int(number)) if number else None


def drop_privileges(listener: socket.socket) -> NoReturn:
    """Run the same command as the other account. Raises PostgresError if there is none, and OSError."""
    account, environment = _hand_over()
    python, more = _python(account)
    project, packages = _copies(account, Path(environment["VAR_DIR"]))
    changes = {
        "PYTHONPATH": str(packages),
        "KIERROS_BOOTSTRAP": "off",
        "HOME": environment["VAR_DIR"],
        LISTENER: str(listener.fileno()),
    }
    os.set_inheritable(listener.fileno(), True)
    os.chdir(project)
    system.change_account(account)
    command = [str(python), str(project / "manage.py"), *sys.argv[1:]]
    system.become(str(python), command, {**os.environ, **environment, **more, **changes})


def _copies(account: Account, var: Path) -> tuple[Path, Path]:
    """Return the copies of the program and of its packages from which the account serves."""
    packages = Path(django.__file__).parent.parent
    own_environment = os.environ.get("KIERROS_BOOTSTRAP", "on") != "off"
    if own_environment and account.can_reach(settings.BASE_DIR) and account.can_reach(packages):
        copies = make_copies(settings.BASE_DIR, packages, var)
        account.own(copies[0].parent)
        return copies
    copies = (
        reachable_copy(settings.BASE_DIR, account, settings.BUILD, PRIVATE_FOLDERS),
        reachable_copy(packages, account, str(packages.stat().st_mtime_ns)),
    )
    hold(copies)
    return copies


def _hand_over() -> tuple[Account, dict[str, str]]:
    """Give the account its files, and return their locations."""
    environment = {}
    if connection.settings_dict["ENGINE"] == "config.embedded":
        cluster = Cluster(Path(settings.EMBEDDED_POSTGRES_DIR), settings.EMBEDDED_POSTGRES_OPTIONS)
        cluster.hand_over()
        account = cluster.account
        environment["EMBEDDED_POSTGRES_DIR"] = str(cluster.folder)
    else:
        account = account_for(settings.VAR / "nothing")
    settings.VAR.mkdir(exist_ok=True)
    var = reachable_folder(settings.VAR, account)
    account.own(var)
    if (catalogues := var / "catalogues").exists():  # these settings have made them
        account.own(catalogues)
    keeping.hand_over(account)
    _hand_over_secret(account, settings.VAR / "secret-key", var / "secret-key")
    for name in ("HTTPS_CERTIFICATE", "HTTPS_KEY"):  # only root may be able to read the key
        if (source := getattr(settings, name)) is not None:
            environment[name] = str(var / f"{name.lower().replace('_', '-')}.pem")
            _hand_over_secret(account, source, Path(environment[name]))
    return account, {**environment, "VAR_DIR": str(var)}


def _hand_over_secret(account: Account, source: Path, target: Path) -> None:
    if not source.exists():  # the value came from the environment
        return
    if source != target:
        target.unlink(missing_ok=True)
        target.touch(mode=0o600)
        target.write_text(source.read_text())
    account.own(target)


def _python(account: Account) -> tuple[Path, dict[str, str]]:
    """Return an interpreter that the account can run, and the environment that it needs."""
    python, library = Path(sys._base_executable).resolve(), Path(os.__file__).parent  # type: ignore[attr-defined] # noqa: SLF001 not in its types
    if account.can_reach(python.parent) and account.can_reach(library):
        return python, {}
    mark = hashlib.sha256(f"{sys.version} {python.stat().st_mtime_ns}".encode()).hexdigest()[:12]
    home = reachable_copy(Path(sys.base_prefix), account, mark, UNUSED_MODULES, ("bin", "lib"))
    return home / "bin" / python.name, {"PYTHONHOME": str(home), "LD_LIBRARY_PATH": str(home / "lib")}
