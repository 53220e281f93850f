"""Import a player list: add and update players in one act."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from tournaments.core.journal.acts import Act, act, not_finished
from tournaments.core.journal.errors import StaleSnapshot
from tournaments.core.rights import Right, Who
from tournaments.models import Tournament
from tournaments.player_lists import Answers, Fate, ListRow, Plan, RowDecision, compare
from tournaments.players import person_checks
from tournaments.players.registration import RANKING, changed_columns, enter, update_ranking


def take_list(
    who: Who, tournament: Tournament, rows: Sequence[ListRow], answers: Answers, *, seen: str | None = None
) -> Plan:
    """Add the players of a list and update existing ones, as `compare` decides; all or none.

    `seen` is the tag of the plan that the user confirmed; raises StaleSnapshot if the plan has changed since.
    """
    with act(who, tournament, "take-list", Right.MANAGE_PLAYERS) as doing:
        not_finished(doing)
        plan = compare(rows, doing.tournament.players.all(), answers)
        check_plan(plan, seen)
        carry_out(doing, plan.added, plan.of(Fate.UPDATE))
    return plan


def check_plan(plan: Plan, seen: str | None) -> None:
    """Raise StaleSnapshot if a plan is not the one that the user confirmed."""
    if seen is not None and plan.tag != seen:
        text = _("The list or the players have changed since the preview. Check the new preview.")
        raise StaleSnapshot(text, code="stale")


def carry_out(doing: Act, added: list[dict[str, object]], decided: Iterable[RowDecision]) -> None:
    """Add the players of a list to the tournament, and update existing players as decided."""
    updated = [
        (each.player, each.changes | person_checks.check_changes(doing.tournament, each.player, each.changes))
        for each in decided
        if each.player is not None
    ]
    moves_others = any(not changes.keys().isdisjoint(RANKING) for _player, changes in updated)
    doing.update_many(
        (player, {**changed_columns(player, changes), "version": doing.sequence}) for player, changes in updated
    )
    if added:
        doing.facts |= {"count": len(added)}
        enter(doing, person_checks.check_rows(doing.tournament, added))
    if updated:
        doing.name(players=[player for player, _changes in updated])
    if moves_others:
        update_ranking(doing)
