"""The standings of a tournament for pages and the API: its rules, the rounds that count, and the table."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from threading import Lock
from typing import Any

from cachetools import LRUCache

from pairings.snapshot import Decision, Snapshot
from pairings.system import System
from pairings.wording.mark import Sentence, SpokenError
from pairings.wording.mark import gettext_noop as _
from standings.core.rank import BY_HAND, Row, Standings, rank
from standings.core.rules import GroupsOf, LastResort, Rules
from standings.rulesets.customise import customise
from standings.rulesets.presets import KNOCK_OUT, LADDER, OF_SCORES
from standings.web.rules.rule_sets import preset_of, readable
from tournaments.core import snapshot
from tournaments.core.rulebook import Level, place_text
from tournaments.core.snapshot import overlaps
from tournaments.core.words.values import ReasonedDeduction
from tournaments.models import Player, Round, Stage, Tournament
from tournaments.models.fields import Qualification
from tournaments.public.cards import last_move

#: The maximum number of players in all cached tables together; a table takes about 2,000 bytes for each.
ROOM = 12_000


@dataclass(frozen=True, slots=True)
class StageStandings:
    """A table with access to database rows.

    `round` is the last round that counts, `latest` the last that could, `running` the first running one. `several` is
    whether rounds of a schedule run side by side, `own` whether the rules are the tournament's own. `stages` are all
    stages of the tournament.
    """

    table: Standings
    view: snapshot.View
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
    def left_out(self) -> list[Player]:
        """The expelled players without a place in the table."""
        return [self.view.players[each.number] for each in self.view.snapshot.players if each.left_out]

    @property
    def adjourned(self) -> list[tuple[int, Player, Player]]:
        """The adjourned games, which count as drawn until they are finished: the round and both players."""
        shift, players = self.view.stage.first_round - 1, self.view.players
        return [
            (number + shift, players[pairing.first], players[pairing.second])
            for number, pairing in self.view.snapshot.recorded_pairings()
            if pairing.result and pairing.result.decision is Decision.ADJOURNED and number + shift <= self.round
        ]

    def deductions_of(self, row: Row) -> list[ReasonedDeduction]:
        """Return the arbiter's deductions from a player, or points given, in the rounds that count here."""
        first = self.view.stage.first_round
        return [] if row.struck else [each for each in self.player(row).deducted if first <= each.round <= self.round]

    def last_place(self, row: Row) -> int | None:
        """Return the last of the places that a player of a knock-out shares or can still have; None if there is only
        one.
        """
        if self.table.rules.places is None:
            return None
        _best, worst = self.table.reckoning.knock_out_places[row.player]
        return worst if worst != row.rank else None

    def shown_place(self, row: Row) -> str:
        """Return the rank, with the last shared or possible place in a knock-out."""
        return place_text(row.rank, self.last_place(row))

    @property
    def is_earlier(self) -> bool:
        """Whether a later stage has begun."""
        return bool(self.stages) and self.view.stage.pk != self.stages[-1].pk

    @property
    def rounds(self) -> range:
        """The rounds after which a table exists."""
        return range(self.view.stage.first_round, self.latest + 1)


_cache: LRUCache[Hashable, StageStandings] = LRUCache(ROOM, getsizeof=lambda standings: len(standings.view.players))
_memory = Lock()


def rules_of(tournament: Tournament, stage: Stage, stages: Sequence[Stage] | None = None) -> Rules:
    """Return the tournament's own rules: its rule set with its changes. `stages` is the same as for `rules_of_then`.

    A stage from which players advanced keeps the rules of that time; a later change applies to the later stage. A
    knock-out has the places of its bracket, groups each have a table, Keizer and an arena have their own scores, and a
    ladder is a list.
    """
    own = own_rules(*snapshot.system_of(stage))
    if own is not None:
        return own
    old_rules = rules_of_then(stage, stages)
    if old_rules is not None:
        found = customise(preset_of(stage.system, old_rules["rules"]), old_rules["changes"])
    else:
        found = customise(preset_of(stage.system, tournament.rules), tournament.rules_changes)
    return replace(
        found, groups=groups_of(stage), one_table=has_one_table(stage), group_by_group=has_final_groups(stage)
    )


