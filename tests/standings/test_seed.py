"""The worked example of 2009: eight players, three rounds, every percentage of the document."""

import json
from fractions import Fraction

import pytest

from standings.core.rank import rank
from standings.explain.formatting import text
from standings.reading import read
from standings.rulesets.presets import RULES


@pytest.fixture(scope="module")
def seed(samples):
    return read((samples / "seed" / "seed_event.json").read_bytes())


@pytest.fixture(scope="module")
def expected_values(samples):
    return json.loads((samples / "seed" / "seed_expected.json").read_text())


def order(document, rules):
    return "".join(document.labels[row.player] for row in rank(document.snapshot, RULES[rules]).rows)


@pytest.mark.parametrize("rules", ["mtr", "hyogo-2009"])
def test_order_matches_the_document(seed, rules):
    assert order(seed, rules) == "AEBGDFCH"


@pytest.mark.parametrize(("rules", "key"), [("mtr", "mtr_exact"), ("hyogo-2009", "blog_rule")])
def test_every_value_is_exact(seed, expected_values, rules, key):
    table = rank(seed.snapshot, RULES[rules], columns=("MW", "GW", "OMW", "OGW"))
    found = [[row.rank, seed.labels[row.player], *row.values.values()] for row in table.rows]
    assert found == [[place, player, *map(Fraction, values)] for place, player, *values in expected_values[key]]


@pytest.mark.parametrize(("code", "column"), [("MW", "mw"), ("OMW", "omw")])
def test_printed_percentages_match_the_document(seed, expected_values, code, column):
    table = rank(seed.snapshot, RULES["hyogo-2009"], columns=(code,))
    found = {seed.labels[row.player]: text(row.values[code], code, table) for row in table.rows}
    for player, printed in expected_values["blog_printed"][column].items():
        assert found[player] == f"{int(Fraction(printed) * 100)} %"


def test_each_row_names_the_criterion_that_separates_it_from_the_next(seed):
    table = rank(seed.snapshot, RULES["hyogo-2009"])
    found = [row.separated_by and (row.separated_by.code, row.separated_by.by) for row in table.rows]
    assert found == [
        ("MP", 3),
        ("OMW", Fraction(12, 100)),
        ("OMW", Fraction(11, 100)),
        ("MP", 3),
        ("OMW", Fraction(11, 100)),
        ("OMW", Fraction(12, 100)),
        ("MP", 3),
        None,
    ]


def test_table_after_an_earlier_round_ignores_later_ones(seed):
    assert [row.points for row in rank(seed.snapshot, RULES["mtr"], through_round=1).rows] == [3] * 4 + [0] * 4


def test_percentages_have_two_decimals_if_the_rules_do_not_round(seed):
    assert text(Fraction(5, 9), "OMW", rank(seed.snapshot, RULES["mtr"])) == "55.56 %"
