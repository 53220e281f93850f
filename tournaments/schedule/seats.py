"""Set the seats before the first round: drawn, by rating or manual; and seat late entries in a schedule that has just
begun.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, pairwise
from random import Random
from typing import Any

from django.utils.translation import gettext as _

from pairings.plan import CannotPair, Reason
from pairings.seating import METHODS, SeatOrder, methods_of, seat_order, usual_apart
from pairings.snapshot import Player as PlayerFact
from pairings.systems import SYSTEMS
from pairings.wording.sentences import sentence
from tournaments.core import snapshot
from tournaments.core.journal.acts import Act, act
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right, Who
from tournaments.core.words.texts import translate
from tournaments.drafts.reason_texts import Teller
from tournaments.drafts.storing import assign_seats, new_table
from tournaments.models import Appearance, Player, Round, Stage, Tournament, fields
from tournaments.models.fields import StoredDraw
from tournaments.models.player import sort_key


@dataclass(frozen=True, slots=True)
class Draw:
    """The facts of the draw of the present seats. `teller` knows the numbers in the reasons.

    `done`: the draw is stored, not only a preview. `repeated`: drawing the present players again with the stored seed
    gives the same seats.
    """

    apart: str
    reasons: tuple[Reason, ...]
    teller: Teller
    done: bool
    repeated: bool


def draw(stage: Stage, players: Sequence[PlayerFact], apart: str) -> SeatOrder:
    """Return the seats of players given in order of entry; the result numbers them 1, 2, 3 ...

    Only for seatings of METHODS. Raises CannotPair if there is no schedule for them.
    """
    numbered = tuple(replace(player, number=number) for number, player in enumerate(players, start=1))
    system, options = snapshot.system_of(stage)
    draw_options = options if METHODS[stage.seating].system == system.key else None
    return _draw(stage.seating, system.key, numbered, draw_options, snapshot.seed_of(stage, 0, "seats"), apart)


@lru_cache(maxsize=32)
def _draw(
    method: str, system: str, players: tuple[PlayerFact, ...], options: object, seed: str, apart: str
) -> SeatOrder:
    """Return the drawn seats. They are cached: pages ask for them repeatedly before they are stored, and a hard draw
    takes a second.
    """
    return seat_order(method, system, players, options, Random(seed), apart)


def record(keys: Sequence[int], order: SeatOrder, apart: str) -> StoredDraw:
    """Return a draw as it is stored. `keys` are those of the players in order of entry."""
    return {
        "apart": apart,
        "players": list(keys),
        "seats": [player.number for player in order.players],
        "reasons": snapshot.reasons_as_json(order.reasons),
    }


def draw_of(view: snapshot.View) -> Draw | None:
    """Return the draw that gave the view its seats, or would give them; None for seats not drawn, or changed since."""
    stage = view.stage
    if stage.seating not in METHODS or len(view.players) < 2:
        return None
    rows = sorted(view.players.values(), key=lambda player: player.pk)
    entry = stage.drawn
    present = [view.players[seat].pk for seat in sorted(view.players)]
    if entry is not None and [entry["players"][number - 1] for number in entry["seats"]] != present:
        return None
    if entry is None and (stage.drawn_at is not None or stage.started_at is not None):
        return None
    facts = {player.number: player for player in view.snapshot.players}
    apart = (entry and entry["apart"]) or usual_apart(view.snapshot.players)
    try:
        repetition = draw(stage, [_as_entered(facts[view.numbers[row.pk]]) for row in rows], apart)
    except CannotPair:
        repetition = None
    reasons = snapshot.reasons_from_json(entry["reasons"]) if entry else repetition.reasons if repetition else ()
    repeated = repetition is not None and [rows[player.number - 1].pk for player in repetition.players] == present
    teller = Teller({n: row.name for n, row in enumerate(rows, start=1)}, stage.tournament.halves)
    return Draw(apart, reasons, teller, entry is not None, repeated)


def _as_entered(player: PlayerFact) -> PlayerFact:
    """Return a player as present from the start: one who leaves during a stage took part in its draw."""
    return replace(player, withdrawn=None, entered=1)


#: Titles in the order of C.04.2 article 2.2; players with another title or none come after them.
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")


def initial_ranking(player: PlayerFact) -> tuple[int, int, str]:
    """Return the sort key of the initial ranking (C.04.2 article 2.2): rating, title, then the alphabet."""
    title = player.title.upper()
    return -(player.rating or 0), TITLES.index(title) if title in TITLES else len(TITLES), sort_key(player.name)


#: Once this round is paired, pairing numbers stay (C.04.2 article 2.3).
LAST_RENUMBERING = 4


def ways_of(system: str) -> tuple[str, ...]:
    """The ways to seat players that a draw can use for a system's stage."""
    return (Stage.Seating.ENTRY.value, Stage.Seating.RATING.value, *methods_of(system))


