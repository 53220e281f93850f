"""Start positions of a tournament of Chess960: drawn from the stage's seed, the same whenever they are asked for."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pairings.chess960 import POSITIONS, back_rank
from tournaments import border
from tournaments.models import Round, Tournament


@dataclass(frozen=True, slots=True)
class StartPosition:
    """A position by its number, and White's first rank."""

    number: int

    @property
    def rank(self) -> str:
        return back_rank(self.number)


def start_position(round_: Round, table: int | None) -> StartPosition | None:
    """Where the game at a table of a round starts, with None all of them if they do alike. None in ordinary chess."""
    kind = round_.tournament.start_positions
    own = kind == Tournament.StartPositions.TABLE
    if not kind or (own and table is None):
        return None
    purpose = f"chess960/{table}" if own else "chess960"
    return StartPosition(Random(border.seed_of(round_.stage, round_.number, purpose)).randrange(POSITIONS))
