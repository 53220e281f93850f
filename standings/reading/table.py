"""The standings in a report file, compared with its rounds: points (columns 81 to 84) and ranks (86 to 89).

Ranks are calculated by the tie-break list of records 202 and 212, as read by FIDE's rules in force on the first day, or
by other given rules. Players who are tied after the list may share their places or have them in any order. A note names
what cannot be calculated; ranks are then compared by every criterion before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from operator import attrgetter

from pairings.files.trf.comments.expelled import excluded_players_in
from pairings.files.trf.days import first_day_in
from pairings.files.trf.faults import wrong_points
from pairings.files.trf.records import AbnormalPoints, TrfDocument
from pairings.files.trf.replay import Entrant, Replay
from pairings.snapshot import ByeKind, Player, Round, Snapshot
from standings.core.rank import Standings, rank
from standings.core.rules import LastResort, Rules
from standings.reading.tie_break_list import TieBreakList, needs_ratings, tie_breaks_in
from standings.rulesets.presets import RULES, for_system


@dataclass(frozen=True, slots=True)
class Wrong:
    """A difference between a file and its rounds for a player. `file_value` is None if the file has no value.

    `best` to `worst` is correct: for points the same value twice, for ranks the places of all tied players.
    """

    player: int
    value_name: str
    file_value: Fraction | None
    best: Fraction
    worst: Fraction


@dataclass(frozen=True, slots=True)
class StandingsCheck:
    """The check of `players`: `chain` is the list for their ranks, `notes` name what could not be calculated."""

    players: int
    chain: tuple[str, ...]
    wrong: tuple[Wrong, ...]
    notes: tuple[str, ...]


def check_standings(
    replay: Replay, *, round_robin: bool, rules: Rules | None = None, given: TieBreakList | None = None
) -> StandingsCheck:
    """Return the differences between the standings of a file and its rounds. `rules` and `given` replace those of the
    file.
    """
    document = replay.document
    notes: list[str] = []
    rules = rules or rules_in_force(document, round_robin=round_robin)
    chain = _chain(replay, given or tie_breaks_in(document), rules, notes)
    table = _table(replay, replace(rules, chain=chain, last_resort=LastResort.SHARE), round_robin, notes)
    wrong = [Wrong(entrant.number, "points", points, own, own) for entrant, points, own in wrong_points(replay)]
    if any(entrant.record.rank for entrant in replay.entrants):
        wrong += _rank_differences(replay.entrants, table)
    else:
        notes.append("No rank is written.")
    return StandingsCheck(len(replay.entrants), chain, tuple(sorted(wrong, key=attrgetter("player"))), tuple(notes))


def rules_in_force(document: TrfDocument, *, round_robin: bool) -> Rules:
    """Return FIDE's rules in force on the first day (record 042).

    Without a day they are the newest rules, for a day before all editions the oldest.
    """
    found = first_day_in(document.texts("042"))
    editions = [RULES["fide-2026"], RULES["fide-2024"]]
    day = found.isoformat() if found else ""
    fitting = (rules for rules in editions if not day or rules.date.isoformat() <= day)
    return for_system(next(fitting, editions[-1]), round_robin)


def _chain(replay: Replay, listed: TieBreakList | None, rules: Rules, notes: list[str]) -> tuple[str, ...]:
    """Return the criteria before the first one that cannot be calculated."""
    if listed is None:
        notes.append("There is no tie-break list (record 202 or 212): ranks are compared by points only.")
        return ("PTS",)
    chain, unknown = listed.chain, listed.unknown
    reason = "is not supported"
    unrated = rules.chess.unrated is None and any(not entrant.record.rating for entrant in replay.entrants)
    blind = next((place for place, code in enumerate(chain) if unrated and needs_ratings(code)), None)
    if blind is not None:
        chain, unknown = chain[:blind], chain[blind]
        reason = "needs the rating of every player, and some are missing"
    if unknown:
        before = ", ".join(chain) or "nothing"
        notes.append(f"{unknown} {reason}: ranks are compared by {before}.")
    return chain


def _table(replay: Replay, rules: Rules, round_robin: bool, notes: list[str]) -> Standings:
    snapshot = replay.snapshot(replay.played + 1)
    excluded = excluded_players_in(replay.document.texts("###"))
    listed = (replace(player, left_out=player.number in excluded, placed=None) for player in snapshot.players)
    snapshot = replace(snapshot, players=tuple(listed))
    if round_robin:
        snapshot = replace(snapshot, players=tuple(_players_with_withdrawals(snapshot)))
    through = _complete(snapshot)
    if through < replay.played:
        notes.append(f"Results of round {through + 1} are missing: ranks are compared after the round before it.")
    if any(not each.code and not each.round_number for each in replay.document.records(AbnormalPoints)):
        notes.append("Extra points without a round (record 299) are not included in the standings.")
    return rank(replace(snapshot, rounds=snapshot.rounds[:through], next_round=through + 1), rules)


def _complete(snapshot: Snapshot) -> int:
    """Return the number of rounds before the first with a missing result."""
    missing = (played.number for played in snapshot.rounds if any(p.result is None for p in played.pairings))
    return next(missing, len(snapshot.rounds) + 1) - 1


def _players_with_withdrawals(snapshot: Snapshot) -> Iterator[Player]:
    """Yield the players of a round robin; a player without games until the end is taken to have left after the last
    game.
    """
    last: dict[int, int] = {player.number: 0 for player in snapshot.players}
    for played in snapshot.rounds:
        last.update(dict.fromkeys(_players_of_round(played), played.number))
    for player in snapshot.players:
        has_left = last[player.number] < len(snapshot.rounds)
        yield replace(player, withdrawn=last[player.number]) if has_left else player


def _players_of_round(played: Round) -> Iterator[int]:
    """Yield the players who played in a round, won it by forfeit, or had the bye of an odd field."""
    for pairing in played.pairings:
        sides = (pairing.first, pairing.second)
        result = pairing.result
        if result is None or result.played:
            yield from sides
        else:
            outcomes = zip(sides, (result.first, result.second), strict=True)
            yield from (number for number, outcome in outcomes if outcome == "win")
    yield from (bye.player for bye in played.byes if bye.kind is not ByeKind.ZERO)


def _rank_differences(entrants: tuple[Entrant, ...], table: Standings) -> Iterator[Wrong]:
    places = _places(table)
    last = len(places) + 1  # of those whom the table leaves out
    for entrant in entrants:
        best, worst = places.get(entrant.number, (last, last))
        written = entrant.record.rank
        if written is None or not best <= written <= worst:
            value = None if written is None else Fraction(written)
            yield Wrong(entrant.number, "rank", value, Fraction(best), Fraction(worst))


def _places(table: Standings) -> Mapping[int, tuple[int, int]]:
    """Return the best and the worst place of each player by the criteria, without a last resort."""
    places: dict[int, tuple[int, int]] = {}
    for best, run in groupby(table.rows, key=attrgetter("rank")):
        level = [row.player for row in run]
        places.update(dict.fromkeys(level, (best, best + len(level) - 1)))
    return places
