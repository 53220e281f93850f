"""The journal by kind, by person, by table and by a name or word: entries that somebody looks for."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.journal.verb import Topic
from tournaments.core.journal.verbs import VERBS, with_undone
from tournaments.core.words.names import fits
from tournaments.models import JournalEntry, Player, Tournament, User

#: Kinds of entries as directors call them, with what such an entry is about.
KINDS: dict[str, tuple[Promise, frozenset[Topic]]] = {
    "results": (_("Results"), frozenset({Topic.RESULTS, Topic.REPORTS})),
    "rounds": (
        pgettext_lazy("round of a tournament", "Rounds"),
        frozenset({Topic.ROUND, Topic.CLOCK, Topic.COURTS, Topic.STAGE, Topic.PLANS, Topic.FINISHED}),
    ),
    "players": (_("Players"), frozenset({Topic.PLAYERS, Topic.SIGN_UPS, Topic.CALLS, Topic.PENALTIES})),
    "settings": (_("Settings"), frozenset({Topic.SETTINGS, Topic.RULES, Topic.STAFF})),
}
#: The most players looked up for one name; a name with more is too common a word.
MOST_PLAYERS = 20


@dataclass(frozen=True, slots=True)
class JournalFilter:
    """What somebody looks for; what is empty restricts nothing. `person` is the key of an account."""

    kind: str = ""
    person: int | None = None
    table: int | None = None
    word: str = ""

    def __bool__(self) -> bool:
        return self.kind in KINDS or bool(self.word) or (self.person, self.table) != (None, None)


def entries_of(
    tournament: Tournament, entries: QuerySet[JournalEntry], wanted: JournalFilter
) -> QuerySet[JournalEntry, JournalEntry]:
    """Those of the entries that fit."""
    if wanted.kind in KINDS:
        topics = KINDS[wanted.kind][1]
        entries = entries.filter(with_undone({key for key, verb in VERBS.items() if verb.effects.topic in topics}))
    if wanted.person is not None:
        entries = entries.filter(actor=wanted.person)
    if wanted.table is not None:
        entries = entries.filter(Q(facts__table=wanted.table) | Q(facts__results__contains=[{"table": wanted.table}]))
    return _with_word(tournament, entries, wanted.word) if wanted.word else entries


def _with_word(tournament: Tournament, entries: QuerySet[JournalEntry], word: str) -> QuerySet[JournalEntry]:
    """Entries whose facts or reason contain a word, and those of the players of that name."""
    known = tournament.players.values_list("public_id", "name", "reading")
    asked = [public_id for public_id, name, reading in known if fits(f"{name} {reading}", word)]
    condition = Q(told__icontains=word) | Q(reason__icontains=word)
    for public_id in asked if len(asked) <= MOST_PLAYERS else ():
        condition |= Q(told__contains=f'"{public_id}"')
    return entries.annotate(told=Cast("facts", TextField())).filter(condition)


def people_of(tournament: Tournament) -> list[User]:
    """Anyone who has done something in the tournament."""
    return list(User.objects.filter(pk__in=tournament.journal.order_by().values("actor")).order_by("username"))


def names_at(tournament: Tournament, entries: Iterable[JournalEntry]) -> dict[int, list[str]]:
    """Who sat at the table of each entry that tells one result, by the number of the entry."""
    sat = {entry.sequence: _ids(entry.facts) for entry in entries}
    names = _names(tournament, {player for players in sat.values() for player in players})
    return {
        sequence: [names[player] for player in players if player in names]
        for sequence, players in sat.items()
        if players
    }


def _ids(facts: dict[str, object]) -> list[str]:
    ids = facts.get("ids")
    return [each for each in ids.values() if isinstance(each, str)] if isinstance(ids, dict) else []


def _names(tournament: Tournament, players: Collection[str]) -> dict[str, str]:
    if not players:
        return {}
    return dict(Player.objects.filter(tournament=tournament, public_id__in=players).values_list("public_id", "name"))
