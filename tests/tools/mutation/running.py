"""Run each mutant against the tests that reach it, in a child that is forked from a prepared process.

The parent collects the tests once, prepares the test database and then only forks. A child swaps the code and runs its
tests until the first failure or the CPU limit. It exits without cleaning up: its connection ends open transactions.
"""

from __future__ import annotations

import gc
import json
import os
import re
import resource
import select
import signal
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, process_time
from types import FrameType
from typing import Any, TextIO

import pytest

from tests.tools.mutation.sample import Mutant, locate, site_of, tree_of
from tests.tools.mutation.swapping import Functions, living_functions, swap

#: The memory that a mutant can use beyond the parent's, in bytes.
MORE_MEMORY = 3 * 2**30
#: The last line of a child that ended by itself.
END = "end"
LAST_LINE = b'{"end": true}\n'
#: The number of parts of a file's tests, which alternate with those of other files.
FIRST_OF_A_FILE = 4


@dataclass(frozen=True)
class Limits:
    """Limits in seconds.

    CPU for a mutant, CPU for a test beyond ten times its usual time, wall time for a test, and wall time in which a
    test uses no CPU.
    """

    cpu: float = 20.0
    test: float = 10.0
    clock: float = 240.0
    stalled: float = 60.0


@dataclass(frozen=True)
class Mapped:
    """A test, and its CPU seconds without a mutant."""

    name: str
    cpu: float


@dataclass
class Outcome:
    """The outcome of one mutant. `outcome` is killed, survived, not executed or gone."""

    outcome: str
    by: str = ""
    how: str = ""
    capped: bool = False
    tests_run: int = 0
    tests_mapped: int = 0
    cpu: float = 0.0


def read_map(path: Path) -> dict[int, list[Mapped]]:
    """Return the tests of each mutant, by its number, without tests that failed on unchanged code."""
    found: dict[int, dict[str, Mapped]] = defaultdict(dict)
    for text in path.read_text().splitlines():
        line = json.loads(text)
        if not line["failed"]:
            for number in line["mutants"]:
                found[number][line["test"]] = Mapped(line["test"], line["cpu"])
    return {number: list(tests.values()) for number, tests in found.items()}


def _affinity(file: str, module: str) -> int:
    """Return how many words of the module's path are in the test's path."""
    return len(set(re.split(r"[._]", module)) & set(re.split(r"[/._]", file)))


