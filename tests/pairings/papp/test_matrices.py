"""Penalty tables and totals equal those of the program PAPP, cell by cell.

PAPP_MATRICES in the environment names a larger file in the same form.
"""

import json
import os
from pathlib import Path
from random import Random

import pytest

from pairings.commands.papp import options_of, snapshot_of
from pairings.systems.papp.field import field_of, solve
from pairings.systems.papp.record import BYE

SAMPLE = Path(__file__).parents[2] / "data" / "papp" / "matrices.json"
CASES = json.loads(Path(os.environ.get("PAPP_MATRICES", SAMPLE)).read_text(encoding="utf-8"))


def field_of_case(case):
    return field_of(snapshot_of(case), options_of(case, profile="as-papp"), Random(0))


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_every_cell_equals_that_of_papp(case):
    field = field_of_case(case)
    index = [BYE if name == "bye" else name for name in case["index"]]
    assert [[0 if a == b else field.penalty(a, b) for b in index] for a in index] == case["matrix"]


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_total_equals_that_of_papp(case):
    assert solve(field_of_case(case)).total == case["papp_total"]
