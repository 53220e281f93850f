"""Reasons for a refusal: incomplete settings, impossible manual pairs, no legal pairing.

Theory of a block, the reason why a graph has no complete matching (Tutte, Berge; Gallai and Edmonds). Take the players
whom at least one largest matching leaves alone. Those among them who can meet form groups of odd size. Outside its own
group each of them can meet only the *others*, the neighbours of all groups. Each group needs one partner from outside,
and there are more groups than others. Groups that are not needed for this are left out, the largest first, so that
people can read the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pairings.matching.sets.bits import bits
from pairings.matching.sets.unweighted import find_unmatched, groups_of
from pairings.plan import CannotPair, Fact, NoLegalPairing, Reason
from pairings.snapshot import Snapshot
from pairings.swiss.rules.articles import Articles
from pairings.swiss.rules.colours import WHITE
from pairings.swiss.rules.editions import EditionOptions
from pairings.swiss.rules.field import SwissField
from pairings.swiss.solve.completion import Completion


def check_stage(snapshot: Snapshot, options: EditionOptions) -> None:
    """Raise CannotPair for settings and pairs that the organiser must change first."""
    articles = options.book.articles
    if options.acceleration == "baku" and not snapshot.virtual_points and snapshot.planned_rounds is None:
        raise CannotPair(Reason("dutch-baku-rounds", {}, articles.acceleration))
    free = {player.number for player in snapshot.to_be_paired()}
    if not free:
        raise CannotPair(Reason("dutch-nobody"))
    for player in snapshot.byes_by_hand():
        if player not in free:
            raise CannotPair(Reason("dutch-bye-by-hand-absent", {"player": player}))
        free.remove(player)
    if (needless := snapshot.needless_bye()) is not None:
        raise CannotPair(Reason("bye-by-hand-needless", {"player": needless}))
    for first, second in (pair for pair in snapshot.fixed if 0 not in pair):
        if not {first, second} <= free or first == second:
            raise CannotPair(Reason("dutch-by-hand-absent", {"first": first, "second": second}))
        free -= {first, second}
        reason = forbidding_reason(snapshot, articles, first, second)
        if reason is not None:
            raise CannotPair(reason)


def forbidding_reason(snapshot: Snapshot, articles: Articles, first: int, second: int) -> Reason | None:
    """Return why two players may not meet in any pairing: they have met, or regulations forbid it. Else None."""
    for number, pairing in snapshot.recorded_pairings():
        played = pairing.result is None or pairing.result.played
        if played and {pairing.first, pairing.second} == {first, second}:
            return Reason("met-before", {"first": first, "second": second, "round": number}, articles.meet_once)
    number = snapshot.next_round
    for rule in snapshot.forbidden:
        if {first, second} <= rule.players and rule.first_round <= number <= (rule.last_round or number):
            return Reason("forbidden-pair", {"first": first, "second": second}, articles.absolute)
    return None


def no_legal_pairing(field: SwissField, completion: Completion) -> NoLegalPairing:
    """Return the refusal of a round that cannot be paired, with the obstacle."""
    articles = field.edition.articles
    first = Reason("dutch-no-legal-pairing", {"round": field.round}, articles.no_pairing)
    if completion.odd and not field.eligible:
        return NoLegalPairing(first, Reason("dutch-nobody-for-bye", {}, articles.barred_from_bye))
    bye = field.size
    neighbours = dict(enumerate(completion.neighbours))
    members = field.everybody
    if completion.odd:
        for v in bits(field.eligible):
            neighbours[v] |= 1 << bye
        neighbours[bye] = field.eligible
        members |= 1 << bye
    block = blocking(members, neighbours)
    if block is None:
        raise AssertionError("the round can be paired")
    return NoLegalPairing(first, *_block_reasons(field, block, 1 << bye))


def _block_reasons(field: SwissField, block: Block, bye: int) -> Iterator[Reason]:
    articles = field.edition.articles
    inside, others = block.inside & ~bye, block.others & ~bye
    names, rest = _numbers(field, inside), _numbers(field, others)
    if not others:
        code = "dutch-blocked-alone" if len(names) == 1 else "dutch-blocked-closed"
    else:
        code = "dutch-blocked" if all(group.bit_count() == 1 for group in block.groups) else "dutch-blocked-groups"
    facts: dict[str, Fact] = {
        "players": names,
        "opponents": rest,
        "count": len(block.groups),
        "few": block.others.bit_count(),
    }
    yield Reason(code, facts, articles.absolute)
    if block.others & bye:
        yield Reason("dutch-blocked-one-bye", {}, articles.one_bye)
    if block.inside & bye:
        yield Reason("dutch-blocked-bye-too", {}, articles.barred_from_bye)
    yield from _details(field, inside, single_group=len(block.groups) == 1)


def _details(field: SwissField, inside: int, *, single_group: bool) -> Iterator[Reason]:
    """Yield the conflicts among players: past meetings, forbidden pairs, equal absolute colour preferences.

    For a group on its own, yield its conflicts with all other players.
    """
    around = field.everybody & ~inside if single_group else inside
    found: dict[str, list[tuple[int, int]]] = {}
    for v in bits(inside):
        for w in bits(around & ~field.legal[v] & ~(1 << v)):
            if v < w or single_group:
                found.setdefault(_bar(field, v, w), []).append((field.players[v].number, field.players[w].number))
    articles = field.edition.articles
    for code, article in (
        ("dutch-have-met", articles.meet_once),
        ("dutch-must-not-meet", articles.absolute),
        ("dutch-due-white", articles.same_colour),
        ("dutch-due-black", articles.same_colour),
    ):
        pairs = found.get(code, [])
        if len(pairs) > MOST_NAMED_PAIRS:
            yield Reason(f"{code}-more", {"pairs": tuple(pairs[:MOST_NAMED_PAIRS]), "count": len(pairs)}, article)
        elif pairs:
            yield Reason(code, {"pairs": tuple(pairs)}, article)
    if field.size % 2 and inside & ~field.eligible:
        ineligible = {"players": _numbers(field, inside & ~field.eligible)}
        yield Reason("dutch-not-for-bye", ineligible, articles.barred_from_bye)


#: Pairs that a sentence names.
MOST_NAMED_PAIRS = 40


def _bar(field: SwissField, v: int, w: int) -> str:
    player, other = field.players[v], field.players[w]
    if other.number in player.past.met:
        return "dutch-have-met"
    if field.forbidden[v] >> w & 1:
        return "dutch-must-not-meet"
    return "dutch-due-white" if player.preference.wants == WHITE else "dutch-due-black"


def _numbers(field: SwissField, players: int) -> tuple[int, ...]:
    return tuple(sorted(field.players[v].number for v in bits(players)))


@dataclass(frozen=True, slots=True)
class Block:
    """A block: `groups` are more odd-sized sets than `others`, the only outside players they can meet."""

    groups: list[int]
    others: int

    @property
    def inside(self) -> int:
        found = 0
        for group in self.groups:
            found |= group
        return found


def blocking(members: int, neighbours: dict[int, int]) -> Block | None:
    """Return a block of the members, None if all can be paired. A lone odd member counts as unpaired."""
    unmatched, sometimes_alone = find_unmatched(members, neighbours)
    if not unmatched:
        return None
    return _smallest(groups_of(sometimes_alone, neighbours), members & ~sometimes_alone, neighbours)


def _smallest(groups: list[int], outside: int, neighbours: dict[int, int]) -> Block:
    """Return a small block: drop each group, the largest first, if the others still block each other."""
    blockers = sorted(groups, key=int.bit_count)
    for group in reversed(list(blockers)):
        fewer = [other for other in blockers if other is not group]
        if len(fewer) > _others(fewer, outside, neighbours).bit_count():
            blockers = fewer
    return Block(blockers, _others(blockers, outside, neighbours))


def _others(groups: list[int], outside: int, neighbours: dict[int, int]) -> int:
    found = 0
    for group in groups:
        for v in bits(group):
            found |= neighbours[v]
    return found & outside
