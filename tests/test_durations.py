"""The report of what a run has cost."""

from types import SimpleNamespace

import pytest

from tests.durations import Durations


def report(test, when, seconds, **more):
    properties = [("slow", True)] if more else []
    return SimpleNamespace(nodeid=test, when=when, duration=seconds, user_properties=properties)


@pytest.fixture
def durations(tmp_path):
    found = Durations(SimpleNamespace(), tmp_path / "durations.json")
    for seen in (
        report("tests/pairings/test_a.py::test_quick", "call", 0.1),
        report("tests/tournaments/test_b.py::test_long", "setup", 2.0),
        report("tests/tournaments/test_b.py::test_long", "call", 1.0),
        report("tests/tournaments/api/test_c.py::test_with_reason", "call", 3.0, slow=True),
    ):
        found.pytest_runtest_logreport(seen)
    return found


def test_each_folder_has_its_sums(durations):
    lines = {line.split()[0]: line.split()[1:] for line in durations.report() if line.startswith("tests/")}
    assert lines["tests/tournaments/"] == ["1", "2.0", "1.0", "0.0"]
    assert lines["tests/tournaments/api/"] == ["1", "0.0", "3.0", "0.0"]
    assert lines["tests/pairings/"] == ["1", "0.0", "0.1", "0.0"]


def test_long_tests_without_a_reason_are_listed(durations):
    assert durations.without_reason == {"tests/tournaments/test_b.py::test_long": 1.0}


def test_slowest_tests_come_first(durations):
    lines = durations.report()
    shown = lines[lines.index("the slowest 30:") + 1 :]
    assert [line.split("::")[-1] for line in shown[:3]] == ["test_with_reason", "test_long", "test_quick"]
