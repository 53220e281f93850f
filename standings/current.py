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
    """A table with the way back to rows. `round` is the last round that counts, `running` the first under way.

    `several`: rounds of a schedule run side by side.
    """

    table: Table
    view: border.View
    round: int
    running: Round | None
    live: bool
    several: bool = False

    def player(self, row: Row) -> Player:
        return self.view.players[row.player]


def rules_of(stage: Stage, key: str) -> Rules:
    """The rule set of a key, as it reads the stage's kind of system."""
    return for_system(RULES[key], stage.system in ("round-robin", "circular"))


def standing(
    tournament: Tournament, *, live: bool = False, rules: str | None = None, stage: Stage | None = None
) -> Standing:
    """The table of a stage (the last one) after its last closed round; `live` adds what a running round has so far.

    Averages over half a round mislead, so a running round is left out unless it is asked for. Where several rounds of
    a schedule run at once, all their results count.
    """
    stage = stage or border.current_stage(tournament)
    running_rounds = list(stage.rounds.filter(status=Round.Status.PUBLISHED).order_by("number"))
    running = running_rounds[0] if running_rounds else None
    several = len(running_rounds) > 1
    live = live or several
    view = border.take_view(stage, before_round=running.number if running is not None and not live else None)
    last = len(view.snapshot.rounds) + stage.first_round - 1
    table = rank(view.snapshot, rules_of(stage, rules or tournament.rules))
    return Standing(table, view, last, running, live, several)
