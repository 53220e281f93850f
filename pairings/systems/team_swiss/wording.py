"""Messages of the Swiss team system."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "team-first-free": _("{higher}, higher-ranked team {place} in its group, meets the first available team: {lower}."),
    "team-not-first": _(
        "{higher}, higher-ranked team {place} in its group, meets {lower}. With {natural}, the group has no pairing "
        "that is legal, as good by the rules, and as early in the order."
    ),
    "team-first-barred": _(
        "{higher}, higher-ranked team {place} in its group, meets {lower}: it may not meet {natural}."
    ),
    "team-upfloat": ngettext(
        "{player} (score {points}) moves up to the group at score {then}, which needs {count} team from below.",
        "{player} (score {points}) moves up to the group at score {then}, which needs {count} teams from below.",
        "count",
    ),
    "team-bye": ngettext(
        "The number of teams is odd: {player} has the bye, with the lowest possible score ({points}) after "
        "{count} match.",
        "The number of teams is odd: {player} has the bye, with the lowest possible score ({points}) and the "
        "most matches, {count}.",
        "count",
    ),
    "team-colours-1": _("Neither has played: {first} has White on board 1, by lot and number."),
    "team-colours-2": _("Only one of them is due a colour, and gets it: {first} has White on board 1."),
    "team-colours-3": _("Each gets its due colour: {first} has White on board 1."),
    "team-colours-4": _("Both are due the same colour, one more strongly: {first} has White on board 1."),
    "team-colours-5": _("{first} had White less often, and has it on board 1."),
    "team-colours-6": _("Colours alternate from the last round in which they differed: {first} has White."),
    "team-colours-7": _("{higher} is the first of the two and gets its due colour: {first} has White."),
    "team-colours-8": _("{higher} is the first of the two and switches colour: {first} has White."),
    "team-colours-9": _("Only one of them has played, and switches colour: {first} has White."),
    "team-why-bye": _("{player} has the bye, which is given before anyone is paired."),
    "team-why-group": _(
        "{first} and {second} are not in one group: others were paired at score {points}, by the rules for moving up."
    ),
    "team-why-rest": _("If {first} and {second} met, the rest of their group could not all be paired."),
    "team-why-C8": _(
        "If {first} and {second} met, {then} teams instead of {now} in their group would miss their due colour."
    ),
    "team-why-C9": _(
        "If {first} and {second} met, {then} teams instead of {now} in their group would miss a strongly due colour."
    ),
    "team-why-C10": _(
        "If {first} and {second} met, {then} teams instead of {now} in their group would meet a lower score "
        "after floating last time."
    ),
    "team-why-order": _("{first} and {second} could meet, but another pairing of the group comes first in the rules."),
}
