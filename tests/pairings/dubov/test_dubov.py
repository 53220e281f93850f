"""Rounds by Dubov: recorded positions, a literal implementation, orders of the handbook, and reasons."""

import pytest

from pairings import judge
from pairings.snapshot import Player, Snapshot
from pairings.systems.dubov import PRESETS, SYSTEM, Options, why_not
from pairings.systems.dubov.engine import pair_field
from pairings.systems.dubov.field import DubovField
from pairings.systems.dubov.groups import shift_order
from pairings.systems.dubov.history import most_upfloats
from pairings.wording.sentences import sentence
from tests.pairings.dubov import literal
from tests.pairings.swiss_positions import agrees_with_text, as_set, positions, recorded_rounds, round_of


def test_recorded_positions_are_paired_the_same(request):
    differing, seen = [], 0
    for name, snapshot, expected in recorded_rounds(request, SYSTEM):
        plan = round_of(SYSTEM, snapshot)
        seen += 1
        if (None if plan is None else as_set(plan)) != expected:
            differing.append(name)
        assert plan is None or judge.violations(snapshot, plan, SYSTEM.promises, Options()) == ()
    assert differing == []
    assert seen >= 30


@pytest.mark.rotates(4)
def test_literal_reading_of_the_text_gives_the_same_pairs(request):
    seen = refused = 0
    count = request.config.getoption("--dutch-positions")
    for snapshot, options, plan in positions(SYSTEM, count, range(2, 7)):
        assert agrees_with_text(SYSTEM, snapshot, options, plan, lambda now: literal.Round(now).find_pairs())
        seen += 1
        refused += plan is None
    assert seen > 2 * count
    assert refused


@pytest.mark.parametrize(("size", "order"), [(7, "DCEBFAG"), (6, "CDBEAF")])
def test_players_are_shifted_from_the_middle_outwards(size, order):
    """Article 4.3: the handbook's example of seven players."""
    field = DubovField(Snapshot(tuple(Player(n) for n in range(1, size + 1)), planned_rounds=5), Options())
    found = shift_order(field, field.everybody, whites=False)
    assert "".join("ABCDEFG"[field.players[index].number - 1] for index in found) == order


def test_longer_tournaments_allow_more_upfloats_of_a_player():
    assert [most_upfloats(rounds) for rounds in (4, 5, 9, 10, 11)] == [2, 3, 3, 4, 4]


class TestReasons:
    def test_exist_in_words_for_every_table(self, request):
        """Reasons of each recorded position: who floated up, who was shifted, and why not the first free player."""
        codes = set()
        for _name, snapshot, expected in recorded_rounds(request, SYSTEM):
            if expected is not None:
                plan = round_of(SYSTEM, snapshot)
                for reason in [reason for each in (*plan.pairings, *plan.byes) for reason in each.reasons]:
                    codes.add(reason.code)
                    assert "{" not in sentence(reason)
                    assert reason.article or reason.code == "bye-requested"
        assert {"dubov-first-free", "dubov-not-first", "dubov-first-barred", "dubov-shifted"} <= codes
        assert {"dubov-upfloat", "dubov-upfloat-again", "dubov-bye"} <= codes

    def test_explain_why_two_players_do_not_meet(self, request):
        codes = set()
        for _name, snapshot, expected in list(recorded_rounds(request, SYSTEM))[:8]:
            present = [player.number for player in snapshot.to_be_paired()]
            meet = {frozenset(pair) for pair in expected or ()}
            for a, b in zip(present, present[1:] + present[:1], strict=True):
                if expected and frozenset((a, b)) not in meet and a != b:
                    (reason,) = why_not(snapshot, Options(), a, b)
                    assert reason.article
                    codes.add(reason.code)
        assert {"met-before", "dubov-why-group", "dubov-why-order"} <= codes
        assert {"dubov-why-first-group", "dubov-why-second-group"} & codes

    def test_name_players_without_rating(self):
        snapshot = Snapshot((Player(1, rating=2000), Player(2)), planned_rounds=1, first_colour="first")
        (reason,) = round_of(SYSTEM, snapshot).reasons
        assert (reason.code, reason.facts["players"]) == ("dubov-unrated", (2,))


def test_group_that_can_be_paired_alone_takes_no_upfloaters():
    snapshot = Snapshot(tuple(Player(n, rating=2000) for n in range(1, 9)), planned_rounds=5, first_colour="first")
    (bracket,) = pair_field(snapshot, Options()).brackets
    assert bracket.upfloaters == 0
    assert as_set(round_of(SYSTEM, snapshot)) == {(1, 5), (6, 2), (3, 7), (8, 4)}


def test_baku_acceleration_is_a_preset():
    assert PRESETS["fide-accelerated"].options == Options("baku")
