"""One round of the plan at a time: reasons, rests, withdrawals, manual changes, and the judge."""

from random import Random

import pytest

from pairings.judge import violations
from pairings.plan import CannotPair, PlannedBye, PlannedPairing, RoundPlan
from pairings.snapshot import Bye, ByeKind, Pairing, Player, Result, Round, Snapshot
from pairings.systems import SYSTEMS
from pairings.systems.circular import Options, pair, rounds, whole_plan
from pairings.systems.manual import engine as manual
from pairings.wording.sentences import sentence


def field(players, *, played=(), number=None, withdrawn=(), byes=()):
    rows = tuple(Player(seat, withdrawn=0 if seat in withdrawn else None) for seat in range(1, players + 1))
    return Snapshot(rows, tuple(played), next_round=number or len(played) + 1, byes=byes)


def as_round(plan):
    pairings = tuple(Pairing(each.table, each.first, each.second) for each in plan.pairings)
    return Round(plan.number, pairings, tuple(Bye(bye.player, bye.kind) for bye in plan.byes))


def codes(snapshot, plan, options):
    return [violation.reason.code for violation in violations(snapshot, plan, SYSTEMS["circular"].promises, options)]


def by_hand(snapshot, *pairs, byes=()):
    tables = tuple(PlannedPairing(table, *pair) for table, pair in enumerate(pairs, start=1))
    return RoundPlan(snapshot.next_round, tables, tuple(PlannedBye(seat, kind) for seat, kind in byes))


class TestReasons:
    def test_name_seats_distance_pass_and_side(self):
        plan = pair(field(10), Options(), Random(0))
        where, side = (sentence(reason, {1: "Ann", 3: "Cy"}) for reason in plan.pairings[0].reasons)
        assert where == "Ann and Cy have seats 1 and 3, 2 apart on the circle: pass 2 of 2, in round 1."
        assert side.endswith("First is the player 2 seats before the other, so Ann is first.")

    @pytest.mark.parametrize(("style", "code"), [("near", "circular-odd-seat"), ("antipodal", "circular-opposite")])
    def test_half_pass_has_its_own_reason_for_sides(self, style, code):
        plan = pair(field(6), Options(games=1, style=style), Random(0))
        assert {each.reasons[1].code for each in plan.pairings} == {code}

    def test_resting_player_has_no_points_and_a_reason(self):
        plan = pair(field(7), Options(), Random(0))
        assert [(bye.player, bye.kind) for bye in plan.byes] == [(7, ByeKind.ZERO)]
        assert sentence(plan.byes[0].reasons[0], {7: "Gus"}) == ("Gus rests in round 1, without points.")


class TestAbsences:
    def test_withdrawn_player_loses_by_forfeit_and_does_not_rest(self):
        plan = pair(field(7, withdrawn=(2, 7)), Options(), Random(0))
        first = plan.pairings[0]
        assert (first.first, first.second, first.result) == (1, 2, Result("win", "loss", "forfeit"))
        assert plan.byes == ()

    def test_two_withdrawn_players_both_lose(self):
        plan = pair(field(6, withdrawn=(1, 2)), Options(games=1), Random(0))
        assert plan.pairings[0].result == Result("loss", "loss", "forfeit")

    def test_requested_bye_keeps_the_game_in_its_round_with_a_reason(self):
        snapshot = field(6, byes=(Bye(3, ByeKind.HALF),))
        plan = pair(snapshot, Options(), Random(0))
        lines = [[reason.code for reason in each.reasons][2:] for each in plan.pairings]
        assert lines == [["circular-bye-asked"], [], []]
        assert codes(snapshot, plan, Options()) == []

    def test_pairing_after_the_last_game_is_refused(self):
        played = []
        for _number in range(rounds(6, Options())):
            played.append(as_round(pair(field(6, played=played), Options(), Random(0))))
        with pytest.raises(CannotPair) as refused:
            pair(field(6, played=played), Options(), Random(0))
        assert refused.value.reason.code == "circular-over"

    def test_impossible_numbers_have_no_rounds_and_cannot_be_paired(self):
        assert rounds(7, Options(games=3)) is None
        with pytest.raises(CannotPair):
            pair(field(7), Options(games=3), Random(0))


