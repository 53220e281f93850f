"""The suite itself: a pure test loads nothing that it does not use, and whatever opens a browser can be left out."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
RUN = """
import sys
import pytest
status = pytest.main(sys.argv[1:])
print("loaded:", *sorted({"playwright", "hypothesis", "schemathesis", "anyio"} & sys.modules.keys()))
sys.exit(status)
"""


def ran(*arguments):
    """A run of the suite in a process of its own, on a machine without any browser."""
    without = {**os.environ, "CHROMIUM": str(ROOT / "no-browser-here")}
    command = [sys.executable, "-c", RUN, *arguments]
    return subprocess.run(command, cwd=ROOT, env=without, capture_output=True, text=True, check=False)


def test_a_pure_test_loads_neither_browser_nor_generators():
    done = ran("tests/pairings/test_check.py")
    assert "passed" in done.stdout
    assert done.stdout.splitlines()[-1] == "loaded:"
    assert done.returncode == 0


def test_without_those_marked_nothing_that_opens_a_browser_is_left():
    done = ran("-m", "not browser", "--collect-only", "tests/browser", "tests/config/test_pages.py")
    kept = [line for line in done.stdout.splitlines() if "::" in line]
    assert kept
    assert not [line for line in kept if line.startswith("tests/browser/")]
    assert not [line for line in kept if "test_it_serves_pages_and_static_files" in line]
    assert done.returncode == 0
