"""Messages that every pairing system shares."""

from pairings.wording.mark import gettext_noop as _

SENTENCES = {
    "by-hand": _("Paired manually by the organiser."),
    "draft-outdated": _("Something changed after this round was paired, but it was published unchanged."),
    "bye-by-hand-needless": _(
        "{player} cannot have a manual bye, because an odd number would be left. Remove the bye, then pair the rest."
    ),
    "broken-plan": _(
        "The automatic pairing of round {round} failed its own check and was not used. Pair the round "
        "manually, and report this fault with the tournament file."
    ),
    "adjourned": _("The game of {first} and {second} in round {round} is adjourned and counts as drawn."),
    "bye-requested": _("{player} asked for this bye."),
    "against-self": _("{player} would play themselves at table {table}."),
    "unknown-player": _("Player {player} is not in this stage."),
    "twice-in-round": _("{player} is in this round more than once."),
    "unpaired": _("{player} has no opponent and no bye."),
    "cost-without": _("Not paired: {players}. The cost is calculated as if they had the cheapest pairing."),
    "not-there": _("{player} at table {table} has withdrawn, is absent, or asked for a bye."),
    "table-twice": _("Table {table} is used more than once."),
    "table-number": _("Table numbers start at 1."),
    "fixed-pair-broken": _("{first} and {second} are a fixed pair, but are not paired."),
    "fixed-bye-broken": _("{player} should have a fixed bye, but has none."),
    "forbidden-pair": _("{first} and {second} are a forbidden pair in this round."),
    "met-before": _("{first} and {second} have already met, in round {round}."),
}
