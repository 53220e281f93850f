"""Answer what-if questions: another result, another pairing, no manual changes. Nothing here writes."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from pairings.judge import Violation, violations
from pairings.library import system_calls
from pairings.plan import BrokenPlan, CannotPair, Reason, RoundPlan
from pairings.snapshot import Bye, ByeKind, Result, Round, Snapshot
from pairings.system import PairingCard, System
from tournaments.core import snapshot as snapshots
from tournaments.core.journal.errors import Refused
from tournaments.core.snapshot import View
from tournaments.drafts import outdated
from tournaments.drafts.reason_texts import Teller
from tournaments.long_tasks.running import ask
from tournaments.models import Appearance, Pairing, Player, Stage
from tournaments.models import Round as RoundRow

logger = logging.getLogger(__name__)


def judged_plan(key: str, snapshot: Snapshot, options: object, seed: str) -> RoundPlan:
    """Return the pairing of the system with this key. Raise CannotPair, also if the plan breaks the system's
    promises.
    """
    try:
        plan: RoundPlan = ask(system_calls.judged_plan, key, snapshot, options, seed)
    except BrokenPlan as broken:
        logger.exception("A pairing was not used.")
        raise CannotPair(Reason("broken-plan", {"round": snapshot.next_round})) from broken
    return plan


def correct(snapshot: Snapshot, round_number: int, table: int, result: Result) -> Snapshot:
    """Return the snapshot with another result at one table of a round (the stage's own round number)."""
    return replace(snapshot, rounds=tuple(_corrected_round(r, round_number, table, result) for r in snapshot.rounds))


def _corrected_round(round_: Round, number: int, table: int, result: Result) -> Round:
    if round_.number != number:
        return round_
    return replace(
        round_, pairings=tuple(replace(p, result=result) if p.table == table else p for p in round_.pairings)
    )


@dataclass(frozen=True, slots=True)
class LaterRound:
    """A later round: the pairs that the engine would now make but did not, by name; None if it could make none."""

    number: int
    would_meet: tuple[tuple[str, ...], ...] | None


def later_rounds(stage: Stage, pairing: Pairing, result: Result) -> list[LaterRound]:
    """Return the later rounds that the engine would pair differently with this result. Manual rounds stay.

    The engine pairs each of them again, which may take long.
    """
    system, options = snapshots.system_of(stage)
    if system.by_hand or system.overlapping:  # of rounds that overlap nothing tells who was free then
        return []
    own = pairing.round.number
    changed = []
    for later in stage.rounds.filter(number__gt=own).order_by("number"):
        view = snapshots.take_view(stage, before_round=later.number)
        snapshot = correct(view.snapshot, own - stage.first_round + 1, pairing.table, result)
        played = {frozenset(p.players) for p in snapshots.plan_of(later, view).pairings}
        try:
            plan = judged_plan(system.key, snapshot, options, snapshots.seed_of(stage, snapshot.next_round))
        except CannotPair:
            changed.append(LaterRound(later.number, None))
            continue
        other = _pairs_not_in(plan, played, view)
        if other:
            changed.append(LaterRound(later.number, other))
    return changed


def _pairs_not_in(plan: RoundPlan, played: set[frozenset[int]], view: View) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(view.players[each].name for each in p.players)
        for p in plan.pairings
        if frozenset(p.players) not in played
    )


#: The maximum number of equally good pairings to search for.
MOST_OPTIMA = 24


