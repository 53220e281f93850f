"""`python -m benchmarks`: what makes it fail, and what it stores."""

import json
from contextlib import nullcontext

import pytest

from benchmarks import __main__ as command
from benchmarks.quick import MEASURES, Measure, Measurement


@pytest.fixture
def run_benchmark(monkeypatch, tmp_path):
    """The command with one measure; each run takes the next figure of the returned list."""
    figures: list[float] = []
    monkeypatch.setattr(command, "MEASURES", {"bread": Measure("bread", lambda: lambda: None)})
    monkeypatch.setattr(command, "FIGURES_FILE", tmp_path / "kept.json")
    monkeypatch.setattr(command, "on_a_database", nullcontext)
    monkeypatch.setattr(command, "measure_call", lambda _call, _before: Measurement(figures.pop(0), 1.0))
    command.FIGURES_FILE.write_text('{"bread": 2.0}')
    return figures


def test_fails_if_three_measurements_are_half_as_slow_again(run_benchmark, capsys):
    run_benchmark += [3.1, 3.2, 3.3]

    assert command.main([]) == 1
    assert "OVER THE LIMIT" in capsys.readouterr().out


def test_single_slow_measurement_passes(run_benchmark):
    run_benchmark += [9.0, 2.9]

    assert command.main([]) == 0


def test_measurement_without_a_figure_fails(run_benchmark):
    command.FIGURES_FILE.write_text("{}")
    run_benchmark += [1.0, 1.0, 1.0]

    assert command.main([]) == 1


def test_keep_stores_the_measured_figures(run_benchmark):
    run_benchmark += [2.5]

    assert command.main(["--keep"]) == 0
    assert json.loads(command.FIGURES_FILE.read_text()) == {"bread": 2.5}


def test_unknown_benchmark_is_refused(run_benchmark):
    with pytest.raises(SystemExit):
        command.main(["butter"])


def test_each_benchmark_has_a_figure():
    assert list(json.loads(command.FIGURES_FILE.read_text())) == list(MEASURES)
