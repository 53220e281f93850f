"""A knock-out as it stands: the tree filled by the rows, and what hangs on a match. Nothing here writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q

from pairings.snapshot import Result
from pairings.systems import SYSTEMS
from pairings.systems.knock_out import replay
from tournaments import border
from tournaments.models import Pairing, Player, Round, Stage

#: A table whose result does not say who goes on, and nobody has said it.
NOT_DECIDED = Q(advance__isnull=True) & (Q(result__first="draw") | Q(result__first="win", result__second="win"))


@dataclass(frozen=True, slots=True)
class Lost:
    """A later match on which somebody else would come: its round and table, who was in it, who would be (None: it is
    not known yet), and whether it has a result, which would be lost.
    """

    round: int
    table: int
    was: tuple[Player, Player]
    now: tuple[Player, Player] | None
    has_result: bool


@dataclass(frozen=True, slots=True)
class Hanging:
    """What hangs on a match, with the view that says it: `changes` by round, in the stage's own numbers.

    `seats` are the players in the order of the seats, where it is these that change; the view knows those who come by
    numbers behind the others.
    """

    view: border.View
    changes: tuple[replay.Changes, ...]
    seats: tuple[Player, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.changes or self.seats)

    @property
    def lost(self) -> list[Lost]:
        return list(self._lost())

    def _lost(self) -> Iterator[Lost]:
        players, shift = self.view.players, self.view.stage.first_round - 1
        for changes in self.changes:
            for change in changes.matches:
                if change.was is not None:
                    now = (players[change.now.first], players[change.now.second]) if change.now else None
                    was = (players[change.was.first], players[change.was.second])
                    yield Lost(changes.round + shift, change.was.table, was, now, change.was.result is not None)


def is_knock_out(stage: Stage) -> bool:
    return SYSTEMS[stage.system].knocks_out


def hanging_on(pairing: Pairing, result: Result | None, goes_on: int | None = None) -> Hanging | None:
    """What hangs on who goes on from a match, if that changes with another result; None where nothing does."""
    round_ = pairing.round
    stage = round_.stage
    if not is_knock_out(stage) or not stage.rounds.filter(number__gt=round_.number).exists():
        return None
    view, options = _whole(stage)
    number = round_.number - stage.first_round + 1
    changed = replay.with_result(view.snapshot, number, pairing.table, result, goes_on)
    return Hanging(view, replay.follows(view.snapshot, changed, options, number)) or None


def seated_anew(stage: Stage, seats: Sequence[Player]) -> Hanging:
    """What becomes of a knock-out in which other players have the seats, or the same ones others."""
    view, options = _whole(stage)
    players, numbers = dict(view.players), dict(view.numbers)
    known = {fact.number: fact for fact in view.snapshot.players}
    for player in seats:
        if player.pk not in numbers:
            number = max(players) + 1
            players[number], numbers[player.pk] = player, number
            known[number] = border.player_fact(number, player, stage)
    changed = replace(view.snapshot, players=tuple(known[numbers[player.pk]] for player in seats))
    whole = border.View(stage, view.snapshot, players, numbers)
    return Hanging(whole, replay.follows(view.snapshot, changed, options, 0), tuple(seats))


def missing_after(round_: Round) -> Hanging | None:
    """What belongs into later rounds that are there already and is not in them, now that it is known who plays."""
    stage = round_.stage
    view, options = _whole(stage)
    return Hanging(view, replay.missing(view.snapshot, options, round_.number - stage.first_round + 1)) or None


def undecided(round_: Round) -> list[Pairing]:
    """The matches of a round that have a result which does not say who goes on, and nobody has said it."""
    return list(round_.pairings.filter(NOT_DECIDED).order_by("table"))


def _whole(stage: Stage) -> tuple[border.View, Any]:
    _system, options = border.system_of(stage)
    return border.take_view(stage, drafts=True), options
