"""Referees from resting players: nobody who plays in the slot, even duties, then the best possible wishes."""

from collections import Counter
from itertools import combinations, permutations, product
from random import Random

import pytest

from pairings.schedules.courts import on_courts, round_robin_on_courts
from pairings.schedules.referees import Candidate, assign_referees, choose_referee, replace_absent
from tests.pairings.test_courts import PROVED, group

#: The schedule of five on one court that a search proved to be the best.
FIVE = (((1, 2),), ((3, 4),), ((1, 5),), ((2, 3),), ((4, 5),), ((1, 3),), ((2, 4),), ((3, 5),), ((1, 4),), ((2, 5),))


def check(slots, made, at_once=1):
    """Check that nobody referees while playing or too often at once, and that the counts match the games."""
    duties = Counter()
    for slot, referees in zip(slots, made.slots, strict=True):
        assert len(slot) == len(referees)
        here = Counter(referee for referee in referees if referee is not None)
        assert not {player for game in slot for player in game} & set(here)
        assert max(here.values(), default=0) <= at_once
        duties += here
    assert duties == +Counter(made.duties)
    return made


def count(slots, referees, players, groups):
    """Return the numbers by which assignments are compared."""
    busy = [set(), *({player for game in slot for player in game} for slot in slots), set()]
    before = after = own = missing = 0
    duties = Counter(dict.fromkeys(players, 0))
    for number, slot in enumerate(slots, start=1):
        for game, referee in zip(slot, referees[number - 1], strict=True):
            if referee is None:
                missing += 1
                continue
            duties[referee] += 1
            before += referee in busy[number + 1]
            after += referee in busy[number - 1]
            own += groups is not None and groups[referee] == groups[game[0]]
    return missing, sum(each * each for each in duties.values()), before, after, own


def every_way(slot, players):
    idle = [player for player in players if not any(player in game for game in slot)]
    short = max(0, len(slot) - len(idle))
    return sorted(set(permutations([*idle, *[None] * short], len(slot))), key=str)


def random_slots(dice, players):
    slots = []
    for _slot in range(dice.randint(2, 4)):
        there = dice.sample(players, len(players))
        slots.append(tuple(zip(there[::2], there[1::2], strict=False))[: dice.randint(0, 2)])
    return slots


@pytest.mark.parametrize("seed", range(60))
def test_no_other_assignment_is_better(seed):
    dice = Random(seed)
    players = list(range(1, dice.randint(4, 6) + 1))
    groups = {player: player % 2 for player in players} if seed % 2 else None
    slots = random_slots(dice, players)
    made = check(slots, assign_referees(slots, players, groups=groups))
    found = count(slots, made.slots, players, groups)
    best = min(count(slots, way, players, groups) for way in product(*(every_way(slot, players) for slot in slots)))
    assert found == best
    assert (made.missing, made.before, made.after, made.own_group) == (found[0], *found[2:])


@pytest.mark.parametrize(("players", "courts"), [case[:2] for case in PROVED])
def test_duties_differ_by_one_in_every_proved_schedule(players, courts):
    slots = round_robin_on_courts(players, courts).slots
    made = check(slots, assign_referees(slots, range(1, players + 1)))
    free = [players - 2 * len(slot) for slot in slots]
    assert made.missing == sum(max(0, len(slot) - left) for slot, left in zip(slots, free, strict=True))
    assert (made.missing == 0) == (players >= 3 * courts)
    assert max(made.duties.values()) - min(made.duties.values()) <= 1
    assert not made.overloaded


def test_five_on_one_court_referee_twice_each():
    made = check(FIVE, assign_referees(FIVE, range(1, 6)))
    assert set(made.duties.values()) == {2}
    strict = [
        way
        for way in product(*(every_way(slot, range(1, 6)) for slot in FIVE))
        if not count(FIVE, way, range(1, 6), None)[2]
    ]
    counts = {tuple(sorted(Counter(referee for (referee,) in way).values(), reverse=True)) for way in strict}
    assert min(counts, key=lambda each: sum(number * number for number in each)) == (3, 2, 2, 2, 1)


