"""Create a tournament from a report file or Go results: players, rounds, byes and settings, all or nothing.

Also find the pairing system of a file: the one that its records name, or else the one that fits its rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings import options as system_options
from pairings.files import trf
from pairings.files.reading.team_event import BoardSheet
from pairings.files.reading.team_report import team_swiss_options as named_options
from pairings.files.trf import as_plan, rated
from pairings.files.trf.replay import result_of
from pairings.library.recorded_rounds import breaches
from pairings.plan import Reason
from pairings.snapshot import Round as RoundFact
from pairings.snapshot import Scoring
from pairings.systems import SYSTEMS, round_robin
from pairings.systems.round_robin import Options
from pairings.systems.team_swiss.options import KEY as OF_TEAMS
from pairings.systems.team_swiss.options import options_named
from tournaments.core.games import GAMES
from tournaments.core.journal.acts import Act, act
from tournaments.core.journal.errors import NotAllowed, Refused
from tournaments.core.rights import Right, Who
from tournaments.core.rulebook import RULE_BOOKS, RULE_SETS, ReportRules
from tournaments.core.words import notation
from tournaments.core.words.names import isolate
from tournaments.core.words.texts import translate
from tournaments.core.words.values import deductions_to_json
from tournaments.drafts import storing
from tournaments.drafts.reason_texts import Teller
from tournaments.models import (
    Appearance,
    ForbiddenPair,
    MatchSheet,
    Pairing,
    Player,
    RequestedBye,
    Result,
    Round,
    Seat,
    Stage,
    TeamMember,
    Tournament,
    fields,
)
from tournaments.models.player import LineUp, sort_key
from tournaments.officials.corrections import rated_to_json
from tournaments.player_lists.cells import plain_text
from tournaments.players.registration import LONGEST_REASON as LONGEST_EXPELLED
from tournaments.report_files import go_results
from tournaments.report_files.go_results import GoFile
from tournaments.report_files.reading import Incoming, incoming
from tournaments.report_files.records import (
    ROUND_ROBIN,
    game_in,
    options_in,
    rules_in,
    settings_in,
    system_named_in,
    tournament_columns_in,
)
from tournaments.report_files.writing import columns_in
from tournaments.results.results import LONGEST_NOTE
from tournaments.setup.lifecycle import MadeAlready, check_dates, new_tournament, set_fide_mode, usual_options
from tournaments.stages import stages


@dataclass(frozen=True, slots=True)
class Proposal:
    """A system with its options, and a sentence that gives the reason for this choice."""

    system: str
    why: str
    options: Mapping[str, Any] = field(default_factory=dict)


def propose(found: Incoming) -> Proposal:
    """Return the system in record 192, or else 092; otherwise a round robin if the rounds fit one, or else the Dutch
    system.
    """
    own = found.replay.own
    if own.system in SYSTEMS:
        system_name = next(iter(found.replay.document.texts("092")), "")
        options: Any = system_options.read(SYSTEMS[own.system].options, options_in(own, own.system))
        reason = _("The file gives it: “{named}”.").format(named=system_name[:60])
        return Proposal(own.system, reason, system_options.as_json(options))
    like = _round_robin_like(found)
    if found.members and (of_teams := _team_swiss(found, like)) is not None:
        return of_teams
    for code in ("192", "092"):
        system_name = next((text.strip() for text in found.replay.document.texts(code) if text.strip()), "")
        system, options = system_named_in(system_name)
        if system:
            reason = _("The file gives it: “{named}”.").format(named=system_name[:60])
            robin = system == ROUND_ROBIN
            return Proposal(
                system, reason, system_options.as_json(like or options) if robin else _of_code(system, system_name)
            )
    if like is not None:
        reason = _("Not given in the file; its rounds match a round robin.")
        return Proposal(ROUND_ROBIN, reason, system_options.as_json(like))
    return Proposal("dutch", _("Not given in the file; its rounds look like a Swiss."))


def _of_code(key: str, code: str) -> Mapping[str, object]:
    """Return the options that the code of a schedule sets; {} if it sets none."""
    system = SYSTEMS[key]
    options = system.of_code(code.upper(), "") if system.scheduled and system.of_code else None
    return options or {}


def _team_swiss(found: Incoming, like: Options | None) -> Proposal | None:
    """Return FIDE's Swiss system for teams, if the file names it, or if it names nothing and is not a round robin."""
    codes = [text.strip() for text in found.replay.document.texts("192") if text.strip()]
    if codes and options_named(codes[0].upper()) is not None:
        reason = _("The file gives it: “{named}”.").format(named=codes[0][:60])
        return Proposal(OF_TEAMS, reason)
    texts = [*codes, *found.replay.document.texts("092")]
    if like is not None or any(system_named_in(text.strip())[0] for text in texts):
        return None
    return Proposal(OF_TEAMS, _("Not given in the file; its rounds look like a team Swiss."))


