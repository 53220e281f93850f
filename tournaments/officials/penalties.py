"""Record warnings and penalties: notes of an arbiter's or judge's decisions against players, for the staff only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.journal.acts import Act, act
from tournaments.core.journal.errors import Gone, Refused
from tournaments.core.rights import Right, Who
from tournaments.core.words.names import NotAName, clean_text
from tournaments.core.words.penalties import LONGEST_PENALTY_REASON, Measure, Penalty, penalties_to_json
from tournaments.drafts.byes import last_planned
from tournaments.models import Player, TeamMember, Tournament
from tournaments.models.fields import public_id


def give_penalty(
    who: Who,
    tournament: Tournament,
    player: Player,
    round_number: int,
    measure: Measure,
    *,
    reason: str,
    member: TeamMember | None = None,
) -> Penalty:
    """Record a warning or a penalty of a player, a team or one `member` of it. Results and points stay unchanged.

    Raise Refused without a reason, and for a round that the tournament does not have; Gone for a member who left.
    """
    try:
        clean_reason = clean_text(reason, LONGEST_PENALTY_REASON)
    except NotAName as error:
        raise Refused(str(error), code="reason", field="reason") from error
    if not clean_reason:
        text = _("Enter what happened. Only the staff sees it.")
        raise Refused(text, code="reason-missing", field="reason")
    penalty = Penalty(public_id(), round_number, measure, clean_reason, member.public_id if member is not None else "")
    with act(who, tournament, "give-penalty", Right.PAIR) as doing:
        row = doing.own(player)
        if penalty.member and penalty.member not in _members([row]):
            raise Gone(_("This member is no longer in the team. Reload the page."), code="no-such-member")
        _round_exists(doing.tournament, round_number)
        _add_facts(doing, row, penalty)
        doing.update(row, penalties=penalties_to_json([*row.penalised, penalty]))
    return penalty


def remove_penalty(who: Who, tournament: Tournament, player: Player, penalty_id: str) -> None:
    """Remove a warning or a penalty that was recorded by mistake. Raise Gone if it does not exist."""
    with act(who, tournament, "remove-penalty", Right.PAIR) as doing:
        row = doing.own(player)
        found = next((each for each in row.penalised if each.id == penalty_id), None)
        if found is None:
            raise Gone(_("This penalty was already removed. Reload the page."), code="no-such-penalty")
        _add_facts(doing, row, found)
        doing.update(row, penalties=penalties_to_json(each for each in row.penalised if each.id != penalty_id))


def _add_facts(doing: Act, row: Player, penalty: Penalty) -> None:
    doing.facts |= {"round": penalty.round, "measure": penalty.measure.value, "why": penalty.reason}
    member = _members([row]).get(penalty.member)
    if member is None:
        doing.name(name=row)
    else:
        doing.name(name=member, team=row)


def _members(teams: Iterable[Player]) -> dict[str, TeamMember]:
    return {each.public_id: each for each in TeamMember.objects.filter(team__in=teams)}


def _round_exists(tournament: Tournament, number: int) -> None:
    last = last_planned(tournament)
    if last is not None and number > last:
        text = ngettext(
            "Round {number} does not exist: the tournament has {count} round.",
            "Round {number} does not exist: the tournament has {count} rounds.",
            last,
        )
        raise Refused(text.format(number=number, count=last), code="no-such-round", field="round")


@dataclass(frozen=True, slots=True)
class NumberedPenalty:
    """A penalty with its player; `time` is its number among those of one kind: 2 for a second warning.

    `member` is the team member it is for; None for a player, a team as a whole, and a member who left.
    """

    player: Player
    penalty: Penalty
    time: int
    member: TeamMember | None = None


def penalties_of(tournament: Tournament) -> list[NumberedPenalty]:
    """Return all warnings and penalties by players' names, those of one player in order of rounds."""
    players = tournament.players.exclude(penalties=[])
    members = _members(players) if tournament.table_kind.has_members else {}
    return [line for player in sorted(players, key=lambda each: each.by_name) for line in _lines(player, members)]


def lines_of(player: Player) -> Sequence[NumberedPenalty]:
    """Return the warnings and penalties of one player or one team."""
    return _lines(player, _members([player]) if any(each.member for each in player.penalised) else {})


def _lines(player: Player, members: Mapping[str, TeamMember]) -> list[NumberedPenalty]:
    before: list[tuple[str, Measure]] = []
    found = []
    for each in player.penalised:
        before.append((each.member, each.measure))
        member = members.get(each.member)
        is_here = member is not None and member.team_id == player.pk
        found.append(NumberedPenalty(player, each, before.count(before[-1]), member if is_here else None))
    return found