def order_tests(tests: Iterable[Mapped], module: str) -> list[Mapped]:
    """Return the tests in the order to run them: the cheapest first, a few of each file in turn.

    Files named after the module come before the others.
    """
    by_file: dict[str, list[Mapped]] = defaultdict(list)
    for test in sorted(tests, key=lambda one: (one.cpu, one.name)):
        by_file[test.name.split("::")[0]].append(test)
    files = sorted(by_file.items(), key=lambda item: (-_affinity(item[0], module), item[1][0].cpu, item[0]))
    turns: list[tuple[int, int, Mapped]] = []
    for place, (_file, mine) in enumerate(files):
        for index, test in enumerate(mine):
            turn = 0 if index < FIRST_OF_A_FILE else (index // FIRST_OF_A_FILE).bit_length()
            turns.append((turn, place, test))
    return [test for _turn, _place, test in sorted(turns, key=lambda one: one[:2])]


class Child:
    """A child process, which writes a line for the start of each test and one for the end."""

    def __init__(self, output: TextIO, limits: Limits) -> None:
        self.output, self.limits = output, limits
        self.failed = False
        self.why = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome == "failed":
            self.failed = True
            self.why = str(report.longrepr).strip().rpartition("\n")[2]

    def say(self, **line: object) -> None:
        self.output.write(json.dumps(line) + "\n")
        self.output.flush()

    def run(self, tests: Sequence[tuple[pytest.Item, float]], other: pytest.Item | None) -> None:
        """Run tests in this order until one fails or the time limit is reached."""
        begin = process_time()
        for index, (item, usual) in enumerate(tests):
            self.say(begins=item.nodeid)
            following = tests[index + 1][0] if index + 1 < len(tests) else other
            signal.setitimer(signal.ITIMER_PROF, 10 * usual + self.limits.test)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            signal.setitimer(signal.ITIMER_PROF, 0)
            if self.failed:
                self.say(failed=True, why=self.why)
                return
            if process_time() - begin > self.limits.cpu and index + 1 < len(tests):
                self.say(capped=True)
                return


class Forker:
    """A factory of children, which forks them from a prepared session."""

    def __init__(self, session: pytest.Session, limits: Limits) -> None:
        self.session, self.limits = session, limits
        self.items = {item.nodeid: item for item in session.items}

    def _in_child(self, write: int, work: Callable[[Child], None]) -> None:
        os.setpgid(0, 0)
        quiet = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(quiet, number)
        self.session.config.pluginmanager.unregister(name="terminalreporter")
        child = Child(os.fdopen(write, "w"), self.limits)
        self.session.config.pluginmanager.register(child, "mutants-child")
        resource.setrlimit(resource.RLIMIT_DATA, (_data() + MORE_MEMORY, resource.RLIM_INFINITY))

        def too_long(_signal: int, _frame: FrameType | None) -> None:
            child.say(too_long=True)
            os._exit(0)

        signal.signal(signal.SIGPROF, too_long)
        work(child)
        child.say(**{END: True})

    def fork(self, work: Callable[[Child], None]) -> list[dict[str, Any]]:
        """Return the lines that a child writes. The last one is `crashed` if the child did not write its end."""
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(read)
            try:
                self._in_child(write, work)
            finally:
                os._exit(0)
        os.close(write)
        text, in_time = _all_of(read, pid, self.limits)
        with suppress(ProcessLookupError, PermissionError):  # including processes that a test has left running
            os.killpg(pid, signal.SIGKILL)
        used = os.wait4(pid, 0)[2]
        lines: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines() if line.endswith("}")]
        if not in_time:
            lines.append({"too_long": True})
        elif not lines or lines[-1].keys().isdisjoint({END, "too_long"}):
            lines.append({"crashed": True})
        return [*lines, {"cpu": used.ru_utime + used.ru_stime}]

    def tests(self, mapped: Iterable[Mapped]) -> list[tuple[pytest.Item, float]]:
        return [(self.items[test.name], test.cpu) for test in mapped if test.name in self.items]

    def other(self, last: pytest.Item) -> pytest.Item | None:
        """Return the test furthest from this one as the next, so that only shared fixtures stay set up."""
        chain = set(last.listchain())
        shared = {
            item: len(chain.intersection(item.listchain())) for item in self.session.items if item.path != last.path
        }
        return min(shared, key=lambda item: shared[item], default=None)

    def try_tests(self, tests: Sequence[tuple[pytest.Item, float]], change: Callable[[], int]) -> list[dict[str, Any]]:
        """Return the lines of a child that makes the change and runs the tests."""

        def run(child: Child) -> None:
            try:
                swapped = change()
            except (StopIteration, SyntaxError, ValueError) as error:
                child.say(not_swapped=f"The code cannot be swapped: {error!r}")
                return
            if swapped:
                child.run(tests, self.other(tests[-1][0]))
            else:
                child.say(not_swapped="No function in this process has this code.")

        return self.fork(run)


def _data() -> int:
    """Return the bytes of private memory as the limit counts them, without memory that threads only reserve."""
    pages = int(Path("/proc/self/statm").read_text().split()[5])
    return pages * resource.getpagesize()


