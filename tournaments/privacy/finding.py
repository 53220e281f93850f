"""Find a person for the owner of the server: every row with a name or a FIDE ID, to be ticked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from django.contrib.postgres.search import SearchQuery
from django.db.models import Model, Q, TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from tournaments.core.journal.batch import with_present_names
from tournaments.core.orm.columns import rows_of
from tournaments.core.words.names import fits, fold_name
from tournaments.models import JournalEntry, Player, SeriesEvent, TeamMember, Tournament, User
from tournaments.models.player import WORDS_OF_NAME, sort_key, space_words
from tournaments.privacy import erasing
from tournaments.privacy.erasing import ACCOUNT, ONLY_TEXTS, ChosenRow
from tournaments.privacy.places import PLACES, TEXTS, Person, PersonRows, tournament_of
from tournaments.privacy.scrubbing import SHORTEST, forms
from tournaments.privacy.series_people import TYPED_KIND

#: The maximum number of rows shown of each kind.
MOST = 200
#: The maximum number of tournaments shown for an account.
MOST_TOURNAMENTS = 3


@dataclass(frozen=True, slots=True)
class PersonFound:
    """A row that may be the person. `known` is the data that distinguishes people of the same name."""

    ticked: ChosenRow
    what: str
    name: str
    where: str
    on: date | None
    known: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundPeople:
    """The search result; `accounts` are owners with this name, which are not erased. `more`: not all rows are shown."""

    rows: tuple[PersonFound, ...]
    accounts: tuple[str, ...]
    more: bool


def find(query: str) -> FoundPeople:
    """Return all rows with the name, its words in any order, or with the FIDE ID."""
    query = " ".join(query.split())
    if len(query) < SHORTEST:
        return FoundPeople((), (), more=False)
    rows = [found for place in PLACES.values() for found in _rows(place, query)]
    more = len(rows) > MOST
    found_keys = {found.ticked.key for found in rows}
    if not query.isdecimal():
        rows += _accounts(query)
        rows += _find_typed_lines(query)
        rows += _in_journals(query, found_keys)
    owners = User.objects.filter(username__icontains=query, is_superuser=True)
    accounts = owners.values_list("username", flat=True)
    return FoundPeople(tuple(rows[: 2 * MOST]), tuple(accounts[:10]), more=more)


def _rows(place: PersonRows, query: str) -> Iterator[PersonFound]:
    rows = place.rows
    if query.isdecimal():
        rows = rows.filter(fide_id=query)
    elif place.model is Player:
        words = " & ".join(f"{word}:*" for word in space_words(sort_key(query)).split() if word.isalnum())
        name_query = SearchQuery(words, config="simple", search_type="raw")
        rows = rows.alias(words=WORDS_OF_NAME).filter(words=name_query) if words else rows.none()
    else:
        longest = max(query.replace(",", " ").split(), key=len)
        rows = rows.filter(Q(name__icontains=longest) | Q(name__icontains=sort_key(longest)))
    for row in rows.order_by("-pk")[: MOST + 1]:
        if query.isdecimal() or fits(f"{row.name} {getattr(row, 'reading', '')}", query):
            yield _describe_person(place, row)


def _describe_person(place: PersonRows, row: Person) -> PersonFound:
    tournament = tournament_of(row)
    rating = str(row.rating) if row.rating else ""
    born = str(getattr(row, "birth", ""))
    details = (rating, getattr(row, "title", ""), getattr(row, "club", ""), row.federation, born, row.fide_id)
    place_name = f"{tournament.name}, {row.team.name}" if isinstance(row, TeamMember) else tournament.name
    return PersonFound(
        ChosenRow(place.kind, row.public_id),
        str(place.label),
        row.name,
        place_name,
        tournament.starts_on,
        tuple(filter(None, details)),
    )


def _accounts(query: str) -> Iterator[PersonFound]:
    """Yield the accounts, and the helpers who joined with a pass."""
    for user in erasing.find_accounts(query)[:MOST]:
        tournament_names = ", ".join(
            each.name for each in erasing.tournaments_of_staff(user).order_by("-pk")[:MOST_TOURNAMENTS]
        )
        kind = _("Helper with a pass") if user.is_guest else _("Account")
        yield PersonFound(
            ChosenRow(ACCOUNT, str(user.pk)), kind, user.called, tournament_names, user.date_joined.date()
        )


def _find_typed_lines(query: str) -> Iterator[PersonFound]:
    """Yield the lines of results that were typed into a series."""
    longest = max(query.replace(",", " ").split(), key=len)
    rows = SeriesEvent.objects.filter(tournament=None).annotate(text=Cast("typed", TextField()))
    for event in rows.filter(text__icontains=longest).select_related("series")[:MOST]:
        for line in event.typed:
            if fits(line["name"], query):
                key = f"{event.series.slug}/{line['id']}"
                yield PersonFound(
                    ChosenRow(TYPED_KIND, key),
                    _("Result typed into a series"),
                    line["name"],
                    event.series.name,
                    event.held_on,
                )


def _in_journals(query: str, found_keys: set[str]) -> Iterator[PersonFound]:
    """Yield the players who were removed from a list but are still in the journal, and tournaments with the name in a
    text.
    """
    sought = forms(query)
    for tournament in Tournament.objects.filter(pk__in=_tournaments_with(sought)).order_by("-starts_on", "pk")[:MOST]:
        removed_players = dict(_find_removed_players(tournament, sought, query))
        for public_id, name in removed_players.items():
            if public_id not in found_keys:
                key = f"{tournament.slug}/{public_id}"
                yield PersonFound(
                    ChosenRow("gone", key), _("Removed player"), name, tournament.name, tournament.starts_on
                )
        is_listed = any(
            place.rows_in(tournament).filter(public_id__in=found_keys).exists() for place in PLACES.values()
        )
        if not removed_players and not is_listed:
            yield PersonFound(
                ChosenRow(ONLY_TEXTS, tournament.slug),
                _("Texts and journal"),
                query,
                tournament.name,
                tournament.starts_on,
            )


def _tournaments_with(sought: Iterable[str]) -> set[int]:
    """Return the keys of the tournaments with one of the names in their texts."""
    found: set[int] = set()
    of_journal: tuple[type[Model], str, tuple[str, ...]] = (JournalEntry, "tournament", ("facts", "reason", "agent"))
    every = [*((texts.model, texts.tournament, texts.columns) for texts in TEXTS), of_journal]
    for model, way, columns in every:
        rows = rows_of(model).annotate(**{f"text_of_{name}": Cast(name, TextField()) for name in columns})
        hit = Q()
        for column in columns:
            for name in sought:
                hit |= Q(**{f"text_of_{column}__icontains": name})
        found |= set(rows.filter(hit).values_list(way, flat=True).distinct()[:MOST])
    return found


def _find_removed_players(tournament: Tournament, sought: Iterable[str], query: str) -> Iterator[tuple[str, str]]:
    """Yield the players of the name who are in the journal but not on the list."""
    listed = set(tournament.players.values_list("public_id", flat=True))
    folded_names = {fold_name(each) for each in sought}
    entries = JournalEntry.objects.filter(tournament=tournament, verb__in=("remove-player", "undo", "move-players"))
    for entry in entries.iterator(chunk_size=MOST):
        for change in with_present_names(entry.changes, entry.version):
            before = change["before"]
            if change["model"] != "player" or before is None or change["after"] is not None:
                continue
            is_meant = fold_name(before["name"]) in folded_names or fits(before["name"], query)
            if is_meant and before["public_id"] not in listed:
                yield before["public_id"], before["name"]
