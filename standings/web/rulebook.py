"""The rule book that `tournaments` uses: rule sets, points, ranks, places and prizes of its tournaments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pairings.files.trf import TrfDocument
from pairings.numbers import scores
from pairings.options import as_json
from pairings.systems import SYSTEMS
from standings.core.reckoning import base_of
from standings.core.rules import Rules
from standings.core.withdrawal import strikes
from standings.explain.wording_compare import rules_sentence
from standings.reading.table import rules_in_force
from standings.reading.tie_break_list import primary_of, record_212, tie_breaks_in
from standings.rulesets.customise import changes_of, customise, facts_of
from standings.rulesets.presets import for_system
from standings.web.clubs import club_teams
from standings.web.prizes import fund
from standings.web.ratings.changes import rated_in_words
from standings.web.rounds.movement import moves_of
from standings.web.rules.rule_sets import barred_in, criterion_names, preset_of
from standings.web.table.current import (
    cached_standings,
    level_in,
    own_rules,
    rules_of,
    standings_of,
    with_points_of_then,
)
from standings.web.table.final import final_places
from tournaments.core.rulebook import Level, Place, Prizes, RatingChange, Recorded, ReportRules, ReportTable
from tournaments.core.snapshot import system_of, take_record
from tournaments.core.words.texts import translate
from tournaments.models import Player, Stage, Tournament


class RuleBook:
    """The answers to questions of `tournaments` about rule sets; see `tournaments.core.rulebook.RuleBook`."""

    def check(self, key: str, system: str, changes: Mapping[str, object]) -> dict[str, object]:
        preset = preset_of(system, key)
        return changes_of(preset, customise(preset, changes))

    def lines(self, key: str, system: str, changes: Mapping[str, object]) -> dict[str, Any]:
        return as_json(customise(preset_of(system, key), changes))

    def points(
        self, stage: Stage, *, before_round: int | None = None, record: Recorded | None = None
    ) -> Mapping[int, Fraction]:
        read = record or take_record(stage, before_round=before_round)
        snapshot = with_points_of_then(stage, read.snapshot)
        played = snapshot.rounds[-1].number if snapshot.rounds else 0
        has_withdrawals = any(player.withdrawn is not None for player in snapshot.players)
        rules = rules_of(stage.tournament, stage) if has_withdrawals else None
        strict = rules is not None and rules.strikes_below_half
        groups = rules.groups(snapshot) if rules and rules.groups else ()
        totals = scores.points(snapshot, strikes(snapshot, played, groups) if strict else ())
        return {player.pk: totals[number] for number, player in read.players.items()}

    def barred_criteria(self, key: str, system: str, changes: Mapping[str, object]) -> list[str]:
        chain = customise(preset_of(system, key), changes).chain
        return [code for code in chain if base_of(code) in barred_in(system)]

    def criteria(self, key: str, system: str) -> list[str]:
        own = own_rules(SYSTEMS[system], SYSTEMS[system].options())
        return list(criterion_names((own or preset_of(system, key)).chain).values())

    def name(self, key: str, system: str) -> str:
        return translate(preset_of(system, key).name)

    def report_table(self, stage: Stage) -> ReportTable:
        now = standings_of(stage.tournament, stage=stage, live=True)
        primary = getattr(system_of(stage)[1], "primary", "")
        score = primary_of({"primary": primary}) if stage.tournament.table_kind.counts_boards else ""
        codes = record_212(now.table.rules.chain, score)
        if not now.table.through_round:
            return ReportTable({}, codes)
        ranks = {now.player(row).pk: row.rank for row in now.table.rows}
        last = len(ranks) + 1  # of those whom the table leaves out
        return ReportTable({player.pk: ranks.get(player.pk, last) for player in now.view.players.values()}, codes)

    def of_report(self, document: TrfDocument, system: str, *, of_teams: bool = False) -> ReportRules:
        key = "fide-teams" if of_teams else rules_in_force(document, round_robin=False).key
        preset = preset_of(system, key)
        listed = tie_breaks_in(document, of_teams=of_teams)
        if listed is None or not listed.chain:
            return ReportRules(_plain_key(preset), preset.chain, {}, listed=False)
        changes = {} if listed.chain == preset.chain else {"chain": list(listed.chain)}
        return ReportRules(_plain_key(preset), listed.chain, changes, listed=True, unknown=listed.unknown)

    def places(self, tournament: Tournament) -> list[Place]:
        return final_places(cached_standings(tournament))

    def places_won(self, tournament: Tournament) -> Mapping[int, int]:
        now = cached_standings(tournament)
        return {now.view.players[number].pk: places for number, places in moves_of(now, tournament).items()}

    def level(self, tournament: Tournament) -> list[Level]:
        return level_in(cached_standings(tournament))

    def fund(self, stored: Mapping[str, object]) -> dict[str, object]:
        return fund.fund_to_json(fund.fund_from_json(stored))

    def offers(self, stored: Mapping[str, object]) -> Sequence[tuple[str, str]]:
        return fund.offers(fund.fund_from_json(stored))

    def prizes(self, tournament: Tournament, places: Sequence[Place]) -> Prizes:
        return fund.prizes_of(tournament, places)

    def club_rule(self, stored: Mapping[str, object]) -> dict[str, object]:
        return club_teams.rule_to_json(club_teams.rule_from_json(stored))

    def rating_change(self, tournament: Tournament, player: Player) -> RatingChange | None:
        return rated_in_words(tournament, player)

    def facts(self, key: str, system: str, changes: Mapping[str, object]) -> dict[str, Any]:
        preset = preset_of(system, key)
        return facts_of(preset, customise(preset, changes))

    def sentence(self, facts: Mapping[str, object], *, halves: bool) -> str:
        return rules_sentence(facts, translate, halves=halves)


def _plain_key(rules: Rules) -> str:
    """Return the key that a tournament stores for a rule set; `for_system` finds its variant for a system."""
    return for_system(rules, round_robin=False).key
