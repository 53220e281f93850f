"""Prizes in the API."""

import pytest

pytestmark = pytest.mark.django_db
FUND = {
    "categories": [
        {"name": "Main", "prizes": [{"amount": "100.00"}, {"amount": "50.01"}], "group": {}},
        {"name": "Women", "prizes": [{"thing": "cup"}], "group": {"sex": "w"}},
    ],
    "sharing": "hort",
}


def test_program_sets_prizes_and_reads_the_winners(cup, program, anonymous):
    desk = program(cup, "rules:write")
    assert desk.get("/prizes").json()["categories"] == []
    given = desk.put("/prizes", FUND).json()
    assert given["categories"][0]["prizes"][1] == {"amount": "50.01", "thing": ""}
    assert (given["currency"], given["unit"], given["several"]) == ("€", "0.01", False)
    assert anonymous(cup).get("/prizes").json() == given
    assert desk.put("/prizes", given).json() == given
    cup.play("½-½", "½-½")
    winners = anonymous(cup).get("/prizes/winners").json()
    assert winners["after_round"] == 1
    assert [(each["exact"], each["paid"]) for each in winners["awards"]] == [
        ("15001/400", "37.51"), ("15001/400", "37.50"), ("15001/400", "37.50"), ("15001/400", "37.50")
    ]  # fmt: skip
    assert sum(float(each["paid"]) for each in winners["awards"]) == pytest.approx(150.01)
    assert winners["left"] == []
    assert "half of an equal share of 100 + 50.01 €" in winners["awards"][0]["reasons"][0]


def test_no_winners_before_the_first_round(cup, program):
    desk = program(cup)
    desk.put("/prizes", FUND)
    winners = desk.get("/prizes/winners").json()
    assert (winners["after_round"], winners["awards"]) == (0, [])


def test_changing_prizes_needs_the_rules_scope(cup, program, anonymous):
    others = program(cup, "read", "results:write", "players:write", "pairings:write")
    for status, stranger in ((401, anonymous(cup)), (403, others)):
        assert stranger.put("/prizes", FUND).status_code == status


def test_stale_prizes_are_not_overwritten(cup, program):
    desk = program(cup)
    old = desk.get("/prizes")["ETag"]
    desk.put("/prizes", FUND)
    answer = desk.send("PUT", "/prizes", {"categories": []}, If_Match=old)
    assert (answer.status_code, answer.json()["code"]) == (412, "stale")
    assert desk.send("PUT", "/prizes", FUND).status_code == 428


@pytest.mark.parametrize(
    ("more", "pointer"),
    [
        ({"categories": [{"name": "A", "prizes": [{"amount": "1"}, {"amount": "2"}]}]}, "/categories/0/prizes"),
        ({"categories": [], "unit": "0.07"}, "/unit"),
        ({"categories": [{"name": "A", "prizes": [{"amount": "1"}]}], "least": "5"}, "/least"),
    ],
)
def test_invalid_prizes_are_refused_with_a_pointer(cup, program, more, pointer):
    answer = program(cup).put("/prizes", {**FUND, **more})
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, pointer)
