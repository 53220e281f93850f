"""The rule of club teams, as data, and its limits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pairings.wording.mark import Sentence, SpokenError
from pairings.wording.mark import gettext_noop as _

#: The most players of a club that can count.
MOST = 20


class Origin(StrEnum):
    """The common origin of the players of a club team."""

    CLUB = "club"
    FEDERATION = "federation"


class RuleError(SpokenError):
    """A rule that cannot be: `name` is the field that is wrong."""

    def __init__(self, sentence: Sentence, name: str) -> None:
        super().__init__(sentence)
        self.name = name


@dataclass(frozen=True, slots=True)
class ClubRule:
    """The `best` players of each club are its team. With `several` the next best are its second team, and so on; with
    `short` a team that lacks players counts with those whom it has.
    """

    by: Origin
    best: int
    several: bool = False
    short: bool = False


def check(rule: ClubRule) -> ClubRule:
    """The rule, if it can be. Raises RuleError."""
    if not 1 <= rule.best <= MOST:
        text = _("Between 1 and {most} players of each club can count.")
        raise RuleError(Sentence(text, most=MOST), "best")
    return rule
