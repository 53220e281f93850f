"""More games at a time than courts: every game once, fewest slots, few consecutive games of a player."""

from collections import Counter
from itertools import combinations, pairwise
from random import Random
from time import perf_counter

import pytest

from pairings.schedules import court_orders
from pairings.schedules.courts import (
    CourtSchedule,
    least_slots,
    min_consecutive_games,
    on_courts,
    round_robin_on_courts,
)

#: Players, courts, slots, longest least gap, consecutive games, and the fewest slots without consecutive games.
#: Found and proved by constraint programming and, for one court, by exhaustive search.
PROVED = (
    (3, 1, 3, 1, 2, 5),
    (4, 1, 6, 1, 2, 8),
    (4, 2, 3, 1, 8, 5),
    (5, 1, 10, 2, 0, 10),
    (5, 2, 5, 1, 12, 9),
    (6, 1, 15, 2, 0, 15),
    (6, 2, 8, 1, 10, 11),
    (6, 3, 5, 1, 24, 9),
    (7, 1, 21, 3, 0, 21),
    (7, 2, 11, 1, 8, 14),
    (7, 3, 7, 1, 30, 13),
    (8, 1, 28, 3, 0, 28),
    (8, 2, 14, 1, 4, 15),
    (8, 3, 10, 1, 28, 15),
    (8, 4, 7, 1, 48, 13),
    (9, 1, 36, 4, 0, 36),
    (9, 2, 18, 2, 0, 18),
    (9, 3, 12, 1, 33, 18),
    (9, 4, 9, 1, 56, 17),
    (10, 1, 45, 4, 0, 45),
    (10, 2, 23, 2, 0, 23),
    (10, 3, 15, 1, 28, 19),
    (10, 4, 12, 1, 54, 19),
    (10, 5, 9, 1, 80, 17),
)


def group(players, begin=1):
    return list(combinations(range(begin, begin + players), 2))


def check(games, laid):
    """Check that every game occurs as given, nobody plays twice in a slot, and no slot has more games than courts."""
    assert Counter(game for slot in laid.slots for game in slot) == Counter(games)
    for slot in laid.slots:
        assert len(slot) <= laid.courts
        assert len({player for game in slot for player in game}) == 2 * len(slot)
    return laid


def running(laid):
    """Return how often a player is in two consecutive slots, counted independently of the module."""
    sets = [{player for game in slot for player in game} for slot in laid.slots]
    return sum(len(one & other) for one, other in pairwise(sets))


class TestSmallGroups:
    @pytest.mark.parametrize(("players", "courts", "slots", "gap", "twice", "rested"), PROVED)
    def test_schedule_is_as_good_as_the_best_known(self, players, courts, slots, gap, twice, rested):
        laid = check(group(players), round_robin_on_courts(players, courts))
        assert (len(laid.slots), laid.least_gap, laid.twice_running) == (slots, gap, twice)
        assert running(laid) == twice
        calm = check(group(players), round_robin_on_courts(players, courts, rest=True))
        assert (len(calm.slots), running(calm)) == (rested, 0)

    @pytest.mark.parametrize(("players", "courts", "slots", "gap", "twice", "rested"), PROVED)
    def test_lower_bounds_equal_the_best_known(self, players, courts, slots, gap, twice, rested):
        assert (least_slots(players, courts), min_consecutive_games(players, courts)) == (slots, twice)

    @pytest.mark.parametrize("players", range(3, 11))
    def test_wait_on_one_court_is_as_short_as_possible(self, players):
        assert round_robin_on_courts(players, 1).longest_wait == players // 2