def _ticks(pid: int) -> int:
    """Return the CPU time of a process, in clock ticks."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(int(field) for field in fields[11:15])


def _all_of(read: int, pid: int, limits: Limits) -> tuple[str, bool]:
    """Return everything that a child writes until it ends, and False if it takes too long or hangs."""
    parts: list[bytes] = []
    end = stalled = monotonic() + limits.clock
    ticks = -1
    with os.fdopen(read, "rb", buffering=0) as pipe:
        while monotonic() < min(end, stalled):
            if _ticks(pid) != ticks:
                ticks, stalled = _ticks(pid), monotonic() + limits.stalled
            if select.select([pipe], [], [], 1.0)[0]:
                parts.append(os.read(pipe.fileno(), 65536))
                end = monotonic() + limits.clock
                if not parts[-1] or parts[-1].endswith(
                    LAST_LINE
                ):  # processes that it left running may hold the pipe open
                    return b"".join(parts).decode(), True
    return b"".join(parts).decode(), False


def fixtures_of(item: pytest.Item) -> set[str]:
    return set(getattr(item, "fixturenames", ()))


def is_transactional(item: pytest.Item) -> bool:
    """Return whether a test commits: if it is stopped in the middle, it leaves rows."""
    mark = item.get_closest_marker("django_db")
    names = {"transactional_db", "django_db_reset_sequences", "django_db_serialized_rollback"}
    return bool(names & fixtures_of(item) or (mark and mark.kwargs.get("transaction")))


def outcome_of(lines: Sequence[dict[str, Any]], mapped: int) -> Outcome:
    """Return the outcome from the lines of a child process."""
    values = {key: value for line in lines for key, value in line.items()}
    run = sum("begins" in line for line in lines)
    if not run:
        return Outcome("not executed", how=values.get("not_swapped", "The child ended at once."), tests_mapped=mapped)
    cpu = round(values.get("cpu", 0.0), 2)
    for word, how in (("failed", "failed"), ("too_long", "took too long"), ("crashed", "crashed")):
        if word in values:
            return Outcome("killed", values.get("begins", ""), how, tests_run=run, tests_mapped=mapped, cpu=cpu)
    return Outcome("survived", capped="capped" in values, tests_run=run, tests_mapped=mapped, cpu=cpu)


@dataclass(eq=False)  # pytest keeps plugins in sets
class Runner:
    """A pytest plugin whose session runs mutants instead of its tests."""

    mutants: Sequence[Mutant]
    numbers: set[int]
    tests: dict[int, list[Mapped]]
    limits: Limits
    store: Callable[[int, Outcome], None]
    say: Callable[[str], None]
    skip: dict[int, int] = field(default_factory=dict)
    unreliable: set[str] = field(default_factory=set)
    reliable: set[str] = field(default_factory=set)
    process: int = field(default_factory=os.getpid)

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        wanted = {test.name for number in self.numbers for test in self.tests.get(number, ())}
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in wanted])
        items[:] = [item for item in items if item.nodeid in wanted]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome == "failed" and os.getpid() == self.process:
            raise pytest.UsageError(f"{report.nodeid} fails without a mutant: {report.longrepr}")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        places = {number: (module, mutant) for number, module, mutant in locate(self.mutants)}
        for number in sorted(self.numbers - places.keys()):
            self.store(number, Outcome("gone"))
        there = sorted(self.numbers & places.keys())
        living = living_functions({places[number][0] for number in there})
        self.forker = Forker(session, self.limits)
        self._prepare(session)
        for number in there:
            module, mutant = places[number]
            self.store(number, self._judge(number, module, mutant, living[module]))
        return True

    def _prepare(self, session: pytest.Session) -> None:
        """Run one test that needs the database here, so that it is migrated for the children."""
        with_database = [item for item in session.items if "_django_db_helper" in fixtures_of(item)]
        if with_database:
            first = min(with_database, key=lambda item: (is_transactional(item), len(fixtures_of(item))))
            self._leave_empty(first)
            session.config.hook.pytest_runtest_protocol(item=first, nextitem=self.forker.other(first))
            from server.database_pool import leave_pool

            leave_pool()  # a child opens its own connections, because a fork has no threads of a pool
        gc.collect()
        gc.freeze()

    def _leave_empty(self, first: pytest.Item) -> None:
        """Delete the rows of an earlier run that was stopped in the middle."""

        def work(child: Child) -> None:
            child.run([(first, self.limits.test)], self.forker.other(first))
            self._empty_database(child)

        self.forker.fork(work)

    def _judge(self, number: int, module: str, mutant: Mutant, living: Functions) -> Outcome:
        """Return the outcome. It is killed only if the failing test passes without the mutant in the same setup."""

        def change() -> int:
            tree = tree_of(module)
            site_of(tree, mutant).change()
            return swap(module, tree, living)

        while True:
            mapped = [test for test in self.tests.get(number, ()) if test.name not in self.unreliable]
            tests = self.forker.tests(order_tests(mapped, module))[self.skip.get(number, 0) :]
            if not tests:
                return Outcome("survived" if mapped else "not executed", tests_mapped=len(mapped))
            outcome = outcome_of(self.forker.try_tests(tests, change), len(mapped))
            outcome.tests_run += self.skip.get(number, 0)
            if outcome.outcome != "killed" or self._passes_unchanged(outcome):
                return outcome
            self.unreliable.add(outcome.by)

    def _passes_unchanged(self, outcome: Outcome) -> bool:
        """Return whether the failing test passes on unchanged code, so that its failure can be trusted."""
        name = outcome.by
        if not name:
            return True
        item = self.forker.items[name]
        if outcome.how != "failed" and is_transactional(item):
            self.forker.fork(self._empty_database)  # the test was stopped in the middle
        if name not in self.reliable:
            lines = self.forker.try_tests([(item, self.limits.test)], lambda: 1)
            again = outcome_of(lines, 1)
            if again.outcome == "survived":
                self.reliable.add(name)
            else:
                why = [line["why"] for line in lines if "why" in line]
                self.say(f"{name} also fails without a mutant: left out. {again.how} {why}")
        return name in self.reliable

    def _empty_database(self, _child: Child) -> None:
        from django.core.management import call_command
        from pytest_django.plugin import blocking_manager_key

        self.forker.session.config.stash[blocking_manager_key].unblock()
        call_command("flush", interactive=False, verbosity=0)


def numbers_of(share: str, count: int) -> range:
    """Return the numbers of a share. `2/3` means every third number, beginning with the second."""
    which, of = (int(part) for part in share.split("/"))
    return range(which - 1, count, of)
