"""Who reads what of a tournament that somebody may see: one record for pages, API, report files and exports.

docs/privacy.md says the same in words. Whether somebody may see the tournament at all is `permissions.rights`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tournaments.models import Player
from tournaments.rights.permissions import Right


class Rule(NamedTuple):
    """Readers with `right` read it as it is; the others what `cut` leaves of it, nothing without one."""

    right: Right
    cut: Callable[[str], str] | None = None


def year(birth: str) -> str:
    """The year of a birth, nothing where it does not begin with one."""
    found = re.match(r"[0-9]{4}", birth)
    return found[0] if found else ""


#: A fixed table is personal because its reason is, most often a wheelchair.
#: Who takes no half-point bye has a free entry or conditions, which are between him and the organiser.
#: That somebody was expelled is everybody's, why is not: it may be said of him, and may be wrong.
#: A FIDE ID is personal because it leads to a profile that tells the sex and the year of birth of everybody.
RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "birth": Rule(Right.SEE_PERSONAL, year),
        "sex": Rule(Right.SEE_PERSONAL),
        "fide_id": Rule(Right.SEE_PERSONAL),
        "fixed_table": Rule(Right.SEE_PERSONAL),
        "may_take_half_bye": Rule(Right.SEE_PERSONAL),
        "expelled_for": Rule(Right.SEE_PERSONAL),
        "forbidden_pairs": Rule(Right.SEE_DRAFTS),
        "requested_byes": Rule(Right.SEE_DRAFTS),
    }
)
#: Fields of a player that are not everybody's.
PERSONAL = ("birth", "sex", "fide_id", "fixed_table", "may_take_half_bye", "expelled_for")


def may_read(name: str, granted: Collection[Right]) -> bool:
    """Whether somebody with these rights reads it whole."""
    return RULES[name].right in granted


def may_read_byes(granted: Collection[Right]) -> bool:
    """Whether somebody with these rights reads which byes are asked for: also who notes them."""
    return may_read("requested_byes", granted) or Right.MANAGE_PLAYERS in granted


def personal(player: Player, granted: Collection[Right]) -> dict[str, Any]:
    """The personal fields of a player as somebody with these rights reads them; what is not theirs is not there."""
    found = {}
    for name in PERSONAL:
        value, rule = getattr(player, name), RULES[name]
        if rule.right in granted:
            found[name] = value
        elif rule.cut is not None:
            found[name] = rule.cut(value)
    return found
