"""A server runs from a copy of the program, so an update of the checkout does not change a running server."""

import os
import subprocess
import sys

import pytest

from config.build import PARTS, build_mark
from config.starting.program_copies import LOCKS_VARIABLE, PROGRAM_PARTS, held_copies, hold, make_copies
from operating_system import system
from tests.serving import ROOT


@pytest.fixture
def checkout(tmp_path):
    root = tmp_path / "checkout"
    for part in PARTS:
        (root / part).mkdir(parents=True)
        (root / part / "file").write_text(f"{part} 1")
    (root / "manage.py").write_text("1")
    (root / "tests").mkdir()
    packages = tmp_path / "site-packages"
    (packages / "django").mkdir(parents=True)
    (packages / "django" / "file").write_text("1")
    return root, packages, tmp_path / "var"


@pytest.fixture(autouse=True)
def hold_nothing_afterwards(monkeypatch):
    monkeypatch.setenv(LOCKS_VARIABLE, "")
    yield
    let_go()


def let_go():
    for folder in held_copies():
        os.close(folder)


def test_copy_has_all_parts_and_ignores_later_changes(checkout):
    root, packages, _var = checkout
    program, copied = make_copies(*checkout)
    (root / "templates" / "file").unlink()
    (root / "templates" / "file").write_text("templates 2")
    (packages / "django" / "file").unlink()
    assert (program / "templates" / "file").read_text() == "templates 1"
    assert (copied / "django" / "file").read_text() == "1"
    assert not (program / "tests").exists()


def test_copy_has_the_build_mark_of_the_checkout(checkout):
    root, _packages, var = checkout
    program, _copied = make_copies(*checkout)
    assert build_mark(program, var) == build_mark(root, var)


def test_same_version_is_copied_once(checkout):
    assert make_copies(*checkout) == make_copies(*checkout)


def test_newer_version_deletes_unused_copies(checkout):
    root, _packages, var = checkout
    old, packages = make_copies(*checkout)
    let_go()
    (root / "manage.py").write_text("2")
    (root / "server" / "file").write_text("server 22")
    new, _packages = make_copies(*checkout)
    assert {each.name for each in (var / "programs").iterdir() if each.is_dir()} == {new.name, packages.name}
    assert old != new


def test_copy_of_a_running_server_stays(checkout):
    root, _packages, _var = checkout
    old, _same = make_copies(*checkout)
    (root / "server" / "file").write_text("server 22")
    make_copies(*checkout)
    assert (old / "server" / "file").read_text() == "server 1"


def test_copy_stays_locked_after_exec(tmp_path):
    copy = tmp_path / "copy"
    copy.mkdir()
    hold([copy])
    wait = [sys.executable, "-c", "print(flush=True); input()"]
    later = subprocess.Popen(wait, stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=held_copies())
    let_go()
    later.stdout.readline()
    system.delete_unless_held(copy)
    assert copy.exists()
    later.communicate(b"\n")
    system.delete_unless_held(copy)
    assert not copy.exists()


def test_unfinished_copy_is_made_again(checkout):
    _root, _packages, var = checkout
    program, _copied = make_copies(*checkout)
    program.rename(program.with_name(f"{program.name}.part"))
    (program.with_name(f"{program.name}.part") / "templates" / "file").unlink()
    again, _copied = make_copies(*checkout)
    assert (again / "templates" / "file").exists()
    assert not list((var / "programs").glob("*.part"))


def test_every_package_of_the_program_is_copied():
    """Every package is one of the parts: otherwise it would be missing in the copy, and would not change the build
    mark.
    """
    others = {"benchmarks", "examples", "release", "tests"}
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages - others <= set(PARTS)
    assert set(PARTS) <= set(PROGRAM_PARTS)
