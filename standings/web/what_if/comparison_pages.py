"""A second rule set beside the tournament's own: whose place changes, and which line of the rules causes it."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from pairings.systems import SYSTEMS
from standings.core.rules import Rules
from standings.explain.wording_compare import line_sentence, move_sentence
from standings.rulesets.compare import RuleSetComparison, compare
from standings.rulesets.presets import RULES
from standings.web.rules.rule_sets import criterion_names, preset_of, sets_for
from standings.web.table.address import PARAMETERS, query, standings_at
from standings.web.table.current import StageStandings
from tournaments.core.words.texts import translate
from tournaments.public.page_cache import flag, from_memory, one_of
from tournaments.web.common import find, frame

#: How many rule sets are offered before one is chosen.
MOST_ALIKE = 6
#: The largest field in which each of these is compared at once.
COMPARED_AT_ONCE = 100


@from_memory({**PARAMETERS, "with": one_of(RULES), "moved": flag})
def comparison(request: HttpRequest, slug: str) -> HttpResponse:
    """Show each player's place under the tournament's own rules and under those of `?with=third`; with `&moved` only
    changed places.
    """
    desk = find(request, slug)
    found = desk.tournament
    other = request.GET.get("with", "")
    now = standings_at(request, found)
    if not SYSTEMS[now.view.stage.system].questions.by_points:
        return render(request, "standings/comparison.html", frame(desk, now=now, back=query(now)), status=422)
    known = sets_for(now.view.stage.system)
    if other and other not in known:
        raise Http404
    context = frame(
        desk,
        now=now,
        chosen=other,
        rule_sets=[(key, translate(rules.name)) for key, rules in known.items() if key != found.rules],
        back=query(now),
        there=query(now, rules=other),
    )
    if other:
        second = preset_of(now.view.stage.system, other)
        context |= {"second": second, **context_of(now, _comparison(now, second))}
        only_moved = "moved" in request.GET and bool(context["moved"])
        context |= {
            "only_moved": only_moved,
            "shown": context["moved" if only_moved else "lines"],
            "with_all": query(now, **{"with": other}),
            "with_moved": query(now, **{"with": other, "moved": "1"}),
        }
    else:
        read = {key: preset_of(now.view.stage.system, key) for key in known}
        alike = most_alike(now.table.rules, read)
        context |= {
            "alike": [
                {
                    "name": translate(rules.name),
                    "criteria": criterion_names(rules.chain).values(),
                    "at": query(now, **{"with": key}),
                    "moves": _moves(now, rules),
                }
                for key, rules in alike
            ],
            "proposed": alike[0][0] if alike else "",
        }
    return render(request, "standings/comparison.html", context)


def most_alike(own: Rules, others: Mapping[str, Rules]) -> list[tuple[str, Rules]]:
    """Return the rule sets whose criteria are most like one's own, each once: two in common at least, few others."""
    chain = set(own.chain)
    different: dict[str, tuple[str, Rules]] = {}
    for key, rules in others.items():
        if rules.name != own.name and len(chain.intersection(rules.chain)) > 1:
            different.setdefault(rules.name, (key, rules))
    return sorted(different.values(), key=lambda each: len(chain.symmetric_difference(each[1].chain)))[:MOST_ALIKE]


def _moves(now: StageStandings, second: Rules) -> int | None:
    """Return the number of players whose place would change under other rules; None in a field that is too large."""
    if not now.round or len(now.table.rows) > COMPARED_AT_ONCE:
        return None
    return len(_comparison(now, second).moves)


def _comparison(now: StageStandings, second: Rules) -> RuleSetComparison:
    return compare(now.view.snapshot, now.table.rules, second, now.table.through_round)


def context_of(now: StageStandings, found: RuleSetComparison) -> dict[str, object]:
    """Return a comparison for a page: the lines that differ, both places of each player, and the reasons of moves."""
    moves = {move.player: move for move in found.moves}
    lines = []
    for row in now.table.rows:
        move = moves.get(row.player)
        gained = int(move.first) - int(move.second) if move and move.first and move.second else 0
        lines.append(
            {
                "player": now.player(row),
                "first": row.rank,
                "second": move.second if move else row.rank,
                "gained": gained,
                "lost": -gained,
                "why": move_sentence(move, now.view.names, translate) if move else "",
            }
        )
    return {
        "differs": [line_sentence(line, translate, halves=now.table.reckoning.scoring.halves) for line in found.lines],
        "lines": lines,
        "moved": [line for line in lines if line["why"]],
    }
