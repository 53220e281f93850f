"""The hall: in any layout, no two pairings share a table, and a player with a fixed table sits there."""

from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.seating.hall import GamePlace, Hall, Room, seat, waits
from pairings.wording.sentences import sentence

settings.load_profile("ci")  # no deadline, and the same cases in every run

PAIRS = [(1, 2), (3, 4), (5, 6), (7, 8)]
ROOMS = (Room("Main hall", 1, 3), Room("Library", 61, 62))


def tables(hall, fixed=None, pairs=PAIRS, taken=()):
    return seat(pairs, hall, fixed or {}, taken).tables


def sentences_of(hall, fixed=None, pairs=PAIRS):
    return [sentence(reason) for reason in seat(pairs, hall, fixed or {}).reasons]


class TestTables:
    def test_start_at_1_without_a_hall(self):
        assert tables(Hall()) == (1, 2, 3, 4)

    def test_start_at_the_first_table_and_skip_closed_tables(self):
        assert tables(Hall(first=11, closed=frozenset({12}))) == (11, 13, 14, 15)

    def test_are_the_tables_of_the_rooms(self):
        assert tables(Hall(rooms=ROOMS)) == (1, 2, 3, 61)
        assert tables(Hall(first=2, rooms=ROOMS)) == (2, 3, 61, 62)

    def test_continue_after_the_last_room_with_stations(self):
        hall = Hall(rooms=ROOMS, closed=frozenset({1, 63}), stations=2)
        assert tables(hall, pairs=[*PAIRS, (9, 10), (11, 12)]) == (2, 3, 61, 62, 64, 65)
        assert sentences_of(hall, pairs=[*PAIRS, (9, 10)]) == []

    def test_continue_after_the_last_room_if_a_wave_number_would_be_too_high(self):
        hall = Hall(rooms=(Room("Hall", 9001, 9002),))
        assert tables(hall, pairs=PAIRS[:3]) == (9001, 9002, 9003)
        assert sentences_of(hall, pairs=PAIRS[:3]) == [
            "The rooms have too few open tables (2): 1 pairing is at table 9003, outside the rooms."
        ]

    def test_used_by_others_are_skipped(self):
        assert tables(Hall(first=5), pairs=[(1, 2)], taken=[5, 7]) == (6,)

    def test_belong_to_a_room_or_to_none(self):
        assert [Hall(rooms=ROOMS).room_of(table) for table in (3, 4, 61)] == ["Main hall", "", "Library"]


class TestWaves:
    def test_players_who_waited_least_wait(self):
        hall = Hall(most=2)
        assert tables(hall, pairs=PAIRS[:3]) == (1, 2, 201)
        assert seat(PAIRS[:3], hall, {}, (), {5: 1, 6: 1}).tables == (1, 201, 2)
        assert seat(PAIRS[:3], hall, {}, (), {5: 1, 4: 1, 3: 1}).tables == (201, 1, 2)
        assert seat(PAIRS[:3], hall, {1: 2}, (), {5: 1, 4: 1, 3: 1}).tables == (2, 1, 201)

    @given(st.lists(st.integers(0, 4), min_size=10, max_size=10), st.integers(1, 4))
    def test_no_other_waves_make_waits_more_even(self, before, most):
        pairs = [(n, n + 1) for n in range(0, 10, 2)]
        hall, waited = Hall(most=most), dict(enumerate(before))

        def squares(given):
            return sum(wait**2 for wait in waits(hall, zip(pairs, given, strict=True), waited).values())

        found = seat(pairs, hall, {}, (), waited).tables
        assert sorted(found) == sorted(tables(hall, pairs=pairs))
        assert squares(found) == min(map(squares, permutations(found)))

    @pytest.mark.parametrize(("players", "most"), [(8, 2), (8, 3), (12, 4), (20, 7)])
    def test_waits_are_nearly_even_after_any_rounds(self, players, most):
        """Pairings are random, so a player who has waited more may meet anyone."""
        hall, waited = Hall(most=most), dict.fromkeys(range(1, players + 1), 0)
        for number in range(1, 10):
            order = Random(number).sample(range(1, players + 1), players)
            pairs = list(zip(order[::2], order[1::2], strict=True))
            waited = waits(hall, zip(pairs, seat(pairs, hall, {}, (), waited).tables, strict=True), waited)
            assert max(waited.values()) - min(waited.values()) <= 3

    def test_use_each_table_once_and_the_first_tables_play_first(self):
        hall = Hall(rooms=ROOMS, closed=frozenset({2}))
        assert tables(hall, pairs=[*PAIRS, (9, 10), (11, 12)]) == (1, 3, 61, 62, 201, 203)
        assert sentences_of(hall, pairs=[*PAIRS, (9, 10)]) == [
            "There are more games than places to play (4): the round is played in 2 waves."
        ]

    def test_number_of_waves_is_as_large_as_needed(self):
        hall = Hall(first=11, most=2)
        assert tables(hall, pairs=[*PAIRS, (9, 10)]) == (11, 12, 211, 212, 311)
        assert [hall.place_of(table) for table in (12, 212, 311)] == [
            GamePlace(12),
            GamePlace(12, wave=2),
            GamePlace(11, wave=3),
        ]

    def test_have_four_digits_if_tables_have_three(self):
        assert tables(Hall(first=99, most=2), pairs=PAIRS[:3]) == (99, 100, 2099)
        assert tables(Hall(first=98, most=2), pairs=PAIRS[:3]) == (98, 99, 298)

    def test_begin_earlier_if_tables_are_taken(self):
        assert tables(Hall(most=3), taken=[1, 2]) == (3, 201, 202, 203)

    def test_are_in_the_rooms_of_their_tables(self):
        hall = Hall(rooms=ROOMS)
        assert hall.place_of(261) == GamePlace(61, "Library", 2)
        assert hall.place_of(204) == GamePlace(204), "there is no table 4"
        assert Hall().place_of(201) == GamePlace(201), "no limit, no waves"
        assert Hall(rooms=(Room("Big", 1, 250),)).place_of(203) == GamePlace(203, "Big")

    def test_do_not_use_the_fixed_table_of_a_player(self):
        assert tables(Hall(most=2), {7: 1}) == (2, 201, 202, 1)