@dataclass(frozen=True)
class Position:
    """The current round: its engine's input, and its pairings.

    `by_hand` are the seats filled manually; `taken_out` is whether anybody was left out manually.
    """

    view: View
    system: System
    options: Any
    plan: RoundPlan
    by_hand: frozenset[int]
    taken_out: bool = False

    @property
    def snapshot(self) -> Snapshot:
        return self.view.snapshot

    @property
    def edited(self) -> bool:
        """Whether anything was changed manually; False if players only entered or withdrew since it was paired."""
        return bool(self.by_hand) or (self.taken_out and not self.complete)

    @cached_property
    def there(self) -> frozenset[int]:
        """The players to be paired."""
        return frozenset(player.number for player in self.snapshot.to_be_paired())

    @cached_property
    def placed(self) -> frozenset[int]:
        """The players with a table or a bye."""
        seated = (number for pairing in self.plan.pairings for number in pairing.players)
        return frozenset(seated).union(bye.player for bye in self.plan.byes)

    @cached_property
    def games(self) -> tuple[tuple[int, int], ...]:
        """The games (first, second) of players to be paired; the bye of an odd field is (player, 0)."""
        there = self.there
        games = [(p.first, p.second) for p in self.plan.pairings if p.first in there and p.second in there]
        byes = [bye.player for bye in self.plan.byes if bye.kind is ByeKind.ALLOCATED and bye.player in there]
        if not self.system.several_byes:
            byes = byes[: len(there) % 2]
        return (*games, *((player, 0) for player in byes))

    @cached_property
    def complete(self) -> bool:
        """Whether all players to be paired have an opponent, or the one bye; in pods, a table or a bye.

        If rounds overlap, players who have finished since then wait for the next one.
        """
        if self.system.overlapping:
            return True
        if not self.system.of_two or self.system.several_byes:
            return self.there <= self.placed
        return {number for game in self.games for number in game} - {0} == self.there

    @property
    def left_out(self) -> tuple[int, ...]:
        """Players to be paired without a table and without a bye; none if rounds overlap."""
        if self.system.overlapping:
            return ()
        return tuple(sorted(self.there - self.placed))

    def made_by_hand(self) -> list[tuple[int, int]]:
        return [game for game in self.games if game[0] in self.by_hand]

    def keeping_by_hand(self) -> Snapshot:
        """Return the snapshot with everything manual: tables and the bye as fixed pairs, other byes as requests.

        If those other byes leave an even number of players, the player with the bye is paired as well.
        """
        byes = {bye.player: bye for bye in self.plan.byes if bye.player in self.by_hand}
        requested = {bye.player: bye for bye in self.snapshot.byes}
        free = {number: Bye(number, bye.kind) for number, bye in byes.items() if bye.kind is not ByeKind.ALLOCATED}
        odd = len(self.there - free.keys()) % 2 or self.system.several_byes
        by_hand = [game for game in self.made_by_hand() if odd or game[1]]
        seated = {number for game in by_hand for number in game} - {0}
        pairs = [pair for pair in self.snapshot.fixed if not set(pair) & (seated | set(free))]
        return replace(
            self.snapshot,
            fixed=(*pairs, *by_hand),
            byes=tuple(sorted({**requested, **free}.values(), key=lambda bye: bye.player)),
        )


def position_of(round_: RoundRow) -> Position:
    """Return the present state of a round, without its own results."""
    view = snapshots.take_view(round_.stage, before_round=round_.number)
    system, options = snapshots.system_of(round_.stage)
    marked = list(Pairing.objects.filter(round=round_, reasons__contains=_MARK).values_list("pk", flat=True))
    appearances = Appearance.objects.filter(pairing__in=marked)
    byes = Appearance.objects.filter(round=round_, pairing__isnull=True, reasons__contains=_MARK)
    keys = (*appearances.values_list("player_id", flat=True), *byes.values_list("player_id", flat=True))
    by_hand = frozenset(view.numbers[key] for key in keys)
    now = Position(view, system, options, snapshots.plan_of(round_, view), by_hand)
    return now if by_hand or now.complete else replace(now, taken_out=outdated.is_edited_by_hand(round_))


def not_paired(round_: RoundRow) -> list[Player]:
    """Return the players who could have played in a round but are not in it: for a draft now, otherwise when it was
    published.
    """
    if not round_.is_draft:
        if not round_.not_paired:
            return []
        return list(Player.objects.filter(tournament=round_.tournament_id, public_id__in=round_.not_paired))
    return players_left_out(position_of(round_))


def players_left_out(now: Position) -> list[Player]:
    """Return the rows of players left out of a round, by name."""
    return sorted((now.view.players[number] for number in now.left_out), key=lambda row: row.by_name)


def cards(now: Position) -> Mapping[int, PairingCard]:
    """Return the system's facts about each player before the round, by number; {} if it keeps no cards."""
    tell = now.system.questions.cards
    return tell(now.snapshot, now.options) if tell else {}


