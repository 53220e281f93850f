"""The edition of 2017: what it counts differently, brackets merged for completion, and how files name it."""

import itertools
import json
from dataclasses import replace

import pytest

from pairings.__main__ import main
from pairings.judge import violations
from pairings.plan import NoLegalPairing, PlannedBye, PlannedPairing, RoundPlan
from pairings.swiss.rules.field import SwissField
from pairings.swiss.rules.history import DOWN
from pairings.swiss.rules.options import UnknownEdition, code_of, edition_named
from pairings.swiss.solve.brackets import pair_brackets
from pairings.swiss.solve.completion import Completion
from pairings.systems import SYSTEMS
from pairings.systems.dutch import Options, why_not, why_worse
from pairings.wording.sentences import sentence
from tests.pairings.dutch.corpus import tournaments
from tests.pairings.dutch.positions import HardPosition, Position
from tests.pairings.dutch.stage import fresh, pair_stage, pairs, some_stage, stage

OF_2017 = Options(edition="2017")
KEEPS_APART = [
    ("C.4", HardPosition, 4, (3, 4)),
    ("C.5", HardPosition, 0, (1, 2)),
    ("C.6", Position, 1, (1, 8)),
    ("C.7", Position, 1, (1, 2)),
    ("C.8", HardPosition, 58, (1, 8)),
    ("C.9", HardPosition, 362, (1, 7)),
    ("C.10", Position, 1, (1, 3)),
    ("C.11", Position, 33, (1, 5)),
    ("C.12", HardPosition, 24, (1, 2)),
    ("C.13", HardPosition, 58, (1, 10)),
    ("C.14", Position, 99, (1, 5)),
    ("C.15", HardPosition, 116, (2, 10)),
    ("C.16", HardPosition, 150, (1, 7)),
    ("C.17", Position, 909, (1, 7)),
    ("C.18", HardPosition, 194, (1, 10)),
    ("C.19", HardPosition, 268, (3, 5)),
    ("D.1", HardPosition, 0, (1, 6)),
    ("D.2", Position, 1, (2, 3)),
    ("D.3", Position, 135, (1, 5)),
]


def field_of(snapshot, options=OF_2017):
    return {player.number: player for player in SwissField(snapshot, options).players}


class TestUnplayedRoundsOf2017:
    def test_every_unplayed_round_is_a_downfloat(self):
        snapshot = stage("2w1 -Z", "1b0 4w+", "-Z 5w1", "-H 2b-", "-F 3b0", planned=5)
        floats = {number: player.past.floats for number, player in field_of(snapshot).items()}
        assert {number for number, (last, _) in floats.items() if last == DOWN} >= {1, 2, 4}
        assert {number for number, (_, before) in floats.items() if before == DOWN} == {3, 4, 5}
        by_2026 = field_of(snapshot, Options())
        assert {number for number, player in by_2026.items() if player.past.floats[1] == DOWN} == {4, 5}

    def test_requested_bye_does_not_exclude_from_the_bye(self):
        snapshot = stage("2w1", "1b0", "-F", "5w+", "4b-", "-U", "-H", planned=5)
        eligible = {number for number, player in field_of(snapshot).items() if player.eligible}
        assert eligible == {1, 2, 3, 5, 7}
        assert {n for n, player in field_of(snapshot, Options()).items() if player.eligible} == {1, 2, 5, 7}

    @pytest.mark.parametrize(("edition", "codes"), [("2017", []), ("2026", ["dutch-bye-again"])])
    def test_judge_reports_the_bye_by_the_rule_of_each_edition(self, edition, codes):
        snapshot = stage("2w1", "1b0", "-F", planned=3)
        plan = RoundPlan(2, (), (PlannedBye(3),))
        found = violations(snapshot, plan, SYSTEMS["dutch"].promises, Options(edition))
        assert [each.reason.code for each in found if each.reason.code.startswith("dutch-bye")] == codes

    def test_judge_cites_the_edition_of_2017(self):
        snapshot = stage("2w1 -U", "1b0 3w1", "-U 2b0", planned=3)
        plan = RoundPlan(3, (PlannedPairing(1, 1, 2),), (PlannedBye(3),))
        found = violations(snapshot, plan, SYSTEMS["dutch"].promises, OF_2017)
        assert {each.reason.article for each in found} >= {"C.04.3 (2017) C.1", "C.04.3 (2017) C.2"}


