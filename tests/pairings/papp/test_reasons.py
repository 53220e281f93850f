"""The ledger of a pair, broken rules of a round, and findings of the judge."""

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
    def test_lines_add_up_to_the_penalty(self, seed):
        field = field_of(simulate_stage(13, 6, seed), Options(), Random(0))
        for one in field.free:
            for other in field.free:
                if one is not other:
                    ledger = charges(field.rules, one, other)
                    assert sum(line.value for line in ledger) == field.penalty(one.number, other.number)

    def test_binding_rule_has_the_largest_penalty(self):
        who = players(4, federation=dict.fromkeys(range(1, 5), "FIN"))
        field = field_of(stage(who, round_of_games(1, (1, 2, 1), (3, 4, 1))), Options(), Random(0))
        assert binding(charges(field.rules, field.everybody[1], field.everybody[4])).term.key == "float"

    def test_every_term_has_a_sentence(self):
        for form in ("papp-{}", "papp-binding-{}", "papp-bent-{}"):
            assert {form.format(term.key) for term in TERMS} <= set(SENTENCES)

    def test_forbidden_pairs_are_explained_without_a_number(self):
        who = players(2, federation={1: "FIN", 2: "FIN"}, club={1: "x", 2: "x"})
        options = Options(nation_apart=(3,), club_apart=(3,), forbid_other_colours=True)
        plan = pair(stage(who, round_of_games(1, (1, 2, 1)), round_of_games(2, (2, 1, 1))), options, Random(0))
        sentences = [sentence(reason, {1: "Ann", 2: "Bo"}) for reason in plan.pairings[0].reasons]
        assert sum("forbidden" in each for each in sentences) == 4
        assert "Forbidden unless unavoidable (4 times), and unavoidable; penalty 43." in sentences

    def test_second_bye_is_explained(self):
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
    def test_every_reason_of_a_plan_has_a_sentence(self, seed):
        plan = pair(simulate_stage(13, 6, seed), Options(), Random(0))
        reasons = [*plan.reasons, *(r for p in (*plan.pairings, *plan.byes) for r in p.reasons)]
        assert all(sentence(reason) for reason in reasons)
        assert all(reason.article for reason in reasons if reason.code.startswith("papp-"))

    def test_broken_rules_are_counted(self):
        past = round_of_games(1, (1, 2, 1), (3, 4, 1)), round_of_games(2, (2, 1, 1), (4, 3, 1))
        forbidden = tuple(ForbiddenPair(frozenset(pair)) for pair in ((1, 3), (1, 4), (2, 3), (2, 4)))
        plan = pair(stage(players(4), *past, forbidden=forbidden), Options(), Random(0))
        bent = {r.facts["rule"]: r.facts["times"] for r in plan.reasons if r.code.startswith("papp-bent-")}
        assert bent["again-same-colours"] == 2
        assert plan.reasons[1].facts["times"] == 2

    def test_manual_round_can_be_explained(self):
        games = [(2, 1), (3, 0)]
        plan = explain_games(stage(players(3), round_of_games(1, (2, 1, 1), byes=(3,))), Options(), games)
        assert [(p.first, p.second) for p in plan.pairings] == [(2, 1)]
        assert [bye.player for bye in plan.byes] == [3]
        assert plan.reasons[1].code == "papp-unavoidable"

    def test_total_of_the_round_is_the_sum_of_the_pairs(self):
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

    def test_same_game_again_is_avoidable(self):
        assert self.codes(stage(players(4), self.PAST), [(1, 2), (4, 3)]) == ["papp-avoidable"]

    def test_rematch_with_reversed_colours_is_allowed(self):
        assert self.codes(stage(players(4), self.PAST), [(2, 1), (4, 3)]) == []

    def test_rematch_with_reversed_colours_is_avoidable_if_all_are_forbidden(self):
        options = Options(forbid_other_colours=True)
        assert set(self.codes(stage(players(4), self.PAST), [(2, 1), (4, 3)], options=options)) == {"papp-avoidable"}

    def test_unavoidable_rematch_is_no_violation(self):
        past = round_of_games(1, (1, 2, 1)), round_of_games(2, (2, 1, 1))
        assert self.codes(stage(players(2), *past), [(1, 2)]) == []

    def test_manual_pair_is_no_violation(self):
        snapshot = stage(players(4), self.PAST, fixed=((1, 2),))
        assert self.codes(snapshot, [(1, 2), (4, 3)]) == []

    def test_second_bye_is_avoidable(self):
        past = round_of_games(1, (1, 2, 1), byes=(3,))
        assert self.codes(stage(players(3), past), [(2, 1)], [3]) == ["papp-avoidable-bye"]

    def test_pair_of_one_federation_is_avoidable(self):
        who = players(4, federation={1: "FIN", 2: "fin", 3: "FRA", 4: "JPN"})
        assert self.codes(stage(who), [(1, 2), (3, 4)], options=Options(nation_apart=(1,))) == ["papp-avoidable"]

    def test_pair_of_one_club_is_avoidable(self):
        who = players(4, club={1: "x", 2: "x"})
        assert self.codes(stage(who), [(1, 2), (3, 4)], options=Options(club_apart=(1,))) == ["papp-avoidable"]

    def test_needless_byes_are_reported(self):
        assert self.codes(stage(players(4)), [(1, 2)], [3, 4]) == [
            "papp-byes",
            "papp-needless-bye",
            "papp-needless-bye",
        ]

    def test_bye_for_a_player_who_refuses_it_is_reported(self):
        who = (*players(2), Player(3, may_have_bye=False))
        assert "papp-bye-refused" in self.codes(stage(who), [(1, 2)], [3])

    def test_requested_bye_is_no_violation(self):
        snapshot = stage(players(3), byes=(Bye(3, ByeKind.ALLOCATED),))
        assert self.codes(snapshot, [(1, 2)], [3]) == []
