"""The clock of a round: a common end for all tables, and extensions for single tables."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.all_features.test_pages import signed_in
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.journal.verbs import VERBS
from tournaments.hall import clock
from tournaments.history import undo
from tournaments.models import Round
from tournaments.models.round import Clock
from tournaments.rounds import publishing

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
PLACE = "/t/cup/desk/rounds/1/clock/"


class TestClock:
    def test_clock_ends_after_its_minutes_and_later_at_an_extended_table(self):
        running = Clock(50, NOON)
        assert running.ends_at() == NOON + 50 * MINUTE
        assert running.ends_at(5) == NOON + 55 * MINUTE
        assert running.time_left(NOON + 60 * MINUTE) == -10 * MINUTE
        assert not running.is_over(NOON + 49 * MINUTE)
        assert running.is_over(NOON + 50 * MINUTE)
        assert not running.is_over(NOON + 50 * MINUTE, 5)

    def test_held_clock_resumes_with_the_time_left(self):
        held = Clock(50, NOON, NOON + 20 * MINUTE)
        assert held.ends_at() is None
        assert held.time_left(NOON + 300 * MINUTE) == 30 * MINUTE
        assert held.resume(NOON + 300 * MINUTE).ends_at() == NOON + 330 * MINUTE


@pytest.fixture
def running(db, cup):
    cup.pair()
    cup.publish()
    return cup


def last_sentence(stage):
    entry = stage.tournament.journal.first()
    return VERBS[entry.verb].sentence(entry.facts)


class TestVerbs:
    def test_clock_starts_holds_and_resumes(self, running):
        row = clock.set_clock(running.orla, running.tournament, running.round, 50)
        assert abs(row.clock.started_at - timezone.now()) < timedelta(minutes=5)
        assert last_sentence(running) == "Started the clock of round 1: 50 min."
        started = row.clock.started_at
        held = clock.hold_clock(running.orla, running.tournament, running.round).clock
        assert clock.hold_clock(running.orla, running.tournament, running.round).clock == held
        assert last_sentence(running) == "Stopped the clock of round 1."
        on = clock.resume_clock(running.orla, running.tournament, running.round).clock
        assert on.held_at is None
        assert on.started_at - started == running.tournament.journal.first().at - held.held_at

    def test_new_length_does_not_restart_the_clock(self, running):
        before = clock.set_clock(running.orla, running.tournament, running.round, 50).clock
        after = clock.set_clock(running.orla, running.tournament, running.round, 55).clock
        assert after == Clock(55, before.started_at)
        assert last_sentence(running) == "Changed the clock of round 1 to 55 min (was 50 min)."
        undo.undo(running.orla, running.tournament, running.tournament.journal.first())
        assert Round.objects.get(pk=running.round.pk).clock == before

    def test_table_keeps_extra_time_until_it_is_removed(self, running):
        table = running.round.pairings.get(table=2)
        row = clock.extend_table(running.orla, running.tournament, table, 5, reason="Ill")
        assert row.extensions == {table.public_id: 5}
        assert last_sentence(running) == "Round 1, table 2: 5 min extra time."
        assert clock.extend_table(running.orla, running.tournament, table, 0).extensions == {}
        assert last_sentence(running) == "Round 1, table 2: no extra time."

    def test_removing_the_clock_clears_extensions_and_undo_restores_them(self, running):
        table = running.round.pairings.get(table=2)
        clock.set_clock(running.orla, running.tournament, running.round, 50)
        clock.extend_table(running.orla, running.tournament, table, 5)
        row = clock.remove_clock(running.orla, running.tournament, running.round)
        assert (row.clock, row.extensions) == (None, {})
        undo.undo(running.orla, running.tournament, running.tournament.journal.first())
        again = Round.objects.get(pk=row.pk)
        assert (again.clock.minutes, again.extensions) == (50, {table.public_id: 5})

    def test_publication_with_a_clock_cannot_be_undone(self, running):
        clock.set_clock(running.orla, running.tournament, running.round, 50)
        entry = running.tournament.journal.get(verb="publish-round")
        with pytest.raises(Refused, match="first"):
            undo.undo(running.orla, running.tournament, entry)

    def test_unpublished_round_loses_its_clock(self, running):
        clock.set_clock(running.orla, running.tournament, running.round, 50)
        row = publishing.unpublish_round(running.orla, running.tournament, running.round)
        assert (row.is_draft, row.clock) == (True, None)

    @pytest.mark.parametrize("minutes", [0, -1, 1441])
    def test_length_out_of_range_is_refused(self, running, minutes):
        with pytest.raises(Refused, match="from 1 to 1440"):
            clock.set_clock(running.orla, running.tournament, running.round, minutes)

    def test_clock_needs_a_running_round(self, cup, db):
        cup.pair()
        with pytest.raises(Refused, match="not running"):
            clock.set_clock(cup.orla, cup.tournament, cup.round, 50)

    def test_clock_that_was_not_started_cannot_be_held_or_resumed(self, running):
        for verb in (clock.hold_clock, clock.resume_clock):
            with pytest.raises(Refused, match="not been started"):
                verb(running.orla, running.tournament, running.round)

    def test_helper_cannot_set_the_clock(self, running, helper):
        with pytest.raises(NotAllowed):
            clock.set_clock(helper, running.tournament, running.round, 50)


class TestPages:
    def test_public_pages_show_the_end_and_extensions(self, running):
        table = running.round.pairings.get(table=2)
        row = clock.set_clock(running.orla, running.tournament, running.round, 50)
        clock.extend_table(running.orla, running.tournament, table, 5)
        for place in ("/t/cup/", "/t/cup/rounds/1/", "/t/cup/rounds/1/names/"):
            page = Client().get(place).text
            assert f'data-ends="{row.clock.ends_at().isoformat()}"' in page
            assert re.search(r"table 2 until \d\d:\d\d", page)
        clock.hold_clock(running.orla, running.tournament, running.round)
        held = Client().get("/t/cup/rounds/1/").text
        assert "left, clock stopped" in held
        assert "data-ends" not in held

    def test_closed_round_shows_no_clock(self, running):
        clock.set_clock(running.orla, running.tournament, running.round, 50)
        running.enter(1, "1-0")
        running.enter(2, "1-0")
        running.close()
        assert "data-ends" not in Client().get("/t/cup/rounds/1/").text
        page = signed_in(running.orla.user).get(PLACE).text
        assert "You can start a clock when a round is running." in page
        assert "Start the clock" not in page

    @pytest.mark.rotates(2)
    def test_desk_proposes_the_minutes_of_the_game_then_of_the_last_round(self, running, orla):
        client = signed_in(orla)
        assert f'href="{PLACE}"' in client.get("/t/cup/desk/").text
        proposed = re.search(r'name="minutes"[^>]*value="(\d+)"', client.get(PLACE).text)[1]
        assert client.post(PLACE, {"do": "set", "minutes": proposed}).status_code == 302
        assert Round.objects.get(number=1).clock.minutes == int(proposed)
        clock.set_clock(running.orla, running.tournament, running.round, 33)
        running.enter(1, "1-0")
        running.enter(2, "1-0")
        running.close()
        running.pair()
        running.publish()
        assert 'value="33"' in client.get("/t/cup/desk/rounds/2/clock/").text

    def test_invalid_input_shows_an_error_beside_the_field(self, running, orla):
        client = signed_in(orla)
        for values in ({"do": "set", "minutes": "soon"}, {"do": "set", "minutes": "0"}, {"do": "set"}):
            page = client.post(PLACE, values)
            assert (page.status_code, 'class="error"' in page.text) == (422, True)
        page = client.post(PLACE, {"do": "extend", "x-table": "99", "x-minutes": "5"})
        assert (page.status_code, "This pairing is not in this round." in page.text) == (422, True)
        assert Round.objects.get(number=1).clock is None

    def test_desk_lists_tables_over_time(self, running, orla):
        clock.set_clock(running.orla, running.tournament, running.round, 50)
        clock.extend_table(running.orla, running.tournament, running.round.pairings.get(table=2), 30)
        began = timezone.now() - timedelta(minutes=60)
        Round.objects.filter(pk=running.round.pk).update(clock_started_at=began)
        late = "Time is up, and a result is missing: 1."
        client = signed_in(orla)
        assert late in client.get("/t/cup/desk/").text
        assert re.search(r"A result is missing: 1\.", client.get(PLACE).text)
        running.enter(1, "1-0")
        assert late not in client.get("/t/cup/desk/").text


class TestApi:
    @pytest.mark.rotates(2)
    def test_program_starts_holds_resumes_and_removes_the_clock(self, running, orla):
        client = signed_in(orla)

        def post(place, **values):
            return client.post(
                f"/api/v1/tournaments/cup/{place}",
                json.dumps(values) if values else "",
                content_type="application/json",
                headers={"Idempotency-Key": f"{place}{values}"},
            )

        table = running.round.pairings.get(table=2).public_id
        assert post("rounds/1/clock", minutes=50).json()["clock"]["minutes"] == 50
        assert post(f"pairings/{table}/extension", minutes=5, reason="Ill").json()["extensions"] == [
            {"pairing": table, "minutes": 5}
        ]
        held = post("rounds/1/clock/hold").json()["clock"]
        assert (held["ends_at"], bool(held["held_at"])) == (None, True)
        assert post("rounds/1/clock/resume").json()["clock"]["ends_at"]
        assert post("rounds/1/clock/remove").json()["clock"] is None
        assert post("rounds/1/clock", minutes=0).status_code == 422
