"""The standings of a tournament as pages and API show them: its rules, which rounds count, and the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pairings import scores
from pairings.system import Kind
from pairings.systems import SYSTEMS
from standings import customise
from standings.presets import RULES, for_system
from standings.rules import Rules
from standings.table import Row, Table, rank
from standings.withdrawal import struck
from standings.wording_compare import rules_sentence
from tournaments import border
from tournaments.models import Player, Round, Stage, Tournament


@dataclass(frozen=True, slots=True)
class Standing:
    """A table with the way back to rows.

    `round` is the last round that counts, `latest` the last that could, `running` the first under way, `several`
    whether rounds of a schedule run side by side, `own` whether the rules are the tournament's own, `stages` all of the
    tournament's.
    """

    table: Table
    view: border.View
    round: int
    latest: int
    running: Round | None
    live: bool
    several: bool = False
    own: bool = True
    stages: tuple[Stage, ...] = ()

    def player(self, row: Row) -> Player:
        return self.view.players[row.player]

    @property
    def is_earlier(self) -> bool:
        """Whether a later stage has begun."""
        return bool(self.stages) and self.view.stage.pk != self.stages[-1].pk

    @property
    def rounds(self) -> range:
        """The rounds after which there is a table."""
        return range(self.view.stage.first_round, self.latest + 1)


def preset_of(system: str, key: str) -> Rules:
    """The rule set of a key, as it is read for a pairing system."""
    return for_system(RULES[key], SYSTEMS[system].kind is Kind.ROUND_ROBIN)


def rules_of(tournament: Tournament, stage: Stage) -> Rules:
    """The tournament's own rules: the rule set that it took, with its changes.

    A stage from which players went on keeps those by which they did: a later change is for the later stage.
    """
    kept = kept_rules(stage)
    if kept is not None:
        return customise.changed(preset_of(stage.system, kept["rules"]), kept["changes"])
    return customise.changed(preset_of(stage.system, tournament.rules), tournament.rules_changes)


def view_of(stage: Stage, *, before_round: int | None = None) -> border.View:
    """The stage as it stands, with the points by which its players went on if they did."""
    return paid_as_kept(border.take_view(stage, before_round=before_round))


def paid_as_kept(view: border.View) -> border.View:
    """The view with the points by which the stage's players went on, if they did."""
    kept = kept_rules(view.stage)
    if kept is None:
        return view
    points = {name: Fraction(value) for name, value in kept["points"].items()}
    return replace(view, snapshot=replace(view.snapshot, scoring=replace(view.snapshot.scoring, **points)))


def kept_rules(stage: Stage) -> Mapping[str, Any] | None:
    """What `standings.qualifying` stored of the rules when the next stage was started; None in the last stage."""
    later = stage.tournament.stages.filter(number=stage.number + 1, qualification__has_key="changes").first()
    return None if later is None else later.qualification


class RuleBook:
    """What `tournaments` asks about rule sets; see `tournaments.games.RuleBook`."""

    def checked(self, key: str, system: str, changes: Mapping[str, Any]) -> dict[str, Any]:
        preset = preset_of(system, key)
        return customise.changes(preset, customise.changed(preset, changes))

    def lines(self, key: str, system: str, changes: Mapping[str, Any]) -> dict[str, Any]:
        return customise.lines(customise.changed(preset_of(system, key), changes))

    def points(self, stage: Stage, *, before_round: int | None = None) -> Mapping[int, Fraction]:
        view = paid_as_kept(border.take_record(stage, before_round=before_round))
        played = view.snapshot.rounds[-1].number if view.snapshot.rounds else 0
        left = any(player.withdrawn is not None for player in view.snapshot.players)
        strikes = left and rules_of(stage.tournament, stage).strikes_below_half
        totals = scores.points(view.snapshot, struck(view.snapshot, played) if strikes else ())
        return {player.pk: totals[number] for number, player in view.players.items()}

    def told(self, key: str, system: str, changes: Mapping[str, Any]) -> str:
        preset = preset_of(system, key)
        return rules_sentence(preset, customise.changed(preset, changes))


def standing(
    tournament: Tournament,
    *,
    live: bool = False,
    rules: str | None = None,
    after: int | None = None,
    stage: Stage | None = None,
    family: bool = False,
) -> Standing:
    """The table of a stage after its last closed round, or after round `after`; of the last stage unless that round is
    in another.

    Averages over half a round mislead, so a running round is left out unless it is asked for with `live`. Where several
    rounds of a schedule run at once, all their results count. `family` adds the criteria that go with the rules and do
    not rank. Raises ValueError for a round after which there is no table.
    """
    stages = border.stages_of(tournament)
    if stage is None:
        begun = [known for known in stages if after is None or known.first_round <= after]
        stage = (begun or stages)[-1]
    running_rounds = list(stage.rounds.filter(status=Round.Status.PUBLISHED).order_by("number"))
    running = running_rounds[0] if running_rounds else None
    several = len(running_rounds) > 1
    live = live or several
    view = view_of(stage, before_round=running.number if running is not None and not live else None)
    shift = stage.first_round - 1
    latest = len(view.snapshot.rounds) + shift
    through = None if after is None else after - shift
    if through is not None and not 1 <= through <= latest - shift:
        raise ValueError(f"There is no table after round {after}.")
    asked = preset_of(stage.system, rules) if rules else rules_of(tournament, stage)
    columns = tuple(dict.fromkeys((*asked.chain, *asked.family))) if family else None
    table = rank(view.snapshot, asked, through, columns)
    own = not rules or rules == tournament.rules
    return Standing(table, view, after or latest, latest, running, live, several, own, stages)
