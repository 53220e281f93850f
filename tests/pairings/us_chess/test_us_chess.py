"""Rounds by US Chess rules: a literal implementation of docs/rules/us-chess.md, examples of directors, and reasons."""

from dataclasses import replace
from math import prod
from random import Random

import pytest

from pairings import judge
from pairings.plan import CannotPair, NoLegalPairing, PlannedPairing, RoundPlan, as_recorded
from pairings.snapshot import Bye, ByeKind, ForbiddenPair, Outcome, Player, Result, Snapshot
from pairings.systems.us_chess import SYSTEM, Options, why_not
from pairings.systems.us_chess.engine import find_pairs
from pairings.systems.us_chess.groups import GroupOrder, _bounds, _costs
from pairings.systems.us_chess.options import colours, due
from pairings.wording.sentences import sentence
from tests.pairings.dutch.stage import bye, fresh, pairs, reasons_of, stage
from tests.pairings.swiss_positions import RESULTS, round_of
from tests.pairings.us_chess import literal

WON, DRAWN = Result(Outcome.WIN, Outcome.LOSS), Result(Outcome.DRAW, Outcome.DRAW)


def events(seeds):
    """Yield small tournaments before each round, with the plan of that round.

    Ratings are near, far apart or missing, and there are byes, draws and limits.
    """
    for seed in seeds:
        lots = Random(seed)
        size, planned, spread = lots.randint(2, 10), lots.randint(2, 7), lots.choice((30, 150, 400, 1000))
        players = tuple(
            Player(
                number,
                rating=lots.choice((None, *[1500 + lots.randint(0, spread) for _ in range(6)])),
                entered=lots.choice((1,) * 6 + (2,)),
                may_have_bye=lots.random() < 0.9,
            )
            for number in range(1, size + 1)
        )
        rules = (ForbiddenPair(frozenset(lots.sample(range(1, size + 1), 2))),) if lots.random() < 0.2 else ()
        options = Options(lots.choice((200, 100, 0, 500)), lots.choice((80, 30, 0, 300)))
        ends = lots.choice((RESULTS, (DRAWN,) * 5 + RESULTS, (WON,) * 12 + RESULTS))
        snapshot = Snapshot(players, planned_rounds=planned, first_colour="first", forbidden=rules)
        for number in range(1, planned + 1):
            asked = tuple(
                Bye(p.number, lots.choice((ByeKind.HALF, ByeKind.ZERO, ByeKind.HALF, ByeKind.FULL)))
                for p in players
                if p.entered <= number and lots.random() < 0.1
            )
            snapshot = replace(snapshot, next_round=number, byes=asked)
            if not snapshot.to_be_paired():
                break
            plan = round_of(SYSTEM, snapshot, options)
            yield snapshot, options, plan
            if plan is None:
                break
            played = as_recorded(plan)
            tables = tuple(replace(p, result=lots.choice(ends)) for p in played.pairings)
            snapshot = replace(snapshot, rounds=(*snapshot.rounds, replace(played, pairings=tables)))


def answer(snapshot, plan):
    away = {each.player for each in snapshot.byes}
    given = [each.player for each in plan.byes if each.kind is ByeKind.ALLOCATED and each.player not in away]
    return {frozenset((p.first, p.second)) for p in plan.pairings}, given[0] if given else None


@pytest.mark.rotates(8)
def test_literal_reading_of_the_page_gives_the_same_pairs(request):
    seen = refused = several = 0
    for snapshot, options, plan in events(range(request.config.getoption("--dutch-positions"))):
        expected = literal.Round(snapshot, options).find_pairs()
        assert (None if plan is None else answer(snapshot, plan)) == expected
        seen += 1
        refused += plan is None
        several += plan is not None and any(len(each.odd) > 1 for each in find_pairs(snapshot, options).brackets)
    assert seen > 500
    assert refused
    assert several


