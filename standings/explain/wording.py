"""Derivations and separations as sentences: English by itself, the reader's language with a translate function."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from pairings.plan import Fact, Reason
from pairings.wording.mark import Translate, ngettext, worded
from pairings.wording.mark import gettext_noop as _
from standings.core.exact import total
from standings.core.rank import BY_HAND, PLACE, STRUCK, Row, Standings, lot_number
from standings.core.rules import Rules
from standings.core.tiebreaks import tiebreak
from standings.core.tiebreaks.criterion import Criterion, base_of, marks_of
from standings.core.withdrawal import SOURCE, Strike
from standings.explain.derivation import Derivation, Piece, Step
from standings.explain.formatting import plain, text

#: Every message by the code of its reason.
SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "value-sum": ngettext(
            "{name} is {shown}: one number.",
            "{name} is {shown}: the sum of {count} numbers.",
            "count",
        ),
        "value-mean": ngettext(
            "{name} is {shown}: one number, which is the mean.",
            "{name} is {shown}: the mean of {count} numbers.",
            "count",
        ),
        "value-share": ngettext(
            "{name} is {shown}: what {count} round gave, over what it could have given at most.",
            "{name} is {shown}: what {count} rounds gave, over what they could have given at most.",
            "count",
        ),
        "value-game-share": ngettext(
            "{name} is {shown}: the game points of {count} round over {most}, the most possible.",
            "{name} is {shown}: the game points of {count} rounds over {most}, the most possible.",
            "count",
        ),
        "value-start": ngettext(
            "{name} is {shown}: the starting score {start}, which missed rounds raise, and {count} number.",
            "{name} is {shown}: the starting score {start}, which missed rounds raise, and {count} numbers.",
            "count",
        ),
        "value-brightwell": ngettext(
            "{name} is {shown}: own discs, and {constant} times the points of the opponents, over {count} round.",
            "{name} is {shown}: own discs, and {constant} times the points of the opponents, over {count} rounds.",
            "count",
        ),
        "value-given": _("{name} is {shown}."),
        "value-performance": ngettext(
            "{name} is {shown}: {count} rating, and what a score of {most} is worth.",
            "{name} is {shown}: the mean of {count} ratings, and what a score of {most} is worth.",
            "count",
        ),
        "value-perfect": ngettext(
            "{name} is {shown}: the lowest rating that lets expect a score of {most} from {count} game.",
            "{name} is {shown}: the lowest rating that lets expect a score of {most} from {count} games.",
            "count",
        ),
        "value-mini": ngettext(
            "{name} is {shown}, from {count} game against the players who were level so far.",
            "{name} is {shown}, from {count} games against the players who were level so far.",
            "count",
        ),
        "value-both": ngettext(
            "{name} is {shown}: points and game points from {count} match against the teams that were level so far.",
            "{name} is {shown}: points and game points from {count} matches against the teams that were level so far.",
            "count",
        ),
        "value-strength": ngettext(
            "{name} is {shown}: the other score, {other_score}, and {strength} from {count} number, divided by "
            "{factor}.",
            "{name} is {shown}: the other score, {other_score}, and {strength} from {count} numbers, divided by "
            "{factor}.",
            "count",
        ),
        "value-boards": _("{name} goes by the points at each board, from board 1 on: {shown}."),
        "value-weighed-boards": _("{name} is {shown}: the points at each board times its number."),
        "value-alone": _("{name} is not asked: nobody was level so far."),
        "value-undefined": _("{name} is not defined here: there is nothing to take it from."),
        "value-struck": _(
            "{name} is not counted: {player} left with {played} of {due} games played, fewer than half. "
            "The results stay in the cross table and count for nobody."
        ),
        "piece-struck": _(
            "Round {round}: the game against {opponent} does not count, because {opponent} left with fewer than half "
            "of the games played."
        ),
        "exact": _("Exactly it is {exact}."),
        "piece": _("Round {round}: {opponent} gives {amount}."),
        "piece-own": _("Round {round}, against {opponent}: {amount}."),
        "piece-times": _("Round {round}: {opponent} has {weight}, times {factor}: {amount}."),
        "piece-dummy-times": _("Round {round}, without a game: a dummy opponent's {weight}, times {factor}: {amount}."),
        "piece-board": _("Round {round}, board {weight}, against {opponent}: {amount}."),
        "piece-board-alone": _("Round {round}, board {weight}, without an opponent: {amount}."),
        "piece-board-times": _("Round {round}, board {weight}, against {opponent}: {factor} counts {amount}."),
        "piece-board-times-alone": _("Round {round}, board {weight}, without an opponent: {factor} counts {amount}."),
        "piece-brightwell": ngettext(
            "Round {round}: {own} discs, and {constant} times the {points} point of {opponent}: {amount}.",
            "Round {round}: {own} discs, and {constant} times the {points} points of {opponent}: {amount}.",
            "points",
        ),
        "piece-brightwell-alone": ngettext(
            "Round {round}, without an opponent who counts: {own} discs, and {constant} times the own {points} point: "
            "{amount}.",
            "Round {round}, without an opponent who counts: {own} discs, and {constant} times the own {points} points: "
            "{amount}.",
            "points",
        ),
        "piece-deducted": _("Round {round}, deducted or given by the arbiter: {amount}."),
        "piece-start": _("At the start: {amount}."),
        "piece-stones-given": ngettext(
            "Round {round}: {opponent} gives {amount}, {stones} of them for {stones} stone given.",
            "Round {round}: {opponent} gives {amount}, {stones} of them for {stones} stones given.",
            "stones",
        ),
        "piece-stones-taken": ngettext(
            "Round {round}: {opponent} gives {amount}, from which {stones} is taken off for {stones} stone taken.",
            "Round {round}: {opponent} gives {amount}, from which {stones} are taken off for {stones} stones taken.",
            "stones",
        ),
        "piece-alone": _("Round {round}, without an opponent: {amount}."),
        "piece-dummy": _("Round {round}, without a game: a dummy opponent gives {amount}."),
        "piece-cut": _("Round {round}: {amount} from {opponent} is left out by {article}."),
        "piece-cut-alone": _("Round {round}, without a game: {amount} is left out by {article}."),
        "piece-floor": _("{opponent} has {before} and counts with {after}, the floor."),
        "piece-drop-cap": _("{opponent} left early and counts with {after} instead of {before}."),
        "piece-rounding": _("{before} of {opponent} is rounded to {after}."),
        "piece-to-integer": _("{before} of {opponent} is rounded to {after}."),
        "floor": _("{before} is below the floor and counts as {after}."),
        "drop-cap": _("A player who left counts with {after} at most, not {before}."),
        "to-integer": _("{before} is rounded half up to {after}."),
        "rounding": _("{before} is rounded half up to {after}."),
        "separated": _("Above {other} by {name}: {mine} against {theirs}, {by} more."),
        "separated-less": _("Above {other} by {name}: {mine} against {theirs}, {by} less."),
        "separated-undefined": _("Above {other} by {name}: {mine} against {theirs}."),
        "separated-group": _("Above {other} by {name}, among the players level so far."),
        "separated-points": ngettext(
            "Above {other} by {name}: {mine} against {theirs} point in the games among those level.",
            "Above {other} by {name}: {mine} against {theirs} points in the games among those level.",
            "theirs",
        ),
        "separated-match-points": ngettext(
            "Above {other} by {name}: {mine} against {theirs} match point in the matches among those level.",
            "Above {other} by {name}: {mine} against {theirs} match points in the matches among those level.",
            "theirs",
        ),
        "separated-game-points": ngettext(
            "Above {other} by {name}: {mine} against {theirs} game point in the matches among those level.",
            "Above {other} by {name}: {mine} against {theirs} game points in the matches among those level.",
            "theirs",
        ),
        "separated-board-count": _("Above {other} by {name}: board count {mine} against {theirs}, less is better."),
        "separated-board": ngettext(
            "Above {other} by {name}: {mine} against {theirs} point at the first board that differs.",
            "Above {other} by {name}: {mine} against {theirs} points at the first board that differs.",
            "theirs",
        ),
        "separated-boards-left": ngettext(
            "Above {other} by {name}: {mine} against {theirs} point at the boards that are left.",
            "Above {other} by {name}: {mine} against {theirs} points at the boards that are left.",
            "theirs",
        ),
        "separated-match": _("Above {other} by {name}: won {mine}–{theirs} against {other}."),
        "separated-share-games": _(
            "Above {other} by {name}: of the games in the matches among those level {mine} won against {theirs}."
        ),
        "separated-share-points": _(
            "Above {other} by {name}: of the points in the matches among those level {mine} won against {theirs}."
        ),
        "separated-place": _("{other} has a lower place in the group."),
        "separated-difference": _(
            "Above {other} by {name}: goal difference {mine} against {theirs} in the matches among those level."
        ),
        "separated-goals": ngettext(
            "Above {other} by {name}: {mine} against {theirs} goal in the matches among those level.",
            "Above {other} by {name}: {mine} against {theirs} goals in the matches among those level.",
            "theirs",
        ),
        "separated-lot": _(
            "Above {other} by lot: the recorded seed {seed} gives {player} {mine} and {other} {theirs}, and the lower "
            "number is ahead."
        ),
        "separated-struck": _("{other} left with fewer than half of the games played: these results do not count."),
        "separated-hand": _("Above {other} by the order that the organiser has given to the level players."),
        "separated-seed": _("Above {other} by the order of the seeds."),
        "shared": _("No rule separates {player} from {other}: they share the rank."),
    }
)

#: What a modifier does, by its letter.
VARIANTS: Mapping[str, str] = MappingProxyType(
    {
        "C": _("The least significant are left out: {n}."),
        "M": _("Of the least and of the most significant so many are left out: {n}."),
        "P": _("Forfeits count as played."),
        "F": _("Games of the last round count as draws."),
        "R": _("Reversed."),
        "L": _("The limit is moved by half points: {n}."),
        "K": _("The opponents' scores are divided by {n}."),
        "G": _("Game points stand for match points."),
    }
)


#: What is not asked where nobody was level.
MINI_TABLES = frozenset({"mini", "both"})


def reasons(derivation: Derivation, table: Standings) -> Iterator[Reason]:
    """The derivation as reasons: the value first, then its pieces in the order of rounds, then what was done to it.

    Numbers are facts as they are shown; the exact ones are in the derivation.
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
            f"value-{_how(derivation)}",
            {
                **_name_facts(derivation.name, derivation.code),
                "shown": derivation.shown,
                "count": len(derivation.counted),
                "most": plain(total(piece.factor for piece in derivation.counted), table),
                "constant": plain(derivation.pieces[0].factor, table) if derivation.pieces else "",
                **_start(derivation, table),
                **_strength(derivation, table),
            },
            derivation.source,
        )
        if derivation.value is not None and derivation.value.denominator > 2:
            yield Reason("exact", {"exact": str(derivation.value)})
    for piece in derivation.pieces:
        yield from _of_piece(derivation, piece, table)
    for number, opponent in derivation.left_out:
        yield Reason("piece-struck", {"round": number, "opponent": opponent}, SOURCE)
    for step in derivation.steps:
        yield Reason(step.code, _change(step, derivation.code, table))


