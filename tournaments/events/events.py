"""Manage whole events: all sections at once, joining tournaments, the order of sections, and their staff."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import Max, Model
from django.utils.translation import gettext as _

from tournaments.core import external_ids, snapshot
from tournaments.core.journal.acts import Act, act, lock_all, not_finished
from tournaments.core.journal.errors import NotAllowed, Refused, StaleSnapshot, last_change_text
from tournaments.core.rights import Right, Who, rights, rights_of_all, visible
from tournaments.core.words.names import isolate
from tournaments.models import (
    Badge,
    Event,
    ExternalId,
    FixedPair,
    ForbiddenPair,
    Member,
    Player,
    RequestedBye,
    Round,
    TeamMember,
    Tournament,
)
from tournaments.models.stage import whole_name
from tournaments.player_lists import Answers, Fate, ListRow, Plan, compare
from tournaments.player_lists.updating import carry_out, check_plan
from tournaments.players import person_checks
from tournaments.players.registration import FIELDS, enter, no_twins, open_table, take_off
from tournaments.setup.copies import create_alike
from tournaments.setup.lifecycle import MadeAlready, begin, free_in_event, slugs
from tournaments.teams.members import copies_of


def new_event(name: str) -> Event:
    """Create an event with its own slug."""
    for address in chain(slugs(name)):
        try:
            with transaction.atomic():
                return Event.objects.create(name=name, slug=address)
        except IntegrityError as error:
            if "slug" not in str(error):
                raise
    raise AssertionError("unreachable")


def create_event(
    who: Who, names: Sequence[str], *, name: str, game: str, sheet: UUID | None = None, **settings: Any
) -> Tournament:
    """Create an event with sections of these names, each set up like `lifecycle.create_tournament`; return the first
    one.

    Create all or nothing. With a `sheet` that created an event before, return its first section.
    """
    keyless = replace(who, key=None)  # the sheet says whether it was done
    try:
        with transaction.atomic(durable=True):
            event = new_event(name)
            sections = [
                begin(
                    keyless,
                    name=whole_name(name, section),
                    game=game,
                    sheet=None if place > 1 else sheet,
                    event=event,
                    section=section,
                    place=place,
                    **settings,
                )
                for place, section in enumerate(names, start=1)
            ]
    except MadeAlready as made_already:
        return made_already.tournament
    return sections[0]


def run_by(who: Who) -> list[Event]:
    """Return the events with a section that the user administers, by name."""
    sections = list(visible(who).filter(event__isnull=False, trial_of__isnull=True))
    granted = rights_of_all(who, sections)
    keys = [section.event_id for section in sections if section.event_id and Right.ADMINISTER in granted[section.pk]]
    return list(Event.objects.filter(pk__in=keys).order_by("name", "pk"))


def join_event(who: Who, tournament: Tournament, event: Event, section: str, *, staff: bool = False) -> Tournament:
    """Add an existing tournament without an event to an event as its last section, at any stage of the tournament.

    With `staff`, the staff of the other sections also join this one (`share_staff`). Raise NotAllowed unless `who`
    administers the tournament and a section of the event, and Refused if the name is taken.
    """
    with act(who, tournament, "join-event", Right.ADMINISTER, section=section) as doing:
        row = doing.tournament
        if row.event_id == event.pk and row.section == section:
            return row
        if row.event is not None:
            text = _("This is already a section of {event}. Remove it from that event first.")
            raise Refused(text.format(event=isolate(row.event.name)), code="in-event")
        if row.trial_of_id is not None:
            raise Refused(_("This is a test run. Add its original tournament to the event instead."), code="trial")
        beside = _administered_sections(who, event, but=row)
        if not beside:
            raise NotAllowed(
                _("You do not organise a section of this event. Ask an organiser of the event to add this tournament."),
                code="not-allowed",
                field="event",
            )
        free_in_event(event, section)  # and from here on nobody renames the event
        event.refresh_from_db()
        last = event.sections.aggregate(last=Max("place"))["last"] or 0
        doing.facts["event"] = event.name
        doing.update(row, event=event, section=section, place=last + 1, name=whole_name(event.name, section))
        if staff:
            share(doing, beside)
    tournament.refresh_from_db()
    return tournament


def move_up(who: Who, section: Tournament) -> None:
    """Move a section up by one place, on all pages of the event; the first one stays.

    Raise NotAllowed unless `who` administers both.
    """
    joint = uuid4()
    with transaction.atomic(durable=True), ExitStack() as acts:
        everybody = list(Tournament.objects.filter(event__isnull=False, event=section.event_id))
        lock_all(everybody)
        listed = list(Tournament.objects.filter(pk__in=[each.pk for each in everybody]).order_by("place", "pk"))
        at = next((number for number, each in enumerate(listed) if each.pk == section.pk), 0)
        if at == 0:
            return
        listed[at - 1 : at + 1] = listed[at - 1 : at + 1][::-1]
        if any(Right.ADMINISTER not in rights(who, each) for each in listed[at - 1 : at + 1]):
            raise NotAllowed(
                _("You do not have permission in both sections. Ask an organiser of both."), code="not-allowed"
            )
        for place, each in enumerate(listed, start=1):
            if each.place != place:
                doing = acts.enter_context(
                    act(
                        who,
                        each,
                        "order-sections",
                        Right.ADMINISTER,
                        joint=joint,
                        outermost=False,
                        section=each.section,
                        place=place,
                    )
                )
                doing.update(doing.tournament, place=place)


def share_staff(who: Who, section: Tournament) -> list[str]:
    """Copy the staff of other sections that `who` administers to a section; return the added names.

    They get the role that they have there, the strongest of several, and a helper the same tables. Helpers with a pass
    are for one tournament and are not copied.
    """
    with act(who, section, "share-staff", Right.ADMINISTER) as doing:
        row = doing.tournament
        return share(doing, [] if row.event is None else _administered_sections(who, row.event, but=row))


def _administered_sections(who: Who, event: Event, *, but: Tournament) -> list[Tournament]:
    """Return the sections of an event that the user administers, without the section `but`."""
    sections = list(event.sections.exclude(pk=but.pk))
    granted = rights_of_all(who, sections)
    return [each for each in sections if Right.ADMINISTER in granted[each.pk]]


def share(doing: Act, sections: list[Tournament]) -> list[str]:
    """Add people from other sections to the staff; return the names of those added."""
    user_ids = set(doing.tournament.members.values_list("user", flat=True))
    # a user's first row counts: organisers come before helpers
    members = Member.objects.filter(tournament__in=sections, until__isnull=True, user__is_active=True)
    names = []
    for member in members.exclude(user__in=user_ids).select_related("user").order_by("-role", "first_table", "pk"):
        if member.user_id in user_ids:
            continue
        user_ids.add(member.user_id)
        names.append(member.user.called)
        doing.create(
            Member,
            tournament=doing.tournament,
            user=member.user,
            role=member.role,
            first_table=member.first_table,
            last_table=member.last_table,
        )
    if names:
        doing.facts["names"] = sorted(names)
    return sorted(names)


#: Columns that a player keeps when moving to another section: personal details and others.
TRANSFERRED_COLUMNS = (
    *(*FIELDS, "public_id", "sort_key", "checked_in", "withdrawn_after", "expelled_for", "left_out"),
    *("deductions", "penalties", "paid", "outside"),
)


@dataclass(slots=True)
class MovedPlayers:
    """Players in their new section. `pairs` names fixed or forbidden pairs whose other player stayed, `byes` those with
    byes that are not possible there.
    """

    players: list[Player]
    pairs: list[str] = field(default_factory=list)
    byes: list[str] = field(default_factory=list)


def add_section(
    who: Who,
    original: Tournament,
    *,
    section: str,
    event: str = "",
    own: str = "",
    staff: bool = False,
    sheet: UUID | None = None,
) -> Tournament:
    """Add a section beside `original`, with the same settings, organised by the user. With `staff`, share the staff.

    A tournament without an event becomes the section `own` of a new one, named `event`. With a `sheet` that created a
    tournament before, return that one. Raise NotAllowed unless `who` administers the original.
    """
    keyless = replace(who, key=None)  # the sheet says whether it was done
    try:
        with transaction.atomic(durable=True):
            lock_all([original])
            locked = Tournament.objects.get(pk=original.pk)
            if Right.ADMINISTER not in rights(who, locked):
                raise NotAllowed(
                    _("You do not have permission to do this. Ask an organiser of this tournament."), code="not-allowed"
                )
            if sheet is not None and (added := Tournament.objects.filter(sheet=sheet).first()):
                return added
            if locked.trial_of_id is not None:
                raise Refused(
                    _("This is a test run. Add the section to its original tournament instead."), code="trial"
                )
            target_event = locked.event or _begin(keyless, locked, event, own)
            if who.token is not None and who.token.tournament is not None:
                who.token.tournament.refresh_from_db(fields=["event"])  # a token for the event is for it from now on
            free_in_event(target_event, section)
            last = target_event.sections.aggregate(last=Max("place"))["last"] or 0
            added = create_alike(
                keyless,
                locked,
                name=whole_name(target_event.name, section),
                starts_on=locked.starts_on,
                sheet=sheet,
                event=target_event,
                section=section,
                place=last + 1,
            )
            if staff:
                with act(keyless, added, "share-staff", Right.ADMINISTER, outermost=False) as doing:
                    share(doing, [locked])
            return added
    except MadeAlready as made_already:
        return made_already.tournament


def _begin(who: Who, tournament: Tournament, name: str, own: str) -> Event:
    """Create an event with a tournament as its first section."""
    with act(who, tournament, "join-event", Right.ADMINISTER, outermost=False, event=name, section=own) as doing:
        event = new_event(name)
        doing.update(doing.tournament, event=event, section=own, place=1, name=whole_name(name, own))
    return event


def leave_event(who: Who, tournament: Tournament) -> None:
    """Make the section a separate tournament again, under its full name; without an event, nothing changes."""
    with act(who, tournament, "leave-event", Right.ADMINISTER) as doing:
        row = doing.tournament
        if row.event is not None:
            doing.facts |= {"event": row.event.name, "section": row.section}
            doing.update(row, event=None, section="", place=0)
    tournament.refresh_from_db()


def rename_event(who: Who, event: Event, name: str) -> None:
    """Rename an event, and so all of its sections. Raise NotAllowed unless `who` administers them all."""
    with transaction.atomic(durable=True), ExitStack() as acts:
        sections = list(event.sections.order_by("place", "pk"))
        lock_all(sections)
        row = Event.objects.select_for_update().get(pk=event.pk)
        if set(row.sections.values_list("pk", flat=True)) != {each.pk for each in sections}:
            raise StaleSnapshot(_sections_changed(who, row, sections), code="stale")
        joint, former = uuid4(), row.name
        for place, section in enumerate(sections):
            doing = acts.enter_context(
                act(
                    who,
                    section,
                    "rename-event",
                    Right.ADMINISTER,
                    joint=joint,
                    outermost=False,
                    former=former,
                    event=name,
                )
            )
            if place == 0:
                doing.update(row, name=name)
            doing.update(doing.tournament, name=whole_name(name, doing.tournament.section))
    event.refresh_from_db()


def _sections_changed(who: Who, event: Event, before: Sequence[Tournament]) -> str:
    """Return who has added or removed a section since the event had these, as a message."""
    unknown = _("Someone else changed the sections. Reload, then try again.")
    now = list(event.sections.all())
    for changed in (*(each for each in now if each not in before), *(each for each in before if each not in now)):
        last = changed.journal.filter(verb__in=("join-event", "leave-event", "create-tournament")).first()
        if last is not None:
            return last_change_text(who, changed, unknown, last.sequence)
    return unknown


def sections_to_manage(who: Who, event: Event) -> list[Tournament]:
    """Return the sections of an event whose players the user may manage, in order."""
    sections = visible(who).filter(event=event).order_by("place", "pk")
    return [section for section in sections if Right.MANAGE_PLAYERS in rights(who, section)]


def add_player(who: Who, event: Event, section: Tournament, *, unlike: Iterable[str] = (), **values: object) -> Player:
    """Add one player to a section, as `registration.add_player` does.

    `unlike` are names that nobody in any section of the event may have yet; raise Twin with the player who has one.
    """
    with act(who, section, "add-players", Right.MANAGE_PLAYERS, count=1) as doing:
        _is_of(doing, event)
        not_finished(doing)
        no_twins(Player.objects.filter(tournament__in=sections_to_manage(who, event)), unlike)
        return enter(doing, person_checks.check_rows(doing.tournament, [values]))[0]


def take_list(
    who: Who,
    event: Event,
    managed_sections: Sequence[Tournament],
    rows: Sequence[ListRow],
    answers: Answers,
    *,
    seen: str | None = None,
) -> Plan:
    """Add a list whose rows name sections, as `lists.take_list` does: all of it or nothing.

    A player who is already in one of the sections is changed there.
    """
    joint = uuid4()
    with transaction.atomic(durable=True), ExitStack() as acts:
        lock_all(managed_sections)
        doings = [
            acts.enter_context(act(who, section, "take-list", Right.MANAGE_PLAYERS, joint=joint, outermost=False))
            for section in managed_sections
        ]
        present = Player.objects.filter(tournament__in=managed_sections).select_related("tournament")
        plan = compare(rows, present, answers)
        check_plan(plan, seen)
        for doing in doings:
            added = plan.added_to(doing.tournament.section)
            changed = [
                each
                for each in plan.of(Fate.UPDATE)
                if each.player is not None and each.player.tournament_id == doing.tournament.pk
            ]
            if added or changed:
                _is_of(doing, event)
                not_finished(doing)
                carry_out(doing, added, changed)
    return plan


def _is_of(doing: Act, event: Event | None) -> None:
    if event is None or doing.tournament.event_id != event.pk:
        raise Refused(
            _("{name} is no longer in this event. Reload, then try again.").format(name=isolate(doing.tournament.name)),
            code="other-event",
        )


def move_players(who: Who, players: Sequence[Player], target: Tournament) -> MovedPlayers:
    """Move players to another section of their event, before round 1 of either section is paired.

    They keep their data, ids, badges, check-in, and byes that the other section allows. Fixed and forbidden pairs are
    kept only if both players move from the same section. Players already in the other section stay unchanged.
    """
    sections = Tournament.objects.in_bulk({player.tournament_id for player in players} - {target.pk})
    joint = uuid4()
    with transaction.atomic(durable=True), ExitStack() as acts:
        lock_all([*sections.values(), target])
        players_of_target = Player.objects.filter(
            tournament=target, public_id__in=[player.public_id for player in players]
        )
        already = {player.public_id: player for player in players_of_target}
        leaving: dict[int, list[Player]] = defaultdict(list)
        for player in players:
            if player.public_id not in already:
                leaving[player.tournament_id].append(player)
        going = [sections[key] for key in leaving]
        sources = [
            acts.enter_context(
                act(who, each, "move-players", Right.MANAGE_PLAYERS, joint=joint, outermost=False, to=target.section)
            )
            for each in going
        ]
        into = acts.enter_context(
            act(
                who,
                target,
                "move-players",
                Right.MANAGE_PLAYERS,
                joint=joint,
                outermost=False,
                origin=", ".join(each.section for each in going),
            )
        )
        for doing in (*sources, into):
            _is_of(doing, into.tournament.event)
            _round_1_is_open(doing, {*going, target})
        moved = MovedPlayers(list(already.values()))
        for doing in sources:
            _move(doing, into, leaving[doing.tournament.pk], moved)
        into.name(names=moved.players)
        into.facts["byes"] = moved.byes
    return moved


def _round_1_is_open(doing: Act, sections: Iterable[Tournament]) -> None:
    """Raise Refused if a section has begun, with advice: discard a draft, or withdraw players and enter them late."""
    not_finished(doing)
    first = doing.tournament.rounds.order_by("number").first()
    if first is None:
        return
    section = isolate(doing.tournament.section)
    if first.status == Round.Status.DRAFT:
        raise Refused(
            _("Round 1 of section {name} is paired. Discard its draft, move the players, then pair it again.").format(
                name=section
            ),
            code="already-paired",
        )
    others = ", ".join(isolate(each.section) for each in sections if each.pk != doing.tournament.pk)
    raise Refused(
        _(
            "Round 1 of section {name} has started, so players cannot move between it and {others}. Withdraw "
            "the player, then add them to the other section as a late entry if needed."
        ).format(name=section, others=others),
        code="already-paired",
    )


def _move(source: Act, into: Act, players: list[Player], moved: MovedPlayers) -> None:
    """Move players from one section to another, with their byes and their fixed and forbidden pairs."""
    rows = source.own_many(players)
    source.name(names=rows)
    values = [{name: getattr(row, name) for name in TRANSFERRED_COLUMNS} for row in rows]
    person_checks.ids_are_free(into.tournament, {row.fide_id for row in rows if row.fide_id})
    for fields in values:
        open_table(into, fields["fixed_table"])
    byes = list(RequestedBye.objects.filter(player__in=rows))
    badges = list(Badge.objects.filter(player__in=rows))
    ids = external_ids.free_in(into.tournament, rows)
    members = list(TeamMember.objects.filter(team__in=rows))
    pairs = take_off(source, rows)
    new = into.create_many([Player(tournament=into.tournament, version=into.sequence, **fields) for fields in values])
    new_players = {row.pk: player for row, player in zip(rows, new, strict=True)}
    names = {row.pk: row.name for row in rows}
    wishes: list[Model] = []
    source.facts["pairs"] = []
    for pair in pairs:
        one, other = (
            (pair.one_id, pair.other_id) if isinstance(pair, ForbiddenPair) else (pair.first_id, pair.second_id)
        )
        if {one, other} <= new_players.keys():
            wishes.append(_same_pair(into.tournament, pair, new_players[one], new_players[other]))
        else:
            stays = Player.objects.filter(pk__in={one, other} - new_players.keys()).values_list("name", "pk")
            all_names = {**names, **{pk: name for name, pk in stays}}
            source.facts["pairs"].append(f"{all_names[one]} – {all_names[other]}")
    for bye in byes:
        if _is_possible(into.tournament, bye, [each for each in wishes if isinstance(each, RequestedBye)], new_players):
            wishes.append(RequestedBye(player=new_players[bye.player_id], round_number=bye.round_number, kind=bye.kind))
        else:
            moved.byes.append(f"{names[bye.player_id]} ({bye.round_number})")
    wishes += [
        ExternalId(
            tournament=into.tournament,
            player=new_players[each.player_id],
            owner_id=each.owner_id,
            program=each.program,
            value=each.value,
        )
        for each in ids
        if each.player_id is not None
    ]
    wishes += [
        Badge(player=new_players[each.player_id], secret_hash=each.secret_hash, made_at=each.made_at) for each in badges
    ]
    into.create_many([*wishes, *copies_of(members, new_players, with_ids=True)])
    moved.players += new
    moved.pairs += source.facts["pairs"]


def _same_pair(tournament: Tournament, pair: ForbiddenPair | FixedPair, one: Player, other: Player) -> Model:
    if isinstance(pair, ForbiddenPair):
        rounds = {"first_round": pair.first_round, "last_round": pair.last_round}
        return ForbiddenPair(tournament=tournament, one=one, other=other, **rounds)
    return FixedPair(tournament=tournament, round_number=pair.round_number, first=one, second=other)


def _is_possible(
    target: Tournament, bye: RequestedBye, byes: list[RequestedBye], new_players: Mapping[int, Player]
) -> bool:
    """Return whether a section allows a bye in addition to those its player has kept."""
    if bye.kind != RequestedBye.Kind.HALF:
        return True
    planned = snapshot.current_stage(target).planned_rounds
    last_rounds = target.half_byes_not_in_last
    if planned and last_rounds and bye.round_number > planned - last_rounds:
        return False
    own_byes = [each for each in byes if each.player is new_players[bye.player_id] and each.kind == bye.kind]
    return target.half_byes_most is None or len(own_byes) < target.half_byes_most
