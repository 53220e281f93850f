"""Calling matches to courts: the queue of a tournament or an event, and what changes it."""

from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.utils import timezone

from tests.tournaments.hall.courts import floor, match, names, of, on_court, with_courts
from tournaments.core.court_floor import floor_of, stations_of
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.journal.verbs import VERBS
from tournaments.core.rights import Who
from tournaments.events import events
from tournaments.hall import calling
from tournaments.history import undo
from tournaments.models import CourtCall, Event, JournalEntry, Member, Tournament
from tournaments.models.courts import CourtSettings
from tournaments.players import registration
from tournaments.rounds import publishing, rounds

pytestmark = pytest.mark.django_db


def call(stage, pair, court=None, **more):
    return calling.call_match(stage.orla, stage.tournament, match(stage, pair), court, **more)


def call_next(stage):
    """Call every proposed match to its court."""
    for court, found in floor(stage).proposed.items():
        calling.call_match(stage.orla, found.section, found.pairing, court)


def enter(stage, pair, text="1-0"):
    row = match(stage, pair)
    stage.round = row.round
    return stage.enter(row.table, text)


def last_sentence(stage):
    entry = stage.tournament.journal.first()
    return VERBS[entry.verb].sentence(entry.facts)


def test_player_page_marks_the_match_being_played(evening, client):
    name = names(floor(evening).queue[0])[0]
    address = f"/t/{evening.tournament.slug}/players/{evening.players[name].public_id}/"

    def playing():
        page = client.get(address).content.decode()
        return page.count("still playing"), page.count('<span class="chip">open</span>')

    assert playing() == (0, 5)
    call_next(evening)
    assert playing() == (1, 4)


class TestQueue:
    def test_free_courts_get_the_first_matches_and_a_result_frees_a_court(self, evening):
        first = [names(each) for each in floor(evening).queue]
        assert len(first) == 15
        call_next(evening)
        one, other = first[:2]
        assert on_court(evening) == {1: one, 2: other}
        enter(evening, one)
        assert on_court(evening) == {2: other}
        (proposed,) = floor(evening).proposed.items()
        assert proposed[0] == 1
        assert not {*names(proposed[1])} & {*other}

    def test_why_not_gives_the_reason_a_match_waits(self, evening):
        call_next(evening)
        now = floor(evening, CourtCall.objects.earliest("called_at").called_at)
        waiting = next(each for each in now.queue if {*names(each)} & {*on_court(evening)[1]})
        player = next(each for each in waiting.players if each.name in on_court(evening)[1])
        assert f"{player.name} is still playing (Table 1)." in now.why_not(waiting)
        free = next(each for each in now.queue if not {*names(each)} & {*"".join(on_court(evening).values())})
        assert now.why_not(free) == ["Nothing is free yet."]
        assert now.time_of(free) == now.now.replace(microsecond=0) + timedelta(minutes=30)

    def test_resting_player_is_not_proposed_but_can_be_called_manually(self, evening):
        with_courts(evening, 1, rest=20)
        call_next(evening)
        played = on_court(evening)[1]
        enter(evening, played)
        again = next(names(each) for each in floor(evening).queue if {*names(each)} & {*played})
        assert "rests until" in "".join(
            floor(evening).why_not(floor(evening).by_pairing[match(evening, again).public_id])
        )
        with pytest.raises(Refused) as refused:
            call(evening, again)
        assert refused.value.code == "still-resting"
        later = floor(evening, timezone.now() + timedelta(minutes=21))
        assert not later.resting(later.by_pairing[match(evening, again).public_id])
        call(evening, again, despite_rest=True)
        assert on_court(evening) == {1: again}

    def test_length_of_matches_is_learned_from_results(self, evening):
        for place in range(2):
            call_next(evening)
            for court, pair in on_court(evening).items():
                row = CourtCall.objects.get(pairing=match(evening, pair))
                row.called_at -= timedelta(minutes=10 + place + court)
                row.save()
                enter(evening, pair)
        (length,) = floor(evening).hall.minutes.values()
        assert 11 * 60 <= length <= 14 * 60

    def test_withdrawn_player_is_not_called(self, evening):
        with_courts(evening, 2, rest=20)
        registration.withdraw(evening.orla, evening.tournament, evening.players["A"])
        now = floor(evening)
        assert not any("A" in names(each) for each in now.queue)
        assert not any(map(now.resting, now.queue)), "a walkover tires nobody"

    def test_player_withdrawn_during_a_round_needs_a_walkover(self, make):
        stage = with_courts(make(system="dutch", planned_rounds=3).with_players(*"ABCD"), 2)
        stage.pair()
        stage.publish()
        registration.withdraw(stage.orla, stage.tournament, stage.players["A"])
        (_left,) = floor(stage).queue
        (absent,) = floor(stage).absent
        assert "A" in names(absent)
        with pytest.raises(Refused) as refused:
            calling.call_match(stage.orla, stage.tournament, absent.pairing)
        assert refused.value.code == "has-withdrawn"

    def test_stations_show_called_and_waiting_matches(self, evening):
        call_next(evening)
        now = stations_of(evening.tournament)
        assert [each.station for each in now.called] == [1, 2]
        assert now.waiting == 13


