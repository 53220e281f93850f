"""Check a tournament file: nothing in it is trusted before it is checked.

Shapes, ranges, words and references between rows are checked here; the database checks its own constraints when the
rows are written. Every key refers to a row of the same file, so a file cannot reach into another tournament.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from zoneinfo import available_timezones

from django.utils.translation import gettext as _

from pairings import options as system_options
from pairings.systems import SYSTEMS
from tournaments.core.games import GAMES
from tournaments.core.journal.batch import plain
from tournaments.core.journal.errors import Refused
from tournaments.core.rulebook import RULE_BOOKS, RULE_SETS
from tournaments.core.tables import is_paired_by, kind_of_row
from tournaments.core.words import names as validation
from tournaments.core.words.presentation import MOST_IMAGES, NotAnImage, clean_image, images_on
from tournaments.core.words.texts import error_text
from tournaments.tournament_files import files
from tournaments.tournament_files.files import (
    LISTS,
    OF_PAIRINGS,
    OPTIONAL_LISTS,
    Json,
    fields_of,
    is_public_id,
)
from tournaments.tournament_files.shapes import (
    LARGEST_NUMBER,
    has_sentence,
    reader_of_entries,
    reader_of_images,
    reader_of_operations,
    wrong_place,
    wrong_value,
)

#: The maximum number of bytes; 5,000 players with nine rounds and all reasons need about half of that.
LARGEST = 128 * 1024 * 1024
#: The deepest nesting of lists and objects allowed; our files have nine levels.
DEEPEST = 32


def looks_like_one(data: bytes) -> bool:
    """Return whether the data seem to be a tournament file, valid or not."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{"


def read(data: bytes) -> Json:
    """Return the content of a valid tournament file. Raises Refused with a sentence about the first fault."""
    if len(data) > LARGEST:
        raise _broken_file(_("It is larger than any tournament file."))
    found = _parse(data)
    if not isinstance(found, dict) or found.get("format") != files.FORMAT:
        raise _broken_file(_("It was not written by Kierros."))
    if found.get("version") != files.VERSION:
        raise _broken_file(_("It was written by another version of Kierros."))
    for name in ("operations", "images", *(LISTS[kind] for kind in OPTIONAL_LISTS)):
        found.setdefault(name, [])  # files of earlier times have none
    parts = {"format", "version", "tournament", "journal", "operations", "images", *LISTS.values()}
    if set(found) != parts:
        raise _broken_file(_("Required parts are missing: {names}.").format(names=_names(set(found) ^ parts)))
    for name in (*LISTS.values(), "journal", "operations", "images"):
        if not isinstance(found[name], list) or not all(isinstance(row, dict) for row in found[name]):
            raise _broken_file(_("{where} must be a list of rows.").format(where=name))
    _Check(found).all()
    return found


def _broken_file(reason: str) -> Refused:
    text = _("This tournament file cannot be read. Nothing was saved. {why}").format(why=reason)
    return Refused(text, code="broken-file", field="file")


def _names(names: Iterable[str]) -> str:
    return validation.visible(", ".join(sorted(names)))[:200]


def _parse(data: bytes) -> object:
    try:
        text = data.decode("utf-8-sig")
        found = json.loads(
            text, object_pairs_hook=_object, parse_float=_no_float, parse_constant=_no_float, parse_int=_whole
        )
    except RecursionError as error:
        raise _broken_file(_("It is nested too deeply.")) from error
    except UnicodeDecodeError as error:
        raise _broken_file(_("It is not UTF-8 text.")) from error
    except json.JSONDecodeError as error:
        text = _("It is not valid JSON at line {line}, column {column}.").format(line=error.lineno, column=error.colno)
        raise _broken_file(text) from error
    _check_depth_and_text(found)
    return found


