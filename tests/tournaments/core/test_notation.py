"""Result notation: what each scoring reads and writes, what it refuses and why, and its keys."""

from dataclasses import replace

import pytest
from django.utils import translation

from pairings.snapshot import Decision, Outcome, Result, Scoring
from tournaments.core.words import notation

WIN, DRAW, LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
PLAYED, FORFEIT, RULING = Decision.PLAYED, Decision.FORFEIT, Decision.RULING

GAME = Scoring()
DECIDED = Scoring(draws=False)
OF_THREE = Scoring(best_of=3)
OF_FOUR = Scoring(best_of=4)
DISCS = Scoring(keeps_score=True, score_total=64)
TWICE_DISCS = Scoring(keeps_score=True, score_total=64, best_of=2)
GOALS = Scoring(keeps_score=True)


@pytest.mark.parametrize(
    ("scoring", "text", "first", "second", "written"),
    [
        (GAME, "1-0", WIN, LOSS, "1-0"),
        (GAME, "0:1", LOSS, WIN, "0-1"),
        (GAME, " 1 – 0 ", WIN, LOSS, "1-0"),
        *[(GAME, text, DRAW, DRAW, "½-½") for text in sorted(notation._DRAW_NOTATIONS)],
        (OF_THREE, "2-1", WIN, LOSS, "2-1"),
        (OF_THREE, "0-2", LOSS, WIN, "0-2"),
        (OF_THREE, "1-1-1", DRAW, DRAW, "1-1-1"),
        (OF_THREE, "1-0-2", WIN, LOSS, "1-0-2"),
        (OF_THREE, "2-1-0", WIN, LOSS, "2-1"),
        (OF_THREE, "0-0-3", DRAW, DRAW, "0-0-3"),
        (OF_FOUR, "4-0", WIN, LOSS, "4-0"),
        (OF_FOUR, "2-2", DRAW, DRAW, "2-2"),
        (OF_FOUR, "1-2-1", LOSS, WIN, "1-2-1"),
        (DISCS, "35-29", WIN, LOSS, "35-29"),
        (DISCS, "35", WIN, LOSS, "35-29"),
        (DISCS, "32", DRAW, DRAW, "32-32"),
        (DISCS, "64", WIN, LOSS, "64-0"),
        (DISCS, "0", LOSS, WIN, "0-64"),
        (TWICE_DISCS, "70", WIN, LOSS, "70-58"),
        (TWICE_DISCS, "1-127", LOSS, WIN, "1-127"),
        (GOALS, "0-0", DRAW, DRAW, "0-0"),
        (GOALS, "0-3", LOSS, WIN, "0-3"),
    ],
)
def test_typed_result_is_parsed_and_written_in_standard_notation(scoring, text, first, second, written):
    result = notation.parse(text, scoring)
    assert (result.first, result.second, result.decision) == (first, second, PLAYED)
    assert notation.write(result) == written
    assert notation.parse(written, scoring) == result


@pytest.mark.parametrize(
    ("text", "first", "second", "written"),
    [
        ("½-0", DRAW, LOSS, "½-0"),
        ("0.5-0", DRAW, LOSS, "½-0"),
        ("0 : 1/2", LOSS, DRAW, "0-½"),
        ("0-0", LOSS, LOSS, "0-0"),
        ("w-l", WIN, LOSS, "W-L"),
        ("L-W", LOSS, WIN, "L-W"),
        ("D - D", DRAW, DRAW, "D-D"),
    ],
)
def test_ruling_or_unrated_game_is_parsed_and_written(text, first, second, written):
    result = notation.parse(text, GAME)
    assert (result.first, result.second, result.decision) == (first, second, RULING)
    assert notation.write(result) == written
    assert notation.parse(written, GAME) == result


@pytest.mark.parametrize("text", ["1-½", "½-1", "1-1", "½F-0", "w-w", "0-0-0"])
def test_ruling_above_one_point_is_refused(text):
    with pytest.raises(notation.NotAResult):
        notation.parse(text, GAME)


@pytest.mark.parametrize("scoring", [Scoring(halves=False), OF_THREE])
def test_half_points_are_refused_without_halves_in_the_scoring(scoring):
    with pytest.raises(notation.NotAResult):
        notation.parse("½-0", scoring)