def test_players_without_rests_have_fewer_duties_and_exceptions_are_named():
    slots = [[(1, 2)], [(1, 2)], [(1, 2)], [(1, 3)]]
    made = check(slots, assign_referees(slots, [1, 2, 3]))
    assert made.duties == {1: 0, 2: 1, 3: 3}
    assert made.overloaded == [3]
    assert made.most == 3


def test_another_group_is_preferred_after_even_duties():
    players = range(1, 11)
    slots = on_courts([*group(5), *group(5, 6)], 2).slots
    groups = {player: (player - 1) // 5 for player in players}
    assert count(slots, assign_referees(slots, players).slots, players, groups)[-1] > 0
    made = check(slots, assign_referees(slots, players, groups=groups))
    assert made.own_group == made.missing == 0
    assert set(made.duties.values()) == {2}
    alone = [[(1, 2)], [(3, 4)]]
    assert assign_referees(alone, range(1, 5), groups=dict.fromkeys(range(1, 5), 0)).own_group == 2


def test_team_provides_two_referees_only_if_no_other_team_is_free():
    slots = round_robin_on_courts(5, 2).slots
    made = check(slots, assign_referees(slots, range(1, 6), at_once=2), at_once=2)
    assert made.missing == 0
    assert set(made.duties.values()) == {2}
    slots = round_robin_on_courts(7, 2).slots
    check(slots, assign_referees(slots, range(1, 8), at_once=2))


def test_game_without_free_players_has_no_referee():
    slots = round_robin_on_courts(4, 2).slots
    made = check(slots, assign_referees(slots, range(1, 5)))
    assert made.missing == 6
    assert made.slots == ((None, None),) * 3
    assert assign_referees([], []).duties == {}


class TestAbsent:
    def test_only_games_of_an_absent_referee_change(self):
        slots = round_robin_on_courts(9, 2).slots
        made = assign_referees(slots, range(1, 10))
        changed = check(slots, replace_absent(made, slots, {3}))
        assert 3 not in changed.duties
        assert changed.missing == 0
        for was, now in zip(made.slots, changed.slots, strict=True):
            assert all(one == other for one, other in zip(was, now, strict=True) if one != 3)
        assert set(changed.duties.values()) == {4, 5}

    def test_finished_game_keeps_its_referee(self):
        slots = round_robin_on_courts(5, 1).slots
        made = assign_referees(slots, range(1, 6))
        slot = next(number for number, (referee,) in enumerate(made.slots) if referee == 2)
        changed = replace_absent(made, slots, {2}, over={(slot, 0)})
        assert changed.slots[slot] == (2,)
        assert sum(referee == 2 for (referee,) in changed.slots) == 1

    def test_game_without_remaining_referees_has_none(self):
        slots = [[(1, 2)]]
        assert replace_absent(assign_referees(slots, [1, 2, 3]), slots, {3}).missing == 1


def test_same_games_have_the_same_referees():
    slots = round_robin_on_courts(12, 3).slots
    assert assign_referees(slots, range(1, 13)) == assign_referees(slots, range(12, 0, -1))


def test_duties_of_a_long_schedule_are_even():
    slots = round_robin_on_courts(30, 3).slots
    made = check(slots, assign_referees(slots, range(1, 31)))
    assert set(made.duties.values()) == {14, 15}
    assert made.before == made.after == 0


@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_duties_on_one_court_are_even_for_any_order_of_games(players):
    for seed in range(50):
        games = list(combinations(range(players), 2))
        Random(seed).shuffle(games)
        duties = [0] * players
        for number, game in enumerate(games):
            left = games[number:]
            share = (sum(duties) + len(left)) // players
            chosen = choose_referee(
                Candidate(
                    player,
                    duties=duties[player],
                    plays_soon=player in (*left[1:2], ())[0],
                    needs=share - duties[player],
                    chances=sum(player not in each for each in left),
                )
                for player in range(players)
                if player not in game
            )
            duties[chosen] += 1
        assert max(duties) - min(duties) <= 1, (seed, games)
