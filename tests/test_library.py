"""The engines without the application: built, installed into an empty environment, used as the docs describe."""

import os
import subprocess
import sys
import tarfile
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from zipfile import ZipFile

import mypy.api
import pytest

import pairings
import standings
from pairings.systems import SYSTEMS
from release.__main__ import build
from release.engines import write_project
from tests.tools import stubs

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/library.md"
REPORT = ROOT / "tests/data/trf/py4swiss__comments.trf"


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """The engines as a separate project."""
    folder = tmp_path_factory.mktemp("engines")
    write_project(folder)
    return folder


@pytest.fixture(scope="module")
def distributions(project, tmp_path_factory):
    """The wheel and the sdist, made by the pinned build backend without network access."""
    folder = tmp_path_factory.mktemp("built")
    build(project, folder)
    (wheel,) = folder.glob("*.whl")
    (source,) = folder.glob("*.tar.gz")
    return wheel, source


@pytest.fixture(scope="module")
def run_installed(distributions, tmp_path_factory):
    """A function that runs a program in an environment with only the wheel, isolated from the current environment."""
    home = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    pip = [sys.executable, "-m", "pip", f"--python={home}", "install", "--quiet", "--no-index", str(distributions[0])]
    subprocess.run(pip, check=True)

    def run(program, *arguments, data=b""):
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        command = [str(home / "bin" / program), *arguments]
        return subprocess.run(command, cwd=home, env=clean, input=data, capture_output=True, check=False)

    return run


