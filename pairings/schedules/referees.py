"""Referees from the resting players or teams: the referee of each game in a slot.

As many games as possible get a referee. The first criterion is then evenness: the sum of the squares of duties is the
smallest. Then as few as possible referee right before a game of their own, then right after one, and then, if another
group is wanted, as few as possible referee their own group.

A duty is a unit of flow from a game to a player free in its slot and on to its referee. Any better assignment differs
by a cycle along which duties pass from one to the next, and such cycles are searched until there are none. So the
result is proved optimal; only very long schedules stop the search for the last two wishes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pairings.schedules.courts import Game

#: Steps of the search after which a long schedule keeps what it has: for even duties, and for the last two wishes.
MOST_STEPS = (10_000_000, 1_500_000)
#: From this many spare chances on, more of them make no difference.
FAR = 4
#: A place of the search: the begin, a task, somebody in a slot, somebody, or the end.
_Place = tuple[str, int, int]
_BEGIN, _END = ("begin", 0, 0), ("end", 0, 0)
#: A step: from where, to where, and what it costs.
_Step = tuple[_Place, _Place, int]


@dataclass(frozen=True)
class RefereePlan:
    """The referee of every game, slot by slot in the order of the games; None if nobody is free.

    `duties` counts those of each player. `before` is the number of duties right before a game of the referee, `after`
    right after one, and `own_group` those in the referee's own group although another was wanted.
    """

    slots: tuple[tuple[int | None, ...], ...]
    duties: Mapping[int, int]
    before: int
    after: int
    own_group: int

    @cached_property
    def missing(self) -> int:
        """The number of games without a referee."""
        return sum(referee is None for slot in self.slots for referee in slot)

    @property
    def most(self) -> int:
        return max(self.duties.values(), default=0)

    @property
    def overloaded(self) -> list[int]:
        """The players with the most duties, if another has at least two fewer."""
        if self.most - min(self.duties.values(), default=0) < 2:
            return []
        return [player for player, count in self.duties.items() if count == self.most]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible referee of the match that goes to a court now, who neither plays nor is about to.

    `planned`: the plan names this referee. `refereeing` counts current matches of a team, `duties` all of them so far.
    `plays_soon`: in one of the next matches. `own_group`: although another group is wanted. `lost_here`: the last match
    there. `needs` is the number of duties missing for an even share of the known matches, and `chances` the number of
    those, with this one, that the player does not play.
    """

    player: int
    planned: bool = False
    refereeing: int = 0
    duties: int = 0
    plays_soon: bool = False
    own_group: bool = False
    lost_here: bool = False
    needs: int = 0
    chances: int = 0

    @property
    def spare(self) -> int:
        """The number of chances that can still be missed without an uneven end.

        FAR if it is early, or the share is reached.
        """
        return min(self.chances - self.needs, FAR) if self.needs > 0 else FAR


def choose_referee(candidates: Iterable[Candidate]) -> int | None:
    """Return the referee: the planned player, else one below an even share who runs out of chances to get it.

    Otherwise the fewest duties decide, then the other wishes in their order, then the number.
    """
    best = min(
        candidates,
        key=lambda each: (
            not each.planned,
            each.refereeing,
            each.needs <= 0,
            each.spare,
            each.duties,
            each.plays_soon,
            each.own_group,
            not each.lost_here,
            each.player,
        ),
        default=None,
    )
    return None if best is None else best.player


def assign_referees(
    slots: Sequence[Sequence[Game]],
    players: Collection[int],
    *,
    groups: Mapping[int, int] | None = None,
    at_once: int = 1,
) -> RefereePlan:
    """Return a referee for each game among the players who are free in its slot.

    With the players' groups, those of another group are preferred. A team can provide several at once if necessary.
    """
    nobody: list[list[int | None]] = [[None] * len(slot) for slot in slots]
    return _assign_referees(
        slots, players, _TaskSearch(slots, sorted(players), nobody, groups, at_once).find_referees(), groups
    )


