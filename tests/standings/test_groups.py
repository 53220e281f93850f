"""Places in groups: published tie-break orders, their words, and the order across groups."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from pairings.snapshot import Outcome, Pairing, Player, Result, Round, Snapshot
from standings.core.rank import rank
from standings.explain.wording import sentence, separation
from standings.rulesets.presets import RULES

DATA = Path(__file__).parent / "groups"
CASES = [json.loads(line) for line in (DATA / "tiebreaks.jsonl").read_text().splitlines()]


def result(mine, theirs, score=None):
    outcomes = [Outcome.DRAW] * 2 if mine == theirs else [Outcome.WIN, Outcome.LOSS][:: 1 if mine > theirs else -1]
    return Result(*outcomes, games=(mine, theirs, 0), score=score or (mine, theirs))


def snapshot_of(matches, scoring, names="ABCD"):
    """Return a snapshot in which each match has its own round."""
    number = {name: place for place, name in enumerate(names, 1)}
    rounds = tuple(
        Round(place, (Pairing(1, number[a], number[b], result(x, y, tuple(points) or None)),))
        for place, (a, b, x, y, *points) in enumerate(matches, 1)
    )
    players = tuple(Player(place, name) for name, place in number.items())
    return Snapshot(players, rounds, scoring, len(rounds) + 1, len(rounds))


def order(table, names="ABCD"):
    found = {}
    for row in table.rows:
        found.setdefault(row.rank, []).append(names[row.player - 1])
    return list(found.values())


def separation_sentence(table, place, names="ABCD"):
    return sentence(separation(table, table.rows[place]), dict(enumerate(names, 1)))


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
@pytest.mark.parametrize(("rules", "key"), [("football-head-to-head", "h2h_first"), ("football", "overall_first")])
def test_both_orders_of_football_are_those_of_the_regulations(case, rules, key):
    table = rank(snapshot_of(case["matches"], RULES[rules].scoring), RULES[rules])
    # if all is equal, the reference uses the order of entry; ours shares the rank
    wanted = case[key] if case["case"] != "all four equal" else [["A", "B", "C", "D"]]
    assert order(table) == wanted
    for row in table.rows:
        points, difference, goals = case["points"]["ABCD"[row.player - 1]]
        assert (row.points, row.values["GD"], row.values["GF"]) == (points, difference, goals)


def test_the_order_of_table_tennis_by_ratios_among_those_level():
    case = json.loads((DATA / "ittf.json").read_text())
    table = rank(snapshot_of(case["matches"], RULES["ittf"].scoring), RULES["ittf"])
    assert order(table) == case["order"]
    assert separation_sentence(table, 0) == (
        "Ahead of B on Matches between tied players: game-win ratio 0.571 to 0.556 in matches among the tied."
    )


def test_last_two_tied_teams_start_again_with_their_match():
    case = CASES[1]
    table = rank(snapshot_of(case["matches"], RULES["football-head-to-head"].scoring), RULES["football-head-to-head"])
    text = "Ahead of C on Matches between tied teams: goal difference 0 to -1 in matches among the tied."
    assert separation_sentence(table, 1) == text


def test_reason_names_the_match_of_two_teams():
    case = CASES[0]
    table = rank(snapshot_of(case["matches"], RULES["football-head-to-head"].scoring), RULES["football-head-to-head"])
    assert separation_sentence(table, 0) == "Ahead of A on Matches between tied teams: won 1–0 against A."


def groups_of(sizes):
    found, first = [], 1
    for size in sizes:
        found.append(tuple(range(first, first + size)))
        first += size
    return tuple(found)


def play_groups(sizes, goals, rules="football"):
    """Play groups in which the lower number wins, by the number in `goals`, or by one goal."""
    formed = groups_of(sizes)
    names = [f"P{n}" for n in range(1, sum(sizes) + 1)]
    matches = [(f"P{a}", f"P{b}", goals.get(a, 1), 0) for group in formed for a, b in combinations(group, 2)]
    chosen = replace(RULES[rules], groups=lambda _snapshot: formed)
    return rank(snapshot_of(matches, chosen.scoring, names), chosen)


class TestOverTheGroups:
    def test_each_group_has_a_table_and_firsts_come_before_seconds(self):
        table = play_groups((3, 3), {1: 2, 4: 5})
        assert [[row.player for row in group.rows] for group in table.groups] == [[1, 2, 3], [4, 5, 6]]
        assert [row.player for row in table.rows] == [4, 1, 2, 5, 3, 6]
        assert [row.rank for row in table.rows] == [1, 2, 3, 4, 5, 6]

    def test_matches_against_the_last_of_a_larger_group_are_left_out(self):
        """Player 2 has two wins, player 6 one. Without the last player of the larger group, each has one win."""
        table = play_groups((4, 3), {6: 3})
        assert [row.player for row in table.rows if row.player in {2, 6}] == [6, 2]
        six = table.rows[table.positions[6]]
        assert separation(table, six).code == "separated"
        answer = separation(table, six).facts
        assert (answer["name"], answer["mine"], answer["theirs"]) == ("Goal difference", "2", "0")
        assert table.row(2).points == 6, "the row shows all points"

    def test_equal_results_across_groups_share_the_rank(self):
        assert [row.rank for row in play_groups((3, 3), {}).rows] == [1, 1, 3, 3, 5, 5]

    def test_mini_tables_are_of_one_group(self):
        table = play_groups((3, 3), {}, "football-head-to-head")
        assert table.level_before(1, "MINI") == (1,)
        assert table.of_player(4).positions[4] == 0

    def test_ratios_stand_in_for_the_mini_table_of_table_tennis(self):
        formed = ((1, 2, 3), (4, 5, 6))
        chosen = replace(RULES["ittf"], groups=lambda _snapshot: formed)
        matches = [("A", "B", 3, 0), ("A", "C", 3, 2), ("B", "C", 3, 1), ("D", "E", 3, 0), ("D", "F", 3, 0)]
        table = rank(snapshot_of([*matches, ("E", "F", 3, 1)], chosen.scoring, "ABCDEF"), chosen)
        assert "".join("ABCDEF"[row.player - 1] for row in table.rows) == "DABECF"
        assert (
            separation_sentence(table, 0, "ABCDEF")
            == "Ahead of A on Game-win ratio: 100.00 % to 75.00 %, 25.00 % more."
        )

    def test_a_place_in_the_group_separates(self):
        table = play_groups((3, 3), {})
        assert separation_sentence(table, 1, [f"P{n}" for n in range(1, 7)]) == "P2 has a lower place in the group."


class TestTableOfAllGroups:
    """Pools are ranked as in fencing: victories per bout, then the difference of touches, then touches scored."""

    #: Two pools, of four and of three; the bouts are (winner, loser, touches of each).
    BOUTS = (
        *(("A", "B", 5, 3), ("A", "C", 5, 1), ("A", "D", 5, 0), ("B", "C", 5, 2), ("B", "D", 5, 4), ("C", "D", 5, 3)),
        *(("E", "F", 5, 4), ("E", "G", 5, 2), ("F", "G", 5, 0)),
    )

    @pytest.fixture
    def pools(self):
        formed = ((1, 2, 3, 4), (5, 6, 7))
        chosen = replace(RULES["football"], groups=lambda _snapshot: formed, one_table=True)
        return rank(snapshot_of(self.BOUTS, chosen.scoring, "ABCDEFG"), chosen)

    def test_points_per_game_come_first_if_groups_differ_in_size(self, pools):
        # V/M 1: A +11, E +4; 2/3: B +1... 1/2: F +4; 1/3: C -6; 0: D -8, G -8, of whom D has 7 touches and G 2
        assert "".join("ABCDEFG"[row.player - 1] for row in pools.rows) == "AEBFCDG"
        assert [row.rank for row in pools.rows] == list(range(1, 8))
        assert [[row.player for row in group.rows] for group in pools.groups] == [[1, 2, 3, 4], [5, 6, 7]]

    def test_reason_includes_points_per_game(self, pools):
        assert pools.columns[0] == "PPG"
        assert pools.row(2).values["PPG"] == 2
        assert "PPG" not in pools.groups[0].columns
        assert separation_sentence(pools, 2, "ABCDEFG") == "Ahead of F on Points per game: 2 to 1½, ½ more."

    def test_in_groups_of_one_size_points_are_enough(self):
        formed = ((1, 2), (3, 4))
        chosen = replace(RULES["football"], groups=lambda _snapshot: formed, one_table=True)
        table = rank(snapshot_of((("A", "B", 3, 3), ("C", "D", 1, 0)), chosen.scoring), chosen)
        assert order(table) == [["C"], ["A", "B"], ["D"]], "a second of a group may be ahead of a first"
        assert not table.by_places


def test_early_withdrawal_is_measured_by_the_games_of_the_group():
    formed = ((1, 2, 3), (4, 5, 6, 7))
    chosen = replace(RULES["fide-2026-round-robin"], groups=lambda _snapshot: formed)
    rounds = (Round(1, (Pairing(1, 4, 7, result(1, 0)),)), Round(2, (Pairing(1, 1, 3, result(1, 0)),)))
    players = tuple(Player(n, withdrawn=2 if n in {3, 7} else None) for n in range(1, 8))
    table = rank(Snapshot(players, rounds, chosen.scoring, 3, 3), chosen)
    assert {row.player: row.struck.due for row in table.rows if row.struck} == {7: 3}
    assert table.row(4).points == Fraction(0)
