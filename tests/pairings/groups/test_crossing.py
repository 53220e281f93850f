"""From groups to a bracket: usual crossings, best thirds, and players of one group as far apart as possible."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from pairings.seating import crossing
from pairings.systems.knock_out.tree import seed_order, size_of

TABLE = Path(__file__).parent / "best-thirds-24.tsv"


def code(slot):
    group, place = slot
    return f"{chr(64 + group)}{place}"


def lines(tiers):
    """Return the lines of the bracket from the top, with - for a bye."""
    found = crossing(tiers)
    seats = dict(enumerate(found.slots, start=1))
    return [code(seats[seat]) if seat in seats else "-" for seat in seed_order(size_of(len(seats)))]


def matches(tiers):
    shown = lines(tiers)
    return [f"{a}-{b}" for a, b in zip(shown[::2], shown[1::2], strict=True)]


def everybody(groups, through):
    return [list(range(1, groups + 1))] * through


@pytest.mark.parametrize(
    ("groups", "through", "wanted"),
    [
        (1, 4, "A1-A4 A2-A3"),
        (2, 2, "A1-B2 B1-A2"),
        (4, 2, "A1-B2 C1-D2 B1-A2 D1-C2"),
        (8, 2, "A1-B2 C1-D2 E1-F2 G1-H2 B1-A2 D1-C2 F1-E2 H1-G2"),
        (2, 4, "A1-B4 B2-A3 B1-A4 A2-B3"),
    ],
)
def test_bracket_follows_the_custom(groups, through, wanted):
    assert " ".join(matches(everybody(groups, through))) == wanted


def thirds_of(line):
    qualified, *met = line.split("\t")
    return qualified, dict(zip("BCEF", met, strict=True))


@pytest.mark.parametrize("line", TABLE.read_text().splitlines()[1:], ids=lambda line: line[:4])
def test_best_thirds_meet_the_group_winners_of_the_published_table(line):
    qualified, met = thirds_of(line)
    found = matches([*everybody(6, 2), ["ABCDEF".index(letter) + 1 for letter in reversed(qualified)]])
    for winner, third in met.items():
        assert f"{winner}1-{third[1]}3" in found
    assert {"A1-C2", "D1-F2", "A2-B2", "D2-E2"} <= set(found)


class TestSeeding:
    def test_best_second_meets_the_best_winner_of_another_group(self):
        assert matches([[1, 2, 3], [2]]) == ["A1-B2", "B1-C1"]
        assert matches([[2, 1, 3], [2]]) == ["A1-B2", "B1-C1"]

    def test_byes_go_to_the_best_winners(self):
        found = crossing([[4, 2, 1, 3, 5, 6], [1, 2, 3, 4, 5, 6]])
        assert [code(slot) for slot in found.slots[:6]] == ["D1", "B1", "A1", "C1", "E1", "F1"]
        assert found.apart

    @pytest.mark.parametrize("through", range(1, 6))
    @pytest.mark.parametrize("groups", range(1, 17))
    def test_players_of_one_group_are_as_far_apart_as_the_bracket_allows(self, groups, through):
        if groups * through < 2:
            return
        found = crossing(everybody(groups, through))
        size = size_of(len(found.slots))
        assert sorted(found.slots) == [(g, p) for g in range(1, groups + 1) for p in range(1, through + 1)]
        line = {seat: at for at, seat in enumerate(seed_order(size))}
        for shift in range(size.bit_length() - 2, 0, -1):
            inside = Counter((line[seat] >> shift, group) for seat, (group, _p) in enumerate(found.slots, start=1))
            parts = size >> shift
            if found.apart:
                assert max(inside.values()) <= -(-through // parts)
        if groups > 1:
            met = [pair.split("-") for pair in matches(everybody(groups, through))]
            assert not [pair for pair in met if "" not in pair and pair[0][0] == pair[1][0]]

    def test_places_of_groups_stay_in_seeding_order(self):
        for groups, through in combinations(range(2, 12), 2):
            found = crossing(everybody(groups, min(through, 4)))
            if groups not in {2, 4, 8}:
                assert [place for _group, place in found.slots] == sorted(place for _group, place in found.slots)
