"""Messages of the Hutton system."""

from pairings.wording.mark import gettext_noop as _
from pairings.wording.mark import ngettext

SENTENCES = {
    "hutton-teams": _("{teams} teams of {boards}, in seat order."),
    "hutton-board": _("Board {board}: {first} (team {first_team}) is first against {second} (team {second_team})."),
    "hutton-two-boards": _(
        "With an odd number of teams, one team is free at each board: {first} (team {first_team}) at board "
        "{first_board}, {second} (team {second_team}) at board {second_board}. So these two meet, and "
        "{first} is first."
    ),
    "hutton-berger": _("Pairs and sides come from the Berger table, with one of its rounds for each board."),
    "hutton-ring": _("Each team is first at one of the boards {board} and {next_board}, and second at the other."),
    "molter-sides": _("In rounds {round} and {next_round} together, everyone is first once and second once."),
    "molter-boards": _("A Molter needs an even number of players per team, not {boards}. Choose Hutton, or change it."),
    "molter-rounds": _(
        "With {teams} teams, a Molter has fewer than {teams} rounds, so that nobody meets a team twice. Choose fewer "
        "games per player than {rounds}."
    ),
    "molter-own-team": _("{first} and {second} are in the same team."),
    "molter-team-again": _("{player} has already met team {team}."),
    "molter-boards-apart": _("{first} and {second} sit at boards that do not meet."),
    "molter-floats-again": _("{player} has already met the other board of the two."),
    "molter-one-team": _("All players of team {team} meet team {other}."),
    "molter-player-sides": _("{player} is first {first_times} times and second {second_times} times."),
    "molter-team-sides": _(
        "After this round, team {team} is first {first_times} times and second {second_times} times."
    ),
    "molter-not-all": _("{player} has no game in this round."),
    "hutton-moved": _("This game differs from the plan for round {round}: rounds were changed manually."),
    "hutton-free": _(
        "{player} has no opponent. With odd numbers of teams and boards, one player of board {board} is free "
        "each round, from different teams where possible."
    ),
    "hutton-rest": _("{player} has no game left to play this round, and gets no points."),
    "hutton-bye-asked": _("{player} asked for a bye. In a jamboree, the game can be played at another time instead."),
    "hutton-players": _(
        "{players_count} players do not fill teams of {boards}. Add the missing players, whose games are "
        "forfeits, or change the team size in the settings."
    ),
    "hutton-names": _(
        "{teams} teams of {boards} need {wanted} players, but there are {players_count}. Add the missing "
        "players, whose games are forfeits, or change the teams in the settings."
    ),
    "hutton-too-few": _(
        "A jamboree needs at least two teams, {wanted} players at {boards} each; there are {players_count}."
    ),
    "hutton-over": ngettext(
        "The one round of the jamboree has been paired. All games are done.",
        "All {rounds} rounds of the jamboree have been paired.",
        "rounds",
    ),
    "hutton-not-planned": _("{first} and {second} are not paired in this jamboree."),
    "hutton-again": _("{first} and {second} have already met as often as planned."),
    "hutton-left-out": _("{first} and {second} are both free and have yet to meet."),
    "hutton-bye-points": _("{player} rests this round, without points."),
    "hutton-bye": _("{player} is free in the table, so has a pairing-allocated bye."),
    "hutton-sides": _("Team {team} is first in {count} of its {games} games of the round."),
}