def _how(derivation: Derivation) -> str:
    """How the pieces combine; a Brightwell quotient without a constant is the disc count."""
    of_discs = derivation.how == "brightwell" and all(piece.weight is None for piece in derivation.pieces)
    return "sum" if of_discs else derivation.how


def _name_facts(name: str, code: str) -> dict[str, Fact]:
    """The name of a criterion, with the code where modifiers make it one of several."""
    return {"name": name, "mark": code if marks_of(code) else ""}


def variant(code: str, translate: Translate = lambda message: message) -> str:
    """What the modifiers of a code do, in words; nothing without one."""
    said = []
    for mark in marks_of(code):
        number = mark.lstrip("CMLK")
        said.append(translate(VARIANTS[mark[0]]).format(n=number))
    return " ".join(said)


def _strike(derivation: Derivation, gone: Strike) -> Reason:
    facts: dict[str, Fact] = {"name": derivation.name, "player": gone.player, "played": gone.played, "due": gone.due}
    return Reason("value-struck", facts, derivation.source)


def sentence(
    reason: Reason,
    names: Mapping[int, str],
    translate: Translate = lambda message: message,
    first_round: int = 1,
) -> str:
    """One sentence, players by name where `names` has one. Names of criteria are translated too.

    `first_round` is what people call the first round of the snapshot: in a later stage the rounds go on counting.
    """
    facts = dict(reason.facts)
    played = facts.get("round")
    if isinstance(played, int):
        facts["round"] = played + first_round - 1
    for key in ("opponent", "other", "player"):
        number = facts.get(key)
        if isinstance(number, int):
            facts[key] = names.get(number, str(number))
    if isinstance(facts.get("name"), str):
        facts["name"] = translate(str(facts["name"])) + (f" ({facts['mark']})" if facts.get("mark") else "")
    return worded(SENTENCES[reason.code], reason.facts, facts, translate)


