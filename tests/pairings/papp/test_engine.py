"""A round with the smallest total penalty: its players, forbidden pairs, and lots."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from pairings.judge import violations
from pairings.plan import CannotPair, NoLegalPairing
from pairings.snapshot import Bye, ByeKind, ForbiddenPair, Pairing, Player, Round
from pairings.systems import SYSTEMS
from pairings.systems.papp import PRESETS, Options, pair
from pairings.systems.papp import field as field_module
from pairings.systems.papp.colours import alternate
from pairings.systems.papp.field import field_of, solve
from pairings.systems.papp.record import FIRST, NONE, SECOND, PappRecord
from pairings.systems.papp.small_field import round_robin_pairs
from pairings.wording.sentences import sentence
from tests.pairings.papp.field import byes_of, game, pairs_of, players, round_of_games, simulate_stage, stage


def all_pairings(numbers):
    if not numbers:
        yield []
        return
    first, *rest = numbers
    for other in rest:
        for more in all_pairings([n for n in rest if n != other]):
            yield [(first, other), *more]


class TestTableOfWeights:
    @pytest.mark.parametrize("profile", ["exact", "as-papp"])
    @pytest.mark.parametrize("preset", PRESETS)
    def test_every_cell_is_the_weight_of_its_pair(self, preset, profile):
        """The engine compares kinds of players once, and earlier opponents separately; the result must be the same."""
        options = replace(PRESETS[preset].options, profile=profile)
        for seed in range(4):
            apart = (ForbiddenPair(frozenset({1, 2})),)
            field = field_of(simulate_stage(13 + seed, 5, seed, options, forbidden=apart), options, Random(0))
            for one, row in zip(field.free, field.costs(), strict=True):
                cells = [0 if one is other else field.weight(one.number, other.number) for other in field.free]
                assert list(row) == cells

    @pytest.mark.parametrize(
        "options",
        [
            Options(nation_apart=(1, 2, 3, 4, 5, 6)),
            Options(forbid_other_colours=True),
            Options(club=(10**9,), elitism=(10**9,), float_back=0, floats=(0, 10**9)),
        ],
        ids=["nations-apart", "no-game-twice", "largest"],
    )
    @pytest.mark.parametrize("seed", range(3))
    def test_every_cell_is_right_with_very_large_penalties(self, options, seed):
        apart = (ForbiddenPair(frozenset({1, 2, 3})),)
        field = field_of(simulate_stage(13 + seed, 5, seed, options, forbidden=apart), options, Random(0))
        for one, row in zip(field.free, field.costs(), strict=True):
            cells = [0 if one is other else field.weight(one.number, other.number) for other in field.free]
            assert list(row) == cells


class TestSmallestTotal:
    @pytest.mark.parametrize("seed", range(12))
    @pytest.mark.parametrize("preset", PRESETS)
    def test_no_pairing_at_all_is_cheaper(self, seed, preset):
        options = PRESETS[preset].options
        field = field_of(simulate_stage(7 + seed % 2, 1 + seed % 6, seed, options), options, Random(0))
        everybody = sorted(record.number for record in field.free)
        cheapest = min(field.total(pairs) for pairs in all_pairings(everybody))
        assert solve(field).total == cheapest

    @pytest.mark.parametrize("preset", PRESETS)
    def test_quick_table_is_the_sum_of_the_terms(self, preset):
        options = PRESETS[preset].options
        forbidden = [ForbiddenPair(frozenset({1, 2, 3}))]
        field = field_of(simulate_stage(21, 6, 3, options, forbidden=forbidden), options, Random(0))
        for one, row in zip(field.free, field.costs(), strict=True):
            for other, cost in zip(field.free, row, strict=True):
                assert one is other or cost == field.weight(one.number, other.number)

    @pytest.mark.parametrize("seed", range(6))
    @pytest.mark.parametrize("preset", PRESETS)
    @pytest.mark.rotates(3)
    def test_judge_finds_no_violation(self, seed, preset):
        options = PRESETS[preset].options
        snapshot = simulate_stage(15 + seed, 7, seed, options)
        assert violations(snapshot, pair(snapshot, options, Random(1)), SYSTEMS["papp"].promises, options) == ()


class TestPairedPlayers:
    def test_even_field_has_no_bye(self):
        assert byes_of(pair(stage(players(6)), Options(), Random(0))) == []

    def test_bye_goes_to_the_lowest_player_without_one(self):
        past = round_of_games(1, (1, 2, 1), (3, 4, 1), byes=(5,)), round_of_games(2, (1, 3, 1), (5, 2, 1), byes=(4,))
        assert byes_of(pair(stage(players(5), *past), Options(), Random(0))) == [2]

    def test_requested_byes_are_repeated_in_the_plan(self):
        plan = pair(stage(players(5), byes=(Bye(3, ByeKind.HALF),)), Options(), Random(0))
        assert [(bye.player, bye.kind) for bye in plan.byes] == [(3, ByeKind.HALF)]

    def test_withdrawn_and_not_yet_entered_players_are_not_paired(self):
        who = (*players(4), Player(5, withdrawn=1), Player(6, entered=3))
        assert pairs_of(pair(stage(who, round_of_games(1, (1, 2, 1), (3, 4, 1))), Options(), Random(0))) == [
            (1, 3),
            (2, 4),
        ]

    def test_late_entry_gets_no_bye(self):
        who = (*players(4), Player(5, entered=2))
        past = round_of_games(1, (1, 2, 0.5), (3, 4, 0.5))
        assert byes_of(pair(stage(who, past), Options(), Random(0))) != [5]

    def test_empty_field_has_no_pairs(self):
        assert pair(stage(()), Options(), Random(0)).pairings == ()

    def test_single_player_has_the_bye(self):
        assert byes_of(pair(stage(players(1)), Options(), Random(0))) == [1]

    def test_refusal_names_a_missing_result(self):
        with pytest.raises(CannotPair) as caught:
            pair(stage(players(2), Round(1, (Pairing(1, 1, 2),))), Options(), Random(0))
        assert (
            sentence(caught.value.reason)
            == "Round 1, table 1 has no result yet, but penalties need it. Enter it first."
        )


class TestManualPairs:
    def test_fixed_pairs_are_kept(self):
        plan = pair(stage(players(6), fixed=((6, 1),)), Options(), Random(0))
        assert (6, 1) in [(p.first, p.second) for p in plan.pairings]
        assert len(plan.pairings) == 3

    @pytest.mark.parametrize(
        ("change", "text"),
        [
            (
                {"fixed": ((1, 9),)},
                ("1 and 9 are paired manually, but not both are available. Unpair them, then pair the rest."),
            ),
            (
                {"fixed": ((1, 2),), "byes": (Bye(2, ByeKind.HALF),)},
                ("1 and 2 are paired manually, but not both are available. Unpair them, then pair the rest."),
            ),
            (
                {"fixed": ((1, 2), (2, 3))},
                ("2 and 3 are paired manually, but one of them is in another pair. Unpair one of the pairs."),
            ),
            (
                {"fixed": ((1, 1),)},
                ("1 and 1 are paired manually, but one of them is in another pair. Unpair one of the pairs."),
            ),
            (
                {"fixed": ((1, 2),), "forbidden": (ForbiddenPair(frozenset({1, 2})),)},
                (
                    "1 and 2 are paired manually, but are a forbidden pair in this round. Unpair them, "
                    "or remove the forbidden pair."
                ),
            ),
        ],
    )
    def test_contradictions_are_refused_with_reason(self, change, text):
        with pytest.raises(CannotPair) as caught:
            pair(stage(players(4), **change), Options(), Random(0))
        assert sentence(caught.value.reason) == text

    def test_reason_names_the_manual_pair(self):
        plan = pair(stage(players(2), fixed=((2, 1),)), Options(), Random(0))
        assert plan.pairings[0].reasons[0].code == "by-hand"

    def test_lowest_score_includes_manually_paired_players(self):
        past = round_of_games(1, (1, 2, 1), (3, 4, 1))
        who = (*players(4), Player(5, entered=2))
        snapshot = stage(who, past, fixed=((2, 4),))
        assert field_of(snapshot, Options(), Random(0)).everybody[0].score == -1


class TestForbiddenPairs:
    def test_pairs_do_not_meet_in_their_rounds(self):
        rule = ForbiddenPair(frozenset({1, 2}), first_round=1, last_round=1)
        for seed in range(8):
            assert (1, 2) not in pairs_of(pair(stage(players(4), forbidden=(rule,)), Options(), Random(seed)))

    def test_pairs_may_meet_after_their_rounds(self):
        rule = ForbiddenPair(frozenset({1, 2}), last_round=1)
        snapshot = stage(players(2), Round(1, ()), forbidden=(rule,))
        assert pairs_of(pair(snapshot, Options(), Random(0))) == [(1, 2)]

    def test_refusal_names_the_players_that_block_a_legal_pairing(self):
        rule = ForbiddenPair(frozenset({1, 2, 3}))
        with pytest.raises(NoLegalPairing) as caught:
            pair(stage(players(4), forbidden=(rule,)), Options(), Random(0))
        blocked = caught.value.reason.facts["players"]
        assert len(blocked) == 2
        assert set(blocked) < {1, 2, 3}

    def test_round_is_refused_if_no_one_may_have_the_bye(self):
        who = tuple(Player(number, may_have_bye=False) for number in (1, 2, 3))
        with pytest.raises(NoLegalPairing) as caught:
            pair(stage(who), Options(), Random(0))
        (blocked,) = caught.value.reason.facts["players"]
        assert blocked in {1, 2, 3}

    def test_player_who_refuses_the_bye_gets_none(self):
        who = (Player(1, may_have_bye=False), Player(2, may_have_bye=False), Player(3))
        assert byes_of(pair(stage(who), Options(), Random(0))) == [3]

    def test_forbidden_unless_unavoidable_outweighs_any_sum_of_penalties(self):
        """Four floats of four wins cost more than PAPP's infinity, but nobody plays the same game again."""
        past = [round_of_games(number, (1, 2, 1)) for number in range(1, 41)]
        past = [*past, round_of_games(41, (3, 4, 1))]
        who = players(4)
        options = Options(floats=(0, 900_000_000), absence_counts_as_bye=False)
        assert (1, 2) not in pairs_of(pair(stage(who, *past), options, Random(0)))

    def test_unavoidable_pair_is_made_and_reported(self):
        plan = pair(stage(players(2), round_of_games(1, (1, 2, 1)), round_of_games(2, (2, 1, 1))), Options(), Random(0))
        assert pairs_of(plan) == [(1, 2)]
        assert "papp-unavoidable" in [reason.code for reason in plan.reasons]


