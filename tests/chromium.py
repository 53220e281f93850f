"""Find a Chromium for the tests: the computer's own, Debian's package, playwright's download, or one from npm."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.serving import PATIENCE

FOLDER = Path(__file__).resolve().parent.parent / "var/chromium"
#: Debian's Chromium without windows, which nobody sees here: the same engine with a sixth less to do.
SHELL = "chromium-headless-shell"
#: Chromium with windows, and therefore with notifications.
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ON_MACS = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
NPM_PACKAGE = "@sparticuz/chromium@147.0.0"
QUIET = (
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
)  # fmt: skip


def arguments() -> list[str]:
    """Return the command-line arguments: no background downloads, and no sandbox if run by root."""
    return [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else [*QUIET]


def executable(*, whole: bool = False) -> str:
    """Return the first Chromium that runs; with `whole` it has windows. If necessary one process installs it for all.
    CHROMIUM=path selects one.
    """
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for candidate in _candidates(WHOLE if whole else (SHELL,)):
            if _works(candidate):
                return candidate
    raise RuntimeError(
        "No Chromium was found, and none could be fetched: install one (Debian: apt-get install chromium), "
        "or set CHROMIUM to the path of one."
    )


def _candidates(first: Sequence[str]) -> Iterator[str]:
    if chosen := os.environ.get("CHROMIUM"):
        yield chosen
        return
    if os.geteuid() == 0 and shutil.which("apt-get") and not any(map(shutil.which, first)):
        install_debians(first[0], "fonts-dejavu-core")
    yield from _on_the_machine(first)
    yield from _playwrights()
    yield from _npms()


def _on_the_machine(first: Sequence[str]) -> Iterator[str]:
    yield from filter(None, map(shutil.which, (*first, *WHOLE)))
    yield ON_MACS
    yield str(FOLDER / "chromium")


def install_debians(*packages: str) -> None:
    """Install Debian packages as root."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        subprocess.run(["apt-get", "-qq", *command], env=quiet, capture_output=True, check=False)


def _playwrights() -> Iterator[str]:
    where = {**os.environ, "PLAYWRIGHT_BROWSERS_PATH": str(FOLDER)}
    install = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
    try:
        subprocess.run(install, env=where, capture_output=True, check=False, timeout=300)
    except subprocess.TimeoutExpired:
        return
    yield from map(str, FOLDER.glob("chromium_headless_shell-*/*/*headless*shell"))


def _npms() -> Iterator[str]:
    if not shutil.which("npm"):
        return
    import brotli

    fetched = subprocess.run(
        ["npm", "pack", "--silent", NPM_PACKAGE], cwd=FOLDER, capture_output=True, text=True, check=False
    )
    if fetched.returncode:
        return
    packed = FOLDER / fetched.stdout.strip()
    with tarfile.open(packed) as package:
        member = package.extractfile("package/bin/chromium.br")
        assert member is not None, f"{NPM_PACKAGE} has no Chromium in it"
        half_made = FOLDER / "chromium.new"
        half_made.write_bytes(brotli.decompress(member.read()))
    packed.unlink()
    half_made.chmod(0o755)
    half_made.rename(FOLDER / "chromium")
    yield str(FOLDER / "chromium")


def _works(program: str) -> bool:
    try:
        return (
            subprocess.run([program, "--version"], capture_output=True, timeout=PATIENCE, check=False).returncode == 0
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
