"""The standings of a tournament as pages and API show them: which rounds count, and the table."""

from __future__ import annotations

from dataclasses import dataclass

from standings.presets import RULES, for_system
from standings.rules import Rules
from standings.table import Row, Table, rank
from tournaments import border
from tournaments.models import Player, Round, Stage, Tournament


@dataclass(frozen=True, slots=True)
class Standing:
    """A table with the way back to rows. `round` is the last round that counts, `running` one that is under way."""

    table: Table
    view: border.View
    round: int
    running: Round | None
    live: bool

    def player(self, row: Row) -> Player:
        return self.view.players[row.player]


def rules_of(stage: Stage, key: str) -> Rules:
    """The rule set of a key, as it reads the stage's kind of system."""
    return for_system(RULES[key], stage.system in ("round-robin", "circular"))


def standing(tournament: Tournament, *, live: bool = False, rules: str | None = None) -> Standing:
    """The table after the last closed round; `live` adds the results that a running round has so far.

    Averages over half a round mislead, so a running round is left out unless it is asked for.
    """
    stage = border.current_stage(tournament)
    running = stage.rounds.filter(status=Round.Status.PUBLISHED).order_by("number").first()
    view = border.take_view(stage, before_round=running.number if running is not None and not live else None)
    last = len(view.snapshot.rounds) + stage.first_round - 1
    table = rank(view.snapshot, rules_of(stage, rules or tournament.rules))
    return Standing(table, view, last, running, live)
