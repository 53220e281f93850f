"""H9, the results sheet of the European Go Federation: one line a player, in the order of the places.

A line has place, name, rank, country, club, up to four scores, and for each round the opponent's place with the result,
the colour and the stones: 2+/w0, 15+/w4, 8-/b5. Without an opponent it has 0+ for a bye, 0= and 0- for a missed round.
Players with a shared place may have no written place. If places are missing or shared, an opponent's number is the
number of the line. Half a point in a score is ½, or a question mark from a program without a letter for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pairings.numbers import ranks
from pairings.wording.mark import Sentence, SpokenError
from pairings.wording.mark import gettext_noop as _

_GAME = re.compile(r"(\d+)([-+=?])(!?)(?:/([wbWB]?)(\d?))?(!?)")
_HEADER = re.compile(r";\s*([A-Z]{2})\[(.*)\]\s*")
_LONGEST_NAME, _SCORES = 30, 4
#: A result as the other side has it.
OPPOSITE = {"+": "-", "-": "+", "=": "=", "?": "?", "#": "#"}


class BrokenSheet(SpokenError):
    """An invalid file of Go results. The message, with its facts, explains it; `line` is the line, 0 for none."""

    def __init__(self, message: str, /, **facts: object) -> None:
        super().__init__(Sentence(message, **facts))
        number = facts.get("number", 0)
        self.line = number if isinstance(number, int) else 0


@dataclass(frozen=True, slots=True)
class H9Cell:
    """One round of a player: the opponent's place (0: none), + - = or ?, the colour b, w or "", and Black's stones.

    `by_default` marks an unplayed game.
    """

    opponent: int
    result: str
    colour: str = ""
    stones: int | None = None
    by_default: bool = False


@dataclass(frozen=True, slots=True)
class H9Line:
    """A player. `name` is the surname, then the first name.

    `rank` is a number as in `pairings.numbers.ranks`, None without one, and `rating` is an additional rating in the
    file.
    """

    place: int
    name: str
    rank: int | None
    country: str = ""
    club: str = ""
    scores: tuple[str, ...] = ()
    cells: tuple[H9Cell, ...] = ()
    rating: int | None = None

    @property
    def rank_text(self) -> str:
        """The rank as it is written; a player without one is written as the weakest."""
        return ranks.spell_rank(ranks.LOWEST if self.rank is None else self.rank)


@dataclass(frozen=True, slots=True)
class H9Sheet:
    """A sheet. `headers` are in file order: EV (name), PC (country, city), DT (first and last day), and others.

    HA is h and the number of stones fewer; KM, TM and any other header are kept too. `about` are other comment lines,
    `titles` the names of the scores. `pieces` are games with a handicap of pieces, as in shogi, which is not read.
    """

    lines: tuple[H9Line, ...]
    headers: Mapping[str, str] = field(default_factory=dict)
    about: tuple[str, ...] = ()
    titles: tuple[str, ...] = ("MMS", "SOS")
    pieces: int = 0

    @property
    def rounds(self) -> int:
        return max((len(line.cells) for line in self.lines), default=0)


def write(sheet: H9Sheet) -> str:
    """Return the text of a sheet."""
    found = [f"; {key}[{value}]" for key, value in sheet.headers.items()]
    found += [f"; {text}" for text in sheet.about]
    found.append(";")
    found.append(f"; Pl Name{'':28}Rk Co Club{''.join(f'{title[:5]:>5}' for title in sheet.titles)}")
    found += [_line(line) for line in sheet.lines]
    return "".join(f"{each.rstrip()}\n" for each in found)


def _line(line: H9Line) -> str:
    scores = [f" {score:>4}" for score in line.scores] + [" 0"] * (_SCORES - len(line.scores))
    cells = "".join(f" {_cell(cell):8}" for cell in line.cells)
    name, rank = line.name[:_LONGEST_NAME], line.rank_text.upper()
    return f"{line.place:4} {name:30} {rank:>3} {line.country[:2]:2} {line.club[:4]:>4}{''.join(scores)}{cells}"


def _cell(cell: H9Cell) -> str:
    if cell.opponent and not cell.colour:
        return f"{cell.opponent:>7}{cell.result}{'!' if cell.by_default else ''}"
    played = f"/{cell.colour}{'' if cell.stones is None else cell.stones}" if cell.colour else ""
    return f"{cell.opponent:4}{cell.result}{'!' if cell.by_default else ''}{played}"


def read(text: str) -> H9Sheet:
    """Return a sheet from its text. Raises BrokenSheet."""
    headers: dict[str, str] = {}
    about: list[str] = []
    titles: tuple[str, ...] = ()
    rows: list[tuple[int, str]] = []
    for number, row in enumerate(text.splitlines(), start=1):
        written = row.strip()
        header = _HEADER.fullmatch(written)
        if header:
            headers[header[1]] = header[2]
        elif written.startswith(";"):
            comment = written[1:].strip()
            if comment.startswith("Pl "):
                titles = tuple(_titles(row.rstrip().partition("Club")[2]))
            elif comment:
                about.append(comment)
        elif written:
            rows.append((number, row))
    lines = _by_line([_player(number, row, titles) for number, row in rows])
    if not lines:
        raise BrokenSheet(_("The file contains no players. Each line needs place, name, rank, country and club."))
    agree(lines)
    return H9Sheet(tuple(lines), headers, tuple(about), titles)


def _titles(written: str) -> Iterator[str]:
    """Yield the names of the scores, five columns each."""
    for at in range(0, len(written.rstrip()), 5):
        yield written.rstrip()[at : 5 + at].strip()


def _by_line(lines: list[H9Line]) -> list[H9Line]:
    """Return the lines by the numbers used in games: the places, or the line numbers if a place is missing."""
    places = {line.place for line in lines}
    if 0 not in places and len(places) == len(lines):
        return lines
    by_line = [replace(line, place=at) for at, line in enumerate(lines, start=1)]
    is_consistent = 0 in places or next(contradictions(by_line), None) is None
    return by_line if is_consistent else lines


_START = re.compile(r"\s*(?:(\d+)\s+)?(.+?)\s+(\d+\s?[kKdD])\s+(\S.*)")
_SCORE = re.compile(r"-?\d+(?:[.,]\d+)?½?|-?½")
#: A score with half a point where a program has no letter for it; a game without a result looks alike.
_SCORE_OR_OPEN = re.compile(r"\d+\?")


def _player(number: int, row: str, titles: Sequence[str]) -> H9Line:
    """Return a line by its tokens: columns vary between programs."""
    found = _START.fullmatch(row.partition("|")[0].rstrip())
    if found is None:
        raise BrokenSheet(_("Line {number} is not a player. Write place, name, rank, country and club."), number=number)
    try:
        rank = ranks.parse(found[3])
    except ValueError as error:
        raise BrokenSheet(
            _("Line {number}: {rank} is not a rank from 30k to 9d."), number=number, rank=found[3]
        ) from error
    words = found[4].split()
    at = _first_cell(words, len(titles) or _SCORES)
    names = [word for word in words[:at] if not _is_score(word)][:2]
    scores = tuple(word.replace("?", "½") for word in words[:at] if word not in names)
    while scores and scores[-1] == "0" and len(scores) == _SCORES:
        scores = scores[:-1]
    country, club = [*names, "", ""][:2]
    cells = tuple(_read_cell(word) for word in words[at:] if _GAME.fullmatch(word))
    return H9Line(int(found[1] or 0), " ".join(found[2].split()), rank, country, club, scores, cells)


def _is_score(word: str) -> bool:
    return bool(_SCORE.fullmatch(word) or _SCORE_OR_OPEN.fullmatch(word))


def _first_cell(words: Sequence[str], most: int) -> int:
    """Return the index of the first game, after at most `most` scores that also look like open games."""
    scores = 0
    for at, word in enumerate(words):
        if _SCORE.fullmatch(word) or (_SCORE_OR_OPEN.fullmatch(word) and scores < most):
            scores += 1
        elif _GAME.fullmatch(word):
            return at
    return len(words)


def _read_cell(word: str) -> H9Cell:
    found = _GAME.fullmatch(word)
    if found is None:
        raise AssertionError(word)
    stones = int(found[5]) if found[5] else None
    return H9Cell(int(found[1]), found[2], (found[4] or "").lower(), stones, bool(found[3] or found[6]))


def agree(lines: Sequence[H9Line]) -> None:
    """Check that opponents name each other, and that one's win is the other's loss. Raises BrokenSheet."""
    by_place = {line.place: line for line in lines}
    if len(by_place) != len(lines):
        raise BrokenSheet(_("Two players have the same place. Places must be unique, because games refer to them."))
    for line, at, cell in contradictions(lines):
        text = _("Round {round}: {name} has {cell}, but place {opponent} has a different entry.")
        facts = {"name": line.name, "cell": _cell(cell).strip(), "opponent": cell.opponent}
        raise BrokenSheet(text, round=at + 1, **facts)


def contradictions(lines: Sequence[H9Line]) -> Iterator[tuple[H9Line, int, H9Cell]]:
    """Yield cells that the opponent's cell contradicts, with their lines and rounds from 0."""
    by_place = {line.place: line for line in lines}
    for line in lines:
        for at, cell in enumerate(line.cells):
            if not cell.opponent:
                continue
            other = by_place.get(cell.opponent)
            answer = other.cells[at] if other is not None and at < len(other.cells) else None
            if answer is None or not _agrees(line.place, cell, answer):
                yield line, at, cell


def _agrees(place: int, cell: H9Cell, answer: H9Cell) -> bool:
    """Return whether two cells describe the same game."""
    same_colour = bool(cell.colour) and cell.colour == answer.colour
    return answer.opponent == place and answer.result == OPPOSITE[cell.result] and not same_colour