def own_rules(system: System, options: object) -> Rules | None:
    """Return the rules of a system whose standings follow from it alone; None for all others."""
    ask = system.questions
    if ask.scores:
        return replace(OF_SCORES[system.key], scores=partial(ask.scores, options=options))
    if ask.moves:
        return replace(LADDER, moves=partial(ask.moves, options=options))
    return replace(KNOCK_OUT, places=partial(ask.places, options=options)) if ask.places else None


def groups_of(stage: Stage) -> GroupsOf | None:
    """Return the function that gives the groups of a stage; None without groups."""
    system, options = snapshot.system_of(stage)
    return partial(system.questions.groups, options=options) if system.questions.groups else None


def has_one_table(stage: Stage) -> bool:
    """Return whether one table over all groups decides who advances."""
    system, options = snapshot.system_of(stage)
    return bool(system.questions.one_table and system.questions.one_table(options))


def has_final_groups(stage: Stage) -> bool:
    """Return whether all players of a group end ahead of all players of the next one."""
    system, options = snapshot.system_of(stage)
    return bool(system.questions.group_by_group and system.questions.group_by_group(options))


def view_of(stage: Stage, *, before_round: int | None = None, stages: Sequence[Stage] | None = None) -> snapshot.View:
    """Return the current view of the stage, with the points by which its players advanced, if they did. `stages` is the
    same as for `rules_of_then`.
    """
    view = snapshot.take_view(stage, before_round=before_round)
    return replace(view, snapshot=with_points_of_then(stage, view.snapshot, stages))


def with_points_of_then(stage: Stage, snapshot: Snapshot, stages: Sequence[Stage] | None = None) -> Snapshot:
    old_rules = rules_of_then(stage, stages)
    if old_rules is None:
        return snapshot
    points: dict[str, Any] = {name: Fraction(value) for name, value in old_rules["points"].items()}
    return replace(snapshot, scoring=replace(snapshot.scoring, **points))


def rules_of_then(stage: Stage, stages: Sequence[Stage] | None = None) -> Qualification | None:
    """Return the rules stored by `standings.web.next_stage.qualification` when the next stage began.

    None in the last stage. Callers who have read the tournament's `stages` pass them, to save a query.
    """
    later = stage.tournament.stages.filter(number=stage.number + 1) if stages is None else stages
    found = next((each for each in later if each.number == stage.number + 1), None)
    entry = None if found is None else found.qualification
    return entry if entry is not None and "changes" in entry else None


def level_in(now: StageStandings) -> list[Level]:
    """Return the players who are tied in all criteria, in groups of two or more.

    It is empty before a round counts, and in a knock-out, where places follow from its matches.
    """
    found: list[list[Row]] = []
    if not now.table.through_round:
        return []
    for table in now.table.groups or (now.table,) if now.table.rules.places is None else ():
        together = False
        for row in (each for each in table.rows if not each.struck):
            found = [*found[:-1], [*found[-1], row]] if together else [*found, [row]]
            together = row.separated_by is None or row.separated_by.code in {BY_HAND, *LastResort}
    return [_level(now, rows) for rows in found if len(rows) > 1]


def _level(now: StageStandings, rows: Sequence[Row]) -> Level:
    by_hand = rows[0].separated_by is not None and rows[0].separated_by.code == BY_HAND
    place = now.player(rows[0]).placed if by_hand else None
    return Level(now.round, tuple(map(now.player, rows)), place["reason"] if place else "")


def standings_of(
    tournament: Tournament,
    *,
    live: bool = False,
    rules: str | None = None,
    after: int | None = None,
    stage: Stage | None = None,
    family: bool = False,
) -> StageStandings:
    """Return the table of a stage after its last closed round, or after round `after`; by default of the last stage.

    Averages over half a round mislead, so a running round is left out unless `live` is set. If several rounds of a
    schedule run at once, or rounds overlap, all their results count. `family` adds criteria of the rules that do not
    rank. Raises SpokenError for a round without a table.
    """
    return _rank_table(_request_of(tournament, stage, after, live=live), rules, family=family)


