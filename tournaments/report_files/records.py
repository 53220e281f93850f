"""Convert place, days and arbiters of a tournament to records of a report file, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from functools import cache
from itertools import takewhile

from pairings import options as system_options
from pairings.files import trf
from pairings.files.trf.comments.own import KierrosComment, MatchFormat, own_comment
from pairings.files.trf.days import day_of
from pairings.library.report_file import own_of
from pairings.snapshot import ADJOURNED, Decision, Pairing, Result, Round, Snapshot
from pairings.systems import SYSTEMS
from pairings.systems.double_swiss.files import GAMES as GAMES_OF_DOUBLE_SWISS
from pairings.systems.round_robin import Options
from tournaments.core import snapshot as snapshots
from tournaments.core.games import GAMES
from tournaments.core.rulebook import RULE_BOOKS, RULE_SETS, ReportRules
from tournaments.core.words import values
from tournaments.core.words.names import NotAName, clean_text
from tournaments.models import Stage

#: Records of one line of text, with their columns in the database.
_LINES = (("022", "city"), ("102", "chief_arbiter"), ("122", "rate_of_play"))
_CONVERTED_RECORDS = (
    ("032", "federation", values.federation),
    ("172", "rank_method", lambda text: values.rank_method((text.split() or [""])[-1])),
    ("222", "time_control", values.time_control),
)
#: The first column of the rounds' days in record 132, and the width of each.
_FIRST, _WIDTH = 91, 10


def records_of(stage: Stage, edition: trf.Edition) -> dict[str, str | list[str]]:
    """Return the records for the known data."""
    tournament = stage.tournament
    found: dict[str, str | list[str]] = {code: getattr(tournament, name) for code, name in _LINES}
    found["032"] = tournament.federation
    found["052"] = tournament.ends_on.strftime("%Y/%m/%d") if tournament.ends_on else ""
    found["112"] = values.deputies_of(tournament.deputy_arbiters)
    games = GAMES_OF_DOUBLE_SWISS if stage.system == "double-swiss" else 1
    found["132"] = [day.strftime("%y/%m/%d") for day in _days(stage) for _game in range(games)]
    if edition is not trf.Edition.TRF16:
        found["222"] = tournament.time_control
        if tournament.federation and tournament.rank_method:
            found["172"] = f"{tournament.federation} {tournament.rank_method}"
        if stage.system == "team-swiss":
            found["082"] = str(stage.tournament.players.count())
    return {code: value for code, value in found.items() if value}


def _days(stage: Stage) -> Iterator[date]:
    """Yield the days of the stage's rounds: those entered, or else those on which rounds were published here."""
    tournament = stage.tournament
    days = values.days_of(tournament.round_dates)[stage.first_round - 1 :]
    if days:
        yield from days
        return
    imported = tournament.journal.filter(verb="import-tournament").values_list("at", flat=True).first()
    rounds = stage.rounds.public().order_by("number").values_list("published_at", flat=True)
    later_times = takewhile(lambda at: at is not None and (imported is None or at > imported), rounds)
    yield from (at.astimezone(tournament.zone).date() for at in later_times if at is not None)


def tournament_columns_in(document: trf.TrfDocument) -> dict[str, str | date | None]:
    """Return the columns of a tournament that a file fills; values that cannot be stored are omitted."""
    found: dict[str, str | date | None] = {}
    for code, name in _LINES:
        _keep(found, name, next(iter(document.texts(code)), ""), 100)
    for code, name, read in _CONVERTED_RECORDS:
        try:
            found[name] = read(next(iter(document.texts(code)), ""))
        except NotAName:
            continue
    _keep(found, "deputy_arbiters", "; ".join(text for text in document.texts("112") if text), values.LONGEST_LINE)
    ends, days = day_of(next(iter(document.texts("052")), "")), list(_dates(document))
    if ends is not None:
        found["ends_on"] = ends
    _keep(found, "round_dates", ", ".join(day.isoformat() for day in days if day), values.LONGEST_LINE)
    if None in days:
        found.pop("round_dates", None)
    return {name: value for name, value in found.items() if value}


#: The record of each column that `tournament_columns_in` fills.
RECORDS = {
    **{name: code for code, name in _LINES},
    **{name: code for code, name, _read in _CONVERTED_RECORDS},
    "ends_on": "052",
    "deputy_arbiters": "112",
    "round_dates": "132",
}


def _keep(found: dict[str, str | date | None], name: str, text: str, longest: int) -> None:
    try:
        found[name] = clean_text(text, longest)
    except NotAName:
        return


