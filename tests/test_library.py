"""The engines by themselves: built, installed into an empty environment, and used there as docs/library.md says."""

import doctest
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

import pairings
import standings

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/library.md"
REPORT = ROOT / "tests/data/trf/py4swiss__comments.trf"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The wheel and the sdist, made by the pinned build backend without a network."""
    folder = tmp_path_factory.mktemp("built")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", str(folder)], cwd=ROOT, check=True)
    (wheel,) = folder.glob("*.whl")
    (source,) = folder.glob("*.tar.gz")
    return wheel, source


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    """Runs a program of an environment that has the wheel and nothing else, without what is around here."""
    home = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    pip = [sys.executable, "-m", "pip", f"--python={home}", "install", "--quiet", "--no-index", str(built[0])]
    subprocess.run(pip, check=True)

    def run(program, *arguments, data=b""):
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        command = [str(home / "bin" / program), *arguments]
        return subprocess.run(command, cwd=home, env=clean, input=data, capture_output=True, check=False)

    return run


def test_the_page_says_what_happens():
    assert doctest.testfile(str(PAGE), module_relative=False).failed == 0


@pytest.mark.parametrize("package", [pairings, standings])
def test_every_name_of_the_interface_is_there_and_has_a_docstring(package):
    assert [name for name in package.__all__ if not getattr(package, name).__doc__] == []
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        package.nothing  # noqa: B018 - asked for, and not there


def test_wheel_and_source_hold_the_engines_and_nothing_that_knows_django(built):
    with ZipFile(built[0]) as wheel, tarfile.open(built[1]) as source:
        inside = {name for name in wheel.namelist() if "dist-info" not in name}
        brought = {name.partition("/")[2] for name in source.getnames()}
        knows = [name for name in inside if b"django" in wheel.read(name).lower()]
    engines = {
        path.relative_to(ROOT).as_posix()
        for package in ("pairings", "standings")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix != ".pyc" and not path.is_relative_to(ROOT / "standings/web")
    } - {"standings/apps.py"}
    assert (inside, knows) == (engines, [])
    assert brought - engines == {"pyproject.toml", "PKG-INFO", "LICENSE", "docs/library.md", ".gitignore"}


@pytest.mark.rotates(2)
def test_installed_alone_the_page_is_true_and_the_commands_run(installed):
    assert installed("python", "-c", "import django").returncode == 1
    page = installed("python", "-m", "doctest", str(PAGE))
    assert (page.returncode, page.stdout, page.stderr) == (0, b"", b"")
    for name in ("pairings", "standings"):
        said = installed(f"kierros-{name}", "--version")
        assert said.stdout.decode().split() == [f"kierros-{name}", pairings.__version__]
    paired = installed("kierros-pairings", "pair", "-", data=REPORT.read_bytes())
    assert (paired.returncode, paired.stdout[:2]) == (0, b"4\n")
    nothing = installed("kierros-pairings", "check", "nothing.trf").stderr.decode()
    assert nothing == "kierros-pairings check: nothing.trf: No such file or directory\n"
    ranked = installed("kierros-standings", "rank", str(REPORT), "--rules", "fide-2026")
    assert (ranked.returncode, ranked.stderr) == (0, b"")
