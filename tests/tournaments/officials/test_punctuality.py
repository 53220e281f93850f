"""Start times of rounds, the default time, games lost by default, and the protocol."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.all_features.test_pages import at, signed_in
from tests.tournaments.hall.test_clock import last_sentence
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.words import notation
from tournaments.hall import clock
from tournaments.history import undo
from tournaments.models import Round
from tournaments.officials import arbiter
from tournaments.rounds import publishing
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(make):
    """A tournament with two tables, whose round 1 began 40 minutes ago; the default time is 30 minutes."""
    stage = make(system="dutch", planned_rounds=3, default_minutes=30).with_players("Ann", "Bo", "Cy", "Di")
    stage.pair()
    stage.publish()
    began(stage, 40)
    return stage


def began(stage, minutes):
    stage.round = arbiter.note_start(stage.orla, stage.tournament, stage.round, ago(minutes))


def ago(minutes):
    return timezone.now() - timedelta(minutes=minutes)


def record(stage, *sides):
    """Record the late `sides` of tables 1, 2 and so on."""
    late = {stage.table(number): those for number, those in enumerate(sides, start=1)}
    return arbiter.record_late(stage.orla, stage.tournament, stage.round, late)


def results(stage):
    rows = stage.round.pairings.select_related("result").order_by("table")
    return [notation.write(row.result.fact) if hasattr(row, "result") else "" for row in rows]


def undo_last(stage):
    undo.undo(stage.orla, stage.tournament, stage.tournament.journal.first())


class TestStart:
    def test_is_noted_corrected_removed_and_undone(self, running):
        began(running, 5)
        assert running.round.default_at == running.round.began_at + timedelta(minutes=30)
        at_place = timezone.localtime(running.round.began_at, running.tournament.zone)
        assert last_sentence(running) == f"Round 1 started at {at_place:%H:%M}."
        assert arbiter.note_start(running.orla, running.tournament, running.round, None).default_at is None
        undo_last(running)
        assert Round.objects.get().began_at == running.round.began_at

    def test_is_set_by_the_clock_and_removed_by_unpublishing(self, make):
        stage = make().with_players("Ann", "Bo")
        stage.pair()
        stage.publish()
        row = clock.set_clock(stage.orla, stage.tournament, stage.round, 50)
        assert row.began_at == row.clock_started_at
        held = row.began_at
        clock.hold_clock(stage.orla, stage.tournament, stage.round)
        assert clock.resume_clock(stage.orla, stage.tournament, stage.round).began_at == held
        row = publishing.unpublish_round(stage.orla, stage.tournament, stage.round)
        assert (row.began_at, row.late) == (None, {})

    def test_future_start_and_start_of_a_draft_are_refused(self, running, make):
        with pytest.raises(Refused, match="in the future"):
            arbiter.note_start(running.orla, running.tournament, running.round, ago(-5))
        running.enter(1, "1-0")
        running.enter(2, "1-0")
        running.close()
        assert arbiter.note_start(running.orla, running.tournament, running.round, ago(50)).began_at
        running.pair()
        with pytest.raises(Refused, match="not published yet"):
            began(running, 1)

    def test_is_not_for_helpers(self, cup, helper):
        with pytest.raises(NotAllowed):
            arbiter.note_start(helper, cup.tournament, cup.pair(), None)


class TestLossesByDefault:
    @pytest.mark.rotates(2)
    def test_absent_players_lose_and_the_public_page_says_why(self, running):
        row = record(running, [2], [1, 2])
        assert results(running) == ["+--", "---"]
        assert sorted(row.late.values()) == [[1, 2], [2]]
        lost = [running.table(1).appearances.get(side=2).player, running.table(2).appearances.get(side=1).player]
        assert lost[0].name in last_sentence(running)
        assert last_sentence(running).startswith("Round 1: lost by default: ")
        page = Client().get(at(running, "round", number=1)).text
        assert re.search(rf"Lost by default at table 1:\s+<bdi translate=\"no\">{lost[0].name}</bdi>;", page)
        own = [Client().get(at(running, "player", player_id=player.public_id)).text for player in (*lost,)]
        assert all("not at the board when the default time ended" in text for text in own)
        there = running.table(1).appearances.get(side=1).player
        assert "not at the board" not in Client().get(at(running, "player", player_id=there.public_id)).text
        undo_last(running)
        assert (results(running), Round.objects.get().late) == (["", ""], {})

    def test_clearing_a_table_removes_the_forfeit(self, running):
        record(running, [2], [1])
        row = record(running, [])
        assert results(running) == ["", "--+"]
        assert [*row.late] == [running.table(2).public_id]
        assert last_sentence(running) == "Round 1: removed the losses by default."

    def test_arbiter_may_enter_another_result(self, running):
        record(running, [2])
        running.enter(1, "½-½")
        page = Client().get(at(running, "round", number=1)).text
        assert "Lost by default" not in page
        protocol = " ".join(signed_in(running.orla.user).get(at(running, "protocol")).text.split())
        assert "the arbiter decided otherwise: ½-½" in protocol
        assert record(running, []).late == {}
        assert results(running)[0] == "½-½"

    @pytest.mark.parametrize(
        ("change", "says"),
        [
            (lambda s: began(s, 20), "The default time ends at"),
            (lambda s: arbiter.note_start(s.orla, s.tournament, s.round, None), "First record when round 1 started"),
            (lambda s: lifecycle.change_settings(s.orla, s.tournament, default_minutes=None, reason="so"), "6.7.1"),
            (lambda s: s.enter(1, "1-0"), "Table 1 already has a result"),
            (lambda s: (s.enter(1, "1-0"), s.enter(2, "1-0"), s.close()), "is not running"),
        ],
    )
    def test_invalid_default_losses_are_refused(self, running, change, says):
        change(running)
        with pytest.raises(Refused, match=says):
            record(running, [2])

    def test_start_cannot_change_while_a_default_loss_depends_on_it(self, running):
        record(running, [2])
        with pytest.raises(Refused, match="Undo those first"):
            arbiter.note_start(running.orla, running.tournament, running.round, None)

    def test_default_time_is_locked_in_fide_mode(self, make):
        stage = make(system="dutch", planned_rounds=3, default_minutes=30, fide_mode=True)
        stage.with_players("Ann", "Bo", "Cy", "Di").pair()
        stage.publish()
        with pytest.raises(Refused, match="locked"):
            lifecycle.change_settings(stage.orla, stage.tournament, default_minutes=60, reason="so")


class TestProtocolPage:
    def test_lists_the_times_of_each_round(self, running):
        running.enter(1, "1-0")
        running.enter(2, "1-0")
        running.close()
        running.pair()
        running.publish()
        page = signed_in(running.orla.user).get(at(running, "protocol"))
        one, two = page.context["lines"]
        assert (one.round.began_at, one.last_result is None, one.round.closed_at is None) == (
            running.tournament.rounds.get(number=1).began_at, False, False,
        )  # fmt: skip
        assert (two.round.began_at, two.last_result) == (None, None)
        assert [row.number for row in page.context["to_begin"]] == [2]

    def test_notes_a_start_and_default_losses(self, running, orla):
        client, place = signed_in(orla), at(running, "protocol")
        assert f'href="{place}"' in client.get(at(running, "desk")).text
        typed = timezone.localtime(ago(90), running.tournament.zone).strftime("%Y-%m-%dT%H:%M")
        assert client.post(place, {"do": "start", "round": "1", "at": typed}).status_code == 302
        noted = timezone.localtime(Round.objects.get().began_at, running.tournament.zone)
        assert noted.strftime("%Y-%m-%dT%H:%M") == typed
        box = f"{running.table(1).public_id}:2"
        assert f'value="{box}"' in client.get(place).text
        assert client.post(place, {"do": "late", "round": "1", "late": [box]}).status_code == 302
        assert results(running) == ["+--", ""]
        assert re.search(rf'value="{box}"\s+checked', client.get(place).text)
        assert client.post(place, {"do": "late", "round": "1"}).status_code == 302
        assert results(running) == ["", ""]

    def test_invalid_input_is_reported(self, running, orla):
        client, place = signed_in(orla), at(running, "protocol")
        tomorrow = timezone.localtime(ago(-2000), running.tournament.zone).strftime("%Y-%m-%dT%H:%M")
        for sent, says in (
            ({"do": "start", "round": "1", "at": tomorrow}, "in the future"),
            ({"do": "start", "round": "9", "at": ""}, "errorlist"),
            ({"do": "late", "round": "1"}, "Select who was not at the board."),
            ({"do": "late", "round": "9"}, "out of date"),
        ):
            page = client.post(place, sent)
            assert page.status_code == 422, sent
            assert says in page.text or says == "errorlist"

    def test_round_can_be_started_now(self, running, orla):
        arbiter.note_start(running.orla, running.tournament, running.round, None)
        client, place = signed_in(orla), at(running, "protocol")
        assert "Start round 1 now" in client.get(place).text
        assert client.post(place, {"do": "begin", "round": "1"}).status_code == 302
        assert Round.objects.get().began_at
