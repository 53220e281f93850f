"""Games of a report file as an import stores them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from pairings.snapshot import ADJOURNED, Decision, Pairing, Result, Round

_ORDINARY = frozenset([("win", "loss"), ("loss", "win"), ("draw", "draw")])


def other_way_round(pairing: Pairing) -> Pairing:
    """The same game with the sides changed."""
    return Pairing(pairing.table, pairing.second, pairing.first, _turn(pairing.result))


def adjourned(played: Round) -> Round:
    """A round in which games without a result are adjourned."""
    if all(pairing.result is not None for pairing in played.pairings):
        return played
    return replace(played, pairings=tuple([replace(p, result=p.result or ADJOURNED) for p in played.pairings]))


def fitting(pairing: Pairing) -> Pairing:
    """A game whose result is none of the ordinary ones was decided by the arbiter."""
    result = pairing.result
    if result is None or result.decision is not Decision.PLAYED or (result.first, result.second) in _ORDINARY:
        return pairing
    return Pairing(pairing.table, pairing.first, pairing.second, _ruling(result))


@cache
def _turn(result: Result | None) -> Result | None:
    return result and replace(result, first=result.second, second=result.first)


@cache
def _ruling(result: Result) -> Result:
    return replace(result, decision=Decision.RULING)
