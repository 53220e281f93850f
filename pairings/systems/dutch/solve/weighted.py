"""Complete matchings of greatest weight in general graphs, exact, for whole-number weights of any size.

Theory (Edmonds' primal-dual method). Every vertex v has a dual y(v), every odd set B that was shrunk a dual z(B) >= 0;
an edge of weight w is *tight* when y(u) + y(v) = 2w (counting z of the sets around both). Only tight edges are matched
and no edge is ever short (y(u) + y(v) < 2w), so that a matching of everybody cannot be outweighed. From a vertex
without partner a tree of alternating tight paths grows: *outer* vertices over an even number of edges, *inner* ones
over an odd number. When it is stuck time goes on: outer duals fall with it, inner ones rise, up to the next *event*, an
edge that becomes tight or an inner set whose dual has come to 0. All this is kept in quarters of a weight; then a tree
has duals of one parity, and an edge inside it becomes tight at a whole number.

The graph is given as `rows[v]`: for each weight the set of neighbours as bits of an `int`, for weights repeat a lot
here (players of a kind contribute the same). With vertices kept by dual too, the tight neighbours of a vertex are a few
`&`, and its next event is found by walking through weights and duals from the nearest on.

Each answer is proved by its duals before it is given (`certificate`).

What was solved is used again: `duals` to begin with come from an easier question (`collapsed`) or an answered one, and
where two vertices go, a few trees mend the matching (`without`).

Bounds, for n vertices with R weights in a row and D different duals (neither more than n, both small for players of few
kinds). A tree labels a vertex once, or once more for each odd set around it that opens, and asks for the next event of
each: O(n R D) operations on sets (`_schedule`). A solution takes a tree for two vertices that the start leaves alone,
hence at most n/2 of them: O(n^2 R D); `without` two of them, and one for each odd set that had a dual.

Source: J. Edmonds, "Paths, trees, and flowers" (1965); Z. Galil, "Efficient algorithms for finding maximum matching in
graphs" (1986).
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush

from pairings.systems.dutch.solve.certificate import prove

FREE, OUTER, INNER = 0, 1, 2

#: Weights are kept as so many times what they are.
SCALE = 4

Rows = Sequence[dict[int, int]]


class NoCompleteMatching(Exception):
    """Some vertex cannot have a partner."""


class Blossom:
    """A vertex (no children) or a shrunken odd cycle: `children[i]` is joined to its successor by `links[i]`.

    Always, children 1 and 2, 3 and 4 ... are matched with each other, and the first holds the base. `z` is the dual; of
    an outer or inner set it is kept as it would be had time not passed. A set that is shrunk goes on in the object of
    its largest child, so that a vertex is told of its outermost set at most log n times.
    """

    __slots__ = ("base", "children", "label", "link", "links", "mask", "z")

    def __init__(self, base: int, mask: int) -> None:
        self.base = base
        self.mask = mask
        self.children: list[Blossom] = []
        self.links: list[tuple[int, int]] = []
        self.z = 0
        self.label = FREE
        self.link: tuple[int, int] | None = None

    def take_over(self, other: Blossom) -> None:
        """Becomes what another one is, but for its label."""
        self.base, self.mask, self.z = other.base, other.mask, other.z
        self.children, self.links = other.children, other.links


class Matching:
    """A heaviest matching of all vertices that have an edge. `mate[v]` is v's partner or -1, `dual[v]` is y(v).

    `duals` are values to begin with that leave no edge short. Raises NoCompleteMatching. `trees` and `steps` count the
    trees that were grown, and the vertices that were asked for tight edges or for their next event.
    """

    def __init__(self, rows: Rows, duals: Sequence[int] | None = None, start: Mapping[int, int] | None = None) -> None:
        self.rows = [sorted(((SCALE * weight, mask) for weight, mask in row.items()), reverse=True) for row in rows]
        self._solve(sum(1 << v for v, row in enumerate(rows) if row), duals, start or {})

    def _solve(self, members: int, duals: Sequence[int] | None, start: Mapping[int, int]) -> None:
        self.size = len(self.rows)
        self.members = members
        self.mate = [-1] * self.size
        self.top = [Blossom(v, 1 << v) for v in range(self.size)]
        self.dual = self._first_duals() if duals is None else list(duals)
        self.by_dual = _by_value(self.dual, self.members)
        self.level = [0] * self.size
        self.trees = self.steps = 0
        self._start(start)
        self._complete()
        prove(self.rows, self.members, self.mate, self.dual, self.odd_sets())

    def _first_duals(self) -> list[int]:
        """For each vertex its heaviest edge, then in turn the least that leaves none of its edges short."""
        duals = [row[0][0] if row else 0 for row in self.rows]
        by_dual = _by_value(duals, self.members)
        values = sorted(by_dual)
        for v in _bits(self.members):
            dual = max(weight - _least(by_dual, values, others) for weight, others in self.rows[v])
            if dual != duals[v]:
                by_dual[duals[v]] &= ~(1 << v)
                if dual not in by_dual:
                    insort(values, dual)
                by_dual[dual] = by_dual.get(dual, 0) | 1 << v
                duals[v] = dual
        return duals

    def _start(self, pairs: Mapping[int, int]) -> None:
        """Matches `pairs` that are tight, then each vertex in turn with its first possible partner."""
        free = self.members
        for v, w in pairs.items():
            if v < w and free >> v & free >> w & 1 and self.tight(v) >> w & 1:
                self.mate[v], self.mate[w] = w, v
                free &= ~(1 << v | 1 << w)
        for v in _bits(free):
            if free >> v & 1:
                possible = self.tight(v) & free & ~(1 << v)
                if possible:
                    w = (possible & -possible).bit_length() - 1
                    self.mate[v], self.mate[w] = w, v
                    free &= ~(1 << v | 1 << w)

    def _complete(self) -> None:
        """Gives a partner to everybody who has none, a tree for each two of them."""
        for v in _bits(self.members):
            if self.mate[v] < 0:
                self._grow(v)

    # What was found

    def pairs(self) -> list[tuple[int, int]]:
        return [(v, w) for v, w in enumerate(self.mate) if v < w]

    def tight(self, v: int) -> int:
        """Who is joined to v by an edge that is tight, those in a set with v left aside."""
        return self.at(v, self.dual[v]) & self.members

    def at(self, v: int, dual: int) -> int:
        """Whose edge to v would be tight if v had this dual."""
        by_dual, found = self.by_dual, 0
        for weight, neighbours in self.rows[v]:
            same = by_dual.get(weight - dual)
            if same:
                found |= neighbours & same
        return found

    def odd_sets(self) -> list[tuple[int, int]]:
        """The shrunken sets that have a dual, and it."""
        found, waiting = [], list({id(blossom): blossom for blossom in self.top}.values())
        while waiting:
            blossom = waiting.pop()
            if blossom.children and blossom.z:
                found.append((blossom.mask, blossom.z))
            waiting += blossom.children
        return found

    def without(self, v: int, w: int) -> Matching | None:
        """The heaviest matching of everybody else, from the duals and pairs there are; None if there is none."""
        other = object.__new__(Matching)
        other.rows = self.rows
        try:
            other._solve(self.members & ~(1 << v | 1 << w), self.loosened(), dict(self.pairs()))
        except NoCompleteMatching:
            return None
        return other

    def loosened(self) -> list[int]:
        """The duals with those of the odd sets given to their vertices: no edge is short."""
        duals = list(self.dual)
        for members, dual in self.odd_sets():
            for u in _bits(members):
                duals[u] += dual // 2
        return duals

    def _set_dual(self, v: int, value: int) -> None:
        old = self.dual[v]
        if value != old:
            self.by_dual[old] &= ~(1 << v)
            if not self.by_dual[old]:
                del self.by_dual[old]
            self.by_dual[value] = self.by_dual.get(value, 0) | 1 << v
            self.dual[v] = value

    # A tree

    def _grow(self, root: int) -> None:
        """Grows a tree from a vertex without partner until it reaches another one, and swaps the path to it."""
        alone = 0
        for v in _bits(self.members):
            if self.mate[v] < 0 and v != root:
                alone |= self.top[v].mask
        self._plant(root, alone)
        while not self._reach():
            if not self.events:
                raise NoCompleteMatching
            self.now, _, due = heappop(self.events)
            if isinstance(due, Blossom):
                if due.children and due.label == INNER and due.z == 2 * self.now:
                    self._expand(due)
            else:
                self.queue.append(due)
        self._clear()

    def _plant(self, root: int, alone: int) -> None:
        """Starts a tree. `alone` are the vertices that complete a path."""
        self.trees += 1
        self.now = 0
        self.alone = alone
        self.outer = self.inner = 0
        self.free = self.members
        self.values = sorted(self.by_dual)
        self.by_level: dict[int, int] = {}
        self.levels: list[int] = []
        self.labelled: list[Blossom] = []
        self.queue: list[int] = []
        self.events: list[tuple[int, int, int | Blossom]] = []
        self._make_outer(self.top[root], None)

    def _reach(self) -> bool:
        """Follows tight edges until there are no more; True when a path was completed."""
        while self.queue:
            if self._follow(self.queue.pop()):
                return True
        return False

    def _follow(self, u: int) -> bool:
        """Uses the tight edges of an outer vertex; True when one of them completes a path."""
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
        if found & self.alone:
            v = (found & self.alone).bit_length() - 1
            self._turn(self.top[v], v)
            self.mate[v] = u
            self._flip(u, v)
            return True
        while found:
            v = found.bit_length() - 1
            blossom = self.top[v]
            self._make_inner(blossom, (u, v))
            w = self.mate[blossom.base]
            self._make_outer(self.top[w], (blossom.base, w))
            found &= self.free
        hits &= ~self.top[u].mask
        while hits:
            self._shrink(u, hits.bit_length() - 1)
            hits &= ~self.top[u].mask
        self._schedule(u)
        return False

    def _make_outer(self, blossom: Blossom, link: tuple[int, int] | None) -> None:
        blossom.label, blossom.link = OUTER, link
        if blossom.children:
            blossom.z -= 2 * self.now
        self.outer |= blossom.mask
        self.free &= ~blossom.mask
        self.labelled.append(blossom)
        for v in _bits(blossom.mask):
            self._enter(v, self.dual[v])

    def _enter(self, v: int, dual: int) -> None:
        """Among outer vertices, v's level is its dual at the start of time."""
        level = self.level[v] = dual + self.now
        if level not in self.by_level:
            insort(self.levels, level)
        self.by_level[level] = self.by_level.get(level, 0) | 1 << v
        self.queue.append(v)

    def _make_inner(self, blossom: Blossom, link: tuple[int, int]) -> None:
        self.free &= ~blossom.mask
        for v in _bits(blossom.mask):
            self.level[v] = self.dual[v] - self.now
        self._stay_inner(blossom, link)

    def _schedule(self, u: int) -> None:
        """Notes when the next edge of u to a free or to another outer vertex becomes tight.

        Edges to inner vertices keep their slack. Those that become outer ask for themselves, those that become free
        again are asked (`_expand`).
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
            heappush(self.events, (self.now + wait, u, u))

    def _clear(self) -> None:
        """Ends a tree: duals as time has made them; sets without dual are undone."""
        now = self.now
        for blossom in self.labelled:
            if blossom.label == FREE:
                continue
            sign = -1 if blossom.label == OUTER else 1
            if now:
                for v in _bits(blossom.mask):
                    self._set_dual(v, self.level[v] + sign * now)
            blossom.label, blossom.link = FREE, None
            if blossom.children:
                blossom.z -= 2 * sign * now
                if not blossom.z:
                    self._open_all(blossom)

    def _open(self, blossom: Blossom) -> list[Blossom]:
        """Undoes a shrunken set; its children. The largest of them takes its place, so that few are told."""
        children = blossom.children
        largest = max(range(len(children)), key=lambda i: children[i].mask.bit_count())
        blossom.take_over(children[largest])
        children[largest] = blossom
        for child in children:
            child.label, child.link = FREE, None
            if child is not blossom:
                for v in _bits(child.mask):
                    self.top[v] = child
        return children

    def _open_all(self, blossom: Blossom) -> None:
        """The same, with those inside that have no dual either."""
        waiting = [blossom]
        while waiting:
            waiting += [child for child in self._open(waiting.pop()) if child.children and not child.z]

    # Shrinking and expanding

    def _path(self, v: int) -> list[Blossom]:
        """The shrunken vertices from that of v up to the root of the tree."""
        found = [self.top[v]]
        while found[-1].link is not None:
            found.append(self.top[found[-1].link[0]])
        return found

    def _shrink(self, u: int, v: int) -> None:
        """Makes one outer vertex of the odd cycle that a tight edge closes."""
        left, right = self._path(u), self._path(v)
        while len(left) > 1 and len(right) > 1 and left[-2] is right[-2]:
            left.pop()
            right.pop()
        base, down = left[-1], left[::-1]
        children = down + right[:-1]
        links = [_link(child) for child in down[1:]] + [(u, v)] + [_link(child)[::-1] for child in right[:-1]]
        first, link, mask = base.base, base.link, 0
        for child in children:
            mask |= child.mask
            if child.label == INNER:
                self.inner &= ~child.mask
                for w in _bits(child.mask):
                    self._enter(w, self.level[w] + self.now)
            if child.children:
                child.z += 2 * self.now if child.label == OUTER else -2 * self.now
            child.label = FREE
        self.outer |= mask
        largest = max(range(len(children)), key=lambda i: children[i].mask.bit_count())
        blossom = children[largest]
        children[largest] = Blossom(blossom.base, blossom.mask)
        children[largest].take_over(blossom)
        for child in children:
            if child is not children[largest]:
                for w in _bits(child.mask):
                    self.top[w] = blossom
        blossom.base, blossom.mask, blossom.children, blossom.links = first, mask, children, links
        blossom.label, blossom.link, blossom.z = OUTER, link, -2 * self.now
        self.labelled.append(blossom)

    def _expand(self, blossom: Blossom) -> None:
        """Undoes an inner set whose dual has come to 0, keeping the part that its tree needs."""
        link, links = _link(blossom), blossom.links
        self.inner &= ~blossom.mask
        children = self._open(blossom)
        at = next(i for i, child in enumerate(children) if child.mask >> link[1] & 1)
        step = 1 if at % 2 else -1
        while True:
            self._stay_inner(children[at], link)
            if at == 0:
                break
            first = _between(links, at, step)
            at = (at + step) % len(children)
            self._set_duals(children[at])
            self._make_outer(children[at], first)
            link = _between(links, at, step)
            at = (at + step) % len(children)
        left = [child for child in children if child.label == FREE]
        for child in left:
            self._set_duals(child)
            self.free |= child.mask
        self.values = sorted(self.by_dual)
        for child in left:
            for v in _bits(child.mask):
                self._be_asked(v)
            if child.children and not child.z:
                self._open_all(child)

    def _stay_inner(self, blossom: Blossom, link: tuple[int, int]) -> None:
        """As `_make_inner` for a part of an inner set: the levels of its vertices stay."""
        blossom.label, blossom.link = INNER, link
        self.inner |= blossom.mask
        self.labelled.append(blossom)
        if blossom.children:
            blossom.z += 2 * self.now
            heappush(self.events, (blossom.z // 2, -1 - len(self.labelled), blossom))

    def _set_duals(self, blossom: Blossom) -> None:
        """The duals of a part of an inner set as time has made them."""
        for v in _bits(blossom.mask):
            self._set_dual(v, self.level[v] + self.now)

    def _be_asked(self, v: int) -> None:
        """Notes when the next edge of a free vertex to an outer one becomes tight."""
        wait, soonest = -1, 0
        for weight, neighbours in self.rows[v]:
            hits = neighbours & self.outer
            if hits:
                base = self.dual[v] - self.now - weight
                sooner = _sooner(self.by_level, self.levels, hits, base, wait, 1)
                if sooner != wait:
                    wait, soonest = sooner, hits & self.by_level[sooner - base]
        if wait >= 0:
            u = soonest.bit_length() - 1
            heappush(self.events, (self.now + wait, u, u))

    # Augmenting

    def _flip(self, s: int, partner: int) -> None:
        """Swaps the path from outer vertex s to the root, s getting `partner`."""
        while True:
            outer = self.top[s]
            self._turn(outer, s)
            self.mate[s] = partner
            if outer.link is None:
                return
            inner = self.top[outer.link[0]]
            s, entry = _link(inner)
            self._turn(inner, entry)
            self.mate[entry] = s
            partner = entry

    def _turn(self, blossom: Blossom, v: int) -> None:
        """Makes v the base of a shrunken set, rematching the vertices inside."""
        if not blossom.children:
            return
        children, links, size = blossom.children, blossom.links, len(blossom.children)
        at = next(i for i, child in enumerate(children) if child.mask >> v & 1)
        self._turn(children[at], v)
        step = 1 if at % 2 else -1
        i = at
        while i % size:
            a = (i + step) % size
            b = (a + step) % size
            x, y = _between(links, a, step)
            self._turn(children[a], x)
            self._turn(children[b], y)
            self.mate[x], self.mate[y] = y, x
            i = b
        blossom.children = children[at:] + children[:at]
        blossom.links = links[at:] + links[:at]
        blossom.base = v


def with_ghosts(rows: Rows, ghosts: int) -> list[dict[int, int]]:
    """The rows and so many vertices more that weigh nothing, so that as many vertices may stay alone.

    The greatest weight of matchings is concave in the number of their edges. So where two ghosts are left for each
    other in a best matching, more of them would make none heavier.
    """
    size = len(rows)
    everybody = sum(1 << v for v, row in enumerate(rows) if row)
    all_ghosts = (1 << ghosts) - 1 << size
    found = [{**row, 0: row.get(0, 0) | all_ghosts} if row else {} for row in rows]
    return found + [{0: everybody | all_ghosts & ~(1 << size + i)} for i in range(ghosts)]


def _by_value(values: Sequence[int], members: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for v in _bits(members):
        found[values[v]] = found.get(values[v], 0) | 1 << v
    return found


def _least(by_value: dict[int, int], values: list[int], members: int) -> int:
    """The least value one of the members has; `values` are in order."""
    return next(value for value in values if by_value[value] & members)


def _sooner(by_value: dict[int, int], values: list[int], members: int, base: int, wait: int, parts: int) -> int:
    """The least (base + value) / parts that one of the members has, if less than `wait` (-1: there is nothing yet)."""
    limit = parts * wait
    for value in values:
        if 0 <= limit <= base + value:
            break
        if by_value.get(value, 0) & members:
            return (base + value) // parts
    return wait


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _link(blossom: Blossom) -> tuple[int, int]:
    if blossom.link is None:
        raise AssertionError("only a root has no link")
    return blossom.link


def _between(links: list[tuple[int, int]], at: int, step: int) -> tuple[int, int]:
    """The link from child `at` to its neighbour in the direction of `step`, from `at`'s side."""
    if step > 0:
        return links[at]
    a, b = links[at - 1]
    return b, a