def sentences(
    derivation: Derivation,
    table: Standings,
    names: Mapping[int, str],
    translate: Translate = lambda message: message,
    first_round: int = 1,
) -> tuple[str, ...]:
    return tuple(sentence(reason, names, translate, first_round) for reason in reasons(derivation, table))


def separation(table: Standings, row: Row) -> Reason | None:
    """Why a row is above the next one, or that they share the rank; None in the last row."""
    place = table.positions[row.player]
    if place + 1 == len(table.rows):
        return None
    other = table.rows[place + 1].player
    if row.separated_by is None:
        return Reason("shared", {"player": row.player, "other": other})
    code = row.separated_by.code
    if code == "lot":
        return _by_lot(table.rules, row.player, other)
    if code in ("seed", BY_HAND, STRUCK, PLACE):
        return Reason(f"separated-{code}", {"other": other})
    criterion = tiebreak(code)
    if criterion.order is not None:
        return _by_mini_table(table, row.player, other, criterion)
    by, outside = row.separated_by.by, base_of(code) == "OUT"
    facts: dict[str, Fact] = {
        "other": other,
        **_name_facts(table.rules.outside if outside and table.rules.outside else criterion.name, code),
        "mine": text(table.compared(row.player, code), code, table),
        "theirs": text(table.compared(other, code), code, table),
        "by": text(by, code, table),
    }
    kind = "separated-undefined" if by is None else "separated-less" if criterion.low_wins else "separated"
    return Reason(kind, facts, criterion.source)