def cached_standings(
    tournament: Tournament,
    *,
    live: bool = False,
    rules: str | None = None,
    after: int | None = None,
    stage: Stage | None = None,
    family: bool = False,
) -> StageStandings:
    """Return the same as `standings_of` for pages, ranked only once until a change moves someone. Its rows are shared
    by all readers, so they are read-only.
    """
    asked = _request_of(tournament, stage, after, live=live)
    if rules is not None:
        readable(asked.stage.system, rules)
    since = last_move(tournament, several=asked.live and asked.running is not None)
    key = asked.stage.pk, since, asked.live, asked.running and asked.running.pk, rules, after, family
    with _memory:
        found = _cache.get(key)
    if found is None:
        found = _rank_table(asked, rules, family=family)
        with _memory:
            if len(found.view.players) <= ROOM:
                _cache[key] = found
    return replace(found, running=asked.running, stages=asked.stages)


def table_before(now: StageStandings, tournament: Tournament) -> StageStandings:
    """Return the table after the previous round, from the cache if it was ranked for the same players and rounds."""
    through, snapshot = now.table.through_round - 1, now.view.snapshot
    with _memory:
        tables = [each for each in _cache.values() if each.view.stage.pk == now.view.stage.pk]
    for each in tables:
        past = each.view.snapshot
        if (
            (each.table.through_round, each.table.rules) == (through, now.table.rules)
            and (past.players, past.scoring) == (snapshot.players, snapshot.scoring)
            and past.rounds[:through] == snapshot.rounds[:through]
        ):
            return each
    rules = None if now.own else now.table.rules.key.removesuffix("-round-robin")
    return cached_standings(tournament, live=now.live, rules=rules, after=now.round - 1, stage=now.view.stage)


@dataclass(frozen=True, slots=True)
class _TableKey:
    """The key of a table: the stage, its rounds that count, and the last round."""

    stage: Stage
    stages: tuple[Stage, ...]
    running: Round | None
    several: bool
    live: bool
    after: int | None


def _request_of(tournament: Tournament, stage: Stage | None, after: int | None, *, live: bool) -> _TableKey:
    stages = snapshot.stages_of(tournament)
    if stage is None:
        begun = [known for known in stages if after is None or known.first_round <= after]
        stage = (begun or stages)[-1]
    running = list(stage.rounds.filter(status=Round.Status.PUBLISHED).order_by("number"))
    several = len(running) > 1 or (bool(running) and overlaps(stage))
    return _TableKey(stage, stages, running[0] if running else None, several, live or several, after)


def _rank_table(asked: _TableKey, rules: str | None, *, family: bool) -> StageStandings:
    stage, running, after = asked.stage, asked.running, asked.after
    before = running.number if running is not None and not asked.live else None
    view = view_of(stage, before_round=before, stages=asked.stages)
    shift = stage.first_round - 1
    latest = len(view.snapshot.rounds) + shift
    through = None if after is None else after - shift
    if through is not None and not 1 <= through <= latest - shift:
        raise SpokenError(Sentence(_("No standings exist after round {round}."), round=after))
    own_rules = rules_of(stage.tournament, stage, asked.stages)
    wanted = (
        replace(
            preset_of(stage.system, rules),
            groups=own_rules.groups,
            one_table=own_rules.one_table,
            group_by_group=own_rules.group_by_group,
        )
        if rules
        else own_rules
    )
    columns = tuple(dict.fromkeys((*wanted.chain, *wanted.family))) if family else None
    table = rank(view.snapshot, wanted, through, columns)
    own = not rules or rules == stage.tournament.rules
    return StageStandings(table, view, after or latest, latest, running, asked.live, asked.several, own, asked.stages)
