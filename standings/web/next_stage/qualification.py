"""Starting the next stage: who advances and by which tie-break, lots for ties, and the effect of later corrections."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings.numbers import amounts
from pairings.seating import crossing, follows_letters
from pairings.snapshot import Result, Snapshot
from pairings.systems import SYSTEMS
from pairings.systems.groups import group_letter
from standings.core import qualify
from standings.core.rank import Row, Standings, lot_number, rank
from standings.core.rules import LastResort
from standings.web.rulebook import RuleBook
from standings.web.table.current import (
    StageStandings,
    groups_of,
    has_final_groups,
    has_one_table,
    rules_of,
    rules_of_then,
    standings_of,
    view_of,
)
from tournaments.core import snapshot
from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Who
from tournaments.core.words.names import isolate, join
from tournaments.drafts import whatif
from tournaments.models import Pairing, Player, Stage, Tournament
from tournaments.models.fields import DecidedTie, Qualification
from tournaments.stages import stages

#: The system of final groups. Up to this size the stage sets the size of its groups, above it their number.
FINALS, MOST_IN_GROUP = "groups", 20

#: The points in a scoring, win, draw and loss first.
POINTS = (
    *("win", "draw", "loss", "forfeit_win", "forfeit_loss"),
    *("allocated_bye", "full_bye", "half_bye", "zero_bye"),
)


@dataclass(frozen=True, slots=True)
class Qualifiers:
    """The first `places` of a stage's table: `rows` of the players who can advance, and the `ties` that the rules
    leave.

    `seeding` are ties across groups that only decide the higher seed: a lot decides them without a question. `inside`
    are the numbers of the players who advance, as far as decided.
    """

    now: StageStandings
    places: int
    rows: tuple[Row, ...]
    ties: tuple[qualify.Tie, ...]
    seeding: tuple[qualify.Tie, ...] = ()
    inside: tuple[int, ...] = ()

    @property
    def through(self) -> tuple[int, int]:
        """How many of each group advance, and how many of the next place; (0, 0) without groups."""
        return divmod(self.places, len(self.now.table.groups)) if self.now.table.by_places else (0, 0)

    @property
    def everyone(self) -> bool:
        """Whether all eligible players advance."""
        return self.places >= len(self.rows)

    def player(self, number: int) -> Player:
        return self.now.view.players[number]


def usual_places(tournament: Tournament) -> int:
    """Return the default number of places: the number chosen when the tournament was set up.

    From groups it is the number per group chosen when they were formed. Otherwise it is a cut to 8 from 17 players on,
    and to 4 below (Magic Tournament Rules, Appendix E).
    """
    stage = snapshot.current_stage(tournament)
    view = snapshot.take_view(stage)
    if stages.has_play_off(tournament, stage):
        return min(tournament.finalists or 0, len(view.players))
    system, options = snapshot.system_of(stage)
    if system.questions.advancing and (count := system.questions.advancing(view.snapshot, options)):
        return min(count, len(_able(standings_of(tournament).table.rows, view)))
    return 8 if len(view.players) > 16 else 4


def qualifiers_of(tournament: Tournament, places: int) -> Qualifiers:
    """Return the players who would advance from the current stage by its table after the last closed round."""
    now = standings_of(tournament)
    rows = _able(now.table.rows, now.view)
    if not now.table.by_places:
        return Qualifiers(now, places, rows, qualify.ties(rows, places), (), tuple(row.player for row in rows[:places]))
    found = qualify.from_groups(now.table, max(0, min(places, len(rows))), _withdrawn_players(now.view))
    letters = bool(found.tiers) and follows_letters(_groups_in(now.table, found.tiers))
    return Qualifiers(now, places, rows, found.ties, () if letters else found.seeding, found.players)


def _withdrawn_players(view: snapshot.View) -> set[int]:
    return {number for number, player in view.players.items() if player.withdrawn_after is not None}


def _able(rows: Sequence[Row], view: snapshot.View) -> tuple[Row, ...]:
    return qualify.able(rows, _withdrawn_players(view))


def _groups_in(table: Standings, tiers: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the groups of the players of each tier, counted from 1."""
    return [[table.group_of[player] + 1 for player in tier] for tier in tiers]


