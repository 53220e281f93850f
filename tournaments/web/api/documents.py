"""Functions that return database rows as JSON, one for each kind of object.

The number of queries does not depend on the size of the round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import Any

from pairings import options as system_options
from pairings import snapshot as facts
from pairings.plan import Reason
from pairings.seating.hall import GamePlace
from pairings.system import System
from tournaments.core import external_ids, rights
from tournaments.core import snapshot as snapshots
from tournaments.core.rights import Right, Who
from tournaments.core.words import notation
from tournaments.core.words.texts import translate
from tournaments.drafts import whatif
from tournaments.drafts.reason_texts import Teller
from tournaments.models import (
    FixedPair,
    ForbiddenPair,
    Pairing,
    Player,
    RequestedBye,
    Result,
    Round,
    Stage,
    Tournament,
    User,
)
from tournaments.models.fields import Json
from tournaments.models.round import Clock
from tournaments.players.serializers import PlayerOut
from tournaments.public.cards import start_position
from tournaments.rounds.tables import SLIP, TableRow, TableValues, row_of, rows_of, values_of
from tournaments.schedule.seats import Draw
from tournaments.setup.serializers import TournamentOut
from tournaments.stages.bracket import round_titles
from tournaments.stages.stages import pods_among
from tournaments.web.api.serializers import side_of


def result(row: Result | None) -> dict[str, Any] | None:
    return None if row is None else fact(row.fact)


def fact(found: facts.Result) -> Json:
    """Return a result as the engines define it."""
    return {
        "notation": notation.write(found),
        "first": found.first.value,
        "second": found.second.value,
        **({"others": [outcome.value for outcome in found.others]} if found.others else {}),
        "decision": found.decision.value,
        "games": list(found.games) if found.games else None,
        "score": list(found.score) if found.score else None,
    }


def result_of(row: Pairing) -> dict[str, object] | None:
    """Return a table's result, who recorded it and who sent it; None without a result.

    It is for readers who may see everything, and for the person who has just entered the result.
    """
    found: Result | None = getattr(row, "result", None)
    shown = result(found)
    if found is None or shown is None:
        return None
    slip = {"entered_by": found.entered_by.called if found.entered_by else None, "entered_at": found.entered_at}
    return {**shown, "by": found.by, "at": found.at, **slip}


def table(row: TableRow, *, has_slip: bool = False) -> dict[str, Any]:
    """Return a table of a round. `has_slip` adds who recorded its result, and when."""
    of, shown = row.pairing, result_of(row.pairing) if has_slip else result(row.result)
    sides = list(map(side_of, row.players))
    return _table(of.public_id, of.table, row.place, sides, of.handicap, shown, of.version)


def _table(
    key: str,
    number: int,
    place: GamePlace,
    sides: list[dict[str, str]],
    handicap: int | None,
    shown: Mapping[str, object] | None,
    version: int,
) -> Json:
    first, second, *others = sides
    return {
        "id": key,
        "table": number,
        "room": place.room,
        "wave": place.wave,
        "table_in_hall": place.table,
        "first": first,
        "second": second,
        **({"others": others} if others else {}),
        "handicap": handicap,
        "result": shown,
        "version": version,
    }


def pairing(row: Pairing, *, has_slip: bool = False) -> dict[str, Any]:
    """Return a table with the reasons of its pairing, as data and as English sentences."""
    round_ = row.round
    shown = row_of(row) if row.sides else rows_of(round_, only=row, reasons=False)[0][0]
    return {
        **table(shown),
        **({"result": result_of(shown.pairing)} if has_slip else {}),
        "reasons": reasons(snapshots.reasons_from_json(row.reasons), Teller.of_round(round_, shown.players)),
    }


def draw(seat_draw: Draw | None) -> dict[str, object] | None:
    if seat_draw is None:
        return None
    flags = {"done": seat_draw.done, "repeated": seat_draw.repeated}
    return {"apart": seat_draw.apart, **flags, "reasons": reasons(seat_draw.reasons, seat_draw.teller)}


def round_document(
    round_: Round, granted: Collection[Right], titles: Mapping[int, str] | None = None
) -> dict[str, object]:
    """Return a round. Readers of drafts also get the origin of its results.

    `titles` are the titles of bracket rounds by round number, if known.
    """
    has_slips = Right.SEE_DRAFTS in granted
    rows, byes = rows_of(round_, reasons=False, senders=has_slips)
    tables = [table(row, has_slip=has_slips) for row in rows]
    titles = round_titles([round_]) if titles is None else titles
    return _round(round_, titles, tables, [(bye.player, bye.kind) for bye in byes])


def _round(
    round_: Round,
    titles: Mapping[int, str],
    tables: list[Json],
    byes: Iterable[tuple[Player, str]],
    players: Mapping[int, Player] | None = None,
) -> dict[str, object]:
    """Return a round with its tables. `players` are all players by key, if known."""
    return {
        "number": round_.number,
        "title": titles.get(round_.number, ""),
        "status": round_.status,
        "published_at": round_.published_at,
        "publishes_at": round_.publishes_at,
        "closed_at": round_.closed_at,
        "pairings": tables,
        "byes": [{"player": side_of(player), "kind": kind} for player, kind in byes],
        "not_paired": [side_of(player) for player in whatif.not_paired(round_)],
        "by_hand": round_.by_hand and _by_hand(round_.by_hand, round_),
        "start_positions": _start_positions(round_, [each["table"] for each in tables]),
        "booster_pods": _booster_pods(round_, players),
        "clock": clock(round_.clock),
        "best_of": round_.best_of or round_.tournament.best_of,
        "extensions": [{"pairing": key, "minutes": more} for key, more in sorted(round_.extensions.items())],
        "began_at": round_.began_at,
        "default_at": round_.default_at,
        "late": [{"pairing": key, "sides": [_SIDES[at] for at in late]} for key, late in sorted(round_.late.items())],
    }


def round_documents(rounds: Iterable[Round], granted: Collection[Right]) -> list[dict[str, object]]:
    """Return several rounds of a tournament."""
    all_rounds = list(rounds)
    titles = round_titles(all_rounds)
    return [round_document(round_, granted, titles=titles) for round_ in all_rounds]


#: The API's names of the sides of a table.
_SIDES = {1: "first", 2: "second"}


def _booster_pods(round_: Round, players: Mapping[int, Player] | None) -> list[list[dict[str, Any]]]:
    """Return the pods of a booster draft that begins with the round, with the players in seating order."""
    if not round_.booster_pods:
        return []
    players_by_key = players or round_.tournament.players.in_bulk()
    return [[side_of(player) for player in pod] for pod in pods_among(round_.booster_pods, players_by_key)]


def _start_positions(round_: Round, tables: Iterable[int]) -> list[dict[str, object]]:
    """Return the start positions in Chess960, table by table; [] in ordinary chess."""
    if not round_.tournament.start_positions:
        return []
    drawn = ((table, start_position(round_, table)) for table in tables)
    return [{"table": table, "number": start.number, "rank": start.rank} for table, start in drawn if start]


def clock(found: Clock | None) -> dict[str, object] | None:
    """Return the clock of a round; None without a clock. A stopped clock has no end time."""
    if found is None:
        return None
    return {
        "minutes": found.minutes,
        "started_at": found.started_at,
        "held_at": found.held_at,
        "ends_at": found.ends_at(),
    }


def _by_hand(stored: Mapping[str, Any], round_: Round) -> dict[str, object]:
    """Return the manual changes to the program's pairing, with its players by name."""
    games = stored["engine"]
    keys = {key for game in games or () for key in game if key is not None}
    named_players = round_.tournament.players.filter(public_id__in=keys) if keys else ()
    sides: dict[str | None, object] = {None: None, **{player.public_id: side_of(player) for player in named_players}}
    engine = None if games is None else [[sides.get(key) for key in game] for game in games]
    return {"reason": stored["reason"], "engine": engine}


