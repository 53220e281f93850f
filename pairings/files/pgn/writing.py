"""The pairings of a round as PGN: one game each, with tags and no moves.

Boards of an event are numbered `round.board`, so software that reads the round before the first dot and software that
reads all of it both find their games. Event and Site must not change during an event: broadcasts identify a game by
them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

#: Results that a tag may have. All others are written as unknown.
RESULTS = frozenset({"1-0", "0-1", "1/2-1/2"})
_LETTERS = str.maketrans(
    {"ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ħ": "h", "Ħ": "H", "ı": "i", "ŧ": "t", "Ŧ": "T", "ĸ": "k", "ŋ": "n"}
)


@dataclass(frozen=True, slots=True)
class Side:
    """A player as in the tags. The number 0 means no number."""

    name: str
    title: str = ""
    rating: int = 0
    fide: int = 0
    federation: str = ""
    team: str = ""


@dataclass(frozen=True, slots=True)
class PgnPairing:
    """A game of the round. `number` is its place in the round, `board` its board within a team match.

    `result` is empty while it is open; `unplayed` marks a game without moves. `set_up` is the position of a Chess960
    game.
    """

    number: int
    board: int
    white: Side
    black: Side
    result: str = ""
    unplayed: bool = False
    set_up: str = ""


@dataclass(frozen=True, slots=True)
class PgnEvent:
    """The shared tags of all games of a round. Dates are written YYYY.MM.DD."""

    name: str
    site: str
    date: str
    round: int
    first_day: str = ""
    kind: str = ""
    rounds: int = 0
    time_control: str = ""


def write(event: PgnEvent, games: Iterable[PgnPairing], *, old_software: bool = False) -> str:
    """Return the games in order. With `old_software`, letters outside Windows-1252 become plain ones."""
    text = "".join(f"{''.join(_tags(event, game))}\n{_result(game)}\n\n" for game in games)
    return plain_letters(text) if old_software else text


def plain_letters(text: str) -> str:
    """Return the text in Windows-1252: other letters become base letters if there are any, not question marks."""
    return "".join(_plain(letter) for letter in text)


def _plain(letter: str) -> str:
    try:
        letter.encode("cp1252")
    except UnicodeEncodeError:
        return unicodedata.normalize("NFKD", letter.translate(_LETTERS)).encode("ascii", "ignore").decode()
    return letter


def _result(game: PgnPairing) -> str:
    return game.result if game.result in RESULTS else "*"


def _tags(event: PgnEvent, game: PgnPairing) -> Iterator[str]:
    yield _tag("Event", event.name or "?")
    yield _tag("Site", event.site or "?")
    yield _tag("Date", event.date or "????.??.??")
    yield _tag("Round", f"{event.round}.{game.number}")
    yield _tag("White", game.white.name)
    yield _tag("Black", game.black.name)
    yield _tag("Result", _result(game))
    more: dict[str, str | int] = {}
    for colour, side in (("White", game.white), ("Black", game.black)):
        more |= {
            f"{colour}Title": side.title,
            f"{colour}Elo": side.rating,
            f"{colour}FideId": side.fide,
            f"{colour}Fed": side.federation,
            f"{colour}Team": side.team,
        }
    more |= {
        "Board": game.board,
        "EventDate": event.first_day,
        "EventType": event.kind,
        "EventRounds": event.rounds,
        "TimeControl": event.time_control,
        "Termination": "unplayed" if game.unplayed else "",
    }
    if game.set_up:
        more |= {"FEN": game.set_up, "SetUp": 1, "Variant": "Chess960"}
    for name, value in more.items():
        if value:
            yield _tag(name, str(value))


def _tag(name: str, value: str) -> str:
    escaped = " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]\n'
