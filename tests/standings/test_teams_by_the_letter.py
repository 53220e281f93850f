"""A slow second calculation of team tie-breaks by the wording of C.07, over random events.

The events contain byes of every kind, forfeits, withdrawals and rematches. Either score can be the primary one, and
both editions are compared.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from pairings.snapshot import Bye, ByeKind, Decision, Outcome, Pairing, Player, Result, Round, Scoring, Snapshot
from standings.core.rank import rank
from standings.core.reckoning import Reckoning
from standings.core.rules import Chess
from standings.core.tiebreaks import tiebreak
from standings.rulesets.presets import RULES

HALF = Fraction(1, 2)
W, D, L = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
EVENTS = 400


@dataclass
class Cell:
    """A round of a team: its kind, the opponent, match points, game points, and points at each board."""

    kind: str
    opponent: int
    mp: Fraction
    gp: Fraction
    boards: tuple[Fraction, ...]


class Event:
    """A random event, as a snapshot and as a plain table of cells."""

    def __init__(self, seed):
        self.rng = rng = Random(seed)
        self.boards, self.rounds = rng.randint(1, 5), rng.randint(1, 7)
        self.teams = range(1, rng.choice((2, 3, 4, 4, 5, 7)) + 1)
        self.edition = rng.choice(("2024", "2026"))
        self.primary, self.other = rng.choice((("mp", "gp"), ("gp", "mp")))
        self.cells = {team: [] for team in self.teams}
        rounds = tuple(self._round(number) for number in range(1, self.rounds + 1))
        scoring = Scoring(
            win=Fraction(2),
            draw=Fraction(1),
            forfeit_win=Fraction(2),
            allocated_bye=Fraction(1),
            full_bye=Fraction(2),
            half_bye=Fraction(1),
            best_of=self.boards,
            boards=True,
        )
        self.planned = self.rounds + rng.choice((0, 2))
        players = tuple(Player(team) for team in self.teams)
        self.snapshot = Snapshot(players, rounds, scoring, self.rounds + 1, self.planned)
        chain = ("PTS", "MPVGP") if self.primary == "mp" else ("MPVGP", "PTS")
        self.rules = replace(RULES["fide-teams"], chain=chain, chess=Chess(self.edition))
        self.reckoning = Reckoning(self.snapshot, self.rules)

    def _round(self, number):
        rng, pairings, byes = self.rng, [], []
        there = rng.sample(self.teams, len(self.teams))
        while len(there) > 1 and rng.random() < 0.9:
            first, second = there.pop(), there.pop()
            pairings.append(Pairing(len(pairings) + 1, first, second, self._match(first, second)))
        for team in there:
            kind = rng.choice((None, ByeKind.ZERO, ByeKind.HALF, ByeKind.ALLOCATED, ByeKind.FULL))
            if kind:
                byes.append(Bye(team, kind))
            self._bye(team, kind or ByeKind.ZERO)
        return Round(number, tuple(pairings), tuple(byes))

    def _match(self, first, second):
        half, none, all_ = Fraction(self.boards, 2), (Fraction(0),) * self.boards, (Fraction(1),) * self.boards
        lot = self.rng.random()
        if lot < 0.15:
            self.cells[first].append(Cell("won by forfeit", second, Fraction(2), 2 * half, all_))
            self.cells[second].append(Cell("lost by forfeit", first, Fraction(0), Fraction(0), none))
            return Result(W, L, Decision.FORFEIT)
        if lot < 0.2:
            self.cells[first].append(Cell("lost by forfeit", second, Fraction(0), Fraction(0), none))
            self.cells[second].append(Cell("lost by forfeit", first, Fraction(0), Fraction(0), none))
            return Result(L, L, Decision.FORFEIT)
        mine = tuple(self.rng.choice((Fraction(0), HALF, Fraction(1))) for _board in range(self.boards))
        theirs = tuple(1 - points for points in mine)
        outcomes = (W, L) if sum(mine) > half else (L, W) if sum(mine) < half else (D, D)
        paid = {W: Fraction(2), D: Fraction(1), L: Fraction(0)}
        for team, rival, outcome, boards in ((first, second, outcomes[0], mine), (second, first, outcomes[1], theirs)):
            self.cells[team].append(Cell("match", rival, paid[outcome], sum(boards), boards))
        games = (mine.count(1), mine.count(0), mine.count(HALF))
        return Result(*outcomes, games=games, boards=tuple(zip(mine, theirs, strict=True)))

    def _bye(self, team, kind):
        full, half = Fraction(self.boards), Fraction(self.boards, 2)
        mp, gp, board = {
            ByeKind.ZERO: (0, Fraction(0), Fraction(0)),
            ByeKind.HALF: (1, half, HALF),
            ByeKind.ALLOCATED: (1, half, Fraction(1)),
            ByeKind.FULL: (2, full, Fraction(1)),
        }[kind]
        asked = "asked" if kind in (ByeKind.ZERO, ByeKind.HALF) else "bye"
        self.cells[team].append(Cell(asked, 0, Fraction(mp), gp, (board,) * self.boards))

    # C.07, one method for each article; `score` is "mp" or "gp"

    def total(self, team, score):
        return sum(getattr(cell, score) for cell in self.cells[team])

    def draw(self, score):
        return Fraction(1) if score == "mp" else Fraction(self.boards, 2)

    def win(self, score):
        return 2 * self.draw(score)

    def adjust_score(self, team, score, fore=False):
        """Adjust the score by 16.3. For the Fore Buchholz of 8.3, paired matches of the last round count as draws."""
        made = Fraction(0)
        for at, cell in enumerate(self.cells[team]):
            after = self.cells[team][at + 1 :]
            rest = enumerate(after, at + 1)
            gone = all(self.voluntary(each, fore and later == self.rounds - 1) for later, each in rest)
            drawn = fore and at == self.rounds - 1 and cell.opponent
            made += self.draw(score) if drawn or (cell.kind == "asked" and gone) else getattr(cell, score)
        return made

    def voluntary(self, cell, drawn=False):
        return cell.kind == "asked" or (cell.kind == "lost by forfeit" and not drawn)

    def elements(self, team, score, own, *, forfeits=False, fore=False):
        """Yield (opponent's score, own points, voluntary) for each round, by 8.1, 9.1, 13.2 and 16.4."""
        for at, cell in enumerate(self.cells[team]):
            drawn = fore and at == self.rounds - 1 and bool(cell.opponent)
            mine = self.draw(own) if drawn else getattr(cell, own)
            if cell.kind == "match" or drawn or (forfeits and cell.opponent):
                yield self.adjust_score(cell.opponent, score, fore), mine, False
                continue
            dummy = self.fore_total(team, score) if fore else self.total(team, score)
            if self.edition == "2026":
                most = (
                    self.adjust_score(cell.opponent, score, fore) if cell.opponent else self.draw(score) * self.rounds
                )
                dummy = min(dummy, most)
            yield dummy, mine, self.voluntary(cell)

    def fore_total(self, team, score):
        last = self.cells[team][-1]
        return self.total(team, score) - (getattr(last, score) - self.draw(score) if last.opponent else 0)

    def cut(self, elements, times, low):
        """Cut elements by 14.1 and 16.5, and return the sum; `times` calculates the contribution of an element."""
        left = list(elements)
        for _cut in range(min(low, len(left))):
            least = min(left, key=lambda each: (each[0], times(each)))
            chosen = () if least[2] else [each for each in left if each[2]]
            gone = min(chosen, key=lambda each: (times(each), each[0]), default=least)
            left.remove(gone if times(gone) >= times(least) else least)
        return sum(map(times, left), Fraction(0))

    def buchholz(self, team, score, low=0, **how):
        return self.cut(self.elements(team, score, score, **how), lambda each: each[0], low)

    def berger(self, team, score, own, low=0, **how):
        return self.cut(self.elements(team, score, own, **how), lambda each: each[0] * each[1], low)

    def average(self, team, score, **how):
        met = [cell.opponent for cell in self.cells[team] if cell.kind == "match"]
        return sum((self.buchholz(each, score, **how) for each in met), Fraction(0)) / len(met) if met else None

    def progressive(self, team, score, low=0):
        sums = [sum(getattr(cell, score) for cell in self.cells[team][:end]) for end in range(1, self.rounds + 1)]
        return sum(sums[low:], Fraction(0))

    def koya(self, team, score, limit=0):
        most = max(sum(1 for cell in self.cells[each] if cell.opponent) for each in self.teams)
        least = self.win(score) * most / 2 + HALF * limit
        met = (cell for cell in self.cells[team] if cell.kind == "match")
        return sum((getattr(c, score) for c in met if self.total(c.opponent, score) >= least), Fraction(0))

    def combination(self, team, factor=0, **how):
        """Calculate the combination of 13.4."""
        highest, in_a_match = self.planned * self.win(self.primary), self.win(self.other)
        divisor = factor or max(1, highest // in_a_match)
        return self.total(team, self.other) + self.buchholz(team, self.primary, **how) / divisor

    def encounter(self, group, score, forfeits):
        """Separate a group by Article 6, with every outcome of the missing matches: win, draw or loss."""
        if len(group) < 2:
            return [group]
        met = {}
        for team in group:
            for cell in self.cells[team]:
                if cell.opponent in group and (forfeits or cell.kind == "match"):
                    met.setdefault((team, cell.opponent), []).append(getattr(cell, score))
        points = {
            team: sum((sum(made) / len(made) for (one, _), made in met.items() if one == team), Fraction(0))
            for team in group
        }
        missing = [(a, b) for a in group for b in group if a < b and (a, b) not in met]
        if not missing:
            parts = [[t for t in group if points[t] == p] for p in sorted(set(points.values()), reverse=True)]
            return parts if len(parts) == 1 else [x for part in parts for x in self.encounter(part, score, forfeits)]
        placed, left = [], list(group)
        while len(left) > 1:
            sure = [team for team in left if self.is_alone(team, left, points, missing, score)]
            if not sure:
                break
            placed.append([sure[0]])
            left.remove(sure[0])
        return [*placed, *self.encounter(left, score, forfeits)] if placed else [group]

    def is_alone(self, team, left, points, missing, score):
        """Apply 6.3: return whether the team is alone in first place in every outcome of the missing matches."""
        rivals = [each for each in left if each != team]
        for ends in product((self.win(score), self.draw(score), Fraction(0)), repeat=len(missing)):
            made = dict(points)
            for (one, other), end in zip(missing, ends, strict=True):
                made[one] += end
                made[other] += self.win(score) - end
            if any(made[each] >= made[team] for each in rivals):
                return False
        return True

    def separate_group(self, group, steps, forfeits):
        """Separate a group by 13.3."""
        if len(group) < 2:
            return [group]
        for score in (self.primary, self.other):
            parts = self.encounter(group, score, forfeits)
            if len(parts) > 1:
                return [finer for part in parts for finer in self.separate_group(part, steps, forfeits)]
        level = all(len({self.total(team, score) for team in group}) == 1 for score in ("mp", "gp"))
        for step in steps if len(group) == 2 and level else "":
            marks = {team: self.knock_out(team, step) for team in group}
            if len(set(marks.values())) > 1:
                return [[team] for team in sorted(group, key=lambda team: marks[team], reverse=True)]
        return [group]

    def knock_out(self, team, step):
        """Return the value of Article 12; higher is better."""
        made = [sum(cell.boards[board] for cell in self.cells[team]) for board in range(self.boards)]
        if step == "C":
            return -sum(number * points for number, points in enumerate(made, 1))
        return tuple(made if step == "T" else (sum(made[:count]) for count in range(self.boards - 1, 0, -1)))


VALUES = {
    "BH:GP": lambda event, team: event.buchholz(team, "gp"),
    "BH:GP/C1": lambda event, team: event.buchholz(team, "gp", 1),
    "BH:GP/C2/P": lambda event, team: event.buchholz(team, "gp", 2, forfeits=True),
    "FB:GP": lambda event, team: event.buchholz(team, "gp", fore=True),
    "FB:GP/C1": lambda event, team: event.buchholz(team, "gp", 1, fore=True),
    "AOB:GP": lambda event, team: event.average(team, "gp"),
    "AOB:GP/F": lambda event, team: event.average(team, "gp", fore=True),
    "SB:GP": lambda event, team: event.berger(team, "gp", "gp"),
    "SB:GP/C1": lambda event, team: event.berger(team, "gp", "gp", 1),
    "EMGSB/C1": lambda event, team: event.berger(team, "mp", "gp", 1),
    "EGMSB/C1/P": lambda event, team: event.berger(team, "gp", "mp", 1, forfeits=True),
    "EMMSB": lambda event, team: event.berger(team, "mp", "mp"),
    "EGGSB/C2": lambda event, team: event.berger(team, "gp", "gp", 2),
    "PS:GP": lambda event, team: event.progressive(team, "gp"),
    "PS:GP/C1": lambda event, team: event.progressive(team, "gp", 1),
    "KS:GP": lambda event, team: event.koya(team, "gp"),
    "KS:GP/L+1": lambda event, team: event.koya(team, "gp", 1),
    "KS/L-2": lambda event, team: event.koya(team, "mp", -2),
    "SSSC": lambda event, team: event.combination(team),
    "SSSC/K3": lambda event, team: event.combination(team, 3),
    "SSSC/P": lambda event, team: event.combination(team, forfeits=True),
    "SSSC/F": lambda event, team: event.combination(team, fore=True),
}
ORDERS = {"EDE": "", "EDEBT": "CT", "EDEBB": "CB", "EDET": "T", "EDEB": "B"}


@pytest.fixture(scope="module")
def events():
    return [Event(seed) for seed in range(EVENTS)]


@pytest.mark.parametrize("code", VALUES)
@pytest.mark.rotates(3)
def test_values_match_the_slow_calculation(events, code):
    for seed, event in enumerate(events):
        found = [event.reckoning.value(tiebreak(code), team) for team in event.teams]
        assert found == [VALUES[code](event, team) for team in event.teams], seed


def level_groups(event):
    """Return groups of two to four teams with the same primary score, and some random pairs."""
    by_score = {}
    for team in event.teams:
        by_score.setdefault(event.total(team, event.primary), []).append(team)
    groups = [*by_score.values(), *(sorted(event.rng.sample(event.teams, 2)) for _ in range(3))]
    return [group for group in groups if 1 < len(group) <= 4]


@pytest.mark.parametrize("forfeits", [False, True], ids=["played", "forfeits"])
@pytest.mark.parametrize("code", [*ORDERS, "DE:GP"])
@pytest.mark.rotates(3)
def test_orders_match_the_slow_calculation(events, code, forfeits):
    split = 0
    for seed, event in enumerate(events):
        for group in level_groups(event):
            found = tiebreak(f"{code}/P" if forfeits else code).order(event.reckoning, group)
            if code == "DE:GP":
                right = event.encounter(group, "gp", forfeits)
            else:
                right = event.separate_group(group, ORDERS[code], forfeits)
            assert [sorted(part) for part in found] == [sorted(part) for part in right], (seed, group)
            split += len(right) > 1
    assert split > EVENTS


@pytest.mark.rotates(3)
def test_every_separation_has_different_figures(events):
    """If a criterion ranks a team above another, its figures for the two teams differ."""
    answer = 0
    for event in events:
        for code in ORDERS:
            table = rank(event.snapshot, replace(event.rules, chain=(event.rules.chain[0], code)))
            for row, below in zip(table.rows, table.rows[1:], strict=False):
                if row.separated_by and row.separated_by.code == code:
                    group = table.level_before(row.player, code)
                    found = tiebreak(code).tell(table.reckoning, group, row.player, below.player)
                    assert found is not None
                    assert found[1] != found[2]
                    answer += 1
    assert answer > EVENTS
