"""The edition of 2012: unplayed rounds, the tables of section D, D.4 with its examples, brackets, reasons, files."""

from collections import Counter
from itertools import islice
from math import comb
from random import Random

import pytest

from pairings.__main__ import main
from pairings.judge import violations
from pairings.plan import NoLegalPairing, PlannedBye, PlannedPairing, RoundPlan
from pairings.progress import Work
from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Snapshot
from pairings.swiss.rules.field import SwissField
from pairings.swiss.rules.history import DOWN
from pairings.swiss.solve.brackets import pair_brackets
from pairings.swiss.solve.completion import Completion
from pairings.systems import SYSTEMS
from pairings.systems.dutch import Options, pair, why_not, why_worse
from pairings.wording.sentences import sentence
from tests.pairings.dutch.corpus import tournaments
from tests.pairings.dutch.literal_2012 import Literal2012
from tests.pairings.dutch.orders import exchanges_of, moved_down_sets, transpositions
from tests.pairings.dutch.positions import HardPosition, Position
from tests.pairings.dutch.stage import bye, pair_stage, pairs, some_stage, stage

OF_2012 = Options("2012")
BOOK = "C.04.3.1 (2012)"
KEEPS_APART = [
    ("B.1.a", Position, 9, (1, 3)),
    ("B.2", Position, 24, (2, 3)),
    ("C.10.a", Position, 50, (2, 8)),
    ("C.10.b", Position, 50, (1, 8)),
    ("C.10.c", Position, 40, (2, 5)),
    ("C.10.d", Position, 195, (1, 5)),
    ("C.10.e", Position, 25, (1, 2)),
    ("C.10.f", Position, 173, (2, 8)),
    ("C.10.g", HardPosition, 291, (1, 4)),
    ("A.7.e", Position, 236, (1, 6)),
    ("C.12", Position, 261, (1, 2)),
    ("C.13", Position, 16, (1, 7)),
    ("C.14.a", Position, 9, (1, 2)),
    ("C.14.b", Position, 5, (4, 5)),
    ("D.1", Position, 0, (1, 5)),
    ("D.2", Position, 0, (1, 2)),
    ("D.4", Position, 24, (3, 7)),
]


def snapshot_named(name):
    """Return the snapshot of a position in the sample."""
    found = next(each for each in tournaments(edition="2012") if each.name == name)
    return next(snapshot for _, snapshot, _ in found.rounds())


def brackets(snapshot, options=OF_2012):
    field = SwissField(snapshot, options)
    return pair_brackets(field, Completion(field)).brackets


class TestLotOf2012:
    """Nine players: 4 has not arrived, 7 lost by forfeit, 9 is late.

    7 and 9 have not played a game, and 1 drew Black by lot.
    """

    @pytest.mark.parametrize(("edition", "colours"), [("2012", (9, 7)), ("2026", (7, 9))])
    def test_depends_on_pairing_numbers(self, edition, colours):
        players = tuple(Player(number, entered={4: 9, 9: 2}.get(number, 1), withdrawn=None) for number in range(1, 10))
        won, lost = Result(Outcome.WIN, Outcome.LOSS), Result(Outcome.LOSS, Outcome.WIN, Decision.FORFEIT)
        games = (Pairing(1, 5, 1, won), Pairing(2, 2, 6, won), Pairing(3, 7, 3, lost))
        byes = tuple(Bye(number, ByeKind.HALF) for number in (1, 2, 3, 5, 6, 8))
        first = Round(1, games, (Bye(8, ByeKind.ALLOCATED),))
        snapshot = Snapshot(players, (first,), next_round=2, planned_rounds=5, byes=byes, first_colour="second")
        plan = pair(snapshot, Options(edition), Random(0))
        assert [(table.first, table.second) for table in plan.pairings] == [colours]
        assert not violations(snapshot, plan, SYSTEMS["dutch"].promises, Options(edition))


