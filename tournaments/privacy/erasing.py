"""Erase a person's personal data: one verb for the owner of a server and for organisers, on pages and in the API.

Accounts of organisers and helpers lose their name in other tournaments in which they have worked too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from uuid import uuid4

from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from tournaments.core.journal.acts import Act, act, lock_all
from tournaments.core.journal.erased import ERASE
from tournaments.core.journal.errors import Gone
from tournaments.core.orm.columns import rows_of
from tournaments.core.rights import Right, Who
from tournaments.models import (
    Erasure,
    ExternalId,
    JournalEntry,
    Player,
    SeriesEvent,
    SignUp,
    Subscription,
    Task,
    TeamMember,
    Tournament,
    User,
)
from tournaments.models.fields import Change
from tournaments.people import accounts
from tournaments.privacy import scrubbing, series_people
from tournaments.privacy.places import (
    ERASED_TEXT,
    IDS,
    PLACES,
    TEAM,
    TEXTS,
    Needs,
    Person,
    PersonRows,
    Texts,
    tournament_of,
)
from tournaments.privacy.scrubbing import Scrub, WholeText, all_of, search_texts

#: The kind of a ticked account; its key is the number of the account.
ACCOUNT = "account"
#: The verbs whose entries contain the name of a staff member, even if that person made no entry.
OF_STAFF = ("join", "leave", "set-tables")


def find_accounts(query: str) -> QuerySet[User]:
    """Return the accounts and helpers whose name contains this text. Accounts of owners are never erased."""
    has_name = Q(username__icontains=query, is_guest=False) | Q(first_name__icontains=query, is_guest=True)
    return User.objects.filter(has_name, is_superuser=False).order_by("-pk")


def accounts_of_keys(keys: Collection[str]) -> list[User]:
    """Return the accounts with these numbers, without owners."""
    numbers = [int(key) for key in keys if key.isascii() and key.isdecimal() and len(key) < 10]
    return list(User.objects.filter(pk__in=numbers, is_superuser=False).order_by("pk"))


def new_name(user: User) -> str:
    """Return the account's name after the erasure."""
    text = _("Helper {number}") if user.is_guest else _("Account {number}")
    name = text.format(number=user.pk)
    while User.objects.filter(username=name).exclude(pk=user.pk).exists():
        name += "'"
    return name


def tournaments_of_staff(user: User) -> QuerySet[Tournament]:
    """Return the tournaments in which the person was on the staff or appears in the journal."""
    acted = Exists(JournalEntry.objects.filter(tournament=OuterRef("pk"), actor=user))
    entries = JournalEntry.objects.filter(verb__in=OF_STAFF, facts__contains={"name": user.called})
    was_staff = Q(pk__in=user.memberships.values("tournament")) | Q(pk__in=entries.values("tournament"))
    return Tournament.objects.filter(acted | was_staff).order_by("pk")


def erase(users: Collection[User]) -> list[Erasure]:
    """Remove the names from the accounts and close them: all sessions end, and the tokens stop working."""
    erasures = []
    for user in User.objects.select_for_update().filter(pk__in=[user.pk for user in users]).order_by("pk"):
        name = new_name(user)
        if user.is_guest:
            user.first_name = name
        else:
            user.username, user.first_name = name, ""
        user.last_name, user.email, user.last_login = "", "", None
        user.is_active, user.signed_out = False, user.signed_out + 1
        user.set_unusable_password()
        user.save()
        erasures.append(Erasure(kind=ACCOUNT, key=str(user.pk), new_name=name, at=timezone.now()))
    return erasures


def is_back(erased: Erasure) -> bool:
    """Return whether a restored backup has brought the name back. A later account may reuse a deleted one's number."""
    return any(
        user.called != erased.new_name and user.date_joined < erased.at for user in accounts_of_keys([erased.key])
    )


#: Only the journal and the texts of a tournament, in which no player of this name is listed any longer.
ONLY_TEXTS = "texts"


