"""Claims of reasons about other pairings ("fewer are not possible", "nobody else") are compared with all pairings."""

from collections import Counter
from functools import partial
from itertools import combinations, starmap, takewhile

import pytest

from pairings.matching.sets.bits import as_set, bits
from pairings.numbers import scores
from pairings.plan import RoundPlan
from pairings.snapshot import ByeKind
from pairings.swiss.matches.brackets import total
from pairings.systems import SYSTEMS
from pairings.systems.booster import engine
from pairings.systems.double_swiss import engine as double_swiss
from pairings.systems.dubov.engine import pair_field as dubov_paired
from pairings.systems.ladder.engine import field_of as ladder_field
from pairings.systems.lim.engine import find_pairs as lim_paired
from pairings.systems.pods.field import field_of as pods_field
from pairings.systems.pods.tables import cost_of
from pairings.systems.team_swiss import engine as team_swiss
from pairings.systems.us_chess.engine import find_pairs as us_paired
from pairings.systems.us_chess.groups import GroupOrder
from tests.pairings.test_systems import options_of, reasons_of, rounds
from tests.pairings.us_chess import literal
from tests.pairings.us_chess.test_us_chess import events as us_events

SIZES = range(3, 10)


def matchings(members, legal):
    """Yield all ways to pair the members."""
    if not members:
        yield ()
        return
    first, *rest = members
    for other in rest:
        if legal(first, other):
            left = [each for each in rest if each != other]
            yield from (((first, other), *pairs) for pairs in matchings(left, legal))


def reasons_with(key, code, seeds=40, sizes=SIZES):
    """Yield (snapshot, plan, reason) for each reason with one of the codes, in small fields with and without wishes."""
    system = SYSTEMS[key]
    for size in sizes:
        for seed in range(seeds):
            for snapshot, plan in rounds(system, size, seed, wished=seed % 2 == 1):
                if isinstance(plan, RoundPlan):
                    yield from ((snapshot, plan, reason) for reason in reasons_of(plan) if reason.code in code)


def given_bye(snapshot, plan):
    asked = {bye.player for bye in snapshot.byes}
    return [bye.player for bye in plan.byes if bye.kind is ByeKind.ALLOCATED and bye.player not in asked]


class TestUSChess:
    @pytest.mark.rotates(4)
    def test_no_better_pairing_of_the_group_improves_colours(self):
        """No pairing has fewer third games of a colour.

        Fewer of the other faults require more change beyond the limit, or worse colours.
        """
        seen = set()
        for snapshot, options, plan in us_events(range(150)):
            codes = {r.code for r in reasons_of(plan)} if plan else set()
            if not codes & {"us-third", "us-unequal", "us-not-due"}:
                continue
            found = us_paired(snapshot, options)
            for group in found.brackets:
                order = GroupOrder(found.field, group.players, group.incoming)
                place = {one: at for at, one in enumerate(order.players)}
                mine = order.total([(place[a], place[b]) for a, b in group.pairs])
                for pairs in matchings(range(order.size), order.legal):
                    third, over, unequal, beyond, clash, *_rest = order.total(pairs)
                    assert third >= mine[0]
                    assert unequal >= mine[2] or third > mine[0] or over > mine[1]
                    assert clash >= mine[4] or (third, over, unequal, beyond) > mine[:4]
            seen |= codes
        assert seen >= {"us-third", "us-unequal", "us-not-due"}

    @pytest.mark.rotates(4)
    def test_repeated_odd_player_and_bye_are_unavoidable(self):
        seen = set()
        for snapshot, options, plan in us_events(range(400)):
            codes = {r.code for r in reasons_of(plan)} if plan else set()
            seen |= codes
            if plan and given_bye(snapshot, plan):
                round_ = literal.Round(snapshot, options)
                (bye,) = given_bye(snapshot, plan)
                able = [n for n in round_.ranked if n not in round_.barred]
                able = [n for n in able if round_.complete([m for m in round_.ranked if m != n])]
                low = [n for n in able if round_.points[n] == min(round_.points[m] for m in able)]
                rated = [n for n in low if n not in round_.unrated]
                fresh = [n for n in rated if n not in round_.half]
                if "us-bye" in codes:
                    assert bye == fresh[-1]
                elif "us-bye-half" in codes:
                    assert not fresh
                    assert bye in round_.half
                else:
                    assert not rated
        assert seen >= {"us-bye", "us-bye-half", "us-bye-unrated", "us-odd-again"}

    @pytest.mark.rotates(4)
    def test_players_before_the_odd_player_by_29d1_could_not_leave(self):
        seen = 0
        for snapshot, options, plan in us_events(range(250)):
            if plan is None or not any(reason.code == "us-odd-again" for reason in reasons_of(plan)):
                continue
            round_ = literal.Round(snapshot, options)
            for odd, before, group, below in leaving(us_paired(snapshot, options)):
                if odd in round_.dropped:
                    seen += 1
                    for other in before:
                        stays = [n for n in group if n != other]
                        assert not (round_.complete(stays) and round_.complete([other, *below]))
        assert seen > 20