def _dates(document: trf.TrfDocument) -> Iterator[date | None]:
    for line in document.lines:
        if line.code == "132":
            text = line.text.rstrip()
            yield from (day_of(text[at : at + _WIDTH]) for at in range(_FIRST, len(text), _WIDTH))


#: The default game of a file that names none.
USUAL_GAME = "chess"


def comment_of(stage: Stage, snapshot: Snapshot) -> str:
    """Return the comment of a stage's report; "" if the records contain everything."""
    tournament = stage.tournament
    own = own_of(snapshot, *snapshots.system_of(stage))
    rules, changes = tournament.rules, dict(tournament.rules_changes)
    is_plain = rules.startswith("fide-") and not tournament.table_kind.counts_boards and not changes.keys() - {"chain"}
    other_game = tournament.game != USUAL_GAME
    match = own.match or (MatchFormat() if other_game else None)
    return own_comment(
        replace(
            own,
            game=tournament.game if other_game else "",
            rules="" if is_plain else rules,
            changes={} if is_plain else changes,
            match=match and replace(match, scores=tournament.score_kind),
        )
    )


def options_in(own: KierrosComment, key: str) -> Mapping[str, object]:
    """Return the options that a file contains for a system; {} if they are for another one or invalid."""
    if own.system != key or key not in SYSTEMS:
        return {}
    try:
        system_options.read(SYSTEMS[key].options, own.options)
    except ValueError:
        return {}
    return own.options


def game_in(own: KierrosComment) -> str:
    """Return the game of a file, by default the usual one."""
    return own.game if own.game in GAMES else USUAL_GAME


def settings_in(own: KierrosComment) -> dict[str, object]:
    """Return the settings for the format of results, if a file contains them; otherwise {}."""
    match = own.match or (MatchFormat() if own.game else None)
    if match is None:
        return {}
    return {
        "draws_allowed": match.draws,
        "of_teams": match.boards,
        "score_kind": match.scores,
        "score_total": match.score_total,
    }


def rules_in(own: KierrosComment, system: str) -> ReportRules | None:
    """Return the rule set of a file; None if it has no valid one."""
    if own.rules not in RULE_SETS:
        return None
    book = RULE_BOOKS[0]
    try:
        changes = book.check(own.rules, system, own.changes)
        chain = tuple(book.lines(own.rules, system, changes)["chain"])
    except ValueError:
        return None
    return ReportRules(own.rules, chain, changes, listed=True)


ROUND_ROBIN = "round-robin"


def system_named_in(text: str) -> tuple[str, Options]:
    """Return the system for a code (ETT26) or a name, including the names used here; "" if it is unknown."""
    letters = "".join(letter for letter in text.upper() if letter.isalpha())
    double = "DOUBLE" in letters
    options = Options(cycles=2 if double else 1, swap_last_two=double and letters.startswith("FIDE"))
    keys = [
        key
        for key, system in SYSTEMS.items()
        if text.removeprefix("Individual: ").removeprefix("Team: ") == system.name
    ]
    if keys:
        return keys[0], options
    if "ROUNDROBIN" in letters or "BERGER" in letters or "ALLPLAYALL" in letters:
        return ROUND_ROBIN, options
    plain = text.casefold().replace("_", " ")
    swiss = [key for key, system in SYSTEMS.items() if any(word in plain for word in system.words if word != "swiss")]
    return (swiss[0] if swiss else ""), options


_ORDINARY = frozenset([("win", "loss"), ("loss", "win"), ("draw", "draw")])


def swap_sides(pairing: Pairing) -> Pairing:
    """Return the same game with its sides exchanged."""
    return Pairing(pairing.table, pairing.second, pairing.first, _turn(pairing.result))


def adjourn_open_games(played: Round) -> Round:
    """Return a round whose games without a result are adjourned."""
    if all(pairing.result is not None for pairing in played.pairings):
        return played
    return replace(played, pairings=tuple([replace(p, result=p.result or ADJOURNED) for p in played.pairings]))


def fitting(pairing: Pairing) -> Pairing:
    """Return a pairing; a result that no game can have becomes a ruling of the arbiter."""
    result = pairing.result
    if result is None or result.decision is not Decision.PLAYED or (result.first, result.second) in _ORDINARY:
        return pairing
    return Pairing(pairing.table, pairing.first, pairing.second, _ruling(result))


@cache
def _turn(result: Result | None) -> Result | None:
    return result and replace(result, first=result.second, second=result.first)


@cache
def _ruling(result: Result) -> Result:
    return replace(result, decision=Decision.RULING)
