"""Referees from the players who rest: planned, proposed, called, changed manually, and shown."""

import re
from datetime import UTC, datetime

import pytest
from django.urls import reverse

from tests.tournaments.hall.courts import floor, match, names, on_court, with_courts
from tournaments.core.court_floor import next_match_of
from tournaments.core.journal.errors import Refused
from tournaments.core.journal.verbs import VERBS
from tournaments.hall import calling
from tournaments.history import undo
from tournaments.models import CourtCall, Player
from tournaments.models.courts import CourtSettings, Referees
from tournaments.players import registration
from tournaments.public.page_cache import PAGES
from tournaments.rounds import rounds
from tournaments.setup import moving
from tournaments.tournament_files import files

pytestmark = pytest.mark.django_db
NINE = datetime(2026, 1, 10, 7, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _nothing_kept():
    PAGES.clear()


def start(stage):
    stage.pair()
    stage.publish()
    rounds.publish_schedule(stage.orla, stage.tournament)
    return stage


@pytest.fixture
def evening(make):
    """Six players who referee each other on two courts."""
    return with_courts(start(make(system="round-robin").with_players(*"ABCDEF")), 2, referees=Referees.RESTING)


def call_next(stage):
    for court, found in floor(stage).proposed.items():
        calling.call_match(stage.orla, found.section, found.pairing, court)


def enter(stage, pair, text="1-0"):
    row = match(stage, pair)
    stage.round = row.round
    return stage.enter(row.table, text)


def referees(stage):
    return {court: each.referee and each.referee.name for court, each in floor(stage).on_court.items()}


def player(stage, name):
    return Player.objects.get(tournament=stage.tournament, name=name)


def last_sentence(stage):
    entry = stage.tournament.journal.first()
    return VERBS[entry.verb].sentence(entry.facts)


class TestCalling:
    def test_each_match_gets_a_referee_who_does_not_play(self, evening):
        proposed = floor(evening).referees.proposed
        assert len({*proposed.values()}) == 2
        call_next(evening)
        made = referees(evening)
        assert made == {court: each.name for court, each in proposed.items()}
        assert not {*made.values()} & {*"".join(on_court(evening).values())}
        assert f"Referee: {made[2]}." in re.sub("[\u2068\u2069]", "", last_sentence(evening))

    def test_duties_are_even_and_no_referee_is_in_two_places(self, make):
        stage = with_courts(start(make(system="round-robin").with_players(*"ABCDE")), 1, referees=Referees.RESTING)
        duties = []
        while floor(stage).proposed:
            call_next(stage)
            (pair,) = on_court(stage).values()
            assert referees(stage)[1] not in pair
            duties.append(referees(stage)[1])
            enter(stage, pair)
        assert sorted(duties) == sorted("ABCDE" * 2)

    def test_player_who_rests_in_a_round_referees_it(self, make):
        stage = with_courts(start(make(system="round-robin").with_players(*"ABC")), 1, referees=Referees.RESTING)
        duties = []
        while floor(stage).proposed:
            call_next(stage)
            (pair,) = on_court(stage).values()
            duties.append(referees(stage)[1])
            enter(stage, pair)
        assert sorted(duties) == ["A", "B", "C"]

    def test_referee_is_not_called_to_play(self, evening):
        call_next(evening)
        referee = referees(evening)[1]
        waiting = next(each for each in floor(evening).queue if referee in names(each))
        assert f"{referee} is refereeing (Table 1)." in [
            re.sub("[\u2068\u2069]", "", each) for each in floor(evening).why_not(waiting)
        ]
        pair = on_court(evening)[2]
        enter(evening, pair)
        assert all(referee not in names(each) for each in floor(evening).proposed.values())
        with pytest.raises(Refused) as refused:
            calling.call_match(evening.orla, evening.tournament, waiting.pairing, 2)
        assert refused.value.code in ("referees-elsewhere", "plays-elsewhere")

    def test_loser_of_the_last_match_at_the_court_referees_first_among_equals(self, make):
        stage = start(make(system="round-robin").with_players(*"ABCDEFGH"))
        with_courts(stage, 1, referees=Referees.NONE)
        call_next(stage)
        pair = on_court(stage)[1]
        first = match(stage, pair).appearances.get(side=1).player
        enter(stage, pair, "0-1")
        with_courts(stage, 1, referees=Referees.RESTING)
        now = floor(stage)
        soon = "".join(names(each) for each in now.queue[:2])
        assert first.name not in soon
        assert now.referees.proposed[1] == first

    def test_no_free_player_means_no_referee(self, make):
        stage = with_courts(start(make(system="round-robin").with_players(*"ABCD")), 2, referees=Referees.RESTING)
        assert floor(stage).referees.proposed == {1: None, 2: None}
        call_next(stage)
        assert referees(stage) == {1: None, 2: None}

    def test_withdrawn_player_is_no_referee(self, evening):
        call_next(evening)
        gone = player(evening, referees(evening)[1])
        registration.withdraw(evening.orla, evening.tournament, gone)
        assert referees(evening)[1] is None
        assert gone not in floor(evening).referees.free_for(floor(evening).on_court[1])

    def test_no_referees_without_the_setting(self, evening):
        with_courts(evening, 2)
        assert floor(evening).referees.proposed == {1: None, 2: None}
        call_next(evening)
        assert referees(evening) == {1: None, 2: None}
        assert "eferee" not in last_sentence(evening)
        assert "referees" not in evening.tournament.courts

    def test_move_keeps_the_referee_and_return_to_the_queue_frees_the_referee(self, evening):
        with_courts(evening, 3, referees=Referees.RESTING)
        call_next(evening)
        pair, referee = on_court(evening)[1], referees(evening)[1]
        other = on_court(evening).get(2)
        calling.return_to_queue(evening.orla, evening.tournament, match(evening, other))
        calling.call_match(evening.orla, evening.tournament, match(evening, pair), 2)
        assert referees(evening)[2] == referee
        calling.return_to_queue(evening.orla, evening.tournament, match(evening, pair))
        assert not CourtCall.objects.filter(pairing=match(evening, pair), referee__isnull=False).exists()


class TestManualReferee:
    def test_referee_is_replaced_or_removed_manually(self, evening):
        with_courts(evening, 1, referees=Referees.RESTING)
        call_next(evening)
        pairing = match(evening, on_court(evening)[1])
        free = floor(evening).referees.free_for(floor(evening).on_court[1])
        other = next(each for each in free if each.name != referees(evening)[1])
        calling.set_referee(evening.orla, evening.tournament, pairing, other)
        assert referees(evening) == {1: other.name}
        assert last_sentence(evening).endswith("(court 1).")
        undo.undo(evening.orla, evening.tournament, evening.tournament.journal.first())
        assert referees(evening)[1] not in (None, other.name)
        calling.set_referee(evening.orla, evening.tournament, pairing, None)
        assert referees(evening) == {1: None}
        assert "Removed the referee" in last_sentence(evening)

    def test_busy_or_withdrawn_player_cannot_be_set_as_referee(self, evening):
        call_next(evening)
        pairing, playing = match(evening, on_court(evening)[1]), player(evening, on_court(evening)[2][0])
        for who, code in (
            (playing, "plays-elsewhere"),
            (player(evening, on_court(evening)[1][0]), "plays-elsewhere"),
            (player(evening, referees(evening)[2]), "referees-elsewhere"),
        ):
            with pytest.raises(Refused) as refused:
                calling.set_referee(evening.orla, evening.tournament, pairing, who)
            assert refused.value.code == code
        gone = player(evening, referees(evening)[1])
        registration.withdraw(evening.orla, evening.tournament, gone)
        with pytest.raises(Refused) as refused:
            calling.set_referee(evening.orla, evening.tournament, pairing, gone)
        assert refused.value.code == "has-withdrawn"
        waiting = floor(evening).queue[-1].pairing
        with pytest.raises(Refused) as refused:
            calling.set_referee(evening.orla, evening.tournament, waiting, None)
        assert refused.value.code == "not-on-court"


@pytest.fixture
def planned_day(make):
    stage = start(make(system="round-robin").with_players(*"ABCDEF"))
    plan = calling.plan_of(stage.tournament, NINE, 20, 2, rest=False, referees=Referees.RESTING)
    stage.tournament = calling.set_courts(stage.orla, stage.tournament, calling.with_plan(stage.tournament, plan))
    return stage


class TestPlannedReferees:
    def test_plan_turns_referees_on_and_its_referee_comes_first(self, planned_day):
        settings = planned_day.tournament.court_settings
        plan = settings.plans[planned_day.tournament.slug]
        assert settings.referees == plan.referees == Referees.RESTING
        assert CourtSettings.of(settings.stored) == settings
        now = floor(planned_day, NINE)
        for court, each in now.proposed.items():
            wanted = plan.referee_ids[each.round.number, each.pairing.table]
            assert now.referees.proposed[court].public_id == wanted
            assert now.referees.planned_player(each) == now.referees.proposed[court]

    def test_player_sees_own_duties(self, planned_day):
        who = next(iter(floor(planned_day, NINE).referees.proposed.values()))
        duty = next_match_of(planned_day.tournament, who).duties[0]
        assert duty.at == NINE
        call_next(planned_day)
        registration.withdraw(planned_day.orla, planned_day.tournament, who)
        assert (
            next_match_of(planned_day.tournament, Player.objects.get(pk=who.pk)) is None
            or not next_match_of(planned_day.tournament, Player.objects.get(pk=who.pk)).duties
        )

    def test_tournament_file_maps_planned_referees_to_the_new_players(self, planned_day):
        copy = moving.import_file(planned_day.orla, files.write(planned_day.tournament))
        (plan,) = copy.court_settings.plans.values()
        ids = set(copy.players.values_list("public_id", flat=True))
        assert {each for slot in plan.assigned for each in slot if each} <= ids
        assert copy.court_settings.referees == Referees.RESTING


class TestPages:
    def test_desk_shows_and_changes_the_referee(self, client, orla, evening):
        client.force_login(orla)
        address = reverse("tournaments:courts", args=[evening.tournament.slug])
        proposed = floor(evening).referees.proposed[1].name
        assert re.search(rf"Referee:\s*\W*{proposed}", client.get(address).content.decode())
        call_next(evening)
        pairing = match(evening, on_court(evening)[1])
        send = {"do": "referee", "match": pairing.public_id}
        client.post(address, {**send, "referee": ""})
        assert referees(evening)[1] is None
        assert (
            "Nobody is free to referee."
            not in client.get(reverse("tournaments:courts-now", args=["cup"])).content.decode()
        )
        (who,) = floor(evening).referees.free_for(floor(evening).on_court[1])
        client.post(address, {**send, "referee": who.public_id})
        assert referees(evening)[1] == who.name
        page = client.post(address, {**send, "referee": "nobodyx"}, follow=True).content.decode()
        assert "Choose players from this tournament." in page
        assert who.name in client.get(reverse("tournaments:courts-now", args=["cup"])).content.decode()
        card = client.get(reverse("tournaments:card", args=["cup", who.public_id])).content.decode()
        assert "You referee now (Table 1):" in card

    def test_settings_page_sets_the_source_of_referees(self, client, orla, evening):
        client.force_login(orla)
        address = reverse("tournaments:courts", args=[evening.tournament.slug])
        fields = {"do": "settings", "count": "2", "rest": "0", "minutes": "30"}
        client.post(address, {**fields, "referees": "other-group"})
        assert floor(evening).settings.referees == Referees.OTHER_GROUP
        assert client.post(address, {**fields, "referees": "x"}).status_code == 422
        client.post(address, fields)
        assert floor(evening).settings.referees == Referees.NONE

    def test_card_shows_the_planned_time_of_a_duty(self, client, planned_day):
        who = next(iter(floor(planned_day, NINE).referees.proposed.values()))
        card = client.get(reverse("tournaments:card", args=["cup", who.public_id])).content.decode()
        assert re.search(r"You referee at 09:00 \(Table [12]\):", card)

    def test_slips_show_court_time_and_referee(self, client, orla, planned_day):
        client.force_login(orla)
        address = reverse("tournaments:slips", args=["cup", 1])
        text = " ".join(re.sub(r"<[^>]+>", " ", client.get(address).text).split())
        assert len(re.findall(r"Table [12] \d\d:\d\d Referee: \S", text)) == 3
        call_next(planned_day)
        referee = referees(planned_day)[1]
        text = " ".join(re.sub(r"<[^>]+>", " ", client.get(address).text).split())
        assert re.search(rf"Table 1 Referee: \W?{referee}", text)


def test_referee_comes_from_another_group_if_set(make):
    stage = start(make(system="groups", options={"count": 2}).with_players(*"ABCDEFGH"))
    with_courts(stage, 1, referees=Referees.OTHER_GROUP)
    now = floor(stage)
    (each,) = now.proposed.values()
    of = {frozenset(names(one)) for one in now.by_pairing.values()}
    rivals = {name for pair in of if pair & set(names(each)) for name in pair}
    assert now.referees.proposed[1].name not in rivals