def seat_order(
    table: Standings, places: int, withdrawn: Iterable[int], decided: Sequence[Sequence[int]], system: str
) -> tuple[int, ...]:
    """Return the players who advance in the order of their seats: by places, and crosswise from groups to a bracket."""
    if not table.by_places:
        return qualify.in_order(qualify.able(table.rows, withdrawn), decided)[:places]
    found = qualify.from_groups(table, places, withdrawn, decided)
    if not SYSTEMS[system].knocks_out:
        return found.players
    tiers = _groups_in(table, found.tiers)
    player_of = {
        (group, place): player
        for place, (groups, tier) in enumerate(zip(tiers, found.tiers, strict=True), start=1)
        for group, player in zip(groups, tier, strict=True)
    }
    return tuple(player_of[slot] for slot in crossing(tiers).slots)


def go_on(
    who: Who,
    tournament: Tournament,
    *,
    places: int,
    system: str,
    planned_rounds: int | None,
    decision: str,
    by_hand: Mapping[str, int],
    reason: str,
    final_groups: bool = False,
) -> Stage:
    """Start the next stage with the first `places`.

    `decision` says how ties are decided: "lot" or "hand". `by_hand` maps a tied player's public id to a number that
    orders the tie. With `final_groups`, players of the same place in their groups play in one group, the winners in
    group A. Raises Refused if a decision or its reason is missing.
    """
    tournament.refresh_from_db()
    stages.stage_is_over(tournament)
    field = qualifiers_of(tournament, places)
    if final_groups and system != FINALS:
        raise Refused(_("Only groups can be final groups."), code="not-groups", field="final_groups")
    if not 2 <= places <= len(field.rows):
        raise Refused(
            _("Choose between 2 and {count} players.").format(count=len(field.rows)), code="bad-count", field="places"
        )
    _groups_are_large_enough(field)
    seed = secrets.token_hex(8)
    orders = [_order(field, tie, decision, by_hand, seed) for tie in field.ties]
    if field.now.table.by_places:
        field = _seeding_after(field, orders)
    lots = [lot_order(tie.players, seed) for tie in field.seeding]
    if decision == "hand" and field.ties and not reason.strip():
        raise Refused(_("Give a reason for deciding the tie this way."), code="reason-missing", field="reason")
    order = seat_order(field.now.table, places, _withdrawn_players(field.now.view), [*orders, *lots], system)
    return stages.start_stage(
        who,
        tournament,
        system=system,
        options=_of_final_groups(field) if final_groups else {},
        planned_rounds=planned_rounds,
        seeds=[field.player(number) for number in order],
        qualification={
            "stage": field.now.view.stage.number,
            "rules": tournament.rules,
            "changes": _with_lot(field, tournament.rules_changes, decision, seed),
            "points": {name: str(getattr(tournament.scoring, name)) for name in POINTS},
            "places": places,
            "ties": [
                _tie(field, tie, found, decision, seed, reason.strip())
                for tie, found in zip(field.ties, orders, strict=True)
            ]
            + [_tie(field, tie, found, "lot", seed, "") for tie, found in zip(field.seeding, lots, strict=True)],
        },
        reason=reason,
        revision=tournament.revision,
    )


