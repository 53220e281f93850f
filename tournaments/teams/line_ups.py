"""Store line-ups: the members of a team at the boards of a match. Captains hand them in by their badge, or staff do.

Until both line-ups of a match are in, only staff and the team's own captain see either. Afterwards, and after the
deadline, only staff change them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.core.journal.acts import Act, act, at_own_tables
from tournaments.core.journal.errors import Conflict, Refused, Unusual, known_changer
from tournaments.core.rights import Right, Who
from tournaments.core.words.boards import EMPTY
from tournaments.core.words.moments import format_moment
from tournaments.core.words.names import isolate
from tournaments.models import Appearance, MatchSheet, Pairing, Player, Round, TeamMember, Tournament
from tournaments.models.player import LineUp
from tournaments.teams.boards import TeamMatch, match_of, settle
from tournaments.teams.members import have_members

#: A line-up as it is handed in: the public id of the member at each board, None for an empty board.
BoardMembers = Sequence[str | None]


@dataclass(frozen=True, slots=True)
class LineUpNow:
    """A line-up that another person has handed in since the page was loaded."""

    pairing: Pairing
    team: Player
    members: LineUp


def hand_in_line_up(
    who: Who, tournament: Tournament, number: int, members: BoardMembers, *, seen: BoardMembers | None = None
) -> MatchSheet:
    """Store the captain's line-up for the team's match in a round. The same line-up again changes nothing.

    Raises Refused after the deadline, which applies to the time of arrival, and when both line-ups are known. Raises
    Conflict if the team has another line-up than `seen`, which is empty if there was none.
    """
    with act(who, tournament, "hand-in-line-up", Right.PLAY) as doing:
        have_members(doing.tournament)
        place = _own_place(doing, number)
        match, side = match_of(doing, place.pairing_id or 0), place.side or 0
        if (
            match.sheet is not None
            and _trim_empty_boards(match.sheet.of_side(side)) == _trim_empty_boards(members) != []
        ):
            return match.sheet
        _still_open(doing, match)
        return _submit_line_up(doing, match, side, members, seen=seen)


def set_line_up(
    who: Who,
    tournament: Tournament,
    pairing: Pairing,
    team: Player,
    members: BoardMembers,
    *,
    anyway: bool = False,
    seen: BoardMembers | None = None,
) -> MatchSheet:
    """Store the line-up of one team of a match, entered by staff, at any time while the round runs.

    `anyway` allows an order that differs from the team's. Boards with a player on one side only are won by forfeit.
    Raises Conflict as `hand_in_line_up` does.
    """
    with act(who, tournament, "set-line-up", Right.ENTER_RESULTS) as doing:
        have_members(doing.tournament)
        match = match_of(doing, doing.own(pairing).pk)
        at_own_tables(doing, [match.pairing.table])
        running(match.pairing.round)
        side = next((side for side, row in match.teams.items() if row.pk == team.pk), None)
        if side is None:
            text = _("{name} does not play at table {table}.")
            text = text.format(name=isolate(team.name), table=match.pairing.table)
            raise Refused(text, code="not-in-match", field="team")
        return _submit_line_up(doing, match, side, members, anyway=anyway or None, seen=seen)


def missing(round_: Round) -> list[tuple[Pairing, Player]]:
    """Return the teams of a round with members but no line-up, with their matches."""
    return [(pairing, team) for pairing, team, is_in in expected(round_) if not is_in]


def expected(round_: Round) -> list[tuple[Pairing, Player, bool]]:
    """Return the teams of a round with members, with their matches, and whether their line-up is in."""
    found = []
    pairings = round_.pairings.select_related("sheet").prefetch_related("appearances__player__members")
    for pairing in pairings.order_by("table"):
        sheet = getattr(pairing, "sheet", None)
        for place in pairing.appearances.all():
            if place.player.members.all():
                is_in = sheet is not None and sheet.of_side(place.side or 0) is not None
                found.append((pairing, place.player, is_in))
    return found


def set_listed(who: Who, tournament: Tournament, teams: Iterable[tuple[Pairing, Player]]) -> int:
    """Store line-ups of teams in list order: the first members at the boards. Return the number of teams."""
    found = list(teams)
    for pairing, team in found:
        listed = [row.public_id for row in team.members.all()]
        set_line_up(who, tournament, pairing, team, listed[: tournament.best_of], seen=())
    return len(found)


def deadline(round_: Round) -> datetime | None:
    """Return the deadline for line-ups of a round; None if there is none."""
    minutes = round_.tournament.line_up_minutes
    return None if not minutes or round_.published_at is None else round_.published_at + timedelta(minutes=minutes)


def propose_line_up(team: Player, number: int) -> LineUp:
    """Propose a line-up: the team's previous one if all its members are still there, else the first members of the
    list.
    """
    boards = team.tournament.best_of
    members = [row.public_id for row in team.members.all()]
    before = (
        Appearance.objects.filter(player=team, round__number__lt=number, pairing__sheet__isnull=False)
        .select_related("pairing__sheet")
        .order_by("-round__number")
        .first()
    )
    last = before.pairing.sheet.of_side(before.side or 0) if before is not None and before.pairing is not None else None
    if last is not None and len(last) == boards and set(last) <= {*members}:
        return [*last]
    found: LineUp = [*members[:boards]]
    return found + [None] * (boards - len(found))


def describe_line_up(team: Player, line_up: BoardMembers) -> str:
    """Return a line-up in words, board by board; a member who no longer exists is "nobody"."""
    names = {row.public_id: isolate(row.name) for row in team.members.all()}
    filled = _trim_empty_boards(line_up)
    nobody = pgettext("no player", "nobody")
    each = (f"{board}. {names.get(key or '') or nobody}" for board, key in enumerate(filled, start=1))
    return ", ".join(each) or nobody


def running(round_: Round) -> None:
    """Raise Refused for a round that is not published, or closed."""
    if not round_.is_running:
        text = _("Round {number} is not running.").format(number=round_.number)
        raise Refused(text, code="round-not-running")


def _own_place(doing: Act, number: int) -> Appearance:
    if doing.who.badge is None:
        raise Refused(_("Only captains can submit line-ups here, with the badge of their team."), code="no-captain")
    places = Appearance.objects.filter(
        round__tournament=doing.tournament, round__number=number, player=doing.who.badge.player_id
    ).exclude(round__status=Round.Status.DRAFT)
    place = places.select_related("round").first()
    if place is None or place.pairing_id is None:
        raise Refused(_("You do not play in round {number}.").format(number=number), code="no-table")
    running(place.round)
    return place


def _still_open(doing: Act, match: TeamMatch) -> None:
    if match.sheet is not None and match.sheet.is_known:
        text = _("Both line-ups have been revealed and can no longer change. If yours is wrong, tell the organiser.")
        raise Refused(text, code="line-ups-known")
    match.pairing.round.tournament = doing.tournament
    until = deadline(match.pairing.round)
    if until is not None and timezone.now() > until:
        text = _("Line-ups were due by {time}. Tell the organiser who plays.")
        time = format_moment(until.astimezone(doing.tournament.zone), "time")
        raise Refused(text.format(time=time), code="line-up-late")


def _submit_line_up(
    doing: Act,
    match: TeamMatch,
    side: int,
    members: BoardMembers,
    *,
    anyway: bool | None = False,
    seen: BoardMembers | None = None,
) -> MatchSheet:
    team, sheet, boards = match.teams[side], match.sheet, doing.tournament.best_of
    doing.facts |= {"round": match.pairing.round.number, "table": match.pairing.table}
    doing.name(name=team)
    name = "first" if side == Appearance.Side.FIRST else "second"
    doing.leave_version(match.pairing.version)
    line_up = _valid_line_up(team, members, boards, anyway=anyway)
    if seen is not None:
        _check_line_up(doing, match, side, line_up, seen)
    was = _present_sides(sheet, boards)
    if sheet is None:
        sheet = match.sheet = doing.create(MatchSheet, pairing=match.pairing, **{name: line_up})
    elif not doing.update(sheet, **{name: line_up}):
        return sheet
    doing.update(match.pairing, version=doing.sequence)
    doing.leave_version(match.pairing.version)
    if sheet.is_known:
        settle(doing, match, _forfeited_boards(sheet, was, _present_sides(sheet, boards)))
    return sheet


def _check_line_up(doing: Act, match: TeamMatch, side: int, line_up: LineUp, seen: BoardMembers) -> None:
    """Raise Conflict if a team has another line-up than the caller saw, and than the given one."""
    team, stored = match.teams[side], (match.sheet.of_side(side) if match.sheet is not None else None) or []
    if stored == line_up or _trim_empty_boards(stored) == _trim_empty_boards(seen):
        return
    person = known_changer(doing.who, doing.tournament, match.pairing.version)
    if person is None:
        text = _(
            "Someone else has set how {name} plays: {now}. Your choice was not saved. To use it anyway, save again."
        )
    elif person == doing.who.user:
        text = _(
            "You set how {name} plays in another window: {now}. This choice was not saved. To use it anyway, save "
            "again."
        )
    else:
        text = _("{person} has set how {name} plays: {now}. Your choice was not saved. To use it anyway, save again.")
    called = isolate(person.called) if person is not None else ""
    text = text.format(person=called, name=isolate(team.name), now=describe_line_up(team, stored))
    raise Conflict(text, current=LineUpNow(match.pairing, team, stored))


def _present_sides(sheet: MatchSheet | None, boards: int) -> list[tuple[bool, bool]]:
    """Return for each board of a match whether the two sides have a player; True for both before line-ups are known."""
    if sheet is None or sheet.first is None or sheet.second is None:
        return [(True, True)] * boards
    return [(one is not None, other is not None) for one, other in zip(sheet.first, sheet.second, strict=True)]


def _forfeited_boards(
    sheet: MatchSheet, was: Sequence[tuple[bool, bool]], now: Sequence[tuple[bool, bool]]
) -> list[str]:
    """Return the boards after a change of line-up: boards with one player are won by forfeit.

    Boards that no longer are such forfeits become open.
    """
    texts = [*sheet.boards, *[""] * (len(now) - len(sheet.boards))]
    return [
        EMPTY.get(there, "" if before in EMPTY else text) for text, before, there in zip(texts, was, now, strict=True)
    ]


def _valid_line_up(team: Player, members: BoardMembers, boards: int, *, anyway: bool | None) -> LineUp:
    """Return a line-up as it is stored, with a place for each board. Raises Refused for an invalid one.

    Raises Unusual for one out of order if `anyway` is None and the user can confirm it.
    """
    keys = _trim_empty_boards(members)
    if len(keys) > boards:
        text = _("A match has {boards} boards, but {count} are filled. Remove players who are not playing.")
        raise Refused(text.format(boards=boards, count=len(keys)), code="too-many-boards", field="members")
    members_by_id = {row.public_id: row for row in team.members.all()}
    if not members_by_id:
        text = _("{name} has no members yet. An organiser must add them on the team's page.")
        raise Refused(text.format(name=isolate(team.name)), code="no-members", field="members")
    if not keys:
        raise Refused(_("Choose at least the player at board 1."), code="nobody-plays", field="members")
    _all_of(team, members_by_id, keys)
    found = [*keys, *[None] * (boards - len(keys))]
    wrong = _out_of_order(members_by_id, found)
    if wrong is not None and not anyway:
        raise Unusual(wrong) if anyway is None else Refused(wrong, code="out-of-order", field="members")
    return found


def _trim_empty_boards(members: BoardMembers | None) -> LineUp:
    """Return a line-up without the empty boards at its end."""
    keys = [key or None for key in members or ()]
    while keys and keys[-1] is None:
        keys.pop()
    return keys


def _all_of(team: Player, members_by_id: Mapping[str, TeamMember], line_up: BoardMembers) -> None:
    keys = [key for key in line_up if key is not None]
    strange = next((key for key in keys if key not in members_by_id), None)
    if strange is not None:
        text = _("A player in this line-up is not a member of {name}. Choose from the team's list.")
        raise Refused(text.format(name=isolate(team.name)), code="no-such-member", field="members")
    twice = next((key for at, key in enumerate(keys) if key in keys[:at]), None)
    if twice is not None:
        text = _("{name} is at two boards. Choose another player for one of them, or leave the last board empty.")
        raise Refused(text.format(name=isolate(members_by_id[twice].name)), code="twice-in-line-up", field="members")


def _out_of_order(members_by_id: Mapping[str, TeamMember], line_up: LineUp) -> str | None:
    """Return a sentence about the wrong order of a line-up; None if the order is right."""
    members = [members_by_id[key] for key in line_up if key is not None]
    for upper, lower in pairwise(members):
        if lower.place < upper.place:
            text = _("{lower} comes before {upper} in the team order, so {lower} must play the higher board.")
            return text.format(lower=isolate(lower.name), upper=isolate(upper.name))
    if None in line_up[: len(members)]:
        return _("Only the last boards can stay empty. Move the players below up.")
    return None
