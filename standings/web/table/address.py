"""The requested table: its URL may ask for a running round, an earlier one, or other rules."""

from __future__ import annotations

from types import MappingProxyType
from urllib.parse import urlencode

from django.http import Http404, HttpRequest

from standings.rulesets.presets import RULES
from standings.web.table.current import StageStandings, cached_standings
from tournaments.models import Tournament
from tournaments.public.page_cache import flag, one_of, whole_number
from tournaments.web.common import stage_of

#: The parameters in the URL of a table.
PARAMETERS = MappingProxyType({"stage": whole_number, "round": whole_number, "rules": one_of(RULES), "live": flag})


def standings_at(request: HttpRequest, tournament: Tournament) -> StageStandings:
    """Return the table for `?stage=2`, `?live`, `?round=3`, `?rules=third`. Raises Http404 for anything that does not
    exist.
    """
    stage = stage_of(request, tournament) if "stage" in request.GET else None
    rules = request.GET.get("rules") or None
    number = request.GET.get("round") or None
    if rules is not None and rules not in RULES:
        raise Http404
    if number is not None and not (number.isascii() and number.isdecimal() and len(number) <= 4):
        raise Http404
    try:
        after = int(number) if number else None
        return cached_standings(tournament, live="live" in request.GET, rules=rules, after=after, stage=stage)
    except ValueError as error:
        raise Http404 from error


def query(now: StageStandings, **other: str | int | None) -> str:
    """Return the same query for another URL, with changes; None removes a part."""
    stage = now.view.stage
    parts = {
        "stage": stage.number if now.is_earlier else None,
        "round": now.round if now.round != now.latest else None,
        "rules": None if now.own else now.table.rules.key.removesuffix("-round-robin"),
        "live": "1" if now.live and not now.several else None,
    }
    given = {name: value for name, value in {**parts, **other}.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""
