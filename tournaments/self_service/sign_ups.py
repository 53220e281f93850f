"""Sign-ups: people enter themselves, wait if there is no place, and are confirmed by an organiser.

Places and the waiting list are not stored. They follow from the number of places, the listed players, and the times of
the sign-ups. When a person withdraws, the others move up.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.core.journal.acts import Act, act, not_finished, tell_players
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right, Who
from tournaments.models import Enrolment, Erasure, Player, SignUp, Tournament
from tournaments.models.fields import secret_hash
from tournaments.models.player import sort_key
from tournaments.models.self_service import MOST_PLACES, SIGN_UP_QUESTIONS
from tournaments.players import person_checks
from tournaments.players.registration import enter, refuse_expelled

#: The maximum length of the waiting list: a program that signs people up cannot fill more.
MOST_WAITING = 1000


class SignUpState(StrEnum):
    """The state of a sign-up."""

    CONFIRMED = "confirmed"
    WAITS = "waits-for-confirmation"
    LISTED = "waits-for-a-place"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"


STATES = [(state.value, state.value) for state in SignUpState]


@dataclass(frozen=True, slots=True)
class Queue:
    """Sign-ups in order: `first` have a place, `listed` are on the waiting list.

    `taken` is the number of players; `free` is None if the number of places has no limit.
    """

    taken: int
    free: int | None
    first: tuple[SignUp, ...]
    listed: tuple[SignUp, ...]

    @property
    def promised_places(self) -> int:
        """The number of places that are taken, or promised to people who wait for confirmation."""
        return self.taken + len(self.first)

    @property
    def is_full(self) -> bool:
        """Whether a new sign-up would join the waiting list."""
        return self.free is not None and self.free <= len(self.first)

    def state_of(self, row: SignUp) -> SignUpState:
        if row.withdrawn_at is not None:
            return SignUpState.WITHDRAWN
        if row.confirmed_at is not None:
            return SignUpState.CONFIRMED
        if row.declined_at is not None:
            return SignUpState.DECLINED
        return SignUpState.LISTED if self.place_of(row) else SignUpState.WAITS

    def place_of(self, row: SignUp) -> int | None:
        """Return the place on the waiting list; None if the sign-up is not on it."""
        keys = [each.pk for each in self.listed]
        return keys.index(row.pk) + 1 if row.pk in keys else None


def queue_of(tournament: Tournament) -> Queue:
    """Return the present queue of a tournament."""
    enrolment = Enrolment.objects.filter(tournament=tournament).first()
    player_count = tournament.players.filter(withdrawn_after__isnull=True).count()
    waiting = tuple(_waiting(tournament))
    if enrolment is None or enrolment.places is None:
        return Queue(player_count, None, waiting, ())
    free = max(0, enrolment.places - player_count)
    return Queue(player_count, free, waiting[:free], waiting[free:])


def ended_sign_ups(tournament: Tournament) -> QuerySet[SignUp]:
    """Return the sign-ups that were declined or withdrawn, or whose player was removed, the latest first, with
    `erased`.
    """
    decided = Q(declined_at__isnull=False) | Q(withdrawn_at__isnull=False) | Q(confirmed_at__isnull=False)
    players = tournament.players.values("public_id")
    return (
        SignUp.objects.filter(decided, tournament=tournament)
        .exclude(public_id__in=players)
        .order_by("-at")
        .annotate(erased=Exists(Erasure.objects.filter(kind="signup", key=OuterRef("public_id"))))
    )


def is_open(tournament: Tournament) -> bool:
    """Return whether players can sign up now."""
    row = Enrolment.objects.filter(tournament=tournament).first()
    return row is not None and row.takes(timezone.now()) and not tournament.rounds.exists()


def possible_questions(tournament: Tournament) -> dict[str, object]:
    """Return the possible questions of a tournament, with their texts.

    FIDE IDs are only for chess, ranks only for games with ranks, readings only for lists sorted in Japanese.
    """
    possible = {
        "fide_id": person_checks.is_chess(tournament),
        "rank": person_checks.has_ranks(tournament),
        "reading": person_checks.takes_readings(tournament),
    }
    return {name: words for name, words in SIGN_UP_QUESTIONS.items() if possible.get(name, True)}


def default_questions(tournament: Tournament) -> list[str]:
    """Return the default questions of a tournament: club, rank or rating, and kana for lists in Japanese."""
    reading = ["reading"] if person_checks.takes_readings(tournament) else []
    return [*reading, "club", "rank" if person_checks.has_ranks(tournament) else "rating"]


def set_enrolment(
    who: Who,
    tournament: Tournament,
    *,
    is_open: bool,
    places: int | None = None,
    closes_at: datetime | None = None,
    asks: Collection[str] = (),
    revision: int | None = None,
) -> Enrolment:
    """Open or close sign-up. People on the waiting list stay there. Raises Refused for invalid values."""
    if places is not None and not 1 <= places <= MOST_PLACES:
        text = _("Enter from 1 to {most} places, or leave empty for no limit.").format(most=MOST_PLACES)
        raise Refused(text, code="places", field="places")
    questions = possible_questions(tournament)
    if not set(asks) <= set(questions):
        raise Refused(_("That cannot be asked at sign-up."), code="cannot-be-asked", field="asks")
    with act(who, tournament, "open-sign-up", Right.MANAGE_PLAYERS, revision=revision) as doing:
        if not is_open:
            doing.verb = "close-sign-up"
        elif closes_at is not None and closes_at <= doing.at:
            raise Refused(_("This time has passed. Choose a later one, or none."), code="time-over", field="closes_at")
        else:
            _require_not_begun(doing)
        values = {"is_open": is_open, "places": places, "closes_at": closes_at}
        values["asks"] = [name for name in questions if name in asks]  # type: ignore[assignment] # of several types
        row = Enrolment.objects.filter(tournament=doing.tournament).first()
        if row is None:
            row = doing.create(Enrolment, tournament=doing.tournament, **values)
        else:
            doing.update(row, **values)
        doing.facts["places"] = places
    tournament.revision = doing.tournament.revision
    return row


def sign_up(who: Who, tournament: Tournament, secret: str, values: Mapping[str, object]) -> SignUp:
    """Sign a person up; `values` are the name and the answers. Only the hash of the `secret` is stored.

    Raises Refused if sign-up is closed, and for values that cannot be stored.
    """
    with act(who, tournament, "sign-up", Right.SEE) as doing:
        row = _open_enrolment(doing)
        if not set(values) <= {"name", *row.asks}:
            raise Refused(_("This is not asked at sign-up. Reload the page."), code="not-asked")
        _check_waiting_list(doing)
        stored = {**values, **person_checks.checked_values(doing.tournament, values)}
        doing.facts["name"] = stored["name"]
        return doing.create(SignUp, tournament=doing.tournament, secret_hash=secret_hash(secret), at=doing.at, **stored)


def confirm(who: Who, tournament: Tournament, rows: Collection[SignUp] | None = None) -> list[Player]:
    """Add these people to the list of players, including those who wait for a place. Those already on it stay there.

    Without `rows`, add all people with a place, except namesakes, whom an organiser checks first. Raises Refused for a
    FIDE ID that another person has.
    """
    with act(who, tournament, "confirm-sign-ups", Right.MANAGE_PLAYERS) as doing:
        not_finished(doing)
        if rows is None:
            queue = queue_of(doing.tournament)
            twins = alike(doing.tournament, (*queue.first, *queue.listed))
            new_rows = [row for row in queue.first if row.pk not in twins]
        else:
            keys = [row.pk for row in rows]
            own_sign_ups = SignUp.objects.filter(tournament=doing.tournament, pk__in=keys)
            new_rows = list(own_sign_ups.filter(confirmed_at__isnull=True, withdrawn_at__isnull=True))
        if not new_rows:
            return []
        players_by_id = _players_by_id(doing, new_rows)
        values = [
            {"public_id": row.public_id, "paid": row.paid, **_values(row)}
            for row in new_rows
            if row.public_id not in players_by_id
        ]
        try:
            checked = person_checks.check_rows(doing.tournament, values)
        except Refused as refusal:
            raise Refused(refusal.text, code=refusal.code) from refusal
        players = [*_return_players(doing, list(players_by_id.values())), *(enter(doing, checked) if checked else ())]
        if players_by_id:
            tell_players(doing, players)
        doing.facts["count"] = len(players)
        doing.update_many((row, {"confirmed_at": doing.at, "declined_at": None}) for row in new_rows)
    return players


def decline(who: Who, tournament: Tournament, row: SignUp) -> None:
    """Decline a sign-up. A sign-up that is no longer waiting does not change."""
    with act(who, tournament, "decline-sign-up", Right.MANAGE_PLAYERS) as doing:
        present = doing.own(row)
        doing.facts["name"] = present.name
        if present.waits:
            doing.update(present, declined_at=doing.at)


def withdraw(who: Who, row: SignUp) -> SignUp:
    """Withdraw a sign-up, by its secret. A person who is already a player is withdrawn, until round 1 is paired.

    Raises Refused after that.
    """
    with act(who, row.tournament, "withdraw-sign-up", None) as doing:
        present = doing.own(row)
        doing.facts["name"] = present.name
        if present.withdrawn_at is not None:
            return present
        if present.confirmed_at is not None:
            if doing.tournament.rounds.exists():
                raise Refused(_("Round 1 is paired. If you cannot play, tell the organiser."), code="too-late")
            player = doing.tournament.players.filter(public_id=present.public_id, withdrawn_after__isnull=True).first()
            if player is not None:
                doing.verb = "withdraw"
                doing.update(player, withdrawn_after=0, version=doing.sequence)
                tell_players(doing, [player])
                doing.facts["round"] = 0
        doing.update(present, withdrawn_at=doing.at)
    return present


def come_back(who: Who, row: SignUp) -> SignUp:
    """Return a withdrawn sign-up, with the same secret, to the end of the waiting list.

    A confirmed person is a player again if there is a place. Raises Refused if sign-up is closed.
    """
    with act(who, row.tournament, "sign-up", None) as doing:
        present = doing.own(row)
        doing.facts["name"] = present.name
        if present.withdrawn_at is None:
            return present
        _open_enrolment(doing)
        _check_waiting_list(doing)
        player = _players_by_id(doing, [present]).get(present.public_id) if present.confirmed_at is not None else None
        if player is None or (not player.is_in and queue_of(doing.tournament).is_full):
            doing.update(present, withdrawn_at=None, confirmed_at=None, at=doing.at)
            return present
        if not player.is_in:
            doing.verb = "return"
            tell_players(doing, _return_players(doing, [player]))
        doing.update(present, withdrawn_at=None)
    return present


def _players_by_id(doing: Act, rows: Collection[SignUp]) -> dict[str, Player]:
    """Return the players created from sign-ups, by their ids."""
    ids = [row.public_id for row in rows]
    return {player.public_id: player for player in doing.tournament.players.filter(public_id__in=ids)}


def _return_players(doing: Act, players: list[Player]) -> list[Player]:
    """Return withdrawn players to the tournament. Raises Refused for an expelled player."""
    refuse_expelled(players)
    doing.update_many((row, {"withdrawn_after": None, "version": doing.sequence}) for row in players if not row.is_in)
    return players


def alike(tournament: Tournament, rows: Collection[SignUp]) -> set[int]:
    """Return the keys of sign-ups with the name of a listed player, or of an earlier sign-up."""
    others = tournament.players.exclude(public_id__in=[row.public_id for row in rows])
    listed = others.filter(sort_key__in=[sort_key(row.name) for row in rows])
    used_keys = set(listed.values_list("sort_key", flat=True))
    found = set()
    for row in rows:
        if sort_key(row.name) in used_keys:
            found.add(row.pk)
        used_keys.add(sort_key(row.name))
    return found


def _waiting(tournament: Tournament) -> QuerySet[SignUp]:
    open_ = {"confirmed_at__isnull": True, "declined_at__isnull": True, "withdrawn_at__isnull": True}
    return SignUp.objects.filter(tournament=tournament, **open_).order_by("at", "pk")


def _open_enrolment(doing: Act) -> Enrolment:
    """Return the settings of sign-up. Raises Refused if it is closed."""
    row = Enrolment.objects.filter(tournament=doing.tournament).first()
    if row is None or not row.takes(doing.at):
        raise Refused(_("Sign-up is closed. Ask the organiser."), code="sign-up-closed")
    _require_not_begun(doing)
    return row


def _check_waiting_list(doing: Act) -> None:
    if _waiting(doing.tournament).count() >= MOST_WAITING:
        raise Refused(_("The waiting list is full. Ask the organiser."), code="sign-up-full")


def _require_not_begun(doing: Act) -> None:
    """Raise Refused if round 1 is paired: staff handle late entries."""
    not_finished(doing)
    if doing.tournament.rounds.exists():
        raise Refused(_("The tournament has started. For a late entry, ask the organiser."), code="has-begun")


def _values(row: SignUp) -> dict[str, Any]:
    return {name: getattr(row, name) for name in ("name", *SIGN_UP_QUESTIONS) if getattr(row, name) not in ("", None)}
