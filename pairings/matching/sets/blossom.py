"""Odd sets of vertices that a search has shrunk to one, nested to any depth."""

from __future__ import annotations

from collections.abc import Sequence

from pairings.matching.sets.bits import bits

FREE, OUTER, INNER = 0, 1, 2

Link = tuple[int, int]


class Blossom:
    """A vertex (no children) or a shrunken odd cycle: `children[i]` is joined to its successor by `links[i]`.

    Always, children 1 and 2, 3 and 4 ... are matched with each other, and the first holds the base. `z` is the dual; of
    an outer or inner set it is kept as it would be had time not passed. A set that is shrunk continues in the object of
    its largest child, so that the outermost set of a vertex changes at most log n times.
    """

    __slots__ = ("base", "children", "label", "link", "links", "mask", "root", "z")

    def __init__(self, base: int, mask: int) -> None:
        self.base = base
        self.mask = mask
        self.children: list[Blossom] = []
        self.links: list[Link] = []
        self.z = 0
        self.label = FREE
        self.link: Link | None = None
        self.root = -1

    def copy_state(self, other: Blossom) -> None:
        """Take over the state of another one, except its label."""
        self.base, self.mask, self.z = other.base, other.mask, other.z
        self.children, self.links = other.children, other.links

    def child_of(self, v: int) -> int:
        """Return the index of the child that contains v."""
        return next(i for i, child in enumerate(self.children) if child.mask >> v & 1)

    def entered_by(self) -> Link:
        """Return the edge by which a tree came here."""
        if self.link is None:
            raise AssertionError("only a root has no link")
        return self.link


def between(links: Sequence[Link], at: int, step: int) -> Link:
    """Return the link from child `at` to its neighbour in the direction of `step`, from `at`'s side."""
    if step > 0:
        return links[at]
    a, b = links[at - 1]
    return b, a


def open_blossom(blossom: Blossom, top: list[Blossom]) -> list[Blossom]:
    """Open a shrunken set and return its children. The largest takes its place, so that few vertices change."""
    children = blossom.children
    largest = max(range(len(children)), key=lambda i: children[i].mask.bit_count())
    blossom.copy_state(children[largest])
    children[largest] = blossom
    for child in children:
        child.label, child.link = FREE, None
        if child is not blossom:
            for v in bits(child.mask):
                top[v] = child
    return children


def open_all(blossom: Blossom, top: list[Blossom]) -> None:
    """Open a shrunken set, and sets inside it that have no dual either."""
    waiting = [blossom]
    while waiting:
        waiting += [child for child in open_blossom(waiting.pop(), top) if child.children and not child.z]


def turn(blossom: Blossom, v: int, mate: list[int]) -> None:
    """Make v the base of a shrunken set, rematching the vertices inside."""
    waiting = [(blossom, v)]
    while waiting:
        blossom, v = waiting.pop()
        if not blossom.children or blossom.base == v:
            continue
        children, links, size = blossom.children, blossom.links, len(blossom.children)
        i = at = blossom.child_of(v)
        waiting.append((children[at], v))
        step = 1 if at % 2 else -1
        while i % size:
            a = (i + step) % size
            b = (a + step) % size
            x, y = between(links, a, step)
            waiting += ((children[a], x), (children[b], y))
            mate[x], mate[y] = y, x
            i = b
        blossom.children = children[at:] + children[:at]
        blossom.links = links[at:] + links[:at]
        blossom.base = v


def odd_sets(top: Sequence[Blossom]) -> list[tuple[int, int]]:
    """Return the shrunken sets that have a dual, with it."""
    found, waiting = [], list({id(blossom): blossom for blossom in top}.values())
    while waiting:
        blossom = waiting.pop()
        if blossom.children and blossom.z:
            found.append((blossom.mask, blossom.z))
        waiting += blossom.children
    return found


def copy_blossoms(top: Sequence[Blossom]) -> list[Blossom]:
    """Return copies of the sets that can change independently; between trees, when none has a label."""
    copies: dict[int, Blossom] = {}
    waiting = list(top)
    for blossom in waiting:
        if id(blossom) not in copies:
            copy = copies[id(blossom)] = Blossom(blossom.base, blossom.mask)
            copy.z, copy.links, copy.children = blossom.z, list(blossom.links), list(blossom.children)
            waiting += blossom.children
    for copy in copies.values():
        copy.children = [copies[id(child)] for child in copy.children]
    return [copies[id(blossom)] for blossom in top]
