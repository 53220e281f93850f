"""The progress of engines: counts that rise to a total, and a stop whenever the listener requests it."""

from random import Random

import pytest

from pairings.matching.search import PROGRESS_MESSAGE
from pairings.matching.solve import match_table
from pairings.plan import as_recorded
from pairings.progress import Work
from pairings.snapshot import Outcome, Pairing, Player, Result, Round, Snapshot
from pairings.systems import SYSTEMS
from standings.rulesets.presets import RULES
from standings.verdict import verdicts

WON, DRAWN = Result(Outcome.WIN, Outcome.LOSS), Result(Outcome.DRAW, Outcome.DRAW)


class Stopped(Exception):
    pass


def stop_at(number):
    """Return a listener that stops the work when it is called for the n-th time."""
    heard = []

    def listen(progress):
        heard.append(progress)
        if len(heard) == number:
            raise Stopped

    return listen


def play_rounds(system, rounds=3, players=40):
    """Return a stage after some rounds, in which half of the games are drawn if the system allows draws."""
    snapshot = Snapshot(tuple(Player(n, rating=2400 - n) for n in range(1, players + 1)), planned_rounds=9)
    rng, options = Random(1), system.options()
    results = (WON,) if system.knocks_out else (WON, DRAWN)
    for number in range(1, rounds + 1):
        recorded = as_recorded(system.pair(snapshot, options, Random(number)))
        pairings = tuple(Pairing(p.table, p.first, p.second, rng.choice(results)) for p in recorded.pairings)
        past = (*snapshot.rounds, Round(number, pairings, recorded.byes))
        snapshot = Snapshot(snapshot.players, past, next_round=number + 1, planned_rounds=9)
    return snapshot


def heard_of(work_of):
    heard = []
    work_of(Work(heard.append))
    return heard


@pytest.mark.parametrize("key", ["dutch", "papp"])
def test_searching_systems_report_progress(key):
    system, snapshot = SYSTEMS[key], play_rounds(SYSTEMS[key])
    heard = heard_of(lambda work: system.pair(snapshot, system.options(), Random(4), work))
    assert heard
    assert all(0 <= each.done <= each.of for each in heard)
    assert all("{done}" in each.message and "{of}" in each.message for each in heard)


@pytest.mark.parametrize("key", SYSTEMS)
def test_listening_to_progress_changes_no_plan(key):
    system = SYSTEMS[key]
    count = 20 if key == "scheveningen" else 40  # two teams of ten at most
    snapshot = play_rounds(system, min(3, (system.rounds(count, system.options()) or 9) - 1), count)
    unheard = system.pair(snapshot, system.options(), Random(4))
    assert system.pair(snapshot, system.options(), Random(4), Work([].append)) == unheard


@pytest.mark.parametrize("key", ["dutch", "papp"])
def test_listener_can_stop_the_work_at_any_step(key):
    system, snapshot = SYSTEMS[key], play_rounds(SYSTEMS[key])
    steps = len(heard_of(lambda work: system.pair(snapshot, system.options(), Random(4), work)))
    for number in range(1, steps + 1):
        with pytest.raises(Stopped):
            system.pair(snapshot, system.options(), Random(4), Work(stop_at(number)))


def test_progress_of_a_matching_rises_to_all_players():
    rng = Random(2)
    costs = [[0] * 60 for _ in range(60)]
    for one in range(60):
        for other in range(one):
            costs[one][other] = costs[other][one] = rng.randrange(1000)
    last = heard_of(lambda work: match_table(costs, work=work))[-1]
    assert last.done <= last.of == 60


def test_final_search_of_a_matching_counts_matched_players():
    """Six groups of three, cheap inside: each leaves one member to be matched with another group."""
    costs = [[1 if one // 3 == other // 3 else 50 + abs(one - other) for one in range(18)] for other in range(18)]
    heard = [each for each in heard_of(lambda work: match_table(costs, work=work)) if each.message == PROGRESS_MESSAGE]
    assert [(each.done, each.of) for each in heard] == [(14, 18), (16, 18), (18, 18)]


@pytest.mark.parametrize("tables", [2, 12])
@pytest.mark.rotates(2)
def test_verdicts_report_progress(tables):
    """Results of a few open tables are all tried; many open tables are searched."""
    pairings = tuple(Pairing(n, 2 * n - 1, 2 * n, None) for n in range(1, tables + 1))
    players = tuple(Player(n) for n in range(1, 2 * tables + 1))
    snapshot = Snapshot(players, (Round(1, pairings),), next_round=2)
    rules = RULES["fide-2026"]
    heard = heard_of(lambda work: verdicts(snapshot, rules, 1, work=work))
    assert heard
    assert all(0 <= each.done < each.of for each in heard)
    with pytest.raises(Stopped):
        verdicts(snapshot, rules, 1, work=Work(stop_at(len(heard))))
