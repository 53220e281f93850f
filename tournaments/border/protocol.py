"""The protocol of rounds: when each was published, began and ended, and who lost it by default."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max
from django.db.models.functions import Coalesce

from pairings.snapshot import Outcome
from pairings.snapshot import Result as ResultFact
from tournaments.models import Appearance, Player, Result, Round
from tournaments.words import boards


@dataclass(frozen=True, slots=True)
class Late:
    """A player who was not at the board when the default time was over, and the result that the game has now."""

    table: int
    player: Player
    result: str
    lost: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A round; `last_result` is when the last one was written down."""

    round: Round
    last_result: datetime | None
    late: tuple[Late, ...]


def lines(rounds: Iterable[Round]) -> list[Line]:
    """Rounds in their order."""
    rows = list(rounds)
    results = Result.objects.filter(pairing__round__in=rows).values("pairing__round")
    last = dict(results.annotate(last=Max(Coalesce("at", "entered_at"))).values_list("pairing__round", "last"))
    late = late_of(rows)
    return [Line(row, last.get(row.pk), tuple(late.get(row.pk, ()))) for row in rows]


def late_of(rounds: Iterable[Round]) -> dict[int, list[Late]]:
    """Who was late in some rounds, by the rounds' keys and in the order of tables."""
    running = {row.pk: row for row in rounds}
    noted = {key: sides for row in running.values() for key, sides in row.late.items()}
    if not noted:
        return {}
    places = Appearance.objects.filter(pairing__public_id__in=noted).select_related("player", "pairing__result")
    found: dict[int, list[Late]] = {}
    for place in places.order_by("pairing__table", "side"):
        if place.pairing is None or place.side not in noted[place.pairing.public_id]:
            continue
        result = getattr(place.pairing, "result", None)
        fact = None if result is None else result.fact
        lost = fact is not None and not fact.played and _own(place, fact) is Outcome.LOSS
        late = Late(place.pairing.table, place.player, boards.shown(fact, running[place.round_id].tournament), lost)
        found.setdefault(place.round_id, []).append(late)
    return found


def _own(place: Appearance, fact: ResultFact) -> Outcome:
    return fact.outcomes[(place.side or 1) - 1]
