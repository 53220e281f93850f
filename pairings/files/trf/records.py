"""A report file as read: every line with its own text, and its meaning.

The text is kept next to its meaning, so that an unchanged file is written back to the last blank, with records that no
program knows. Numbers of players are those of the file (starting ranks, columns 5–8 of record 001).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, TypeVar

from pairings.snapshot import ByeKind, Outcome

#: Results of a game that was played. W, D, L are games too short to be rated.
PLAYED_CODES = frozenset("1=0WDL")
FORFEIT = frozenset("+-")
#: The outcome of a code, of a game played or not, for the player of the line.
OUTCOMES = {
    "1": Outcome.WIN,
    "W": Outcome.WIN,
    "+": Outcome.WIN,
    "=": Outcome.DRAW,
    "D": Outcome.DRAW,
    "0": Outcome.LOSS,
    "L": Outcome.LOSS,
    "-": Outcome.LOSS,
}
#: The bye that each code without an opponent means; some programs write `=` for a half-point bye.
BYES = {
    "U": ByeKind.ALLOCATED,
    "+": ByeKind.ALLOCATED,
    "F": ByeKind.FULL,
    "H": ByeKind.HALF,
    "=": ByeKind.HALF,
    "Z": ByeKind.ZERO,
    "-": ByeKind.ZERO,
    "": ByeKind.ZERO,
}


@dataclass(frozen=True, slots=True)
class TrfCell:
    """One player's round: opponent (None: nobody), colour "w", "b" or "", result in capitals, "" without one."""

    opponent: int | None
    colour: str
    result: str

    @property
    def took_part(self) -> bool:
        """True if the player took part in the round's pairing."""
        return self.opponent is not None or self.result in ("U", "+")


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """Record 001. `cells` has None for each blank round; trailing blank rounds are left out."""

    number: int
    sex: str
    title: str
    name: str
    rating: int | None
    federation: str
    fide_id: str
    birth: str
    points: Fraction | None
    rank: int | None
    cells: tuple[TrfCell | None, ...]

    def cell(self, round_number: int) -> TrfCell | None:
        return self.cells[round_number - 1] if round_number <= len(self.cells) else None


@dataclass(frozen=True, slots=True)
class Text:
    """A record whose value is text: 012 to 132, 172, 182, 192, 202, 212, 222, or a comment (`###`)."""

    code: str
    value: str


@dataclass(frozen=True, slots=True)
class PlannedRounds:
    """Records 142 and XXR."""

    count: int


@dataclass(frozen=True, slots=True)
class InitialColour:
    """Records 152 and XXC. `by_position`: players are numbered by the order of their lines (`XXC rank`)."""

    colour: str
    by_position: bool = False


@dataclass(frozen=True, slots=True)
class PointValues:
    """Records 162, BBW to BBU and XXS: values by the names of the fields of `Scoring`."""

    values: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True, slots=True)
class ByeList:
    """Records 240 and XXZ (`round_number` None: the round to be paired)."""

    kind: ByeKind
    round_number: int | None
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class VirtualRange:
    """Record 250: extra pairing points for a range of players in a range of rounds."""

    points: Fraction
    first_round: int
    last_round: int
    first_player: int
    last_player: int


@dataclass(frozen=True, slots=True)
class VirtualList:
    """Record XXA: extra pairing points of one player, round by round."""

    player: int
    points: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Records 260 and XXP (all rounds): no two of the players may meet."""

    players: tuple[int, ...]
    first_round: int = 1
    last_round: int | None = None


@dataclass(frozen=True, slots=True)
class AbnormalPoints:
    """Record 299: points given otherwise than by the point values; code "" is a bonus or penalty, round 0 is all."""

    code: str
    points: Fraction
    round_number: int
    players: tuple[int, ...]


Record: TypeAlias = (
    PlayerRecord
    | Text
    | PlannedRounds
    | InitialColour
    | PointValues
    | ByeList
    | VirtualRange
    | VirtualList
    | Forbidden
    | AbnormalPoints
)
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class TrfLine:
    """A line without and with its ending. `record` is None for a line that was kept but not understood."""

    text: str
    ending: str = "\r\n"
    record: Record | None = None

    @property
    def code(self) -> str:
        return self.text[:3]


@dataclass(frozen=True, slots=True)
class TrfDocument:
    """A whole report file. `encoding` is as in `pairings.files.encoding`; `bom`: the file began with a mark."""

    lines: tuple[TrfLine, ...]
    encoding: str = "utf-8"
    bom: bool = False

    def records(self, kind: type[R]) -> Iterator[R]:
        """Return the records of one kind in file order."""
        return (line.record for line in self.lines if isinstance(line.record, kind))

    def records_with_lines(self, kind: type[R]) -> Iterator[tuple[int, R]]:
        """Yield (line number, record) of one kind in file order."""
        for number, line in enumerate(self.lines, start=1):
            if isinstance(line.record, kind):
                yield number, line.record

    @property
    def columns(self) -> int:
        """The number of rounds in the players' lines, played or not."""
        return max((len(player.cells) for player in self.records(PlayerRecord)), default=0)

    @property
    def names_teams(self) -> bool:
        """True if there are records of teams."""
        return any(line.code in ("310", "013") for line in self.lines)

    def texts(self, code: str) -> list[str]:
        """Return the values of every text record with this code."""
        return [text.value for text in self.records(Text) if text.code == code]
