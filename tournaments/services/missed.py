"""Rounds that were played before a player came: what they count, where the tournament pays for them."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings.snapshot import ByeKind
from pairings.systems import SYSTEMS
from tournaments import border
from tournaments.journal.acts import Act, act
from tournaments.journal.errors import Refused
from tournaments.models import Appearance, Player, RequestedBye, Round, Stage, Tournament
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.services import byes
from tournaments.words.isolation import isolate


def missed_rounds(player: Player) -> dict[int, str]:
    """The published rounds of the stage from before a player came, and the bye in each: "" where there is none.

    Empty in a schedule, where such games are played later or forfeited, and in a knock-out, which nobody joins.
    """
    stage = border.current_stage(player.tournament)
    if SYSTEMS[stage.system].fixes_rounds:
        return {}
    rounds = _rounds_before(stage, player)
    byes = dict(player.appearances.filter(round__in=rounds).values_list("round__number", "bye"))
    return {round_.number: byes.get(round_.number, "") for round_ in rounds}


def count_missed(
    who: Who, tournament: Tournament, player: Player, kind: str | None, *, anyway: bool = False
) -> list[str]:
    """All rounds from before a player came count as byes of a kind, or again, with None, as rounds without a place.

    C.04.2 2.4: who comes late has no points for missed rounds, unless the tournament's rules give some. The same again
    changes nothing. Raises Refused where nothing was missed, or for more half-point byes than the tournament allows.
    What is said against them comes back (`byes.look`).
    """
    with act(who, tournament, "count-missed", Right.MANAGE_PLAYERS, kind=kind) as doing:
        row = doing.own(player)
        stage = border.current_stage(doing.tournament)
        rounds = [] if SYSTEMS[stage.system].fixes_rounds else _rounds_before(stage, row)
        doing.name(name=row)
        doing.facts["rounds"] = ", ".join(str(round_.number) for round_ in rounds)
        if not rounds:
            raise Refused(_("This player has missed no round."), code="nothing-missed")
        if kind == RequestedBye.Kind.HALF:
            byes.has_right(row)
            _allowed(doing, row, rounds)
        said = byes.look(doing, [(row, round_.number, kind) for round_ in rounds], anyway=anyway)
        present = {place.round_id: place for place in row.appearances.filter(round__in=rounds)}
        new = ByeKind(kind).value if kind else None
        if new is None:
            doing.delete_many(present.values())
            return said
        for place in present.values():
            doing.update(place, bye=new)
        doing.create_many([Appearance(round=r, player=row, bye=new) for r in rounds if r.pk not in present])
    return said


def _rounds_before(stage: Stage, player: Player) -> list[Round]:
    passed = stage.rounds.exclude(status=Round.Status.DRAFT).filter(number__lt=player.entered)
    return list(passed.order_by("number"))


def _allowed(doing: Act, player: Player, rounds: list[Round]) -> None:
    most = doing.tournament.half_byes_most
    if most is None:
        return
    asked = player.requested_byes.filter(kind=RequestedBye.Kind.HALF).count()
    had = player.appearances.filter(bye=ByeKind.HALF).exclude(round__in=rounds).count()
    if asked + had + len(rounds) > most:
        text = ngettext(
            "{name} has missed {count} round: that is more half-point byes than a player may take here.",
            "{name} has missed {count} rounds: that is more half-point byes than a player may take here.",
            len(rounds),
        )
        raise Refused(text.format(name=isolate(player.name), count=len(rounds)), code="half-byes-used", field="kind")
