"""What a player decides for himself by his badge, and how long: until the next round is paired.

Each function looks at an act; where the desk acts, nothing here holds it back.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments import border
from tournaments.journal.acts import Act
from tournaments.journal.errors import Refused
from tournaments.models import Player, RequestedBye, Tournament
from tournaments.services import byes
from tournaments.words.isolation import isolate

#: Byes that players ask for; a full point is the organiser's to give.
KINDS = (RequestedBye.Kind.HALF.value, RequestedBye.Kind.ZERO.value)
#: The verbs with which players decide.
VERBS = ("check-in", "check-out", "withdraw", "return", "request-bye")
#: Rounds ahead for which a bye is asked for on a telephone.
MOST_AHEAD = 12


def may_check_in(doing: Act, coming: Iterable[Player] = ()) -> None:
    """Before round 1 is paired, where players check in at all; nobody comes who has withdrawn. Raises Refused."""
    gone = next((row for row in coming if row.withdrawn_after is not None and not row.checked_in), None)
    if gone is not None:
        text = _("{name} has withdrawn. Take the player back into the tournament, then check in.")
        raise Refused(text.format(name=isolate(gone.name)), code="withdrawn")
    if _is_own(doing) and (not doing.tournament.uses_check_in or doing.tournament.rounds.exists()):
        raise Refused(_("Round 1 is paired, or nobody checks in here. Tell the desk."), code="too-late")


def may_leave(doing: Act) -> None:
    """Not out of a schedule, where games that are open would be lost. Raises Refused."""
    if _is_own(doing) and border.system_of(border.current_stage(doing.tournament))[0].scheduled:
        raise Refused(_("The schedule is fixed: who leaves it loses games. Tell the desk."), code="ask-the-desk")


def may_return(doing: Act, players: Sequence[Player]) -> None:
    """Until a round is paired without him. Raises Refused."""
    if _is_own(doing) and any(not row.is_in and _paired_without(row) for row in players):
        raise Refused(_("A round was paired without you since. Tell the desk."), code="too-late")


def _paired_without(player: Player) -> bool:
    """Whether a round was paired since a player left, be it a draft."""
    later = player.tournament.rounds.filter(number__gt=player.withdrawn_after)
    return later.exclude(appearances__player=player).exists()


def may_ask(doing: Act, kinds: Collection[str | None]) -> None:
    """For half a point or for none. Raises Refused."""
    if _is_own(doing) and not set(kinds) <= {None, *KINDS}:
        raise Refused(_("A full-point bye is for the organiser to give."), code="ask-the-desk", field="kind")


def _is_own(doing: Act) -> bool:
    """Whether a player acts for himself. Raises Refused where players do not."""
    if doing.who.badge is None:
        return False
    if not doing.tournament.players_decide or doing.tournament.finished_at is not None:
        raise Refused(_("Players do not decide this by themselves here. Tell the desk."), code="ask-the-desk")
    return True


def _last_round(tournament: Tournament) -> int:
    return tournament.rounds.aggregate(last=Max("number"))["last"] or 0


@dataclass(frozen=True, slots=True)
class Open:
    """What a player can decide now, to be shown; the verbs look again."""

    check_in: bool
    leave: bool
    back: bool
    rounds: tuple[int, ...]
    asked: tuple[RequestedBye, ...]


def is_absent(player: Player, tournament: Tournament) -> bool:
    """Whether a player is not paired because round 1 was paired before he was here: the desk lets him in."""
    began = tournament.uses_check_in and tournament.finished_at is None and bool(_last_round(tournament))
    return began and player.is_in and not player.checked_in and not player.appearances.exists()


def can(player: Player, tournament: Tournament) -> Open | None:
    """What is open to a player; None where players decide nothing."""
    if not tournament.players_decide or tournament.finished_at is not None:
        return None
    stage, last = border.current_stage(tournament), _last_round(tournament)
    scheduled = border.system_of(stage)[0].scheduled
    planned = byes.last_planned(tournament)
    ahead = () if scheduled or planned is None or not player.is_in else range(last + 1, planned + 1)
    return Open(
        check_in=tournament.uses_check_in and not last,
        leave=player.is_in and not scheduled,
        back=not player.is_in and not _paired_without(player) and not player.is_expelled,
        rounds=tuple(ahead)[:MOST_AHEAD],
        asked=tuple(player.requested_byes.filter(round_number__gt=last)),
    )
