"""Rounds with a given pair, paired again from scratch, to check the quick answers about a pair."""

from __future__ import annotations

from dataclasses import replace

from pairings.swiss.explain.again import keep_only_pairs
from pairings.swiss.explain.verdict import first_difference
from pairings.swiss.rules.field import SwissField
from pairings.swiss.solve.brackets import pair_brackets
from pairings.swiss.solve.completion import Completion
from pairings.swiss.solve.paired import BracketOutcome, PairedBracket, PairedRound
from pairings.systems.dutch import Options


def laid_down(snapshot, best, pair):
    """Return the first difference from the best round if the two can only meet each other; None if C4 or C5 differs."""
    field = SwissField(snapshot, Options())
    completion, forced = Completion(field), SwissField(snapshot, Options())
    keep_only_pairs(forced, [pair], None)
    completed = Completion(forced)
    if not completed.possible or completed.bye_score != completion.bye_score:
        return None
    return first_difference(field, best, pair_brackets(forced, completed))


def beside(snapshot, options, completion, best, pair):
    """Return (first difference, round) of the best round with a pair, by pairing all others; None if uncertain."""
    field, bye_score = completion.field, completion.bye_score
    if bye_score is not None and bye_score >= field.points[pair[1]]:
        return None
    first, second = (field.players[v].number for v in pair)
    rest = SwissField(replace(snapshot, fixed=(*snapshot.fixed, (first, second))), options)
    without = Completion(rest)
    if not without.possible or without.bye_score != bye_score or rest.scores != field.scores:
        return None
    then = with_pair(field, rest, pair_brackets(rest, without), pair)
    difference = first_difference(field, best, then)
    return None if difference is None else (difference, then)


def with_pair(field, rest, paired, pair):
    """Return a round paired without two players as one of the whole field, with their pair in its bracket."""
    index = {player.number: player.index for player in field.players}
    to = [index[player.number] for player in rest.players]
    by_score = {bracket.score: bracket for bracket in paired.brackets}
    higher, lower = pair
    found = []
    moved = []
    for number, score in enumerate(field.scores, start=1):
        chosen = []
        pairs = []
        floaters = set(moved)
        if score in by_score:
            outcome = by_score[score].outcome
            chosen, pairs = ([(to[v], to[w]) for v, w in part] for part in (outcome.moved_pairs, outcome.pairs))
            floaters = {to[v] for v in outcome.floaters}
        if field.points[lower] == score:
            (pairs if field.points[higher] == score else chosen).append(pair)
        elif field.points[lower] < score <= field.points[higher]:
            floaters.add(higher)
        outcome = BracketOutcome(
            chosen, pairs, sorted(floaters - ({higher} if field.points[lower] == score else set())), {}
        )
        found.append(PairedBracket(number, score, moved, field.groups[score], outcome))
        moved = outcome.floaters
    return PairedRound(found, None if paired.bye is None else to[paired.bye])
