"""Amounts as people read them: half points are written as the game does, also in reasons stored earlier."""

from fractions import Fraction

import pytest

from pairings.numbers.amounts import decimal_text, spell_amounts
from pairings.plan import Reason
from pairings.wording.sentences import sentence


@pytest.mark.parametrize(
    ("value", "with_halves", "decimal"),
    [
        ("0", "0", "0"),
        ("3", "3", "3"),
        ("1/2", "½", "0.5"),
        ("5/2", "2½", "2.5"),
        ("-1/2", "-½", "-0.5"),
        ("-3/2", "-1½", "-1.5"),
        ("91/4", "22.75", "22.75"),
        ("1/8", "0.125", "0.125"),
        ("1/3", "0.333", "0.333"),
        ("2/3", "0.667", "0.667"),
    ],
)
def test_halves_are_written_as_in_the_game_and_other_amounts_as_decimals(value, with_halves, decimal):
    assert decimal_text(Fraction(value), halves=True) == with_halves
    assert decimal_text(Fraction(value), halves=False) == decimal


@pytest.mark.parametrize(
    ("text", "with_halves", "decimal"),
    [
        ("5/2", "2½", "2.5"),
        ("2½", "2½", "2.5"),
        ("½", "½", "0.5"),
        ("-1½", "-1½", "-1.5"),
        ("3–2½", "3–2½", "3–2.5"),
        ("1, ½, ↓", "1, ½, ↓", "1, 0.5, ↓"),
        ("0.5", "½", "0.5"),
        ("–", "–", "–"),
        ("1/0", "1/0", "1/0"),
        (f"{'9' * 30}/2", f"{'9' * 30}/2", f"{'9' * 30}/2"),
    ],
)
def test_amounts_in_a_text_are_spelled_as_in_the_game(text, with_halves, decimal):
    assert spell_amounts(text, halves=True) == with_halves
    assert spell_amounts(text, halves=False) == decimal


class TestReasons:
    """Reasons as stored now and as stored earlier give the same sentence."""

    SCORE = "Bracket 2, score 3–2½, residents: 4. Place 1 of 2 in S1, 1 of 2 in S2."

    @pytest.mark.parametrize("score", [("3", "5/2"), "3–2½"])
    def test_range_of_scores_is_spelled_as_in_the_game(self, score):
        facts = {"bracket": 2, "residents": 4, "place": 1, "s1": 2, "lower_place": 1, "s2": 2, "score": score}
        reason = Reason("dutch-places", facts)
        assert sentence(reason) == self.SCORE
        assert sentence(reason, halves=False) == self.SCORE.replace("2½", "2.5")

    @pytest.mark.parametrize(("now", "then"), [(("1", "1/2"), ("1", "↓")), ("1, ½", "1, ↓")])
    def test_lists_of_scores_are_spelled_as_in_the_game(self, now, then):
        facts = {"points": "3/2", "bracket": 1, "now": now, "then": then}
        answer = sentence(Reason("dutch-worse-C7", facts))
        assert "score 1½" in answer
        assert "1, ↓ instead of 1, ½" in answer

    def test_whole_numbers_do_not_change(self):
        answer = sentence(Reason("papp-changed-float", {"rule": "float", "now": 20_000, "then": 5}))
        assert answer == "Score differences: 20 000 before, 5 after."