class TestMatch:
    def test_match_is_called_moved_called_again_and_returned_to_the_queue(self, evening):
        call(evening, "AB", 2)
        assert on_court(evening) == {2: "AB"}
        assert "to court 2." in last_sentence(evening)
        call(evening, "AB", 1)
        assert on_court(evening) == {1: "AB"}
        assert "from court 2 to court 1" in last_sentence(evening)
        calling.call_again(evening.orla, evening.tournament, match(evening, "AB"))
        assert floor(evening).on_court[1].again
        calling.return_to_queue(evening.orla, evening.tournament, match(evening, "AB"))
        assert on_court(evening) == {}
        assert names(floor(evening).queue[0]) == "AB"
        calling.return_to_queue(evening.orla, evening.tournament, match(evening, "AB"), last=True)
        assert names(floor(evening).queue[-1]) == "AB"

    def test_repeated_call_changes_nothing(self, evening):
        call(evening, "AB", 1)
        revision = evening.revision()
        call(evening, "AB", 1)
        call(evening, "AB")
        assert evening.revision() == revision

    @pytest.mark.parametrize(
        ("pair", "court", "code"),
        [
            ("CD", 1, "court-taken"),
            ("AC", 2, "plays-elsewhere"),
            ("CD", 3, "no-such-court"),
            ("CD", 0, "no-such-court"),
        ],
    )
    def test_invalid_call_is_refused(self, evening, pair, court, code):
        call(evening, "AB", 1)
        with pytest.raises(Refused) as refused:
            calling.call_match(evening.orla, evening.tournament, match(evening, pair), court)
        assert refused.value.code == code

    def test_match_with_a_result_cannot_be_called(self, evening):
        enter(evening, "AB")
        for verb in (calling.call_match, calling.call_again, calling.return_to_queue):
            with pytest.raises(Refused) as refused:
                verb(evening.orla, evening.tournament, match(evening, "AB"))
            assert refused.value.code == "match-is-over"

    def test_undo_restores_call_and_result(self, evening):
        call(evening, "AB", 1)
        undo.undo(evening.orla, evening.tournament, evening.tournament.journal.first())
        assert on_court(evening) == {}
        call(evening, "AB", 1)
        enter(evening, "AB")
        undo.undo(evening.orla, evening.tournament, evening.tournament.journal.first())
        assert on_court(evening) == {1: "AB"}

    def test_match_whose_court_is_taken_goes_to_the_front_when_its_result_is_cleared(self, evening):
        call(evening, "AB", 1)
        enter(evening, "AB")
        call(evening, "CD", 1)
        enter(evening, "AB", "")
        assert on_court(evening) == {1: "CD"}
        assert names(floor(evening).queue[0]) == "AB"

    def test_correction_moves_no_match(self, evening):
        call(evening, "AB", 1)
        enter(evening, "AB")
        was = floor(evening).ended[0].ended
        call(evening, "AC", 1)
        enter(evening, "AB", "0-1")
        assert on_court(evening) == {1: "AC"}
        assert floor(evening).ended[0].ended == was

    def test_unpublished_round_leaves_its_courts(self, make):
        stage = with_courts(make(system="dutch", planned_rounds=3).with_players(*"ABCD"), 2)
        stage.pair()
        stage.publish()
        call_next(stage)
        assert len(on_court(stage)) == 2
        publishing.unpublish_round(stage.orla, stage.tournament, stage.round)
        assert on_court(stage) == {}
        rounds.discard_round(stage.orla, stage.tournament, stage.round)
        stage.pair()
        stage.publish()
        assert len(floor(stage).proposed) == 2


