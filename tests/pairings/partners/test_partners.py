"""Changing partners: schedules compared with known answers, fair rests, groups of four by standings, and courts."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from pairings.judge import unexplained_violations, violations
from pairings.numbers import scores
from pairings.plan import CannotPair, NoLegalPairing, PlannedPairing, RoundPlan, as_recorded
from pairings.snapshot import Bye, ByeKind, ForbiddenPair, Outcome, Player, Result, Scoring, Snapshot
from pairings.systems import SYSTEMS
from pairings.systems.partners.options import Mixed, Options, Play, Split
from pairings.systems.partners.tables import mixed_table, table
from pairings.wording.sentences import sentence

DATA = Path(__file__).parents[2] / "data/partners"
SYSTEM = SYSTEMS["partners"]
BY_SCORE = Scoring(allocated_bye=Fraction(0), keeps_score=True, score_total=24, partners=True, by_score=True)


def lines_of(name):
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text().splitlines()]


def result_by_score(first, second):
    outcomes = (Outcome.DRAW, Outcome.DRAW)
    if first != second:
        outcomes = (Outcome.WIN, Outcome.LOSS) if first > second else (Outcome.LOSS, Outcome.WIN)
    return Result(*outcomes, score=(first, second))


def field(size, **more):
    return tuple(Player(number, f"Name {number}", **more) for number in range(1, size + 1))


def start(size, **more):
    return Snapshot(field(size), scoring=BY_SCORE, **more)


def sides(pairing):
    first, second, third, fourth = pairing.players
    return (first, third), (second, fourth)


def pair_round(snapshot, options, seed="a"):
    """Return the next round, after a check that it keeps all promises and that its reasons have sentences."""
    plan = SYSTEM.pair(snapshot, options, Random(f"{seed}/{snapshot.next_round}"))
    assert unexplained_violations(snapshot, plan, SYSTEM.promises, options) == ()
    for reason in (*plan.reasons, *(r for each in (*plan.pairings, *plan.byes) for r in each.reasons)):
        assert sentence(reason)
    return plan


def after(snapshot, plan, results=None):
    """Return the snapshot after the round, with random results unless `results` is given."""
    lots = Random(plan.number)
    results = results or [
        result_by_score(score, 24 - score) for score in (lots.randrange(25) for _each in plan.pairings)
    ]
    played = as_recorded(plan)
    tables = tuple(replace(p, result=result) for p, result in zip(played.pairings, results, strict=True))
    return replace(
        snapshot,
        rounds=(*snapshot.rounds, replace(played, pairings=tables)),
        next_round=snapshot.next_round + 1,
        byes=(),
        fixed=(),
    )


def play_rounds(snapshot, options, rounds, seed="a"):
    for _round in range(rounds):
        snapshot = after(snapshot, pair_round(snapshot, options, seed))
    return snapshot


class Counts:
    """How often two players were partners and opponents, and how often each has played."""

    def __init__(self, rounds, players):
        self.together, self.against = Counter(), Counter()
        self.games = Counter(dict.fromkeys(players, 0))
        self.apart = 0
        for games in rounds:
            for first, second in games:
                self.together.update(map(frozenset, (first, second)))
                self.against.update(frozenset((one, other)) for one in first for other in second)
                self.games.update((*first, *second))
            self.apart = max(self.apart, max(self.games.values()) - min(self.games.values()))

    def of_pairs(self, counter):
        """Return the number of pairs for each count."""
        return Counter(counter[frozenset(pair)] for pair in combinations(self.games, 2))


def counts_of(snapshot):
    return Counts(
        [[sides(p) for p in each.pairings] for each in snapshot.rounds], [player.number for player in snapshot.players]
    )


def games_of_line(line):
    return [[tuple(map(tuple, game)) for game in each["games"]] for each in line["rounds"]]


class TestAmericano:
    @pytest.mark.parametrize("line", lines_of("full"), ids=lambda line: str(line["n"]))
    def test_every_size_has_the_best_possible_counts(self, line):
        """Wh(n) for 4m and 4m+1.

        Otherwise, everyone has each partner once, except one or two, and each opponent once or twice.
        """
        size, spare = line["n"], line["n"] % 4
        rounds = size - 1 if spare == 0 else size
        assert {frozenset(map(frozenset, (map(frozenset, g) for g in games))) for games in games_of_line(line)} == {
            frozenset(map(frozenset, (map(frozenset, g) for g in games))) for games in table(size)
        }
        counts = Counts(table(size), range(1, size + 1))
        assert len(table(size)) == rounds
        assert set(counts.games.values()) == {rounds if spare == 0 else rounds - spare}
        never = {0: 0, 1: 0, 2: size // 2, 3: size}[spare]
        assert counts.of_pairs(counts.together) == Counter({1: size * (size - 1) // 2 - never, 0: never}) - Counter()
        once = {0: 0, 1: 0, 2: size, 3: 2 * size}[spare]
        assert counts.of_pairs(counts.against) == Counter({2: size * (size - 1) // 2 - once, 1: once}) - Counter()
        assert counts.apart <= 2

    @pytest.mark.parametrize("size", range(5, 25))
    def test_everyone_serves_first_in_half_of_the_games(self, size):
        serves = Counter()
        for first, second in (game for games in table(size) for game in games):
            serves.update(first)
            serves.subtract(second)
        assert max(map(abs, serves.values())) <= 1

    @pytest.mark.parametrize("size", [4, 5, 7, 9, 13, 18])
    def test_rounds_follow_the_schedule_and_continue_after_it(self, size):
        snapshot = play_rounds(start(size), Options(), len(table(size)))
        assert [[sides(p) for p in each.pairings] for each in snapshot.rounds] == [list(games) for games in table(size)]
        counts = counts_of(play_rounds(snapshot, Options(), 3))
        assert max(counts.together.values()) <= 2

    @pytest.mark.parametrize("line", lines_of("few-courts"), ids=lambda line: f"{line['n']}-{line['courts']}")
    @pytest.mark.rotates(8)
    def test_rounds_on_fewer_courts_are_as_good_as_known_schedules(self, line):
        best = Counts(games_of_line(line), range(1, line["n"] + 1))
        snapshot = play_rounds(start(line["n"]), Options(courts=line["courts"]), len(line["rounds"]))
        counts = counts_of(snapshot)
        assert max(counts.together.values()) == 1
        assert max(counts.against.values()) <= max(best.against.values())
        assert counts.apart <= 1
        assert len(set(counts.games.values())) == 1

    @pytest.mark.parametrize(("size", "courts"), [(26, 3), (33, 8), (40, 10), (40, 2), (30, None)])
    @pytest.mark.slow("thirty rounds of a large field")
    @pytest.mark.rotates(8)
    def test_large_fields_play_equally_often(self, size, courts):
        counts = counts_of(play_rounds(start(size), Options(courts=courts), 30 if size < 40 else 12))
        assert counts.apart <= 1
        assert max(counts.together.values()) <= 2

    def test_same_seed_gives_the_same_rounds(self):
        twice = [play_rounds(start(14), Options(courts=2), 20, "x").rounds for _time in range(2)]
        assert twice[0] == twice[1]

    def test_late_player_catches_up_and_no_one_falls_behind(self):
        snapshot = play_rounds(start(12), Options(), 2)
        snapshot = replace(snapshot, players=(*snapshot.players, Player(13, "Late", entered=3)))
        snapshot = play_rounds(snapshot, Options(), 7)
        games = counts_of(snapshot).games
        assert max(games.values()) - min(games.values()) <= 1 + 2
        assert games[13] == 7

    def test_withdrawn_player_is_in_no_later_round(self):
        snapshot = play_rounds(start(9), Options(), 3)
        players = tuple(replace(p, withdrawn=3) if p.number == 4 else p for p in snapshot.players)
        snapshot = play_rounds(replace(snapshot, players=players), Options(), 4)
        assert all(4 not in p.players for each in snapshot.rounds[3:] for p in each.pairings)
        assert max(counts_of(snapshot).together.values()) <= 2

    def test_requested_bye_counts_as_a_rest(self):
        snapshot = start(9, byes=(Bye(5, ByeKind.ZERO),))
        snapshot = play_rounds(snapshot, Options(), 6)
        games = counts_of(snapshot).games
        assert max(games.values()) - min(games.values()) <= 1

    def test_fewer_than_four_players_are_refused(self):
        with pytest.raises(CannotPair, match="partners-few"):
            SYSTEM.pair(start(3), Options(), Random(1))


class TestWishes:
    def test_forbidden_pair_are_never_partners_but_may_be_opponents(self):
        snapshot = start(8, forbidden=(ForbiddenPair(frozenset((1, 3))),))
        counts = counts_of(play_rounds(snapshot, Options(), 7))
        assert counts.together[frozenset((1, 3))] == 0
        assert counts.against[frozenset((1, 3))] >= 1

    @pytest.mark.parametrize("play", Play)
    def test_fixed_pair_are_partners(self, play):
        plan = pair_round(start(12, fixed=((1, 8),)), Options(play=play))
        assert any({1, 8} in map(set, sides(each)) for each in plan.pairings)

    def test_forbidden_pair_in_a_group_of_four_gets_another_split(self):
        plan = pair_round(start(8, forbidden=(ForbiddenPair(frozenset((1, 4))),)), Options(play=Play.MEXICANO))
        assert sides(plan.pairings[0]) == ((1, 3), (2, 4))

    def test_wishes_that_leave_no_game_are_refused(self):
        nobody = ForbiddenPair(frozenset(range(1, 5)))
        for play in Play:
            with pytest.raises(NoLegalPairing, match="partners-no-legal"):
                SYSTEM.pair(start(4, forbidden=(nobody,)), Options(play=play), Random(1))


class TestMixed:
    @pytest.mark.parametrize("line", lines_of("mixed"), ids=lambda line: str(line["men"]))
    def test_every_size_repeats_no_more_than_known_schedules(self, line):
        couples = line["men"]
        rounds = mixed_table(couples)
        counts = Counts(rounds, range(1, 2 * couples + 1))
        assert max(counts.together.values()) == 1
        assert all((first[0] <= couples < first[1]) for games in rounds for game in games for first in game)
        met = counts.against
        same = [met[frozenset(pair)] for pair in combinations(range(1, couples + 1), 2)]
        repeats = sum(max(0, number - 1) for number in met.values())
        assert repeats <= line["repeats"]
        assert not line["repeats_proved_least"] or couples == 3 or set(same) == {1}

    def mixed_field(self, men, women):
        sexes = "m" * men + "w" * women
        return Snapshot(
            tuple(Player(n, f"Name {n}", sex=sex) for n, sex in enumerate(sexes, start=1)), scoring=BY_SCORE
        )

    @pytest.mark.parametrize(("men", "women"), [(5, 5), (6, 6), (4, 7), (9, 5)])
    @pytest.mark.parametrize("play", [Play.AMERICANO, Play.MEXICANO])
    def test_each_side_has_one_of_each_group(self, men, women, play):
        snapshot = play_rounds(self.mixed_field(men, women), Options(play=play, mixed=Mixed.SEX), 7)
        for pairing in (p for each in snapshot.rounds for p in each.pairings):
            assert all(min(side) <= men < max(side) for side in sides(pairing))
        games = counts_of(snapshot).games
        for group in (range(1, men + 1), range(men + 1, men + women + 1)):
            assert max(games[n] for n in group) - min(games[n] for n in group) <= 1

    @pytest.mark.parametrize(("men", "women", "scheduled"), [(4, 4, True), (8, 8, True), (4, 6, False)])
    def test_groups_of_one_size_follow_the_schedule(self, men, women, scheduled):
        plan = SYSTEM.pair(self.mixed_field(men, women), Options(mixed=Mixed.SEX), Random(1))
        assert ("partners-schedule-mixed" in {r.code for p in plan.pairings for r in p.reasons}) is scheduled

    def test_refusal_names_players_without_a_group(self):
        with pytest.raises(CannotPair, match="partners-without-sex"):
            SYSTEM.pair(start(8), Options(mixed=Mixed.SEX), Random(1))
        with pytest.raises(CannotPair, match="partners-two-club"):
            SYSTEM.pair(Snapshot(field(8, club="A")), Options(mixed=Mixed.CLUB), Random(1))


class TestMexicano:
    @pytest.mark.parametrize("name", ["eight_players", "ten_players"])
    def test_every_round_matches_known_answers(self, name):
        answer = json.loads((DATA / "mexicano.json").read_text())[name]
        letters = "ABCDEFGHIJ"[: len(answer["table"])]
        snapshot = start(len(letters))
        for each in answer["rounds"]:
            plan = pair_round(snapshot, Options(play=Play.MEXICANO))
            named = [[[letters[n - 1] for n in side] for side in sides(p)] for p in plan.pairings]
            assert named == [game["sides"] for game in each["games"]]
            assert {letters[bye.player - 1] for bye in plan.byes} == set(each["rest"])
            snapshot = after(snapshot, plan, [result_by_score(*game["score"]) for game in each["games"]])
        totals = scores.points(snapshot)
        assert {row["player"]: row["points"] for row in answer["table"]} == {
            letters[number - 1]: points for number, points in totals.items()
        }

    def test_split_follows_the_option(self):
        splits = {
            split: sides(pair_round(start(4), Options(play=Play.MEXICANO, split=split)).pairings[0]) for split in Split
        }
        assert splits == {
            Split.OUTER: ((1, 4), (2, 3)),
            Split.ODD: ((1, 3), (2, 4)),
            Split.BEST: ((1, 2), (3, 4)),
        }

    def test_option_new_partners_changes_partners_every_round(self):
        snapshot = start(4)
        options = Options(play=Play.MEXICANO, new_partners=True)
        for _round in range(5):
            plan = pair_round(snapshot, options)
            before = {frozenset(side) for side in sides(snapshot.rounds[-1].pairings[0])} if snapshot.rounds else set()
            assert before.isdisjoint(map(frozenset, sides(plan.pairings[0])))
            snapshot = after(snapshot, plan)


class TestKing:
    def test_every_block_matches_the_known_answer(self):
        answer = json.loads((DATA / "king.json").read_text())
        letters = "ABCDEFGHIJKL"
        snapshot = start(12)
        for block in answer["blocks"]:
            for game in range(3):
                plan = pair_round(snapshot, Options(play=Play.KING))
                named = [[[letters[n - 1] for n in side] for side in sides(p)] for p in plan.pairings]
                assert named == [court["games"][game][:2] for court in block]
                snapshot = after(snapshot, plan, [result_by_score(*court["games"][game][2]) for court in block])

    def test_winners_move_up_and_partners_split_after_one_game(self):
        options = Options(play=Play.KING, three_games=False)
        snapshot = start(8)
        first = pair_round(snapshot, options)
        assert [sides(p) for p in first.pairings] == [((1, 4), (2, 3)), ((5, 8), (6, 7))]
        second = pair_round(after(snapshot, first, [result_by_score(15, 9), result_by_score(4, 20)]), options)
        assert [set(p.players) for p in second.pairings] == [{1, 4, 6, 7}, {2, 3, 5, 8}]
        assert [sides(p) for p in second.pairings] == [((1, 7), (4, 6)), ((2, 8), (3, 5))]

    def test_rests_rotate_and_players_return_on_the_last_court(self):
        snapshot = play_rounds(start(10), Options(play=Play.KING, three_games=False), 10)
        games = counts_of(snapshot).games
        assert max(games.values()) - min(games.values()) <= 1
        for before, each in zip(snapshot.rounds, snapshot.rounds[1:], strict=False):
            assert {bye.player for bye in before.byes} <= {*each.pairings[-1].players, *(b.player for b in each.byes)}

    def test_withdrawal_ends_the_block(self):
        snapshot = play_rounds(start(9), Options(play=Play.KING), 2)
        players = tuple(replace(p, withdrawn=2) if p.number == 1 else p for p in snapshot.players)
        plan = pair_round(replace(snapshot, players=players), Options(play=Play.KING))
        assert {n for p in plan.pairings for n in p.players} == set(range(2, 10))


class TestJudge:
    """Each broken promise is named."""

    def codes(self, snapshot, tables, byes=(), options=None):
        planned = tuple(
            PlannedPairing(at, a, b, others=(c, d), partners=True) for at, (a, b, c, d) in enumerate(tables, start=1)
        )
        plan = RoundPlan(snapshot.next_round, planned, byes)
        return {v.reason.code for v in violations(snapshot, plan, SYSTEM.promises, options or Options())}

    def test_reports_avoidable_repeated_partners(self):
        snapshot = play_rounds(start(8), Options(), 1)
        again = [p.players for p in snapshot.rounds[0].pairings]
        assert "partners-avoidable" in self.codes(snapshot, again)

    def test_reports_an_unused_court(self):
        assert {"partners-courts", "unpaired"} <= self.codes(start(8), [(1, 2, 3, 4)])

    def test_reports_players_on_the_wrong_court(self):
        options = Options(play=Play.MEXICANO)
        assert "partners-court" in self.codes(start(8), [(1, 2, 5, 3), (4, 6, 8, 7)], options=options)

    def test_reports_partners_of_the_same_group(self):
        snapshot = TestMixed().mixed_field(4, 4)
        codes = self.codes(snapshot, [(1, 3, 2, 5), (4, 6, 7, 8)], options=Options(mixed=Mixed.SEX))
        assert "partners-not-mixed" in codes

    def test_reports_a_rest_that_is_not_due(self):
        snapshot = play_rounds(start(5), Options(), 1)
        plan = pair_round(snapshot, Options())
        rested = snapshot.rounds[0].byes[0].player
        others = [n for n in range(1, 6) if n != rested]
        again = replace(plan.byes[0], player=rested)
        assert "partners-rest-again" in self.codes(snapshot, [others], (again,))

    @pytest.mark.parametrize("play", Play)
    @pytest.mark.parametrize("size", [4, 6, 9, 11])
    def test_accepts_every_paired_round(self, play, size):
        play_rounds(start(size), Options(play=play), 8)
