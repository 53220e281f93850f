"""Derivations and separations as sentences: English by default, the reader's language with a translate function."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pairings.plan import Fact, Reason
from pairings.wording.mark import Translate, fill_message
from standings.core.exact import total
from standings.core.rank import BY_HAND, GROUP, PLACE, STRUCK, Row, Standings, lot_number
from standings.core.reckoning import Criterion, base_of, marks_of
from standings.core.rules import Rules
from standings.core.steps import values_among
from standings.core.tiebreaks import tiebreak
from standings.core.withdrawal import SOURCE, Strike
from standings.explain.derivation import Derivation, DerivationStep, Piece
from standings.explain.formatting import plain, text
from standings.explain.messages import SENTENCES, VARIANTS

#: The kinds that do not apply if nobody was tied.
MINI_TABLES = frozenset({"mini", "both", "tied"})


def reasons(derivation: Derivation, table: Standings) -> Iterator[Reason]:
    """Yield the derivation as reasons: the value first, then its pieces in the order of rounds, then its adjustments.

    Numbers are facts in display format; the exact ones are in the derivation.
    """
    if derivation.struck is not None:
        yield _strike(derivation, derivation.struck)
    elif derivation.value is None and derivation.how in MINI_TABLES and derivation.raw is None:
        yield Reason("value-alone", _name_facts(derivation.name, derivation.code), derivation.source)
    elif (
        derivation.value is None
        and (derivation.how != "boards" or derivation.raw is None)
        and derivation.how not in MINI_TABLES
    ):
        yield Reason("value-undefined", _name_facts(derivation.name, derivation.code), derivation.source)
    else:
        yield Reason(
            f"value-{_combination(derivation)}",
            {
                **_name_facts(derivation.name, derivation.code),
                "shown": derivation.shown,
                "count": len(derivation.counted_pieces),
                "most": plain(total(piece.factor for piece in derivation.counted_pieces), table),
                "constant": plain(derivation.pieces[0].factor, table) if derivation.pieces else "",
                **_start(derivation, table),
                **_strength(derivation, table),
                **_tied_players(derivation),
            },
            derivation.source,
        )
        if derivation.value is not None and derivation.value.denominator > 2:
            yield Reason("exact", {"exact": str(derivation.value)})
    for piece in derivation.pieces:
        yield from (_of_cause(piece),) if piece.cause else _of_piece(derivation, piece, table)
    if derivation.how == "both":
        yield from _decided_by_boards(derivation, table)
    yield from _of_others(derivation, table)
    for number, opponent in derivation.left_out:
        yield Reason("piece-struck", {"round": number, "opponent": opponent}, SOURCE)
    for step in derivation.steps:
        yield Reason(step.code, _change(step, derivation.code, table))


def _of_others(derivation: Derivation, table: Standings) -> Iterator[Reason]:
    """Yield the other lines of the mini-table."""
    for other, value in derivation.among:
        if other != derivation.player:
            yield Reason("mini-other", {"other": other, "shown": text(value, derivation.code, table)})


def _decided_by_boards(derivation: Derivation, table: Standings) -> Iterator[Reason]:
    """Yield the reasons by boards behind a direct encounter, if boards decide."""
    criterion = tiebreak(derivation.code)
    level = table.level_before(derivation.player, derivation.code)
    for other in level:
        if other == derivation.player or criterion.tell is None:
            continue
        values = criterion.tell(table.reckoning, level, derivation.player, other)
        if values and f"decided-{values[0]}" in SENTENCES:
            mine, theirs = (plain(figure, table) for figure in values[1:])
            facts: dict[str, Fact] = {"other": other, "mine": mine, "theirs": theirs}
            yield Reason(f"decided-{values[0]}", facts, "C.07 13.3.2")


def _combination(derivation: Derivation) -> str:
    """Return how the pieces combine; a Brightwell quotient without a constant is the disc count."""
    of_discs = derivation.how == "brightwell" and all(piece.weight is None for piece in derivation.pieces)
    return "sum" if of_discs else derivation.how


def _name_facts(name: str, code: str) -> dict[str, Fact]:
    """Return the name of a criterion, with its code if modifiers make it one of several."""
    return {"name": name, "mark": code if marks_of(code) else ""}


def variant(code: str, translate: Translate = lambda message: message) -> str:
    """Return the effect of a code's modifiers in words; empty without modifiers."""
    parts = []
    for mark in marks_of(code):
        number = mark.lstrip("CMLK")
        parts.append(translate(VARIANTS[mark[0]]).format(n=number))
    return " ".join(parts)


