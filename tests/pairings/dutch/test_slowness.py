"""Step counts of rounds that a hill climb over histories found to be slow (`python -m benchmarks.engines.slowness`)."""

from random import Random

import pytest

from benchmarks.engines.slowness import History, collect_solvers, steps
from pairings.systems.dutch import Options, pair

#: Histories, each with a round and the most steps that it may take, including reasons.
FOUND = [
    (History(199, 0.9, 0.9, (0.3, 0.3, 0.3), 0.02, 2, 0.45, 3, 0, 951219), 3, 8_900),
    (History(200, 0.6, 0.6, (0.3, 0.3, 0.3), 0.1, 2, 0.45, 4, 2, 217932), 3, 8_600),
    (History(300, 0.3, 0.6, (0.3, 0.3, 0.3), 0.02, 3, 0.45, 2, 0, 861640), 4, 15_900),
    (History(100, 0.0, 0.92, (0.1,) * 8, 0.0, 2, 0.45, 7, 1, 975356), 3, 3_100),
    (History(200, 0.0, 0.9, (0.45,), 0.036, 2, 0.414, 6, 2, 401160), 3, 14_400),
    (History(99, 1.0, 0.9, (0.45,), 0.02, 0, 0.45, 15, 0, 883646), 10, 2_100),
    (History(299, 0.0, 0.9, (0.1,) * 8, 0.02, 0, 0.4, 11, 1, 990230), 5, 45_500),
    (History(299, 0.0, 0.6402240243212906, (0.1,) * 8, 0.02, 4, 0.4, 2, 0, 692179), 5, 19_400),
    (History(1000, 0.2240234590742664, 0.8822266790816404, (), 0.005405963430307664, 3, 0.5, 10, 2, 52071), 4, 30_000),
    (History(199, 0.6843206844946763, 0.5603188297870803, (), 0.0, 3, 0.4, 13, 1, 629419), 6, 32_000),
    (History(299, 0.97, 1.0, (0.45,), 0.02, 3, 0.35679710603817294, 16, 0, 498577), 7, 17_400),
    (
        History(999, 0.8941316212969532, 0.5201343195031867, (0.1,) * 8, 0.0, 2, 0.44502077494477776, 16, 0, 172696),
        3,
        234_000,
    ),
    (History(299, 0.6, 0.5, (0.45,), 0.02, 4, 0.4, 5, 0, 367898), 5, 18_400),
    (History(299, 0.9594573632421455, 0.6, (0.5, 0.5), 0.0, 2, 0.45, 11, 0, 365913), 3, 152_000),
    (History(1000, 0.6, 1.0, (0.45,), 0.0, 2, 0.3973495859577938, 8, 0, 970066), 3, 950_000),
    (History(1000, 0.2277915087451282, 1.0, (), 0.0, 4, 0.5, 4, 0, 670640), 5, 32_000),
    (History(999, 0.0, 0.9460443287452992, (0.1,) * 8, 0.02, 3, 0.5470076303096957, 8, 1, 401130), 5, 266_000),
]


class TestRoundsThatWereSlow:
    @pytest.mark.parametrize(("history", "number", "most"), FOUND)
    @pytest.mark.rotates(8)
    def test_take_no_more_steps_than_they_did(self, history, number, most):
        stage = next(stage for stage in history.stages() if stage.next_round == number)
        with collect_solvers() as made:
            plan = pair(stage, Options(), Random(0))
        assert len(plan.pairings) > history.players / 3
        assert steps(made) <= most
