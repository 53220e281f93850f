"""Tie-breaks of leagues, step by step: published groups and seasons in the official order.

`KIERROS_STANDINGS_DATA=<folder>` reads all groups and seasons from `head-to-head/` in that folder.
"""

import json
import os
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from pairings.snapshot import Decision, Deduction, Outcome, Pairing, Player, Result, Round, Scoring, Snapshot
from standings.core.rank import levels, rank
from standings.core.reckoning import Reckoning
from standings.core.rules import League, Restart, Unmet
from standings.explain.derivation import derivation
from standings.explain.wording import sentence, sentences, separation
from standings.rulesets.presets import RULES

SAMPLE = Path(__file__).parents[1] / "data" / "standings"
DATA = Path(os.environ.get("KIERROS_STANDINGS_DATA", SAMPLE)) / "head-to-head"
CODES = {
    "points": "PTS",
    "gd": "GD",
    "gf": "GF",
    "away_gf": "AG",
    "away_wins": "AW",
    "wins": "FW",
    "tied.points": "TPTS",
    "tied.gd": "TGD",
    "tied.gf": "TGF",
    "coefficient": "OUT",
}
PRESETS = {"uefa-euro": "uefa-euro-2024", "fifa-overall-first": "fifa-2022"}


@cache
def lines(name):
    path = DATA / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def line(name, key):
    return next(each for each in lines(name) if each["id"] == key)


def numbers(names):
    return {name: number for number, name in enumerate(sorted(names), 1)}


def snapshot(teams, matches, scoring, planned=None):
    """Return a snapshot in which each match (home, away, goals, goals) has its own round."""
    number = numbers(teams)
    rounds = []
    for at, (home, away, mine, theirs, *_more) in enumerate(matches, 1):
        first, second = (
            (Outcome.WIN, Outcome.LOSS) if mine > theirs
            else (Outcome.LOSS, Outcome.WIN) if mine < theirs
            else (Outcome.DRAW, Outcome.DRAW)
        )  # fmt: skip
        result = Result(first, second, score=(mine, theirs))
        rounds.append(Round(at, (Pairing(1, number[home], number[away], result),)))
    players = tuple(Player(each, name) for name, each in number.items())
    return Snapshot(players, tuple(rounds), scoring, len(rounds) + 1, planned or len(rounds))


def table_of(case, rules, planned=None):
    teams = case.get("teams") or {team for match in case["matches"] for team in match[:2]}
    return rank(snapshot(teams, case["matches"], rules.scoring, planned), rules)


def names_by_place(table, teams):
    names = {number: name for name, number in numbers(teams).items()}
    return [names[row.player] for row in table.rows]


def names_of_shared_places(table, teams):
    names = {number: name for name, number in numbers(teams).items()}
    places = {row.rank: [names[each.player] for each in table.rows if each.rank == row.rank] for row in table.rows}
    return [sorted(place) for place in places.values() if len(place) > 1]


def places_of(table, teams):
    names = {number: name for name, number in numbers(teams).items()}
    return {names[row.player]: row.rank for row in table.rows}


def rules_of(case):
    rules = RULES[PRESETS.get(case["chain"], case["chain"])]
    return replace(rules, scoring=replace(rules.scoring, win=Fraction(case["win"])))


class TestPublishedGroups:
    @pytest.mark.parametrize("case", lines("groups"), ids=lambda case: case["id"])
    def test_are_in_the_official_order(self, case):
        table = table_of(case, rules_of(case))
        open_places = [sorted(each) for each in case["undecided_by_results"]]
        assert names_of_shared_places(table, case["teams"]) == open_places
        rank_of = places_of(table, case["teams"])
        assert [rank_of[team] for team in case["official"]] == sorted(rank_of.values())
        names = {number: name for name, number in numbers(case["teams"]).items()}
        decided = [
            [names[above.player], names[below.player], above.separated_by.code]
            for above, below in pairwise(table.rows)
            if above.separated_by and above.separated_by.code != "PTS"
        ]
        answer = [[*teams, CODES[step]] for *teams, step in case["separated_by"] if step in CODES]
        assert decided == answer

    @pytest.mark.parametrize("case", [each for each in lines("groups") if each["chains_that_differ"]])
    def test_another_chain_gives_another_order(self, case):
        other = RULES["uefa-euro-2024" if case["chain"] == "fifa-overall-first" else "fifa-2022"]
        other = replace(other, scoring=rules_of(case).scoring)
        assert names_by_place(table_of(case, other), case["teams"]) != case["official"]

    def test_do_not_depend_on_the_order_of_teams_and_matches(self):
        case, random = line("groups", "euro-2004-C"), Random(38)
        for _again in range(20):
            matches = random.sample(case["matches"], len(case["matches"]))
            names = dict(zip(case["teams"], random.sample("ABCD", 4), strict=True))
            other = {"matches": [[names[home], names[away], *goals] for home, away, *goals in matches]}
            table = table_of(other, rules_of(case))
            assert names_by_place(table, names.values()) == [names[team] for team in case["official"]]

    def test_external_value_decides_remaining_ties(self):
        case = line("groups", "euro-2024-C")
        rules = rules_of(case)
        group = snapshot(case["teams"], case["matches"], rules.scoring)
        denmark, slovenia = (numbers(case["teams"])[name] for name in ("Denmark", "Slovenia"))
        points = {denmark: Fraction(-6), slovenia: Fraction(-7)}
        given = replace(group, players=tuple(replace(p, outside=points.get(p.number)) for p in group.players))
        assert names_by_place(rank(given, rules), case["teams"]) == case["official"]


