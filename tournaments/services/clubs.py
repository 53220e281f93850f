"""The club teams beside a tournament of single players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.journal.acts import act
from tournaments.journal.errors import Refused
from tournaments.models import Tournament
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.rulebook import RULE_BOOKS
from tournaments.words.languages import spoken


def set_club_teams(
    who: Who, tournament: Tournament, rule: Mapping[str, Any] | None, *, revision: int | None = None
) -> Tournament:
    """Say what makes a club team, as it is stored (`RuleBook.club_rule`); None: there are none.

    No team is stored: whose points count follows from the table. Raises Refused for a rule that cannot be.
    """
    stored = None if rule is None else _check(rule)
    with act(who, tournament, "set-club-teams", Right.SET_RULES, revision=revision) as doing:
        if doing.update(doing.tournament, club_teams=stored) and stored is not None:
            doing.facts["clubs" if stored["by"] == "club" else "federations"] = stored["best"]
            doing.facts["counting"] = [name for name in ("several", "short") if stored[name]]
    tournament.refresh_from_db()
    return tournament


def _check(rule: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return RULE_BOOKS[0].club_rule(rule)
    except ValueError as error:
        raise Refused(spoken(error), code="club-teams", field=getattr(error, "name", "")) from error
