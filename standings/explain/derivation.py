"""The derivation of a number in the table: the steps of its calculation, kept as data.

Nothing is reconstructed: the pieces are the contributions of the criterion with its own cut, and the adjustments are
those of its value. `standings.explain.wording` turns them into sentences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from pairings.snapshot import Scoring
from standings.core.exact import total
from standings.core.facts import RoundEntry, RoundKind
from standings.core.rank import Standings
from standings.core.reckoning import Contribution, Criterion, Reckoning, base_of
from standings.core.rules import Rules
from standings.core.steps import terms_among, values_among
from standings.core.tiebreaks import OF_PARTNERS, OF_PODS, UnknownTiebreak, tiebreak
from standings.core.withdrawal import SOURCE, Strike
from standings.explain.formatting import plain, text


@dataclass(frozen=True, slots=True)
class DerivationStep:
    """An adjustment that changed a value: a floor, a cap, a rounding and so on."""

    code: str
    before: Fraction
    after: Fraction


@dataclass(frozen=True, slots=True)
class Piece:
    """One contribution. `steps` are the adjustments of the opponent's own value.

    `kind` is the kind of the round. `amount` is `weight` times `factor` where a score is multiplied. `cut` is the
    article that excludes the piece, None if it counts. `stones`, `deducted`, `cause` and `place` are the same as in a
    term.
    """

    round: int
    opponent: int | None
    kind: RoundKind | None
    amount: Fraction
    factor: Fraction
    shown: str
    weight: Fraction | None = None
    steps: tuple[DerivationStep, ...] = ()
    cut: str | None = None
    stones: int = 0
    deducted: bool = False
    cause: str = ""
    place: int = 0


@dataclass(frozen=True, slots=True)
class Derivation:
    """A value with all its parts.

    `raw` combines the pieces that count, `steps` are the adjustments, `value` is the result and `shown` its text in the
    table. `how` is the way of combining: "sum", "mean", "share" and so on. `left_out` are (round, opponent) of games
    that do not count because the opponent is struck. A struck player has no value; `struck` gives the reason. `among`
    is the mini-table of a step among tied players: (player, value) of all whose matches count.
    """

    player: int
    code: str
    name: str
    source: str
    how: str
    pieces: tuple[Piece, ...]
    raw: Fraction | None
    steps: tuple[DerivationStep, ...]
    value: Fraction | None
    shown: str
    left_out: tuple[tuple[int, int], ...] = ()
    struck: Strike | None = None
    among: tuple[tuple[int, Fraction | None], ...] = ()

    @property
    def counted_pieces(self) -> tuple[Piece, ...]:
        return tuple(piece for piece in self.pieces if piece.cut is None)


def has_derivation(rules: Rules, code: str) -> bool:
    """Return whether these rules allow a derivation: for every value, and for a mini-table in their chain."""
    try:
        return code in rules.chain or tiebreak(code).order is None
    except UnknownTiebreak:
        return False


def is_explained(rules: Rules, scoring: Scoring, code: str) -> bool:
    """Return whether a number in a table with this scoring has a derivation."""
    if scoring.pods and base_of(code) not in OF_PODS:
        return False
    if scoring.partners and base_of(code) not in OF_PARTNERS:
        return False
    return has_derivation(rules, code)


def derivation(table: Standings, player: int, code: str) -> Derivation:
    """Return the derivation of a player's value. Raises UnknownTiebreak for an unknown code, KeyError for an unknown
    player.

    A group criterion has no value. Its pieces are the games against players who were tied when it applied, and `raw` is
    the points of these games. Raises ValueError for a group criterion that is not in the chain. For a criterion by
    boards the pieces are all boards, and `shown` has the points of each.
    """
    reckoning, criterion = table.reckoning, tiebreak(code)
    if player in reckoning.strikes:
        return _struck_derivation(table, criterion, reckoning.strikes[player])
    if criterion.among is not None and table.of_player(player).walk is not None:
        return _of_step(table, player, criterion)
    if criterion.order is not None and criterion.how != "boards":
        return _among_level_players(table, player, criterion)
    terms = criterion.contributions(reckoning, player)
    articles = {cut.place: cut.article for cut in criterion.cut(reckoning, terms)} if criterion.cut else {}
    kinds = MappingProxyType({entry.round: entry.kind for entry in reckoning.entries[player]})
    pieces = tuple(_piece(table, criterion, term, kinds, articles.get(place)) for place, term in enumerate(terms))
    values = reckoning.reckon(criterion, player)
    return Derivation(
        player,
        code,
        criterion.name,
        criterion.source,
        criterion.how,
        pieces,
        values[0],
        _steps(criterion, values),
        values[-1] if criterion.order is None else None,
        text(values[-1], code, table) if criterion.order is None else _board_by_board(pieces, table),
        reckoning.struck_games(player),
    )


def _board_by_board(pieces: Sequence[Piece], table: Standings) -> str:
    """Return the points at each board as text, the top one first."""
    last = max((int(piece.weight or 0) for piece in pieces), default=0)
    boards = (total(piece.amount for piece in pieces if piece.weight == board) for board in range(1, last + 1))
    return " · ".join(plain(points, table) for points in boards)


def _struck_derivation(table: Standings, criterion: Criterion, strike: Strike) -> Derivation:
    shown = text(None, criterion.code, table)
    return Derivation(
        strike.player, criterion.code, criterion.name, SOURCE, "struck", (), None, (), None, shown, struck=strike
    )


def _among_level_players(table: Standings, player: int, criterion: Criterion) -> Derivation:
    level = frozenset(table.level_before(player, criterion.code)) - {player}
    met = [entry for entry in criterion.points(table.reckoning).entries[player] if entry.opponent in level]
    pieces = tuple(
        Piece(entry.round, entry.opponent, entry.kind, entry.points, Fraction(1), _with_score(entry, table))
        for entry in met
    )
    raw = total(piece.amount for piece in pieces) if level else None
    if criterion.how == "both":
        return _by_both_scores(table, player, criterion, pieces, raw)
    shown = text(raw, criterion.code, table)
    return Derivation(player, criterion.code, criterion.name, criterion.source, "mini", pieces, raw, (), None, shown)


def _of_step(table: Standings, player: int, criterion: Criterion) -> Derivation:
    """Return the derivation with the matches within the base of a step, and the mini-table of its players."""
    code, counted, step = criterion.code, criterion.among or criterion, table.step_of(player, criterion.code)
    if step is None:
        shown = text(None, code, table)
        return Derivation(player, code, criterion.name, criterion.source, "tied", (), None, (), None, shown)
    kinds = MappingProxyType({entry.round: entry.kind for entry in table.reckoning.entries[player]})
    terms = terms_among(table.reckoning, criterion, player, step.base)
    pieces = tuple(_piece(table, counted, term, kinds, None) for term in terms)
    values = values_among(table.reckoning, criterion, step.base)
    among = tuple(sorted(values.items()))
    shown = text(values[player], code, table)
    return Derivation(
        player, code, criterion.name, criterion.source, "tied", pieces, values[player], (), None, shown, among=among
    )


def _by_both_scores(
    table: Standings, player: int, criterion: Criterion, pieces: tuple[Piece, ...], raw: Fraction | None
) -> Derivation:
    """Return the derivation with a team's match points and game points, for each match and in total."""
    reckonings = (table.reckoning, table.reckoning.by_games)
    points_by_score = [{entry.round: entry.points for entry in each.entries[player]} for each in reckonings]

    def round_list(rounds: Sequence[int]) -> str:
        return " · ".join(plain(total(points[each] for each in rounds), table) for points in points_by_score)

    lines = tuple(replace(piece, shown=round_list([piece.round])) for piece in pieces)
    value = text(None, criterion.code, table) if raw is None else round_list([piece.round for piece in pieces])
    return Derivation(player, criterion.code, criterion.name, criterion.source, "both", lines, raw, (), None, value)


