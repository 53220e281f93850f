"""Calendars of a tournament and of a player contain published rounds only, with permanent ids."""

import pytest
from icalendar import Calendar

from tests.tournaments.api.test_api import problem
from tournaments.models import Round

pytestmark = pytest.mark.django_db


def events(answer):
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    found = Calendar.from_ical(answer.content)
    return {str(each["uid"]): each for each in found.walk("VEVENT")}


def test_tournament_calendar_has_the_dates_and_published_rounds(cup, anonymous):
    reader = anonymous(cup)
    assert [*events(reader.get("/calendar.ics"))] == ["cup@kierros"]
    cup.play("1-0", "1-0")
    cup.pair()
    found = events(reader.get("/calendar.ics"))
    assert [*found] == ["cup@kierros", "cup-1@kierros"]
    row = Round.objects.get(number=1)
    assert found["cup@kierros"].decoded("dtstart") == cup.tournament.starts_on
    assert found["cup-1@kierros"].decoded("dtstart") == row.published_at.replace(microsecond=0)
    assert found["cup-1@kierros"].decoded("dtend") == row.closed_at.replace(microsecond=0)


def test_player_calendar_names_opponent_and_table(make, anonymous):
    stage = make().with_players("Ann", "Bo", "Cy; Dr.")
    stage.pair()
    stage.publish()
    reader = anonymous(stage)
    values = {}
    for name, player in stage.players.items():
        (event,) = [
            each for uid, each in events(reader.get(f"/players/{player.public_id}/calendar.ics")).items() if "-1" in uid
        ]
        values[name] = (str(event["summary"]), str(event.get("location", "")))
    table = stage.table(1).appearances.order_by("side").select_related("player")
    first, second = (place.player.name for place in table)
    assert values[first] == (f"Round 1: White against {second}", "Table 1")
    assert values[second] == (f"Round 1: Black against {first}", "Table 1")
    (free,) = set(values) - {first, second}
    assert values[free][1] == ""


def test_calendar_of_a_hidden_tournament_needs_a_token(make, anonymous, program):
    stage = make(is_public=False).with_players("Ann", "Bo")
    problem(anonymous(stage).get("/calendar.ics"), 404, "not-found")
    assert events(program(stage, "read").get("/calendar.ics"))


def test_pages_link_to_the_calendars(cup, client):
    address = f"/api/v1/tournaments/{cup.tournament.slug}/calendar.ics"
    assert address in client.get(f"/t/{cup.tournament.slug}/").content.decode()
    ann = cup.players["Ann"].public_id
    assert f"/players/{ann}/calendar.ics" in client.get(f"/t/{cup.tournament.slug}/players/{ann}/").content.decode()
    assert client.get(address, headers={"accept": "text/html,*/*;q=0.8"}).status_code == 200
