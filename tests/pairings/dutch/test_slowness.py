"""Rounds that a climb over histories has found to be slow (`python -m benchmarks.slowness`), in counted steps."""

from random import Random

import pytest

from benchmarks.slowness import History, counted, steps
from pairings.systems.dutch import Options, pair

#: Each with the steps that its first round by the engine may take, reasons included.
FOUND = [
    (History(199, 0.9, 0.9, (0.3, 0.3, 0.3), 0.02, 2, 0.45, 3, 0, 951219), 40_000),
    (History(200, 0.6, 0.6, (0.3, 0.3, 0.3), 0.1, 2, 0.45, 4, 2, 217932), 55_000),
    (History(300, 0.3, 0.6, (0.3, 0.3, 0.3), 0.02, 3, 0.45, 2, 0, 861640), 80_000),
]


class TestRoundsThatWereSlow:
    @pytest.mark.parametrize(("history", "most"), FOUND)
    def test_take_no_more_steps_than_they_did(self, history, most):
        stage = next(history.stages())
        with counted() as made:
            plan = pair(stage, Options(), Random(0))
        assert len(plan.pairings) > history.players / 3
        assert steps(made) <= most
