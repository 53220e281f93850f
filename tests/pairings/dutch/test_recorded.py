"""Rounds of recorded tournaments, paired again: the same pairs, colours and bye.

    python -m pytest tests/pairings/dutch/test_recorded.py [--dutch-corpus FOLDER] [--dutch-2017-corpus FOLDER]
        [--dutch-2012-corpus FOLDER]

This checks every tournament of a folder instead of the sample of an edition, on all cores, with a progress bar.
"""

import sys
from dataclasses import replace

import pytest

from tests.pairings.dutch.corpus import bar, replay_all, replay_tournament, tournaments


class TestRecordedRounds:
    @pytest.mark.parametrize(
        ("edition", "option"),
        [("2026", "--dutch-corpus"), ("2017", "--dutch-2017-corpus"), ("2012", "--dutch-2012-corpus")],
    )
    @pytest.mark.rotates(3)
    def test_every_round_is_paired_as_it_was_recorded(self, request, capsys, edition, option):
        folder = request.config.getoption(option)
        found = tournaments(folder, edition)
        with capsys.disabled():
            checked, differing, slowest = replay_all(found, bar if folder else lambda done, of: None)
            if folder:
                _tell(checked, differing, slowest)
        assert not differing
        assert sum(checked.values()) > len(found) / 2

    @pytest.mark.parametrize(("edition", "least"), [("2017", 50), ("2012", 25)])
    @pytest.mark.rotates(8)
    def test_the_sample_tells_the_editions_apart(self, edition, least):
        """By the rules of 2026, more than `least` rounds are paired differently."""
        found = [replace(each, edition="2026") for each in tournaments(edition=edition)]
        differing = [each for tournament in found for each in replay_tournament(tournament)[1]]
        assert len(differing) > least

    def test_another_pairing_would_be_noticed(self):
        tournament = tournaments()[0]
        number, snapshot, recorded = list(tournament.rounds())[-1]
        pairs, bye = recorded
        turned = {(second, first) for first, second in pairs}

        class Turned:
            name, options = tournament.name, tournament.options

            def rounds(self):
                yield number, snapshot, (turned, bye)

        assert [(name, at) for name, at, *_ in replay_tournament(Turned())[1]] == [(tournament.name, number)]


def _tell(checked, differing, slowest):
    lines = [f"{size}: {rounds} rounds" for size, rounds in sorted(checked.items())]
    lines += [f"{sum(checked.values())} rounds checked, {len(differing)} differ"]
    lines += [f"{seconds:8.3f} s for {name} round {number}" for seconds, name, number in slowest]
    sys.stdout.write("\n".join([*lines, ""]))
