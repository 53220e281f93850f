"""Brackets of a round, paired by going back when lower ones fail (Dutch system of 2012, C.1 and C.12 to C.14).

Each bracket is paired by itself. Three rules repair the consequences:

* C.12: if a stage of a bracket has no candidate, the bracket above must provide another candidate (`others`). It moves
  down as many players with the same scores, and the stage has a candidate with these players;
* C.13: if the last bracket cannot be paired, the bracket above takes its first candidate after which the last one can
  be paired, with as many pairs as possible;
* if there is no such candidate, the two brackets are joined. All players of the upper one then count as moved down.

Brackets above the one that changes stay the same. A bracket that changed for C.13 never changes again.

Bounds for n players in b brackets. Polynomial, whatever the field: a bracket has at most n stages (C.14), each with one
matching without weights; the stage that is taken has one with weights, and 3 n questions among the best (`weighed`,
`face`); brackets are joined at most b times; where one player moves down, C.12 asks at most n times. That is no more
than n matchings with weights a bracket, mostly one.

Two searches are not polynomial. Each tries the best candidates one after the other, with one matching for each: C.12 if
several players move down (`others`), up to the number of sets of as many players with these scores; and D.4 in a
remainder of several scores (`remainders`), up to the number of choices of opponents. They have no time limit, because a
result that is cut short would not follow the text. `work` receives each candidate, and can end the work.

Measured numbers of candidates in one search: at most 3 by C.12 and 1 by D.4 in 976 rounds of generated tournaments of
30 to 1,000 players. In hard fields, with clubs, byes and one half of the field always White: at most 78 and 10 in 9,043
rounds of 16 players, and 588 and 130 in 5,291 rounds of 24, where the slowest took 1 s. Of 1,862 rounds of 32 players
two took more than 1,500 candidates and 20 s.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from pairings.matching.sets.bits import as_set, bits
from pairings.matching.sets.weighted import NoCompleteMatching
from pairings.progress import NO_PROGRESS, Work
from pairings.swiss.rules.field import SwissField
from pairings.swiss.solve.dutch_2012.others import LowerBracket, other_floaters
from pairings.swiss.solve.dutch_2012.remainders import with_least_remainder
from pairings.swiss.solve.dutch_2012.stages import Stage, StagedBracket
from pairings.swiss.solve.dutch_2012.weighed import bracket_outcome, kind_of_bracket, of_stage, with_below
from pairings.swiss.solve.paired import BracketOutcome, PairedBracket
from pairings.wording.mark import gettext_noop as _

#: The progress message of `pair_going_back`.
PROGRESS_MESSAGE = _("Pairing brackets from the top: {done} of {of}.")


@dataclass(frozen=True, slots=True)
class StageResult:
    """A bracket paired in a stage, which is None if all its players move down.

    `for_next`: for other floaters (C.12); `completing`: so that the last one can be paired (C.13); `joined` from
    several.
    """

    bracket: StagedBracket
    stage: Stage | None
    outcome: BracketOutcome
    for_next: bool = False
    completing: bool = False
    joined: bool = False


def pair_going_back(field: SwissField, work: Work = NO_PROGRESS) -> list[PairedBracket]:
    """Return every bracket from the top; the round has at least one pairing."""
    results: list[StageResult] = []
    for at, score in enumerate(field.scores[:-1]):
        tell = partial(work.at, PROGRESS_MESSAGE, at, len(field.scores))
        tell()
        paired = _Pairing(field, results, 0, field.groups[score], tell, last=False).pair(going_back=True)
        if paired is None:
            raise AssertionError("all can move down")
        results.append(paired)
    results.append(_last(field, results, partial(work.at, PROGRESS_MESSAGE, len(field.scores) - 1, len(field.scores))))
    return [_as_bracket(at, each) for at, each in enumerate(results, start=1)]


def _last(field: SwissField, results: list[StageResult], tell: Callable[[], None]) -> StageResult:
    """Return the last bracket; those above are paired again or joined to it until it can be paired (C.13)."""
    own, residents = 0, field.groups[field.scores[-1]]
    paired = _Pairing(field, results, own, residents, tell, last=True).pair(going_back=True)
    # C.13: the bracket above gets another candidate, or is combined with the last one.
    while paired is None:
        if not results:
            raise AssertionError("the round can be paired")
        above = results.pop()
        instead = _completing(above, own | residents)
        if instead is not None:
            results.append(instead)
            # A bracket that changed for C.13 does not change again for C.12.
            paired = _Pairing(field, results, own, residents, tell, last=True).pair(going_back=False)
        else:
            # After a merge, all players of the upper bracket count as moved down.
            own, residents = above.bracket.residents, own | residents
            paired = _Pairing(field, results, own, residents, tell, last=True).pair(going_back=True)
    return paired


def _completing(above: StageResult, below: int) -> StageResult | None:
    """Return the first candidate of the bracket above, with most pairs, after which all below can be paired."""
    if above.stage is None:
        return None
    for remainder in (True, False) if above.stage.apart else (True,):
        with suppress(NoCompleteMatching):
            matching = with_below(above.bracket, above.stage, below, remainder=remainder)
            best_stage = matching.best_stage()
            if best_stage.pairs and (best_stage.moved == above.stage.moved or not remainder):
                return replace(above, stage=best_stage, outcome=matching.outcome(), completing=True)
    return None


class _Pairing:
    """The bracket below the paired ones (`results`): the set `residents`, and `own`, moved down before joining.

    Unbounded searches call `tell` at each candidate.
    """

    def __init__(
        self,
        field: SwissField,
        results: list[StageResult],
        own: int,
        residents: int,
        tell: Callable[[], None],
        *,
        last: bool,
    ) -> None:
        self.field = field
        self.results = results
        self.own = own
        self.residents = residents
        self.tell = tell
        self.last = last

    def pair(self, *, going_back: bool) -> StageResult | None:
        """Return the paired bracket; the one above may change (C.12). None for a last one that cannot be paired."""
        given_up: list[frozenset[int]] = []
        while True:
            incoming = self.results[-1].outcome.floaters if self.results else []
            bracket = StagedBracket(self.field, sorted([*incoming, *bits(self.own)]), self.residents, last=self.last)
            lower = LowerBracket(bracket, self.own, frozenset(incoming), given_up) if going_back and incoming else None
            # C.1: if a moved-down player has no opponent here, C.12 applies before any candidate is tried.
            if bracket.lacking and lower and self._asks(lower, None):
                continue
            quick = bracket.by_bounds()
            if quick is not None:
                return StageResult(
                    bracket, bracket.first_stage(), bracket_outcome(bracket, *quick), joined=bool(self.own)
                )
            for stage in bracket.stages():
                if bracket.possible(stage):
                    return StageResult(bracket, stage, self._outcome(bracket, stage), joined=bool(self.own))
                # C.12 comes before C.14: other floaters are tried before fewer pairs.
                if lower and self._asks(lower, stage):
                    break
            else:
                return None if self.last else StageResult(bracket, None, bracket_outcome(bracket, [], []))

    def _asks(self, lower: LowerBracket, failed: Stage | None) -> bool:
        """Return whether the bracket above has another suitable candidate (C.12); if so, pair it that way."""
        above = self.results[-1]
        if above.stage is None:
            return False
        found = other_floaters(above.bracket, above.stage, lower, failed, self.tell)
        if found is None:
            return False
        lower.given_up.append(lower.incoming)
        self.results[-1] = replace(above, outcome=found, for_next=True)
        return True

    def _outcome(self, bracket: StagedBracket, stage: Stage) -> BracketOutcome:
        return with_least_remainder(bracket, stage, self.tell) or of_stage(bracket, stage).outcome()


def _as_bracket(number: int, result: StageResult) -> PairedBracket:
    """Return a stage as a bracket; if all may meet all, all are residents with their own score."""
    bracket = result.bracket
    apart = bracket.apart if result.stage is None else result.stage.apart
    residents = bracket.residents if apart else as_set(bracket.members) | bracket.leavers
    field = bracket.field
    return PairedBracket(
        number,
        field.scores_in(bracket.residents)[0],
        bracket.moved if apart else [],
        residents,
        result.outcome,
        penultimate=result.completing,
        collapsed=result.joined,
        for_next=result.for_next,
        bracket_kind=kind_of_bracket(bracket, apart=apart),
    )
