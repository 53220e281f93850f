"""The ledger of a pair, what bent in a round, and what the judge says."""

from random import Random

import pytest

from pairings.judge import violations
from pairings.plan import PlannedBye, PlannedPairing, RoundPlan
from pairings.snapshot import Bye, ByeKind, ForbiddenPair, Player
from pairings.systems import SYSTEMS
from pairings.systems.papp import Options, explain_games, pair
from pairings.systems.papp.field import field_of
from pairings.systems.papp.ledger import binding, charges
from pairings.systems.papp.terms import TERMS
from pairings.wording.sentences import SENTENCES, sentence
from tests.pairings.papp.field import players, round_of_games, simulate_stage, stage


class TestLedger:
    @pytest.mark.parametrize("seed", range(5))
    def test_the_lines_add_up_to_the_penalty(self, seed):
        field = field_of(simulate_stage(13, 6, seed), Options(), Random(0))
        for one in field.free:
            for other in field.free:
                if one is not other:
                    ledger = charges(field.rules, one, other)
                    assert sum(line.value for line in ledger) == field.penalty(one.number, other.number)

    def test_the_binding_rule_weighs_most(self):
        who = players(4, federation=dict.fromkeys(range(1, 5), "FIN"))
        field = field_of(stage(who, round_of_games(1, (1, 2, 1), (3, 4, 1))), Options(), Random(0))
        assert binding(charges(field.rules, field.everybody[1], field.everybody[4])).term.key == "float"

    def test_every_term_has_its_sentence(self):
        for form in ("papp-{}", "papp-binding-{}", "papp-bent-{}"):
            assert {form.format(term.key) for term in TERMS} <= set(SENTENCES)

    def test_what_is_forbidden_is_said_without_a_number(self):
        who = players(2, federation={1: "FIN", 2: "FIN"}, club={1: "x", 2: "x"})
        options = Options(nation_apart=(3,), club_apart=(3,), forbid_other_colours=True)
        plan = pair(stage(who, round_of_games(1, (1, 2, 1)), round_of_games(2, (2, 1, 1))), options, Random(0))
        sentences = [sentence(reason, {1: "Ann", 2: "Bo"}) for reason in plan.pairings[0].reasons]
        assert sum("forbidden" in each for each in sentences) == 4
        assert "Forbidden unless unavoidable (4 times), and unavoidable; penalty 43." in sentences

    def test_a_second_bye_is_said(self):
        past = round_of_games(1, byes=(1,))
        plan = pair(stage(players(1), past), Options(), Random(0))
        assert [sentence(reason, {1: "Ann"}) for reason in plan.byes[0].reasons][:3] == [
            "Ann is ½ above the bye: 20 000.",
            "Ann floated before: 25.",
            "As in the last round: 1.",
        ]
        assert "Ann has had 1 round without a game: a bye is forbidden." in [
            sentence(reason, {1: "Ann"}) for reason in plan.byes[0].reasons
        ]

    @pytest.mark.parametrize("seed", range(5))
    def test_every_reason_of_a_plan_can_be_said(self, seed):
        plan = pair(simulate_stage(13, 6, seed), Options(), Random(0))
        reasons = [*plan.reasons, *(r for p in (*plan.pairings, *plan.byes) for r in p.reasons)]
        assert all(sentence(reason) for reason in reasons)
        assert all(reason.article for reason in reasons if reason.code.startswith("papp-"))

    def test_what_bent_is_counted(self):
        past = round_of_games(1, (1, 2, 1), (3, 4, 1)), round_of_games(2, (2, 1, 1), (4, 3, 1))
        forbidden = tuple(ForbiddenPair(frozenset(pair)) for pair in ((1, 3), (1, 4), (2, 3), (2, 4)))
        plan = pair(stage(players(4), *past, forbidden=forbidden), Options(), Random(0))
        bent = {r.facts["rule"]: r.facts["times"] for r in plan.reasons if r.code.startswith("papp-bent-")}
        assert bent["again-same-colours"] == 2
        assert plan.reasons[1].facts["times"] == 2

    def test_a_round_made_by_hand_can_be_explained(self):
        games = [(2, 1), (3, 0)]
        plan = explain_games(stage(players(3), round_of_games(1, (2, 1, 1), byes=(3,))), Options(), games)
        assert [(p.first, p.second) for p in plan.pairings] == [(2, 1)]
        assert [bye.player for bye in plan.byes] == [3]
        assert plan.reasons[1].code == "papp-unavoidable"

    def test_the_total_of_the_round_is_the_sum_of_the_pairs(self):
        plan = pair(simulate_stage(12, 5, 1), Options(), Random(0))
        totals = [r.facts["total"] for p in (*plan.pairings, *plan.byes) for r in p.reasons if r.code == "papp-total"]
        assert plan.reasons[0].facts["total"] == sum(totals)


