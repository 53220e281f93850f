"""Messages of stages in groups."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "groups-game": _("{first} and {second} are in group {group} and meet in its round {round}."),
    "groups-moved": _(
        "{first} and {second} are in group {group} and have still to meet, as a round was changed by hand."
    ),
    "groups-bye-asked": _("{player} asked for a bye: in a group the game stands and can be played at another time."),
    "groups-free": _("Group {group} is odd: {player} has no game in this round."),
    "groups-later": _(
        "Group {group} has fewer rounds than others and begins in round {round}, so that all groups end together: "
        "{player} has no game yet."
    ),
    "groups-laid-anew": _(
        "The rest of group {group} is laid out anew around what was changed by hand. It ends after round {rounds}."
    ),
    "groups-changed": _(
        "This is not the round of group {group} by its schedule. The rest of the group will be laid out anew: it ends "
        "after round {rounds}, where round {planned} was planned."
    ),
    "groups-across": _("{first} and {second} are in different groups."),
    "groups-again": _("{first} and {second} have met in their group already."),
    "groups-not-met": _("{first} and {second} of group {group} have not met as often as they should."),
    "groups-over": ngettext(
        "The one round of the groups has been paired: everybody has met everybody of the group.",
        "All {rounds} rounds of the groups have been paired: everybody has met everybody of the group.",
        "rounds",
    ),
    "groups-too-few": ngettext(
        "A group has at least {least} players if {through} of it go on; there is {count}. Let fewer go on, or choose "
        "another system.",
        "A group has at least {least} players if {through} of it go on; there are {count}. Let fewer go on, or choose "
        "another system.",
        "count",
    ),
    "groups-too-small": ngettext(
        "{players_count} players in {count} group leave too few in it if {through} go on. Choose fewer to go on.",
        "{players_count} players in {count} groups leave one with too few if {through} of each go on. Choose at most "
        "{most} groups, or fewer to go on.",
        "count",
    ),
    "groups-too-many": _("So small groups would be {count}, and there are letters for {most}. Choose larger ones."),
}
