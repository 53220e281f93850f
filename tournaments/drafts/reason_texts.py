"""Turn reasons of the pairing systems into sentences of one tournament."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from pairings.plan import Reason
from pairings.wording.sentences import sentence
from tournaments.core.snapshot import View
from tournaments.core.words.names import isolate_all
from tournaments.core.words.texts import translate
from tournaments.models import Player, Round


@dataclass(frozen=True, slots=True)
class Teller:
    """A writer of reasons: `names` of players by the numbers in reasons; `halves` as in the tournament's scoring."""

    names: Mapping[int, str]
    halves: bool

    @classmethod
    def of(cls, view: View) -> Teller:
        """Return a teller for the player numbers of a view."""
        return cls(view.names, view.snapshot.scoring.halves)

    @classmethod
    def of_round(cls, round_: Round, players: Iterable[Player] = ()) -> Teller:
        """Return a teller for a round's reasons, with the player numbers of the time when it was paired.

        Players outside `players` are read when a reason first refers to one.
        """
        return cls(_NamesOfRound(round_, players), round_.tournament.halves)

    def tell(self, reason: Reason) -> str:
        """Return the reason as a sentence in the reader's language."""
        return sentence(reason, self.names, translate, halves=self.halves)

    def cite(self, reason: Reason) -> dict[str, str]:
        """Return the sentence and its article, for a page."""
        return {"text": self.tell(reason), "article": reason.article}


class _NamesOfRound(dict[int, str]):
    """Names by the numbers of a round; all are read when one is missing."""

    def __init__(self, round_: Round, players: Iterable[Player]) -> None:
        super().__init__({0: gettext("the bye")})
        self._round: Round | None = round_
        self._take({player.pk: player.name for player in players})

    def get(self, number: int, default: Any = None) -> Any:
        if number not in self and self._round is not None:
            players = Player.objects.filter(tournament_id=self._round.tournament_id).order_by()
            self._take(dict(players.values_list("pk", "name")))
            self._round = None
        return super().get(number, default)

    def _take(self, names: Mapping[int, str]) -> None:
        seats = self._round.seats.items() if self._round is not None else ()
        found = [(int(number), names[key]) for number, key in seats if key in names]
        texts = isolate_all(name for _number, name in found)
        self.update({number: name for (number, _name), name in zip(found, texts, strict=True)})