_MARK = [{"code": "by-hand"}]


def explain(now: Position) -> RoundPlan | None:
    """Return the round with present reasons: for manual tables and byes, and for the round.

    None if nothing was changed manually, or if the system gives no reasons for pairs that it did not make.
    """
    if now.system.questions.explained is None or not now.edited:
        return None
    try:
        plan = ask(
            system_calls.answer, now.system.key, "explained", replace(now.snapshot, fixed=()), now.options, now.games
        )
    except CannotPair:
        return None
    reasons = {(p.first, p.second): p.reasons for p in plan.pairings}
    pairings = tuple(
        replace(pairing, reasons=(Reason("by-hand"), *reasons.get((pairing.first, pairing.second), ())))
        for pairing in now.plan.pairings
        if pairing.first in now.by_hand
    )
    of_bye = {bye.player: bye.reasons for bye in plan.byes}
    byes = tuple(
        replace(bye, reasons=(Reason("by-hand"), *of_bye.get(bye.player, ())))
        for bye in now.plan.byes
        if bye.player in now.by_hand
    )
    return RoundPlan(now.plan.number, pairings, byes, plan.reasons)


def judge(now: Position) -> tuple[Violation, ...]:
    """Return the rules of its system that the round breaks."""
    return violations(now.snapshot, now.plan, now.system.promises, now.options)


def away(now: Position) -> tuple[Reason, ...]:
    """Return the paired players of a draft who cannot play, for example after a withdrawal, table by table."""
    return tuple(
        Reason("not-there", {"player": number, "table": pairing.table})
        for pairing in now.plan.pairings
        for number in pairing.players
        if pairing.result is None and number not in now.there
    )


def consequences(now: Position) -> tuple[Reason, ...]:
    """Return the effects of a changed round on later rounds, as a system with a schedule reports them."""
    tell = now.system.questions.consequences
    return system_calls.as_reasons(tell(now.snapshot, now.options, now.plan)) if tell else ()


def why_not(now: Position, a: int, b: int) -> object:
    """Return the system's reason why two players do not meet; None if it has none. Raise CannotPair."""
    pairs = now.games if now.complete else None
    return ask(system_calls.why_not, now.system.key, replace(now.snapshot, fixed=()), now.options, a, b, pairs)


def paired_together(now: Position, a: int, b: int) -> tuple[tuple[int, int], ...] | None:
    """Return the games (first, second; the bye as 0) of the system's round in which two players meet.

    None if the system has no such round, if its pairs cannot be fixed, or if the round was changed manually.
    """
    system = now.system
    fixed = tuple(pair for pair in now.snapshot.fixed if not {a, b} & set(pair))
    if now.edited or not now.complete or not system.can_fix_pairs:
        return None
    if system.by_hand or {a, b} - now.there or len(fixed) < len(now.snapshot.fixed):
        return None
    snapshot = replace(now.snapshot, fixed=(*fixed, (a, b)))
    seed = snapshots.seed_of(now.view.stage, snapshot.next_round)
    try:
        plan = ask(system_calls.judged_plan, system.key, snapshot, now.options, seed)
    except (CannotPair, BrokenPlan):
        return None
    games = replace(now, plan=plan, by_hand=frozenset()).games
    return games if {frozenset(game) for game in games} & {frozenset((a, b))} else None


def cost_by_hand(now: Position) -> object:
    """Return the cost of manual changes: the present round (if it is complete) against the free optimum.

    For a system that does not calculate costs, return the difference from its own pairing. None if nothing was changed
    manually. Raise CannotPair.
    """
    if now.system.questions.cost_of_forced is None:
        return difference(now) if now.complete and now.system.questions.why_worse else None
    if not (now.by_hand or now.snapshot.fixed):
        return None
    games = now.games if now.complete else now.made_by_hand()
    return ask(system_calls.answer, now.system.key, "cost_of_forced", now.snapshot, now.options, games)


