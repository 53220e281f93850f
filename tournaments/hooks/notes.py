"""What telephones show of what happened: where a player sits now, that somebody comes, that somebody disagrees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.models import Appearance, Call, JournalEntry, Player, Report, Round, Subscription, Tournament
from tournaments.words.isolation import isolate

#: What everybody is told who sits in a round; what the two of a table are, and whoever has called, by their badges.
OF_ROUNDS = ("publish-round", "publish-schedule")
OF_TABLES = ("report-result", "dispute-report")
OF_CALLS = ("answer-call",)
TOLD = (*OF_ROUNDS, *OF_TABLES, *OF_CALLS)
#: What nobody wants to know any more after so long, on the way or here.
LASTING = timedelta(hours=1)

#: An entry of the journal: its number, verb, time and facts.
Entry = tuple[int, str, datetime, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Note:
    """What a telephone shows: one of a kind, the newest, with the page that it leads to."""

    kind: str
    text: str
    page: str


def entries_for(rows: Sequence[Subscription]) -> list[Entry]:
    """What happened in a tournament after the first of these cursors, in order."""
    after = min(row.cursor for row in rows)
    found = JournalEntry.objects.filter(tournament=rows[0].player.tournament, sequence__gt=after, verb__in=TOLD)
    return list(found.order_by("sequence").values_list("sequence", "verb", "at", "facts"))


def notes_for(
    rows: Sequence[Subscription], entries: Iterable[Entry], now: datetime
) -> dict[Subscription, tuple[Note, ...]]:
    """What each telephone of one tournament is told of these entries, in its own language."""
    fresh = [entry for entry in entries if entry[2] > now - LASTING]
    teller = _Teller(rows[0].player.tournament, [row.player for row in rows], fresh)
    found = {}
    for row in rows:
        with override(row.language):
            found[row] = tuple(teller.notes(row))
    return found


class _Teller:
    """Knows where the players of one tournament sit now; read once for all."""

    def __init__(self, tournament: Tournament, players: Sequence[Player], entries: Sequence[Entry]) -> None:
        self._tournament, self._entries = tournament, entries
        self._out = [number for number, verb, _at, _facts in entries if verb in OF_ROUNDS]
        self._round = self._newest() if self._out else None
        self._places: Mapping[int, Appearance] = {}
        self._tables: dict[int | None, list[Player]] = {}
        if self._round is not None:
            self._sit(self._round, players)

    def _newest(self) -> Round | None:
        """The round that was published last, if it still is; of a schedule, all of which is published, the first."""
        facts = next(facts for _number, verb, _at, facts in reversed(self._entries) if verb in OF_ROUNDS)
        running = self._tournament.rounds.filter(status=Round.Status.PUBLISHED).order_by("number")
        number = facts.get("round")
        return running.filter(number=number).first() if isinstance(number, int) else running.first()

    def _sit(self, round_: Round, players: Sequence[Player]) -> None:
        places = Appearance.objects.filter(round=round_).defer("reasons", "pairing__reasons")
        mine = places.filter(player__in=players).select_related("pairing")
        self._places = {place.player_id: place for place in mine}
        tables = [place.pairing_id for place in mine if place.pairing_id is not None]
        for place in places.filter(pairing__in=tables).select_related("player").order_by("side"):
            self._tables.setdefault(place.pairing_id, []).append(place.player)

    def notes(self, row: Subscription) -> Iterable[Note]:
        if any(number > row.cursor for number in self._out) and (text := self._seat(row.player)):
            yield Note("round", text, self._page("tournaments:tournament"))
        if not row.has_badge:
            return
        own = row.player.public_id
        said = [(verb, facts.get("ids", {})) for number, verb, _at, facts in self._entries if number > row.cursor]
        if any(verb in OF_CALLS and ids.get("name") == own for verb, ids in said):
            yield from self._call(row.player)
        others = [ids for verb, ids in said if verb in OF_TABLES and ids.get("name") != own]
        if any(own in ids.values() for ids in others):
            yield from self._disputed(row.player)

    def _page(self, name: str) -> str:
        return reverse(name, args=[self._tournament.slug])

    def _seat(self, player: Player) -> str:
        """Where the player sits in the round that is out; "" where that is nothing to him."""
        if self._round is None:
            return ""
        place, number = self._places.get(player.pk), self._round.number
        if place is None:
            return _("Round {number} is out: you are not paired.").format(number=number) if player.is_in else ""
        if place.pairing is None:
            return _("Round {number} is out: you have no table.").format(number=number)
        names = [isolate(other.name) for other in self._tables[place.pairing_id] if other.pk != player.pk]
        if self._tournament.of_pods:
            return _("Round {number} is out: your table is {table}, seat {seat}, with {names}.").format(
                number=number, table=place.pairing.table, seat=place.side, names=", ".join(names)
            )
        first = place.side == Appearance.Side.FIRST
        return _("Round {number} is out: your table is {table}, {side} against {name}.").format(
            number=number,
            table=place.pairing.table,
            side=isolate(self._tournament.first_side if first else self._tournament.second_side),
            name=names[0],
        )

    def _call(self, player: Player) -> Iterable[Note]:
        call = Call.objects.filter(player=player, answered_at__isnull=False).first()
        if call is not None:
            yield Note("call", _("An organiser is on the way to you."), self._page("tournaments:me"))

    def _disputed(self, player: Player) -> Iterable[Note]:
        """Whether the other player of a table without a result says something else than this one."""
        rows = Report.objects.open().filter(pairing__appearances__player=player).select_related("player", "pairing")
        tables: dict[int, dict[bool, Report]] = {}
        for row in rows:
            tables.setdefault(row.pairing_id, {})[row.player_id == player.pk] = row
        for said in tables.values():
            own, other = said.get(True), said.get(False)
            if own is not None and (own.disputed_at is not None or (other is not None and other.said != own.said)):
                text = _("Table {table}: your opponent does not agree with the result that you reported.")
                yield Note("report", text.format(table=own.pairing.table), self._page("tournaments:me"))
                return
