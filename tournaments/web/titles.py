"""What the rounds of a bracket are called, and what hangs together in it."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count
from django.utils.translation import gettext as _

from pairings.plan import Reason
from pairings.systems import SYSTEMS
from pairings.systems.groups.forming import group_letter
from pairings.systems.knock_out.tree import Part
from tournaments.border.brackets import Section, rounds_laid_out
from tournaments.models import Round, Stage

#: A round is called after so many parts of the bracket at most.
MOST_NAMES = 3


def titles_of(section: Section) -> list[str]:
    """What the rounds of a part are called at their heads. Those of the second chance have numbers: twice in a row as
    many players are left.
    """
    if section.part is Part.SECOND_CHANCE:
        return [_("Second chance {number}").format(number=number) for number, _column in enumerate(section.columns, 1)]
    return [_title_of(column.name) for column in section.columns]


def _title_of(name: Reason) -> str:
    if name.code == "ko-places":
        return _places(name.facts["first"], name.facts["last"])
    count = name.facts.get("count")
    titles = {
        "ko-final": _("Final"),
        "ko-semifinal": _("Semi-finals"),
        "ko-quarterfinal": _("Quarter-finals"),
        "ko-third": _("Third place"),
        "ko-grand-final": _("Grand final"),
        "ko-second-final": _("Second final, if it is needed"),
        "ko-plate-final": _("Final of the plate"),
        "ko-opening": _("Opening matches"),
        "ko-winners-match": _("Winners"),
        "ko-decider": _("Second place"),
        "ko-round": _("Round {number}").format(number=name.facts.get("round")),
        "ko-page-first": _("First against second"),
        "ko-page-third": _("Third against fourth"),
        "ko-page-second": _("Second chance"),
        "ko-step": _("A step up"),
    }
    return titles.get(name.code) or _("Last {count}").format(count=count)


def section_title(section: Section, *, alone: bool) -> str:
    """What a part of a bracket is called; nothing for the main one, nor for one that is `alone`."""
    if section.part is Part.FOURS:
        return "" if alone else _("Group {letter}").format(letter=group_letter(section.number - 1))
    if section.part is Part.PLACES:
        return _places(section.number, section.last)
    titles = {Part.SECOND_CHANCE: _("Second chance"), Part.FINAL: _("Finals"), Part.PLATE: _("Plate")}
    if not alone:
        titles[Part.STEPS] = _("The fourth of the page play-off")
        titles[Part.PAGE] = _("Page play-off")
    return titles.get(section.part, "")


def round_titles(rounds: Iterable[Round]) -> dict[int, str]:
    """What the bracket calls rounds, by their numbers in the tournament; nothing of those that are in none."""
    wanted = list(rounds)
    stages = {row.stage_id: row.stage for row in wanted if SYSTEMS[row.stage.system].knocks_out}
    seated = Stage.objects.filter(pk__in=stages).annotate(seated=Count("seats")).values_list("pk", "seated")
    named = {key: _titles_in(stages[key], players) for key, players in (seated if stages else ()) if players > 1}
    found = {row.number: named.get(row.stage_id, {}).get(row.number, "") for row in wanted}
    return {number: title for number, title in found.items() if title}


def _titles_in(stage: Stage, players: int) -> dict[int, str]:
    """By the tournament's number of a round. A round of several parts is called after each, the main one first."""
    found: dict[int, list[str]] = {}
    for section in rounds_laid_out(stage, players):
        plate = _("Plate") if section.part is Part.PLATE else ""
        for column, title in zip(section.columns, titles_of(section), strict=True):
            if column.name.code == "ko-round":
                continue
            name = _("{group}: {name}").format(group=plate, name=title) if plate else title
            found.setdefault(column.round, []).append(name)
    return {number: ", ".join(list(dict.fromkeys(names))[:MOST_NAMES]) for number, names in found.items()}


def _places(first: object, last: object) -> str:
    return _("Places {first}–{last}").format(first=first, last=last)
