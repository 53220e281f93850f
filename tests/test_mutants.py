"""The mutation tool: what it changes, how it finds a mutant again, and what its results mean."""

import ast
import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from tests.tools.mutation import __main__ as tool
from tests.tools.mutation import results, sample, swapping
from tests.tools.mutation.operators import sites
from tests.tools.mutation.running import Mapped, Outcome, numbers_of, order_tests, outcome_of, read_map

SOURCE = '''
def outer(items, limit=3):
    """Not this 1 == 2."""
    log.info("neither", 4)
    if not items:
        raise ValueError(_("no items"))
    keep(items)
    def inner(one: "int > 0") -> bool:
        return one < limit and one != 7
    return [one + 1 for one in items if inner(one)]
'''


def sites_of_source():
    return {(site.function, site.operator, site.text, site.becomes) for site in sites(ast.parse(SOURCE))}


def test_only_bodies_of_functions_are_changed():
    assert sites_of_source() == {
        ("outer", "drop-not", "not items", "items"),
        ("outer", "drop-raise", "raise ValueError(_('no items'))", "nothing"),
        ("outer", "drop-call", "keep(items)", "nothing"),
        ("outer.inner", "return-none", "return one < limit and one != 7", "return None"),
        ("outer.inner", "and-or", "one < limit and one != 7", "one < limit or one != 7"),
        ("outer.inner", "comparison", "one < limit", "one <= limit"),
        ("outer.inner", "comparison", "one != 7", "one == 7"),
        ("outer.inner", "constant", "7", "8"),
        ("outer", "return-none", "return [one + 1 for one in items if inner(one)]", "return None"),
        ("outer", "negate", "inner(one)", "not inner(one)"),
        ("outer", "arithmetic", "one + 1", "one - 1"),
        ("outer", "constant", "1", "2"),
    }


@pytest.mark.parametrize("number", range(len(sites_of_source())))
def test_every_change_compiles_with_the_same_variables(number):
    tree = ast.parse(SOURCE)
    sites(tree)[number].change()
    old, new = (compile(each, "m", "exec").co_consts[1] for each in (ast.parse(SOURCE), tree))
    assert old != new
    assert (old.co_freevars, old.co_cellvars) == (new.co_freevars, new.co_cellvars)


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A project with one module."""
    monkeypatch.setattr(sample, "ROOT", tmp_path)
    monkeypatch.setattr(sample, "SHARES", {"rooms": 2})
    (tmp_path / "rooms").mkdir()
    (tmp_path / "rooms/one.py").write_text(SOURCE)
    sample._everywhere.cache_clear()
    yield tmp_path
    sample._everywhere.cache_clear()


def test_choice_depends_on_the_seed_only(house):
    first = sample.choose(1, 2)
    (house / "rooms/one.py").write_text(f"import sys\n\n\ndef new():\n    return 0\n\n{SOURCE}")
    assert len(first) == 2
    assert sample.choose(1, 2) == first
    assert any(sample.choose(seed, 2) != first for seed in range(2, 6))


def test_mutant_is_found_again_in_moved_code(house):
    (mutant, _other) = sample.choose(1, 2)
    (house / "rooms/one.py").write_text("\n\n" + SOURCE)
    assert sample.module_today(mutant) == "rooms.one"
    (house / "rooms/one.py").rename(house / "rooms/two.py")
    assert sample.module_today(mutant) is None  # this folder is not searched
    (house / "tournaments").mkdir()
    (house / "rooms/two.py").rename(house / "tournaments/three.py")
    sample._everywhere.cache_clear()
    assert sample.module_today(mutant) == "tournaments.three"
    sample._everywhere.cache_clear()
    (house / "tournaments/three.py").write_text("")
    assert sample.module_today(mutant) is None


def test_loaded_functions_get_the_code_of_the_mutant(house, monkeypatch):
    monkeypatch.setattr(swapping, "tree_of", sample.tree_of)
    path = house / "rooms/one.py"
    path.write_text("def outer(least):\n    def inner(one):\n        return one >= least\n    return inner\n")
    spec = importlib.util.spec_from_file_location("rooms.one", path)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "rooms.one", module)
    spec.loader.exec_module(module)
    living = swapping.living_functions(["rooms.one"])["rooms.one"]
    tree = sample.tree_of("rooms.one")
    next(site for site in sites(tree) if site.operator == "comparison").change()
    assert module.outer(1)(1)
    assert swapping.swap("rooms.one", tree, living) == 1
    assert not module.outer(1)(1)


def test_cheap_tests_of_the_own_files_come_first():
    tests = [Mapped("tests/a.py::slow", 2.0), Mapped("tests/a.py::quick", 0.1), Mapped("tests/rounds.py::own", 1.0)]
    assert [each.name[-4:] for each in order_tests(tests, "tournaments.rounds.rounds")] == [":own", "uick", "slow"]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([{"begins": "a"}, {"begins": "b"}, {"failed": True}, {"end": True}], ("killed", "b", "failed", False)),
        ([{"begins": "a"}, {"too_long": True}], ("killed", "a", "took too long", False)),
        ([{"begins": "a"}, {"crashed": True}], ("killed", "a", "crashed", False)),
        ([{"begins": "a"}, {"capped": True}, {"end": True}], ("survived", "", "", True)),
        ([{"begins": "a"}, {"end": True}], ("survived", "", "", False)),
        ([{"not_swapped": "Why"}, {"end": True}], ("not executed", "", "Why", False)),
    ],
)
def test_output_of_a_child_becomes_an_outcome(lines, expected):
    outcome = outcome_of([*lines, {"cpu": 1.0}], 3)
    assert (outcome.outcome, outcome.by, outcome.how, outcome.capped) == expected


def test_shares_together_are_all_mutants():
    assert sorted([*numbers_of("1/3", 8), *numbers_of("2/3", 8), *numbers_of("3/3", 8)]) == list(range(8))


def test_only_killed_mutants_can_be_lost(tmp_path):
    one = sample.Mutant("m", "f", "negate", "a", 0, "not a")
    mutants = [replace(one, ordinal=number) for number in range(6)]
    for name, outcomes in (
        ("before", ["killed", "killed", "survived", "killed", "killed", "killed"]),
        ("after", ["killed", "survived", "killed", "gone", "not executed"]),
    ):
        stored = results.Results(tmp_path / name, mutants)
        for number, outcome in enumerate(outcomes):
            stored.add(number, Outcome(outcome, by="a test"))
    lost, other = results.differences(tmp_path / "before", tmp_path / "after")
    assert [line.split(":")[0] for line in lost] == [
        "survived, was killed",
        "not executed, was killed",
        "not run, was killed",
    ]
    assert [line.split(":")[0] for line in other] == ["killed, was survived", "gone, was killed"]


def test_previous_killer_is_tried_first(tmp_path):
    one = sample.Mutant("m", "f", "negate", "a", 0, "not a")
    mutants = [replace(one, ordinal=number) for number in range(3)]
    before = results.Results(tmp_path / "before", mutants)
    for number, outcome in enumerate([Outcome("killed", "t.py::a"), Outcome("survived"), Outcome("killed", "t.py::a")]):
        before.add(number, outcome)
    chosen, mapped = tmp_path / "chosen", tmp_path / "map"
    sample.store(mutants, chosen)
    assert tool.main(["killers", str(chosen), str(mapped), str(before.path)]) == 0
    assert {number: [test.name for test in tests] for number, tests in read_map(mapped).items()} == {
        0: ["t.py::a"],
        2: ["t.py::a"],
    }


def test_mutant_killed_in_one_of_two_runs_counts_as_killed(tmp_path):
    mutant = sample.Mutant("m", "f", "negate", "a", 0, "not a")
    for name, outcome in (
        ("quick", Outcome("survived", capped=True, cpu=2.0)),
        ("slow", Outcome("killed", "a", cpu=1.0)),
    ):
        results.Results(tmp_path / name, [mutant]).add(0, outcome)
    assert results.alive(tmp_path / "quick") == {mutant}
    results.join([tmp_path / "quick", tmp_path / "slow"], tmp_path / "both")
    assert results.summary(tmp_path / "both") == "1 mutants: 1 killed (0 capped); 3 CPU seconds."


PROJECT = {
    "pytest.ini": "[pytest]\nmarkers = browser\naddopts = -p no:django -p no:schemathesis -p no:anyio -p no:xdist\n",
    "conftest.py": "def pytest_addoption(parser):\n    parser.addoption('--reuse-db', action='store_true')\n",
    "rooms/one.py": """
