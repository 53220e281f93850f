"""Change the rules of the standings: a rule set with its changes, the points, and the recorded lot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.core import snapshot
from tournaments.core.journal.acts import act
from tournaments.core.journal.errors import Conflict, Refused, known_changer, last_change_text
from tournaments.core.orm.columns import column, columns_of
from tournaments.core.rights import Right, Who
from tournaments.core.rulebook import RULE_BOOKS, RULE_SETS
from tournaments.core.words.names import NotAName, clean_text, isolate
from tournaments.core.words.texts import error_text
from tournaments.models import Player, Round, Stage, Tournament, fields
from tournaments.stages import stages

#: The points that an organiser sets, as fields of the tournament.
POINTS = tuple(each.name for each in columns_of(Tournament) if each.name.startswith("points_"))
NO_POINTS: Mapping[str, object] = MappingProxyType({})


def change_rules(
    who: Who,
    tournament: Tournament,
    *,
    rules: str,
    changes: Mapping[str, Any],
    points: Mapping[str, Any] = NO_POINTS,
    reason: str = "",
    revision: int | None = None,
) -> Tournament:
    """Set a rule set, its changed lines, and points; `points` are fields of the tournament.

    Once a round is published, this changes ranks and needs a reason; the journal stores the old rules with the new
    ones.
    """
    with act(who, tournament, "change-rules", Right.SET_RULES, reason=reason.strip(), revision=revision) as doing:
        row = doing.tournament
        stage = snapshot.current_stage(row)
        was = _facts(row, stage)
        checked = _check(rules, stage, changes)
        stages.rules_fit(rules, stage.system, checked)
        doing.update(row, rules=rules, rules_changes=checked, **_clean(row, points))
        doing.facts |= {"was": was, "now": _facts(row, stage)}
        if doing.changes and not doing.reason and has_begun(row):
            raise Refused(
                _("Rounds have been played. Give a reason for changing points or tie-breaks."),
                code="reason-missing",
                field="reason",
            )
    tournament.refresh_from_db()
    return tournament


def draw_lot(who: Who, tournament: Tournament) -> Tournament:
    """Draw the seed of the lots, only once: anyone can calculate from it the order of players who stay tied.

    Drawing again is a change of the rules, with a reason.
    """
    with act(who, tournament, "draw-lot", Right.SET_RULES) as doing:
        row = doing.tournament
        lines = RULE_BOOKS[0].lines(row.rules, snapshot.current_stage(row).system, row.rules_changes)
        if lines["last_resort"] != "lot":
            raise Refused(_("These rules do not use a lot."), code="no-lot")
        if lines["lot"]:
            raise Refused(_("Lots have already been drawn: {seed}.").format(seed=lines["lot"]), code="lot-drawn")
        doing.facts["seed"] = fields.seed()
        doing.update(row, rules_changes={**row.rules_changes, "lot": doing.facts["seed"]})
    tournament.refresh_from_db()
    return tournament


def has_begun(tournament: Tournament) -> bool:
    """Return whether any round is published; from then on a change of rules changes ranks."""
    return tournament.rounds.exclude(status=Round.Status.DRAFT).exists()


def _check(rules: str, stage: Stage, changes: Mapping[str, object]) -> dict[str, object]:
    if rules not in RULE_SETS:
        raise Refused(
            _("Unknown rule set. Available: {known}.").format(known=", ".join(RULE_SETS)), code="rules", field="rules"
        )
    try:
        return RULE_BOOKS[0].check(rules, stage.system, changes)
    except ValueError as error:
        raise Refused(error_text(error), code="rules", field=getattr(error, "name", None)) from error


def _clean(tournament: Tournament, points: Mapping[str, object]) -> dict[str, object]:
    cleaned = {}
    for name, value in points.items():
        if name not in POINTS:
            raise Refused(_("Unknown points. Available: {known}.").format(known=", ".join(POINTS)), code="rules")
        try:
            cleaned[name] = column(Tournament, name).clean(value, tournament)
        except ValidationError as error:
            raise Refused(" ".join(error.messages), code="rules", field=name) from error
    return cleaned


def _facts(tournament: Tournament, stage: Stage) -> dict[str, object]:
    """Return rule set, criteria and points, as the journal stores them."""
    facts = RULE_BOOKS[0].facts(tournament.rules, stage.system, tournament.rules_changes)
    return {**facts, "points": [str(Fraction(getattr(tournament, name))) for name in POINTS[:3]]}


def set_prizes(
    who: Who, tournament: Tournament, fund: Mapping[str, object] | None, *, revision: int | None = None
) -> Tournament:
    """Set the prize fund in its stored form (`RuleBook.fund`); None or a fund without categories removes it.

    Winners of prizes are not stored: they follow from the standings. Raise Refused for an invalid fund, with the field
    "name", or "2.name" for that of the third category.
    """
    stored = _check_fund(fund) if fund and fund["categories"] else None
    with act(who, tournament, "set-prizes", Right.SET_RULES, revision=revision) as doing:
        if doing.update(doing.tournament, prizes=stored) and stored is not None:
            offers = RULE_BOOKS[0].offers(stored)
            doing.facts["prizes"] = "; ".join(f"{isolate(name)}: {isolate(prizes)}" for name, prizes in offers)
    tournament.refresh_from_db()
    return tournament


def _check_fund(fund: Mapping[str, object]) -> dict[str, object]:
    try:
        return RULE_BOOKS[0].fund(fund)
    except ValueError as error:
        category = getattr(error, "category", None)
        place = [] if category is None else [str(category)]
        field = ".".join([*place, getattr(error, "name", "")])
        raise Refused(error_text(error), code="prizes", field=field) from error


LONGEST_REASON = 300
#: The largest external value, and its number of decimal places.
MOST = Decimal(999_999)
STEP = Decimal("0.001")

NO_VALUES: Mapping[int, Decimal | None] = MappingProxyType({})


def value_text(value: Decimal | None) -> str:
    """Return a value as text for readers."""
    return "–" if value is None else f"{value.normalize():f}"


def place_by_hand(
    who: Who, tournament: Tournament, players: Sequence[Player], *, reason: str, seen: Sequence[int] | None = None
) -> None:
    """Set the order of players whom no criterion separates, after a play-off or a decision; the reason is public.

    All players tied with them must be listed. The order is valid for the present standings: after another round, or a
    correction that changes who is tied, it no longer applies. `seen` are the keys of the players in the order that the
    caller saw. Raise Refused, and Conflict if the order has changed since.
    """
    try:
        why = clean_text(reason, LONGEST_REASON)
    except NotAName as error:
        raise Refused(str(error), code="reason", field="reason") from error
    with act(who, tournament, "place-by-hand", Right.SET_RULES, reason=why) as doing:
        if not why:
            text = _("Give a reason for this order. It is shown publicly.")
            raise Refused(text, code="reason-missing", field="reason")
        rows = doing.own_many(list(players))
        level = RULE_BOOKS[0].level(doing.tournament)
        tie = next((each for each in level if {row.pk for row in each.players} == {row.pk for row in rows}), None)
        if tie is None or len({row.pk for row in rows}) < len(rows):
            text = _("List all tied players, each exactly once, and no others.")
            raise Refused(text, code="not-level", field="players")
        if seen is not None and tuple(seen) != tuple(row.pk for row in tie.players):
            unknown = _("Someone else changed this order. Reload to see it.")
            raise Conflict(_order_changed(who, doing.tournament, unknown), current=tie.players)
        doing.facts["round"] = tie.round
        doing.name(players=rows)
        with doing.together():
            for place, row in enumerate(rows, start=1):
                entry = {"after": tie.round, "tie": doing.sequence, "of": len(rows), "place": place, "reason": why}
                doing.update(row, placed=entry, version=doing.sequence)


def _order_changed(who: Who, tournament: Tournament, unknown: str) -> str:
    """Return who last changed the manual order, as a message; `unknown` if nobody did."""
    last = tournament.journal.filter(verb="place-by-hand").values_list("sequence", flat=True).first()
    return unknown if last is None else last_change_text(who, tournament, unknown, last)


def _value_changed(who: Who, tournament: Tournament, row: Player) -> str:
    """Return who changed a player's external value, and to which value, as a message."""
    person = known_changer(who, tournament, row.version)
    if person is None:
        text = _("Someone else set the value of {name} to {value}. Reload to see it.")
    elif person == who.user:
        text = _("You set the value of {name} to {value} in another window. Reload to see it.")
    else:
        text = _("{person} set the value of {name} to {value}. Reload to see it.")
    called = isolate(person.called) if person is not None else ""
    return text.format(person=called, name=isolate(row.name), value=value_text(row.outside))


def set_outside(
    who: Who,
    tournament: Tournament,
    values: Mapping[Player, Decimal | None],
    seen: Mapping[int, Decimal | None] = NO_VALUES,
) -> int:
    """Set external values of these players, None for none; return how many changed. The list of tie-breaks decides
    whether and where they count, as `OUT`. `seen` are the values that the caller saw, by player key. Raise Refused,
    and Conflict if another person has set a different value since.
    """
    with act(who, tournament, "set-outside", Right.SET_RULES) as doing:
        rows = doing.own_many(list(values))
        changed = []
        with doing.together():
            for row, value in zip(rows, values.values(), strict=True):
                if value is not None and (abs(value) > MOST or value != value.quantize(STEP)):
                    text = _("A value has at most six digits, and three decimals.")
                    raise Refused(text, code="value", field=row.public_id)
                if row.pk in seen and row.outside not in {seen[row.pk], value}:
                    raise Conflict(_value_changed(who, doing.tournament, row), current=row)
                if doing.update(row, outside=value):
                    doing.update(row, version=doing.sequence)
                    changed.append(row)
        doing.facts["count"] = len(changed)
        doing.name(players=changed)
    return len(changed)
