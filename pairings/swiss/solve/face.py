"""All best matchings together, as an unweighted graph, and the first of them in some order.

Theory. After one solution the best matchings are exactly the complete matchings of tight edges that leave each odd set
of positive dual by one edge (a *cut*). So the text's order (C.04.3 art. 4) needs no weights. The partners of a vertex t
in best matchings are those reached by alternating paths of tight edges from its present partner, without t. Growing one
tree finds all of them.

That is enough without cuts. With cuts two trees are grown. A tree that stays among the vertices between the same cuts,
and leaves the edges across them alone, changes no cut: t can meet all vertices that it reaches. A tree that ignores
cuts reaches all vertices that t could possibly meet. Only if these two leave the answer open are the edges of t graded
by a bonus below all other weights and weighed again, from the present duals.

A settled pair is taken out. A cut that loses one vertex may no longer be crossed; its dual goes to its vertices (that
keeps all edges as tight as they were, and makes the crossing ones loose).

Bounds for n vertices: a tree O(n) operations on sets, and O(n) more for each odd cycle in it, so O(n^2); weighing again
takes a tree of `weighted` for each cut and one for each vertex in question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pairings.matching.sets.bits import as_set, bits
from pairings.matching.sets.unweighted import AlternatingTree
from pairings.matching.sets.weighted import SCALE, Matching


class Face:
    """The best matchings of the members. `mate` is the current one; `near[v]` are the tight neighbours of v.

    `visits` counts the vertices that trees have visited, `weighed` the times that weights were needed, and `steps` the
    vertices visited for them.
    """

    def __init__(self, best: Matching) -> None:
        self.visits = self.weighed = self.steps = 0
        self._read(best)

    def _read(self, best: Matching) -> None:
        self.size = best.size
        self.members = best.members
        self.mate = {v: w for v, w in enumerate(best.mate) if w >= 0}
        self.dual = list(best.dual)
        cuts = sorted(((dual, members) for members, dual in best.odd_sets()), key=lambda cut: -cut[1].bit_count())
        self.cuts = [(members, dual) for dual, members in cuts]
        self.near = [self._tight(best, v) for v in range(best.size)]
        self.rows = best.rows

    def _tight(self, best: Matching, v: int) -> int:
        """Return the vertices joined to v by a tight edge, counting the duals of cuts around both."""
        region, extra, found = self.members, self.dual[v], 0
        for members, dual in self.cuts:
            if members >> v & 1:
                found |= best.at(v, extra) & region & ~members
                region, extra = members, extra + dual
        return found | best.at(v, extra) & region

    def weights(self, v: int) -> Iterator[tuple[int, int]]:
        """Yield the tight edges of v by weight."""
        near = self.near[v] & self.members
        for weight, others in self.rows[v]:
            if others & near:
                yield weight // SCALE, others & near

    def loosen_duals(self) -> list[int]:
        """Return the duals with those of the cuts added to their vertices: no edge becomes too short."""
        duals = list(self.dual)
        for members, dual in self.cuts:
            for v in bits(members):
                duals[v] += dual // 2
        return duals

    # Questions

    def first(self, t: int, targets: int) -> int:
        """Return the lowest of `targets` that t meets in some best matching, now the current one; -1 if there is none.

        The caller must take the pair out afterwards.
        """
        p = self.mate[t]
        candidates = self.near[t] & self.members & targets
        found = -1
        if candidates >> p & 1:
            found, candidates = p, candidates & (1 << p) - 1
        if not candidates:
            return found
        careful = self._careful(t, candidates & -candidates)
        reached = 0 if careful is None else careful.outer
        candidates = self._open(t, candidates, reached)
        if careful is not None and reached & candidates & -candidates:
            return self._rematch(t, candidates & -candidates, careful)
        if candidates:
            present = 1 << found if found >= 0 else 0
            self._weigh(t, [1 << w for w in bits(candidates | present)][::-1])
            found = self.mate[t] if targets >> self.mate[t] & 1 else -1
        return found

    def meeting(self, tops: list[int], targets: int, groups: Sequence[int] = ()) -> list[int]:
        """Return those of `tops` that can meet one of `targets` if all earlier ones of the answer do; none is a target.

        Questions that trees leave open are weighed only once for all. Every best matching pairs equally many tops of
        each of `groups` with `targets`. When these are found, the rest of the group is skipped.
        """
        found, is_weighed = [], False
        group_of = {t: number for number, group in enumerate(groups) for t in bits(group)}
        remaining = Counter(group_of.get(t) for t in tops if targets >> self.mate[t] & 1)
        for at, t in enumerate(tops):
            meets: bool | None = False
            if remaining[group_of.get(t)] or t not in group_of:
                meets = bool(targets >> self.mate[t] & 1) if is_weighed else self._can_meet(t, targets)
            if meets is None:
                self._weigh_all(tops[at:], targets)
                is_weighed, meets = True, bool(targets >> self.mate[t] & 1)
            self._restrict(t, targets if meets else ~targets)
            remaining[group_of.get(t)] -= meets
            found += [t] if meets else []
        return found

    def _can_meet(self, t: int, targets: int) -> bool | None:
        """Return whether t can meet one of `targets`, and if so pair them; None if trees leave it open."""
        candidates = self.near[t] & self.members & targets
        if targets >> self.mate[t] & 1 or not candidates:
            return bool(targets >> self.mate[t] & 1)
        careful = self._careful(t, candidates)
        if careful is not None and careful.outer & candidates:
            self._rematch(t, careful.outer & candidates, careful)
            return True
        return None if self._open(t, candidates, 0) else False

    def _open(self, t: int, candidates: int, reached: int) -> int:
        """Return the candidates except those that trees exclude; `reached` are some possible partners of t."""
        lowest = candidates & -candidates
        if reached & lowest:
            return candidates
        if self.cuts:
            reached = self._tree(t, self.members, lowest).outer
        return candidates if reached & lowest else candidates & reached

    def take(self, t: int) -> None:
        """Take t and its partner out."""
        w = self.mate.pop(t)
        del self.mate[w]
        pair = 1 << t | 1 << w
        self.members &= ~pair
        cuts, self.cuts = self.cuts, []
        for members, dual in cuts:
            remaining = members & ~pair
            if remaining.bit_count() % 2 == 0:
                self._part(remaining, dual)
            elif remaining.bit_count() > 1:
                self.cuts.append((remaining, dual))

    def _part(self, side: int, dual: int) -> None:
        """Split the graph in two: afterwards no edge leads out of `side`."""
        for v in bits(side):
            self.dual[v] += dual // 2
        for v in bits(self.members):
            self.near[v] &= side if side >> v & 1 else ~side

    def _restrict(self, t: int, allowed: int) -> None:
        """Remove all edges of t except those to `allowed`, which includes its own partner."""
        for v in bits(self.near[t] & ~allowed):
            self.near[v] &= ~(1 << t)
        self.near[t] &= allowed

    # Trees

    def _careful(self, t: int, goal: int) -> AlternatingTree | None:
        """Return a tree from the partner of t that leaves cuts alone; None if the partner is across one."""
        among = self.members
        for members, _ in self.cuts:
            v = next(v for v in bits(members) if not members >> self.mate[v] & 1)
            among &= (members if members >> t & 1 else ~members) & ~(1 << v | 1 << self.mate[v])
        return self._tree(t, among, goal) if among >> self.mate[t] & 1 else None

    def _tree(self, t: int, among: int, goal: int) -> AlternatingTree:
        """Return the tree from the partner of t, with t left out, grown until it reaches one of `goal`."""
        p = self.mate.pop(t)
        del self.mate[p]
        tree = AlternatingTree(among & ~(1 << t), self.near, self.mate, 0)
        tree.grow(p, goal)
        self.visits += len(tree.queue)
        self.mate[t], self.mate[p] = p, t
        if among == self.members and not tree.outer & goal:
            self._drop_impossible_edges(t, tree)
        return tree

    def _drop_impossible_edges(self, t: int, tree: AlternatingTree) -> None:
        """Remove edges of no complete matching, as shown by a tree that was fully grown without t.

        Its odd sets, one more than its inner vertices, have edges only to these and t. So in every complete matching t
        and the inner vertices meet the odd sets. They meet neither each other nor vertices outside the tree.
        """
        tops = tree.visited & ~tree.outer | 1 << t
        for v in bits(tops):
            self.near[v] &= tree.outer
        for v in bits(self.members & ~tree.visited & ~tops):
            self.near[v] &= ~tops

    def _rematch(self, t: int, reached: int, tree: AlternatingTree) -> int:
        """Pair t with the lowest vertex that the tree has reached, and return that vertex."""
        w = (reached & -reached).bit_length() - 1
        del self.mate[self.mate.pop(t)]
        tree.augment(w, t)
        return w

    def _weigh_all(self, tops: list[int], targets: int) -> None:
        """Make the best matching in which the first of `tops`, then the next and so on meet one of `targets`.

        Each has a digit of a bonus below the weights, the first the highest.
        """
        self.weighed += 1
        digits, room, everybody = len(tops), room_for(self.size), as_set(tops)
        bonus = {t: 1 << room + digits - 1 - at for at, t in enumerate(tops)}
        rows: list[dict[int, int]] = [{} for _ in range(self.size)]
        for v in bits(self.members):
            with_bonus = targets if v in bonus else everybody if targets >> v & 1 else 0
            for weight, others in self.weights(v):
                _add(rows[v], weight << digits, others & ~with_bonus)
                for u in bits(others & with_bonus):
                    _add(rows[v], (weight << digits) + bonus[v if v in bonus else u], 1 << u)
        duals = [dual << digits for dual in self.loosen_duals()]
        for t, worth in bonus.items():
            duals[t] += SCALE * worth
        graded = Matching(rows, duals, self.mate)
        self.steps += graded.size + graded.steps
        self.mate = {v: w for v, w in enumerate(graded.mate) if w >= 0}

    def _weigh(self, t: int, choices: list[int]) -> None:
        """Make the best matching in which t meets one of the last possible of `choices` (sets of vertices)."""
        self.weighed += 1
        bonus = {w: worth for worth, choice in enumerate(choices, start=1) for w in bits(choice)}
        rows: list[dict[int, int]] = [dict(self.weights(v)) if self.members >> v & 1 else {} for v in range(self.size)]
        graded: dict[int, int] = {}
        for weight, others in rows[t].items():
            for w in bits(others):
                value = weight + bonus.get(w, 0)
                graded[value] = graded.get(value, 0) | 1 << w
                rows[w][weight] &= ~(1 << t)
                rows[w][value] = rows[w].get(value, 0) | 1 << t
        rows[t] = graded
        duals = self.loosen_duals()
        duals[t] = max(SCALE * weight - min(duals[w] for w in bits(others)) for weight, others in graded.items())
        anew = Matching(rows, duals, {v: w for v, w in self.mate.items() if t not in {v, w}})
        self.steps += anew.size + anew.steps
        self._read(anew)


def _add(row: dict[int, int], weight: int, others: int) -> None:
    if others:
        row[weight] = row.get(weight, 0) | others


def room_for(vertices: int) -> int:
    """Return the number of binary digits reserved below all weights for the bonus of a question."""
    return (vertices + 1).bit_length()
