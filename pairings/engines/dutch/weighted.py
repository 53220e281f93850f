"""Matchings of greatest weight in general graphs, exact, for whole-number weights of any size.

Theory (Edmonds' primal-dual method). Every vertex v has a dual y(v), every odd set B that was shrunk a dual z(B) >= 0;
an edge of weight w is *tight* when y(u) + y(v) = 2w (counting z of the sets around both). Only tight edges are matched,
no edge is ever short (y(u) + y(v) < 2w), and a vertex without partner has the smallest dual there is; when that reaches
0 no matching can be heavier. Trees of alternating tight paths grow from all unmatched vertices at once. When they are
stuck the duals move: outer vertices down, inner ones up, by the largest step that keeps the promises.

Where everybody is to be matched nothing ends at 0, and the duals of single vertices need not be the same. Then each
starts at its own heaviest edge, and much is matched before the first step. (They start even, for the slack of an edge
between outer vertices is halved; roots move together, so that their duals stay even or odd together.)

Weights repeat a lot here: they are vectors of the criteria, and players of a kind contribute the same. So the graph is
given as `rows[v]`: for each weight the set of neighbours as bits of an `int`. With the vertices also kept by dual,
the tight neighbours of a vertex are a few `&`, not a walk over all neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

OUTER, INNER = 1, 2
Rows = Sequence[dict[int, int]]


class Blossom:
    """A vertex (no children) or a shrunken odd cycle: `children[i]` is joined to its successor by `links[i]`."""

    __slots__ = ("base", "children", "label", "link", "links", "mask", "root", "z")

    def __init__(self, base: int, mask: int) -> None:
        self.base = base
        self.mask = mask
        self.children: list[Blossom] = []
        self.links: list[tuple[int, int]] = []
        self.z = 0
        self.label = 0
        self.link: tuple[int, int] | None = None
        self.root = -1


class Matching:
    """A matching of greatest weight. `mate[v]` is v's partner or -1; `dual[v]` is y(v).

    With `perfect` it is the heaviest of those that match every vertex that has an edge; there must be one.
    """

    def __init__(self, rows: Rows, *, perfect: bool = False) -> None:
        self.size = len(rows)
        self.rows = [sorted(row.items(), reverse=True) for row in rows]
        self.perfect = perfect
        self.mate = [-1] * self.size
        self.top = [Blossom(v, 1 << v) for v in range(self.size)]
        self.everybody = sum(1 << v for v, row in enumerate(rows) if row)
        self.dual = self._first_duals()
        self.by_dual: dict[int, int] = {}
        for v in _bits(self.everybody):
            self.by_dual[self.dual[v]] = self.by_dual.get(self.dual[v], 0) | 1 << v
        self.least = min(self.by_dual, default=0)
        self._run()

    def _first_duals(self) -> list[int]:
        heaviest = [row[0][0] if row else 0 for row in self.rows]
        if not self.perfect:
            return [max(heaviest, default=0)] * self.size
        duals = [weight + weight % 2 for weight in heaviest]
        for v in _bits(self.everybody):
            duals[v] = max(2 * weight - min(map(duals.__getitem__, _bits(others))) for weight, others in self.rows[v])
        return duals

    def pairs(self) -> list[tuple[int, int]]:
        return [(v, w) for v, w in enumerate(self.mate) if v < w]

    def possible(self, v: int) -> int:
        """A set that holds every partner v has in some matching of greatest weight: where no dual is given away."""
        return self._tight(v) | self.top[v].mask & ~(1 << v)

    # The search

    def _run(self) -> None:
        self._start()
        while any(self.mate[v] < 0 for v in _bits(self.everybody)):
            self._plant()
            while True:
                if self._scan():
                    break
                if not self._move_duals():
                    self._clear()
                    return
            self._clear()

    def _start(self) -> None:
        """Matches what a tight edge joins, without any search."""
        free = self.everybody
        for v in _bits(self.everybody):
            if free >> v & 1:
                possible = self._tight(v) & free & ~(1 << v)
                if possible:
                    w = (possible & -possible).bit_length() - 1
                    self.mate[v], self.mate[w] = w, v
                    free &= ~(1 << v | 1 << w)

    def _plant(self) -> None:
        """Every unmatched vertex becomes the root of a tree."""
        self.outer = self.inner = 0
        self.labelled: list[Blossom] = []
        self.queue: list[int] = []
        for v in _bits(self.everybody):
            if self.mate[v] < 0:
                self._make_outer(self.top[v], None, v)

    def _make_outer(self, blossom: Blossom, link: tuple[int, int] | None, root: int) -> None:
        blossom.label, blossom.link, blossom.root = OUTER, link, root
        self.outer |= blossom.mask
        self.labelled.append(blossom)
        self.queue.extend(_bits(blossom.mask))

    def _scan(self) -> bool:
        """Follows tight edges from outer vertices until there are no more; says whether a path was augmented."""
        augmented = False
        while self.queue:
            u = self.queue.pop()
            while self.outer >> u & 1:
                found = self._tight(u) & ~self.top[u].mask & ~self.inner
                if not found:
                    break
                augmented |= self._follow(u, found)
        return augmented

    def _tight(self, u: int) -> int:
        dual, by_dual, found = self.dual[u], self.by_dual, 0
        enough = dual + self.least
        for weight, neighbours in self.rows[u]:
            if 2 * weight < enough:
                break
            same = by_dual.get(2 * weight - dual)
            if same:
                found |= neighbours & same
        return found

    def _follow(self, u: int, found: int) -> bool:
        """Uses the tight edges from u to `found`; stops after the first that changes the trees around u."""
        hits = found & self.outer
        if hits:
            return self._join(u, hits.bit_length() - 1)
        while found:
            v = found.bit_length() - 1
            blossom = self.top[v]
            found &= ~blossom.mask
            self._make_inner(blossom, (u, v))
            w = self.mate[blossom.base]
            partner = self.top[w]
            self._make_outer(partner, (blossom.base, w), self.top[u].root)
            found &= ~partner.mask
        return False

    def _make_inner(self, blossom: Blossom, link: tuple[int, int]) -> None:
        blossom.label, blossom.link, blossom.root = INNER, link, self.top[link[0]].root
        self.inner |= blossom.mask
        self.labelled.append(blossom)

    def _join(self, u: int, v: int) -> bool:
        """An edge between outer vertices: of two trees it completes a path, of one tree it closes an odd cycle."""
        roots = (self.top[u].root, self.top[v].root)
        if roots[0] == roots[1]:
            self._shrink(u, v)
            return False
        self._augment_side(u, v)
        self._augment_side(v, u)
        self._fell(roots)
        return True

    def _fell(self, roots: tuple[int, int]) -> None:
        """Takes the labels off two trees that were just joined; the others go on."""
        kept = []
        for blossom in self.labelled:
            if blossom.root in roots:
                if blossom.label == OUTER:
                    self.outer &= ~blossom.mask
                else:
                    self.inner &= ~blossom.mask
                blossom.label, blossom.link, blossom.root = 0, None, -1
            else:
                kept.append(blossom)
        self.labelled = kept

    def _clear(self) -> None:
        for blossom in set(self.top):
            blossom.label, blossom.link, blossom.root = 0, None, -1
            if blossom.children and not blossom.z:
                self._open(blossom)

    def _open(self, blossom: Blossom) -> None:
        """Undoes a shrunken set without dual, and those that this brings to light."""
        for child in blossom.children:
            child.label, child.link, child.root = 0, None, -1
            for v in _bits(child.mask):
                self.top[v] = child
            if child.children and not child.z:
                self._open(child)

    # Shrinking and expanding

    def _path(self, v: int) -> list[Blossom]:
        """The shrunken vertices from that of v up to the root of its tree."""
        found = [self.top[v]]
        while found[-1].link is not None:
            found.append(self.top[found[-1].link[0]])
        return found

    def _shrink(self, u: int, v: int) -> None:
        left, right = self._path(u), self._path(v)
        while len(left) > 1 and len(right) > 1 and left[-2] is right[-2]:
            left.pop()
            right.pop()
        base = left[-1]
        blossom = Blossom(base.base, 0)
        down = left[::-1]
        blossom.children = down + right[:-1]
        blossom.links = [_link(child) for child in down[1:]] + [(u, v)]
        blossom.links += [_link(child)[::-1] for child in right[:-1]]
        for child in blossom.children:
            blossom.mask |= child.mask
            if child.label == INNER:
                self.inner &= ~child.mask
                self.queue.extend(_bits(child.mask))
        self.outer |= blossom.mask
        blossom.label, blossom.link, blossom.root = OUTER, base.link, base.root
        for w in _bits(blossom.mask):
            self.top[w] = blossom
        gone = set(map(id, blossom.children))
        self.labelled = [other for other in self.labelled if id(other) not in gone]
        self.labelled.append(blossom)

    def _expand_inner(self, blossom: Blossom) -> None:
        """Undoes an inner set whose dual has reached 0, keeping the part that its tree needs."""
        link = _link(blossom)
        root = blossom.root
        self.labelled.remove(blossom)
        self.inner &= ~blossom.mask
        for child in blossom.children:
            child.label, child.link, child.root = 0, None, -1
            for v in _bits(child.mask):
                self.top[v] = child
        children, links = blossom.children, blossom.links
        at = next(i for i, child in enumerate(children) if child.mask >> link[1] & 1)
        step = 1 if at % 2 else -1
        while True:
            entered = children[at]
            self._make_inner(entered, link)
            if at == 0:
                break
            first = _between(links, at, step)
            self._make_outer(children[(at + step) % len(children)], first, root)
            at = (at + step) % len(children)
            link = _between(links, at, step)
            at = (at + step) % len(children)

    # Augmenting

    def _augment_side(self, s: int, partner: int) -> None:
        """Flips the path from outer vertex s to its root, s getting `partner`."""
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

    # Duals

    def _move_duals(self) -> bool:
        """Moves the duals by the largest step allowed; False when the matching has become the heaviest."""
        free = self.everybody & ~self.outer & ~self.inner
        outer_duals = sorted(dual for dual, members in self.by_dual.items() if members & self.outer)
        if not outer_duals:
            return False
        inner = [b for b in self.labelled if b.label == INNER and b.children]
        limit = self._beyond() if self.perfect else outer_duals[0]
        step = self._step_of_edges(min((b.z // 2 for b in inner), default=limit), free, outer_duals)
        step = min(step, limit)
        self._shift(step)
        if step == limit:
            return False
        for blossom in inner:
            if not blossom.z:
                self._expand_inner(blossom)
        self.queue = list(_bits(self.outer))
        return True

    def _beyond(self) -> int:
        """More than any step that leads to an edge."""
        return 2 * (max(self.by_dual) - self.least + max(row[0][0] for row in self.rows if row) + 1)

    def _step_of_edges(self, step: int, free: int, outer_duals: list[int]) -> int:
        """The step after which an edge from an outer vertex to a free one, or to another outer one, becomes tight."""
        to_free = [(d, m & free) for d, m in sorted(self.by_dual.items()) if m & free]
        to_outer = [(d, self.by_dual[d] & self.outer) for d in outer_duals]
        least_outer, least_free = to_outer[0][0], to_free[0][0] if to_free else None
        for u in _bits(self.outer):
            dual, others = self.dual[u], ~self.top[u].mask
            for weight, neighbours in self.rows[u]:
                base = dual - 2 * weight
                near_free = least_free is not None and base + least_free < step
                near_outer = base + least_outer < 2 * step
                if near_free:
                    step = _least(neighbours, to_free, base, step, 1)
                if near_outer:
                    step = _least(neighbours & others, to_outer, base, step, 2)
                elif not near_free:
                    break
        return step

    def _shift(self, step: int) -> None:
        moved: dict[int, int] = {}
        for dual, members in self.by_dual.items():
            outer, inner = members & self.outer, members & self.inner
            for value, part in ((dual - step, outer), (dual + step, inner), (dual, members & ~outer & ~inner)):
                if part:
                    moved[value] = moved.get(value, 0) | part
        self.by_dual = moved
        self.least = min(moved)
        for value, members in moved.items():
            for v in _bits(members & (self.outer | self.inner)):
                self.dual[v] = value
        for blossom in self.labelled:
            if blossom.children:
                blossom.z += 2 * step if blossom.label == OUTER else -2 * step


def _least(neighbours: int, by_dual: list[tuple[int, int]], base: int, step: int, parts: int) -> int:
    for dual, members in by_dual:
        if base + dual >= parts * step:
            break
        if neighbours & members:
            return (base + dual) // parts
    return step


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