@dataclass(frozen=True, slots=True)
class ChosenRow:
    """A row of the person: its kind in PLACES and its public id. For ONLY_TEXTS, the key is the tournament's."""

    kind: str
    key: str

    @classmethod
    def of(cls, text: str) -> ChosenRow:
        kind, _colon, key = text.partition(":")
        return cls(kind, key)

    def __str__(self) -> str:
        return f"{self.kind}:{self.key}"


@dataclass
class InTournament:
    """The parts of an erasure in one tournament.

    `rows` are the existing rows by kind, `gone` public ids that only the journal has, and `names` the names to remove
    from texts. `staff` has the new names of accounts by their old ones.
    """

    tournament: Tournament
    rows: dict[str, list[Person]] = field(default_factory=dict)
    gone: set[tuple[str, str]] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    staff: dict[str, str] = field(default_factory=dict)


def erase_everywhere(who: Who, chosen_rows: Collection[ChosenRow], name: str = "") -> list[Erasure]:
    """Erase a person wherever the server's owner has found that person; in one transaction.

    Texts are searched for `name`, besides the names of the rows. Raises NotAllowed.
    """
    accounts.require_owner(who, _("Only the owner of this server can erase a person everywhere."))
    return _erase(who, find_ticked_rows(chosen_rows, name), chosen_rows, right=None)


def erase_player(who: Who, tournament: Tournament, player: Player | TeamMember | SignUp) -> list[Erasure]:
    """Erase one player, one team member or one sign-up of a tournament that the caller runs."""
    kind = type(player).__name__.lower()
    chosen_rows = [ChosenRow(kind, player.public_id)]
    found = find_ticked_rows(chosen_rows)
    if [each.tournament.pk for each in found] != [tournament.pk]:
        raise Gone(_("This player is no longer in this tournament."), code="no-such-player")
    erasures = _erase(who, found, chosen_rows, right=Right.ADMINISTER)
    tournament.refresh_from_db(fields=["revision"])
    return erasures


