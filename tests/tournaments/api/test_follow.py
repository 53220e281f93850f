"""A follower of a tournament gets all events, in order, and only those that it may read."""

import json

import pytest

from tests.tournaments.all_features.old_journal_entries import rewriting
from tests.tournaments.api.test_api import problem
from tournaments.core.journal.feed import PRIVATE_TOPICS, TOPICS
from tournaments.core.journal.verbs import VERBS
from tournaments.core.words import notation
from tournaments.history import undo
from tournaments.models import JournalEntry
from tournaments.people import tokens
from tournaments.players import registration
from tournaments.public import streams
from tournaments.results import results
from tournaments.setup import lifecycle
from tournaments.web.api.authentication import ProgramThrottle

pytestmark = pytest.mark.django_db


@pytest.fixture
def played_round(cup):
    """A closed round with an earlier draft, a requested bye, and an undone result."""
    registration.request_bye(cup.orla, cup.tournament, cup.players["Ann"], 3, "half")
    cup.pair()
    cup.publish()
    cup.enter(1, "1-0")
    undo.undo(cup.orla, cup.tournament, cup.tournament.journal.first())
    win = notation.parse("1-0", cup.tournament.scoring)
    results.enter_round(cup.orla, cup.tournament, cup.round, {cup.table(1): win, cup.table(2): win})
    cup.close()
    return cup


def topics_of(answer):
    return [(event["topic"], event["takes_back"] is not None) for event in answer.json()["events"]]


def test_every_verb_has_a_topic():
    assert set(TOPICS) | {"undo"} == set(VERBS)


class TestFeed:
    def test_public_feed_has_only_public_events(self, played_round, anonymous):
        answer = anonymous(played_round).get("/events")
        assert topics_of(answer) == [
            ("settings", False),
            ("players", False),
            ("round", False),
            ("results", False),
            ("results", True),
            ("results", False),
            ("round", False),
        ]
        assert "Ann" not in answer.content.decode()
        assert "Orla" not in answer.content.decode()
        assert answer.json()["cursor"] == str(played_round.revision())

    def test_result_events_have_ids_and_current_values(self, played_round, anonymous):
        first, back, batch = (
            e for e in anonymous(played_round).get("/events").json()["events"] if e["topic"] == "results"
        )
        (line,) = first["results"]
        row = played_round.table(1)
        assert (line["round"], line["table"], line["pairing"], line["notation"]) == (1, 1, row.public_id, "1-0")
        assert line["first"] == row.appearances.get(side=1).player.public_id
        assert back["results"][0]["notation"] is None
        assert [line["table"] for line in batch["results"]] == [1, 2]

    def test_reader_of_drafts_gets_every_journal_entry(self, played_round, program):
        desk = program(played_round, "read")
        events = desk.get("/events").json()["events"]
        verbs = list(JournalEntry.objects.order_by("sequence").values_list("verb", flat=True))
        assert [event["entry"]["verb"] for event in events] == verbs
        assert events[-2]["entry"]["actor"] == "Orla"

    def test_games_forfeited_by_withdrawal_are_result_events(self, cup, anonymous):
        cup.pair()
        cup.publish()
        registration.withdraw(cup.orla, cup.tournament, cup.players["Ann"])
        left = anonymous(cup).get("/events").json()["events"][-1]
        assert (left["topic"], left["players"]) == ("players", [cup.players["Ann"].public_id])
        assert [(line["round"], line["notation"]) for line in left["results"]] == [(1, "--+")]

    def test_cursor_pages_without_gaps_and_is_always_present(self, played_round, anonymous, monkeypatch):
        monkeypatch.setattr("tournaments.history.api.A_PAGE", 2)
        reader, found, cursor, more = anonymous(played_round), [], "0", True
        while more:
            answer = reader.get(f"/events?after={cursor}").json()
            found += [event["id"] for event in answer["events"]]
            cursor, more = answer["cursor"], answer["more"]
        monkeypatch.setattr("tournaments.history.api.A_PAGE", 200)
        assert found == [event["id"] for event in reader.get("/events").json()["events"]]
        assert reader.get(f"/events?after={cursor}").json() == {"events": [], "cursor": cursor, "more": False}

    def test_hidden_events_only_advance_the_cursor(self, played_round, anonymous):
        reader = anonymous(played_round)
        cursor = reader.get("/events").json()["cursor"]
        registration.request_bye(played_round.orla, played_round.tournament, played_round.players["Bo"], 3, "half")
        assert reader.get(f"/events?after={cursor}").json()["events"] == []

    def test_unknown_cursor_is_refused(self, played_round, anonymous):
        problem(anonymous(played_round).get(f"/events?after={played_round.revision() + 1}"), 410, "cursor-unknown")
        problem(anonymous(played_round).get("/events?after=x"), 422, "invalid")

    def test_entries_from_before_ids_are_included(self, played_round, anonymous):
        entries, text = JournalEntry.objects, {"round": 1, "table": 1, "was": "", "now": "1-0"}
        with rewriting():
            entries.filter(verb="put-results").update(facts={"round": 1, "count": 2, "table": 2})
            entries.filter(verb="enter-result").update(facts=text)
        events = anonymous(played_round).get("/events").json()["events"]
        assert [e["results"] for e in events if e["topic"] == "results"][-1] == []
        assert events[3]["results"][0]["pairing"] is None

    def test_closing_and_undoing_report_the_status_of_the_round(self, played_round, anonymous):
        undo.undo(played_round.orla, played_round.tournament, played_round.tournament.journal.first())
        rounds_told = [
            e["round"] for e in anonymous(played_round).get("/events").json()["events"] if e["topic"] == "round"
        ]
        assert [each["status"] for each in rounds_told] == ["published", "closed", "published"]


