"""Messages of pairings by US Chess rules."""

from pairings.wording.mark import gettext_noop as _

_PAIRS = {
    "us-halves": _("{higher} and {lower} have the same place in the two halves of their group (score {points})."),
    "us-highest": _("{higher} dropped into the group and meets the highest there who is still free: {lower}."),
    "us-barred": _(
        "{higher} meets {lower}, as {player} and {natural} may not meet. Opponents change by {change} rating points."
    ),
    "us-for-third": _(
        "{higher} meets {lower}: had {player} met {natural}, one of the two would have had a colour a third time "
        "running. Opponents change by {change} rating points."
    ),
    "us-to-equalise": _(
        "{higher} meets {lower}: had {player} met {natural}, one of the two would have had a colour twice more than "
        "the other one. Opponents change by {change} rating points."
    ),
    "us-to-alternate": _(
        "{higher} meets {lower}: {player} and {natural} are due the same colour. Opponents change by {change} rating "
        "points."
    ),
    "us-for-others": _(
        "{higher} meets {lower} instead of {natural}, who meets somebody else for the sake of another pair. Opponents "
        "change by {change} rating points."
    ),
    "us-interchange": _(
        "{higher} meets {lower} of the same half of the group instead of {natural}, as players changed halves. "
        "Opponents change by {change} rating points."
    ),
    "us-odd": _("{player} (score {points}) is the odd player of the group above."),
    "us-odd-again": _(
        "{player} (score {points}) is the odd player of the group above, once more. Those before in the order of rule "
        "29D1 could not leave it."
    ),
    "us-third": _(
        "{first} or {second} has the same colour a third time running: fewer of these are not possible in the group."
    ),
    "us-unequal": _(
        "{first} or {second} has one colour twice more than the other one. Fewer such pairs in this group would need "
        "changes of more than {limit} rating points, or a third colour running. The odd player was chosen before."
    ),
    "us-not-due": _(
        "{first} and {second} are due the same colour. Fewer such pairs in this group would need changes of more than "
        "{limit} rating points, or worse colours. The odd player was chosen before."
    ),
    "us-bye": _(
        "The number of players is odd, and {player} has the bye: the lowest rated of those who can have it with the "
        "lowest score ({points}), without a half-point bye so far."
    ),
    "us-bye-unrated": _(
        "The number of players is odd, and {player} has the bye, without a rating: nobody with one can have it of the "
        "lowest score ({points})."
    ),
    "us-bye-half": _(
        "The number of players is odd, and {player} has the bye after a half-point bye: of the lowest score ({points}) "
        "no rated player without one can have it."
    ),
}

_WHY_NOT = {
    "us-why-bye": _("{player} has the bye, which is given before anybody is paired."),
    "us-why-group": _(
        "{first} and {second} were not in one group: those with score {points} were paired before, and equal scores "
        "meet where they can."
    ),
    "us-why-rest": _("If {first} and {second} met, the others of their group could not all be paired within it."),
    "us-why-third": _(
        "If {first} and {second} met, more players would have a colour a third time running: {then} instead of {now}."
    ),
    "us-why-beyond-equalise": _(
        "If {first} and {second} met, opponents would change by more beyond {limit} rating points: {then} instead of "
        "{now}, added up."
    ),
    "us-why-unequal": _(
        "If {first} and {second} met, more players would have a colour twice more than the other one: {then} instead "
        "of {now}."
    ),
    "us-why-beyond-alternate": _(
        "If {first} and {second} met, opponents would change by more beyond {limit} rating points: {then} instead of "
        "{now}, added up."
    ),
    "us-why-not-due": _(
        "If {first} and {second} met, fewer players would get the colour they are due: not so in {then} pairs instead "
        "of {now}."
    ),
    "us-why-halves": _(
        "If {first} and {second} met, more would meet within one half of the group: {then} pairs instead of {now}."
    ),
    "us-why-ratings": _(
        "If {first} and {second} met, opponents would change by more rating points: {then} instead of {now}, added up."
    ),
    "us-why-places": _(
        "If {first} and {second} met, opponents would change by more places in the group: {then} instead of {now}, "
        "added up."
    ),
    "us-why-equal": _(
        "{first} and {second} could meet, and it would be as good; the pairing that was made comes first in the order "
        "of ratings."
    ),
}

SENTENCES = {
    **_PAIRS,
    **_WHY_NOT,
    "us-needless-third": _(
        "{first} or {second} has the same colour a third time running; an exchange with table {table} avoids it."
    ),
}
