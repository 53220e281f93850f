"""Editions of the rule book as data: one record each, with its criteria in order and its rule functions.

An edition that counts differently has other functions in its record; one with other aims has another list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import Protocol

from pairings.snapshot import Snapshot
from pairings.swiss.rules.acceleration import baku_points
from pairings.swiss.rules.articles import ARTICLES_2012, ARTICLES_2017, ARTICLES_2026, Articles
from pairings.swiss.rules.colours import Allocation, Preference, allocate, preference
from pairings.swiss.rules.criterion import Bound, Criterion, Scope
from pairings.swiss.rules.editions import edition_2012, edition_2017, edition_2026
from pairings.swiss.rules.history import OfUnplayed
from pairings.wording.mark import gettext_noop as _


def more_than_half(points: int, rounds: int, best: int) -> bool:
    """Return whether a player is a topscorer: more than half of the possible points so far (article 1.8)."""
    return 2 * points > rounds * best


class Rest(StrEnum):
    """The way in which an edition ensures that all players below a bracket can be paired.

    It checks every bracket; or checks again only after a failure, with all below as one; or goes back from below.
    """

    ALWAYS = "always"
    ONCE = "once"
    GOING_BACK = "going back"


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of the rules. `label` is a translatable English message; `criteria` start with the most important.

    `of_unplayed` are the effects of a round without a game, `rest` the way to complete the round. `real_boards`: boards
    are ordered by real scores if rounds are accelerated. `counts_arrived`: the lot uses numbers that count only arrived
    players, else pairing numbers.

    It is in force `since` a day (YYYY-MM-DD); report files know it by `years`, the first of which is written.

    `topscorer` takes points, rounds played and points of the best result. `baku` gives virtual points, `preference` and
    `allocate` are the rules of colours. The codes of its reasons begin with `prefix`.
    """

    key: str
    label: str
    since: str
    years: tuple[str, ...]
    prefix: str
    articles: Articles
    criteria: tuple[Criterion, ...]
    of_unplayed: OfUnplayed
    preference: Callable[[Sequence[int]], Preference]
    topscorer: Callable[[int, int, int], bool]
    allocate: Callable[[Preference, Preference, Sequence[int], Sequence[int], int], Allocation]
    baku: Callable[[Snapshot], Mapping[int, tuple[Fraction, ...]]]
    rest: Rest = Rest.ALWAYS
    real_boards: bool = False
    counts_arrived: bool = True

    @property
    def collapses(self) -> bool:
        """True if the lowest brackets are joined when necessary; otherwise the score of the bye is known beforehand."""
        return self.rest is not Rest.ALWAYS

    def of(self, scope: Scope) -> tuple[Criterion, ...]:
        """Return the criteria of one scope, in order."""
        return tuple(criterion for criterion in self.criteria if criterion.scope is scope)

    def find_criterion(self, *keys: str) -> Criterion:
        """Return the first of its criteria with one of these keys. Raises StopIteration if it has none."""
        return next(criterion for criterion in self.criteria if criterion.key in keys)

    def without(self, key: str) -> Edition:
        """Return the edition without one of its criteria; the edition itself if it lacks that key."""
        criteria = tuple(criterion for criterion in self.criteria if criterion.key != key)
        return self if len(criteria) == len(self.criteria) else replace(self, criteria=criteria)

    def criteria_of_bound(self, bound: Bound) -> tuple[Criterion, ...]:
        """Return the criteria that counting bounds in the same way, in order."""
        return tuple(criterion for criterion in self.criteria if criterion.bound is bound)

    def code(self, topic: str, criterion: Criterion) -> str:
        """Return the code of the reason for a topic and a criterion."""
        return f"{self.prefix}-{topic}-{criterion.article}"

    def cite(self, criterion: Criterion) -> str:
        return self.articles.cite(criterion.article)

    @property
    def sentences(self) -> Mapping[str, str]:
        """The messages of its criteria by the codes of their reasons."""
        return {
            self.code(topic, criterion): message
            for criterion in self.criteria
            for topic, message in criterion.sentences.items()
        }


class EditionOptions(Protocol):
    """The options of a Swiss system: its book, acceleration, and the initial colour or "lot"."""

    @property
    def acceleration(self) -> str: ...

    @property
    def initial_colour(self) -> str: ...

    @property
    def book(self) -> Edition: ...


EDITIONS: Mapping[str, Edition] = MappingProxyType(
    {
        edition.key: edition
        for edition in (
            Edition(
                "2026",
                _("In force since 1 February 2026"),
                since="2026-02-01",
                years=("2026", "2025"),
                prefix="dutch",
                articles=ARTICLES_2026,
                criteria=edition_2026.CRITERIA,
                of_unplayed=edition_2026.OF_UNPLAYED,
                preference=preference,
                topscorer=more_than_half,
                allocate=allocate,
                baku=baku_points,
            ),
            Edition(
                "2017",
                _("In force from 1 July 2017 to 31 January 2026"),
                since="2017-07-01",
                years=("2017",),
                prefix="dutch-2017",
                articles=ARTICLES_2017,
                criteria=edition_2017.CRITERIA,
                of_unplayed=edition_2017.OF_UNPLAYED,
                preference=preference,
                topscorer=more_than_half,
                allocate=allocate,
                baku=baku_points,
                rest=Rest.ONCE,
                real_boards=True,
            ),
            Edition(
                "2012",
                _("Until 30 June 2017, as agreed in 2012"),
                since="2012-09-09",
                years=("2012",),
                prefix="dutch-2012",
                articles=ARTICLES_2012,
                criteria=edition_2012.CRITERIA,
                of_unplayed=edition_2012.OF_UNPLAYED,
                preference=preference,
                topscorer=more_than_half,
                allocate=allocate,
                baku=baku_points,
                rest=Rest.GOING_BACK,
                real_boards=True,
                counts_arrived=False,
            ),
        )
    }
)
