"""Handle byes that players can request: for rounds not yet paired, and as many as the tournament allows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings.snapshot import ByeKind
from pairings.systems import SYSTEMS
from tournaments.core import snapshot
from tournaments.core.journal import fide_locks
from tournaments.core.journal.acts import Act, act
from tournaments.core.journal.errors import Refused, Unusual
from tournaments.core.rights import Right, Who
from tournaments.core.words.names import isolate
from tournaments.models import Appearance, Player, RequestedBye, Round, Stage, Tournament

_HALF = RequestedBye.Kind.HALF.value
#: Byes against which FIDE has no rule.
_USUAL = (ByeKind.ZERO.value, ByeKind.ALLOCATED.value)


def refuse_bye(tournament: Tournament, player: Player, round_number: int, kind: str | None, *, paired: int) -> None:
    """Raise Refused if a player cannot have a bye of this kind in a round; None cancels one.

    `paired` is the last paired round: a request for it or an earlier one is too late.
    """
    if round_number <= paired:
        raise Refused(
            _("Round {number} is already paired. Choose a later round, or change its draft.").format(
                number=round_number
            ),
            code="already-paired",
            field="round_number",
        )
    if kind is None:
        return
    last = last_planned(tournament)
    if last is not None and round_number > last:
        raise Refused(
            ngettext(
                "Round {number} does not exist: the tournament has {count} round.",
                "Round {number} does not exist: the tournament has {count} rounds.",
                last,
            ).format(number=round_number, count=last),
            code="no-such-round",
            field="round_number",
        )
    if kind == RequestedBye.Kind.HALF:
        _half_bye_allowed(tournament, player, round_number, last)


def look(doing: Act, requests: Sequence[tuple[Player, int, str | None]], *, anyway: bool) -> list[str]:
    """Return the objections of FIDE's rules to new byes, a sentence each; [] in games other than chess.

    In FIDE mode raise Refused for barred byes, and Unusual for others unless `anyway` is set.
    """
    if doing.tournament.game != fide_locks.GAME or {kind for _player, _number, kind in requests} <= {None, *_USUAL}:
        return []
    objections, last = [], last_planned(doing.tournament)
    keys = {player.pk for player, _number, _kind in requests}
    stored = RequestedBye.objects.filter(player__in=keys).values_list("player", "round_number", "kind")
    had = Appearance.objects.filter(player__in=keys, bye__gt="").values_list("player", "round__number", "bye")
    kinds = {(player, number): kind for player, number, kind in (*stored, *had)}
    for player, number, kind in requests:
        if kind is None or kinds.get((player.pk, number)) == kind:
            continue
        kinds[player.pk, number] = kind
        others = {at for (who, at), each in kinds.items() if who == player.pk and at != number and each == _HALF}
        for rule in _broken_bye_rules(kind, repeated=bool(others), is_last=number == last):
            text = rule.sentence(isolate(player.name))
            if doing.tournament.fide_mode and rule.barred:
                raise Refused(text, code="fide-mode", field="kind")
            if doing.tournament.fide_mode and not anyway:
                own = doing.who.badge is not None
                way_out = _("Ask the organiser.") if own else _("Confirm it to have it all the same.")
                raise Unusual(f"{text} {way_out}")
            objections.append(text)
    return objections


def _broken_bye_rules(kind: str, *, repeated: bool, is_last: bool) -> Iterator[fide_locks.ByeRule]:
    if kind == RequestedBye.Kind.FULL:
        yield fide_locks.BYES["full"]
    if kind == _HALF and is_last:
        yield fide_locks.BYES["half-last"]
    if kind == _HALF and repeated:
        yield fide_locks.BYES["half-again"]


def last_planned(tournament: Tournament) -> int | None:
    """Return the number of the last round of the present stage; None if it is unknown."""
    stage = snapshot.current_stage(tournament)
    players = stage.seats if stage.started_at is not None else tournament.players
    planned = snapshot.rounds_of(stage, players.count())
    return None if planned is None else planned + stage.first_round - 1


def _half_bye_allowed(tournament: Tournament, player: Player, round_number: int, planned: int | None) -> None:
    """Check the tournament's limits of half-point byes: who may take any, how many, and how late. Raise Refused."""
    has_right(player)
    last_rounds = tournament.half_byes_not_in_last
    if planned and last_rounds and round_number > planned - last_rounds:
        raise Refused(
            ngettext(
                "Half-point byes are not allowed in the last round.",
                "Half-point byes are not allowed in the last {count} rounds.",
                last_rounds,
            ).format(count=last_rounds),
            code="half-bye-too-late",
            field="round_number",
        )
    if tournament.half_byes_most == 0:
        raise Refused(_("Half-point byes are not allowed in this tournament."), code="half-byes-used", field="kind")
    if tournament.half_byes_most is None:
        return
    requests = player.requested_byes.filter(kind=RequestedBye.Kind.HALF).exclude(round_number=round_number)
    had = player.appearances.filter(bye=ByeKind.HALF).exclude(round__number__in=requests.values("round_number"))
    if requests.count() + had.count() >= tournament.half_byes_most:
        raise Refused(
            ngettext(
                "{name} has already used the {count} half-point bye allowed.",
                "{name} has already used the {count} half-point byes allowed.",
                tournament.half_byes_most,
            ).format(name=isolate(player.name), count=tournament.half_byes_most),
            code="half-byes-used",
            field="kind",
        )


