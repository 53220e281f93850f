"""Verdicts as sentences for players while results are open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from pairings.snapshot import Outcome, Pairing, Snapshot
from pairings.wording.mark import Translate
from pairings.wording.mark import gettext_noop as _
from standings.verdict.answer import Condition, FinalState, OwnResult, PlayerVerdict, Verdict

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "in": _("{player} is certain to be in the top {top}."),
        "out": _("{player} can no longer reach the top {top}."),
        "level": _("{player} is certain to be tied at place {top}."),
        "depends": _("{player} can still reach or miss the top {top}."),
        "unproved": _("It is not proven whether {player} reaches the top {top}."),
        "in-1": _("{player} is certain to be first."),
        "out-1": _("{player} can no longer be first."),
        "level-1": _("{player} is certain to be tied for first."),
        "depends-1": _("{player} can still be first, or miss it."),
        "unproved-1": _("It is not proven whether {player} is first."),
        "own-in": _("{own}: in, whatever happens elsewhere."),
        "own-out": _("{own}: out, whatever happens elsewhere."),
        "own-level": _("{own}: tied at the cut-off, whatever happens elsewhere."),
        "own-depends": _("{own}: depends on other results."),
        "own-unproved": _("{own}: not proven; neither outcome was ruled out."),
        "witness-in": _("Certain to be in if: {conditions}."),
        "witness-out": _("Certain to be out if: {conditions}."),
        "witness-level": _("Certain to be tied at the cut-off if: {conditions}."),
    }
)
#: The text before the colon: the player's own result, with the games if they count, and the round if several are open.
OWN: Mapping[str, str] = MappingProxyType(
    {
        "win": _("With a win"),
        "draw": _("With a draw"),
        "loss": _("With a loss"),
        "win-games": _("With a win ({won}–{lost})"),
        "draw-games": _("With a draw ({won}–{lost})"),
        "loss-games": _("With a loss ({won}–{lost})"),
        "win-round": _("With a win in round {round}"),
        "draw-round": _("With a draw in round {round}"),
        "loss-round": _("With a loss in round {round}"),
        "win-games-round": _("With a win ({won}–{lost}) in round {round}"),
        "draw-games-round": _("With a draw ({won}–{lost}) in round {round}"),
        "loss-games-round": _("With a loss ({won}–{lost}) in round {round}"),
        "draw-pod": _("With a draw ({results})"),
        "loss-pod": _("With a loss ({results})"),
        "draw-pod-round": _("With a draw in round {round} ({results})"),
        "loss-pod-round": _("With a loss in round {round} ({results})"),
    }
)
#: The condition at a table; several conditions follow each other after a colon.
CONDITIONS: Mapping[str, str] = MappingProxyType(
    {
        "beats": _("{winner} beats {loser} ({place})"),
        "draws": _("{winner} and {loser} draw ({place})"),
        "beats-games": _("{winner} beats {loser} {won}–{lost} ({place})"),
        "pod-won": _("{winner} wins ({place})"),
        "pod-drawn": _("draw by {players} ({place})"),
    }
)
IN_ROUND = _("round {round}, {place}")
#: The results of a player's own pod that are the same for that player, listed in brackets.
AT_POD: Mapping[str, str] = MappingProxyType({"won": _("{winner} wins"), "drawn": _("draw by {players}")})
PARTNERS = _("{first} and {second}")


def verdict_sentences(
    verdict: Verdict,
    snapshot: Snapshot,
    top: int,
    names: Mapping[int, str],
    translate: Translate = lambda message: message,
    first_round: int = 1,
    place: Callable[[int], str] = "table {}".format,
) -> Iterator[str]:
    """Yield the verdict, then one sentence for each different result of the player, with its witnesses.

    Rounds are named if more than one is open; `first_round` is the public number of the snapshot's first round. `place`
    returns the name of a table inside a sentence.
    """
    field = _Open.of(snapshot, names, translate, first_round, place)
    player = names.get(verdict.player, str(verdict.player))
    state = verdict.answer.state
    yield translate(SENTENCES[f"{state}-1" if top == 1 else state]).format(player=player, top=top)
    if state in (FinalState.DEPENDS, FinalState.UNPROVED):
        for text, group in field.own_results(verdict):
            yield translate(SENTENCES[f"own-{group[0].answer.state}"]).format(own=text)
            if len(group) == 1:
                yield from field.witnesses(group[0].answer)
        if not verdict.own:
            yield from field.witnesses(verdict.answer)


@dataclass(frozen=True, slots=True)
class _Open:
    """The open pairings, with the words to describe them."""

    pairings: Mapping[tuple[int, int], Pairing]
    names: Mapping[int, str]
    translate: Translate
    first_round: int
    place: Callable[[int], str]
    several: bool

    @classmethod
    def of(
        cls,
        snapshot: Snapshot,
        names: Mapping[int, str],
        translate: Translate,
        first_round: int,
        place: Callable[[int], str],
    ) -> _Open:
        pairings = {(number, pairing.table): pairing for number, pairing in snapshot.recorded_pairings()}
        rounds = {number for (number, _table), pairing in pairings.items() if pairing.result is None}
        return cls(pairings, names, translate, first_round, place, len(rounds) > 1)

    def witnesses(self, answer: PlayerVerdict) -> Iterator[str]:
        for witness in answer.witnesses:
            conditions = "; ".join(map(self.condition, witness.conditions))
            yield self.translate(SENTENCES[f"witness-{witness.state}"]).format(conditions=conditions)

    def own_results(self, verdict: Verdict) -> Iterator[tuple[str, list[OwnResult]]]:
        """Yield names of the player's own results, each with the results that one sentence covers.

        In a pod one sentence covers all results with the same outcome for the player, such as a loss, and the same
        verdict.
        """
        of_pod: dict[Outcome, dict[FinalState, list[OwnResult]]] = {}
        for own in verdict.own:
            if own.condition.result.others:
                seat = self._pairing(own.condition).players.index(verdict.player) + 1
                alike = of_pod.setdefault(own.condition.result.at_seat(seat), {})
                alike.setdefault(own.answer.state, []).append(own)
            else:
                yield self._own(verdict.player, own.condition), [own]
        for outcome in Outcome:
            by_state = of_pod.get(outcome, {})
            for group in by_state.values():
                results = "; ".join(self._briefly(own.condition) for own in group)
                code = outcome if len(by_state) == 1 else f"{outcome}-pod"
                yield self._say(OWN, code, group[0].condition, {"results": results}), group

    def condition(self, condition: Condition) -> str:
        pairing, result = self._pairing(condition), condition.result
        if result.others:
            kind, facts = self._pod_winner(condition)
            return self._at_table(f"pod-{kind}", condition, facts)
        players, games = pairing.players, result.games
        sides = [self._side(players[side::2]) for side in (0, 1)]
        if result.second is Outcome.WIN:
            sides, games = sides[::-1], games and (games[1], games[0], games[2])
        code = "draws" if result.first is Outcome.DRAW else "beats" if games is None else "beats-games"
        won, lost = games[:2] if games else (0, 0)
        return self._at_table(code, condition, {"winner": sides[0], "loser": sides[1], "won": won, "lost": lost})

    def _at_table(self, code: str, condition: Condition, facts: Mapping[str, object]) -> str:
        """Return the condition at a table, with the round if several rounds are open."""
        place = self.place(condition.table)
        if self.several:
            place = self.translate(IN_ROUND).format(round=condition.round + self.first_round - 1, place=place)
        return self.translate(CONDITIONS[code]).format(place=place, **facts)

    def _pairing(self, condition: Condition) -> Pairing:
        return self.pairings[condition.round, condition.table]

    def _own(self, player: int, condition: Condition) -> str:
        """Return the player's own result, with the games if they count."""
        result = condition.result
        is_first = player in self._pairing(condition).players[::2]
        code, games = result.first if is_first else result.second, result.games or (0, 0, 0)
        won, lost = games[:2] if is_first else games[1::-1]
        return self._say(OWN, f"{code}-games" if result.games else code, condition, {"won": won, "lost": lost})

    def _briefly(self, condition: Condition) -> str:
        """Return the winner of the player's own pod, or the players who draw it, as text."""
        kind, facts = self._pod_winner(condition)
        return self.translate(AT_POD[kind]).format(**facts)

    def _pod_winner(self, condition: Condition) -> tuple[str, dict[str, object]]:
        """Return the message code and facts of the winner of a pod, or of the players who draw it."""
        seated = zip(self._pairing(condition).players, condition.result.outcomes, strict=True)
        ahead = [self._name(player) for player, outcome in seated if outcome is not Outcome.LOSS]
        if len(ahead) == 1:
            return "won", {"winner": ahead[0]}
        return "drawn", {"players": ", ".join(ahead)}

    def _side(self, players: Sequence[int]) -> str:
        """Return the name of a player, or of two partners."""
        if len(players) == 1:
            return self._name(players[0])
        first, second = map(self._name, players)
        return self.translate(PARTNERS).format(first=first, second=second)

    def _name(self, player: int) -> str:
        return self.names.get(player, str(player))

    def _say(self, messages: Mapping[str, str], code: str, condition: Condition, facts: Mapping[str, object]) -> str:
        """Return the message of a code, with the round if several rounds are open."""
        message = self.translate(messages[f"{code}-round" if self.several else code])
        return message.format(round=condition.round + self.first_round - 1, **facts)
