"""Verdicts as sentences: what a player is told while results are open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from pairings.snapshot import Outcome, Pairing, Snapshot
from pairings.wording.mark import gettext_noop as _
from standings.verdict import Answer, Condition, State, Verdict, Witness
from standings.wording import Translate

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "in": _("{player} is among the first {top}, whatever happens."),
        "out": _("{player} cannot reach the first {top}."),
        "level": _("{player} ends level with others across place {top}, whatever happens."),
        "depends": _("For {player} it depends whether the first {top} are reached."),
        "unproved": _("For {player} it is not proved whether the first {top} are reached."),
        "own-in": _("With {own}: in, whatever else happens."),
        "own-out": _("With {own}: out, whatever else happens."),
        "own-level": _("With {own}: level with others across the line, whatever else happens."),
        "own-depends": _("With {own}: it depends on other tables."),
        "own-unproved": _("With {own}: not proved; no outcome either way was ruled out."),
        "witness-in": _("In for certain if {conditions}."),
        "witness-out": _("Out for certain if {conditions}."),
        "witness-level": _("Level across the line for certain if {conditions}."),
    }
)
PARTS: Mapping[str, str] = MappingProxyType(
    {
        "win": _("a win"),
        "draw": _("a draw"),
        "loss": _("a loss"),
        "games": _("{outcome} ({won}–{lost})"),
        "beats": _("{winner} beats {loser} at table {table}"),
        "draws": _("{winner} and {loser} draw at table {table}"),
        "beats-games": _("{winner} beats {loser} {won}–{lost} at table {table}"),
        "and": _(" and "),
    }
)


def verdict_sentences(
    verdict: Verdict,
    snapshot: Snapshot,
    top: int,
    names: Mapping[int, str],
    translate: Translate = lambda message: message,
) -> Iterator[str]:
    """The verdict, then one sentence for each own result that is told apart, each with its witnesses."""
    pairings = {(number, pairing.table): pairing for number, pairing in snapshot.recorded_pairings()}
    player = names.get(verdict.player, str(verdict.player))
    yield translate(SENTENCES[verdict.answer.state]).format(player=player, top=top)
    if verdict.answer.state in (State.DEPENDS, State.UNPROVED):
        for own in verdict.own:
            said = _own(verdict.player, own.condition, pairings, translate)
            yield translate(SENTENCES[f"own-{own.answer.state}"]).format(own=said)
            yield from _witnesses(own.answer, pairings, names, translate)
        if not verdict.own:
            yield from _witnesses(verdict.answer, pairings, names, translate)


def _witnesses(
    answer: Answer, pairings: Mapping[tuple[int, int], Pairing], names: Mapping[int, str], translate: Translate
) -> Iterator[str]:
    for witness in answer.witnesses:
        yield translate(SENTENCES[f"witness-{witness.state}"]).format(
            conditions=_conditions(witness, pairings, names, translate)
        )


def _conditions(
    witness: Witness, pairings: Mapping[tuple[int, int], Pairing], names: Mapping[int, str], translate: Translate
) -> str:
    return translate(PARTS["and"]).join(
        _condition(condition, pairings[condition.round, condition.table], names, translate)
        for condition in witness.conditions
    )


def _condition(condition: Condition, pairing: Pairing, names: Mapping[int, str], translate: Translate) -> str:
    result = condition.result
    players, games = (pairing.first, pairing.second), result.games
    if result.second is Outcome.WIN:
        players, games = players[::-1], games and (games[1], games[0], games[2])
    winner, loser = (names.get(player, str(player)) for player in players)
    code = "draws" if result.first is Outcome.DRAW else "beats" if games is None else "beats-games"
    won, lost = games[:2] if games else (0, 0)
    return translate(PARTS[code]).format(winner=winner, loser=loser, table=condition.table, won=won, lost=lost)


def _own(player: int, condition: Condition, pairings: Mapping[tuple[int, int], Pairing], translate: Translate) -> str:
    """The player's own result in words, with the games where they count."""
    result = condition.result
    is_first = pairings[condition.round, condition.table].first == player
    said = translate(PARTS[result.first if is_first else result.second])
    if result.games is None:
        return said
    won, lost = result.games[:2] if is_first else result.games[1::-1]
    return translate(PARTS["games"]).format(outcome=said, won=won, lost=lost)