def _round_robin_like(found: Incoming) -> Options | None:
    """Return the options of the round robin to which these rounds belong; None if there is none.

    The rounds must be those of a schedule, one by one, or contain all games of one.
    """
    count, rounds = len(found.players), found.rounds
    if count < 3 or not rounds:
        return None
    planned = found.replay.settings.planned_rounds
    games = [{frozenset((p.first, p.second)) for p in played.pairings} for played in rounds]
    for options in _all_options():
        length = round_robin.rounds(count, options)
        if len(rounds) > length or planned not in (None, length):
            continue
        if all(games[number - 1] == _games_of(count, number, options) for number in range(1, len(rounds) + 1)):
            return options
        met = Counter(pair for played in games for pair in played)
        complete = len(met) == count * (count - 1) // 2 and set(met.values()) == {options.cycles}
        if len(rounds) == length and complete:
            return options
    return None


def _all_options() -> list[Options]:
    ways = [("berger", 1, False), ("circle", 1, False), ("berger", 2, True), ("berger", 2, False), ("circle", 2, False)]
    return [Options(numbering, cycles, swap) for numbering, cycles, swap in ways]


def _games_of(count: int, number: int, options: Options) -> set[frozenset[int]]:
    laid, _bye = round_robin.schedule_round(count, number, options)
    return {frozenset((game.first, game.second)) for game in laid}


_COLOURS = {"first": "white", "second": "black"}
#: Reasons about colours: `check` judges them, an import reports only what forbids a pairing.
_OF_COLOURS = frozenset(["dutch-colours", "rr-sides", "rr-first-running", "rr-second-running"])
#: The maximum number of rounds reported one by one.
MOST = 50
#: Of a reason.
LONGEST = 300


@dataclass(frozen=True, slots=True)
class Broken:
    """A round of a file that breaks rules, with a sentence for each."""

    number: int
    texts: tuple[str, ...]


def ranked_options(found: Incoming, system: str) -> dict[str, object]:
    """Return the options that a file sets for a system with an initial ranking. The initial colour stays when a draft
    is discarded.
    """
    snapshot = found.replay.snapshot(found.replay.played + 1)
    written = bool(found.replay.settings.first_colour)
    options: dict[str, Any] = {}
    if written and snapshot.first_colour:
        options["initial_colour"] = _COLOURS[snapshot.first_colour]
    specs = {spec.name: spec for spec in system_options.specs(SYSTEMS[system].options)}
    if system == OF_TEAMS:
        options |= named_options(found.replay.document) or {}
    if found.is_baku:
        options["acceleration"] = "baku"
    if system == "dutch" and found.edition != specs["edition"].default:
        options["edition"] = found.edition
    return {**options, **options_in(found.replay.own, system)}


