"""Remove personal details some months after a tournament ends, and erase unused accounts, if the owner enables it.

Names, results, years of birth, ratings and FIDE IDs stay, for tables, prizes, series and rating reports. What is due
depends only on the stored data, not on former removals: if a restored backup brings details back, the next run removes
them again.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.db import models, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, TextField
from django.db.models.functions import Cast, Coalesce, Greatest, Left
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.journal.acts import Act, act
from tournaments.core.journal.batch import name_now
from tournaments.core.journal.erased import ERASE
from tournaments.core.rights import Who
from tournaments.models import (
    Delivery,
    Erasure,
    JournalEntry,
    Member,
    Player,
    Retention,
    Series,
    SignUp,
    Subscription,
    Task,
    TeamMember,
    Tournament,
    User,
)
from tournaments.models.fields import Change, Json, ManyMade
from tournaments.models.server_wide import ONLY, account_retention_months, retention_months
from tournaments.people import accounts
from tournaments.privacy import erasing, scrubbing
from tournaments.privacy.erasing import ACCOUNT, ChosenRow
from tournaments.privacy.places import ERASED_TEXT, PLACES, Needs

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise, WithAnnotations

    from tournaments.people.accounts import LastUse

#: The author of removals in journals.
AUTHOR = Who.command("retention")
REMOVE = "remove-details"
#: The columns that are emptied, by model. If the year of birth is needed, they get the values that an erasure gives
#: them.
DETAILS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"player": ("birth", "penalties", "expelled_for"), "teammember": ("birth",)}
)
#: The verbs whose entries have the removed text in a fact, and the verb whose entries have it as their reason.
PENALTIES, EXPEL = ("give-penalty", "remove-penalty"), "expel"
#: The maximum number of accounts erased in one run.
ACCOUNTS_PER_RUN = 20
YEAR, LETTERS_OF_YEAR = Needs(year=True), 4
#: Dates of birth with more than a year.
WITH_DAY = Q(birth__regex=r"^.{5}")


def set_months(who: Who, months: int | None) -> None:
    """Set after how many months details are removed; None for never. Raises NotAllowed."""
    _decide(who, "months", months)


def set_account_months(who: Who, months: int | None) -> None:
    """Set after how many months without use an account is erased; None for never. Raises NotAllowed."""
    _decide(who, "account_months", months)


def _decide(who: Who, name: str, months: int | None) -> None:
    accounts.require_owner(who, _("Only the owner of this server can decide how long personal details are kept."))
    Retention.objects.update_or_create(pk=ONLY, defaults={name: months})


def time_before(now: datetime, months: int) -> datetime:
    """Return the same day that many months earlier, or the last day of that month."""
    year, month = divmod(now.year * 12 + now.month - 1 - months, 12)
    return now.replace(year=year, month=month + 1, day=min(now.day, monthrange(year, month + 1)[1]))


def ended_before(moment: datetime) -> QuerySet[Tournament]:
    """Return the tournaments that were finished before a moment.

    Unfinished tournaments are included if their last day and their last change are older.
    """
    changes = JournalEntry.objects.filter(tournament=OuterRef("pk")).exclude(verb__in=(ERASE, REMOVE))
    last_change = Coalesce(Subquery(changes.order_by("-sequence").values("at")[:1]), F("created_at"))
    rows = Tournament.objects.alias(last_change=last_change, last_day=Coalesce("ends_on", "starts_on"))
    is_abandoned = Q(finished_at__isnull=True, last_change__lt=moment, last_day__lt=moment.date())
    return rows.filter(Q(finished_at__lt=moment) | is_abandoned)


@dataclass(frozen=True, slots=True)
class DetailKind:
    """One kind of details: the rows that have them, and the column that leads from a row to its tournament."""

    label: StrOrPromise
    rows: Callable[[], QuerySet[models.Model]]
    tournament: str

    def of(self, ended: QuerySet[Tournament]) -> QuerySet[models.Model]:
        return self.rows().filter(**{f"{self.tournament}__in": ended.values("pk")})


def _unused_sign_ups() -> QuerySet[SignUp]:
    players = Player.objects.filter(public_id=OuterRef("public_id"))
    erased = Erasure.objects.filter(kind="signup", key=OuterRef("public_id"))
    return SignUp.objects.filter(~Exists(players), ~Exists(erased))


def _answers() -> QuerySet[Delivery]:
    return Delivery.objects.alias(where=Coalesce("tournament", "webhook__tournament")).exclude(said="")


KINDS = (
    DetailKind(
        gettext_lazy("Dates of birth of players (the year stays)"),
        lambda: Player.objects.filter(WITH_DAY),
        "tournament",
    ),
    DetailKind(
        gettext_lazy("Dates of birth of team members (the year stays)"),
        lambda: TeamMember.objects.filter(WITH_DAY),
        "team__tournament",
    ),
    DetailKind(
        gettext_lazy("Players with warnings, penalties or a reason for expulsion"),
        lambda: Player.objects.exclude(penalties=[], expelled_for__in=("", ERASED_TEXT)),
        "tournament",
    ),
    DetailKind(gettext_lazy("Sign-ups that did not become players"), _unused_sign_ups, "tournament"),
    DetailKind(gettext_lazy("Phones that get notifications"), Subscription.objects.all, "player__tournament"),
    DetailKind(gettext_lazy("Answers of webhooks' receivers"), _answers, "where"),
)


def _helpers(before: datetime) -> QuerySet[User]:
    """Return the helpers with a pass who have worked only in tournaments that are over."""
    ended = ended_before(before).values("pk")
    elsewhere = Member.objects.filter(user=OuterRef("pk")).exclude(tournament__in=ended)
    acted = JournalEntry.objects.filter(actor=OuterRef("pk")).exclude(tournament__in=ended)
    guests = User.objects.filter(is_guest=True, date_joined__lt=before)
    return guests.filter(~Exists(elsewhere), ~Exists(acted), ~Exists(_erased(as_name="first_name")))


def _erased(as_name: str) -> QuerySet[Erasure]:
    """Return the erasure of an account that still has the name from that erasure.

    A restored backup brings the old name back, so that no erasure matches.
    """
    key = Cast(OuterRef("pk"), TextField())
    return Erasure.objects.filter(kind=ACCOUNT, key=key, new_name=OuterRef(as_name))


def unused_accounts(months: int, now: datetime | None = None) -> QuerySet[WithAnnotations[User, LastUse]]:
    """Return accounts unused for `months`, the longest unused first, with `used_at`.

    Accounts of owners, of any tournament's staff, and of organisers of series are still needed.
    """
    before = time_before(now or timezone.now(), months)
    runs = Series.objects.filter(Q(owner=OuterRef("pk")) | Q(organisers=OuterRef("pk")))
    needed = Q(is_superuser=True) | Q(Exists(Member.objects.filter(user=OuterRef("pk")))) | Q(Exists(runs))
    found = accounts.with_last_use(User.objects.filter(is_guest=False)).exclude(needed)
    found = found.alias(last=Greatest("used_at", "date_joined")).filter(last__lt=before)
    return found.filter(~Exists(_erased(as_name="username"))).order_by("last", "pk")


@dataclass(frozen=True, slots=True)
class Due:
    """The data due for removal: the number of rows of each kind, possibly 0, and the number of tournaments."""

    tournaments: int
    lines: tuple[tuple[str, int], ...]

    @property
    def is_nothing(self) -> bool:
        return not any(count for _label, count in self.lines)


def preview(months: int, now: datetime | None = None) -> Due:
    """Return what would be removed now, without removing it."""
    before = time_before(now or timezone.now(), months)
    ended = ended_before(before)
    counts = [(str(kind.label), kind.of(ended).count()) for kind in KINDS]
    counts.append((_("Names of helpers with a pass"), _helpers(before).count()))
    return Due(_with_details(ended).count(), tuple(counts))


def _with_details(ended: QuerySet[Tournament]) -> QuerySet[Tournament]:
    found = Q(pk__in=[])
    for kind in KINDS:
        found |= Q(Exists(kind.rows().filter(**{kind.tournament: OuterRef("pk")})))
    return ended.filter(found)


def remove_next(now: datetime | None = None) -> bool:
    """Remove what is due in one tournament, or else the names of helpers, or else some accounts.

    Return whether anything was removed.
    """
    months, account_months, now = retention_months(), account_retention_months(), now or timezone.now()
    if months is not None and _remove_details(time_before(now, months)):
        return True
    return account_months is not None and _erase_accounts(unused_accounts(account_months, now)[:ACCOUNTS_PER_RUN])


def _remove_details(before: datetime) -> bool:
    tournament = _with_details(ended_before(before)).order_by("pk").first()
    if tournament is not None:
        remove_from(tournament)
        return True
    return _erase_accounts(_helpers(before))


def _erase_accounts(users: Iterable[User]) -> bool:
    chosen = [ChosenRow(ACCOUNT, str(user.pk)) for user in users]
    if chosen:
        erasing.erase_everywhere(AUTHOR, chosen)
    return bool(chosen)


def remove_from(tournament: Tournament) -> None:
    """Remove the details of one tournament, whenever it ended."""
    unused = _unused_sign_ups().filter(tournament=tournament).values_list("public_id", flat=True)
    if chosen_rows := [ChosenRow("signup", key) for key in unused]:
        erasing.erase_everywhere(AUTHOR, chosen_rows)
    with transaction.atomic(durable=True):
        scrubbing.allow_rewriting()
        with act(AUTHOR, tournament, "remove-details", None, outermost=False) as doing:
            if _remove_rows(tournament):
                _rewrite_journal(doing)


def _remove_rows(tournament: Tournament) -> int:
    """Empty the rows; return how many had any details: another process may have removed them before."""
    players = Player.objects.filter(tournament=tournament)
    members = TeamMember.objects.filter(team__tournament=tournament)
    tasks = Task.objects.filter(tournament=tournament).exclude(state=Task.State.RUNNING)
    answers = _answers().filter(Q(tournament=tournament) | Q(webhook__tournament=tournament))
    removed = [
        players.filter(WITH_DAY).update(birth=Left("birth", LETTERS_OF_YEAR)),
        members.filter(WITH_DAY).update(birth=Left("birth", LETTERS_OF_YEAR)),
        players.exclude(penalties=[]).update(penalties=[]),
        players.exclude(expelled_for__in=("", ERASED_TEXT)).update(expelled_for=ERASED_TEXT),
        answers.update(said=""),
        Subscription.objects.filter(player__tournament=tournament).delete()[0],
        tasks.delete()[0],
    ]
    return sum(removed)


def _rewrite_journal(doing: Act) -> None:
    """Rewrite entries as if the details had never been stored, so that undo matches the rows as they are now."""
    changed = Q(verb__in=(*PENALTIES, EXPEL))
    for model in DETAILS:
        changed |= Q(changes__contains=[{"model": model}])
    entries = JournalEntry.objects.filter(changed, tournament=doing.tournament)
    for entry in entries.iterator(chunk_size=scrubbing.AT_ONCE):
        facts = {**entry.facts, "why": ERASED_TEXT} if entry.verb in PENALTIES else entry.facts
        reason = ERASED_TEXT if entry.verb == EXPEL else entry.reason
        changes = [_without_details(each, entry.version) for each in entry.changes]
        if (facts, reason, changes) != (entry.facts, entry.reason, entry.changes):
            JournalEntry.objects.filter(pk=entry.pk).update(facts=facts, reason=reason, changes=changes)
    doing.changes.append(Change(model="tournament", pk=doing.tournament.pk, before={}, after={}))


def _without_details(change: Change | ManyMade, version: int) -> Change | ManyMade:
    model = change["model"]
    if model not in DETAILS:
        return change

    def one(name: str, value: object) -> object:
        now = name_now(model, name, version)
        return PLACES[model].columns[now](value, "", YEAR) if now in DETAILS[model] else value

    def row(row: Json | None) -> Json | None:
        return None if row is None else {name: one(name, value) for name, value in row.items()}

    if "keys" in change:
        each = {name: [one(name, value) for value in values] for name, values in change["each"].items()}
        return ManyMade(model=model, keys=change["keys"], same=row(change["same"]) or {}, each=each)
    return Change(model=model, pk=change["pk"], before=row(change["before"]), after=row(change["after"]))