def _strike(derivation: Derivation, strike: Strike) -> Reason:
    facts: dict[str, Fact] = {
        "name": derivation.name,
        "player": strike.player,
        "played": strike.played,
        "due": strike.due,
    }
    return Reason("value-struck", facts, derivation.source)


def sentence(
    reason: Reason,
    names: Mapping[int, str],
    translate: Translate = lambda message: message,
    first_round: int = 1,
) -> str:
    """Return one sentence, with players by name where `names` has one. Names of criteria are translated too.

    `first_round` is the public number of the snapshot's first round: in a later stage the numbering continues.
    """
    facts = dict(reason.facts)
    played = facts.get("round")
    if isinstance(played, int):
        facts["round"] = played + first_round - 1
    for key in ("opponent", "other", "player"):
        number = facts.get(key)
        if isinstance(number, int):
            facts[key] = names.get(number, str(number))
    among = facts.get("among")
    if isinstance(among, tuple):
        facts["among"] = ", ".join(names.get(number, str(number)) for number in among if isinstance(number, int))
    name = facts.get("name")
    if isinstance(name, str):
        facts["name"] = translate(name) + (f" ({facts['mark']})" if facts.get("mark") else "")
    return fill_message(SENTENCES[reason.code], reason.facts, facts, translate)


def sentences(
    derivation: Derivation,
    table: Standings,
    names: Mapping[int, str],
    translate: Translate = lambda message: message,
    first_round: int = 1,
) -> tuple[str, ...]:
    return tuple(sentence(reason, names, translate, first_round) for reason in reasons(derivation, table))


def separation(table: Standings, row: Row) -> Reason | None:
    """Return the reason why a row is above the next one, or that they share the rank; None in the last row."""
    place = table.positions[row.player]
    if place + 1 == len(table.rows):
        return None
    other = table.rows[place + 1].player
    if row.separated_by is None:
        return Reason("shared", {"player": row.player, "other": other})
    code = row.separated_by.code
    if code == "lot":
        return _by_lot(table.rules, row.player, other)
    if code in ("seed", BY_HAND, STRUCK, PLACE, GROUP):
        return Reason(f"separated-{code}", {"other": other})
    criterion = tiebreak(code)
    if criterion.order is not None:
        return _by_mini_table(table, row.player, other, criterion)
    by, outside = row.separated_by.by, base_of(code) == "OUT"
    facts: dict[str, Fact] = {
        "other": other,
        **_name_facts(table.rules.outside if outside and table.rules.outside else criterion.name, code),
        "mine": text(table.compared_value(row.player, code), code, table),
        "theirs": text(table.compared_value(other, code), code, table),
        "by": text(by, code, table),
    }
    kind = "separated-undefined" if by is None else "separated-less" if criterion.low_wins else "separated"
    return Reason(kind, facts, criterion.source)


def _by_mini_table(table: Standings, player: int, other: int, criterion: Criterion) -> Reason:
    """Return the reason with the figures of the mini-table if two players decide."""
    facts: dict[str, Fact] = {"other": other, **_name_facts(criterion.name, criterion.code)}
    step = table.step_between(player, other) if criterion.among else None
    if step is not None:
        value_of = values_among(table.reckoning, criterion, step.base)
        figures = {
            "mine": text(value_of[player], criterion.code, table),
            "theirs": text(value_of[other], criterion.code, table),
        }
        return Reason("separated-tied", {**facts, **figures, "among": tuple(sorted(step.base))}, criterion.source)
    level = table.level_before(player, criterion.code)
    values = criterion.tell(table.reckoning, level, player, other) if criterion.tell else None
    if values is None:
        return Reason("separated-group", facts, criterion.source)
    figure, mine, theirs = values
    return Reason(
        f"separated-{figure}", {**facts, "mine": plain(mine, table), "theirs": plain(theirs, table)}, criterion.source
    )