def find_ticked_rows(chosen_rows: Iterable[ChosenRow], name: str = "") -> list[InTournament]:
    """Return the ticked rows by tournament. A player's sign-up goes with the player, and vice versa."""
    keys: dict[str, set[str]] = defaultdict(set)
    found: dict[int, InTournament] = {}
    for each in chosen_rows:
        keys[each.kind].add(each.key)
    keys["player"] |= keys["signup"]
    keys["signup"] |= keys["player"]
    for kind, place in PLACES.items():
        for row in place.rows.filter(public_id__in=keys[kind]).order_by("pk"):
            tournament = tournament_of(row)
            found.setdefault(tournament.pk, InTournament(tournament)).rows.setdefault(kind, []).append(row)
            keys[kind].discard(row.public_id)
    slugs = {key.partition("/")[0] for key in keys["gone"] | keys[ONLY_TEXTS]}
    by_slug = {each.slug: each for each in Tournament.objects.filter(slug__in=slugs)}
    for key in sorted(keys["gone"] | keys[ONLY_TEXTS]):
        slug, _slash, public_id = key.partition("/")
        if slug in by_slug:
            place_of = found.setdefault(by_slug[slug].pk, InTournament(by_slug[slug]))
            place_of.gone |= {("player", public_id)} if public_id else set()
            place_of.names |= {name} if name else set()
    for user in accounts_of_keys(keys[ACCOUNT]):
        for tournament in tournaments_of_staff(user):
            staff_names = found.setdefault(tournament.pk, InTournament(tournament)).staff
            staff_names[user.called] = new_name(user)
    return sorted(found.values(), key=lambda each: each.tournament.pk)


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of an erasure on one row: `stays` are the columns that the tournament's prizes or norms need.

    `where` is None for an account, which belongs to no tournament.
    """

    where: Tournament | None
    name: str
    new_name: str
    stays: tuple[str, ...]


def preview_of(chosen_rows: Collection[ChosenRow], name: str = "") -> list[Preview]:
    """Return the effects of erasing everything that is ticked, without doing it."""
    users = accounts_of_keys([each.key for each in chosen_rows if each.kind == ACCOUNT])
    accounts = [Preview(None, user.called, new_name(user), ()) for user in users]
    return accounts + preview(find_ticked_rows(chosen_rows, name), name)


def preview(found: Iterable[InTournament], name: str = "") -> list[Preview]:
    """Return the effects of an erasure on each row of the tournaments."""
    previews = []
    for each in found:
        new, needed = new_names(each), tuple(Needs.by(each.tournament).words)
        people = [row for rows in each.rows.values() for row in rows]
        previews += [Preview(each.tournament, row.name, new[row.public_id], needed) for row in people]
        previews += [Preview(each.tournament, name, new[key], ()) for _kind, key in sorted(each.gone)]
        if not people and not each.gone and (each.names or not each.staff):
            previews.append(Preview(each.tournament, name, ERASED_TEXT, ()))
    return previews


def _erase(
    who: Who, found: Sequence[InTournament], chosen_rows: Collection[ChosenRow], right: Right | None
) -> list[Erasure]:
    joint = uuid4() if len(found) > 1 else None
    erasures: list[Erasure] = []
    with transaction.atomic(durable=True):
        scrubbing.allow_rewriting()
        lock_all(each.tournament for each in found)
        people = {row.public_id for each in found for row in each.rows.get("player", ())}
        people |= {each.key.partition("/")[2] for each in chosen_rows if each.kind == series_people.TYPED_KIND}
        people |= {key for each in found for kind, key in each.gone if kind == "player"}
        people_by_series = series_people.people_before(people)
        for each in found:
            with act(who, each.tournament, "erase-person", right, joint=joint, outermost=False) as doing:
                erasures += _erase_in(doing, each)
        erasures += series_people.after(people_by_series, people, {one.key: one.new_name for one in erasures})
        erasures += erase(accounts_of_keys([each.key for each in chosen_rows if each.kind == ACCOUNT]))
        for one in erasures:
            values = {"new_name": one.new_name, "slug": one.slug, "sequence": one.sequence, "at": one.at}
            Erasure.objects.update_or_create(kind=one.kind, key=one.key, defaults=values)
    return erasures


def _erase_in(doing: Act, found: InTournament) -> list[Erasure]:
    tournament = doing.tournament
    new = new_names(found)
    erased = scrubbing.ErasedPerson(new, Needs.by(tournament))
    for kind, rows in found.rows.items():
        for row in rows:
            erased.keys[kind, row.pk] = new[row.public_id]
            erased.names.setdefault(row.public_id, set()).update(filter(None, (row.name, getattr(row, "reading", ""))))
            erased.ids.setdefault(row.public_id, set()).update(filter(None, [row.fide_id]))
    players = [row.pk for row in found.rows.get("player", ())]
    ids = list(ExternalId.objects.filter(player__in=players).select_related("player"))
    erased.keys |= {("externalid", each.pk): new[each.player.public_id] for each in ids if each.player}
    others = _other_names(erased, found)
    scrubbing.learn(erased, scrubbing.entries_of(tournament), others)
    scrubs = _scrubs(erased, found, others)

    for entry in scrubbing.entries_of(tournament):
        if changed := scrubbing.rewrite_entry(entry, erased, scrubs):
            JournalEntry.objects.filter(pk=entry.pk).update(**changed)
    _write_texts(tournament, scrubs)
    for kind, rows in found.rows.items():
        for row in rows:
            _clear_row(row, PLACES[kind], new[row.public_id], erased.needs, doing)
    for each in ids:
        each.value = str(IDS["value"](each.value, "", erased.needs))
        each.save(update_fields=["value"])
    Subscription.objects.filter(player__in=players).delete()
    Task.objects.filter(tournament=tournament).exclude(state=Task.State.RUNNING).delete()
    _journal(doing, found, new)
    at = timezone.now()
    present_rows = [(kind, row.public_id) for kind, rows in found.rows.items() for row in rows]
    return [
        Erasure(kind=kind, key=key, new_name=new[key], slug=tournament.slug, sequence=doing.sequence, at=at)
        for kind, key in [*present_rows, *sorted(found.gone)]
    ]


def _other_names(erased: scrubbing.ErasedPerson, found: InTournament) -> list[str]:
    """Return the names of all other people in the tournament."""
    names: list[str] = []
    for place in PLACES.values():
        rows = place.rows_in(found.tournament)
        names += rows.exclude(public_id__in=erased.new_names).values_list("name", flat=True)
    return names


def _scrubs(erased: scrubbing.ErasedPerson, found: InTournament, others: Collection[str]) -> list[Scrub]:
    """Return the scrubs of each person, for the names that no other person in the tournament has."""
    listed = [row.name for rows in found.rows.values() for row in rows]
    scrubs: list[Scrub] = [WholeText(name, new, [*others, *listed]) for name, new in found.staff.items()]
    scrubs += [
        Scrub(erased.names.get(key, ()), new, others, erased.ids.get(key, ())) for key, new in erased.new_names.items()
    ]
    if found.names:
        new = next(iter(erased.new_names.values()), ERASED_TEXT)
        scrubs.append(Scrub(found.names, new, others))
    return [each for each in scrubs if each.sought]


def new_names(found: InTournament) -> dict[str, str]:
    """Return the new names in the language of the tournament, with the starting number, or the place in the list or
    team.
    """
    tournament = found.tournament
    numbers = _numbers(tournament)
    used_names = set(tournament.players.values_list("name", flat=True))
    names_by_id: dict[str, str] = {}
    with override(tournament.home_language or get_language() or "en"):
        for kind, rows in found.rows.items():
            for row in rows:
                if row.public_id in names_by_id:  # a sign-up that has become a player
                    continue
                number = numbers.get((kind, row.pk), 1)
                text = TEAM if kind == "player" and tournament.table_kind.has_members else PLACES[kind].prefix
                names_by_id[row.public_id] = _free(str(text), number, used_names, row.name)
        for kind, key in sorted(found.gone):
            names_by_id[key] = _free(str(PLACES[kind].prefix), len(used_names) + 1, used_names, "")
    return names_by_id


def _free(text: str, number: int, used_names: set[str], own: str) -> str:
    """Return the name with this number, or with the next number that is free."""
    for each in count(number):
        name = text.format(number=each)
        if name not in used_names or name == own:
            used_names.add(name)
            return name
    raise AssertionError("unreachable")


def _numbers(tournament: Tournament) -> dict[tuple[str, int], int]:
    listed = tournament.players.order_by("pk").values_list("pk", flat=True)
    numbers = {("player", pk): number for number, pk in enumerate(listed, start=1)}
    first = tournament.stages.order_by("number").first()
    if first is not None:
        numbers |= {("player", pk): number for pk, number in first.seats.values_list("player", "number")}
    members = TeamMember.objects.filter(team__tournament=tournament).values_list("pk", "place")
    signed = SignUp.objects.filter(tournament=tournament).order_by("pk").values_list("pk", flat=True)
    numbers |= {("teammember", pk): place for pk, place in members}
    return numbers | {("signup", pk): number for number, pk in enumerate(signed, start=1)}


def _clear_row(row: Person, place: PersonRows, new_name: str, needs: Needs, doing: Act) -> None:
    """Replace the personal columns of a row."""
    changed = {name: become(getattr(row, name), new_name, needs) for name, become in place.columns.items()}
    for name, value in changed.items():
        setattr(row, name, value)
    names = set(changed)
    if isinstance(row, SignUp) and row.waits:
        row.withdrawn_at = doing.at
        names.add("withdrawn_at")
    if isinstance(row, Player):
        row.tournament = doing.tournament
        names |= set(row.derive(names))
    row.save(update_fields=sorted(names))


def _write_texts(tournament: Tournament, scrubs: list[Scrub]) -> None:
    """Remove the names from texts that people have written about others."""
    for texts in TEXTS:
        for row in _with_names(texts, tournament, search_texts(scrubs)):
            scrubbed = {name: all_of(scrubs, getattr(row, name)) for name in texts.columns}
            changed = {name: value for name, value in scrubbed.items() if value != getattr(row, name)}
            if changed:
                rows_of(texts.model).filter(pk=row.pk).update(**changed)


def _with_names(texts: Texts, tournament: Tournament, sought: Collection[str]) -> Iterable[models.Model]:
    if not sought:
        return ()
    rows = rows_of(texts.model).filter(**{texts.tournament: tournament.pk})
    hit = Q()
    for column in texts.columns:
        rows = rows.annotate(**{f"text_of_{column}": Cast(column, TextField())})
        for name in sought:
            hit |= Q(**{f"text_of_{column}__icontains": name.replace("\\", "\\\\").replace('"', '\\"')})
            hit |= Q(**{f"text_of_{column}__contains": name})
    return rows.filter(hit)


def _journal(doing: Act, found: InTournament, new: dict[str, str]) -> None:
    """Write the journal entry, which has only the new names."""
    doing.facts["names"] = sorted({*new.values(), *found.staff.values()})
    doing.facts["ids"] = {"names": []}
    for row in found.rows.get("player", ()):
        doing.update(row, version=doing.sequence)
    if not doing.changes:  # nothing that has a version: the entry is there all the same
        doing.changes.append(Change(model="tournament", pk=doing.tournament.pk, before={}, after={}))


def undone_erasures() -> list[Erasure]:
    """Return the erasures that are missing in the stored data: an older backup was restored, without their entries."""
    recorded = JournalEntry.objects.filter(tournament__slug=OuterRef("slug"), sequence=OuterRef("sequence"), verb=ERASE)
    tournaments = Tournament.objects.filter(slug=OuterRef("slug"))
    missing = list(Erasure.objects.filter(Exists(tournaments), ~Exists(recorded), sequence__isnull=False))
    missing += [each for each in Erasure.objects.filter(kind=series_people.TYPED_KIND) if _is_back(each)]
    return missing + [each for each in Erasure.objects.filter(kind=ACCOUNT) if is_back(each)]


def _is_back(erased: Erasure) -> bool:
    events = SeriesEvent.objects.filter(typed__contains=[{"id": erased.key}])
    return any(line["name"] != erased.new_name for event in events for line in event.typed if line["id"] == erased.key)


def do_again(who: Who) -> int:
    """Repeat all of the missing erasures; return their number."""
    accounts.require_owner(who, _("Only the owner of this server can erase a person everywhere."))
    missing = undone_erasures()
    erase_everywhere(who, _ticks_of(missing))
    remaining = {(each.kind, each.key) for each in undone_erasures()}
    for each in missing:  # what an older backup never had
        if (each.kind, each.key) in remaining:
            each.delete()
    return len(missing)


def _ticks_of(erasures: Collection[Erasure]) -> list[ChosenRow]:
    """Return the rows to tick: existing ones, and those that only the journal has."""
    found = []
    for each in erasures:
        if each.kind == series_people.TYPED_KIND:
            found.append(ChosenRow(series_people.TYPED_KIND, f"{each.slug}/{each.key}"))
        elif each.kind == ACCOUNT:
            found.append(ChosenRow(ACCOUNT, each.key))
        elif each.kind in PLACES and PLACES[each.kind].rows.filter(public_id=each.key).exists():
            found.append(ChosenRow(each.kind, each.key))
        else:
            found.append(ChosenRow("gone", f"{each.slug}/{each.key}"))
    return found
