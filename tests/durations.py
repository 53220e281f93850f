"""Report the cost of a test run: by part, the slowest tests, and slow tests without a reason.

Each process measures the tests that it runs. The controlling process adds up the values, prints them at the end, and
stores them in `var/durations.json`.
"""

from __future__ import annotations

import json
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

#: The limit in seconds; a slower test is marked with a reason or made faster.
LONG = 0.4
#: Marks that count as a reason: the test's own, the use of a browser, or running only for one in N commits.
REASONS = ("slow", "browser", "rotates")
SHOWN = 30
#: Only runs with at least this many tests print the report; after smaller runs other output matters more.
MANY = 300
#: The parts of the report: a test belongs to the longest one that its node id begins with.
PARTS = (
    "tests/pairings/", "tests/standings/", "tests/tournaments/", "tests/tournaments/api/",
    "tests/server/", "tests/config/", "tests/browser/", "tests/",
)  # fmt: skip
PHASES = ("setup", "call", "teardown")


@dataclass(eq=False)
class Durations:
    """The plugin that measures durations; in a worker process of a distributed run it measures only the collection."""

    config: pytest.Config
    file: Path
    tests: dict[str, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))
    without_reason: dict[str, float] = field(default_factory=dict)
    collections: list[float] = field(default_factory=list)
    rotated: int = 0
    began: float = field(default_factory=time.perf_counter)
    reasons: set[str] = field(default_factory=set)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if session.items or session.testscollected:
            self.collections.append(time.perf_counter() - self.began)

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self.rotated += sum(bool(item.get_closest_marker("rotates")) for item in items)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Any:
        report = yield
        if any(item.get_closest_marker(reason) for reason in REASONS):
            report.user_properties.append(("slow", True))
        return report

    def pytest_sessionfinish(self) -> None:
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["collected"] = [self.collections, self.rotated]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        collections, rotated = getattr(node, "workeroutput", {}).get("collected", ([], 0))
        self.collections += collections
        self.rotated = max(self.rotated, rotated)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.tests[report.nodeid][report.when or ""] = report.duration
        if report.when == "call" and report.duration > LONG and ("slow", True) not in report.user_properties:
            self.without_reason[report.nodeid] = report.duration

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if hasattr(self.config, "workerinput"):
            return
        slice_ = self.config.getoption("slice")
        if slice_ is not None:
            terminalreporter.write_line(
                f"Slice {slice_:x} of the rotating tests: {self.rotated} cases are left to other slices."
                f" `--all` runs every slice, `--slice {slice_}` runs this one again."
            )
        if len(self.tests) >= MANY:
            self.file.parent.mkdir(exist_ok=True)
            self.file.write_text(json.dumps(self.tests))
            terminalreporter.section("what the tests cost, in seconds")
            for line in self.report():
                terminalreporter.write_line(line)

    def report(self) -> list[str]:
        lines = [f"{'part':24}{'tests':>7}" + "".join(f"{phase:>10}" for phase in PHASES)]
        parts: dict[str, list[dict[str, float]]] = defaultdict(list)
        for test, phases in self.tests.items():
            parts[max((part for part in PARTS if test.startswith(part)), key=len, default="")].append(phases)
        for part, found in sorted(parts.items()):
            sums = "".join(f"{sum(each.get(phase, 0) for each in found):10.1f}" for phase in PHASES)
            lines.append(f"{part:24}{len(found):7}{sums}")
        lines.append("collection, each process: " + ", ".join(f"{seconds:.1f}" for seconds in self.collections))
        totals = {test: sum(phases.values()) for test, phases in self.tests.items()}
        lines += ["", f"the slowest {SHOWN}:"]
        lines += [f"{totals[test]:8.2f}  {test}" for test in sorted(totals, key=totals.__getitem__)[: -SHOWN - 1 : -1]]
        count = len(self.without_reason)
        lines += ["", f"{count} tests took more than {LONG} s and give no reason (`slow`, `rotates`), the slowest:"]
        slow = sorted(self.without_reason, key=self.without_reason.__getitem__, reverse=True)
        return lines + [f"{self.without_reason[test]:8.2f}  {test}" for test in slow[:SHOWN]]
