"""Create a tournament with the settings of another one: for a weekly club evening, or the next edition of an open."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import count
from uuid import UUID

from django.db import transaction
from django.db.models import Model, Q
from django.utils.translation import gettext as _

from tournaments.core.journal.acts import Act, act, notify_deleted
from tournaments.core.journal.errors import Gone, NotAllowed, Refused, StaleSnapshot, last_change_text
from tournaments.core.orm.columns import columns_of, rows_of
from tournaments.core.rights import Right, Who, rights
from tournaments.core.words.names import TITLE_LENGTH, isolate
from tournaments.models import (
    Delivery,
    Event,
    FixedPair,
    ForbiddenPair,
    JournalEntry,
    Player,
    RequestedBye,
    Result,
    Series,
    Stage,
    TeamMember,
    Tournament,
    Webhook,
    fields,
)
from tournaments.people import tokens
from tournaments.people.staff import tidy
from tournaments.players.registration import FIELDS, enter
from tournaments.setup.lifecycle import STAGE_FIELDS, MadeAlready, copy_images, new_tournament
from tournaments.teams.members import copies_of
from tournaments.tournament_files.files import KINDS, model_of

#: Columns that differ in every tournament; all other columns of its row are settings of play.
OWN = {
    *("id", "slug", "name", "starts_on", "revision", "sheet", "trial_of", "event", "section", "place"),
    *("screen", "left_fide"),
    *("created_at", "finished_at", "archived_at", "ends_on", "round_dates", "moved_matches"),
}


def name_of_copy(who: Who, original: Tournament) -> str:
    """Return a name for a copy that none of the organiser's tournaments has: "Spring Open (2)"."""
    own = set(Tournament.objects.filter(members__user=who.user).values_list("name", flat=True)) | {original.name}
    stem = re.sub(r" \(\d{1,3}\)$", "", original.name)
    numbered = (f" ({number})" for number in count(2))
    return next(name for end in numbered if (name := stem[: TITLE_LENGTH - len(end)] + end) not in own)


def copy_tournament(
    who: Who,
    original: Tournament,
    *,
    name: str,
    starts_on: date,
    with_players: bool = False,
    trial: bool = False,
    sheet: UUID | None = None,
) -> Tournament:
    """Return a new tournament with the settings of `original` and the pairing system of its first stage.

    `with_players` copies all players in order of entry, and the pairs forbidden until the end. The person who copies is
    its organiser; the rest of the staff is not copied. A `trial` is hidden, refers to its original, and has all fixed
    and forbidden pairs; withdrawn players are left out. With a `sheet` that created a tournament before, return that
    one. Raise NotAllowed unless `who` administers the original.
    """
    if Right.ADMINISTER not in rights(who, original):
        raise NotAllowed(
            _("You do not have permission to do this. Ask an organiser of this tournament."), code="not-allowed"
        )
    more = {"trial_of": original, "is_public": False} if trial else {}
    try:
        with transaction.atomic(durable=True):
            tournament = create_alike(who, original, name=name, sheet=sheet, starts_on=starts_on, **more)
            players = _players(original, trial=trial) if with_players else []
            if players:
                in_same_request = replace(who, key=None)  # the key names what it did first
                with act(
                    in_same_request,
                    tournament,
                    "add-players",
                    Right.MANAGE_PLAYERS,
                    outermost=False,
                    count=len(players),
                ) as doing:
                    _enter(doing, original, players, trial=trial)
    except MadeAlready as made:
        return made.tournament
    return tournament


def create_alike(who: Who, original: Tournament, **values: object) -> Tournament:
    """Create a tournament in the present transaction, set up like `original` and its first stage, except for `values`.
    Raise MadeAlready.
    """
    alike = {column.name: getattr(original, column.name) for column in columns_of(Tournament) if column.name not in OWN}
    first = original.stages.get(number=1)
    stage = {field: getattr(first, field) for field in STAGE_FIELDS}
    tournament = new_tournament(who, **{**alike, **_rules_of_first_stage(original), **values})
    copy_images(original, tournament)
    with act(who, tournament, "create-tournament", Right.ADMINISTER, outermost=False, name=tournament.name) as doing:
        doing.create(Stage, tournament=doing.tournament, number=1, seed=fields.seed(), **stage)
    return tournament


def _players(original: Tournament, *, trial: bool) -> list[Player]:
    """Return the players to copy, in order of entry; a test run leaves out withdrawn players."""
    players = original.players.order_by("pk")
    return list(players.filter(withdrawn_after__isnull=True) if trial else players)


