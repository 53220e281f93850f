"""The document that the API calls a snapshot: `GET /api/v1/tournaments/SLUG/snapshot`.

Only what pairing and ranking need is read; all other content is ignored. A player is named by an id or by an object
that has one, a number is itself, a text, or an object with `exact`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pairings.files.reading.recorded import BrokenDocument, Recorded
from pairings.numbers import ranks
from pairings.options import OptionError, read
from pairings.snapshot import (
    Bye,
    ByeKind,
    Decision,
    Deduction,
    ForbiddenPair,
    ManualPlace,
    Outcome,
    Pairing,
    Player,
    Result,
    Round,
    Scoring,
    Snapshot,
)
from pairings.systems import SYSTEMS

Json = Mapping[str, Any]

#: Points of a scoring, each in the points of the tournament.
_POINTS = (
    "win", "draw", "loss", "forfeit_win", "forfeit_loss", "allocated_bye", "full_bye", "half_bye", "zero_bye",
)  # fmt: skip
#: A player who has not come yet enters in a round that is never played.
_NEVER = 10_000


def read_snapshot(document: Json) -> Recorded:
    """Return the last stage of a snapshot. Raises BrokenDocument with the missing or wrong part."""
    try:
        return _Reader(document).read_snapshot()
    except OptionError as error:
        raise BrokenDocument(f"{error.name}: {error}") from error
    except KeyError as error:
        raise BrokenDocument(f"{error} is missing or refers to nothing.") from error
    except IndexError as error:
        raise BrokenDocument("A list is empty that must not be.") from error
    except (TypeError, AttributeError, ValueError, ZeroDivisionError, OverflowError) as error:
        raise BrokenDocument(f"A value has the wrong type ({error}).") from error


class _Reader:
    def __init__(self, document: Json) -> None:
        self.document = document
        self.tournament: Json = document["tournament"]
        self.stage: Json = max(document["stages"], key=lambda stage: int(stage["number"]))
        self.shift = int(self.stage["first_round"]) - 1
        self.numbers = {_id(seat["player"]): int(seat["seat"]) for seat in self.stage["seats"]}

    def read_snapshot(self) -> Recorded:
        rounds = tuple(map(self._round, self._own_rounds()))
        if [played.number for played in rounds] != list(range(1, len(rounds) + 1)):
            raise BrokenDocument("The rounds are not numbered one after the other.")
        virtual = self.stage.get("virtual_points") or {}
        planned = self.stage.get("planned_rounds")
        before = Snapshot(
            players=self._players(),
            rounds=rounds,
            scoring=self._scoring(),
            next_round=len(rounds) + 1,
            planned_rounds=None if planned is None else int(planned),
            forbidden=tuple(self._read_forbidden_pairs()),
            virtual_points={self.numbers[who]: tuple(map(exact, row)) for who, row in virtual.items()},
            first_colour=self.stage.get("first_colour") or None,
        )
        ids = {number: key for key, number in self.numbers.items()}
        seed = str(self.stage.get("seed") or "")
        key, options = str(self.stage["system"]), self.stage.get("options") or {}
        return Recorded(
            _set_planned_rounds(before, key, options),
            ids,
            key,
            options,
            self._read_requested_byes(),
            self._read_fixed_pairs(),
            seed,
        )

    def _own_rounds(self) -> Iterator[Json]:
        """Yield the published rounds of the stage; a draft is still to be paired."""
        for played in sorted(self.document["rounds"], key=lambda each: int(each["number"])):
            if played.get("status") != "draft" and int(played["number"]) > self.shift:
                yield played

    def _players(self) -> tuple[Player, ...]:
        rows = {_id(row): row for row in self.document["players"]}
        missing = set(map(_id, self.stage.get("not_here") or ()))
        players = (self._player(number, rows[key], key in missing) for key, number in self.numbers.items())
        found = tuple(sorted(players, key=lambda player: player.number))
        if len({player.number for player in found}) != len(self.stage["seats"]):
            raise BrokenDocument("Two players have the same seat.")
        return found

    def _player(self, number: int, row: Json, is_missing: bool) -> Player:
        last_round = row.get("withdrawn_after")
        rating = row.get("rating")
        return Player(
            number=number,
            name=str(row["name"]),
            rating=None if rating is None else int(rating),
            title=str(row.get("title") or ""),
            club=str(row.get("club") or ""),
            federation=str(row.get("federation") or ""),
            entered=_NEVER if is_missing else max(1, int(row.get("entered", 1)) - self.shift),
            withdrawn=None if last_round is None else max(0, int(last_round) - self.shift),
            may_have_bye=bool(row.get("may_have_bye", True)),
            rank=ranks.parse(row["rank"]) if row.get("rank") else None,
            left_out=bool(row.get("left_out", False)),
            outside=None if row.get("outside") is None else exact(row["outside"]),
            placed=self._read_manual_place(row.get("placed")),
            sex=str(row.get("sex") or ""),
        )

    def _read_manual_place(self, entry: Json | None) -> ManualPlace | None:
        """Return a manual order after a round of the stage, None without one."""
        if entry is None:
            return None
        return ManualPlace(int(entry["after"]) - self.shift, int(entry["tie"]), int(entry["of"]), int(entry["place"]))

    def _scoring(self) -> Scoring:
        tournament = self.tournament
        total = tournament.get("score_total")
        amounts = tournament.get("points") or {}
        points: dict[str, Any] = {name: exact(amounts[name]["exact"]) for name in _POINTS if name in amounts}
        best_of = int(tournament.get("best_of", 1))
        return Scoring(
            **points,
            best_of=best_of,
            by_games=bool(tournament.get("by_games")),
            draws=bool(tournament.get("draws_allowed", True)),
            keeps_score=bool(tournament.get("score_kind")),
            score_total=None if total is None else int(total),
            bye_games=(best_of // 2 + 1, 0),
            halves=bool(self.stage.get("halves", True)),
            pods=self._is("pods"),
            partners=self._is("partners"),
            by_score=bool(tournament.get("by_score")),
        )

    def _is(self, flag: str) -> bool:
        """Return whether the stage's system has a flag."""
        key = str(self.stage.get("system"))
        return key in SYSTEMS and getattr(SYSTEMS[key], flag) is True

    def _round(self, entry: Json) -> Round:
        pairings = tuple(map(self._pairing, entry["pairings"]))
        byes = tuple(map(self._bye, entry.get("byes") or ()))
        number = int(entry["number"])
        pods = tuple(tuple(map(self._number, pod)) for pod in entry.get("booster_pods") or ())
        return Round(number - self.shift, pairings, byes, tuple(self._deductions(number)), pods)

    def _deductions(self, number: int) -> Iterator[Deduction]:
        for row in self.document["players"]:
            for entry in row.get("deductions") or ():
                if int(entry["round"]) == number and self._has_players(row):
                    yield Deduction(self._number(row), exact(entry["points"]))

    def _pairing(self, entry: Json) -> Pairing:
        first, second = self._number(entry["first"]), self._number(entry["second"])
        return Pairing(
            int(entry["table"]),
            first,
            second,
            _result(entry.get("result")),
            handicap=entry.get("handicap") or 0,
            others=tuple(map(self._number, entry.get("others") or ())),
            partners=self._is("partners"),
        )

    def _bye(self, entry: Json) -> Bye:
        return Bye(self._number(entry["player"]), ByeKind(entry["kind"]))

    def _number(self, player: object) -> int:
        return self.numbers[_id(player)]

    def _has_players(self, *players: object) -> bool:
        return all(_id(player) in self.numbers for player in players)

    def _read_requested_byes(self) -> dict[int, tuple[Bye, ...]]:
        withdrawn_players = {_id(row) for row in self.document["players"] if row.get("withdrawn_after") is not None}
        byes_by_round: dict[int, list[Bye]] = {}
        for entry in self.document.get("requested_byes") or ():
            if self._has_players(entry["player"]) and _id(entry["player"]) not in withdrawn_players:
                byes_by_round.setdefault(int(entry["round"]) - self.shift, []).append(self._bye(entry))
        return {number: tuple(sorted(byes, key=lambda bye: bye.player)) for number, byes in byes_by_round.items()}

    def _read_fixed_pairs(self) -> dict[int, tuple[tuple[int, int], ...]]:
        fixed: dict[int, list[tuple[int, int]]] = {}
        for entry in self.document.get("fixed_pairs") or ():
            if self._has_players(entry["first"], entry["second"]):
                pair = self._number(entry["first"]), self._number(entry["second"])
                fixed.setdefault(int(entry["round"]) - self.shift, []).append(pair)
        return {number: tuple(pairs) for number, pairs in fixed.items()}

    def _read_forbidden_pairs(self) -> Iterable[ForbiddenPair]:
        for entry in self.document.get("forbidden_pairs") or ():
            if self._has_players(entry["first"], entry["second"]):
                last = entry.get("last_round")
                yield ForbiddenPair(
                    frozenset((self._number(entry["first"]), self._number(entry["second"]))),
                    max(1, int(entry.get("first_round", 1)) - self.shift),
                    None if last is None else int(last) - self.shift,
                )


