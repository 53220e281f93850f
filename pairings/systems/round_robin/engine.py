"""One round of a round robin: the schedule's, or its continuation after manual changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from pairings.plan import CannotPair, Fact, PlannedBye, PlannedPairing, Reason, RoundPlan
from pairings.progress import NO_PROGRESS, Work
from pairings.schedules.changed_round_robin import Course, course
from pairings.schedules.round_robin import Options, RoundRobinGame, schedule_round
from pairings.snapshot import ByeKind, Snapshot, known_result

ARTICLE = "FIDE C.05, Annex 1"
PROMISE = "FIDE C.05"


def pair(snapshot: Snapshot, options: Options, rng: Random, work: Work = NO_PROGRESS) -> RoundPlan:
    """Return the schedule's round `next_round`. Players' numbers are their seats, 1 to n without gaps.

    A withdrawn player keeps the seat and loses by forfeit. The free seat of an odd field scores nothing: each player
    has it once. A requested bye does not change the schedule: the game stays in its round, to be played at another
    time, and the plan says so. After a manually changed round the plan comes from the `course` of the rest, and names
    every promise that can no longer be kept. Raises CannotPair when the schedule is over.
    """
    players = len(snapshot.players)
    if players < 2:
        raise CannotPair(Reason("too-few-players", {"count": players}))
    number = snapshot.next_round
    now = _course(snapshot, options)
    if number > len(now.lines):
        raise CannotPair(Reason("schedule-over", {"rounds": len(now.lines)}))
    games, byes = _games_and_bye(players, number, options, now)
    by_seat = {player.number: player for player in snapshot.players}
    bye_seats = {bye.player for bye in snapshot.byes}
    return RoundPlan(
        number=number,
        pairings=tuple(
            PlannedPairing(
                table,
                game.first,
                game.second,
                _reasons(game, number, bye_seats),
                known_result(by_seat[game.first], by_seat[game.second]),
            )
            for table, game in enumerate(games, start=1)
        ),
        # A withdrawn player keeps the seat, but needs no bye.
        byes=tuple(bye for bye in byes if by_seat[bye.player].withdrawn is None),
        reasons=tuple(_about(snapshot, options, now)) if now.changed else (),
    )


def length(snapshot: Snapshot, options: Options) -> int:
    """Return the number of rounds after the recorded ones: the schedule's, or more if a change needs them."""
    return len(_course(snapshot, options).lines)


def consequences(snapshot: Snapshot, options: Options, plan: RoundPlan) -> tuple[Reason, ...]:
    """Return the consequences of a manual round for later rounds; empty if it is the schedule's own."""
    before, after = _course(snapshot, options), _course(snapshot, options, plan)
    if plan.number not in after.changed:
        return ()
    found = []
    met = Counter(frozenset(game) for line in after.lines[: plan.number - 1] for game in line)
    usual = Counter(frozenset(game) for line in before.lines for game in line)
    for pairing in plan.pairings:
        game = frozenset((pairing.first, pairing.second))
        if met[game] >= usual[game]:
            found.append(Reason("rr-once-more", {"first": pairing.first, "second": pairing.second}))
    more = len(after.lines) - len(before.lines)
    if more > 0:
        found.append(Reason("rr-takes-longer", {"rounds": len(after.lines), "planned": len(before.lines)}))
    elif plan.number < len(after.lines):
        found.append(Reason("rr-goes-on", {"rounds": len(after.lines)}))
    return tuple(found)


def _course(snapshot: Snapshot, options: Options, plan: RoundPlan | None = None) -> Course:
    recorded = [(each.number, each.pairings) for each in snapshot.rounds if each.number < snapshot.next_round]
    games = [(number, tuple((p.first, p.second) for p in pairings)) for number, pairings in recorded]
    if plan is not None:
        games.append((plan.number, tuple((p.first, p.second) for p in plan.pairings)))
    return course(len(snapshot.players), options, tuple(games))


