"""What the rounds of a bracket are called, and what hangs together in it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from pairings.plan import Reason
from pairings.systems.groups.forming import group_letter
from pairings.systems.knock_out.tree import Part
from tournaments.border.brackets import Section


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


def _places(first: object, last: object) -> str:
    return _("Places {first}–{last}").format(first=first, last=last)