class FromTable(Reckoning):
    """A reckoning with the matches between tied teams, and the totals of the whole season from its table."""

    def __init__(self, case, rules):
        number = numbers(case["table"])
        super().__init__(snapshot(case["table"], case["matches_between_tied"], rules.scoring, planned=38), rules)
        columns = {"PTS": "points", "GD": "gd", "GF": "gf"}
        self._values = {
            code: {number[team]: Fraction(row[key]) for team, row in case["table"].items()}
            for code, key in columns.items()
        }


@pytest.mark.parametrize("case", lines("leagues"), ids=lambda case: case["id"])
def test_seasons_of_whole_leagues(case):
    names = {number: name for name, number in numbers(case["table"]).items()}
    found = [[names[each] for each in group] for group in levels(FromTable(case, RULES[case["chain"]]))]
    assert [sorted(each) for each in found if len(each) > 1] == [sorted(each) for each in case["undecided_by_results"]]
    place = {name: at for at, group in enumerate(found) for name in group}
    assert [place[name] for name in case["official"]] == sorted(place.values())


@pytest.mark.parametrize("case", lines("league-phase"), ids=lambda case: case["id"])
def test_a_league_phase_without_head_to_head(case):
    table = table_of(case, RULES["ucl-league-phase"])
    teams = set(case["order"])
    assert names_by_place(table, teams) == case["order"]
    if case["id"] == "ucl-2024-25":
        assert table.rows[10].separated_by.code == "AW"


class TestRestart:
    @pytest.mark.parametrize("case", lines("restart"), ids=lambda case: case["id"])
    @pytest.mark.parametrize("restart", ["none", "block", "each"])
    def test_gives_another_order(self, case, restart):
        chain = tuple(CODES[step] for step in case["chain"])
        rules = replace(RULES["fifa-2026"], chain=chain, league=League(Restart(restart)))
        assert names_by_place(table_of(case, rules), "ABCD") == case["orders"][restart]

    def test_each_is_wrong_for_euro_2024_e(self):
        """All four teams have 4 points. Belgium beat Romania, but Romania has the better goal difference."""
        matches = [
            ["Romania", "Ukraine", 3, 0], ["Belgium", "Slovakia", 0, 1], ["Slovakia", "Ukraine", 1, 2],
            ["Belgium", "Romania", 2, 0], ["Slovakia", "Romania", 1, 1], ["Ukraine", "Belgium", 0, 0],
        ]  # fmt: skip
        official = ["Romania", "Belgium", "Slovakia", "Ukraine"]
        found = {}
        for restart in Restart:
            rules = replace(RULES["uefa-euro-2024"], league=League(restart))
            found[restart] = names_by_place(table_of({"matches": matches}, rules), official)
        assert found[Restart.NONE] == found[Restart.BLOCK] == official
        assert found[Restart.EACH] != official


