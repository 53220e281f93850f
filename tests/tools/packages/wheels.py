"""Check that every pinned package can be installed without a compiler: `python -m tests.tools.packages.wheels`.

It asks the registry for wheels for each supported platform, with the oldest and the newest Python. If a package has no
wheel, it lists the package and fails. Without the network it checks nothing, and prints a message.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
PLATFORMS = {
    "Windows x86-64": "x86_64-pc-windows-msvc",
    "macOS 15 arm64": "aarch64-apple-darwin",
    "Linux x86-64": "x86_64-manylinux_2_28",
    "Linux aarch64": "aarch64-manylinux_2_28",
}
#: The oldest macOS that PyICU has wheels for.
MACOS = "15.0"
PYTHONS = ("3.11", "3.13")
FILE = "requirements/run.txt"
UNREACHABLE = re.compile(r"error sending request|Failed to fetch|client error|timed out", re.IGNORECASE)
WITHOUT = re.compile(r"\b([\w.-]+==[\w.]+) has no (?:usable )?wheels")


def main() -> int:
    environment, failed = {**os.environ, "MACOSX_DEPLOYMENT_TARGET": MACOS}, False
    for platform, python in ((platform, python) for platform in PLATFORMS for python in PYTHONS):
        called = command(FILE, PLATFORMS[platform], python)
        done = subprocess.run(called, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        text, bad = verdict(f"{platform}, Python {python}", done.returncode, done.stderr)
        print(text, flush=True)
        failed |= bad
    return int(failed)


def command(file: str, platform: str, python: str) -> list[str]:
    """Return the uv command that looks for a wheel for each line of a file, by the markers of that platform."""
    asked = [file, "--no-deps", "--only-binary", ":all:", "--python-platform", platform, "--python-version", python]
    return [sys.executable, "-m", "uv", "--system-certs", "pip", "compile", *asked, "--quiet", "--no-header"]


def verdict(where: str, code: int, text: str) -> tuple[str, bool]:
    """Return the message about one platform, and whether the check fails."""
    if not code:
        return f"{where}: a wheel for every package.", False
    if UNREACHABLE.search(text):
        return f"{where}: NOT CHECKED, the registry could not be reached.", False
    missing = sorted(set(_without(text)))
    return f"{where}: NO WHEEL for {', '.join(missing)}" if missing else f"{where}: uv failed\n{text}", True


def _without(text: str) -> Iterator[str]:
    yield from (found[1] for found in WITHOUT.finditer(" ".join(text.split())))


if __name__ == "__main__":
    sys.exit(main())
