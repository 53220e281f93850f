"""Two rule sets are compared side by side."""

from dataclasses import replace
from fractions import Fraction

import pytest

from standings.explain.wording_compare import ABOUT, line_sentence, move_sentence
from standings.reading import read
from standings.rulesets.compare import compare
from standings.rulesets.customise import differing_lines
from standings.rulesets.presets import RULES


@pytest.fixture(scope="module")
def event(samples):
    return read((samples / "card-games" / "dev-004.event.json").read_bytes())


def test_only_lines_that_change_places_are_compared():
    assert [line.name for line in differing_lines(RULES["mtr"], RULES["third"])] == ["percentages.floor"]


def test_every_line_has_words():
    bare = replace(RULES["mtr"], lot="x")
    for rules in RULES.values():
        for line in differing_lines(bare, rules):
            assert line_sentence(line)


def test_all_lines_of_the_rules_have_words():
    from dataclasses import fields, is_dataclass

    from standings.rulesets.compare import POINTS

    no_lines = {
        "key",
        "name",
        "source",
        "date",
        "family",
        "scoring",
        "places",
        "groups",
        "one_table",
        "group_by_group",
        "scores",
        "moves",
    }
    names = set()
    for field in fields(RULES["mtr"]):
        part = getattr(RULES["mtr"], field.name)
        if field.name not in no_lines:
            names |= {f"{field.name}.{f.name}" for f in fields(part)} if is_dataclass(part) else {field.name}
    assert {*names, POINTS} == set(ABOUT)
    assert all(ABOUT.values())


def test_move_caused_by_several_lines_names_no_single_one(event):
    from standings.rulesets.compare import PlaceDifference

    assert (
        move_sentence(PlaceDifference(1, 3, 4, ()), {1: "Ann"})
        == "Ann: place 3 → 4, because of several differences together."
    )


def test_places_are_those_of_the_two_tables(event):
    from standings.core.rank import rank

    found = compare(event.snapshot, RULES["mtr"], RULES["swu"])
    first = {row.player: row.rank for row in rank(event.snapshot, RULES["mtr"]).rows}
    second = {row.player: row.rank for row in rank(event.snapshot, RULES["swu"]).rows}
    assert {(m.player, m.first, m.second) for m in found.moves} == {
        (p, first[p], second[p]) for p in first if first[p] != second[p]
    }
    for move in found.moves:
        assert set(move.causes) <= set(found.lines)


def test_player_listed_by_one_rule_set_has_no_place_in_the_other(event):
    absent = replace(event.snapshot.players[0], withdrawn=0)
    snapshot = replace(event.snapshot, players=(absent, *event.snapshot.players[1:]))
    found = compare(snapshot, RULES["mtr"], replace(RULES["mtr"], lists_no_shows=True))
    assert next(move for move in found.moves if move.player == absent.number).first is None


def test_the_floor_is_named_as_the_cause(samples):
    event = read((samples / "card-games" / "dev-031.event.json").read_bytes())
    found = compare(event.snapshot, RULES["mtr"], RULES["third"])
    assert [(m.first, m.second, [c.second for c in m.causes]) for m in found.moves] == [
        (1, 2, [Fraction(1, 3)]),
        (2, 1, [Fraction(1, 3)]),
    ]
