"""A draw of seats: what the stage's seed gives, what is kept of it, and the proof that drawing again gives the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

from pairings.plan import CannotPair, Reason
from pairings.seating import METHODS, SeatOrder, seat_order, usual_apart
from pairings.snapshot import Player as PlayerFact
from tournaments import border
from tournaments.border.telling import Teller
from tournaments.models import Stage
from tournaments.models.stored import StoredDraw


@dataclass(frozen=True, slots=True)
class Draw:
    """What is known of the draw of the present seats. `teller` knows the numbers that the reasons use.

    `done`: it has happened, and is not only what would come. `repeated`: the players as they are now, drawn again with
    the stored seed, get the very same seats.
    """

    apart: str
    reasons: tuple[Reason, ...]
    teller: Teller
    done: bool
    repeated: bool


def draw(stage: Stage, players: Sequence[PlayerFact], apart: str) -> SeatOrder:
    """The seats of players given in order of entry, which are numbered 1, 2, 3 ... in the answer.

    Only for seatings of METHODS. Raises CannotPair when there is no schedule for them.
    """
    numbered = tuple(replace(player, number=number) for number, player in enumerate(players, start=1))
    system, options = border.system_of(stage)
    known = options if METHODS[stage.seating].system == system.key else None
    return _draw(stage.seating, system.key, numbered, known, border.seed_of(stage, 0, "seats"), apart)


@lru_cache(maxsize=32)
def _draw(method: str, system: str, players: tuple[PlayerFact, ...], options: Any, seed: str, apart: str) -> SeatOrder:
    """Kept because pages ask for it again and again before anything is stored, and a hard draw takes a second."""
    return seat_order(method, system, players, options, Random(seed), apart)


def record(keys: Sequence[int], order: SeatOrder, apart: str) -> StoredDraw:
    """What is stored of a draw. `keys` are those of the players in order of entry."""
    return {
        "apart": apart,
        "players": list(keys),
        "seats": [player.number for player in order.players],
        "reasons": border.reasons_as_json(order.reasons),
    }


def draw_of(view: border.View) -> Draw | None:
    """The draw that gave the view its seats, or would; None for seats that no draw gave, or that have changed since."""
    stage = view.stage
    if stage.seating not in METHODS or len(view.players) < 2:
        return None
    rows = sorted(view.players.values(), key=lambda player: player.pk)
    kept = stage.drawn
    present = [view.players[seat].pk for seat in sorted(view.players)]
    if kept is not None and [kept["players"][number - 1] for number in kept["seats"]] != present:
        return None
    if kept is None and (stage.drawn_at is not None or stage.started_at is not None):
        return None
    facts = {player.number: player for player in view.snapshot.players}
    apart = (kept and kept["apart"]) or usual_apart(view.snapshot.players)
    try:
        again = draw(stage, [_as_entered(facts[view.numbers[row.pk]]) for row in rows], apart)
    except CannotPair:
        again = None
    reasons = border.reasons_from_json(kept["reasons"]) if kept else again.reasons if again else ()
    repeated = again is not None and [rows[player.number - 1].pk for player in again.players] == present
    teller = Teller({n: row.name for n, row in enumerate(rows, start=1)}, stage.tournament.halves)
    return Draw(apart, reasons, teller, kept is not None, repeated)


def _as_entered(player: PlayerFact) -> PlayerFact:
    """Who leaves in the course of a stage was there when it was drawn."""
    return replace(player, withdrawn=None, entered=1)