class TestOtherFloatersOf2012:
    """C.12 may move down a player who could only have the bye: 4 has met everyone in the last bracket (d12_204)."""

    LINES = (
        *("5w1 4b1 8w1 3b1", "6b1 9w1 3b0 4w1", "7w1 5b1 2w1 1w0", "8b1 1w0 9b1 2b0", "1b0 3w0 6b1 9w1"),
        *("2w0 7b1 5w0 -U", "3b0 6w0 -U 8b1", "4w0 -U 1b0 7w0", "-U 2b0 4w0 5b0"),
    )

    @pytest.mark.parametrize("factor", [True, False])
    def test_literal_walk_and_engine_agree(self, factor):
        snapshot = stage(*self.LINES, planned=5)
        plan, walk = pair_stage(snapshot, Options("2012", score_factor=factor)), Literal2012(snapshot, factor=factor)
        assert (set(pairs(plan)), bye(plan)) == (walk.pairs, walk.bye) == ({(1, 2), (6, 3), (7, 5), (9, 8)}, 4)


class TestUnplayedRoundsOf2012:
    LINES = "2w1 -Z", "1b0 4w+", "-Z 5w1", "-H 2b-", "-F 3b0", "-U -Z"

    def test_unplayed_round_is_a_downfloat_only_if_it_gave_points(self):
        players = SwissField(stage(*self.LINES, planned=5), OF_2012).players
        last, before = ({player.number for player in players if player.past.floats[ago] == DOWN} for ago in (0, 1))
        assert last == {2, 5}
        assert before == {4, 5, 6}

    def test_unplayed_points_exclude_from_the_bye_even_half_a_point(self):
        players = SwissField(stage(*self.LINES, planned=5), OF_2012).players
        assert {player.number for player in players if player.eligible} == {1, 3}

    @pytest.mark.parametrize(("edition", "codes"), [("2012", ["dutch-bye-again"]), ("2017", []), ("2026", [])])
    def test_judge_reports_the_bye_by_the_rule_of_each_edition(self, edition, codes):
        plan = RoundPlan(2, (), (PlannedBye(3),))
        found = violations(stage("2w1", "1b0", "-H", planned=3), plan, SYSTEMS["dutch"].promises, Options(edition))
        assert [each.reason.code for each in found if each.reason.code.startswith("dutch-bye")] == codes

    def test_judge_cites_the_edition_of_2012(self):
        plan = RoundPlan(3, (PlannedPairing(1, 1, 2),), (PlannedBye(3),))
        snapshot = stage("2w1 -U", "1b0 3w1", "-U 2b0", planned=3)
        found = violations(snapshot, plan, SYSTEMS["dutch"].promises, OF_2012)
        assert {each.reason.article for each in found} >= {f"{BOOK} B.1.a", f"{BOOK} B.1.b"}


class TestTablesOfSectionD:
    """The tables that the document prints for S1 = 1 to 5 and S2 = 6 to 11."""

    S1, S2 = range(1, 6), range(6, 12)

    def test_transpositions_match_the_printed_table(self):
        found = list(transpositions(self.S2, 6))
        assert len(found) == 720
        printed = {0: (6, 7, 8, 9, 10, 11), 1: (6, 7, 8, 9, 11, 10), 2: (6, 7, 8, 10, 9, 11), 6: (6, 7, 9, 8, 10, 11)}
        printed |= {13: (6, 7, 10, 8, 11, 9), 23: (6, 7, 11, 10, 9, 8), 24: (6, 8, 7, 9, 10, 11)}
        printed |= {719: (11, 10, 9, 8, 7, 6)}
        assert {number: found[number] for number in printed} == printed

    def test_exchanges_of_one_player_match_the_printed_table(self):
        found = list(exchanges_of(self.S1, self.S2, 1))
        table = [[found.index(((leaving,), (joining,))) + 1 for leaving in (5, 4, 3, 2, 1)] for joining in self.S2]
        assert table == [
            [1, 3, 6, 10, 15],
            [2, 5, 9, 14, 20],
            [4, 8, 13, 19, 24],
            [7, 12, 18, 23, 27],
            [11, 17, 22, 26, 29],
            [16, 21, 25, 28, 30],
        ]

    @pytest.mark.parametrize(
        ("size", "first", "count"),
        [
            (2, ["54-67", "54-68", "53-67", "54-69", "54-78", "53-68"], 150),
            (3, ["543-678", "543-679", "542-678", "543-67A", "543-689", "542-679"], 200),
        ],
    )
    def test_exchanges_of_several_players_match_the_printed_table(self, size, first, count):
        found = exchanges_of(self.S1, self.S2, size)
        spelled = ["".join(f"{n:X}" for n in (*one, 0, *two)).replace("0", "-") for one, two in found]
        assert spelled[: len(first)] == first
        assert len(spelled) == count

    @pytest.mark.parametrize("size", range(1, 6))
    def test_sets_of_moved_down_players_are_complete_and_sorted(self, size):
        found = list(moved_down_sets(range(1, 6), size))
        assert len(found) == comb(5, size)
        assert found == sorted(found)
        assert found[0] == tuple(range(1, size + 1))


