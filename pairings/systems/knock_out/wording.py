"""Messages of knock-outs."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "ko-final": _("The final."),
    "ko-semifinal": _("A semi-final."),
    "ko-quarterfinal": _("A quarter-final."),
    "ko-round-of": ngettext("A match of the last {count} player.", "A match of the last {count} players.", "count"),
    "ko-third": _("The match for third place."),
    "ko-grand-final": _("The final: the unbeaten player against the winner of the losers' bracket."),
    "ko-second-final": _("The second grand final: both have lost once, and this match decides."),
    "ko-second-chance": ngettext(
        "A match of {count} player with one loss.", "A match of {count} players with one loss.", "count"
    ),
    "ko-plate": ngettext(
        "A match of the last {count} player of the plate.", "A match of the last {count} players of the plate.", "count"
    ),
    "ko-plate-final": _("The plate final."),
    "ko-places": _("A match for places {first} to {last}."),
    "ko-opening": _("An opening match of a group of four. Winners meet winners, and losers meet losers."),
    "ko-winners-match": _("The winners' match: the winner is first in the group."),
    "ko-losers-match": _("The elimination match: the loser has lost twice and is out."),
    "ko-decider": _("The deciding match of a group of four: both have one win and one loss, and the winner is second."),
    "ko-page-first": _("First against second: the winner reaches the final, the loser gets another match."),
    "ko-page-third": _("Third against fourth: the loser is out."),
    "ko-page-second": _("The last match before the final: the loser is third."),
    "ko-step": _("A step of the ladder: the winner meets the next higher seed."),
    "ko-seeds": _("{first} and {second} meet by seeding: seeds {first_seed} and {second_seed}."),
    "ko-winners": _(
        "The winner of match {first_table} meets the winner of match {second_table}: "
        "seeds {first_seed} and {second_seed}."
    ),
    "ko-left": _("The best remaining seed meets the lowest, and so on: seeds {first_seed} and {second_seed}."),
    "ko-way-free": _("{player}, seed {seed}, had no opponent before."),
    "ko-way-won": _("{player}, seed {seed}, won match {table} in round {round}."),
    "ko-way-lost": _("{player}, seed {seed}, lost match {table} in round {round}."),
    "ko-bye": _("{player} has no match in the first round: first-round byes go to the top seeds ({seed})."),
    "ko-walked-in": _("{player}, seed {seed}, advances without a match: there is no opponent from the other side."),
    "ko-too-few": ngettext(
        "A knock-out needs at least 2 players; there is {players_count}.",
        "A knock-out needs at least 2 players; there are {players_count}.",
        "players_count",
    ),
    "ko-twice": _(
        "{player} would have two places in round {round}, because a manual round differs from the bracket. "
        "Pair this round manually, or reopen that one and change it."
    ),
    "ko-at-odds": _(
        "The place of {player} in round {round} is unclear, because a manual round differs from the bracket. "
        "Pair this round manually, or reopen that one and change it."
    ),
    "ko-over": _(
        "No match is left for round {round}: the knock-out is over. Publish the final standings, or start "
        "another stage."
    ),
    "ko-bye-asked": _(
        "{player} has a match but asked for a bye, which a knock-out does not allow. Cancel the request, or "
        "withdraw the player so that the opponent advances."
    ),
    "ko-no-result": _("{first} and {second} have no result in round {round} (match {table}). Enter it first."),
    "ko-drawn": _(
        "{first} and {second} drew match {table} in round {round}. Choose who advances: by tie-break "
        "games, by lot, or by a decision with a reason."
    ),
    "ko-not-played": _(
        "{first} and {second} should have met in round {round}, but have no table. Reopen the round and pair them."
    ),
    "ko-lost-before": _("{player} is out but is paired again."),
    "ko-other-course": _("{first} and {second} do not have wins and losses in the same rounds."),
    "ko-left-out": _("{player} is still in but has neither a match nor a bye."),
    "ko-not-seeds": _("{first} and {second} do not match the seeding: seeds in a first-round match add up to {sum}."),
    "ko-not-begun-so": _("{first} and {second} are not paired by their seeds in the first round of this bracket."),
    "ko-bye-too-low": _("{player} has a first-round bye that belongs to a higher seed."),
}
