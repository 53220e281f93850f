"""Messages of the arena."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "arena-nobody": _(
        "Nobody can be paired yet: fewer than two players are here and sit at no open table. Enter results, or pair "
        "again when somebody has finished."
    ),
    "arena-none-legal": _(
        "{count} players are free, but any two of them have just met, must not meet, or had the same side three times "
        "in a row. Pair again when somebody else has finished, or make a pair beforehand."
    ),
    "arena-too-many": _(
        "An arena is paired with at most {most} players who are free at once, and there are {count}. Make two "
        "tournaments of it."
    ),
    "arena-by-hand-absent": _(
        "{first} and {second} are to meet in this round, but not both are here and free. Pair when both have finished, "
        "or take that pair back."
    ),
    "arena-by-hand-twice": _(
        "{first} and {second} are to meet in this round, but one of them has a pair by hand already. Take one of the "
        "two back."
    ),
    "arena-pair": _(
        "{higher} (place {place}) and {lower} (place {below}) were free: both meet somebody as near in the table as "
        "the others allow."
    ),
    "arena-waits": ngettext(
        "{player}, after {count} game, waits for the next round: not all who were free could be paired. Who has waited "
        "goes first, then who had fewer games.",
        "{player}, after {count} games, waits for the next round: not all who were free could be paired. Who has "
        "waited goes first, then who had fewer games.",
        "count",
    ),
    "arena-plays": _("{player} still sits at an open table, of round {round}."),
    "arena-soon": _("{first} and {second} have met in round {round}, which is too recent for another game."),
    "arena-same-side": _("{first} and {second} both had the same side three times in a row."),
    "arena-fourth": _("{player} has the same side a fourth time in a row."),
    "arena-passed": _("{player} waits, though {other} has waited less or had more games and could wait instead."),
    "arena-both-wait": _("{first} and {second} both wait, and could meet."),
    "arena-avoidable": _(
        "{first} and {second} are further apart in the table than need be: an exchange with table {table} brings those "
        "who meet nearer."
    ),
    "arena-why-plays": _("{player} sits at an open table, of round {round}."),
    "arena-why-away": _("{player} is not there to be paired."),
    "arena-why-soon": _("{first} and {second} have met in round {round}, which is too recent for another game."),
    "arena-why-same-side": _(
        "{first} and {second} both had the same side three times in a row: one of them would have it a fourth time."
    ),
    "arena-why-waiting": _("If {first} and {second} met, more would have to wait: {then} instead of {now}."),
    "arena-why-turn": _(
        "If {first} and {second} met, somebody would have to wait who has waited before or had fewer games than who "
        "waits now."
    ),
    "arena-why-distance": _(
        "If {first} and {second} met, those who meet would be further apart in the table: {then} instead of {now}, as "
        "places, more towards the top, and ratings add up."
    ),
    "arena-why-equal": _("{first} and {second} could meet as well: the round would be as good."),
}
