"""The engine compared with the literal implementation on random positions.

python -m pytest tests/pairings/dutch/test_second_opinion.py [--dutch-positions 10000]
"""

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

import pytest

from pairings.plan import NoLegalPairing
from pairings.snapshot import ByeKind
from pairings.systems.dutch import Options, pair
from tests.pairings.dutch.literal import Literal
from tests.pairings.dutch.literal_2012 import Literal2012
from tests.pairings.dutch.literal_2017 import Literal2017, NotRead
from tests.pairings.dutch.positions import HardPosition, Position


def by_engine(snapshot, edition="2026", **options):
    try:
        plan = pair(snapshot, Options(edition, **options), Random(0))
    except NoLegalPairing:
        return None, None
    bye = next((bye.player for bye in plan.byes if bye.kind is ByeKind.ALLOCATED), None)
    return {(p.first, p.second) for p in plan.pairings}, bye


def compare_position(seed, kind=Position):
    """Return (seed, the text's pairs and bye, the engine's); both are None if no player is present."""
    snapshot = kind(seed).snapshot
    if not snapshot.to_be_paired():
        return seed, None, None
    literal = Literal(snapshot)
    return seed, (literal.pairs, literal.bye), by_engine(snapshot)


class TestSecondOpinion:
    @pytest.mark.rotates(8)
    def test_engine_and_text_agree_in_every_pair_colour_and_bye(self, request):
        positions = request.config.getoption("--dutch-positions")
        with ProcessPoolExecutor(os.cpu_count()) as workers:
            results = list(workers.map(compare_position, range(positions), chunksize=10))
        assert [seed for seed, text, engine in results if text != engine] == []
        paired = [text for _, text, _ in results if text and text[0]]
        impossible = [text for _, text, _ in results if text and text[0] is None]
        assert len(paired) > positions / 2
        assert len(impossible) > positions / 50

    @pytest.mark.rotates(8)
    def test_they_agree_on_positions_of_hard_classes(self, request):
        positions = request.config.getoption("--dutch-positions")
        with ProcessPoolExecutor(os.cpu_count()) as workers:
            results = list(workers.map(partial(compare_position, kind=HardPosition), range(positions), chunksize=10))
        assert [seed for seed, text, engine in results if text != engine] == []
        assert len([text for _, text, _ in results if text and text[0]]) > positions / 2


def compared_by_2017(seed, kind=Position):
    """Compare a position by the edition of 2017, as (seed, the text's pairs and bye, the engine's).

    Fields are smaller, because all candidates are judged. Both answers are None if no player is present or the text has
    no candidate.
    """
    snapshot = kind(seed, 8).snapshot
    if not snapshot.to_be_paired():
        return seed, None, None
    try:
        literal = Literal2017(snapshot)
    except NotRead:
        return seed, None, None
    return seed, (literal.pairs, literal.bye), by_engine(snapshot, "2017")


class TestSecondOpinionOf2017:
    @pytest.mark.parametrize("kind", [Position, HardPosition])
    @pytest.mark.rotates(8)
    def test_engine_and_text_agree_in_every_pair_colour_and_bye(self, request, kind):
        positions = request.config.getoption("--dutch-positions")
        with ProcessPoolExecutor(os.cpu_count()) as workers:
            results = list(workers.map(partial(compared_by_2017, kind=kind), range(positions), chunksize=10))
        assert [seed for seed, text, engine in results if text != engine] == []
        assert len([text for _, text, _ in results if text and text[0]]) > positions / 4


def compared_by_2012(seed, kind=Position):
    """Return (seed, literal pairs and bye, the engine's, literal steps) by the edition of 2012.

    Every fifth position is paired without D.4.
    """
    snapshot = kind(seed, 8).snapshot
    if not snapshot.to_be_paired():
        return seed, None, None, Counter()
    factor = seed % 5 > 0
    literal = Literal2012(snapshot, factor=factor)
    return seed, (literal.pairs, literal.bye), by_engine(snapshot, "2012", score_factor=factor), literal.steps


class TestSecondOpinionOf2012:
    @pytest.mark.rotates(8)
    def test_engine_and_walk_agree_in_every_pair_colour_and_bye(self, request):
        positions = request.config.getoption("--dutch-positions")
        steps = Counter()
        for kind in (Position, HardPosition):
            with ProcessPoolExecutor(os.cpu_count()) as workers:
                results = list(workers.map(partial(compared_by_2012, kind=kind), range(positions), chunksize=10))
            assert [seed for seed, text, engine, _ in results if text != engine] == []
            assert len([text for _, text, _, _ in results if text and text[0]]) > positions / 4
            for each in results:
                steps += each[3]
        assert {"C.12", "C.13", "C.13 joined", "D.4", "D.4 remainder"} <= set(steps)
