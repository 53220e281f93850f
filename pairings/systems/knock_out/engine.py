"""One round of a knock-out: the matches of the tree whose two sides are known, and their reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from pairings.plan import CannotPair, Fact, PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.snapshot import Bye, Round, Snapshot, known_result
from pairings.systems.knock_out.course import Course, Meeting, course_of, players_by_seed
from pairings.systems.knock_out.options import Options, SidesRule
from pairings.systems.knock_out.promises import promises
from pairings.systems.knock_out.templates import tree_for
from pairings.systems.knock_out.tree import From, Source, TreeMatch, TreePart


def rounds(players: int, options: Options) -> int:
    """Return the number of rounds that the players need, with a possible second final."""
    return tree_for(players, options).rounds if players > 1 else 0


def length(snapshot: Snapshot, options: Options) -> int:
    """Return the known number of rounds: a second final may be unnecessary."""
    return course_of(snapshot, options).length if len(players_by_seed(snapshot)) > 1 else 0


def games(number: int, players: int, options: Options) -> int | None:
    """Return the number of games in a match of a round, or None if it is not set. A second final is a final."""
    if not options.games or players < 2:
        return None
    matches = tree_for(players, options).matches
    final = max(match.round for match in matches if not match.after)
    return options.games[min(max(0, final - number), len(options.games) - 1)]


def idle(snapshot: Snapshot, options: Options) -> frozenset[int]:
    """Return the players without a match in the next round of the tree."""
    if len(players_by_seed(snapshot)) < 2:
        return frozenset()
    return _earlier_course(snapshot, options).idle_in(snapshot, snapshot.next_round)


def places(snapshot: Snapshot, options: Options, through: int | None = None) -> dict[int, tuple[int, int]]:
    """Return the best and the worst place that each player can have after a round."""
    if len(players_by_seed(snapshot)) < 2:
        return {player.number: (1, 1) for player in snapshot.players}
    found = course_of(snapshot, options, through).places
    last = len(snapshot.players)
    return {player.number: found.get(player.number, (last, last)) for player in snapshot.players}


def _earlier_course(snapshot: Snapshot, options: Options) -> Course:
    return course_of(snapshot, options, snapshot.next_round - 1)


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the next round. Raises CannotPair if it is undecided who advances, or nobody is left to meet."""
    count = len(players_by_seed(snapshot))
    if count < 2:
        raise CannotPair(Reason("ko-too-few", {"players_count": count}))
    course = _earlier_course(snapshot, options)
    number = snapshot.next_round
    _all_known(course, number)
    requested_byes = {bye.player: bye for bye in snapshot.byes}
    for meeting in course.of_round(number):
        for side in meeting.sides:
            # Without this match nobody would advance from it, so a requested bye is refused.
            if meeting.is_real and side in requested_byes:
                raise CannotPair(Reason("ko-bye-asked", {"player": side}))
    matches, byes = known_matches(snapshot, options, rng)
    if not matches:
        raise CannotPair(Reason("ko-over", {"round": number}))
    at_tables = [side for each in matches.values() for side in (each.first, each.second)]
    _nobody_twice(number, [*at_tables, *(bye.player for bye in byes)])
    plan = RoundPlan(number, tuple(matches.values()), byes)
    _check_manual_rounds(snapshot, plan, options)
    return plan


def _check_manual_rounds(snapshot: Snapshot, plan: RoundPlan, options: Options) -> None:
    """Raise CannotPair if manual rounds bring back knocked-out players or leave out others."""
    broken = next(promises(snapshot, plan, options), None)
    if broken is not None and any(_is_by_hand(snapshot, each, options) for each in snapshot.rounds):
        player = broken.reason.facts.get("player", broken.reason.facts.get("first"))
        raise CannotPair(Reason("ko-at-odds", {"player": player, "round": plan.number}))


def _is_by_hand(snapshot: Snapshot, recorded: Round, options: Options) -> bool:
    """Return whether people have paired a round differently from the tree.

    A player with a bye who has since left does not count.
    """
    earlier = tuple(each for each in snapshot.rounds if each.number < recorded.number)
    before = replace(snapshot, rounds=earlier, next_round=recorded.number, byes=())
    matches, byes = known_matches(before, options, Random(0))
    planned = {frozenset((each.first, each.second)) for each in matches.values()}
    played = {frozenset((each.first, each.second)) for each in recorded.pairings}
    free, had = ({bye.player for bye in each} for each in (byes, recorded.byes))
    withdrawn_players = {player.number for player in snapshot.players if player.withdrawn is not None}
    return played != planned or bool(free - had) or bool(had - free - withdrawn_players)


def _nobody_twice(number: int, players: Sequence[int]) -> None:
    """Raise CannotPair if a manual round outside the bracket leaves a player in two places of it."""
    twice = next((player for player, times in Counter(players).items() if times > 1), None)
    if twice is not None:
        raise CannotPair(Reason("ko-twice", {"player": twice, "round": number}))


