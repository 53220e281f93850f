"""Fewer stations than games: a free station gets the next game whose players are free."""

from hypothesis import given
from hypothesis import strategies as st

from pairings.seating.stations import StationGame, call


def round_of(count, ended=None):
    """Return games 1, 2, 3 ... of two players each; `ended` contains the time of a result by game."""
    return [StationGame(key, (2 * key, 2 * key + 1), (ended or {}).get(key)) for key in range(1, count + 1)]


def test_first_games_are_called_and_the_others_wait_in_order():
    calls = call(round_of(5), 2)
    assert calls.at == {1: 1, 2: 2}
    assert calls.waiting == (3, 4, 5)


def test_result_frees_its_station_for_the_next_game_and_moves_no_other():
    assert call(round_of(5, {2: 10}), 2).at == {1: 1, 3: 2}
    assert call(round_of(5, {2: 10, 1: 20}), 2).at == {3: 2, 4: 1}
    assert call(round_of(5, {2: 10, 3: 20, 1: 30}), 2).at == {4: 2, 5: 1}


def test_game_that_ends_before_its_call_leaves_the_queue():
    calls = call(round_of(5, {4: 10}), 2)
    assert (calls.at, calls.waiting) == ({1: 1, 2: 2}, (3, 5))


def test_no_player_is_at_two_stations():
    games = [StationGame(1, (1, 2)), StationGame(2, (2, 3)), StationGame(3, (4, 5))]
    calls = call(games, 3)
    assert (calls.at, calls.waiting) == ({1: 1, 3: 2}, (2,))
    assert call([StationGame(1, (1, 2), 5), *games[1:]], 3).at == {2: 1, 3: 2}


@given(st.integers(1, 12), st.integers(1, 5), st.lists(st.integers(1, 12), unique=True))
def test_every_open_game_has_its_own_station_or_waits(count, stations, order):
    games = round_of(count, {key: at for at, key in enumerate(order, start=1)})
    calls = call(games, stations)
    there = {game.key for game in games if game.ended is None}
    assert {*calls.at, *calls.waiting} == there
    assert not set(calls.at) & set(calls.waiting)
    assert sorted(set(calls.at.values())) == sorted(calls.at.values())
    assert len(calls.at) == min(stations, len(there))
    assert all(1 <= station <= stations for station in calls.at.values())