class TestStream:
    def test_starts_with_missed_events(self, played_round, anonymous):
        reader = anonymous(played_round)
        known = reader.get("/events").json()["events"]
        answer = reader.get("/events/stream", Last_Event_ID=known[1]["id"], Accept="text/event-stream")
        assert (answer["Content-Type"], answer["Cache-Control"]) == ("text/event-stream", "no-store")
        first, *blocks = answer.content.decode().strip().split("\n\n")
        assert first == f"retry: {streams.RETRY}"
        lines = [dict(line.split(": ", 1) for line in block.split("\n")) for block in blocks]
        assert [json.loads(line["data"]) for line in lines] == known[2:]
        assert [(line["id"], line["event"]) for line in lines] == [(e["id"], e["topic"]) for e in known[2:]]

    def test_without_an_id_starts_with_new_events(self, played_round, anonymous):
        answer = anonymous(played_round).get("/events/stream")
        assert answer.content == f"retry: {streams.RETRY}\n\n".encode()
        text = streams.Subscription.from_text(answer[streams.HEADER])
        assert (text.after, text.whole, text.token) == (played_round.revision(), False, None)

    def test_rate_limit_of_programs_does_not_apply_to_streams(self, played_round, anonymous, monkeypatch):
        monkeypatch.setattr(ProgramThrottle, "allow_request", lambda *_asked: False)
        monkeypatch.setattr(ProgramThrottle, "wait", lambda _throttle: 1.0)
        reader = anonymous(played_round)
        problem(reader.get("/events"), 429, "too-many-requests")
        assert reader.get("/events/stream").status_code == 200

    def test_errors_are_problem_documents_for_any_accept_header(self, make, anonymous):
        hidden = make(is_public=False)
        problem(anonymous(hidden).get("/events/stream", Accept="text/event-stream"), 404, "not-found")

    def test_lost_right_to_listen_is_noticed(self, played_round, program, anonymous, heli):
        desk, stranger = program(played_round, "read"), anonymous(played_round)
        one, other = (
            streams.Subscription.from_text(reader.get("/events/stream")[streams.HEADER]) for reader in (desk, stranger)
        )
        assert streams.may_listen([one, other]) == {streams.key_of(one), streams.key_of(other)}
        tokens.revoke_token(played_round.orla, played_round.tournament, played_round.tournament.tokens.get())
        assert streams.may_listen([one, other]) == {streams.key_of(other)}
        lifecycle.change_settings(played_round.orla, played_round.tournament, is_public=False)
        assert streams.may_listen([one, other]) == set()

    def test_private_events_are_absent_from_public_frames(self, played_round):
        for frame in streams.frames_after(played_round.tournament.pk, 0):
            answer = json.loads(frame.whole.decode().split("data: ")[1])
            assert (frame.open is None) == (answer["topic"] in {topic.value for topic in PRIVATE_TOPICS})
