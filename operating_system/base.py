"""The interface of an operating system. Each method documents what it guarantees on every system."""

from __future__ import annotations

from abc import ABC, abstractmethod
from asyncio import AbstractEventLoop
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from socket import socket
from typing import Any, NoReturn

#: Arguments of `subprocess` by name.
Options = dict[str, Any]


class AccountError(Exception):
    """No account can run PostgreSQL on this data; the text says why and what to do."""


@dataclass(frozen=True)
class Account:
    """An account of the computer. The base class is our own account, when no other account runs anything for us."""

    uid: int = 0
    gid: int = 0

    @property
    def is_other(self) -> bool:
        """Whether PostgreSQL runs as another account than this process, which happens only for root."""
        return False

    def own(self, path: Path | int) -> None:
        """Make the account the owner of a file, or of an open descriptor; never of the target of a link."""

    def has(self, path: Path) -> bool:
        """Return whether a file belongs to the account or to this process's account."""
        return True

    def can_reach(self, path: Path) -> bool:
        """Return whether programs of the account can use this path."""
        return True


class Ending(ABC):
    """A way to ask a process to complete its answers and end. The process gets `given` as an argument."""

    given: Connection | None

    @abstractmethod
    def tell(self, process: BaseProcess) -> None:
        """Ask the process once."""


class System(ABC):
    """One operating system."""

    #: The number of processes that answer requests; their start method: "fork" or "spawn".
    workers: int
    start_method: str
    #: The longest time in seconds that a process waits without checking its signals; None if they wake it.
    longest_wait: float | None
    #: Whether the embedded PostgreSQL listens on a Unix socket. Otherwise it listens on 127.0.0.1 with a password.
    has_unix_sockets: bool
    #: Whether a server runs from a copy of the program. Otherwise an update waits until the server ends.
    runs_from_copy: bool
    #: The folder for PostgreSQL's programs and data if it cannot use them in their own place.
    shared: Path
    #: The Python command with which people start Kierros.
    python_command: str

    # Files

    @abstractmethod
    def lock(self, descriptor: int, *, shared: bool = False, wait: bool = True) -> None:
        """Lock an open file until it is closed, however its holder ends. Without `wait` it raises BlockingIOError."""

    @abstractmethod
    def open_lock_file(self, path: Path) -> int:
        """Open a lock file that only its account can read, created if missing; never the target of a link."""

    @abstractmethod
    def hold_folder(self, folder: Path) -> int:
        """Protect a folder from `delete_unless_held`, as long as the returned descriptor stays open here or in a
        child.
        """

    @abstractmethod
    def delete_unless_held(self, folder: Path) -> None:
        """Delete a folder with its content, unless a process holds it."""

    @abstractmethod
    def replace(self, source: Path, target: Path) -> None:
        """Give a finished file or folder its name; a file with that name is replaced in one step."""

    @abstractmethod
    def give_name(self, source: Path, target: Path) -> None:
        """Give a finished file its name. Raises FileExistsError if a file has that name."""

    @abstractmethod
    def sync_folder(self, folder: Path) -> None:
        """Write the names of its files to the disk, so that they survive a crash of the computer."""

    @abstractmethod
    def make_private(self, folder: Path) -> None:
        """Close a folder and its content to all other accounts."""

    @abstractmethod
    def why_unfit(self, folder: Path) -> str:
        """Return why a folder is unfit for a database, and what to do; "" if it is fit."""

    @abstractmethod
    def can_write(self, folder: Path) -> bool:
        """Return whether files can be created in a folder."""

    # Accounts

    @abstractmethod
    def is_root(self) -> bool:
        """Return whether this process's account can become any other."""

    @abstractmethod
    def account_for(self, data: Path) -> Account:
        """Return the owner of existing data. For new data return our own account, or for root an account with few
        rights.

        Raises AccountError.
        """

    @abstractmethod
    def change_account(self, account: Account) -> None:
        """Become another account, with no way back."""

    # Processes

    @abstractmethod
    def python_of(self, environment: Path) -> Path:
        """Return the Python of a virtual environment."""

    @abstractmethod
    def become(self, program: str, arguments: Sequence[str], environment: Mapping[str, str]) -> NoReturn:
        """Run another program in place of this one. `arguments` begin with the name of the program."""

    @abstractmethod
    def run_options(self, account: Account, descriptors: Sequence[int]) -> Options:
        """Return the arguments of `subprocess.run` for a program of an account that outlives this process.

        The program keeps these files open.
        """

    @abstractmethod
    def process_name(self, pid: int) -> str:
        """Return the name of a running process, "" if there is none with this number."""

    @abstractmethod
    def pipe_options(self, end: Connection) -> tuple[str, Options]:
        """Return an argument that passes an end of a pipe to a program, and the options of `subprocess.Popen` for
        it.
        """

    @abstractmethod
    def pipe_from(self, argument: str) -> Connection:
        """Return the end of a pipe that our parent passed with that argument."""

    @abstractmethod
    def stand_back(self, steps: int) -> None:
        """Lower the priority of this process from now on."""

    @abstractmethod
    def allow_open_files(self, count: int) -> None:
        """Let this process and its children open this many files, or as many as allowed."""

    # Ends and signals

    @abstractmethod
    def belong_to_parent(self) -> None:
        """Leave Ctrl+C to the parent, which tells us when to end."""

    @abstractmethod
    def requests_to_end(self) -> AbstractContextManager[Connection | int]:
        """Return an object that `multiprocessing.connection.wait` finds ready once this process is asked to end."""

    @abstractmethod
    def new_ending(self) -> Ending:
        """Return a way to end a process that we are about to start."""

    @abstractmethod
    def hear_ending(self, end_pipe: Connection | None, loop: AbstractEventLoop, end: Callable[[], object]) -> None:
        """Call `end` in the loop when this process is asked to end."""

    @abstractmethod
    def describe_exit(self, exit_code: int) -> str:
        """Return how a process ended, in words."""

    # Network

    @abstractmethod
    def new_event_loop(self) -> AbstractEventLoop:
        """Return the fastest installed event loop."""

    @abstractmethod
    def inherited_socket(self, number: int) -> socket:
        """Return the open socket with this number, inherited from another program."""