def _enter(doing: Act, original: Tournament, players: list[Player], *, trial: bool) -> None:
    """Enter players of `original` in a new tournament, with their fixed and forbidden pairs."""
    entered = enter(doing, [{field: getattr(player, field) for field in FIELDS} for player in players])
    new = {player.pk: other for player, other in zip(players, entered, strict=True)}
    forbidden = original.forbidden_pairs.all() if trial else original.forbidden_pairs.filter(last_round__isnull=True)
    wishes: list[Model] = [
        ForbiddenPair(
            tournament=doing.tournament,
            one=new[pair.one_id],
            other=new[pair.other_id],
            first_round=pair.first_round,
            last_round=pair.last_round,
        )
        for pair in forbidden
        if {pair.one_id, pair.other_id} <= new.keys()
    ]
    if trial:
        wishes += [
            FixedPair(
                tournament=doing.tournament,
                round_number=pair.round_number,
                first=new[pair.first_id],
                second=new[pair.second_id],
            )
            for pair in original.fixed_pairs.all()
            if {pair.first_id, pair.second_id} <= new.keys()
        ]
        byes = RequestedBye.objects.filter(player__in=players)
        wishes += [
            RequestedBye(player=new[bye.player_id], round_number=bye.round_number, kind=bye.kind) for bye in byes
        ]
    doing.create_many([*wishes, *copies_of(TeamMember.objects.filter(team__in=players), new)])


def _rules_of_first_stage(original: Tournament) -> dict[str, object]:
    """Return the rules of the first stage's standings, if a later stage may have other rules."""
    later = original.stages.filter(number=2).first()
    if later is None or later.qualification is None or "rules" not in later.qualification:
        return {}
    old_rules = later.qualification
    points = {f"points_{name}": Fraction(value) for name, value in old_rules.get("points", {}).items()}
    paid = {name: Decimal(value.numerator) / value.denominator for name, value in points.items()}
    return {"rules": old_rules["rules"], "rules_changes": old_rules.get("changes", {}), **paid}


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Contents:
    """The numbers of rows that are deleted with a tournament."""

    players: int
    rounds: int
    results: int
    entries: int
    tokens: int
    webhooks: int


def contents(tournament: Tournament) -> Contents:
    return Contents(
        players=tournament.players.count(),
        rounds=tournament.rounds.count(),
        results=Result.objects.filter(pairing__round__tournament=tournament).count(),
        entries=tournament.journal.count(),
        tokens=tournament.tokens.count(),
        webhooks=tournament.webhooks.count(),
    )


def delete_tournament(who: Who, tournament: Tournament, *, revision: int | None = None) -> Contents:
    """Delete a tournament with all its contents and its test runs, and return the numbers of deleted rows.

    Its tokens no longer work. An event is deleted with its last section. As the journal is deleted too, the server's
    log records it. `revision` is the revision that the caller read; raise StaleSnapshot if the tournament has changed
    since, NotAllowed, and Gone if another person was faster.
    """
    with transaction.atomic(durable=True):
        locked = Tournament.objects.select_for_update().filter(pk=tournament.pk).first()
        if locked is None:
            raise Gone(_("This tournament no longer exists."), code="no-such-tournament")
        if Right.ADMINISTER not in rights(who, locked):
            raise NotAllowed(_("You do not have permission to do this in this tournament."), code="not-allowed")
        if revision is not None and locked.revision != revision:
            unknown = _("Someone else changed this tournament. Reload, then try again.")
            raise StaleSnapshot(last_change_text(who, locked, unknown), code="stale")
        series = Series.objects.filter(events__tournament=locked).first()
        if series is not None:
            text = _("This tournament counts in {name}. Remove it from the series first.")
            raise Refused(text.format(name=isolate(series.name)), code="refused")
        found = contents(locked)
        for trial in Tournament.objects.select_for_update().filter(trial_of=locked).order_by("pk"):
            erase(trial)
        erase(locked)
        if locked.event_id is not None:
            Event.objects.filter(pk=locked.event_id, sections=None).delete()
    tokens.forget()
    tidy()
    log.warning("The tournament %s was deleted by %s (%s).", locked.slug, who.user or "nobody", who.agent)
    return found


def erase(tournament: Tournament) -> None:
    """Delete the rows of a locked tournament, in the reverse order of their dependencies."""
    list(Webhook.objects.select_for_update().filter(tournament=tournament).order_by("pk"))
    Delivery.objects.filter(Q(webhook__tournament=tournament) | Q(tournament=tournament)).delete()
    for kind, way in reversed(list(KINDS.items())):
        rows_of(model_of(kind)).filter(**{way: tournament}).delete()
    JournalEntry.objects.filter(tournament=tournament, undoes__isnull=False).delete()
    Tournament.objects.filter(pk=tournament.pk).delete()
    notify_deleted(tournament)
