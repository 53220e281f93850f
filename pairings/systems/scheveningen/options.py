"""The options of a match by the Scheveningen system, and their possible numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pairings import options as option
from pairings.plan import Reason
from pairings.systems.scheveningen.tables import MOST
from pairings.wording.mark import gettext_noop as _

SOURCE = "FIDE C.05 (Scheveningen); tables of our own"
_CODE = re.compile(r"CUSTOM_(DOUBLE)?SCHEVENINGEN")


@dataclass(frozen=True, slots=True)
class Options:
    """The names of the two teams, and the number of games against each player of the other team."""

    first_team: str = option.text(
        "A",
        _("First team"),
        60,
        help=_("The first half of the seats. Add its players first, or set the seats manually."),
    )
    second_team: str = option.text("B", _("Second team"), 60, help=_("The second half of the seats."))
    cycles: int = option.whole(1, _("Games against each opponent"), 1, 2, help=_("The second with colours switched."))


def refusal(players: int) -> Reason | None:
    """Return why there is no table for that number of players; None if there is one."""
    if not 3 <= players <= 2 * MOST:
        return Reason("scheveningen-players", {"players_count": players, "most": 2 * MOST})
    return None


def rounds(players: int, options: Options) -> int | None:
    """Return the size of a team, for each cycle; None if there is no table."""
    return None if refusal(players) else (players + 1) // 2 * options.cycles


def code_of(options: Options) -> str:
    """Return the code of record 192, a custom one: FIDE's tables differ."""
    return "CUSTOM_DOUBLESCHEVENINGEN" if options.cycles == 2 else "CUSTOM_SCHEVENINGEN"


def options_named(code: str, first_day: str) -> Mapping[str, object] | None:
    """The options that a code of record 192 names; None if the code belongs to another system."""
    found = _CODE.fullmatch(code)
    return None if found is None else {"cycles": 2 if found[1] else 1}
