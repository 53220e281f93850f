"""Data without a record in report files, in one comment (`###`) in Kierros' own words, written and read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

from pairings.snapshot import Pairing, Scoring

#: The beginning of the comment; a JSON object follows.
EVENT = "Kierros: {"
#: A comment is read to this length; ours are far shorter.
_LONGEST = 500_000
#: The units counted inside a game.
SCORES = ("discs", "points")
_MOST_GAMES, _MOST_TOTAL, _MOST_STONES = 25, 100_000, 9

Pods = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """The form of a result, as in `Scoring`; `scores` is one of SCORES, or empty."""

    best_of: int = 1
    by_games: bool = False
    draws: bool = True
    boards: bool = False
    scores: str = ""
    score_total: int | None = None

    @property
    def can_be(self) -> bool:
        """True if the values are consistent, and possible for a tournament."""
        several = self.best_of > 1 and not self.scores
        return (
            1 <= self.best_of <= _MOST_GAMES
            and self.scores in ("", *SCORES)
            and (several or not (self.by_games or self.boards))
            and not (self.boards and (self.by_games or not self.draws))
            and (self.score_total is None or (bool(self.scores) and 1 <= self.score_total <= _MOST_TOTAL))
        )

    def scoring(self, points: Scoring) -> Scoring:
        """Return the points, with results of this form."""
        return replace(
            points,
            best_of=self.best_of,
            by_games=self.by_games,
            draws=self.draws,
            boards=self.boards,
            keeps_score=bool(self.scores),
            score_total=self.score_total,
        )


class TableComment(NamedTuple):
    """The extra data of a pairing: handicap stones, games and scores, as in `Pairing` and `Result`."""

    stones: int = 0
    games: tuple[int, int, int] | None = None
    score: tuple[int, int] | None = None

    @classmethod
    def of(cls, pairing: Pairing) -> TableComment:
        result = pairing.result
        return cls(pairing.handicap, *((result.games, result.score) if result else (None, None)))

    def on(self, pairing: Pairing) -> Pairing:
        """Return the pairing with this data; games and scores only with a result."""
        result = pairing.result and replace(pairing.result, games=self.games, score=self.score)
        return replace(pairing, result=result, handicap=self.stones)


@dataclass(frozen=True, slots=True)
class KierrosComment:
    """The tournament as Kierros has it: the key of the system with its options that differ from the defaults.

    It also has the game, the rule set with its changes, the form of results, `tables` by round and first player, and
    the pods of booster drafts by their first round. Players are identified by their numbers in the file. A field is
    empty if the file has no value.
    """

    system: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    game: str = ""
    rules: str = ""
    changes: Mapping[str, Any] = field(default_factory=dict)
    match: MatchFormat | None = None
    tables: Mapping[int, Mapping[int, TableComment]] = field(default_factory=dict)
    pods: Mapping[int, Pods] = field(default_factory=dict)


def own_comment(own: KierrosComment) -> str:
    """Return the comment of a file, empty without data."""
    match = own.match and {
        name: value for name, value in asdict(own.match).items() if value != getattr(MatchFormat(), name)
    }
    values = {**{name: getattr(own, name) for name in KierrosComment.__slots__}, "match": match}
    document = {name: dict(value) if isinstance(value, Mapping) else value for name, value in values.items() if value}
    if not document:
        return ""
    import json

    return f"Kierros: {json.dumps(document, ensure_ascii=False)}"


def own_in(comments: Iterable[str]) -> KierrosComment:
    """Return the content of the first such comment of a file; parts of another form are left out."""
    text = next((each for each in comments if each.startswith(EVENT) and len(each) <= _LONGEST), "")
    values = _parsed(text.removeprefix("Kierros: ")) if text else {}
    words: dict[str, Any] = {
        name: found for name in ("system", "game", "rules") if isinstance(found := values.get(name), str)
    }
    tables: dict[str, Any] = {
        name: found for name in ("options", "changes") if isinstance(found := values.get(name), dict)
    }
    match = _match(values.get("match"))
    return KierrosComment(
        **words,
        **tables,
        match=match,
        tables={number: dict(_tables(row)) for number, row in _numbered_entries(values.get("tables"))},
        pods=dict(_pods(values.get("pods"))),
    )


def _parsed(text: str) -> dict[str, object]:
    """Return a comment's JSON, empty for an invalid one. Files of other programs need no JSON."""
    import json

    try:
        found: dict[str, object] = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found


def _match(document: object) -> MatchFormat | None:
    """Return the form of results, or None if the document does not give one."""
    if not isinstance(document, dict):
        return None
    usual = asdict(MatchFormat())
    fit = document.keys() <= usual.keys() and all(
        type(value) is (int if name == "score_total" else type(usual[name])) for name, value in document.items()
    )
    found = MatchFormat(**document) if fit else None
    return found if found and found.can_be else None


def _numbered_entries(document: object) -> Iterator[tuple[int, Any]]:
    """Yield the entries of an object whose names are numbers."""
    for name, value in document.items() if isinstance(document, dict) else ():
        if name.isascii() and name.isdecimal() and len(name) <= 4:
            yield int(name), value


def _tables(document: object) -> Iterator[tuple[int, TableComment]]:
    for first, entry in _numbered_entries(document):
        if isinstance(entry, list) and len(entry) == len(TableComment._fields):
            stones, games, score = entry
            if (
                _is_number(stones)
                and stones <= _MOST_STONES
                and _are_numbers(games or [0] * 3, 3)
                and _are_numbers(score or [0] * 2, 2)
            ):
                yield first, TableComment(stones, tuple(games) if games else None, tuple(score) if score else None)


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value <= _MOST_TOTAL * _MOST_GAMES


def _are_numbers(value: object, count: int) -> bool:
    return isinstance(value, list) and len(value) == count and all(map(_is_number, value))


def _pods(document: object) -> Iterator[tuple[int, Pods]]:
    """Yield pods whose players are numbers, without duplicates."""
    for number, pods in _numbered_entries(document):
        players = [player for pod in pods for player in pod] if _are_lists(pods) else []
        if players and all(map(_is_number, players)) and len(set(players)) == len(players):
            yield number, tuple(map(tuple, pods))


def _are_lists(pods: object) -> bool:
    return isinstance(pods, Sequence) and all(isinstance(pod, list) for pod in pods)
