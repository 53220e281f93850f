"""Measure the start time of commands: CPU of a round of four players, and of an interpreter that does nothing.

python benchmarks/server/start.py
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

RUNS = 9
ROOT = Path(__file__).parents[2]


def cpu(*arguments: str) -> float:
    """Return the median CPU time of a separate process, in seconds."""
    return median(_once(arguments) for _run in range(RUNS))


def _once(arguments: tuple[str, ...]) -> float:
    before = os.times()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True, cwd=ROOT)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "four.trf")
        made = ("-m", "pairings", "generate", "--players", "4", "--rounds", "1", "--seed", "1", "--output", file)
        subprocess.run([sys.executable, *made], check=True, cwd=ROOT)
        nothing = cpu("-c", "pass")
        print(f"python -c pass         {nothing:6.3f} s")
        for command in (("pair", file), ("check", file), ("explain", file, "--round", "1")):
            took = cpu("-m", "pairings", *command)
            print(f"{'pairings ' + command[0]:22} {took:6.3f} s  {took / nothing:5.1f} times")


if __name__ == "__main__":
    main()
