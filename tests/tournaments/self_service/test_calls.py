"""Players call an organiser with their badges; the desk answers, and the phone shows the answer."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.all_features.old_journal_entries import rewriting
from tests.tournaments.all_features.test_pages import signed_in
from tests.tournaments.self_service.test_badges import at, give, phone_of
from tournaments.core.journal.errors import Refused, TooOften
from tournaments.core.journal.feed import entries_after, events
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rights import Who
from tournaments.desk.progress import progress_of
from tournaments.events import events as sections
from tournaments.history import undo
from tournaments.models import Call, JournalEntry, Member, Tournament
from tournaments.models.self_service import badge_with
from tournaments.players import registration
from tournaments.self_service import badges
from tournaments.setup import lifecycle

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(cup):
    """A tournament in round 1, in which every player has a badge."""
    cup.badges = {name: give(cup, name) for name in cup.players}
    cup.pair()
    cup.publish()
    return cup


def player(hall, name="Ann"):
    return Who.player(badge_with(hall.badges[name]))


def table_of(hall, name="Ann"):
    return hall.round.appearances.get(player=hall.players[name]).pairing.table


def last_sentence(hall):
    entry = hall.tournament.journal.order_by("-sequence").first()
    return VERBS[entry.verb].sentence(entry.facts)


def text(answer):
    return " ".join(answer.content.decode().split())


class TestCall:
    def test_is_made_from_the_table_answered_and_resolved(self, hall, helper):
        number = table_of(hall)
        badges.call_organiser(player(hall), hall.tournament)
        assert last_sentence(hall) == f"Round 1, table {number}: Ann called an organiser."
        answered = badges.answer_call(helper, hall.tournament, hall.players["Ann"])
        assert (answered.table, answered.answered_by) == (number, "Heli")
        assert last_sentence(hall) == f"Answered the call of Ann, round 1, table {number}."
        badges.end_call(helper, hall.tournament, hall.players["Ann"])
        assert last_sentence(hall) == f"Round 1, table {number}: resolved the call of Ann."
        assert not Call.objects.exists()

    @pytest.mark.rotates(4)
    def test_ends_with_the_tournament_and_returns_on_undo(self, hall, orla):
        badges.call_organiser(player(hall), hall.tournament)
        for table in range(1, hall.round.pairings.count() + 1):
            hall.enter(table, "1-0")
        hall.close()
        assert f"Round {hall.round.number}" in text(signed_in(orla).get(at(hall, "desk/")))
        missing = progress_of(hall.tournament).rounds_missing
        lifecycle.finish(hall.orla, hall.tournament, rounds_missing=missing)
        assert not Call.objects.exists()
        assert "Calls from players" not in text(signed_in(orla).get(at(hall, "desk/")))
        undo.undo(hall.orla, hall.tournament, hall.tournament.journal.order_by("-sequence").first())
        assert Call.objects.get().player.name == "Ann"

    def test_before_round_1_has_no_table(self, cup):
        who = Who.player(badge_with(give(cup, "Ann")))
        call = badges.call_organiser(who, cup.tournament)
        assert (call.round_number, call.table) == (None, None)
        assert last_sentence(cup) == "Ann called an organiser."
        badges.take_back_call(who, cup.tournament)
        assert last_sentence(cup) == "Ann cancelled the call."

    def test_repeated_call_answer_and_end_are_recorded_once(self, hall):
        first = badges.call_organiser(player(hall), hall.tournament)
        assert badges.call_organiser(player(hall), hall.tournament) == first
        for _time in (1, 2):
            badges.answer_call(hall.orla, hall.tournament, hall.players["Ann"])
        for _time in (1, 2):
            badges.end_call(hall.orla, hall.tournament, hall.players["Ann"])
            badges.take_back_call(player(hall), hall.tournament)
        verbs = JournalEntry.objects.filter(verb__endswith="-call").values_list("verb", flat=True)
        assert sorted(verbs) == ["answer-call", "end-call"]

    def test_first_to_answer_stays_the_answerer(self, hall, helper):
        badges.call_organiser(player(hall), hall.tournament)
        badges.answer_call(helper, hall.tournament, hall.players["Ann"])
        badges.answer_call(hall.orla, hall.tournament, hall.players["Ann"])
        assert Call.objects.get().answered_by == "Heli"

    def test_too_many_calls_have_to_wait(self, hall):
        for _time in range(badges.MOST_CALLS):
            badges.call_organiser(player(hall), hall.tournament)
            badges.take_back_call(player(hall), hall.tournament)
        with pytest.raises(TooOften) as refusal:
            badges.call_organiser(player(hall), hall.tournament)
        assert 0 < refusal.value.seconds <= badges.CALL_INTERVAL.total_seconds()
        badges.call_organiser(player(hall, "Bo"), hall.tournament)  # other players are not delayed
        long_ago = JournalEntry.objects.filter(verb="call-organiser").latest("sequence").at - 2 * badges.CALL_INTERVAL
        with rewriting():
            JournalEntry.objects.filter(verb="call-organiser").update(at=long_ago + timedelta(seconds=1))
        assert badges.call_organiser(player(hall), hall.tournament)

    def test_each_step_can_be_undone(self, hall):
        badges.call_organiser(player(hall), hall.tournament)
        badges.answer_call(hall.orla, hall.tournament, hall.players["Ann"])
        badges.end_call(hall.orla, hall.tournament, hall.players["Ann"])
        for verb, left in (("end-call", 1), ("answer-call", 1), ("call-organiser", 0)):
            undo.undo(hall.orla, hall.tournament, JournalEntry.objects.get(verb=verb))
            assert Call.objects.count() == left

    def test_answered_call_cannot_be_undone_as_unanswered(self, hall):
        badges.call_organiser(player(hall), hall.tournament)
        badges.answer_call(hall.orla, hall.tournament, hall.players["Ann"])
        with pytest.raises(Refused):
            undo.undo(hall.orla, hall.tournament, JournalEntry.objects.get(verb="call-organiser"))

    def test_player_who_is_not_calling_cannot_be_answered(self, hall):
        with pytest.raises(Refused, match="Ann is no longer calling"):
            badges.answer_call(hall.orla, hall.tournament, hall.players["Ann"])

    def test_only_players_call_and_only_staff_answer(self, hall):
        for who in (hall.orla, Who()):
            with pytest.raises(Refused) as refusal:
                badges.call_organiser(who, hall.tournament)
            assert refusal.value.status == 403
        badges.call_organiser(player(hall), hall.tournament)
        for verb in (badges.answer_call, badges.end_call):
            with pytest.raises(Refused) as refusal:
                verb(player(hall), hall.tournament, hall.players["Ann"])
            assert refusal.value.status == 403

    def test_helper_with_limited_tables_does_not_see_calls_of_other_tables(self, hall, helper):
        number = table_of(hall)
        other = 3 - number
        Member.objects.filter(user=helper.user).update(first_table=other, last_table=other)
        badges.call_organiser(player(hall), hall.tournament)
        with pytest.raises(Refused) as refusal:
            badges.answer_call(helper, hall.tournament, hall.players["Ann"])
        assert refusal.value.code == "not-your-table"
        assert "Ann" not in text(signed_in(helper.user).get(at(hall, "desk/"))).partition('id="calls"')[2][:300]

    def test_is_removed_with_its_player_and_restored_on_undo(self, cup):
        badges.call_organiser(Who.player(badge_with(give(cup, "Ann"))), cup.tournament)
        registration.remove_player(cup.orla, cup.tournament, cup.players["Ann"])
        assert not Call.objects.exists()
        undo.undo(cup.orla, cup.tournament, JournalEntry.objects.get(verb="remove-player"))
        assert Call.objects.count() == 1

    @pytest.mark.rotates(4)
    def test_is_refused_after_the_end(self, hall):
        for number in (1, 2):
            hall.enter(number, "1-0")
        hall.close()
        hall.finish()
        with pytest.raises(Refused, match="finished"):
            badges.call_organiser(player(hall), hall.tournament)
        assert "Call an organiser" not in text(phone_of(hall.badges["Ann"]).get(at(hall, "me/")))


class TestPages:
    @pytest.mark.rotates(8)
    def test_call_reaches_the_desk_and_its_answer_reaches_the_phone(self, hall, orla):
        phone, desk = phone_of(hall.badges["Ann"]), signed_in(orla)
        assert "Call an organiser" in text(phone.get(at(hall, "me/")))
        assert "Please wait where you play." in text(phone.post(at(hall, "me/call/"), follow=True))
        seen = text(desk.get(at(hall, "desk/")))
        assert f"Table {table_of(hall)}" in seen.partition("Calls from players")[2]
        where = at(hall, f"desk/calls/{hall.players['Ann'].public_id}/")
        assert "Orla on the way since" in text(desk.post(where, {"answer": ""}, follow=True))
        assert "An organiser is on the way" in text(phone.get(at(hall, "me/")))
        assert "Calls from players" not in text(desk.post(where, {"end": ""}, follow=True))
        assert "Call an organiser" in text(phone.get(at(hall, "me/")))

    def test_answering_on_the_results_page_stays_there(self, hall, orla):
        badges.call_organiser(player(hall), hall.tournament)
        where = at(hall, f"desk/calls/{hall.players['Ann'].public_id}/")
        answer = signed_in(orla).post(where, {"answer": "", "round": "1"})
        assert answer["Location"] == at(hall, "desk/rounds/1/results/")

    @pytest.mark.rotates(4)
    def test_event_desk_shows_and_answers_calls_of_all_sections(self, hall, orla, heli):
        section = sections.add_section(hall.orla, hall.tournament, event="Spring", own="A", section="B")
        badges.call_organiser(player(hall), hall.tournament)
        there = reverse("tournaments:event-desk", args=[section.event.slug])
        seen = text(signed_in(orla).get(there)).partition("Calls from players")[2]
        assert '<bdi translate="no">A</bdi>' in seen.partition("</li>")[0]
        assert f"Table {table_of(hall)}" in seen
        where = at(hall, f"desk/calls/{hall.players['Ann'].public_id}/")
        answer = signed_in(orla).post(where, {"answer": "", "event": section.event.slug}, follow=True)
        assert answer.redirect_chain == [(there, 302)]
        assert "Orla on the way since" in text(answer)
        Member.objects.create(tournament=hall.tournament, user=heli, role="helper", first_table=90, last_table=99)
        assert "Calls from players" not in text(signed_in(heli).get(there))

    @pytest.mark.rotates(2)
    def test_too_many_calls_are_refused_with_advice(self, hall):
        phone = phone_of(hall.badges["Ann"])
        for _time in range(badges.MOST_CALLS):
            phone.post(at(hall, "me/call/"))
            phone.post(at(hall, "me/call/"), {"take-back": ""})
        assert "Go to the organiser, or call again in 10 minutes." in text(
            phone.post(at(hall, "me/call/"), follow=True)
        )


def test_public_feed_of_a_call_contains_only_the_player_id(hall):
    before = hall.revision()
    badges.call_organiser(player(hall), hall.tournament)
    (event,) = events(entries_after(hall.tournament, before, whole=False))
    assert event.open["topic"] == "calls"
    assert event.open["players"] == [hall.players["Ann"].public_id]
    assert (event.open["results"], event.open["entry"], event.open["round"]) == ([], None, None)
    public = Client().get(at(hall)).content.decode()
    assert "calls" not in public.partition('data-topics="')[2].partition('"')[0]


@pytest.mark.parametrize("page", ["desk/", "desk/rounds/1/results/"])
def test_staff_pages_hear_results_where_players_report_them(hall, orla, settings, page):
    """A report that the other player confirms is a result, and no longer listed."""
    settings.STREAMS = 1
    for reports in (False, True):
        Tournament.objects.filter(pk=hall.tournament.pk).update(players_report=reports)
        shown = signed_in(orla).get(at(hall, page)).text
        heard = shown.partition('data-topics="')[2].partition('"')[0].split()
        assert {"reports", "calls"} <= set(heard)
        assert ("results" in heard) is reports
