"""Reasons of the pairing systems, told to the people of one tournament."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from pairings.plan import Reason
from pairings.sentences import sentence
from tournaments.border import View
from tournaments.models import Player, Round
from tournaments.words.isolation import isolate_all
from tournaments.words.languages import translate


@dataclass(frozen=True, slots=True)
class Teller:
    """`names` of players by the numbers that reasons use; `halves` as the tournament's scoring has it."""

    names: Mapping[int, str]
    halves: bool

    @classmethod
    def of(cls, view: View) -> Teller:
        """Who tells reasons that speak of the numbers of a view."""
        return cls(view.names, view.snapshot.scoring.halves)

    @classmethod
    def of_round(cls, round_: Round) -> Teller:
        """Who tells the reasons of a round, which speak of players by the numbers of the time when it was paired."""
        names = dict(Player.objects.filter(tournament_id=round_.tournament_id).values_list("pk", "name"))
        seated = [(int(number), names[key]) for number, key in round_.seats.items() if key in names]
        told = isolate_all(name for _number, name in seated)
        found = {number: name for (number, _name), name in zip(seated, told, strict=True)}
        return cls({0: gettext("the bye"), **found}, round_.tournament.halves)

    def tell(self, reason: Reason) -> str:
        """The reason as a sentence in the reader's language."""
        return sentence(reason, self.names, translate, halves=self.halves)

    def cite(self, reason: Reason) -> dict[str, str]:
        """The sentence with the article that it rests on, for a page."""
        return {"text": self.tell(reason), "article": reason.article}
