"""Round robins with manually changed rounds: they continue, and name the promises that they can no longer keep."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from pairings.judge import unexplained_violations, violations
from pairings.plan import CannotPair, PlannedPairing, RoundPlan, as_recorded
from pairings.snapshot import Pairing, Player, Round, Snapshot
from pairings.systems import SYSTEMS
from pairings.systems.round_robin import Options, consequences, length, pair, rounds
from pairings.wording.sentences import sentence


def field(players, played=()):
    return Snapshot(tuple(Player(seat) for seat in range(1, players + 1)), tuple(played), next_round=len(played) + 1)


def with_swap(games, one, other):
    """Return the games with two seats exchanged."""
    places = {one: other, other: one}
    return [tuple(places.get(seat, seat) for seat in game) for game in games]


def plan_of(number, games):
    return RoundPlan(number, tuple(PlannedPairing(table, *game) for table, game in enumerate(games, start=1)))


def games_of(round_):
    return [(pairing.first, pairing.second) for pairing in round_.pairings]


def played_out(players, options, change):
    """Return all rounds, each as `change(number, games)` leaves it; every plan names all broken promises."""
    played = []
    while True:
        snapshot = field(players, played)
        if snapshot.next_round > length(snapshot, options):
            with pytest.raises(CannotPair, match="schedule-over"):
                pair(snapshot, options, Random(0))
            return played
        plan = pair(snapshot, options, Random(0))
        assert unexplained_violations(snapshot, plan, SYSTEMS["round-robin"].promises, options) == ()
        games = change(plan.number, games_of(plan))
        busy = {seat for game in games for seat in game}
        byes = tuple(bye for bye in as_recorded(plan).byes if bye.player not in busy)
        tables = tuple(Pairing(table, *game) for table, game in enumerate(games, start=1))
        played.append(Round(plan.number, tables, byes))


def meetings(played):
    return Counter(frozenset(game) for round_ in played for game in games_of(round_))


def a_hand(seed, *, until):
    """Return a function that sometimes swaps two players, exchanges the sides of a game, or leaves out a game."""
    lots = Random(seed)

    def change(number, games):
        if number > until or lots.random() < 0.4:
            return games
        what = lots.choice(("swap", "turn", "leave-out"))
        if what == "swap" and len(games) > 1:
            one, other = (lots.choice(game) for game in lots.sample(games, 2))
            return with_swap(games, one, other)
        if what == "turn":
            turned = lots.randrange(len(games))
            return [game[::-1] if place == turned else game for place, game in enumerate(games)]
        return [game for game in games if game != games[0]] if what == "leave-out" and len(games) > 1 else games

    return change


@pytest.mark.parametrize("numbering", ["berger", "circle"])
@pytest.mark.parametrize("players", [*range(4, 13), 25])
def test_all_meet_in_as_many_rounds_after_a_swap_in_round_1(players, numbering):
    options = Options(numbering=numbering)

    def swap(number, games):
        return with_swap(games, games[0][0], games[1][1]) if number == 1 else games

    played = played_out(players, options, swap)
    assert len(played) == rounds(players, options)
    assert set(meetings(played).values()) == {1}
    assert len(meetings(played)) == players * (players - 1) // 2


@pytest.mark.parametrize("cycles", [1, 2, 3])
@pytest.mark.parametrize("players", range(2, 10))
@pytest.mark.rotates(8)
def test_every_pair_meets_and_only_manual_changes_repeat_games(players, cycles):
    for seed in range(5):
        options = Options(cycles=cycles, numbering=("berger", "circle")[seed % 2])
        repeated = []
        seen = Counter()
        change = a_hand(f"{players} {cycles} {seed}", until=rounds(players, options) - seed % 2)

        def change_and_note(number, games, change=change, seen=seen, repeated=repeated, cycles=cycles):
            after = change(number, games)
            repeated += [game for game in after if seen[frozenset(game)] >= cycles]
            seen.update(frozenset(game) for game in after)
            return after

        played = played_out(players, options, change_and_note)
        met = meetings(played)
        assert all(met[frozenset(pair_)] >= cycles for pair_ in combinations(range(1, players + 1), 2))
        assert sum(met.values()) - cycles * players * (players - 1) // 2 == len(repeated)


@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_round_is_added_only_if_unavoidable(players):
    """Three rounds have one change each; if every game still fits, no round is added."""
    for seed in range(10):
        played = played_out(players, Options(), a_hand(seed, until=3))
        left = [p for p in combinations(range(1, players + 1), 2) if meetings(played[:3])[frozenset(p)] == 0]
        assert len(played) - 3 == fewest_rounds(left, rounds(players, Options()) - 3)


def fewest_rounds(games, least):
    """Return the fewest rounds, at least `least`, that contain the games, found by trying every way."""

    def fits(rest, sets):
        if not rest:
            return True
        (one, other), *more = rest
        tried = set()
        for place, busy in enumerate(sets):
            if not {one, other} & busy and busy not in tried:
                tried.add(busy)
                if fits(more, [*sets[:place], busy | {one, other}, *sets[place + 1 :]]):
                    return True
        return False

    while not fits(games, [frozenset()] * least):
        least += 1
    return min(least, len(games)) if games else 0


def test_swapped_sides_are_balanced_later():
    def turn(number, games):
        return [games[0][::-1], *games[1:]] if number == 1 else games

    played = played_out(8, Options(), turn)
    firsts = Counter(first for round_ in played for first, _second in games_of(round_))
    assert set(firsts.values()) <= {3, 4}


def test_shown_remaining_rounds_stay_without_further_changes():
    swapped = with_swap(games_of(pair(field(8), Options(), Random(0))), 1, 2)
    first = as_recorded(plan_of(1, swapped))
    shown = [games_of(pair(replace_next(field(8, [first]), number), Options(), Random(0))) for number in range(2, 8)]
    played = [first]
    for games in shown:
        plan = pair(field(8, played), Options(), Random(0))
        assert games_of(plan) == games
        played.append(as_recorded(plan))


def replace_next(snapshot, number):
    return Snapshot(snapshot.players, snapshot.rounds, next_round=number)


class TestNotesOfTheDraft:
    def sentences_of(self, players, played, games):
        snapshot = field(players, played)
        return [sentence(reason) for reason in consequences(snapshot, Options(), plan_of(snapshot.next_round, games))]

    def games(self, players, played=()):
        return games_of(pair(field(players, played), Options(), Random(0)))

    def test_are_empty_for_the_scheduled_round(self):
        assert self.sentences_of(6, (), self.games(6)) == []
        assert self.sentences_of(6, (), self.games(6)[::-1]) == []

    def test_say_that_the_rest_fits_into_the_planned_rounds(self):
        assert self.sentences_of(6, (), with_swap(self.games(6), 1, 2)) == [
            ("This round differs from the schedule. The rest will be rearranged, and the last round is still round 5.")
        ]

    def test_say_that_more_rounds_are_needed(self):
        assert self.sentences_of(6, (), self.games(6)[1:]) == [
            (
                "This round differs from the schedule. If it is published, a full round robin takes "
                "6 rounds instead of 5."
            )
        ]

    def test_name_a_repeated_game(self):
        first = as_recorded(pair(field(4), Options(), Random(0)))
        answer = self.sentences_of(4, [first], games_of(first))
        assert answer[0] == "1 and 4 would meet once more than scheduled."
        assert answer[-1].endswith("takes 4 rounds instead of 3.")

    def test_are_repeated_in_the_next_plan(self):
        first = as_recorded(plan_of(1, self.games(6)[1:]))
        plan = pair(field(6, [first]), Options(), Random(0))
        assert sentence(plan.reasons[0]).endswith("now takes 6 rounds instead of 5.")
        assert length(field(6, [first]), Options()) == 6


def test_judge_reports_announced_violations():
    """An announced break of a rule is still a violation, but not a bug."""
    first = as_recorded(plan_of(1, games_of(pair(field(4), Options(), Random(0)))[1:]))
    snapshot = field(4, [first, *[as_recorded(plan_of(number, [])) for number in (2, 3)]])
    plan = pair(snapshot, Options(), Random(0))
    assert violations(snapshot, plan, SYSTEMS["round-robin"].promises, Options()) != ()
    assert unexplained_violations(snapshot, plan, SYSTEMS["round-robin"].promises, Options()) == ()
