"""Conversion from one edition of the report file to another."""

from __future__ import annotations

from pairings.files.trf.fields import TrfLineReader
from pairings.files.trf.reading.read import record_of
from pairings.files.trf.records import ByeList, PlayerRecord, TrfCell, TrfDocument, TrfLine
from pairings.files.trf.replay import Replay
from pairings.files.trf.writing.write import BYE_CODES, Edition, TrfSettings, new_line, rule_texts, with_cell
from pairings.snapshot import ByeKind

#: Records that carry settings, and so are written again by `convert`.
SETTING_CODES = frozenset(
    ["142", "152", "162", "240", "250", "260", "XXR", "XXC", "XXS", "XXZ", "XXA", "XXP"] + [f"BB{s}" for s in "WDLZFU"]
)
#: Records that came with TRF26; TRF16 has no place for them.
NEW_CODES = frozenset(
    ["172", "182", "192", "202", "212", "222", "299", "300", "310", "320", "330", "352", "362", "###"]
)

#: Records that overrule the acceleration which record 192 names.
_POINTS_WRITTEN = frozenset(["250", "XXA"])


def convert(document: TrfDocument, edition: Edition) -> TrfDocument:
    """Return the same tournament in the settings records of one edition, in UTF-8 with CRLF.

    Players, texts and unknown records are kept unchanged. TRF16 drops data without a record, comments too, and results
    for the rating alone; byes of the round to be paired go into its column there. Raises TrfError like `Replay`, and
    TooWide.
    """
    replay = Replay(document)
    rules = _rules(replay, edition)
    dropped = SETTING_CODES | (NEW_CODES if edition is Edition.TRF16 else frozenset())
    if edition is not Edition.TRF16 and not rules.virtual_points:
        dropped -= _POINTS_WRITTEN
    byes = {} if edition is Edition.TRF26 else _byes(rules, replay.played + 1)
    lines = replay.document.lines if edition is Edition.TRF16 else document.lines
    rest = [_with_bye(line, replay.played + 1, byes) for line in lines if line.code not in dropped]
    place = next((index for index, line in enumerate(rest) if line.code == "001"), len(rest))
    return TrfDocument((*rest[:place], *map(new_line, rule_texts(rules, edition)), *rest[place:]))


def _rules(replay: Replay, edition: Edition) -> TrfSettings:
    """Return the settings; Baku named by record 192 stays named, unless that record is dropped."""
    settings = replay.settings
    is_named = edition is not Edition.TRF16 and not any(line.code in _POINTS_WRITTEN for line in replay.document.lines)
    return TrfSettings(
        planned_rounds=settings.planned_rounds,
        first_colour=settings.first_colour,
        by_position=settings.by_position,
        scoring=settings.scoring,
        virtual_points={} if is_named else settings.virtual_points,
        forbidden=settings.forbidden,
        byes=tuple(
            ByeList(listed.kind, listed.round_number or replay.played + 1, listed.players)
            for listed in replay.document.records(ByeList)
        ),
    )


def _byes(rules: TrfSettings, round_number: int) -> dict[int, ByeKind]:
    return {n: listed.kind for listed in rules.byes if listed.round_number == round_number for n in listed.players}


def _with_bye(line: TrfLine, round_number: int, byes: dict[int, ByeKind]) -> TrfLine:
    text = line.text
    record = line.record
    if isinstance(record, PlayerRecord) and record.number in byes:
        text = with_cell(text, round_number, TrfCell(None, "", BYE_CODES[byes[record.number]]), cut=False)
    return TrfLine(text, "\r\n", record_of(TrfLineReader(0, text)))
