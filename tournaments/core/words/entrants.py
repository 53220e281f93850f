"""Provide the words for entrants: players, or teams in a team tournament.

Pages pass a message in its form for players; only this module knows the form for teams.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _


class Entrants(StrEnum):
    """The kind of entrants: players or teams."""

    PLAYERS = "players"
    TEAMS = "teams"


#: Messages about players, with the same message about teams.
_PAIRS: tuple[tuple[str, str], ...] = (
    (_("Players"), _("Teams")),
    (_("Player"), _("Team")),
    (_("List of players"), _("List of teams")),
    (_("Back to the players"), _("Back to the teams")),
    (_("Preview of players to add"), _("Preview of teams to add")),
    (_("Players to be added"), _("Teams to be added")),
    (_("There are no players yet."), _("There are no teams yet.")),
    (_("No players yet."), _("No teams yet.")),
    (
        _("No players yet. Type a name above and press Enter, or paste a list."),
        _("No teams yet. Type a team name above and press Enter, or paste a list."),
    ),
    (_("Find your name"), _("Find your team")),
    (
        _("Choose the player to swap with {name}. Escape stops."),
        _("Choose the team to swap with {name}. Escape stops."),
    ),
    (_("Swap two players"), _("Swap two teams")),
    (_("This player"), _("This team")),
    (_("and this player"), _("and this team")),
    (
        _(
            "One player per line: “Ivo 1800”, “GM Ivo (BUL) 1800”, or columns copied from a spreadsheet. You "
            "can check everything before it is saved."
        ),
        _("One team per line, or columns copied from a spreadsheet. You can check everything before it is saved."),
    ),
    (
        _("The player will not be paired again. Games already paired stand."),
        _("The team will not be paired again. Matches already paired stand."),
    ),
    (
        _("The code on a badge links a phone to its player. It is shown only once, so print it at once."),
        _(
            "The code on a team's badge links a phone to its captain. It is shown only once, so print it "
            "when you create it."
        ),
    ),
    (
        _("Print this page now: the codes are shown only once. Cut it up and give each player their badge."),
        _("Print this page now: the codes are shown only once. Cut it up and give each captain their badge."),
    ),
    (
        _("Changes by players since the last round was paired"),
        _("Changes by captains since the last round was paired"),
    ),
    (
        _("Each cell shows the row player's score against the column player. f is a forfeit."),
        _("Each cell shows the row team's score against the column team. f is a forfeit."),
    ),
    (_("No player with that name. Ask the organiser."), _("No team with that name. Ask the organiser.")),
    (
        _("No player with that name and no pairing with that number. Ask the organiser."),
        _("No team with that name. Ask the organiser."),
    ),
    (_("Players found:"), _("Teams found:")),
)
_OF_TEAMS: Mapping[str, str] = MappingProxyType(dict(_PAIRS))


def _players(n: int) -> str:
    return ngettext("{n} player", "{n} players", n)


def _teams(n: int) -> str:
    return ngettext("{n} team", "{n} teams", n)


def _players_listed(n: int) -> str:
    return ngettext("{n} player registered.", "{n} players registered.", n)


def _teams_listed(n: int) -> str:
    return ngettext("{n} team registered.", "{n} teams registered.", n)


def _players_without_badge(n: int) -> str:
    return ngettext("Create a badge for {n} player without one", "Create badges for {n} players without one", n)


def _teams_without_badge(n: int) -> str:
    return ngettext("Create a badge for {n} team without one", "Create badges for {n} teams without one", n)


def _players_to_add(n: int) -> str:
    return ngettext("{n} player will be added.", "{n} players will be added.", n)


def _teams_to_add(n: int) -> str:
    return ngettext("{n} team will be added.", "{n} teams will be added.", n)


def _players_added(n: int) -> str:
    return ngettext("{n} player added.", "{n} players added.", n)


def _teams_added(n: int) -> str:
    return ngettext("{n} team added.", "{n} teams added.", n)


def _more_players(n: int) -> str:
    return ngettext("… and {n} more player.", "… and {n} more players.", n)


def _more_teams(n: int) -> str:
    return ngettext("… and {n} more team.", "… and {n} more teams.", n)


def _games_running(n: int) -> str:
    return ngettext("{n} game running", "{n} games running", n)


def _matches_running(n: int) -> str:
    return ngettext("{n} match running", "{n} matches running", n)


Counted = Callable[[int], str]
#: Counts of players and of teams, or of their games and matches, by a short name.
_COUNTS: Mapping[str, tuple[Counted, Counted]] = MappingProxyType(
    {
        "there": (_players, _teams),
        "listed": (_players_listed, _teams_listed),
        "without-badge": (_players_without_badge, _teams_without_badge),
        "to-add": (_players_to_add, _teams_to_add),
        "added": (_players_added, _teams_added),
        "more": (_more_players, _more_teams),
        "running": (_games_running, _matches_running),
    }
)


def message_for_entrants(message: str, entrants: Entrants) -> str:
    """Translate an English message about players for its reader; in a team tournament, use its form for teams. Raise
    KeyError for a message that is not listed here.
    """
    if message not in _OF_TEAMS:
        raise KeyError(message)
    return gettext(_OF_TEAMS[message] if entrants is Entrants.TEAMS else message)


def entrants_in_words(what: str, number: int, entrants: Entrants) -> str:
    """Return the number of players, or of teams, in words. Raise KeyError if `what` is not counted here."""
    return _COUNTS[what][entrants is Entrants.TEAMS](number).format(n=number)
