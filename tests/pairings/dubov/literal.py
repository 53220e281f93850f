"""Dubov's round by the letter of C.04.4.1: lists every candidate in the order of the text. For small fields.

Shares no code with the engine: it reads the past itself and checks each rule on lists of pairs.
"""

from fractions import Fraction
from itertools import combinations, permutations

from pairings.snapshot import ByeKind
from tests.pairings.swiss_positions import standing


class Past:
    def __init__(self, snapshot):
        self.numbers = [p.number for p in snapshot.players]
        ratings = {p.number: p.rating or 0 for p in snapshot.players}
        self.met = {n: [] for n in self.numbers}
        self.colours = dict.fromkeys(self.numbers, "")
        self.up = {n: [] for n in self.numbers}
        self.barred = {p.number for p in snapshot.players if not p.may_have_bye}
        self.came = set()
        for at, played in enumerate(snapshot.rounds):
            before = standing(snapshot, at)
            for p in played.pairings:
                self.came |= {p.first, p.second}
                for one, other in ((p.first, p.second), (p.second, p.first)):
                    if before[one] < before[other]:
                        self.up[one].append(played.number)
                if p.result is None or p.result.played:
                    self.met[p.first].append(p.second)
                    self.met[p.second].append(p.first)
                    self.colours[p.first] += "w"
                    self.colours[p.second] += "b"
                    continue
                for one, outcome in ((p.first, p.result.first), (p.second, p.result.second)):
                    if snapshot.scoring.points_of(outcome, p.result.decision) >= snapshot.scoring.win:
                        self.barred.add(one)
            for bye in played.byes:
                self.came |= {bye.player} if bye.kind is ByeKind.ALLOCATED else set()
                if bye.kind is ByeKind.ALLOCATED or snapshot.scoring.points_of_bye(bye.kind) >= snapshot.scoring.win:
                    self.barred.add(bye.player)
        self.average = {n: mean([ratings[other] for other in self.met[n]]) for n in self.numbers}


def mean(ratings):
    return int(Fraction(sum(ratings), len(ratings)) + Fraction(1, 2)) if ratings else 0


def wish(colours):
    """Return (colour, strength) according to article 1.6."""
    if not colours:
        return "b", 1
    surplus = colours.count("w") - colours.count("b")
    if abs(surplus) > 1:
        return ("b" if surplus > 0 else "w"), 3
    if colours[-2:] in ("ww", "bb"):
        return ("b" if colours[-1] == "w" else "w"), 3
    if surplus:
        return ("b" if surplus > 0 else "w"), 2
    return ("b" if colours[-1] == "w" else "w"), 1


class Round:
    def __init__(self, snapshot):
        self.snapshot = snapshot
        self.past = Past(snapshot)
        self.score = standing(snapshot, len(snapshot.rounds))
        self.there = [p.number for p in snapshot.to_be_paired()]
        self.wish = {n: wish(self.past.colours[n]) for n in self.there}
        self.last = snapshot.next_round >= snapshot.planned_rounds
        self.known = {}

    def legal(self, a, b):
        if b in self.past.met[a]:
            return False
        now = self.snapshot.next_round
        if any({a, b} <= f.players and f.first_round <= now <= (f.last_round or now) for f in self.snapshot.forbidden):
            return False
        return not (self.wish[a] == self.wish[b] and self.wish[a][1] == 3)

    def pairings(self, players):
        """Yield every legal pairing of all the given players."""
        if not players:
            yield []
            return
        first, *rest = players
        for other in rest:
            if self.legal(first, other):
                for more in self.pairings([n for n in rest if n != other]):
                    yield [(first, other), *more]

    def pairable(self, players):
        key = frozenset(players)
        if key not in self.known:
            self.known[key] = next(self.pairings(sorted(players)), None) is not None
        return self.known[key]

    def find_pairs(self):
        """Return the pairs as sets and the player with the bye or None; return None if there is no legal round."""
        rest, bye = sorted(self.there, key=lambda n: (-self.score[n], n)), None
        if len(rest) % 2:
            able = [n for n in rest if n not in self.past.barred]
            able.sort(key=lambda n: (self.score[n], -len(self.past.colours[n]), -n))
            bye = next((n for n in able if self.pairable([o for o in rest if o != n])), None)
            if bye is None:
                return None
            rest.remove(bye)
        if not self.pairable(rest):
            return None
        pairs = []
        while rest:
            bracket, found = self.bracket(rest)
            pairs += found
            rest = [n for n in rest if n not in bracket]
        return {frozenset(pair) for pair in pairs}, bye

    def bracket(self, rest):
        top = [n for n in rest if self.score[n] == self.score[rest[0]]]
        lower = rest[len(top) :]
        for size in range(len(lower) + 1):
            sets = [
                up
                for up in combinations(lower, size)
                if self.pairable([*top, *up]) and self.pairable([n for n in lower if n not in up])
            ]
            if sets:
                best = min(sets, key=lambda up: (self.costs(top, up), [lower.index(n) for n in up]))
                return [*top, *best], self.pair_bracket([*top, *best])
        raise AssertionError

    def count_lost_wishes(self, pairs):
        return sum(self.wish[a][0] == self.wish[b][0] for a, b in pairs)

    def costs(self, top, up):
        """Return the costs of a set of upfloaters (C6 to C10)."""
        steps = sorted((self.score[top[0]] - self.score[n] for n in up), reverse=True)
        least = min(map(self.count_lost_wishes, self.pairings(sorted([*top, *up]))))
        if self.last:
            return steps, least
        most = 2 + self.snapshot.planned_rounds // 5
        maximum = [n for n in up if len(self.past.up[n]) >= most]
        just = sum(self.snapshot.next_round - 1 in self.past.up[n] for n in up)
        return steps, least, len(maximum), sum(len(self.past.up[n]) for n in maximum), just

    def pair_bracket(self, players):
        players = sorted(players)
        if not any(self.past.colours[n] for n in players):
            g1 = players[: len(players) // 2]
        else:
            g1 = [n for n in players if self.wish[n][0] == "w"]
        g2 = [n for n in players if n not in g1]
        small, large = (g1, g2) if len(g1) <= len(g2) else (g2, g1)
        half = (len(large) - len(small)) // 2
        every = list(self.pairings(players))
        inside = min(sum(a in small and b in small for a, b in pairs) for pairs in every)
        for away in combinations(self.order(small), inside):
            for back in combinations(self.order(large), inside + half):
                moved = {*away, *back}
                first = [n for n in players if (n in g1) is not (n in moved)]
                found = self.find_transposition(first, [n for n in players if n not in first])
                if found:
                    return found
        raise AssertionError

    def order(self, group):
        """Return a group in order from the middle outwards (4.3)."""
        white = group and all(self.wish[n][0] == "w" for n in group)
        left = sorted(group, key=lambda n: (self.past.average[n], n) if white else (0, n))
        found = []
        while left:
            found.append(left.pop((len(left) - 1) // 2))
        return found

    def find_transposition(self, first, second):
        if len(first) != len(second):
            return None
        s1 = sorted(first, key=lambda n: (self.past.average[n], n))
        for s2 in permutations(sorted(second)):
            if all(self.legal(a, b) for a, b in zip(s1, s2, strict=True)):
                return list(zip(s1, s2, strict=True))
        return None
