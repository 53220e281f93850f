"""Claims of FIDE's Swiss systems about other pairings ("nobody below", "could not all be paired") are true."""

from copy import copy
from functools import lru_cache
from itertools import combinations, pairwise
from random import Random

import pytest

from pairings.judge import violations
from pairings.library import system_calls
from pairings.matching.sets.bits import as_set, bits
from pairings.plan import CannotPair, NoLegalPairing, PlannedBye, PlannedPairing, RoundPlan
from pairings.snapshot import ByeKind
from pairings.swiss.rules.field import SwissField
from pairings.swiss.solve.brackets import pair_brackets
from pairings.swiss.solve.completion import Completion
from pairings.systems import SYSTEMS
from pairings.systems.burstein import engine
from pairings.systems.dutch import Options
from tests.pairings.dutch.positions import HardPosition, Position
from tests.pairings.test_claims import are_legal, matchings
from tests.pairings.test_systems import options_of, reasons_of, rounds

pytestmark = pytest.mark.slow("all pairings of small fields are looked through")

EDITIONS = ("2026", "2017", "2012")


@lru_cache(maxsize=3)
def dutch(edition, positions=150):
    """Return (snapshot, plan, field) of small positions, half of them hard."""
    found = []
    for kind in (Position, HardPosition):
        for seed in range(positions):
            snapshot = kind(seed, 9).snapshot
            try:
                plan = SYSTEMS["dutch"].pair(snapshot, Options(edition), Random(0))
            except CannotPair:
                continue
            found.append((snapshot, plan, SwissField(snapshot, Options(edition))))
    return tuple(found)


def reasons_with(edition, *codes):
    """Yield (field, reason) for each reason with one of the codes."""
    for _snapshot, plan, field in dutch(edition):
        yield from ((field, reason) for reason in reasons_of(plan) if reason.code in codes)


def in_brackets(edition, *codes):
    """Yield (field, reason, all players in its bracket, all players not paired above it).

    In these fields, nobody with a higher score than the player with the bye may have it.
    """
    for _snapshot, plan, field in dutch(edition):
        given = {bye.player for bye in plan.byes if bye.kind is ByeKind.ALLOCATED}
        most = max((player.points for player in field.players if player.number in given), default=0)
        low = copy(field)
        low.eligible &= as_set([v for v in range(field.size) if field.points[v] <= most])
        reasons = [reason for reason in reasons_of(plan) if reason.code in codes]
        left = field.everybody
        for bracket in pair_brackets(field, Completion(field)).brackets if reasons else ():
            made = as_set([v for pair in bracket.outcome.moved_pairs + bracket.outcome.pairs for v in pair])
            inside = made | as_set(bracket.outcome.floaters)
            for reason in reasons:
                if reason.facts["bracket"] == bracket.number:
                    yield low, reason, inside, left
            left &= ~made


def index_of(field, number):
    return next(player.index for player in field.players if player.number == number)


def all_play(field, players, *, bye=False):
    """Return whether the players of a set can all be paired; with `bye` one of an odd number may have it."""

    def legal(one, other):
        return are_legal(field, one, other)

    if players.bit_count() % 2 and bye:
        return any(all_play(field, players & ~(1 << one)) for one in bits(players & field.eligible))
    return next(matchings(list(bits(players)), legal), None) is not None


def leavers(field, inside, count):
    """Yield the sets of `count` players without whom the others of a bracket can be paired."""
    for some in combinations(bits(inside), count):
        if all_play(field, inside & ~as_set(some)):
            yield as_set(some)


