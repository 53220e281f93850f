"""Which pairing system a report file is of: what its records name, else what its rounds look like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from pairings import options as system_options
from pairings.systems import SYSTEMS, round_robin, team_swiss
from pairings.systems.round_robin import Options
from pairings.systems.team_swiss.options import options_named
from tournaments.border.incoming import Incoming
from tournaments.border.named import ROUND_ROBIN, named_in
from tournaments.border.own_records import options_in


@dataclass(frozen=True, slots=True)
class Proposal:
    """A system with its options, and a sentence that says why it is this one."""

    system: str
    why: str
    options: Mapping[str, Any] = field(default_factory=dict)


def propose(found: Incoming) -> Proposal:
    """The system that record 192 names, else 092; else a round robin if the rounds are those of one, else the Dutch."""
    own = found.replay.own
    if own.system in SYSTEMS:
        named = next(iter(found.replay.document.texts("092")), "")
        options: Any = system_options.read(SYSTEMS[own.system].options, options_in(own, own.system))
        why = _("The file says so: “{named}”.").format(named=named[:60])
        return Proposal(own.system, why, system_options.as_json(options))
    like = _round_robin_like(found)
    if found.members and (of_teams := _team_swiss(found, like)) is not None:
        return of_teams
    for code in ("192", "092"):
        named = next((text.strip() for text in found.replay.document.texts(code) if text.strip()), "")
        system, options = named_in(named)
        if system:
            why = _("The file says so: “{named}”.").format(named=named[:60])
            robin = system == ROUND_ROBIN
            return Proposal(system, why, system_options.as_json(like or options) if robin else _of_code(system, named))
    if like is not None:
        why = _("The file does not say it; its rounds are those of a round robin.")
        return Proposal(ROUND_ROBIN, why, system_options.as_json(like))
    return Proposal("dutch", _("The file does not say it; it looks like a Swiss."))


def _of_code(key: str, named: str) -> Mapping[str, Any]:
    """What the code of a schedule says of its options."""
    system = SYSTEMS[key]
    said = system.of_code(named.upper(), "") if system.scheduled and system.of_code else None
    return said or {}


def _team_swiss(found: Incoming, like: Options | None) -> Proposal | None:
    """FIDE's system for teams where the file names it, and where it names nothing and is no round robin."""
    named = [text.strip() for text in found.replay.document.texts("192") if text.strip()]
    if named and options_named(named[0].upper()) is not None:
        why = _("The file says so: “{named}”.").format(named=named[0][:60])
        return Proposal(team_swiss.SYSTEM.key, why)
    texts = [*named, *found.replay.document.texts("092")]
    if like is not None or any(named_in(text.strip())[0] for text in texts):
        return None
    return Proposal(team_swiss.SYSTEM.key, _("The file does not say it; it looks like a Swiss of teams."))


def _round_robin_like(found: Incoming) -> Options | None:
    """The options of the round robin whose rounds these are, if they are: round by round those of a schedule, or all
    games of one.
    """
    count, rounds = len(found.players), found.rounds
    if count < 3 or not rounds:
        return None
    planned = found.replay.settings.planned_rounds
    games = [{frozenset((p.first, p.second)) for p in played.pairings} for played in rounds]
    for options in _all_options():
        length = round_robin.rounds(count, options)
        if len(rounds) > length or planned not in (None, length):
            continue
        if all(games[number - 1] == _games_of(count, number, options) for number in range(1, len(rounds) + 1)):
            return options
        met = Counter(pair for played in games for pair in played)
        complete = len(met) == count * (count - 1) // 2 and set(met.values()) == {options.cycles}
        if len(rounds) == length and complete:
            return options
    return None


def _all_options() -> list[Options]:
    ways = [("berger", 1, False), ("circle", 1, False), ("berger", 2, True), ("berger", 2, False), ("circle", 2, False)]
    return [Options(numbering, cycles, swap) for numbering, cycles, swap in ways]


def _games_of(count: int, number: int, options: Options) -> set[frozenset[int]]:
    laid, _bye = round_robin.schedule_round(count, number, options)
    return {frozenset((game.first, game.second)) for game in laid}