def cost_reasons(now: Position, answer: Any) -> tuple[Reason, ...]:
    """Return the system's answer about costs as reasons. If players are left out, that reason comes first, and a cost
    of "none" is dropped.
    """
    reasons = system_calls.as_reasons(answer)
    if answer is None or not now.left_out:
        return reasons
    extra_reasons = tuple(reason for reason in reasons if reason.code != "papp-extra-none")
    return (Reason("cost-without", {"players": now.left_out}), *extra_reasons)


@dataclass(frozen=True, slots=True)
class ManualDifference:
    """The manual changes of a round: games (first, second; the bye as 0) only of the engine, and only of the round.

    `engine` is None if the engine finds no round. `worse` has the system's reasons why this round is worse, or the
    judge's if it breaks a rule.
    """

    engine: tuple[tuple[int, int], ...] | None
    round: tuple[tuple[int, int], ...]
    worse: tuple[Reason, ...]

    def reasons(self) -> tuple[Reason, ...]:
        return self.worse


def difference(now: Position, *, unedited: bool = False) -> ManualDifference | None:
    """Return the difference between a changed round and the engine's own; `unedited`: also for a round as it was
    paired. None if both are the same, in pods, which are not games of two, and if rounds overlap, since other
    players are free by now.
    """
    system = now.system
    if not (now.edited or unedited) or any((system.by_hand, system.scheduled, not system.of_two, system.overlapping)):
        return None
    seed = snapshots.seed_of(now.view.stage, now.snapshot.next_round)
    try:
        plan = judged_plan(now.system.key, now.snapshot, now.options, seed)
    except CannotPair:
        return ManualDifference(None, tuple(now.games), ())
    engines = replace(now, plan=plan, by_hand=frozenset()).games
    own_pairs, engine_pairs = set(now.games) - set(engines), set(engines) - set(now.games)
    if not own_pairs and not engine_pairs:
        return None
    worse: tuple[Reason, ...] = ()
    if now.system.questions.why_worse is not None:
        answer = ask(system_calls.answer, now.system.key, "why_worse", now.snapshot, now.options, now.plan)
        worse = system_calls.as_reasons(answer)
    if not worse:
        worse = tuple(violation.reason for violation in judge(now))
    return ManualDifference(tuple(sorted(engine_pairs)), tuple(sorted(own_pairs)), worse)


@dataclass(frozen=True, slots=True)
class Another:
    """Another equally good pairing: its place among `count`, which are all of them if `complete`."""

    plan: RoundPlan
    place: int
    count: int
    complete: bool


def another(now: Position) -> Another | None:
    """Return the next equally good pairing that keeps manual pairs; None if there is none or the system cannot find
    it.
    """
    build = now.system.questions.paired_as
    if now.system.questions.equal_optima is None or build is None:
        return None
    snapshot, number = now.keeping_by_hand(), now.snapshot.next_round
    stage = now.view.stage
    sought = (snapshot, now.options, MOST_OPTIMA, snapshots.seed_of(stage, number))
    optima, complete = ask(system_calls.answer, now.system.key, "equal_optima", *sought)
    place = _place_of(now.games, optima)
    if len(optima) < 2 and place == 0:
        return None
    chosen = (place + 1) % len(optima)
    plan = build(snapshot, now.options, optima[chosen], snapshots.lots(stage, number))
    return Another(plan, chosen + 1, len(optima), complete)


def _place_of(games: Sequence[tuple[int, int]], optima: Sequence[Sequence[tuple[int, int]]]) -> int:
    """Return the position of a round among optima; -1 if it is none of them."""
    now = {frozenset(game) for game in games}
    return next((place for place, pairs in enumerate(optima) if {frozenset(pair) for pair in pairs} == now), -1)


def ask_engine(stage: Stage, view: snapshots.View) -> RoundPlan:
    """Return the engine's plan, judged. Raise Refused with the engine's reason if the round cannot be paired."""
    system, options = snapshots.system_of(stage)
    try:
        seed = snapshots.seed_of(stage, view.snapshot.next_round)
        plan = judged_plan(system.key, view.snapshot, options, seed)
    except CannotPair as refusal:
        text = " ".join(map(Teller.of(view).tell, refusal.reasons))
        raise Refused(text, code=refusal.reason.code) from refusal
    return plan
