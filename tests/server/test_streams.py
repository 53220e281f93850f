"""Streams of a real server miss nothing, end for clients that lose their rights, and end at once with the server."""

from __future__ import annotations

import json
import time

import pytest
from django.db import connection

from tests.event_stream_client import Follower
from tests.serving import RealServer, wait_until
from tests.tournaments.api.conftest import Program, account, program, token_of  # noqa: F401 fixtures
from tests.tournaments.conftest import cup, make, orla  # noqa: F401 fixtures
from tournaments.models import JournalEntry
from tournaments.people import tokens
from tournaments.players import registration
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db(transaction=True)

#: The number of streams that one client address may open in a worker.
MOST = 4


@pytest.fixture
def server():
    found = RealServer(connection.settings_dict["NAME"], more={"STREAMS": "1000", "STREAMS_PER_ADDRESS": str(MOST)})
    found.start()
    yield found
    found.stop()


def has_room(server, path):
    one = Follower(server, path)
    if one.answer.status == 200:
        one.leave()
    return one.answer.status == 200


def latest(stage):
    return JournalEntry.objects.filter(tournament=stage.tournament).latest("sequence").sequence


@pytest.mark.rotates(8)
def test_stream_delivers_every_event_in_order(server, cup, token_of):  # noqa: F811 fixtures
    path = f"/api/v1/tournaments/{cup.tournament.slug}/events/stream"
    secret = token_of(cup, "read")
    cup.pair()
    cup.publish()
    begun = latest(cup)
    public, desk = Follower(server, path), Follower(server, path, secret)

    # Events are sent immediately, to each follower those that it may see.
    cup.enter(1, "1-0")
    registration.request_bye(cup.orla, cup.tournament, cup.players["Bo"], 3, "half")
    cup.enter(2, "0-1")
    wait_until(lambda: desk.ids == [begun + 1, begun + 2, begun + 3])
    wait_until(lambda: public.ids == [begun + 1, begun + 3])
    assert public.events[-1]["results"][0]["notation"] == "0-1"

    # After a reconnection nothing is missed or repeated.
    desk.leave()
    cup.enter(1, "½-½")
    again = Follower(server, path, secret, last=str(begun + 2))
    cup.enter(1, "0-1")
    wait_until(lambda: again.ids == [begun + 3, begun + 4, begun + 5])

    # The database ends the connection, and nothing is lost.
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
        )
        assert cursor.rowcount >= 1
    cup.enter(1, "1-0")
    wait_until(lambda: again.ids[-1] == begun + 6)
    wait_until(lambda: public.ids[-1] == begun + 6)

    # Followers who lose access receive nothing more: first a token, then the public.
    tokens.revoke_token(cup.orla, cup.tournament, cup.tournament.tokens.get())
    wait_until(lambda: again.ended)
    assert not public.ended
    lifecycle.change_settings(cup.orla, cup.tournament, is_public=False)
    wait_until(lambda: public.ended)
    assert Follower(server, path).answer.status == 404


@pytest.mark.rotates(8)
def test_one_stream_covers_many_tournaments(server, make, account):  # noqa: F811 fixtures
    stages = [make(name=f"Club {number}") for number in range(40)]
    secret = account("read").headers["Authorization"].split()[1]
    site = Follower(server, "/api/v1/events/stream", secret)
    for stage in stages:
        stage.with_players("Ann", "Bo")
    slugs = {stage.tournament.slug for stage in stages}
    wait_until(lambda: {event["tournament"] for event in site.events} == slugs)
    heard = [(event["tournament"], event["id"]) for event in site.events]
    assert len(heard) == len(set(heard))

    # A new tournament is announced, and so are its events.
    new = make(name="Cup").tournament
    wait_until(lambda: any(event["tournament"] == new.slug and "topic" in event for event in site.events))
    assert "event: created" in site.lines

    # After a reconnection with the last id, only the missed events are sent.
    last = [line.removeprefix("id: ") for line in site.lines if line.startswith("id: ")][-1]
    site.leave()
    stages[7].pair()
    again = Follower(server, "/api/v1/events/stream", secret, last=last)
    wait_until(lambda: again.events)
    assert {event["tournament"] for event in again.events} == {stages[7].tournament.slug}


@pytest.mark.rotates(8)
def test_streams_over_the_limit_are_refused_with_a_clear_answer(server, cup):  # noqa: F811 fixtures
    path = f"/api/v1/tournaments/{cup.tournament.slug}/events/stream"
    followers = [Follower(server, path) for _each in range(2 * MOST)]
    while all(
        each.answer.status == 200 for each in followers
    ):  # connections are not spread evenly over the two workers
        assert len(followers) < 4 * MOST
        followers.append(Follower(server, path))
    refused = next(each for each in followers if each.answer.status != 200)
    assert (refused.answer.status, refused.answer.headers["Retry-After"]) == (503, "60")
    assert refused.answer.headers["Content-Type"] == "application/problem+json; charset=utf-8"
    assert json.loads(refused.said)["status"] == 503

    # Followers who leave make room.
    for each in followers:
        each.leave()
    wait_until(lambda: has_room(server, path))

    # Open streams do not delay the shutdown.
    last = Follower(server, path)
    began = time.monotonic()
    server.stop()
    assert time.monotonic() - began < 60
    wait_until(lambda: last.ended)
    assert not [line for line in server.output if "killed" in line]