def known_matches(
    snapshot: Snapshot, options: Options, rng: Random
) -> tuple[dict[str, PlannedPairing], tuple[PlannedBye, ...]]:
    """Return the known matches of the next round, by their keys, and those who advance without one."""
    course = _earlier_course(snapshot, options)
    number = snapshot.next_round
    requested_byes = {bye.player: bye for bye in snapshot.byes}
    facts = {player.number: player for player in snapshot.players}
    matches: dict[str, PlannedPairing] = {}
    for meeting in course.of_round(number):
        if meeting.is_real:
            first, second = _sides(meeting, course, options, rng)
            reasons, result = tuple(_reasons(meeting, course)), known_result(facts[first], facts[second])
            matches[meeting.match.key] = PlannedPairing(len(matches) + 1, first, second, reasons, result)
    withdrawn_players = {player.number for player in snapshot.players if player.withdrawn is not None}
    byes = tuple(
        _bye(player, number, course, requested_byes.get(player))
        for player in course.free_in(number)
        if player not in withdrawn_players
    )
    return matches, tuple(sorted(byes, key=lambda bye: bye.player))


def _all_known(course: Course, number: int) -> None:
    for meeting in course.open_before(number):
        first, second = meeting.sides
        facts: dict[str, Fact] = {"first": first, "second": second, "round": meeting.match.round}
        if meeting.pairing is None:
            raise CannotPair(Reason("ko-not-played", facts))
        code = "ko-no-result" if meeting.pairing.result is None else "ko-drawn"
        raise CannotPair(Reason(code, {**facts, "table": meeting.pairing.table}))


def _sides(meeting: Meeting, course: Course, options: Options, rng: Random) -> tuple[int, int]:
    """Return first and second; the order in the tree has the better seed above only in the first round."""
    a, b = sorted((side for side in meeting.sides if side), key=lambda side: course.seed_of[side])
    if options.sides is SidesRule.LOT and rng.random() < 0.5:
        return b, a
    return a, b


def _bye(player: int, number: int, course: Course, requested_bye: Bye | None) -> PlannedBye:
    if requested_bye is not None:
        return PlannedBye(player, requested_bye.kind, (Reason("bye-requested", {"player": player}),))
    code = "ko-bye" if number == 1 else "ko-walked-in"
    return PlannedBye(player, reasons=(Reason(code, {"player": player, "seed": course.seed_of[player]}),))


#: The names of rounds of the main tree, by the number of players at their start.
_NAMES = {2: "ko-final", 4: "ko-semifinal", 8: "ko-quarterfinal"}


def name_of(match: TreeMatch, left: int | None = None) -> Reason:
    """Return the name of a match, by the number of players left, from the last round back."""
    left = match.places if left is None else left
    if match.name:
        return Reason(match.name)
    if match.part is TreePart.PLACES:
        return Reason("ko-places", {"first": match.section, "last": match.section + left - 1})
    if match.part is TreePart.THIRD:
        return Reason("ko-third")
    if match.part is TreePart.FINAL:
        return Reason("ko-second-final" if match.after else "ko-grand-final")
    if match.part is TreePart.PLATE:
        return Reason("ko-plate-final" if left == 2 else "ko-plate", {"count": left})
    if match.part is TreePart.SECOND_CHANCE:
        return Reason("ko-second-chance", {"count": left})
    return Reason(_NAMES[left]) if left in _NAMES else Reason("ko-round-of", {"count": left})


def _reasons(meeting: Meeting, course: Course) -> list[Reason]:
    """Return the name of the match, and the origins of its two players."""
    a, b = (side for side in meeting.sides if side)
    one, other = meeting.match.sources
    seeds = {"first": a, "second": b, "first_seed": course.seed_of[a], "second_seed": course.seed_of[b]}
    tables = [_table(source, course) for source in (one, other)]
    if one.kind is From.SEED and other.kind is From.SEED and meeting.match.round == 1:
        return [name_of(meeting.match), Reason("ko-seeds", seeds)]
    if one.kind is From.LEFT:
        return [name_of(meeting.match), Reason("ko-left", seeds)]
    if one.kind is From.WINNER and other.kind is From.WINNER and all(tables):
        facts: dict[str, Fact] = {**seeds, "first_table": tables[0], "second_table": tables[1]}
        return [name_of(meeting.match), Reason("ko-winners", facts)]
    ways = zip((a, b), (one, other), tables, strict=True)
    return [name_of(meeting.match), *(_way(side, source, table, course) for side, source, table in ways)]


def _table(source: Source, course: Course) -> int:
    """Return the table of a source's match; 0 if there is none."""
    before = course.by_key.get(source.match)
    return before.pairing.table if before is not None and before.pairing is not None else 0


def _way(side: int, source: Source, table: int, course: Course) -> Reason:
    facts: dict[str, Any] = {"player": side, "seed": course.seed_of[side]}
    if source.kind is From.SEED or not table:
        return Reason("ko-way-free", facts)
    code = "ko-way-won" if source.kind is From.WINNER else "ko-way-lost"
    return Reason(code, {**facts, "table": table, "round": course.by_key[source.match].match.round})
