"""A round by the letter of C.04.5, for small fields.

It lists every set of upfloaters and every pairing in the order of the text, and takes the first that complies best.
Shares no code with the engine.
"""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations, permutations

from pairings.snapshot import ByeKind, Decision, Outcome

HALF = Fraction(1, 2)
#: The points of a side from a match without its games, a forfeit among them.
OF_MATCH = {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0}
OF_BYE = {ByeKind.ALLOCATED: 1 + HALF, ByeKind.FULL: 2, ByeKind.HALF: 1, ByeKind.ZERO: 0}


def points_of(result):
    """Return the points of both sides for a match; an open match counts as drawn."""
    if result is None:
        return 1, 1
    if result.games is None:
        return OF_MATCH[result.first], OF_MATCH[result.second]
    won, lost, drawn = result.games
    return won + drawn * HALF, lost + drawn * HALF


class Round:
    def __init__(self, snapshot, options):
        self.options = options
        self.last = snapshot.planned_rounds is not None and snapshot.next_round >= snapshot.planned_rounds
        self.rules = [
            rule.players
            for rule in snapshot.forbidden
            if rule.first_round <= snapshot.next_round <= (rule.last_round or snapshot.next_round)
        ]
        self.score, self.first_games = defaultdict(Fraction), defaultdict(list)
        self.met, self.no_bye, self.known = set(), set(), set()
        self.floated = set()
        for played in snapshot.rounds:
            self.add(played)
        self.here = [player.number for player in snapshot.to_be_paired()]
        self.known.update(self.here)

    def add(self, played):
        before, self.floated = dict(self.score), set()
        for pairing in played.pairings:
            one, two, result = pairing.first, pairing.second, pairing.result
            self.known |= {one, two}
            if result is not None and result.decision is Decision.FORFEIT:
                for number, outcome in ((one, result.first), (two, result.second)):
                    self.score[number] += OF_MATCH[outcome]
                    if outcome is Outcome.WIN:
                        self.no_bye.add(number)
                continue
            self.met |= {(one, two), (two, one)}
            self.first_games[one].append("w")
            self.first_games[two].append("b")
            if before.get(one, 0) != before.get(two, 0):
                self.floated |= {one, two}
            for number, gained in zip((one, two), points_of(result), strict=True):
                self.score[number] += gained
        for bye in played.byes:
            self.score[bye.player] += OF_BYE[bye.kind]
            if bye.kind is ByeKind.ALLOCATED:
                self.known.add(bye.player)
            if bye.kind in {ByeKind.ALLOCATED, ByeKind.FULL}:
                self.no_bye.add(bye.player)

    def legal(self, pair):
        return pair not in self.met and not any(set(pair) <= players for players in self.rules)

    def pairings_of(self, players):
        """Yield all legal pairings by their identifiers: tops in ascending order, then their bottoms (3.6.2, 3.6.3)."""
        players = sorted(players)
        for tops in combinations(players, len(players) // 2):
            others = [player for player in players if player not in tops]
            for bottoms in permutations(others):
                pairs = list(zip(tops, bottoms, strict=True))
                if all(top < bottom and self.legal((top, bottom)) for top, bottom in pairs):
                    yield pairs

    def can(self, players):
        return len(players) % 2 == 0 and next(self.pairings_of(players), None) is not None

    def find_pairs(self):
        """Return (pairs, bye or None); None if there is no legal round.

        The first player of a pair starts with White.
        """
        rest, bye = list(self.here), None
        if len(rest) % 2:
            order = sorted(rest, key=lambda n: (self.score[n], -len(self.first_games[n]), -n))
            able = (n for n in order if n not in self.no_bye and self.can([other for other in rest if other != n]))
            bye = next(able, None)
            if bye is None:
                return None
            rest.remove(bye)
        elif not self.can(rest):
            return None
        pairs = set()
        while rest:
            top = max(self.score[n] for n in rest)
            residents = {n for n in rest if self.score[n] == top}
            risen = self.upfloaters(residents, [n for n in rest if n not in residents])
            pairs |= {self.with_colours(*pair) for pair in self.best_pairing(residents | set(risen), risen)}
            rest = [n for n in rest if n not in residents and n not in risen]
        return pairs, bye

    def upfloaters(self, residents, lower):
        ranked = sorted(lower, key=lambda n: (-self.score[n], n))
        for count in range(len(lower) + 1):
            sets = [
                chosen
                for chosen in combinations(ranked, count)
                if self.can([*residents, *chosen]) and self.can([n for n in lower if n not in chosen])
            ]
            if sets:
                break
        differences = {chosen: [-self.score[n] for n in reversed(chosen)] for chosen in sets}
        least = min(differences.values())
        sets = sorted((chosen for chosen in sets if differences[chosen] == least), key=lambda chosen: chosen)
        sets = [chosen for chosen in sets if self.next_group_is_well(lower, chosen)] or sets
        best = min(self.floaters_among(chosen) for chosen in sets)
        return next(chosen for chosen in sets if self.floaters_among(chosen) == best)

    def floaters_among(self, players):
        return 0 if self.last else len(self.floated & set(players))

    def next_group_is_well(self, lower, chosen):
        """Return whether the next scoregroup can be paired after the upfloats (C6).

        What is left of it needs no player from below, or one if its number is odd.
        """
        following = [n for n in lower if self.score[n] == max(self.score[m] for m in lower)]
        left = [n for n in following if n not in chosen]
        if not left:
            return not following or self.can([n for n in lower if n not in chosen])
        below = [n for n in lower if n not in following and n not in chosen]
        return any(
            self.can([*left, *more]) and self.can([n for n in below if n not in more])
            for more in combinations(below, len(left) % 2)
        )

    def best_pairing(self, players, risen):
        def again(pairs):
            return self.floaters_among([other for a, b in pairs for one, other in ((a, b), (b, a)) if one in risen])

        listed = list(self.pairings_of(players))
        fewest = min(map(again, listed))
        return next(pairs for pairs in listed if again(pairs) == fewest)

    def with_colours(self, one, other):
        higher, lower = sorted((one, other), key=lambda n: (-self.score[n], n))
        return (higher, lower) if self.begins(higher, lower) == "w" else (lower, higher)

    def begins(self, higher, lower):
        """Return the colour of the higher ranked player in the first game (4.3)."""
        other = {"w": "b", "b": "w"}
        mine, theirs = self.first_games[higher], self.first_games[lower]
        if not mine and not theirs:
            initial = self.options.initial_colour[0]
            return initial if sorted(self.known).index(higher) % 2 == 0 else other[initial]
        if mine.count("w") != theirs.count("w"):
            return "w" if mine.count("w") < theirs.count("w") else "b"
        for back in range(1, min(len(mine), len(theirs)) + 1):
            if mine[-back] != theirs[-back]:
                return theirs[-back]
        return other[mine[-1]] if mine else theirs[-1]
