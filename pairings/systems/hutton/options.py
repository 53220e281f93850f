"""The options of a jamboree by the Hutton system, and their possible numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pairings import options as option
from pairings.plan import Reason
from pairings.wording.mark import gettext_noop as _

SOURCE = "G. D. Hutton 1921 (jamboree); rounds of FIDE C.05, Annex 1; sides of our own where those are uneven"
MOST_BOARDS = 100
MOST_TEAMS = 200
MOST_ROUNDS = 12
_CODE = re.compile(r"CUSTOM_(HUTTON|MOLTER)_(\d{1,3})X(\d{1,2})")


@dataclass(frozen=True, slots=True)
class Options:
    """The size and the names of teams, and the number of rounds."""

    boards: int = option.whole(4, _("Players per team"), 1, MOST_BOARDS, help=_("One for each board."))
    teams: tuple[str, ...] = option.names(
        _("Team names"),
        MOST_TEAMS,
        help=_(
            "One per line, in seat order. Enter the first team's players in board order, then the second "
            "team's, and so on. Without names, teams get numbers."
        ),
    )
    games: int = option.whole(1, _("Games per player"), 1, MOST_ROUNDS, help=_("One for each round."))

    sides: str = option.choice(
        "hutton",
        _("Sides"),
        ("hutton", _("even for each team in each round (Hutton)")),
        ("molter", _("even for each player over the rounds (Molter)")),
        help=_(
            "In a Molter, everyone is first once in every two rounds and meets no team twice. It needs an even number "
            "of players per team, and fewer rounds than teams."
        ),
    )

    @property
    def is_molter(self) -> bool:
        return self.sides == "molter"

    def name_of(self, team: int) -> str:
        """Return the name of a team, by its number from 1."""
        return self.teams[team - 1] if self.teams else str(team)


def refusal(players: int, options: Options) -> Reason | None:
    """Return why this number of players does not make teams of this size; None if it does."""
    boards, names = options.boards, len(options.teams)
    facts = {"players_count": players, "boards": boards}
    if names and players != names * boards:
        return Reason("hutton-names", {**facts, "teams": names, "wanted": names * boards})
    if players % boards:
        return Reason("hutton-players", facts)
    if players < 2 * boards:
        return Reason("hutton-too-few", {**facts, "wanted": 2 * boards})
    if options.is_molter and boards % 2:
        return Reason("molter-boards", {"boards": boards})
    if options.is_molter and options.games >= players // boards:
        return Reason("molter-rounds", {"teams": players // boards, "rounds": options.games})
    return None


def rounds(players: int, options: Options) -> int | None:
    """Return the number of games of each player; None if the players do not make teams of that size."""
    return None if refusal(players, options) else options.games


def code_of(options: Options) -> str:
    """Return the code of record 192, with the size of a team and the games of each player."""
    return f"CUSTOM_{options.sides.upper()}_{options.boards}X{options.games}"


def options_named(code: str, first_day: str) -> Mapping[str, object] | None:
    """The options that a code of record 192 names; None if the code belongs to another system."""
    found = _CODE.fullmatch(code)
    if found is None:
        return None
    options: dict[str, object] = {"boards": int(found[2]), "games": int(found[3])}
    return options if found[1] == "HUTTON" else {**options, "sides": found[1].lower()}