class TestLots:
    def test_same_seed_gives_the_same_plan(self):
        snapshot = simulate_stage(20, 4, 1)
        assert pair(snapshot, Options(), Random(3)) == pair(snapshot, Options(), Random(3))

    def test_another_seed_gives_another_first_round(self):
        assert len({tuple(pairs_of(pair(stage(players(20)), Options(), Random(s)))) for s in range(5)}) == 5

    def test_first_round_is_drawn_evenly(self):
        partners = Counter(
            next(
                b if a == 1 else a for a, b in pairs_of(pair(stage(players(6)), Options(), Random(seed))) if 1 in (a, b)
            )
            for seed in range(500)
        )
        assert set(partners) == {2, 3, 4, 5, 6}
        assert min(partners.values()) > 60

    def test_plan_of_a_seed_is_the_same_on_every_machine(self):
        plan = pair(stage(players(8)), Options(), Random(2026))
        assert pairs_of(plan) == [(1, 5), (2, 6), (3, 8), (4, 7)]


class TestColours:
    def test_players_who_were_second_are_first(self):
        plan = pair(stage(players(4), round_of_games(1, (1, 2, 1), (4, 3, 0))), Options(), Random(0))
        assert {(p.first, p.second) for p in plan.pairings} & {(1, 3), (3, 1)}

    @pytest.mark.parametrize(
        ("one", "other", "expected"),
        [
            ((FIRST, SECOND), (SECOND, FIRST), FIRST),
            ((FIRST, FIRST), (SECOND, FIRST), SECOND),
            ((FIRST, NONE), (FIRST, FIRST), FIRST),
            ((NONE,), (SECOND,), SECOND),
            ((SECOND, FIRST), (SECOND, FIRST), 0),
            ((), (), 0),
        ],
    )
    def test_equal_penalties_alternate_the_last_difference(self, one, other, expected):
        assert alternate(PappRecord(1, colours=one), PappRecord(2, colours=other)) == expected

    def test_colour_differences_stay_within_two(self):
        snapshot = simulate_stage(16, 6, 5)
        balances = [record.balance for record in field_of(snapshot, Options(), Random(0)).free]
        assert max(map(abs, balances)) <= 2


