"""Messages of the Double-Swiss system."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "double-first-free": _(
        "{higher}, at place {place} among the smaller numbers of the group, meets the first who is free: {lower}."
    ),
    "double-not-first": _(
        "{higher}, at place {place} among the smaller numbers of the group, meets {lower}; with {natural} others would "
        "have no opponent left, or more who floated last time would meet somebody from below."
    ),
    "double-first-barred": _(
        "{higher}, at place {place} among the smaller numbers of the group, meets {lower}: a match with {natural} may "
        "not be."
    ),
    "double-upfloat": ngettext(
        "{player} (score {points}) comes up to the group with score {then}, which needs {count} player from below.",
        "{player} (score {points}) comes up to the group with score {then}, which needs {count} players from below.",
        "count",
    ),
    "double-bye": ngettext(
        "The number of players is odd, and {player} has the bye: of the lowest score that can have it ({points}), "
        "after {count} match.",
        "The number of players is odd, and {player} has the bye: of the lowest score that can have it ({points}), "
        "after {count} matches, most of all.",
        "count",
    ),
    "double-colours-1": _("Neither has played: {first} begins with White by the lot and the number."),
    "double-colours-2": _("{first} had White in fewer first games, and begins with White."),
    "double-colours-3": _("The colours change from the last round in which they differed: {first} begins with White."),
    "double-colours-4": _("{higher} is ranked higher and changes colour: {first} begins with White."),
    "double-colours-5": _("Only one of them has played, and changes colour: {first} begins with White."),
    "double-why-bye": _("{player} has the bye, which is given before anybody is paired."),
    "double-why-group": _(
        "{first} and {second} are not in one group: others were paired with score {points}, as the rules for coming up "
        "have it."
    ),
    "double-why-rest": _("If {first} and {second} met, the others of their group could not all be paired."),
    "double-why-C8": _(
        "If {first} and {second} met, the number of players in their group who meet somebody from below and had "
        "another score than their opponent last time, too, would be {then} instead of {now}."
    ),
    "double-why-order": _(
        "{first} and {second} could meet, but in the order of the rules another pairing of the group comes first."
    ),
    "double-not-two-games": ngettext(
        "In this system a match is {count} game whose points count: in the settings let a pairing have so many games, "
        "and the points be shared game by game.",
        "In this system a match is {count} games whose points are added: in the settings let a pairing have so many "
        "games, and the points be shared game by game.",
        "count",
    ),
}
