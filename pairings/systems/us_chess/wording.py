"""Messages of pairings by US Chess rules."""

from pairings.wording.mark import gettext_noop as _

_PAIRS = {
    "us-halves": _("{higher} and {lower} have the same place in the halves of their group (score {points})."),
    "us-highest": _("{higher} dropped into the group and meets its highest available player: {lower}."),
    "us-barred": _(
        "{higher} meets {lower}, because {player} and {natural} may not meet. Rating difference of the swap: {change}."
    ),
    "us-for-third": _(
        "{higher} meets {lower}: {player} against {natural} would give one of them a third equal colour in a "
        "row. Rating difference of the swap: {change}."
    ),
    "us-to-equalise": _(
        "{higher} meets {lower}: {player} against {natural} would give one of them two extra games of one "
        "colour. Rating difference of the swap: {change}."
    ),
    "us-to-alternate": _(
        "{higher} meets {lower}: {player} and {natural} are due the same colour. Rating difference of the "
        "swap: {change}."
    ),
    "us-for-others": _(
        "{higher} meets {lower} instead of {natural}, who is swapped for another pair. Rating difference of "
        "the swap: {change}."
    ),
    "us-interchange": _(
        "{higher} meets {lower} from the same half instead of {natural}, because players switched halves. "
        "Rating difference of the swap: {change}."
    ),
    "us-odd": _("{player} (score {points}) is the odd player of the group above."),
    "us-odd-again": _(
        "{player} (score {points}) is the odd player of the group above, once more. Players before in the "
        "order of rule 29D1 could not move down."
    ),
    "us-third": _("{first} or {second} has a third equal colour in a row. Fewer are not possible in the group."),
    "us-unequal": _(
        "{first} or {second} has two extra games of one colour. Fewer such pairs need swaps over {limit} "
        "rating points, or a third equal colour. The odd player was chosen before."
    ),
    "us-not-due": _(
        "{first} and {second} are due the same colour. Fewer such pairs need swaps over {limit} rating "
        "points, or worse colours. The odd player was chosen before."
    ),
    "us-bye": _(
        "The number of players is odd: {player} has the bye, as the lowest rated with the lowest possible "
        "score ({points}) and no half-point bye."
    ),
    "us-bye-unrated": _(
        "The number of players is odd: {player}, who is unrated, has the bye. No rated player with the "
        "lowest score ({points}) can have it."
    ),
    "us-bye-half": _(
        "The number of players is odd: {player} has the bye after a half-point bye. With the lowest score "
        "({points}), no rated player without one can have it."
    ),
}

_QUESTION_SENTENCES = {
    "us-why-bye": _("{player} has the bye, which is given before anyone is paired."),
    "us-why-group": _(
        "{first} and {second} were not in one group: players with score {points} were paired before, and "
        "equal scores meet if possible."
    ),
    "us-why-rest": _("If {first} and {second} met, the rest of their group could not all be paired within it."),
    "us-why-third": _(
        "If {first} and {second} met, more players would have a third equal colour in a row: {then} instead of {now}."
    ),
    "us-why-beyond-equalise": _(
        "If {first} and {second} met, swaps would exceed {limit} rating points by more in total: {then} "
        "instead of {now}."
    ),
    "us-why-unequal": _(
        "If {first} and {second} met, more players would have two extra games of one colour: {then} instead of {now}."
    ),
    "us-why-beyond-alternate": _(
        "If {first} and {second} met, swaps would exceed {limit} rating points by more in total: {then} "
        "instead of {now}."
    ),
    "us-why-not-due": _(
        "If {first} and {second} met, fewer players would get their due colour: missed in {then} pairs "
        "instead of {now}."
    ),
    "us-why-halves": _(
        "If {first} and {second} met, more pairs would be within one half of the group: {then} instead of {now}."
    ),
    "us-why-ratings": _(
        "If {first} and {second} met, swaps would take more rating points in total: {then} instead of {now}."
    ),
    "us-why-places": _(
        "If {first} and {second} met, swaps would take more places in the group in total: {then} instead of {now}."
    ),
    "us-why-equal": _(
        "{first} and {second} could equally well meet, but the chosen pairing comes first in rating order."
    ),
}

SENTENCES = {
    **_PAIRS,
    **_QUESTION_SENTENCES,
    "us-needless-third": _(
        "{first} or {second} has a third equal colour in a row. An exchange with table {table} avoids it."
    ),
}
