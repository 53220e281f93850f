"""A second opinion on the edition of 2017: sections A to E, word for word, for fields of up to eight players.

Colours, candidates and legal opponents come from `literal`; this module contains the differences of the edition.
Candidates of a bracket are judged in order. Brackets are paired by A.9: for their own sake, then for completion.
"""

from __future__ import annotations

from pairings.snapshot import ByeKind, Outcome
from tests.pairings.dutch.literal import Literal


class NotRead(Exception):
    """Only pairs of moved-down players could complete the round, and the text has no such candidate."""


class Literal2017(Literal):
    def __init__(self, snapshot):
        self.point = 1
        super().__init__(snapshot)

    # A.4, C.2

    def had(self, kind, number, ago):
        """Return whether a player had this float `ago` rounds ago; an unplayed round counts as a downfloat."""
        played = self.round - ago
        if played < 1:
            return False
        return self._float_in(number, played) == kind

    def _float_in(self, number, played):
        record = self.records[number]
        for pairing in self.snapshot.rounds[played - 1].pairings:
            if number in {pairing.first, pairing.second} and pairing.result.played:
                other = pairing.first + pairing.second - number
                own, theirs = (each.score_before[played] for each in (record, self.records[other]))
                return "down" if own > theirs else "up" if own < theirs else ""
        return "down"

    def may_have_bye(self, number):
        for played in self.snapshot.rounds:
            if any(bye.player == number and bye.kind is ByeKind.ALLOCATED for bye in played.byes):
                return False
            for pairing in played.pairings:
                if number in {pairing.first, pairing.second} and not pairing.result.played:
                    won = pairing.result.first if number == pairing.first else pairing.result.second
                    if won is Outcome.WIN and self.snapshot.scoring.forfeit_win >= self.snapshot.scoring.win:
                        return False
        return True

    def _bye_score(self):
        return None

    def _can_be_completed(self, left):
        """Return whether all can be paired, except one who may have the bye if their number is odd (C.4)."""
        if len(left) % 2:
            return any(self.may_have_bye(n) and self.can_be_completed(left - {n}) for n in left)
        if not left:
            return True
        first = min(left)
        return any(self.may_meet(first, n) and self.can_be_completed(left - {first, n}) for n in left - {first})

    # A.9

    def _pair(self):
        chosen, moved = [], []
        scores = sorted({self.points[n] for n in self.there}, reverse=True)
        for at, score in enumerate(scores):
            residents = [n for n in self.there if self.points[n] == score]
            below = [n for n in self.there if self.points[n] < score]
            if not below:
                moved = self._take(chosen, self.best(moved, residents, [], "last"), moved, residents)
                break
            candidate = self.best(moved, residents, below, "ahead", last_is_next=at + 2 == len(scores))
            if self.can_be_completed(self._players_left(candidate, moved, residents) | frozenset(below)):
                moved = self._take(chosen, candidate, moved, residents)
                continue
            moved = self._take(chosen, self.best(moved, residents, below, "penultimate"), moved, residents)
            moved = self._take(chosen, self.best(moved, below, [], "last"), moved, below)
            break
        self.pairs = {self.colours_of(*sorted(pair, key=self.rank.get)) for pair in chosen}
        self.bye = moved[0] if moved else None

    def _players_left(self, candidate, moved, residents):
        return frozenset(moved + residents) - {n for pair in candidate for n in pair}

    def _take(self, chosen, candidate, moved, residents):
        chosen += candidate
        return sorted(self._players_left(candidate, moved, residents), key=self.rank.get)

    def best(self, moved, residents, below, how, *, last_is_next=False):
        """Return the best candidate of a bracket; among equals, the first (B.8)."""
        for number_of_pairs in range((len(moved) + len(residents)) // 2, -1, -1):
            best, best_failures = None, None
            for candidate in self.candidates(moved, residents, number_of_pairs):
                left = self._players_left(candidate, moved, residents)
                if how == "last" and not (len(left) == 0 or (len(left) == 1 and self.may_have_bye(*left))):
                    continue
                if how == "penultimate" and not self._apart(tuple(sorted(left)), frozenset(below)):
                    continue
                failures = self.failures(candidate, moved, residents, below if how == "ahead" else [], last_is_next)
                if best is None or failures < best_failures:
                    best, best_failures = candidate, failures
                if not moved and not left and not any(map(self._some, failures)):
                    return best
            if best is not None:
                return best
        raise NotRead

    @staticmethod
    def _some(failure):
        return any(failure) if isinstance(failure, (list, tuple)) else failure

    def _apart(self, floaters, below):
        """Return whether all players below can be paired if the floaters do not meet each other."""
        if not floaters:
            return self.can_be_completed(below)
        first, *others = floaters
        ways = [n for n in below if self.may_meet(first, n)]
        if any(self._apart(tuple(others), below - {n}) for n in ways):
            return True
        left_over = (len(floaters) + len(below)) % 2 == 1 and self.may_have_bye(first)
        return left_over and self._apart(tuple(others), below)

    def candidates(self, moved, residents, pairs):
        """Return the candidates as in 2026, with the sets of moved-down players in the order of D.3."""
        found = list(super().candidates(moved, residents, pairs))
        paired = {id(each): sorted(n for pair in each for n in pair if n in moved) for each in found}
        found.sort(key=lambda each: [-self.points[n] for n in sorted(paired[id(each)], key=self.rank.get)])
        return found

    # C.5 to C.19

    def failures(self, candidate, moved, residents, below, last_is_next):
        floaters = sorted(self._players_left(candidate, moved, residents), key=self.rank.get)
        lowest = min(self.points[n] for n in residents)
        falls = {n: self.points[n] - (lowest - self.point) for n in floaters}
        rises = {}
        for pair in candidate:
            higher, lower = sorted(pair, key=self.rank.get)
            if self.points[higher] > self.points[lower]:
                falls[higher] = rises[lower] = self.points[higher] - self.points[lower]
        even = [0] * (len(candidate) - len(rises))
        found = [len(floaters), self._list([falls[n] for n in floaters] + list(rises.values()) + even)]
        found.append(self._next(frozenset(floaters), below, last_is_next))
        found += [sum(of) for of in zip(*(self.failures_of(*pair) for pair in candidate), strict=True)] or [0] * 4
        for ago in (1, 2):
            found.append(sum(self.had("down", n, ago) for n in falls))
            found.append(sum(self.had("up", n, ago) for n in rises))
        for ago in (1, 2):
            found.append(self._list(falls[n] for n in falls if self.had("down", n, ago)))
            found.append(self._list(rises[n] for n in rises if self.had("up", n, ago)))
        return found

    @staticmethod
    def _list(values):
        return sorted(values, reverse=True)

    def _next(self, floaters, below, last_is_next):
        """Return the fewest players without an opponent in the next bracket by C.1 to C.3 (C.7).

        The scores of those who came from this bracket follow.
        """
        if not below:
            return 0, []
        residents = [n for n in below if self.points[n] == self.points[below[0]]]
        ways = self._ways_to_float(sorted(floaters), residents)
        return min(
            (
                sum(3 if last_is_next and not self.may_have_bye(n) else 1 for n in left),
                self._list(self.points[n] for n in left if n in floaters),
            )
            for left in ways
        )