def _of_final_groups(field: Qualifiers) -> dict[str, object]:
    """Return the options of groups by place: as many players in each as there were groups."""
    before = len(field.now.table.groups)
    size = {} if before < 2 else {"size": before} if before <= MOST_IN_GROUP else {"count": -(-field.places // before)}
    return {"finals": True, **size}


def _groups_are_large_enough(field: Qualifiers) -> None:
    """Raise Refused if a group has too few players who can advance."""
    if not field.now.table.by_places or field.everyone:
        return
    through, _best = field.through
    withdrawn = _withdrawn_players(field.now.view)
    for place, table in enumerate(field.now.table.groups):
        remaining = len(qualify.able([row for row in table.rows if row.struck is None], withdrawn))
        if remaining < through:
            text = ngettext(
                "Group {group} has only {count} player left, so {through} cannot advance. Let fewer advance.",
                "Group {group} has only {count} players left, so {through} cannot advance. Let fewer advance.",
                remaining,
            )
            raise Refused(
                text.format(through=through, group=group_letter(place), count=remaining),
                code="group-too-small",
                field="places",
            )


def _seeding_after(field: Qualifiers, orders: Sequence[Sequence[int]]) -> Qualifiers:
    """Return the field with the ties across groups, after those inside them are decided.

    Raises Refused if one of them decides who advances and was not known before.
    """
    found = qualify.from_groups(field.now.table, field.places, _withdrawn_players(field.now.view), orders)
    known_ties = {frozenset(tie.players) for tie in field.ties}
    if any(tie.decisive and frozenset(tie.players) not in known_ties for tie in found.ties):
        raise Refused(
            _("Players from different groups are tied for the last place. Decide by lot."),
            code="tie-undecided",
            field="decision",
        )
    letters = follows_letters(_groups_in(field.now.table, found.tiers))
    return replace(field, seeding=() if letters else found.seeding)


def _with_lot(field: Qualifiers, changes: Mapping[str, object], decision: str, seed: str) -> dict[str, object]:
    """Return the changed lines of the rules, with the lot drawn here if the rules leave ties to a lot."""
    by_rule = field.ties and decision == "lot" and field.now.table.rules.last_resort is LastResort.LOT
    return {**changes, **({"lot": seed} if by_rule else {})}


def _order(field: Qualifiers, tie: qualify.Tie, decision: str, by_hand: Mapping[str, int], seed: str) -> list[int]:
    """Return the order of a tie by lot or as entered. Raises Refused if it is undecided."""
    if decision == "lot":
        return lot_order(tie.players, seed)
    if decision != "hand":
        raise Refused(
            _("The tie-breaks leave a tie. Decide by lot, or manually with a reason."),
            code="tie-undecided",
            field="decision",
        )
    numbers = {player: by_hand.get(field.player(player).public_id) for player in tie.players}
    if None in numbers.values() or len(set(numbers.values())) < len(numbers):
        raise Refused(
            _("Give each tied player a different number, starting from 1."),
            code="order-missing",
            field="decision",
        )
    return sorted(tie.players, key=lambda player: numbers[player] or 0)


def lot_order(players: Sequence[int], seed: str) -> list[int]:
    """Return the order of a tie by lot, as in a table: the stored seed gives each seat a number, the lowest is
    first.
    """
    return sorted(players, key=lambda player: lot_number(seed, player))


def _tie(
    field: Qualifiers, tie: qualify.Tie, order: Sequence[int], decision: str, seed: str, reason: str
) -> DecidedTie:
    ids = [field.player(number).public_id for number in order]
    if decision == "lot":
        return {"order": ids, "decided": "lot", "decisive": tie.decisive, "seed": seed}
    return {"order": ids, "decided": "hand", "decisive": tie.decisive, "reason": reason}


def sentences_of(stage: Stage) -> list[str]:
    """Return sentences on how the players of a later stage qualified, and how each tie was decided; empty for the first
    stage.
    """
    if stage.qualification is None:
        return []
    entry = stage.qualification
    names = dict(stage.tournament.players.values_list("public_id", "name"))
    found = [_qualifiers_text(stage, entry)]
    found += _other_rules(stage, entry)
    for tie in entry["ties"]:
        order = join(names[key] for key in tie["order"])
        if tie["decided"] == "lot":
            found.append(_("A tie was decided by lot (seed {seed}): {order}.").format(seed=tie["seed"], order=order))
        else:
            found.append(
                _("A tie was decided manually ({reason}): {order}.").format(reason=isolate(tie["reason"]), order=order)
            )
    return found


def _qualifiers_text(stage: Stage, entry: Qualification) -> str:
    before = stage.tournament.stages.get(number=entry["stage"])
    ask = groups_of(before)
    view = snapshot.take_record(before)
    groups = len(ask(view.snapshot)) if ask and not has_final_groups(before) else 0
    if groups and entry["places"] >= len(view.players) - len(withdrawn_before_stage(stage, view)):
        return everyone_sentence(one_table=has_one_table(before))
    if groups and has_one_table(before):
        return one_table_sentence(entry["places"])
    if not groups:
        return _("The first {places} of stage {number} advance.").format(places=entry["places"], number=entry["stage"])
    return groups_sentence(*divmod(entry["places"], groups))


def from_groups(field: Qualifiers) -> str:
    """Return a sentence on who advances from groups; empty without groups."""
    table = field.now.table
    if not table.groups or table.rules.group_by_group:
        return ""
    if field.everyone:
        return everyone_sentence(one_table=table.rules.one_table)
    if table.rules.one_table:
        return one_table_sentence(field.places)
    return groups_sentence(*field.through)


def one_table_sentence(places: int) -> str:
    """Return a sentence on how many advance from one table of all groups."""
    return _("The first {places} of the table of all groups advance.").format(places=places)


def everyone_sentence(*, one_table: bool) -> str:
    """Return the sentence that everyone advances, and what seeds them."""
    if one_table:
        return _("Everyone advances. The table of all groups gives the seeds.")
    return _("Everyone advances. The places in the groups give the seeds.")


def groups_sentence(through: int, best: int) -> str:
    """Return a sentence on how many advance from groups."""
    each = ngettext("The first of each group advances.", "The first {count} of each group advance.", through)
    more = ngettext(
        "The best player in place {place} also advances.",
        "The best {count} players in place {place} also advance.",
        best,
    )
    parts = [each.format(count=through)] if through else []
    return " ".join([*parts, *([more.format(place=through + 1, count=best)] if best else [])])


def _other_rules(stage: Stage, entry: Qualification) -> list[str]:
    """Return the rules by which players advanced, if the tournament has other rules now."""
    before = stage.tournament.stages.get(number=entry["stage"])
    past, row = rules_of_then(before), stage.tournament
    points = {name: str(getattr(row.scoring, name)) for name in POINTS}
    if past is None or (past["rules"], past["changes"], past["points"]) == (row.rules, row.rules_changes, points):
        return []
    book = RuleBook()
    rules_text = book.sentence(book.facts(past["rules"], before.system, past["changes"]), halves=row.halves)
    paid = "/".join(amounts.decimal_text(Fraction(past["points"][name]), halves=row.halves) for name in POINTS[:3])
    return [_("According to the rules at that time: {rules}; {points}.").format(rules=rules_text, points=paid)]


@dataclass(frozen=True, slots=True)
class Otherwise:
    """The players who would advance after a correction: `instead` replace `out`; `open` are in an undecided tie."""

    stage: Stage
    instead: tuple[Player, ...]
    out: tuple[Player, ...]
    open: tuple[Player, ...]

    def __bool__(self) -> bool:
        return bool(self.instead or self.out or self.open)


def otherwise(stage: Stage, snapshot: Snapshot | None = None) -> Otherwise:
    """Compare the players in `stage` with those whom the previous stage would now send there, by the rules of that
    time.

    `snapshot` is the previous stage as it would be, by default as it is. Players who have left since are compared as if
    present, because only results are compared. Raises ValueError for the first stage.
    """
    entry = stage.qualification
    if entry is None:
        raise ValueError("nobody came into the first stage by a place")
    before = stage.tournament.stages.get(number=entry["stage"])
    view = view_of(before)
    table = rank(snapshot or view.snapshot, rules_of(stage.tournament, before))
    number_of = {player.public_id: number for number, player in view.players.items()}
    decided = [[number_of[key] for key in tie["order"]] for tie in entry["ties"]]
    present = [seat.player for seat in stage.seats.select_related("player")]
    withdrawn = withdrawn_before_stage(stage, view)
    places = entry["places"]
    if table.by_places:
        chosen = qualify.from_groups(table, places, withdrawn, decided)
        inside: Sequence[int] = chosen.players
        ties = [tie for tie in chosen.ties if tie.decisive and not any(set(tie.players) <= set(o) for o in decided)]
    else:
        rows = qualify.able(table.rows, withdrawn)
        inside = qualify.in_order(rows, decided)[:places]
        ties = [*qualify.undecided_ties(rows, places, decided)]
    now = {view.players[n] for n in inside}
    undecided = {view.players[n] for tie in ties for n in tie.players}
    was = set(present)
    return Otherwise(
        stage,
        tuple(sorted(now - was - undecided, key=lambda player: player.by_name)),
        tuple(sorted(was - now - undecided, key=lambda player: player.by_name)),
        tuple(sorted(undecided, key=lambda player: player.by_name)),
    )


def withdrawn_before_stage(stage: Stage, view: snapshot.View) -> set[int]:
    """Return the players who had left before a later stage began, and are not in it."""
    present = {seat.player_id for seat in stage.seats.all()}
    return {
        number
        for number, player in view.players.items()
        if player.withdrawn_after is not None
        and player.withdrawn_after < stage.first_round
        and player.pk not in present
    }


def notices(tournament: Tournament) -> list[str]:
    """Return notices for the desk that a correction would have sent other players to a later stage."""
    found = []
    for stage in tournament.stages.filter(qualification__isnull=False):
        stage.tournament = tournament
        found += sentences(otherwise(stage))
    return found


def sentences(other: Otherwise) -> list[str]:
    """Return sentences on the difference; empty if the same players would advance."""

    def names(players: Sequence[Player]) -> str:
        return join(player.name for player in players)

    found = []
    if other.instead or other.out:
        found.append(
            _("Under the current results, {instead} would be in stage {number} instead of {out}.").format(
                instead=names(other.instead) or "–", number=other.stage.number, out=names(other.out) or "–"
            )
        )
    if other.open:
        found.append(
            _("Under the current results, {names} would be tied for the last place in stage {number}.").format(
                names=names(other.open), number=other.stage.number
            )
        )
    return found


class Book(RuleBook):
    """The rule book that `tournaments` uses, with answers about the next stage."""

    def seats(self, stage: Stage, pairing: Pairing, result: Result) -> Sequence[Player] | None:
        return seats_after(stage, pairing, result)


def seats_after(stage: Stage, pairing: Pairing, result: Result) -> list[Player] | None:
    """Return the players of a later stage by seat if a pairing of the previous stage had this result; None if nothing
    changes.

    Undecided ties are decided by the lot of the later stage.
    """
    before = pairing.round.stage
    view = view_of(before)
    number = pairing.round.number - before.first_round + 1
    corrected = whatif.correct(view.snapshot, number, pairing.table, result)
    was, now = (_seat_order(stage, before, view, snapshot) for snapshot in (view.snapshot, corrected))
    return None if was == now else [view.players[each] for each in now]


def _seat_order(stage: Stage, before: Stage, view: snapshot.View, snapshot: Snapshot) -> tuple[int, ...]:
    entry = stage.qualification
    if entry is None:
        raise ValueError("nobody came into the first stage by a place")
    table = rank(snapshot, rules_of(stage.tournament, before))
    numbers = {player.public_id: number for number, player in view.players.items()}
    decided = [[numbers[key] for key in tie["order"]] for tie in entry["ties"]]
    withdrawn = withdrawn_before_stage(stage, view)
    if table.by_places:
        found = qualify.from_groups(table, entry["places"], withdrawn, decided)
        ties: Sequence[qualify.Tie] = found.ties
    else:
        ties = qualify.ties(qualify.able(table.rows, withdrawn), entry["places"])
    decided_sets = [set(order) for order in decided]
    lots = [
        lot_order(t.players, stage.seed) for t in ties if not any(set(t.players) <= order for order in decided_sets)
    ]
    if table.by_places:
        found = qualify.from_groups(table, entry["places"], withdrawn, [*decided, *lots])
        lots += [
            lot_order(t.players, stage.seed)
            for t in found.seeding
            if not any(set(t.players) <= o for o in decided_sets)
        ]
    return seat_order(table, entry["places"], withdrawn, [*decided, *lots], stage.system)
