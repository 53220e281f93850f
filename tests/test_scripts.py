"""The logic of scripts without a browser, in the Node.js that playwright includes (`tests/scripts/`)."""

import subprocess
import sys
from pathlib import Path

import playwright
import pytest

ROOT = Path(__file__).resolve().parents[1]
NODE = Path(playwright.__file__).parent / "driver" / ("node.exe" if sys.platform == "win32" else "node")


@pytest.mark.parametrize("script", sorted((ROOT / "tests/scripts").glob("*.test.mjs")), ids=lambda path: path.name)
@pytest.mark.slow("a process of Node.js")
def test_script_passes_its_node_tests(script):
    run = subprocess.run([NODE, "--test", script], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_every_file_of_script_tests_is_run():
    assert {path.suffixes[-2:] == [".test", ".mjs"] for path in (ROOT / "tests/scripts").iterdir()} == {True}
