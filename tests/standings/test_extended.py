"""Extended direct encounter, strength of schedule and criteria by game points, calculated by hand and in words."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pairings.snapshot import Bye, ByeKind, Decision, Deduction, Outcome, Pairing, Result, Round
from standings.core.rank import rank
from standings.core.reckoning import Reckoning
from standings.core.tiebreaks import UnknownTiebreak, tiebreak
from standings.explain.derivation import derivation
from standings.explain.wording import sentence, sentences, separation, variant
from standings.rulesets.compare import compare
from standings.rulesets.customise import OptionError, customise
from standings.verdict import FinalState, verdicts
from tests.standings.test_team_tiebreaks import EVENT, NAMES, RULE, match

HALF = Fraction(1, 2)


def event(*rounds):
    """Return an event with rounds of matches; each match is (first, second, boards)."""
    made = tuple(
        Round(number, tuple(match(table, *each) for table, each in enumerate(matches, 1)))
        for number, matches in enumerate(rounds, 1)
    )
    return replace(EVENT, rounds=made, next_round=len(made) + 1, planned_rounds=len(made))


#: All have three match points; Riga 6½ game points, Oslo and Tartu 6, Umea 5½.
LEVEL = event(
    ((1, 2, "110="), (3, 4, "10==")), ((1, 3, "0==1"), (2, 4, "1110")), ((1, 4, "=001"), (2, 3, "01==")),
)  # fmt: skip
#: Oslo won every match; Riga won 4–0 against Tartu, Tartu 3–1 against Umea, Umea 3–1 against Riga.
CIRCLE = event(
    ((1, 2, "1110"), (3, 4, "1110")), ((1, 3, "0111"), (4, 2, "1011")), ((1, 4, "1111"), (2, 3, "1111")),
)  # fmt: skip
#: Oslo won both matches; Riga and Tartu drew and have three game points each.
PAIR = event(((1, 2, "1110"),), ((1, 3, "0111"),), ((2, 3, "10=="),))


def order(code, snapshot, *group):
    return tiebreak(code).order(Reckoning(snapshot, RULE), group)


def values(code, snapshot=LEVEL, rules=RULE):
    reckoning = Reckoning(snapshot, rules)
    return [reckoning.value(tiebreak(code), number) for number in (1, 2, 3, 4)]


def table(*chain, snapshot=LEVEL):
    return rank(snapshot, replace(RULE, chain=chain))


class TestExtendedDirectEncounter:
    def test_game_points_decide_if_match_points_do_not(self):
        assert order("EDE", LEVEL, 1, 2, 3, 4) == ((2,), (1, 3), (4,))
        assert order("DE", LEVEL, 1, 2, 3, 4) == ((1, 2, 3, 4),)

    def test_a_part_that_is_still_level_starts_again(self):
        """Without Oslo the other teams have two match points each, and 5, 4 and 3 game points."""
        assert order("EDE", CIRCLE, 1, 2, 3, 4) == ((1,), (2,), (4,), (3,))
        assert order("EDE", PAIR, 1, 2, 3) == ((1,), (2, 3))

    def test_boards_decide_between_two_teams_left_of_a_group(self):
        """At board 1 both scored 1; at board 2 Riga scored 0 and Tartu 1. The board counts are 8½ and 6½."""
        for code in ("EDET", "EDEB", "EDEBT", "EDEBB"):
            assert order(code, PAIR, 1, 2, 3) == ((1,), (3,), (2,))

    def test_boards_of_all_matches_count(self):
        """At board 1 Oslo scored ½ + 0 + 1 and Tartu 1 + 1 + 1; without board 4 they have 3½ and 5."""
        assert order("EDET", LEVEL, 1, 3) == order("EDEB", LEVEL, 1, 3) == ((3,), (1,))
        assert [row.player for row in table("PTS", "EDET").rows] == [2, 3, 1, 4]

    def test_two_who_have_not_met(self):
        """Riga and Umea drew with Oslo and Tartu; at board 1 Riga scored 1 and Umea 2."""
        apart = event(((1, 2, "10=="), (3, 4, "01==")), ((1, 4, "01=="), (2, 3, "01==")))
        assert order("EDE", apart, 2, 4) == ((2, 4),)
        assert order("EDET", apart, 2, 4) == ((4,), (2,))

    def test_two_who_differ_in_game_points_are_left_to_the_next_criterion(self):
        """Oslo and Riga drew; against Tartu Oslo won 3–1 and Riga 4–0."""
        drawn = event(((1, 2, "10=="),), ((1, 3, "1110"),), ((2, 3, "1111"),))
        assert order("EDET", drawn, 1, 2) == ((1, 2),)

    def test_unknown_boards_order_nobody(self):
        played = PAIR.rounds[2].pairings[0]
        untold = replace(PAIR.rounds[2], pairings=(replace(played, result=replace(played.result, boards=())),))
        assert order("EDEBT", replace(PAIR, rounds=(*PAIR.rounds[:2], untold)), 2, 3) == ((2, 3),)

    def test_game_points_first(self):
        """Riga lost to Oslo 1½–2½ and beat it 3–1: Riga leads on game points, and match points are tied."""
        twice = event(((1, 2, "110="),), ((2, 1, "1110"),))
        by_games = replace(RULE, chain=("MPVGP", "PTS"))
        assert tiebreak("EDE").order(Reckoning(twice, by_games), (1, 2)) == ((2,), (1,))
        circle = Reckoning(CIRCLE, by_games)
        assert tiebreak("EDE").order(circle, (2, 3, 4)) == ((2,), (4,), (3,))

    def test_forfeits_count_only_in_some_criteria(self):
        gone = Result(Outcome.WIN, Outcome.LOSS, Decision.FORFEIT)
        forfeited = replace(PAIR, rounds=(Round(1, (Pairing(1, 1, 2, gone),)),), next_round=2)
        assert order("EDE", forfeited, 1, 2) == ((1, 2),)
        assert order("EDE/P", forfeited, 1, 2) == ((1,), (2,))
        round_robin = replace(RULE, chess=replace(RULE.chess, round_robin=True))
        assert tiebreak("EDE").order(Reckoning(forfeited, round_robin), (1, 2)) == ((1,), (2,))


class TestStrengthOfTheSchedule:
    def test_a_win_in_every_round_over_a_win_on_every_board(self):
        """The factor is 1: three rounds of two match points, divided by four game points, rounded down."""
        assert values("SSSC") == [15, 6 + HALF + 9, 15, 14 + HALF]
        assert values("SSSC/K2")[1] == 11

    def test_game_points_first(self):
        """The factor is 6: twelve game points divided by two match points."""
        by_games = replace(RULE, chain=("MPVGP", "SSSC"))
        assert values("SSSC", rules=by_games)[1] == 3 + Fraction(35, 2) / 6

    def test_factor_is_at_least_one(self):
        """Two rounds of six boards would give 4 divided by 6."""
        wide = replace(EVENT, scoring=replace(EVENT.scoring, best_of=6), planned_rounds=2)
        free = replace(LEVEL, scoring=replace(LEVEL.scoring, win=Fraction(0)))
        for snapshot, rules in ((wide, RULE), (free, replace(RULE, chain=("MPVGP", "SSSC")))):
            assert {term.factor for term in tiebreak("SSSC").contributions(Reckoning(snapshot, rules), 1)} == {1}

    def test_the_planned_rounds_count(self):
        longer = replace(LEVEL, planned_rounds=9)
        assert values("SSSC", longer)[1] == 6 + HALF + Fraction(9, 4)

    def test_in_words(self):
        found = table("PTS", "SSSC/K2")
        value, first, *_others = sentences(derivation(found, 2, "SSSC/K2"), found, NAMES)
        assert value.endswith("(SSSC/K2) is 11: the secondary score 6½, plus 9 from 3 numbers, divided by 2.")
        assert first == "Round 1: Oslo gives 3."
        bye = Round(4, (), (Bye(1, ByeKind.ALLOCATED),))
        alone = table("PTS", "SSSC/K2", snapshot=replace(LEVEL, rounds=(*LEVEL.rounds, bye), next_round=5))
        answer = sentences(derivation(alone, 1, "SSSC/K2"), alone, NAMES)
        assert "Round 4, no game: a dummy opponent gives 4." in answer

    def test_nobody_has_played(self):
        found = rank(replace(LEVEL, rounds=(), next_round=1), replace(RULE, chain=("PTS", "SSSC")))
        assert "is 0: the secondary score 0, plus 0" in sentences(derivation(found, 1, "SSSC"), found, NAMES)[0]


class TestGamePoints:
    @pytest.mark.parametrize(
        ("code", "expected"),
        [
            ("BH:GP", [18, Fraction(35, 2), 18, Fraction(37, 2)]),
            ("BH:GP/C1", [12 + HALF, 12, 12 + HALF, 12 + HALF]),
            ("PS:GP", [13, 1 + HALF + 4 + HALF + 6 + HALF, 12, 2 + 3 + 5 + HALF]),
            ("SB:GP", [36 + HALF, Fraction(15, 1) + 16 + HALF + 6, 36, 33 + HALF]),
            ("BH:MP", [9, 9, 9, 9]),
        ],
    )
    def test_values(self, code, expected):
        if code == "SB:GP":
            expected[1] = values("EGGSB")[1]
        assert values(code) == expected

    def test_match_points_are_the_default(self):
        assert tiebreak("BH:MP/C1").code == "BH/C1"
        assert tiebreak("BH:GP/C1/P").code == "BH:GP/C1/P"

    @pytest.mark.parametrize("code", ["BH:XP", "BH:", "TPN:GP", "WIN:GP", "EDE:GP", "BC:MP", "BH/K2", "SSSC/K0"])
    def test_impossible_codes_are_refused(self, code):
        with pytest.raises(UnknownTiebreak) as refused:
            tiebreak(code)
        assert "Remove it from" in str(refused.value)

    def test_same_criterion_twice_in_the_chain_is_refused(self):
        assert customise(RULE, {"chain": ["PTS", "BH", "BH:GP"]}).chain == ("PTS", "BH", "BH:GP")
        with pytest.raises(OptionError):
            customise(RULE, {"chain": ["PTS", "BH", "BH:MP"]})

    def test_the_arbiters_deductions_are_of_match_points(self):
        taken = replace(LEVEL.rounds[0], deductions=(Deduction(2, Fraction(-1)),))
        docked = replace(LEVEL, rounds=(taken, *LEVEL.rounds[1:]))
        assert values("BH:GP", docked) == values("BH:GP")
        assert values("BH", docked)[0] == 8

    def test_in_words(self):
        found = table("PTS", "BH:GP/C1", "DE:GP")
        assert sentences(derivation(found, 1, "BH:GP/C1"), found, NAMES) == (
            "Buchholz (BH:GP/C1) is 12½: the sum of 2 numbers.",
            "Round 1: Riga gives 6½.",
            "Round 2: Tartu gives 6.",
            "Round 3: 5½ from Umea is excluded by C.07 14.1.",
        )
        assert variant("BH:GP/C1") == "Game points replace match points. Least significant opponents excluded: 1."
        assert variant("SSSC/K4") == "Opponents' scores are divided by 4."
        direct = table("PTS", "DE:GP")
        assert sentences(derivation(direct, 1, "DE:GP"), direct, NAMES)[:2] == (
            "Direct encounter (DE:GP) is 6, from 3 games against players tied so far.",
            "Round 1, against Riga: 2½.",
        )
        assert direct.mini_tables["DE:GP"] == {1: 6, 2: 6 + HALF, 3: 6, 4: 5 + HALF}


class TestInWords:
    def test_of_a_table_by_both_scores(self):
        found = table("PTS", "EDET")
        first, *rounds = sentences(derivation(found, 1, "EDET"), found, NAMES)
        assert first == (
            "Extended direct encounter, top boards is 3 · 6: points and game points from 3 matches "
            "against teams tied so far."
        )
        assert rounds == [
            "Round 1, against Riga: 2 · 2½.",
            "Round 2, against Tartu: 1 · 2.",
            "Round 3, against Umea: 0 · 1½.",
            "Against Tartu, the boards of all matches decide: 1½ to 3 at the first different board.",
        ]
        for code, figures in (("EDEB", "3½ to 5 at the remaining boards"), ("EDEBT", "decides: 16 to 12½")):
            other = table("PTS", code)
            assert figures in sentences(derivation(other, 1, code), other, NAMES)[-1]
            assert "decide" not in " ".join(sentences(derivation(other, 2, code), other, NAMES))
        name = "Extended direct encounter, top boards"
        assert [sentence(separation(found, row), NAMES) for row in found.rows[:3]] == [
            f"Ahead of Tartu on {name}: 6½ to 6 game points in matches among the tied.",
            f"Ahead of Oslo on {name}: 3 to 1½ points at the first different board.",
            f"Ahead of Umea on {name}: 6 to 5½ game points in matches among the tied.",
        ]

    def test_of_match_points_and_the_board_count(self):
        rules = replace(RULE, chain=("OUT", "EDEBB"))
        players = tuple(replace(player, outside=Fraction(player.number < 4)) for player in PAIR.players)
        found = rank(replace(PAIR, players=players), rules)
        said = [sentence(separation(found, row), NAMES) for row in found.rows[:2]]
        name = "Extended direct encounter, board count, bottom boards"
        assert said == [
            f"Ahead of Tartu on {name}: 4 to 1 match point in matches among the tied.",
            f"Ahead of Riga on {name}: board count 6½ to 8½, lower is better.",
        ]

    def test_of_a_team_that_is_not_tied(self):
        found = rank(CIRCLE, replace(RULE, chain=("PTS", "EDE")))
        assert "nobody was tied" in sentences(derivation(found, 1, "EDE"), found, NAMES)[0]

    def test_a_comparison_names_the_chain(self):
        found = compare(LEVEL, replace(RULE, chain=("PTS",)), replace(RULE, chain=("PTS", "EDEBT")))
        assert {(move.player, move.second) for move in found.moves} == {(3, 2), (1, 3), (4, 4)}
        assert {line.name for move in found.moves for line in move.causes} == {"chain"}


class TestVerdicts:
    """Before the last round Oslo and Riga have two match points each, and Tartu and Umea have none."""

    RUNNING = replace(
        event(((1, 3, "1110"), (2, 4, "1111"))),
        rounds=(*event(((1, 3, "1110"), (2, 4, "1111"))).rounds, Round(2, (Pairing(1, 3, 2), Pairing(2, 4, 1)))),
    )

    def states(self, *chain):
        found = verdicts(self.RUNNING, replace(RULE, chain=chain), 1)
        return {verdict.player: verdict.answer.state for verdict in found}

    def test_every_outcome_on_the_boards_is_considered(self):
        """Tartu is first if it wins 4–0 and Oslo loses; with only three boards won it would be tied with Riga."""
        found = verdicts(self.RUNNING, replace(RULE, chain=("PTS", "MPVGP")), 1)
        assert [FinalState.IN in verdict.answer.possible for verdict in found] == [True, True, True, False]

    @pytest.mark.parametrize("code", ["EDE", "BH:GP", "SSSC", "DE:GP"])
    def test_verdict_can_depend_on_games(self, code):
        assert self.states("PTS", code)[1] is FinalState.DEPENDS

    def test_boards_are_not_known_beforehand(self):
        """Teams that are tied on the criteria before the boards count as tied."""
        assert self.states("PTS", "EDET") == self.states("PTS")