def _games_and_bye(
    players: int, number: int, options: Options, now: Course
) -> tuple[list[RoundRobinGame], list[PlannedBye]]:
    """Return the games of a round with the rule of their sides, and the player without one."""
    line = now.lines[number - 1]
    usual: dict[frozenset[int], RoundRobinGame] = {}
    bye = None
    # Later rounds exist only because of a manual change, so the schedule has no games for them.
    if number <= now.planned:
        scheduled, bye = schedule_round(players, number, options)
        usual = {frozenset((game.first, game.second)): game for game in scheduled}
    met = {frozenset(game) for earlier in now.lines[: number - 1] for game in earlier} if now.changed else set()
    found = []
    for first, second in line:
        game = usual.get(frozenset((first, second)))
        if game is None or game.first != first:
            # C.05: a repeated game reverses the sides. Any other game out of place balances them.
            rule = "rr-reversed" if frozenset((first, second)) in met else "rr-evened"
            game = RoundRobinGame(first, second, rule, moved=game is None)
        found.append(game)
    busy = {seat for game in line for seat in game}
    resting = [seat for seat in range(1, players + 1) if seat not in busy]
    return found, [_free(seat, usual=resting == [bye]) for seat in resting]


def _free(seat: int, *, usual: bool) -> PlannedBye:
    reason = Reason("rr-bye", {"player": seat}, ARTICLE) if usual else Reason("rr-rest", {"player": seat})
    return PlannedBye(seat, ByeKind.ZERO, (reason,))


def _reasons(game: RoundRobinGame, number: int, bye_seats: set[int]) -> tuple[Reason, ...]:
    facts = {"first": game.first, "second": game.second}
    seats = {**facts, "first_seat": game.first, "second_seat": game.second, "round": number}
    found = [
        Reason("rr-moved", {**facts, "round": number}) if game.moved else Reason("rr-seats", seats, ARTICLE),
        Reason(game.rule, {"first": game.first, "round": number}, "" if game.rule == "rr-evened" else ARTICLE),
    ]
    found += [Reason("rr-bye-asked", {"player": seat}) for seat in (game.first, game.second) if seat in bye_seats]
    return tuple(found)


def _about(snapshot: Snapshot, options: Options, now: Course) -> Iterator[Reason]:
    """Yield that the rest of the schedule is new, and the promises that this round no longer keeps."""
    rounds: dict[str, Fact] = {"changed": now.changed, "rounds": len(now.lines)}
    more = len(now.lines) - now.planned
    yield Reason("rr-longer", {**rounds, "planned": now.planned}) if more > 0 else Reason("rr-laid-anew", rounds)
    number, players = snapshot.next_round, len(snapshot.players)
    cycle_length = now.planned // options.cycles
    # Added rounds belong to the last cycle.
    cycle = min(-(-number // cycle_length), options.cycles)
    last = number >= now.planned
    # At the end sides differ by at most one, on the way by at most two. Three in a row counts within a cycle.
    yield from _uneven(now, number, most=1 if last else 2)
    yield from _running(now, number, begin=(cycle - 1) * cycle_length)
    yield from _second_byes(snapshot, now, number, cycle)
    if last:
        met = Counter(frozenset(game) for line in now.lines[:number] for game in line)
        for first in range(1, players + 1):
            for second in range(first + 1, players + 1):
                if (missing := options.cycles - met[frozenset((first, second))]) > 0:
                    yield Reason("rr-not-met", {"first": first, "second": second, "count": missing}, PROMISE)


def _uneven(now: Course, number: int, most: int) -> Iterator[Reason]:
    firsts = Counter(first for line in now.lines[:number] for first, _second in line)
    seconds = Counter(second for line in now.lines[:number] for _first, second in line)
    for seat in sorted({seat for game in now.lines[number - 1] for seat in game}):
        if abs(firsts[seat] - seconds[seat]) > most:
            facts = {"player": seat, "first_times": firsts[seat], "second_times": seconds[seat]}
            yield Reason("rr-sides", facts, PROMISE)


def _running(now: Course, number: int, begin: int) -> Iterator[Reason]:
    """Yield players who are on one side for the third time in a row since round `begin`."""
    for game in now.lines[number - 1]:
        for seat in game:
            own = [each[0] == seat for line in now.lines[begin:number] for each in line if seat in each]
            if len(own) > 2 and len(set(own[-3:])) == 1:
                code = "rr-first-running" if own[-1] else "rr-second-running"
                yield Reason(code, {"player": seat}, PROMISE)


def _second_byes(snapshot: Snapshot, now: Course, number: int, cycle: int) -> Iterator[Reason]:
    had = Counter(bye.player for played in snapshot.rounds for bye in played.byes)
    busy = {seat for game in now.lines[number - 1] for seat in game}
    for player in snapshot.players:
        if player.number not in busy and player.withdrawn is None and had[player.number] >= cycle:
            yield Reason("rr-bye-again", {"player": player.number}, PROMISE)