class TestCourts:
    def test_closed_court_keeps_its_match_and_gets_no_other(self, evening):
        call(evening, "AB", 2)
        calling.open_court(evening.orla, evening.tournament, 2, is_open=False)
        assert on_court(evening) == {2: "AB"}
        enter(evening, "AB")
        assert list(floor(evening).proposed) == [1]
        with pytest.raises(Refused) as refused:
            call(evening, "CD", 2)
        assert refused.value.code == "court-closed"
        calling.open_court(evening.orla, evening.tournament, 2, is_open=True)
        assert list(floor(evening).proposed) == [1, 2]

    def test_removed_court_shows_its_match_until_the_end(self, evening):
        call(evening, "AB", 2)
        with_courts(evening, 1)
        assert floor(evening).numbers == [1, 2]
        enter(evening, "AB")
        assert floor(evening).numbers == [1]

    def test_reserved_court_gets_only_manual_calls(self, evening):
        with_courts(evening, 2, reserved={1: ""})
        assert list(floor(evening).proposed) == [2]
        call(evening, "AB", 1)
        assert on_court(evening) == {1: "AB"}

    def test_automatic_calls_fill_free_courts(self, evening):
        with_courts(evening, 2, by_itself=True)
        calling.call_all_waiting()
        calling.call_all_waiting()
        there = on_court(evening)
        assert len(there) == 2
        enter(evening, there[1])
        calling.call_all_waiting()
        assert len(on_court(evening)) == 2
        assert evening.tournament.journal.first().agent == "time"

    @pytest.mark.parametrize(
        ("wrong", "field"),
        [
            ({"count": 0}, "count"),
            ({"count": 201}, "count"),
            ({"count": 2, "rest": 241}, "rest"),
            ({"count": 2, "minutes": 0}, "minutes"),
            ({"count": 2, "closed": frozenset({3})}, "closed"),
            ({"count": 2, "reserved": {3: ""}}, "reserved"),
            ({"count": 2, "reserved": {1: "elsewhere"}}, "reserved"),
        ],
    )
    def test_invalid_settings_are_refused(self, cup, wrong, field):
        with pytest.raises(Refused) as refused:
            calling.set_courts(cup.orla, cup.tournament, CourtSettings(**wrong))
        assert refused.value.field == field

    def test_match_cannot_be_called_without_courts(self, make):
        stage = make(system="round-robin").with_players(*"AB")
        stage.pair()
        stage.publish()
        assert floor_of(stage.tournament) is None
        with pytest.raises(Refused) as refused:
            calling.call_match(stage.orla, stage.tournament, stage.table(1))
        assert refused.value.code == "no-courts"

    def test_removed_courts_return_after_undo(self, evening):
        calling.set_courts(evening.orla, evening.tournament, None)
        assert last_sentence(evening) == "Matches are no longer called."
        assert floor(evening) is None
        undo.undo(evening.orla, evening.tournament, evening.tournament.journal.first())
        assert floor(evening).settings.count == 2

    def test_helper_calls_only_own_tables_and_cannot_set_courts(self, evening, heli):
        member = Member.objects.create(tournament=evening.tournament, user=heli, role="helper")
        who = Who.at_page(heli)
        calling.call_match(who, evening.tournament, match(evening, "AB"), 1)
        with pytest.raises(NotAllowed):
            calling.open_court(who, evening.tournament, 1, is_open=False)
        table = match(evening, "CD").table
        member.first_table = member.last_table = table + 1
        member.save()
        with pytest.raises(NotAllowed):
            calling.call_match(who, evening.tournament, match(evening, "CD"), 2)