@pytest.mark.parametrize(("scoring", "numbers"), [(OF_THREE, {"games": (1, 0, 2)}), (GOALS, {"score": (3, 1)})])
def test_games_and_scores_keep_their_order(scoring, numbers):
    result = notation.parse("-".join(map(str, *numbers.values())), scoring)
    assert result == Result(WIN, LOSS, **numbers)


@pytest.mark.parametrize("text", ["+--", "--+", "---"])
@pytest.mark.parametrize("scoring", [GAME, DECIDED, OF_THREE, OF_FOUR, DISCS, GOALS])
def test_forfeit_is_written_the_same_in_every_scoring(scoring, text):
    assert notation.write(notation.parse(text, scoring)) == text
    assert notation.parse(text[:2] if text != "--+" else "-+", scoring) == notation.FORFEITS[text]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1-0F", "+--"), ("0-1F", "--+"), ("2-0f", "+--"), ("0F-2", "--+"), ("0-0F", "---"), ("1-ff", "+--"),
        ("FF-1", "--+"), ("ff-ff", "---"), ("+:-", "+--"), ("- +", "--+"), ("+ – –", "+--"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("scoring", [GAME, OF_THREE, DISCS])
def test_forfeit_notations_of_other_programs_are_parsed(text, meant, scoring):
    assert notation.write(notation.parse(text, scoring)) == meant


@pytest.mark.parametrize(
    ("text", "score"), [("3-0F", (3, 0)), ("0-3f", (0, 3)), ("3F-0", (3, 0)), ("0 : 2F", (0, 2)), ("10-0F", (10, 0))]
)
def test_goals_of_an_awarded_match_count(text, score):
    result = notation.parse(text, GOALS)
    assert (result.score, result.decision) == (score, Decision.PLAYED)
    assert result.outcomes == ((WIN, LOSS) if score[0] else (LOSS, WIN))


@pytest.mark.parametrize(("text", "meant"), [("1-0F", "+--"), ("0-1F", "--+"), ("0-0F", "---"), ("1-ff", "+--")])
def test_forfeit_without_goals_stays_a_forfeit_in_goal_scoring(text, meant):
    assert notation.parse(text, GOALS) == notation.FORFEITS[meant]


@pytest.mark.parametrize("text", ["2-2F", "3-F", "F-F"])
def test_awarded_draw_is_refused(text):
    with pytest.raises(notation.NotAResult):
        notation.parse(text, GOALS)


@pytest.mark.parametrize("text", ["ff", "1-1F", "F", "1-0" + " " * 40 + "0-1"])
def test_ambiguous_forfeit_is_refused_with_the_notation_to_use(text):
    with pytest.raises(notation.NotAResult, match=r"\+--, --\+ or ---"):
        notation.parse(text, GAME)


def test_missing_result_is_written_as_empty_text():
    assert notation.write(None) == ""


class TestRefused:
    @pytest.mark.parametrize(
        ("scoring", "text"),
        [
            (GAME, ""), (GAME, "1"), (GAME, "2-0"), (GAME, "1-1"), (GAME, "1-0-0"), (GAME, "x"),
            (OF_THREE, "2"), (OF_THREE, "2-"), (OF_THREE, "100-0"), (OF_THREE, "="),
            (DISCS, "65"), (DISCS, "a-b"), (GOALS, "3"), (GOALS, "1-2-3"), (GOALS, "1234567-0"),
        ],
    )  # fmt: skip
    def test_invalid_result_is_refused_with_examples(self, scoring, text):
        with pytest.raises(notation.NotAResult) as refused:
            notation.parse(text, scoring)
        assert f"Enter, for example, {notation.examples(scoring)}." in str(refused.value)
        assert "player" not in str(refused.value)  # teams read it, too

    @pytest.mark.parametrize(
        ("scoring", "text", "answer"),
        [
            (DECIDED, "=", "Draws are not allowed in this tournament."),
            (Scoring(best_of=3, draws=False), "1-1", "Draws are not allowed in this tournament."),
            (OF_THREE, "3-0", "Too many games for best of 3."),
            (OF_THREE, "0-3", "Too many games for best of 3."),
            (OF_THREE, "2-2", "Too many games for best of 3."),
            (OF_THREE, "0-0-4", "Too many games for best of 3."),
            (OF_FOUR, "2-2-1", "Too many games for best of 4."),
            (OF_FOUR, "5-0", "Too many games for best of 4."),
            (DISCS, "35-30", "The two scores must add up to 64."),
            (TWICE_DISCS, "35-29", "The two scores must add up to 128."),
        ],
    )
    def test_impossible_result_is_refused_with_the_reason(self, scoring, text, answer):
        with pytest.raises(notation.NotAResult) as refused:
            notation.parse(text, scoring)
        assert str(refused.value) == answer

    def test_text_above_the_maximum_length_is_refused(self):
        longest = "1" + " " * (notation.LONGEST - 3) + "-0"
        assert notation.write(notation.parse(longest, GAME)) == "1-0"
        with pytest.raises(notation.NotAResult):
            notation.parse(longest + " ", GAME)


@pytest.mark.parametrize(
    ("scoring", "result", "text"),
    [
        (GAME, Result(WIN, WIN), "Any other result needs a ruling"),
        (GAME, Result(LOSS, LOSS), "Any other result needs a ruling"),
        (GAME, Result(DRAW, LOSS), "Any other result needs a ruling"),
        (GAME, Result(WIN, WIN, RULING), None),
        (DECIDED, Result(DRAW, LOSS, RULING), "Draws are not allowed"),
        (DECIDED, Result(LOSS, DRAW, RULING), "Draws are not allowed"),
        (GAME, Result(DRAW, DRAW, FORFEIT), "A forfeit is a win for one side or a loss for both."),
        (GAME, Result(WIN, DRAW, FORFEIT), "A forfeit is a win for one side or a loss for both."),
        (GAME, Result(WIN, WIN, FORFEIT), "A forfeit is a win for one side or a loss for both."),
        (OF_THREE, Result(WIN, LOSS, FORFEIT, games=(2, 0, 0)), "A forfeit has no games or scores. Leave them empty."),
        (GOALS, Result(WIN, LOSS, FORFEIT, score=(3, 0)), "A forfeit has no games or scores. Leave them empty."),
        (OF_THREE, Result(WIN, LOSS), "Enter the number of games that each side won."),
        (OF_THREE, Result(WIN, LOSS, RULING), None),
        (GAME, Result(WIN, LOSS, games=(1, 0, 0)), "Each pairing is a single game"),
        (OF_THREE, Result(LOSS, WIN, games=(2, 1, 0)), "The winner must have won more games."),
        (OF_THREE, Result(WIN, LOSS, games=(1, 1, 0)), "The winner must have won more games."),
        (OF_THREE, Result(LOSS, WIN, RULING, games=(2, 1, 0)), None),
        (GOALS, Result(WIN, LOSS), "Enter both scores."),
        (GOALS, Result(WIN, LOSS, RULING), None),
        (GAME, Result(WIN, LOSS, score=(3, 0)), "This tournament does not record scores."),
        (GOALS, Result(LOSS, WIN, score=(3, 0)), "The winner must have the higher score."),
        (GOALS, Result(LOSS, WIN, RULING, score=(3, 0)), None),
    ],
)
def test_fault_explains_why_a_result_does_not_fit_the_scoring(scoring, result, text):
    """A program can send results that the notation cannot write: rulings, and contradictory results."""
    fault = notation.fault(result, scoring)
    assert (text in fault) if text else (fault is None)


class TestKeys:
    @pytest.mark.parametrize(
        ("scoring", "written"),
        [
            (GAME, "1-0 0-1 ½-½"),
            (DECIDED, "1-0 0-1"),
            (OF_THREE, "2-0 2-1 1-2 0-2 1-1"),
            (Scoring(best_of=3, draws=False), "2-0 2-1 1-2 0-2"),
            (OF_FOUR, "4-0 3-1 2-2 1-3 0-4"),
            (replace(OF_FOUR, boards=True), "4-0 3½-½ 3-1 2½-1½ 2-2 1½-2½ 1-3 ½-3½ 0-4"),
            (Scoring(best_of=4, draws=False), "4-0 3-1 1-3 0-4"),
            (Scoring(best_of=11), "6-0 6-1 6-2 6-3 6-4 6-5 5-6 4-6 3-6"),
            (GOALS, ""),
            (DISCS, ""),
        ],
    )
    def test_letter_keys_enter_the_usual_results(self, scoring, written):
        keys = notation.keys(scoring)
        assert " ".join(key.notation for key in keys) == written
        assert "".join(key.key for key in keys) == notation.LETTERS[: len(keys)]
        assert [key.result for key in keys] == [notation.parse(key.notation, scoring) for key in keys]

    def test_intentional_draw_counts_all_games_as_drawn(self):
        key = notation.intentional_draw(OF_THREE)
        assert (key.key, key.notation, key.name) == ("h", "0-0-3", "ID")
        assert key.result == notation.parse("id", OF_THREE) == Result(DRAW, DRAW, games=(0, 0, 3))

    @pytest.mark.parametrize(
        "scoring",
        [GAME, GOALS, OF_FOUR, Scoring(best_of=11), Scoring(best_of=3, draws=False), Scoring(best_of=3, boards=True)],
    )
    def test_scoring_without_draws_has_no_intentional_draw(self, scoring):
        assert notation.intentional_draw(scoring) is None

    @pytest.mark.parametrize("scoring", [GAME, GOALS, OF_FOUR, Scoring(best_of=3, draws=False)])
    def test_id_is_refused_where_no_intentional_draw_exists(self, scoring):
        with pytest.raises(notation.NotAResult):
            notation.parse("ID", scoring)

    @pytest.mark.parametrize(
        ("text", "written"),
        [
            ("1.0-0.0", "1-0"),
            ("0,0 : 1,0", "0-1"),
            ("0.5", "½-½"),
            (".5-.5", "½-½"),
            ("0.5-0", "½-0"),
            ("\uff11\uff0d\uff10", "1-0"),
            ("1\u30fc0", "1-0"),
            ("\uff1d", "½-½"),
        ],
    )
    def test_chess_result_is_parsed_in_all_common_notations(self, text, written):
        assert notation.write(notation.parse(text, GAME)) == written

    @pytest.mark.parametrize(
        ("scoring", "examples"),
        [
            (GAME, "1-0, 0-1, ½-½, +--"),
            (OF_THREE, "2-0, 2-1, 1-2, +--"),
            (DISCS, "35-29, +--"),
            (TWICE_DISCS, "67-61, +--"),
            (Scoring(keeps_score=True, score_total=7), "6-1, +--"),
            (Scoring(keeps_score=True, score_total=5), "5-0, +--"),
            (Scoring(keeps_score=True, score_total=2), "2-0, +--"),
            (GOALS, "2-1, +--"),
        ],
    )
    def test_examples_are_valid_results_of_the_scoring(self, scoring, examples):
        assert notation.examples(scoring) == examples
        for example in examples.split(", "):
            assert notation.parse(example, scoring)


@pytest.mark.parametrize(
    ("text", "games"),
    [("1½-½", (1, 0, 1)), ("0.5-1,5", (0, 1, 1)), ("½-½", (0, 0, 1)), ("2-0", (2, 0, 0)), ("0-0-2", (0, 0, 2))],
)
def test_points_of_a_match_scored_by_games_become_games(text, games):
    """½-½ is a match with one drawn game and one game lost by both; in other results a half is no number of games."""
    two = Scoring(best_of=2, by_games=True)
    assert notation.parse(text, two).games == games
    if "½" in text:
        with pytest.raises(notation.NotAResult):
            notation.parse(text, Scoring(best_of=2))
    with pytest.raises(notation.NotAResult):
        notation.parse("2½-½", two)


@pytest.mark.parametrize(("game", "letters"), [("chess", "SRN"), ("football", "SUN")])
def test_german_letter_for_a_draw_depends_on_the_game(game, letters):
    with translation.override("de"):
        assert "".join(notation.result_letters(game).values()) == letters