def _object(pairs: list[tuple[str, object]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _broken_file(_("An object contains the same name twice."))
    return found


def _no_float(text: str) -> object:
    raise _broken_file(_("Numbers must be whole, but {number} is not.").format(number=text[:20]))


def _whole(text: str) -> int:
    if len(text) > 20 or abs(int(text)) >= LARGEST_NUMBER:
        raise _broken_file(_("A number is too large."))
    return int(text)


def _check_depth_and_text(found: object) -> None:
    """Check that the nesting is not too deep, and that a database can store each text."""
    level = [found]
    for _depth in range(DEEPEST):
        below: list[object] = []
        for value in level:
            if isinstance(value, dict):
                below += [*value.keys(), *value.values()]
            elif isinstance(value, list):
                below += value
            elif isinstance(value, str) and ("\0" in value or not _is_encodable(value)):
                raise _broken_file(_("It contains invalid characters."))
        if not below:
            return
        level = below
    raise _broken_file(_("It is nested too deeply."))


def _is_encodable(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


class _Check:
    """The check of one file; `keys` are the numbers of its rows, by kind, `named` those that it may refer to."""

    def __init__(self, found: Json) -> None:
        self.found = found
        self.tournament: Json = found["tournament"]
        self.journal: list[Json] = found["journal"]
        self.rows: dict[str, list[Json]] = {kind: found[name] for kind, name in LISTS.items()}
        self.keys: dict[str, set[int]] = {}

    def all(self) -> None:
        if not isinstance(self.tournament, dict):
            raise _broken_file(_("{where} must be a list of rows.").format(where="tournament"))
        for kind, rows in self.rows.items():
            self.keys[kind] = self._own_keys(kind, rows)
        self._row("tournament", self.tournament, "tournament")
        for kind, rows in self.rows.items():
            for place, row in enumerate(rows, start=1):
                self._row(kind, row, f"{LISTS[kind]} {place}")
        self._entries()
        self._operations()
        self._images()
        self._settings()
        self._stages()
        self._rounds()
        self._counts()

    def _own_keys(self, kind: str, rows: list[Json]) -> set[int]:
        """Return the numbers of the rows, which must ascend: they are the order in which the rows were created."""
        name = "pairing" if kind in OF_PAIRINGS else "id"
        keys = [key for row in rows if type(key := row.get(name)) is int and key > 0]
        if len(keys) < len(rows) or sorted(set(keys)) != keys:
            raise _broken_file(_("The rows of {where} are not numbered consecutively.").format(where=LISTS[kind]))
        return set(keys)

    def _row(self, kind: str, row: Json, where: str) -> None:
        fields = fields_of(kind)
        extra = set(row) - set(fields) - (set() if kind in {*OF_PAIRINGS, "tournament"} else {"id"})
        missing = {name for name, f in fields.items() if name not in row and not (f.has_default() or f.null)}
        if extra or missing:
            names = _names(extra | missing)
            raise _broken_file(_("{where}: unknown or missing: {names}.").format(where=where, names=names))
        if fields.keys() - row.keys():
            usual = files.model_of(kind)()
            row.update({name: plain(usual, name) for name in fields if name not in row})
        self._values(kind, row, where)
        self._named_rows(kind, row, where)

    def _values(self, kind: str, row: Json, where: str) -> None:
        """Check that each value is valid for its field."""
        wrong = wrong_value(kind, row)
        if wrong:
            raise self._wrong(where, wrong)

    def _named_rows(self, kind: str, row: Json, where: str) -> None:
        """Check that the rows to which a row refers exist."""
        for name, target in files.naming(kind):
            if row[name] is not None and row[name] not in self.keys[target]:
                raise _broken_file(
                    _("{where}: {name} refers to a row that does not exist.").format(where=where, name=name)
                )

    def _wrong(self, where: str, name: str) -> Refused:
        return _broken_file(_("{where}: {name} has an invalid value.").format(where=where, name=_names([name])))

    def _entries(self) -> None:
        undone = [entry.get("undoes") for entry in self.journal if entry.get("undoes") is not None]
        if len(set(map(str, undone))) < len(undone):
            raise _broken_file(_("The journal undoes an entry twice."))
        for number, entry in enumerate(self.journal, start=1):
            where = f"journal {number}"
            self._parts(entry, {*files.ENTRY, "actor", "undoes"}, where)
            if wrong := wrong_place(reader_of_entries(), entry):
                raise self._wrong(where, wrong)
            if not has_sentence(entry["verb"], entry["facts"]):
                raise self._wrong(where, "facts")
            undoes = entry["undoes"]
            if entry["sequence"] != number or (undoes is not None and undoes >= number):
                raise _broken_file(_("The journal's entries are not numbered consecutively."))
            if (undoes is not None) != (entry["verb"] == "undo"):
                raise self._wrong(where, "undoes")
            for change in entry["changes"]:
                self._change(change, where)

    def _parts(self, row: Json, wanted: Collection[str], where: str) -> None:
        """Check that a row has all its parts and no others."""
        if row.keys() != set(wanted):
            names = _names(row.keys() ^ set(wanted))
            raise _broken_file(_("{where}: unknown or missing: {names}.").format(where=where, names=names))

    def _operations(self) -> None:
        known = set()
        for number, row in enumerate(self.found["operations"], start=1):
            where = f"operations {number}"
            self._parts(row, files.OPERATION, where)
            if wrong := wrong_place(reader_of_operations(), row):
                raise self._wrong(where, wrong)
            if row["operation"] in known:
                raise self._wrong(where, "operation")
            known.add(row["operation"])

    def _images(self) -> None:
        """Check that this program could have written each image, and that images on the event page exist."""
        keys = set()
        for number, row in enumerate(self.found["images"], start=1):
            where = f"images {number}"
            self._parts(row, ("key", "data"), where)
            if wrong := wrong_place(reader_of_images(), row):
                raise self._wrong(where, wrong)
            try:
                row["data"] = clean_image(b64decode(row["data"], validate=True))
            except (NotAnImage, ValueError) as error:
                raise self._wrong(where, "data") from error
            keys.add(row["key"])
        shown = images_on(self.tournament["event_page"])
        if not len(self.found["images"]) == len(keys) <= MOST_IMAGES or not shown <= keys:
            raise self._wrong("images", "key")

    def _change(self, change: Json, where: str) -> None:
        """Check that a change of the right shape has existing columns, the same before and after."""
        kind, fields = change["model"], fields_of(change["model"])
        sides = [side for side in (change["before"], change["after"]) if side is not None]
        of_tournament = kind == "tournament"
        if (change["id"] is None) != of_tournament or len(sides) < (2 if of_tournament else 1):
            raise self._wrong(where, "changes")
        if not all(side.keys() <= fields.keys() for side in sides) or len({frozenset(side) for side in sides}) > 1:
            raise self._wrong(where, "changes")
        for side in sides:
            self._values(kind, side, where)

    def _settings(self) -> None:
        row = self.tournament
        known = row["game"] in GAMES and row["rules"] in RULE_SETS and row["time_zone"] in available_timezones()
        if not known:
            raise _broken_file(_("Its game, rules or time zone are unknown here."))
        try:
            validation.clean_name(row["name"], validation.TITLE_LENGTH)
            for stage in self.rows["stage"]:
                if stage["system"] not in SYSTEMS:
                    raise self._wrong("stages", "system")
                system_options.read(SYSTEMS[stage["system"]].options, stage["options"])
                RULE_BOOKS[0].check(row["rules"], stage["system"], row["rules_changes"])
                self._pods(stage)
                rules = stage["qualification"]
                if rules is not None:
                    RULE_BOOKS[0].check(rules["rules"], stage["system"], rules["changes"])
        except (ValueError, KeyError) as error:
            raise _broken_file(
                _("Its options or rules are not valid: {why}").format(why=error_text(error)[:200])
            ) from error

    def _pods(self, stage: Json) -> None:
        """Check that all stages of a tournament in pods use pods, with rules that can read them."""
        row, kind = self.tournament, kind_of_row(self.tournament)
        if not is_paired_by(kind, SYSTEMS[stage["system"]]):
            raise self._wrong("stages", "system")
        if not kind.games_of_two and RULE_BOOKS[0].barred_criteria(row["rules"], stage["system"], row["rules_changes"]):
            if kind.has_partners:
                raise _broken_file(_("The tie-break rules in the file do not fit changing partners."))
            raise _broken_file(_("Its rules are for two-player games, but it is played in pods."))

    def _stages(self) -> None:
        stages, rounds = self.rows["stage"], self.rows["round"]
        if not stages or [stage["number"] for stage in stages] != list(range(1, len(stages) + 1)):
            raise _broken_file(_("Its stages are not numbered consecutively."))
        if sorted(row["number"] for row in rounds) != list(range(1, len(rounds) + 1)):
            raise _broken_file(_("Its rounds are not numbered consecutively."))
        starts = [stage["first_round"] for stage in stages]
        place = {stage["id"]: place for place, stage in enumerate(stages)}
        for row in rounds:
            mine = place[row["stage"]]
            after = starts[mine + 1] if mine + 1 < len(stages) else len(rounds) + 2
            if not starts[mine] <= row["number"] < after:
                raise _broken_file(_("A round is in the wrong stage."))
        if starts[0] != 1 or sorted(set(starts)) != starts:
            raise _broken_file(_("A round is in the wrong stage."))
        ids = {player["public_id"] for player in self.rows["player"]}
        for stage in stages:
            keys = [key for tie in (stage["qualification"] or {"ties": []})["ties"] for key in tie["order"]]
            if not set(keys) | set(stage["virtual_points"]) <= ids:
                raise _broken_file(_("A stage refers to players who do not exist."))
            if stage["qualification"] and stage["qualification"]["stage"] >= stage["number"]:
                raise _broken_file(_("A stage follows itself."))

    def _rounds(self) -> None:
        seated: dict[int, set[int]] = defaultdict(set)
        for seat in self.rows["seat"]:
            seated[seat["stage"]].add(seat["player"])
        stage_of = {row["id"]: row["stage"] for row in self.rows["round"]}
        sides: dict[int, set[int]] = defaultdict(set)
        round_of = {row["id"]: row["round"] for row in self.rows["pairing"]}
        for place in self.rows["appearance"]:
            if place["player"] not in seated[stage_of[place["round"]]]:
                raise _broken_file(_("A player is in a round without a seat in its stage."))
            if place["pairing"] is not None:
                sides[place["pairing"]].add(place["side"])
                if round_of[place["pairing"]] != place["round"]:
                    raise _broken_file(_("A table and its players are in different rounds."))
        if any(not self._is_full(sides[key]) for key in round_of):
            raise _broken_file(_("A table does not have two players, or three or four in pods."))
        self._line_ups()
        with_result = {row["pairing"] for row in self.rows["result"]}
        closed = {row["id"] for row in self.rows["round"] if row["status"] == "closed"}
        if any(round_of[key] in closed for key in set(round_of) - with_result):
            raise _broken_file(_("A closed round has a missing result."))

    def _is_full(self, sides: set[int]) -> bool:
        """Return whether these are all sides of a table: 1 to at most as many as the kind of table has."""
        return sides == {*range(1, len(sides) + 1)} and 2 <= len(sides) <= kind_of_row(self.tournament).most

    def _line_ups(self) -> None:
        """Check that line-ups contain only members of the team that plays."""
        team_of = {row["public_id"]: row["team"] for row in self.rows["teammember"]}
        at = {(row["pairing"], row["side"]): row["player"] for row in self.rows["appearance"]}
        count = self.tournament["best_of"]
        for sheet in self.rows["matchsheet"]:
            for side, name in enumerate(("first", "second"), start=1):
                there = [key for key in sheet[name] or () if key is not None]
                right = all(team_of.get(key) == at[sheet["pairing"], side] for key in there)
                if not right or len(set(there)) < len(there) or len(sheet[name] or ()) not in (0, count):
                    raise _broken_file(_("A line-up is not from a team in its match."))
            if len(sheet["boards"]) not in (0, count):
                raise _broken_file(_("A line-up is not from a team in its match."))

    def _counts(self) -> None:
        revision = self.tournament["revision"]
        if revision != len(self.journal):
            raise _broken_file(_("The number of journal entries is wrong."))
        versions = [row["version"] for kind in ("player", "pairing") for row in self.rows[kind]]
        if any(version > revision for version in versions):
            raise _broken_file(_("A row is newer than the journal."))
        for kind, ids in files.public_ids(self.found).items():
            present = Counter(row["public_id"] for row in self.rows[kind])
            if any(count > 1 for count in present.values()) or not all(map(is_public_id, {*ids, *present})):
                raise self._wrong(LISTS[kind], "public_id")