def _with_score(entry: RoundEntry, table: Standings) -> str:
    """Return the points of a match, with its score if one is recorded."""
    score = "" if entry.score is None else f" ({entry.score[0]}–{entry.score[1]})"
    return f"{plain(entry.points, table)}{score}"


def _piece(
    table: Standings, criterion: Criterion, term: Contribution, kinds: Mapping[int, RoundKind], cut: str | None
) -> Piece:
    return Piece(
        term.round,
        term.opponent,
        None if term.deducted else kinds.get(term.round),
        term.amount,
        term.factor,
        text(term.amount, criterion.of.code, table) if criterion.of else plain(term.amount, table),
        term.weight,
        _opponents_steps(table.reckoning, criterion, term),
        cut,
        term.stones,
        term.deducted,
        term.cause,
        term.place,
    )


def _opponents_steps(reckoning: Reckoning, criterion: Criterion, term: Contribution) -> tuple[DerivationStep, ...]:
    if criterion.of is None or term.opponent is None:
        return ()
    return _steps(criterion.of, reckoning.reckon(criterion.of, term.opponent))


def _steps(criterion: Criterion, values: tuple[Fraction | None, ...]) -> tuple[DerivationStep, ...]:
    return tuple(
        DerivationStep(adjustment.code, before, after)
        for adjustment, before, after in zip(criterion.adjustments, values, values[1:], strict=False)
        if before is not None and after is not None and before != after
    )
