"""One embedded PostgreSQL: created on first use, started if it does not run, stopped by the last process that leaves.

No list of processes is kept. Each process holds a shared lock on users.lock, which the kernel releases however it ends.
A leaving process that gets it exclusively was the last. start.lock lets one process at a time create, start or stop the
server. `listening.py` chooses the address.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen
from typing import IO, cast

from config.starting.program_copies import held_copies
from operating_system import system

from .binaries import PostgresError, account_for, programs_folder, reachable_folder, reachable_programs
from .listening import Address, Listening, OnLoopback, OnUnixSocket

CONFIGURATION = "\nmax_connections = 200\n"
INITDB = "-U postgres -E UTF8 --no-locale --locale-provider=builtin --builtin-locale=C.UTF-8 --no-instructions"

#: The size of the log in bytes above which a start begins a new one.
LONGEST_LOG = 5_000_000

#: Seconds during which a start is retried: the children of a killed server hold its memory for a moment.
PATIENCE = 15.0


class Cluster:
    """The cluster below one folder, and this process's share in its server.

    Creating the object touches nothing; `join` creates and starts the server, and counts this process among its users.
    Errors are PostgresError, with PostgreSQL's message or what to do.
    """

    def __init__(self, folder: Path, options: Sequence[str] = ()) -> None:
        programs = programs_folder()
        self.account = account_for(folder / _data_name(programs))
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = reachable_folder(folder.resolve(), self.account)
        self.account.own(self.folder)
        self.programs = reachable_programs(programs, self.account)
        self.data = self.folder / _data_name(programs)
        self.listening: Listening = (
            OnUnixSocket(self.folder, self.account)
            if system.has_unix_sockets
            else OnLoopback(self.folder, self.data, self.account)
        )
        self.options = tuple(options)
        self._membership: int | None = None
        self._owner = os.getpid()

    @property
    def connection(self) -> Address:
        """The connection data. Raises PostgresError if the server does not run."""
        found = self.listening.address()
        if found is None:
            raise PostgresError(f"PostgreSQL is not running on {self.data}. Start Kierros again.")
        return found

    def join(self) -> None:
        """Ensure that the server runs as long as this process lives. Harmless when repeated."""
        with self._start_lock():
            self._make()
            self._start()
            if self._membership is None:
                self._membership = self._lock("users.lock", shared=True)
                atexit.register(self.leave)

    def hand_over(self) -> None:
        """Give the account the lock files left by earlier processes of root, because it will take the locks itself."""
        for name in ("start.lock", "users.lock"):
            os.close(self._open(name))

    def leave(self) -> None:
        """Give up this process's share; the last process stops the server."""
        if self._membership is None or self._owner != os.getpid():  # a forked child has no share of its own
            return
        with self._start_lock():
            os.close(self._membership)
            self._membership = None
            try:
                os.close(self._lock("users.lock", wait=False))
            except BlockingIOError:
                return
            if self.is_ready():
                self.run("pg_ctl", "-D", self.data, "-m", "fast", "-w", "stop")

    def is_ready(self) -> bool:
        """Return whether the server accepts connections now."""
        found = self.listening.address()
        if found is None:
            return False
        port = ("-p", found["port"]) if "port" in found else ()
        try:
            self.run("pg_isready", "-q", "-h", found["host"], *port)
        except PostgresError:
            return False
        return True

    def begin(
        self, program: str, *arguments: object, called: str, output: IO[bytes] | int, errors: IO[bytes]
    ) -> Popen[bytes]:
        """Start one of PostgreSQL's programs as a client with this name, without waiting for its end."""
        connection = self.connection
        port = ("-p", connection["port"]) if "port" in connection else ()
        client = ("-h", connection["host"], "-U", connection["user"], *port, "-w")
        password = {"PGPASSWORD": connection["password"]} if "password" in connection else {}
        environment = {**os.environ, **password, "PGAPPNAME": called, "LC_ALL": "C"}
        started = Popen(
            [str(self.programs / program), *map(str, (*client, *arguments))],
            stdin=subprocess.DEVNULL, stdout=output, stderr=errors, env=environment,
            **system.run_options(self.account, held_copies()),
        )  # fmt: skip
        return cast("Popen[bytes]", started)

    def exchange(self, new: Path) -> None:
        """Replace our data with other data while nobody uses it; `join` undoes an interrupted exchange.

        Raises PostgresError, and changes nothing, if another process uses the server.
        """
        with self._start_lock():
            if self._membership is not None:
                os.close(self._membership)
                self._membership = None
            try:
                os.close(self._lock("users.lock", wait=False))
            except BlockingIOError as error:
                raise PostgresError("Kierros is running on this database. Stop it, then try again.") from error
            if self.is_ready():
                self.run("pg_ctl", "-D", self.data, "-m", "fast", "-w", "stop")
            if self.data.exists():
                shutil.rmtree(self._replaced, ignore_errors=True)
                system.replace(self.data, self._replaced)
            system.replace(new, self.data)
        shutil.rmtree(self._replaced, ignore_errors=True)

    @property
    def _replaced(self) -> Path:
        """The folder of the data while other data replaces it."""
        return self.folder / "replaced-data"

    def _make(self) -> None:
        """Create the data directory elsewhere and rename it, so a killed initdb leaves nothing that looks like data."""
        if not self.data.exists() and self._replaced.exists():
            system.replace(self._replaced, self.data)
        if self.data.exists():
            return
        if others := sorted(other.name for other in self.folder.glob("pg[0-9]*")):
            raise PostgresError(
                f"The data in {self.folder} belongs to {', '.join(others)}, but {self.data.name} is installed. "
                "Nothing was changed. Dump it with the old version and load it into the new one."
            )
        for old in self.folder.glob("new-*"):
            shutil.rmtree(old)
        new = Path(tempfile.mkdtemp(prefix="new-", dir=self.folder))
        self.account.own(new)
        self.run("initdb", "-D", new, *INITDB.split(), *self.listening.initdb_options())
        with (new / "postgresql.conf").open("a") as configuration:
            configuration.write(f"{CONFIGURATION}{self.listening.configuration}")
        system.replace(new, self.data)

    def _start(self) -> None:
        self._rotate_log()
        deadline = time.monotonic() + PATIENCE
        while not self.is_ready():
            try:
                options = self.listening.start_options(self.options)
                self.run("pg_ctl", "-D", self.data, "-l", self.folder / "log", "-w", "-t", "60", *options, "start")
            except PostgresError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.25)
                self._drop_stale_pidfile()

    def _rotate_log(self) -> None:
        """Before a start, begin a new log if the current one is long; the previous one is kept."""
        log = self.folder / "log"
        if log.exists() and log.stat().st_size > LONGEST_LOG and not self.is_ready():
            log.replace(log.with_name("log.old"))

    def _drop_stale_pidfile(self) -> None:
        """Delete a pid file that names another living process after a crash; PostgreSQL would refuse to start."""
        pidfile = self.data / "postmaster.pid"
        try:
            pid = int(pidfile.read_text().split()[0])
        except (FileNotFoundError, IndexError, ValueError):
            return
        name = system.process_name(pid)
        if name and "postgres" not in name:
            pidfile.unlink(missing_ok=True)

    @contextmanager
    def _start_lock(self) -> Iterator[None]:
        lock = self._lock("start.lock")
        try:
            yield
        finally:
            os.close(lock)

    def _lock(self, name: str, *, shared: bool = False, wait: bool = True) -> int:
        descriptor = self._open(name)
        try:
            system.lock(descriptor, shared=shared, wait=wait)
        except BaseException:
            os.close(descriptor)
            raise
        return descriptor

    def _open(self, name: str) -> int:
        """Open a lock file that belongs to the account, whoever created it."""
        descriptor = system.open_lock_file(self.folder / name)
        self.account.own(descriptor)
        return descriptor

    def run(self, program: str, *arguments: object) -> None:
        """Run one of PostgreSQL's programs to its end. Raises PostgresError with its message."""
        with tempfile.TemporaryFile() as output:  # the server would inherit a pipe, and never close it
            ran = subprocess.run(
                [str(self.programs / program), *map(str, arguments)],
                stdin=subprocess.DEVNULL, stdout=output, stderr=output, check=False,
                **system.run_options(self.account, held_copies()),
            )  # fmt: skip
            if ran.returncode:
                output.seek(0)
                raise PostgresError(f"{program}: {output.read().decode(errors='replace').strip()}")


def _data_name(programs: Path) -> str:
    """Return pg18 and so on: a newer PostgreSQL does not read an older one's data, so each has its own folder."""
    version = subprocess.run([str(programs / "postgres"), "-V"], capture_output=True, text=True, check=True)
    return f"pg{version.stdout.split()[2].split('.')[0]}"
