"""The derivation of each value, as data and as sentences."""

from fractions import Fraction

import pytest

from pairings.plan import Reason
from pairings.wording.mark import ContextMessage
from standings.core.rank import rank
from standings.core.tiebreaks import tiebreak
from standings.explain.derivation import DerivationStep, derivation
from standings.explain.wording import SENTENCES, reasons, sentence, sentences, separation, variant
from standings.reading import read
from standings.rulesets.presets import RULES


@pytest.fixture(scope="module")
def seed(samples):
    return read((samples / "seed" / "seed_event.json").read_bytes())


@pytest.fixture(scope="module")
def number(seed):
    return {label: number for number, label in seed.labels.items()}


def words_of_derivation(seed, table, player, code):
    return sentences(derivation(table, player, code), table, seed.labels)


def test_the_pieces_are_the_opponents_in_the_order_of_rounds(seed, number):
    found = derivation(rank(seed.snapshot, RULES["mtr"]), number["G"], "OMW")
    assert [(p.round, seed.labels[p.opponent], p.amount) for p in found.pieces] == [
        (1, "H", Fraction(33, 100)),
        (2, "E", Fraction(2, 3)),
        (3, "D", Fraction(1, 3)),
    ]
    assert (found.value, found.shown) == (Fraction(133, 300), "44.33 %")


def test_an_opponent_at_the_floor_is_marked(seed, number):
    found = derivation(rank(seed.snapshot, RULES["mtr"]), number["G"], "OMW")
    assert [p.steps for p in found.pieces] == [(DerivationStep("floor", Fraction(0), Fraction(33, 100)),), (), ()]


def test_own_value_at_the_floor_is_marked(seed, number):
    found = derivation(rank(seed.snapshot, RULES["mtr"]), number["H"], "GW")
    assert found.raw == Fraction(1, 7)
    assert found.steps == (DerivationStep("floor", Fraction(1, 7), Fraction(33, 100)),)


def test_sentences_a_player_understands(seed, number):
    assert words_of_derivation(seed, rank(seed.snapshot, RULES["mtr"]), number["G"], "OMW") == (
        "Opponents' match-win percentage is 44.33 %: the average of 3 numbers.",
        "Exact value: 133/300.",
        "Round 1: H gives 33.00 %.",
        "H has 0.00 %, raised to the floor of 33.00 %.",
        "Round 2: E gives 66.67 %.",
        "Round 3: D gives 33.33 %.",
    )


def test_rounding_shows_the_exact_figure(seed, number):
    assert words_of_derivation(seed, rank(seed.snapshot, RULES["hyogo-2009"]), number["B"], "OMW") == (
        "Opponents' match-win percentage is 55 %: the average of 3 numbers.",
        "Exact value: 11/20.",
        "Round 1: A gives 100 %.",
        "Round 2: F gives 33 %.",
        "1/3 of F is rounded to 33 %.",
        "Round 3: C gives 33 %.",
        "1/3 of C is rounded to 33 %.",
        "83/150 is rounded half up to 55 %.",
    )


def test_row_explains_why_it_is_above_the_next(seed):
    table = rank(seed.snapshot, RULES["mtr"])
    found = separation(table, table.rows[1])
    assert sentence(found, seed.labels) == (
        "Ahead of B on Opponents' match-win percentage: 66.67 % to 55.56 %, 11.11 % more."
    )


def test_sentences_are_translated_with_the_names_of_criteria(seed, number):
    table = rank(seed.snapshot, RULES["mtr"])
    reason = next(reasons(derivation(table, number["G"], "MP"), table))
    german = {SENTENCES["value-sum"]: "{name}: {shown}, Summe aus {count}.", "Match points": "Matchpunkte"}
    assert sentence(reason, {}, lambda message: german[message]) == "Matchpunkte: 6, Summe aus 3."


def test_a_mini_table_shows_the_games_against_level_players(samples):
    event = read((samples / "fide" / "tec_rr6.event.json").read_bytes())
    table = rank(event.snapshot, RULES["fide-2026-round-robin"])
    found = derivation(table, 1, "DE")
    assert [(piece.round, piece.opponent, piece.amount) for piece in found.pieces] == [(2, 2, 1), (3, 3, 1)]
    assert sentences(found, table, event.labels)[0] == (
        "Direct encounter is 2, from 2 games against players tied so far."
    )


def test_mini_table_is_not_needed_if_nobody_is_tied(seed, number):
    from dataclasses import replace

    table = rank(seed.snapshot, replace(RULES["mtr"], chain=("MP", "DE")))
    assert sentences(derivation(table, number["A"], "DE"), table, seed.labels) == (
        "Direct encounter is not needed: nobody was tied so far.",
    )


def test_mini_table_shows_the_margin(samples):
    event = read((samples / "fide" / "tec_rr6.event.json").read_bytes())
    table = rank(event.snapshot, RULES["fide-2026-round-robin"])
    row = next(row for row in table.rows if row.separated_by and row.separated_by.code == "DE")
    assert sentence(separation(table, row), event.labels) == (
        "Ahead of 2 on Direct encounter: 2 to ½ point in games among the tied players."
    )


def test_mini_table_of_matches_names_the_deciding_figure_and_scores():
    from tests.standings.test_other_games import TestFootball

    table = rank(TestFootball.GROUP, RULES["football-head-to-head"])
    assert [sentence(separation(table, row), {}) for row in table.rows[:2]] == [
        "Ahead of 2 on Matches between tied teams: 3 to 2 goals in matches among the tied.",
        "Ahead of 3 on Matches between tied teams: 2 to 1 goal in matches among the tied.",
    ]
    assert sentences(derivation(table, TestFootball.SWEDEN, "MINI"), table, {})[1:] == (
        "Round 2, against 3: 1 (1–1).",
        "Round 3, against 2: 1 (2–2).",
    )


def test_a_brightwell_quotient_shows_discs_constant_and_points():
    from tests.standings.test_other_games import TestOthello

    table = rank(TestOthello.PLAYED, RULES["othello"])
    assert sentences(derivation(table, 1, "BQ"), table, {2: "Bo"}) == (
        "Brightwell quotient is 185: own discs plus 40 times the opponents' points, over 2 rounds.",
        "Round 1: 33 discs plus 40 times the 1 point of Bo: 73.",
        "Round 2, no counting opponent: 32 discs plus 40 times the player's own 2 points: 112.",
    )


def test_modifiers_are_named(samples):
    event = read((samples / "fide" / "tec_swiss5.event.json").read_bytes())
    table = rank(event.snapshot, RULES["fide-2026"])
    assert sentences(derivation(table, 1, "BH/C1"), table, {})[0].startswith("Buchholz (BH/C1) is ")
    assert variant("BH/C2/P") == "Least significant opponents excluded: 2. Forfeits count as played."
    assert variant("KS/L-1") == "The limit is shifted by half points: -1."
    assert variant("BH") == ""


def test_ambiguous_name_is_translated_with_its_context():
    asked = []
    reason = Reason("value-sum", {"name": tiebreak("GF").name, "mark": "", "shown": "3", "count": 2}, "")
    sentence(reason, {}, lambda message: asked.append(message) or message)
    assert [(each.context, str(each)) for each in asked if isinstance(each, ContextMessage)] == [
        ("games inside a match", "Goals")
    ]