def _by_mini_table(table: Standings, player: int, other: int, criterion: Criterion) -> Reason:
    """With the figures of the mini-table where two of them decide."""
    facts: dict[str, Fact] = {"other": other, **_name_facts(criterion.name, criterion.code)}
    level = table.level_before(player, criterion.code)
    told = criterion.tell(table.reckoning, level, player, other) if criterion.tell else None
    if told is None:
        return Reason("separated-group", facts, criterion.source)
    figure, mine, theirs = told
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
    """What a value that begins with a starting score has beside its pieces."""
    if derivation.how != "start" or derivation.raw is None:
        return {}
    return {"start": plain(derivation.raw - total(piece.amount for piece in derivation.counted), table)}


def _strength(derivation: Derivation, table: Standings) -> dict[str, str]:
    """The parts of a score with the strength of the schedule."""
    if derivation.how != "strength" or derivation.raw is None:
        return {}
    factor = derivation.pieces[0].factor if derivation.pieces else Fraction(1)
    strength = total(piece.amount for piece in derivation.counted)
    own = derivation.raw - strength / factor
    return {key: plain(each, table) for key, each in (("other_score", own), ("strength", strength), ("factor", factor))}


def _of_piece(derivation: Derivation, piece: Piece, table: Standings) -> Iterator[Reason]:
    facts = {"round": piece.round, "opponent": piece.opponent, "amount": piece.shown}
    inner = tiebreak(derivation.code).of
    if piece.cut is not None:
        code = "piece-cut-alone" if piece.opponent is None else "piece-cut"
        yield Reason(code, {**facts, "article": piece.cut}, piece.cut)
        return
    if piece.weight is not None and derivation.how in ("boards", "weighed-boards"):
        code = "piece-board" if derivation.how == "boards" else "piece-board-times"
        alone = "" if piece.opponent else "-alone"
        weight, factor = int(piece.weight), plain(piece.factor, table)
        yield Reason(f"{code}{alone}", {**facts, "weight": weight, "factor": factor})
        return
    if piece.weight is not None and derivation.how == "brightwell":
        discs = {"own": plain(piece.weight, table), "constant": plain(piece.factor, table)}
        points = plain((piece.amount - piece.weight) / piece.factor, table)
        alone = "-alone" if piece.opponent is None else ""
        yield Reason(f"piece-brightwell{alone}", {**facts, **discs, "points": points})
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


def _change(step: Step, code: str, table: Standings) -> dict[str, str]:
    """Both figures; where the display would hide the difference, exact."""
    before, after = text(step.before, code, table), text(step.after, code, table)
    return {"before": before if before != after else str(step.before), "after": after}