class TestLargerGroups:
    @pytest.mark.parametrize("players", range(11, 31))
    def test_slots_and_consecutive_games_are_fewest(self, players):
        """They are as few as counting allows, except in one case.

        No layout of 30 players on 8 courts with fewer than 89 consecutive games was found.
        """
        for courts in range(1, players // 2 + 1):
            laid = check(group(players), round_robin_on_courts(players, courts))
            assert len(laid.slots) == least_slots(players, courts)
            more = running(laid) - min_consecutive_games(players, courts)
            assert more == ((players, courts) == (30, 8))

    @pytest.mark.parametrize(("players", "courts"), [(14, 4), (18, 5), (22, 6), (26, 7)])
    def test_no_one_waits_two_slots_with_two_players_less_than_four_a_court(self, players, courts):
        assert round_robin_on_courts(players, courts).longest_wait == 1

    @pytest.mark.parametrize(("players", "courts"), [(12, 2), (13, 3), (16, 3), (17, 4), (24, 4), (30, 7)])
    def test_no_consecutive_games_with_enough_players(self, players, courts):
        assert running(round_robin_on_courts(players, courts)) == 0

    @pytest.mark.parametrize(("players", "courts"), [(12, 3), (12, 5), (14, 4), (18, 5), (22, 6), (30, 8), (30, 14)])
    def test_rest_takes_at_most_two_slots_more_than_twice_the_players(self, players, courts):
        laid = check(group(players), round_robin_on_courts(players, courts, rest=True))
        assert running(laid) == 0
        assert len(laid.slots) <= 2 * players + 2

    def test_thirty_players_take_less_than_a_second(self):
        began = perf_counter()
        round_robin_on_courts(30, 8)
        assert perf_counter() - began < 1


class TestOneCourt:
    @pytest.mark.parametrize("players", [*range(3, 60), 100, 101, 150, 201, 301])
    def test_all_players_meet_and_rest_as_evenly_as_possible(self, players):
        games = court_orders.one_court(range(players))
        assert len({frozenset(game) for game in games}) == len(games) == players * (players - 1) // 2
        places = {player: [at for at, game in enumerate(games) if player in game] for player in range(min(players, 12))}
        gaps = {later - one for found in places.values() for one, later in pairwise(found)}
        least = (players - 1) // 2 if players % 2 else players // 2 - 1
        assert min(gaps) >= least
        assert max(gaps) <= players // 2 + 1

    @pytest.mark.parametrize("players", [5, 6, 9, 12, 15])
    def test_next_cycle_follows_with_the_same_gaps(self, players):
        games = court_orders.one_court(range(players), 3)
        assert set(Counter(map(frozenset, games)).values()) == {3}
        gaps = {
            later - one
            for player in range(players)
            for one, later in pairwise(at for at, game in enumerate(games) if player in game)
        }
        assert min(gaps) == (players - 1) // 2 if players % 2 else players // 2 - 1

    @pytest.mark.parametrize("courts", range(1, 9))
    def test_four_players_per_court_meet_once(self, courts):
        games = court_orders.four_a_court(range(4 * courts))
        assert len({frozenset(game) for game in games}) == len(games) == 2 * courts * (4 * courts - 1)


class TestSeveralGroups:
    def test_four_groups_of_four_on_two_courts_play_every_fourth_slot(self):
        games = [game for begin in (1, 5, 9, 13) for game in group(4, begin)]
        laid = check(games, on_courts(games, 2))
        assert (len(laid.slots), laid.least_gap, laid.longest_wait) == (12, 4, 3)

    def test_two_groups_of_three_on_one_court_take_turns(self):
        games = group(3) + group(3, 4)
        assert check(games, on_courts(games, 1)).least_gap == 2

    @pytest.mark.parametrize(("sizes", "courts", "slots"), [((5, 5, 4), 3, 9), ((4,) * 8, 4, 12), ((6, 5, 3), 2, 14)])
    def test_groups_of_any_sizes_take_the_fewest_slots(self, sizes, courts, slots):
        games = [game for at, size in enumerate(sizes) for game in group(size, 10 * at)]
        assert len(check(games, on_courts(games, courts)).slots) == slots


class TestOtherSchedules:
    def test_games_keep_their_sides(self):
        games = [(second, first) for first, second in group(7)]
        check(games, on_courts(games, 2))

    def test_two_cycles_have_the_fewest_consecutive_games(self):
        games = group(7) + [(second, first) for first, second in group(7)]
        laid = check(games, on_courts(games, 2))
        assert (len(laid.slots), running(laid)) == (21, 20)

    def test_group_with_a_played_game_is_scheduled(self):
        games = group(20)[1:]
        assert running(check(games, on_courts(games, 4))) == 0

    def test_single_round_takes_the_fewest_slots(self):
        games = [(2 * at + 1, 2 * at + 2) for at in range(20)]
        laid = check(games, on_courts(games, 7))
        assert (len(laid.slots), laid.gaps, laid.least_gap, laid.longest_wait) == (3, (), 0, 0)

    def test_two_teams_of_six_take_the_fewest_slots(self):
        games = [(one, 6 + other) for one in range(1, 7) for other in range(1, 7)]
        assert len(check(games, on_courts(games, 4)).slots) == 9

    @pytest.mark.parametrize("seed", range(60))
    def test_any_list_of_games_is_scheduled(self, seed):
        lots = Random(seed)
        players = lots.randint(2, 12)
        games = [tuple(lots.sample(range(players), 2)) for _game in range(lots.randint(1, 30))]
        courts = lots.randint(1, 6)
        laid = check(games, on_courts(games, courts))
        assert laid == on_courts(games, courts)
        assert running(check(games, on_courts(games, courts, rest=True))) == 0

    def test_empty_list_gives_an_empty_schedule(self):
        assert on_courts([], 3) == CourtSchedule((), 3)

    @pytest.mark.parametrize(("games", "courts"), [([(1, 2)], 0), ([(1, 1)], 1)])
    def test_impossible_input_is_refused(self, games, courts):
        with pytest.raises(ValueError, match=r"one court|themselves"):
            on_courts(games, courts)


def test_slots_of_each_player_are_listed():
    laid = CourtSchedule((((1, 2),), (), ((1, 3), (2, 4))), 2)
    assert laid.slots_of == {1: (1, 3), 2: (1, 3), 3: (3,), 4: (3,)}
    assert (laid.least_gap, laid.longest_wait, laid.twice_running) == (2, 1, 0)
