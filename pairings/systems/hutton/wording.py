"""Messages of the Hutton system."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "hutton-teams": _("{teams} teams of {boards}, in the order of the seats."),
    "hutton-board": _(
        "Board {board}: {first} of the team {first_team} is first against {second} of the team {second_team}."
    ),
    "hutton-two-boards": _(
        "An odd number of teams leaves one of them free at each board: {first} of the team {first_team} at board "
        "{first_board}, {second} of the team {second_team} at board {second_board}. So these two meet, and {first} is "
        "first."
    ),
    "hutton-berger": _("Pairs and sides are those of the Berger table, a round of it for each board."),
    "hutton-ring": _(
        "Sides are such that each team is first at one of the boards {board} and {next_board} and second at the other."
    ),
    "hutton-moved": _("This game is not one of round {round} in the plan: rounds have been changed by hand."),
    "hutton-free": _(
        "{player} has no opponent: there is an odd number of teams and of boards, so in each round one player of board "
        "{board} is free, each time of another team as far as possible."
    ),
    "hutton-rest": _("{player} has no game left to play in this round. It gives no points."),
    "hutton-bye-asked": _("{player} asked for a bye: in a jamboree the game stands and can be played at another time."),
    "hutton-players": _(
        "{players_count} players are no whole teams of {boards}. Enter those too who are missing, whose games are "
        "forfeits, or change the players of each team in the settings."
    ),
    "hutton-names": _(
        "{teams} teams of {boards} are {wanted} players; there are {players_count}. Enter those too who are missing, "
        "whose games are forfeits, or change the teams in the settings."
    ),
    "hutton-too-few": _(
        "A jamboree needs two teams at least, which are {wanted} players when each has {boards}; now {players_count}."
    ),
    "hutton-over": ngettext(
        "The one round of the jamboree has been paired: everybody has had a game.",
        "All {rounds} rounds of the jamboree have been paired: everybody has had all games.",
        "rounds",
    ),
    "hutton-not-planned": _("{first} and {second} do not meet in this jamboree."),
    "hutton-again": _("{first} and {second} have met as often as they are to."),
    "hutton-left-out": _("{first} and {second} are both free and have still to meet."),
    "hutton-bye-points": _("{player} rests in this round, which gives no points."),
    "hutton-bye": _("{player} is free by the table: that is a bye by pairing."),
    "hutton-sides": _("Team {team} is first in {count} of its {games} games of the round."),
}