def leaving(found):
    """Yield facts of each group that exactly one player leaves.

    They are: (this player, rated players without an earlier drop who stay, the whole group, all players below).
    """
    field = found.field
    numbers = [player.number for player in field.players]
    left = [n for at, n in enumerate(numbers) if at != found.bye]
    for group, following in zip(found.brackets, [*found.brackets[1:], None], strict=True):
        inside = group.players | as_set(group.odd)
        if len(group.odd) == 1 and following is not None:
            others = [v for v in bits(group.players & ~group.incoming) if not field.dropped >> v & 1]
            nearest = following.players & ~following.incoming | as_set(following.odd) & ~as_set(group.odd)
            ready = [v for v in others if not field.unrated >> v & 1 and field.legal[v] & nearest]
            members = [numbers[v] for v in bits(inside)]
            top = min(field.points[v] for v in bits(inside))
            below = [n for n in left if field.points[numbers.index(n)] < top]
            yield numbers[group.odd[0]], [numbers[v] for v in ready], members, below


def may_meet(field, one, other):
    return not field.is_barred(one, other)


def test_ladder_has_fewest_distant_pairs_with_this_bye():
    seen = 0
    for snapshot, plan, _reason in reasons_with("ladder", {"ladder-far"}):
        field = ladder_field(snapshot, options_of(SYSTEMS["ladder"]))
        bye = given_bye(snapshot, plan)
        free = [n for n in field.order if n not in bye]
        far = sum(field.is_far(*pair) for pair in pairs_of(plan, free))
        ways = matchings(free, partial(may_meet, field))
        assert far == min(sum(starmap(field.is_far, pairs)) for pairs in ways)
        seen += 1
    assert seen


def test_ladder_bye_goes_by_fewest_byes_then_lowest_place():
    for snapshot, plan, reason in reasons_with("ladder", {"ladder-bye"}):
        field = ladder_field(snapshot, options_of(SYSTEMS["ladder"]))
        passed = {each.facts["player"] for each in plan.reasons if each.code == "ladder-bye-passed"}
        may = {player.number for player in snapshot.players if player.may_have_bye}
        line = [n for n in field.bye_line() if n in may and n not in passed]
        assert reason.facts["player"] == line[0]


def pairs_of(plan, among):
    """Return the pairs of a plan within `among`, as (higher, lower) in its order, without manual pairs."""
    found = [tuple(sorted((p.first, p.second), key=among.index)) for p in plan.pairings if {*p.players} <= {*among}]
    return [pair for pair in found if len(pair) == 2]


def are_new(field, one, other):
    """Return whether two players have not met in this draft, and may meet."""
    return not field.met[frozenset((one, other))] and other not in field.barred.get(one, ())


@pytest.mark.rotates(4)
def test_booster_rematch_is_unavoidable():
    seen = 0
    for snapshot, plan, reason in reasons_with("booster", {"booster-again", "booster-again-pod"}):
        field = engine.field_of(snapshot, options_of(SYSTEMS["booster"]), _NoLots())
        byes = {bye.player for bye in plan.byes}
        for part in field.parts:
            free = [n for n in part if n not in byes]
            tables = [p for p in plan.pairings if {*p.players} <= {*free} and reason in p.reasons]
            if tables and len(free) % 2 == 0:
                assert next(matchings(free, partial(are_new, field)), None) is None
                seen += 1
    assert seen


class _NoLots:
    """A random source that changes no order."""

    def sample(self, members, count):
        return list(members)[:count]

    def random(self):
        return 0.5


@pytest.mark.rotates(4)
def test_mcmahon_second_bye_comes_only_after_everyone_had_one():
    seen = 0
    for snapshot, _plan, reason in reasons_with("mcmahon", {"mcmahon-bye-again"}):
        had = {b.player for r in snapshot.rounds for b in r.byes if b.kind is ByeKind.ALLOCATED}
        by_hand = {number for pair in snapshot.fixed for number in pair}
        free = [p for p in snapshot.to_be_paired() if p.may_have_bye and p.number not in by_hand]
        assert {player.number for player in free} <= had, reason
        seen += 1
    assert seen


