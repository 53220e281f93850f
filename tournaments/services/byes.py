"""Which byes a player can ask for: in rounds that there are going to be, and as many as the tournament gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings.snapshot import ByeKind
from tournaments import border
from tournaments.journal import fide
from tournaments.journal.acts import Act
from tournaments.journal.errors import Refused, Unusual
from tournaments.models import Appearance, Player, RequestedBye, Tournament
from tournaments.words.isolation import isolate

_HALF = RequestedBye.Kind.HALF.value
#: Against these no rule of FIDE says anything.
_USUAL = (ByeKind.ZERO.value, ByeKind.ALLOCATED.value)


def allowed(tournament: Tournament, player: Player, round_number: int, kind: str | None, *, paired: int) -> None:
    """Raises Refused where a player cannot have a bye of this kind in a round; None cancels one.

    `paired` is the last round that is paired: what is asked for comes too late up to it.
    """
    if round_number <= paired:
        raise Refused(
            _("Round {number} is paired already. Choose a later round, or change its draft.").format(
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
                "There is no round {number}: the tournament has {count} round.",
                "There is no round {number}: the tournament has {count} rounds.",
                last,
            ).format(number=round_number, count=last),
            code="no-such-round",
            field="round_number",
        )
    if kind == RequestedBye.Kind.HALF:
        _half_bye_allowed(tournament, player, round_number, last)


def look(doing: Act, asked: Sequence[tuple[Player, int, str | None]], *, anyway: bool) -> list[str]:
    """What FIDE's rules say against byes that are new, a sentence each; nothing where it is no chess.

    Raises Refused in FIDE mode for what they bar, and Unusual there for the rest unless it is done `anyway`.
    """
    if doing.tournament.game != fide.GAME or {kind for _player, _number, kind in asked} <= {None, *_USUAL}:
        return []
    said, last = [], last_planned(doing.tournament)
    keys = {player.pk for player, _number, _kind in asked}
    noted = RequestedBye.objects.filter(player__in=keys).values_list("player", "round_number", "kind")
    had = Appearance.objects.filter(player__in=keys, bye__gt="").values_list("player", "round__number", "bye")
    known = {(player, number): kind for player, number, kind in (*noted, *had)}
    for player, number, kind in asked:
        if kind is None or known.get((player.pk, number)) == kind:
            continue
        known[player.pk, number] = kind
        others = {at for (who, at), each in known.items() if who == player.pk and at != number and each == _HALF}
        for rule in _against(kind, again=bool(others), is_last=number == last):
            text = rule.said(isolate(player.name))
            if doing.tournament.fide_mode and rule.barred:
                raise Refused(text, code="fide-mode", field="kind")
            if doing.tournament.fide_mode and not anyway:
                own = doing.who.badge is not None
                raise Unusual(f"{text} {_('Ask the desk.') if own else _('Confirm it to have it all the same.')}")
            said.append(text)
    return said


def _against(kind: str, *, again: bool, is_last: bool) -> Iterator[fide.ByeRule]:
    if kind == RequestedBye.Kind.FULL:
        yield fide.BYES["full"]
    if kind == _HALF and is_last:
        yield fide.BYES["half-last"]
    if kind == _HALF and again:
        yield fide.BYES["half-again"]


def last_planned(tournament: Tournament) -> int | None:
    """The number of the last round of the present stage, if it is known."""
    stage = border.current_stage(tournament)
    players = stage.seats if stage.started_at is not None else tournament.players
    planned = border.rounds_of(stage, players.count())
    return None if planned is None else planned + stage.first_round - 1


def _half_bye_allowed(tournament: Tournament, player: Player, round_number: int, planned: int | None) -> None:
    """The tournament's limits of half-point byes: who takes any, how many a player takes, and how late."""
    has_right(player)
    barred = tournament.half_byes_not_in_last
    if planned and barred and round_number > planned - barred:
        raise Refused(
            ngettext(
                "There are no half-point byes in the last round.",
                "There are no half-point byes in the last {count} rounds.",
                barred,
            ).format(count=barred),
            code="half-bye-too-late",
            field="round_number",
        )
    if tournament.half_byes_most == 0:
        raise Refused(_("There are no half-point byes in this tournament."), code="half-byes-used", field="kind")
    if tournament.half_byes_most is None:
        return
    asked = player.requested_byes.filter(kind=RequestedBye.Kind.HALF).exclude(round_number=round_number)
    had = player.appearances.filter(bye=ByeKind.HALF).exclude(round__number__in=asked.values("round_number"))
    if asked.count() + had.count() >= tournament.half_byes_most:
        raise Refused(
            ngettext(
                "A player may take {count} half-point bye, and {name} has.",
                "A player may take {count} half-point byes, and {name} has.",
                tournament.half_byes_most,
            ).format(name=isolate(player.name), count=tournament.half_byes_most),
            code="half-byes-used",
            field="kind",
        )


def has_right(player: Player) -> None:
    """Raises Refused for a half-point bye of a player who has a free entry or receives conditions."""
    if not player.may_take_half_bye:
        text = _(
            "{name} plays with a free entry or conditions and takes no half-point bye (FIDE Competition Rules 8.3.4)."
        )
        raise Refused(text.format(name=isolate(player.name)), code="half-bye-barred", field="kind")
