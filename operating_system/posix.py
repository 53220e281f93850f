"""Linux, macOS and the BSDs."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pwd
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from socket import socket
from typing import NoReturn

from operating_system.base import Account, AccountError, Ending, Options, System

assert sys.platform != "win32"  # noqa: S101 - the type checker reads on only where it is not


class PosixAccount(Account):
    """The account that runs PostgreSQL: another one only if this process is root."""

    @property
    def is_other(self) -> bool:
        return self.uid != os.geteuid()

    def own(self, path: Path | int) -> None:
        if self.is_other:
            os.chown(path, self.uid, self.gid, **({} if isinstance(path, int) else {"follow_symlinks": False}))

    def has(self, path: Path) -> bool:
        return path.stat().st_uid in (os.geteuid(), self.uid)

    def can_reach(self, path: Path) -> bool:
        return not self.is_other or all(self._can_enter(folder) for folder in (path, *path.parents))

    def _can_enter(self, folder: Path) -> bool:
        facts = folder.stat()
        return bool(facts.st_mode & (0o100 if facts.st_uid == self.uid else 0o001))


class BySignal(Ending):
    """SIGTERM tells a process to end."""

    given = None

    def tell(self, process: BaseProcess) -> None:
        process.terminate()


class Posix(System):
    #: Measured on two cores with eight clients: a second process gives 1.7 times the pages, 160 instead of 94 a second.
    workers = 2
    # A fork shares what is loaded; the system libraries of macOS do not survive one.
    start_method = "spawn" if sys.platform == "darwin" else "fork"
    longest_wait = None
    has_unix_sockets = True
    runs_from_copy = True
    shared = Path("/var/lib/kierros")
    python_command = "python3"

    def lock(self, descriptor: int, *, shared: bool = False, wait: bool = True) -> None:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if wait else fcntl.LOCK_NB))

    def open_lock_file(self, path: Path) -> int:
        return os.open(path, os.O_CREAT | os.O_RDWR | os.O_NOFOLLOW, 0o600)

    def hold_folder(self, folder: Path) -> int:
        descriptor = os.open(folder, os.O_RDONLY)
        self.lock(descriptor, shared=True)
        os.set_inheritable(descriptor, True)
        return descriptor

    def delete_unless_held(self, folder: Path) -> None:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            with suppress(BlockingIOError):
                self.lock(descriptor, wait=False)
                shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(descriptor)

    def replace(self, source: Path, target: Path) -> None:
        source.replace(target)

    def give_name(self, source: Path, target: Path) -> None:
        os.link(source, target)
        source.unlink()

    def sync_folder(self, folder: Path) -> None:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def make_private(self, folder: Path) -> None:
        folder.chmod(0o700)

    def why_unfit(self, folder: Path) -> str:
        return ""

    def can_write(self, folder: Path) -> bool:
        return os.access(folder, os.W_OK | os.X_OK)

    def is_root(self) -> bool:
        return os.geteuid() == 0

    def account_for(self, data: Path) -> Account:
        if data.exists():
            facts = data.stat()
            if os.geteuid() not in (0, facts.st_uid):
                raise AccountError(f"{data} belongs to another account. Start as that account, or as root.")
            return PosixAccount(facts.st_uid, facts.st_gid)
        if os.geteuid() != 0:
            return PosixAccount(os.geteuid(), os.getegid())
        accounts = {account.pw_name: account for account in pwd.getpwall()}
        chosen = accounts.get("postgres") or accounts.get("nobody")
        if chosen is None:
            raise AccountError(
                "PostgreSQL cannot run as root, and there is no account postgres or nobody. Start as another user."
            )
        return PosixAccount(chosen.pw_uid, chosen.pw_gid)

    def change_account(self, account: Account) -> None:
        os.setgroups([account.gid])
        os.setgid(account.gid)
        os.setuid(account.uid)

    def python_of(self, environment: Path) -> Path:
        return environment / "bin/python"

    def become(self, program: str, arguments: Sequence[str], environment: Mapping[str, str]) -> NoReturn:
        sys.stdout.flush()
        os.execve(program, list(arguments), dict(environment))  # noqa: S606 - our own interpreter

    def run_options(self, account: Account, descriptors: Sequence[int]) -> Options:
        options: Options = {"cwd": "/", "pass_fds": descriptors}
        if account.is_other:
            options |= {"user": account.uid, "group": account.gid, "extra_groups": []}
        return options

    def process_name(self, pid: int) -> str:
        output = subprocess.run(["ps", "-o", "comm=", "-p", str(pid)], capture_output=True, text=True, check=False)
        return output.stdout.strip()

    def pipe_options(self, end: Connection) -> tuple[str, Options]:
        return str(end.fileno()), {"pass_fds": [end.fileno()]}

    def pipe_from(self, argument: str) -> Connection:
        return Connection(int(argument))

    def stand_back(self, steps: int) -> None:
        os.nice(steps)

    def allow_open_files(self, count: int) -> None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        allowed = count if hard == resource.RLIM_INFINITY else min(count, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, allowed), hard))

    def belong_to_parent(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        os.setpgid(0, 0)

    @contextmanager
    def requests_to_end(self) -> Iterator[Connection | int]:
        """Yield a file descriptor that becomes readable with Ctrl+C and SIGTERM."""
        readable, writable = os.pipe()
        signals = (signal.SIGINT, signal.SIGTERM)
        before = [signal.signal(number, lambda *_: os.write(writable, b".")) for number in signals]
        try:
            yield readable
        finally:
            for number, handler in zip(signals, before, strict=True):
                signal.signal(number, handler)
            os.close(readable)
            os.close(writable)

    def new_ending(self) -> Ending:
        return BySignal()

    def hear_ending(
        self, end_pipe: Connection | None, loop: asyncio.AbstractEventLoop, end: Callable[[], object]
    ) -> None:
        loop.add_signal_handler(signal.SIGTERM, end)

    def describe_exit(self, exit_code: int) -> str:
        return f"signal {signal.Signals(-exit_code).name}" if exit_code < 0 else f"exit code {exit_code}"

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        import uvloop  # noqa: PLC0415 `config.bootstrap` imports this module before there are packages

        return uvloop.new_event_loop()

    def inherited_socket(self, number: int) -> socket:
        os.set_inheritable(number, False)
        return socket(fileno=number)
