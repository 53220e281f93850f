"""Messages of the Swiss team system."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "team-first-free": _(
        "{higher}, at place {place} among the smaller numbers of its group, meets the first team that is free: {lower}."
    ),
    "team-not-first": _(
        "{higher}, at place {place} among the smaller numbers of its group, meets {lower}; with {natural} others "
        "would have no opponent left, or more teams would miss the colour they are due."
    ),
    "team-first-barred": _(
        "{higher}, at place {place} among the smaller numbers of its group, meets {lower}: it may not meet {natural}."
    ),
    "team-upfloat": ngettext(
        "{player} (score {points}) comes up to the group with score {then}, which needs {count} team from below.",
        "{player} (score {points}) comes up to the group with score {then}, which needs {count} teams from below.",
        "count",
    ),
    "team-bye": ngettext(
        "The number of teams is odd, and {player} has the bye: of the lowest score that can have it ({points}), after "
        "{count} match.",
        "The number of teams is odd, and {player} has the bye: of the lowest score that can have it ({points}), after "
        "{count} matches, most of all.",
        "count",
    ),
    "team-colours-1": _("Neither has played: {first} has White on the first board by the lot and its number."),
    "team-colours-2": _("Only one of them is due a colour, and gets it: {first} has White on the first board."),
    "team-colours-3": _("Each gets the colour it is due: {first} has White on the first board."),
    "team-colours-4": _("Both are due the same colour, one of them more: {first} has White on the first board."),
    "team-colours-5": _("{first} had White less often, and has it on the first board."),
    "team-colours-6": _("The colours change from the last round in which they differed: {first} has White."),
    "team-colours-7": _("{higher} is first of the two and gets the colour it is due: {first} has White."),
    "team-colours-8": _("{higher} is first of the two and changes colour: {first} has White."),
    "team-colours-9": _("Only one of them has played, and changes colour: {first} has White."),
    "team-why-bye": _("{player} has the bye, which is given before anybody is paired."),
    "team-why-group": _(
        "{first} and {second} are not in one group: others were paired with score {points}, as the rules for coming up "
        "have it."
    ),
    "team-why-rest": _("If {first} and {second} met, the others of their group could not all be paired."),
    "team-why-C8": _(
        "If {first} and {second} met, the number of teams in their group without the colour they are due would be "
        "{then} instead of {now}."
    ),
    "team-why-C9": _(
        "If {first} and {second} met, the number of teams in their group without a colour that they are strongly due "
        "would be {then} instead of {now}."
    ),
    "team-why-C10": _(
        "If {first} and {second} met, the number of teams in their group who meet a team from below and had another "
        "score than their opponent last time, too, would be {then} instead of {now}."
    ),
    "team-why-order": _(
        "{first} and {second} could meet, but in the order of the rules another pairing of the group comes first."
    ),
}
