"""McMahon in small fields: starting scores, groups, stones, colours, byes, terms, reasons, questions, refusals."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from pairings.judge import violations
from pairings.numbers import ranks
from pairings.options import OptionError, read
from pairings.plan import CannotPair, NoLegalPairing
from pairings.snapshot import Bye, ByeKind, ForbiddenPair, Outcome, Pairing, Player, Result, Round, Snapshot
from pairings.systems.mcmahon import PRESETS, SYSTEM, Options, starting_score
from pairings.systems.mcmahon.field import field_of, next_bye, solve, table
from pairings.systems.mcmahon.record import McMahonRecord
from pairings.systems.mcmahon.terms import MEETING, NEVER, McMahonRules, cost, origin, scenario, seeding
from pairings.systems.mcmahon.whatif import cost_of_forced, why_not
from pairings.wording.sentences import sentence

BLACK, WHITE = Result(Outcome.WIN, Outcome.LOSS), Result(Outcome.LOSS, Outcome.WIN)
RULES = McMahonRules(Options(), 3, 24)


def go(*written, rounds=(), options=None, **more):
    """Return a snapshot of players with these ranks before the next round."""
    players = tuple(Player(n, f"Player {n}", rank=ranks.parse(rank)) for n, rank in enumerate(written, start=1))
    snapshot = Snapshot(players, tuple(rounds), next_round=len(rounds) + 1, **more)
    return SYSTEM.add_system_facts(snapshot, options or Options())


def pair_round(snapshot, options=None):
    return SYSTEM.pair(snapshot, options or Options(), Random(0))


def sentences_of(reasons):
    return [sentence(reason) for reason in reasons]


class TestRanks:
    @pytest.mark.parametrize(
        ("text", "rank"), [("30k", -30), ("1K", -1), (" 1 d", 0), ("3 dan", 2), ("12 kyu", -12), ("9D", 8), ("5ky", -5)]
    )
    def test_usual_spellings_of_a_rank_are_read(self, text, rank):
        assert ranks.parse(text) == rank
        assert ranks.parse(ranks.spell_rank(rank)) == rank

    @pytest.mark.parametrize("text", ["", "0k", "31k", "10d", "3p", "d3", "3", "-3k", "3kk3"])
    def test_text_that_is_no_rank_is_refused(self, text):
        with pytest.raises(ValueError, match="is no rank"):
            ranks.parse(text)

    def test_ranks_correspond_to_ratings(self):
        assert [ranks.of_rating(n) for n in (2049, 2050, 2149, 2150, 0, 3000, -900)] == [-1, 0, 0, 1, -21, 8, -30]
        assert ranks.as_rating(0) == 2100


class TestStart:
    def test_starting_score_is_limited_by_floor_and_bar(self):
        options = Options(bar="3d", floor="20k")
        start = [starting_score(player, options) for player in go("9d", "3d", "2d", "1k", "20k", "30k").players]
        assert start == [32, 32, 31, 29, 10, 10]

    def test_super_groups_are_formed_by_rating(self):
        options = Options(bar="3d", super_group=2500, second_super_group=2600)
        players = (Player(1, rank=2, rating=2499), Player(2, rank=3, rating=2500), Player(3, rank=4, rating=2600),
                   Player(4, rank=1, rating=2700))  # fmt: skip
        assert [starting_score(player, options) for player in players] == [32, 33, 34, 31]

    def test_player_without_rank_starts_by_rating_or_at_the_floor(self):
        options = Options(floor="20k")
        assert starting_score(Player(1, rating=2100), options) == 30
        assert starting_score(Player(1), options) == 10
        plan = pair_round(SYSTEM.add_system_facts(Snapshot((Player(1), Player(2, rank=0))), options), options)
        assert sentences_of(plan.reasons)[0] == "1 has no rank or rating, and starts at the floor. Enter a rank."

    def test_missed_rounds_add_halves_rounded_down(self):
        """Round 1 missed, then a half-point bye, then missed: ½, 1, 1½ in total; the bye's half is a result."""
        rounds = (
            Round(1, (Pairing(1, 2, 3, BLACK),)),
            Round(2, (Pairing(1, 2, 3, BLACK),), (Bye(1, ByeKind.HALF),)),
            Round(3, (Pairing(1, 2, 3, BLACK),)),
        )
        snapshot = go("1d", "1d", "1d", rounds=rounds)
        half = Fraction(1, 2)
        assert snapshot.virtual_points[1] == (30, 30, 31 - half, 31 - half)
        assert snapshot.virtual_points[2] == (30, 30, 30, 30)
        assert field_of(replace(snapshot, byes=(Bye(3, ByeKind.ZERO),)), Options()).everybody[1].score == 31