def broken_rounds(found: Incoming, proposal: Proposal) -> tuple[Broken, ...]:
    """Return the rounds with a repeated or forbidden pairing, or with a bye that the rules do not allow."""
    system = SYSTEMS[proposal.system]
    source = ranked_options(found, system.key) if system.ranked else proposal.options
    known = {spec.name for spec in system_options.specs(system.options)}
    options: Any = system_options.read(system.options, {name: value for name, value in source.items() if name in known})
    names = {number: isolate(values["name"]) for number, values in found.players.items()}
    teller = Teller(names, found.replay.settings.scoring.halves)
    replayed = ((n, breaches(found.replay, n, system, options)) for n in range(1, found.replay.played + 1))
    return tuple(Broken(n, texts) for n, reasons in replayed if (texts := tuple(_reason_sentences(reasons, teller))))


def _reason_sentences(reasons: tuple[Reason, ...], teller: Teller) -> Iterator[str]:
    for reason in reasons:
        if reason.code not in _OF_COLOURS:
            yield teller.tell(reason) + (f" [{reason.article}]" if reason.article else "")


def marks(broken: tuple[Broken, ...]) -> dict[int, str]:
    """Return the reasons stored for rounds that break rules and so count as manual."""
    return {each.number: " ".join(each.texts)[:LONGEST] for each in broken}


def before(found: Incoming, number: int) -> Incoming:
    """Return the file without a round and the rounds after it."""
    return incoming(trf.write(trf.first_rounds(found.replay.document, found.replay.games * (number - 1))))


def list_assumptions(found: Incoming, proposal: Proposal, rules: ReportRules) -> list[str]:
    """Return everything that the tournament will have and the file does not contain, one sentence each."""
    document, settings = found.replay.document, found.replay.settings
    codes = [text for code in ("192", "092") for text in document.texts(code) if text.strip()]
    sentences = []
    if not codes:
        sentences.append(
            _("Pairing system: {name}. {why}").format(name=translate(SYSTEMS[proposal.system].name), why=proposal.why)
        )
    if proposal.system == "dutch" and not any("FIDE_DUTCH" in text.upper() for text in codes):
        text = _("Edition of the Dutch system: {edition}. You can choose another one in the settings.")
        sentences.append(text.format(edition=found.edition))
    if found.first_day is None:
        sentences.append(_("First day: today."))
    if settings.planned_rounds is None and not SYSTEMS[proposal.system].fixes_rounds:
        sentences.append(_("Number of rounds: open. Set it before you pair the next round."))
    if SYSTEMS[proposal.system].ranked and not settings.first_colour:
        played = found.replay.played
        sentence = _("Initial colour: as in round 1.") if played else _("Initial colour: by lot.")
        sentences.append(sentence)
    if not rules.listed:
        text = _("Tie-breaks: {list} ({rules}), because the file lists none.")
        sentences.append(text.format(list=", ".join(rules.chain), rules=RULE_SETS[rules.key]))
    elif rules.unknown:
        text = _("Tie-breaks: {list} only, because {unknown} is not supported.")
        sentences.append(text.format(list=", ".join(rules.chain), unknown=isolate(rules.unknown[:40])))
    if found.open_results:
        text = ngettext(
            "{count} game without a result, or with ?, is still open.",
            "{count} games without a result, or with ?, are still open.",
            found.open_results,
        )
        sentences.append(text.format(count=found.open_results))
    return sentences


def rules_of(found: Incoming, system: str) -> ReportRules:
    """The rule set and the tie-break list of a file, read for a pairing system."""
    own = rules_in(found.replay.own, system)
    return own or RULE_BOOKS[0].of_report(found.replay.document, system, of_teams=bool(found.members))


