"""The comment of a report file that says what its records cannot: what goes into it, and what is taken out of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pairings import options as system_options
from pairings.snapshot import Snapshot
from pairings.systems import SYSTEMS
from pairings.trf.own import Match, Own, own_told
from pairings.writing import own_of
from tournaments import border
from tournaments.games import GAMES
from tournaments.models import Stage
from tournaments.rulebook import RULE_BOOKS, RULE_SETS, ReportRules

#: The game of a file that names none.
USUAL_GAME = "chess"


def comment_of(stage: Stage, snapshot: Snapshot) -> str:
    """The comment of a stage's report, empty where the records say everything."""
    tournament = stage.tournament
    own = own_of(snapshot, *border.system_of(stage))
    rules, changes = tournament.rules, dict(tournament.rules_changes)
    is_plain = rules.startswith("fide-") and not tournament.of_teams and not changes.keys() - {"chain"}
    other_game = tournament.game != USUAL_GAME
    match = own.match or (Match() if other_game else None)
    return own_told(
        replace(
            own,
            game=tournament.game if other_game else "",
            rules="" if is_plain else rules,
            changes={} if is_plain else changes,
            match=match and replace(match, scores=tournament.score_kind),
        )
    )


def options_in(own: Own, key: str) -> Mapping[str, Any]:
    """The options that a file says of a system; none where it is of another one, or they cannot be."""
    if own.system != key or key not in SYSTEMS:
        return {}
    try:
        system_options.read(SYSTEMS[key].options, own.options)
    except ValueError:
        return {}
    return own.options


def game_in(own: Own) -> str:
    """The game of a file, the usual one where it says none."""
    return own.game if own.game in GAMES else USUAL_GAME


def settings_in(own: Own) -> dict[str, Any]:
    """The settings of a tournament that say what a result may look like, where a file says it."""
    match = own.match or (Match() if own.game else None)
    if match is None:
        return {}
    return {
        "draws_allowed": match.draws,
        "of_teams": match.boards,
        "score_kind": match.scores,
        "score_total": match.score_total,
    }


def rules_in(own: Own, system: str) -> ReportRules | None:
    """The rule set of a file, None where it says none that can be."""
    if own.rules not in RULE_SETS:
        return None
    book = RULE_BOOKS[0]
    try:
        changes = book.check(own.rules, system, own.changes)
        chain = tuple(book.lines(own.rules, system, changes)["chain"])
    except ValueError:
        return None
    return ReportRules(own.rules, chain, changes, listed=True)
