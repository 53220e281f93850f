"""Messages of the ladder."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "ladder-nobody": _(
        "Nobody is there to be paired: all have left, have not arrived or asked for a bye in this round. Change that "
        "at the players."
    ),
    "ladder-too-many": _(
        "A ladder is paired with at most {most} players, and there are {count}. Choose another system, or make two "
        "tournaments of it."
    ),
    "ladder-by-hand-absent": _(
        "{first} and {second} are to meet in this round, but not both are there. Take that pair back, or let them both "
        "play."
    ),
    "ladder-by-hand-twice": _(
        "{first} and {second} are to meet in this round, but one of them has a pair by hand already. Take one of the "
        "two back."
    ),
    "ladder-no-legal": ngettext(
        "No pairing of round {round} keeps apart all who must not meet, those who have met in the last round "
        "({count}) among them. Let two of them meet by making their pair beforehand, or set fewer rounds before two "
        "meet again.",
        "No pairing of round {round} keeps apart all who must not meet, those who have met in the last rounds "
        "({count}) among them. Let two of them meet by making their pair beforehand, or set fewer rounds before two "
        "meet again.",
        "count",
    ),
    "ladder-pair": _(
        "{lower} (place {below}) challenges {higher} (place {place}): both meet the nearest who is here, as far as the "
        "others allow."
    ),
    "ladder-far": _(
        "{lower} (place {below}) meets {higher} (place {place}), further up than one may challenge. With this bye, "
        "fewer such pairs are not possible."
    ),
    "ladder-by-hand-far": ngettext(
        "{lower} challenges {higher} over {count} place, further up than the ladder allows: somebody has made this "
        "pair by hand, so it stands.",
        "{lower} challenges {higher} over {count} places, further up than the ladder allows: somebody has made this "
        "pair by hand, so it stands.",
        "count",
    ),
    "ladder-by-hand-soon": _(
        "{lower} and {higher} have met in round {round} and would not meet again yet: somebody has made this pair by "
        "hand, so it stands."
    ),
    "ladder-bye": ngettext(
        "The number of players is odd. {player}, who has had {count} bye, is the lowest of those who had fewest and "
        "can have it.",
        "The number of players is odd. {player}, who has had {count} byes, is the lowest of those who had fewest and "
        "can have it.",
        "count",
    ),
    "ladder-bye-passed": _(
        "{player} comes before who has the bye, with fewer byes or lower in the list. The pairing passes somebody over "
        "only where the others could not all be paired."
    ),
    "ladder-bye-refused": _("{player} may not have the bye."),
    "ladder-byes": _("More than one player has a bye by pairing."),
    "ladder-needless-bye": _("{player} has a bye, although the number of players is even."),
    "ladder-soon": _("{first} and {second} have met in round {round}, which is too soon for a second game."),
    "ladder-avoidable": _(
        "{first} and {second} are further apart in the list than need be: an exchange with table {table} brings those "
        "who meet nearer."
    ),
    "ladder-colours": _("{first} was first more often than {second}, and should not be it."),
    "ladder-why-bye": _("{player} has the bye, which is given before anybody is paired."),
    "ladder-why-soon": _("{first} and {second} have met in round {round}, which is too soon for a second game."),
    "ladder-why-far": ngettext(
        "{first} and {second} are {count} place apart in the list, more than one may challenge, and there are pairs "
        "for both within reach.",
        "{first} and {second} are {count} places apart in the list, more than one may challenge, and there are pairs "
        "for both within reach.",
        "count",
    ),
    "ladder-why-rest": _(
        "If {first} and {second} met, the others could not all be paired without a second meeting too soon."
    ),
    "ladder-why-others-far": _(
        "If {first} and {second} met, more of the others would meet somebody further away than one may challenge."
    ),
    "ladder-why-places": _(
        "If {first} and {second} met, those who meet would be further apart in the list: {then} instead of {now}, as "
        "the squares of the differences of their places add up."
    ),
    "ladder-why-equal": _("{first} and {second} could meet as well: the round would be as good."),
}
