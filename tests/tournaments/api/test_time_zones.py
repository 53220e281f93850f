"""A time without a zone is in the tournament's time zone."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

pytestmark = pytest.mark.django_db

HELSINKI = ZoneInfo("Europe/Helsinki")


def at(seconds):
    return (datetime.now(UTC) + timedelta(hours=5)).replace(microsecond=0, second=seconds)


@pytest.mark.parametrize("zone", [HELSINKI, UTC])
def test_publish_time_without_zone_is_local_to_the_tournament(cup, program, zone):
    cup.pair()
    desk = program(cup, "read", "pairings:write")
    wanted = at(30)
    local = wanted.astimezone(zone)
    sent = local.replace(tzinfo=None).isoformat() if zone is HELSINKI else local.isoformat()
    answer = desk.post("/rounds/1/publish-time", {"at": sent})
    assert answer.status_code == 200, answer.content
    cup.round.refresh_from_db()
    assert cup.round.publishes_at == wanted


def test_start_of_a_round_without_zone_is_local_to_the_tournament(cup, program):
    cup.pair()
    cup.publish()
    began = datetime.now(UTC).replace(microsecond=0) - timedelta(minutes=5)
    sent = began.astimezone(HELSINKI).replace(tzinfo=None).isoformat()
    answer = program(cup, "read", "pairings:write").post("/rounds/1/start", {"at": sent})
    assert answer.status_code == 200, answer.content
    cup.round.refresh_from_db()
    assert cup.round.began_at == began
