"""The pods in which a draft of boosters is made, and which rounds play by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.core import snapshot
from tournaments.models import Player, Round

#: The system that has drafts.
BOOSTER = "booster"
#: A pod and a seat in it, both 1 first.
Seat = tuple[int, int]


@dataclass(frozen=True, slots=True)
class DraftPods:
    """The draft of some rounds: the tournament's number of the first, and the players of each pod by their seats."""

    first_round: int
    pods: tuple[tuple[Player, ...], ...]


def draft_begun(round_: Round) -> Round | None:
    """The round with whose pods the draft of a round has begun; None without a draft."""
    system, options = snapshot.system_of(round_.stage)
    if system.key != BOOSTER:
        return None
    earliest = round_.number - options.rounds + 1
    known = Round.objects.filter(stage=round_.stage_id, number__range=(earliest, round_.number))
    return known.exclude(booster_pods=[]).order_by("-number").first()


def draft_pods(round_: Round) -> DraftPods | None:
    """Return the pods of the draft that a round belongs to, seat by seat; None without a draft."""
    begun = draft_begun(round_)
    if begun is None:
        return None
    players = Player.objects.in_bulk([key for pod in begun.booster_pods for key in pod])
    return DraftPods(begun.number, pods_among(begun.booster_pods, players))


def pods_among(stored: Sequence[Sequence[int]], players: Mapping[int, Player]) -> tuple[tuple[Player, ...], ...]:
    """Stored pods as rows; `players` are all of the tournament by their keys, or those in the pods."""
    return tuple(tuple(players[key] for key in pod) for pod in stored)


def seats_of(round_: Round | None) -> dict[int, Seat]:
    """Pod and seat, both 1 first, of each player in the draft of a round, by the player's key."""
    begun = None if round_ is None else draft_begun(round_)
    if begun is None:
        return {}
    return {
        key: (number, seat)
        for number, pod in enumerate(begun.booster_pods, start=1)
        for seat, key in enumerate(pod, start=1)
    }