def store_teams(doing: Act, stage: Stage, found: Incoming, players: Mapping[int, Player]) -> None:
    """Store the members of each team, and the sheet of each match whose boards are in the file.

    Nothing is stored for tournaments of single players.
    """
    members = {
        number: TeamMember(team=players[team], place=place, **fields)
        for team, row in found.members.items()
        for place, (number, fields) in enumerate(row.items(), start=1)
    }
    doing.create_many(list(members.values()))
    ids = {number: row.public_id for number, row in members.items()}
    numbers = {row.pk: number for number, row in players.items()}
    if not found.sheets:
        return
    places = Appearance.objects.filter(round__stage=stage, side=Appearance.Side.FIRST)
    doing.create_many(
        [
            _sheet(place.pairing, sheet, ids)
            for place in places.select_related("pairing", "round")
            if place.pairing is not None
            and (sheet := found.sheets.get((place.round.number, numbers[place.player_id]))) is not None
        ]
    )


def _sheet(pairing: Pairing, sheet: BoardSheet, ids: Mapping[int, str]) -> MatchSheet:
    """Return a sheet as it is stored; `boards` is empty if no board has a result yet."""
    boards = [notation.write(result) for result in sheet.results]
    first, second = (_line_up(side, ids) for side in (sheet.first, sheet.second))
    return MatchSheet(pairing=pairing, first=first, second=second, boards=boards if any(boards) else [])


def _line_up(side: Sequence[int | None], ids: Mapping[int, str]) -> LineUp:
    return [ids[number] if number else None for number in side]


_POINTS = ("win", "draw", "loss", "forfeit_win", "forfeit_loss", "allocated_bye", "full_bye", "half_bye", "zero_bye")


def import_tournament(
    who: Who,
    found: Incoming | GoFile,
    *,
    name: str,
    starts_on: date,
    time_zone: str,
    is_public: bool,
    system: str = "dutch",
    options: Mapping[str, object] = MappingProxyType({}),
    marked: Mapping[int, str] = MappingProxyType({}),
    fide_rated: bool = True,
    sheet: UUID | None = None,
) -> Tournament:
    """Create a chess tournament from a file; `system` pairs its future rounds. Rounds with open results are still
    running.

    `options` are those of a system without an initial ranking; for other systems the file has them. `marked` are rounds
    that break rules, with those rules: they are kept as manual rounds. A `fide_rated` tournament is in FIDE mode if it
    qualifies.

    A file of Go results creates a Go tournament with the options in the file; these three arguments are then ignored.

    If a `sheet` has already created a tournament, return that one.
    """
    if who.user is None and not who.agent.startswith("command: "):
        raise NotAllowed(_("Sign in to create a tournament."), code="not-allowed")
    values = {"name": name, "starts_on": starts_on, "time_zone": time_zone, "is_public": is_public}
    try:
        with transaction.atomic(durable=True):
            if isinstance(found, GoFile):
                return _import_go(who, found, sheet=sheet, **values)
            fide_wish = None if fide_rated else False
            return _import(who, found, system, options, marked, sheet=sheet, fide_mode=fide_wish, **values)
    except MadeAlready as made:
        return made.tournament


def _import(
    who: Who,
    found: Incoming,
    system: str,
    options: Mapping[str, object],
    marked: Mapping[int, str],
    *,
    fide_mode: bool | None,
    **values: object,
) -> Tournament:
    game = GAMES[game_in(found.replay.own)]
    stages.game_fits(system, game.key)
    points = _points(found.replay.settings.scoring)
    rule_set = rules_of(found, system)
    rules = {"rules": rule_set.key, "rules_changes": dict(rule_set.changes), "of_teams": bool(found.members)}
    rules |= settings_in(found.replay.own)
    tournament = new_tournament(
        who, game=game.key, **{**game.settings, **points, **rules, **_report_data(found, values)}
    )
    with act(who, tournament, "import-tournament", Right.ADMINISTER, outermost=False, name=tournament.name) as doing:
        ranked = SYSTEMS[system].ranked
        stage = (
            _create_ranked_stage(doing, found, system)
            if ranked
            else _create_unranked_stage(doing, found, system, options)
        )
        players = _players(doing, stage, found)
        if ranked and not found.is_baku:
            doing.update(stage, virtual_points=_virtual(found, players))
        with doing.together():
            _rounds(doing, stage, found, players, {**marked, **found.by_hand})
        store_teams(doing, stage, found, players)
        _store_rated_results(doing, stage, found, players)
        _wishes(doing, stage, found, players)
        tournament.fide_mode = set_fide_mode(doing, stage, fide_mode)
    return tournament


