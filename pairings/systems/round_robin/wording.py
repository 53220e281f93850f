"""Messages of the round robin."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "rr-seats": _("{first} and {second} have seats {first_seat} and {second_seat}, which meet in round {round}."),
    "rr-fixed": _("The first seat stays and changes sides each round; so {first} is first in round {round}."),
    "rr-place": _("The place in the circle keeps its side; so {first} is first."),
    "rr-last": _("The last seat is second in odd rounds and first in even ones; so {first} is first in round {round}."),
    "rr-parity": _(
        "Seats both odd or both even: the higher is first; one of each: the lower is first. So {first} is first."
    ),
    "rr-reversed": _("They meet again with sides changed; so {first} is first."),
    "rr-evened": _("Sides are given so that they come out as even as they still can; so {first} is first."),
    "rr-moved": _(
        "{first} and {second} have still to meet; as a round was changed by hand, they do so in round {round}."
    ),
    "rr-bye": _("The field is odd: {player} has the seat that is free this round."),
    "rr-bye-asked": _("{player} asked for a bye: in a round robin the game stands and can be played at another time."),
    "rr-rest": _("{player} has no game in this round, as a round was changed by hand."),
    "rr-laid-anew": _(
        "The rest of the schedule is laid out anew around what was changed by hand (rounds: {changed}). "
        "It ends after round {rounds} all the same."
    ),
    "rr-longer": _(
        "The rest of the schedule is laid out anew around what was changed by hand (rounds: {changed}). For everybody "
        "to meet everybody it takes {rounds} rounds instead of {planned}."
    ),
    "rr-goes-on": _(
        "This is not the schedule's round. The rest will be laid out anew around it: everybody still meets everybody, "
        "and the last round is round {rounds} as before."
    ),
    "rr-takes-longer": _(
        "This is not the schedule's round. If it is published, everybody will meet everybody only after {rounds} "
        "rounds instead of {planned}."
    ),
    "rr-once-more": _("{first} and {second} would meet once more than the schedule has it."),
    "rr-again": _("{first} and {second} have met already in this cycle."),
    "rr-sides": _("{player} would be first {first_times} times and second {second_times} times."),
    "rr-not-turned": _("{first} was first against {second} last time as well: sides change with each cycle."),
    "rr-first-running": _("{player} would be first for the third time running."),
    "rr-second-running": _("{player} would be second for the third time running."),
    "rr-not-met": _("{first} and {second} have not met as often as they should; missing games: {count}."),
    "rr-bye-again": _("{player} has been free already in this cycle."),
    "schedule-over": ngettext(
        "The one round of the schedule has been paired: everybody has met everybody.",
        "All {rounds} rounds of the schedule have been paired: everybody has met everybody.",
        "rounds",
    ),
    "schedule-too-many": _("A schedule has room for {most} players; there are {count}."),
    "too-few-players": ngettext(
        "A tournament needs at least two players; there is {count}.",
        "A tournament needs at least two players; there are {count}.",
        "count",
    ),
}