@pytest.mark.rotates(8)
def test_every_round_keeps_its_promises_and_has_reasons():
    codes = set()
    for snapshot, options, plan in events(range(400)):
        if plan is not None:
            assert judge.violations(snapshot, plan, SYSTEM.promises, options) == ()
            for reason in [reason for each in (*plan.pairings, *plan.byes) for reason in each.reasons]:
                codes.add(reason.code)
                assert "{" not in sentence(reason)
                assert reason.article or reason.code == "bye-requested"
    assert codes >= {code for code in SYSTEM.sentences if not code.startswith(("us-why", "us-needless"))} - {
        "us-for-third",
        "us-for-others",
    }


def test_cost_of_a_pair_has_its_criteria_as_digits():
    seen = 0
    for snapshot, options, plan in events(range(40)):
        for group in () if plan is None else find_pairs(snapshot, options).brackets:
            order = GroupOrder(find_pairs(snapshot, options).field, group.players, group.incoming)
            if not order.size:
                continue
            bounds = _bounds(order)
            costs = _costs(order, bounds, prod(bounds), None)
            for one in range(order.size):
                for other in range(one):
                    worth = 0
                    for digit, bound in zip(order.digits(one, other), bounds, strict=True):
                        assert digit < bound
                        worth = worth * bound + digit
                    assert (
                        costs[one][other] == costs[other][one] == (worth if order.legal(one, other) else prod(bounds))
                    )
                    seen += 1
    assert seen


def with_ratings(snapshot, *ratings):
    players = tuple(replace(p, rating=rating) for p, rating in zip(snapshot.players, ratings, strict=False))
    return replace(snapshot, players=(*players, *snapshot.players[len(ratings) :]))


def pairs_met(snapshot, options=None):
    return {tuple(sorted(pair)) for pair in pairs(round_of(SYSTEM, snapshot, options))}


class TestNaturalPairing:
    def test_round_1_pairs_halves_with_alternating_colours(self):
        assert sorted(pairs(round_of(SYSTEM, fresh(6, planned_rounds=5)))) == [(1, 4), (3, 6), (5, 2)]

    def test_pairs_by_rating_regardless_of_numbers(self):
        assert pairs_met(with_ratings(fresh(4), 1500, 1600, 1700, None)) == {(1, 3), (2, 4)}

    def test_dropped_player_meets_the_highest_of_the_group_below(self):
        snapshot = with_ratings(stage("4w1", "5w1", "6w1", "1b0", "2b0", "3b0"), *range(2000, 1400, -100))
        plan = round_of(SYSTEM, snapshot)
        assert {frozenset(pair) for pair in pairs(plan)} == {frozenset(p) for p in ((1, 2), (3, 4), (5, 6))}
        assert {"us-highest", "us-odd"} <= reasons_of(plan, 3, 4).keys()

    def test_no_two_players_meet_again(self):
        snapshot = with_ratings(stage("2w= 3b=", "1b= 4w=", "4b= 1w=", "3w= 2b="), 2000, 1900, 1800, 1700)
        assert pairs_met(snapshot) == {(1, 4), (2, 3)}
        barred = replace(snapshot, forbidden=(ForbiddenPair(frozenset((1, 4))),))
        with pytest.raises(NoLegalPairing) as refusal:
            SYSTEM.pair(barred, Options(), Random(1))
        assert refusal.value.reasons[0].article == "US Chess 27A1"


