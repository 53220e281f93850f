"""Card-game events under thirteen rule sets: every value and every rank."""

import json
import os
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from standings.presets import RULES
from standings.reading import read_file
from standings.rules import Denominator, NoOpponent, Percentages, Unit
from standings.table import rank

FOLDER = Path(os.environ.get("KIERROS_STANDINGS_DATA") or Path(__file__).parents[1] / "data" / "standings")
EVENTS = sorted((FOLDER / "card-games").glob("*.event.json"))
CODES = ("MW", "GW", "OMW", "OGW", "OOMW")
#: The rule sets of the data that are presets, by name.
PRESETS = {
    "mtr": "mtr",
    "third": "third",
    "blog2": "hyogo-2009",
    "bye_skipped": "mtr-wer",
    "pokemon": "pokemon",
    "union_arena": "union-arena",
    "swu": "swu",
}


def floor(text):
    return None if text == "none" else Fraction(text)


def rules_of(options):
    """The rules that a rule set of the data spells out."""
    changes = {
        "floor": lambda v: {"floor": floor(v)},
        "rounding": lambda v: {"rounding": int(v)},
        "gw_floor": lambda v: {"game_floor": v == "yes"},
        "denominator": lambda v: {"denominator": Denominator.SCHEDULED},
        "bye_own": lambda v: {"byes_in_matches": False},
        "bye_games": lambda v: {"byes_in_games": False},
        "drop_cap": lambda v: {"drop_cap": Fraction(v)},
        "mw_unit": lambda v: {"unit": Unit.WINS},
        "tie_weight": lambda v: {"tie_weight": Fraction(v)},
        "no_opp": lambda v: {"no_opponent": NoOpponent.FLOOR},
        "chain": lambda v: {},
    }
    percentages = Percentages(floor=Fraction(33, 100))
    for option, value in options.items():
        percentages = replace(percentages, **changes[option](value))
    chain = tuple(options.get("chain", "mp,omw,gw,ogw").upper().split(","))
    return replace(RULES["mtr"], percentages=percentages, chain=chain)


def lines(document, rules):
    table = rank(document.snapshot, rules, columns=CODES)
    return [[row.rank, document.labels[row.player], *row.values.values()] for row in table.rows]


def expected(standings):
    return [[place, player, *map(Fraction, values)] for place, player, *values in standings]


def by_rank(rows):
    return sorted(rows, key=lambda row: row[:2])


def test_there_are_events():
    assert EVENTS


@pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.name[:7])
def test_every_value_and_every_rank(path):
    document = read_file(path)
    data = json.loads(path.with_name(path.name.replace("event", "expected")).read_text())
    for name, preset in data["presets"].items():
        assert by_rank(lines(document, rules_of(preset["options"]))) == by_rank(expected(preset["standings"])), name


@pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.name[:7])
def test_the_presets_are_the_rule_sets_of_the_data(path):
    document = read_file(path)
    data = json.loads(path.with_name(path.name.replace("event", "expected")).read_text())
    for name, key in PRESETS.items():
        rules = RULES[key]
        if "H2H" in rules.chain:  # the data stops before head-to-head
            rules = replace(rules, chain=rules.chain[:-1])
        assert by_rank(lines(document, rules)) == by_rank(expected(data["presets"][name]["standings"])), name


@pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.name[:7])
def test_the_records_are_those_of_the_data(path):
    document = read_file(path)
    data = json.loads(path.with_name(path.name.replace("event", "expected")).read_text())
    table = rank(document.snapshot, RULES["mtr"])
    points = {document.labels[row.player]: row.points for row in table.rows}
    assert points == {record[0]: record[6] for record in data["record"] if record[0] in points}
