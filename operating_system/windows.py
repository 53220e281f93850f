"""The Windows implementation: one worker, ends by pipes, PostgreSQL on 127.0.0.1, programs started and waited for.

What only Windows itself can do is in `win32.py`. In tests on another system POSIX replaces it.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from socket import socket
from tempfile import TemporaryFile
from threading import Thread
from typing import NoReturn

from operating_system.base import Account, Ending, Options, System

if sys.platform == "win32":
    from operating_system import win32 as calls
else:
    from operating_system import imitation as calls

#: Seconds for which a file in use is retried: scanners and indexers hold new files for moments.
PATIENCE = 2.0
#: The file in a folder that its holders lock.
LOCK_FILE = "held.lock"


class WindowsAccount(Account):
    """Our own account. PostgreSQL reads paths in the computer's code page, and only ASCII is the same in all of
    them.
    """

    def can_reach(self, path: Path) -> bool:
        return str(path).isascii()


class ByPipe(Ending):
    """A byte through a pipe tells a process to end."""

    def __init__(self) -> None:
        self.given, self._telling = calls.pipe()

    def tell(self, process: BaseProcess) -> None:
        with suppress(OSError):  # the process has already ended
            self._telling.send_bytes(b".")


class Windows(System):
    # If two processes share a socket, the slower one can wait in the kernel forever.
    workers = 1
    start_method = "spawn"
    longest_wait = 1.0  # Python handles Ctrl+Break only between two waits
    has_unix_sockets = False
    runs_from_copy = False
    shared = Path(os.environ.get("PROGRAMDATA", "C:/ProgramData"), "Kierros")
    python_command = "py -3"

    def lock(self, descriptor: int, *, shared: bool = False, wait: bool = True) -> None:
        calls.lock(descriptor, shared=shared, wait=wait)

    def open_lock_file(self, path: Path) -> int:
        return os.open(path, os.O_CREAT | os.O_RDWR, 0o600)

    def hold_folder(self, folder: Path) -> int:
        descriptor = self.open_lock_file(folder / LOCK_FILE)
        self.lock(descriptor, shared=True)
        return descriptor

    def delete_unless_held(self, folder: Path) -> None:
        """Delete a folder unless it is held. Windows does not rename a folder with an open file, so all of it is
        deleted or nothing.
        """
        descriptor = self.open_lock_file(folder / LOCK_FILE)
        try:
            self.lock(descriptor, wait=False)
        except BlockingIOError:
            return
        finally:
            os.close(descriptor)
        old = folder.with_name(f"{folder.name}.old")
        with suppress(OSError):
            folder.rename(old)
            shutil.rmtree(old, ignore_errors=True)

    def replace(self, source: Path, target: Path) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                source.replace(target)
            except PermissionError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)
            else:
                return

    def give_name(self, source: Path, target: Path) -> None:
        calls.give_name(source, target)

    def sync_folder(self, folder: Path) -> None:
        """Do nothing: NTFS keeps names by itself, and a folder cannot be opened."""

    def make_private(self, folder: Path) -> None:
        calls.make_private(folder)

    def why_unfit(self, folder: Path) -> str:
        """Refuse a folder of OneDrive, which locks and replaces files while a database uses them."""
        folders = (os.environ.get(name) for name in ("OneDrive", "OneDriveConsumer", "OneDriveCommercial"))
        if not {Path(each) for each in folders if each} & {folder, *folder.parents}:
            return ""
        return (
            f"OneDrive synchronises {folder}, which damages a database. Move Kierros to another folder, or name one in "
            "VAR_DIR."
        )

    def can_write(self, folder: Path) -> bool:
        """Try to create a file, because Windows offers no other check."""
        try:
            TemporaryFile(dir=folder).close()
        except OSError:
            return False
        return True

    def is_root(self) -> bool:
        """Return False: PostgreSQL's own commands give up an administrator's rights, so no change of account is
        needed.
        """
        return False

    def account_for(self, data: Path) -> Account:
        return WindowsAccount()

    def change_account(self, account: Account) -> None:
        """Do nothing: there is only our own account."""

    def python_of(self, environment: Path) -> Path:
        return environment / calls.PYTHON

    def become(self, program: str, arguments: Sequence[str], environment: Mapping[str, str]) -> NoReturn:
        """Run the other program and wait for it: after an exec the shell would read on, and paths with blanks would be
        split.

        It reads and writes text as UTF-8, whatever the code page of the computer.
        """
        sys.stdout.flush()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the other program handles Ctrl+C itself
        child = subprocess.Popen([program, *arguments[1:]], env={**environment, "PYTHONUTF8": "1"})
        sys.exit(child.wait())

    def run_options(self, account: Account, descriptors: Sequence[int]) -> Options:
        return calls.apart()

    def process_name(self, pid: int) -> str:
        import psutil  # type: ignore[import-untyped,unused-ignore] # noqa: PLC0415 `config.bootstrap` imports this module before there are packages

        try:
            return str(psutil.Process(pid).name())
        except psutil.Error:
            return ""

    def pipe_options(self, end: Connection) -> tuple[str, Options]:
        return calls.pipe_options(end)

    def pipe_from(self, argument: str) -> Connection:
        return calls.pipe_from(argument)

    def stand_back(self, steps: int) -> None:
        calls.stand_back(steps)

    def allow_open_files(self, count: int) -> None:
        """Do nothing: there is no limit to raise."""

    def belong_to_parent(self) -> None:
        for number in _end_signals():
            signal.signal(number, signal.SIG_IGN)

    @contextmanager
    def requests_to_end(self) -> Iterator[Connection | int]:
        """Yield an end of a pipe, because Windows cannot wait for other files."""
        readable, writable = calls.pipe()
        signals = _end_signals()
        before = [signal.signal(number, lambda *_: writable.send_bytes(b".")) for number in signals]
        try:
            yield readable
        finally:
            for number, handler in zip(signals, before, strict=True):
                signal.signal(number, handler)
            readable.close()
            writable.close()

    def new_ending(self) -> Ending:
        return ByPipe()

    def hear_ending(
        self, end_pipe: Connection | None, loop: asyncio.AbstractEventLoop, end: Callable[[], object]
    ) -> None:
        def hear() -> None:
            with suppress(EOFError, OSError):  # the sender has ended
                if end_pipe is not None:
                    end_pipe.recv_bytes()
            loop.call_soon_threadsafe(end)

        Thread(target=hear, daemon=True).start()

    def describe_exit(self, exit_code: int) -> str:
        return f"exit code {exit_code}"

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        """Return an event loop that psycopg accepts, which refuses Windows' own. The selector takes 512 sockets, so it
        is used only if there is no other.
        """
        if find_spec(calls.LOOP) is None:
            return asyncio.SelectorEventLoop()
        loop: asyncio.AbstractEventLoop = __import__(calls.LOOP).new_event_loop()
        return loop

    def inherited_socket(self, number: int) -> socket:
        return socket(fileno=number)


def _end_signals() -> tuple[signal.Signals, ...]:
    """Return Ctrl+C and Ctrl+Break; Windows sends the latter too when the window is closed."""
    return signal.SIGINT, calls.BREAK
