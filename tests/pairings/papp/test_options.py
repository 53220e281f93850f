"""Penalties as options: valid values and how they are written."""

import json

import pytest

from pairings.options import OptionError, as_json, read, specs
from pairings.systems import SYSTEMS
from pairings.systems.papp import PRESETS, Options
from pairings.systems.papp.options import CHECKS


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"colour": [0, 20, 19]}, CHECKS[0]),
        ({"colour": [1, 20]}, CHECKS[0]),
        ({"colour": []}, CHECKS[0]),
        ({"floats": [0, 20_000, 10_000]}, CHECKS[1]),
        ({"floats": [0, 19]}, "Twice the float-back bonus is at most the penalty of the smallest float."),
        ({"floats": "0 20000 x"}, "Enter whole numbers separated by spaces."),
        ({"floats": 7}, "Enter a list of whole numbers."),
        ({"floats": [0, 1.5]}, "Enter a whole number."),
        ({"floats": [0, -1]}, "Enter a whole number from 0 to 1000000000."),
    ],
)
def test_impossible_numbers_are_refused_with_a_sentence(values, sentence):
    with pytest.raises(OptionError) as refused:
        read(Options, values)
    assert str(refused.value) == sentence


def test_twice_the_bonus_may_equal_the_smallest_float():
    assert read(Options, {"floats": [0, 20]}).float_back == 10


def test_table_is_read_from_a_form_field():
    assert read(Options, {"nation": "2, 0 5"}).nation == (2, 0, 5)


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_presets_survive_json(preset):
    assert read(Options, json.loads(json.dumps(as_json(preset.options)))) == preset.options


def test_every_option_has_a_label_and_help_for_people():
    assert all(spec.label and spec.help for spec in specs(Options))
    assert [spec.name for spec in specs(Options)] == list(Options.__slots__)


def test_first_preset_has_the_defaults_of_papp():
    first = SYSTEMS["papp"].presets[0]
    assert (first.key, first.options) == ("papp", Options())
    assert Options().floats[1:4] == (20_000, 40_588, 62_785)
    assert len(Options().floats) == 25