class TestCollapsedBrackets:
    def rounds(self):
        for tournament in tournaments(edition="2017")[::4]:
            for number, snapshot, _ in tournament.rounds():
                field = SwissField(snapshot, tournament.options)
                completion = Completion(field)
                if field.size and completion.possible:
                    yield tournament.name, number, snapshot, field, pair_brackets(field, completion).brackets

    def test_collapsed_bracket_is_the_last_and_holds_all_players_below(self):
        collapsed = 0
        for _, _, _, field, brackets in self.rounds():
            for above, bracket in itertools.pairwise(brackets):
                assert bracket.collapsed == above.penultimate
                if bracket.collapsed:
                    collapsed += 1
                    assert bracket is brackets[-1]
                    assert len(bracket.outcome.floaters) == field.size % 2
        assert collapsed > 20

    @pytest.mark.rotates(4)
    def test_reasons_of_pairs_mention_the_collapsed_bracket(self):
        words = set()
        for _, _, snapshot, _, brackets in self.rounds():
            if brackets[-1].collapsed:
                plan = pair_stage(snapshot, OF_2017)
                words |= {reason.code for each in plan.pairings for reason in each.reasons}
        assert {"dutch-collapsed", "dutch-float-completion"} <= words

    def test_round_that_cannot_be_completed_is_refused(self):
        snapshot = stage("2w1", "1b0", planned=3)
        with pytest.raises(NoLegalPairing) as refusal:
            pair_stage(snapshot, OF_2017)
        assert refusal.value.reasons[0].article == "C.04.3 (2017) A.9"


class TestReasonsOf2017:
    @pytest.mark.parametrize("seed", range(8))
    def test_every_reason_is_readable_and_cites_its_edition(self, seed):
        snapshot = some_stage(seed, 11, 4)
        plan = pair_stage(snapshot, OF_2017)
        lines = [reason for each in (*plan.pairings, *plan.byes) for reason in each.reasons]
        assert all("{" not in sentence(reason) for reason in lines)
        assert all("(2017)" in reason.article for reason in lines if reason.article)

    @pytest.mark.parametrize("seed", range(6))
    @pytest.mark.rotates(8)
    def test_why_not_answers_for_every_pair(self, seed):
        snapshot = some_stage(seed, 9, 4)
        made = {frozenset((each.first, each.second)) for each in pair_stage(snapshot, OF_2017).pairings}
        there = [player.number for player in snapshot.to_be_paired()]
        for first in there:
            for second in there:
                if first < second and frozenset((first, second)) not in made:
                    reasons = why_not(snapshot, OF_2017, first, second)
                    assert reasons
                    assert all(sentence(reason) for reason in reasons)
                    assert "(2017)" in reasons[0].article

    def test_round_of_the_engine_is_not_worse_than_itself(self):
        for seed in range(6):
            snapshot = some_stage(seed, 12, 4)
            assert why_worse(snapshot, OF_2017, pair_stage(snapshot, OF_2017)) == ()

    @pytest.mark.parametrize(
        ("lines", "worse", "article"),
        [
            (("3w=", "4b=", "1b=", "2w="), [(1, 4), (2, 3)], "C.10"),
            (("3w1", "4b1", "1b0", "2w0"), [(1, 4), (2, 3)], "C.5"),
        ],
    )
    def test_why_worse_cites_the_criterion_by_which_a_round_is_worse(self, lines, worse, article):
        snapshot = stage(*lines, planned=5)
        plan = RoundPlan(2, tuple(PlannedPairing(t, *pair) for t, pair in enumerate(worse, start=1)))
        assert why_worse(snapshot, OF_2017, plan)[0].article == f"C.04.3 (2017) {article}"

    @pytest.mark.parametrize(("article", "kind", "seed", "pair"), KEEPS_APART)
    def test_why_not_cites_the_criterion_that_separates_two_players(self, article, kind, seed, pair):
        """In these random positions, it is the first criterion by which a round with the pair would be worse."""
        assert why_not(kind(seed).snapshot, OF_2017, *pair)[0].article == f"C.04.3 (2017) {article}"


