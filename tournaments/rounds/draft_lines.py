"""Build the lines of a draft: tables and byes with their reasons, and the system's facts about their players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pairings.numbers import amounts
from pairings.plan import Reason
from pairings.system import PairingCard
from tournaments.core import snapshot
from tournaments.drafts import whatif
from tournaments.drafts.reason_texts import Teller
from tournaments.models import Round
from tournaments.rounds.tables import ByeRow, Scores, TableRow, rows_of


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A table or bye of the draft with its reasons as sentences, the total if the system has one, and whether it is
    manual.

    `cards` are the system's facts about its players (first, second). `group` is the higher player's score, on the first
    line of a scoregroup. `moves_down` is the index of the player who left the scoregroup above. `warnings` are the
    judge's findings about this table's players.
    """

    row: TableRow | ByeRow
    sentences: list[dict[str, str]]
    total: int | None
    by_hand: bool
    cards: tuple[CardLine | None, ...] = ()
    group: str = ""
    moves_down: int | None = None
    warnings: tuple[str, ...] = ()

    @property
    def first_card(self) -> CardLine | None:
        return self.cards[0] if self.cards else None

    @property
    def second_card(self) -> CardLine | None:
        return self.cards[1] if self.cards else None


@dataclass(frozen=True, slots=True)
class CardLine:
    """A card as the page shows it: virtual points follow a plus sign."""

    score: str
    due: str
    strength: int
    floats: tuple[str, str]

    @classmethod
    def of(cls, card: PairingCard, halves: bool) -> CardLine:
        parts = (card.score, card.virtual) if card.virtual else (card.score,)
        score = " + ".join(amounts.decimal_text(points, halves=halves) for points in parts)
        return cls(score, card.due, card.strength, card.floats)


def lines_of(
    round_: Round, now: whatif.Position, teller: Teller, shown: Sequence[int], scores: Scores
) -> tuple[list[DraftLine], list[DraftLine], tuple[Reason, ...]]:
    """Return the lines of the tables shown and of the byes, and the reasons of the whole round, all with present
    reasons.
    """
    plan = whatif.explain(now)
    tables = {p.table: p.reasons for p in plan.pairings} if plan else {}
    of_bye = {now.view.players[bye.player].pk: bye.reasons for bye in plan.byes} if plan else {}
    rows, byes = rows_of(round_, tables=shown, scores=scores)
    stored = snapshot.reasons_from_json
    sentences_by_table: dict[object, list[dict[str, str]]] = defaultdict(list)
    for reason in whatif.away(now):
        sentences_by_table[reason.facts["table"]].append(teller.cite(reason))
    lines = [_line(row, tables.get(row.pairing.table) or stored(row.pairing.reasons), teller) for row in rows]
    return (
        [
            replace(line, sentences=[*more_sentences, *line.sentences])
            if (more_sentences := sentences_by_table.get(row.pairing.table))
            else line
            for row, line in zip(rows, lines, strict=True)
        ],
        [_line(bye, of_bye.get(bye.player.pk) or stored(bye.appearance.reasons), teller) for bye in byes],
        plan.reasons if plan else stored(round_.reasons),
    )


def with_warnings(
    now: whatif.Position, lines: list[DraftLine], found: Sequence[Reason], teller: Teller
) -> list[DraftLine]:
    """Return the lines with the findings about their players."""
    about = [(players, reason) for reason in found if (players := _players_of(reason)) and reason.code != "unpaired"]
    if not about:
        return lines
    marked = []
    for line in lines:
        numbers = (
            {now.view.numbers[player.pk] for player in line.row.players} if isinstance(line.row, TableRow) else set()
        )
        warnings = tuple(teller.tell(reason) for players, reason in about if players <= numbers)
        marked.append(replace(line, warnings=warnings) if warnings else line)
    return marked


def _players_of(reason: Reason) -> set[object]:
    """Return the player or the two players of a reason."""
    return {reason.facts[name] for name in ("player", "first", "second") if name in reason.facts}


def with_cards(now: whatif.Position, cards_by_number: Mapping[int, Any], lines: list[DraftLine]) -> list[DraftLine]:
    """Return the lines with the cards of `cards_by_number`, and a heading when the higher player's score changes."""
    halves = now.view.snapshot.scoring.halves
    found, before = [], None
    for line in lines if cards_by_number else ():
        players = (line.row.player,) if isinstance(line.row, ByeRow) else (line.row.first, line.row.second)
        cards = tuple(cards_by_number.get(now.view.numbers[player.pk]) for player in players)
        shown = tuple(None if card is None else CardLine.of(card, halves) for card in cards)
        known_cards = [card for card in cards if card is not None]
        if len(known_cards) < 2:
            found.append(replace(line, cards=shown))
            continue
        first, second = known_cards
        higher = max(first, second, key=lambda card: card.points)
        moves_down = None if first.points == second.points else cards.index(higher)
        group = CardLine.of(higher, halves).score if higher.points != before else ""
        before = higher.points
        found.append(replace(line, cards=shown, group=group, moves_down=moves_down))
    return found or lines


def _line(row: TableRow | ByeRow, reasons: tuple[Reason, ...], teller: Teller) -> DraftLine:
    totals = [fact for reason in reasons if isinstance(fact := reason.facts.get("total"), int)]
    free = any(reason.code == "papp-free" for reason in reasons)
    by_hand = any(reason.code == "by-hand" for reason in reasons)
    total = totals[-1] if totals else 0 if free else None
    return DraftLine(row, [teller.cite(reason) for reason in reasons], total, by_hand)
