"""Rounds by Keizer: the cheapest of all possible pairings, the bye, and reasons."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from pairings import judge
from pairings.plan import CannotPair, NoLegalPairing, PlannedPairing, RoundPlan, as_recorded
from pairings.snapshot import Bye, ByeKind, ForbiddenPair, Outcome, Player, Result, Round, Snapshot
from pairings.systems.keizer import SYSTEM, Options, keizer, why_not
from pairings.systems.keizer.engine import cheapest_pairs, find_pairs
from pairings.wording.sentences import sentence

ENDS = [Result(Outcome.WIN, Outcome.LOSS), Result(Outcome.DRAW, Outcome.DRAW), Result(Outcome.LOSS, Outcome.WIN)]


def matchings(players):
    if not players:
        yield ()
        return
    first, *rest = players
    for other in rest:
        for pairs in matchings([player for player in rest if player != other]):
            yield ((first, other), *pairs)


def events(count):
    """Yield (snapshot, options, plan) before each evening of small club seasons.

    Players attend, stay away, or have duties.
    """
    for seed in range(count):
        lots = Random(seed)
        size = lots.randint(2, 8)
        options = Options(
            apart=lots.choice((0, 1, 3, 20)), meetings=lots.choice((0, 0, 1, 2)), frozen=lots.random() < 0.2
        )
        players = tuple(
            Player(n, rating=lots.choice((1500, 1600, 1700)), may_have_bye=lots.random() < 0.9)
            for n in range(1, size + 1)
        )
        rules = (ForbiddenPair(frozenset(lots.sample(range(1, size + 1), 2))),) if lots.random() < 0.3 else ()
        snapshot = Snapshot(players, forbidden=rules)
        for number in range(1, lots.randint(2, 8)):
            away = tuple(
                Bye(p.number, lots.choice((ByeKind.FULL, ByeKind.HALF, ByeKind.ZERO)))
                for p in players
                if lots.random() < 0.15
            )
            snapshot = replace(snapshot, next_round=number, byes=away)
            plan = plan_or_none(snapshot, options)
            if plan is None:
                break
            yield snapshot, options, plan
            tables = tuple(replace(p, result=lots.choice(ENDS)) for p in as_recorded(plan).pairings)
            snapshot = replace(snapshot, rounds=(*snapshot.rounds, Round(number, tables, as_recorded(plan).byes)))


def plan_or_none(snapshot, options):
    try:
        return SYSTEM.pair(snapshot, options, Random(0))
    except CannotPair:
        return None


def rounds_of_pairs(snapshot):
    found = {}
    for number, pairing in snapshot.recorded_pairings():
        found.setdefault(frozenset((pairing.first, pairing.second)), []).append(number)
    return found


def cost(snapshot, options, order, pairs):
    """Return the cost: forbidden pairs, pairs too often, pairs too soon, squared differences of places."""
    rounds = rounds_of_pairs(snapshot)
    before = [rounds.get(frozenset(pair), []) for pair in pairs]
    never = sum(any(set(pair) <= rule.players for rule in snapshot.forbidden) for pair in pairs)
    often = sum(bool(options.meetings) and len(each) >= options.meetings for each in before)
    soon = sum(bool(each) and snapshot.next_round - each[-1] <= options.apart for each in before)
    return never, often, soon, sum((order.index(a) - order.index(b)) ** 2 for a, b in pairs)


@pytest.mark.rotates(4)
def test_no_pairing_is_cheaper():
    """All pairings of the present players without the bye are compared, thousands in total."""
    seen = again = 0
    for snapshot, options, plan in events(300):
        away = {bye.player for bye in snapshot.byes}
        bye = next((b.player for b in plan.byes if b.kind is ByeKind.ALLOCATED and b.player not in away), None)
        here = {player.number for player in snapshot.to_be_paired()}
        order = [number for number in keizer(snapshot, options).order if number in here]
        pairs = [(p.first, p.second) for p in plan.pairings]
        costs = [cost(snapshot, options, order, each) for each in matchings([n for n in order if n != bye])]
        assert cost(snapshot, options, order, pairs) == min(costs)
        assert judge.unexplained_violations(snapshot, plan, SYSTEM.promises, options) == ()
        seen += len(costs)
        again += any(reason.code in {"keizer-soon", "keizer-often"} for p in plan.pairings for reason in p.reasons)
    assert seen > 3_000
    assert again


class TestBye:
    def test_goes_to_the_lowest_player_without_a_recent_bye(self):
        players = tuple(Player(n, rating=2000 - n) for n in range(1, 6))
        snapshot, given = Snapshot(players), []
        for number in range(1, 6):
            plan = SYSTEM.pair(replace(snapshot, next_round=number), Options(apart=3), Random(0))
            (bye,) = plan.byes
            order = keizer(snapshot, Options()).order
            assert bye.player == next(n for n in reversed(order) if n not in given[-3:])
            given.append(bye.player)
            tables = tuple(replace(p, result=ENDS[0]) for p in as_recorded(plan).pairings)
            snapshot = replace(snapshot, rounds=(*snapshot.rounds, Round(number, tables, as_recorded(plan).byes)))
        assert len(set(given[:4])) == 4

    def test_rotates_among_three_players(self):
        """The better player always wins."""
        snapshot, given, codes = Snapshot(tuple(Player(n, rating=2000 - n) for n in (1, 2, 3))), [], []
        for number in range(1, 7):
            plan = SYSTEM.pair(replace(snapshot, next_round=number), Options(), Random(0))
            (bye,) = plan.byes
            given.append(bye.player)
            codes.append(bye.reasons[0].code)
            played = as_recorded(plan)
            tables = tuple(
                replace(p, result=Result(*((Outcome.WIN, Outcome.LOSS)[:: 1 if p.first < p.second else -1])))
                for p in played.pairings
            )
            snapshot = replace(snapshot, rounds=(*snapshot.rounds, replace(played, pairings=tables)))
        assert given == [3, 2, 1, 3, 2, 1]
        assert codes == ["keizer-bye"] * 3 + ["keizer-bye-longest"] * 3

    def test_is_not_given_to_players_who_refuse_it(self):
        players = tuple(Player(n, rating=2000 - n, may_have_bye=n == 1) for n in range(1, 4))
        plan = SYSTEM.pair(Snapshot(players), Options(), Random(0))
        assert [bye.player for bye in plan.byes] == [1]
        with pytest.raises(NoLegalPairing):
            SYSTEM.pair(Snapshot(tuple(replace(p, may_have_bye=False) for p in players)), Options(), Random(0))


class TestJudge:
    def test_reports_pairs_that_an_exchange_avoids(self):
        players = tuple(Player(n, rating=2000 - n) for n in range(1, 5))
        plan = SYSTEM.pair(Snapshot(players), Options(), Random(0))
        tables = tuple(replace(p, result=ENDS[0]) for p in as_recorded(plan).pairings)
        snapshot = Snapshot(players, (Round(1, tables),), next_round=2)
        again = RoundPlan(2, tuple(PlannedPairing(p.table, p.second, p.first) for p in plan.pairings))
        found = judge.violations(snapshot, again, SYSTEM.promises, Options())
        assert [violation.reason.code for violation in found] == ["keizer-avoidable"] * 2
        same_side = RoundPlan(2, tuple(PlannedPairing(p.table, p.first, p.second) for p in plan.pairings))
        codes = {
            violation.reason.code for violation in judge.violations(snapshot, same_side, SYSTEM.promises, Options())
        }
        assert codes == {"keizer-avoidable", "keizer-colours"}


class TestReasons:
    @pytest.mark.rotates(4)
    def test_explain_why_two_players_do_not_meet(self):
        codes = set()
        for snapshot, options, plan in events(120):
            here = [player.number for player in snapshot.to_be_paired()]
            meet = {frozenset((p.first, p.second)) for p in plan.pairings}
            for a, b in pairwise(here):
                if frozenset((a, b)) not in meet:
                    (reason,) = why_not(snapshot, options, a, b)
                    codes.add(reason.code)
                    assert "{" not in sentence(reason)
        wanted = {"bye", "soon", "often", "rest", "places"}
        assert codes >= {f"keizer-why-{code}" for code in wanted} | {"forbidden-pair"}

    def test_cost_of_a_pair_is_compared_with_the_same_bye(self):
        """This also holds with a fixed pair or a manual bye."""
        compared = 0
        for snapshot, options, _plan in events(60):
            here = sorted(player.number for player in snapshot.to_be_paired())
            if len(here) < 6:
                continue
            pair, bye = (here[0], here[-1]), (here[-2], 0)
            for fixed in ((pair,), (bye,), (bye, pair)):
                wished = replace(snapshot, fixed=fixed)
                try:
                    field, found, given = find_pairs(wished, options)
                except (NoLegalPairing, CannotPair):
                    continue
                free = [number for number in field.order if number != given]
                for a, b in pairwise(free):
                    (reason,) = why_not(wished, options, a, b)
                    if reason.code not in ("keizer-why-places", "keizer-why-equal", "keizer-why-rest"):
                        continue
                    left = [number for number in free if number not in (a, b)]
                    rest = cheapest_pairs(replace(field, order=tuple(left)))
                    assert (rest is None) == (reason.code == "keizer-why-rest")
                    if rest is not None:
                        place = {number: at for at, number in enumerate(field.order)}
                        now, then = (
                            sum((place[x] - place[y]) ** 2 for x, y in each) for each in (found, [*rest, (a, b)])
                        )
                        assert (reason.facts["now"], reason.facts["then"]) == (now, then)
                        compared += 1
        assert compared > 100

    def test_show_places_as_numbers_beside_names(self):
        players = tuple(Player(n, rating=2000 - n) for n in range(1, 5))
        plan = SYSTEM.pair(Snapshot(players), Options(), Random(0))
        answer = sentence(plan.pairings[1].reasons[0], dict(enumerate("ABCD", start=1)))
        assert answer == "C (place 3) meets D (place 4): neighbours in the standings meet."

    def test_exist_in_words_for_every_table_and_bye(self):
        codes = set()
        for _snapshot, _options, plan in events(120):
            for reason in (r for each in (*plan.pairings, *plan.byes, plan) for r in each.reasons):
                codes.add(reason.code)
                assert "{" not in sentence(reason)
        assert codes >= {"keizer-pair", "keizer-soon", "keizer-often", "keizer-bye", "keizer-bye-again"}
