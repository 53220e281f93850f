"""Define the types of JSON columns and of their contents."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict, final

from django.utils.translation import gettext_lazy, pgettext_lazy

Json = dict[str, Any]


class StoredReason(TypedDict):
    """A reason of the engine or the judge, as `tournaments.core.snapshot` writes and reads it."""

    code: str
    facts: dict[str, Any]
    article: str


class ByHand(TypedDict):
    """Manual changes to a draft: their reason, the engine's games that are missing in the round, and the rules it
    breaks.

    Games are given by public ids, None for the bye; `engine` is None if the engine found no pairing.
    """

    reason: str
    engine: list[list[str | None]] | None
    worse: list[StoredReason]


class StoredDraw(TypedDict):
    """A draw of seats: what it kept apart, the keys of its players in order of entry, and the player of each seat."""

    apart: str
    players: list[int]
    seats: list[int]
    reasons: list[StoredReason]


class DecidedTie(TypedDict):
    """Tied players by public id in the decided order: by "lot" with its seed, or by "hand" with its reason.

    `decisive`: whether the decision was about who advances.
    """

    order: list[str]
    decided: str
    decisive: bool
    seed: NotRequired[str]
    reason: NotRequired[str]


class Qualification(TypedDict):
    """How players qualified for a later stage: the earlier stage, their number, and the rules at that time."""

    stage: int
    places: int
    ties: list[DecidedTie]
    rules: NotRequired[str]
    changes: NotRequired[dict[str, Any]]
    points: NotRequired[dict[str, str]]


class StoredRoom(TypedDict):
    """A room of the hall with its tables, from the first to the last."""

    name: str
    first: int
    last: int


class StoredHall(TypedDict):
    """The hall: its first table, its closed tables and its rooms, both in numerical order.

    Also the number of games that can be called to stations at once, and the number of tables, if they are limited.
    """

    first: int | None
    closed: list[int]
    rooms: list[StoredRoom]
    stations: NotRequired[int]
    tables: NotRequired[int]


class StoredCourtPlan(TypedDict):
    """The stored plan of a section's games.

    `start` is the first time in UTC, `minutes` the interval, `slots` the games of each interval by round and table.
    `courts` and `rest` are the conditions of the plan. With referees, `referees` is their choice, and `assigned` has
    their public ids game by game, "" if nobody is free.
    """

    start: str
    minutes: int
    courts: int
    rest: bool
    slots: list[list[list[int]]]
    referees: NotRequired[str]
    assigned: NotRequired[list[list[str]]]


class StoredCourts(TypedDict):
    """The stored settings of the courts to which matches are called (`CourtSettings`).

    They contain the number of courts, the closed ones, and the reserved ones with their section, "" if matches are
    called manually. They also have the minutes of a rest and of a match, names shared by several people, planned times
    by section, and the choice of referees.
    """

    count: int
    closed: list[int]
    reserved: dict[str, str]
    rest: int
    waits: bool
    minutes: int
    by_itself: bool
    apart: list[str]
    plans: NotRequired[dict[str, StoredCourtPlan]]
    on_time: NotRequired[bool]
    referees: NotRequired[str]


@final
class Change(TypedDict):
    """The journal's note of a changed row: its columns before, None for a new row, and after, None if deleted."""

    model: str
    pk: Any
    before: dict[str, Any] | None
    after: dict[str, Any] | None


@final
class ManyMade(TypedDict):
    """The journal's note of many new rows of one model, by columns.

    `same` are the columns with one value in all rows; `each` has the values of the others, in the order of `keys`.
    """

    model: str
    keys: list[Any]
    same: dict[str, object]
    each: dict[str, list[Any]]


class StoredPlace(TypedDict):
    """A player's place in the manual order of players who are tied after a round. Players with the same `tie` belong
    together.
    """

    after: int
    tie: int
    of: int
    place: int
    reason: str


