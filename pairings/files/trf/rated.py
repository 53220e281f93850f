"""Results corrected only for the rating: cells have the rated result, a comment (`###`) the one that counts.

The comments are Kierros' own words, written and read.

Points and ranks of such a file, and the pairings of its later rounds, follow from the results that count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from pairings.files.trf.fields import TrfLineReader
from pairings.files.trf.reading.read import record_of
from pairings.files.trf.records import FORFEIT, PLAYED_CODES, PlayerRecord, TrfDocument, TrfLine

#: The event, before the round of the game.
EVENT = "Rating only"
_CODES = PLAYED_CODES | FORFEIT
_COMMENT = re.compile(
    rf"{EVENT} @ Round ([1-9]\d{{0,2}}): ([1-9]\d{{0,3}})-([1-9]\d{{0,3}}) (\S)-(\S) for the rating, "
    r"(\S)-(\S) in the tournament(?:: (.*))?"
)


@dataclass(frozen=True, slots=True)
class RatedOnly:
    """A game of two players of a file, White first: the rated codes, the counting ones, and the reason."""

    round: int
    players: tuple[int, int]
    rated: tuple[str, str]
    counts: tuple[str, str]
    reason: str = ""

    def comment(self) -> str:
        """Return the text of the comment, after the event and its round."""
        (first, second), rated, counts = self.players, "-".join(self.rated), "-".join(self.counts)
        reason = f": {self.reason}" if self.reason else ""
        return f"{first}-{second} {rated} for the rating, {counts} in the tournament{reason}"


def rated_results_in(document: TrfDocument) -> Iterator[RatedOnly]:
    """Yield the rated results that comments give for games with another result in the standings."""
    records = {record.number: record for record in document.records(PlayerRecord)}
    for found in filter(None, map(_COMMENT.fullmatch, document.texts("###"))):
        number, first, second = (int(text) for text in found.group(1, 2, 3))
        game = RatedOnly(number, (first, second), (found[4], found[5]), (found[6], found[7]), found[8] or "")
        if _CODES.issuperset(game.rated + game.counts) and all(
            player in records
            and (cell := records[player].cell(number)) is not None
            and (cell.opponent == opponent and cell.result in codes)
            for player, opponent, codes in ((first, second, found.group(4, 6)), (second, first, found.group(5, 7)))
        ):
            yield game


def as_rated(document: TrfDocument, games: Iterable[RatedOnly]) -> TrfDocument:
    """Return the file with the rated results in its cells."""
    return _document_with_codes(document, {key: code for game in games for key, code in _places(game, game.rated)})


def counting(document: TrfDocument) -> TrfDocument:
    """Return the file with the results that count in the tournament in its cells."""
    if not any(text.startswith(EVENT) for text in document.texts("###")):
        return document
    return _document_with_codes(
        document, {key: code for game in rated_results_in(document) for key, code in _places(game, game.counts)}
    )


def _places(game: RatedOnly, codes: tuple[str, str]) -> Iterator[tuple[tuple[int, int], str]]:
    return (((player, game.round), code) for player, code in zip(game.players, codes, strict=True))


def _document_with_codes(document: TrfDocument, codes: dict[tuple[int, int], str]) -> TrfDocument:
    from pairings.files.trf.writing.write import with_cell

    lines = []
    for place, line in enumerate(document.lines, start=1):
        text = line.text
        if isinstance(line.record, PlayerRecord):
            for (player, number), code in codes.items():
                cell = line.record.cell(number) if player == line.record.number else None
                if cell is not None:
                    text = with_cell(text, number, replace(cell, result=code), cut=False)
        lines.append(line if text is line.text else TrfLine(text, line.ending, record_of(TrfLineReader(place, text))))
    return TrfDocument(tuple(lines), document.encoding, document.bom)