def replace_absent(
    plan: RefereePlan,
    slots: Sequence[Sequence[Game]],
    absent: Collection[int],
    over: Collection[tuple[int, int]] = (),
    *,
    groups: Mapping[int, int] | None = None,
    at_once: int = 1,
) -> RefereePlan:
    """Return the plan with other referees for those who left; all other games keep theirs.

    So do games that are over, given by slot and place in it.
    """
    players = [player for player in plan.duties if player not in absent]
    assigned = [
        [None if each in absent and (slot, place) not in over else each for place, each in enumerate(referees)]
        for slot, referees in enumerate(plan.slots)
    ]
    found = _TaskSearch(slots, players, assigned, groups, at_once, over).find_referees()
    return _assign_referees(slots, players, found, groups)


def _assign_referees(
    slots: Sequence[Sequence[Game]],
    players: Iterable[int],
    referees: Sequence[Sequence[int | None]],
    groups: Mapping[int, int] | None,
) -> RefereePlan:
    busy = [{player for game in slot for player in game} for slot in slots]
    duties = dict.fromkeys(sorted(players), 0)
    before = after = own = 0
    for number, slot in enumerate(slots):
        for game, referee in zip(slot, referees[number], strict=True):
            if referee in duties:
                duties[referee] += 1
                before += number + 1 < len(busy) and referee in busy[number + 1]
                after += number > 0 and referee in busy[number - 1]
                own += groups is not None and groups.get(referee) == groups.get(game[0])
    return RefereePlan(tuple(map(tuple, referees)), duties, before, after, own)


class _TaskSearch:
    """The assignment of tasks to players.

    A task is all games of a slot that are the same for a referee. Games that have a referee, and finished ones, are not
    tasks.
    """

    def __init__(
        self,
        slots: Sequence[Sequence[Game]],
        players: Sequence[int],
        assigned: Sequence[Sequence[int | None]],
        groups: Mapping[int, int] | None,
        at_once: int,
        over: Collection[tuple[int, int]] = (),
    ) -> None:
        self._groups, self._at_once, self._assigned, self._over = groups, at_once, assigned, over
        busy = [{player for game in slot for player in game} for slot in slots]
        self._idle = [[player for player in players if player not in busy_players] for busy_players in busy]
        self._next = [*busy[1:], set[int]()]
        self._last = [set[int](), *busy[:-1]]
        self._load = dict.fromkeys(players, 0)
        self._slot_duties: Counter[tuple[int, int]] = Counter()
        for slot, referees in enumerate(assigned):
            for referee in referees:
                if referee in self._load:
                    self._load[referee] += 1
                    self._slot_duties[slot, referee] += 1
        self._open = [
            Counter(self._kind(game) for place, game in enumerate(games) if self._is_open(slot, place))
            for slot, games in enumerate(slots)
        ]
        self._kinds = [list(map(self._kind, games)) for games in slots]
        self._task_duties: Counter[tuple[int, int, int]] = Counter()
        self._base = 2 * sum(map(len, slots)) + 2

    def _is_open(self, slot: int, place: int) -> bool:
        return self._assigned[slot][place] is None and (slot, place) not in self._over

    def _kind(self, game: Game) -> int:
        """Return the kind of a game; games of one slot and one kind are one task."""
        return 0 if self._groups is None else self._groups.get(game[0], 0)

    def _wish(self, slot: int, player: int, kind: int) -> int:
        """Return the penalty of a player as referee in a slot, the smaller the better."""
        own = self._groups is not None and self._groups.get(player) == kind
        return ((player in self._next[slot]) * self._base + (player in self._last[slot])) * self._base + own

    def find_referees(self) -> list[list[int | None]]:
        """Return the referees of all games."""
        self._begin()
        for wishes, steps in enumerate(MOST_STEPS):
            self._improve(wishes, steps)
        return self._referees()

    def _begin(self) -> None:
        """Fill slot by slot with the players who have the fewest duties."""
        for slot, tasks in enumerate(self._open):
            for kind in sorted(tasks.elements()):
                best = min(
                    ((*self._order(slot, player, kind), player) for player in self._idle[slot]),
                    default=(self._at_once,),
                )
                if best[0] < self._at_once:
                    self._give(slot, best[-1], kind)

    def _order(self, slot: int, player: int, kind: int) -> tuple[int, int, int]:
        return self._slot_duties[slot, player], self._load[player], self._wish(slot, player, kind)

    def _give(self, slot: int, player: int, kind: int, count: int = 1) -> None:
        self._task_duties[slot, player, kind] += count
        self._slot_duties[slot, player] += count
        self._load[player] += count

    def _improve(self, wishes: int, steps: int) -> None:
        """Pass duties on along cycles while one improves the plan; with `wishes` 0 only evenness counts."""
        while steps > 0:
            cycle, used = _negative_cycle(self._steps(wishes))
            steps -= used
            if not cycle:
                return
            for one, other in cycle:
                self._make_step(one, other)

    def _steps(self, wishes: int) -> list[_Step]:
        """Return every way to pass a duty on, with its cost."""
        even = self._base**3
        found: list[_Step] = []
        for slot, tasks in enumerate(self._open):
            for kind, count in sorted(tasks.items()):
                task = "task", slot, kind
                assigned = sum(self._task_duties[slot, player, kind] for player in self._idle[slot])
                if assigned < count:
                    found.append((_BEGIN, task, 0))
                if assigned:
                    found.append((task, _BEGIN, 0))
                for player in self._idle[slot]:
                    cost = wishes * self._wish(slot, player, kind)
                    found.append((task, ("there", slot, player), cost))
                    if self._task_duties[slot, player, kind]:
                        found.append((("there", slot, player), task, -cost))
            for player in self._idle[slot] if tasks else ():
                found += self._steps_to(slot, player, even * self._base * self._base)
        for player, load in self._load.items():
            found.append((("player", player, 0), _END, even * (2 * load + 1)))
            if load:
                found.append((_END, ("player", player, 0), -even * (2 * load - 1)))
        return found

    def _steps_to(self, slot: int, player: int, twice: int) -> Iterator[_Step]:
        """Yield the steps between a player in one slot and the same player in all of them, both ways."""
        slot_place, player_place, duties = (
            ("there", slot, player),
            ("player", player, 0),
            self._slot_duties[slot, player],
        )
        if duties < self._at_once:
            yield slot_place, player_place, twice * duties
        if duties:
            yield player_place, slot_place, -twice * (duties - 1)

    def _make_step(self, one: _Place, other: _Place) -> None:
        """Make one step; only those between a task and a present player change the stored state."""
        if one[0] == "task" and other[0] == "there":
            self._give(one[1], other[2], one[2])
        elif one[0] == "there" and other[0] == "task":
            self._give(other[1], one[2], other[2], -1)

    def _referees(self) -> list[list[int | None]]:
        found = [list(slot) for slot in self._assigned]
        for slot, tasks in enumerate(self._open):
            remaining = {
                kind: [player for player in self._idle[slot] for _once in range(self._task_duties[slot, player, kind])]
                for kind in tasks
            }
            for place, kind in enumerate(self._kinds[slot]):
                if self._is_open(slot, place) and remaining[kind]:
                    found[slot][place] = remaining[kind].pop(0)
        return found


