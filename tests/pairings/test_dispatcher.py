"""The live dispatcher of courts: known calls, promises in whole evenings, and reasons for uncalled matches."""

import json
import random
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from pairings.plan import Reason
from pairings.schedules.dispatcher import (
    Court,
    Forecast,
    HallState,
    Playing,
    WaitingMatch,
    forecast_queue,
    learn_durations,
    next_calls,
    queue,
    why_not,
)
from pairings.wording.sentences import sentence

LIVE = json.loads((Path(__file__).parent.parent / "data/courts/live.json").read_text())


def courts(count):
    return tuple(Court(number) for number in range(1, count + 1))


def play(hall, lasts):
    """Return every call of an evening as (time, court, match, short rest), with each possible call made at once."""
    calls, ends = [], {}
    while True:
        made = next_calls(hall)
        calls += [(hall.now, call.court, call.match.key, call.short_rest) for call in made]
        ends |= {call.court: hall.now + lasts(call.match) for call in made}
        gone = {call.match.key for call in made}
        hall = replace(
            hall,
            waiting=tuple(match for match in hall.waiting if match.key not in gone),
            playing=(*hall.playing, *(Playing(call.match, call.court, hall.now) for call in made)),
        )
        rests = [hall.rest_end(match) for match in hall.waiting] if hall.waits_for_rest else []
        later = min([*ends.values(), *(at for at in rests if at > hall.now)], default=None)
        if later is None:
            assert not hall.waiting
            return calls
        over = {court for court, at in ends.items() if at == later}
        free = {player: later for each in hall.playing if each.court in over for player in each.match.players}
        ends = {court: at for court, at in ends.items() if court not in over}
        hall = replace(
            hall,
            now=later,
            playing=tuple(each for each in hall.playing if each.court not in over),
            free_since={**hall.free_since, **free},
        )


def test_known_evening_has_the_known_calls():
    lasts = {game["game"]: game["minutes"] for game in LIVE["games"]}
    hall = HallState(
        courts(LIVE["courts"]),
        tuple(WaitingMatch(game["game"], tuple(game["players"]), game["planned_slot"]) for game in LIVE["games"]),
        min_rest=LIVE["min_rest"],
    )
    lines = [(call["time"], call["court"], call["game"], call["short_rest"]) for call in LIVE["calls"]]
    assert play(hall, lambda match: lasts[match.key]) == lines