class TestOtherSports:
    @pytest.mark.parametrize("key", ["fiba-d2-1", "fiba-d2-2"])
    def test_basketball_starts_again_after_each_step(self, key):
        case = line("other-sports", key)
        assert names_by_place(table_of(case, RULES["fiba"]), "ABCD") == case["order"]

    def test_ice_hockey_compares_the_matches_of_three(self):
        case = line("other-sports", "iihf-2026-olympic-B")
        rules = replace(RULES["fifa-2026"], league=League(Restart.EACH))
        table = table_of({"matches": case["matches_between_tied"]}, rules)
        assert names_by_place(table, case["order"]) == case["order"]
        number = numbers(case["order"])
        for team, mini in case["mini"].items():
            for code, key in (("TPTS", "points"), ("TGD", "gd")):
                assert derivation(table, number[team], code).raw == mini[key]

    def test_rugby_has_bonus_points_and_the_match_of_two(self):
        """The arbiter awards the bonus point for tries; the bonus point for a narrow defeat follows from the result."""
        case = line("other-sports", "rwc-2023-C")
        rules = RULES["rugby-world-cup"]
        group = snapshot(case["table"], case["matches"], rules.scoring)
        number = numbers(case["table"])
        rounds = []
        for played, (home, away, _mine, _theirs, *tries) in zip(group.rounds, case["matches"], strict=True):
            scored = zip((home, away), tries, strict=True)
            bonus = tuple(Deduction(number[team], Fraction(1)) for team, made in scored if made >= 4)
            rounds.append(replace(played, deductions=bonus))
        table = rank(replace(group, rounds=tuple(rounds)), rules)
        assert names_by_place(table, case["table"]) == case["order"]
        assert [table.value(number[team], "LP") for team in case["table"]] == [
            row["points"] for row in case["table"].values()
        ]
        assert [row.separated_by and row.separated_by.code for row in table.rows] == ["LP", "H2H", "LP", "LP", None]

    def test_volleyball_gives_a_point_for_a_match_lost_in_the_last_set(self):
        case = line("other-sports", "fivb-made")
        number = numbers("ABCD")
        rounds = []
        for at, (home, away, sets) in enumerate(case["matches"], 1):
            won = sum(mine > theirs for mine, theirs in sets)
            games = (won, len(sets) - won, 0)
            outcomes = (Outcome.WIN, Outcome.LOSS) if won == 3 else (Outcome.LOSS, Outcome.WIN)
            score = tuple(sum(each[side] for each in sets) for side in (0, 1))
            result = Result(*outcomes, games=games, score=score)
            rounds.append(Round(at, (Pairing(1, number[home], number[away], result),)))
        rules = RULES["fivb"]
        players = tuple(Player(each, name) for name, each in number.items())
        table = rank(Snapshot(players, tuple(rounds), rules.scoring, 7, 6), rules)
        assert names_by_place(table, "ABCD") == case["order"]
        for team, row in case["table"].items():
            found = [table.value(number[team], code) for code in ("FW", "LP")]
            assert found == [row["wins"], row["points"]]
            ratio = table.value(number[team], "GQ")
            assert ratio / (1 - ratio) == Fraction(row["set_ratio"])


class TestSettings:
    LEG = (("A", "B", 1, 0), ("C", "D", 0, 0), ("A", "C", 0, 9), ("B", "D", 6, 1))

    def test_a_cap_limits_what_one_match_counts(self):
        rules = replace(RULES["fifa-2022"], league=League(Restart.NONE, cap=3))
        table = table_of({"matches": self.LEG}, rules)
        assert [table.value(number, "GD") for number in (1, 2, 3, 4)] == [-2, 2, 3, -3]

    def test_steps_wait_until_all_planned_matches_are_played(self):
        case = {"matches": [["B", "A", 1, 0], ["A", "C", 9, 0], ["D", "C", 0, 0]]}
        for unmet, planned, code in ((Unmet.COUNT, 6, "TPTS"), (Unmet.SKIP, 3, "TPTS"), (Unmet.SKIP, 6, "GD")):
            rules = replace(RULES["fifa-2026"], league=League(unmet=unmet))
            table = table_of(case, rules, planned)
            assert table.rows[0].separated_by.code == code, unmet

    def test_a_forfeit_has_no_bonus(self):
        rules = RULES["rugby-world-cup"]
        lost = Result(Outcome.WIN, Outcome.LOSS, Decision.FORFEIT)
        group = Snapshot((Player(1, "A"), Player(2, "B")), (Round(1, (Pairing(1, 1, 2, lost),)),), Scoring(), 2, 1)
        assert rank(group, rules).value(2, "LP") == 0


class TestDerivation:
    CASE = line("groups", "euro-2004-C")

    def texts(self, player, code):
        table = table_of(self.CASE, rules_of(self.CASE))
        number = numbers(self.CASE["teams"])
        names = {each: name for name, each in number.items()}
        return table, names, sentences(derivation(table, number[player], code), table, names)

    def test_names_the_deciding_step_and_the_tied_teams(self):
        table, names, _said = self.texts("Denmark", "TGF")
        row = next(row for row in table.rows if names[row.player] == "Denmark")
        assert sentence(separation(table, row), names) == (
            "Ahead of Italy on Goals among the tied: 2 to 1 in the matches among Denmark, Italy, Sweden."
        )

    def test_shows_the_mini_table(self):
        _table, _names, text = self.texts("Denmark", "TGF")
        assert text == (
            "Goals among the tied is 2, from 2 matches among Denmark, Italy, Sweden.",
            "Round 1, against Italy: 0.",
            "Round 6, against Sweden: 2.",
            "In the same matches, Italy has 1.",
            "In the same matches, Sweden has 3.",
        )

    def test_of_a_step_that_was_not_needed(self):
        _table, _names, text = self.texts("Bulgaria", "TGF")
        assert text == ("Goals among the tied is not needed: nobody was tied so far.",)

    def test_columns_show_the_steps_that_decided(self):
        table = table_of(self.CASE, rules_of(self.CASE))
        assert set(table.mini_tables) == {"TGF"}
        assert sorted(table.mini_tables["TGF"].values()) == [1, 2, 3]