class TestFactorOfD4:
    """The examples of the document: A has 3 points, B and C 2½, D 2, E 1½, F 1, and F can only meet A."""

    @pytest.mark.parametrize("name", ["ex1_01", "ex1_02", "ex1_03", "ex1_04"])
    def test_first_example_gives_the_pairs_of_the_document(self, name):
        met = {frozenset(pair) for pair in pairs(pair_stage(snapshot_named(name), OF_2012))}
        assert met == {frozenset(pair) for pair in ((1, 6), (2, 3), (4, 5))}

    @pytest.mark.parametrize("name", ["ex1_01", "ex1_02", "ex1_03", "ex1_04"])
    def test_pairing_without_the_factor_is_worse_by_d4(self, name):
        snapshot = snapshot_named(name)
        other = pair_stage(snapshot, Options("2012", score_factor=False))
        why = why_worse(snapshot, OF_2012, other)[0]
        assert (why.article, why.facts["now"], why.facts["then"]) == (f"{BOOK} D.4", "17/4", "21/4")
        assert "5.25 instead of 4.25" in sentence(why)

    @pytest.mark.parametrize("name", ["ex2_01", "ex2_02"])
    def test_second_example_with_a_seventh_player_gives_pairs_and_bye(self, name):
        plan = pair_stage(snapshot_named(name), OF_2012)
        assert {frozenset(pair) for pair in pairs(plan)} == {frozenset(pair) for pair in ((1, 7), (2, 4), (3, 6))}
        assert bye(plan) == 5
        assert brackets(snapshot_named(name))[-1].moved

    def test_factor_does_not_change_the_edition_of_2026(self):
        assert Options("2026", score_factor=False).book is Options("2026").book


class TestBacktracking:
    def test_each_player_has_one_pair_or_the_bye(self):
        joined = completing = asked = alike = 0
        for seed in range(120):
            snapshot = HardPosition(seed, 10).snapshot
            field = SwissField(snapshot, OF_2012)
            completion = Completion(field)
            if not field.size or not completion.possible:
                continue
            found = pair_brackets(field, completion)
            there = [player for pair in found.pairs for player in pair] + ([found.bye] if field.size % 2 else [])
            assert sorted(there) == list(range(field.size))
            joined += found.brackets[-1].collapsed
            completing += any(each.penultimate for each in found.brackets)
            asked += any(each.for_next for each in found.brackets)
            alike += any(not each.moved and len(field.scores_in(each.residents)) > 1 for each in found.brackets)
        assert min(joined, completing, asked, alike) > 0

    def test_search_reports_each_candidate_so_that_it_can_be_stopped(self):
        """C.12 examines eight candidates of a bracket in this position, and each one is reported."""
        snapshot, heard = HardPosition(17, 10).snapshot, []
        pair(snapshot, OF_2012, Random(0), Work(heard.append))
        assert max(Counter(heard).values()) == 1 + 8
        at_the_fifth = next(number for number in range(len(heard)) if Counter(heard[: number + 1])[heard[number]] == 5)

        def listen(_progress):
            if len(listened) == at_the_fifth:
                raise InterruptedError
            listened.append(None)

        listened = []
        with pytest.raises(InterruptedError):
            pair(snapshot, OF_2012, Random(0), Work(listen))

    def test_round_that_cannot_be_completed_is_refused(self):
        with pytest.raises(NoLegalPairing) as refusal:
            pair_stage(stage("2w1", "1b0", planned=3), OF_2012)
        assert refusal.value.reasons[0].article == f"{BOOK} C.13"

    def test_boards_are_ordered_by_real_scores_under_acceleration(self):
        draw_first = stage("3w=", "4b=", "1b=", "2w=", "7w1", "8b1", "5b0", "6w0", planned=5)
        assert set(pairs(pair_stage(draw_first, Options("2012", acceleration="baku")))[0]) == {5, 6}