def _by_lot(rules: Rules, player: int, other: int) -> Reason:
    facts: dict[str, Fact] = {
        "player": player,
        "other": other,
        "seed": rules.lot,
        "mine": str(lot_number(rules.lot, player)),
        "theirs": str(lot_number(rules.lot, other)),
    }
    return Reason("separated-lot", facts)


def _start(derivation: Derivation, table: Standings) -> dict[str, str]:
    """Return the start score of a value that has one besides its parts."""
    if derivation.how != "start" or derivation.raw is None:
        return {}
    return {"start": plain(derivation.raw - total(piece.amount for piece in derivation.counted_pieces), table)}


def _strength(derivation: Derivation, table: Standings) -> dict[str, str]:
    """Return the parts of a score that includes the strength of the schedule; empty for other values."""
    if derivation.how != "strength" or derivation.raw is None:
        return {}
    factor = derivation.pieces[0].factor if derivation.pieces else Fraction(1)
    strength = total(piece.amount for piece in derivation.counted_pieces)
    own = derivation.raw - strength / factor
    return {key: plain(each, table) for key, each in (("other_score", own), ("strength", strength), ("factor", factor))}


def _tied_players(derivation: Derivation) -> dict[str, Fact]:
    """Return the players whose matches a step among tied players counts."""
    return {"among": tuple(player for player, _value in derivation.among)} if derivation.among else {}


def _of_cause(piece: Piece) -> Reason:
    """Return the reason for a round's amount if the system gives its cause: the new place on a ladder, the points in an
    arena.
    """
    facts = {"round": piece.round, "opponent": piece.opponent, "place": piece.place, "amount": piece.shown}
    return Reason(piece.cause, facts)


def _of_piece(derivation: Derivation, piece: Piece, table: Standings) -> Iterator[Reason]:
    facts = {"round": piece.round, "opponent": piece.opponent, "amount": piece.shown}
    inner = tiebreak(derivation.code).of
    if piece.cut is not None:
        code = "piece-cut-alone" if piece.opponent is None else "piece-cut"
        yield Reason(code, {**facts, "article": piece.cut}, piece.cut)
        return
    if piece.weight is not None and derivation.how in ("boards", "weighed-boards"):
        code = "piece-board" if derivation.how == "boards" else "piece-board-times"
        ending = "" if piece.opponent else "-alone"
        weight, factor = int(piece.weight), plain(piece.factor, table)
        yield Reason(f"{code}{ending}", {**facts, "weight": weight, "factor": factor})
        return
    if piece.weight is not None and derivation.how == "brightwell":
        discs = {"own": plain(piece.weight, table), "constant": plain(piece.factor, table)}
        points = plain((piece.amount - piece.weight) / piece.factor, table)
        ending = "-alone" if piece.opponent is None else ""
        yield Reason(f"piece-brightwell{ending}", {**facts, **discs, "points": points})
        return
    if piece.weight is not None and piece.factor != 1 and derivation.how != "strength":
        code = "piece-dummy-times" if piece.opponent is None else "piece-times"
        yield Reason(code, {**facts, "weight": plain(piece.weight, table), "factor": plain(piece.factor, table)})
        return
    if piece.deducted:
        yield Reason("piece-deducted", facts)
        return
    if piece.round == 0:
        yield Reason("piece-start", facts)
        return
    if piece.opponent is None:
        yield Reason("piece-alone" if inner is None else "piece-dummy", facts)
        return
    if piece.stones:
        yield Reason(f"piece-stones-{'given' if piece.stones > 0 else 'taken'}", {**facts, "stones": abs(piece.stones)})
    else:
        yield Reason("piece-own" if inner is None else "piece", facts)
    for step in piece.steps:
        yield Reason(
            f"piece-{step.code}", {"opponent": piece.opponent, **_change(step, inner.code if inner else "", table)}
        )


def _change(step: DerivationStep, code: str, table: Standings) -> dict[str, str]:
    """Return both figures; exact if the display would hide the difference."""
    before, after = text(step.before, code, table), text(step.after, code, table)
    return {"before": before if before != after else str(step.before), "after": after}
