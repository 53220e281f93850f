"""A draft edited by hand: tables, byes and players of a round that only organisers see."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from django.utils.translation import gettext as _

from pairings.snapshot import ByeKind
from pairings.systems import SYSTEMS
from tournaments import border
from tournaments.border import halls
from tournaments.journal.acts import Act, act
from tournaments.journal.errors import Conflict, Refused
from tournaments.models import Appearance, Pairing, Player, Round, Tournament
from tournaments.models.stored import StoredReason
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.services.byes import look


def draft_of(doing: Act, round_: Round) -> Round:
    """The round, locked with its tournament, for changing it. Raises Refused when it is no draft any more."""
    row = doing.own(round_, "stage")
    doing.facts["round"] = row.number
    if not row.is_draft:
        raise Refused(
            _("Round {number} is published; its pairings cannot be changed here.").format(number=row.number),
            code="not-draft",
        )
    return row


def two_at_a_table(row: Round) -> None:
    """Raises Refused in pods, where nobody can be taken out of a table or put to one: players change places."""
    if SYSTEMS[row.stage.system].pods:
        text = _(
            "Pods are changed by swapping two players, who may be at tables or have a bye. Or throw the draft away and "
            "pair the round again."
        )
        raise Refused(text, code="pods", field="players")


def _place(round_: Round, player: Player) -> Appearance | None:
    return Appearance.objects.filter(round=round_, player=player).select_related("pairing").first()


def unseat(doing: Act, place: Appearance | None) -> None:
    """Free a player of a draft; the opponent, if any, is free too and the table is gone."""
    if place is None:
        return
    table = place.pairing
    if table is None:
        doing.delete(place)
        return
    result = [table.result] if hasattr(table, "result") else []
    doing.delete_many([*table.appearances.all(), *result, table])


def clear(doing: Act, round_: Round) -> None:
    """Free all players of a draft."""
    freed = set()
    places = round_.appearances.select_related("pairing__result").prefetch_related("pairing__appearances")
    with doing.together():
        for place in places.order_by("pk"):
            if place.pairing_id is None or place.pairing_id not in freed:
                unseat(doing, place)
                freed.add(place.pairing_id)


def _belong(doing: Act, row: Round, players: Sequence[Player]) -> None:
    """Raises Refused for players without a seat in the round's stage: nobody could say what they have played."""
    keys = {player.pk for player in players}
    if Player.objects.filter(tournament=doing.tournament, pk__in=keys).count() != len(keys):
        raise Refused(_("Choose players of this tournament."), code="no-such-player", field="players")
    seated = set(row.stage.seats.filter(player__in=keys).values_list("player_id", flat=True))
    out = next((player for player in players if player.pk not in seated), None)
    if out is not None:
        raise Refused(
            _("{name} does not play in this stage: check the player in first.").format(name=out.name)
            if row.stage.number == 1
            else _("{name} does not play in this stage.").format(name=out.name),
            code="not-in-stage",
            field="players",
        )


def as_seen(round_: Round, tag: str | None) -> None:
    """Raises Conflict when the round is not what a program saw any more."""
    if tag is not None and tag != round_.tag:
        raise Conflict(
            _("Somebody else has changed this round in the meantime. Look again, then repeat."), current=round_
        )


def set_pairings(
    who: Who,
    tournament: Tournament,
    round_: Round,
    pairs: Sequence[tuple[Player, Player]],
    byes: Sequence[tuple[Player, str]] = (),
    *,
    tag: str | None = None,
    anyway: bool = False,
) -> Round:
    """Make a draft exactly these pairs, at the tables of the hall in their order, and these byes, `anyway` as in
    `give_bye`.
    """
    with act(who, tournament, "set-pairings", Right.PAIR) as doing:
        row = draft_of(doing, round_)
        two_at_a_table(row)
        as_seen(row, tag)
        players = [*(player for pair in pairs for player in pair), *(player for player, _kind in byes)]
        _belong(doing, row, players)
        if len({player.pk for player in players}) != len(players):
            raise Refused(_("A player can be in a round only once."), code="twice-in-round", field="pairings")
        look(doing, [(player, row.number, kind) for player, kind in byes], anyway=anyway)
        clear(doing, row)
        seated = halls.seat_players(doing.tournament, [(first.pk, second.pk) for first, second in pairs])
        tables = doing.create_many(
            [
                Pairing(round=row, table=table, order=order, reasons=border.BY_HAND, version=doing.sequence)
                for order, table in enumerate(seated.tables, start=1)
            ]
        )
        doing.create_many(
            [
                Appearance(round=row, player=player, pairing=table, side=side)
                for table, pair in zip(tables, pairs, strict=True)
                for side, player in enumerate(pair, start=1)
            ]
        )
        doing.create_many(
            [Appearance(round=row, player=p, bye=ByeKind(kind).value, reasons=border.BY_HAND) for p, kind in byes]
        )
    return row


