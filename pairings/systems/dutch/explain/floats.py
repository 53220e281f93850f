"""Why a player moved down from his scoregroup, and why a player has the bye (C.04.3 art. 1.4, 2 and 3)."""

from __future__ import annotations

from collections.abc import Iterator

from pairings.plan import Reason
from pairings.systems.dutch.explain.reasons import Explained, Facts
from pairings.systems.dutch.rules.field import Competitor, Field, as_set, bits
from pairings.systems.dutch.solve.brackets import PairedBracket

#: How many players a sentence names.
NAMED = 8


class Floats:
    """The reasons of floaters and of the bye."""

    def __init__(self, explained: Explained, brackets: list[PairedBracket]) -> None:
        self.explained = explained
        self.field: Field = explained.field
        self.brackets = brackets

    def of_floater(self, player: int) -> Iterator[Reason]:
        """Why a player left his own bracket, and each one after it without an opponent."""
        for at, bracket in enumerate(self.brackets):
            if player in bracket.outcome.floaters and at + 1 < len(self.brackets):
                yield self._moved_on(player, bracket) if player in bracket.moved else self._left(player, at)

    def _facts(self, player: Competitor, bracket: PairedBracket) -> Facts:
        return {"player": player.number, "points": self.explained.text(bracket.score), "bracket": bracket.number}

    def _moved_on(self, player: int, bracket: PairedBracket) -> Reason:
        facts = self._facts(self.field.players[player], bracket)
        if not self.field.legal[player] & bracket.residents:
            return Reason("dutch-float-none", facts, "C.04.3 2.1")
        return Reason("dutch-limbo", facts, "C.04.3 4.4")

    def _left(self, player: int, at: int) -> Reason:
        bracket = self.brackets[at]
        facts = self._facts(self.field.players[player], bracket)
        inside = bracket.residents | as_set(bracket.moved)
        if not self.field.legal[player] & inside:
            return Reason("dutch-float-none", facts, "C.04.3 2.1")
        if len(bracket.outcome.floaters) > 1:
            return Reason("dutch-float-many", {**facts, "count": len(bracket.outcome.floaters)}, "C.04.3 C6")
        last = bracket.residents.bit_length() - 1
        if player == last:
            return Reason("dutch-float-last", facts, "C.04.3 3.2")
        facts["other"] = self.field.players[last].number
        return self._rather_than(player, last, at, facts)

    def _rather_than(self, player: int, last: int, at: int, facts: Facts) -> Reason:
        """Why this player moved down, and not the last of the group."""
        field, bracket = self.field, self.brackets[at]
        if not field.legal[last] & self.brackets[at + 1].residents:
            return Reason("dutch-float-C8", facts, "C.04.3 C8")
        meets = next(v + w - last for v, w in bracket.outcome.moved_pairs + bracket.outcome.pairs if last in {v, w})
        against = self.explained.against(min(player, meets), max(player, meets), (min(last, meets), max(last, meets)))
        if against is not None and against.code not in {"dutch-up-again-C15", "dutch-up-again-C17"}:
            return Reason("dutch-float-opponent", {**facts, "opponent": field.players[meets].number}, against.article)
        for name, down in (("C14", field.down[0]), ("C16", field.down[1])):
            if down >> last & 1 and not down >> player & 1:
                return Reason(f"dutch-float-{name}", facts, f"C.04.3 {name}")
        return Reason("dutch-float-best", facts, "C.04.3 3.8")

    def of_bye(self, player: int) -> Iterator[Reason]:
        """Why this player has the bye: nobody below may, or none could without leaving others unpaired."""
        field = self.field
        own = field.players[player]
        below = as_set([other.index for other in field.players if other.points < own.points])
        facts: Facts = {"player": own.number, "points": self.explained.text(own.points)}
        if not below:
            yield Reason("dutch-bye-lowest", facts, "C.04.3 C5")
        elif below & field.eligible:
            yield Reason("dutch-bye-rest", facts, "C.04.3 C4")
        else:
            yield Reason("dutch-bye-nobody-below", facts, "C.04.3 C5")
        after = field.everybody & ~((1 << player + 1) - 1)
        barred = list(bits(after & ~field.eligible))
        if barred:
            yield Reason("dutch-bye-not-for", self._named(barred), "C.04.3 2.1.2")
        yield from self._rather_bye(own, field.groups[own.points] & field.eligible & ~(1 << player))

    def _rather_bye(self, own: Competitor, others: int) -> Iterator[Reason]:
        """Why not another one with the same points."""
        players = self.field.players
        more = [v for v in bits(others) if players[v].unplayed > own.unplayed]
        if more:
            yield Reason("dutch-bye-C9", {**self._named(more), "player": own.number}, "C.04.3 C9")
        rest = [v for v in bits(others) if v > own.index and players[v].unplayed <= own.unplayed]
        if rest:
            yield Reason("dutch-bye-best", {**self._named(rest), "player": own.number}, "C.04.3 3.8")

    def _named(self, players: list[int]) -> Facts:
        numbers = tuple(self.field.players[v].number for v in players[:NAMED])
        return {"players": numbers, "count": len(players)}