def draw_seats(who: Who, tournament: Tournament, seating: str, apart: str = "") -> Stage:
    """Seat all present players, in one of the ways of `ways_of`. Each draw has its own seed, stored with it.

    `apart` is what a restricted draw keeps apart: players of one "club" or "federation"; "" for the usual choice.
    Raises Refused if the draw needs a schedule and the stage has none for this many players.
    """
    with act(who, tournament, "draw-seats", Right.PAIR) as doing:
        stage = _not_begun(doing)
        if seating not in ways_of(stage.system):
            raise Refused(_("Choose how to draw the seats."), code="unknown-seating", field="seating")
        doing.update(stage, seating=seating, seed=fields.seed(), drawn_at=None, drawn=None)
        view = snapshot.take_view(stage)
        first_players = _first_round_players(view)
        keep_draw(doing, stage, view, apart)
        assign_seats(doing, stage, [view.players[player.number] for player in _in_order(stage, first_players, apart)])
        doing.update(stage, drawn_at=doing.at)
        doing.facts |= {"count": len(first_players), "seed": stage.seed, "seating": stage.seating}
    return stage


def keep_draw(doing: Act, stage: Stage, view: snapshot.View, apart: str = "") -> None:
    """Store the draw of the present players with the stage, and its effect, if the seating is a draw."""
    if stage.seating not in METHODS:
        return
    first_players = _first_round_players(view)
    apart = apart or usual_apart(first_players)
    try:
        order = draw(stage, first_players, apart)
    except CannotPair as refusal:
        raise Refused(Teller.of(view).tell(refusal.reason), code=refusal.reason.code) from refusal
    keys = [view.players[player.number].pk for player in first_players]
    doing.update(stage, drawn=record(keys, order, apart))


def ordered_by(numbers: Mapping[str, int]) -> list[str]:
    """Return the keys in the order of their numbers. Raises Refused.

    A player whose number differs from the place in the list moves to the place with that number; all others keep their
    order.
    """
    moved: dict[int, str] = {}
    for place, (key, number) in enumerate(numbers.items(), start=1):
        if number == place:
            continue
        if number in moved:
            text = _("Number {number} is used twice. Give each player a different number.").format(number=number)
            raise Refused(text, code="seats-differ", field="seats")
        if not 1 <= number <= len(numbers):
            text = _("Use the numbers from 1 to {count}.").format(count=len(numbers))
            raise Refused(text, code="seats-differ", field="seats")
        moved[number] = key
    others = (key for place, (key, number) in enumerate(numbers.items(), start=1) if number == place)
    return [moved[place] if place in moved else next(others) for place in range(1, len(numbers) + 1)]


def moved_by_one(players: Sequence[Player], key: str, step: int) -> list[Player]:
    """Return the list with one player, given by the public id, moved one place up or down, if there is one."""
    order = list(players)
    at = next((place for place, player in enumerate(order) if player.public_id == key), None)
    if at is not None and 0 <= at + step < len(order):
        order[at], order[at + step] = order[at + step], order[at]
    return order


def set_seats(who: Who, tournament: Tournament, players: Sequence[Player]) -> Stage:
    """Seat players manually, in the given order. The list must contain all present players, each once."""
    with act(who, tournament, "set-seats", Right.PAIR, count=len(players)) as doing:
        stage = _not_begun(doing)
        expected = {player.pk for player in seated_view(stage).players.values()}
        keys = [player.pk for player in players]
        if len(set(keys)) != len(keys) or set(keys) != expected:
            raise Refused(
                _("Every active player needs one seat. The player list has changed. Reload, then try again."),
                code="seats-differ",
                field="seats",
            )
        assign_seats(doing, stage, players)
        doing.update(stage, seating=Stage.Seating.HAND, drawn_at=doing.at, drawn=None)
    return stage