def test_docs_page_passes_doctest_in_the_project(project):
    page = subprocess.run(
        [sys.executable, "-m", "doctest", str(PAGE)], cwd=project, env={**os.environ, "PYTHONPATH": str(project)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (page.returncode, page.stdout) == (0, "")


@pytest.mark.parametrize("package", [pairings, standings])
def test_every_name_of_the_interface_has_a_docstring(package):
    assert [name for name in package.__all__ if not getattr(package, name).__doc__] == []
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        package.nothing  # noqa: B018 - asked for, and not there


def test_wheel_and_source_hold_the_engines_without_django(distributions):
    with ZipFile(distributions[0]) as wheel, tarfile.open(distributions[1]) as source:
        inside = {name for name in wheel.namelist() if "dist-info" not in name}
        brought = {name.partition("/")[2] for name in source.getnames()}
        knows = [name for name in inside if b"django" in wheel.read(name).lower()]
    engines = {
        f"kierros/{path.relative_to(ROOT).as_posix()}"
        for package in ("pairings", "standings")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix != ".pyc" and not path.is_relative_to(ROOT / "standings/web")
    } - {"kierros/standings/apps.py"}
    assert (inside, knows) == (engines, [])
    assert brought - engines == {"pyproject.toml", "PKG-INFO", "LICENSE", "README.md"}


IMPORT_ALL = """
import importlib, pkgutil, sys
import kierros.pairings, kierros.standings
for package in (kierros.pairings, kierros.standings):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
print(sorted(name for name in sys.modules if name.partition(".")[0] in ("pairings", "standings")))
"""


@pytest.mark.rotates(8)
def test_every_installed_module_imports_by_its_installed_name(run_installed):
    output = run_installed("python", "-c", IMPORT_ALL)
    assert (output.stdout, output.stderr) == (b"[]\n", b"")


@pytest.mark.rotates(8)
def test_docs_page_and_commands_work_without_django(run_installed):
    assert run_installed("python", "-c", "import django").returncode == 1
    page = run_installed("python", "-m", "doctest", str(PAGE))
    assert (page.returncode, page.stdout, page.stderr) == (0, b"", b"")
    for name in ("pairings", "standings"):
        output = run_installed(f"kierros-{name}", "--version")
        assert output.stdout.decode().split() == [f"kierros-{name}", pairings.__version__]
    paired = run_installed("kierros-pairings", "pair", "-", data=REPORT.read_bytes())
    assert (paired.returncode, paired.stdout[:2]) == (0, b"4\n")
    nothing = run_installed("kierros-pairings", "check", "nothing.trf").stderr.decode()
    assert nothing == "kierros-pairings check: nothing.trf: No such file or directory\n"
    ranked = run_installed("kierros-standings", "rank", str(REPORT), "--rules", "fide-2026")
    assert (ranked.returncode, ranked.stderr) == (0, b"")


SIX = tuple(pairings.Player(number, f"P{number}") for number in range(1, 7))
TWICE = pairings.Round(1, (pairings.Pairing(1, 1, 2), pairings.Pairing(2, 1, 3)))
STRANGER = pairings.Round(1, (pairings.Pairing(1, 1, 99),))


@pytest.mark.parametrize(
    ("snapshot", "text"),
    [
        (pairings.Snapshot(SIX, first_colour="white"), "first_colour"),
        (pairings.Snapshot((*SIX, pairings.Player(2))), "2 players have the number 2"),
        (pairings.Snapshot((*SIX, pairings.Player(0, "x"))), "from 1, not 0"),
        (pairings.Snapshot((*SIX, pairings.Player(7, "x", "2400"))), "rating of player 7"),
        (pairings.Snapshot(SIX, (TWICE,), next_round=2), "player 1 2 times"),
        (pairings.Snapshot(SIX, (STRANGER,), next_round=2), "player 99"),
        (pairings.Snapshot(SIX, fixed=((1, 44),)), "fixed names player 44"),
    ],
)
def test_impossible_snapshot_is_refused_by_every_function(snapshot, text):
    plan = pairings.pair(pairings.Snapshot(SIX, planned_rounds=5))
    for ask in (
        lambda: pairings.pair(snapshot),
        lambda: pairings.check(snapshot, plan),
        lambda: pairings.explain(snapshot, plan),
        lambda: pairings.why_not(snapshot, 1, 2),
        lambda: standings.rank(snapshot, "fide-2026"),
    ):
        with pytest.raises(ValueError, match=text):
            ask()


def test_missing_rounds_are_refused_if_results_decide_pairings():
    with pytest.raises(ValueError, match="last recorded round is 0"):
        pairings.pair(pairings.Snapshot(SIX, next_round=5))
    assert pairings.pair(pairings.Snapshot(SIX, next_round=5), "round-robin").number == 5


def test_named_rule_set_is_used_for_ranking():
    won, drawn, given = (
        pairings.Result(pairings.Outcome.WIN, pairings.Outcome.LOSS),
        pairings.Result(pairings.Outcome.DRAW, pairings.Outcome.DRAW),
        pairings.Result(pairings.Outcome.WIN, pairings.Outcome.LOSS, pairings.Decision.FORFEIT),
    )
    games = (((1, 4, drawn), (3, 2, won)), ((4, 3, given), (1, 2, drawn)), ((2, 4, drawn), (3, 1, won)))
    rounds = tuple(
        pairings.Round(number, tuple(pairings.Pairing(at, *game) for at, game in enumerate(row, start=1)))
        for number, row in enumerate(games, start=1)
    )
    snapshot = pairings.Snapshot(SIX[:4], rounds, next_round=4)
    chain = {"chain": ["PTS", "DE"]}
    named = standings.rank(snapshot, "fide-2026-round-robin", changes=chain)
    flagged = standings.rank(snapshot, "fide-2026", round_robin=True, changes=chain)
    assert [(row.player, row.rank) for row in named.rows] == [(row.player, row.rank) for row in flagged.rows]
    assert [row.player for row in named.rows][:2] == [4, 3]


def test_dir_lists_exactly_the_public_names():
    assert dir(pairings) == sorted(pairings.__all__)
    assert dir(standings) == sorted(standings.__all__)


def test_refusal_has_a_message_in_words():
    with pytest.raises(pairings.CannotPair) as refusal:
        pairings.pair(pairings.Snapshot(SIX[:2], forbidden=(pairings.ForbiddenPair(frozenset({1, 2})),)))
    assert " " in str(refusal.value)
    assert str(refusal.value) != refusal.value.reason.code


WON = pairings.Result(pairings.Outcome.WIN, pairings.Outcome.LOSS)
DRAWN = pairings.Result(pairings.Outcome.DRAW, pairings.Outcome.DRAW)


@pytest.mark.parametrize("system", [key for key in SYSTEMS if key != "pods"])
def test_written_file_can_be_read_again(system):
    """Three rounds with twelve players."""
    options = {"hutton": {"boards": 3, "games": 3}}.get(system, {})
    snapshot = pairings.Snapshot(
        tuple(pairings.Player(number, f"P{number:02}", 2000 - number) for number in range(1, 13)), planned_rounds=5
    )
    for number in (1, 2, 3):
        plan = pairings.pair(replace(snapshot, next_round=number), system, **options)
        played = pairings.as_recorded(plan)
        results = [WON if SYSTEMS[system].knocks_out else DRAWN, *[WON] * 5]
        answer = tuple(
            replace(p, result=p.result or result) for p, result in zip(played.pairings, results, strict=False)
        )
        snapshot = replace(
            snapshot,
            rounds=(*snapshot.rounds, replace(played, pairings=answer)),
            next_round=number + 1,
            first_colour=plan.first_colour or snapshot.first_colour,
        )
    written = pairings.write(snapshot, system, name="Open", first_day=date(2026, 5, 1), **options)
    again = pairings.read(written)
    found = again.snapshot(again.played + 1)
    assert [_as_dict_of_round(row) for row in found.rounds] == [_as_dict_of_round(row) for row in snapshot.rounds]


def test_pods_cannot_be_written_to_a_file():
    with pytest.raises(pairings.TooWide, match="pods"):
        pairings.write(pairings.Snapshot(SIX, scoring=pairings.Scoring(pods=True)), "pods")


def _as_dict_of_round(played):
    """Return a round without the order of its tables, which follows from the scores, and without zero-point byes."""
    pairs = {(p.first, p.second, p.result.first, p.result.second, p.handicap) for p in played.pairings}
    byes = {(bye.player, bye.kind) for bye in played.byes if bye.kind is not pairings.ByeKind.ZERO}
    return played.number, pairs, byes, played.booster_pods


def test_stub_file_is_current():
    assert stubs.STUB.read_text() == stubs.stub(), "run .venv/bin/python -m tests.tools.stubs"


@pytest.mark.slow("a type checker reads the package")
@pytest.mark.rotates(8)
@pytest.mark.parametrize(
    ("line", "is_right"),
    [
        ('pair(field, "keizer", bye=4)', True),
        ('pair(field, "duch")', False),
        ("pair(field, bogus=1)", False),
        ('pair(field, edition="1900")', False),
    ],
)
def test_type_checker_finds_unknown_names(tmp_path, line, is_right):
    program = tmp_path / "program.py"
    program.write_text(f"from pairings import Snapshot, pair\n\nfield = Snapshot(())\n{line}\n")
    config = tmp_path / "mypy.ini"
    config.write_text(f"[mypy]\nstrict = true\ncache_dir = {tmp_path}\nfollow_imports = silent\n")
    text, _errors, status = mypy.api.run(["--config-file", str(config), str(program)])
    assert (status == 0) == is_right, text


def test_reading_text_instead_of_bytes_is_refused():
    with pytest.raises(TypeError, match="read_bytes"):
        pairings.read("001")


def test_rules_for_two_player_games_refuse_pods():
    pod = pairings.Pairing(1, 1, 2, replace(WON, others=(pairings.Outcome.LOSS,)), others=(3,))
    snapshot = pairings.Snapshot(SIX[:3], (pairings.Round(1, (pod,)),), next_round=2)
    with pytest.raises(ValueError, match="two-player games"):
        standings.rank(snapshot, "fide-2026")
    assert standings.rank(snapshot, "commander").rows[0].player == 1


def test_win_may_be_worth_no_points():
    played = pairings.Round(1, (pairings.Pairing(1, 1, 2, replace(WON, score=(40, 24))),))
    scoring = pairings.Scoring(win=Fraction(0), draw=Fraction(0), keeps_score=True, score_total=64)
    snapshot = pairings.Snapshot(SIX[:2], (played,), scoring=scoring, next_round=2)
    assert [row.player for row in standings.rank(snapshot, "othello").rows] == [1, 2]


@pytest.mark.parametrize("name", pairings.__all__)
def test_every_public_name_exists(name):
    assert getattr(pairings, name).__name__ == name
