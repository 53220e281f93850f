"""Messages of stages in groups."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "groups-game": _("{first} and {second} are in group {group} and meet in its round {round}."),
    "groups-moved": _(
        "{first} and {second} are in group {group} and have yet to meet, because a round was changed manually."
    ),
    "groups-bye-asked": _("{player} asked for a bye. In a group, the game can be played at another time instead."),
    "groups-free": _("Group {group} is odd: {player} has no game in this round."),
    "groups-later": _(
        "Group {group} has fewer rounds than others and starts in round {round}, so that all groups end "
        "together. {player} has no game yet."
    ),
    "groups-laid-anew": _(
        "The rest of group {group} was rescheduled around the manual changes. It ends after round {rounds}."
    ),
    "groups-changed": _(
        "This round differs from the schedule of group {group}. The rest will be rescheduled and end after "
        "round {rounds} instead of {planned}."
    ),
    "groups-across": _("{first} and {second} are in different groups."),
    "groups-again": _("{first} and {second} have already met in their group."),
    "groups-not-met": _("{first} and {second} of group {group} have not met as often as they should."),
    "groups-over": ngettext(
        "The one round of the groups has been paired: everyone has played everyone in the group.",
        "All {rounds} rounds of the groups have been paired: everyone has played everyone in the group.",
        "rounds",
    ),
    "groups-too-few": ngettext(
        "If {through} player of each group advances, a group needs at least {least} players; there is "
        "{count}. Let fewer advance, or choose another system.",
        "If {through} players of each group advance, a group needs at least {least} players; there are "
        "{count}. Let fewer advance, or choose another system.",
        "count",
    ),
    "groups-too-small": ngettext(
        "{players_count} players in {count} group are too few if {through} advance. Let fewer advance.",
        "{players_count} players in {count} groups are too few if {through} of each advance. Choose at most "
        "{most} groups, or let fewer advance.",
        "count",
    ),
    "groups-of-one": _(
        "{players_count} players in {count} groups are too few: a group needs two. Choose at most {most} groups."
    ),
    "groups-too-many": _(
        "There would be {count} groups of this size, but at most {most} are possible. Choose larger groups."
    ),
}
