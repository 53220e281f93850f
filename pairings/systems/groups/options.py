"""The options of a stage in groups, and how many groups they make."""

from __future__ import annotations

from dataclasses import dataclass

from pairings.options import whole
from pairings.plan import CannotPair, Reason
from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import pgettext

#: More groups have no letter.
MOST_GROUPS = 26


@dataclass(frozen=True, slots=True)
class Options:
    """`through` keeps groups from being smaller than one more than advance, and is what the next stage proposes."""

    size: int = whole(4, _("Players per group"), 2, 20, _("As close as possible: group sizes differ by at most one."))
    count: int | None = whole(
        None,
        pgettext("groups of a stage", "Groups"),
        1,
        MOST_GROUPS,
        _("Leave empty to derive it from the players per group."),
    )
    through: int = whole(
        2,
        _("Advancing players per group"),
        1,
        10,
        _("Every group must be larger than this. You can change it when the next stage starts."),
    )
    cycles: int = whole(1, _("Everyone in a group plays everyone"), 1, 4, _("Times, switching sides each time."))


def count_of(players: int, options: Options) -> int:
    """How many groups so many players make. Raises CannotPair where one would be too small or there are too many.

    Without a wish the players divided by the size, rounded half up; fewer where a group would be too small.
    """
    least = options.through + 1
    if players < least:
        raise CannotPair(Reason("groups-too-few", {"count": players, "through": options.through, "least": least}))
    if options.count is not None:
        if players // options.count < least:
            facts = {"count": options.count, "players_count": players, "most": players // least}
            facts |= {"through": options.through}
            raise CannotPair(Reason("groups-too-small", facts))
        return options.count
    count = min((2 * players + options.size) // (2 * options.size), players // least)
    if count > MOST_GROUPS:
        raise CannotPair(Reason("groups-too-many", {"count": count, "most": MOST_GROUPS}))
    return max(1, count)