def _not_begun(doing: Act) -> Stage:
    stage = snapshot.current_stage(doing.tournament)
    if stage.started_at is not None:
        raise Refused(
            _("Round 1 has been paired, so seats cannot change. Discard its draft to draw again."), code="too-late"
        )
    return stage


def rounds_warnings(stage: Stage) -> list[str]:
    """Return the system's warnings before its first round: more rounds than this few players can have."""
    system, _options = snapshot.system_of(stage)
    warn = system.questions.rounds_warning
    if warn is None or stage.started_at is not None or stage.planned_rounds is None:
        return []
    reason = warn(len(seated_view(stage).players), stage.planned_rounds)
    return [f"{sentence(reason, {}, translate)} ({reason.article})"] if reason else []


def seated_view(stage: Stage, known: Sequence[Round] | None = None) -> snapshot.View:
    """Return the view to pair from: players as they sit, or, before that, in the order of the stage's seating.

    `known` are the tournament's rounds in order, if a caller has read them.
    """
    view = snapshot.take_view(stage, all_rounds=known)
    if stage.started_at is not None:
        return view
    drawn = stage.drawn_at is not None
    first_players = _first_round_players(view, by_seat=drawn)
    if not drawn or stage.seating == Stage.Seating.RATING:
        first_players = _in_order(stage, first_players)
    return snapshot.reseat(view, (player.number for player in first_players))


def _first_round_players(view: snapshot.View, *, by_seat: bool = False) -> list[PlayerFact]:
    """Return the players for the first round, in order of entry, or by seat if `by_seat` is set."""
    first_players = [player for player in view.snapshot.players if player.withdrawn is None and player.entered == 1]
    return sorted(first_players, key=lambda player: player.number if by_seat else view.players[player.number].pk)


def _in_order(stage: Stage, first_players: list[PlayerFact], apart: str = "") -> list[PlayerFact]:
    """Return players, given in order of entry, in the stage's seating; lots come from the stage's seed.

    If there is no schedule for the draw, they stay in this order; the pairing reports the reason.
    """
    if stage.seating == Stage.Seating.RATING:
        return sorted(first_players, key=initial_ranking)
    if stage.seating not in METHODS:
        return first_players
    try:
        order = draw(stage, first_players, apart or usual_apart(first_players))
    except CannotPair:
        return first_players
    return [first_players[player.number - 1] for player in order.players]


def can_renumber(stage: Stage) -> bool:
    """Return whether numbers follow the initial ranking and may still change (C.04.2 article 2.3)."""
    last = stage.rounds.order_by("number").last()
    paired = last.number - stage.first_round + 1 if last is not None else 0
    return stage.seating == Stage.Seating.RATING and paired < LAST_RENUMBERING


def renumber_seats(doing: Act, stage: Stage, newcomers: Sequence[Player] = ()) -> None:
    """Assign pairing numbers after late entries or corrections.

    Until round 4 is paired, all players get their proper number. After that corrections move nobody, and only late
    entries get a number (C.04.2 articles 2.3 and 2.4). Only stages numbered by rating have proper numbers.
    """
    present = [seat.player for seat in stage.seats.select_related("player").order_by("number")]
    players = [*present, *newcomers]
    if stage.seating == Stage.Seating.RATING:
        ranking = {row.pk: initial_ranking(snapshot.player_fact(1, row, stage)) for row in players}
        if can_renumber(stage):
            players.sort(key=lambda player: ranking[player.pk])
        else:
            players = present
            for newcomer in newcomers:
                place = _place_among([ranking[row.pk] < ranking[newcomer.pk] for row in players])
                players = [*players[:place], newcomer, *players[place:]]
    assign_seats(doing, stage, players)


def _place_among(ahead: Sequence[bool]) -> int:
    """Return a player's index in a list, given which players rank ahead: the one with the fewest on the wrong side."""
    wrong = [0, *accumulate(-1 if better else 1 for better in ahead)]
    return wrong.index(min(wrong))


