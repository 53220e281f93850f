"""Burstein's round by the letter of C.04.4.2: lists every pairing of a bracket. For small fields, no seeding rounds.

Shares no code with the engine: it reads the past itself and checks each rule on lists of pairs.
"""

from pairings.numbers import scores
from pairings.snapshot import ByeKind, Decision, Outcome, Snapshot


def standing(snapshot, virtual=None):
    """Return all scores, with an open game as a draw; with virtual points, the pairing scores."""
    totals = scores.points(Snapshot(snapshot.players, snapshot.rounds, snapshot.scoring))
    for played in snapshot.rounds:
        for p in played.pairings:
            for n in (p.first, p.second) if p.result is None else ():
                totals[n] += snapshot.scoring.draw
    for n, row in (virtual or {}).items():
        totals[n] += row[snapshot.next_round - 1] if snapshot.next_round <= len(row) else 0
    return totals


class Round:
    def __init__(self, snapshot):
        self.snapshot = snapshot
        self.real = standing(snapshot)
        self.score = standing(snapshot, snapshot.virtual_points)
        self.numbers = [p.number for p in snapshot.players]
        self.there = [p.number for p in snapshot.to_be_paired()]
        self.met = {n: set() for n in self.numbers}
        self.colours = dict.fromkeys(self.numbers, "")
        self.barred = {p.number for p in snapshot.players if not p.may_have_bye}
        self.rounds = {n: [] for n in self.numbers}
        for played in snapshot.rounds:
            self._read(played)
        self.rank = sorted(self.numbers, key=lambda n: ([-value for value in self.index(n)], n))
        self.wish = {n: wish(self.colours[n]) for n in self.there}
        self.known, self.cache = {}, {}

    def _read(self, played):
        """Read each player's round: (points, opponent at the board or None, whether missed without a point)."""
        worth = self.snapshot.scoring
        cells = dict.fromkeys(self.numbers, (worth.points_of_bye(ByeKind.ZERO), None, True))
        for bye in played.byes:
            points = worth.points_of_bye(bye.kind)
            cells[bye.player] = points, None, bye.kind is ByeKind.ZERO
            if bye.kind is ByeKind.ALLOCATED or points >= worth.win:
                self.barred.add(bye.player)
        for p in played.pairings:
            if p.result is None or p.result.played:
                self.met[p.first].add(p.second)
                self.met[p.second].add(p.first)
                self.colours[p.first] += "w"
                self.colours[p.second] += "b"
            sides = (
                (p.first, p.second, p.result and p.result.first),
                (p.second, p.first, p.result and p.result.second),
            )
            for one, other, outcome in sides:
                decision = p.result.decision if p.result else Decision.PLAYED
                points = worth.points_of(outcome or Outcome.DRAW, decision)
                over_the_board = decision is not Decision.FORFEIT
                cells[one] = points, other if over_the_board else None, False
                if not over_the_board and points >= worth.win:
                    self.barred.add(one)
        for n, cell in cells.items():
            self.rounds[n].append(cell)

    def score_for_tie_break(self, n):
        """Return an opponent's score for tie-breaks (1.7.2)."""
        byes = {bye.player: bye.kind for bye in self.snapshot.byes}
        if n in self.there or byes.get(n, ByeKind.ZERO) is not ByeKind.ZERO:
            return self.real[n]
        score = self.real[n]
        for _points, _other, missed in reversed(self.rounds[n]):
            if not missed:
                break
            score += self.snapshot.scoring.draw - self.snapshot.scoring.zero_bye
        return score

    def index(self, n):
        against = [
            (points, self.real[n] if other is None else self.score_for_tie_break(other))
            for points, other, _ in self.rounds[n]
        ]
        return sum(score for _, score in against), sum(points * score for points, score in against)

    def legal(self, a, b):
        now = self.snapshot.next_round
        if any({a, b} <= f.players and f.first_round <= now <= (f.last_round or now) for f in self.snapshot.forbidden):
            return False
        return b not in self.met[a] and not (self.wish[a] == self.wish[b] and self.wish[a][1] == 3)

    def pairable(self, players):
        key = frozenset(players)
        if key not in self.known:
            first, *rest = sorted(key) or [None]
            self.known[key] = first is None or any(
                self.legal(first, other) and self.pairable(key - {first, other}) for other in rest
            )
        return self.known[key]

    def find_pairs(self):
        """Return the pairs as sets and the player with the bye or None; return None if there is no legal round."""
        rest, bye = set(self.there), None
        if len(rest) % 2:
            able = [n for n in rest if n not in self.barred]
            able.sort(key=lambda n: (self.score[n], -len(self.colours[n]), -self.rank.index(n)))
            bye = next((n for n in able if self.pairable(rest - {n})), None)
            if bye is None:
                return None
            rest.remove(bye)
        if not self.pairable(rest):
            return None
        pairs, moved = set(), frozenset()
        while rest | moved:
            group = (
                frozenset(n for n in rest if self.score[n] == max(map(self.score.get, rest))) if rest else frozenset()
            )
            rest -= group
            best = self.best(moved | group, frozenset(rest))
            pairs |= {frozenset(pair) for pair in best[0]}
            moved = best[1]
        return pairs, bye

    def partial(self, players):
        """Yield every way to pair some of the players, given in ranking order: (pairs, players left)."""
        if not players:
            yield [], []
            return
        first, *rest = players
        for other in rest:
            if self.legal(first, other):
                for pairs, left in self.partial([n for n in rest if n != other]):
                    yield [(first, other), *pairs], left
        for pairs, left in self.partial(rest):
            yield pairs, [first, *left]

    def best(self, bracket, below):
        """Return (pairs, floaters) of the bracket: the best by C4 to C8, and among equals the first by article 4."""
        ranked = sorted(bracket, key=self.rank.index)
        found = []
        for pairs, left in self.partial(ranked):
            if self.pairable(below | set(left)):
                value = len(left), self.scores(left), self.next(frozenset(left), below), self.count_lost_wishes(pairs)
                found.append((value, self.order(ranked, pairs), pairs, left))
        _value, _order, pairs, left = min(found)
        return pairs, frozenset(left)

    def scores(self, players):
        return sorted(map(self.score.get, players), reverse=True)

    def next(self, moved, below):
        """Return the fewest floaters from the next bracket, and their scores (C7)."""
        if not below:
            return ()
        if (moved, below) not in self.cache:
            group = {n for n in below if self.score[n] == max(map(self.score.get, below))}
            after = below - group
            self.cache[moved, below] = min(
                (len(left), self.scores(left))
                for _pairs, left in self.partial(sorted(moved | group))
                if self.pairable(after | set(left))
            )
        return self.cache[moved, below]

    def count_lost_wishes(self, pairs):
        return sum(self.wish[a][0] == self.wish[b][0] != "" for a, b in pairs)

    def order(self, ranked, pairs):
        """Return the sort key of article 4: opponents' numbers, larger ones first; 0 for a player who floats."""
        number = {n: at for at, n in enumerate(ranked, start=1)}
        opponent = dict.fromkeys(ranked, 0)
        for a, b in pairs:
            opponent[a], opponent[b] = number[b], number[a]
        return [-opponent[n] for n in ranked]


def wish(colours):
    """Return (colour, strength) as in the Dutch system; ("", 0) before the first game."""
    if not colours:
        return "", 0
    surplus = colours.count("w") - colours.count("b")
    if abs(surplus) > 1:
        return ("b" if surplus > 0 else "w"), 3
    if colours[-2:] in ("ww", "bb"):
        return ("b" if colours[-1] == "w" else "w"), 3
    if surplus:
        return ("b" if surplus > 0 else "w"), 2
    return ("b" if colours[-1] == "w" else "w"), 1
