"""A knock-out during play: opponents, players who advance, and places."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from pairings.judge import unexplained_violations
from pairings.library.system_calls import judged_plan
from pairings.plan import CannotPair, PlannedBye, PlannedPairing, RoundPlan, as_recorded
from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Snapshot
from pairings.systems import SYSTEMS
from pairings.systems.knock_out import SYSTEM, Options, course_of, pair, places
from pairings.systems.knock_out.options import Lives, SidesRule, TreeKind
from pairings.systems.knock_out.replay import follows, missing, with_result
from pairings.wording.sentences import sentence

FIRST, SECOND = Result(Outcome.WIN, Outcome.LOSS), Result(Outcome.LOSS, Outcome.WIN)
DRAW = Result(Outcome.DRAW, Outcome.DRAW)
NEITHER = Result(Outcome.LOSS, Outcome.LOSS, Decision.FORFEIT)
ONE, TWO = Options(), Options(lives=Lives.TWO)


def field(count):
    return Snapshot(tuple(Player(number, f"Name {number}") for number in range(1, count + 1)))


def games(plan):
    return [(p.first, p.second) for p in plan.pairings]


def better(first, second):
    """Let the better seed win."""
    return FIRST if first < second else SECOND


def worse(first, second):
    return SECOND if first < second else FIRST


def with_round(snapshot, plan, result):
    """Return the snapshot after a round; `result` is a function of the two players."""
    recorded = as_recorded(plan)
    tables = tuple(replace(p, result=p.result or result(p.first, p.second)) for p in recorded.pairings)
    rounds = (*snapshot.rounds, Round(plan.number, tables, recorded.byes))
    return replace(snapshot, rounds=rounds, next_round=plan.number + 1)


def play_on(snapshot, options=ONE, result=better, rounds=99, seed=1):
    """Play all possible rounds, at most `rounds`, each checked by the judge; return the snapshot after them."""
    for _round in range(rounds):
        snapshot = SYSTEM.add_system_facts(snapshot, options)
        if not any(meeting.is_real for meeting in course_of(snapshot, options).of_round(snapshot.next_round)):
            assert refusal(snapshot, options) == "ko-over"
            return snapshot
        plan = pair(snapshot, options, Random(seed))
        assert unexplained_violations(snapshot, plan, SYSTEM.promises, options) == ()
        snapshot = with_round(snapshot, plan, result)
    return snapshot


def refusal(snapshot, options=ONE):
    with pytest.raises(CannotPair) as refused:
        pair(snapshot, options, Random(1))
    return refused.value.reason.code


class TestRounds:
    def test_rounds_of_eight_players_if_the_better_seed_wins(self):
        end = play_on(field(8))
        assert [[(p.first, p.second) for p in r.pairings] for r in end.rounds] == [
            [(1, 8), (4, 5), (2, 7), (3, 6)],
            [(1, 4), (2, 3)],
            [(3, 4), (1, 2)],
        ]
        assert places(end, Options()) == {
            **{number: (number, number) for number in range(1, 5)},
            **dict.fromkeys(range(5, 9), (5, 8)),
        }

    @pytest.mark.parametrize("count", [*range(2, 20), 33, 64])
    @pytest.mark.parametrize(
        "options",
        [
            *(Options(), TWO, Options(reseed=True), Options(plate=True), Options(lives=Lives.TWO, reset=False)),
            *(Options(bracket=each) for each in TreeKind if each is not TreeKind.TREE),
        ],
    )
    @pytest.mark.rotates(8)
    def test_every_field_ends_with_one_winner(self, count, options):
        lots = Random(count)
        end = play_on(field(count), options, lambda _a, _b: lots.choice((FIRST, SECOND, FIRST, NEITHER)))
        assert len(end.rounds) <= SYSTEM.rounds(count, options)
        end = play_on(field(count), options, lambda _a, _b: lots.choice((FIRST, SECOND)))
        groups = -(-count // 4) if options.bracket is TreeKind.FOURS else 1
        best = [*[(1, groups)] * groups, (groups + 1, 2 * groups)]
        assert sorted(places(end, options).values())[: groups + 1] == best
        assert course_of(end, options).length == len(end.rounds)

    def test_best_seeds_get_the_byes(self):
        plan = pair(field(5), Options(), Random(1))
        assert games(plan) == [(4, 5)]
        assert [bye.player for bye in plan.byes] == [1, 2, 3]
        assert sentence(plan.byes[0].reasons[0], {1: "Ann"}).startswith("Ann has no match in the first round")

    def test_reasons_name_the_earlier_tables(self):
        snapshot = play_on(field(8), rounds=1)
        plan = pair(snapshot, Options(), Random(1))
        assert [sentence(reason) for reason in plan.pairings[1].reasons] == [
            "A semi-final.",
            "The winner of match 3 meets the winner of match 4: seeds 2 and 3.",
        ]

    def test_reseeding_pairs_the_best_against_the_lowest(self):
        upset = {frozenset((4, 5)): 5, frozenset((2, 7)): 7}
        result = lambda a, b: FIRST if upset.get(frozenset((a, b)), min(a, b)) == a else SECOND  # noqa: E731
        assert games(pair(play_on(field(8), rounds=1, result=result), Options(), Random(1))) == [(1, 5), (3, 7)]
        again = Options(reseed=True)
        assert games(pair(play_on(field(8), again, result, rounds=1), again, Random(1))) == [(1, 7), (3, 5)]

    def test_sides_by_lot_depend_on_the_seed(self):
        sides = {tuple(games(pair(field(8), Options(sides=SidesRule.LOT), Random(seed)))) for seed in range(9)}
        assert len(sides) > 1

    def test_plate_is_played_alongside_the_main_tree(self):
        options = Options(plate=True)
        end = play_on(field(8), options)
        assert (5, 8) in [(p.first, p.second) for p in end.rounds[1].pairings]
        assert places(end, options)[5] == (5, 8)


class TestTwoLives:
    def test_second_final_is_played_only_after_an_upset(self):
        assert len(play_on(field(4), TWO).rounds) == 4
        lost_once = {frozenset((1, 2)): [2, 1]}
        result = lambda a, b: worse(a, b) if lost_once.get(frozenset((a, b)), [0]).pop() == 2 else better(a, b)  # noqa: E731
        lost_once[frozenset((1, 2))] = [1, 2, 1]
        end = play_on(field(4), TWO, result)
        assert [{p.first, p.second} for r in end.rounds[-2:] for p in r.pairings] == [{1, 2}, {1, 2}]
        assert places(end, TWO)[2] in {(1, 1), (2, 2)}

    def test_final_places_with_two_lives(self):
        end = play_on(field(8), TWO)
        assert places(end, TWO) == {
            **{number: (number, number) for number in (1, 2, 3, 4)},
            **dict.fromkeys((5, 6), (5, 6)),
            **dict.fromkeys((7, 8), (7, 8)),
        }


class TestAdvancing:
    def test_draw_is_refused_until_a_decision(self):
        snapshot = play_on(field(4), result=lambda _a, _b: DRAW, rounds=1)
        assert refusal(snapshot) == "ko-drawn"
        (first,) = snapshot.rounds
        decided = replace(first, pairings=tuple(replace(p, goes_on=2) for p in first.pairings))
        plan = pair(replace(snapshot, rounds=(decided,)), Options(), Random(1))
        assert {frozenset(game) for game in games(plan)} == {frozenset((3, 4)), frozenset((1, 2))}

    def test_decision_of_the_organiser_overrides_the_result(self):
        snapshot = play_on(field(2), rounds=1)
        (first,) = snapshot.rounds
        decided = replace(first, pairings=tuple(replace(p, goes_on=2) for p in first.pairings))
        assert places(replace(snapshot, rounds=(decided,)), Options()) == {2: (1, 1), 1: (2, 2)}

    def test_next_opponent_advances_without_a_match_after_a_double_forfeit(self):
        result = lambda a, b: NEITHER if {a, b} == {4, 5} else better(a, b)  # noqa: E731
        plan = pair(play_on(field(8), result=result, rounds=1), Options(), Random(1))
        assert games(plan) == [(2, 3)]
        assert [(bye.player, bye.reasons[0].code) for bye in plan.byes] == [(1, "ko-walked-in")]

    def test_withdrawn_player_loses_without_a_match(self):
        snapshot = play_on(field(4), rounds=1)
        gone = tuple(replace(p, withdrawn=1) if p.number == 1 else p for p in snapshot.players)
        plan = pair(replace(snapshot, players=gone), Options(), Random(1))
        final = plan.pairings[-1]
        assert (final.first, final.second, final.result) == (1, 2, replace(SECOND, decision=Decision.FORFEIT))

    def test_open_results_and_requested_byes_are_refused(self):
        snapshot = with_round(field(4), pair(field(4), Options(), Random(1)), lambda _a, _b: None)
        assert refusal(snapshot) == "ko-no-result"
        assert refusal(replace(field(4), byes=(Bye(2, ByeKind.HALF),))) == "ko-bye-asked"
        assert refusal(field(1)) == "ko-too-few"

    def test_requested_bye_without_a_match_is_granted(self):
        plan = pair(replace(field(3), byes=(Bye(1, ByeKind.HALF),)), Options(), Random(1))
        assert [(bye.player, bye.kind) for bye in plan.byes] == [(1, ByeKind.HALF)]


class TestChangedByHand:
    def test_swapped_players_advance_from_their_tables(self):
        tables = ((1, 5), (4, 8), (2, 7), (3, 6))
        snapshot = replace(
            field(8),
            rounds=(Round(1, tuple(Pairing(t, a, b, better(a, b)) for t, (a, b) in enumerate(tables, start=1))),),
            next_round=2,
        )
        assert games(pair(snapshot, Options(), Random(1))) == [(1, 4), (2, 3)]

    def test_bye_given_to_another_player_advances_that_player(self):
        """Seed 1 plays instead of seed 4, who has a bye."""
        snapshot = replace(
            field(5),
            rounds=(Round(1, (Pairing(1, 1, 5, SECOND),), tuple(Bye(n, ByeKind.ALLOCATED) for n in (2, 3, 4))),),
            next_round=2,
        )
        assert sorted(games(pair(snapshot, Options(), Random(1)))) == [(2, 3), (4, 5)]
        assert places(snapshot, Options())[1] == (5, 5)

    def test_player_left_out_for_a_free_player_gets_the_free_place(self):
        """The arbiter paired 3 with 4; 5 is at no table and has no bye either."""
        later = replace(field(5), rounds=(Round(1, (Pairing(1, 3, 4, FIRST),)),), next_round=2)
        course = course_of(later, ONE)
        assert [meeting.sides for meeting in course.of_round(2)] == [(1, 3), (2, 5)]
        assert games(pair(later, ONE, Random(1))) == [(1, 3), (2, 5)]

    def test_rounds_that_put_a_player_in_two_places_are_refused(self):
        """4 and 5 were to meet; the arbiter paired them with 1 and 2, and then 1 with 4 again."""
        rounds = (
            Round(1, (Pairing(1, 1, 4, SECOND), Pairing(2, 5, 2, FIRST))),
            Round(2, (Pairing(1, 1, 4, FIRST), Pairing(2, 2, 3, FIRST)), (Bye(5, ByeKind.ALLOCATED),)),
        )
        assert refusal(replace(field(5), rounds=rounds, next_round=3), TWO) == "ko-twice"

    @pytest.mark.parametrize("options", [ONE, TWO, Options(bracket=TreeKind.FOURS), Options(bracket=TreeKind.PLACES)])
    @pytest.mark.rotates(8)
    def test_round_after_manual_rounds_keeps_promises_or_is_refused_in_words(self, options):
        ends = Counter()
        for seed in range(600):
            lots = Random(seed)
            snapshot = field(lots.randrange(4, 9))
            for number in (1, 2):
                won = [lots.choice(ENDS) for _side in range(99)]
                by_hand = number == 1 + seed % 2
                try:
                    plan = _by_hand(snapshot, number, lots) if by_hand else pair(snapshot, options, lots)
                    snapshot = with_round(snapshot, plan, lambda one, two, won=won: won[one])
                except CannotPair:
                    break
            try:
                judged_plan("knock-out", snapshot, options, "1")
            except CannotPair as refused:
                ends[refused.reason.code] += 1
            else:
                ends["paired"] += 1
        assert min(ends["paired"], ends["ko-at-odds"], ends["ko-not-played"]) > 5, ends

    def test_omitted_match_is_refused(self):
        snapshot = replace(field(4), rounds=(Round(1, (Pairing(1, 1, 4, FIRST),)),), next_round=2)
        assert refusal(snapshot) == "ko-not-played"


class TestCurrentPlaces:
    def test_remaining_players_can_still_reach_the_best_places(self):
        after = play_on(field(8), rounds=1)
        assert places(after, Options()) == {**dict.fromkeys(range(1, 5), (1, 4)), **dict.fromkeys(range(5, 9), (5, 8))}
        assert set(places(field(8), Options()).values()) == {(1, 8)}
        end = play_on(field(8))
        assert places(end, Options(), 1) == places(after, Options())

    def test_reseeded_player_with_a_bye_can_still_get_every_place(self):
        options = Options(reseed=True)
        found = places(with_round(field(5), pair(field(5), options, Random(1)), lambda _first, _second: None), options)
        assert found[1][0] == 1
        assert found[1][1] >= 3

    def test_late_entries_are_last_and_idle(self):
        snapshot = replace(field(4), players=(*field(4).players, Player(5, entered=2)))
        assert places(snapshot, Options())[5] == (5, 5)
        assert SYSTEM.add_system_facts(snapshot, Options()).idle == {5}


def test_knock_out_is_registered_with_fixed_rounds_and_without_wishes():
    assert SYSTEMS["knock-out"] is SYSTEM
    assert SYSTEM.fixes_rounds
    assert not SYSTEM.takes_wishes
    assert [SYSTEM.rounds(count, Options()) for count in (0, 1, 2, 3, 8, 9)] == [0, 0, 1, 2, 3, 4]


ENDS = (FIRST, SECOND, NEITHER)


def _by_hand(snapshot, number, lots):
    """Return a random manual round: some players are at tables, and some have byes."""
    order = lots.sample([player.number for player in snapshot.players], len(snapshot.players))
    tables = lots.randrange(1, len(order) // 2 + 1)
    pairs = tuple(PlannedPairing(at + 1, order[2 * at], order[2 * at + 1]) for at in range(tables))
    free = lots.sample(order[2 * tables :], lots.randrange(len(order) - 2 * tables + 1))
    return RoundPlan(number, pairs, tuple(PlannedBye(player, ByeKind.FULL) for player in sorted(free)))


def _places_after(recorded, changes):
    """Return all players who are at a table of the round or have a bye in it, after the changes."""
    gone = {change.was.table for change in changes.matches if change.was is not None}
    pairs = [p for p in recorded.pairings if p.table not in gone] + [c.now for c in changes.matches if c.now]
    free = [bye.player for bye in recorded.byes if bye.player not in changes.not_free]
    return [side for p in pairs for side in (p.first, p.second)] + free + [bye.player for bye in changes.free]


def _twice(players):
    return [player for player in players if players.count(player) > 1]


class TestLaterCorrection:
    def follow(self, rounds, number=1, table=1, count=16, options=ONE):
        snapshot = play_on(field(count), options, rounds=rounds)
        wrong = snapshot.rounds[number - 1].pairings[table - 1]
        right = SECOND if wrong.result == FIRST else FIRST
        changed = with_result(snapshot, number, table, right)
        return [
            (changes.round, [(c.match.key, _pair(c.was), _pair(c.now)) for c in changes.matches])
            for changes in follows(snapshot, changed, options, number)
        ]

    def test_last_result_affects_no_other_match(self):
        assert self.follow(1) == []

    def test_next_match_is_played_again(self):
        assert self.follow(2) == [(2, [("W2.1", (1, 8), (8, 16))])]

    def test_only_matches_reached_by_the_changed_player_are_lost(self):
        assert self.follow(4) == [
            (2, [("W2.1", (1, 8), (8, 16))]),
            (3, [("W3.1", (1, 4), None)]),
            (4, [("P3.1", (3, 4), None), ("W4.1", (1, 2), None)]),
        ]

    def test_change_affects_both_parts_with_two_lives(self):
        found = dict(self.follow(3, options=TWO, count=8))
        assert ("L1.1", (5, 8), (1, 5)) in found[2]
        assert found[3]

    def test_same_winner_changes_nothing(self):
        snapshot = play_on(field(8), rounds=3)
        changed = with_result(snapshot, 1, 1, replace(FIRST, decision=Decision.FORFEIT))
        assert follows(snapshot, changed, ONE, 1) == ()
        stored = with_result(snapshot, 1, 1, SECOND, goes_on=1)
        assert follows(snapshot, stored, ONE, 1) == ()

    def test_correction_gives_a_round_with_swapped_players_new_pairings(self):
        snapshot = play_on(field(8), rounds=1)
        plan = pair(snapshot, ONE, Random(1))
        assert games(plan) == [(1, 4), (2, 3)]
        swapped = Round(2, (Pairing(1, 1, 3, FIRST), Pairing(2, 2, 4, FIRST)), ())
        snapshot = replace(snapshot, rounds=(*snapshot.rounds, swapped), next_round=3)
        table = next(p.table for p in snapshot.rounds[0].pairings if p.first == 4)
        ((changes,),) = [follows(snapshot, with_result(snapshot, 1, table, SECOND), ONE, 1)]
        assert sorted(_pair(change.now) for change in changes.matches) == [(1, 5), (2, 3)]

    @pytest.mark.parametrize("options", [ONE, TWO, Options(bracket=TreeKind.FOURS)])
    def test_no_player_gets_two_places_after_any_manual_rounds(self, options):
        for seed in range(400):
            lots = Random(seed)
            snapshot = field(lots.randrange(4, 8))
            for number in (1, 2):
                ends = [lots.choice(ENDS) for _side in range(99)]
                snapshot = with_round(snapshot, _by_hand(snapshot, number, lots), lambda one, two, ends=ends: ends[one])
            table = lots.choice(snapshot.rounds[0].pairings).table
            changed = with_result(snapshot, 1, table, lots.choice(ENDS))
            for changes in follows(snapshot, changed, options, 1):
                assert _twice(_places_after(snapshot.rounds[1], changes)) == [], seed

    def test_extra_pairing_is_removed_if_a_player_would_play_twice(self):
        snapshot = play_on(field(4), rounds=1)
        assert games(pair(snapshot, ONE, Random(1)))[-1] == (1, 2)
        beside = Round(2, (Pairing(1, 1, 3, FIRST), Pairing(2, 2, 4, FIRST), Pairing(3, 1, 2, FIRST)), ())
        snapshot = replace(snapshot, rounds=(*snapshot.rounds, beside), next_round=3)
        ((changes,),) = [follows(snapshot, with_result(snapshot, 1, 1, SECOND), ONE, 1)]
        left = {p.table: _pair(p) for p in beside.pairings}
        for change in changes.matches:
            if change.was is not None:
                del left[change.was.table]
        seated = [n for pair_ in [*left.values(), *(_pair(c.now) for c in changes.matches if c.now)] for n in pair_]
        assert sorted(seated) == [1, 2, 3, 4]

    def test_double_forfeit_leaves_no_opponent(self):
        snapshot = play_on(field(8), rounds=2)
        ((changes,),) = [follows(snapshot, with_result(snapshot, 1, 1, NEITHER), ONE, 1)]
        assert [(c.match.key, c.now) for c in changes.matches] == [("W2.1", None)]
        assert [bye.player for bye in changes.free] == [4]

    def test_removed_matches_are_listed_as_missing_with_their_players(self):
        snapshot = play_on(field(8), rounds=3)
        first, second, third = snapshot.rounds
        without = replace(snapshot, rounds=(first, second, replace(third, pairings=())))
        (changes,) = missing(without, ONE, 2)
        assert [(c.match.key, _pair(c.now)) for c in changes.matches] == [("P3.1", (3, 4)), ("W3.1", (1, 2))]


def _pair(pairing):
    return pairing and (pairing.first, pairing.second)