def seat_newcomer(doing: Act, stage: Stage, player: Player) -> None:
    """Give a player a place in a schedule with a single round: its games stand, and all seats change.

    The late entry meets a player who was free in that round, or is free too. Raises Refused if it is too late.
    """
    system, options = snapshot.system_of(stage)
    first = stage.rounds.order_by("number").first()
    late_seats = system.scheduling.late_seats if system.scheduling else None
    if late_seats is None or first is None or stage.rounds.count() > 1 or stage.number > 1:
        raise Refused(
            _("The schedule is drawn, and this pairing system takes no late entries. Undo round 1 to add players."),
            code="no-late-entry",
        )
    view = snapshot.take_view(stage, before_round=first.number)
    plan = snapshot.plan_of(first, view)
    games, free = [(p.first, p.second) for p in plan.pairings], [bye.player for bye in plan.byes]
    if 2 * len(games) + len(free) != len(view.players) or len(free) > 1:
        raise Refused(
            _("Round 1 was changed manually and no longer matches the schedule. Players can no longer be added."),
            code="no-late-entry",
        )
    number = len(view.players) + 1
    seats = late_seats(games, free[0] if free else None, number, options)
    everybody = {**view.players, number: player}
    by_seat = {seats[old]: row for old, row in everybody.items()}
    doing.update(stage, drawn=None)
    assign_seats(doing, stage, [by_seat[seat] for seat in sorted(by_seat)])
    _place_in_first_round(doing, first, player, view.players[free[0]] if free else None)
    _refresh_reasons(doing, first)


def _place_in_first_round(doing: Act, first: Round, newcomer: Player, free: Player | None) -> None:
    """Place a late entry in round 1: against a free player there, to be played later, or without a game."""
    if free is None:
        doing.create(Appearance, round=first, player=newcomer, bye="zero")
        return
    doing.delete(Appearance.objects.get(round=first, player=free))
    pairing = new_table(doing, first, free, newcomer)
    doing.create(Appearance, round=first, player=free, pairing=pairing, side=Appearance.Side.FIRST)
    doing.create(Appearance, round=first, player=newcomer, pairing=pairing, side=Appearance.Side.SECOND)
    if first.status == Round.Status.CLOSED:
        doing.update(first, status=Round.Status.PUBLISHED, closed_at=None)


def _refresh_reasons(doing: Act, first: Round) -> None:
    """Renew the reasons of round 1: they refer to seats, which have changed."""
    stage = first.stage
    view = snapshot.take_view(stage, before_round=first.number)
    system, options = snapshot.system_of(stage)
    plan = system.pair(view.snapshot, options, snapshot.lots(stage, view.snapshot.next_round))
    plans = {frozenset((p.first, p.second)): p for p in plan.pairings}
    with doing.together():
        for pairing in first.pairings.prefetch_related("appearances"):
            planned = plans[frozenset(view.numbers[place.player_id] for place in pairing.appearances.all())]
            doing.update(pairing, reasons=snapshot.reasons_as_json(planned.reasons))
    doing.update(first, seats={str(number): player.pk for number, player in view.players.items()})
    for bye in plan.byes:
        place = Appearance.objects.get(round=first, player=view.players[bye.player])
        doing.update(place, reasons=snapshot.reasons_as_json(bye.reasons))


def players_out_of_order(tournament: Tournament, players: Sequence[Player]) -> list[Player]:
    """Return the players who are behind a player with a lower initial ranking (C.04.2 article 2.2).

    [] if numbers are not a ranking, or the tournament is not in FIDE mode.
    """
    stage = snapshot.current_stage(tournament)
    if not tournament.fide_mode or not SYSTEMS[stage.system].ranked:
        return []
    ranks = [initial_ranking(snapshot.player_fact(1, player, stage)) for player in players]
    placed = zip(pairwise(ranks), players[1:], strict=True)
    return [player for (before, own), player in placed if before > own]


def players_to_renumber(tournament: Tournament, player: Player, values: Mapping[str, Any]) -> list[Player]:
    """Return the players whose pairing numbers change if a player gets these values (C.04.2 article 2.3).

    [] if there are no numbers yet, if they no longer follow ratings, or if the tournament is not in FIDE mode.
    """
    stage = snapshot.current_stage(tournament)
    if not tournament.fide_mode or stage.started_at is None or not can_renumber(stage):
        return []
    seated = [seat.player for seat in stage.seats.select_related("player").order_by("number")]
    facts = {each.pk: snapshot.player_fact(1, each, stage) for each in seated}
    if player.pk not in facts:
        return []
    changes = {name: values[name] for name in ("name", "title", "rating") if name in values}
    facts[player.pk] = replace(facts[player.pk], **changes)
    anew = sorted(seated, key=lambda each: initial_ranking(facts[each.pk]))
    return [each for each, other in zip(anew, seated, strict=True) if each.pk != other.pk]
