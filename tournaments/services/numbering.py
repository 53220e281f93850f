"""What would become of pairing numbers, before anybody stores it: in FIDE mode whoever moves them says so twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from pairings.systems import SYSTEMS
from tournaments import border
from tournaments.border.ranking import initial_ranking
from tournaments.models import Player, Tournament
from tournaments.services.seats import numbers_are_open


def out_of_order(tournament: Tournament, players: Sequence[Player]) -> list[Player]:
    """Who of the players in this order would stand behind somebody whom the initial ranking puts lower (C.04.2 2.2);
    nobody where numbers are no ranking, or the tournament is not in FIDE mode.
    """
    stage = border.current_stage(tournament)
    if not tournament.fide_mode or not SYSTEMS[stage.system].ranked:
        return []
    ranks = [initial_ranking(border.player_fact(1, player, stage)) for player in players]
    placed = zip(pairwise(ranks), players[1:], strict=True)
    return [player for (before, own), player in placed if before > own]


def would_move(tournament: Tournament, player: Player, values: Mapping[str, Any]) -> list[Player]:
    """Whose pairing number changes if a player gets these values, while numbers follow ratings (C.04.2 2.3); nobody
    before numbers are given, or where the tournament is not in FIDE mode.
    """
    stage = border.current_stage(tournament)
    if not tournament.fide_mode or stage.started_at is None or not numbers_are_open(stage):
        return []
    seated = [seat.player for seat in stage.seats.select_related("player").order_by("number")]
    facts = {each.pk: border.player_fact(1, each, stage) for each in seated}
    if player.pk not in facts:
        return []
    told = {name: values[name] for name in ("name", "title", "rating") if name in values}
    facts[player.pk] = replace(facts[player.pk], **told)
    anew = sorted(seated, key=lambda each: initial_ranking(facts[each.pk]))
    return [each for each, other in zip(anew, seated, strict=True) if each.pk != other.pk]
