"""Windows' own calls."""

from __future__ import annotations

import ctypes
import msvcrt
import os
import signal
import subprocess
import sys
from ctypes import wintypes
from multiprocessing import connection
from pathlib import Path
from typing import cast

from operating_system.base import Options

assert sys.platform == "win32"  # noqa: S101 - the type checker reads on only where it is

PYTHON = "Scripts/python.exe"
LOOP = "winloop"
BREAK = signal.SIGBREAK

LOCKFILE_FAIL_IMMEDIATELY, LOCKFILE_EXCLUSIVE_LOCK = 1, 2
ERROR_LOCK_VIOLATION = 33


class Overlapped(ctypes.Structure):
    _fields_ = (
        ("Internal", ctypes.c_void_p),
        ("InternalHigh", ctypes.c_void_p),
        ("Offset", wintypes.DWORD),
        ("OffsetHigh", wintypes.DWORD),
        ("hEvent", wintypes.HANDLE),
    )


_kernel = ctypes.WinDLL("kernel32", use_last_error=True)
_kernel.LockFileEx.argtypes = (
    wintypes.HANDLE,
    wintypes.DWORD,
    wintypes.DWORD,
    wintypes.DWORD,
    wintypes.DWORD,
    ctypes.POINTER(Overlapped),
)
_kernel.LockFileEx.restype = wintypes.BOOL


def lock(descriptor: int, *, shared: bool, wait: bool) -> None:
    """Lock the first byte of an open file; Windows drops the lock when the file is closed or the process dies."""
    flags = (0 if shared else LOCKFILE_EXCLUSIVE_LOCK) | (0 if wait else LOCKFILE_FAIL_IMMEDIATELY)
    handle = msvcrt.get_osfhandle(descriptor)
    if not _kernel.LockFileEx(handle, flags, 0, 1, 0, ctypes.byref(Overlapped())):
        code = ctypes.get_last_error()
        if code == ERROR_LOCK_VIOLATION:
            raise BlockingIOError(code, ctypes.FormatError(code))
        raise ctypes.WinError(code)


def give_name(source: Path, target: Path) -> None:
    """Rename the file: here that replaces nothing, and needs no links, which sticks do not support."""
    source.rename(target)


def make_private(folder: Path) -> None:
    """Give the rights on a folder and its future content only to our account."""
    account = f"{os.environ['USERDOMAIN']}\\{os.environ['USERNAME']}"
    command = ["icacls", str(folder), "/inheritance:r", "/grant:r", f"{account}:(OI)(CI)F"]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


def apart() -> Options:
    """Return options without a console, so that Ctrl+C does not reach the program."""
    return {"creationflags": subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP}


def pipe() -> tuple[connection.Connection, connection.Connection]:
    """Return the reading and the writing end; here their class differs, with the same methods."""
    return cast("tuple[connection.Connection, connection.Connection]", connection.Pipe(duplex=False))


def pipe_options(end: connection.Connection) -> tuple[str, Options]:
    handle = end.fileno()
    os.set_handle_inheritable(handle, True)
    startup = subprocess.STARTUPINFO(lpAttributeList={"handle_list": [handle]})
    return str(handle), {"startupinfo": startup, "close_fds": True}


def pipe_from(argument: str) -> connection.Connection:
    return cast("connection.Connection", connection.PipeConnection(int(argument)))


def stand_back(steps: int) -> None:
    import psutil  # type: ignore[import-untyped,unused-ignore] # noqa: PLC0415 there may be no packages yet

    psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)
