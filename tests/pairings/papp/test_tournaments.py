"""Whole tournaments: every round passes the judge, and the final balances are fair."""

from collections import Counter

import pytest

from pairings.snapshot import ByeKind
from pairings.systems.papp import PRESETS
from tests.pairings.papp.field import simulate_stage


def games_of(snapshot):
    return Counter((pairing.first, pairing.second) for _, pairing in snapshot.recorded_pairings())


def byes_of_players(snapshot):
    return Counter(bye.player for each in snapshot.rounds for bye in each.byes if bye.kind is ByeKind.ALLOCATED)


@pytest.mark.parametrize("preset", ["papp", "slim"])
def test_sixty_othello_players_in_thirteen_rounds_pass_the_judge(preset):
    """There are absences, odd fields, draws and two late entries; the judge checks every round."""
    snapshot = simulate_stage(60, 13, 7, PRESETS[preset].options, nations="ABCDEFGH", late=2)
    assert len(snapshot.rounds) == 13
    assert sum(byes_of_players(snapshot).values()) > 3
    assert any(bye.kind is ByeKind.ZERO for each in snapshot.rounds for bye in each.byes)
    meetings = Counter(frozenset(game) for game in games_of(snapshot).elements())
    assert max(meetings.values()) == 1
    assert max(byes_of_players(snapshot).values()) == 1


def test_colours_are_even_over_a_tournament():
    balance = Counter()
    for (first, second), times in games_of(simulate_stage(60, 13, 7, late=2)).items():
        balance[first] += times
        balance[second] -= times
    assert max(map(abs, balance.values())) <= 2


def test_card_game_of_24_players_in_five_rounds_has_no_rematches():
    snapshot = simulate_stage(24, 5, 3, PRESETS["card-game"].options, late=0)
    assert max(Counter(frozenset(game) for game in games_of(snapshot).elements()).values()) == 1
