"""What the bracket of a knock-out calls rounds, wherever pages name them by number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.models import Round
from tournaments.web.titles import round_titles

register = template.Library()


@register.simple_tag
def bracket_names(rounds: Iterable[Round]) -> dict[int, SafeString]:
    """What stands behind the number of each of these rounds that has a name: Round 3 · Semi-finals."""
    return {number: format_html(" · {}", title) for number, title in round_titles(rounds).items()}


@register.simple_tag
def bracket_name(round_: Round) -> str:
    """The same of one round; nothing where it has no name."""
    return bracket_names([round_]).get(round_.number, "")


@register.filter
def entry(named: Mapping[int, SafeString], number: int) -> str:
    """The entry of a round that may have none."""
    return named.get(number, "")