def snapshot(tournament: Tournament, rounds: list[Round], granted: Collection[Right], who: Who) -> dict[str, Any]:
    """Return the whole tournament as far as the reader may see it, for programs that continue to work offline."""
    related = ("requested_byes",) * rights.may_read_byes(granted)
    players = list(tournament.players.prefetch_related(*related))
    players_by_key = {player.pk: player for player in players}
    stages = {stage.pk: stage for stage in snapshots.stages_of(tournament)}
    for row in rounds:
        row.stage = stages[row.stage_id]
    context = {"granted": granted, "external_ids": external_ids.of_players(who, players)}
    return {
        "tournament": TournamentOut(tournament).data,
        "players": PlayerOut(players, many=True, context=context).data,
        "rounds": _rounds(tournament, rounds, granted, players_by_key),
        "hall": hall(tournament),
        "standings": {"rules": tournament.rules, "changes": tournament.rules_changes},
        "stages": [_stage(stage, players_by_key) for stage in stages.values()],
        **(_wishes(tournament) if Right.SEE_DRAFTS in granted else {}),
    }


def _rounds(
    tournament: Tournament, rounds: list[Round], granted: Collection[Right], players: Mapping[int, Player]
) -> list[dict[str, object]]:
    """Return all rounds of a tournament.

    Players, places and results repeat from round to round. The function formats each of them only once.
    """
    found, titles = values_of(rounds, players, slips=Right.SEE_DRAFTS in granted), round_titles(rounds)
    sides = {key: side_of(player) for key, player in players.items()}
    place_of, fact_of = cache(tournament.layout.place_of), cache(fact)
    slip_of = _slips(each.tables for each in found.values())

    def document(of: TableValues) -> Json:
        shown = None if of.fact is None else {**fact_of(of.fact), **slip_of(of)}
        at = [sides[player] for player in of.players]
        return _table(of.public_id, of.number, place_of(of.number), at, of.handicap, shown, of.version)

    whole = ((each, *found[each.pk]) for each in rounds)
    return [_round(each, titles, list(map(document, tables)), byes, players) for each, tables, byes in whole]