def three_disciplines(seed):
    """Return the matches and their minutes: singles and two other disciplines in groups of five.

    Each discipline has 40 of 60 persons, so a person plays in two on average.
    """
    lots = random.Random(seed)
    persons = list(range(60))
    matches = []
    for stage in ("singles", "doubles", "mixed"):
        lots.shuffle(persons)
        for begin in range(0, 40, 5):
            group = persons[begin : begin + 5]
            for number, pair in enumerate(combinations(group, 2)):
                matches.append(WaitingMatch(len(matches) + 1, pair, 1 + number // 2, stage=stage))
    return matches, {match.key: lots.randint(12, 45) for match in matches}


@pytest.mark.parametrize("seed", range(8))
def test_no_clash_and_no_idle_court_while_a_match_can_be_played(seed):
    matches, lasts = three_disciplines(seed)
    hall = HallState(courts(8), tuple(matches), min_rest=10, waits_for_rest=seed % 2 == 0)
    calls = play(hall, lambda match: lasts[match.key])
    assert calls == play(hall, lambda match: lasts[match.key])  # the same evening again
    assert sorted(key for _at, _court, key, _short in calls) == [match.key for match in matches]
    by_key = {match.key: match for match in matches}
    times = [(at, at + lasts[key], court, by_key[key]) for at, court, key, _short in calls]
    for one, other in combinations(times, 2):
        if one[0] < other[1] and other[0] < one[1]:
            assert one[2] != other[2]
            assert not set(one[3].players) & set(other[3].players)
    rest = 10 if hall.waits_for_rest else 0
    for at, _end, _court, match in times:
        # a court that was free for more than two minutes before this call had no match that could have gone there
        for early in range(at - 3, -1, -1):
            busy = [each for each in times if each[0] <= early < each[1]]
            if len(busy) == 8:
                break
            playing = {player for each in busy for player in each[3].players}
            ended = {player: each[1] for each in times if each[1] <= early for player in each[3].players}
            rested = all(early - ended.get(player, -rest) >= rest for player in match.players)
            assert set(match.players) & playing or not rested, (early, at, match)
    if hall.waits_for_rest:
        assert not any(short for *_call, short in calls)


class TestNextMatch:
    def test_lower_courts_come_first_and_no_player_is_on_two(self):
        hall = HallState(courts(3), (WaitingMatch(1, (1, 2)), WaitingMatch(2, (2, 3)), WaitingMatch(3, (4, 5))))
        assert [(call.court, call.match.key) for call in next_calls(hall)] == [(1, 1), (2, 3)]

    def test_closed_court_gets_no_match(self):
        hall = HallState((Court(1, is_open=False), Court(2)), (WaitingMatch(1, (1, 2)), WaitingMatch(2, (3, 4))))
        assert [(call.court, call.match.key) for call in next_calls(hall)] == [(2, 1)]

    def test_reserved_court_takes_only_its_stage_and_manual_court_nothing(self):
        matches = (
            WaitingMatch(1, (1, 2), stage="A"),
            WaitingMatch(2, (3, 4), stage="B"),
            WaitingMatch(3, (5, 6), stage="A"),
        )
        hall = HallState((Court(1, only=frozenset({"B"})), Court(2, only=frozenset()), Court(3)), matches)
        assert [(call.court, call.match.key) for call in next_calls(hall)] == [(1, 2), (3, 1)]

    def test_short_rest_comes_last_unless_the_hall_waits(self):
        hall = HallState(
            courts(1), (WaitingMatch(1, (1, 2)), WaitingMatch(2, (3, 4), 9)), free_since={1: 8}, now=10, min_rest=5
        )
        assert next_calls(hall)[0].match.key == 2
        alone = replace(hall, waiting=hall.waiting[:1])
        assert (next_calls(alone)[0].match.key, next_calls(alone)[0].short_rest) == (1, 1)
        assert next_calls(replace(alone, waits_for_rest=True)) == ()
        assert next_calls(replace(alone, waits_for_rest=True, now=13))

    def test_player_without_a_match_has_waited_from_the_start_and_needs_no_rest(self):
        hall = HallState(
            courts(1), (WaitingMatch(1, (1, 2)), WaitingMatch(2, (3, 4))), free_since={1: 3, 2: 4}, now=5, min_rest=5
        )
        assert next_calls(hall)[0].match.key == 2
        assert next_calls(hall)[0].short_rest == 0

    def test_match_waits_for_the_matches_it_depends_on(self):
        final = WaitingMatch(3, (), after=(1, 2))
        hall = HallState(courts(2), (WaitingMatch(1, (1, 2)), final), (Playing(WaitingMatch(2, (3, 4)), 2, 0),))
        assert [call.match.key for call in next_calls(hall)] == [1]
        assert why_not(hall, final) == (Reason("court-earlier", {"count": 2}),)
        assert next_calls(HallState(courts(2), (final,)))[0].match == final


class TestWhyNot:
    def sentences_of(self, hall, match):
        words = {"until": {15: "14:05"}, "court": {3: "Court 3"}}
        found = []
        for reason in why_not(hall, match):
            facts = {name: words.get(name, {}).get(fact, fact) for name, fact in reason.facts.items()}
            found.append(sentence(replace(reason, facts=facts), {1: "Anna", 2: "Bo"}))
        return found

    def test_playing_and_resting_players_are_both_named(self):
        match = WaitingMatch(9, (1, 2))
        hall = HallState(
            courts(4),
            (match,),
            (Playing(WaitingMatch(1, (1, 7)), 3, 0),),
            free_since={2: 5},
            now=10,
            min_rest=10,
            waits_for_rest=True,
        )
        assert self.sentences_of(hall, match) == ["Anna is still playing (Court 3).", "Bo rests until 14:05."]

    def test_missing_free_courts_are_explained(self):
        match = WaitingMatch(9, (1, 2))
        taken = HallState(courts(1), (match,), (Playing(WaitingMatch(1, (3, 4)), 1, 0),))
        assert self.sentences_of(taken, match) == ["Nothing is free yet."]
        assert self.sentences_of(HallState((Court(1, is_open=False),), (match,)), match) == ["Everything is closed."]
        reserved = HallState((Court(1, only=frozenset({"B"})),), (match,))
        assert self.sentences_of(reserved, match) == ["Only reserved ones are free."]
        first = HallState(courts(1), (WaitingMatch(1, (3, 4)), match))
        assert self.sentences_of(first, match) == ["Other matches come first."]
        assert self.sentences_of(HallState(courts(1), (match,)), match) == []


class TestForecast:
    def test_queue_is_estimated_by_learned_durations(self):
        matches = tuple(WaitingMatch(key, (2 * key, 2 * key + 1), stage="A" if key % 2 else "B") for key in range(2, 7))
        hall = HallState(
            courts(2),
            matches,
            (Playing(WaitingMatch(1, (1, 99), stage="A"), 1, 0),),
            now=4,
            minutes={"A": 10},
            usual=30,
        )
        found = forecast_queue(hall)
        assert found[2] == Forecast(1, 4, 2)
        assert found[3] == Forecast(2, 10, 1)
        assert [match.key for match in queue(hall)] == [2, 3, 4, 5, 6]
        assert forecast_queue(hall) == found

    def test_overdue_match_counts_as_ending_now(self):
        hall = HallState(
            courts(1), (WaitingMatch(2, (3, 4)),), (Playing(WaitingMatch(1, (1, 2)), 1, 0),), now=100, usual=30
        )
        assert forecast_queue(hall)[2] == Forecast(1, 100, 1)

    def test_rest_delays_a_match_and_a_blocked_match_has_no_estimate(self):
        stuck = WaitingMatch(4, (8, 9), after=(4,))  # never starts
        hall = HallState(
            courts(1), (WaitingMatch(2, (1, 3)), stuck), free_since={1: 10}, now=12, min_rest=20, waits_for_rest=True
        )
        assert forecast_queue(hall) == {2: Forecast(1, 30, 1)}
        closed = replace(hall, courts=(Court(1, is_open=False),))
        assert forecast_queue(closed) == {}
        assert [match.key for match in queue(closed)] == [4, 2]  # by key: nobody of 4 has rested too little

    def test_durations_are_learned_from_three_matches_of_a_stage(self):
        assert learn_durations([("A", 10), ("A", 30), ("B", 5), ("A", 20), ("B", 7)]) == {"A": 20}


class TestPlannedTimes:
    MATCHES = (WaitingMatch(1, (1, 2), planned=60, not_before=60), WaitingMatch(2, (3, 4), planned=90))
    HALL = HallState((Court(1),), MATCHES, now=0, usual=30)

    def test_match_is_not_called_before_its_time(self):
        assert [call.match.key for call in next_calls(self.HALL)] == [2]
        assert [reason.code for reason in why_not(self.HALL, self.HALL.waiting[0])] == ["court-planned"]
        later = replace(self.HALL, now=60)
        assert [call.match.key for call in next_calls(later)] == [1], "then the plan's order counts"

    def test_court_is_reserved_until_the_planned_time(self):
        expected = forecast_queue(self.HALL)
        assert (expected[2].at, expected[1].at) == (0, 60)
