"""The prize fund of a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.journal.acts import act
from tournaments.journal.errors import Refused
from tournaments.models import Tournament
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.rulebook import RULE_BOOKS
from tournaments.words.isolation import isolate
from tournaments.words.languages import spoken


def set_prizes(
    who: Who, tournament: Tournament, fund: Mapping[str, Any] | None, *, revision: int | None = None
) -> Tournament:
    """Say what there is to win, as it is stored (`RuleBook.fund`); None or a fund without categories takes it away.

    Nobody's prize is stored: who gets what follows from the table. Raises Refused for a fund that cannot be, its field
    as "name", or "2.name" for that of the third category.
    """
    stored = _check(fund) if fund and fund["categories"] else None
    with act(who, tournament, "set-prizes", Right.SET_RULES, revision=revision) as doing:
        if doing.update(doing.tournament, prizes=stored) and stored is not None:
            offers = RULE_BOOKS[0].offers(stored)
            doing.facts["prizes"] = "; ".join(f"{isolate(name)}: {isolate(prizes)}" for name, prizes in offers)
    tournament.refresh_from_db()
    return tournament


def _check(fund: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return RULE_BOOKS[0].fund(fund)
    except ValueError as error:
        category = getattr(error, "category", None)
        place = [] if category is None else [str(category)]
        field = ".".join([*place, getattr(error, "name", "")])
        raise Refused(spoken(error), code="prizes", field=field) from error