def _slips(rounds: Iterable[list[TableValues]]) -> Callable[[TableValues], dict[str, object]]:
    """Return a function from a table to the facts of its result slip; {} if the slips were not read."""
    at = SLIP.index("entered_by")
    accounts = User.objects.in_bulk({of.slip[at] for tables in rounds for of in tables if of.slip and of.slip[at]})

    def slip(of: TableValues) -> dict[str, object]:
        slip_values = dict(zip(SLIP, of.slip, strict=False))
        if slip_values.get("entered_by"):
            slip_values["entered_by"] = accounts[slip_values["entered_by"]].called
        return slip_values

    return slip


def hall(tournament: Tournament) -> dict[str, object]:
    layout = tournament.layout
    rooms = [{"name": room.name, "first": room.first, "last": room.last} for room in layout.rooms]
    limits = {"stations": layout.stations, "tables": layout.most}
    return {"first": layout.first, "closed": sorted(layout.closed), "rooms": rooms, **limits}


def screen(tournament: Tournament) -> dict[str, object]:
    shown = tournament.on_screen
    notice = {"message": shown.message, "to_players": shown.to_players}
    return {"shows": list(shown.shows), **notice, "depth": shown.depth}


def _stage(stage: Stage, players: Mapping[int, Player]) -> dict[str, object]:
    """Return everything that an engine needs to know about a stage besides players and rounds."""
    seated = snapshots.seated_players(stage, players)
    waits = stage.tournament.uses_check_in and stage.started_at is None
    return {
        "number": stage.number,
        "first_round": stage.first_round,
        "system": stage.system,
        "options": stage.options,
        "planned_rounds": stage.planned_rounds,
        "first_colour": stage.first_colour or None,
        "virtual_points": stage.virtual_points,
        "halves": stage.tournament.halves,
        "seats": [{"seat": number, "player": side_of(player)} for number, player in seated.items()],
        "not_here": [player.public_id for player in seated.values() if waits and not player.checked_in],
    }


def _wishes(tournament: Tournament) -> dict[str, object]:
    """Return the byes and pairs requested for future rounds, for readers who may see drafts."""
    byes = RequestedBye.objects.filter(player__tournament=tournament).order_by("round_number", "player_id")
    return {
        "requested_byes": [
            {"player": side_of(bye.player), "round": bye.round_number, "kind": bye.kind}
            for bye in byes.select_related("player")
        ],
        "fixed_pairs": [fixed_pair(pair) for pair in tournament.fixed_pairs.select_related("first", "second")],
        "forbidden_pairs": [forbidden_pair(pair) for pair in tournament.forbidden_pairs.select_related("one", "other")],
    }