def has_right(player: Player) -> None:
    """Raise Refused for a half-point bye of a player who has a free entry or receives conditions."""
    if not player.may_take_half_bye:
        text = _("{name} has free entry or conditions, so cannot take a half-point bye (FIDE Competition Rules 8.3.4).")
        raise Refused(text.format(name=isolate(player.name)), code="half-bye-barred", field="kind")


def missed_rounds(player: Player) -> dict[int, str]:
    """Return the stage's published rounds before a player's entry, and the bye in each: "" if there is none.

    Empty in a schedule, where such games are played later or forfeited, and in a knock-out, which nobody joins.
    """
    stage = snapshot.current_stage(player.tournament)
    if SYSTEMS[stage.system].fixes_rounds:
        return {}
    rounds = _rounds_before(stage, player)
    byes = dict(player.appearances.filter(round__in=rounds).values_list("round__number", "bye"))
    return {round_.number: byes.get(round_.number, "") for round_ in rounds}


def count_missed(
    who: Who, tournament: Tournament, player: Player, kind: str | None, *, anyway: bool = False
) -> list[str]:
    """Count all rounds before a player's entry as byes of a kind, or with None again as rounds without a place.

    C.04.2 2.4: a late player gets no points for missed rounds, unless the tournament's rules give some. The same call
    again changes nothing. Raise Refused if no round was missed, or for more half-point byes than the tournament allows.
    Return the objections to them (`byes.look`).
    """
    with act(who, tournament, "count-missed", Right.MANAGE_PLAYERS, kind=kind) as doing:
        row = doing.own(player)
        stage = snapshot.current_stage(doing.tournament)
        rounds = [] if SYSTEMS[stage.system].fixes_rounds else _rounds_before(stage, row)
        doing.name(name=row)
        doing.facts["rounds"] = ", ".join(str(round_.number) for round_ in rounds)
        if not rounds:
            raise Refused(_("This player has not missed any rounds."), code="nothing-missed")
        if kind == RequestedBye.Kind.HALF:
            has_right(row)
            _refuse_byes(doing, row, rounds)
        objections = look(doing, [(row, round_.number, kind) for round_ in rounds], anyway=anyway)
        present = {place.round_id: place for place in row.appearances.filter(round__in=rounds)}
        new = ByeKind(kind).value if kind else None
        if new is None:
            doing.delete_many(present.values())
            return objections
        for place in present.values():
            doing.update(place, bye=new)
        doing.create_many([Appearance(round=r, player=row, bye=new) for r in rounds if r.pk not in present])
    return objections


def _rounds_before(stage: Stage, player: Player) -> list[Round]:
    passed = stage.rounds.exclude(status=Round.Status.DRAFT).filter(number__lt=player.entered)
    return list(passed.order_by("number"))


def _refuse_byes(doing: Act, player: Player, rounds: list[Round]) -> None:
    most = doing.tournament.half_byes_most
    if most is None:
        return
    requests = player.requested_byes.filter(kind=RequestedBye.Kind.HALF).count()
    had = player.appearances.filter(bye=ByeKind.HALF).exclude(round__in=rounds).count()
    if requests + had + len(rounds) > most:
        text = ngettext(
            "{name} missed {count} round: more than the half-point byes allowed here.",
            "{name} missed {count} rounds: more than the half-point byes allowed here.",
            len(rounds),
        )
        raise Refused(text.format(name=isolate(player.name), count=len(rounds)), code="half-byes-used", field="kind")


