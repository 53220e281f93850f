"""Trees of alternating tight paths, from vertices without partner until each of them has one.

*Outer* vertices are over an even number of edges from the root of their tree, *inner* ones over an odd number. When all
trees are stuck time advances: outer duals fall with it, inner ones rise, up to the next *event*, an edge that becomes
tight or an inner set whose dual has reached 0. If there is no next event the outer sets are a barrier: odd, more of
them than inner vertices, and nothing else to be matched with.

An edge between two trees completes a path, and so does one to a vertex without partner that is no root. Then its trees
are undone, their duals as time has made them, and the others continue. So the common waiting time of all roots is
computed once. The next event is searched only when time advances, and each of several trees takes in few vertices at a
time.

Among outer vertices a vertex is kept by its *level*, its dual at the start of time; so nothing has to be written while
time passes.

Bounds, for n vertices with R weights in a row and D different duals: between two paths a vertex is labelled once, or
once more for each odd set around it that opens, and then asked for its tight edges and its next event: O(n R D)
operations on sets for each path.

Source: J. Edmonds, "Paths, trees, and flowers" (1965); Z. Galil, "Efficient algorithms for finding maximum matching in
graphs" (1986).
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Sequence
from heapq import heappop, heappush

from pairings.matching.sets.bits import bits
from pairings.matching.sets.blossom import (
    FREE,
    INNER,
    OUTER,
    Blossom,
    Link,
    between,
    open_all,
    open_blossom,
    turn,
)
from pairings.matching.sets.state import MatchingState

#: Vertices taken by one of several trees before the next one: trees that stay small are soon undone.
VERTICES_PER_TURN = 6


class Trees:
    """Trees and their time, of `roots` whose duals have one parity. `steps` counts the visited vertices.

    `others` are the sets around vertices without partner that are no roots. `queue` are outer vertices to visit now,
    `pending` the vertices whose next event must be found before time advances. `due[v]` is the recorded time for an
    outer vertex v, or, after all vertices, for a free one.
    """

    def __init__(self, state: MatchingState, roots: Sequence[int], others: int) -> None:
        self.state = state
        self.rows, self.mate, self.top = state.rows, state.mate, state.top
        self.dual, self.by_dual = state.dual, state.by_dual
        self.now = self.steps = 0
        self.others = others
        self.outer = self.inner = 0
        self.free = state.members
        self.values = sorted(self.by_dual)
        self.level: dict[int, int] = {}
        self.by_level: dict[int, int] = {}
        self.levels: list[int] = []
        self.of_root: dict[int, int] = {}
        self.queue: deque[int] = deque()
        self.queued = self.pending = 0
        self.due: dict[int, int] = {}
        self.events: list[tuple[int, int, int | Blossom]] = []
        self.expected = 0
        for root in roots:
            self._make_outer(self.top[root], None)

    def grow(self) -> bool:
        """Swap a path for each root; return False if the last ones have none (then `barrier` gives the proof)."""
        while self.of_root:
            if self.queue:
                u = self.queue.pop()
                self.queued &= ~(1 << u)
                if self.outer >> u & 1:
                    self._follow(u)
            elif self.pending:
                self._look_ahead()
            elif self.events:
                self.now, _, due = heappop(self.events)
                self._carry_out(due)
            else:
                return False
        return True

    def _look_ahead(self) -> None:
        """Record the next event of each vertex that was visited or became free since time advanced."""
        self.values = sorted(self.by_dual)
        pending, self.pending = self.pending, 0
        for v in bits(pending & self.outer):
            self._schedule(v)
        for v in bits(pending & self.free):
            self._schedule_query(v)

    def _carry_out(self, due: int | Blossom) -> None:
        """Carry out the event that was recorded for now."""
        if isinstance(due, Blossom):
            if due.children and due.label == INNER and due.z == 2 * self.now:
                self._expand(due)
        elif self.due[due] == self.now:
            self.due[due] = -1
            if due < len(self.mate):
                self._ask(due)
            else:
                self.pending |= 1 << due - len(self.mate)

    def barrier(self) -> tuple[int, list[int]]:
        """Return inner vertices, and more odd sets than these that can be matched with nothing else."""
        return self.inner, [each.mask for each in {id(self.top[v]): self.top[v] for v in bits(self.outer)}.values()]

    def _follow(self, u: int) -> None:
        """Use the tight edges of an outer vertex."""
        self.steps += 1
        dual, now = self.level[u] - self.now, self.now
        by_dual, by_level, found, hits = self.by_dual, self.by_level, 0, 0
        for weight, neighbours in self.rows[u]:
            partner = weight - dual
            same = by_dual.get(partner)
            if same:
                found |= neighbours & same
            same = by_level.get(partner + now)
            if same:
                hits |= neighbours & same
        found &= self.free
        across = hits & ~self.of_root[self.top[u].root]
        if found & self.others:
            self._reach_other(u, (found & self.others).bit_length() - 1)
        elif across:
            self._join(u, across.bit_length() - 1)
        elif self._take(u, found):
            hits &= ~self.top[u].mask
            while hits:
                self._shrink(u, hits.bit_length() - 1)
                hits &= ~self.top[u].mask
            self.pending |= 1 << u

    def _take(self, u: int, found: int) -> bool:
        """Take free vertices and their partners into the tree; return whether these were all."""
        count = 0
        while found:
            if count == VERTICES_PER_TURN and len(self.of_root) > 1:
                self.queued |= 1 << u
                self.queue.appendleft(u)
                return False
            count += 1
            v = (found & -found).bit_length() - 1
            blossom = self.top[v]
            self._make_inner(blossom, (u, v))
            w = self.mate[blossom.base]
            self._make_outer(self.top[w], (blossom.base, w))
            found &= self.free
        return True

    def _make_outer(self, blossom: Blossom, link: Link | None) -> None:
        blossom.label, blossom.link = OUTER, link
        blossom.root = self.top[link[0]].root if link else blossom.base
        self.of_root[blossom.root] = self.of_root.get(blossom.root, 0) | blossom.mask
        if blossom.children:
            blossom.z -= 2 * self.now
        self.outer |= blossom.mask
        self.free &= ~blossom.mask
        for v in bits(blossom.mask):
            self._enter(v, self.dual[v])

    def _enter(self, v: int, dual: int) -> None:
        """Record the level of a vertex that is now outer with this dual."""
        level = self.level[v] = dual + self.now
        if level not in self.by_level:
            insort(self.levels, level)
        self.by_level[level] = self.by_level.get(level, 0) | 1 << v
        self._ask(v)

    def _ask(self, v: int) -> None:
        """Queue an outer vertex for a visit now, and then for its next event."""
        if not self.queued >> v & 1:
            self.queued |= 1 << v
            self.queue.append(v)

    def _schedule_event(self, due: int, time: int) -> None:
        """Notes an event of a vertex (of a free one by its number behind all vertices), unless there is one before."""
        if not self.now <= self.due.get(due, -1) <= time:
            self.due[due] = time
            heappush(self.events, (time, due, due))

    def _make_inner(self, blossom: Blossom, link: Link) -> None:
        self.free &= ~blossom.mask
        for v in bits(blossom.mask):
            self.level[v] = self.dual[v] - self.now
        self._stay_inner(blossom, link)

    def _schedule(self, u: int) -> None:
        """Notes when the next edge of u to a free or to another outer vertex becomes tight.

        Edges to inner vertices keep their slack. Those that become outer ask for themselves, and so do those that
        become free again (`_schedule_query`).
        """
        dual, others = self.level[u] - self.now, self.outer & ~self.top[u].mask
        values, levels = self.values, self.levels
        wait = -1
        for weight, neighbours in self.rows[u]:
            base = dual - weight
            near = wait < 0 or base + values[0] < wait
            if near and neighbours & self.free:
                wait = _sooner(self.by_dual, values, neighbours & self.free, base, wait, 1)
            base -= self.now
            inside = wait < 0 or base + levels[0] < 2 * wait
            if inside and neighbours & others:
                wait = _sooner(self.by_level, levels, neighbours & others, base, wait, 2)
            elif not near and not inside:
                break
        if wait >= 0:
            self._schedule_event(u, self.now + wait)

    # Completed paths

    def _reach_other(self, u: int, v: int) -> None:
        """Swap the path from outer vertex u to its root; u gets v, which has no partner and is no root."""
        self.others &= ~self.top[v].mask
        turn(self.top[v], v, self.mate)
        self.mate[v] = u
        self._flip(u, v)
        self._undo(self.top[u].root)

    def _join(self, u: int, v: int) -> None:
        """Swap the path between two roots over an edge of their outer vertices."""
        self._flip(u, v)
        self._flip(v, u)
        self._undo(self.top[u].root, self.top[v].root)

    def _undo(self, *roots: int) -> None:
        """Make the vertices of trees free, with their current duals; sets without dual are undone."""
        mask = 0
        for root in roots:
            mask |= self.of_root.pop(root)
        self.outer &= ~mask
        self.inner &= ~mask
        self.free |= mask
        for blossom in {id(self.top[v]): self.top[v] for v in bits(mask)}.values():
            sign = -1 if blossom.label == OUTER else 1
            for v in bits(blossom.mask):
                self.state.set_dual(v, self.level[v] + sign * self.now)
                if blossom.label == OUTER:
                    self.by_level[self.level[v]] &= ~(1 << v)
            blossom.label, blossom.link = FREE, None
            if blossom.children:
                blossom.z -= 2 * sign * self.now
                if not blossom.z:
                    open_all(blossom, self.top)
        self.pending |= mask
        for v in bits(mask if self.of_root else 0):
            self._meet(v)

    # Shrinking and expanding

    def _path(self, v: int) -> list[Blossom]:
        """Return the shrunken vertices from that of v up to the root of the tree."""
        found = [self.top[v]]
        while found[-1].link is not None:
            found.append(self.top[found[-1].link[0]])
        return found

    def _shrink(self, u: int, v: int) -> None:
        """Make one outer vertex of the odd cycle that a tight edge closes."""
        left, right = self._path(u), self._path(v)
        while len(left) > 1 and len(right) > 1 and left[-2] is right[-2]:
            left.pop()
            right.pop()
        base, down = left[-1], left[::-1]
        children = down + right[:-1]
        links = [child.entered_by() for child in down[1:]] + [(u, v)]
        links += [child.entered_by()[::-1] for child in right[:-1]]
        first, link, mask = base.base, base.link, 0
        for child in children:
            mask |= child.mask
            if child.label == INNER:
                self.inner &= ~child.mask
                for w in bits(child.mask):
                    self._enter(w, self.level[w] + self.now)
            if child.children:
                child.z += 2 * self.now if child.label == OUTER else -2 * self.now
            child.label = FREE
        self.outer |= mask
        largest = max(range(len(children)), key=lambda i: children[i].mask.bit_count())
        blossom = children[largest]
        children[largest] = Blossom(blossom.base, blossom.mask)
        children[largest].copy_state(blossom)
        for child in children:
            if child is not children[largest]:
                for w in bits(child.mask):
                    self.top[w] = blossom
        blossom.base, blossom.mask, blossom.children, blossom.links = first, mask, children, links
        blossom.label, blossom.link, blossom.root, blossom.z = OUTER, link, base.root, -2 * self.now

    def _expand(self, blossom: Blossom) -> None:
        """Undo an inner set whose dual has reached 0, keeping the part that its tree needs."""
        link, links = blossom.entered_by(), blossom.links
        self.inner &= ~blossom.mask
        self.of_root[blossom.root] &= ~blossom.mask
        at = blossom.child_of(link[1])
        children = open_blossom(blossom, self.top)
        step = 1 if at % 2 else -1
        while True:
            self._stay_inner(children[at], link)
            if at == 0:
                break
            first = between(links, at, step)
            at = (at + step) % len(children)
            self._set_duals(children[at])
            self._make_outer(children[at], first)
            link = between(links, at, step)
            at = (at + step) % len(children)
        remaining = [child for child in children if child.label == FREE]
        for child in remaining:
            self._set_duals(child)
            self.free |= child.mask
        for child in remaining:
            self.pending |= child.mask
            for v in bits(child.mask):
                self._meet(v)
            if child.children and not child.z:
                open_all(child, self.top)

    def _stay_inner(self, blossom: Blossom, link: Link) -> None:
        """Keep a part of an inner set inner, as `_make_inner` does; the levels of its vertices stay."""
        blossom.label, blossom.link, blossom.root = INNER, link, self.top[link[0]].root
        self.of_root[blossom.root] |= blossom.mask
        self.inner |= blossom.mask
        if blossom.children:
            blossom.z += 2 * self.now
            self.expected += 1
            heappush(self.events, (blossom.z // 2, -self.expected, blossom))

    def _set_duals(self, blossom: Blossom) -> None:
        """Set the current duals of a part of an inner set."""
        for v in bits(blossom.mask):
            self.state.set_dual(v, self.level[v] + self.now)

    def _meet(self, v: int) -> None:
        """Queue an outer vertex that has a tight edge to a free one."""
        partner, by_level = self.now - self.dual[v], self.by_level
        for weight, neighbours in self.rows[v]:
            same = by_level.get(weight + partner, 0) & neighbours
            if same:
                self._ask(same.bit_length() - 1)
                return

    def _schedule_query(self, v: int) -> None:
        """Notes when the next edge of a free vertex to an outer one becomes tight."""
        wait, soonest = -1, 0
        for weight, neighbours in self.rows[v]:
            hits = neighbours & self.outer
            if hits:
                base = self.dual[v] - self.now - weight
                sooner = _sooner(self.by_level, self.levels, hits, base, wait, 1)
                if sooner != wait:
                    wait, soonest = sooner, hits & self.by_level[sooner - base]
        if not wait:
            self._ask(soonest.bit_length() - 1)
        if wait >= 0:
            self._schedule_event(len(self.mate) + v, self.now + wait)

    def _flip(self, s: int, partner: int) -> None:
        """Swap the path from outer vertex s to the root; s gets `partner`."""
        while True:
            outer = self.top[s]
            turn(outer, s, self.mate)
            self.mate[s] = partner
            if outer.link is None:
                return
            inner = self.top[outer.link[0]]
            s, entry = inner.entered_by()
            turn(inner, entry, self.mate)
            self.mate[entry] = s
            partner = entry


def _sooner(by_value: dict[int, int], values: list[int], members: int, base: int, wait: int, parts: int) -> int:
    """Return the least (base + value) / parts of the members, if less than `wait` (-1: none yet)."""
    limit = parts * wait
    for value in values:
        if 0 <= limit <= base + value:
            break
        if by_value.get(value, 0) & members:
            return (base + value) // parts
    return wait
