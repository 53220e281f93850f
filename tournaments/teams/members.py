"""Store members of teams, in board order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.core.journal.acts import Act, act
from tournaments.core.journal.errors import Conflict, Refused, last_change_text
from tournaments.core.rights import Right, Who
from tournaments.core.words.names import NotAName, clean_name, isolate
from tournaments.models import MatchSheet, Player, TeamMember, Tournament
from tournaments.models.player import sort_key
from tournaments.players import person_checks

#: Fields of a member that can be set.
FIELDS = ("name", "rating", "title", "federation", "fide_id", "birth", "sex")
#: The maximum number of members of a team.
MOST = 60


def set_members(
    who: Who,
    tournament: Tournament,
    team: Player,
    rows: Sequence[Mapping[str, object]],
    *,
    version: int | None = None,
) -> list[TeamMember]:
    """Set the members of a team, in board order; those beyond the last board are reserves.

    Each row has some of FIELDS, at least `name`, and the `id` of a member who stays; members who are not in the rows
    are removed. The same members again change nothing. Raises Refused if a removed member is in a line-up, and Conflict
    if the team has changed since the caller read `version`.
    """
    with act(who, tournament, "set-members", Right.MANAGE_PLAYERS) as doing:
        row = doing.own(team)
        doing.name(name=row)
        doing.facts["count"] = len(rows)
        have_members(doing.tournament)
        values = _check_rows(doing, rows)
        present = {member.public_id: member for member in row.members.all()}
        ids = [str(given["id"]) for given in rows if given.get("id")]
        _all_known(present, ids)
        removed_members = [member for key, member in present.items() if key not in ids]
        _check_not_in_line_ups(removed_members)
        with doing.together():
            doing.delete_many(removed_members)
            for place, (given, data) in enumerate(zip(rows, values, strict=True), start=1):
                if given.get("id"):
                    doing.update(present[str(given["id"])], place=place, **data)
                else:
                    doing.create(TeamMember, team=row, place=place, **data)
        if doing.changes and version is not None and version != row.version:
            unknown = _("Someone else changed this team. Reload, then try again.")
            raise Conflict(last_change_text(who, doing.tournament, unknown, row.version), current=row)
        if doing.changes:
            doing.update(row, version=doing.sequence)
    return list(team.members.all())


def copies_of(
    members: Iterable[TeamMember], teams: Mapping[int, Player], *, with_ids: bool = False
) -> list[TeamMember]:
    """Return new members with the same data for other teams, given by the keys of the old teams.

    `with_ids`: they are the same people, with the same public ids.
    """
    names = (*FIELDS, "place", *(("public_id",) if with_ids else ()))
    return [TeamMember(team=teams[row.team_id], **{name: getattr(row, name) for name in names}) for row in members]


def have_members(tournament: Tournament) -> None:
    """Raise Refused if the tournament's players are not teams."""
    if not tournament.table_kind.has_members:
        text = _("The players of this tournament are not teams. Turn on team matches in the settings.")
        raise Refused(text, code="no-teams")


def _check_rows(doing: Act, rows: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
    if len(rows) > MOST:
        text = _("A team has at most {most} members.").format(most=MOST)
        raise Refused(text, code="too-many-members", field="members")
    found, names = [], set()
    for place, row in enumerate(rows):
        at = f"members/{place}/"
        try:
            name = clean_name(str(row.get("name", "")))
        except NotAName as error:
            raise Refused(str(error), code="no-name", field=f"{at}name") from error
        if sort_key(name) in names:
            text = _("{name} is listed twice. Remove one, or make the names different.")
            raise Refused(text.format(name=isolate(name)), code="twin", field=f"{at}name")
        names.add(sort_key(name))
        values = {field: row[field] for field in FIELDS if field in row}
        try:
            values |= person_checks.checked_values(doing.tournament, values)
        except Refused as refusal:
            raise Refused(refusal.text, code=refusal.code, field=f"{at}{refusal.field}") from refusal
        found.append({**values, "name": name})
    return found


def _all_known(present: Mapping[str, TeamMember], ids: Sequence[str]) -> None:
    if len(set(ids)) < len(ids) or not set(ids) <= present.keys():
        text = _("The list of members has changed. Reload, then try again.")
        raise Refused(text, code="no-such-member", field="members")


def _check_not_in_line_ups(removed_members: Sequence[TeamMember]) -> None:
    for member in removed_members:
        in_line_up = Q(first__contains=[member.public_id]) | Q(second__contains=[member.public_id])
        sheet = (
            MatchSheet.objects.filter(in_line_up)
            .select_related("pairing__round")
            .order_by("pairing__round__number")
            .first()
        )
        if sheet is not None:
            text = _("{name} is in the line-up of round {number} and must stay a member. You can correct the name.")
            number = sheet.pairing.round.number
            raise Refused(text.format(name=isolate(member.name), number=number), code="lined-up", field="members")
