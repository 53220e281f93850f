"""`rank`: the table of a file under a rule set, as text or JSON, with the derivation of a player's numbers."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from standings.commands.common import (
    RULE_SETS,
    add_change_argument,
    add_file_arguments,
    document_of,
    player_of,
    rules_of,
    table_of,
    with_changes,
)
from standings.core.rank import Row, Standings
from standings.core.tiebreaks import tiebreak
from standings.explain.derivation import Derivation, derivation
from standings.explain.formatting import text
from standings.explain.wording import sentence, sentences, separation
from standings.reading import SnapshotFile


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_file_arguments(parser)
    parser.add_argument("--rules", required=True, metavar="NAME", help=RULE_SETS)
    add_change_argument(parser)
    parser.add_argument("--json", action="store_true", help="exact values as JSON")
    parser.add_argument("--explain", metavar="PLAYER", help="explain how this player's values are calculated")


def run(arguments: argparse.Namespace) -> int:
    document = document_of(arguments)
    rules = with_changes(rules_of(arguments.rules, document), arguments.change)
    chain = tuple(code for code in rules.chain if tiebreak(code).order is None)
    columns = tuple(dict.fromkeys((*chain, *rules.family))) if arguments.json else chain
    explained = None if arguments.explain is None else player_of(document, arguments.explain)
    table = table_of(document, rules, arguments.through_round, columns)
    if arguments.json:
        print(json.dumps([_json(table, row, document, explained) for row in table.rows], ensure_ascii=False))
    elif explained is None:
        _print_table(table, document)
    else:
        for line in _explanation(table, explained, document):
            print(line)
    return 0


def _json(table: Standings, row: Row, document: SnapshotFile, explained: int | None) -> dict[str, object]:
    """Return a row in the format of the API."""
    entry: dict[str, Any] = {
        "rank": None if row.struck else row.rank,
        "player": document.side(row.player),
        "values": {code: _value_to_json(value, code, table) for code, value in row.values.items()},
        "separated_by": row.separated_by.code if row.separated_by else None,
    }
    if row.player == explained:
        entry["derivations"] = {code: _pieces(derivation(table, row.player, code), document) for code in row.values}
    return entry


def _value_to_json(value: Fraction | None, code: str, table: Standings) -> dict[str, str | None]:
    return {"exact": _exact(value), "shown": text(value, code, table)}


def _exact(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _pieces(found: Derivation, document: SnapshotFile) -> dict[str, object]:
    return {
        "exact": _exact(found.value),
        "shown": found.shown,
        "how": found.how,
        "raw": _exact(found.raw),
        "steps": [{"code": s.code, "before": str(s.before), "after": str(s.after)} for s in found.steps],
        "pieces": [
            {
                "round": piece.round,
                "opponent": None if piece.opponent is None else document.side(piece.opponent),
                "amount": str(piece.amount),
                "steps": [{"code": s.code, "before": str(s.before), "after": str(s.after)} for s in piece.steps],
                "cut": piece.cut,
            }
            for piece in found.pieces
        ],
    }


def _print_table(table: Standings, document: SnapshotFile) -> None:
    """Print rank, the file's label of the player, the name where it differs from the label, and the values."""
    with_names = any(document.name(row.player) != document.labels[row.player] for row in table.rows)
    lines = [("", "", "", *table.columns)]
    for row in table.rows:
        values = [text(value, code, table) for code, value in row.values.items()]
        name = document.name(row.player) if with_names else ""
        lines.append(("–" if row.struck else str(row.rank), document.labels[row.player], name, *values))
    widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)]
    for place, label, name, *values in lines:
        label_cells = (label.ljust(widths[1]), name.ljust(widths[2]))[: 1 + with_names]
        cells = [cell.rjust(width) for cell, width in zip(values, widths[3:], strict=True)]
        print("  ".join((place.rjust(widths[0]), *label_cells, *cells)).rstrip())


def _explanation(table: Standings, player: int, document: SnapshotFile) -> Iterator[str]:
    row = next((row for row in table.rows if row.player == player), None)
    names = {each.number: each.name or document.labels[each.number] for each in document.snapshot.players}
    label = names[player]
    if row is None:
        yield f"{label} is not in the table: left before the first round."
        return
    place = "no rank, the results are struck," if row.struck else f"rank {row.rank}"
    yield f"{label}: {place} under {table.rules.name} ({table.rules.source}, {table.rules.date})"
    for code in table.rules.chain:
        yield ""
        yield from sentences(derivation(table, player, code), table, names)
    reason = separation(table, row)
    if reason is not None:
        yield ""
        yield sentence(reason, names)