@pytest.mark.rotates(3)
@pytest.mark.parametrize("edition", EDITIONS)
class TestDutch:
    def test_no_player_with_a_lower_score_may_have_the_bye(self, edition):
        seen = set()
        for field, reason in reasons_with(edition, "dutch-bye-lowest", "dutch-bye-nobody-below", "dutch-bye-rest"):
            own = index_of(field, reason.facts["player"])
            below = [v for v in range(field.size) if field.points[v] < field.points[own]]
            able = [v for v in below if field.eligible >> v & 1]
            assert bool(below) == (reason.code != "dutch-bye-lowest")
            assert bool(able) == (reason.code == "dutch-bye-rest")
            assert not any(all_play(field, field.everybody & ~(1 << v)) for v in able)
            seen.add(reason.code)
        assert seen >= {"dutch-bye-lowest", "dutch-bye-nobody-below"}

    def test_floater_has_no_possible_opponent_in_the_group(self, edition):
        seen = 0
        for field, reason, inside, _left in in_brackets(edition, "dutch-float-none"):
            score = min(field.points[v] for v in bits(inside))
            assert not field.legal[index_of(field, reason.facts["player"])] & field.groups[score]
            seen += 1
        assert seen

    def test_fewer_floaters_leave_some_players_unpaired(self, edition):
        seen = 0
        for field, reason, inside, left in in_brackets(edition, "dutch-float-many", "dutch-float-many-bye"):
            fewer = [some for n in range(reason.facts["count"]) for some in leavers(field, inside, n)]
            assert not any(all_play(field, left & ~inside | some, bye=True) for some in fewer)
            seen += 1
        assert seen

    def test_last_player_floats_only_from_an_odd_group(self, edition):
        found = list(in_brackets(edition, "dutch-float-last"))
        assert found
        assert all(inside.bit_count() % 2 for _field, _reason, inside, _left in found)

    def test_pair_would_leave_others_unpaired(self, edition):
        seen = 0
        for snapshot, _plan, field in dutch(edition)[::3]:
            for one, other in combinations([player.number for player in field.players], 2):
                answer = system_calls.as_reasons(system_calls.why_not("dutch", snapshot, Options(edition), one, other))
                if any(reason.code.endswith(("why-not-C4", "why-not-C.4")) for reason in answer):
                    both = 1 << index_of(field, one) | 1 << index_of(field, other)
                    assert not all_play(field, field.everybody & ~both, bye=True)
                    seen += 1
        assert seen or edition == "2012"

    def test_blocking_players_outnumber_their_possible_opponents(self, edition):
        """The blocking players cannot meet each other, and all their possible opponents are named and are fewer."""
        seen = 0
        for snapshot, _plan, field in dutch(edition)[::3]:
            for one, other in combinations([player.number for player in field.players], 2):
                answer = system_calls.as_reasons(system_calls.why_not("dutch", snapshot, Options(edition), one, other))
                left = field.everybody & ~(1 << index_of(field, one) | 1 << index_of(field, other))
                for reason in answer:
                    if reason.code == "dutch-blocked" and left.bit_count() % 2 == 0:
                        group = as_set([index_of(field, n) for n in reason.facts["players"]])
                        others = as_set([index_of(field, n) for n in reason.facts["opponents"]])
                        assert all(field.legal[v] & left & ~others == 0 for v in bits(group))
                        assert group.bit_count() > others.bit_count()
                        seen += 1
        assert seen


FAMILY = ("dutch", "dubov", "burstein", "lim", "double-swiss", "team-swiss")


def every_round(snapshot):
    """Yield all rounds of the players to be paired, with either side first."""
    there = [player.number for player in snapshot.to_be_paired()]
    for bye in there if len(there) % 2 else (None,):
        for pairs in matchings([n for n in there if n != bye], lambda _one, _other: True):
            for sides in range(1 << len(pairs)):
                tables = tuple(
                    PlannedPairing(at + 1, *(pair[::-1] if sides >> at & 1 else pair)) for at, pair in enumerate(pairs)
                )
                yield RoundPlan(snapshot.next_round, tables, () if bye is None else (PlannedBye(bye),))


@pytest.mark.rotates(2)
@pytest.mark.parametrize("key", FAMILY)
def test_judge_finds_no_pairing_where_the_system_finds_none(key):
    system, seen = SYSTEMS[key], 0
    for size in (3, 4, 5):
        for seed in range(30):
            for snapshot, refusal in rounds(system, size, seed):
                if isinstance(refusal, NoLegalPairing):
                    options = options_of(system)
                    asked = tuple(PlannedBye(bye.player, bye.kind) for bye in snapshot.byes)
                    for plan in every_round(snapshot):
                        whole = RoundPlan(plan.number, plan.pairings, (*plan.byes, *asked))
                        assert violations(snapshot, whole, system.promises, options), (snapshot, plan)
                    seen += 1
    assert seen


def test_burstein_downfloat_is_necessary():
    """If all of a group were paired with each other, those below could not be paired."""
    seen = 0
    for size in range(3, 10):
        for seed in range(25):
            for snapshot, plan in rounds(SYSTEMS["burstein"], size, seed):
                if any(reason.code == "burstein-floater" for reason in reasons_of(plan)):
                    found = engine.pairs_after_seeding(snapshot, options_of(SYSTEMS["burstein"]))
                    left = found.field.everybody & ~(0 if found.bye is None else 1 << found.bye)
                    for bracket, following in pairwise(found.brackets):
                        made = as_set([v for pair in bracket.pairs for v in pair])
                        inside = made | following.moved
                        if following.moved:
                            assert not (all_play(found.field, inside) and all_play(found.field, left & ~inside))
                            seen += 1
                        left &= ~made
    assert seen