class TestSectionsOfAnEvent:
    def test_sections_share_their_courts(self, badminton):
        men, mixed = badminton
        assert mixed.tournament.courts == men.tournament.courts
        assert len(floor(mixed).queue) == 12
        calling.call_match(men.orla, men.tournament, of(men, "Bo", "Cy").pairing, 1)
        with pytest.raises(Refused) as refused:
            calling.call_match(men.orla, mixed.tournament, of(mixed, "Eva", "Flo").pairing, 1)
        assert refused.value.code == "court-taken"
        calling.call_match(men.orla, mixed.tournament, of(mixed, "Eva", "Flo").pairing)
        assert sorted(floor(men).on_court) == [1, 2]

    def test_player_is_not_called_in_two_sections_at_once(self, badminton):
        men, mixed = badminton
        calling.call_match(men.orla, men.tournament, of(men, "Anna", "Bo").pairing, 1)
        with pytest.raises(Refused) as refused:
            calling.call_match(men.orla, mixed.tournament, of(mixed, "Anna", "Eva").pairing, 2)
        assert refused.value.code == "plays-elsewhere"
        assert floor(men).people.doubtful == ["Anna Virta"]
        with_courts(men, 2, apart=frozenset({"Virta Anna"}))
        calling.call_match(men.orla, mixed.tournament, of(mixed, "Anna", "Eva").pairing, 2)

    def test_same_name_with_different_birth_dates_is_two_persons(self, badminton):
        men, mixed = badminton
        registration.change_player(men.orla, men.tournament, men.players["Anna Virta"], birth="1990")
        registration.change_player(men.orla, mixed.tournament, mixed.players["Virta, Anna"], birth="2004")
        calling.call_match(men.orla, men.tournament, of(men, "Anna", "Bo").pairing, 1)
        calling.call_match(men.orla, mixed.tournament, of(mixed, "Anna", "Eva").pairing, 2)

    def test_same_fide_id_is_one_person(self, badminton):
        men, mixed = badminton
        registration.change_player(men.orla, men.tournament, men.players["Bo"], fide_id="500001")
        registration.change_player(men.orla, mixed.tournament, mixed.players["Eva"], fide_id="500001")
        calling.call_match(men.orla, men.tournament, of(men, "Cy", "Bo").pairing, 1)
        with pytest.raises(Refused) as refused:
            calling.call_match(men.orla, mixed.tournament, of(mixed, "Gus", "Eva").pairing, 2)
        assert refused.value.code == "plays-elsewhere"

    def test_court_reserved_for_a_section_gets_its_match(self, badminton):
        men, mixed = badminton
        with_courts(men, 2, reserved={1: mixed.tournament.slug})
        assert floor(men).proposed[1].section.pk == mixed.tournament.pk

    def test_new_section_gets_the_courts_and_leaving_section_keeps_its_own(self, badminton):
        men, mixed = badminton
        third = events.add_section(men.orla, men.tournament, section="Women")
        assert third.courts == men.tournament.courts
        events.leave_event(men.orla, mixed.tournament)
        assert len(floor(mixed).sections) == 1
        assert len(floor(men).sections) == 2

    def test_only_organiser_of_all_sections_sets_courts(self, badminton, sam):
        men, _mixed = badminton
        Member.objects.create(tournament=men.tournament, user=sam, role="organiser")
        with pytest.raises(NotAllowed):
            calling.set_courts(Who.at_page(sam), men.tournament, CourtSettings(4))
        assert floor(men).settings.count == 2

    def test_undo_of_court_settings_applies_to_all_sections(self, badminton):
        men, mixed = badminton
        with_courts(men, 5)
        undo.undo(men.orla, men.tournament, men.tournament.journal.first())
        assert floor(men).settings.count == floor(mixed).settings.count == 2


def at_once(*calls):
    """Make each call on its own connection at the same moment; return {place: code of the refusal}."""
    barrier, text = Barrier(len(calls)), {}

    def run(place, what):
        try:
            barrier.wait(5)
            what()
        except Refused as refusal:
            text[place] = refusal.code
        finally:
            connection.close()

    threads = [Thread(target=run, args=each) for each in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    return sorted(text.values())


@pytest.mark.django_db(transaction=True)
class TestConcurrentCalls:
    def both(self, badminton, one, other):
        def call_of(stage, row, court):
            tournament = Tournament.objects.get(pk=stage.tournament.pk)
            return lambda: calling.call_match(stage.orla, tournament, row, court)

        return at_once(call_of(*one), call_of(*other))

    def test_one_court_gets_one_match(self, badminton):
        men, mixed = badminton
        one, other = of(men, "Bo", "Cy").pairing, of(mixed, "Eva", "Flo").pairing
        assert self.both(badminton, (men, one, 1), (mixed, other, 1)) == ["court-taken"]
        assert CourtCall.objects.count() == 1

    def test_one_match_gets_one_court_and_no_player_plays_twice(self, badminton):
        men, mixed = badminton
        one, other = of(men, "Anna", "Bo").pairing, of(mixed, "Anna", "Eva").pairing
        assert self.both(badminton, (men, one, 1), (mixed, other, 2)) == ["plays-elsewhere"]
        row = of(men, "Cy", "Di").pairing
        free = ({1, 2} - {*floor(men).on_court}).pop()
        assert self.both(badminton, (men, row, free), (men, row, None)) == []
        assert CourtCall.objects.filter(pairing=row).count() == 1
        assert Event.objects.count() == 1
        assert JournalEntry.objects.filter(verb="call-match", tournament=men.tournament).count() <= 2
