"""Compare the rows of a list with existing players: each row adds a player, updates one, changes nothing or is skipped.

Rating lists are not used here; if they are one day, they must fill in rows before this comparison.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext as _

from tournaments.core.words.names import isolate
from tournaments.models import Player
from tournaments.models.player import sort_key
from tournaments.player_lists.columns import COLUMNS, FIELDS, SECTION
from tournaments.player_lists.reading import ListRow


class Fate(StrEnum):
    """The outcome of a row."""

    ADD = "add"
    UPDATE = "update"
    LEAVE = "leave"
    NOT_TAKEN = "not-taken"


@dataclass(frozen=True, slots=True)
class Answers:
    """The user's answers for rows with a fault, and for players who exist already or are in the list twice.

    `of_rows` has answers for single rows, by their keys. They replace `present`.
    """

    with_faults: bool = False
    present: str = "leave"
    of_rows: Mapping[str, str] = field(default_factory=dict)

    def of(self, row: ListRow) -> str:
        """Return the answer for a row: "leave", "update" or "add"."""
        return self.of_rows.get(key_of(row)) or self.present


def key_of(row: ListRow) -> str:
    """Return the key of a row, which stays the same as long as its line number and text do."""
    return sha256(f"{row.line} {row.text}".encode()).hexdigest()[:12]


@dataclass(slots=True)
class RowDecision:
    """A row and what happens to it, with messages in `why`; `player` is the existing player.

    `possible` has the answers that make a difference, for an existing player or a duplicate row. `section` is the
    section in the list, if the player is in another one.
    """

    row: ListRow
    fate: Fate
    why: list[str] = field(default_factory=list)
    player: Player | None = None
    changes: dict[str, Any] = field(default_factory=dict)
    possible: tuple[str, ...] = ()
    section: str = ""

    @property
    def key(self) -> str:
        return key_of(self.row)

    @property
    def is_double(self) -> bool:
        """Return whether the row is likely a player who exists already, or an earlier row of the list."""
        return bool(self.possible)

    @property
    def needs_review(self) -> bool:
        return bool(self.why or self.row.faults or self.row.remarks)


@dataclass
class Plan:
    """The changes that a list makes to a tournament. Two plans with the same changes have the same `tag`."""

    decided: list[RowDecision]

    def of(self, fate: Fate) -> list[RowDecision]:
        return [each for each in self.decided if each.fate is fate]

    @cached_property
    def added(self) -> list[dict[str, Any]]:
        return [_values_to_store(each.row) for each in self.of(Fate.ADD)]

    def moves(self) -> dict[str, list[Player]]:
        """Return the players who are not in the section of the list, by the section that the list gives."""
        found: dict[str, list[Player]] = {}
        for each in self.decided:
            if each.section and each.player is not None:
                found.setdefault(each.section, []).append(each.player)
        return found

    def added_to(self, section: str) -> list[dict[str, object]]:
        """Return the values of the players to add to a section, from a list that names sections."""
        return [_values_to_store(each.row) for each in self.of(Fate.ADD) if each.row.values[SECTION] == section]

    @cached_property
    def tag(self) -> str:
        updated = [(each.player.public_id, each.changes) for each in self.of(Fate.UPDATE) if each.player is not None]
        return sha256(json.dumps([self.added, updated]).encode()).hexdigest()[:32]


def _values_to_store(row: ListRow) -> dict[str, object]:
    return {key: row.values[key] for key in FIELDS if row.values.get(key) not in (None, "")}


def compare(rows: Iterable[ListRow], players: Iterable[Player], answers: Answers) -> Plan:
    """Decide on each row, in the order of the list."""
    present, listed = _People(), _People()
    for player in players:
        present.put(player, player.name, player.fide_id)
    return Plan([_decide_row(row, present, listed, answers) for row in rows])


class _People:
    """Players or rows by FIDE ID, and by name regardless of case, accents and word order."""

    def __init__(self) -> None:
        self.by_id: dict[str, Any] = {}
        self.by_name: dict[str, list[object]] = {}

    def put(self, who: object, name: str, fide_id: str) -> None:
        if fide_id:
            self.by_id.setdefault(fide_id, who)
        for key in _keys(name):
            self.by_name.setdefault(key, []).append(who)

    def find_by_name(self, name: str) -> list[Any]:
        for key in _keys(name):
            if key in self.by_name:
                return self.by_name[key]
        return []


def _keys(name: str) -> set[str]:
    return {sort_key(name), sort_key(" ".join(sorted(name.replace(",", " ").split())))}


def _decide_row(row: ListRow, present: _People, listed: _People, answers: Answers) -> RowDecision:
    if not row.name:
        return RowDecision(row, Fate.NOT_TAKEN)
    if row.faults and not answers.with_faults:
        return RowDecision(row, Fate.NOT_TAKEN, [_("Correct it in the list below.")])
    decided = (
        _decide_duplicate(row, listed, answers) or _decide_existing(row, present, answers) or RowDecision(row, Fate.ADD)
    )
    if row.faults and decided.fate is not Fate.NOT_TAKEN:
        decided.why.append(_("Ignored."))
    listed.put(row, row.name, row.values.get("fide_id") or "")
    return decided


def _decide_duplicate(row: ListRow, listed: _People, answers: Answers) -> RowDecision | None:
    """Decide on a row whose player is in an earlier row; None if there is no such row."""
    earlier: ListRow | None = listed.by_id.get(row.values.get("fide_id", ""))
    if earlier is not None:
        text = (
            _("Row {line} is identical.")
            if _values_to_store(earlier) == _values_to_store(row)
            else _("Row {line} has the same FIDE ID but different data. Correct one of them in the list below.")
        )
        return RowDecision(row, Fate.NOT_TAKEN, [text.format(line=earlier.line)], possible=("leave",))
    others: list[ListRow] = listed.find_by_name(row.name)
    if not others:
        return None
    earlier = next((other for other in others if not _contradict(row.values, other.values)), None)
    if earlier is None:
        text = _("Row {line} has the same name, but a different FIDE ID or date of birth.").format(line=others[0].line)
        return RowDecision(row, Fate.ADD, [text])
    if answers.of(row) == "add":
        text = _("Same name as row {line}.").format(line=earlier.line)
        return RowDecision(row, Fate.ADD, [text], possible=("leave", "add"))
    if _is_another(row, earlier.values, answers):
        text = _("Row {line} has the same name, but a different club and rating. Added as a different person.")
        return RowDecision(row, Fate.ADD, [text.format(line=earlier.line)], possible=("leave", "add"))
    text = (
        _("Row {line} is identical.")
        if _values_to_store(earlier) == _values_to_store(row)
        else _("Probably the same player as row {line}.")
    )
    return RowDecision(row, Fate.NOT_TAKEN, [text.format(line=earlier.line)], possible=("leave", "add"))


def _decide_existing(row: ListRow, present: _People, answers: Answers) -> RowDecision | None:
    """Decide on a row whose player is in the tournament; None if there is no such player."""
    player: Player | None = present.by_id.get(row.values.get("fide_id", ""))
    if player is not None:
        sentence = _("{name} is already on the list, with this FIDE ID.")
        return _update_or_keep(row, player, answers, sentence, [*FIELDS], ("leave", "update"))
    others: list[Player] = present.find_by_name(row.name)
    if not others:
        return None
    player = next((other for other in others if not _contradict(row.values, _data(other))), None)
    if player is None:
        text = _("{name} is already on the list, but with a different FIDE ID or date of birth.")
        return RowDecision(row, Fate.ADD, [text.format(name=_player_label(others[0]))])
    decided = _update_or_keep(
        row,
        player,
        answers,
        _("{name} is already on the list."),
        [key for key in FIELDS if key != "name"],
        ("leave", "update", "add"),
    )
    if answers.of(row) == "add":
        text = _("{name} is already on the list. Another player with this name will be added.").format(
            name=_player_label(player)
        )
        return RowDecision(row, Fate.ADD, [text], player, possible=decided.possible)
    if _is_another(row, {key: getattr(player, key) for key in ("club", "rating", "fide_id", "birth")}, answers):
        text = _("{name} is already on the list, with a different club and rating. Added as a different person.")
        return RowDecision(row, Fate.ADD, [text.format(name=_player_label(player))], player, possible=decided.possible)
    return decided


def _update_or_keep(
    row: ListRow, player: Player, answers: Answers, sentence: str, keys: Sequence[str], possible: tuple[str, ...]
) -> RowDecision:
    """Return the decision to update or keep an existing player, with the differences in the list."""
    stored = _values_to_store(row)
    changes = {
        key: stored[key] for key in keys if key in stored and not _adds_nothing(key, stored[key], getattr(player, key))
    }
    section = _other_section(row, player)
    sentences = [sentence.format(name=_player_label(player))]
    if section:
        sentences.append(_("The list gives section {name}.").format(name=isolate(section)))
    if not changes:
        others = tuple(each for each in possible if each != "update")
        same = [] if section else [_("No changes.")]
        return RowDecision(row, Fate.LEAVE, [*sentences, *same], player, possible=others, section=section)
    shown = "; ".join(_change(key, getattr(player, key), value) for key, value in changes.items())
    if answers.of(row) == "update":
        text = _("Changes: {changes}.").format(changes=shown)
        return RowDecision(row, Fate.UPDATE, [*sentences, text], player, changes, possible, section)
    text = _("The list gives: {changes}.").format(changes=shown)
    return RowDecision(row, Fate.LEAVE, [*sentences, text], player, changes, possible, section)


def _other_section(row: ListRow, player: Player) -> str:
    """Return the section in a list if the player is in another one; otherwise ""."""
    section = str(row.values.get(SECTION) or "") if row.names_section else ""
    return section if section and section != player.tournament.section else ""


def _is_another(row: ListRow, other: Mapping[str, object], answers: Answers) -> bool:
    """Return whether a namesake counts as another person: club and rating differ, and FIDE ID and birth do not agree.

    Never so after an answer for this row, or if the user chose to update existing players.
    """
    if answers.of_rows.get(key_of(row)) or answers.present == "update":
        return False
    values = row.values
    if any(values.get(key) and values[key] == other.get(key) for key in ("fide_id", "birth")):
        return False
    return all(values.get(key) and other.get(key) and values[key] != other[key] for key in ("club", "rating"))


def _change(key: str, before: Any, after: Any) -> str:
    return f"{COLUMNS[key].label} {isolate(before or '–')} → {isolate(after)}"


def _player_label(player: Player) -> str:
    """Return the player's name, with the section if the player is in one of an event."""
    section = player.tournament.section if player.tournament_id else ""
    return isolate(player.name) + (f" ({isolate(section)})" if section else "")


def _data(player: Player) -> dict[str, object]:
    return {"fide_id": player.fide_id, "birth": player.birth}


def _contradict(one: Mapping[str, object], other: Mapping[str, object]) -> bool:
    """Return whether two namesakes are different people: by FIDE ID, or else by the year of birth."""
    for key, length in (("fide_id", 11), ("birth", 4)):
        one_value, other_value = str(one.get(key) or "")[:length], str(other.get(key) or "")[:length]
        if one_value and other_value:
            return one_value != other_value
    return False


def _adds_nothing(key: str, listed: Any, stored: Any) -> bool:
    """Return whether a listed value adds nothing to the stored one: a year adds nothing to a full date, in any form."""
    if key == "birth" and isinstance(stored, str):
        return stored.replace("-", "/").startswith(listed)
    return bool(listed == stored)