class TestJudge:
    """The violations that the judge finds in a round not paired by the engine."""

    @staticmethod
    def codes(snapshot, games, byes=(), options=None):
        plan = RoundPlan(
            snapshot.next_round,
            tuple(PlannedPairing(table, *game) for table, game in enumerate(games, start=1)),
            tuple(PlannedBye(player) for player in byes),
        )
        return [v.reason.code for v in violations(snapshot, plan, SYSTEMS["papp"].promises, options or Options())]

    PAST = round_of_games(1, (1, 2, 1), (3, 4, 1))

    def test_the_same_game_again_is_avoidable(self):
        assert self.codes(stage(players(4), self.PAST), [(1, 2), (4, 3)]) == ["papp-avoidable"]

    def test_the_reversed_game_is_not_forbidden(self):
        assert self.codes(stage(players(4), self.PAST), [(2, 1), (4, 3)]) == []

    def test_unless_every_repeat_is_forbidden(self):
        options = Options(forbid_other_colours=True)
        assert set(self.codes(stage(players(4), self.PAST), [(2, 1), (4, 3)], options=options)) == {"papp-avoidable"}

    def test_what_no_exchange_avoids_is_no_fault(self):
        past = round_of_games(1, (1, 2, 1)), round_of_games(2, (2, 1, 1))
        assert self.codes(stage(players(2), *past), [(1, 2)]) == []

    def test_a_pair_made_by_hand_is_the_organisers_business(self):
        snapshot = stage(players(4), self.PAST, fixed=((1, 2),))
        assert self.codes(snapshot, [(1, 2), (4, 3)]) == []

    def test_a_second_bye_is_avoidable(self):
        past = round_of_games(1, (1, 2, 1), byes=(3,))
        assert self.codes(stage(players(3), past), [(2, 1)], [3]) == ["papp-avoidable-bye"]

    def test_a_nation_kept_apart(self):
        who = players(4, federation={1: "FIN", 2: "fin", 3: "FRA", 4: "JPN"})
        assert self.codes(stage(who), [(1, 2), (3, 4)], options=Options(nation_apart=(1,))) == ["papp-avoidable"]

    def test_a_club_kept_apart(self):
        who = players(4, club={1: "x", 2: "x"})
        assert self.codes(stage(who), [(1, 2), (3, 4)], options=Options(club_apart=(1,))) == ["papp-avoidable"]

    def test_a_bye_that_nobody_needs_and_two_of_them(self):
        assert self.codes(stage(players(4)), [(1, 2)], [3, 4]) == [
            "papp-byes",
            "papp-needless-bye",
            "papp-needless-bye",
        ]

    def test_a_bye_for_one_who_may_not_have_it(self):
        who = (*players(2), Player(3, may_have_bye=False))
        assert "papp-bye-refused" in self.codes(stage(who), [(1, 2)], [3])

    def test_an_allocated_bye_that_was_asked_for_is_none_of_these(self):
        snapshot = stage(players(3), byes=(Bye(3, ByeKind.ALLOCATED),))
        assert self.codes(snapshot, [(1, 2)], [3]) == []