def are_legal(field, one, other):
    return field.legal[one] >> other & 1


@pytest.mark.rotates(4)
def test_dubov_upfloater_is_necessary():
    """Without the upfloater, the group would leave a player over, or the rest of the field would have no round."""
    seen = 0
    for snapshot, _plan, _reason in reasons_with("dubov", {"dubov-upfloat", "dubov-upfloat-again"}):
        found = dubov_paired(snapshot, options_of(SYSTEMS["dubov"]))
        field, left = found.field, found.field.everybody & ~(0 if found.bye is None else 1 << found.bye)
        legal = partial(are_legal, field)
        for bracket in found.brackets:
            members = as_set([v for pair in bracket.pairs for v in pair])
            residents = members & ~bracket.upfloaters
            if bracket.upfloaters:
                alone = next(matchings(list(bits(residents)), legal), None)
                rest = next(matchings(list(bits(left & ~residents)), legal), None)
                assert alone is None or rest is None
                seen += 1
            left &= ~members
    assert seen


def places_of(field):
    """Return the index of each player of a field, by number."""
    return {player.number: player.index for player in field.players}


@pytest.mark.parametrize("key", ["double-swiss", "team-swiss"])
class TestMatches:
    """Double-Swiss and Team Swiss."""

    @pytest.mark.rotates(4)
    def test_pairing_with_the_first_free_opponent_is_worse_or_later(self, key):
        """It is worse by a criterion, or later in the order: the tops of all pairs count first (3.6)."""
        prefix, found_by, seen = PREFIXES[key], PAIRED_BY[key], 0
        codes = {f"{prefix}-not-first", f"{prefix}-first-barred"}
        for snapshot, _plan, reason in reasons_with(key, codes, sizes=(*SIZES, 12, 13)):
            found = found_by(snapshot, options_of(SYSTEMS[key]))
            field, place = found.field, places_of(found.field)
            top, natural = (place[reason.facts[name]] for name in ("higher", "natural"))
            if reason.code == f"{prefix}-first-barred":
                assert not are_legal(field, top, natural)
                continue
            bracket = next(b for b in found.brackets if b.players >> top & 1)
            before = list(takewhile(lambda pair: pair[0] != top, bracket.pairs))  # noqa: B023 used at once
            left = bracket.players & ~as_set([v for pair in before for v in pair])
            others = list(bits(left & ~(1 << top | 1 << natural)))
            cost = total(field, bracket.pairs, bracket.upfloaters)
            for pairs in matchings(others, partial(are_legal, field)):
                whole = [*before, (top, natural), *pairs]
                worse = total(field, whole, bracket.upfloaters) > cost
                assert worse or tops_of(field, whole) > tops_of(field, bracket.pairs)
            seen += 1
        assert seen

    @pytest.mark.rotates(4)
    def test_group_needs_its_upfloaters(self, key):
        seen = 0
        for snapshot, _plan, reason in reasons_with(key, {f"{PREFIXES[key]}-upfloat"}):
            found = PAIRED_BY[key](snapshot, options_of(SYSTEMS[key]))
            field, left = found.field, found.field.everybody & ~(0 if found.bye is None else 1 << found.bye)
            legal, up = partial(are_legal, field), places_of(field)[reason.facts["player"]]
            for bracket in found.brackets:
                if bracket.upfloaters >> up & 1:
                    below = list(bits(left & ~bracket.residents))
                    for risen in combinations(below, reason.facts["count"] - 1):
                        here = bracket.residents | as_set(risen)
                        alone = next(matchings(list(bits(here)), legal), None)
                        assert alone is None or next(matchings(list(bits(left & ~here)), legal), None) is None
                    seen += 1
                left &= ~bracket.players
        assert seen

    def test_bye_goes_by_lowest_score_then_most_games(self, key):
        seen = 0
        for snapshot, _plan, reason in reasons_with(key, {f"{PREFIXES[key]}-bye"}):
            field = PAIRED_BY[key](snapshot, options_of(SYSTEMS[key])).field
            chosen = field.players[places_of(field)[reason.facts["player"]]]
            for other in able_to_have_the_bye(field):
                assert (chosen.points, -len(chosen.past.colours)) <= (other.points, -len(other.past.colours))
            seen += 1
        assert seen


