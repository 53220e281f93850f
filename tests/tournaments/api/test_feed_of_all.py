"""One feed of all tournaments of a program, also as a stream: complete, in order, and without others' tournaments."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.api.conftest import Program
from tests.tournaments.api.test_api import problem
from tournaments.models import ApiToken, Member
from tournaments.public import streams
from tournaments.public.streams import SubscriptionOfAll, block_after
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(make):
    """Three tournaments, one of them hidden; a round is played in the first."""
    stages = [make(name=name).with_players("Ann", "Bo") for name in ("One", "Two", "Three")]
    lifecycle.change_settings(stages[2].orla, stages[2].tournament, is_public=False)
    stages[0].play("1-0")
    return stages


@pytest.fixture
def feed(account):
    def make(*scopes):
        program = account(*scopes)
        program.root = "/api/v1"
        return program

    return make


def read(program, after="", **asked):
    query = "&".join(f"{name}={value}" for name, value in {"after": after, **asked}.items() if value)
    answer = program.get(f"/events?{query}" if query else "/events")
    assert answer.status_code == 200, answer.content
    return answer.json()


def without(event):
    return {name: value for name, value in event.items() if name != "tournament"}


def test_feed_contains_the_feed_of_each_tournament(three, feed, program):
    desks = [program(stage, "read") for stage in three]
    found = read(feed("read"), "0")
    assert found["created"] == ["one", "two", "three"]
    assert found["more"] is False
    for stage, desk in zip(three, desks, strict=True):
        slug = stage.tournament.slug
        lines = [without(each) for each in found["events"] if each["tournament"] == slug]
        assert lines == desk.get("/events").json()["events"]


def test_pages_together_give_the_whole_feed(three, feed):
    desk, whole, found, after, new = feed("read"), read(feed("read")), [], "", []
    while True:
        page = read(desk, after, limit=2)
        found += page["events"]
        new += page["created"]
        after = page["cursor"]
        if not page["more"]:
            break
    assert found == whole["events"]
    assert new == whole["created"]
    assert after == whole["cursor"]


@pytest.mark.rotates(4)
def test_later_events_follow_the_cursor_and_new_tournaments_are_listed(three, feed, make):
    desk = feed("read")
    after = read(desk)["cursor"]
    still = desk.get(f"/events?after={after}")
    assert (still.json()["events"], still.json()["created"]) == ([], [])
    assert desk.get(f"/events?after={after}", If_None_Match=still["ETag"]).status_code == 304
    stage = three[1]
    stage.pair()
    stage.publish()
    stage.enter(1, "1-0")
    make(name="Four")
    answer = read(desk, after)
    assert answer["created"] == ["four"]
    assert {each["tournament"] for each in answer["events"]} == {"two", "four"}
    assert read(desk, answer["cursor"])["events"] == []


@pytest.mark.rotates(4)
def test_empty_answer_costs_the_same_for_many_tournaments(three, feed, make):
    desk = feed("read")
    after = read(desk)["cursor"]
    with CaptureQueriesContext(
        connection,
    ) as few:
        read(desk, after)
    for number in range(5):
        make(name=f"More {number}")
    after = read(desk, after)["cursor"]
    with CaptureQueriesContext(connection) as many:
        read(desk, after)
    assert len(many) == len(few)


def test_without_read_scope_only_public_events_are_sent(three, feed):
    found = read(feed("results:write"))
    assert {each["tournament"] for each in found["events"]} == {"one", "two", "three"}
    assert all(each["entry"] is None for each in found["events"])


def test_token_of_one_tournament_gets_only_its_events(three, program):
    desk = program(three[1], "read")
    desk.root = "/api/v1"
    assert read(desk)["created"] == ["two"]


def test_feed_covers_only_tournaments_where_the_account_is_staff(three, feed):
    desk, after = feed("read"), ""
    after = read(desk)["cursor"]
    Member.objects.filter(tournament=three[0].tournament).delete()
    assert "one" not in read(desk)["created"]
    assert read(desk, after)["events"] == []
    problem(Program(None).get("/events"), 401, "token-missing")


@pytest.mark.parametrize("after", ["x", "1", "1.", "1.2~", "1.2~x", "-1.2", "1.2~~", "f" * 20 + ".1"])
def test_invalid_cursor_is_refused(three, feed, after):
    problem(feed("read").get(f"/events?after={after}"), 422, "query")
    problem(feed("read").get(f"/events/stream?after={after}"), 422, "query")
    problem(feed("read").get("/events/stream", Last_Event_ID=after), 422, "query")


def open_stream(program, after="", last=""):
    """Return the subscription that the view passes to the event loop."""
    headers = {"Last_Event_ID": last} if last else {}
    answer = program.get(f"/events/stream?after={after}" if after else "/events/stream", **headers)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/event-stream")
    return SubscriptionOfAll.from_text(answer[streams.HEADER])


def events_sent(subscription, cursor=None):
    """Return the id, topic and content of each event sent."""
    blocks = block_after(subscription, cursor or subscription.cursor).frames.decode().strip().split("\n\n")
    lines = [dict(line.split(": ", 1) for line in block.split("\n")) for block in blocks if block]
    return [(line["id"], line["event"], json.loads(line["data"])) for line in lines]


class TestStream:
    def test_sends_the_same_events_as_the_feed(self, three, feed):
        desk = feed("read")
        whole = read(desk)
        events = events_sent(open_stream(desk, "0"))
        new = [text["tournament"] for _id, topic, text in events if topic == "created"]
        assert (new, [text for _id, topic, text in events if topic != "created"]) == (whole["created"], whole["events"])

    def test_resumes_after_every_event_id(self, three, feed):
        desk = feed("read")
        events = events_sent(open_stream(desk, "0"))
        for number, (id_, _topic, _said) in enumerate(events):
            assert events_sent(open_stream(desk, last=id_)) == events[number + 1 :]

    def test_without_an_id_starts_with_new_events(self, three, feed, make):
        desk = open_stream(feed("read"))
        assert events_sent(desk) == []
        make(name="Four")
        assert [text["tournament"] for _id, _topic, text in events_sent(desk)] == ["four", "four"]

    def test_revoked_token_ends_the_stream(self, three, feed):
        desk = open_stream(feed("read"))
        assert not block_after(desk, desk.cursor).over
        ApiToken.objects.update(revoked_at="2026-01-01T00:00Z")
        assert block_after(desk, desk.cursor).over

    def test_anonymous_reader_is_refused(self, three):
        problem(Program(None).get("/events/stream"), 401, "token-missing")
