"""Report files (TRF) out: a tournament as FIDE and other programs read it, at any moment.

A file tells what everybody may know. A draft is nobody's business, so neither are the numbers and the lot that came
with a first draft; what else is not everybody's, `privacy` knows.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from pairings import trf
from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Round, Snapshot
from pairings.swiss.rules.editions import EDITIONS
from pairings.system import System
from pairings.trf.records import ByeList
from tournaments import border
from tournaments.border.ranking import initial_ranking
from tournaments.models import Player, RequestedBye, Stage
from tournaments.rights import privacy
from tournaments.rights.permissions import Right

#: Outcomes of one game. Only a ruling gives others, which then need no mark of their own.
_OF_ONE_GAME = frozenset(
    [(Outcome.WIN, Outcome.LOSS), (Outcome.LOSS, Outcome.WIN), (Outcome.DRAW, Outcome.DRAW)],
)


def report(
    stage: Stage, edition: trf.Edition = trf.Edition.TRF26, granted: Collection[Right] = frozenset(Right)
) -> bytes:
    """The published rounds of a stage as a report file, with whom the next round is to do without.

    A reader with the rights `granted` gets what is theirs; without them it is whole, as for a command.

    Raises trf.TooWide when a value does not fit its columns.
    """
    view = _public_view(stage)
    system, options = border.system_of(stage)
    snapshot = view.snapshot
    colour = getattr(options, "initial_colour", "lot")
    if colour != "lot":
        snapshot = replace(snapshot, first_colour="first" if colour == "white" else "second")
    if getattr(options, "acceleration", "none") == "baku" and not snapshot.virtual_points and snapshot.planned_rounds:
        snapshot = replace(snapshot, virtual_points=EDITIONS[options.edition].baku(snapshot))
    snapshot = replace(
        snapshot, rounds=tuple(_as_written(played) for played in snapshot.rounds), byes=_away(stage, snapshot)
    )
    later = _later_byes(view)
    if not privacy.may_read_byes(granted):
        snapshot, later = replace(snapshot, byes=()), []
    if not privacy.may_read("forbidden_pairs", granted):
        snapshot = replace(snapshot, forbidden=())
    people = {number: _person(player, granted) for number, player in view.players.items()}
    heading = _heading(stage, system, options, edition)
    return trf.write(trf.document_of(snapshot, heading, edition, people, later))


def _public_view(stage: Stage) -> border.View:
    """The stage without drafts; before round 1 is published, in the order that does not betray them."""
    view = border.take_view(stage)
    if view.snapshot.rounds or stage.number > 1:
        return view
    there = [player for player in view.snapshot.players if player.withdrawn is None]
    if stage.drawn_at is None:
        there.sort(key=lambda player: view.players[player.number].pk)
    if stage.seating == Stage.Seating.RATING:
        there.sort(key=initial_ranking)
    view = border.reseat(view, [player.number for player in there])
    return replace(view, snapshot=replace(view.snapshot, first_colour=None))


def _as_written(played: Round) -> Round:
    """Results that no game ends with can only be rulings; as such they need no code of their own (W, D, L)."""

    def written(pairing: Pairing) -> Pairing:
        result = pairing.result
        if result is None or result.decision is not Decision.RULING or (result.first, result.second) in _OF_ONE_GAME:
            return pairing
        return replace(pairing, result=replace(result, decision=Decision.PLAYED))

    return replace(played, pairings=tuple(written(pairing) for pairing in played.pairings))


def _away(stage: Stage, snapshot: Snapshot) -> tuple[Bye, ...]:
    """Who is not to be paired in the next round: byes asked for, and who has left or not come. None after the last."""
    if stage.tournament.finished_at is not None or snapshot.next_round > (snapshot.planned_rounds or trf.MOST_ROUNDS):
        return ()
    there = {player.number for player in snapshot.to_be_paired()}
    asked = {bye.player for bye in snapshot.byes}
    away = [p.number for p in snapshot.players if p.number not in there | asked]
    byes = [*snapshot.byes, *(Bye(number, ByeKind.ZERO) for number in away)]
    if len(byes) == len(snapshot.players):
        return ()  # a column in which everybody is away would be read as a round
    return tuple(sorted(byes, key=lambda bye: bye.player))


def _later_byes(view: border.View) -> list[ByeList]:
    """Byes asked for in rounds after the next one, by the stage's own rounds."""
    shift = view.stage.first_round - 1
    asked: dict[tuple[int, str], list[int]] = {}
    for bye in RequestedBye.objects.filter(
        player__in=list(view.numbers),
        player__withdrawn_after__isnull=True,
        round_number__gt=view.snapshot.next_round + shift,
    ):
        asked.setdefault((bye.round_number - shift, bye.kind), []).append(view.numbers[bye.player_id])
    return [ByeList(ByeKind(kind), number, tuple(sorted(who))) for (number, kind), who in sorted(asked.items())]


def _person(player: Player, granted: Collection[Right]) -> trf.Person:
    known = privacy.personal(player, granted)
    birth = known["birth"]
    birth = birth.replace("-", "/")  # as it could be written once
    if birth and not privacy.may_read("birth", granted):
        birth = f"{birth}/00/00"
    return trf.Person(known.get("sex", ""), known.get("fide_id", ""), birth)


def _heading(stage: Stage, system: System, options: Any, edition: trf.Edition) -> dict[str, str | list[str]]:
    tournament = stage.tournament
    day = tournament.starts_on.strftime("%Y/%m/%d")
    heading: dict[str, str | list[str]] = {"012": tournament.name, "042": day, "092": f"Individual: {system.name}"}
    if edition is trf.Edition.TRF16:
        return heading
    if system.report_code:
        heading["192"] = system.report_code(options)
    comments = [
        f"MPA @ Round {row.number - stage.first_round + 1}: {row.by_hand['reason']}".removesuffix(": ")
        for row in stage.rounds.public().order_by("number")
        if row.by_hand is not None
    ]
    if comments:
        heading["###"] = comments
    return heading
