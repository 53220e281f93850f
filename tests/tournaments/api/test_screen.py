"""The hall screen in the API: a GET returns what was sent, and fields that are not sent stay the same."""

import pytest

pytestmark = pytest.mark.django_db


def test_screen_document_has_the_switch_for_messages_to_players(cup, program):
    desk = program(cup)
    read = desk.get("/screen").json()
    assert read["to_players"] is False
    assert desk.put("/screen", {**read, "message": "Lunch", "to_players": True}).json()["to_players"] is True
    without = {name: value for name, value in desk.get("/screen").json().items() if name != "to_players"}
    assert desk.put("/screen", {**without, "message": "Dinner"}).json()["to_players"] is True
    cup.tournament.refresh_from_db()
    assert cup.tournament.on_screen.announced == "Dinner"