def _import_go(who: Who, found: GoFile, **values: object) -> Tournament:
    game = GAMES[found.game]
    changes = {"rules_changes": {"chain": list(found.chain)}} if found.chain else {}
    tournament = new_tournament(who, game=game.key, rules=game.rules, **{**game.settings, **changes, **values})
    with act(who, tournament, "import-tournament", Right.ADMINISTER, outermost=False, name=tournament.name) as doing:
        stage = doing.create(
            Stage,
            tournament=doing.tournament,
            number=1,
            system=go_results.SYSTEM,
            options=system_options.as_json(found.options),
            seating=Stage.Seating.HAND,
            planned_rounds=len(found.rounds) or None,
            seed=fields.seed(),
            drawn_at=doing.at,
            started_at=doing.at if found.rounds else None,
        )
        players = _create_players(
            doing, stage, {number: {**fields, "entered": 1} for number, fields in found.players.items()}
        )
        starts = {players[number].public_id: [str(start)] for number, start in found.taken.starts.items()}
        doing.update(stage, virtual_points=starts)
        with doing.together():
            for played in found.rounds:
                _round(doing, stage, played, players)
    return tournament


def _rounds(doing: Act, stage: Stage, found: Incoming, players: dict[int, Player], reasons: Mapping[int, str]) -> None:
    ranked = SYSTEMS[stage.system].ranked
    for played in found.rounds_with_adjourned if ranked else found.rounds:
        row = _round(doing, stage, played, players)
        reason = reasons.get(played.number)
        by_hand = None if reason is None else {"reason": reason, "engine": [], "worse": []}
        doing.update(row, by_hand=by_hand)


def _round(doing: Act, stage: Stage, played: RoundFact, players: dict[int, Player]) -> Round:
    """Store a round of the file, which is still running if a result is open."""
    open_ = any(pairing.result is None for pairing in played.pairings)
    status = Round.Status.PUBLISHED if open_ else Round.Status.CLOSED
    row, _plan = storing.store_plan(doing, stage, as_plan(played), players, status)
    doing.update(row, closed_at=None if open_ else doing.at)
    return row


def _store_rated_results(doing: Act, stage: Stage, found: Incoming, players: dict[int, Player]) -> None:
    """Store results that are rated differently from how they count."""
    numbers = {number: own for own, number in found.replay.ids.items()}
    for game in rated.rated_results_in(found.replay.document) if found.replay.games == 1 else ():
        row = Result.objects.get(
            pairing__round__stage=stage,
            pairing__round__number=game.round,
            pairing__appearances__player=players[numbers[game.players[0]]],
        )
        fact = result_of(*game.rated)
        if fact is not None and notation.fault(fact, found.replay.settings.scoring) is None:
            doing.update(row, rated=rated_to_json(fact, plain_text(game.reason, LONGEST_NOTE)))


def _report_data(found: Incoming, values: dict[str, object]) -> dict[str, object]:
    """Return place, days and arbiters from the file, together with the values; a last day before the first is
    ignored.
    """
    columns = tournament_columns_in(found.replay.document)
    if days := columns.get("round_dates"):
        columns["round_dates"] = ", ".join(str(days).split(", ")[:: found.replay.games])
    try:
        check_dates({**columns, **values})
    except Refused:
        del columns["ends_on"]
    return {**columns, **values}


def _points(scoring: Scoring) -> dict[str, object]:
    """Return the points as the tournament stores them, and the games of a pairing; a report file has at most two
    decimals.
    """
    values = {name: getattr(scoring, name) for name in _POINTS}
    points = {f"points_{name}": Decimal(value.numerator) / Decimal(value.denominator) for name, value in values.items()}
    return {**points, "best_of": scoring.best_of, "by_games": scoring.by_games}


