"""Changing partners by the API only: an americano of 13 on 3 courts, with a late player and a withdrawal."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from pairings.files.reading import read
from tests.tournaments.api.test_formats import Event
from tournaments.people import tokens

pytestmark = pytest.mark.django_db


def sides_of(table):
    """Return the partners of both sides by id."""
    first, second, third, fourth = (table["first"], table["second"], *table["others"])
    return (first["id"], third["id"]), (second["id"], fourth["id"])


@pytest.mark.slow("a whole americano by the API")
@pytest.mark.rotates(4)
def test_americano_of_13_on_3_courts(account):
    """All pairs of players are partners once and opponents twice, and each player rests once. Points are those of the
    sides.
    """
    event = Event(
        account(*tokens.OF_ACCOUNT), 13, name="Americano", game="padel", system="partners", planned_rounds=13,
        is_public=True,
    )  # fmt: skip
    assert (event.made["by_score"], event.made["score_total"]) == (True, 24)
    partners, opponents, points, games = Counter(), Counter(), Counter(), Counter()
    scores = ("15-9", "12-12", "8-16")
    for number in range(1, 14):
        event.play(number, scores)
        for table, text in zip(event.tables, scores, strict=True):
            for side, score in zip(sides_of(table), text.split("-"), strict=True):
                partners[frozenset(side)] += 1
                points.update(dict.fromkeys(side, int(score)))
                games.update(side)
            first, second = sides_of(table)
            opponents.update(frozenset((one, other)) for one in first for other in second)
    everybody = [player["id"] for player in event.players]
    assert {partners[frozenset(pair)] for pair in combinations(everybody, 2)} == {1}
    assert {opponents[frozenset(pair)] for pair in combinations(everybody, 2)} == {2}
    assert set(games.values()) == {12}
    rows = event.standings()
    assert {row["player"]["id"]: Fraction(row["points"]["exact"]) for row in rows} == points
    shares = [Fraction(row["values"]["PPG"]["exact"]) for row in rows]
    assert shares == sorted(shares, reverse=True) == [points[row["player"]["id"]] / Fraction(12) for row in rows]
    program = event.program
    refused = program.post(
        f"/pairings/{event.tables[0]['id']}/corrections", {"result": {"notation": "15-10"}, "reason": "misread"}
    )
    assert refused.status_code == 422
    assert "must add up to 24" in refused.content.decode()
    assert program.get("/report.trf26").status_code == 422
    assert program.get("/standings?rules=fide-2026").json()["code"] == "partners-rules"
    document = read(program.get("/snapshot").content)
    assert (document.system, len(document.rounds[12].pairings)) == ("partners", 3)
    event.json_of(program.post("/finish"))
    whole = event.json_of(program.get("/file"))
    assert whole["tournament"]["of_partners"]


@pytest.mark.rotates(8)
def test_mexicano_accepts_a_late_player_and_a_withdrawal(account):
    event = Event(account(*tokens.OF_ACCOUNT), 8, name="Mexicano", game="padel", system="partners", planned_rounds=5)
    program = event.program
    preset = {"system": "partners", "preset": "mexicano"}
    event.json_of(program.send("PATCH", "/system", preset, If_Match=program.get("/system")["ETag"]))
    event.play(1, ("15-9", "11-13"))
    names = [player["id"] for player in event.players]
    event.pair(2)
    first, second = sides_of(event.tables[0])
    assert {frozenset(first), frozenset(second)} == {
        frozenset((names[0], names[6])),
        frozenset((names[3], names[5])),
    }
    lines = [{"pairing": table["id"], "result": {"notation": "14-10"}} for table in event.tables]
    event.json_of(program.put("/rounds/2/results", {"results": lines}, "/rounds/2"))
    event.json_of(program.post("/rounds/2/close"))
    event.json_of(program.post("/players", {"players": [{"name": "Late"}]}))
    event.play(3, ("12-12", "20-4"))
    assert any("Late" in {seat["name"] for seat in (t["first"], t["second"], *t["others"])} for t in event.tables)
    event.json_of(program.post(f"/players/{names[0]}/withdraw"))
    event.play(4, ("12-12", "20-4"))
    assert all(names[0] not in {*sides_of(t)[0], *sides_of(t)[1]} for t in event.tables)
