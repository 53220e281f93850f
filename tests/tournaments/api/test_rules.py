"""Standings rules in the API: what a GET returns can be sent back unchanged."""

import pytest

from tests.tournaments.api.test_api import problem

pytestmark = pytest.mark.django_db


def test_rules_can_be_written_back_unchanged(cup, program):
    desk = program(cup)
    read = desk.get("/rules").json()
    revision = cup.revision()
    assert desk.put("/rules", read).json() == read
    assert cup.revision() == revision
    read["points"]["draw"] = "0.25"
    assert desk.put("/rules", read).json()["points"]["draw"] == {"exact": "1/4", "shown": "0.25"}


def test_error_names_the_accepted_fields(cup, program):
    desk, rules = program(cup), cup.tournament.rules
    body = {"rules": rules, "points": {"points_win": "3"}}
    (error,) = problem(desk.put("/rules", body), 422, "invalid")["errors"]
    names = error["detail"].partition(": ")[2].removesuffix(".").split(", ")
    assert (error["pointer"], names) == ("/points/points_win", [*desk.get("/rules").json()["points"]])
    (error,) = problem(desk.put("/rules", {"rules": rules, "points": {"win": "much"}}), 422, "invalid")["errors"]
    assert error["pointer"] == "/points/win"
    assert desk.put("/rules", {"rules": rules, "points": dict.fromkeys(names, "1")}).status_code == 200


def test_derived_values_cannot_be_set(cup, program):
    desk = program(cup)
    read = desk.get("/rules").json()
    for name, other in (("source", "mine"), ("date", "2001-01-01"), ("lines", {**read["lines"], "criteria": ["PTS"]})):
        problem(desk.put("/rules", {**read, name: other}), 422, "invalid")