class TestFixedTables:
    def test_move_the_opponent_and_do_not_change_the_order_of_others(self):
        assert tables(Hall(), {6: 11}) == (1, 2, 11, 3)

    def test_stay_free_without_their_player(self):
        assert tables(Hall(), {9: 1}) == (2, 3, 4, 5)

    def test_are_used_if_rooms_have_no_other(self):
        hall = Hall(rooms=(Room("Bar", 1, 4),))
        assert tables(hall, {9: 1}) == (2, 3, 4, 1)
        assert sentences_of(hall, {9: 1}) == []

    def test_of_both_opponents_use_the_lower_and_leave_the_other_empty(self):
        assert tables(Hall(), {1: 3, 2: 1}) == (1, 2, 4, 5)
        assert sentences_of(Hall(), {1: 3, 2: 1}) == [
            "1 has the fixed table 3, but meets 2 at table 1, the fixed table of 2."
        ]

    def test_of_both_opponents_use_the_higher_if_another_player_needs_the_lower(self):
        assert tables(Hall(), {1: 3, 2: 1, 7: 1}) == (3, 2, 4, 1)

    def test_shared_by_two_players_go_to_the_earlier_pairing(self):
        assert tables(Hall(), {4: 2, 5: 2}) == (1, 2, 3, 4)
        assert sentences_of(Hall(), {4: 2, 5: 2}) == ["Table 2, the fixed table of 5, is taken. 5 sits at table 3."]

    def test_that_are_closed_are_not_used(self):
        hall = Hall(closed=frozenset({2}))
        assert tables(hall, {3: 2}) == (1, 3, 4, 5)
        assert sentences_of(hall, {3: 2}) == ["Table 2, the fixed table of 3, is closed. 3 sits at table 3."]

    def test_can_be_outside_the_rooms(self):
        assert tables(Hall(rooms=ROOMS), {1: 99}) == (99, 1, 2, 3)
        assert sentences_of(Hall(rooms=ROOMS), {1: 99}) == []
        assert sentences_of(Hall(rooms=ROOMS[:1]), {1: 99}) == [], "the others have enough"


NUMBERS = st.integers(1, 30)
HALLS = st.builds(
    Hall,
    st.none() | NUMBERS,
    st.frozensets(NUMBERS, max_size=8),
    st.sampled_from([(), (Room("A", 1, 5),), (Room("A", 3, 6), Room("B", 20, 22))]),
    most=st.none() | st.integers(1, 8),
)


@given(HALLS, st.dictionaries(st.integers(1, 30), NUMBERS, max_size=8), st.integers(0, 15))
def test_no_table_is_used_twice_or_when_closed(hall, fixed, count):
    pairs = [(2 * n - 1, 2 * n) for n in range(1, count + 1)]
    seated = seat(pairs, hall, fixed)
    assert len(set(seated.tables)) == count == len(seated.tables)
    assert not hall.closed & set(seated.tables)
    found = {reason.facts["player"] for reason in seated.reasons if "player" in reason.facts}
    elsewhere = {
        player
        for pair, table in zip(pairs, seated.tables, strict=True)
        for player in pair
        if fixed.get(player, table) != table
    }
    assert found == elsewhere
    places = [hall.place_of(table) for table in seated.tables]
    assert len({(place.wave, place.table) for place in places}) == count, "one game a table in a wave"
    if any(reason.code == "hall-waves" for reason in seated.reasons):
        assert max(place.wave for place in places) > 1
        assert {place.table for place in places} <= set(hall.tables()) | set(fixed.values())
        assert set(hall.tables()) <= set(seated.tables), "none is left empty"
    assert all(sentence(reason) for reason in seated.reasons)


@pytest.mark.parametrize("first", [None, 1])
def test_hall_without_rooms_has_no_size(first):
    assert Hall(first=first).size is None
