"""Rules of the suite: a pure test loads nothing that it does not use, and browser tests can be left out."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools import any_count

ROOT = Path(__file__).parents[1]
RUN = """
import sys
import pytest

from tests.tools import any_count
status = pytest.main(sys.argv[1:])
print("loaded:", *sorted({"playwright", "hypothesis", "schemathesis", "anyio"} & sys.modules.keys()))
sys.exit(status)
"""

#: Calls that read a page immediately, even if it is incomplete. Only these files use them, after waiting.
READS_AT_ONCE = {
    "all", "all_inner_texts", "all_text_contents", "bounding_box", "content", "count", "evaluate", "evaluate_all",
    "get_attribute", "inner_html", "inner_text", "input_value", "is_checked", "is_disabled", "is_enabled",
    "is_hidden", "is_visible", "text_content", "title",
}  # fmt: skip
WAITING = {"page_reading.py", "organiser.py"}
#: Other objects with such methods: querysets, bytes.
NO_PAGES = (".objects.", ".appearances.", ".pdf(")


def ran(*arguments):
    """Run the suite in its own process, as on a machine without a browser."""
    without = {**os.environ, "CHROMIUM": str(ROOT / "no-browser-here")}
    command = [sys.executable, "-c", RUN, *arguments]
    return subprocess.run(command, cwd=ROOT, env=without, capture_output=True, text=True, check=False)


@pytest.mark.rotates(8)
def test_pure_test_loads_neither_browser_nor_generators():
    done = ran("tests/pairings/test_judge.py")
    assert "passed" in done.stdout
    assert done.stdout.splitlines()[-1] == "loaded:"
    assert done.returncode == 0


@pytest.mark.rotates(8)
def test_excluding_browser_tests_leaves_none_that_opens_a_browser():
    done = ran("-m", "not browser", "--collect-only", "tests/browser", "tests/server/test_pages.py")
    lines = [line for line in done.stdout.splitlines() if "::" in line]
    assert lines
    assert not [line for line in lines if line.startswith("tests/browser/")]
    assert not [line for line in lines if "test_serves_pages_and_static_files" in line]
    assert done.returncode == 0


def reads_at_once(path):
    """Yield where a file of browser tests reads a page without waiting."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Attribute) and node.attr in READS_AT_ONCE:
            looks = ast.unparse(node)
            if not any(other in looks for other in NO_PAGES):
                yield f"{path.name}:{node.lineno}: {looks}"


def test_browser_tests_read_pages_only_by_waiting_functions():
    files = [path for path in (ROOT / "tests/browser").glob("*.py") if path.name not in WAITING]
    assert len(files) > 15
    assert [found for path in files for found in reads_at_once(path)] == []


def test_waits_of_browser_tests_are_functions():
    """Playwright evaluates an expression on each poll, which the pages' content security policy forbids."""
    waits = [
        (path.name, node.args[0].value)
        for path in (ROOT / "tests/browser").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "wait_for_function"
        if isinstance(node.args[0], ast.Constant)
    ]
    assert len(waits) >= 5
    assert [wait for wait in waits if "=>" not in wait[1]] == []


#: The limit for `Any` in annotations, which means an unknown type. Lower it when there are fewer; it never rises.
MOST_ANYS = 580


def test_number_of_any_does_not_grow():
    assert any_count.by_module().total() <= MOST_ANYS, "Name the type, or see `python -m tests.tools.any_count`"


@pytest.mark.parametrize("tool", sorted(path.stem for path in (ROOT / "tests/tools").glob("[a-z]*.py")))
@pytest.mark.rotates(8)
def test_tools_start_without_django_settings(tool):
    """The manual's screenshots could once not be taken because an import needed settings."""
    bare = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    command = [sys.executable, "-c", f"import tests.tools.{tool}"]
    done = subprocess.run(command, cwd=ROOT, env=bare, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