class TestOddPlayer:
    def group(self, *ratings, **more):
        """Return the players who drop from a group of three winners."""
        found = find_pairs(with_ratings(stage("4w1", "5w1", "6w1", "1b0", "2b0", "3b0", **more), *ratings), Options())
        top = found.brackets[0]
        return [found.field.players[one].number for one in top.odd]

    def test_is_the_lowest_rated_of_the_group(self):
        assert self.group(2000, 1900, 1800, 1700, 1600, 1500) == [3]
        assert self.group(1800, 1900, 2000, 1700, 1600, 1500) == [1]

    def test_is_a_rated_player_if_possible(self):
        assert self.group(2000, 1900, None, 1700, 1600, 1500) == [2]
        assert self.group(None, None, None, 1700, 1600, 1500) == [3]

    @pytest.mark.parametrize(("second", "odd"), [("8b=", 2), ("-H", 3)])
    def test_is_not_the_same_player_twice(self, second, odd):
        last = "4b0 3w=" if second == "8b=" else "4b0 -Z"
        lines = "5w1 -H", "6w1 -H", f"7w1 {second}", "8w1 -Z", "1b0 -Z", "2b0 -Z", "3b0 -Z", last
        found = find_pairs(stage(*lines), Options())
        assert [found.field.players[one].number for one in found.brackets[0].odd] == [odd]

    def test_has_an_opponent_in_the_group_below(self):
        """The lowest rated of three with two points has met both players with one point."""
        lines = (
            *("7w1 8b1", "8b1 7w1", "4w1 5b1"),
            *("3b0 6w1", "6w1 3w0", "5b0 4b0", "1b0 2b0", "2w0 1w0"),
        )
        found = find_pairs(with_ratings(stage(*lines), 2000, 1900, 1800, 1700, 1600, 1500, 1400, 1300), Options())
        assert [found.field.players[one].number for one in found.brackets[0].odd] == [2]


class TestBye:
    def test_goes_once_to_the_lowest_rated_of_the_lowest_score(self):
        assert bye(round_of(SYSTEM, with_ratings(fresh(5), 2000, 1900, 1800, 1700, 1600))) == 5
        lines = "3w1", "4w1", "1b0", "2b0", "-U"
        assert bye(round_of(SYSTEM, with_ratings(stage(*lines), 2000, 1900, 1700, 1800, 1600))) == 3

    def test_goes_to_a_rated_player_if_possible(self):
        plan = round_of(SYSTEM, with_ratings(fresh(5), 2000, 1900, 1800, 1700, None))
        assert bye(plan) == 4
        plan = round_of(SYSTEM, with_ratings(fresh(3), None, None, None))
        assert bye(plan) == 3
        assert "us-bye-unrated" in reasons_of(plan, 3)

    def test_goes_later_to_a_player_with_a_half_point_bye(self):
        lines = "4w1", "5w=", "-H", "1b0", "2b="
        assert bye(round_of(SYSTEM, with_ratings(stage(*lines), 2000, 1900, 1500, 1800, 1700))) == 4
        lines = "4w=", "5w=", "-H", "1b=", "2b="
        assert bye(round_of(SYSTEM, with_ratings(stage(*lines), 2000, 1900, 1500, 1800, 1700))) == 5


class TestColours:
    @pytest.mark.parametrize(
        ("higher", "lower", "colour", "step"),
        [
            ("", "", 1, 5),
            ("", "w", 1, 1),
            ("w", "b", -1, 1),
            ("bw", "w", 1, 2),
            ("w", "bw", -1, 2),
            ("bwb", "bwwbb", -1, 2),
            ("bbwbwb", "wbb", -1, 2),
            ("wbw", "bww", 1, 2),
            ("wbbw", "bwbw", 1, 3),
            ("bw", "bw", -1, 4),
        ],
    )
    def test_priority_decides_who_gets_the_due_colour(self, higher, lower, colour, step):
        """29E4: a third game in a row with one colour takes priority over the greater imbalance."""
        own, other = ([1 if letter == "w" else -1 for letter in text] for text in (higher, lower))
        assert colours(due(own), due(other), own, other, 1) == (colour, step)

    def test_unavoidable_third_same_colour_is_given_to_one_and_reported(self):
        plan = round_of(SYSTEM, stage("3w1 4w1", "4b1 3b1", "1b0 2w0", "2w0 1b0"))
        assert judge.violations(stage("3w1 4w1", "4b1 3b1", "1b0 2w0", "2w0 1b0"), plan, SYSTEM.promises) == ()
        assert pairs(plan)[0] == (2, 1)

    def test_avoidable_third_same_colour_is_reported(self):
        lines = "5w= 6w=", "6w= 5w=", "7b= 8b=", "8b= 7b=", "1b= 2b=", "2b= 1b=", "3w= 4w=", "4w= 3w="
        snapshot = stage(*lines)
        tables = tuple(PlannedPairing(at, *pair) for at, pair in enumerate(((2, 1), (3, 4), (5, 6), (8, 7)), start=1))
        broken = judge.violations(snapshot, RoundPlan(3, tables), SYSTEM.promises, Options())
        assert {each.reason.code for each in broken if each.reason.code.startswith("us")} == {"us-needless-third"}
        assert all(each.reason.article == "US Chess 29E5f" for each in broken)


