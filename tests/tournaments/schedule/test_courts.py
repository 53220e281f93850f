"""A schedule on few courts: times and courts of all games, and refused input."""

from datetime import time

import pytest
from django.urls import reverse

from tournaments.rounds import rounds
from tournaments.schedule import schedules, seats
from tournaments.schedule.schedules import schedule_of


@pytest.fixture
def six(make):
    stage = make().with_players("Ann", "Bo", "Cy", "Dot", "Eve", "Flo")
    rounds.publish_schedule(stage.orla, stage.tournament)
    return stage


def whole(stage):
    return schedule_of(seats.seated_view(stage.tournament.stages.get()))


def day_of(stage, number=2, *, rest=False):
    return schedules.court_day(whole(stage), number, 20, time(10), rest=rest)


def page(client, stage, **asked):
    return client.get(reverse("tournaments:schedule-on-courts", args=[stage.tournament.slug]), asked)


def enter(stage, placed, result="1-0"):
    stage.round = stage.tournament.rounds.get(number=placed.round_)
    stage.enter(placed.game.table, result)


class TestDay:
    def test_every_game_has_a_time_and_a_court(self, six):
        day = day_of(six)
        assert [slot.at for slot in day.slots][:3] == [time(10), time(10, 20), time(10, 40)]
        assert (len(day.slots), day.ends, day.courts) == (8, time(12, 40), 2)
        assert (day.twice_running, day.calm) == (10, 11)
        placed = [each for slot in day.slots for each in slot.games]
        assert len({frozenset((each.first.name, each.second.name)) for each in placed}) == len(placed) == 15
        assert {each.court for each in placed} == {1, 2}

    def test_with_rest_no_player_plays_twice_in_a_row(self, six):
        day = day_of(six, rest=True)
        assert (len(day.slots), day.twice_running, day.calm) == (11, 0, None)

    def test_games_keep_their_sides(self, six):
        for slot in day_of(six).slots:
            for each in slot.games:
                row = six.tournament.rounds.get(number=each.round_).pairings.get(table=each.game.table)
                first = row.appearances.get(side=1).player
                assert first == each.first

    def test_result_moves_no_other_game(self, six):
        before = day_of(six)
        one, two = before.by_court[0][1][:2]
        enter(six, one)
        after = day_of(six)
        assert [[(e.first, e.second, e.court) for e in slot.games] for slot in before.slots] == [
            [(e.first, e.second, e.court) for e in slot.games] for slot in after.slots
        ]
        assert after.by_court[0][1][0] == two

    def test_games_are_listed_by_player(self, six):
        players = day_of(six).by_player
        assert [player.name for player, _games in players] == ["Ann", "Bo", "Cy", "Dot", "Eve", "Flo"]
        assert all(len(games) == 5 for _player, games in players)

    def test_day_must_end_by_midnight(self, six):
        assert schedules.court_day(whole(six), 2, 60, time(16), rest=False).ends == time(0)
        with pytest.raises(schedules.DayTooShort):
            schedules.court_day(whole(six), 2, 60, time(16, 1), rest=False)


class TestPage:
    def test_asks_for_courts_first(self, client, six):
        text = page(client, six).content.decode()
        assert 'name="courts"' in text
        assert 'id="times"' not in text

    def test_shows_times_and_games_in_a_row(self, client, six):
        answer = page(client, six, courts=2, minutes=20, start="10:00")
        text = " ".join(answer.content.decode().split())
        assert answer.status_code == 200
        assert "8 start times, from 10:00 to 12:40. 10 times somebody plays two games in a row." in text
        assert "With 11 start times instead of 8, nobody does." in text
        assert 'id="next"' in text
        calm = " ".join(page(client, six, courts=2, minutes=20, start="10:00", rest="on").content.decode().split())
        assert "11 start times, from 10:00 to 13:40. Nobody plays two games in a row." in calm

    @pytest.mark.parametrize(
        ("asked", "text"),
        [
            ({"courts": "0", "minutes": "20", "start": "10:00"}, "courts"),
            ({"courts": "2", "minutes": "999", "start": "10:00"}, "minutes"),
            ({"courts": "2", "minutes": "20", "start": "25:00"}, "start"),
            ({"courts": "x" * 500, "minutes": "²", "start": "noon"}, "courts"),
            ({"courts": "2", "minutes": "200", "start": "10:00"}, "minutes"),
        ],
    )
    @pytest.mark.parametrize("signed_in", [False, True])
    def test_invalid_input_is_reported_beside_its_field(self, client, six, asked, text, signed_in):
        if signed_in:
            client.force_login(six.orla.user)
        answer = page(client, six, **asked)
        assert answer.status_code == 422
        assert text in answer.context["form"].errors

    def test_is_public_only_after_the_first_round(self, client, make):
        stage = make().with_players("Ann", "Bo", "Cy", "Dot")
        assert page(client, stage, courts=1, minutes=10, start="10:00").status_code == 404
        client.force_login(stage.orla.user)
        assert page(client, stage, courts=1, minutes=10, start="10:00").status_code == 200

    def test_system_that_pairs_from_results_has_none(self, client, make):
        stage = make(system="papp").with_players("Ann", "Bo")
        client.force_login(stage.orla.user)
        assert page(client, stage).status_code == 404

    def test_too_long_schedule_is_refused(self, client, six, monkeypatch):
        monkeypatch.setattr(schedules, "MOST_GAMES", 14)
        text = page(client, six, courts=2, minutes=20, start="10:00").content.decode()
        assert "more than 14 games" in text


@pytest.mark.parametrize(
    ("system", "options"), [("circular", {"games": 4}), ("groups", {"size": 4}), ("scheveningen", {}), ("hutton", {})]
)
def test_every_system_with_known_games_has_the_page(client, make, system, options):
    stage = make(system=system, options=options).with_players(*"ABCDEFGH")
    client.force_login(stage.orla.user)
    answer = page(client, stage, courts=2, minutes=10, start="10:00")
    assert answer.status_code == 200
    day = answer.context["day"]
    assert sum(len(slot.games) for slot in day.slots) == schedules.count_games(whole(stage)) > 0
    for slot in day.slots:
        playing = [player.pk for each in slot.games for player in (each.first, each.second)]
        assert len(playing) == len(set(playing)) <= 4