def test_tables_are_ordered_by_higher_score_then_sum():
    field = field_of(simulate_stage(20, 5, 2), Options(), Random(0))
    plan = pair(simulate_stage(20, 5, 2), Options(), Random(0))
    keys = [sorted((field.everybody[p.first].score, field.everybody[p.second].score))[::-1] for p in plan.pairings]
    assert all((a[0], sum(a)) >= (b[0], sum(b)) for a, b in pairwise(keys))
    assert [p.table for p in plan.pairings] == list(range(1, len(keys) + 1))


class TestPresets:
    def test_card_game_pairs_equal_scores_without_rematches(self):
        options = PRESETS["card-game"].options
        snapshot = simulate_stage(24, 4, 9, options)
        plan = pair(snapshot, options, Random(0))
        met = {frozenset((p.first, p.second)) for _, p in snapshot.recorded_pairings()}
        assert not met & {frozenset((p.first, p.second)) for p in plan.pairings}

    def test_slim_pairs_neighbours(self):
        discs = ((1, 2, 60), (3, 4, 50), (5, 6, 45), (7, 8, 40))
        past = Round(1, tuple(game(t, a, b, 1, (own, 64 - own)) for t, (a, b, own) in enumerate(discs, start=1)), ())
        plan = pair(stage(players(8), past), PRESETS["slim"].options, Random(0))
        assert pairs_of(plan) == [(1, 3), (2, 4), (5, 7), (6, 8)]

    def test_club_keeps_club_mates_apart_early(self):
        who = players(8, club=dict.fromkeys(range(1, 5), "x"))
        plan = pair(stage(who), PRESETS["club"].options, Random(0))
        assert all((a <= 4) != (b <= 4) for a, b in pairs_of(plan))


