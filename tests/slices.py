"""Choose the cases of a rotating test that run.

A test marked `rotates(N)` runs one in N of its cases in each slice; a run with all slices runs every case. The
commit chooses the slice of the complete list, so the same commit always runs the same tests and a failure repeats.
Without `--slice` nothing rotates: a test file that is named runs all its cases.
"""

from __future__ import annotations

import subprocess
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar
from zlib import crc32

import pytest

ROOT = Path(__file__).resolve().parents[1]
Case = TypeVar("Case")


def slice_of_commit(root: Path = ROOT) -> int:
    """Return the number that the checked-out commit stands for; 0 without a repository, as in a release archive."""
    asked = subprocess.run(["git", "rev-parse", "HEAD"], cwd=root, capture_output=True, text=True, check=False)
    return int(asked.stdout[:8], 16) if asked.returncode == 0 else 0


def take_slice(cases: Sequence[Case], of: int, number: int | None, key: str) -> list[Case]:
    """Return one in `of` cases, in order; all of them if the slice's number is None.

    The key shifts the start, so that tests with few cases do not all run in the same slice.
    """
    if number is None:
        return list(cases)
    start = (number + crc32(key.encode())) % of
    return list(cases[start::of])


def choose_cases(request: pytest.FixtureRequest, cases: Iterable[Case], *, of: int) -> list[Case]:
    """Return the cases that a test loops over in this run, if they are not its parameters."""
    return take_slice(list(cases), of, request.config.getoption("slice"), request.node.nodeid)


def outside(items: Sequence[pytest.Item], number: int | None) -> list[pytest.Item]:
    """Return the collected tests that belong to other slices."""
    if number is None:
        return []
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("rotates"):
            cases[item.nodeid.partition("[")[0]].append(item)
    left = []
    for test, found in cases.items():
        marker = found[0].get_closest_marker("rotates")
        assert marker is not None
        answer = set(take_slice(found, marker.args[0], number, test))
        left += [item for item in found if item not in answer]
    return left
