"""Knock-out draws: seeds and pots in place, clubs apart as long as possible; small draws checked by brute force."""

from collections import Counter
from itertools import combinations, permutations
from random import Random

import pytest

from pairings.seating import seat_order
from pairings.snapshot import Player
from pairings.systems.knock_out import Options
from pairings.systems.knock_out.tree import seed_order
from pairings.wording.sentences import sentence

LOT = Options(seeds=0)


def of_clubs(*sizes, alone=0):
    clubs = [chr(65 + club) for club, size in enumerate(sizes) for _one in range(size)] + [""] * alone
    return tuple(Player(number, f"P{number}", 3000 - number, club=club) for number, club in enumerate(clubs, start=1))


def draw(players, options=LOT, method="seeded", seed="s"):
    return seat_order(method, "knock-out", players, options, Random(seed), "club")


def codes(order):
    return [reason.code for reason in order.reasons]


def lines(order):
    """Return the clubs by the lines of the tree, with "-" for a bye."""
    seats = [player.club for player in order.players]
    size = 1 << max(1, (len(seats) - 1).bit_length())
    return [seats[seed - 1] if seed <= len(seats) else "-" for seed in seed_order(size)]


def parts(order, size, club):
    """Return the number of players of a club in each block of `size` lines, the largest first."""
    found = lines(order)
    return sorted((found[at : at + size].count(club) for at in range(0, len(found), size)), reverse=True)


def cost(found):
    depth = (len(found) - 1).bit_length()
    mates = [pair for pair in combinations(range(len(found)), 2) if found[pair[0]] == found[pair[1]] not in {"", "-"}]
    return sum(4 ** (depth - (one ^ other).bit_length()) for one, other in mates)


@pytest.mark.parametrize("seed", range(5))
def test_club_mates_of_four_clubs_meet_only_in_the_final(seed):
    order = draw(of_clubs(2, 2, 2, 2), seed=seed)
    assert all(parts(order, 4, club) == [1, 1] for club in "ABCD")
    assert "seats-tree-best" in codes(order)


def test_club_of_more_than_half_is_spread_evenly():
    order = draw(of_clubs(5, alone=3))
    assert (parts(order, 4, "A"), parts(order, 2, "A")) == ([3, 2], [2, 1, 1, 1])
    assert codes(order)[-2:] == ["seats-tree-best", "seats-tree-first"]
    found, early = lines(order), order.reasons[-1].facts
    (pair,) = [at for at in range(0, 8, 2) if found[at] == found[at + 1] == "A"]
    seats = seed_order(8)[pair : pair + 2]
    assert {early["first"], early["second"]} == {order.players[seat - 1].number for seat in seats}


@pytest.mark.parametrize("sizes", [(4, 4), (3, 3, 2), (5, 2), (6, 2), (7,), (3, 2, 2), (2, 2, 1)])
def test_no_order_of_a_small_field_is_better(sizes):
    players = of_clubs(*sizes)
    order = draw(players)
    seats = [seed_order(8).index(seat) for seat in range(1, len(players) + 1)]
    least = min(
        cost([dict(zip(seats, clubs, strict=True)).get(line, "-") for line in range(8)])
        for clubs in set(permutations(player.club for player in players))
    )
    assert cost(lines(order)) == least
    assert {"seats-tree-best", "seats-tree-tried"} & set(codes(order))


def test_seeds_have_the_first_seats_and_do_not_meet_early():
    order = draw(of_clubs(*[1] * 32), Options(seeds=8))
    ranks = [player.number for player in order.players]
    assert (ranks[:2], set(ranks[2:4]), set(ranks[4:8])) == ([1, 2], {3, 4}, {5, 6, 7, 8})
    assert (
        len(
            {
                tuple(player.number for player in draw(of_clubs(*[1] * 32), Options(seeds=8), seed=s).players)
                for s in range(4)
            }
        )
        > 1
    )


@pytest.mark.parametrize(("count", "seeded"), [(5, 2), (8, 2), (16, 4), (32, 8), (100, 32)])
def test_default_number_of_seeds_depends_on_the_field(count, seeded):
    assert draw(of_clubs(*[1] * count), Options()).reasons[0].facts["count"] == seeded


def test_every_part_has_one_player_of_each_pot():
    order = draw(of_clubs(*[1] * 16), Options(pot="4"), "pots")
    pot_of = [(player.number - 1) // 4 for player in order.players]
    of_lines = [pot_of[seed - 1] for seed in seed_order(16)]
    assert all(sorted(of_lines[at : at + 4]) == [0, 1, 2, 3] for at in range(0, 16, 4))
    assert Counter(pot_of[:4]) == {0: 4}


def test_random_seed_gives_the_same_draw_in_every_version():
    """Anyone can repeat a draw from its random seed, years later."""
    order = draw(of_clubs(4, 3, 2, 2, alone=2))
    assert [player.number for player in order.players] == [13, 2, 7, 12, 4, 3, 10, 1, 8, 6, 9, 11, 5]


def test_large_field_is_drawn_with_reasons():
    order = draw(of_clubs(*[8] * 12, alone=32), Options())
    assert codes(order)[:2] == ["seats-tree-seeds", "seats-tree-club"]
    assert all(sentence(reason) for reason in order.reasons)
    assert max(parts(order, 16, "L")) <= 2