def reasons(found: Iterable[Reason], teller: Teller) -> list[dict[str, Any]]:
    """Return reasons as data and as sentences. Seat 0 is the bye."""
    return [{"code": r.code, "facts": dict(r.facts), **teller.cite(r)} for r in found]


def round_reasons(round_: Round) -> dict[str, object]:
    """Return the reasons of a round's pairing; for a draft, recalculated from its current state."""
    now = whatif.position_of(round_)
    plan = whatif.explain(now) if round_.is_draft else None
    teller = Teller.of(now.view)
    tables = {p.table: p.reasons for p in plan.pairings} if plan else {}
    reasons_by_player = {now.view.players[bye.player].pk: bye.reasons for bye in plan.byes} if plan else {}
    stored = snapshots.reasons_from_json
    rows, byes = rows_of(round_)
    return {
        "number": round_.number,
        "reasons": reasons(plan.reasons if plan else stored(round_.reasons), teller),
        "pairings": [
            {
                "id": row.pairing.public_id,
                "table": row.pairing.table,
                "reasons": reasons(tables.get(row.pairing.table) or stored(row.pairing.reasons), teller),
            }
            for row in rows
        ],
        "byes": [
            {
                "player": side_of(bye.player),
                "reasons": reasons(reasons_by_player.get(bye.player.pk) or stored(bye.appearance.reasons), teller),
            }
            for bye in byes
        ],
    }


def comparison(answer: Any, now: whatif.Position) -> dict[str, object]:
    """Return a pairing system's comparison of two pairings, with players instead of seats. None is the bye."""
    text = list(map(Teller.of(now.view).tell, whatif.cost_reasons(now, answer)))
    if not hasattr(answer, "terms"):
        return {"text": text, "extra": None, "terms": [], "now": [], "then": [], "rings": []}
    sides: dict[int, object] = {0: None, **{seat: side_of(player) for seat, player in now.view.players.items()}}
    return {
        "text": text,
        "extra": _cost(answer.extra),
        "terms": [
            {"term": t.key, "section": t.section, "now": _cost(t.now), "then": _cost(t.then)} for t in answer.terms
        ],
        "now": [[sides[seat] for seat in sorted(pair, reverse=True)] for pair in answer.now],
        "then": [[sides[seat] for seat in sorted(pair, reverse=True)] for pair in answer.then],
        "rings": [[sides[seat] for seat in ring] for ring in answer.rings],
    }


def _cost(cost: Any) -> dict[str, int]:
    return {"forbidden": cost.never + cost.forbidden, "amount": cost.amount}


def system(found: System) -> dict[str, Any]:
    """Return a pairing system with its options and presets."""
    return {
        "key": found.key,
        "name": translate(found.name),
        "summary": translate(found.summary),
        "source": found.source,
        "options": [option(spec) for spec in system_options.specs(found.options)],
        "presets": [
            {"key": p.key, "label": translate(p.label), "options": system_options.as_json(p.options)}
            for p in found.presets
        ],
        "checks": [translate(check) for check in found.checks],
    }


def option(spec: system_options.OptionSpec) -> dict[str, Any]:
    """Return everything that a program needs to offer an option to its users."""
    return {
        "name": spec.name,
        "kind": spec.kind,
        "label": translate(spec.label),
        "help": translate(spec.help) if spec.help else "",
        "default": system_options.plain(spec.default),
        "choices": [{"value": c.value, "label": translate(c.label)} for c in spec.choices],
        "minimum": spec.minimum,
        "maximum": spec.maximum,
    }


def stage_system(stage: Stage) -> dict[str, object]:
    """Return the pairing system of a stage, with its options."""
    found, options = snapshots.system_of(stage)
    preset = found.preset_of(options)
    return {
        "system": found.key,
        "preset": preset.key if preset else None,
        "options": system_options.as_json(options),
        "planned_rounds": stage.planned_rounds,
    }


def fixed_pair(pair: FixedPair) -> dict[str, object]:
    return {
        "id": pair.public_id,
        "round": pair.round_number,
        "first": side_of(pair.first),
        "second": side_of(pair.second),
    }


def forbidden_pair(pair: ForbiddenPair) -> dict[str, object]:
    return {
        "id": pair.public_id,
        "first": side_of(pair.one),
        "second": side_of(pair.other),
        "first_round": pair.first_round,
        "last_round": pair.last_round,
    }
