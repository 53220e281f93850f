"""Messages of the Keizer system."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "keizer-nobody": _(
        "No players to pair: everyone has withdrawn, is absent, or has a bye this round. Change this on the "
        "players page."
    ),
    "keizer-too-many": _(
        "Keizer pairs at most {most} players, but there are {count}. Choose another system, or split the tournament."
    ),
    "keizer-by-hand-absent": _(
        "{first} and {second} are paired manually, but not both are available. Unpair them, then pair the rest."
    ),
    "keizer-no-legal": _(
        "No pairing of round {round} respects the forbidden pairs and byes. Remove some of them, or pair manually."
    ),
    "keizer-pair": _("{higher} (place {place}) meets {lower} (place {below}): neighbours in the standings meet."),
    "keizer-soon": _(
        "{higher} (place {place}) meets {lower} (place {below}) again, after round {round}. With this bye, "
        "early rematches cannot be reduced without exceeding the game limit."
    ),
    "keizer-often": ngettext(
        "{higher} (place {place}) meets {lower} (place {below}) again, after {count} game. With this bye, "
        "rematches over the limit cannot be reduced.",
        "{higher} (place {place}) meets {lower} (place {below}) again, after {count} games. With this bye, "
        "rematches over the limit cannot be reduced.",
        "count",
    ),
    "keizer-bye": _("The number of players is odd: {player} has the bye, as the lowest-placed without a recent bye."),
    "keizer-bye-longest": _(
        "The number of players is odd, and all possible players had a recent bye: that of {player} was "
        "longest ago, in round {round}."
    ),
    "keizer-bye-again": _("{player} has another bye, after round {round}."),
    "keizer-bye-refused": _("{player} may not have the bye."),
    "keizer-byes": _("More than one player has a pairing-allocated bye."),
    "keizer-needless-bye": _("{player} has a bye, although the number of players is even."),
    "keizer-avoidable": _(
        "{first} and {second} meet again too soon or too often. An exchange with table {table} avoids it."
    ),
    "keizer-colours": _("{first} was first more often than {second}, and should be second."),
    "keizer-why-bye": _("{player} has the bye, which is given before anyone is paired."),
    "keizer-why-soon": _("{first} and {second} met in round {round}, and both have other possible opponents."),
    "keizer-why-often": ngettext(
        "{first} and {second} have met in {count} game, and both have other possible opponents.",
        "{first} and {second} have met in {count} games, and both have other possible opponents.",
        "count",
    ),
    "keizer-why-rest": _("If {first} and {second} met, the others could not all be paired."),
    "keizer-why-places": _(
        "If {first} and {second} met, opponents would be further apart in the standings (squared place "
        "differences): {then} instead of {now}."
    ),
    "keizer-why-equal": _(
        "{first} and {second} could meet, but with more early rematches, or an equally good pairing."
    ),
}
