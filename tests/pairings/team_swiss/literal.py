"""A round of teams by the letter of C.04.6: lists every set and every pairing in the order of the text.

For small fields. Shares no code with the engine: it reads the past itself and checks each rule on lists of pairs.
"""

from fractions import Fraction
from itertools import combinations

from pairings.snapshot import ByeKind, Decision, Outcome

WORTH = {Outcome.WIN: 1, Outcome.DRAW: Fraction(1, 2), Outcome.LOSS: 0}
OF_BYE = {ByeKind.ALLOCATED: Fraction(1, 2), ByeKind.FULL: 1, ByeKind.HALF: Fraction(1, 2), ByeKind.ZERO: 0}


def matchings(teams):
    """Yield every way to pair an even number of teams."""
    if not teams:
        yield ()
        return
    first, *rest = teams
    for other in rest:
        left = [team for team in rest if team != other]
        for pairs in matchings(left):
            yield ((first, other), *pairs)


class Round:
    def __init__(self, snapshot, options):
        self.snapshot, self.options = snapshot, options
        self.number, self.planned = snapshot.next_round, snapshot.planned_rounds
        numbers = [player.number for player in snapshot.players]
        self.matches, self.games = dict.fromkeys(numbers, Fraction(0)), dict.fromkeys(numbers, Fraction(0))
        self.colours, self.met = dict.fromkeys(numbers, ""), {number: set() for number in numbers}
        self.barred, self.came, self.floaters = set(), set(), set()
        for played in snapshot.rounds:
            self.read(played)
        self.here = sorted(player.number for player in snapshot.to_be_paired())
        self.came |= set(self.here)

    def read(self, played):
        scoring, boards = self.snapshot.scoring, self.snapshot.scoring.best_of
        before = {number: self.primary(number) for number in self.matches}
        floaters = set()
        placed = set()
        for pairing in played.pairings:
            both, result = (pairing.first, pairing.second), pairing.result
            placed |= set(both)
            self.came |= set(both)
            open_match = result is None
            outcomes = (Outcome.DRAW, Outcome.DRAW) if open_match else (result.first, result.second)
            decision = Decision.PLAYED if open_match else result.decision
            for at, (team, outcome) in enumerate(zip(both, outcomes, strict=True)):
                self.matches[team] += scoring.points_of(outcome, decision)
                if not open_match and result.games and decision is not Decision.FORFEIT:
                    self.games[team] += result.games[at] + Fraction(result.games[2], 2)
                else:
                    self.games[team] += WORTH[outcome] * boards
                if decision is Decision.FORFEIT and scoring.points_of(outcome, decision) >= scoring.win:
                    self.barred.add(team)
            if decision is not Decision.FORFEIT:
                self.met[both[0]].add(both[1])
                self.met[both[1]].add(both[0])
                self.colours[both[0]] += "w"
                self.colours[both[1]] += "b"
                if before[both[0]] != before[both[1]]:
                    floaters |= set(both)
        for bye in played.byes:
            placed.add(bye.player)
            self.matches[bye.player] += scoring.points_of_bye(bye.kind)
            self.games[bye.player] += OF_BYE[bye.kind] * boards
            if bye.kind is ByeKind.ALLOCATED:
                self.came.add(bye.player)
            if bye.kind is ByeKind.ALLOCATED or scoring.points_of_bye(bye.kind) >= scoring.win:
                self.barred.add(bye.player)
        self.floaters = floaters

    def primary(self, team):
        return self.games[team] if self.options.primary == "game" else self.matches[team]

    def secondary(self, team):
        return self.matches[team] if self.options.primary == "game" else self.games[team]

    def wish(self, team):
        """Return (colour, strength); strength 2 is strong."""
        colours = self.colours[team]
        ahead = colours.count("w") - colours.count("b")
        found = ("", 0)
        if self.options.preference != "none":
            if ahead < -1 or (ahead in (0, -1) and colours[-2:] == "bb"):
                found = ("w", 2)
            elif ahead > 1 or (ahead in (0, 1) and colours[-2:] == "ww"):
                found = ("b", 2)
            elif self.options.preference == "b":
                if ahead == -1:
                    found = ("w", 1)
                elif ahead == 1:
                    found = ("b", 1)
                elif colours and self.number != self.planned:
                    found = ("b" if colours[-1] == "w" else "w", 1)
        return found

    def legal(self, one, other):
        apart = any({one, other} <= rule.players for rule in self.snapshot.forbidden)
        return other not in self.met[one] and not apart

    def pairable(self, teams):
        return any(all(self.legal(*pair) for pair in pairs) for pairs in matchings(list(teams)))

    def find_pairs(self):
        """Return (pairs as (White, Black), bye); None if there is no legal round."""
        bye, rest = None, self.here
        if len(rest) % 2:
            able = [team for team in rest if team not in self.barred]
            able.sort(key=lambda team: (self.primary(team), -len(self.colours[team]), -team))
            bye = next((team for team in able if self.pairable([t for t in rest if t != team])), None)
            if bye is None:
                return None
            rest = [team for team in rest if team != bye]
        elif not self.pairable(rest):
            return None
        pairs = []
        while rest:
            top = max(map(self.primary, rest))
            residents = [team for team in rest if self.primary(team) == top]
            chosen = self.upfloaters(residents, [team for team in rest if team not in residents])
            pairs += self.bracket(sorted([*residents, *chosen]), chosen)
            rest = [team for team in rest if team not in residents and team not in chosen]
        return {self.with_colours(*pair) for pair in pairs}, bye

    def upfloaters(self, residents, lower):
        for size in range(len(lower) + 1):
            legal = [
                chosen
                for chosen in combinations(sorted(lower, key=lambda t: (-self.primary(t), t)), size)
                if (len(residents) + size) % 2 == 0
                and self.pairable([*residents, *chosen])
                and self.pairable([team for team in lower if team not in chosen])
            ]
            if legal:
                break
        best = max(sorted(map(self.primary, chosen)) for chosen in legal)
        legal = [chosen for chosen in legal if sorted(map(self.primary, chosen)) == best]
        legal = [chosen for chosen in legal if self.next_can(lower, chosen)] or legal
        last_two = self.planned is not None and self.number >= self.planned - 1

        def again(chosen):
            return 0 if last_two else len(self.floaters & set(chosen))

        fewest = min(map(again, legal))
        return next(chosen for chosen in legal if again(chosen) == fewest)

    def next_can(self, lower, chosen):
        """Return whether the next group can be paired (C6).

        As many teams join from below as its parity requires, and the rest can be paired after it.
        """
        following = [team for team in lower if self.primary(team) == max(map(self.primary, lower))] if lower else []
        left = [team for team in following if team not in chosen]
        below = [team for team in lower if team not in following and team not in chosen]
        return any(
            self.pairable([*left, *more]) and self.pairable([team for team in below if team not in more])
            for more in combinations(below, len(left) % 2)
        )

    def badness(self, pairs, chosen):
        """Return the faults of a pairing by C8, C9 and C10."""
        last_two = self.planned is not None and self.number >= self.planned - 1
        same = [pair for pair in pairs if self.wish(pair[0])[0] and self.wish(pair[0])[0] == self.wish(pair[1])[0]]
        strong = [pair for pair in same if {self.wish(team)[1] for team in pair} == {2}]
        met = [b for pair in pairs for a, b in (pair, pair[::-1]) if a in chosen and b in self.floaters]
        by_type = len(strong) if self.options.preference == "b" else 0
        return len(same), by_type, 0 if last_two else len(met)

    def bracket(self, teams, chosen, pair=None):
        """Return the first of the best pairings, with `pair` in it if given; None if there is none."""

        def identifier(pairs):
            ordered = sorted(pairs)
            return [top for top, _bottom in ordered] + [bottom for _top, bottom in ordered]

        legal = [pairs for pairs in matchings(teams) if all(self.legal(*each) for each in pairs)]
        legal = [pairs for pairs in legal if pair is None or pair in pairs]
        return min(legal, key=lambda pairs: (self.badness(pairs, chosen), identifier(pairs)), default=None)

    def with_colours(self, one, other):
        """Return (White, Black) by article 4."""
        first, second = sorted(
            (one, other),
            key=lambda t: (-self.primary(t), -self.secondary(t) if self.options.secondary else 0, t),
        )
        white = self.colour_of_first(first, second) == "w"
        return (first, second) if white else (second, first)

    def colour_of_first(self, first, second):
        turn = {"w": "b", "b": "w", "": ""}
        mine, theirs = self.colours[first], self.colours[second]
        if not mine and not theirs:
            initial = {"white": "w", "black": "b"}[self.options.initial_colour]
            return initial if (sorted(self.came).index(first) + 1) % 2 else turn[initial]
        (wish, strength), (other, other_strength) = self.wish(first), self.wish(second)
        if wish != other:
            return wish or turn[other]
        if strength != other_strength:
            return wish if strength > other_strength else turn[wish]
        ahead = [colours.count("w") - colours.count("b") for colours in (mine, theirs)]
        if ahead[0] != ahead[1]:
            return "w" if ahead[0] < ahead[1] else "b"
        for own, their in zip(mine[::-1], theirs[::-1], strict=False):
            if own != their:
                return turn[own]
        return wish or (turn[mine[-1]] if mine else theirs[-1])
