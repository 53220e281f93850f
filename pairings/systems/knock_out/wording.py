"""Messages of knock-outs."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "ko-final": _("The final."),
    "ko-semifinal": _("A semi-final."),
    "ko-quarterfinal": _("A quarter-final."),
    "ko-round-of": ngettext("A match of the last {count} player.", "A match of the last {count} players.", "count"),
    "ko-third": _("The match for third place."),
    "ko-grand-final": _("The final: the unbeaten player against the winner of those who have lost once."),
    "ko-second-final": _("The second final: both have lost once, and this match decides."),
    "ko-second-chance": ngettext(
        "A match of the {count} who has lost once.", "A match of the {count} who have lost once.", "count"
    ),
    "ko-plate": ngettext(
        "A match of the last {count} player of the plate.", "A match of the last {count} players of the plate.", "count"
    ),
    "ko-plate-final": _("The final of the plate."),
    "ko-places": _("A match for the places from {first} to {last}."),
    "ko-opening": _("An opening match of a group of four: the winners meet, and so do the losers."),
    "ko-winners-match": _("The match of the winners: who wins is first of the group."),
    "ko-losers-match": _("The match of the losers: who loses has lost twice and is out."),
    "ko-decider": _("The last match of a group of four: both have won and lost, and who wins is second."),
    "ko-page-first": _("First against second: the winner is in the final, the loser has a second chance."),
    "ko-page-third": _("Third against fourth: who loses is out."),
    "ko-page-second": _("The second chance for the final: who loses is third."),
    "ko-step": _("A step of the ladder: the winner meets the next seed above."),
    "ko-seeds": _("{first} and {second} meet by the seed order: seeds {first_seed} and {second_seed}."),
    "ko-winners": _(
        "The winner of table {first_table} meets the winner of table {second_table}: "
        "seeds {first_seed} and {second_seed}."
    ),
    "ko-left": _(
        "Of those who are left the best seed meets the lowest, and so on: seeds {first_seed} and {second_seed}."
    ),
    "ko-way-free": _("{player}, seed {seed}, had nobody to play against before."),
    "ko-way-won": _("{player}, seed {seed}, won at table {table} in round {round}."),
    "ko-way-lost": _("{player}, seed {seed}, lost at table {table} in round {round}."),
    "ko-bye": _(
        "{player} has no match in the first round: there are fewer players than places, and byes go to the first seeds "
        "({seed})."
    ),
    "ko-walked-in": _("{player}, seed {seed}, goes on without a match: nobody came through on the other side."),
    "ko-too-few": ngettext(
        "A knock-out needs at least 2 players; there is {players_count}.",
        "A knock-out needs at least 2 players; there are {players_count}.",
        "players_count",
    ),
    "ko-twice": _(
        "{player} would have two places in round {round}: an earlier round was made by hand otherwise than the bracket "
        "has it. Make this round by hand, or let that one run again and change it."
    ),
    "ko-at-odds": _(
        "Where {player} belongs in round {round} cannot be told: an earlier round was made by hand otherwise than the "
        "bracket has it. Make this round by hand, or let that one run again and change it."
    ),
    "ko-over": _(
        "There is no match left for round {round}: the knock-out is over. Announce the final table, or start another "
        "stage."
    ),
    "ko-bye-asked": _(
        "{player} has a match in this round and asked for a bye; a knock-out gives none. Take the request back, "
        "or let the player leave: then the opponent goes on."
    ),
    "ko-no-result": _("{first} and {second} at table {table} have no result yet in round {round}: enter it first."),
    "ko-drawn": _(
        "{first} and {second} drew at table {table} in round {round}. Say who goes on: by games that decided, by lot, "
        "or by a decision with its reason."
    ),
    "ko-not-played": _(
        "{first} and {second} were to meet in round {round} and have no table there. Let the round run again and pair "
        "them."
    ),
    "ko-lost-before": _("{player} is out and is paired again."),
    "ko-other-course": _("{first} and {second} have not won and lost in the same rounds."),
    "ko-left-out": _("{player} is still in and has neither a match nor a bye."),
    "ko-not-seeds": _(
        "{first} and {second} do not meet by the seed order: the seeds of a first match add up to {sum}."
    ),
    "ko-not-begun-so": _("{first} and {second} do not meet in the first round of this bracket by their seeds."),
    "ko-bye-too-low": _("{player} has a bye in the first round, which belongs to a better seed."),
}
