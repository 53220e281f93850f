"""The rule of club teams as data, with its limits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pairings.wording.mark import Sentence, SpokenError
from pairings.wording.mark import gettext_noop as _

#: The maximum number of players of a club that can count.
MOST = 20


class Origin(StrEnum):
    """The common origin of the players of a club team."""

    CLUB = "club"
    FEDERATION = "federation"


class RuleError(SpokenError):
    """An invalid rule; `name` is the invalid field."""

    def __init__(self, sentence: Sentence, name: str) -> None:
        super().__init__(sentence)
        self.name = name


@dataclass(frozen=True, slots=True)
class ClubRule:
    """The `best` players of each club form its team. With `several`, the next best form its second team, and so on.
    With `short`, an incomplete team counts with the players it has.
    """

    by: Origin
    best: int
    several: bool = False
    short: bool = False


def check(rule: ClubRule) -> ClubRule:
    """Return the rule if it is valid. Raises RuleError."""
    if not 1 <= rule.best <= MOST:
        text = _("Between 1 and {most} players of each club can count.")
        raise RuleError(Sentence(text, most=MOST), "best")
    return rule
