"""Questions about a round: why not A–B, and the cost of manual pairs.

Each uses the same exact solver without the pairs in question. If several answers are equally cheap, the one with the
fewest changed tables is chosen: each cost is multiplied by more than twice the number of tables, and 2 is added for a
pair that is not in the current round.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from pairings.plan import NoLegalPairing, Reason
from pairings.snapshot import Snapshot
from pairings.systems.mcmahon.field import BYE, McMahonField, Pair, all_pairs, bye_value, field_of, pair_of, solve
from pairings.systems.mcmahon.ledger import term_sums
from pairings.systems.mcmahon.options import Options
from pairings.systems.mcmahon.terms import NEVER


@dataclass(frozen=True, slots=True)
class McMahonComparison:
    """A round now and another one. `extra` is the additional cost of the other; `changes` are (term, now, then).

    `byes` are the players with the bye now and then, if they differ, with their values for it.
    """

    now: tuple[Pair, ...]
    then: tuple[Pair, ...]
    extra: int
    changes: tuple[tuple[str, int, int], ...]
    byes: tuple[tuple[int, int], ...] = ()

    def reasons(self) -> tuple[Reason, ...]:
        """Return the comparison as sentences: its total cost, each term that changes, and the new pairs."""
        found = []
        if self.byes:
            (player, value), (other, other_value) = self.byes
            facts = {"player": player, "value": value, "other": other, "other_value": other_value}
            found.append(Reason("mcmahon-bye-turn", facts, "9"))
        direction = "more" if self.extra > 0 else "less" if self.extra < 0 else "none"
        found.append(Reason(f"mcmahon-extra-{direction}", {"amount": abs(self.extra)}, "1"))
        for key, before, after in self.changes:
            # Named so that they are read as costs: "now" and "then" are points in sentences.
            unit = NEVER if key == "barred" else 1
            sums = {"before": before // unit, "after": after // unit}
            found.append(Reason(f"mcmahon-changed-{key}", {"rule": key, **sums}, "1"))
        for one, other in sorted(set(self.then) - set(self.now)):
            if one == BYE:
                found.append(Reason("mcmahon-would-have-bye", {"player": other}))
            else:
                found.append(Reason("mcmahon-would-meet", {"first": one, "second": other}))
        return tuple(found)


def why_not(
    snapshot: Snapshot, options: Options, a: int, b: int, pairs: Iterable[tuple[int, int]] | None = None
) -> McMahonComparison:
    """Return the cost of pairing a with b (0: a has the bye), with the rest as cheap as possible.

    `pairs` is the current round; without it the optimum is solved. Manual pairs stay. Raises ValueError if one of the
    two is not to be paired; NoLegalPairing if the others cannot be paired.
    """
    bye = next((max(pair) for pair in pairs if BYE in pair), None) if (pairs := _as_list(pairs)) else None
    field = _field(snapshot, options, bye)
    now = sorted(pair_of(*pair) for pair in pairs) if pairs else all_pairs(field, solve(field))
    players = {record.number for record in field.free} | ({field.bye} if field.bye else set())
    if a == b or not {a, b} - {BYE} <= players:
        raise ValueError(f"{a} and {b} are not both there to be paired.")
    other = _field_with(snapshot, options, field, a, b)
    rest = _fewest_changes(other, now, {record.number for record in other.free} - {a, b})
    together = [] if BYE in {a, b} else [pair_of(a, b)]
    return compare(field, now, other, all_pairs(other, [*rest, *together]))


def cost_of_forced(snapshot: Snapshot, options: Options, pairs: Iterable[tuple[int, int]]) -> McMahonComparison:
    """Return the free optimum (now) against the optimum with these pairs (then). `snapshot.fixed` is ignored.

    Raises NoLegalPairing; ValueError for a needless bye.
    """
    by_hand = tuple(pairs)
    free = field_of(replace(snapshot, fixed=()), options)
    forced = field_of(replace(snapshot, fixed=by_hand), options)
    forced_pairs = [pair_of(*pair) for pair in by_hand]
    now = all_pairs(free, _fewest_changes(free, forced_pairs, {record.number for record in free.free}))
    alternative = all_pairs(forced, _fewest_changes(forced, now, {record.number for record in forced.free}))
    return compare(free, now, forced, alternative)


def compare(
    before: McMahonField, now: Sequence[Pair], after: McMahonField, alternative: Sequence[Pair]
) -> McMahonComparison:
    """Return the comparison of two rounds of the same players."""
    sums, other = term_sums(before, now), term_sums(after, alternative)
    byes = tuple((bye, bye_value(before.everybody[bye])) for bye in (before.bye, after.bye) if bye)
    return McMahonComparison(
        tuple(now),
        tuple(alternative),
        sum(other[key] - sums[key] for key in sums if key != "barred"),
        tuple((key, sums[key], other[key]) for key in sums if sums[key] != other[key]),
        byes if len(byes) == 2 and before.bye != after.bye else (),
    )


def _as_list(pairs: Iterable[tuple[int, int]] | None) -> list[tuple[int, int]]:
    return list(pairs or ())


def _field(snapshot: Snapshot, options: Options, bye: int | None) -> McMahonField:
    """Return the field with this player's bye, unless it is a requested or manual one."""
    by_hand = {number for pair in snapshot.fixed for number in pair}
    players = {player.number for player in snapshot.to_be_paired()} - by_hand
    return field_of(snapshot, options, bye if bye in players and len(players) % 2 else None)


def _field_with(snapshot: Snapshot, options: Options, field: McMahonField, a: int, b: int) -> McMahonField:
    """Return the field in which a and b can meet, or one has the bye. Raises NoLegalPairing if nobody may have it."""
    player = max(a, b) if BYE in {a, b} else None
    if player is None and field.bye not in {a, b}:
        return field
    if player is not None:
        if not field.everybody[player].may_have_bye or not field.bye:
            raise NoLegalPairing(Reason("mcmahon-no-bye-for", {"player": player}, "9"))
        return field_of(snapshot, options, player)
    free = [*field.free, field.everybody[field.bye]]
    others = [record for record in free if record.number not in {a, b} and record.may_have_bye]
    if not others:
        raise NoLegalPairing(Reason("mcmahon-no-bye", {}, "9"))
    return field_of(snapshot, options, min(others, key=lambda each: (bye_value(each), -each.number)).number)


def _fewest_changes(field: McMahonField, now: Iterable[Pair], players: Collection[int]) -> list[Pair]:
    """Return the cheapest pairs of these players that keep as many of the current pairs as possible."""
    part = replace(field, free=tuple(record for record in field.free if record.number in players))
    place = {record.number: at for at, record in enumerate(part.free)}
    scale = 2 * (len(place) + 1)
    costs = [[cost * scale + 2 for cost in row] for row in part.costs()]
    for one, other in now:
        if one in place and other in place:
            costs[place[one]][place[other]] -= 2
            costs[place[other]][place[one]] -= 2
    return solve(part, costs)