class TestOptions:
    @pytest.mark.parametrize("name", ["bar", "floor", "even_from"])
    def test_option_that_is_no_rank_is_refused(self, name):
        with pytest.raises(OptionError, match="Enter a rank from 30k to 9d") as wrong:
            read(Options, {name: "3x"})
        assert wrong.value.name == name

    def test_floor_above_the_bar_is_refused(self):
        with pytest.raises(OptionError, match="The floor is above the bar"):
            read(Options, {"floor": "1d", "bar": "1k"})

    def test_presets_are_mcmahon_even_and_swiss(self):
        assert [preset.key for preset in PRESETS] == ["mcmahon", "even", "swiss"]
        assert not Options().apart_above_bar


class TestStonesAndColours:
    def test_weaker_player_is_black_with_one_stone_less_than_the_rank_difference(self):
        plan = pair_round(go("1k", "5k"))
        (game,) = plan.pairings
        assert (game.first, game.second, game.handicap) == (2, 1, 3)
        assert (
            sentences_of(game.reasons)[-1]
            == "2 has Black with 3 handicap stones against 1, who counts as 4 ranks stronger."
        )

    @pytest.mark.parametrize(
        ("ranks_of_two", "changes", "stones"),
        [
            (("1d", "5k"), {}, 4), (("4d", "1d"), {}, 0), (("1k", "2k"), {}, 0), (("1d", "25k"), {}, 9),
            (("1d", "25k"), {"most_stones": 5}, 5), (("1k", "5k"), {"reduction": 0}, 4),
            (("1k", "5k"), {"handicaps": False}, 0),
            (("4d", "1d"), {"even_from": "9d"}, 1), (("4d", "1d"), {"even_from": "9d", "handicap_by": "rank"}, 2),
        ],
    )  # fmt: skip
    def test_number_of_stones_follows_the_options(self, ranks_of_two, changes, stones):
        options = Options(**changes)
        assert pair_round(go(*ranks_of_two, options=options), options).pairings[0].handicap == stones

    def test_even_games_balance_colours(self):
        rounds = (Round(1, (Pairing(1, 1, 2, BLACK), Pairing(2, 3, 4, BLACK))),)
        plan = pair_round(go("1d", "1d", "1d", "1d", rounds=rounds))
        firsts = {game.first for game in plan.pairings}
        assert {game.handicap for game in plan.pairings} == {0}
        assert all(sentences_of(game.reasons)[-1].startswith("Even game:") for game in plan.pairings)
        assert firsts <= {1, 2, 3, 4}
        assert len(firsts) == 2

    def test_manual_pair_keeps_its_colours_unless_there_are_stones(self):
        even, uneven = go("1k", "1k", fixed=((2, 1),)), go("1k", "9k", fixed=((1, 2),))
        assert [(p.first, p.second, p.handicap) for p in pair_round(even).pairings] == [(2, 1, 0)]
        assert [(p.first, p.second, p.handicap) for p in pair_round(uneven).pairings] == [(2, 1, 7)]

    def test_weaker_player_with_white_by_hand_gets_no_stones_and_a_reason(self):
        plan = SYSTEM.questions.explained(go("1k", "9k"), Options(), [(1, 2)])
        assert plan.pairings[0].handicap == 0
        assert sentences_of(plan.pairings[0].reasons)[-1] == (
            "2 would have 7 handicap stones as Black against 1, but has none as White."
        )


