"""Messages of the round robin."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "rr-seats": _("{first} and {second} have seats {first_seat} and {second_seat}, which meet in round {round}."),
    "rr-fixed": _("The first seat stays and switches sides each round, so {first} is first in round {round}."),
    "rr-place": _("The place in the circle keeps its side, so {first} is first."),
    "rr-last": _("The last seat is second in odd rounds and first in even ones, so {first} is first in round {round}."),
    "rr-parity": _(
        "If seats are both odd or both even, the higher is first; otherwise the lower. So {first} is first."
    ),
    "rr-reversed": _("They meet again with sides switched, so {first} is first."),
    "rr-evened": _("Sides are kept as balanced as still possible, so {first} is first."),
    "rr-moved": _(
        "{first} and {second} have yet to meet. Because a round was changed manually, they meet in round {round}."
    ),
    "rr-bye": _("The number of players is odd: {player} has the free seat this round."),
    "rr-bye-asked": _("{player} asked for a bye. In a round robin, the game can be played at another time instead."),
    "rr-rest": _("{player} has no game this round, because a round was changed manually."),
    "rr-laid-anew": _(
        "The rest of the schedule was rearranged around manual changes (rounds: {changed}). It still ends "
        "after round {rounds}."
    ),
    "rr-longer": _(
        "The rest of the schedule was rearranged around manual changes (rounds: {changed}). A full round "
        "robin now takes {rounds} rounds instead of {planned}."
    ),
    "rr-goes-on": _(
        "This round differs from the schedule. The rest will be rearranged, and the last round is still round {rounds}."
    ),
    "rr-takes-longer": _(
        "This round differs from the schedule. If it is published, a full round robin takes {rounds} rounds "
        "instead of {planned}."
    ),
    "rr-once-more": _("{first} and {second} would meet once more than scheduled."),
    "rr-again": _("{first} and {second} have already met in this cycle."),
    "rr-sides": _("{player} would be first {first_times} times and second {second_times} times."),
    "rr-not-turned": _("{first} was also first against {second} last time, but sides switch with each cycle."),
    "rr-first-running": _("{player} would be first for the third time in a row."),
    "rr-second-running": _("{player} would be second for the third time in a row."),
    "rr-not-met": _("{first} and {second} have not met often enough; missing games: {count}."),
    "rr-bye-again": _("{player} has already been free in this cycle."),
    "schedule-over": ngettext(
        "The one round of the schedule has been paired: everyone has played everyone.",
        "All {rounds} rounds of the schedule have been paired: everyone has played everyone.",
        "rounds",
    ),
    "schedule-too-many": _("A schedule has room for {most} players, but there are {count}."),
    "too-few-players": ngettext(
        "A tournament needs at least two players, but there is {count}.",
        "A tournament needs at least two players, but there are {count}.",
        "count",
    ),
}
