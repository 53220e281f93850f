"""The options of a stage in groups, and the number of groups that they make."""

from __future__ import annotations

from dataclasses import dataclass

from pairings.options import choice, switch, whole
from pairings.plan import CannotPair, Reason
from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import pgettext

#: More groups have no letter.
MOST_GROUPS = 26


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a stage in groups.

    `through` is the number of players who advance: groups are at least one larger, and the next stage proposes it. It
    is ignored if `everyone` advances. `order` decides who advances and their seeds: by "places" in the groups, or by
    one "table" of all players. `finals`: the first seats are group A, the next ones group B, and so are the final
    places; `through` and `order` are ignored.
    """

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
    everyone: bool = switch(
        default=False,
        label=_("Everyone advances"),
        help=_("The groups only seed the next stage. The number of advancing players per group is ignored."),
    )
    order: str = choice(
        "places",
        _("Order over the groups"),
        ("places", _("all group winners, then all seconds, and so on")),
        ("table", _("one table of all groups, by points")),
        help=_("Says who advances, and the seeds. If groups differ in size, one table compares points per game first."),
    )

    finals: bool = switch(
        default=False,
        label=_("Final groups"),
        help=_(
            "Group A takes the first players, group B the next ones, and so on. In the final standings everyone in "
            "group A is ahead of everyone in group B. The last group may be larger or smaller."
        ),
    )

    @property
    def least(self) -> int:
        """The smallest useful number of players in a group."""
        return 2 if self.everyone or self.finals else self.through + 1


def count_of(players: int, options: Options) -> int:
    """Return the number of groups. Raises CannotPair if one would be too small or there are too many.

    By default it is the number of players divided by the size, rounded half up; fewer if a group would be too small.
    All final groups except the last have the full size, and the last takes the rest.
    """
    least = options.least
    if players < least:
        if options.everyone or options.finals:
            raise CannotPair(Reason("too-few-players", {"count": players}))
        raise CannotPair(Reason("groups-too-few", {"count": players, "through": options.through, "least": least}))
    if options.count is not None:
        if players // options.count < least:
            facts = {"count": options.count, "players_count": players, "most": players // least}
            if options.everyone or options.finals:
                raise CannotPair(Reason("groups-of-one", facts))
            raise CannotPair(Reason("groups-too-small", facts | {"through": options.through}))
        return options.count
    if options.finals:
        full, rest = divmod(players, options.size)
        count = full + (rest >= least)
    else:
        count = min((2 * players + options.size) // (2 * options.size), players // least)
    if count > MOST_GROUPS:
        raise CannotPair(Reason("groups-too-many", {"count": count, "most": MOST_GROUPS}))
    return max(1, count)