def _negative_cycle(steps: Sequence[_Step]) -> tuple[list[tuple[_Place, _Place]], int]:
    """Return a circle of steps with a negative total cost, if any, and the number of steps tried."""
    places = {place: number for number, place in enumerate(sorted({end for step in steps for end in step[:2]}))}
    names = list(places)
    ways = [(places[one], places[other], cost) for one, other, cost in steps]
    cost_to = [0] * len(names)
    previous: list[int] = [-1] * len(names)
    used = 0
    for _turn in range(len(names) + 1):
        used += len(ways)
        changed = False
        for one, other, cost in ways:
            if cost_to[one] + cost < cost_to[other]:
                cost_to[other] = cost_to[one] + cost
                previous[other] = one
                changed = True
        if not changed:
            return [], used
        circle = _circle(previous)
        if circle:
            return [(names[previous[place]], names[place]) for place in circle], used
    return [], used


def _circle(previous: Sequence[int]) -> list[int]:
    """Return places that come from each other in a circle."""
    visits = [0] * len(previous)
    for start in range(len(previous)):
        place = start
        while place >= 0 and not visits[place]:
            visits[place] = start + 1
            place = previous[place]
        if place >= 0 and visits[place] == start + 1:
            circle, each = [place], previous[place]
            while each != place:
                circle.append(each)
                each = previous[each]
            return circle
    return []
