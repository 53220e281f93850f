"""Lines between the score groups of a round by table."""

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def bands(stage, number):
    """Return the numbers of the tables with a line above them."""
    text = Client().get(f"/t/{stage.tournament.slug}/rounds/{number}/").text
    return [int(table) for table in re.findall(r'<tr id="t(\d+)" class="band"', text)]


def test_line_is_drawn_where_a_lower_score_group_begins(make):
    stage = make(system="dutch", planned_rounds=3).with_players(*(f"P{number}" for number in range(8)))
    stage.play("1-0", "1-0", "1-0", "1-0")
    stage.pair()
    stage.publish()
    assert bands(stage, 1) == []
    assert bands(stage, 2) == [3]


def test_no_line_is_drawn_if_tables_are_not_in_score_order(make):
    stage = make(system="dutch", planned_rounds=3).with_players(*(f"P{number}" for number in range(8)))
    stage.play("1-0", "1-0", "1-0", "1-0")
    stage.pair()
    stage.publish()
    first, last = stage.round.pairings.get(table=1), stage.round.pairings.get(table=4)
    for pairing, table in ((first, 99), (last, 1), (first, 4)):
        pairing.table = table
        pairing.save(update_fields=["table"])
    assert bands(stage, 2) == []


def test_knock_out_has_no_lines(make):
    stage = make(system="knock-out", planned_rounds=2).with_players("Ann", "Bo", "Cy", "Di")
    stage.play("1-0", "1-0")
    stage.pair()
    stage.publish()
    assert bands(stage, 2) == []