@pytest.mark.parametrize("order", ["rounds", "text"])
@pytest.mark.parametrize("tables", [0, 1, 2, 3])
class TestJudgeOnEnginePlans:
    def play(self, players, options, lose=None):
        played, due = [], players * options.games // 2
        while sum(len(each.pairings) for each in played) < due:
            snapshot = field(players, played=played)
            plan = pair(snapshot, options, Random(0))
            assert codes(snapshot, plan, options) == []
            played.append(lose(as_round(plan)) if lose else as_round(plan))
        return played

    def every(self, tables, order):
        for players in range(3, 13):
            for number in range(1 + players % 2, players, 1 + players % 2):
                for style in ("near", "antipodal"):
                    yield players, Options(games=number, style=style, tables=tables, order=order)

    @pytest.mark.rotates(8)
    def test_finds_no_violation_in_any_round(self, tables, order):
        for players, options in self.every(tables, order):
            played = self.play(players, options)
            assert len(played) == rounds(players, options)
            assert sum(len(each.pairings) for each in played) == players * options.games // 2

    @pytest.mark.rotates(8)
    def test_accepts_a_removed_game_that_is_played_later(self, tables, order):
        for players, options in self.every(tables, order):
            lots = Random(players * options.games)

            def lose(each, lots=lots):
                lost = lots.choice(each.pairings) if lots.random() < 0.4 else None
                return Round(each.number, tuple(pairing for pairing in each.pairings if pairing is not lost))

            played = self.play(players, options, lose)
            pairs = [frozenset((p.first, p.second)) for each in played for p in each.pairings]
            assert len(pairs) == len(set(pairs)) == players * options.games // 2


class TestJudgeOnManualRounds:
    def test_accepts_the_plan_paired_by_hand(self):
        snapshot = field(6)
        pairs = [game[:2] for game in whole_plan(6, Options())[0]]
        assert codes(snapshot, by_hand(snapshot, *pairs), Options()) == []

    def test_accepts_another_order_of_rounds(self):
        snapshot = field(6)
        assert codes(snapshot, by_hand(snapshot, (2, 3), (4, 5), (6, 1)), Options()) == []

    def test_reports_seats_too_far_apart(self):
        snapshot = field(6)
        plan = by_hand(snapshot, (1, 4), (2, 3), (5, 6))
        found = violations(snapshot, plan, SYSTEMS["circular"].promises, Options())
        assert [sentence(each.reason) for each in found] == [
            "1 and 4 do not meet in this plan: their seats are 3 apart on the circle."
        ]

    @pytest.mark.parametrize(("style", "pairs"), [("near", ((1, 4), (3, 6), (5, 2))), ("antipodal", ((1, 2),))])
    def test_reports_a_wrong_half_pass(self, style, pairs):
        snapshot = field(8)
        plan = by_hand(snapshot, *pairs)
        assert "circular-not-planned" in codes(snapshot, plan, Options(games=1, style=style))

    def test_reports_the_wrong_player_as_first(self):
        snapshot = field(6)
        assert codes(snapshot, by_hand(snapshot, (3, 2), (4, 5), (6, 1)), Options()) == ["circular-turned"]

    def test_reports_a_rematch_even_after_a_forfeit(self):
        played = Round(1, (Pairing(1, 1, 2, Result("win", "loss", "forfeit")), Pairing(2, 3, 4), Pairing(3, 5, 6)))
        snapshot = field(6, played=(played,))
        found = codes(snapshot, by_hand(snapshot, (1, 2), (3, 4), (5, 6)), Options())
        assert found == ["circular-again"] * 3

    def test_reports_more_games_than_tables(self):
        snapshot = field(6)
        found = codes(snapshot, by_hand(snapshot, (1, 2), (3, 4), (5, 6)), Options(tables=2))
        assert found == ["circular-tables"]

    def test_reports_a_game_left_out_of_a_round(self):
        snapshot = field(6)
        found = codes(snapshot, by_hand(snapshot, (1, 2), (3, 4), byes=((5, "zero"), (6, "zero"))), Options())
        assert "circular-left-out" in found

    def test_reports_a_rest_with_points(self):
        snapshot = field(3)
        plan = by_hand(snapshot, (1, 2), byes=((3, ByeKind.FULL),))
        assert codes(snapshot, plan, Options(games=2)) == ["circular-bye-points"]

    def test_judges_manual_pairings_by_the_system_of_the_stage(self):
        snapshot = Snapshot(tuple(Player(seat) for seat in range(1, 5)), fixed=((1, 3), (2, 4)))
        plan = manual.pair(snapshot, manual.Options(), Random(0))
        assert codes(snapshot, plan, Options(games=2)) == ["circular-not-planned"] * 2
