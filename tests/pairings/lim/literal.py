"""Lim's round by the letter of C.04.4.3: lists every pairing of a group in the order of the text. For small fields.

Shares no code with the engine: it reads the past itself and checks each rule on lists of players. "Highest numbered"
is the highest ranked, as 4.2 uses it; other ambiguities are resolved as in docs/divergences.md.
"""

from fractions import Fraction
from itertools import permutations

from pairings.snapshot import ByeKind
from tests.pairings.swiss_positions import standing


class Past:
    """The facts of past rounds: pairs who met, colours as letters, players barred from the bye, the last floaters."""

    def __init__(self, snapshot):
        numbers = [p.number for p in snapshot.players]
        self.met = {n: set() for n in numbers}
        self.colours = dict.fromkeys(numbers, "")
        self.barred = {p.number for p in snapshot.players if not p.may_have_bye}
        for played in snapshot.rounds:
            for p in played.pairings:
                if p.result is None or p.result.played:
                    self.met[p.first].add(p.second)
                    self.met[p.second].add(p.first)
                    self.colours[p.first] += "w"
                    self.colours[p.second] += "b"
                    continue
                for one, outcome in ((p.first, p.result.first), (p.second, p.result.second)):
                    if snapshot.scoring.points_of(outcome, p.result.decision) >= snapshot.scoring.win:
                        self.barred.add(one)
            for bye in played.byes:
                if bye.kind is ByeKind.ALLOCATED or snapshot.scoring.points_of_bye(bye.kind) >= snapshot.scoring.win:
                    self.barred.add(bye.player)
        self.floated = set(_players_moved(snapshot))


def _players_moved(snapshot):
    """Yield the players moved to another score group in the previous round (2.3, 3.1).

    They moved towards the median, or both into it.
    """
    if snapshot.next_round == 1 or snapshot.rounds[-1].number != snapshot.next_round - 1:
        return
    before = standing(snapshot, len(snapshot.rounds) - 1)
    median = half(snapshot, snapshot.next_round - 2)
    for p in snapshot.rounds[-1].pairings:
        low, high = sorted((p.first, p.second), key=before.__getitem__)
        if before[low] < before[high]:
            if before[high] > median:
                yield high
            if before[low] < median:
                yield low


def half(snapshot, rounds):
    """Return the score of the median group (2.2)."""
    return Fraction(rounds * max(snapshot.scoring.win, snapshot.scoring.draw), 2)


def permissible(colours, new):
    """Return whether a new colour is neither a third in a row nor three more of one than of the other (2.1, 5.1)."""
    now = colours + new
    return now[-3:] not in ("www", "bbb") and abs(now.count("w") - now.count("b")) < 3


def due(colours):
    """Return the colour that equalises, otherwise the one that alternates (5.1); "" before the first game."""
    surplus = colours.count("w") - colours.count("b")
    if surplus or colours:
        return "b" if surplus > 0 or (not surplus and colours[-1] == "w") else "w"
    return ""


