"""An organiser changes a preset line by line, and the changes are plain values."""

import json
from fractions import Fraction

import pytest

from pairings.options import OptionError, as_json
from standings.core.rules import LastResort
from standings.rulesets.customise import changes_of, customise
from standings.rulesets.presets import RULES


@pytest.mark.parametrize("key", RULES)
def test_every_rule_set_is_written_and_read_again(key):
    written = json.loads(json.dumps(as_json(RULES[key])))
    assert customise(RULES["mtr"], written).percentages == RULES[key].percentages
    rebuilt = customise(RULES["mtr"], written)
    assert changes_of(RULES[key], rebuilt) == {}


def test_floor_of_one_third_turns_mtr_into_third():
    rules = customise(RULES["mtr"], {"percentages.floor": "1/3"})
    assert rules.percentages == RULES["third"].percentages
    assert changes_of(RULES["mtr"], rules) == {"percentages.floor": "1/3"}


def test_chain_and_last_resort_can_be_changed():
    rules = customise(RULES["mtr"], {"chain": ["MP", "OMW", "H2H"], "last_resort": "lot", "lot": "7"})
    assert (rules.chain, rules.last_resort, rules.lot) == (("MP", "OMW", "H2H"), LastResort.LOT, "7")


def test_a_decimal_is_exact():
    assert customise(RULES["mtr"], {"percentages.floor": "0.33"}).percentages.floor == Fraction(33, 100)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("nothing", 1, "Unknown rule"),
        ("scoring", 1, "Unknown rule"),
        ("chain", [], "at least one tie-break"),
        ("chain", "MP", "at least one tie-break"),
        ("chain", ["MP", "MP"], "twice"),
        ("chain", ["MP", "XY"], "Unknown tie-break XY"),
        ("chain", ["MP/C1"], "does not support /C1"),
        ("percentages.floor", "2", "share from 0 to 1"),
        ("percentages.floor", "1/0", "exact number"),
        ("percentages.floor", 0.33, "exact number"),
        ("percentages.floor", "1e9999", "exact number"),
        ("percentages.floor", "half", "exact number"),
        ("percentages.rounding", -1, "from 0 to 12"),
        ("percentages.rounding", True, "whole number"),
        ("percentages.byes_in_games", 1, "true or false"),
        ("last_resort", "dice", "Choose one of: share, lot, seed."),
        ("chess.edition", "2023", "Choose one of: 2024, 2026."),
        ("lot", "x" * 101, "at most 100"),
    ],
)
def test_impossible_value_of_a_line_is_refused_with_reason(name, value, text):
    with pytest.raises(OptionError, match=text) as caught:
        customise(RULES["mtr"], {name: value})
    assert caught.value.name == name