class TestByes:
    def test_lowest_by_rank_and_score_gets_the_bye_but_not_twice(self):
        one, two = McMahonRecord(1, rank=-5, score=25), McMahonRecord(2, rank=-9, score=21)
        assert next_bye([one, two]).number == 2
        assert next_bye([one, replace(two, byes=1)]).number == 1
        assert next_bye([one, replace(one, number=3)]).number == 3
        assert next_bye([one, replace(two, may_have_bye=False)]).number == 1

    def test_reason_of_the_bye_names_rank_and_score(self):
        plan = pair_round(go("1d", "2k", "9k"))
        assert [bye.player for bye in plan.byes] == [3]
        assert sentences_of(plan.byes[0].reasons) == ["3 has the bye, with the lowest value by rank and score, 33."]

    def test_round_is_refused_if_no_player_may_have_the_bye(self):
        snapshot = go("1d", "2k", "9k")
        snapshot = replace(snapshot, players=tuple(replace(p, may_have_bye=False) for p in snapshot.players))
        with pytest.raises(NoLegalPairing) as refusal:
            pair_round(snapshot)
        assert "Allow one of them the bye" in sentence(refusal.value.reason)


class TestTerms:
    A, B = McMahonRecord(1, "A", group=3, size=4, place=0), McMahonRecord(2, "B", group=3, size=4, place=1)

    def test_seedings_prefer_the_expected_distance(self):
        """Places 0 and 1 of 4: the same half; fold is off by 2 of 3, slip by 2 of 4, and cross pairs neighbours."""
        found = {
            name: seeding(McMahonRules(Options(early=name), 1, 24), self.A, self.B)
            for name in ("random", "fold", "slip", "cross")
        }
        assert found == {"random": 0, "fold": -(5_000_000 - 2_222_222), "slip": -3_750_000, "cross": -5_000_000}

    @pytest.mark.parametrize(
        ("up", "down", "worth"),
        [((0, 0), (0, 0), 2), ((1, 0), (0, 0), 1), ((1, 0), (0, 1), 0), ((0, 1), (0, 0), 3), ((0, 1), (1, 0), 4)],
    )
    def test_draws_up_and_down_are_balanced(self, up, down, worth):
        players = [replace(self.A, ups=ups, downs=downs) for ups, downs in (up, down)]
        assert scenario(Options(), *players) == worth
        assert scenario(Options(compensate=False), *players) == min(2, worth)

    def test_same_country_costs_about_one_group_and_same_club_three(self):
        far = replace(self.B, country="fi", club="x")
        near = origin(RULES, replace(self.A, country="fi", club="y"), far)
        mates = origin(RULES, replace(self.A, country="de", club="x"), far)
        assert 0 < near < mates
        assert origin(RULES, self.A, self.B) == 0

    def test_country_is_ignored_above_the_bar(self):
        top = replace(self.A, country="fi", at_bar=True)
        other = replace(self.B, country="fi", at_bar=True)
        assert origin(RULES, top, other) == 0
        assert origin(RULES, top, replace(other, at_bar=False)) > 0
        assert origin(McMahonRules(Options(apart_above_bar=True), 3, 24), top, other) > 0

    def test_each_repeated_meeting_costs_more(self):
        once, twice = replace(self.A, met={2: 1}), replace(self.A, met={2: 2})
        assert cost(RULES, once, self.B) - cost(RULES, self.A, self.B) == MEETING
        assert cost(RULES, twice, self.B) - cost(RULES, once, self.B) == MEETING

    def test_table_holds_the_costs_of_the_terms(self):
        lots = Random(5)
        players = [
            McMahonRecord(
                n, f"P{n}", rank=-n % 7, rating=n, score=28 + n % 5, group=3 + n % 5, place=n % 3, size=4,
                ups=lots.randrange(2), downs=lots.randrange(2), balance=lots.randrange(-2, 3), country="ab"[n % 2],
                club="xyz"[n % 3], at_bar=n % 5 == 0, met={n % 20 + 1: 1} if n % 20 + 1 != n else {},
            )
            for n in range(1, 20)
        ]  # fmt: skip
        players = [replace(p, met={**p.met, **{q.number: 1 for q in players if p.number in q.met}}) for p in players]
        for changes in ({}, {"lots": 1_000_000}, {"start": "level", "early": "fold"}):
            rules = McMahonRules(Options(**changes), 2, 24, {3: frozenset({7}), 7: frozenset({3})})
            costs = table(rules, players)
            for one, row in zip(players, costs, strict=True):
                for other, found in zip(players, row, strict=True):
                    assert found == (0 if one == other else cost(rules, one, other)), (changes, one, other)

    def test_forbidden_pairs_never_meet(self):
        snapshot = go("1d", "1d", "9k", "9k", forbidden=(ForbiddenPair(frozenset({1, 2})),))
        assert (1, 2) not in solve(field_of(snapshot, Options()))
        with pytest.raises(NoLegalPairing) as refusal:
            pair_round(go("1d", "1d", forbidden=(ForbiddenPair(frozenset({1, 2})),)))
        assert "Every pairing contains a forbidden pair" in sentence(refusal.value.reason)
        assert NEVER > MEETING * 10**6