class TestReasonsOf2012:
    @pytest.mark.parametrize("seed", range(8))
    def test_every_reason_is_readable_and_cites_its_edition(self, seed):
        plan = pair_stage(some_stage(seed, 11, 4), OF_2012)
        lines = [reason for each in (*plan.pairings, *plan.byes) for reason in each.reasons]
        assert all("{" not in sentence(reason) for reason in lines)
        assert all("(2012)" in reason.article for reason in lines if reason.article)

    def test_reasons_explain_brackets_that_go_back(self):
        words = set()
        for each in tournaments(edition="2012"):
            for _, snapshot, _ in each.rounds():
                plan = pair_stage(snapshot, OF_2012)
                lines = [reason for made in (*plan.pairings, *plan.byes) for reason in made.reasons]
                assert all(sentence(reason) for reason in lines)
                words |= {reason.code for reason in lines}
        assert {"dutch-collapsed", "dutch-alike", "dutch-float-asked", "dutch-float-completion"} <= words

    @pytest.mark.parametrize("seed", range(4))
    def test_why_not_answers_for_every_pair(self, seed):
        snapshot = some_stage(seed, 8, 4)
        made = {frozenset(pair) for pair in pairs(pair_stage(snapshot, OF_2012))}
        there = [player.number for player in snapshot.to_be_paired()]
        for first in there:
            for second in there:
                if first < second and frozenset((first, second)) not in made:
                    reasons = why_not(snapshot, OF_2012, first, second)
                    assert reasons
                    assert "(2012)" in reasons[0].article
                    assert all(sentence(reason) for reason in reasons)

    @pytest.mark.parametrize(("article", "kind", "seed", "pair"), KEEPS_APART)
    def test_why_not_cites_the_requirement_that_separates_two_players(self, article, kind, seed, pair):
        assert why_not(kind(seed, 8).snapshot, OF_2012, *pair)[0].article == f"{BOOK} {article}"

    def test_round_of_the_engine_is_not_worse_than_itself(self):
        for each in islice(tournaments(edition="2012"), 0, None, 3):
            for _, snapshot, _ in each.rounds():
                assert why_worse(snapshot, OF_2012, pair_stage(snapshot, OF_2012)) == ()


class TestFilesOf2012:
    def test_commands_use_the_edition_of_the_file_or_the_given_one(self, tmp_path, capsys):
        path = tmp_path / "cup.trf"
        made = ["generate", "--players", "22", "--rounds", "9", "--seed", "1", "--edition", "2012", "--half-byes", "8"]
        assert main([*made, "--output", str(path)]) == 0
        assert b"192 FIDE_DUTCH_2012" in path.read_bytes()
        assert main(["check", str(path)]) == 0
        assert main(["check", str(path), "--edition", "2026"]) == 1
        capsys.readouterr()
        assert main(["explain", str(path), "--round", "5"]) == 0
        assert BOOK in capsys.readouterr().out
        assert main(["pair", str(path), "--round", "6"]) == 0

    def test_at_most_one_bye_is_allocated(self):
        given = [each for each in pair_stage(some_stage(3, 9, 4), OF_2012).byes if each.kind is ByeKind.ALLOCATED]
        assert len(given) < 2
