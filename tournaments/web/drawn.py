"""Drawn matches of a knock-out, in which somebody has to say who goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournaments.border.knockouts import is_knock_out, undecided
from tournaments.models import Advance, Pairing, Round

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


@dataclass(frozen=True, slots=True)
class Drawn:
    """A match of a round that was drawn: what was said of who goes on, and how it can have been found."""

    said: Advance | None

    @property
    def ways(self) -> list[tuple[str, StrOrPromise]]:
        return list(Advance.How.choices)


def drawn_in(round_: Round, only: Pairing | None = None) -> dict[int, Drawn]:
    """The drawn matches of a round of a knock-out by their keys, and others of which somebody has said who goes on;
    or that of one table.
    """
    if not is_knock_out(round_.stage):
        return {}
    told = Advance.objects.filter(pairing__round=round_)
    said = {each.pairing_id: each for each in (told if only is None else told.filter(pairing=only))}
    wanted = {each.pk for each in undecided(round_)} | set(said)
    return {key: Drawn(said.get(key)) for key in wanted if only is None or key == only.pk}