class TestReasonsAndQuestions:
    SNAPSHOT = go(
        *("2d", "1d", "1k", "2k", "5k", "5k"),
        rounds=(Round(1, (Pairing(1, 2, 1, WHITE), Pairing(2, 4, 3, WHITE), Pairing(3, 5, 6, WHITE))),),
    )

    def test_each_term_that_counts_has_a_reason(self):
        texts = [text for game in pair_round(self.SNAPSHOT).pairings for text in sentences_of(game.reasons)]
        assert any("score group" in text for text in texts)
        assert any("drawn down" in text for text in texts)
        assert any("cost" in text for text in texts)

    def test_why_not_gives_the_extra_cost(self):
        answer = why_not(self.SNAPSHOT, Options(), 1, 2)
        texts = sentences_of(answer.reasons())
        assert answer.extra > MEETING // 2
        assert texts[0].startswith("The total cost")
        assert "1 would meet 2." in texts
        assert any(text.startswith("Repeated games: 0 before") for text in texts)

    def test_why_not_explains_the_bye(self):
        snapshot = go("1d", "2k", "9k")
        assert sentences_of(why_not(snapshot, Options(), 1, 0).reasons())[0] == (
            "1 would have the bye with value 60 instead of 3 with 33, but the lowest value gets it."
        )
        assert "2 would have the bye." in sentences_of(why_not(snapshot, Options(), 1, 3).reasons())

    def test_manual_pairs_have_a_cost(self):
        answer = cost_of_forced(self.SNAPSHOT, Options(), [(1, 2)])
        assert answer.extra > 0
        assert cost_of_forced(self.SNAPSHOT, Options(), answer.now).extra == 0

    def test_refusal_names_a_missing_result(self):
        with pytest.raises(CannotPair) as refusal:
            pair_round(go("1d", "1d", rounds=(Round(1, (Pairing(1, 1, 2),)),)))
        assert (
            sentence(refusal.value.reason) == "Round 1, table 1 has no result yet, but scores need it. Enter it first."
        )


class TestJudge:
    def sentences_of_violations(self, snapshot, plan):
        return [sentence(v.reason) for v in violations(snapshot, plan, SYSTEM.promises, Options())]

    def test_reports_wrong_number_of_stones(self):
        snapshot = go("1k", "5k")
        plan = pair_round(snapshot)
        assert self.sentences_of_violations(snapshot, plan) == []
        wrong = replace(plan, pairings=tuple(replace(p, handicap=1) for p in plan.pairings))
        assert self.sentences_of_violations(snapshot, wrong) == [
            "2 has 1 handicap stone against 1, but the rank difference gives 3."
        ]

    def test_reports_an_unnecessary_second_bye(self):
        rounds = (Round(1, (Pairing(1, 2, 1, BLACK),), (Bye(3, ByeKind.ALLOCATED),)),)
        snapshot = go("1d", "1d", "9k", rounds=rounds)
        again = SYSTEM.questions.explained(snapshot, Options(), [(1, 2), (3, 0)])
        assert "3 has a second bye, although others have had none." in self.sentences_of_violations(snapshot, again)
