"""Pods compared with enumeration: sizes, byes, smallest costs, seats and wishes."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from pairings.judge import violations
from pairings.plan import CannotPair, NoLegalPairing, as_recorded
from pairings.snapshot import Bye, ByeKind, Decision, ForbiddenPair, Outcome, Pairing, Player, Result, Scoring, Snapshot
from pairings.systems import SYSTEMS
from pairings.systems.pods import Options, pair, why_not
from pairings.systems.pods.field import field_of, meetings, sizes
from pairings.systems.pods.tables import cheapest, cost_of
from pairings.wording.sentences import sentence

SCORING = Scoring(
    win=Fraction(5),
    draw=Fraction(1),
    forfeit_win=Fraction(5),
    allocated_bye=Fraction(5),
    half_bye=Fraction(1),
    pods=True,
)
USUAL, FOURS = Options(), Options(threes=False)


def start(size, **more):
    return Snapshot(tuple(Player(n) for n in range(1, size + 1)), scoring=SCORING, planned_rounds=6, **more)


def play_round(snapshot, rng, options=USUAL):
    """Return the snapshot after its next round, in which one player wins at each table, or all draw."""
    plan = pair(snapshot, options, Random(f"{rng.random()}"))
    tables = []
    for table in as_recorded(plan).pairings:
        winner = rng.randrange(len(table.players) + 1)
        sides = [Outcome.WIN if seat == winner else Outcome.LOSS for seat in range(len(table.players))]
        if winner == len(sides):
            sides = [Outcome.DRAW] * len(sides)
        tables.append(replace(table, result=Result(sides[0], sides[1], others=tuple(sides[2:]))))
    made = replace(as_recorded(plan), pairings=tuple(tables))
    return replace(snapshot, rounds=(*snapshot.rounds, made), next_round=snapshot.next_round + 1)


def after(size, rounds, seed=1, options=USUAL):
    snapshot, rng = start(size), Random(seed)
    for _round in range(rounds):
        snapshot = play_round(snapshot, rng, options)
    return snapshot


def divisions(left, tables):
    """Yield every way to divide players into tables of these sizes, each at least once."""
    if not left:
        yield []
        return
    first, *rest = left
    for size in set(tables):
        others = list(tables)
        others.remove(size)
        for group in combinations(rest, size - 1):
            remaining = [each for each in rest if each not in group]
            for found in divisions(remaining, others):
                yield [[first, *group], *found]


@pytest.mark.parametrize(
    ("players", "options", "expected"),
    [
        (3, USUAL, (0, 1, 0)), (4, USUAL, (1, 0, 0)), (5, USUAL, (1, 0, 1)), (6, USUAL, (0, 2, 0)),
        (7, USUAL, (1, 1, 0)), (9, USUAL, (0, 3, 0)), (10, USUAL, (1, 2, 0)), (13, USUAL, (1, 3, 0)),
        (23, USUAL, (5, 1, 0)), (24, USUAL, (6, 0, 0)), (3, FOURS, (0, 1, 0)), (7, FOURS, (1, 0, 3)),
        (23, FOURS, (5, 0, 3)),
    ],
)  # fmt: skip
def test_sizes_match_the_expected_table(players, options, expected):
    assert sizes(players, options) == expected


@pytest.mark.parametrize("size", [0, 1, 2])
def test_fewer_than_three_players_are_refused(size):
    with pytest.raises(CannotPair) as refused:
        pair(start(size), USUAL, Random(1))
    assert "needs three players" in sentence(refused.value.reason)


@pytest.mark.parametrize("size", [6, 7, 8, 9, 10, 11])
def test_no_division_is_cheaper(size):
    for seed in range(3):
        field = field_of(after(size, 3, seed), USUAL, Random(seed))
        cost, found, proved = cheapest(field, Random(seed))
        assert proved
        assert cost == cost_of(field, found)
        assert cost == min(cost_of(field, made) for made in divisions(range(size), list(field.sizes)))


@pytest.mark.parametrize("size", [13, 18, 23, 40])
def test_no_exchange_lowers_the_cost(size):
    snapshot = after(size, 3)
    field = field_of(snapshot, USUAL, Random(2))
    cost, found, _proved = cheapest(field, Random(2))
    for one, other in combinations(range(len(found)), 2):
        for a in range(len(found[one])):
            for b in range(len(found[other])):
                changed = [list(table) for table in found]
                changed[one][a], changed[other][b] = changed[other][b], changed[one][a]
                assert cost_of(field, changed) >= cost
    assert not list(violations(snapshot, pair(snapshot, USUAL, Random(2)), SYSTEMS["pods"].promises, USUAL))


def test_same_seed_gives_the_same_round_with_its_cost():
    snapshot = after(23, 3)
    plan = pair(snapshot, USUAL, Random("seed"))
    assert plan == pair(snapshot, USUAL, Random("seed"))
    (text,) = plan.reasons
    assert text.code == "pods-found"
    assert "larger changes were not tested" in sentence(text)
    (proved,) = pair(after(12, 3), USUAL, Random(1)).reasons
    assert proved.code == "pods-least"


def test_pods_of_three_are_at_the_bottom_and_rotate():
    snapshot, rng, sat = start(23), Random(7), Counter()
    for _round in range(4):
        snapshot = play_round(snapshot, rng)
        *fours, three = [table.players for table in snapshot.rounds[-1].pairings]
        assert {len(players) for players in fours} == {4}
        sat.update(three)
    assert set(sat.values()) == {1}


@pytest.mark.rotates(3)
def test_no_two_players_share_three_tables_while_others_are_left():
    """Twenty events have 23 players over four rounds, and twenty have 32 over five, with the usual weights."""
    for size, rounds in ((23, 4), (32, 5)):
        for seed in range(20):
            assert max(meetings(after(size, rounds, seed)).values()) <= 2


def test_seats_rotate():
    """In four rounds, each of four players has had each seat."""
    snapshot, rng = start(4), Random(3)
    for _round in range(4):
        snapshot = play_round(snapshot, rng)
    seats = Counter(
        (number, seat) for r in snapshot.rounds for p in r.pairings for seat, number in enumerate(p.players)
    )
    assert set(seats.values()) == {1}
    assert len(seats) == 16


def test_forfeited_table_does_not_count_as_a_meeting():
    forfeit = Result(Outcome.WIN, Outcome.LOSS, Decision.FORFEIT, others=(Outcome.LOSS, Outcome.LOSS))
    snapshot = after(8, 1)
    first, second = snapshot.rounds[0].pairings
    none = replace(snapshot.rounds[0], pairings=(replace(first, result=forfeit), second))
    met = field_of(replace(snapshot, rounds=(none,)), USUAL, Random(1)).met
    assert not any(met[frozenset(two)] for two in combinations(first.players, 2))
    assert all(met[frozenset(two)] for two in combinations(second.players, 2))


class TestByes:
    def test_second_bye_comes_only_after_everyone_had_one(self):
        snapshot, rng = start(5), Random(1)
        for _round in range(5):
            snapshot = play_round(snapshot, rng)
        assert Counter(bye.player for r in snapshot.rounds for bye in r.byes) == Counter(range(1, 6))

    def test_player_with_most_points_gets_no_bye(self):
        snapshot = after(6, 1, options=FOURS)
        had = {bye.player for bye in snapshot.rounds[0].byes}
        winner = next(
            table.players[table.result.outcomes.index(Outcome.WIN)] if Outcome.WIN in table.result.outcomes else 0
            for table in snapshot.rounds[0].pairings
        )
        given = {bye.player for bye in pair(snapshot, FOURS, Random(2)).byes}
        assert len(given) == 2
        assert not given & {winner, *had}

    def test_players_who_refuse_byes_get_none_or_the_round_is_refused(self):
        nobody = replace(start(5), players=tuple(Player(n, may_have_bye=n == 3) for n in range(1, 6)))
        assert [bye.player for bye in pair(nobody, USUAL, Random(1)).byes] == [3]
        with pytest.raises(NoLegalPairing):
            pair(replace(nobody, players=tuple(Player(n, may_have_bye=False) for n in range(1, 6))), USUAL, Random(1))

    def test_requested_bye_is_in_the_plan(self):
        plan = pair(start(9, byes=(Bye(4, ByeKind.HALF),)), USUAL, Random(1))
        assert [(bye.player, bye.kind) for bye in plan.byes] == [(4, ByeKind.HALF)]
        assert [len(table.players) for table in plan.pairings] == [4, 4]


class TestWishes:
    @pytest.mark.parametrize("size", [12, 23])
    def test_forbidden_and_fixed_groups_are_followed(self, size):
        apart = (ForbiddenPair(frozenset({1, 2, 3})),)
        for seed in range(5):
            plan = pair(start(size, forbidden=apart, fixed=((4, 5), (6, 0))[: 2 - size % 2]), USUAL, Random(seed))
            tables = [set(table.players) for table in plan.pairings]
            assert all(len(players & {1, 2, 3}) <= 1 for players in tables)
            assert any({4, 5} <= players for players in tables)

    def test_contradictory_wishes_are_refused_with_reason(self):
        four = (ForbiddenPair(frozenset(range(1, 9))),)
        for wishes in (
            {"forbidden": four},
            {"fixed": ((1, 2),), "forbidden": four},
            {"fixed": ((1, 2), (2, 3))},
            {"fixed": ((1, 99),)},
        ):
            with pytest.raises(NoLegalPairing) as refused:
                pair(start(8, **wishes), USUAL, Random(1))
            assert sentence(refused.value.reason).endswith(".")

    def test_reasons_explain_why_two_players_do_not_sit_together(self):
        snapshot = after(8, 1)
        (high,) = {max(p.players, key=lambda n: p.result.outcomes[p.players.index(n)] is Outcome.WIN)
                   for p in snapshot.rounds[0].pairings[:1]}  # fmt: skip
        met = next(n for n in snapshot.rounds[0].pairings[0].players if n != high)
        sentences = [sentence(reason) for reason in why_not(snapshot, USUAL, high, met)]
        assert sentences
        barred = replace(snapshot, forbidden=(ForbiddenPair(frozenset({1, 2})),))
        assert [reason.code for reason in why_not(barred, USUAL, 1, 2)] == ["forbidden-pair"]


def test_judge_reports_broken_rules():
    snapshot = after(8, 2)
    plan = pair(snapshot, USUAL, Random(1))
    promises = SYSTEMS["pods"].promises

    def codes(changed):
        return {violation.reason.code for violation in violations(snapshot, changed, promises, USUAL)}

    one, other = plan.pairings
    two = replace(plan, pairings=(replace(one, others=()), other))
    assert {"pods-size", "unpaired"} <= codes(two)
    gone = replace(plan, pairings=(replace(one, others=(*one.others[:1], other.first)), other))
    assert {"twice-in-round", "unpaired"} <= codes(gone)
    last = snapshot.rounds[-1].pairings
    again = replace(
        plan,
        pairings=tuple(
            replace(p, first=q.first, second=q.second, others=q.others)
            for p, q in zip(plan.pairings, last, strict=True)
        ),
    )
    assert codes(again) & {"pods-avoidable", "pods-seat"}
    assert isinstance(last[0], Pairing)
