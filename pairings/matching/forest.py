"""Nested blossoms: the odd sets that the search has shrunk to one node, and the matching inside them.

Nodes are numbers: 0 .. n-1 are the vertices, everything above is a blossom. A blossom is a ring of an odd number of
nodes, `children[0]` the one that holds its base; `links[k]` is the edge (x, y) from `children[k]` to the next child.
The children 1 and 2, 3 and 4 ... are always matched with each other over `links[1]`, `links[3]` ..., so all of a
blossom is matched except its base. A node without parent is *outermost*.

A vertex finds its outermost node in two look-ups: `group[v]` is a vertex that stands for the node (its `seat`), and
`holder[seat]` is the node. When a ring is shrunk, the largest child keeps its seat and only the others are relabelled;
when it is opened, the largest child keeps it again. So a vertex is relabelled at most log2(n) times on the way up.
Nothing here recurses: blossoms nest as deep as they like.
"""

from __future__ import annotations


class Forest:
    """All blossoms over n vertices, the matching, and the dual values of the blossoms (`weight`; idle for a vertex)."""

    __slots__ = (
        "base",
        "children",
        "group",
        "holder",
        "links",
        "mate",
        "n",
        "parent",
        "seat",
        "size",
        "spare",
        "vertex_lists",
        "weight",
    )

    def __init__(self, n: int) -> None:
        self.n = n
        self.mate = [-1] * n
        self.base = list(range(n))
        self.parent = [-1] * n
        self.children: list[list[int]] = [[] for _ in range(n)]
        self.links: list[list[tuple[int, int]]] = [[] for _ in range(n)]
        self.size = [1] * n
        self.weight = [0] * n
        self.seat = list(range(n))
        self.group = list(range(n))
        self.holder = list(range(n))
        self.spare: list[int] = []
        self.vertex_lists: dict[int, list[int]] = {}

    def outermost(self, vertex: int) -> int:
        return self.holder[self.group[vertex]]

    def vertices(self, node: int) -> list[int]:
        """Return the vertices inside a node, itself if it is one; cached for outermost nodes until a change inside."""
        if node < self.n:
            return [node]
        if node in self.vertex_lists:
            return self.vertex_lists[node]
        found: list[int] = []
        pending = [node]
        if self.parent[node] < 0:
            self.vertex_lists[node] = found
        while pending:
            inner = pending.pop()
            if inner < self.n:
                found.append(inner)
            else:
                pending.extend(self.children[inner])
        return found

    def child_towards(self, node: int, vertex: int) -> int:
        """Return the child of a blossom that contains a given vertex."""
        while self.parent[vertex] != node:
            vertex = self.parent[vertex]
        return vertex

    def shrink(self, children: list[int], links: list[tuple[int, int]]) -> int:
        """Make one outermost blossom of a ring of outermost nodes, and return its number."""
        node = self._new_node()
        largest = max(children, key=self.size.__getitem__)
        seat = self.seat[largest]
        for child in children:
            if child != largest:
                for vertex in self.vertices(child):
                    self.group[vertex] = seat
            self.parent[child] = node
            self.vertex_lists.pop(child, None)
        self.children[node], self.links[node] = children, links
        self.base[node] = self.base[children[0]]
        self.size[node] = sum(self.size[child] for child in children)
        self.seat[node] = seat
        self.holder[seat] = node
        return node

    def open(self, node: int) -> None:
        """Undo `shrink`: the children of an outermost blossom are outermost again, the blossom is gone."""
        self.vertex_lists.pop(node, None)
        for child in self.children[node]:
            self.parent[child] = -1
            seat = self.seat[child]
            self.holder[seat] = child
            if seat != self.seat[node]:
                for vertex in self.vertices(child):
                    self.group[vertex] = seat
        self.children[node], self.links[node] = [], []
        self.spare.append(node)

    def rebase(self, node: int, vertex: int) -> None:
        """Rematch inside a node so that `vertex` is its base, the one vertex that is matched outside."""
        if self.base[node] != vertex:
            self.vertex_lists.pop(node, None)
        pending = [(node, vertex)]
        while pending:
            node, vertex = pending.pop()
            if self.base[node] == vertex:
                continue
            child = self.child_towards(node, vertex)
            at = self.children[node].index(child)
            self.children[node] = children = self.children[node][at:] + self.children[node][:at]
            self.links[node] = links = self.links[node][at:] + self.links[node][:at]
            self.base[node] = vertex
            pending.append((child, vertex))
            for k in range(1, len(children), 2):
                x, y = links[k]
                self.mate[x], self.mate[y] = y, x
                pending.append((children[k], x))
                pending.append((children[k + 1], y))

    def blossoms(self) -> list[int]:
        """Return every blossom, including inner ones."""
        return [node for node in range(self.n, len(self.base)) if self.children[node]]

    def stretches(self) -> tuple[list[int], dict[int, tuple[int, int]]]:
        """Return the vertices in an order with one stretch for each blossom, and the ends of the stretches."""
        order: list[int] = []
        found: dict[int, tuple[int, int]] = {}
        begun: dict[int, int] = {}
        everything = [*range(self.n), *self.blossoms()]
        pending = [node for node in everything if self.parent[node] < 0]
        while pending:
            node = pending.pop()
            if node < self.n:
                order.append(node)
            elif node in begun:
                found[node] = begun[node], len(order)
            else:
                begun[node] = len(order)
                pending.append(node)
                pending.extend(self.children[node])
        return order, found

    def _new_node(self) -> int:
        if self.spare:
            node = self.spare.pop()
            self.parent[node], self.weight[node] = -1, 0
            return node
        for column, value in ((self.base, -1), (self.parent, -1), (self.size, 0), (self.weight, 0), (self.seat, -1)):
            column.append(value)
        self.children.append([])
        self.links.append([])
        return len(self.base) - 1
