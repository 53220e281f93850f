"""`manage.py test --changed` runs the tests that a developer would choose."""

import subprocess

import pytest

from tests.affected_tests import ROOT, Nearness, changed_files


@pytest.fixture(scope="module")
def nearness():
    return Nearness()


@pytest.mark.parametrize(
    ("path", "test"),
    [
        ("pairings/systems/keizer/engine.py", "tests/pairings/keizer/test_keizer.py"),
        ("tournaments/hall/pages.py", "tests/tournaments/hall/test_hall.py"),
        ("templates/hall/hall.html", "tests/tournaments/hall/test_hall.py"),
        ("static/results.js", "tests/browser/test_results_page.py"),
        ("tests/slices.py", "tests/test_slices.py"),
        ("tests/tournaments/hall/test_hall.py", "tests/tournaments/hall/test_hall.py"),
        ("docs/glossary.md", "tests/test_docs.py"),
    ],
)
def test_nearest_tests_are_selected(nearness, path, test):
    assert (ROOT / path).exists()
    assert test in nearness.of([ROOT / path])


@pytest.mark.parametrize("path", ["pairings/systems/keizer/engine.py", "tournaments/hall/pages.py"])
def test_most_tests_are_not_selected(nearness, path):
    assert len(nearness.of([ROOT / path])) < len(nearness.tests) / 10


def test_changes_include_commits_edits_and_new_files(tmp_path):
    def git(*arguments):
        name = ("-c", "user.name=Orla", "-c", "user.email=orla@kierros.example")
        subprocess.run(["git", *name, *arguments], cwd=tmp_path, check=True, capture_output=True)

    for name in ("old", "edited"):
        (tmp_path / name).write_text("1")
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-qm", "first")
    git("switch", "-qc", "work")
    (tmp_path / "committed").write_text("1")
    git("add", ".")
    git("commit", "-qm", "second")
    (tmp_path / "edited").write_text("2")
    (tmp_path / "new").write_text("1")
    assert {path.name for path in changed_files(tmp_path)} == {"committed", "edited", "new"}
