"""Reasons why a player floated down from their score group, and why a player has the bye."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pairings.matching.sets.bits import as_set, bits
from pairings.plan import Reason
from pairings.swiss.rules.criterion import Criterion, FinishedBracket, Scope
from pairings.swiss.rules.field import Competitor, SwissField
from pairings.swiss.solve.paired import PairedBracket

if TYPE_CHECKING:
    from pairings.swiss.explain.reasons import Facts, RoundReasons

#: Players that a sentence names.
MOST_NAMED_PLAYERS = 8


class Floats:
    """The reasons of floaters and of the bye. `left_at` lists the indexes of the brackets that each player left."""

    def __init__(self, explained: RoundReasons, brackets: list[PairedBracket]) -> None:
        self.explained = explained
        self.field: SwissField = explained.field
        self.edition = self.field.edition
        self.articles = self.edition.articles
        self.brackets = brackets
        self.left_at: dict[int, list[int]] = {}
        for at, bracket in enumerate(brackets[:-1]):
            for player in bracket.outcome.floaters:
                self.left_at.setdefault(player, []).append(at)

    def of_floater(self, player: int) -> Iterator[Reason]:
        """Yield the reasons why a player left their own bracket, and each later one, without an opponent."""
        for at in self.left_at.get(player, ()):
            bracket = self.brackets[at]
            yield self._limbo_reason(player, bracket) if player in bracket.moved else self._left_reason(player, at)

    def _facts(self, player: Competitor, bracket: PairedBracket) -> Facts:
        return {"player": player.number, "points": self.explained.exact(bracket.score), "bracket": bracket.number}

    def _limbo_reason(self, player: int, bracket: PairedBracket) -> Reason:
        facts = self._facts(self.field.players[player], bracket)
        if not self.field.legal[player] & bracket.residents:
            return Reason("dutch-float-none", facts, self.articles.absolute)
        return Reason("dutch-limbo", facts, self.articles.moved_down)

    def _left_reason(self, player: int, at: int) -> Reason:
        bracket = self.brackets[at]
        facts = self._facts(self.field.players[player], bracket)
        inside = bracket.residents | as_set(bracket.moved)
        if not self.field.legal[player] & inside:
            return Reason("dutch-float-none", facts, self.articles.absolute)
        if bracket.for_next and not bracket.penultimate:
            return Reason("dutch-float-asked", facts, self.articles.other_downfloaters)
        if bracket.penultimate:
            return Reason("dutch-float-completion", facts, self.edition.cite(self.edition.find_criterion("completion")))
        if len(bracket.outcome.floaters) > 1:
            facts["count"] = len(bracket.outcome.floaters)
            code = "dutch-float-many-bye" if self.field.size % 2 else "dutch-float-many"
            return Reason(code, facts, self.edition.cite(self.edition.find_criterion("downfloaters")))
        last = bracket.residents.bit_length() - 1
        if player == last:
            return Reason("dutch-float-last", facts, self.articles.halves)
        facts["other"] = self.field.players[last].number
        return self._moved_down_choice_reason(player, last, at, facts)

    def _moved_down_choice_reason(self, player: int, last: int, at: int, facts: Facts) -> Reason:
        """Return the reason why this player moved down instead of the `last` of the group."""
        field, bracket = self.field, self.brackets[at]
        if not field.legal[last] & self.brackets[at + 1].residents and self.edition.of(Scope.NEXT_BRACKET):
            return self._says("float", self.edition.find_criterion("next-bracket"), facts)
        meets = next(v + w - last for v, w in bracket.outcome.moved_pairs + bracket.outcome.pairs if last in {v, w})
        against = self.explained.against(
            min(player, meets), max(player, meets), (min(last, meets), max(last, meets)), floats=False
        )
        if against is not None:
            return Reason("dutch-float-opponent", {**facts, "opponent": field.players[meets].number}, against.article)
        for criterion in self.edition.criteria:
            if criterion.repeats and criterion.repeats(field.kind(last)) and not criterion.repeats(field.kind(player)):
                return self._says("float", criterion, facts)
        return Reason("dutch-float-best", facts, self.articles.better)

    def _says(self, topic: str, criterion: Criterion, facts: Facts) -> Reason:
        return Reason(self.edition.code(topic, criterion), facts, self.edition.cite(criterion))

    def of_bye(self, player: int) -> Iterator[Reason]:
        """Yield the reasons for a player's bye: nobody below may have it, or only if players stay unpaired."""
        field = self.field
        own = field.players[player]
        below = as_set([other.index for other in field.players if other.points < own.points])
        facts: Facts = {"player": own.number, "points": self.explained.exact(own.points)}
        low = self.edition.cite(self.edition.find_criterion("bye-score", "score-differences", "downfloaters"))
        if not below:
            yield Reason("dutch-bye-lowest", facts, low)
        elif below & field.eligible and self.edition.collapses:
            others = list(bits(below & field.eligible))
            yield Reason("dutch-bye-best", {**self._name_players(others), "player": own.number}, low)
        elif below & field.eligible:
            yield Reason("dutch-bye-rest", facts, self.edition.cite(self.edition.find_criterion("completion")))
        else:
            yield Reason("dutch-bye-nobody-below", facts, low)
        after = field.everybody & ~((1 << player + 1) - 1)
        ineligible = list(bits(after & ~field.eligible))
        if ineligible:
            yield Reason("dutch-bye-not-for", self._name_players(ineligible), self.articles.barred_from_bye)
        yield from self._bye_choice_reasons(own, field.groups[own.points] & field.eligible & ~(1 << player))

    def _bye_choice_reasons(self, own: Competitor, others: int) -> Iterator[Reason]:
        """Yield the reasons why no other player with the same points has the bye."""
        kind, worse = self.field.kind, 0
        for criterion in self.edition.of(Scope.BYE):
            value = criterion.value(FinishedBracket(bye=kind(own.index)))
            more = [v for v in bits(others & ~worse) if criterion.value(FinishedBracket(bye=kind(v))) > value]
            worse |= as_set(more)
            if more:
                yield self._says("bye", criterion, {**self._name_players(more), "player": own.number})
        rest = [v for v in bits(others & ~worse) if v > own.index]
        if rest:
            yield Reason("dutch-bye-best", {**self._name_players(rest), "player": own.number}, self.articles.better)

    def _name_players(self, players: list[int]) -> Facts:
        numbers = tuple(self.field.players[v].number for v in players[:MOST_NAMED_PLAYERS])
        return {"players": numbers, "count": len(players)}
