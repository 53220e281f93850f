"""Check that the tests still find what they found before, with a sample of mutants before and after a change of tests.

    python -m tests.tools.mutation choose CHOSEN               240 mutants, chosen by a seed
    python -m tests.tools.mutation map CHOSEN MAP              the tests that reach each mutant: one run of all tests
    python -m tests.tools.mutation killers CHOSEN MAP BEFORE   the tests that killed them before, without that run
    python -m tests.tools.mutation run CHOSEN MAP RESULTS      killed, survived, not executed or gone
    python -m tests.tools.mutation compare BEFORE AFTER        new survivors; status 1 if there are any

Arguments after `--` go to pytest: paths, `-n 2` (map only), `--all-events`, ... Tests that open a browser or start a
server are left out: the code they test runs in another process or is tested elsewhere.
A mutant is found again by module, function, operator, source text and order; line numbers may move.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from tests.tools.mutation import results, sample
from tests.tools.mutation.running import Limits, Outcome, Runner, numbers_of, read_map

ALWAYS = ("-q", "-m", "not browser", "--reuse-db", "--hypothesis-seed=0", "-p", "no:cacheprovider")
MAPPING = "tests.tools.mutation.mapping"


def choose(options: argparse.Namespace) -> int:
    mutants = sample.choose(options.seed, options.count)
    sample.store(mutants, options.chosen)
    for mutant in mutants:
        print(mutant.words)
    return 0


def map_tests(options: argparse.Namespace) -> int:
    if options.map.exists() and not options.add:
        options.map.unlink()
    values = {"MUTANTS_CHOSEN": options.chosen.resolve(), "MUTANTS_MAP": options.map.resolve()}
    if options.without:
        values["MUTANTS_WITHOUT"] = options.without.resolve()
    environment = {**os.environ, **{name: str(path) for name, path in values.items()}}
    command = [sys.executable, "-m", "pytest", "-p", MAPPING, *ALWAYS, *options.pytest]
    status = subprocess.run(command, cwd=sample.ROOT, env=environment, check=False).returncode
    mapped = read_map(options.map)
    print(f"Tests reach {len(mapped)} of {len(sample.load(options.chosen))} mutants.")
    return status


def map_killers(options: argparse.Namespace) -> int:
    lines = results.killers(options.before, sample.load(options.chosen))
    options.map.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    print(f"{len(lines)} tests killed {sum(len(line['mutants']) for line in lines)} mutants before.")
    return 0


def run(options: argparse.Namespace) -> int:
    import pytest

    mutants = sample.load(options.chosen)
    stored = results.Results(options.results, mutants)
    tests = read_map(options.map)
    numbers = set(numbers_of(options.share, len(mutants)))
    capped = {number for number, outcome in stored.outcomes.items() if outcome.capped}
    numbers = numbers & capped if options.capped else numbers - stored.outcomes.keys()
    if options.alive:
        numbers &= {number for number, mutant in enumerate(mutants) if mutant in results.alive(options.alive)}
    skip = {number: stored.outcomes[number].tests_run for number in numbers & capped}
    if options.share != "1/1":  # tests of different shares must not use the same database
        name = options.share.replace("/", "-of-")
        for variable, folder in (("EMBEDDED_POSTGRES_DIR", "postgres"), ("BACKUP_DIR", "backups")):
            os.environ[variable] = str(sample.ROOT / "var" / f"{folder}-mutants-{name}")

    def store(number: int, outcome: Outcome) -> None:
        stored.add(number, outcome)
        cap = " (capped)" if outcome.capped else ""
        counts = f"{outcome.tests_run}/{outcome.tests_mapped} tests, {outcome.cpu} s"
        print(f"{number:3} {outcome.outcome}{cap}, {counts}: {mutants[number].words} {outcome.by}", flush=True)

    limits = Limits(cpu=options.cpu, test=options.test_cpu)
    runner = Runner(mutants, numbers, tests, limits, store, print, skip)
    files = sorted({test.name.split("::")[0] for number in numbers for test in tests.get(number, ())})
    os.chdir(sample.ROOT)
    status = int(pytest.main([*files, *ALWAYS, "--tb=no", "-s", *options.pytest], plugins=[runner]))
    print(results.summary(options.results))
    return status


def join(options: argparse.Namespace) -> int:
    results.join(options.parts, options.results)
    print(results.summary(options.results))
    return 0


def compare(options: argparse.Namespace) -> int:
    lost, other = results.differences(options.before, options.after)
    for title, lines in (("New survivors", lost), ("Other changes", other)):
        print(f"{title}: {len(lines)}")
        for line in lines:
            print(f"  {line}")
    return 1 if lost else 0


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = top.add_subparsers(required=True)

    def verb(name: str, does: object, text: str, *files: str) -> argparse.ArgumentParser:
        added = verbs.add_parser(name, help=text, description=text)
        added.set_defaults(does=does)
        for file in files:
            added.add_argument(file, type=Path)
        return added

    one = verb("choose", choose, "Choose mutants and print them.", "chosen")
    one.add_argument("--seed", type=int, default=30)
    one.add_argument("--count", type=int, default=240)
    one = verb("map", map_tests, "Run tests once and note which of them reach each mutant.", "chosen", "map")
    one.add_argument("--add", action="store_true", help="keep the map and add more tests to it")
    one.add_argument("--without", type=Path, metavar="FILE", help="names of tests or files to leave out, one per line")
    verb("killers", map_killers, "Map the tests that killed mutants before, and no others.", "chosen", "map", "before")
    one = verb("run", run, "Run each mutant; mutants that RESULTS has are not run again.", "chosen", "map", "results")
    one.add_argument("--cpu", type=float, default=20.0, metavar="SECONDS", help="CPU limit for one mutant")
    text = "a test is stopped when it takes ten times its usual time and this much more: the mutant is killed"
    one.add_argument("--test-cpu", type=float, default=10.0, metavar="SECONDS", help=text)
    one.add_argument("--share", default="1/1", metavar="N/M", help="only this share, on a separate database server")
    one.add_argument("--capped", action="store_true", help="continue with the mutants that the limit stopped")
    one.add_argument("--alive", type=Path, metavar="RESULTS", help="only mutants that were not killed in these results")
    one = verb("join", join, "Join results of shares, or of maps of different tests.", "results")
    one.add_argument("parts", type=Path, nargs="+")
    verb("compare", compare, "Name mutants that only the earlier run killed.", "before", "after")
    return top


def main(arguments: list[str]) -> int:
    own, more = arguments, []
    if "--" in arguments:
        at = arguments.index("--")
        own, more = arguments[:at], arguments[at + 1 :]
    options = parser().parse_args(own)
    options.pytest = more
    return int(options.does(options))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