#: Byes that players can request; only the organiser gives full-point byes.
KINDS = (RequestedBye.Kind.HALF.value, RequestedBye.Kind.ZERO.value)
#: The verbs of players' own decisions.
VERBS = ("check-in", "check-out", "withdraw", "return", "request-bye")
#: The maximum number of rounds ahead for which a bye can be requested on a phone.
MOST_AHEAD = 12


def may_check_in(doing: Act, coming: Iterable[Player] = ()) -> None:
    """Check that players may still check in: before round 1 is paired. Withdrawn players may not. Raise Refused."""
    withdrawn = next((row for row in coming if row.withdrawn_after is not None and not row.checked_in), None)
    if withdrawn is not None:
        text = _("{name} has withdrawn. Return the player to the tournament, then check in.")
        raise Refused(text.format(name=isolate(withdrawn.name)), code="withdrawn")
    if _is_own(doing) and (not doing.tournament.uses_check_in or doing.tournament.rounds.exists()):
        raise Refused(_("Online check-in is closed. Tell the organiser."), code="too-late")


def may_leave(doing: Act) -> None:
    """Check that players may withdraw themselves: not from a schedule, where open games would be lost. Raise
    Refused.
    """
    if _is_own(doing) and snapshot.system_of(snapshot.current_stage(doing.tournament))[0].scheduled:
        raise Refused(_("The schedule is fixed, and withdrawing loses games. Tell the organiser."), code="ask-the-desk")


def may_return(doing: Act, players: Sequence[Player]) -> None:
    """Check that no round was paired without the players who return themselves. Raise Refused."""
    if _is_own(doing) and any(not row.is_in and _round_paired_since_leaving(row) for row in players):
        raise Refused(_("A round was paired without you. Tell the organiser."), code="too-late")


def _round_paired_since_leaving(player: Player) -> bool:
    """Return whether a round, even a draft, was paired since a player withdrew."""
    later = player.tournament.rounds.filter(number__gt=player.withdrawn_after)
    return later.exclude(appearances__player=player).exists()


def may_ask(doing: Act, kinds: Collection[str | None]) -> None:
    """Raise Refused if players themselves request a bye other than a half-point or zero-point bye."""
    if _is_own(doing) and not set(kinds) <= {None, *KINDS}:
        raise Refused(_("Only the organiser can give a full-point bye."), code="ask-the-desk", field="kind")


def _is_own(doing: Act) -> bool:
    """Return whether players act for themselves. Raise Refused if they may not."""
    if doing.who.badge is None:
        return False
    if not doing.tournament.players_decide or doing.tournament.finished_at is not None:
        raise Refused(_("You cannot change this yourself. Tell the organiser."), code="ask-the-desk")
    return True


def _last_round(tournament: Tournament) -> int:
    return tournament.rounds.aggregate(last=Max("number"))["last"] or 0


@dataclass(frozen=True, slots=True)
class Open:
    """The decisions that a player can make now, for display; the verbs check again."""

    check_in: bool
    leave: bool
    back: bool
    rounds: tuple[int, ...]
    asked: tuple[RequestedBye, ...]


def is_absent(player: Player, tournament: Tournament) -> bool:
    """Return whether a player is unpaired because round 1 was paired before the check-in: the staff must enter the
    player.
    """
    began = tournament.uses_check_in and tournament.finished_at is None and bool(_last_round(tournament))
    return began and player.is_in and not player.checked_in and not player.appearances.exists()


def can(player: Player, tournament: Tournament) -> Open | None:
    """Return the decisions that a player can make; None if players decide nothing."""
    if not tournament.players_decide or tournament.finished_at is not None:
        return None
    stage, last = snapshot.current_stage(tournament), _last_round(tournament)
    scheduled = snapshot.system_of(stage)[0].scheduled
    planned = last_planned(tournament)
    ahead = () if scheduled or planned is None or not player.is_in else range(last + 1, planned + 1)
    return Open(
        check_in=tournament.uses_check_in and not last,
        leave=player.is_in and not scheduled,
        back=not player.is_in and not _round_paired_since_leaving(player) and not player.is_expelled,
        rounds=tuple(ahead)[:MOST_AHEAD],
        asked=tuple(player.requested_byes.filter(round_number__gt=last)),
    )