def _create_unranked_stage(doing: Act, found: Incoming, system: str, options: Mapping[str, object]) -> Stage:
    """Create the stage of a system without an initial ranking; the seats are the numbers in the file."""
    return doing.create(
        Stage,
        tournament=doing.tournament,
        number=1,
        system=system,
        options={**usual_options(system), **options},
        seating=Stage.Seating.HAND,
        planned_rounds=None if SYSTEMS[system].fixes_rounds else found.replay.settings.planned_rounds,
        seed=fields.seed(),
        drawn_at=doing.at,
        started_at=doing.at if found.replay.played else None,
    )


def _create_ranked_stage(doing: Act, found: Incoming, system: str) -> Stage:
    """Create the stage of a Swiss system whose numbers are drawn."""
    snapshot = found.replay.snapshot(found.replay.played + 1)
    options = ranked_options(found, system)
    return doing.create(
        Stage,
        tournament=doing.tournament,
        number=1,
        system=system,
        options=options,
        seating=Stage.Seating.RATING if found.is_by_rating else Stage.Seating.HAND,
        planned_rounds=snapshot.planned_rounds,
        seed=fields.seed(),
        first_colour=snapshot.first_colour or "",
        drawn_at=doing.at,
        started_at=doing.at if found.replay.played else None,
    )


def _players(doing: Act, stage: Stage, found: Incoming) -> dict[int, Player]:
    whole, counts = SYSTEMS[stage.system].fixes_rounds, SYSTEMS[stage.system].counts_points
    by_hand = columns_in(found.replay)
    more = {
        number: {
            "entered": 1 if whole else found.arrivals[number],
            "deductions": deductions_to_json(found.deductions.get(number, ())) if counts else [],
            **by_hand.get(number, {}),
            **_expelled_columns(found, number),
        }
        for number in found.players
    }
    return _create_players(
        doing, stage, {number: {**fields, **more[number]} for number, fields in found.players.items()}
    )


def _expelled_columns(found: Incoming, number: int) -> dict[str, object]:
    """Return the columns of an expelled player, by the comments of the file; {} for other players."""
    expulsion = found.expelled.get(number)
    if expulsion is None:
        return {}
    reason = plain_text(expulsion.reason, LONGEST_EXPELLED) or _("Read from the report file.")
    return {"expelled_for": reason, "left_out": expulsion.left_out, "withdrawn_after": expulsion.round}


def _create_players(doing: Act, stage: Stage, fields: Mapping[int, Mapping[str, Any]]) -> dict[int, Player]:
    """Create the players, with their numbers in the file as seats."""
    rows = {
        number: Player(tournament=doing.tournament, sort_key=sort_key(values["name"]), version=doing.sequence, **values)
        for number, values in fields.items()
    }
    doing.create_many(list(rows.values()))
    doing.create_many([Seat(stage=stage, player=player, number=number) for number, player in rows.items()])
    return rows


def _virtual(found: Incoming, players: dict[int, Player]) -> dict[str, list[str]]:
    return {
        players[number].public_id: [str(points) for points in row]
        for number, row in found.replay.virtual_points.items()
    }


def _wishes(doing: Act, stage: Stage, found: Incoming, players: dict[int, Player]) -> None:
    """Store byes for future rounds and forbidden pairs; schedules have no forbidden pairs."""
    doing.create_many(
        [
            RequestedBye(player=players[bye.player], round_number=number, kind=bye.kind.value)
            for number, bye in found.byes
        ]
    )
    rows = []
    for rule in found.forbidden if SYSTEMS[stage.system].takes_wishes else ():
        one, other = (players[number] for number in sorted(rule.players))
        rounds = {"first_round": rule.first_round, "last_round": rule.last_round}
        rows.append(ForbiddenPair(tournament=doing.tournament, one=one, other=other, **rounds))
    doing.create_many(rows)
