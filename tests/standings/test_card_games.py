"""Card-game events under thirteen rule sets: every value and every rank."""

import json
import os
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pairings.snapshot import Bye, ByeKind, Outcome, Pairing, Player, Result, Round, Scoring, Snapshot
from standings.core.rank import rank
from standings.core.rules import Denominator, NoOpponent, Percentages, Unit
from standings.reading import read
from standings.rulesets.presets import RULES

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
    """Return the rules described by the options of a rule set in the data."""
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


def expected_rows(standings):
    return [[place, player, *map(Fraction, values)] for place, player, *values in standings]


def by_rank(rows):
    return sorted(rows, key=lambda row: row[:2])


def test_there_are_events():
    assert EVENTS


@pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.name[:7])
def test_every_value_and_every_rank(path):
    document = read(path.read_bytes())
    data = json.loads(path.with_name(path.name.replace("event", "expected")).read_text())
    for name, preset in data["presets"].items():
        assert by_rank(lines(document, rules_of(preset["options"]))) == by_rank(expected_rows(preset["standings"])), (
            name
        )


@pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.name[:7])
def test_the_presets_are_the_rule_sets_of_the_data(path):
    document = read(path.read_bytes())
    data = json.loads(path.with_name(path.name.replace("event", "expected")).read_text())
    for name, key in PRESETS.items():
        rules = RULES[key]
        if "H2H" in rules.chain:  # the data ends before head-to-head
            rules = replace(rules, chain=rules.chain[:-1])
        assert by_rank(lines(document, rules)) == by_rank(expected_rows(data["presets"][name]["standings"])), name


@pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.name[:7])
def test_the_records_are_those_of_the_data(path):
    document = read(path.read_bytes())
    data = json.loads(path.with_name(path.name.replace("event", "expected")).read_text())
    table = rank(document.snapshot, RULES["mtr"])
    points = {document.labels[row.player]: row.points for row in table.rows}
    assert points == {record[0]: record[6] for record in data["record"] if record[0] in points}


@pytest.mark.parametrize(
    ("no_opponent", "floor", "value"),
    [
        (NoOpponent.ZERO, Fraction(1, 3), 0),
        (NoOpponent.FLOOR, Fraction(1, 3), Fraction(1, 3)),
        (NoOpponent.FLOOR, None, 0),
        (NoOpponent.UNDEFINED, Fraction(1, 3), None),
    ],
)
def test_players_with_only_byes_get_the_opponents_of_the_rules(no_opponent, floor, value):
    played = Pairing(1, 1, 2, Result(Outcome.WIN, Outcome.LOSS, games=(2, 0, 0)))
    field = Snapshot(
        (Player(1), Player(2), Player(3)),
        (Round(1, (played,), (Bye(3, ByeKind.ALLOCATED),)),),
        scoring=Scoring(best_of=3, bye_games=(2, 0)),
    )
    rules = replace(RULES["mtr"], percentages=Percentages(floor=floor, no_opponent=no_opponent))
    table = rank(field, rules)
    assert [table.value(3, code) for code in ("OMW", "OGW")] == [value, value]
    assert table.value(2, "OMW") == 1