class TestLimits:
    """29E5, with ratings that directors discuss."""

    def two_rounds(self, *ratings, dues="bwbw"):
        """Return four players with equal scores after one game each: those who are due Black had White."""
        cells = {"b": "w", "w": "b"}
        lines = [f"{n + 4}{cells[due]}1" for n, due in enumerate(dues, start=1)]
        lines += [f"{n}{due}0" for n, due in enumerate(dues, start=1)]
        return with_ratings(stage(*lines), *ratings, 1000, 900, 800, 700)

    def test_interchange_of_59_is_preferred_to_a_transposition_of_157(self):
        """29E5e, in an event that was discussed: due colours are 2279 W, 2062 B, 2003 W, 1846 B."""
        snapshot = self.two_rounds(2279, 2062, 2003, 1846, dues="wbwb")
        assert {(1, 2), (3, 4)} <= pairs_met(snapshot)
        (first,) = (p for p in round_of(SYSTEM, snapshot).pairings if {p.first, p.second} == {1, 2})
        assert first.reasons[0].code == "us-interchange"
        assert first.reasons[0].facts["change"] == 59

    def test_transposition_within_80_is_preferred_to_any_interchange(self):
        assert {(1, 4), (2, 3)} <= pairs_met(self.two_rounds(2279, 2004, 2003, 1924, dues="wbwb"))

    def test_no_switch_exceeds_200_points(self):
        snapshot = self.two_rounds(2900, 2600, 2300, 2000, dues="wbwb")
        assert {(1, 3), (2, 4)} <= pairs_met(snapshot)
        assert {(1, 4), (2, 3)} <= pairs_met(snapshot, Options(equalise=300))
        assert "us-unequal" in reasons_of(round_of(SYSTEM, snapshot), 1, 3)

    @pytest.mark.parametrize(("gap", "changed"), [(80, True), (81, False)])
    def test_switch_to_alternate_colours_is_limited_to_80_points(self, gap, changed):
        lines = "5w1 7b1", "6b1 8w1", "7w1 5b1", "8b1 6w1", "1b0 3w0", "2w0 4b0", "3b0 1w0", "4w0 2b0"
        snapshot = with_ratings(stage(*lines), 2500, 2000, 1500, 1500 - gap, 900, 800, 700, 600)
        assert pairs_met(snapshot) >= ({(1, 4), (2, 3)} if changed else {(1, 3), (2, 4)})
        if not changed:
            assert pairs_met(snapshot, Options(alternate=81)) >= {(1, 4), (2, 3)}

    def test_unrated_player_counts_as_lowest_rated(self):
        snapshot = self.two_rounds(2500, 2300, 700, None, dues="wbwb")
        assert {(1, 4), (2, 3)} <= pairs_met(snapshot)


class TestWhyNot:
    @pytest.mark.rotates(8)
    def test_every_criterion_is_explained_in_words(self):
        codes = set()
        for snapshot, options, plan in events(range(250)):
            present = [p.number for p in snapshot.to_be_paired()]
            made = set() if plan is None else answer(snapshot, plan)[0]
            for a, b in zip(present, present[2:] + present[:2], strict=True):
                if plan is not None and a != b and frozenset((a, b)) not in made:
                    (reason,) = why_not(snapshot, options, a, b)
                    assert reason.article
                    assert "{" not in sentence(reason)
                    codes.add(reason.code)
        assert codes >= {
            "met-before", "us-why-bye", "us-why-group", "us-why-rest", "us-why-unequal", "us-why-not-due",
            "us-why-halves", "us-why-ratings", "us-why-places", "us-why-beyond-equalise", "us-why-beyond-alternate",
        }  # fmt: skip

    def test_empty_field_is_refused(self):
        with pytest.raises(CannotPair):
            SYSTEM.pair(Snapshot(()), Options(), Random(1))
