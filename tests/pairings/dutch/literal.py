"""A second opinion: articles 1 to 5 of C.04.3 implemented word for word, for fields of up to ten players.

It has no optimisations and shares no code with the engine. It generates every candidate of every bracket in the text's
order and judges it by every criterion. It tries pair by pair whether the rest can be completed. Players are
represented by their pairing numbers.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from pairings.snapshot import ByeKind, Outcome
from tests.pairings.dutch.orders import exchanges, moved_down_sets

WHITE, BLACK = "white", "black"
OTHER = {WHITE: BLACK, BLACK: WHITE}
NONE, MILD, STRONG, ABSOLUTE = range(4)


class Record:
    """The facts of article 1 about a player, from the recorded rounds."""

    def __init__(self, snapshot, number):
        self.number = number
        self.snapshot = snapshot
        self.score = 0
        self.colours = []
        self.met = set()
        self.played = 0
        self.had_bye = False
        self.took_part = False
        self.score_before = {}
        self.float_in = {}

    def virtual(self, round_number):
        row = self.snapshot.virtual_points.get(self.number, ())
        return row[round_number - 1] if round_number <= len(row) else 0

    @property
    def difference(self):
        return self.colours.count(WHITE) - self.colours.count(BLACK)

    @property
    def preference(self):
        """The preference as (strength, colour) by articles 1.7.1 to 1.7.4."""
        if not self.colours:
            return NONE, None
        if abs(self.difference) > 1:
            return ABSOLUTE, BLACK if self.difference > 0 else WHITE
        if len(self.colours) > 1 and self.colours[-1] == self.colours[-2]:
            return ABSOLUTE, OTHER[self.colours[-1]]
        if self.difference:
            return STRONG, BLACK if self.difference > 0 else WHITE
        return MILD, OTHER[self.colours[-1]]


def records(snapshot):
    """Return the record of every player before the round, by number (articles 1.4, 1.6, 2.1.2)."""
    found = {player.number: Record(snapshot, player.number) for player in snapshot.players}
    scoring = snapshot.scoring
    for played in snapshot.rounds:
        for record in found.values():
            record.score_before[played.number] = record.score + record.virtual(played.number)
        for pairing in played.pairings:
            sides = ((pairing.first, pairing.second, WHITE), (pairing.second, pairing.first, BLACK))
            for number, opponent, colour in sides:
                record = found[number]
                outcome = pairing.result.first if colour == WHITE else pairing.result.second
                record.took_part = True
                if pairing.result.played:
                    record.score += {
                        Outcome.WIN: scoring.win,
                        Outcome.DRAW: scoring.draw,
                        Outcome.LOSS: scoring.loss,
                    }[outcome]
                    record.colours.append(colour)
                    record.met.add(opponent)
                    record.played += 1
                    own, other = record.score_before[played.number], found[opponent].score_before[played.number]
                    if own != other:
                        record.float_in[played.number] = "down" if own > other else "up"
                else:
                    _add_unplayed(record, played.number, scoring.points_of(outcome, pairing.result.decision), scoring)
        for bye in played.byes:
            record = found[bye.player]
            _add_unplayed(record, played.number, scoring.points_of_bye(bye.kind), scoring)
            if bye.kind is ByeKind.ALLOCATED:
                record.took_part = record.had_bye = True
                record.float_in[played.number] = "down"
    return found


def _add_unplayed(record, round_number, points, scoring):
    record.score += points
    if points >= scoring.win:
        record.had_bye = True
    if points > scoring.loss:
        record.float_in[round_number] = "down"


class Literal:
    """A round: `pairs` are (white, black), `bye` is a number or None; both are None if there is no legal pairing."""

    def __init__(self, snapshot):
        self.snapshot = snapshot
        self.round = snapshot.next_round
        self.records = records(snapshot)
        self.there = [player.number for player in snapshot.to_be_paired()]
        self.points = {n: self.records[n].score + self.records[n].virtual(self.round) for n in self.records}
        self.there.sort(key=lambda n: (-self.points[n], n))
        self.rank = {n: i for i, n in enumerate(self.there)}
        self.may_meet = cache(self._may_meet)
        self.can_be_completed = cache(self._can_be_completed)
        self.next_bracket = cache(self._next_bracket)
        self.colours_of = cache(self._colours_of)
        self.failures_of = cache(self._failures_of)
        self.bye_score = self._bye_score()
        self.pairs = self.bye = None
        everybody = frozenset(self.there)
        if self.can_be_completed(everybody):
            self._pair()

    # Articles 1.8 and 2.1

    def topscorer(self, number):
        planned, played = self.snapshot.planned_rounds, self.round - 1
        best = max(self.snapshot.scoring.win, self.snapshot.scoring.draw)
        return planned is not None and self.round >= planned and self.points[number] > best * played / 2

    def _may_meet(self, a, b):
        """Return whether two players may meet by C1, C3 and the forbidden pairs."""
        if b in self.records[a].met:
            return False
        for rule in self.snapshot.forbidden:
            if {a, b} <= rule.players and rule.first_round <= self.round <= (rule.last_round or self.round):
                return False
        (strength, colour), (strength_of_b, colour_of_b) = self.records[a].preference, self.records[b].preference
        both_absolute = strength == strength_of_b == ABSOLUTE and colour == colour_of_b
        return not both_absolute or self.topscorer(a) or self.topscorer(b)

    def may_have_bye(self, number):
        """Return whether a player may have the bye (C2)."""
        return not self.records[number].had_bye

    # C4 and C5

    def _bye_score(self):
        if len(self.there) % 2 == 0:
            return None
        everybody = frozenset(self.there)
        eligible = [n for n in self.there if self.may_have_bye(n) and self.can_be_completed(everybody - {n})]
        return min((self.points[n] for n in eligible), default=None)

    def _can_be_completed(self, left):
        """Return whether all players left can be paired (C4).

        If their number is odd, one with the score of C5 has the bye.
        """
        if len(left) % 2:
            return any(
                self.may_have_bye(n) and self.points[n] == self.bye_score and self.can_be_completed(left - {n})
                for n in left
            )
        if not left:
            return True
        first = min(left)
        return any(self.may_meet(first, n) and self.can_be_completed(left - {first, n}) for n in left - {first})

    # Articles 1.9 and 3

    def _pair(self):
        chosen, moved = [], []
        for score in sorted({self.points[n] for n in self.there}, reverse=True):
            residents = [n for n in self.there if self.points[n] == score]
            candidate = self.best_candidate(moved, residents)
            chosen += candidate
            paired = {n for pair in candidate for n in pair}
            moved = sorted((n for n in moved + residents if n not in paired), key=self.rank.get)
        self.pairs = {self.colours_of(*sorted(pair, key=self.rank.get)) for pair in chosen}
        self.bye = moved[0] if moved else None

    def best_candidate(self, moved, residents):
        """Return the best candidate of a bracket; among equals, the first (3.8.1)."""
        for number_of_pairs in range((len(moved) + len(residents)) // 2, -1, -1):
            best, best_failures = None, None
            for candidate in self.candidates(moved, residents, number_of_pairs):
                failures = self.list_failures(candidate, moved, residents)
                if failures is not None and (best is None or failures < best_failures):
                    best, best_failures = candidate, failures
                    if self.perfect(failures, moved, residents):
                        return best
            if best is not None:
                return best
        raise AssertionError("the bracket above left the rest without a completion")

    def candidates(self, moved, residents, pairs):
        """Yield the candidates with this number of pairs in the order of article 4, except those breaking C1 or C3."""
        if not moved:
            yield from self.remainder(residents, pairs)
            return
        bracket = moved + residents
        for paired in range(min(len(moved), len(residents), pairs), -1, -1):
            for numbers in moved_down_sets(range(1, len(moved) + 1), paired):
                s1 = [bracket[number - 1] for number in numbers]
                for opponents in self.transpositions(s1, residents):
                    left = [n for n in residents if n not in opponents]
                    for rest in self.remainder(left, pairs - paired):
                        yield [*zip(s1, opponents, strict=True), *rest]

    def remainder(self, players, pairs):
        """Yield the pairings of a homogeneous bracket or a remainder (3.2.2, 3.3.3, 3.6, 3.7)."""
        if 2 * pairs > len(players):
            return
        numbers = range(1, len(players) + 1)
        s1, s2 = numbers[:pairs], numbers[pairs:]
        for leaving, joining in [((), ()), *exchanges(s1, s2)]:
            upper = [players[n - 1] for n in sorted({*s1} - {*leaving} | {*joining})]
            lower = [players[n - 1] for n in sorted({*s2} - {*joining} | {*leaving})]
            for opponents in self.transpositions(upper, lower):
                yield list(zip(upper, opponents, strict=True))

    def transpositions(self, s1, s2):
        """Yield the transpositions of article 4.2 in lexicographic order, without those with a forbidden pair."""
        if not s1:
            yield ()
            return
        for opponent in s2:
            if self.may_meet(s1[0], opponent):
                for others in self.transpositions(s1[1:], [n for n in s2 if n != opponent]):
                    yield (opponent, *others)

    # Article 2.2 and 2.3

    def list_failures(self, candidate, moved, residents):
        """Return C6 to C21 as a list to be minimised from its start; None if C4 or C5 is broken."""
        paired = {n for pair in candidate for n in pair}
        floaters = [n for n in moved + residents if n not in paired]
        below = [n for n in self.there if self.points[n] < self.points[residents[0]]]
        if not self.can_be_completed(frozenset(floaters + below)):
            return None
        scores = sorted((self.points[n] for n in floaters), reverse=True)
        failures = [len(floaters), scores, self.next_bracket(frozenset(floaters), self.points[residents[0]])]
        failures.append(self.of_bye(floaters))
        failures += [sum(of) for of in zip(*(self.failures_of(*pair) for pair in candidate), strict=True)] or [0] * 4
        opponents = {min(pair, key=self.rank.get): max(pair, key=self.rank.get) for pair in candidate}
        against = {n: opponents[n] for n in moved if n in opponents}
        for ago in (1, 2):
            failures.append(sum(self.had("down", n, ago) for n in floaters if n in residents))
            failures.append(sum(self.had("up", n, ago) for n in against.values()))
        for ago in (1, 2):
            down = [self.gap(n, against.get(n)) for n in moved if self.had("down", n, ago)]
            up = [self.gap(n, opponent) for n, opponent in against.items() if self.had("up", opponent, ago)]
            failures += [sorted(down, reverse=True), sorted(up, reverse=True)]
        return failures

    def perfect(self, failures, moved, residents):
        """Return whether no candidate can be better: the fewest floaters, of the lowest score, and no other failure."""
        odd = (len(moved) + len(residents)) % 2
        lowest = [self.points[residents[0]]] * odd
        clean = not any(failures[3:12]) and not any(value > (0,) for row in failures[12:] for value in row)
        return failures[:2] == [odd, lowest] and clean and (not odd or self.next_bracket_ideal(failures[2]))

    @staticmethod
    def next_bracket_ideal(failures):
        return failures[0] == 0

    def had(self, kind, number, ago):
        return self.records[number].float_in.get(self.round - ago) == kind

    def gap(self, number, opponent):
        """Return a score difference as a sort key; it is greatest for a moved-down player who floats again."""
        if opponent is None:
            return 1, self.points[number]
        return 0, self.points[number] - self.points[opponent]

    def of_bye(self, floaters):
        """Return C9 if the bracket floats one player, who will have the bye; otherwise 0."""
        if len(floaters) != 1 or self.bye_score is None or self.points[floaters[0]] != self.bye_score:
            return 0
        return self.round - 1 - self.records[floaters[0]].played

    def _next_bracket(self, floaters, score):
        """Return the fewest downfloaters of the next bracket, then their lowest scores, highest first (C8)."""
        below = [n for n in self.there if self.points[n] < score]
        if not below:
            return (0, [])
        residents = [n for n in below if self.points[n] == self.points[below[0]]]
        further = frozenset(below[len(residents) :])
        ways = self._ways_to_float(sorted(floaters), residents)
        completed = [left for left in ways if self.can_be_completed(left | further)]
        return min((len(left), sorted((self.points[n] for n in left), reverse=True)) for left in completed)

    def _ways_to_float(self, moved, residents):
        """Yield each set of players that can remain if some of a bracket are paired.

        Moved-down players do not meet each other.
        """
        if not moved:
            for size in range(0, len(residents) + 1, 2):
                for paired in combinations(residents, size):
                    if self._all_meet(frozenset(paired)):
                        yield frozenset(residents) - set(paired)
            return
        first, *others = moved
        for left in self._ways_to_float(others, residents):
            yield left | {first}
        for opponent in residents:
            if self.may_meet(first, opponent):
                yield from self._ways_to_float(others, [n for n in residents if n != opponent])

    def _all_meet(self, players):
        if not players:
            return True
        first = min(players)
        return any(self.may_meet(first, n) and self._all_meet(players - {first, n}) for n in players - {first})

    def _failures_of(self, a, b):
        """Return how many players of a pair fail each of C10 to C13 with the colours of article 5."""
        found = [0, 0, 0, 0]
        white, black = self.colours_of(*sorted((a, b), key=self.rank.get))
        top = self.topscorer(a) or self.topscorer(b)
        for number, colour in ((white, WHITE), (black, BLACK)):
            record = self.records[number]
            strength, wanted = record.preference
            if wanted is not None and colour != wanted:
                history = [*record.colours, colour]
                found[0] += top and abs(history.count(WHITE) - history.count(BLACK)) > 2
                found[1] += top and len(history) > 2 and len(set(history[-3:])) == 1
                found[2] += 1
                found[3] += strength == STRONG
        return tuple(found)

    # Article 5.2

    def _colours_of(self, higher, lower):
        """Return the pair as (white, black)."""
        return (higher, lower) if self._colour(higher, lower) == WHITE else (lower, higher)

    def _colour(self, higher, lower):
        """Return the colour of the higher ranked player by the first rule that decides."""
        a, b = self.records[higher], self.records[lower]
        (strength_a, wants_a), (strength_b, wants_b) = a.preference, b.preference
        if wants_a != wants_b:
            return wants_a or OTHER[wants_b]
        if wants_a is not None:
            if strength_a != strength_b:
                return wants_a if strength_a > strength_b else OTHER[wants_a]
            if strength_a == ABSOLUTE and abs(a.difference) != abs(b.difference):
                return wants_a if abs(a.difference) > abs(b.difference) else OTHER[wants_a]
            for colour_a, colour_b in zip(a.colours[::-1], b.colours[::-1], strict=False):
                if colour_a != colour_b:
                    return OTHER[colour_a]
            return wants_a
        initial = WHITE if self.snapshot.first_colour == "first" else BLACK
        return initial if self._number_for_the_lot(higher) % 2 else OTHER[initial]

    def _number_for_the_lot(self, player):
        """Return a player's number for article 5.2.5, counting only players who are present or took part in a round."""
        counted = [n for n in sorted(self.records) if n in self.rank or self.records[n].took_part]
        return counted.index(player) + 1
