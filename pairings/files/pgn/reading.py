"""Games of a PGN file: their tags, their results, and whether there are moves. Moves themselves are not read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pairings.wording.mark import Sentence, SpokenError
from pairings.wording.mark import gettext_noop as _

#: Bytes and games of one file.
LARGEST = 1_000_000
MOST_GAMES = 2_000
_TAG = re.compile(r'\s*\[\s*([A-Za-z0-9_]+)\s+"((?:\\.|[^"\\])*)"\s*\]\s*')
_LOOSE_TAG = re.compile(r'\s*\[\s*([A-Za-z0-9_]+)\s+"(.*)"\s*\]\s*')
_ESCAPE = re.compile(r"\\(.)")
_MARKS = re.compile(r"[{}();]")
_ENDS = re.compile(r"(?:^|\s)(1-0|0-1|1/2-1/2|1/2|½-½|\*)(?=\s|$)")
_MOVE = re.compile(r"[a-hKQRBNO]")


class BrokenPgn(SpokenError):
    """A file that is not PGN, or is too large."""


@dataclass(slots=True)
class PgnFileGame:
    """A game of the file. `end` is the last token of its moves that is a result, `moved` whether there are moves."""

    tags: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)

    @property
    def end(self) -> str:
        found = _ENDS.findall(" ".join(self.moves))
        return str(found[-1]) if found else ""

    @property
    def moved(self) -> bool:
        return any(_MOVE.search(line) for line in self.moves)


def read(data: bytes) -> list[PgnFileGame]:
    """Return the games in the order of the file. Raises BrokenPgn."""
    if len(data) > LARGEST:
        raise BrokenPgn(Sentence(_("The file is too large. The limit is {n} MB."), n=LARGEST // 1_000_000))
    games: list[PgnFileGame] = []
    depths: Mapping[str, int] = {}
    for line in _decode(data).splitlines():
        if line.startswith("%"):
            continue
        inside = any(depths.values())
        tag = None if inside else _TAG.fullmatch(line) or _LOOSE_TAG.fullmatch(line)
        if tag is not None:
            if not games or games[-1].moves:
                games.append(PgnFileGame())
                depths = {}
            games[-1].tags.setdefault(tag[1], _ESCAPE.sub(r"\1", tag[2]).strip())
        elif games and line.strip():
            moves, depths = _without_comments(line, depths)
            games[-1].moves.append(moves)
    if not games:
        raise BrokenPgn(Sentence(_("This is not a PGN file.")))
    if len(games) > MOST_GAMES:
        raise BrokenPgn(Sentence(_("The file has too many games. The limit is {n}."), n=MOST_GAMES))
    return games


def _decode(data: bytes) -> str:
    if b"\0" in data or data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BrokenPgn(Sentence(_("This is not a PGN file.")))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _without_comments(line: str, depths: Mapping[str, int]) -> tuple[str, Mapping[str, int]]:
    """Return the moves of a line, and the number of comments and variations open after it."""
    comment, variation = depths.get("{", 0), depths.get("(", 0)
    parts: list[str] = []
    at = 0
    for mark in _MARKS.finditer(line):
        if not comment and not variation:
            parts.append(line[at : mark.start()])
        at = mark.end()
        match mark[0]:
            case "{":
                comment += 1
            case "}":
                comment = max(0, comment - 1)
            case "(" if not comment:
                variation += 1
            case ")" if not comment:
                variation = max(0, variation - 1)
            case ";" if not comment:
                at = len(line)
                break
    if not comment and not variation:
        parts.append(line[at:])
    return " ".join(parts), {"{": comment, "(": variation}