class TestBoardsOf2017:
    def test_boards_are_ordered_by_real_scores_under_acceleration(self):
        first = fresh(8, planned_rounds=5)
        options = Options("2017", acceleration="baku")
        assert pairs(pair_stage(first, options)) == pairs(pair_stage(first, replace(options, edition="2026")))
        draw_first = stage("3w=", "4b=", "1b=", "2w=", "7w1", "8b1", "5b0", "6w0", planned=5)
        by_2017, by_2026 = (pairs(pair_stage(draw_first, replace(options, edition=key))) for key in ("2017", "2026"))
        assert set(by_2017[0]) == {5, 6}
        assert set(by_2026[2]) == {5, 6}


class TestEditionsInFiles:
    @pytest.mark.parametrize(
        ("code", "day", "edition"),
        [
            ("FIDE_DUTCH_2026", "", "2026"),
            ("FIDE_DUTCH_2025_BAKU", "2019/01/01", "2026"),
            ("fide_dutch_2017", "2026/05/01", "2017"),
            ("FIDE_DUTCH_2017_BAKU", "", "2017"),
            ("FIDE_DUTCH", "2026/01/31", "2017"),
            ("FIDE_DUTCH", "2026/02/01", "2026"),
            ("FIDE_DUTCH_BAKU", "2018-05-05", "2017"),
            ("FIDE_DUTCH", "2017/06/30", "2012"),
            ("FIDE_DUTCH", "2011/05/01", "2012"),
            ("FIDE_DUTCH_2012", "", "2012"),
            ("FIDE_DUTCH", "some day", "2026"),
            ("BERGER_ROUNDROBIN", "", None),
        ],
    )
    def test_a_code_names_an_edition(self, code, day, edition):
        assert edition_named([code], day) == edition

    def test_error_names_the_unknown_edition(self):
        with pytest.raises(UnknownEdition, match=r"FIDE_DUTCH_1998.*2026, 2017, 2012"):
            edition_named(["FIDE_DUTCH_1998"], "")

    @pytest.mark.parametrize("edition", ["2012", "2017", "2026"])
    @pytest.mark.parametrize("acceleration", ["none", "baku"])
    def test_code_of_an_edition_is_read_back_as_that_edition(self, edition, acceleration):
        assert edition_named([code_of(Options(edition, acceleration))], "") == edition

    def test_commands_use_the_edition_of_the_file_or_the_given_one(self, tmp_path, capsys):
        path = tmp_path / "cup.trf"
        made = ["generate", "--players", "22", "--rounds", "9", "--seed", "5", "--edition", "2017", "--half-byes", "8"]
        assert main([*made, "--output", str(path)]) == 0
        assert b"192 FIDE_DUTCH_2017" in path.read_bytes()
        assert main(["check", str(path)]) == 0
        assert main(["check", str(path), "--edition", "2026"]) == 1
        assert "rounds checked" in capsys.readouterr().out
        assert main(["explain", str(path), "--round", "5"]) == 0
        assert "C.04.3 (2017)" in capsys.readouterr().out
        assert main(["pair", str(path), "--round", "5", "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert "C.04.3 (2017)" in answer["pairings"][0]["reasons"][0]["article"]

    def test_file_of_an_unknown_edition_is_refused_with_its_name(self, tmp_path, capsys):
        path = tmp_path / "cup.trf"
        assert main(["generate", "--players", "8", "--rounds", "2", "--output", str(path)]) == 0
        path.write_bytes(path.read_bytes().replace(b"FIDE_DUTCH_2026", b"FIDE_DUTCH_1998"))
        for command in ("check", "pair", "explain"):
            assert main([command, str(path)]) == 2
            assert "FIDE_DUTCH_1998" in capsys.readouterr().err
        assert main(["check", str(path), "--edition", "2026"]) == 0
