"""Rows of the standings: recent results, places gained or lost, and the line below those who advanced."""

import re

import pytest

from standings.web.next_stage.qualification import go_on

pytestmark = pytest.mark.django_db

ON = {"places": 2, "system": "knock-out", "planned_rounds": None, "decision": "lot", "by_hand": {}, "reason": ""}


@pytest.fixture
def played_event(make):
    stage = make(system="dutch", planned_rounds=3).with_players("Ann", "Bo", "Cy", "Di", "Eve")
    stage.play("1-0", "½-½")
    stage.play("0-1", "1-0")
    return stage


@pytest.fixture
def cup_of_all(make):
    """A double round robin of two players, completely played."""
    stage = make(system="round-robin", options={"cycles": 2}).with_players("Ann", "Bo")
    stage.play("1-0")
    stage.play("0-1")
    return stage


def lines(client, stage, ask=""):
    page = client.get(f"/t/{stage.tournament.slug}/standings/{ask}").content.decode()
    body = re.search(r'(?s)<table[^>]*id="standings".*?</table>', page)[0]
    rows = re.findall(r'(?s)<tr[^>]*>(<td class="number"><a class="rank.*?)</tr>', body)
    return [
        (
            re.search("<bdi>(.*?)</bdi>", row)[1],
            int(re.search(r'class="rank p(\d+)"', row)[1]),
            re.findall('<i class="(.)">', row),
            re.search('move">(?:<b[^>]*>)?([▲▼=]?[0-9]*)', row)[1],
        )
        for row in rows
    ]


@pytest.mark.rotates(2)
def test_line_shows_a_letter_per_round_and_places_gained_or_lost(played_event, client):
    first, second = lines(client, played_event, "?round=1"), lines(client, played_event)
    assert [(len(marks), moved) for _name, _rank, marks, moved in first] == [(1, "")] * 5
    assert sorted(mark for _name, _rank, marks, _moved in second for mark in marks) == sorted("wl" * 3 + "dd" + "oo")
    before = {name: rank for name, rank, _marks, _moved in first}
    for name, rank, _marks, moved in second:
        gained = before[name] - rank
        assert moved == ("=" if not gained else f"▲{gained}" if gained > 0 else f"▼{-gained}")


@pytest.mark.rotates(2)
def test_stage_standings_have_a_line_below_those_who_advanced(played_event, client):
    assert b'<tr class="cut">' not in client.get("/t/cup/standings/").content
    played_event.play("1-0", "1-0")
    go_on(played_event.orla, played_event.tournament, **ON)
    page = client.get("/t/cup/standings/?stage=1").content.decode()
    assert page.split('<tr class="cut">')[0].count('<tr><td class="number"><a class="rank') == 1


@pytest.mark.rotates(2)
def test_crosstable_cells_are_coloured_by_result(played_event, cup_of_all, client):
    swiss = client.get("/t/cup/crosstable/").content.decode()
    assert sorted(re.findall('<td class="([wdl])">', swiss)) == sorted("wl" * 3 + "dd")
    twice = client.get(f"/t/{cup_of_all.tournament.slug}/crosstable/").content.decode()
    assert re.findall('<td class="([wdl])">([^<]*)</td>', twice) == [("w", "1 1"), ("l", "0 0")]
