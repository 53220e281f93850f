"""In, out, or depends: players certain of the first places, players without a chance, and the conditions for the
rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, pgettext

from pairings.numbers import amounts
from pictures.lanes import Reach, Ways, lanes, reach
from pictures.shapes import Picture
from standings.core.rank import rank
from standings.explain.wording_verdict import verdict_sentences
from standings.verdict import reach as bounds
from standings.verdict.answer import FinalState, Verdict
from standings.web.what_if.verdicts import (
    BY_SCORES,
    KnownVerdicts,
    OpenResults,
    known_verdicts,
    open_results,
    tops_of,
    usual_top,
    verdict_task,
)
from tournaments.core.rights import Right
from tournaments.core.words.figures import local
from tournaments.core.words.names import whole_number
from tournaments.core.words.notation import result_letters
from tournaments.core.words.texts import translate
from tournaments.long_tasks.pages import page_of
from tournaments.long_tasks.running import Underway, carry_out
from tournaments.web.common import Desk, find, frame, who

#: The number of last rounds in which points show who is in and out, and the number of leaders shown before that.
MOST_ROUNDS, LEADERS = 2, 10


def verdicts(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a verdict for each player on the first `?top=8` places, in the order of the current table."""
    desk = find(request, slug)
    found = desk.tournament
    field = open_results(found)
    tops = tops_of(field)
    top = requested_places(desk, request.GET.get("top"), tops)
    context = frame(desk, field=field, top=top, tops=tops, refused=translate(BY_SCORES) if field.by_scores else "")
    if field.is_open and field.is_last and top is not None:
        try:
            known = known_verdicts(found, top) or carry_out(verdict_task(who(request), found, field, top))
        except Underway as long:
            return page_of(long.task)
        context |= {
            "known": known,
            "groups": list(_groups(field, known, top)),
            "drawn": _lanes_picture(field, known, top),
        }
    elif top is not None and field.rounds_left and field.snapshot.rounds:
        context |= by_points(field, top)
    response = render(request, "standings/verdicts.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def requested_places(desk: Desk, text: str | None, tops: list[int]) -> int | None:
    """Return the requested number of first places, by default the usual one; None if there is none.

    Raises Http404 for a number that this reader may not ask for.
    """
    if not text:
        return usual_top(tops)
    top = whole_number(text)
    if not top or (top not in tops and not desk.may(Right.SEE_DRAFTS)):
        raise Http404
    return top


def _groups(field: OpenResults, known: KnownVerdicts, top: int) -> Iterator[dict[str, Any]]:
    """Yield the players by verdict, each with a sentence and its conditions."""
    by_player = {verdict.player: verdict for verdict in known.verdicts}
    order = [row.player for row in rank(field.view.snapshot, field.rules, columns=()).rows if row.player in by_player]
    for state, heading in _headings():
        members = [by_player[player] for player in order if by_player[player].answer.state is state]
        if members:
            yield {
                "state": state.value,
                "heading": heading,
                "players": [_line(field, known, each, top) for each in members],
            }


#: The maximum number of players in the picture, and of those who are out.
MOST, MOST_OUT = 40, 3
#: The lane of each final state, and the CSS class of each lane.
LANES = {FinalState.IN: 0, FinalState.OUT: 2}
KINDS = ("in", "depends", "out")


def _lanes_picture(field: OpenResults, known: KnownVerdicts, top: int) -> Picture:
    """Return the picture of lanes to the first places, with the effect of each result of a player's own game."""
    by_player = {verdict.player: verdict for verdict in known.verdicts}
    order = [row.player for row in rank(field.view.snapshot, field.rules, columns=()).rows if row.player in by_player]
    out = [player for player in order if by_player[player].answer.state is FinalState.OUT]
    left = [player for player in order if player not in out[MOST_OUT:]]
    letters = result_letters(field.view.stage.tournament.game)
    found = [_ways(by_player[player], known, field.view.names[player], letters) for player in left]
    rows = sorted(found, key=lambda ways: (min(ways.possible), max(ways.possible)))[:MOST]
    title = gettext("Who can still be among the first {top}").format(top=top)
    description = gettext(
        "Letters show where each result of the player's own game leads: {win} win, {draw} draw, {loss} loss."
    ).format(**letters)
    heads = (
        gettext("Player"),
        pgettext("goes on to the next stage", "In"),
        gettext("It depends"),
        pgettext("goes on to the next stage", "Out"),
    )
    return lanes(title, description, heads, KINDS, rows)


def _ways(verdict: Verdict, known: KnownVerdicts, name: str, letters: Mapping[str, str]) -> Ways:
    marks = []
    for own in verdict.own:
        case = own.condition
        (pairing,) = (each for each in known.snapshot.rounds[case.round - 1].pairings if each.table == case.table)
        outcome = case.result.at_seat(pairing.players.index(verdict.player) + 1)
        mark = LANES.get(own.answer.state, 1), letters.get(outcome.value, "•")
        if not (case.result.others and mark in marks):
            marks.append(mark)
    marks.sort(key=lambda mark: [*letters.values(), "•"].index(mark[1]))
    possible = {lane for lane, _letter in marks} or {LANES.get(verdict.answer.state, 1)}
    return Ways(name, frozenset(possible), tuple(marks))


def _headings() -> Iterator[tuple[FinalState, str]]:
    yield FinalState.IN, gettext("Certain to qualify")
    yield FinalState.DEPENDS, pgettext("goes on to the next stage", "Undecided")
    yield FinalState.UNPROVED, gettext("Not proven")
    yield FinalState.LEVEL, gettext("Certain to be tied at the cut-off")
    yield FinalState.OUT, gettext("Certain to miss out")


def _line(field: OpenResults, known: KnownVerdicts, verdict: Verdict, top: int) -> dict[str, Any]:
    first, *more = verdict_sentences(
        verdict,
        known.snapshot,
        top,
        field.view.names,
        translate,
        field.view.stage.first_round,
        field.view.stage.tournament.table_inside,
    )
    return {"player": field.view.players[verdict.player], "sentence": first, "more": more}


def by_points(field: OpenResults, top: int) -> dict[str, Any]:
    """Return the page's facts about the first `top` places; empty if points do not bound them.

    Long before the end they are only about the leaders.
    """
    rules = field.rules
    if any(each is not None for each in (rules.places, rules.groups, rules.scores, rules.moves)):
        return {}
    found = bounds.reach(field.snapshot, rules, top, field.rounds_left)
    if found is None:
        return {}
    known = {each.player: each for each in found.players}
    order = [row.player for row in rank(field.view.snapshot, rules, columns=()).rows if row.player in known]
    early = field.rounds_left > MOST_ROUNDS
    players = [known[player] for player in (order[: max(LEADERS, top)] if early else order)]
    return {
        "early": early,
        "by_points": list(_groups_by_points(field, players)),
        "drawn": _meters(field, found, players, top),
    }


def _groups_by_points(field: OpenResults, players: list[bounds.Reach]) -> Iterator[dict[str, Any]]:
    headings = (
        (FinalState.IN, gettext("Certain to qualify")),
        (FinalState.DEPENDS, pgettext("goes on to the next stage", "Undecided")),
        (FinalState.OUT, gettext("Certain to miss out")),
    )
    for state, heading in headings:
        members = [each for each in players if each.state is state]
        if members:
            yield {"state": state.value, "heading": heading, "players": [_points_line(field, each) for each in members]}


def _points_line(field: OpenResults, each: bounds.Reach) -> dict[str, Any]:
    player = field.view.players[each.player]
    places = f"{each.best}–{each.worst}" if each.best < each.worst else str(each.best)
    return {"player": player, "places": places}


def _meters(field: OpenResults, found: bounds.VerdictField, players: list[bounds.Reach], top: int) -> Picture:
    """Return a meter for each player; only a few of those who are out."""
    out = [each for each in players if each.state is FinalState.OUT]
    shown = [each for each in players if each not in out[MOST_OUT:]][:MOST]
    inside, outside = pgettext("goes on to the next stage", "In"), pgettext("goes on to the next stage", "Out")
    verdicts = {FinalState.IN: inside, FinalState.OUT: outside}
    rows = [
        Reach(
            field.view.names[each.player],
            (each.least, _number_text(field, each.least)),
            (each.most, _number_text(field, each.most)),
            each.state.value,
            verdicts.get(each.state, gettext("It depends")),
        )
        for each in shown
    ]
    description = gettext(
        "Each bar shows the points now, the lighter part what can still be won. Players past the line “In” are certain "
        "to qualify. Players who cannot reach the line “Out” are certain to miss out."
    )
    heads = (gettext("Player"), gettext("Points now"), gettext("Maximum points"), gettext("Verdict"))
    title = gettext("Who can still be among the first {top}").format(top=top)
    return reach(title, description, heads, rows, ((found.needed, outside, "out"), (found.safe, inside, "in")))


def _number_text(field: OpenResults, value: Fraction) -> str:
    return local(amounts.decimal_text(value, halves=field.view.stage.tournament.halves))
