"""Messages of the Keizer system."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "keizer-nobody": _(
        "Nobody is there to be paired: all have left, have not arrived or asked for a bye in this round. Change that "
        "at the players."
    ),
    "keizer-too-many": _(
        "Keizer pairs at most {most} players, and there are {count}. Choose another system, or make two tournaments of "
        "it."
    ),
    "keizer-by-hand-absent": _(
        "{first} and {second} are paired by hand, but not both are there and free. Take them apart, then pair the rest."
    ),
    "keizer-no-legal": _(
        "No pairing of round {round} keeps apart all who must not meet, with a bye for somebody who may have it. Take "
        "such a wish back, or pair by hand."
    ),
    "keizer-pair": _("{higher} (place {place}) meets {lower} (place {below}): neighbours in the order meet."),
    "keizer-soon": _(
        "{higher} (place {place}) meets {lower} (place {below}) again, after round {round}. With this bye, fewer "
        "rematches so soon are not possible, or mean more rematches that are too many."
    ),
    "keizer-often": ngettext(
        "{higher} (place {place}) meets {lower} (place {below}) again, after {count} game. With this bye, fewer who "
        "meet so often are not possible.",
        "{higher} (place {place}) meets {lower} (place {below}) again, after {count} games. With this bye, fewer who "
        "meet so often are not possible.",
        "count",
    ),
    "keizer-bye": _(
        "The number of players is odd, and {player} has the bye: the last in the order of those who had none lately "
        "and can have it."
    ),
    "keizer-bye-longest": _(
        "The number of players is odd, and everybody who can have the bye had it lately: {player} had it longest ago, "
        "in round {round}."
    ),
    "keizer-bye-again": _("{player} has the bye again, after round {round}."),
    "keizer-bye-refused": _("{player} may not have the bye."),
    "keizer-byes": _("More than one player has a bye by pairing."),
    "keizer-needless-bye": _("{player} has a bye, although the number of players is even."),
    "keizer-avoidable": _(
        "{first} and {second} meet again too soon or too often; an exchange with table {table} avoids it."
    ),
    "keizer-colours": _("{first} was first more often than {second}, and should not be it."),
    "keizer-why-bye": _("{player} has the bye, which is given before anybody is paired."),
    "keizer-why-soon": _("{first} and {second} have met in round {round}, and others are left for both."),
    "keizer-why-often": ngettext(
        "{first} and {second} have met in {count} game, and others are left for both.",
        "{first} and {second} have met in {count} games, and others are left for both.",
        "count",
    ),
    "keizer-why-rest": _("If {first} and {second} met, the others could not all be paired."),
    "keizer-why-places": _(
        "If {first} and {second} met, those who meet would be further apart in the order: {then} instead of {now}, as "
        "the squares of the differences of their places add up."
    ),
    "keizer-why-equal": _(
        "{first} and {second} could meet, but more would meet again too soon, or the other pairing is as good."
    ),
}
