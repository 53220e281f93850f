"""A round by US Chess rules as in docs/rules/us-chess.md: lists every candidate. For small fields.

Shares no code with the engine: it reads the past itself and checks each rule on lists of pairs.
"""

from itertools import combinations

from pairings.snapshot import ByeKind
from tests.pairings.swiss_positions import standing


class Round:
    def __init__(self, snapshot, options):
        self.snapshot, self.options = snapshot, options
        known = {p.number: p.rating or 0 for p in snapshot.players}
        self.points = standing(snapshot, len(snapshot.rounds))
        there = [p.number for p in snapshot.to_be_paired()]
        self.ranked = sorted(there, key=lambda n: (-self.points[n], -known[n], n))
        self.unrated = {n for n in known if not known[n]}
        lowest = min([known[n] for n in there if known[n]], default=0)
        self.rating = {n: known[n] or lowest for n in known}
        self.met = {n: set() for n in known}
        self.colours = dict.fromkeys(known, "")
        self.barred = {p.number for p in snapshot.players if not p.may_have_bye}
        self.half, self.dropped = set(), set()
        for at, played in enumerate(snapshot.rounds):
            self.read(played, standing(snapshot, at))
        for rule in snapshot.forbidden:
            if rule.first_round <= snapshot.next_round <= (rule.last_round or snapshot.next_round):
                for one, other in combinations(rule.players, 2):
                    self.met[one].add(other)
                    self.met[other].add(one)

    def read(self, played, before):
        scoring = self.snapshot.scoring
        for p in played.pairings:
            if before[p.first] != before[p.second]:
                self.dropped.add(p.first if before[p.first] > before[p.second] else p.second)
            if p.result is None or p.result.played:
                self.met[p.first].add(p.second)
                self.met[p.second].add(p.first)
                self.colours[p.first] += "w"
                self.colours[p.second] += "b"
                continue
            for one, outcome in ((p.first, p.result.first), (p.second, p.result.second)):
                if scoring.points_of(outcome, p.result.decision) >= scoring.win:
                    self.barred.add(one)
        for bye in played.byes:
            if bye.kind is ByeKind.ALLOCATED or scoring.points_of_bye(bye.kind) >= scoring.win:
                self.barred.add(bye.player)
            if bye.kind is ByeKind.HALF:
                self.half.add(bye.player)

    def find_pairs(self):
        """Return the pairs and the player with the bye; None if there is no round."""
        left, bye = list(self.ranked), None
        if len(left) % 2:
            bye = self.bye()
            if bye is None:
                return None
            left.remove(bye)
        elif not self.complete(left):
            return None
        pairs, came = set(), []
        for score in sorted({self.points[n] for n in left}, reverse=True):
            group = [*came, *(n for n in left if self.points[n] == score)]
            below = [n for n in left if self.points[n] < score]
            odd = self.odd(group, came, below)
            pairs |= self.best([n for n in group if n not in odd], [n for n in came if n not in odd])
            came = [n for n in self.ranked if n in odd]
        return pairs, bye

    def bye(self):
        """Return the player for the bye: lowest score, then rated, without a half-point bye, lowest ranked."""
        able = [n for n in self.ranked if n not in self.barred and self.complete([m for m in self.ranked if m != n])]
        if not able:
            return None
        lowest = min(self.points[n] for n in able)
        return min(
            (n for n in able if self.points[n] == lowest),
            key=lambda n: (n in self.unrated, n in self.half, -self.ranked.index(n)),
        )

    def complete(self, players):
        return next(self.pairings(players), None) is not None

    def pairings(self, players):
        """Yield all ways to pair the players with opponents they have not met."""
        if not players:
            yield []
            return
        first, *rest = players
        for other in rest:
            if other not in self.met[first]:
                for pairs in self.pairings([n for n in rest if n != other]):
                    yield [(first, other), *pairs]

    def odd(self, group, came, below):
        """Return the smallest set that can leave; among equals, the first in order."""
        following = [n for n in below if self.points[n] == max(self.points[m] for m in below)]
        alone = {n for n in group if all(other in self.met[n] for other in following)}
        order = sorted(
            group,
            key=lambda n: (n in came, n in alone, n in self.unrated, n in self.dropped, -self.ranked.index(n)),
        )
        for size in range(len(group) + 1):
            for out in combinations(order, size):
                stays = [n for n in group if n not in out]
                if len(stays) % 2 == 0 and self.complete(stays) and self.complete([*out, *below]):
                    return out
        raise AssertionError("the round can be completed")

    def natural(self, players, came):
        """Return the natural opponents, and the upper half."""
        rest = [n for n in players if n not in came]
        if len(came) > len(rest):
            rest, came = list(players), []
        heads, rest = rest[: len(came)], rest[len(came) :]
        half = len(rest) // 2
        pairs = [*zip(came, heads, strict=True), *zip(rest[:half], rest[half:], strict=True)]
        return {one: other for pair in pairs for one, other in (pair, pair[::-1])}, {one for one, _ in pairs}

    def best(self, players, came):
        natural, upper = self.natural(players, came)
        place = {n: at for at, n in enumerate(players)}

        def worth(pairs):
            sums = [0] * 8
            for a, b in pairs:
                by_rating, by_place = (
                    min(abs(value[b] - value[natural[a]]), abs(value[a] - value[natural[b]]))
                    for value in (self.rating, place)
                )
                third, unequal, clash = self.breaks_colours(a, b)
                counted = (
                    third,
                    max(0, by_rating - self.options.equalise),
                    unequal,
                    max(0, by_rating - min(self.options.alternate, self.options.equalise)),
                    clash,
                    (a in upper) == (b in upper),
                    by_rating,
                    by_place,
                )
                sums = [one + more for one, more in zip(sums, counted, strict=True)]
            return sums, [place[b] for _, b in sorted(pairs, key=lambda pair: place[pair[0]])]

        return {frozenset(pair) for pair in min(self.pairings(players), key=worth)}

    def breaks_colours(self, a, b):
        """Return whether a pair breaks each of three colour rules.

        These are: a colour a third time in a row, one colour two more than the other, and a colour that is not due.
        """
        wishes = [due(self.colours[n]) for n in (a, b)]
        if wishes[0] != wishes[1] or not wishes[0]:
            return False, False, False
        other = {"w": "b", "b": "w"}[wishes[0]]
        both = self.colours[a], self.colours[b]
        return (
            all(each.endswith(2 * other) for each in both),
            all(each.count("w") != each.count("b") for each in both),
            True,
        )


def due(colours):
    if not colours:
        return ""
    whites, blacks = colours.count("w"), colours.count("b")
    if whites != blacks:
        return "w" if whites < blacks else "b"
    return "w" if colours[-1] == "b" else "b"
