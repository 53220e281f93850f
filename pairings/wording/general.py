"""Messages that every pairing system shares."""

from pairings.wording.mark import gettext_noop as _

SENTENCES = {
    "by-hand": _("Paired by hand by the organiser."),
    "draft-outdated": _("Something changed after this round was paired. It was published as it was."),
    "bye-by-hand-needless": _(
        "{player} cannot have the bye by hand: an odd number would be left. Take the bye back, then pair the rest."
    ),
    "broken-plan": _(
        "The program's pairing of round {round} failed its own check and was not used. Make the round by hand, and "
        "report this fault with the tournament file."
    ),
    "adjourned": _("The game of {first} and {second} in round {round} is adjourned and counts as drawn."),
    "bye-requested": _("{player} asked for this bye."),
    "against-self": _("{player} would play against himself at table {table}."),
    "unknown-player": _("Player {player} is not in this stage."),
    "twice-in-round": _("{player} is in this round more than once."),
    "unpaired": _("{player} has no opponent and no bye."),
    "cost-without": _("Not paired: {players}. The cost is reckoned as if they were paired in the cheapest way."),
    "not-there": _("{player} at table {table} has withdrawn, not arrived, or asked for a bye."),
    "table-twice": _("Table {table} is used more than once."),
    "table-number": _("Table numbers start at 1."),
    "fixed-pair-broken": _("{first} and {second} were to meet, and do not."),
    "fixed-bye-broken": _("{player} was to have the bye, and has not."),
    "forbidden-pair": _("{first} and {second} must not meet in this round."),
    "met-before": _("{first} and {second} have met already, in round {round}."),
}