PREFIXES = {"double-swiss": "double", "team-swiss": "team"}
PAIRED_BY = {"double-swiss": double_swiss.MATCHES.pair_field, "team-swiss": team_swiss.MATCHES.pair_field}


def tops_of(field, pairs):
    """Return the smaller number of each pair, in ascending order."""
    return sorted(min(field.players[v].number for v in pair) for pair in pairs)


def able_to_have_the_bye(field):
    """Yield the players who may have the bye, with opponents for everyone else."""
    legal = partial(are_legal, field)
    for player in field.players:
        others = list(bits(field.everybody & ~(1 << player.index)))
        if player.eligible and next(matchings(others, legal), None) is not None:
            yield player


class TestLim:
    def test_opponent_of_the_other_half_would_leave_another_player_unpaired(self):
        seen = 0
        for snapshot, _plan, reason in reasons_with("lim", {"lim-others", "lim-floated-others", "lim-barred"}):
            found = lim_paired(snapshot, options_of(SYSTEMS["lim"]))
            field, place = found.field, places_of(found.field)
            one, natural = (place[reason.facts[name]] for name in ("player", "natural"))
            if reason.code == "lim-barred":
                assert not are_legal(field, one, natural)
                continue
            group = next(g for g in found.brackets for pair in g.pairs if pair.one == one)
            taken = [v for pair in takewhile(lambda p: p.one != one, group.pairs) for v in (pair.one, pair.other)]  # noqa: B023
            others = group.players & ~as_set([*taken, *group.floaters, one, natural])
            assert next(matchings(list(bits(others)), partial(are_legal, field)), None) is None
            seen += 1
        assert seen

    def test_median_group_cannot_be_paired_without_the_split_pair(self):
        seen = 0
        for snapshot, _plan, _reason in reasons_with("lim", {"lim-opened"}):
            found = lim_paired(snapshot, options_of(SYSTEMS["lim"]))
            median = found.brackets[-1]
            whole = list(bits(median.players & ~median.opened))
            assert next(matchings(whole, partial(are_legal, found.field)), None) is None
            seen += 1
        assert seen

    def test_bye_goes_to_the_last_of_the_lowest_score(self):
        seen = 0
        for snapshot, _plan, reason in reasons_with("lim", {"lim-bye"}):
            field = lim_paired(snapshot, options_of(SYSTEMS["lim"])).field
            chosen = field.players[places_of(field)[reason.facts["player"]]]
            assert all((chosen.points, -chosen.index) <= (p.points, -p.index) for p in able_to_have_the_bye(field))
            seen += 1
        assert seen


def test_pods_bye_goes_by_fewest_byes_then_fewest_points():
    seen = 0
    for snapshot, plan, _reason in reasons_with("pods", {"pods-bye"}):
        had = Counter(b.player for r in snapshot.rounds for b in r.byes if b.kind is ByeKind.ALLOCATED)
        points = scores.points(snapshot)
        wished = {number for pair in snapshot.fixed for number in pair}
        may = [p.number for p in snapshot.to_be_paired() if p.may_have_bye and p.number not in wished]
        lines = [bye.player for bye in plan.byes if any(reason.code == "pods-bye" for reason in bye.reasons)]
        worth = {number: (had[number], points[number]) for number in may}
        assert max(worth[number] for number in lines) <= min(
            (worth[number] for number in may if number not in lines), default=max(worth.values())
        )
        seen += 1
    assert seen


def test_pods_have_the_smallest_cost():
    """All divisions of the field into as many tables of four and of three are compared with the cost in the reason."""
    seen = 0
    for snapshot, plan, reason in reasons_with("pods", {"pods-least"}, seeds=20):
        field = pods_field(snapshot, options_of(SYSTEMS["pods"]), _NoLots())
        if {*field.byes} != {*given_bye(snapshot, plan)}:
            continue  # lots decide among equals
        ways = divisions(range(len(field.order)), tuple(sorted(field.sizes)))
        assert str(field.squares_of_points(min(cost_of(field, tables) for tables in ways))) == reason.facts["now"]
        seen += 1
    assert seen


def divisions(places, sizes):
    """Yield all ways to divide some places into tables of these sizes."""
    if not sizes:
        yield ()
        return
    first, *rest = places
    for size in set(sizes):
        left_sizes = list(sizes)
        left_sizes.remove(size)
        for others in combinations(rest, size - 1):
            left = [place for place in rest if place not in others]
            yield from (((first, *others), *tables) for tables in divisions(left, tuple(left_sizes)))
