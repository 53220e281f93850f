"""A second opinion on the edition of 2012: sections A to E, step by step, for fields of up to eight players.

A state machine: it goes from the top bracket down and applies C.1 to C.14 in order. It generates candidates in the
order of D.1 to D.3 and drops requirements as C.10 does. It uses no weights and shares no code with the engine. Legal
opponents, colours and orders come from `literal`; where the text is ambiguous, it follows docs/divergences.md.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from pairings.snapshot import ByeKind
from tests.pairings.dutch.literal import ABSOLUTE, BLACK, STRONG, WHITE, Literal
from tests.pairings.dutch.orders import moved_down_sets


@dataclass
class Standing:
    """A bracket being paired: `moved` and `residents` in order, the stage (P1, M1, apart), and the result so far."""

    moved: list
    residents: list
    own: list
    last: bool
    gone: list = field(default_factory=list)
    stage: tuple | None = None
    pairs: list = field(default_factory=list)
    left: list = field(default_factory=list)

    @property
    def players(self):
        return self.moved + self.residents

    @property
    def apart(self):
        """Whether moved-down players are paired first (A.3).

        If half or more moved down, all are treated as one score.
        """
        return 0 < 2 * len(self.moved) < len(self.players)


class Literal2012(Literal):
    """The edition of 2012: `steps` counts the applied steps by article; `factor` turns D.4 on."""

    def __init__(self, snapshot, *, factor=True):
        self.factor = factor
        self.steps = Counter()
        super().__init__(snapshot)

    # A.5, B.1.b

    def may_have_bye(self, number):
        scoring = self.snapshot.scoring
        for played in self.snapshot.rounds:
            for bye in played.byes:
                gained = scoring.points_of_bye(bye.kind)
                if bye.player == number and (bye.kind is ByeKind.ALLOCATED or gained > scoring.loss):
                    return False
            for pairing in played.pairings:
                if number in {pairing.first, pairing.second} and not pairing.result.played:
                    outcome = pairing.result.first if number == pairing.first else pairing.result.second
                    if scoring.points_of(outcome, pairing.result.decision) > scoring.loss:
                        return False
        return True

    def _bye_score(self):
        return None

    def _can_be_completed(self, left):
        if len(left) % 2:
            return any(self.may_have_bye(n) and self.can_be_completed(left - {n}) for n in left)
        if not left:
            return True
        first = min(left)
        return any(self.may_meet(first, n) and self.can_be_completed(left - {first, n}) for n in left - {first})

    def _number_for_the_lot(self, player):
        """Return the pairing number itself: E.5 also counts players who have not arrived."""
        return player

    # Section C

    def _pair(self):
        self.above = []
        groups = [
            [n for n in self.there if self.points[n] == score]
            for score in sorted({self.points[n] for n in self.there}, reverse=True)
        ]
        for residents in groups[:-1]:
            self.above.append(self.bracket([], residents, last=False, back=True))
        self._last([], groups[-1])
        self.pairs = {
            self.colours_of(*sorted(pair, key=self.rank.get)) for bracket in self.above for pair in bracket.pairs
        }
        self.bye = self.above[-1].left[0] if self.above[-1].left else None

    def _last(self, own, residents):
        """Pair the last bracket (C.13): go back to the penultimate bracket, or join the two, as often as needed."""
        found = self.bracket(own, residents, last=True, back=True)
        while found is None:
            penultimate = self.above.pop()
            if self._another_penultimate(penultimate, own + residents):
                self.steps["C.13"] += 1
                self.above.append(penultimate)
                found = self.bracket(own, residents, last=True, back=False)
            else:
                self.steps["C.13 joined"] += 1
                own, residents = penultimate.residents + penultimate.gone, own + residents
                found = self.bracket(self._in_order(own), self._in_order(residents), last=True, back=True)
        self.above.append(found)

    def _another_penultimate(self, bracket, below):
        if bracket.stage is None:
            return False
        pairs, moved, apart = bracket.stage
        while pairs > 0:
            bracket.stage = (pairs, min(moved, pairs), apart)
            for pairs_made, left in self.best_first(bracket):
                if self.can_be_completed(frozenset(left + bracket.gone + below)):
                    bracket.pairs, bracket.left = pairs_made, self._in_order(left + bracket.gone)
                    return True
            pairs -= 1
        return False

    def bracket(self, own, residents, *, last, back):
        """Pair a bracket by C.1 to C.14; return None if a last bracket has no pairing.

        With `back`, C.12 may ask the bracket above for other floaters.
        """
        given_up = []
        while True:
            came = self.above[-1].left if self.above else []
            bracket = self.set_up(came, own, residents, last)
            if back and self._lonely(bracket, bracket.moved) and self.c12(bracket, came, None, given_up):
                continue
            answer = self._by_stages(bracket, came, given_up if back else None)
            if answer != "again":
                return answer

    def _by_stages(self, bracket, came, given_up):
        """Pair by C.2 to C.11, and by C.14 after each failure; return "again" if the bracket above has changed."""
        for stage in self.stages(bracket):
            bracket.stage = stage
            found = next(self.best_first(bracket), None)
            if found is not None:
                bracket.pairs, left = found
                bracket.left = self._in_order(left + bracket.gone)
                self._note(bracket)
                return bracket
            if given_up is not None and self.c12(bracket, came, stage, given_up):
                return "again"
        if bracket.last:
            return None
        bracket.stage, bracket.pairs = None, []
        bracket.left = self._in_order(bracket.players + bracket.gone)
        return bracket

    def set_up(self, came, own, residents, last):
        """Set up a bracket by C.1: residents without an opponent move down before anything is counted."""
        bracket = Standing(self._in_order([*came, *own]), list(residents), list(own), last)
        if not last:
            bracket.gone = self._lonely(bracket, bracket.residents)
            bracket.residents = [n for n in bracket.residents if n not in bracket.gone]
        return bracket

    def _lonely(self, bracket, some):
        everybody = bracket.players + bracket.gone
        bye = bracket.last and len(everybody) % 2
        return [
            n
            for n in some
            if not any(self.may_meet(n, other) for other in everybody if other != n)
            and not (bye and self.may_have_bye(n))
        ]

    def stages(self, bracket):
        """Yield the stages of C.14: M1 decreases until a remainder is reached, then P does.

        In a last bracket, C.13 decreases only M1.
        """
        most, m0 = len(bracket.players) // 2, len(bracket.moved)
        if bracket.apart:
            for m1 in range(m0, 0, -1):
                yield most, m1, True
                if not bracket.last and any(True for _ in self._first_halves(bracket, m1)):
                    for pairs in range(most - 1, m1 - 1, -1):
                        yield pairs, m1, True
                    return
        for pairs in [most] if bracket.last else range(most, 0, -1):
            yield pairs, 0, False

    def c12(self, bracket, came, failed, given_up):
        """Take other floaters from the bracket above with which this one can be paired (C.12).

        They have the same number and scores. Return whether there were any.
        """
        above = self.above[-1] if self.above else None
        if above is None or above.stage is None or not came:
            return False
        for pairs, left in self.best_first(above):
            others = self._in_order(left + above.gone)
            if others == came or others in given_up:
                continue
            alike = sorted(self.points[n] for n in others) == sorted(self.points[n] for n in came)
            if alike and self._lets_go_on(bracket, others, failed):
                self.steps["C.12"] += 1
                given_up.append(list(came))
                above.pairs, above.left = pairs, others
                return True
        return False

    def _lets_go_on(self, old, others, failed):
        residents = self._in_order(old.residents + old.gone)
        bracket = self.set_up(others, old.own, residents, old.last)
        if self._lonely(bracket, bracket.moved):
            return False
        first = next(self.stages(bracket), (0, 0, False))
        if failed is None or (bracket.apart and not old.apart):
            bracket.stage = first
        else:
            bracket.stage = failed if bracket.apart else (failed[0], 0, False)
        return any(True for _ in self.candidates_of(bracket))

    # C.3 to C.10

    def best_first(self, bracket):
        """Yield the candidates of a stage in the order of C.10: with all requirements, then with one dropped, etc."""
        yield from self._odometer(list(self.candidates_of(bracket)), self.requirements(bracket))

    def _odometer(self, found, requirements):
        """Yield the candidates in order; the innermost requirement allows more breaches first.

        `found` already break the outer requirements as rarely as possible.
        """
        if not requirements or len(found) < 2:
            yield from found
            return
        (least, counted), *inner = requirements
        counts = [counted(*candidate) for candidate in found]
        assert min(counts) >= least, "A.8: fewer than X1 or Z1"
        for allowed in sorted(set(counts)):
            exactly = [candidate for candidate, count in zip(found, counts, strict=True) if count == allowed]
            yield from self._odometer(exactly, inner)

    def requirements(self, bracket):
        """Return the requirements that C.10 drops, the last to be dropped first.

        Each has the number of breaches allowed at first (X1, Z1).
        """
        pairs, _, apart = bracket.stage
        odd = self.round % 2 == 1
        x1, z1 = self.x1_and_z1(bracket) if pairs == len(bracket.players) // 2 else (0, 0)
        found = [(0, lambda made, left: self._same(made, ABSOLUTE))]
        if bracket.last and not apart and self.factor:
            found.append((0, lambda made, left: self._factor(made, left, bracket)))
        if odd:
            found.append((0, lambda made, left: self._same(made, STRONG)))
        found.append((x1, lambda made, left: self._same(made, 1)))
        if not odd:
            found.append((z1, lambda made, left: self._same(made, STRONG)))
        found += [(0, lambda made, left, ago=ago: sum(self.had("down", n, ago) for n in left)) for ago in (1, 2)]
        if apart:
            found += [(0, lambda made, left, ago=ago: self._upfloats(made, bracket, ago)) for ago in (1, 2)]
        return found

    def x1_and_z1(self, bracket):
        """Return X1 and Z1 (A.8), for a bracket in which P0 pairs can be made."""
        p0 = len(bracket.players) // 2
        strong, mild, new = Counter(), Counter(), 0
        for number in bracket.players:
            strength, colour = self.records[number].preference
            if colour is None:
                new += 1
            elif strength == 1 and self.round % 2 == 0:
                mild[colour] += 1
            else:
                strong[colour] += 1
        white, black, w, b = strong[WHITE], strong[BLACK], mild[WHITE], mild[BLACK]
        x1 = max(0, p0 - min(white + w, black + b) - new)
        z1 = max(0, p0 - min(white, black) - w - b - new)
        return x1, z1

    def _same(self, made, strength):
        """Return the number of pairs whose players both want the same colour, each with at least this strength."""
        wishes = [(self.records[a].preference, self.records[b].preference) for a, b in made]
        return sum(one[1] == other[1] is not None and min(one[0], other[0]) >= strength for one, other in wishes)

    def _upfloats(self, made, bracket, ago):
        """Return the number of residents who meet a moved-down player and had an upfloat `ago` rounds ago."""
        moved = set(bracket.moved)
        return sum(self.had("up", a if b in moved else b, ago) for a, b in made if (a in moved) != (b in moved))

    def _factor(self, made, left, bracket):
        """Return the factor of D.4; a bye counts as an opponent one point below the lowest score of the bracket."""
        bye = min(self.points[n] for n in bracket.players) - 1
        pairs = sum((self.points[a] - self.points[b]) ** 2 for a, b in made)
        return pairs + sum((self.points[n] - bye) ** 2 for n in left)

    # The candidates: C.4 to C.9

    def candidates_of(self, bracket):
        """Yield (pairs, players left) in the order of section D; in a last bracket, a player left may have the bye."""
        pairs, m1, apart = bracket.stage
        if not apart:
            found = ([], bracket.players, [])
            yield from self._with_remainder(bracket, [found], pairs)
        else:
            yield from self._with_remainder(bracket, self._first_halves(bracket, m1), pairs - m1)

    def _first_halves(self, bracket, m1):
        """Yield (pairs of moved-down players, the remainder, moved-down players left) by D.3 and D.1."""
        for numbers in moved_down_sets(range(len(bracket.moved)), m1):
            s1 = [bracket.moved[number] for number in numbers]
            left = [n for n in bracket.moved if n not in s1]
            for opponents in self.transpositions(s1, bracket.residents):
                remainder = [n for n in bracket.residents if n not in opponents]
                yield list(zip(s1, opponents, strict=True)), remainder, left

    def _with_remainder(self, bracket, halves, pairs):
        apart = bracket.stage[2]
        for made, players, left in halves:
            found = []
            for rest in self.remainder(players, pairs):
                over = [n for n in players if not any(n in pair for pair in rest)]
                if not bracket.last or (len(left + over) < 2 and all(map(self.may_have_bye, left + over))):
                    found.append((made + rest, left + over))
            if apart and bracket.last and self.factor and found:
                found = self._least_remainders(bracket, found, made, left)
            yield from found

    def _least_remainders(self, bracket, found, made, left):
        """Return the remainders with the least factor of D.4 for one choice of opponents; B.2 comes first."""
        worth = []
        for pairs, over in found:
            rest = [pair for pair in pairs if pair not in made]
            worth.append((self._same(rest, ABSOLUTE), self._factor(rest, [n for n in over if n not in left], bracket)))
        return [each for each, value in zip(found, worth, strict=True) if value == min(worth)]

    def _in_order(self, players):
        return sorted(players, key=self.rank.get)

    def _note(self, bracket):
        """Count the kinds of brackets that were paired."""
        if bracket.last:
            several = len({self.points[n] for n in bracket.players}) > 1
            if not bracket.stage[2] and several:
                self.steps["D.4"] += 1
            if bracket.stage[2] and len({self.points[n] for n in bracket.residents}) > 1:
                self.steps["D.4 remainder"] += 1
