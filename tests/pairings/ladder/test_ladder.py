"""Rounds on a ladder: the cheapest of all possible pairings, byes, challenges, and reasons."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from pairings import judge
from pairings.plan import CannotPair, NoLegalPairing, PlannedBye, PlannedPairing, RoundPlan
from pairings.snapshot import Bye, ByeKind, ForbiddenPair, Player, Snapshot
from pairings.systems.ladder import SYSTEM, Options, ladder, why_not
from pairings.wording.sentences import sentence
from tests.pairings.ladder.naive import LOST, WON, evenings, on_paper, plan_or_none, play_round

EIGHT = tuple(Player(n) for n in range(1, 9))


def matchings(players):
    if not players:
        yield ()
        return
    first, *rest = players
    for other in rest:
        for pairs in matchings([player for player in rest if player != other]):
            yield ((first, other), *pairs)


def price(snapshot, options, line, pairs):
    """Return the cost of a round as the docs define it; None if it is not allowed."""
    for one, other in pairs:
        met = [n for n, p in snapshot.recorded_pairings() if {p.first, p.second} == {one, other} and _counts(p)]
        if met and met[-1] > snapshot.next_round - 1 - options.apart:
            return None
        if any({one, other} <= rule.players for rule in snapshot.forbidden):
            return None
    gaps = [abs(line.index(one) - line.index(other)) for one, other in pairs]
    return len([gap for gap in gaps if gap > options.reach]), sum(gap**2 for gap in gaps)


def _counts(pairing):
    return pairing.result is None or pairing.result.played


def rounds_by_hand(snapshot, options):
    """Yield every legal round of the free players: the price, the bye (None without one) and the pairs."""
    line = on_paper(snapshot, options)
    fixed = {n for pair in snapshot.fixed for n in pair}
    free = [p.number for p in snapshot.to_be_paired() if p.number not in fixed]
    willing = {p.number for p in snapshot.players if p.may_have_bye}
    for bye in [n for n in free if n in willing] if len(free) % 2 else [None]:
        for pairs in matchings([n for n in free if n != bye]):
            cost = price(snapshot, options, line, pairs)
            if cost is not None:
                yield cost, bye, pairs


def due_for_bye(snapshot, options):
    """Return a sort key that puts the player first who is next to have the bye."""
    line = on_paper(snapshot, options)
    had = Counter(b.player for r in snapshot.rounds for b in r.byes if b.kind is ByeKind.ALLOCATED)
    return lambda number: (had[number], -line.index(number))


@pytest.mark.rotates(8)
def test_no_pairing_is_cheaper():
    """Thousands of pairings of the present players, with all byes, are compared; the judge does not object."""
    seen = refused = odd = 0
    for snapshot, options, plan in evenings(500):
        legal = list(rounds_by_hand(snapshot, options))
        if plan is None:
            forbidden = any({*pair} <= rule.players for pair in snapshot.fixed for rule in snapshot.forbidden)
            assert not legal or forbidden or not snapshot.to_be_paired()
            refused += 1
            continue
        away = {bye.player for bye in snapshot.byes} | {max(pair) for pair in snapshot.fixed if 0 in pair}
        bye = next((b.player for b in plan.byes if b.kind is ByeKind.ALLOCATED and b.player not in away), None)
        if bye is not None:
            assert bye == min((each for _cost, each, _pairs in legal), key=due_for_bye(snapshot, options))
            odd += 1
        by_hand = set(map(frozenset, snapshot.fixed))
        own = [(p.first, p.second) for p in plan.pairings if frozenset((p.first, p.second)) not in by_hand]
        best = min(cost for cost, each, _pairs in legal if each == bye)
        assert price(snapshot, options, on_paper(snapshot, options), own) == best
        assert by_hand <= {frozenset((p.first, p.second)) for p in plan.pairings} | {
            frozenset((b.player, 0)) for b in plan.byes
        }
        assert judge.unexplained_violations(snapshot, plan, SYSTEM.promises, options) == ()
        seen += len(legal)
    assert seen > 9_000
    assert refused > 20 < odd


def test_first_evenings_of_eight_pair_neighbours_then_players_two_apart():
    """Neighbours meet first, then players two places apart, because nobody meets again within two rounds."""
    snapshot = Snapshot(EIGHT)
    rounds = []
    for _number in range(3):
        plan = plan_or_none(snapshot, Options())
        rounds.append({frozenset((p.first, p.second)) for p in plan.pairings})
        higher_wins = [replace(p, result=WON if p.first < p.second else LOST) for p in plan.pairings]
        snapshot = play_round(snapshot, replace(plan, pairings=tuple(higher_wins)), Random(0), ends=[None])
        snapshot = replace(snapshot, rounds=(*snapshot.rounds[:-1], _won_by_higher(snapshot.rounds[-1])))
    assert rounds[0] == {frozenset(p) for p in ((1, 2), (3, 4), (5, 6), (7, 8))}
    assert rounds[1] == {frozenset(p) for p in ((1, 3), (2, 4), (5, 7), (6, 8))}
    assert not rounds[2] & (rounds[0] | rounds[1])


def _won_by_higher(evening):
    tables = tuple(replace(p, result=WON if p.first < p.second else LOST) for p in evening.pairings)
    return replace(evening, pairings=tables)


def test_distances_count_places_of_absent_players():
    """Of eight players, 1, 2, 6 and 8 are present: two pairs are possible with nobody more than three places apart."""
    away = tuple(Bye(n, ByeKind.ZERO) for n in (3, 4, 5, 7))
    plan = plan_or_none(Snapshot(EIGHT, byes=away), Options())
    assert [{p.first, p.second} for p in plan.pairings] == [{1, 2}, {6, 8}]
    far = plan_or_none(Snapshot(EIGHT[:6], byes=tuple(Bye(n, ByeKind.ZERO) for n in (2, 3, 4, 5))), Options())
    (table,) = far.pairings
    assert table.reasons[0].code == "ladder-far"
    assert "beyond the challenge limit" in sentence(table.reasons[0])


class TestBye:
    def test_moves_up_from_the_lowest_until_everyone_had_one(self):
        snapshot, given = Snapshot(EIGHT[:5]), []
        for _number in range(6):
            plan = plan_or_none(snapshot, Options())
            (bye,) = plan.byes
            given.append(bye.player)
            snapshot = play_round(snapshot, plan, Random(0), ends=[None])
        assert given == [5, 4, 3, 2, 1, 5]

    def test_is_not_given_to_players_who_refuse_it(self):
        players = tuple(replace(p, may_have_bye=p.number == 1) for p in EIGHT[:3])
        assert [bye.player for bye in plan_or_none(Snapshot(players), Options()).byes] == [1]
        with pytest.raises(NoLegalPairing):
            SYSTEM.pair(Snapshot(tuple(replace(p, may_have_bye=False) for p in players)), Options(), Random(0))

    def test_skips_a_player_if_the_others_could_not_be_paired(self):
        """1 and 2 must not meet: a bye for 3, the lowest, would leave them unpaired."""
        snapshot = Snapshot(EIGHT[:3], forbidden=(ForbiddenPair(frozenset((1, 2))),))
        plan = plan_or_none(snapshot, Options())
        assert [bye.player for bye in plan.byes] == [2]
        assert [(r.code, r.facts["player"]) for r in plan.reasons] == [("ladder-bye-passed", 3)]
        assert judge.unexplained_violations(snapshot, plan, SYSTEM.promises, Options()) == ()
        assert judge.violations(snapshot, plan, SYSTEM.promises, Options())


class TestChallenges:
    """A challenge is a pair that is fixed before the round."""

    def test_challenge_is_kept_and_the_others_are_paired_around_it(self):
        plan = plan_or_none(Snapshot(EIGHT, fixed=((4, 2),)), Options())
        assert [{p.first, p.second} for p in plan.pairings] == [{1, 3}, {2, 4}, {5, 6}, {7, 8}]
        assert (plan.pairings[1].first, plan.pairings[1].reasons[0].code) == (4, "by-hand")
        assert plan.reasons == ()

    def test_challenge_over_too_many_places_is_kept_and_reported(self):
        snapshot = Snapshot(EIGHT, fixed=((6, 1),))
        plan = plan_or_none(snapshot, Options())
        (reason,) = plan.reasons
        assert sentence(reason, {1: "Hanna", 6: "Kim"}) == (
            "Kim challenges Hanna over 5 places, beyond the ladder's limit. The pair was made manually, so it stands."
        )
        assert judge.unexplained_violations(snapshot, plan, SYSTEM.promises, Options()) == ()

    def test_repeated_challenge_is_kept_and_reported(self):
        first = Snapshot(EIGHT[:2])
        snapshot = play_round(first, plan_or_none(first, Options()), Random(0), ends=[WON])
        with pytest.raises(NoLegalPairing) as refused:
            SYSTEM.pair(snapshot, Options(), Random(0))
        assert "Fix one of those pairs" in sentence(refused.value.reason)
        snapshot = replace(snapshot, fixed=((1, 2),))
        plan = plan_or_none(snapshot, Options())
        assert [reason.code for reason in plan.reasons] == ["ladder-by-hand-soon"]
        assert judge.unexplained_violations(snapshot, plan, SYSTEM.promises, Options()) == ()

    @pytest.mark.parametrize(
        ("fixed", "code"),
        [(((1, 9),), "absent"), (((1, 2), (2, 3)), "twice"), (((3, 8),), "absent")],
    )
    def test_impossible_challenge_is_refused(self, fixed, code):
        snapshot = Snapshot(EIGHT, fixed=fixed, byes=(Bye(8, ByeKind.ZERO),))
        with pytest.raises(CannotPair) as refused:
            SYSTEM.pair(snapshot, Options(), Random(0))
        assert refused.value.reason.code == f"ladder-by-hand-{code}"


class TestJudge:
    def test_reports_pairs_that_a_ladder_does_not_allow(self):
        snapshot = play_round(Snapshot(EIGHT), plan_or_none(Snapshot(EIGHT), Options()), Random(0), ends=[None])
        same = RoundPlan(2, tuple(PlannedPairing(p.table, p.first, p.second) for p in snapshot.rounds[0].pairings))
        found = judge.violations(snapshot, same, SYSTEM.promises, Options())
        codes = Counter(violation.reason.code for violation in found)
        assert (codes["ladder-soon"], codes["ladder-colours"]) == (4, 4)
        assert codes["ladder-avoidable"]

    def test_reports_a_bye_that_another_player_should_have(self):
        snapshot = Snapshot(tuple(replace(p, may_have_bye=p.number != 1) for p in EIGHT[:5]))
        tables = PlannedPairing(1, 2, 3), PlannedPairing(2, 4, 5)
        broken = judge.violations(snapshot, RoundPlan(1, tables, (PlannedBye(1),)), SYSTEM.promises, Options())
        assert [v.reason.code for v in broken] == ["ladder-bye-refused", *["ladder-bye-passed"] * 4]

    def test_reports_every_distant_pair_that_an_exchange_avoids(self):
        tables = tuple(PlannedPairing(at, at, at + 4) for at in range(1, 5))
        broken = judge.violations(Snapshot(EIGHT), RoundPlan(1, tables), SYSTEM.promises, Options())
        assert [violation.reason.facts["first"] for violation in broken] == [1, 2, 3]


def test_sides_are_even_and_alternate():
    snapshot = Snapshot(EIGHT)
    sides = {n: [] for n in range(1, 9)}
    lots = Random(5)
    for _number in range(12):
        plan = plan_or_none(snapshot, Options())
        for p in plan.pairings:
            assert sum(sides[p.first]) <= sum(sides[p.second])
            sides[p.first].append(1)
            sides[p.second].append(-1)
        snapshot = play_round(snapshot, plan, lots, ends=[WON, LOST])
    assert all(abs(sum(own)) <= 2 for own in sides.values())


class TestReasons:
    @pytest.mark.rotates(8)
    def test_explain_why_two_players_do_not_meet(self):
        codes = Counter()
        for snapshot, options, plan in evenings(250):
            if plan is None:
                continue
            fixed = {n for pair in snapshot.fixed for n in pair}
            here = [p.number for p in snapshot.to_be_paired() if p.number not in fixed]
            meet = {frozenset((p.first, p.second)) for p in plan.pairings}
            bye = next((b.player for b in plan.byes if b.player in here), None)
            legal = [(cost, pairs) for cost, each, pairs in rounds_by_hand(snapshot, options) if each == bye]
            for a, b in combinations(here, 2):
                if frozenset((a, b)) in meet:
                    continue
                (reason,) = why_not(snapshot, options, a, b)
                codes[reason.code] += 1
                assert "{" not in sentence(reason)
                with_both = [cost for cost, pairs in legal if {a, b} in map(set, pairs)]
                _holds(reason, with_both, min(cost for cost, _pairs in legal), bye, {a, b})
        wanted = {"bye", "soon", "far", "rest", "others-far", "places", "equal"}
        assert set(codes) == {f"ladder-why-{code}" for code in wanted} | {"forbidden-pair"}

    def test_exist_in_words_for_every_table_bye_and_note(self):
        codes = set()
        for _snapshot, _options, plan in evenings(200):
            for reason in (r for each in (*plan.pairings, *plan.byes, plan) for r in each.reasons) if plan else ():
                codes.add(reason.code)
                assert "{" not in sentence(reason)
        wanted = {"pair", "far", "by-hand-far", "by-hand-soon", "bye", "bye-passed"}
        assert codes >= {f"ladder-{code}" for code in wanted}


def _holds(reason, with_both, best, bye, pair):
    """Check that a reason is true of the legal rounds in which the two players meet."""
    if reason.code in {"forbidden-pair", "ladder-why-soon", "ladder-why-rest"}:
        assert with_both == []
    elif reason.code == "ladder-why-bye":
        assert bye in pair
    elif reason.code in {"ladder-why-far", "ladder-why-others-far"}:
        assert min(with_both)[0] > best[0]
    elif reason.code == "ladder-why-places":
        assert (best[1], min(with_both)[1]) == (reason.facts["now"], reason.facts["then"])
        assert best < min(with_both)
    else:
        assert min(with_both) == best


def test_places_in_reasons_are_those_of_the_ladder():
    for snapshot, options, plan in evenings(60):
        line = ladder(snapshot, options).order
        for table in plan.pairings if plan else ():
            facts = table.reasons[0].facts
            if "place" in facts:
                assert (line[facts["place"] - 1], line[facts["below"] - 1]) == (facts["higher"], facts["lower"])
                answer = sentence(table.reasons[0], {number: f"Name {number}" for number in line})
                assert f"Name {facts['lower']} (place {facts['below']})" in answer
