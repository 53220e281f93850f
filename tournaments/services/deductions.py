"""Points deducted by the arbiter, or given, with a reason."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import border
from tournaments.journal.acts import act
from tournaments.journal.errors import Refused
from tournaments.models import Player, Tournament
from tournaments.rights.permissions import Right
from tournaments.rights.who import Who
from tournaments.rulebook import RULE_BOOKS
from tournaments.services.byes import last_planned
from tournaments.words.deductions import LONGEST_REASON, Deduction, can_be, stored
from tournaments.words.validation import NotAName, clean_text

#: First criteria of a table that count points.
_OF_POINTS = frozenset({"PTS", "MP"})


def deduct_points(
    who: Who, tournament: Tournament, player: Player, round_number: int, points: Fraction | None, *, reason: str = ""
) -> Player:
    """Note, change or (with None) take back what is deducted from a player in a round, above zero what is given. It
    counts in the table after the round and in the pairings of the rounds after it. The same again changes nothing.
    """
    try:
        said = clean_text(reason, LONGEST_REASON)
    except NotAName as error:
        raise Refused(str(error), code="reason", field="reason") from error
    with act(who, tournament, "deduct-points", Right.PAIR) as doing:
        row = doing.own(player)
        doing.facts |= {"round": round_number, "points": None if points is None else str(points), "why": said}
        doing.name(name=row)
        _counts_points(doing.tournament)
        _round_allowed(doing.tournament, round_number)
        others = [each for each in row.deducted if each.round != round_number]
        if points is not None:
            if not can_be(points):
                text = _("Give whole points up to 99, or halves below 10; -1 deducts a point.")
                raise Refused(text, code="points", field="points")
            if not said:
                text = _("Say why: everybody reads it beside the player's points.")
                raise Refused(text, code="reason-missing", field="reason")
            others.append(Deduction(round_number, points, said))
        if doing.update(row, deductions=stored(others)):
            doing.update(row, version=doing.sequence)
    return row


def why_not(tournament: Tournament) -> str:
    """Why no points can be deducted in the present stage; "" where they can."""
    stage = border.current_stage(tournament)
    chain = RULE_BOOKS[0].lines(tournament.rules, stage.system, tournament.rules_changes)["chain"]
    if not border.system_of(stage)[0].counts_points or not _OF_POINTS.intersection(chain[:1]):
        return _("The table of this stage is not made of points, so none can be deducted.")
    return ""


def first_round(tournament: Tournament) -> int:
    """The first round in which points can be deducted: no round is paired after it, but by a schedule."""
    stage = border.current_stage(tournament)
    if border.system_of(stage)[0].scheduled:
        return stage.first_round
    last = tournament.rounds.public().order_by("number").last()
    return max(last.number if last else 1, stage.first_round)


def _counts_points(tournament: Tournament) -> None:
    text = why_not(tournament)
    if text:
        raise Refused(text, code="no-points")


def _round_allowed(tournament: Tournament, number: int) -> None:
    last, first = last_planned(tournament), first_round(tournament)
    if number < first:
        text = _("Later rounds are paired already. Deduct the points in round {number}, or later.")
        raise Refused(text.format(number=first), code="already-paired", field="round")
    if last is not None and number > last:
        text = ngettext(
            "There is no round {number}: the tournament has {count} round.",
            "There is no round {number}: the tournament has {count} rounds.",
            last,
        )
        raise Refused(text.format(number=number, count=last), code="no-such-round", field="round")