class StoredRated(TypedDict):
    """The result for rating of a game, if it differs from the result in the tournament, and the reason."""

    first: str
    second: str
    decision: str
    reason: str


class StoredLeaving(TypedDict):
    """The end of FIDE mode: the last round published by then, and the reason."""

    round: int
    reason: str


class StoredScreen(TypedDict):
    """The stored content of the screen in the hall (`Screen`)."""

    shows: list[str]
    message: str
    depth: int
    to_players: NotRequired[bool]


#: The parts that the screen in the hall can show, one after the other.
PARTS = {
    "names": gettext_lazy("Names with their tables"),
    "pairings": gettext_lazy("Pairings by number"),
    "standings": gettext_lazy("Standings"),
    "bracket": pgettext_lazy("tree of a knock-out", "Bracket"),
}
#: The number of lines in a picture two metres high, by the distance of the farthest readers in metres: people can read
#: a letter from two hundred times its height.
DEPTHS = {5: 28, 10: 20, 15: 14, 20: 10, 30: 7}
USUAL_DEPTH = 10
LONGEST_MESSAGE = 200


@dataclass(frozen=True, slots=True)
class Screen:
    """The screen: its parts in the order of `PARTS`, a permanent message, and the depth of the room. `to_players`:
    pages of the tournament and of its players also show the message.
    """

    shows: tuple[str, ...] = ("pairings",)
    message: str = ""
    depth: int = USUAL_DEPTH
    to_players: bool = False

    @property
    def announced(self) -> str:
        """The message, if players see it on their pages; otherwise ""."""
        return self.message if self.to_players else ""


class StoredPublication(TypedDict):
    """The scheduled publication of a draft.

    It has the time, the minutes of the clock that starts then, the choices for publishing, and the draft's tag when it
    was scheduled.
    """

    at: str
    minutes: int | None
    reason: str
    not_paired: list[str]
    tag: str


#: Digits and letters without 0, 1, i, l, o and u, which people misread on paper.
ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"
#: The length of a secret that people can type: 30 ** 27 is more than 2 ** 132.
LETTERS_TYPED = 27


LENGTH = 8

#: Maps random bytes to letters of ALPHABET with equal frequency: the few surplus byte values are dropped.
_LETTERS = bytes(ord(ALPHABET[byte % len(ALPHABET)]) for byte in range(256))
_TOO_MANY = bytes(range(256 - 256 % len(ALPHABET), 256))


def public_id() -> str:
    """Return eight characters of ALPHABET: short enough for a slip, and unique by constraint."""
    return public_ids(1)[0]


def public_ids(count: int) -> list[str]:
    """Return `count` random public ids."""
    drawn = b""
    while len(drawn) < count * LENGTH:
        drawn += secrets.token_bytes(count * LENGTH + LENGTH).translate(_LETTERS, _TOO_MANY)
    text = drawn.decode()
    return [text[start : start + LENGTH] for start in range(0, count * LENGTH, LENGTH)]


def seed() -> str:
    """Return a seed for random draws: 64 bits in hexadecimal, stored with the outcome so that anyone can repeat the
    draw.
    """
    return secrets.token_hex(8)


def secret() -> str:
    """Return a secret of 256 bits for links and tokens; only its hash is stored."""
    return secrets.token_urlsafe(32)


def typed_secret(seed: str, *parts: str) -> str:
    """Return a secret of 132 bits in letters of ALPHABET that people can type. The same `seed` and parts give the same
    secret.
    """
    left = int.from_bytes(hmac.digest(seed.encode(), " ".join(parts).encode(), "sha256"))
    found = ""
    for _ in range(LETTERS_TYPED):
        left, at = divmod(left, len(ALPHABET))
        found += ALPHABET[at]
    return found


def secret_hash(value: str) -> str:
    """Return the SHA-256 in hexadecimal. A random secret of 256 bits needs no slow hash."""
    return hashlib.sha256(value.encode()).hexdigest()