def doubled(number):
    return 2 * number


def forever(number):
    while number > 0:
        number -= 1
    return True


def unused(number):
    return number > 2
""",
    "checks/test_one.py": """
import pytest
from rooms import one


@pytest.fixture(scope="module")
def two():
    return one.doubled(1)


def test_first(two):
    assert two


def test_second(two):
    assert two == 2


def test_ends():
    assert one.forever(5)
""",
}


@pytest.mark.rotates(8)
@pytest.mark.slow("starts the command twice, as people do")
def test_command_maps_and_runs_mutants(tmp_path):
    """The command alone, on a small project without Django."""
    for name, text in PROJECT.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    names = [("doubled", "constant", "2", "3"), ("forever", "arithmetic", "number -= 1", "number += 1")]
    names += [("forever", "constant", "True", "False"), ("unused", "comparison", "number > 2", "number >= 2")]
    chosen = [sample.Mutant("rooms.one", function, how, text, 0, new) for function, how, text, new in names]
    sample.store([*chosen, replace(chosen[0], function="gone")], tmp_path / "chosen")
    places = {"MUTANTS_ROOT": str(tmp_path), "PYTHONPATH": f"{sample.ROOT}:{tmp_path}"}
    for words in (["map", "chosen", "map"], ["run", "chosen", "map", "results", "--test-cpu", "0.2"]):
        command = [sys.executable, "-m", "tests.tools.mutation", *words, "--", "-c", "pytest.ini"]
        done = subprocess.run(
            command, cwd=tmp_path, env={**os.environ, **places}, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
    outcomes = [row["outcome"] for row in json.loads((tmp_path / "results").read_text())]
    assert [(each["outcome"], each["by"].split("::")[-1], each["how"]) for each in outcomes] == [
        ("killed", "test_second", "failed"),  # the module's fixture ran in the first test, and counts for both
        ("killed", "test_ends", "took too long"),
        ("killed", "test_ends", "failed"),
        ("not executed", "", ""),
        ("gone", "", ""),
    ]
