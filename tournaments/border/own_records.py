"""The comment of a report file that says what its records cannot: what goes into it, and what is taken out of it."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from pairings import options as system_options
from pairings.system import System
from pairings.systems import SYSTEMS
from pairings.trf.own import Match, Own, Table, own_told
from tournaments import border
from tournaments.games import GAMES
from tournaments.models import Stage, Tournament
from tournaments.rulebook import RULE_BOOKS, RULE_SETS, ReportRules

#: Options of FIDE's systems that records of their own tell.
_TOLD = frozenset(["edition", "initial_colour", "acceleration"])
#: The game of a file that names none.
USUAL_GAME = "chess"


def comment_of(stage: Stage, view: border.View) -> str:
    """The comment of a stage's report, empty where the records say everything."""
    tournament = stage.tournament
    system, options = border.system_of(stage)
    more = _options(system, options)
    rules, changes = tournament.rules, dict(tournament.rules_changes)
    is_plain = rules.startswith("fide-") and not tournament.of_teams and not changes.keys() - {"chain"}
    return own_told(
        Own(
            system=system.key if more or not system.report_code else "",
            options=more,
            game=tournament.game if tournament.game != USUAL_GAME else "",
            rules="" if is_plain else rules,
            changes={} if is_plain else changes,
            match=_match(tournament) if system.in_file is None else None,
            tables=_tables(view) if system.in_file is None else {},
            pods={played.number: played.booster_pods for played in view.snapshot.rounds if played.booster_pods},
        )
    )


def _options(system: System, options: Any) -> dict[str, Any]:
    """The options that are not the usual ones; none where records tell all of them."""
    usual, told = system_options.as_json(system.options()), _TOLD if system.ranked else frozenset[str]()
    own = {name: value for name, value in system_options.as_json(options).items() if name not in told}
    more = {name: value for name, value in own.items() if value != usual[name]}
    if system.report_code and system.of_code:
        usual |= system.of_code(system.report_code(options).upper(), "") or {}
    return more if any(value != usual[name] for name, value in more.items()) else {}


def options_in(own: Own, key: str) -> Mapping[str, Any]:
    """The options that a file says of a system; none where it is of another one, or they cannot be."""
    if own.system != key or key not in SYSTEMS:
        return {}
    try:
        system_options.read(SYSTEMS[key].options, own.options)
    except ValueError:
        return {}
    return own.options


def _match(tournament: Tournament) -> Match | None:
    """What a result may look like, where it is not just one game."""
    found = Match(
        best_of=tournament.best_of,
        by_games=tournament.by_games,
        draws=tournament.draws_allowed,
        boards=tournament.of_teams,
        scores=tournament.score_kind,
        score_total=tournament.score_total,
    )
    return None if found == Match() and tournament.game == USUAL_GAME else found


def _tables(view: border.View) -> dict[int, dict[int, Table]]:
    """What pairings have beside their outcomes, by round and first player."""
    told = {}
    for played in view.snapshot.rounds:
        pairings = sorted(played.pairings, key=attrgetter("first"))
        told[played.number] = {p.first: table for p in pairings if (table := Table.of(p)) != Table()}
    return {number: row for number, row in told.items() if row}


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