class TestSmallField:
    """Section 5: a small field may play a round robin."""

    def tournament(self, count, rounds):
        options = Options(small_field=True)
        past = ()
        for number in range(1, rounds + 1):
            snapshot = stage(players(count), *past, planned_rounds=rounds)
            plan = pair(snapshot, options, Random(number))
            assert violations(snapshot, plan, SYSTEMS["papp"].promises, options) == () or number >= count
            games = tuple(game(p.table, p.first, p.second, 1) for p in plan.pairings)
            past += (Round(number, games, tuple(Bye(bye.player, bye.kind) for bye in plan.byes)),)
        return past

    @pytest.mark.parametrize("count", [4, 5, 6, 7, 8, 9, 10])
    def test_all_players_meet_once(self, count):
        rounds = count - 1 + count % 2
        past = self.tournament(count, rounds)
        met = Counter(frozenset((p.first, p.second)) for each in past for p in each.pairings)
        assert len(met) == count * (count - 1) // 2
        assert set(met.values()) == {1}

    def test_second_cycle_reverses_the_colours(self):
        past = self.tournament(4, 6)
        games = Counter((p.first, p.second) for each in past for p in each.pairings)
        assert len(games) == 12

    def test_round_robin_is_not_used_with_fewer_rounds(self):
        past = self.tournament(4, 2)
        assert "papp-small-field" not in [
            reason.code for reason in pair(stage(players(4), *past, planned_rounds=3), Options(), Random(0)).reasons
        ]

    @pytest.mark.parametrize(
        "change",
        [
            {"planned_rounds": 2},
            {"planned_rounds": None},
            {"byes": (Bye(1, ByeKind.ZERO),)},
            {"fixed": ((1, 2),)},
            {"forbidden": (ForbiddenPair(frozenset({1, 2})),)},
        ],
    )
    def test_round_robin_is_not_used_if_its_conditions_fail(self, change):
        past = self.tournament(4, 1)
        assert round_robin_pairs(stage(players(4), *past, planned_rounds=3)) is not None
        assert round_robin_pairs(stage(players(4), *past, **{"planned_rounds": 3, **change})) is None

    def test_round_robin_is_not_used_after_a_round_outside_its_schedule(self):
        past = self.tournament(4, 3)
        assert round_robin_pairs(stage(players(4), past[0], past[0], planned_rounds=3)) is None


class TestBounds:
    """Section 4.4: the work of a round is counted, and a round beyond the limit is refused without delay."""

    def test_too_large_field_is_refused_before_its_table_is_made(self, monkeypatch):
        monkeypatch.setattr(field_module, "MOST_PLAYERS", 6)
        monkeypatch.setattr(field_module, "weights", None)
        with pytest.raises(CannotPair) as refused:
            pair(stage(players(8)), Options(), Random(0))
        assert refused.value.reason.code == "papp-too-many"
        assert "there are 8" in sentence(refused.value.reason)

    def test_largest_field_is_paired(self, monkeypatch):
        monkeypatch.setattr(field_module, "MOST_PLAYERS", 6)
        assert len(pair(stage(players(6)), Options(), Random(0)).pairings) == 3

    def test_too_long_search_is_refused(self, monkeypatch):
        monkeypatch.setattr(field_module, "MOST_EDGES", 10)
        with pytest.raises(CannotPair) as refused:
            pair(simulate_stage(40, 4, 1), Options(), Random(0))
        assert refused.value.reason.code == "papp-too-much"
        assert "manually" in sentence(refused.value.reason)

    def test_weight_takes_eight_bytes_in_a_table(self):
        costs = field_of(stage(players(40)), Options(), Random(0)).costs()
        assert {(row.typecode, row.itemsize) for row in costs} == {("q", 8)}

    @pytest.mark.parametrize("options", [Options(forbid_other_colours=True), Options(nation_apart=(3,))])
    def test_equal_weights_share_one_object_if_some_are_too_large(self, options):
        costs = field_of(simulate_stage(40, 2, 1), options, Random(0)).costs()
        cells = [cost for row in costs for cost in row]
        assert max(cells) > 2**64
        assert len({id(cost) for cost in cells}) < len(set(cells)) + len(cells) // 10
