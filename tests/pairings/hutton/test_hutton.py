"""Hutton: pairs checked against the rules alone, balanced sides, manual changes, and the judge."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from pairings import options
from pairings.judge import unexplained_violations, violations
from pairings.plan import CannotPair, PlannedBye, PlannedPairing, RoundPlan, as_recorded
from pairings.snapshot import Bye, ByeKind, Player, Snapshot
from pairings.systems import SYSTEMS, hutton
from pairings.systems.hutton.options import MOST_ROUNDS
from pairings.systems.hutton.promises import promises
from pairings.systems.hutton.tables import round_of
from pairings.wording.sentences import sentence

MOST = 20
NAMES = ("Oulu", "Riga", "Lyon", "Köln")


def field(players, **more):
    people = tuple(Player(number, f"P{number}") for number in range(1, players + 1))
    return Snapshot(people, **more)


def pair_round(snapshot, chosen):
    return hutton.pair(snapshot, chosen, Random(1))


def play_all(players, chosen, until=99):
    """Return (plans of all rounds, each checked by the judge; the snapshot after them)."""
    snapshot, plans = field(players), []
    while len(plans) < until:
        try:
            plans.append(pair_round(snapshot, chosen))
        except CannotPair:
            break
        assert unexplained_violations(snapshot, plans[-1], promises, chosen) == ()
        rounds = (*snapshot.rounds, as_recorded(plans[-1]))
        snapshot = replace(snapshot, rounds=rounds, next_round=len(rounds) + 1)
    return plans, snapshot


def faults(teams, boards, plan):
    """Yield the faults of a round by the rules; `plan` has games (first, second) and byes by seats.

    Everyone plays once, except one player of the last board if teams and boards are both odd. Boards meet the same
    boards. If teams are odd, one game joins boards 1 and 2, one joins 3 and 4, and so on. No two teams meet twice as
    long as there are enough teams. A team is first at half of its boards.
    """
    games, byes = plan
    place = {seat: divmod(seat - 1, boards) for seat in range(1, teams * boards + 1)}
    if sorted([seat for game in games for seat in game] + byes) != sorted(place):
        yield "not everybody once"
    if len(byes) != teams * boards % 2 or any(place[seat][1] != boards - 1 for seat in byes):
        yield "a bye"
    across = [game for game in games if place[game[0]][1] != place[game[1]][1]]
    twos = sorted(sorted(place[seat][1] for seat in game) for game in across)
    if twos != ([[low, low + 1] for low in range(0, boards - 1, 2)] if teams % 2 else []):
        yield "boards"
    met = Counter(frozenset(place[seat][0] for seat in game) for game in games)
    if any(len(pair) == 1 for pair in met):
        yield "own team"
    times = [met[frozenset(pair)] for pair in combinations(range(teams), 2)]
    if max(times) > 1 and boards < teams:
        yield "a second meeting"
    if max(times) - min(times) > 1:
        yield "uneven meetings"
    ahead = Counter(place[first][0] for first, _second in games)
    ahead.subtract(place[second][0] for _first, second in games)
    if any(abs(each) > 1 for each in ahead.values()):
        yield "sides"


def simply(plan):
    return [(p.first, p.second) for p in plan.pairings], [bye.player for bye in plan.byes]


@pytest.mark.parametrize("teams", range(2, MOST + 1))
@pytest.mark.rotates(8)
def test_every_number_of_boards_follows_all_rules(teams):
    for boards in range(1, MOST + 1):
        chosen = hutton.Options(boards=boards)
        plan = pair_round(field(teams * boards), chosen)
        assert list(faults(teams, boards, simply(plan))) == [], (teams, boards)
        assert violations(field(teams * boards), plan, promises, chosen) == ()


@pytest.mark.parametrize("teams", range(2, 12))
def test_further_rounds_follow_all_rules_and_continue_the_circle(teams):
    for boards in range(1, 12):
        chosen = hutton.Options(boards=boards, games=5)
        met = Counter()
        plans, snapshot = play_all(teams * boards, chosen)
        assert len(plans) == hutton.rounds(teams * boards, chosen) == hutton.length(snapshot, chosen) == 5
        for number, plan in enumerate(plans, start=1):
            assert list(faults(teams, boards, simply(plan))) == [], (teams, boards, number)
            games = [((first - 1) // boards, (second - 1) // boards) for first, second in simply(plan)[0]]
            met.update(frozenset(game) for game in games)
            if number * boards < teams:
                assert max(met.values()) == 1, (teams, boards, number)
            if teams % 2 == 0 or boards % 2 == 0:
                assert max(met.values()) - min(met[frozenset(p)] for p in combinations(range(teams), 2)) <= 1


@pytest.mark.parametrize("teams", range(2, 11))
def test_no_rematch_while_new_opponents_are_left_at_the_board(teams):
    for boards in range(1, 13):
        if teams % 2 == 0 or boards % 2 == 0:
            games = [game for number in range(1, teams) for game in round_of(teams, boards, number).games]
            assert max(Counter(frozenset(game[:2]) for game in games).values()) == 1, (teams, boards)


@pytest.mark.parametrize("teams", range(3, 16, 2))
def test_no_early_rematch_with_odd_teams_and_odd_boards(teams):
    """Nobody meets again in N rounds if the circle has room for only one round of that many boards.

    Otherwise, nobody meets again in at least N - 5 rounds.
    """
    for boards in range(1, 14, 2):
        several = 2 * boards <= teams - 1 and boards > 1
        most = min(teams - 5 if several else teams, MOST_ROUNDS)
        games = [game for number in range(1, most + 1) for game in round_of(teams, boards, number).games]
        assert max(Counter(frozenset(game[:2]) for game in games).values()) == 1, (teams, boards)


@pytest.mark.parametrize("teams", range(3, 2 * MOST, 2))
@pytest.mark.rotates(3)
def test_second_bye_comes_only_after_everyone_had_one(teams):
    """With odd numbers of teams and boards, this holds in all possible rounds; every round follows the rules."""
    for boards in range(1, MOST, 2):
        free = Counter(range(1, teams + 1))
        for number in range(1, MOST_ROUNDS + 1):
            found = round_of(teams, boards, number)
            seats = [
                ((one.team - 1) * boards + one.board, (two.team - 1) * boards + two.board)
                for one, two, _ring in found.games
            ]
            bye = [(found.free.team - 1) * boards + found.free.board]
            assert list(faults(teams, boards, (seats, bye))) == [], (teams, boards, number)
            free[found.free.team] += 1
            assert max(free.values()) - min(free.values()) <= 1, (teams, boards, number)


def test_checker_finds_broken_rules():
    good = [(1, 10), (4, 7), (11, 8), (2, 5), (6, 12), (9, 3)]
    assert list(faults(4, 3, (good, []))) == []
    assert list(faults(4, 3, ([(1, 10), (7, 4), (11, 8), (5, 2), (6, 12), (9, 3)], []))) == []
    assert list(faults(4, 3, ([(1, 10), (4, 7), (8, 11), (2, 5), (6, 12), (3, 9)], []))) == ["sides"]
    assert "not everybody once" in list(faults(4, 3, (good[1:], [])))
    assert list(faults(4, 3, ([(1, 10), (7, 4), (11, 2), (5, 8), (6, 12), (9, 3)], []))) == [
        "a second meeting",
        "uneven meetings",
    ]
    assert "boards" in list(faults(4, 3, ([(1, 11), (4, 7), (10, 8), *good[3:]], [])))
    assert "own team" in list(faults(4, 3, ([(1, 2), (10, 5), *good[1:3], *good[4:]], [])))
    assert "a bye" in list(faults(3, 1, ([(1, 2)], []))) or "not everybody once" in list(faults(3, 1, ([(1, 2)], [])))


def test_four_teams_of_three_follow_the_berger_table():
    """Board 1: 1-4 2-3; board 2: 4-3 1-2; board 3: 2-4 3-1."""
    assert simply(pair_round(field(12), hutton.Options(boards=3)))[0] == [
        (1, 10),
        (4, 7),
        (11, 8),
        (2, 5),
        (6, 12),
        (9, 3),
    ]


@pytest.mark.parametrize("teams", range(4, 21, 2))
def test_one_board_for_each_opponent_gives_the_whole_berger_table(teams):
    boards = teams - 1
    games = simply(pair_round(field(teams * boards), hutton.Options(boards=boards)))[0]
    table = SYSTEMS["round-robin"].scheduling.schedule(teams, SYSTEMS["round-robin"].options())
    assert [((first - 1) // boards + 1, (second - 1) // boards + 1) for first, second in games] == [
        game for each in table.rounds for game in each.games
    ]


def test_free_players_of_two_boards_meet_with_an_odd_number_of_teams():
    plan = pair_round(field(15), hutton.Options(boards=3))
    assert (1, 11) in simply(plan)[0]
    assert [(bye.player, bye.kind) for bye in plan.byes] == [(6, ByeKind.ALLOCATED)]


class TestReasons:
    def sentences_at(self, plan, number):
        return [sentence(reason, {n: f"P{n}" for n in range(1, 20)}) for reason in plan.pairings[number].reasons]

    def test_name_team_board_and_sides(self):
        plan = pair_round(field(12), hutton.Options(boards=3, teams=NAMES))
        assert self.sentences_at(plan, 0) == [
            "Board 1: P1 (team Oulu) is first against P10 (team Köln).",
            "Pairs and sides come from the Berger table, with one of its rounds for each board.",
        ]
        assert sentence(plan.pairings[0].reasons[0]).startswith("Board 1: 1 (team Oulu)")

    def test_number_unnamed_teams_and_name_two_boards_with_swapped_sides(self):
        assert self.sentences_at(pair_round(field(8), hutton.Options(boards=2)), 0) == [
            "Board 1: P1 (team 1) is first against P7 (team 4).",
            "Each team is first at one of the boards 1 and 2, and second at the other.",
        ]

    def test_explain_pairs_and_bye_with_an_odd_number_of_teams(self):
        plan = pair_round(field(15), hutton.Options(boards=3))
        place = simply(plan)[0].index((1, 11))
        assert "(team 1) at board 1, P11 (team 4) at board 2. So these two meet" in self.sentences_at(plan, place)[0]
        assert "P6 has no opponent" in sentence(plan.byes[0].reasons[0], {6: "P6"})


class TestManualChanges:
    def test_removed_game_is_played_after_all_others(self):
        chosen = hutton.Options(boards=3, games=2)
        plans, snapshot = play_all(12, chosen, until=1)
        stored = replace(snapshot.rounds[0], pairings=snapshot.rounds[0].pairings[1:])
        now = replace(snapshot, rounds=(stored,))
        assert hutton.length(now, chosen) == 3
        rounds = [stored]
        for number in (2, 3):
            now = field(12, rounds=tuple(rounds), next_round=number)
            plan = pair_round(now, chosen)
            assert unexplained_violations(now, plan, promises, chosen) == ()
            rounds.append(as_recorded(plan))
        with pytest.raises(CannotPair) as over:
            pair_round(field(12, rounds=tuple(rounds), next_round=4), chosen)
        assert over.value.reason.code == "hutton-over"
        assert simply(plan)[0] == [(plans[0].pairings[0].first, plans[0].pairings[0].second)]
        assert {bye.kind for bye in plan.byes} == {ByeKind.ZERO}
        assert "differs from the plan for round 3" in sentence(plan.pairings[0].reasons[1])

    def test_random_changes_never_make_the_engine_break_a_promise(self):
        for seed in range(40):
            rng = Random(seed)
            boards = rng.choice([1, 2, 3])
            chosen = hutton.Options(boards=boards, games=3)
            players = boards * rng.choice([3, 4, 5])
            rounds = []
            for number in range(1, 9):
                now = field(players, rounds=tuple(rounds), next_round=number)
                try:
                    plan = pair_round(now, chosen)
                except CannotPair:
                    break
                assert unexplained_violations(now, plan, promises, chosen) == (), seed
                seats = list(range(1, players + 1))
                rng.shuffle(seats)
                by_hand = as_recorded(
                    RoundPlan(number, tuple(PlannedPairing(1, *two) for two in zip(*[iter(seats)] * 2, strict=False)))
                )
                rounds.append(by_hand if rng.random() < 0.4 else as_recorded(plan))

    def test_withdrawn_player_loses_by_forfeit_and_a_requested_bye_keeps_the_game(self):
        chosen = hutton.Options(boards=3)
        snapshot = field(12, byes=(Bye(4, ByeKind.HALF),))
        gone = tuple(replace(each, withdrawn=0) if each.number == 1 else each for each in snapshot.players)
        plan = pair_round(replace(snapshot, players=gone), chosen)
        assert plan.pairings[0].result is not None
        assert [p.result for p in plan.pairings[1:]] == [None] * 5
        assert [reason.code for reason in plan.pairings[1].reasons][-1] == "hutton-bye-asked"

    def test_withdrawn_player_gets_no_bye(self):
        snapshot = field(9)
        seat = pair_round(snapshot, hutton.Options(boards=3)).byes[0].player
        gone = tuple(replace(each, withdrawn=0) if each.number == seat else each for each in snapshot.players)
        assert pair_round(replace(snapshot, players=gone), hutton.Options(boards=3)).byes == ()


class TestNumbers:
    @pytest.mark.parametrize(
        ("players", "values", "code"),
        [
            (0, {}, "hutton-too-few"),
            (4, {}, "hutton-too-few"),
            (13, {"boards": 4}, "hutton-players"),
            (11, {"boards": 3, "teams": NAMES}, "hutton-names"),
            (15, {"boards": 3, "teams": NAMES}, "hutton-names"),
        ],
    )
    def test_incomplete_teams_are_refused(self, players, values, code):
        chosen = options.read(hutton.Options, values)
        with pytest.raises(CannotPair) as refusal:
            pair_round(field(players), chosen)
        assert refusal.value.reason.code == code
        assert hutton.rounds(players, chosen) is None
        assert hutton.SYSTEM.questions.teams(field(players), chosen) == ()
        assert sentence(refusal.value.reason)

    def test_teams_have_their_names_and_players(self):
        teams = hutton.SYSTEM.questions.teams(field(12), hutton.Options(boards=3, teams=NAMES))
        assert [(team.name, team.players) for team in teams][:2] == [("Oulu", (1, 2, 3)), ("Riga", (4, 5, 6))]

    def test_team_names_are_read_from_lines_and_lists(self):
        def read(value):
            return options.read(hutton.Options, {"teams": value}).teams

        assert read("Oulu\r\n Riga \n\nLyon;Köln") == read(list(NAMES)) == NAMES
        assert read("") == read([]) == ()
        assert options.as_json(hutton.Options(teams=NAMES))["teams"] == list(NAMES)

    @pytest.mark.parametrize("value", [7, [1], ["A", " A"], ["A" * 61], [str(n) for n in range(201)]])
    def test_invalid_team_names_are_refused(self, value):
        with pytest.raises(options.OptionError, match=r"list of names|twice|at most"):
            options.read(hutton.Options, {"teams": value})

    def test_report_code_contains_boards_and_games(self):
        system = hutton.SYSTEM
        code = system.report_code(hutton.Options(boards=3, games=2))
        assert code == "CUSTOM_HUTTON_3X2"
        assert system.of_code(code, "") == {"boards": 3, "games": 2}
        assert system.of_code("CUSTOM_SCHEVENINGEN", "") is None


class TestJudge:
    def broken_codes(self, *games, players=12, boards=3, byes=(), before=()):
        plan = RoundPlan(
            len(before) + 1,
            tuple(PlannedPairing(table, one, other) for table, (one, other) in enumerate(games, 1)),
            tuple(PlannedBye(*bye) for bye in byes),
        )
        snapshot = field(players, rounds=tuple(before), next_round=len(before) + 1)
        return [each.reason.code for each in violations(snapshot, plan, promises, hutton.Options(boards=boards))]

    def test_reports_broken_rules(self):
        good = [(1, 10), (4, 7), (11, 8), (2, 5), (6, 12), (9, 3)]
        assert self.broken_codes(*good) == []
        assert self.broken_codes((1, 10), (4, 7), (8, 11), (2, 5), (6, 12), (3, 9)) == ["hutton-sides"] * 2
        assert self.broken_codes((1, 4), (10, 7), *good[2:]) == ["hutton-not-planned"] * 2
        free = ((1, ByeKind.ZERO), (10, ByeKind.HALF))
        assert self.broken_codes(*good[1:], byes=free) == ["hutton-left-out", "hutton-bye-points"]
        _plans, snapshot = play_all(12, hutton.Options(boards=3), until=1)
        assert self.broken_codes(*good, before=snapshot.rounds) == ["hutton-again"] * 6

    def test_reports_a_bye_of_another_kind(self):
        _plans, snapshot = play_all(9, hutton.Options(boards=3), until=1)
        games = [(p.first, p.second) for p in snapshot.rounds[0].pairings]
        (bye,) = snapshot.rounds[0].byes
        assert self.broken_codes(*games, players=9, byes=((bye.player, ByeKind.ALLOCATED),)) == []
        assert self.broken_codes(*games, players=9, byes=((bye.player, ByeKind.ZERO),)) == ["hutton-bye"]
