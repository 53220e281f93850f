"""What the screen in the hall shows, as a fact."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

#: What it can show, one after the other.
PARTS = {"names": _("Names with their tables"), "pairings": _("Pairings by table"), "standings": _("Standings")}
#: Metres to those who stand farthest away, and how many lines then fill a picture two metres high: a letter is read
#: from two hundred times its height.
DEPTHS = {5: 28, 10: 20, 15: 14, 20: 10, 30: 7}
USUAL_DEPTH = 10
LONGEST_MESSAGE = 200


@dataclass(frozen=True, slots=True)
class Screen:
    """Its parts in the order of `PARTS`, a message that stands there all the time, and how deep the room is."""

    shows: tuple[str, ...] = ("pairings",)
    message: str = ""
    depth: int = USUAL_DEPTH
