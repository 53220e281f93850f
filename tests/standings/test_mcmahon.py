"""Final standings of recorded McMahon tournaments: MMS, SOS, SOS-1, SOS-2, SODOS, SOSOS, CUSS and wins."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pairings.systems.mcmahon import SYSTEM
from standings.core.rank import rank
from standings.explain.derivation import derivation
from standings.explain.wording import reasons, sentence
from standings.rulesets.presets import RULES, for_system
from tests.pairings.mcmahon.recorded import SAMPLE, events, numbers, options_of, snapshots

#: The other program's columns by our codes; its Swiss has the same columns without starting scores.
CODES = {
    "MMS": "MMS", "SOSM": "SOSM", "SOSM-1": "SOSM/C1", "SOSM-2": "SOSM/C2", "SODOSM": "SODOSM", "SOSOSM": "SOSOSM",
    "CUSSM": "CUSSM", "NBW": "NBW", "SOSW": "SOS", "SOSW-1": "SOS/C1", "SOSW-2": "SOS/C2", "SODOSW": "SODOS",
    "SOSOSW": "SOSOS", "CUSSW": "CUSS",
}  # fmt: skip


@pytest.fixture(scope="module")
def finals(request):
    """Each event with its last snapshot, including the facts that the system adds."""
    recorded = events(request.config.getoption("--mcmahon-corpus") or SAMPLE)
    return [(event, SYSTEM.add_system_facts([*snapshots(event)][-1][1], options_of(event))) for event in recorded]


def test_every_value_of_the_final_tables(finals):
    values = 0
    for event, snapshot in finals:
        table, number = rank(snapshot, RULES["go-mcmahon"]), numbers(event)
        for name, _place, *row in event["final"]:
            for column, value in zip(event["final_columns"][2:], row, strict=True):
                found = table.value(number[name], CODES[column])
                assert found == Fraction(value.replace("½", ".5")), (event["file"], name, column)
                values += 1
    assert values >= (8 + 12) * 8 + 16 * 8


def test_every_place_before_levels(finals):
    """The order of the program that recorded the events uses MMS, SOS and SOSOS."""
    for event, snapshot in finals:
        chain = ("MMS", "SOSM", "SOSOSM") if event["system"] == "MM" else ("NBW", "SOS", "SOSOS")
        table = rank(snapshot, replace(RULES["go"], chain=chain))
        level = {row.player: row.rank for row in table.rows}
        places = [level[numbers(event)[name]] for name, *_ in event["final"]]
        assert places == sorted(places), event["file"]


def test_derivations_include_handicap_stones(finals):
    snapshot = next(snapshot for event, snapshot in finals if event["file"] == "mm-08")
    table = rank(snapshot, RULES["go-mcmahon"])
    sentences = [sentence(reason, {}) for reason in reasons(derivation(table, 3, "SOSM"), table)]
    assert any("for 5 stones given" in text for text in sentences), sentences
    taken = [sentence(reason, {}) for reason in reasons(derivation(table, 7, "SOSM"), table)]
    assert any("stones received" in text for text in taken), taken
    start = [sentence(reason, {}) for reason in reasons(derivation(table, 8, "MMS"), table)]
    assert "the starting score 30" in start[0]


def test_rules_of_go_are_read_for_mcmahon():
    go = RULES["go"]
    assert for_system(go, round_robin=False, mcmahon=True).chain == ("MMS", "SOSM", "SOSM/C1", "DC")
    assert for_system(RULES["go-mcmahon"], round_robin=True) == go
    assert for_system(RULES["go-mcmahon"], round_robin=False) == go
    assert for_system(RULES["mtr"], round_robin=False, mcmahon=True) == RULES["mtr"]