class Round:
    def __init__(self, snapshot, *, maxi=False):
        self.snapshot, self.maxi = snapshot, maxi
        self.past = Past(snapshot)
        self.score = standing(snapshot, len(snapshot.rounds))
        self.ratings = {p.number: p.rating or 0 for p in snapshot.players}
        self.last = snapshot.planned_rounds is not None and snapshot.next_round >= snapshot.planned_rounds
        self.known = {}

    def rank(self, players):
        """Return the players from the highest ranked to the lowest."""
        return sorted(players, key=lambda n: (-self.score[n], n))

    def compatible(self, a, b):
        now = self.snapshot.next_round
        if b in self.past.met[a]:
            return False
        if any({a, b} <= f.players and f.first_round <= now <= (f.last_round or now) for f in self.snapshot.forbidden):
            return False
        if self.last and self.score[a] == self.score[b]:  # art. 6
            return True
        one, other = self.past.colours[a], self.past.colours[b]
        return any(permissible(one, mine) and permissible(other, theirs) for mine, theirs in ("wb", "bw"))

    def most(self, players):
        """Return the number of pairs in the largest pairing of some players."""
        key = frozenset(players)
        if key not in self.known:
            first, *rest = sorted(key) or [None]
            met = [[n for n in rest if n != other] for other in rest if self.compatible(first, other)]
            self.known[key] = max([self.most(rest) if rest else 0, *(1 + self.most(left) for left in met)])
        return self.known[key]

    def pairable(self, players):
        return 2 * self.most(players) == len(players)

    def find_pairs(self):
        """Return the pairs as sets and the player with the bye or None; return None if there is no legal round."""
        rest, bye = self.rank(p.number for p in self.snapshot.to_be_paired()), None
        if len(rest) % 2:
            able = [n for n in reversed(rest) if n not in self.past.barred]
            bye = next((n for n in able if self.pairable([o for o in rest if o != n])), None)
            if bye is None:
                return None
            rest.remove(bye)
        if not self.pairable(rest):
            return None
        return {frozenset(pair) for pair in self.groups(rest)}, bye

    def groups(self, rest):
        """Return the pairs of groups from the top and from the bottom, with the median group last (2.2)."""
        middle = half(self.snapshot, self.snapshot.next_round - 1)
        median = [n for n in rest if self.score[n] == middle]
        above = self.by_score([n for n in rest if self.score[n] > middle])
        below = self.by_score([n for n in rest if self.score[n] < middle])[::-1]
        upper, down = self.side(above, median or (below[-1] if below else []), downwards=True)
        lower, up = self.side(below, median or (above[-1] if above else []), downwards=False)
        while not self.pairable([*median, *down, *up]):  # 2.6
            order = [(lower, up), (upper, down)] if len(down) > len(up) else [(upper, down), (lower, up)]
            made, into = next((made, into) for made, into in order if made)
            into += made.pop()
        return [*upper, *lower, *self.group(self.rank([*median, *down, *up]), down, up, downwards=True)]

    def by_score(self, players):
        return [
            [n for n in players if self.score[n] == score] for score in sorted({*map(self.score.get, players)})[::-1]
        ]

    def side(self, groups, beyond, *, downwards):
        """Return the pairs of one side in the order they are made, and the players who float to the median group."""
        made, came = [], []
        for members, following in zip(groups, [*groups[1:], beyond], strict=False):
            there = self.rank([*members, *came])
            leaving = self.floaters(there, came, following, downwards=downwards)
            staying = [n for n in there if n not in leaving]
            made += self.group(staying, came if downwards else [], [] if downwards else came, downwards=downwards)
            came = leaving
        return made, came

    def floaters(self, there, came, following, *, downwards):
        """Return the floaters by article 3, one by one while a player of the group has no opponent in it."""
        left, leaving, meeting = list(there), [], []
        while not self.pairable(left):
            free = [n for n in left if self.most([o for o in left if o != n]) == self.most(left)]
            types = {
                n: ("b" if n in came else "d") if self.can_be_placed([*meeting, n], following) else "c" for n in free
            }
            types = {n: "a" if kind == "c" and n in came else kind for n, kind in types.items()}
            able = [n for n in free if types[n] == max(types.values())]  # 3.9.2: a is the worst
            able = [n for n in able if n not in self.past.floated] or able  # 3.10
            able = able[::-1] if downwards else able
            one = self.equalising(left, able)
            leaving.append(one)
            left.remove(one)
            meeting += [one] if types[one] in "bd" else []
        return leaving

    def can_be_placed(self, players, following):
        """Return whether each of the players can have a different opponent in the next group (3.3, 3.4)."""
        return any(
            all(self.compatible(a, b) for a, b in zip(players, others, strict=True))
            for others in permutations(following, len(players))
        )

    def equalising(self, left, able):
        """Return the floater by article 3.2 among those able to float; the first of `able` floats by default."""
        dues = [due(self.past.colours[n]) for n in left]
        if dues.count("w") == dues.count("b"):
            return able[0]
        surplus = "w" if dues.count("w") > dues.count("b") else "b"
        one = next((n for n in able if due(self.past.colours[n]) == surplus), able[0])
        return one if self.near(one, able[0]) else able[0]

    def near(self, a, b):
        return not self.maxi or abs(self.ratings[a] - self.ratings[b]) <= 100

    def group(self, there, down, up, *, downwards):
        """Return the pairs of a group without its floaters.

        Incoming players are paired first (3.6, 3.7), then one half against the other (2.4).
        """
        made, left = [], there if downwards else there[::-1]
        coming = [self.rank(set(down) & set(there)), self.rank(set(up) & set(there))[::-1]]
        for one in [n for each in (coming if downwards else coming[::-1]) for n in each]:
            if one in left:
                others = [n for n in left if n not in down + up] + [n for n in left if n in down + up and n != one]
                left = self.pair(made, left, one, others)
        while left:
            middle = len(left) // 2
            left = self.pair(made, left, left[0], [*left[middle:], *left[middle - 1 : 0 : -1]])
        return made

    def pair(self, made, left, one, order):
        """Pair a player with the first suitable one in the order (4.1, 4.4), by colour if possible (3.8, 5.2).

        Return the players left.
        """
        able = [n for n in order if self.compatible(one, n) and self.pairable([o for o in left if o not in (one, n)])]
        suiting = [n for n in able if self.suit(one, n) and self.near(n, able[0])]
        other = able[0] if self.suit(one, able[0]) or not suiting else suiting[0]
        made.append((one, other))
        return [n for n in left if n not in (one, other)]

    def suit(self, a, b):
        one, other = due(self.past.colours[a]), due(self.past.colours[b])
        return not one or one != other
