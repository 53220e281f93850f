"""What those who are paired are called: players, or teams where the tournament is one of teams.

Pages say a sentence by its words for players; this is the one place that knows it for teams, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _


class Entrants(StrEnum):
    """Who is paired."""

    PLAYERS = "players"
    TEAMS = "teams"


#: What is said of players, and the same of teams.
_PAIRS: tuple[tuple[str, str], ...] = (
    (_("Players"), _("Teams")),
    (_("Player"), _("Team")),
    (_("List of players"), _("List of teams")),
    (_("Back to the players"), _("Back to the teams")),
    (_("The players as they will be added"), _("The teams as they will be added")),
    (_("Players to be added"), _("Teams to be added")),
    (_("There are no players yet."), _("There are no teams yet.")),
    (_("Nobody is on the list yet."), _("No team is on the list yet.")),
    (
        _("Nobody is on the list yet. Type a name above and press Enter, or paste a list."),
        _("No team is on the list yet. Type its name above and press Enter, or paste a list."),
    ),
    (_("Find your name"), _("Find your team")),
    (
        _("The player is not paired any more. Games already paired stand."),
        _("The team is not paired any more. Matches already paired stand."),
    ),
    (
        _("The code on a badge makes a telephone its player's own. It is shown when it is made: print it then."),
        _("The code on a team's badge makes a telephone its captain's. It is shown when it is made: print it then."),
    ),
    (
        _("Print this page now: the codes are shown once. Cut it, and give each player his own."),
        _("Print this page now: the codes are shown once. Cut it, and give each captain his own."),
    ),
    (
        _("Decided by players since the last round was paired"),
        _("Decided by captains since the last round was paired"),
    ),
    (
        _("Each cell holds what the player of the row scored against that of the column; f is a forfeit."),
        _("Each cell holds what the team of the row scored against that of the column; f is a forfeit."),
    ),
    (_("No player of that name. Ask the organiser."), _("No team of that name. Ask the organiser.")),
    (
        _("No player of that name and no such table. Ask the organiser."),
        _("No team of that name. Ask the organiser."),
    ),
    (_("Players found:"), _("Teams found:")),
)
_OF_TEAMS: Mapping[str, str] = MappingProxyType(dict(_PAIRS))


def _players(n: int) -> str:
    return ngettext("{n} player", "{n} players", n)


def _teams(n: int) -> str:
    return ngettext("{n} team", "{n} teams", n)


def _players_listed(n: int) -> str:
    return ngettext("{n} player is on the list.", "{n} players are on the list.", n)


def _teams_listed(n: int) -> str:
    return ngettext("{n} team is on the list.", "{n} teams are on the list.", n)


def _players_without_badge(n: int) -> str:
    return ngettext("Make the badge of {n} player who has none", "Make badges for {n} players who have none", n)


def _teams_without_badge(n: int) -> str:
    return ngettext("Make the badge of {n} team that has none", "Make badges for {n} teams that have none", n)


def _players_to_add(n: int) -> str:
    return ngettext("{n} player will be added.", "{n} players will be added.", n)


def _teams_to_add(n: int) -> str:
    return ngettext("{n} team will be added.", "{n} teams will be added.", n)


def _players_added(n: int) -> str:
    return ngettext("{n} player is added.", "{n} players are added.", n)


def _teams_added(n: int) -> str:
    return ngettext("{n} team is added.", "{n} teams are added.", n)


def _more_players(n: int) -> str:
    return ngettext("… and {n} more player.", "… and {n} more players.", n)


def _more_teams(n: int) -> str:
    return ngettext("… and {n} more team.", "… and {n} more teams.", n)


Counted = Callable[[int], str]
#: What is counted, by a short name: of players and of teams.
_COUNTED: Mapping[str, tuple[Counted, Counted]] = MappingProxyType(
    {
        "there": (_players, _teams),
        "listed": (_players_listed, _teams_listed),
        "without-badge": (_players_without_badge, _teams_without_badge),
        "to-add": (_players_to_add, _teams_to_add),
        "added": (_players_added, _teams_added),
        "more": (_more_players, _more_teams),
    }
)


def message_for_entrants(message: str, entrants: Entrants) -> str:
    """A message about players, in English, as its reader is told it: of teams where these are paired. Raises KeyError
    for a message that is not here.
    """
    if message not in _OF_TEAMS:
        raise KeyError(message)
    return gettext(_OF_TEAMS[message] if entrants is Entrants.TEAMS else message)


def entrants_in_words(what: str, number: int, entrants: Entrants) -> str:
    """So many players, or teams. Raises KeyError for what is not counted here."""
    return _COUNTED[what][entrants is Entrants.TEAMS](number).format(n=number)
