"""Verdicts of a tournament, calculated at most once a revision and never by two requests at the same time.

A full answer may take two seconds of processor time. If it took long, it is reused for ten times as long, and states
its time. So a hall full of phones cannot overload the server while results are coming in.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock
from time import monotonic

from cachetools import LRUCache
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_noop

from pairings.plan import CannotPair
from pairings.snapshot import Bye, Pairing, Round, Snapshot
from pairings.systems import SYSTEMS
from standings.core.rules import Rules
from standings.verdict.answer import Verdict
from standings.verdict.judge import BUDGET, verdicts
from standings.web.table.current import rules_of
from tournaments.core import snapshot as snapshots
from tournaments.core.rights import Who
from tournaments.long_tasks.running import LongTask, ask, recent_result, turn
from tournaments.models import Tournament

TASK_LABEL = gettext_noop("Working out verdicts for the top {top}")

BY_SCORES = gettext_noop("Not available: every point scored in a game counts, so too many endings are possible.")

#: The largest field that is small enough for two open rounds.
SMALL = 16
#: An answer that took longer than this many seconds is reused for ten times as long.
LONG_SECONDS, REUSE_FACTOR = 0.2, 10
#: The bytes of cached answers; the least recently used go first. Measured: one takes 10 to 15 times its pickled size.
ROOM, MEMORY_FACTOR = 16 * 1024 * 1024, 16

#: The numbers of first places that anyone may ask for; organisers and helpers ask for any.
PLACES_OFFERED = (1, 2, 3, 4, 6, 8, 16, 32, 64)
DEFAULT_PLACES = 8


@dataclass(frozen=True, slots=True)
class OpenResults:
    """The open games: `snapshot` has every pairing that counts, `rounds_left` is the number of later rounds."""

    view: snapshots.View
    snapshot: Snapshot
    rules: Rules
    rounds_left: int

    @property
    def is_open(self) -> bool:
        rules = self.rules
        of_system = rules.places, rules.groups, rules.scores, rules.moves
        if any(each is not None for each in of_system) or self.by_scores:
            return False  # the bracket shows who is in; of groups, scores and the list of a system nothing is reckoned
        return any(pairing.result is None for _round, pairing in self.snapshot.recorded_pairings())

    @property
    def by_scores(self) -> bool:
        """Whether points are the scores of games, which are unknown before a game ends."""
        return self.snapshot.scoring.by_score

    @property
    def is_last(self) -> bool:
        """Whether the open results end the tournament, as far as its number of rounds is known."""
        return self.rounds_left == 0


@dataclass(frozen=True, slots=True)
class KnownVerdicts:
    """Verdicts as of a revision and a time, with the results recorded and open then."""

    revision: int
    snapshot: Snapshot
    at: datetime
    until: float
    verdicts: tuple[Verdict, ...]
    size: int

    @property
    def open_tables(self) -> int:
        return sum(pairing.result is None for _round, pairing in self.snapshot.recorded_pairings())


_cache: LRUCache[tuple[int, int], KnownVerdicts] = LRUCache(ROOM, getsizeof=lambda known: known.size)
_memory, _reckoning = Lock(), Lock()


def open_results(tournament: Tournament) -> OpenResults:
    """Return the open results of the current stage; in a small field with a known schedule, including the last
    round.
    """
    stage = snapshots.current_stage(tournament)
    view = snapshots.take_view(stage)
    snapshot = view.snapshot
    rounds_left = max(0, (snapshot.planned_rounds or 0) - len(snapshot.rounds))
    if rounds_left == 1 and SYSTEMS[stage.system].scheduled and len(snapshot.players) <= SMALL:
        longer = _with_next_round(view)
        if longer is not None:
            snapshot, rounds_left = longer, 0
    return OpenResults(view, snapshot, rules_of(tournament, stage), rounds_left)


def _with_next_round(view: snapshots.View) -> Snapshot | None:
    """Return the snapshot with the next round of the schedule; None if it cannot be paired yet."""
    system, options = snapshots.system_of(view.stage)
    snapshot = view.snapshot
    try:
        plan = system.pair(snapshot, options, snapshots.lots(view.stage, snapshot.next_round))
    except CannotPair:
        return None
    pairings = tuple(Pairing(p.table, p.first, p.second, p.result) for p in plan.pairings)
    coming = Round(plan.number, pairings, tuple(Bye(bye.player, bye.kind) for bye in plan.byes))
    return replace(snapshot, rounds=(*snapshot.rounds, coming), next_round=plan.number + 1)


def task_of(tournament: Tournament, top: int) -> str:
    """Return the key of the task that calculates these verdicts."""
    return f"verdicts {tournament.pk} {top}"


def verdict_task(who: Who, tournament: Tournament, field: OpenResults, top: int) -> LongTask[KnownVerdicts]:
    """Return the task that calculates the verdicts on the first `top`, for anyone who asks."""
    place = f"{reverse('standings:verdicts', args=[tournament.slug])}?top={top}"
    return LongTask(
        task_of(tournament, top),
        tournament,
        who,
        TASK_LABEL,
        back=place,
        do=lambda: verdicts_of(tournament, field, top),
        to=lambda _known: place,
        facts={"top": top},
        for_staff=False,
        keep=True,
    )


def known_verdicts(tournament: Tournament, top: int) -> KnownVerdicts | None:
    """Return the verdicts on the first `top`, if this process or a task has calculated them and they are fresh
    enough.
    """
    key = (tournament.pk, top)
    with _memory:
        known = _cache.get(key)
    if known is None or not _is_fresh(known, tournament):
        known = recent_result(task_of(tournament, top))
        if known is None or not _is_fresh(known, tournament):
            return None
        _remember(key, known)
    return known


def verdicts_of(tournament: Tournament, field: OpenResults, top: int) -> KnownVerdicts:
    """Return the verdicts on the first `top`; the start of this module explains how fresh they are."""
    with turn(_reckoning):
        known = known_verdicts(tournament, top)
        if known is None:
            known = _reckon(tournament, field, top)
            _remember((tournament.pk, top), known)
        return known


def _is_fresh(known: KnownVerdicts, tournament: Tournament) -> bool:
    return known.revision == tournament.revision or known.until >= monotonic()


def _remember(key: tuple[int, int], known: KnownVerdicts) -> None:
    with _memory:
        _cache[key] = known


def _reckon(tournament: Tournament, field: OpenResults, top: int) -> KnownVerdicts:
    at, began = timezone.now(), monotonic()
    found: tuple[Verdict, ...] = ask(verdicts, field.snapshot, field.rules, top, BUDGET)
    took = monotonic() - began
    until = began + took + (REUSE_FACTOR * took if took > LONG_SECONDS else 0)
    size = min(MEMORY_FACTOR * len(pickle.dumps((found, field.snapshot))), ROOM)
    return KnownVerdicts(tournament.revision, field.snapshot, at, until, found, size)


def tops_of(field: OpenResults) -> list[int]:
    """Return the offered numbers of places that are lower than the number of players."""
    return [top for top in PLACES_OFFERED if top < len(field.snapshot.players)]


def usual_top(tops: list[int]) -> int | None:
    """Return the default number of first places; None in a field of one."""
    return max((top for top in tops if top <= DEFAULT_PLACES), default=None)