def pair_by_hand(who: Who, tournament: Tournament, round_: Round, first: Player, second: Player) -> Pairing:
    """Put two players at a free table of a draft, the first of the hall that is for them. Wherever they sat before,
    they leave it.
    """
    with act(who, tournament, "pair-by-hand", Right.PAIR) as doing:
        doing.name(first=first, second=second)
        row = draft_of(doing, round_)
        two_at_a_table(row)
        _belong(doing, row, (first, second))
        if first.pk == second.pk:
            raise Refused(
                _("A player cannot play against himself. Choose two players."), code="against-self", field="second"
            )
        for player in (first, second):
            unseat(doing, _place(row, player))
        pairing = new_table(doing, row, first, second, border.BY_HAND)
        doing.create(Appearance, round=row, player=first, pairing=pairing, side=Appearance.Side.FIRST)
        doing.create(Appearance, round=row, player=second, pairing=pairing, side=Appearance.Side.SECOND)
    return pairing


def new_table(
    doing: Act, round_: Round, first: Player, second: Player, reasons: Sequence[StoredReason] = ()
) -> Pairing:
    """One more table of a round for two players, who are put there by the caller; all others stay where they are."""
    there = list(round_.pairings.values_list("order", "table"))
    orders = {order for order, _table in there}
    seated = halls.seat_players(doing.tournament, [(first.pk, second.pk)], [table for _order, table in there])
    return doing.create(
        Pairing,
        round=round_,
        table=seated.tables[0],
        order=next(order for order in count(1) if order not in orders),
        reasons=list(reasons),
        version=doing.sequence,
    )


def unpair(who: Who, tournament: Tournament, round_: Round, player: Player) -> None:
    """Take a player out of a draft; the opponent is free again too."""
    with act(who, tournament, "unpair", Right.PAIR) as doing:
        doing.name(name=player)
        row = draft_of(doing, round_)
        two_at_a_table(row)
        unseat(doing, _place(row, player))


def give_bye(
    who: Who, tournament: Tournament, round_: Round, player: Player, kind: str, *, anyway: bool = False
) -> list[str]:
    """Give a player of a draft a bye; whoever would have been the opponent is free.

    What FIDE's rules say against it comes back; in FIDE mode it is given only `anyway` (`byes.look`).
    """
    with act(who, tournament, "give-bye", Right.PAIR, kind=kind) as doing:
        doing.name(name=player)
        row = draft_of(doing, round_)
        two_at_a_table(row)
        _belong(doing, row, (player,))
        said = look(doing, [(player, row.number, kind)], anyway=anyway)
        unseat(doing, _place(row, player))
        doing.create(Appearance, round=row, player=player, bye=ByeKind(kind).value, reasons=border.BY_HAND)
    return said


def swap_players(who: Who, tournament: Tournament, round_: Round, one: Player, other: Player) -> None:
    """Exchange the places of two players of a draft, be it at tables or with a bye."""
    with act(who, tournament, "swap-players", Right.PAIR) as doing:
        doing.name(first=one, second=other)
        row = draft_of(doing, round_)
        mine, theirs = _place(row, one), _place(row, other)
        if mine is None or theirs is None or one.pk == other.pk:
            raise Refused(_("Choose two different players of this round."), code="no-such-player", field="players")
        doing.update(mine, player=other)
        doing.update(theirs, player=one)
        tables = {place.pairing_id: place.pairing for place in (mine, theirs) if place.pairing is not None}
        for table in tables.values():  # one, where two opponents change sides
            doing.update(table, version=doing.sequence, reasons=border.BY_HAND, handicap=None)
        for place in (mine, theirs):
            if place.pairing is None:
                doing.update(place, reasons=border.BY_HAND)
