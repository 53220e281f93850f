"""Store one outcome per mutant, summarise files of results, and compare two of them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.tools.mutation.running import Outcome
from tests.tools.mutation.sample import Mutant

#: Outcomes that count as a loss if the mutant was killed before.
ALIVE = {"survived", "not executed"}
#: The order in which one of several outcomes of a mutant counts.
PREFERRED = ("killed", "gone", "survived", "not executed")


class Results:
    """Outcomes by the mutant's number, in a file that each new outcome extends."""

    def __init__(self, path: Path, mutants: Sequence[Mutant]) -> None:
        self.path, self.mutants = path, mutants
        self.outcomes: dict[int, Outcome] = {}
        if path.exists():
            stored = {Mutant(**row["mutant"]): Outcome(**row["outcome"]) for row in json.loads(path.read_text())}
            self.outcomes = {number: stored[one] for number, one in enumerate(mutants) if one in stored}

    def add(self, number: int, outcome: Outcome) -> None:
        self.outcomes[number] = outcome
        self.write()

    def write(self) -> None:
        rows = [
            {"mutant": asdict(self.mutants[number]), "outcome": asdict(outcome)}
            for number, outcome in sorted(self.outcomes.items())
        ]
        self.path.write_text(json.dumps(rows, indent=1) + "\n")


def load(path: Path) -> dict[Mutant, dict[str, Any]]:
    return {Mutant(**row["mutant"]): row["outcome"] for row in json.loads(path.read_text())}


def alive(path: Path) -> set[Mutant]:
    return {mutant for mutant, outcome in load(path).items() if outcome["outcome"] in ALIVE}


def killers(path: Path, mutants: Sequence[Mutant]) -> list[dict[str, Any]]:
    """Return the lines of a map with only the test that killed each mutant."""
    reached: dict[str, list[int]] = {}
    found = load(path)
    for number, mutant in enumerate(mutants):
        if (outcome := found.get(mutant)) and outcome["outcome"] == "killed":
            reached.setdefault(outcome["by"], []).append(number)
    return [{"test": test, "cpu": 1.0, "failed": False, "mutants": numbers} for test, numbers in reached.items()]


def summary(path: Path) -> str:
    outcomes = load(path).values()
    counts = Counter(outcome["outcome"] for outcome in outcomes)
    capped = sum(outcome["capped"] for outcome in outcomes)
    seconds = sum(outcome["cpu"] for outcome in outcomes)
    words = ", ".join(f"{count} {word}" for word, count in counts.most_common())
    return f"{len(outcomes)} mutants: {words} ({capped} capped); {seconds:.0f} CPU seconds."


def join(paths: Sequence[Path], output: Path) -> None:
    """Join several shares, or runs with different tests, into one file. Killed in one of them means killed."""
    joined: dict[Mutant, dict[str, Any]] = {}
    for mutant, new in (item for path in paths for item in load(path).items()):
        old = joined.get(mutant, new)
        best = dict(min(old, new, key=lambda outcome: PREFERRED.index(outcome["outcome"])))
        if old is not new:
            counts = {name: old[name] + new[name] for name in ("tests_run", "tests_mapped", "cpu")}
            best |= counts | {"capped": best["outcome"] == "survived" and (old["capped"] or new["capped"])}
        joined[mutant] = best
    rows = [{"mutant": asdict(mutant), "outcome": outcome} for mutant, outcome in joined.items()]
    output.write_text(json.dumps(rows, indent=1) + "\n")


def differences(before: Path, after: Path) -> tuple[list[str], list[str]]:
    """Return the losses and the other changes, one line each."""
    lost: list[str] = []
    other: list[str] = []
    now = load(after)
    for mutant, old in load(before).items():
        new = now.get(mutant, {"outcome": "not run", "capped": False})
        if new["outcome"] == old["outcome"]:
            continue
        capped = " (capped: run more of its tests)" if new["capped"] else ""
        line = f"{new['outcome']}{capped}, was {old['outcome']}: {mutant.words}"
        is_lost = new["outcome"] == "not run" or (old["outcome"] == "killed" and new["outcome"] in ALIVE)
        (lost if is_lost else other).append(f"{line} (before: {old['by']})" if is_lost else line)
    return lost, other