def _set_planned_rounds(before: Snapshot, key: str, values: Json) -> Snapshot:
    """Return the snapshot with the system's fixed number of rounds; manual changes can add rounds to a schedule."""
    if key not in SYSTEMS:
        return before
    system = SYSTEMS[key]
    options: Any = read(system.options, values)
    fixed = system.rounds(len(before.players), options) if len(before.players) > 1 else None
    planned = replace(before, planned_rounds=fixed or before.planned_rounds)
    if system.scheduling is None or not planned.rounds or planned.planned_rounds is None:
        return planned
    return replace(planned, planned_rounds=system.scheduling.length(planned, options))


def exact(value: Any) -> Fraction:
    """Return a number in any form of the document: 1, "1.5", "3/2", {"exact": "3/2"}."""
    return Fraction(value["exact"] if isinstance(value, Mapping) else value)


def _id(player: object) -> str:
    return str(player["id"] if isinstance(player, Mapping) else player)


def _result(entry: Any) -> Result | None:
    if entry is None:
        return None
    games, score = entry.get("games"), entry.get("score")
    return Result(
        Outcome(entry["first"]),
        Outcome(entry["second"]),
        Decision(entry.get("decision", "played")),
        None if games is None else _three_games(games),
        None if score is None else _two_scores(score),
        tuple(map(Outcome, entry.get("others") or ())),
    )


def _three_games(games: Any) -> tuple[int, int, int]:
    won, lost, drawn = map(int, games)
    return won, lost, drawn


def _two_scores(score: Any) -> tuple[int, int]:
    first, second = map(int, score)
    return first, second
