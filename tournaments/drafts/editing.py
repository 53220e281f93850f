"""Edit a draft manually: tables, byes and players of a round that only organisers see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Max, Q
from django.utils.translation import gettext as _

from pairings import options as system_options
from pairings.plan import CannotPair, Reason, RoundPlan
from pairings.snapshot import ByeKind
from tournaments.core import hall, snapshot
from tournaments.core.journal.acts import Act, act, refuse_repeated
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right, Who
from tournaments.core.words.names import isolate
from tournaments.drafts import outdated, storing, whatif
from tournaments.drafts.byes import look
from tournaments.drafts.reason_texts import Teller
from tournaments.drafts.storing import check_version, draft_of
from tournaments.drafts.whatif import ask_engine
from tournaments.models import Appearance, FixedPair, ForbiddenPair, Pairing, Player, Round, Tournament
from tournaments.models.fields import ByHand


def two_at_a_table(row: Round) -> None:
    """Raise Refused for tables of more than two, where players can only swap places."""
    if not row.tournament.table_kind.pairs_by_hand:
        text = _(
            "To change pods, swap two players, seated or with a bye. Or discard the draft and pair the round again."
        )
        if row.tournament.table_kind.has_partners:
            text = _("To change games, swap two players, or discard the draft and pair the round again.")
            raise Refused(text, code="partners", field="players")
        raise Refused(text, code="pods", field="players")


def _place(round_: Round, player: Player) -> Appearance | None:
    return Appearance.objects.filter(round=round_, player=player).select_related("pairing").first()


def unseat(doing: Act, place: Appearance | None) -> None:
    """Free a player of a draft; the opponent, if any, becomes free too and the table is deleted."""
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
    """Raise Refused for players without a seat in the round's stage: their earlier games are not known."""
    keys = {player.pk for player in players}
    if Player.objects.filter(tournament=doing.tournament, pk__in=keys).count() != len(keys):
        raise Refused(_("Choose players from this tournament."), code="no-such-player", field="players")
    seated = set(row.stage.seats.filter(player__in=keys).values_list("player_id", flat=True))
    out = next((player for player in players if player.pk not in seated), None)
    if out is not None:
        raise Refused(
            _("{name} is not in this stage. Check the player in first.").format(name=out.name)
            if row.stage.number == 1
            else _("{name} is not in this stage.").format(name=out.name),
            code="not-in-stage",
            field="players",
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
    """Replace a draft's pairings by exactly these pairs, at the tables of the hall in order, and these byes; `anyway`
    as in `give_bye`.
    """
    with act(who, tournament, "set-pairings", Right.PAIR) as doing:
        row = draft_of(doing, round_)
        two_at_a_table(row)
        check_version(row, tag)
        players = [*(player for pair in pairs for player in pair), *(player for player, _kind in byes)]
        _belong(doing, row, players)
        if len({player.pk for player in players}) != len(players):
            raise Refused(_("A player can be in a round only once."), code="twice-in-round", field="pairings")
        look(doing, [(player, row.number, kind) for player, kind in byes], anyway=anyway)
        clear(doing, row)
        seated = hall.seat_players(doing.tournament, [(first.pk, second.pk) for first, second in pairs])
        tables = doing.create_many(
            [
                Pairing(round=row, table=table, order=order, reasons=snapshot.BY_HAND, version=doing.sequence)
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
            [Appearance(round=row, player=p, bye=ByeKind(kind).value, reasons=snapshot.BY_HAND) for p, kind in byes]
        )
    return row


def pair_by_hand(who: Who, tournament: Tournament, round_: Round, first: Player, second: Player) -> Pairing:
    """Put two players at a free table of a draft, the first suitable one of the hall. They leave their former
    places.
    """
    with act(who, tournament, "pair-by-hand", Right.PAIR) as doing:
        doing.name(first=first, second=second)
        row = draft_of(doing, round_)
        two_at_a_table(row)
        _belong(doing, row, (first, second))
        if first.pk == second.pk:
            raise Refused(
                _("A player cannot play themselves. Choose two players."), code="against-self", field="second"
            )
        for player in (first, second):
            unseat(doing, _place(row, player))
        pairing = storing.new_table(doing, row, first, second, snapshot.BY_HAND)
        doing.create(Appearance, round=row, player=first, pairing=pairing, side=Appearance.Side.FIRST)
        doing.create(Appearance, round=row, player=second, pairing=pairing, side=Appearance.Side.SECOND)
    return pairing


def unpair(who: Who, tournament: Tournament, round_: Round, player: Player) -> None:
    """Take a player out of a draft; the opponent becomes free too."""
    with act(who, tournament, "unpair", Right.PAIR) as doing:
        doing.name(name=player)
        row = draft_of(doing, round_)
        two_at_a_table(row)
        unseat(doing, _place(row, player))


def give_bye(
    who: Who, tournament: Tournament, round_: Round, player: Player, kind: str, *, anyway: bool = False
) -> list[str]:
    """Give a player of a draft a bye; the opponent, if any, becomes free.

    Return the objections of FIDE's rules; in FIDE mode it is given only with `anyway` (`byes.look`).
    """
    with act(who, tournament, "give-bye", Right.PAIR, kind=kind) as doing:
        doing.name(name=player)
        row = draft_of(doing, round_)
        two_at_a_table(row)
        _belong(doing, row, (player,))
        objections = look(doing, [(player, row.number, kind)], anyway=anyway)
        unseat(doing, _place(row, player))
        doing.create(Appearance, round=row, player=player, bye=ByeKind(kind).value, reasons=snapshot.BY_HAND)
    return objections


def swap_players(who: Who, tournament: Tournament, round_: Round, one: Player, other: Player) -> None:
    """Swap the places of two players of a draft, at tables or with a bye."""
    with act(who, tournament, "swap-players", Right.PAIR) as doing:
        doing.name(first=one, second=other)
        row = draft_of(doing, round_)
        own_place, other_place = _place(row, one), _place(row, other)
        if own_place is None or other_place is None or one.pk == other.pk:
            raise Refused(_("Choose two different players of this round."), code="no-such-player", field="players")
        doing.update(own_place, player=other)
        doing.update(other_place, player=one)
        tables = {place.pairing_id: place.pairing for place in (own_place, other_place) if place.pairing is not None}
        for table in tables.values():  # one, where two opponents change sides
            doing.update(table, version=doing.sequence, reasons=snapshot.BY_HAND, handicap=None)
        for place in (own_place, other_place):
            if place.pairing is None:
                doing.update(place, reasons=snapshot.BY_HAND)


def pair_rest(who: Who, tournament: Tournament, round_: Round) -> Round:
    """Pair again all players without a manual table or bye; manual tables and byes stay."""
    refuse_repeated(who, tournament)
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    now = whatif.position_of(round_)
    if now.system.by_hand or now.system.scheduled:
        raise Refused(
            _("This tournament is paired manually. There is no automatic pairing."),
            code="nothing-to-pair",
        )
    two_at_a_table(round_)
    if now.system.knocks_out:
        raise Refused(
            _("In a knock-out, seeds and results decide the pairings. There is nothing to choose."),
            code="nothing-to-pair",
        )
    plan = ask_engine(now.view.stage, replace(now.view, snapshot=now.keeping_by_hand()))
    count = len(now.made_by_hand())
    with act(who, tournament, "pair-rest", Right.PAIR, revision=revision, count=count) as doing:
        row = draft_of(doing, round_)
        _rewrite(doing, row, plan, now)
    return row


def take_another(who: Who, tournament: Tournament, round_: Round) -> whatif.Another:
    """Replace the draft by the next equally good pairing. Raise Refused if there is none."""
    refuse_repeated(who, tournament)
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    now = whatif.position_of(round_)
    try:
        other = whatif.another(now)
    except CannotPair as refusal:
        raise Refused(Teller.of(now.view).tell(refusal.reason), code=refusal.reason.code) from refusal
    if other is None:
        raise Refused(_("No other pairing is equally good."), code="only-one")
    facts: dict[str, Any] = {"place": other.place, "count": other.count if other.complete else f"{other.count}+"}
    with act(who, tournament, "another-pairing", Right.PAIR, revision=revision, **facts) as doing:
        _rewrite(doing, draft_of(doing, round_), other.plan, now)
    return other


def _rewrite(doing: Act, row: Round, plan: RoundPlan, now: whatif.Position) -> None:
    """Replace the draft by this plan; players placed manually keep that mark."""
    clear(doing, row)
    pods = storing.pods_to_json(plan, now.view.players)
    doing.update(row, reasons=snapshot.reasons_as_json(plan.reasons), booster_pods=pods)
    storing.fill_round(doing, row, plan, now.view.players)
    keys = [now.view.players[number].pk for number in now.by_hand]
    byes = row.appearances.filter(player__in=keys, pairing__isnull=True)
    doing.update_many((place, {"reasons": snapshot.BY_HAND}) for place in byes)
    unmarked = Pairing.objects.filter(round=row, appearances__player__in=keys)
    unmarked = unmarked.exclude(reasons__contains=snapshot.BY_HAND).distinct()
    doing.update_many((pairing, {"reasons": [*snapshot.BY_HAND, *pairing.reasons]}) for pairing in unmarked)


@dataclass(frozen=True, slots=True)
class DraftComparison:
    """The difference of a draft from the engine's pairs, with the explanation and the reason to store with it.

    `edited`: people have changed it. `since` is the latest change of the tournament since it was paired, if nobody has.
    `position` is the compared draft at `revision` of the tournament.
    """

    changed: whatif.ManualDifference | None
    explanation: RoundPlan | None
    reason: str
    edited: bool = False
    since: str = ""
    position: whatif.Position | None = None
    revision: int = -1

    @property
    def question(self) -> str:
        """The question to a user who publishes it without a reason."""
        if self.since:
            return _(
                "Something changed since this round was paired: {change} Pair the round again, or give a "
                "reason to publish it unchanged. The reason is shown with the round and in its report file."
            ).format(change=self.since)
        return _(
            "These pairs differ from the automatic pairing. Give a reason: it is shown with the round and in "
            "its report file."
        )

    def position_in(self, doing: Act, row: Round) -> whatif.Position:
        """Return the present draft in a transaction: the compared one, if nothing has changed since."""
        if self.position is not None and self.revision == doing.tournament.revision:
            return self.position
        return whatif.position_of(row)


NO_COMPARISON = DraftComparison(None, None, "")


def compare_with_engine(tournament: Tournament, round_: Round, reason: str) -> DraftComparison:
    """Compare a draft with the engine's pairs, outside of any transaction; NOT_COMPARED for any other round.

    An unedited draft that is out of date is only compared if a rule book requires the engine's pairs.
    """
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    draft = Round.objects.select_related("stage__tournament").filter(pk=round_.pk, status=Round.Status.DRAFT).first()
    if draft is None:
        return replace(NO_COMPARISON, revision=revision)
    draft.tournament = draft.stage.tournament
    now = whatif.position_of(draft)
    changes = outdated.changes_since(draft) if now.system.ranked and not now.edited else []
    changed = whatif.difference(now, unedited=bool(changes))
    since = outdated.sentence_for(changes[0], draft.tournament) if changes else ""
    return DraftComparison(changed, whatif.explain(now), reason.strip(), now.edited, since, now, revision)


def difference_to_json(now: whatif.Position, compared: DraftComparison) -> ByHand | None:
    """Return the difference as stored: the engine's games that are missing in the round, by the players' public ids."""
    changed = compared.changed
    if changed is None:
        return None
    ids: dict[int, str | None] = {0: None, **{number: player.public_id for number, player in now.view.players.items()}}
    games = None if changed.engine is None else [[ids[number] for number in game] for game in changed.engine]
    worse = (Reason("draft-outdated"), *changed.worse) if compared.since else changed.worse
    return {"reason": compared.reason, "engine": games, "worse": snapshot.reasons_as_json(worse)}


def forbid_pair(
    who: Who, tournament: Tournament, one: Player, other: Player, *, first_round: int = 1, last_round: int | None = None
) -> ForbiddenPair:
    """Forbid two players to meet in some rounds. The same call again changes nothing."""
    with act(who, tournament, "forbid-pair", Right.PAIR) as doing:
        doing.name(first=one, second=other)
        _two_of_this_tournament(doing, one, other)
        _require_choice(doing)
        if last_round is not None and last_round < first_round:
            raise Refused(
                _("The last round is before the first. Swap them."), code="rounds-reversed", field="last_round"
            )
        same = doing.tournament.forbidden_pairs.filter(
            Q(one=one, other=other) | Q(one=other, other=one), first_round=first_round, last_round=last_round
        ).first()
        return same or doing.create(
            ForbiddenPair,
            tournament=doing.tournament,
            one=one,
            other=other,
            first_round=first_round,
            last_round=last_round,
        )


def allow_pair(who: Who, tournament: Tournament, pair: ForbiddenPair) -> None:
    """Delete a forbidden pair."""
    with act(who, tournament, "allow-pair", Right.PAIR) as doing:
        doing.name(first=pair.one, second=pair.other)
        row = doing.find(pair)
        if row is not None:
            doing.delete(row)


def fix_pair(who: Who, tournament: Tournament, round_number: int, first: Player, second: Player) -> FixedPair:
    """Fix a pair in a round that is not yet paired. The same call again changes nothing."""
    with act(who, tournament, "fix-pair", Right.PAIR, round=round_number) as doing:
        doing.name(first=first, second=second)
        _two_of_this_tournament(doing, first, second)
        _require_choice(doing)
        _not_paired_yet(doing, round_number)
        fixed = doing.tournament.fixed_pairs.filter(round_number=round_number)
        same = fixed.filter(first=first, second=second).first()
        if same is not None:
            return same
        for player in (first, second):
            if fixed.filter(Q(first=player) | Q(second=player)).exists():
                text = _("{name} already has an opponent in round {number}.")
                raise Refused(text.format(name=isolate(player.name), number=round_number), code="twice-in-round")
        return doing.create(
            FixedPair, tournament=doing.tournament, round_number=round_number, first=first, second=second
        )


def free_pair(who: Who, tournament: Tournament, pair: FixedPair) -> None:
    """Delete a fixed pair."""
    with act(who, tournament, "free-pair", Right.PAIR, round=pair.round_number) as doing:
        doing.name(first=pair.first, second=pair.second)
        row = doing.find(pair)
        if row is not None:
            doing.delete(row)


def round_robin_offered(tournament: Tournament) -> bool:
    """Return whether the system offers a round robin for this number of players and can still play one."""
    stage = snapshot.current_stage(tournament)
    system, options = snapshot.system_of(stage)
    fits = system.questions.fits_round_robin
    if fits is None or options.small_field or stage.rounds.filter(number__gt=stage.first_round).exists():
        return False
    return bool(fits(snapshot.take_view(stage).snapshot))


def accept_round_robin(who: Who, tournament: Tournament) -> None:
    """Accept the round robin that round 1 starts. If it was accepted before, nothing changes."""
    with act(who, tournament, "accept-round-robin", Right.PAIR) as doing:
        stage = snapshot.current_stage(doing.tournament)
        _system, options = snapshot.system_of(stage)
        if getattr(options, "small_field", False):
            return
        if not round_robin_offered(doing.tournament):
            raise Refused(
                _("Too many players, or too few rounds left, for a round robin."),
                code="no-round-robin",
            )
        doing.update(stage, options={**system_options.as_json(options), "small_field": True})


def _two_of_this_tournament(doing: Act, one: Player, other: Player) -> None:
    count = Player.objects.filter(tournament=doing.tournament, pk__in=(one.pk, other.pk)).count()
    if count != len({one.pk, other.pk}):
        raise Refused(_("Choose players from this tournament."), code="no-such-player", field="players")
    if one.pk == other.pk:
        raise Refused(_("Choose two different players."), code="against-self", field="second")


def _require_choice(doing: Act) -> None:
    system, _options = snapshot.system_of(snapshot.current_stage(doing.tournament))
    if system.scheduled:
        raise Refused(_("In a round-robin schedule, pairs cannot be fixed or forbidden."), code="scheduled")
    if system.knocks_out:
        raise Refused(
            _("In a knock-out, pairs cannot be fixed or forbidden: seeds and results decide the pairings."),
            code="knock-out",
        )


def _not_paired_yet(doing: Act, round_number: int) -> None:
    last = doing.tournament.rounds.aggregate(last=Max("number"))["last"] or 0
    if round_number <= last:
        raise Refused(
            _("Round {number} is already paired. Choose a later round, or change its draft.").format(
                number=round_number
            ),
            code="already-paired",
            field="round_number",
        )
