"""Sentences that explain the place of a club team and whose points count."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from pairings.wording.mark import Sentence, ngettext
from pairings.wording.mark import gettext_noop as _
from standings.clubs.rule import ClubRule
from standings.clubs.teams import ClubTeam, ClubTeamCriterion

_ABOVE: Mapping[ClubTeamCriterion, str] = MappingProxyType(
    {
        ClubTeamCriterion.POINTS: _("More points than {other}: {one} to {two}."),
        ClubTeamCriterion.TIE_BREAK: _(
            "Equal to {other} on points, ahead on the players' first tie-break: {one} to {two}."
        ),
        ClubTeamCriterion.PLACES: _("Tied with {other} so far, ahead on the lower sum of places: {one} to {two}."),
        ClubTeamCriterion.BEST: _("Tied with {other} so far, ahead on a player's best place: {one} to {two}."),
    }
)
_WORTH: Mapping[ClubTeamCriterion, Callable[[ClubTeam], Fraction | int]] = MappingProxyType(
    {
        ClubTeamCriterion.POINTS: lambda team: team.points,
        ClubTeamCriterion.TIE_BREAK: lambda team: team.tie_break,
        ClubTeamCriterion.PLACES: lambda team: team.places,
        ClubTeamCriterion.BEST: lambda team: team.best,
    }
)


def reasons(
    rule: ClubRule, team: ClubTeam, below: ClubTeam | None, name: str, shown: Callable[[Fraction | int], str]
) -> Iterator[Sentence]:
    """Yield the sentences about a team.

    `below` is the next in the table, `name` that team's name; `shown` writes an amount.
    """
    if team.rank is None:
        text = ngettext("Not ranked: {count} player is missing.", "Not ranked: {count} players are missing.", "count")
        yield Sentence(text, count=team.missing)
    elif team.missing:
        text = ngettext("{count} player is missing and counts 0.", "{count} players are missing and count 0.", "count")
        yield Sentence(text, count=team.missing)
    if team.separated_by is not None and below is not None:
        worth = _WORTH[team.separated_by]
        facts = {"other": name, "one": shown(worth(team)), "two": shown(worth(below))}
        yield Sentence(_ABOVE[team.separated_by], **facts)
    elif below is not None and team.rank is not None and team.rank == below.rank:
        yield Sentence(_("Tied with {other}: they share the place."), other=name)
    if team.rest:
        yield _uncounted_reason(rule, team)


def _uncounted_reason(rule: ClubRule, team: ClubTeam) -> Sentence:
    """Return the sentence that explains why the remaining players of a club count for no team."""
    if rule.several:
        text = ngettext(
            "{count} club player is in no team: a further team needs {best}.",
            "{count} club players are in no team: a further team needs {best}.",
            "count",
        )
    else:
        text = ngettext(
            "{count} club player does not count: only the best {best} do.",
            "{count} club players do not count: only the best {best} do.",
            "count",
        )
    return Sentence(text, count=len(team.rest), best=rule.best)
