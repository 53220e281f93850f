"""`manage.py test`: run all tests, or those that pytest's arguments select.

All tests are two runs, one after the other: pure tests without Django, then all others. Each run uses several
processes. Rotating tests run the slice of the commit; `--all` runs every slice.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.slices import slice_of_commit

ROOT = Path(__file__).resolve().parents[1]
CORES = os.cpu_count() or 1

#: These tests need no framework, so they run without Django.
PURE = ("tests/paper", "tests/pictures", "tests/pairings", "tests/standings")
WITHOUT_DJANGO = ("-p", "no:django", "-W", "ignore:Unknown config option:pytest.PytestConfigWarning")

#: With these options pytest selects tests itself, so no test may be left to another slice.
SEARCHES = {"-k", "--lf", "--last-failed", "--slice"}
#: pytest's status if a run finds no tests: there may be some in the other run.
NOTHING_FOUND = 5


def main(arguments: Sequence[str]) -> int:
    """Run the tests and return pytest's exit status; after two runs, the worse one."""
    if "--changed" in arguments:
        from tests import affected_tests

        return affected_tests.run([each for each in arguments if each != "--changed"])
    if any(is_path(each) for each in arguments):
        return pytest(*(each for each in arguments if each != "--all"))
    return whole_list(arguments)


def is_path(argument: str) -> bool:
    return not argument.startswith("-") and (ROOT / argument.partition("::")[0]).exists()


def whole_list(arguments: Sequence[str]) -> int:
    options = [each for each in arguments if each != "--all"]
    if "--all" not in arguments and not SEARCHES & set(options):
        options += ["--slice", str(slice_of_commit())]
    pure = pytest(*PURE, *WITHOUT_DJANGO, *distribution_options(CORES), *options)
    without = [f"--ignore={folder}" for folder in PURE]
    # One process more than there are cores, because many of these tests wait for servers and browsers.
    others = pytest("tests", *without, *distribution_options(CORES + 1), *options)
    found = [status for status in (pure, others) if status != NOTHING_FOUND]
    return max(found, default=NOTHING_FOUND)


def distribution_options(processes: int) -> list[str]:
    """Return pytest's options for several processes: an idle process takes tests from the busiest one."""
    return ["-n", str(processes), "--dist", "worksteal"]


def pytest(*arguments: str) -> int:
    return subprocess.run([sys.executable, "-m", "pytest", *arguments], cwd=ROOT, check=False).returncode
