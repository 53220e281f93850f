"""The engine against the text read aloud, on random positions.

python -m pytest tests/pairings/dutch/test_second_opinion.py [--dutch-positions 10000]
"""

import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

import pytest

from pairings.plan import NoLegalPairing
from pairings.snapshot import ByeKind
from pairings.systems.dutch import Options, pair
from tests.pairings.dutch.literal import Literal
from tests.pairings.dutch.literal_2017 import Literal2017, NotRead
from tests.pairings.dutch.positions import HardPosition, Position


def by_engine(snapshot, edition="2026"):
    try:
        plan = pair(snapshot, Options(edition), Random(0))
    except NoLegalPairing:
        return None, None
    bye = next((bye.player for bye in plan.byes if bye.kind is ByeKind.ALLOCATED), None)
    return {(p.first, p.second) for p in plan.pairings}, bye


def compared(seed, kind=Position):
    """(seed, the text's pairs and bye, the engine's); nobody there is no position."""
    snapshot = kind(seed).snapshot
    if not snapshot.to_be_paired():
        return seed, None, None
    literal = Literal(snapshot)
    return seed, (literal.pairs, literal.bye), by_engine(snapshot)


class TestSecondOpinion:
    def test_engine_and_text_agree_in_every_pair_colour_and_bye(self, request):
        positions = request.config.getoption("--dutch-positions")
        with ProcessPoolExecutor(os.cpu_count()) as workers:
            results = list(workers.map(compared, range(positions), chunksize=10))
        assert [seed for seed, text, engine in results if text != engine] == []
        paired = [text for _, text, _ in results if text and text[0]]
        impossible = [text for _, text, _ in results if text and text[0] is None]
        assert len(paired) > positions / 2
        assert len(impossible) > positions / 50

    def test_they_agree_on_positions_of_hard_classes(self, request):
        positions = request.config.getoption("--dutch-positions")
        with ProcessPoolExecutor(os.cpu_count()) as workers:
            results = list(workers.map(partial(compared, kind=HardPosition), range(positions), chunksize=10))
        assert [seed for seed, text, engine in results if text != engine] == []
        assert len([text for _, text, _ in results if text and text[0]]) > positions / 2


def compared_by_2017(seed, kind=Position):
    """The same for the edition of 2017; smaller fields, for all candidates are judged."""
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
    def test_engine_and_text_agree_in_every_pair_colour_and_bye(self, request, kind):
        positions = request.config.getoption("--dutch-positions")
        with ProcessPoolExecutor(os.cpu_count()) as workers:
            results = list(workers.map(partial(compared_by_2017, kind=kind), range(positions), chunksize=10))
        assert [seed for seed, text, engine in results if text != engine] == []
        assert len([text for _, text, _ in results if text and text[0]]) > positions / 4
